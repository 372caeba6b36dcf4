"""What makes a command, and the options that commands share, each once: a command lists those it takes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, TypeVar

import click

from kranalyze.cards import Deck, parse_card, parse_hand, parse_suit
from kranalyze.cli.common import Tally, usage, valid
from kranalyze.cli.sinks import format_for
from kranalyze.deal import Seat
from kranalyze.games import GAMES, get_game, hint
from kranalyze.games.base import Game

T = TypeVar("T")

#: Trick and card, both from 1.
At = tuple[int, int]


def command(
    examples: str, *params: click.Parameter
) -> Callable[[Callable[..., int | None]], click.Command]:
    """A command of a function, which gets a tally first and gives an exit status if it is not 0.

    Args:
        examples: what follows the options in its help, shown as it is written.
        params: its arguments and options in the order of the help.
    """

    def made(do: Callable[..., int | None]) -> click.Command:
        def run(**given: Any) -> None:
            tally = Tally()
            tally.finish(do(tally, **given) or 0)

        epilog = "\b\n" + examples.replace("\n\n", "\n\n\b\n")
        return click.Command(do.__name__, callback=run, params=[*params], help=do.__doc__, epilog=epilog)

    return made


def typed(read: Callable[[str], T]) -> Callable[[str], T]:
    """A type of arguments: what cannot be read is wrong usage, in the words of ``read``."""

    def convert(text: str) -> T:
        try:
            return read(text)
        except ValueError as error:
            raise click.BadParameter(str(error)) from None

    return convert


@typed
def file_type(text: str) -> str:
    """The name of a file or directory to write to."""
    if not text:
        raise ValueError("the name is empty")
    return text


@typed
def contract_type(text: str) -> str:
    """The contract of an argument if some game knows it; which game is known only when the deals are."""
    games = _games(click.get_current_context())
    for candidate in games:
        with suppress(ValueError):
            return candidate.contract(text).id
    said = hint(text, {c.id: (c.id, c.name, *c.aliases) for g in games for c in g.contracts})
    if said.startswith("known"):
        said = "known:" + "".join(f"\n  {g.id}: {', '.join(c.id for c in g.contracts)}" for g in games)
    raise ValueError(f"unknown contract {text!r}, {said}")


@typed
def rule_type(text: str) -> tuple[str, str]:
    """Name and value of ``K=V``."""
    name, _, value = (part.strip() for part in text.partition("="))
    if not name or not value:
        raise ValueError(f"a rule is given as NAME=VALUE, not {text!r}")
    return name, value


@typed
def hand_type(text: str) -> tuple[Seat, int]:
    """Seat and mask of ``SEAT=HAND``, the hand as in a deal or as cards divided by blanks or commas."""
    seat, equals, hand = text.partition("=")
    if not equals:
        raise ValueError(f"a hand is given as SEAT=HAND, not {text!r}")
    return Seat.parse(seat), in_deck(hand, "french", parse_hand)


@typed
def at_type(text: str) -> At:
    """Trick and card of ``T.C``, both from 1."""
    trick, _, card = text.partition(".")
    if not (trick.isdecimal() and card.isdecimal() and int(trick) and int(card)):
        raise ValueError(f"a card is given as TRICK.CARD, as in 3.2, not {text!r}")
    return int(trick), int(card)


def _games(context: click.Context) -> list[Game]:
    """The game that was asked for, else all of them."""
    game = context.params.get("game")
    return [GAMES[game]] if game in GAMES else list(GAMES.values())


def _rules(ctx: click.Context, param: click.Parameter, given: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Rule options as a mapping; refused if the game, or where it is not given every game, refuses them."""
    rules, errors, games = dict(given), [], _games(ctx)
    for candidate in games:
        try:
            candidate.rules(rules)
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


def option(
    names: str, metavar: str | None, text: str,
    words: Callable[[click.Context], Iterable[str]] | None = None, **more: Any,
) -> click.Option:  # fmt: skip
    """An option.

    Args:
        names: divided by blanks.
        metavar: what the help calls its value.
        text: what the help says.
        words: what the shell completes it by, which may depend on what was given before.
        more: as for ``click.Option``.
    """

    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
        known = words(ctx) if words is not None else ()
        return [word for word in known if word.lower().startswith(incomplete.lower())]

    more |= {} if words is None else {"shell_complete": complete}
    return click.Option(names.split(), metavar=metavar, help=text, **more)


def flag(names: str, text: str) -> click.Option:
    """An option without a value."""
    return option(names, None, text, is_flag=True)


def number(names: str, metavar: str, text: str, least: int = 1, **more: Any) -> click.Option:
    """An option that takes a whole number."""
    return option(names, metavar, text, type=click.IntRange(least), **more)


