"""Format the odds of a hand: a table of contracts, the best bid, and the shares of calls or trumps."""

from __future__ import annotations

from collections.abc import Sequence

from kranalyze.cards import Deck, hand_text, suit_of, suit_text
from kranalyze.games.written import rules_text
from kranalyze.hand.figures import WIDTH, Choice, Odds, best_odds
from kranalyze.show.aligned import SCREEN, fit_columns, paragraph, shorten, wrap_sentence
from kranalyze.show.text import card_text, game_title, join_words
from kranalyze.show.twoanswers import TWO_ANSWERS, share_span

#: Note that is added if some layouts do not allow a choice of call or trump.
_PARTIAL_CHOICES = (
    "Where a choice cannot be made in every layout (a card called that may be an own one, a trump that\n"
    "forehand may not hold), its figures are of those in which it can."
)

#: Texts on the layouts from which the figures of open cards come, by method. ``{}`` is their number.
_METHODS = {"exact": "all {}", "book": "{} in the book of hands", "sample": "{} drawn at random"}

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
    blocks = [wrap_sentence(f"{hand_text(hand, deck)}  {game_title(game)}{why}")]
    if any(odds.careful for odds in answers):
        titles = ("contract", "with", "at table", "95%", "mean", "games", "open cards", "95%", "mean")
        blocks.append(
            "\n".join(fit_columns([titles, *(_row_of_both(o, deck) for o in answers)], "<<>>>>>>>"))
        )
        blocks += [paragraph(TWO_ANSWERS), paragraph(_sources(answers))]
    else:
        head = ("contract", "makes", "95%", "mean", "with", "best per layout", "layouts")
        blocks.append("\n".join(fit_columns([head, *(_row(odds, deck) for odds in answers)], "<>>><<<")))
    if any(choice.layouts < odds.layouts for odds in answers for choice in odds.choices):
        blocks.append(_PARTIAL_CHOICES)
    unknown = [odds.contract.name for odds in answers if odds.method == "sample"]
    if unknown and any(odds.method == "book" for odds in answers):
        blocks.append(wrap_sentence(f"Not in the book of hands, so from a sample: {', '.join(unknown)}."))
    intervals = [odds.interval or (0, 0) for odds in answers]
    if limited and any(high - low > WIDTH for low, high in intervals):
        most = max(odds.layouts for odds in answers)
        drawn = "1 layout" if most == 1 else f"{most:,} layouts"
        more = f"--within {WIDTH} goes on until no interval is wider"
        blocks.append(f"The sample was to take some seconds: {drawn}; {more}.")
    if (bid := _best_bid(answers, deck)) is not None:
        blocks.append(bid)
    for odds in answers:
        if odds.play is not None:
            leads = sorted(odds.play.items(), key=lambda pair: -pair[1])
            shown = "  ".join(f"{card_text(card, deck)} {_percent(share)}" for card, share in leads)
            blocks.append(f"{_named(odds, deck)}, by the first card{_with_open_cards(odds)}:\n  {shown}")
    for odds in answers if hand.bit_count() < game.size else ():
        means = ("" if c.mean is None else f" ({c.mean:+.1f})" for c in odds.choices[:_LISTED])
        parts = zip(odds.choices, means, strict=False)
        shown = ", ".join(f"{_choice(c, deck)} {_percent(c.share)}{mean}" for c, mean in parts)
        if len(odds.choices) > 1:
            blocks.append(f"{odds.contract.name}, by the choice{_with_open_cards(odds)}: {shown}")
    return "\n\n".join(blocks)


def _with_open_cards(odds: Odds) -> str:
    """Return the note "(open cards)" if the odds also have figures at the table, else an empty text."""
    return " (open cards)" if odds.careful else ""


def _sources(answers: Sequence[Odds]) -> str:
    """Return two sentences: one on the games at the table, one on the layouts with open cards."""
    look = max(odds.careful.look for odds in answers if odds.careful)
    layouts: dict[str, list[int]] = {}
    for odds in answers:
        if odds.best is not None:
            layouts.setdefault(odds.method, []).append(odds.best.layouts)
    parts = [_METHODS[method].format(_number_range(counts)) for method, counts in layouts.items()]
    judged = f"at most {look:,} layouts at a turn"
    if any(odds.careful_source == "book" for odds in answers):
        table = f"Games at the table: of the book of hands, where a player judges by {judged}. "
    else:
        table = f"At the table a player judges by {judged} (--look). "
    return (
        f"{table}"
        f"Layouts with open cards: {join_words(parts)}."
    )


