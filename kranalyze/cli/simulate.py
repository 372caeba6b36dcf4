"""Define the command ``kranalyze simulate``, which simulates games of careful players."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any, BinaryIO

import click
from click.core import ParameterSource

from kranalyze.cli import options
from kranalyze.cli.common import Tally, last_words, progress_bar, read_argument, say, usage_error
from kranalyze.cli.options import Typed, option
from kranalyze.cli.sinks import write_output
from kranalyze.deal import Seat
from kranalyze.games import DEFAULT, GAMES, get_game
from kranalyze.games.question import seats_of

if TYPE_CHECKING:
    from kranalyze.games import Game
    from kranalyze.kpn import Comment, Record
    from kranalyze.read import Format

#: Notice at the beginning of an output file in KPN. KPN is the text format of hand records.
NOTICE = (
    " Simulated games: dealt at random, bid and played by four careful players of the program.",
    " Nobody played them, and they say nothing about how often anything happens among people.",
)

#: Line that is added to the notice if at least one of the simulated card games has an auction.
_CALLS = ' In an Auction "gut" is a pass, and "mit" joins a Bettler or Plauderer as second bidder.'


def _by_seat(text: str, read: Callable[[str], Any]) -> Any:
    """Parse the value of an option: a single number for all seats, or numbers by seat (``N=8,E=256``).

    Args:
        text: the value as the user typed it.
        read: function that parses a single number.

    Returns:
        The single number, or a dict from seats to numbers.
    """
    if "=" not in text:
        return read(text)
    numbers = dict[Seat, Any]()
    for part in text.split(","):
        name, equals, number = part.partition("=")
        if not equals:
            raise ValueError(f"write a number, or SEAT=NUMBER,..., not {text!r}")
        seat = Seat.parse(name.strip())
        if seat in numbers:
            raise ValueError(f"{seat.title} is given twice")
        numbers[seat] = read(number)
    return numbers


def _whole(text: str) -> int:
    """Parse a whole number."""
    if not text.strip().isdecimal():
        raise ValueError(f"{text!r} is no whole number")
    return int(text)


def _share(text: str) -> float:
    """Parse the share of turns at which a player plays a random card: a number from 0 to 1."""
    try:
        return float(text)
    except ValueError:
        raise ValueError(f"{text!r} is no share of turns from 0 to 1") from None


def _games_and_counts(text: str) -> tuple[tuple[str, int | None], ...]:
    """Parse the value of ``--game``: the name of a card game, or several names with numbers (``GAME=N,...``).

    Return a pair for each card game: its id, and how many rounds of it to play. The second item is None if
    the user named a card game without a number.
    """
    if "=" not in text:
        return ((get_game(text).id, None),)
    parts = [part.partition("=") for part in text.split(",")]
    counts = tuple((get_game(name.strip()).id, _whole(number)) for name, _, number in parts)
    if len({name for name, _ in counts}) < len(counts):
        raise ValueError("a game is given twice")
    return counts


def _names(text: str) -> tuple[str, ...]:
    """Parse names that are separated by commas."""
    return tuple(name.strip() for name in text.split(","))


@options.command(
    """Examples:
  kranalyze simulate -n 100 --seed 1 -o evening.kpn
  kranalyze simulate --game russbach -n 10 --seed 1 --look 32 -o evening.csv
  kranalyze simulate -n 40 --seed 1 --look N=8,E=256 --slips N=0.05 | kranalyze analyze -
  kranalyze simulate -n 1000000 --seed 1 --look 16 --shards million

