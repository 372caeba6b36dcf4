"""Simulate a series of games with several threads, and yield its records in the order of their numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias, get_args

from kranalyze import parallel
from kranalyze.arguments import Expected, checked
from kranalyze.core.careful import LOOK
from kranalyze.deal import Seat
from kranalyze.games import DEFAULT, Game, get_game
from kranalyze.games.question import seats_of
from kranalyze.kpn import Record, parse_kpn
from kranalyze.parallel import Pace, Progress
from kranalyze.simulation.carefulbids import BidKind
from kranalyze.simulation.carefulgames import Players, game_texts

#: Default names of the players N E S W.
PLAYER_NAMES = ("Nora", "Emil", "Susi", "Willi")

#: Types of settings of the players: a single number for all seats, or a mapping from seats to numbers.
LookBySeat: TypeAlias = int | Mapping[Seat, int] | Mapping[str, int] | Mapping[int, int]
ShareBySeat: TypeAlias = float | Mapping[Seat, float] | Mapping[str, float] | Mapping[int, float]

#: Names of the players in the order N E S W, or a mapping from seats to names.
Names: TypeAlias = Sequence[str] | Mapping[Seat, str] | Mapping[str, str] | Mapping[int, str]

#: Threads play a series in pieces of consecutive games. ``_FIRST_PIECE``: number of games in each of the
#: first pieces. ``_LARGEST_PIECE``: largest number of games in a piece. ``_PIECE_SECONDS``: how long a piece
#: should take.
_FIRST_PIECE, _LARGEST_PIECE, _PIECE_SECONDS = 2, 2048, 0.5

#: ``_MOST_LOOK``: largest allowed value of ``look``. ``_NUMBERS_END``: limit below which the numbers of all
#: games in a series must be.
_MOST_LOOK, _NUMBERS_END = 1_000_000, 1 << 58


@checked(
    count=Expected.NUMBER, game=Expected.GAME, seed=Expected.SEED, first=Expected.NUMBER,
    look=Expected.COUNT_BY_SEAT, slips=Expected.SHARE_BY_SEAT, names=Expected.NAMES,
    bid_means=Expected.TEXT, rules=Expected.RULES, board=Expected.COUNT, workers=Expected.COUNT,
)  # fmt: skip
def simulate(
    count: int, *, game: str | Game = DEFAULT, seed: int = 0, first: int = 0, look: LookBySeat = LOOK,
    slips: ShareBySeat = 0.0, names: Names = PLAYER_NAMES, bid_means: BidKind = "table",
    rules: Mapping[str, str] | None = None, board: int | None = None, workers: int | None = None,
    progress: Progress | None = None,
) -> Iterator[Record]:  # fmt: skip
    """Play games between four careful players: deal, bid, play and settle (RULINGS: at the table).

    A game depends only on its number and on the arguments other than ``workers``. The function ``deals``
    returns the same deals for the same seed. After each game the next seat clockwise deals. A comment in each
    record names the settings of the players.

    Args:
        count: number of games.
        game: id or name of the game.
        seed: seed of the series.
        first: number of the first game in the series, from 0. Earlier games are not played.
        look: number of layouts that a player samples at each turn, or a mapping from seats to such numbers. A
            seat without a number samples 256 layouts.
        slips: share of turns (0 to 1) at which a player plays a random legal card, or a mapping from seats to
            shares. A seat without a share has 0.
        names: names of the players in the order N E S W, or a mapping from seats to names.
        bid_means: kind of mean payments by which the players bid. ``"open"``: with open cards. ``"table"``:
            at the table, if the book of hands has such mean payments for all bids that are compared, else
            with open cards. The book has mean payments at the table only for Graden with its usual rules. A
            comment in each record says which kind was used.
        rules: rule options.
        board: number of the first board. Default: ``first + 1``.
        workers: number of threads. Default: one for each core of the machine.
        progress: function that is called when games are done. Its arguments are the number of games done
            since the last call, and ``count``.

    Returns:
        An iterator over the records, in the order of the games. Games are played while the iterator is read.

    Raises:
        ValueError: a name is unknown, or a number is out of range.

    >>> [record] = simulate(1, seed=2, look={"N": 8, "E": 16, "S": 16, "W": 16})
    >>> record.contract, record.declarer.title, record.score == record.settlement
    ('durchmarsch', 'South', True)
    >>> len(record.play), record.names
    (24, ('Nora', 'Emil', 'Susi', 'Willi'))
    """
    row = get_game(game).under(rules)
    players = players_of(row, look, slips, names, seed, bid_means)
    if first + count > _NUMBERS_END:
        raise ValueError("games are counted from 0 to 2^58")
    return _records(players, first, count, first + 1 if board is None else board, workers, progress)


def players_of(
    game: Game, look: LookBySeat, slips: ShareBySeat, names: Names, seed: int, bid_means: BidKind
) -> Players:
    """Check the settings of players, and return them as ``Players``. ``simulate`` explains the arguments.

    Raises:
        ValueError: a seat is unknown, a number is out of range, or a name has a form that KPN cannot store.
    """
    north, east, south, west = _by_seat(game, look, LOOK, "look")
    for number in (north, east, south, west):
        if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= _MOST_LOOK:
            raise ValueError(f"look: a whole number from 1 to {_MOST_LOOK:,} is expected, not {number!r}")
    shares = _by_seat(game, slips, 0.0, "slips")
    for share in shares:
        if isinstance(share, bool) or not isinstance(share, int | float) or not 0 <= share <= 1:
            raise ValueError(f"slips: a share of turns from 0 to 1 is expected, not {share!r}")
    if bid_means not in get_args(BidKind):
        raise ValueError(f"bid_means: table or open is expected, not {bid_means!r}")
    if isinstance(names, Mapping):
        chosen = _by_seat(game, names, None, "names")
        names = [usual if name is None else name for name, usual in zip(chosen, PLAYER_NAMES, strict=True)]
    if len(names) not in (game.seats, len(Seat)):
        raise ValueError(f"names: {game.seats} names are expected, one for each seat from North on")
    for name in names:
        if not isinstance(name, str) or name.strip() in ("", "?", "#") or not name.isprintable():
            raise ValueError(f"names: {name!r} is no name that a record can hold")
    n, e, s, w = map(float, shares)
    return Players(game, (north, east, south, west), (n, e, s, w), tuple(names), seed, bid_means)


def _by_seat(game: Game, numbers: Any, default: float | None, argument: str) -> list[Any]:
    """Return the values of a setting for the seats N E S W. A seat without a value gets ``default``."""
    if not isinstance(numbers, Mapping):
        return [numbers] * len(Seat)
    chosen = dict[Seat, Any]()
    for name, number in numbers.items():
        seat = Seat.parse(name)
        if seat not in seats_of(game):
            raise ValueError(f"{argument}: {seat.title} does not play in {game.id}")
        if seat in chosen:
            raise ValueError(f"{argument}: {seat.title} is given twice")
        chosen[seat] = number
    return [chosen.get(seat, default) for seat in Seat]


def _records(
    players: Players, first: int, count: int, board: int, workers: int | None, progress: Progress | None
) -> Iterator[Record]:
    """Play the games in threads, piece by piece, and yield their records in the order of the games."""
    pace = Pace(_FIRST_PIECE, _LARGEST_PIECE, _PIECE_SECONDS)
    width = workers or parallel.default_workers()

    def piece(part: tuple[int, int]) -> list[Record]:
        """Play a piece of the series.

        ``part`` has the index of the piece's first game, counted from ``first``, and its number of games.
        """
        start, size = part
        with pace.timed(size):
            return played_records(players, first + start, size, board + start)

    for (_, size), records in parallel.run(
        piece, pace.cut_starts_and_lengths(count, width), parallel.thread_pool(width)
    ):
        yield from records
        if progress is not None:
            progress(size, count)


def played_records(players: Players, first: int, count: int, board: int) -> list[Record]:
    """Play consecutive games and return their records. ``board`` is the board number of the first game.

    Raises:
        KpnError: a game breaks the rules.
    """
    file = parse_kpn("\n".join(game_texts(players, first, count, board)), "<simulated>")
    for error in file.errors:
        raise error
    records = list(file.records)
    for number, record in enumerate(records, first):
        record.index = number
    return records
