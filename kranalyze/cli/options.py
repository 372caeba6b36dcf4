"""Define what all commands share: the decorator for commands, the types of arguments, common options."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from kranalyze.cards import Deck, UnknownRankError, parse_hand
from kranalyze.cli.common import FAILED, SOME_FAILED, Tally, usage_error
from kranalyze.cli.overwriting import keep_files
from kranalyze.cli.sinks import format_for
from kranalyze.deal import Seat
from kranalyze.games import GAMES, get_game, suggest_names
from kranalyze.games.base import Game

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def command(
    examples: str, *params: click.Parameter
) -> Callable[[Callable[..., int | None]], click.Command]:
    """Return a decorator that turns a function into a command of the command line.

    The first argument of the function is a ``Tally``, which counts errors and finished records. The function
    returns the exit status of the command, or None for 0. If there were errors, the exit status is instead
    123 if some records were finished, and 3 if none was finished.

    Args:
        examples: text below the options in the help, with examples. Its line breaks are kept.
        params: arguments and options, in the order of the help.
    """

    def decorate(function: Callable[..., int | None]) -> click.Command:
        def run(**values: Any) -> None:
            _refuse_overwriting_files(values)
            tally = Tally()
            status = function(tally, **values)
            if tally.failed:
                status = SOME_FAILED if tally.done else FAILED
            if status:
                click.get_current_context().exit(status)

        epilog = "\b\n" + examples.replace("\n\n", "\n\n\b\n")
        return click.Command(
            function.__name__, callback=run, params=[*params], help=function.__doc__, epilog=epilog
        )

    return decorate


def _refuse_overwriting_files(values: dict[str, Any]) -> None:
    """Report wrong usage if the command would overwrite files that the user needs.

    Without ``--force`` the command must not overwrite its inputs. If an output must be new
    (``Output.fresh``), the command must not overwrite an existing file of this name, either.

    Args:
        values: the values of the command's arguments by name. The item ``force`` is removed.
    """
    force = values.pop("force", None)
    inputs = list[str]()
    outputs = list[str]()
    fresh = list[str]()
    for param in click.get_current_context().command.params:
        value = values.get(param.name or "")
        if value is None:
            continue
        if isinstance(param.type, Output):
            files = param.type.files(value)
            outputs += files
            fresh += files if param.type.fresh else []
        elif isinstance(param, click.Argument):
            inputs += [value] if isinstance(value, str) else value
    if outputs:
        keep_files(inputs, outputs, fresh, force)


class Typed(click.ParamType):  # type: ignore[type-arg]  # before 8.4 click's takes none
    """A type of arguments of the command line, defined by a function that converts the typed text.

    Args:
        name: name of the value in the help.
        read: function that converts the text to the value. A ValueError from it is reported as wrong usage.
        words: function that returns the words with which the shell can complete the text. The words may
            depend on earlier arguments.
    """

    def __init__(
        self, name: str, read: Callable[[str], Any],
        words: Callable[[click.Context], Iterable[str]] = lambda ctx: (),
    ) -> None:  # fmt: skip
        self.name, self._read, self._words = name, read, words

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Convert the text to the value."""
        try:
            return self._read(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the words with which the shell can complete a text that the user has begun to type."""
        from click.shell_completion import CompletionItem

        prefix = incomplete.lower()
        return [CompletionItem(word) for word in self._words(ctx) if word.lower().startswith(prefix)]


def _file(text: str) -> str:
    if not text:
        raise ValueError("the name is empty")
    return text


class Output(Typed):
    """The type of arguments that name an output file or directory.

    Args:
        name: name of the value in the help.
        inside: patterns of the files that the command writes if the output is a directory. ``*`` stands for
            any text.
        fresh: whether the command overwrites existing files only with ``--force``.
    """

    def __init__(self, name: str, inside: Sequence[str] = (), fresh: bool = False) -> None:
        super().__init__(name, _file)
        self._inside, self.fresh = inside, fresh

    def files(self, value: str) -> list[str]:
        """Return the names of the files that the command writes if the user types ``value``."""
        if not self._inside:
            return [value]
        from pathlib import Path

        folder = Path(value)
        files = list[str]()
        for name in self._inside:
            files += map(str, folder.glob(name)) if "*" in name else [str(folder / name)]
        return files


def contract_id(text: str) -> str:
    """Return the id of the contract that the user typed.

    If the user typed ``--game``, this game must have the contract. Otherwise it is enough that some game has
    the contract, because the deals that name the game have not been read yet.
    """
    games = _games(click.get_current_context())
    for candidate in games:
        with suppress(ValueError):
            return candidate.contract(text).id
    help_text = suggest_names(text, {c.id: (c.id, c.name, *c.aliases) for g in games for c in g.contracts})
    if help_text.startswith("known"):
        help_text = "known:" + "".join(f"\n  {g.id}: {', '.join(c.id for c in g.contracts)}" for g in games)
    raise ValueError(f"unknown contract {text!r}, {help_text}")


def _rule(text: str) -> tuple[str, str]:
    name, _, value = (part.strip() for part in text.partition("="))
    if not name or not value:
        raise ValueError(f"write a rule as NAME=VALUE, not {text!r}")
    return name, value


def _hand(text: str) -> tuple[Seat, int]:
    """Parse a seat and its cards. The cards are written like a hand, or separated by blanks or commas."""
    seat, equals, hand = text.partition("=")
    if not equals:
        raise ValueError(f"write a hand as SEAT=HAND, not {text!r}")
    return Seat.parse(seat), read_in_either_deck(hand, "french", parse_hand)


def _at(text: str) -> tuple[int, int]:
    """Parse the number of a trick, and the number of a card within this trick. Both count from 1."""
    trick, _, card = text.partition(".")
    if not (trick.isdecimal() and card.isdecimal() and int(trick) and int(card)):
        raise ValueError(f"write a card as TRICK.CARD, as in 3.2, not {text!r}")
    return int(trick), int(card)


def _games(context: click.Context) -> list[Game]:
    """Return a list with the game that ``--game`` names. Without this option, return all games."""
    game = context.params.get("game")
    return [GAMES[game]] if game in GAMES else list(GAMES.values())


def _rules(ctx: click.Context, param: click.Parameter, pairs: Iterable[tuple[str, str]]) -> Mapping[str, str]:
    """Return the typed rule options as a mapping from names to values.

    Report wrong usage if no game accepts all these options. If ``--game`` names a game, this game must accept
    all of them.
    """
    rules = dict(pairs)
    errors = list[str]()
    games = _games(ctx)
    for candidate in games:
        try:
            candidate.under(rules)
        except ValueError as error:
            errors.append(str(error))
    if len(errors) < len(games):
        return rules
    if len(games) == 1:
        usage_error(errors[0])
    known = ""
    for row in (game for game in games if game.options):
        values = (f"{option.name}={'|'.join(option.values) or 'N'}" for option in row.options)
        known += f"\n  {row.id}: {', '.join(values)}"
    written = " ".join(f"{name}={value}" for name, value in rules.items())
    return usage_error(f"no game has the rule options {written}, known:{known}")


def _by_seat(
    ctx: click.Context, param: click.Parameter, pairs: Sequence[tuple[Seat, int]]
) -> dict[Seat, int]:
    """Return the hands that the user typed: for each typed seat, the mask of its cards.

    Report wrong usage if a seat is typed twice.
    """
    hands = dict(pairs)
    if len(hands) < len(pairs):
        usage_error(f"{param.opts[0]}: a seat is given twice.")
    return hands


def read_in_either_deck(text: str, deck: Deck, read: Callable[[str, Deck], int]) -> int:
    """Parse a card, suit or hand in the letters of a deck, French or German.

    If this fails, try the letters of the other deck.
    """
    try:
        return read(text, deck)
    except ValueError as error:
        with suppress(ValueError):
            return read(text, "german" if deck == "french" else "french")
        if isinstance(error, UnknownRankError) and error.other is not None:
            letters = f"all cards in {error.other.title()} letters"
            raise ValueError(f"{error}; --deck {error.other} reads {letters}") from None
        raise


FILE = Output("OUT")
FRESH = Output("OUT", fresh=True)
AT = Typed("T.C", _at)


def option(names: str, text: str, kind: Any = None, **more: Any) -> click.Option:
    """Make an option.

    Args:
        names: names of the option, separated by blanks.
        text: help line of the option.
        kind: type of the option's value.
        more: further arguments of ``click.Option``.
    """
    return click.Option(names.split(), help=text, type=kind, **more)


flag = partial(option, is_flag=True)
hands = partial(option, kind=Typed("SEAT=HAND", _hand), multiple=True, callback=_by_seat)
number = partial(option, kind=click.IntRange(1), metavar="N")
count = partial(option, kind=click.IntRange(0), metavar="N")
cards = partial(option, metavar="CARDS")
seat = partial(option, kind=Typed("N|E|S|W", Seat.parse, lambda ctx: [seat.name for seat in Seat]))
contract = partial(
    option,
    kind=Typed("ID", contract_id, lambda ctx: dict.fromkeys(c.id for g in _games(ctx) for c in g.contracts)),
)
game_named = partial(
    option, "--game", kind=Typed("GAME", lambda name: get_game(name).id, lambda ctx: GAMES), is_eager=True
)
seed = partial(option, "--seed", kind=click.IntRange(0, 2**64 - 1), metavar="S")
within = partial(option, "--within", kind=click.FloatRange(0, 1, min_open=True), metavar="W")
games = partial(count, "--games")
look = partial(option, "--look", kind=click.IntRange(1, 2**32 - 1), metavar="L")
output_to = partial(option, "-o --output", kind=FILE)
where = partial(option, "--where", metavar="SQL")
force = partial(flag, "--force")
report = partial(option, "--report", kind=FILE, metavar="OUT.html")

#: End of the help line of ``--report``, for commands whose report is a page with a card table.
PAGE = "one page for a browser, which needs no network."


def deck(default: str) -> click.Option:
    """Make the option ``--deck``. Its help line contains ``default``, a text about the default letters."""
    text = f"Letters of cards in arguments and in texts for people (default: {default}). "
    text += "JSON, CSV and Parquet always have French letters."
    return option("--deck", text, click.Choice(["french", "german"]))


def formats(*choices: str) -> list[click.Option]:
    """Make the option ``--format``. If JSON is a choice, make also the option ``--json``.

    The command gets the format as its argument ``form``. If Parquet is a choice, the default format follows
    from the ending of the output file's name. For a name without an ending, the first choice is the default.
    If Parquet is not a choice, the default of ``form`` is None.
    """
    json_key = "kranalyze.json"  # key in click's context. The value is true if the user typed --json

    def choose(ctx: click.Context, param: click.Parameter, form: str | None) -> str | None:
        if ctx.meta.get(json_key):
            if form not in (None, "json"):
                usage_error(f"--json and --format {form} exclude each other.")
            form = "json"
        if form is None and "parquet" in choices:
            return format_for(ctx.params["output"], choices)
        return form

    json = flag(
        "--json json_", "The same as --format json.", is_eager=True, expose_value=False,
        callback=lambda ctx, param, is_given: ctx.meta.update({json_key: is_given}),
    )  # fmt: skip
    json_options = [json] if "json" in choices else []
    text = "Format of the output."
    if not json_options:
        text = "Format of the output (default: by its ending)."
    return [option("--format form", text, click.Choice(choices), callback=choose), *json_options]


def repeated_argument(metavar: str, name: str = "files", required: bool = True) -> click.Argument:
    """Make an argument for which the user may type several values.

    If ``required`` is true, the user must type at least one value.
    """
    return click.Argument([name], nargs=-1, required=required, metavar=f"{metavar}...")


board = option("--board", "Only the board with this name (default: all boards).", metavar="B")
game = game_named(
    "The game, even if the file names another. By default the game that the file names. If a deal names no "
    "game (never in KPN), hands of six cards are graden, of five bauernschnapsen, of seven anrufen3. "
    f"Known: {', '.join(GAMES)}."
)
rules = option(
    "--rule rules",
    "Set a rule option. It overrides the record's. May be repeated. `kranalyze games` lists the options.",
    Typed("K=V", _rule), multiple=True, callback=_rules,
)  # fmt: skip
workers = number("--workers", "Number of threads (default: one per processor).")
output = output_to("File to write (default: standard output).", default="-", is_eager=True)
language = option("--lang", "Language of the page (default: the browser's).", click.Choice(["en", "de"]))
charts = report("Also write a page with charts for a browser.")
contracts = contract("--contract contracts", "Only this contract; may be repeated.", multiple=True)
second = seat("--second", "The second declarer of a double Bettler or Plauderer.")
leader = seat("--leader", "Who leads to trick 1, if the contract leaves it open.")
contra = count("--contra", "Number of Contra calls.")