Each player samples layouts that it cannot exclude, solves them, and plays the card with the greatest mean. A
player bids the contract with the greatest mean for its hand: at the table where the book of hands has the
means (Graden), else with open cards. A seed gives the same games on every machine and with any number of
workers: game number i (from 0) depends only on the settings and i. The deals are those of `kranalyze deal`
with the same seed. With --shards, the same command resumes if it was stopped.
""",
    option("--game games", f"The game (default: {DEFAULT}), or several games with their numbers of games.",
        Typed("GAME|GAME=N,...", _games_and_counts, lambda ctx: GAMES), default=DEFAULT),
    options.count("-n count", "Number of games."),
    options.seed("Seed of the games (default: chosen at random and printed)."),
    options.count("--start", "Number of the first game.", default=0, metavar="I"),
    options.number("--board", "Number of the first board (default: one more than --start).", metavar="B"),
    option("--look",
        "How many layouts (arrangements of the unseen cards) a player samples at each turn, or how many by "
        "seat: N=8,E=64 (default: 256).",
        Typed("L", partial(_by_seat, read=_whole))),
    option("--slips",
        "Share of turns (0 to 1) at which a player plays a random legal card, or shares by seat: N=0.02 "
        "(default: 0).",
        Typed("S", partial(_by_seat, read=_share))),
    option("--names", "Names of the players N, E, S and W.", Typed("NAME,...", _names)),
    option("--bid-means",
        'How a player values a contract for its bid. "open": the mean of games with open cards. "table" '
        '(default): the mean of games at the table, if the book of hands has it, else as "open".',
        click.Choice(["table", "open"])),
    options.rules, options.workers, options.output, *options.formats("kpn", "csv", "parquet"),
    option("--shards",
        "Write Parquet files log/*.parquet to this directory. The same command resumes after a stop.",
        options.Output("DIR", ["run.json", "log/*", "stale/log/*"]), metavar="DIR"),
)  # fmt: skip
def simulate(
    tally: Tally, games: tuple[tuple[str, int | None], ...], count: int | None, seed: int | None, start: int,
    board: int | None, look: Any, slips: Any, names: tuple[str, ...] | None, bid_means: str | None,
    rules: dict[str, str], workers: int | None, output: str, form: Format, shards: str | None,
) -> None:  # fmt: skip
    """Simulate games of four careful players, and write the games.

    A careful player does not see the other hands. It knows its own hand and all bids, announcements and cards
    of the game so far.
    """
    from secrets import randbits

    counts = _counts(games, count)
    total = sum(counts.values())
    is_printed = seed is None
    seed = randbits(32) if seed is None else seed
    chosen = {"look": look, "slips": slips, "names": names, "bid_means": bid_means}
    settings: dict[str, Any] = {"seed": seed, "workers": workers}
    settings |= {name: value for name, value in chosen.items() if value is not None}
    if shards is None:
        series = _play_series_of_rounds(counts, settings, start, start + 1 if board is None else board, rules)
        if is_printed:
            say(f"seed {seed}", err=True)
        with progress_bar("game", output != "-", total=total) as progress:
            records = _read(series, progress, tally)
            with write_output(output, form) as out:
                _write(records, out, form, [GAMES[game] for game in counts], _command(counts, seed))
        return
    if len(counts) > 1 or output != "-" or board is not None:
        usage_error("--shards DIR takes a single game, and neither -o OUT nor --board.")
    from kranalyze.batches import simulate_shards

    [game] = counts
    if is_printed:
        say(f"seed {seed}", err=True)
    last_words.append("Stopped. Finished shards are kept; the same command resumes.")
    with progress_bar("game", total=total) as progress:
        result = read_argument(
            simulate_shards, total, shards, game=game, first=start, rules=rules, progress=progress, **settings
        )
    last_words.clear()
    parts = [f"{result.records} games in {len(result.shards)} shards"]
    parts += [f"{result.reused} of them reused"] if result.reused else []
    parts += [f"{result.stale} of other settings moved to {shards}/stale"] if result.stale else []
    say(f"{shards}: {'; '.join(parts)}", err=True)
    tally.done += result.records


def _counts(games: tuple[tuple[str, int | None], ...], count: int | None) -> dict[str, int]:
    """Return how many rounds of each card game to play, by the id of the card game.

    Args:
        games: the value of ``--game``, as ``_games_and_counts`` returns it.
        count: the value of ``-n``. None: the user did not type ``-n``.
    """
    [first, *_] = games
    if first[1] is None:
        if count is None:
            usage_error("-n N: the number of games is missing.")
        return {first[0]: count}
    if count is not None:
        usage_error("-n N and --game GAME=N,... exclude each other.")
    return {game: number for game, number in games if number is not None}


def _play_series_of_rounds(
    counts: dict[str, int], settings: dict[str, Any], start: int, board: int, rules: dict[str, str]
) -> Iterator[Record]:
    """Play all rounds of the first card game of ``counts``, then of the next, and yield the records.

    The numbering of games and boards continues from one card game to the next. If there are several card
    games, each of them gets only the rule options that it has, and only the settings for its own seats.
    """
    from kranalyze.simulation import simulate as simulated

    series = []
    for game, number in counts.items():
        row = GAMES[game]
        own_rules, own_settings = rules, settings
        if len(counts) > 1:
            own_rules = {name: value for name, value in rules.items() if name in row.in_force}
            seats = seats_of(row)
            own_settings = {name: _without_absent_seats(value, seats) for name, value in settings.items()}
        own_settings = {**own_settings, "first": start, "board": board, "rules": own_rules}
        series.append(read_argument(simulated, number, game=game, **own_settings))
        start += number
        board += number
    return chain.from_iterable(series)


def _without_absent_seats(setting: Any, seats: tuple[Seat, ...]) -> Any:
    """Return the value of a setting such as ``--look``. Drop numbers for seats that are not in ``seats``."""
    if not isinstance(setting, dict):
        return setting
    return {seat: number for seat, number in setting.items() if seat in seats}


def _read(
    records: Iterator[Record], progress: Callable[..., object], tally: Tally
) -> Iterator[Record]:
    """Yield the given records. After each record, add 1 to ``tally`` and to the progress bar."""
    for record in records:
        yield record
        tally.done += 1
        progress(1)


def _write(records: Iterator[Record], out: BinaryIO, form: Format, games: list[Game], command: str) -> None:
    """Write records to a file.

    In the format KPN, write a notice and ``command`` first. ``command`` is a command line that makes the same
    file again.
    """
    if form != "kpn":
        from kranalyze.read.writing import stream_records

        stream_records(records, out, form, games)
        return
    from kranalyze.kpn import Comment, dump

    has_auction = any(sum(row.rank is not None for row in game.contracts) > 1 for game in games)
    lines = (*NOTICE, *[_CALLS] * has_auction, f" {command}")
    dump(_with_preamble(records, (tuple(Comment(";", line) for line in lines),)), out)


def _with_preamble(records: Iterator[Record], preamble: tuple[tuple[Comment, ...], ...]) -> Iterator[Record]:
    """Yield the given records. Put the comments ``preamble`` before the first record."""
    for record in records:
        yield replace(record, preamble=preamble)
        preamble = ()


def _command(counts: dict[str, int], seed: int) -> str:
    """Return a command line that plays the same games again.

    The command line has the seed, and all other options typed by the user that change the games.
    """
    context = click.get_current_context()
    typed = ["kranalyze", "simulate"]
    if context.get_parameter_source("games") != ParameterSource.DEFAULT:
        chosen = ",".join(f"{game}={number}" for game, number in counts.items())
        typed += ["--game", chosen if context.params["count"] is None else next(iter(counts))]
    if context.params["count"] is not None:
        typed += ["-n", str(context.params["count"])]
    typed += ["--seed", str(seed)]
    typed += ["--start", str(context.params["start"])] if context.params["start"] else []
    for name in ("board", "look", "slips", "names", "bid_means", "rules"):
        value = context.params[name]
        typed += [] if value is None or value == {} else _command_line_words(name, value)
    return shlex.join(typed)


def _command_line_words(name: str, value: Any) -> list[str]:
    """Return an option and its value as words of a command line, for example ``--look`` and ``N=8,E=64``."""
    if name == "rules":
        return [word for rule, choice in value.items() for word in ("--rule", f"{rule}={choice}")]
    if isinstance(value, dict):
        value = ",".join(f"{seat.name}={number:g}" for seat, number in value.items())
    elif isinstance(value, tuple):
        value = ",".join(value)
    return [f"--{name.replace('_', '-')}", f"{value:g}" if isinstance(value, int | float) else value]
