"""Format the odds of a hand: a table of contracts, the best bid, and the odds by called card or trump.

The odds say how often a contract is made with a hand. A choice is the called card and the trump, which the
declarer chooses without seeing the other hands. Figures with open cards suppose that everybody sees all
cards. Figures at the table come from simulated games in which players know only what their seats can see.
"""

from __future__ import annotations

from collections.abc import Sequence

from kranalyze.cards import Deck, suit_text
from kranalyze.games import Game
from kranalyze.games.written import rules_text
from kranalyze.hand.figures import WIDTH, Choice, Odds, odds_with_best_mean
from kranalyze.show.aligned import SCREEN, fit_columns, shorten, wrap_sentence, wrap_text
from kranalyze.show.text import card_text, game_name_and_changed_rules, join_words
from kranalyze.show.twoanswers import TWO_ANSWERS, share_span, share_text

#: Note for tables in which a called card or a trump is impossible in some layouts of the other hands.
_PARTIAL_CHOICES = (
    "Where a choice cannot be made in every layout (a card called that may be an own one, a trump that\n"
    "forehand may not hold), its figures are of those in which it can."
)

#: Texts about the layouts of the other hands that were examined for the figures with open cards. The key is
#: the method by which the odds were computed. ``{}`` is replaced by the number of layouts.
_METHODS = {"exact": "all {}", "book": "{} in the book of hands", "sample": "{} drawn at random"}

#: Sentence that explains the book of hands.
_BOOK = "The book has figures of all hands of the game, computed in advance."

#: Maximum number of called cards or trumps that are listed for a contract.
_LISTED = 8

#: Width, in characters, of the column with the names of boards.
_BOARD = 6


def odds_text(
    answers: Sequence[Odds],
    deck: Deck = "french",
    game_was_guessed: bool = False,
    sampling_time_was_limited: bool = False,
) -> str:
    """Format the odds of a hand in several contracts.

    Args:
        answers: odds of the same hand for several contracts, the greatest mean payment first.
        deck: the deck (French or German) whose letters are used for cards.
        game_was_guessed: whether the game was guessed from the number of cards. If so, the text says that the
            user can name another game.
        sampling_time_was_limited: whether the sample had a time limit. If so, and if an interval is wide, the
            text mentions the limit.
    """
    hand = answers[0].hand
    game = answers[0].game
    why = f", taken for its hands of {game.size}; --game names another" if game_was_guessed else ""
    blocks = [wrap_sentence(f"{hand.text(deck)}  {game_name_and_changed_rules(game)}{why}")]
    if any(odds.careful for odds in answers):
        at_table = "at table", "95%", "mean", "games"
        titles = ["contract", _call_and_trump_title(answers), *at_table, "open cards", "95%", "mean"]
        table = _table([titles, *(_row_at_table_and_open(odds, deck) for odds in answers)], "<<>>>>|>>>")
        blocks += ["\n".join(table), *_negative_mean_explanation(answers)]
        blocks += [wrap_text(TWO_ANSWERS), wrap_text(_sentences_on_origin_of_figures(answers))]
    else:
        choice_title = _call_and_trump_title(answers)
        titles = ["contract", "makes", "95%", "mean", choice_title, "best per layout", "layouts"]
        table = _table([titles, *(_row(odds, deck) for odds in answers)], "<>>><<<")
        blocks += ["\n".join(table), *_negative_mean_explanation(answers)]
    if any(choice.layouts < odds.layouts for odds in answers for choice in odds.choices):
        blocks.append(_PARTIAL_CHOICES)
    unknown = [odds.contract.name for odds in answers if odds.method == "sample"]
    if unknown and any(odds.method == "book" for odds in answers):
        blocks.append(wrap_sentence(f"Not in the book of hands, so from a sample: {', '.join(unknown)}."))
    intervals = [odds.interval or (0, 0) for odds in answers]
    if sampling_time_was_limited and any(high - low > WIDTH for low, high in intervals):
        most = max(odds.layouts for odds in answers)
        drawn = "1 layout" if most == 1 else f"{most:,} layouts"
        more = f"--within {WIDTH} goes on until no interval is wider"
        blocks.append(f"The sample was to take some seconds: {drawn}; {more}.")
    if (bid := _best_bid(answers, deck)) is not None:
        blocks.append(bid)
    for odds in answers:
        if odds.play is not None:
            leads = sorted(odds.play.items(), key=lambda pair: -pair[1])
            shown = "  ".join(f"{card_text(card, deck)} {share_text(share)}" for card, share in leads)
            contract = _contract_with_choice(odds, deck)
            blocks.append(f"{contract}, by the first card{_open_cards_note(odds)}:\n  {shown}")
    for odds in answers if len(hand) < game.size else ():
        means = ("" if c.mean is None else f" ({c.mean:+.1f})" for c in odds.choices[:_LISTED])
        parts = zip(odds.choices, means, strict=False)
        shown = ", ".join(f"{_call_and_trump_text(c, deck)} {share_text(c.share)}{mean}" for c, mean in parts)
        if len(odds.choices) > 1:
            by = "trump" if odds.choices[0].call is None else "called card"
            head = f"{odds.contract.name}, by the {by}{_open_cards_note(odds)}"
            blocks.append(wrap_sentence(f"{head}: {shown}"))
    return "\n\n".join(blocks)


