"""Odds for people: a table of contracts, the best bid, and how the calls or trumps compare."""

from __future__ import annotations

from collections.abc import Sequence

from kranalyze.cards import Deck, hand_text
from kranalyze.hand.figures import WIDTH, Choice, Odds, best_bid
from kranalyze.show.aligned import SCREEN, aligned, cut, filled
from kranalyze.show.text import card_text, suit_text

_HEAD: tuple[str, ...] = ("contract", "makes", "95%", "mean", "with", "best per layout", "layouts")

#: Said where a choice cannot be made in every layout.
_SOME = (
    "Where a choice cannot be made in every layout (a card called that may be an own one, a trump that\n"
    "forehand may not hold), its figures are of those in which it can."
)

#: Choices that are listed.
_LISTED = 8


def odds_text(
    answers: Sequence[Odds], deck: Deck = "french", taken: bool = False, limited: bool = False
) -> str:
    """The answers about one hand, the best mean first.

    Args:
        taken: say that the game was taken for the number of cards.
        limited: say, if an interval is wide, that a sample was not to take long.
    """
    first = answers[0]
    why = f", taken for its hands of {first.game.size}; --game names another" if taken else ""
    lines = [filled(f"{hand_text(first.hand, deck)}  {first.game.name}{why}"), ""]
    rows = [_HEAD, *(_row(odds, deck) for odds in answers)]
    lines += aligned(rows, "<>>><<<")
    if any(choice.layouts < odds.layouts for odds in answers for choice in odds.choices):
        lines += ["", _SOME]
    if any(odds.method == "book" for odds in answers):
        unknown = [odds.contract.name for odds in answers if odds.method == "sample"]
        if unknown:
            lines += ["", filled(f"Not in the book of hands, so from a sample: {', '.join(unknown)}.")]
    intervals = [odds.interval or (0, 0) for odds in answers]
    if limited and any(high - low > WIDTH for low, high in intervals):
        most = max(odds.layouts for odds in answers)
        drawn = "1 layout" if most == 1 else f"{most:,} layouts"
        more = f"--within {WIDTH} goes on until no interval is wider"
        lines += ["", f"The sample was to take some seconds: {drawn}; {more}."]
    best = best_bid(answers)
    if best is not None and best.mean is not None:
        told = "" if best.mean > 0 else " It does not pay: passing costs nothing by itself."
        lines += ["", f"Best bid: {_named(best, deck)}, {best.mean:+.1f} {first.game.unit} on average.{told}"]
    for odds in answers:
        if odds.play is not None:
            leads = sorted(odds.play.items(), key=lambda pair: -pair[1])
            shown = "  ".join(f"{card_text(card, deck)} {_percent(share)}" for card, share in leads)
            lines += ["", f"{_named(odds, deck)}, by the first card:", f"  {shown}"]
    for odds in answers if first.hand.bit_count() < first.game.size else ():
        if len(odds.choices) > 1:
            shown = ", ".join(_ranked(choice, deck) for choice in odds.choices[:_LISTED])
            lines += ["", f"{odds.contract.name}, by the choice: {shown}"]
    return "\n".join(lines)


def odds_head() -> str:
    """The head of the rows of ``odds_line``."""
    return _listed("hand", "best bid", "makes", "mean")


def _listed(hand: str, bid: str, share: str, mean: str) -> str:
    """Rows are printed as they come: their columns do not wait for the widest cell."""
    room = min(36, max(8, (SCREEN.get() or 77) - 41))
    return f"{hand:<23}  {cut(bid, room):<{room}}  {share:>6}  {mean:>6}"


def odds_line(answers: Sequence[Odds], deck: Deck = "french") -> str:
    """The best bid of a hand in one line, of several contracts the one that pays best."""
    hand, best = hand_text(answers[0].hand, deck), best_bid(answers)
    if best is None or best.share is None:
        return f"{hand:<23}  none"
    return _listed(hand, _named(best, deck), _percent(best.share), f"{best.mean:+.1f}")


def _row(odds: Odds, deck: Deck) -> tuple[str, ...]:
    if odds.best is None or odds.share is None or odds.interval is None or odds.share_dd is None:
        return odds.contract.name, "not biddable", "", "", "", "", ""
    low, high = odds.interval
    exact = odds.method == "exact"
    choice = _choice(odds.best, deck)
    return (
        odds.contract.name,
        _percent(odds.share),
        "exact" if exact else f"{_percent(low)} to {_percent(high)}",
        "" if odds.mean is None else f"{odds.mean:+.1f}",
        choice,
        _percent(odds.share_dd) if choice else "",
        ("all " if exact else "") + f"{odds.best.layouts:,}",
    )


def _percent(share: float) -> str:
    """A share; what is not quite nothing or all never looks so.

    >>> _percent(0.5), _percent(0.99999), _percent(1)
    ('50.0%', '>99.9%', '100.0%')
    """
    text = f"{share:.1%}"
    if text == "100.0%" and share < 1:
        return ">99.9%"
    return "<0.1%" if text == "0.0%" and share > 0 else text


def _choice(choice: Choice, deck: Deck) -> str:
    words = []
    if choice.call is not None:
        words.append(card_text(choice.call, deck))
    if choice.trump is not None and choice.call is None:
        words.append(suit_text(choice.trump, deck))
    elif choice.trump is not None and choice.call is not None and choice.call >> 3 != choice.trump:
        words.append(f"trump {suit_text(choice.trump, deck)}")
    return " ".join(words)


def _named(odds: Odds, deck: Deck) -> str:
    choice = "" if odds.best is None else _choice(odds.best, deck)
    return f"{odds.contract.name} with {choice}" if choice else odds.contract.name


def _ranked(choice: Choice, deck: Deck) -> str:
    mean = "" if choice.mean is None else f" ({choice.mean:+.1f})"
    return f"{_choice(choice, deck)} {_percent(choice.share)}{mean}"