def _number_range(numbers: Sequence[int]) -> str:
    """Format the least and greatest number, or one number if they are equal."""
    low, high = min(numbers), max(numbers)
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"


def _best_bid(answers: Sequence[Odds], deck: Deck) -> str | None:
    """Return a text that names the best bid. None: no contract has a mean.

    If games were played, the text also names contracts that may be as good, and the best bid with open cards.
    """
    best = best_odds(answers)
    if best is None or best.bid_mean is None:
        return None
    unit = best.game.unit
    warning = "" if best.bid_mean > 0 else " It does not pay: passing costs nothing by itself."
    if best.careful is None:
        return f"Best bid: {_named(best, deck)}, {best.bid_mean:+.1f} {unit} on average.{warning}"
    low, high = best.careful.mean_interval
    others = [
        _named(odds, deck)
        for odds in answers
        if odds is not best and odds.careful is not None and odds.careful.mean_interval[1] > low
    ]
    text = (
        f"Best bid at the table: {_named(best, deck)}, {best.bid_mean:+.1f} {unit} on average "
        f"({low:+.1f} to {high:+.1f}).{warning}"
    )
    if others:
        text += f" Not clearly worse: {join_words(others)}; --games N plays more."
    by_open_cards = max((o for o in answers if o.mean is not None), key=lambda o: o.mean or 0.0, default=best)
    if by_open_cards is not best:
        text += f" With open cards it would be {_named(by_open_cards, deck)}, {by_open_cards.mean:+.1f}."
    return paragraph(text)


def odds_line(answers: Sequence[Odds] | None, deck: Deck = "french", games: bool = False) -> str:
    """Format the best bid of a hand as a line with fixed columns.

    Args:
        answers: odds of the same hand. None: return the line with the titles of the columns.
        deck: the deck in whose letters cards are shown.
        games: whether the line also has the figures at the table.
    """
    title = ""
    cells: tuple[str, ...] = ("hand", "best bid", "makes", "mean")
    if games:
        cells = "hand", "best bid", "at table", "mean", "open cards", "mean"
    if answers is not None:
        hand = hand_text(answers[0].hand, deck)
        best = best_odds(answers)
        title = f"  {game_title(answers[0].game)}" if rules_text(answers[0].game) else ""
        if best is None or best.share is None:
            return f"{hand:<23}  none{title}"
        of_games = () if best.careful is None else (_percent(best.careful.share), f"{best.careful.mean:+.1f}")
        if games and not of_games:
            of_games = "", ""
        cells = hand, _named(best, deck), *of_games, _percent(best.share), f"{best.mean:+.1f}"
    widths = (8, 6, 10, 6) if games else (6, 6)
    numbers = "".join(f"  {cell:>{width}}" for cell, width in zip(cells[2:], widths, strict=True))
    room = min(36, max(8, (SCREEN.get() or 100) - 25 - len(numbers)))
    return f"{cells[0]:<23}  {shorten(cells[1], room):<{room}}{numbers}{title}"


def _row_of_both(odds: Odds, deck: Deck) -> tuple[str, ...]:
    """Return the cells of a contract in the table with both answers: at the table, and with open cards."""
    if odds.best is None or odds.share is None or odds.interval is None:
        return odds.contract.name, "", "not biddable", "", "", "", "", "", ""
    table: tuple[str, ...] = ("not played", "", "", "")
    if odds.careful is not None:
        shares = _percent(odds.careful.share), share_span(odds.careful.interval)
        table = *shares, f"{odds.careful.mean:+.1f}", f"{odds.careful.games:,}"
    return (
        odds.contract.name,
        _choice(odds.best, deck),
        *table,
        _percent(odds.share),
        "exact" if odds.method == "exact" else share_span(odds.interval),
        "" if odds.mean is None else f"{odds.mean:+.1f}",
    )


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