def _table(rows: Sequence[Sequence[str]], align: str) -> list[str]:
    """Format rows of cells as the lines of a table. Leave out a column without a title.

    The column of called cards and trumps has no title if no contract has a called card or trump. All other
    columns have titles.
    """
    if "" in rows[0]:
        empty = rows[0].index("")
        rows = [[*row[:empty], *row[empty + 1 :]] for row in rows]
        align = align[:empty] + align[empty + 1 :]
    return fit_columns(rows, align)


def _open_cards_note(odds: Odds) -> str:
    """Return the note "(open cards)" if the odds also have figures at the table, else an empty text."""
    return " (open cards)" if odds.careful else ""


def _sentences_on_origin_of_figures(answers: Sequence[Odds]) -> str:
    """Return sentences on where figures come from: games at the table, open cards, the book of hands."""
    look = max(odds.careful.look for odds in answers if odds.careful)
    layouts: dict[str, list[int]] = {}
    for odds in answers:
        if odds.best is not None:
            layouts.setdefault(odds.method, []).append(odds.best.layouts)
    parts = [_METHODS[method].format(_least_to_greatest(counts)) for method, counts in layouts.items()]
    judged = f"at most {look:,} layouts at a turn"
    if any(odds.careful_source == "book" for odds in answers):
        table = f"Games at the table: of the book of hands, where a player judges by {judged}. "
    else:
        table = f"At the table a player judges by {judged} (--look). "
    text = f"{table}Layouts with open cards: {join_words(parts)}."
    if "book" in layouts or any(odds.careful_source == "book" for odds in answers):
        text += f" {_BOOK}"
    return text


def _least_to_greatest(numbers: Sequence[int]) -> str:
    """Format the least and the greatest number as a range. If all numbers are equal, format this number."""
    low, high = min(numbers), max(numbers)
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"


def _negative_mean_explanation(answers: Sequence[Odds]) -> list[str]:
    """Return a list with one paragraph on contracts whose mean is surprising, or an empty list.

    The paragraph is about two kinds of contracts. In contracts of the first kind, the winner of the last
    trick becomes the partner. Contracts of the second kind are mostly made at the table but have a negative
    mean, or are mostly lost but have a positive mean.
    """
    lasts = [odds for odds in answers if odds.contract.goal.last_winner_becomes_partner and odds.share]
    sentences = []
    for odds in lasts:
        value, size = odds.contract.value, odds.game.size
        sentences.append(
            f"{odds.contract.name} pays {value} {odds.game.unit} if it takes {size - 1} tricks, {3 * value} "
            f"if it takes all {size}, and costs {3 * value} if it fails."
        )
    for odds in answers:
        if odds.careful is None or odds in lasts:
            continue
        name, share, mean = odds.contract.name, odds.careful.share, odds.careful.mean
        if share > 0.5 and mean < 0:
            sentences.append(f"{name} is more often made than lost at the table, but a lost game costs more.")
        elif share < 0.5 and mean > 0:
            sentences.append(f"{name} is more often lost than made at the table, but a made game pays more.")
    return [wrap_text(" ".join(sentences))] if sentences else []


