"""Format the odds of a hand: a table of contracts, the best bid, and the shares of calls or trumps."""

from __future__ import annotations

from collections.abc import Sequence

from kranalyze.cards import Deck, hand_text, suit_of, suit_text
from kranalyze.games.written import rules_text
from kranalyze.hand.figures import WIDTH, Choice, Odds, best_odds
from kranalyze.show.aligned import SCREEN, aligned, filled, shorten
from kranalyze.show.text import card_text, game_title

#: Note that is added if some layouts do not allow a choice of call or trump.
_PARTIAL_CHOICES = (
    "Where a choice cannot be made in every layout (a card called that may be an own one, a trump that\n"
    "forehand may not hold), its figures are of those in which it can."
)

#: Most choices that are listed.
_LISTED = 8


def odds_text(
    answers: Sequence[Odds], deck: Deck = "french", taken: bool = False, limited: bool = False
) -> str:
    """Format the odds of a hand in several contracts.

    Args:
        answers: odds of the same hand, the best mean first.
        deck: the deck in whose letters cards are shown.
        taken: whether the game was guessed from the number of cards. The text then says so.
        limited: whether the time for a sample was limited. The text says so if an interval is wide.
    """
    hand = answers[0].hand
    game = answers[0].game
    why = f", taken for its hands of {game.size}; --game names another" if taken else ""
    head = ("contract", "makes", "95%", "mean", "with", "best per layout", "layouts")
    table = aligned([head, *(_row(odds, deck) for odds in answers)], "<>>><<<")
    blocks = [filled(f"{hand_text(hand, deck)}  {game_title(game)}{why}"), "\n".join(table)]
    if any(choice.layouts < odds.layouts for odds in answers for choice in odds.choices):
        blocks.append(_PARTIAL_CHOICES)
    unknown = [odds.contract.name for odds in answers if odds.method == "sample"]
    if unknown and any(odds.method == "book" for odds in answers):
        blocks.append(filled(f"Not in the book of hands, so from a sample: {', '.join(unknown)}."))
    intervals = [odds.interval or (0, 0) for odds in answers]
    if limited and any(high - low > WIDTH for low, high in intervals):
        most = max(odds.layouts for odds in answers)
        drawn = "1 layout" if most == 1 else f"{most:,} layouts"
        more = f"--within {WIDTH} goes on until no interval is wider"
        blocks.append(f"The sample was to take some seconds: {drawn}; {more}.")
    best = best_odds(answers)
    if best is not None and best.mean is not None:
        warning = "" if best.mean > 0 else " It does not pay: passing costs nothing by itself."
        blocks.append(f"Best bid: {_named(best, deck)}, {best.mean:+.1f} {game.unit} on average.{warning}")
    for odds in answers:
        if odds.play is not None:
            leads = sorted(odds.play.items(), key=lambda pair: -pair[1])
            shown = "  ".join(f"{card_text(card, deck)} {_percent(share)}" for card, share in leads)
            blocks.append(f"{_named(odds, deck)}, by the first card:\n  {shown}")
    for odds in answers if hand.bit_count() < game.size else ():
        means = ("" if c.mean is None else f" ({c.mean:+.1f})" for c in odds.choices[:_LISTED])
        parts = zip(odds.choices, means, strict=False)
        shown = ", ".join(f"{_choice(c, deck)} {_percent(c.share)}{mean}" for c, mean in parts)
        if len(odds.choices) > 1:
            blocks.append(f"{odds.contract.name}, by the choice: {shown}")
    return "\n\n".join(blocks)


def odds_line(answers: Sequence[Odds] | None, deck: Deck = "french") -> str:
    """Format the best bid of a hand as a line with fixed columns.

    Args:
        answers: odds of the same hand. None: return the line with the titles of the columns.
        deck: the deck in whose letters cards are shown.
    """
    title = ""
    cells = ("hand", "best bid", "makes", "mean")
    if answers is not None:
        hand = hand_text(answers[0].hand, deck)
        best = best_odds(answers)
        title = f"  {game_title(answers[0].game)}" if rules_text(answers[0].game) else ""
        if best is None or best.share is None:
            return f"{hand:<23}  none{title}"
        cells = hand, _named(best, deck), _percent(best.share), f"{best.mean:+.1f}"
    room = min(36, max(8, (SCREEN.get() or 77) - 41))
    return f"{cells[0]:<23}  {shorten(cells[1], room):<{room}}  {cells[2]:>6}  {cells[3]:>6}{title}"


def _row(odds: Odds, deck: Deck) -> tuple[str, ...]:
    """Return the cells of a contract."""
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
    """Format a share with one decimal. Only the shares 0 and 1 become 0.0% and 100.0%.

    >>> _percent(0.5), _percent(0.99999), _percent(1)
    ('50.0%', '>99.9%', '100.0%')
    """
    text = f"{share:.1%}"
    if text == "100.0%" and share < 1:
        return ">99.9%"
    return "<0.1%" if text == "0.0%" and share > 0 else text


def _choice(choice: Choice, deck: Deck) -> str:
    """Format the called card and the trump of a choice. Without both, the text is empty."""
    if choice.call is None:
        return "" if choice.trump is None else suit_text(choice.trump, deck)
    text = card_text(choice.call, deck)
    if choice.trump is not None and suit_of(choice.call) != choice.trump:
        text += f" trump {suit_text(choice.trump, deck)}"
    return text


def _named(odds: Odds, deck: Deck) -> str:
    """Format a contract with its best choice."""
    choice = "" if odds.best is None else _choice(odds.best, deck)
    return f"{odds.contract.name} with {choice}" if choice else odds.contract.name
