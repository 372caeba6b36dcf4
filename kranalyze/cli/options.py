"""The options that commands share, each once: a command names those it takes (``@options.game``)."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any, TypeVar

import click

from kranalyze.cards import Deck, parse_card, parse_hand, parse_suit
from kranalyze.cli.common import usage, wrong_usage
from kranalyze.cli.sinks import format_for
from kranalyze.deal import Seat
from kranalyze.games import GAMES, get_game, hint
from kranalyze.games.base import Contract, Game

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")

#: Trick and card, both from 1.
At = tuple[int, int]


def typed(read: Callable[[str], T]) -> Callable[[str], T]:
    """A type of arguments: what cannot be read is wrong usage, in the words of ``read``."""

    @functools.wraps(read)
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
def game_type(text: str) -> str:
    """The id of the game of an argument."""
    return get_game(text).id


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


def _complete(words: Callable[[click.Context], Iterable[str]]) -> Callable[..., Any]:
    """Completion by the shell from words that may depend on what was given before."""

    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
        return [word for word in words(ctx) if word.lower().startswith(incomplete.lower())]

    return complete


_CONTRACT_IDS = _complete(lambda ctx: dict.fromkeys(c.id for g in _games(ctx) for c in g.contracts))
_SEATS = _complete(lambda ctx: [seat.name for seat in Seat])
_GAME_IDS = _complete(lambda ctx: GAMES)


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


#: Where a context notes that JSON was asked for.
_JSON = "kranalyze.json"

_json_flag = click.option(
    "--json", "json_", is_flag=True, is_eager=True, expose_value=False,
    callback=lambda ctx, param, given: ctx.meta.update({_JSON: given}), help="Short for --format json.",
)  # fmt: skip


def formats(*choices: str, ending: bool = False, short: bool = False) -> Callable[[F], F]:
    """``--format``, handed on as ``form``.

    Args:
        choices: its values.
        ending: without it the ending of ``output`` says the format, or else it is the first; None otherwise.
        short: also ``--json``.
    """

    def chosen(ctx: click.Context, param: click.Parameter, given: str | None) -> str | None:
        if ctx.meta.get(_JSON):
            if given not in (None, "json"):
                usage(f"--json and --format {given} exclude each other.")
            given = "json"
        return format_for(ctx.params["output"], choices) if ending and given is None else given

    text = "How the result is written." if short else "Format of the output (default: by its ending)."
    option = click.option("--format", "form", type=click.Choice(choices), callback=chosen, help=text)

    def decorate(command: F) -> F:
        return option(_json_flag(command) if short else command)

    return decorate


def output(metavar: str = "OUT", **more: Any) -> Callable[[F], F]:
    """``-o``: the file, or directory, to write to."""
    usual = {"default": "-", "help": "Where to write (default: standard output).", "is_eager": True}
    return click.option("-o", "--output", type=file_type, metavar=metavar, **{**usual, **more})


def report(what: str) -> Callable[[F], F]:
    """``--report``: a page beside what is printed."""
    return click.option("--report", type=file_type, metavar="OUT.html", help=f"Also write {what}.")


def page(what: str) -> Callable[[F], F]:
    """``--report`` for a page with the table; ``what`` lies on it."""
    return report(f"{what} there: one page for a browser, which needs no network")


def seat(*names: str, **more: Any) -> Callable[[F], F]:
    """An option that takes a seat."""
    return click.option(*names, type=typed(Seat.parse), metavar="N|E|S|W", shell_complete=_SEATS, **more)


def contract(*names: str, **more: Any) -> Callable[[F], F]:
    """An option that takes a contract."""
    return click.option(*names, type=contract_type, metavar="ID", shell_complete=_CONTRACT_IDS, **more)


def game_named(**more: Any) -> Callable[[F], F]:
    """``--game`` with a help and a default of the command."""
    return click.option(
        "--game", type=game_type, metavar="GAME", shell_complete=_GAME_IDS, is_eager=True, **more
    )


def seed(**more: Any) -> Callable[[F], F]:
    """``--seed`` of a series of random numbers."""
    return click.option("--seed", type=click.IntRange(0, 2**64 - 1), metavar="S", **more)


def deck(usual: str) -> Callable[[F], F]:
    """``--deck``; ``usual`` says what the letters are without it."""
    text = f"Letters of cards in arguments and in texts for people (default: {usual}). "
    text += "Output for machines always has French letters."
    return click.option("--deck", type=click.Choice(["french", "german"]), help=text)


board = click.option("--board", metavar="B", help="Only the board of this name; without it all boards.")
game = game_named(
    help="The game, whatever the file says. Without it the game that the file names; a deal that names "
    "none (never in KPN) is of graden with six cards a hand, of bauernschnapsen with five, of anrufen3 "
    f"with seven. Known: {', '.join(GAMES)}."
)
rules = click.option(
    "--rule", "rules", type=rule_type, metavar="K=V", multiple=True, callback=_rules,
    help="A rule option, over that of the record; may be repeated. See `kranalyze games`.",
)  # fmt: skip
workers = click.option(
    "--workers", type=click.IntRange(min=1), metavar="N",
    help="Threads that solve (default: one per processor).",
)  # fmt: skip
language = click.option(
    "--lang", type=click.Choice(["en", "de"]), help="Language of the page (default: the browser's)."
)
charts = report("a page with charts there, for a browser")
contracts = contract("--contract", "contracts", multiple=True, help="Only this contract; may be repeated.")
second = seat("--second", help="The second Bettler or Plauderer.")
leader = seat("--leader", help="Who leads to trick 1, where the contract leaves it open.")
contra = click.option(
    "--contra", type=click.IntRange(min=0), metavar="N", help="How often Contra was called."
)


def in_deck(text: str, deck: Deck, read: Callable[[str, Deck], T]) -> T:
    """Read a card or a suit in the letters in force, or, where they name nothing, in the other deck's."""
    try:
        return read(text, deck)
    except ValueError:
        with suppress(ValueError):
            return read(text, "german" if deck == "french" else "french")
        raise


def card_argument(text: str, deck: Deck) -> int:
    """The card of an argument; wrong usage if it is none."""
    with wrong_usage():
        return in_deck(text, deck, parse_card)


def cards_argument(text: str, deck: Deck) -> list[int]:
    """The cards of an argument, divided by blanks or commas."""
    return [card_argument(word, deck) for word in text.replace(",", " ").split()]


def suit_argument(text: str, deck: Deck) -> int:
    """The suit of an argument, ``NO_TRUMP`` for none; wrong usage if it is neither."""
    from kranalyze.answers.answer import NO_TRUMP

    with wrong_usage():
        return NO_TRUMP if text.strip().lower() in ("none", "nt") else in_deck(text, deck, parse_suit)


def contract_argument(game: Game, text: str) -> Contract:
    """The contract of an argument in a game; wrong usage if it has no such."""
    with wrong_usage():
        return game.contract(text)


def rules_argument(game: Game, given: Mapping[str, str]) -> dict[str, str]:
    """The rule options of an argument held against a game; wrong usage if it does not know them."""
    with wrong_usage():
        game.rules(given)
    return dict(given)