def _best_bid(answers: Sequence[Odds], deck: Deck) -> str | None:
    """Return a text that names the best bid. None: no contract has a mean payment.

    If games were simulated, the best bid is the bid with the greatest mean in these games (RULINGS, section
    "At the table"). The text then also names contracts that may be as good, and the best bid with open cards.
    """
    best = odds_with_best_mean(answers)
    if best is None or best.mean is None:
        return None
    if best.careful is None:
        return wrap_text(_verdict(answers, best, "with open cards", f"{best.mean:+.1f}", deck))
    low, high = best.careful.mean_interval
    mean = f"{best.careful.mean:+.1f}"
    text = _verdict(answers, best, "at the table", mean, deck, f" ({low:+.1f} to {high:+.1f})")
    others = [
        _contract_with_choice(odds, deck)
        for odds in answers
        if odds is not best and odds.careful is not None and odds.careful.mean_interval[1] > low
    ]
    if low <= 0 < best.careful.mean and _may_pass(best.game):
        others.append("a pass")
    if others:
        text += f" Not clearly worse: {join_words(others)}; --games N plays more."
    if best.careful.mean <= 0 < high and _may_pass(best.game):
        text += " It may pay after all; --games N plays more."
    return wrap_text(text + _best_open_cards_bid_note(answers, best, deck))


def _best_open_cards_bid_note(answers: Sequence[Odds], best: Odds, deck: Deck) -> str:
    """Return a sentence on the best bid with open cards, or an empty text.

    There is a sentence if the best bid with open cards differs from the best bid at the table. If both are
    the same bid, there is a sentence only if this bid pays in just one of the two kinds of play.

    Args:
        answers: the odds of all bids that were compared.
        best: the odds of the best bid at the table.
        deck: the deck (French or German) whose letters are used for cards.
    """
    means = [(odds.mean, odds) for odds in answers if odds.mean is not None]
    mean, by_open_cards = max(means, key=lambda pair: pair[0])
    if by_open_cards is best:
        if (mean > 0) == ((best.bid_mean or 0.0) > 0):
            return ""
        return f" With open cards it would {'' if mean > 0 else 'not '}pay, {mean:+.1f}."
    named = _contract_with_choice(by_open_cards, deck)
    if mean > 0:
        return f" With open cards the best bid would be {named}, {mean:+.1f}."
    return f" With open cards {named} would lose least, {mean:+.1f}."


def _verdict(
    answers: Sequence[Odds], best: Odds, where: str, mean: str, deck: Deck, interval: str = ""
) -> str:
    """Return a sentence that names the best bid, or says that no bid pays.

    Args:
        answers: the odds of all bids that were compared.
        best: the odds of the best bid.
        where: ``at the table`` or ``with open cards``.
        mean: mean payment of the best bid, as text.
        deck: the deck (French or German) whose letters are used for cards.
        interval: confidence interval of the mean, as text.
    """
    amount = f"{mean} {best.game.unit} on average{interval}"
    if not _should_pass(best):
        return f"Best bid {where}: {_contract_with_choice(best, deck)}, {amount}."
    if len(answers) == 1:
        return f"{_contract_with_choice(best, deck)} does not pay {where}: {amount}."
    none = f"None of these bids pays {where}"
    if _all_bids_were_compared(answers):
        none = f"No bid pays {where}: pass"
    return f"{none}. {_contract_with_choice(best, deck)} loses least, {amount}."


def _should_pass(best: Odds) -> bool:
    """Return whether the player should pass: the game allows a pass, and even the best bid does not pay."""
    return (best.bid_mean or 0.0) <= 0 and _may_pass(best.game)


def _all_bids_were_compared(answers: Sequence[Odds]) -> bool:
    """Return whether all bids of the game were compared."""
    bids = {contract.id for contract in answers[0].game.contracts if contract.makeable_at is not None}
    return bids <= {odds.contract.id for odds in answers}


def _may_pass(game: Game) -> bool:
    """Return whether players of a game may pass. They may pass if the game has an auction."""
    return sum(contract.rank is not None for contract in game.contracts) > 1


