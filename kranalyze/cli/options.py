"""What makes a command, and the options that commands share, each once: a command lists those it takes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kranalyze.cards import Deck, parse_hand
from kranalyze.cli.common import FAILED, SOME_FAILED, Tally, usage
from kranalyze.cli.overwriting import keep_files
from kranalyze.cli.sinks import format_for
from kranalyze.deal import Seat
from kranalyze.games import GAMES, get_game, hint
from kranalyze.games.base import Game

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def command(
    examples: str, *params: click.Parameter
) -> Callable[[Callable[..., int | None]], click.Command]:
    """A command of a function, which gets a tally first and gives an exit status if it is not 0.

    Where there were errors the status is 3 if nothing was done, 123 if a part was.

    Args:
        examples: what follows the options in its help, shown as it is written.
        params: its arguments and options in the order of the help.
    """

    def made(do: Callable[..., int | None]) -> click.Command:
        def run(**given: Any) -> None:
            _keep_files(given)
            tally = Tally()
            status = do(tally, **given)
            if tally.failed:
                status = SOME_FAILED if tally.done else FAILED
            if status:
                click.get_current_context().exit(status)

        epilog = "\b\n" + examples.replace("\n\n", "\n\n\b\n")
        return click.Command(do.__name__, callback=run, params=[*params], help=do.__doc__, epilog=epilog)

    return made


def _keep_files(given: dict[str, Any]) -> None:
    """Refuse to write over the inputs of the command. ``force`` allows it, and is taken out of ``given``."""
    force = given.pop("force", None)
    inputs, outputs, fresh = list[str](), list[str](), list[str]()
    for param in click.get_current_context().command.params:
        value = given.get(param.name or "")
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
    """A type of arguments: what cannot be read is wrong usage, in the words of who reads it.

    Args:
        name: what the help calls the value.
        read: gives the value of a text.
        words: what the shell completes it by, which may depend on what was given before.
    """

    def __init__(
        self, name: str, read: Callable[[str], Any],
        words: Callable[[click.Context], Iterable[str]] = lambda ctx: (),
    ) -> None:  # fmt: skip
        self.name, self._read, self._words = name, read, words

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The value of a text."""
        try:
            return self._read(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The words that begin so."""
        from click.shell_completion import CompletionItem

        begin = incomplete.lower()
        return [CompletionItem(word) for word in self._words(ctx) if word.lower().startswith(begin)]


def _file(text: str) -> str:
    if not text:
        raise ValueError("the name is empty")
    return text


class Output(Typed):
    """The type of arguments that name what is written.

    Args:
        name: what the help calls the value.
        inside: of a directory, the files that are written in it; ``*`` stands for part of a name.
        fresh: whether a file of the name may not be there yet.
    """

    def __init__(self, name: str, inside: Sequence[str] = (), fresh: bool = False) -> None:
        super().__init__(name, _file)
        self._inside, self.fresh = inside, fresh

    def files(self, value: str) -> list[str]:
        """The files that are written where the argument has a value."""
        if not self._inside:
            return [value]
        folder, files = Path(value), list[str]()
        for name in self._inside:
            files += map(str, folder.glob(name)) if "*" in name else [str(folder / name)]
        return files


def _contract(text: str) -> str:
    """The id of a contract if some game knows it; which game is known only when the deals are."""
    games = _games(click.get_current_context())
    for candidate in games:
        with suppress(ValueError):
            return candidate.contract(text).id
    said = hint(text, {c.id: (c.id, c.name, *c.aliases) for g in games for c in g.contracts})
    if said.startswith("known"):
        said = "known:" + "".join(f"\n  {g.id}: {', '.join(c.id for c in g.contracts)}" for g in games)
    raise ValueError(f"unknown contract {text!r}, {said}")


def _rule(text: str) -> tuple[str, str]:
    name, _, value = (part.strip() for part in text.partition("="))
    if not name or not value:
        raise ValueError(f"a rule is given as NAME=VALUE, not {text!r}")
    return name, value


def _hand(text: str) -> tuple[Seat, int]:
    """Seat and mask, the hand as in a deal or as cards divided by blanks or commas."""
    seat, equals, hand = text.partition("=")
    if not equals:
        raise ValueError(f"a hand is given as SEAT=HAND, not {text!r}")
    return Seat.parse(seat), in_deck(hand, "french", parse_hand)


def _at(text: str) -> tuple[int, int]:
    """Trick and card, both from 1."""
    trick, _, card = text.partition(".")
    if not (trick.isdecimal() and card.isdecimal() and int(trick) and int(card)):
        raise ValueError(f"a card is given as TRICK.CARD, as in 3.2, not {text!r}")
    return int(trick), int(card)


def _games(context: click.Context) -> list[Game]:
    """The game that was asked for, else all of them."""
    game = context.params.get("game")
    return [GAMES[game]] if game in GAMES else list(GAMES.values())


def _rules(ctx: click.Context, param: click.Parameter, given: Iterable[tuple[str, str]]) -> Mapping[str, str]:
    """Rule options as a mapping; refused if the game, or where it is not given every game, refuses them."""
    rules, errors, games = dict(given), [], _games(ctx)
    for candidate in games:
        try:
            candidate.under(rules)
        except ValueError as error:
            errors.append(str(error))
    if len(errors) < len(games):
        return rules
    if len(games) == 1:
        usage(errors[0])
    known = ""
    for row in (game for game in games if game.options):
        values = (f"{option.name}={'|'.join(option.values) or 'N'}" for option in row.options)
        known += f"\n  {row.id}: {', '.join(values)}"
    asked = " ".join(f"{name}={value}" for name, value in rules.items())
    return usage(f"no game has the rule options {asked}, known:{known}")


def _by_seat(
    ctx: click.Context, param: click.Parameter, given: Sequence[tuple[Seat, int]]
) -> dict[Seat, int]:
    """Hands by their seats."""
    hands = dict(given)
    if len(hands) < len(given):
        usage(f"{param.opts[0]}: a seat is given twice.")
    return hands


def in_deck(text: str, deck: Deck, read: Callable[[str, Deck], int]) -> int:
    """Read a card, suit or hand in the letters in force, or, where they name nothing, in the other deck's."""
    try:
        return read(text, deck)
    except ValueError:
        with suppress(ValueError):
            return read(text, "german" if deck == "french" else "french")
        raise


FILE = Output("OUT")
FRESH = Output("OUT", fresh=True)
AT = Typed("T.C", _at)


def option(names: str, text: str, kind: Any = None, **more: Any) -> click.Option:
    """An option by its names, divided by blanks, what the help says of it, and its type."""
    return click.Option(names.split(), help=text, type=kind, **more)


flag = partial(option, is_flag=True)
hands = partial(option, kind=Typed("SEAT=HAND", _hand), multiple=True, callback=_by_seat)
number = partial(option, kind=click.IntRange(1), metavar="N")
count = partial(option, kind=click.IntRange(0), metavar="N")
cards = partial(option, metavar="CARDS")
seat = partial(option, kind=Typed("N|E|S|W", Seat.parse, lambda ctx: [seat.name for seat in Seat]))
contract = partial(
    option,
    kind=Typed("ID", _contract, lambda ctx: dict.fromkeys(c.id for g in _games(ctx) for c in g.contracts)),
)
game_named = partial(
    option, "--game", kind=Typed("GAME", lambda name: get_game(name).id, lambda ctx: GAMES), is_eager=True
)
seed = partial(option, "--seed", kind=click.IntRange(0, 2**64 - 1), metavar="S")
within = partial(option, "--within", kind=click.FloatRange(0, 1, min_open=True), metavar="W")
output_to = partial(option, "-o --output", kind=FILE)
force = partial(flag, "--force")
report = partial(option, "--report", kind=FILE, metavar="OUT.html")

#: What ``--report`` is, where the table is on it.
PAGE = "one page for a browser, which needs no network."


def deck(usual: str) -> click.Option:
    """``--deck``; ``usual`` says what the letters are without it."""
    text = f"Letters of cards in arguments and in texts for people (default: {usual}). "
    text += "Output for machines always has French letters."
    return option("--deck", text, click.Choice(["french", "german"]))


def formats(*choices: str) -> list[click.Option]:
    """``--format``, handed on as ``form``, and ``--json`` where that is one.

    Where Parquet is one, and so ``output`` may name a file, the ending of that says the format, if nothing
    else does, or else it is the first; None otherwise.
    """
    noted = "kranalyze.json"  # where a context notes that JSON was asked for

    def chosen(ctx: click.Context, param: click.Parameter, given: str | None) -> str | None:
        if ctx.meta.get(noted):
            if given not in (None, "json"):
                usage(f"--json and --format {given} exclude each other.")
            given = "json"
        by_ending = given is None and "parquet" in choices
        return format_for(ctx.params["output"], choices) if by_ending else given

    json = flag(
        "--json json_", "Short for --format json.", is_eager=True, expose_value=False,
        callback=lambda ctx, param, given: ctx.meta.update({noted: given}),
    )  # fmt: skip
    short = [json] if "json" in choices else []
    text = "How the result is written." if short else "Format of the output (default: by its ending)."
    return [option("--format form", text, click.Choice(choices), callback=chosen), *short]


def several(metavar: str, name: str = "files", required: bool = True) -> click.Argument:
    """An argument that is given any number of times, once at least if it is required."""
    return click.Argument([name], nargs=-1, required=required, metavar=f"{metavar}...")


board = option("--board", "Only the board of this name; without it all boards.", metavar="B")
game = game_named(
    "The game, whatever the file says. Without it the game that the file names; a deal that names "
    "none (never in KPN) is of graden with six cards a hand, of bauernschnapsen with five, of anrufen3 "
    f"with seven. Known: {', '.join(GAMES)}."
)
rules = option(
    "--rule rules", "A rule option, over that of the record; may be repeated. See `kranalyze games`.",
    Typed("K=V", _rule), multiple=True, callback=_rules,
)  # fmt: skip
workers = number("--workers", "Threads that solve (default: one per processor).")
output = output_to("Where to write (default: standard output).", default="-", is_eager=True)
language = option("--lang", "Language of the page (default: the browser's).", click.Choice(["en", "de"]))
charts = report("Also write a page with charts there, for a browser.")
contracts = contract("--contract contracts", "Only this contract; may be repeated.", multiple=True)
second = seat("--second", "The second Bettler or Plauderer.")
leader = seat("--leader", "Who leads to trick 1, where the contract leaves it open.")
contra = count("--contra", "How often Contra was called.")