def seat(names: str, text: str, **more: Any) -> click.Option:
    """An option that takes a seat."""
    words = [seat.name for seat in Seat]
    return option(names, "N|E|S|W", text, lambda ctx: words, type=typed(Seat.parse), **more)


def contract(names: str, text: str, **more: Any) -> click.Option:
    """An option that takes a contract."""

    def ids(ctx: click.Context) -> Iterable[str]:
        return dict.fromkeys(c.id for g in _games(ctx) for c in g.contracts)

    return option(names, "ID", text, ids, type=contract_type, **more)


def game_named(text: str, **more: Any) -> click.Option:
    """``--game`` with a help and a default of the command."""
    read = typed(lambda name: get_game(name).id)
    return option("--game", "GAME", text, lambda ctx: GAMES, type=read, is_eager=True, **more)


def seed(text: str, **more: Any) -> click.Option:
    """``--seed`` of a series of random numbers."""
    return option("--seed", "S", text, type=click.IntRange(0, 2**64 - 1), **more)


def within(text: str) -> click.Option:
    """``--within``: how wide an interval may be."""
    return option("--within", "W", text, type=click.FloatRange(0, 1, min_open=True))


def deck(usual: str) -> click.Option:
    """``--deck``; ``usual`` says what the letters are without it."""
    text = f"Letters of cards in arguments and in texts for people (default: {usual}). "
    text += "Output for machines always has French letters."
    return option("--deck", None, text, type=click.Choice(["french", "german"]))


def output_to(metavar: str, text: str, **more: Any) -> click.Option:
    """``-o``: the file, or directory, to write to."""
    return option("-o --output", metavar, text, type=file_type, **more)


def report(what: str) -> click.Option:
    """``--report``: a page beside what is printed."""
    return option("--report", "OUT.html", f"Also write {what}.", type=file_type)


def page(what: str) -> click.Option:
    """``--report`` for a page with the table; ``what`` lies on it."""
    return report(f"{what} there: one page for a browser, which needs no network")


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

    json = option(
        "--json json_", None, "Short for --format json.", is_flag=True, is_eager=True, expose_value=False,
        callback=lambda ctx, param, given: ctx.meta.update({noted: given}),
    )  # fmt: skip
    short = [json] if "json" in choices else []
    text = "How the result is written." if short else "Format of the output (default: by its ending)."
    return [option("--format form", None, text, type=click.Choice(choices), callback=chosen), *short]


def several(metavar: str, name: str = "files", required: bool = True) -> click.Argument:
    """An argument that is given any number of times, once at least if it is required."""
    return click.Argument([name], nargs=-1, required=required, metavar=f"{metavar}...")


board = option("--board", "B", "Only the board of this name; without it all boards.")
game = game_named(
    "The game, whatever the file says. Without it the game that the file names; a deal that names "
    "none (never in KPN) is of graden with six cards a hand, of bauernschnapsen with five, of anrufen3 "
    f"with seven. Known: {', '.join(GAMES)}."
)
rules = option(
    "--rule rules", "K=V", "A rule option, over that of the record; may be repeated. See `kranalyze games`.",
    type=rule_type, multiple=True, callback=_rules,
)  # fmt: skip
workers = number("--workers", "N", "Threads that solve (default: one per processor).")
output = output_to("OUT", "Where to write (default: standard output).", default="-", is_eager=True)
language = option(
    "--lang", None, "Language of the page (default: the browser's).", type=click.Choice(["en", "de"])
)
charts = report("a page with charts there, for a browser")
contracts = contract("--contract contracts", "Only this contract; may be repeated.", multiple=True)
second = seat("--second", "The second Bettler or Plauderer.")
leader = seat("--leader", "Who leads to trick 1, where the contract leaves it open.")
contra = number("--contra", "N", "How often Contra was called.", least=0)


def in_deck(text: str, deck: Deck, read: Callable[[str, Deck], int]) -> int:
    """Read a card, suit or hand in the letters in force, or, where they name nothing, in the other deck's."""
    try:
        return read(text, deck)
    except ValueError:
        with suppress(ValueError):
            return read(text, "german" if deck == "french" else "french")
        raise


def card_argument(text: str, deck: Deck) -> int:
    """The card of an argument; wrong usage if it is none."""
    return valid(in_deck, text, deck, parse_card)


def cards_argument(text: str, deck: Deck) -> list[int]:
    """The cards of an argument, divided by blanks or commas."""
    return [card_argument(word, deck) for word in text.replace(",", " ").split()]


def suit_argument(text: str, deck: Deck) -> int:
    """The suit of an argument, ``NO_TRUMP`` for none; wrong usage if it is neither."""
    from kranalyze.answers.answer import NO_TRUMP

    if text.strip().lower() in ("none", "nt"):
        return NO_TRUMP
    return valid(in_deck, text, deck, parse_suit)