def format_best_bid_by_odds(
    answers: Sequence[Odds] | None, deck: Deck = "french", games: bool = False, board: str | None = None
) -> str:
    """Format the best bid of a hand as a line with fixed columns. If no bid pays, the line says to pass.

    Args:
        answers: odds of the same hand. None: return the line with the titles of the columns.
        deck: the deck (French or German) whose letters are used for cards.
        games: whether the line also has columns for simulated games at the table.
        board: name of the board, or the title of the column of boards. None: leave out this column.
    """
    title = ""
    begin = "" if board is None else f"{shorten(board, _BOARD):<{_BOARD}}  "
    cells: tuple[str, ...] = ("hand", "best bid", "makes", "mean")
    if games:
        cells = "hand", "best bid", "at table", "mean", "open cards", "mean"
    if answers is not None:
        hand = answers[0].hand.text(deck)
        best = odds_with_best_mean(answers)
        title = f"  {game_name_and_changed_rules(answers[0].game)}" if rules_text(answers[0].game) else ""
        if best is None or best.share is None:
            return f"{begin}{hand:<23}  none{title}"
        of_games: tuple[str, ...] = ()
        if best.careful is not None:
            of_games = share_text(best.careful.share), f"{best.careful.mean:+.1f}"
        if games and not of_games:
            of_games = "", ""
        bid = _contract_with_choice(best, deck)
        if _should_pass(best):
            advice = "pass" if _all_bids_were_compared(answers) else "none pays"
            bid = f"{advice} ({best.contract.name} loses least)"
            if len(answers) == 1:
                bid = f"{best.contract.name} does not pay"
        cells = hand, bid, *of_games, share_text(best.share), f"{best.mean:+.1f}"
    widths = (8, 6, 10, 6) if games else (6, 6)
    numbers = "".join(f"  {cell:>{width}}" for cell, width in zip(cells[2:], widths, strict=True))
    room = min(36, max(8, (SCREEN.get() or 100) - 25 - len(begin) - len(numbers)))
    return f"{begin}{cells[0]:<23}  {shorten(cells[1], room):<{room}}{numbers}{title}"


def _row_at_table_and_open(odds: Odds, deck: Deck) -> tuple[str, ...]:
    """Return the cells of a contract with both kinds of figures: at the table, and with open cards."""
    if odds.best is None or odds.share is None or odds.interval is None:
        return odds.contract.name, "", "not biddable", "", "", "", "", "", ""
    table: tuple[str, ...] = ("not played", "", "", "")
    if odds.careful is not None:
        shares = share_text(odds.careful.share), share_span(odds.careful.interval)
        table = *shares, f"{odds.careful.mean:+.1f}", f"{odds.careful.games:,}"
    return (
        odds.contract.name,
        _call_and_trump_text(odds.best, deck),
        *table,
        share_text(odds.share),
        "exact" if odds.method == "exact" else share_span(odds.interval),
        "" if odds.mean is None else f"{odds.mean:+.1f}",
    )


def _row(odds: Odds, deck: Deck) -> tuple[str, ...]:
    """Return the cells of a contract for a table that has only figures with open cards."""
    if odds.best is None or odds.share is None or odds.interval is None or odds.share_dd is None:
        return odds.contract.name, "not biddable", "", "", "", "", ""
    exact = odds.method == "exact"
    choice = _call_and_trump_text(odds.best, deck)
    return (
        odds.contract.name,
        share_text(odds.share),
        "exact" if exact else share_span(odds.interval),
        "" if odds.mean is None else f"{odds.mean:+.1f}",
        choice,
        share_text(odds.share_dd) if choice else "",
        ("all " if exact else "") + f"{odds.best.layouts:,}",
    )


def _call_and_trump_text(choice: Choice, deck: Deck) -> str:
    """Format the called card and the trump of a choice. If the choice has neither, the text is empty."""
    if choice.call is None:
        return "" if choice.trump is None else suit_text(choice.trump, deck)
    text = card_text(choice.call, deck)
    if choice.trump is not None and choice.call.suit != choice.trump:
        text += f", trump {suit_text(choice.trump, deck)}"
    return text


def _call_and_trump_title(answers: Sequence[Odds]) -> str:
    """Return the title of the column with called cards and trumps. If there are none, the title is empty."""
    choices = [odds.best for odds in answers if odds.best is not None]
    if any(choice.call is not None for choice in choices):
        return "calls"
    return "trump" if any(choice.trump is not None for choice in choices) else ""


def _contract_with_choice(odds: Odds, deck: Deck) -> str:
    """Format a contract with the best called card or trump, for example ``Hundert (calling ♠A)``."""
    if odds.best is None or not (choice := _call_and_trump_text(odds.best, deck)):
        return odds.contract.name
    verb = "trump" if odds.best.call is None else "calling"
    return f"{odds.contract.name} ({verb} {choice})"
