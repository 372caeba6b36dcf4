"""Format advice for the next card as text: what a seat can know of the other hands, and its best cards."""

from __future__ import annotations

from collections.abc import Iterator

from kranalyze.cards import SUIT_NAMES, Deck, cards_of, mask_of, rank_letter, rank_of, strength, suit_mask
from kranalyze.core.knowledge import HiddenPlace
from kranalyze.known.advice import Advice, CardAdvice
from kranalyze.known.layouts import Knowledge
from kranalyze.known.wordgames import recorded_words_of_turn
from kranalyze.show.aligned import fit_columns, wrap_text
from kranalyze.show.text import card_text, game_name_and_changed_rules, join_words, question_title
from kranalyze.show.twoanswers import TWO_ANSWERS, share_span, share_text


def advice_text(
    found: Advice, deck: Deck | None = None, show_card_places: bool = False, board: str | None = None
) -> str:
    """Return advice on which card a seat should play, as text.

    Args:
        found: the advice.
        deck: the deck (French or German) whose letters are used for cards. None: the deck of the record.
        show_card_places: whether to show for each unseen card how likely it is in each hand.
        board: name of the board. None: no board is shown.
    """
    known = found.knowledge
    letters = deck or known.record.deck
    first = f"Board {board} · " if board else ""
    calling = "" if known.called is None else f", calling {card_text(known.called, letters)}"
    tricks, turn = divmod(known.after, known.players)
    place = f"trick {tricks + 1}, card {turn + 1}, {known.seat.title} to play"
    head = [
        f"{first}{game_name_and_changed_rules(known.game)} · "
        f"{question_title(known.question, letters)}{calling} · {place}",
        f"{known.seat.title} holds {_cards_text(known, known.held_mask(), letters)}",
    ]
    if turn:
        table = (f"{m.seat.name} {card_text(m.card, letters)}" for m in known.moves[-turn:])
        head.append(f"On the table: {'  '.join(table)}")
    ways = format_possible_layouts_sentence(found.layouts).removesuffix(".")
    if found.method == "sample":
        ways += f"; {found.looked_at:,} drawn at random were looked at"
    elif found.layouts > 1:
        ways += "; all were looked at"
    tables = [_table(found, letters), _announcement_table(found, letters)]
    blocks = [head, _known(known, letters), [f"{ways}."], *tables]
    if sentences := _explanation_of_figures(found, letters):
        blocks.append([sentences])
    if show_card_places:
        names = [place.name if place.seat is None else place.seat.title for place in known.hidden]
        rows = [("card", "", *names)]
        for card, places in known.places().items():
            shares = (places[place.name] for place in known.hidden)
            rows.append((card_text(card, letters), "", *(f"{float(p):.1%}" if p else "–" for p in shares)))
        blocks.append(["Where the cards may lie", *fit_columns(rows, "<<" + ">" * len(names), "  ")])
    return "\n\n".join("\n".join(block) for block in blocks if block)


def format_possible_layouts_sentence(possible_layouts: int) -> str:
    """Return a sentence that says how many arrangements of the unseen cards (layouts) are possible."""
    return f"{possible_layouts:,} layout{' is' if possible_layouts == 1 else 's are'} possible."


def _cards_text(known: Knowledge, mask: int, deck: Deck) -> str:
    """Return the cards of a bit mask as text: suit by suit, in each suit from high to low."""
    ranks = strength(known.question.order)
    held = sorted(cards_of(mask), key=lambda c: (c >> 3, -ranks[rank_of(c)]))
    return " ".join(card_text(c, deck) for c in held)


def _known(known: Knowledge, deck: Deck) -> list[str]:
    """Return a line for each other hand of which something is known, and a line about an unseen called card.

    The line about the called card names the seats that may hold this card.
    """
    called, lines = known.called, []
    for place in known.hidden:
        if place.seat is not None and place.is_open:
            lines.append(f"{place.seat.title} holds {_cards_text(known, place.must_mask, deck)}, face up")
            continue
        parts = list(_lacks(known, place, deck))
        sets = [(place.must_mask,)] if place.must_mask else []
        for family in (*sets, *place.family_masks):
            parts.append("holds " + join_words((_cards_text(known, mask, deck) for mask in family), "or"))
        if parts and place.seat is not None:
            lines.append(f"{place.seat.title} {', and '.join(parts)}")
    if called is not None and known.unseen_mask >> called.number & 1:
        holders = (place.seat for i, place in enumerate(known.hidden) if known.holding(called, i))
        names = [seat.title for seat in holders if seat is not None]
        lines.append(f"{join_words(names, 'or')} holds {card_text(called, deck)}, the called card")
    return lines


def _lacks(known: Knowledge, place: HiddenPlace, deck: Deck) -> Iterator[str]:
    """Yield phrases that say what a hand cannot hold: suits, cards of a suit above a rank, single cards.

    If the called card is the only unseen card of its suit that the hand cannot hold, leave out this suit:
    another line of the text names the seats that may hold the called card. But if the suit has no other
    unseen card at all, say that the hand has no card of the suit.
    """
    names = SUIT_NAMES[deck]
    ranks = strength(known.question.order)
    whole, parts = [], []
    for suit in range(4):
        unseen = known.unseen_mask & suit_mask(suit)
        lacks = place.cannot_mask & suit_mask(suit)
        if known.called is not None and lacks == 1 << known.called.number != unseen:
            continue
        if lacks and lacks == unseen:
            whole.append(names[suit])
        elif lacks:
            rising = sorted(cards_of(known.pack_mask & suit_mask(suit)), key=lambda c: ranks[rank_of(c)])
            at = next(i for i, c in enumerate(rising) if lacks >> c & 1)
            if at and unseen & mask_of(rising[at:]) == lacks:
                highest = rank_letter(rank_of(rising[at - 1]), deck)
                parts.append(f"no {names[suit].removesuffix('s')} above the {highest}")
            else:
                parts.append(f"not {_cards_text(known, lacks, deck)}")
    if whole:
        yield "has no " + join_words(whole, "or")
    if parts:
        yield ("" if whole else "has ") + ", ".join(parts)


def _table(found: Advice, deck: Deck) -> list[str]:
    """Return the lines of a table with a row for each legal card.

    The rows are sorted by the mean payment with open cards (everybody sees all cards), the greatest first.
    """
    plans = any(choice.floor is not None for choice in found.cards)
    games = any(choice.careful for choice in found.cards)
    between = ("95%",) if found.method == "sample" else ()
    unit = f"mean ({found.knowledge.game.unit})"
    head = ("wins", *between, unit, *between)
    align = "<<" + ">" * len(head)
    if games:  # to have room for figures at the table, leave out the interval of the mean with open cards
        head = ("at table", "95%", unit, "95%", "open cards", *between, "mean")
        align = "<<>>>>|" + ">" * len(head[4:])
    rows = [("card", "", *head, *["one plan wins"] * plans)]
    for choice in sorted(found.cards, key=lambda choice: -choice.mean):
        shares = [share_span((choice.low, choice.high))]
        means = [f"{choice.mean_low:+.2f} to {choice.mean_high:+.2f}"]
        if not between:
            shares = []
        if not between or games:
            means = []
        named = card_text(choice.card, deck), _mark(choice, found)
        floor = ["" if choice.floor is None else share_text(choice.floor)] * plans
        figures = (share_text(choice.share), *shares, f"{choice.mean:+.2f}", *means, *floor)
        rows.append((*named, *_at_table(choice), *figures))
    return fit_columns(rows, align + ">" * plans, "  ", keys=2)


def _best_at_table(found: Advice) -> list[CardAdvice]:
    """Return the cards with the greatest mean payment in simulated games at the table.

    If no games were simulated, return an empty list.
    """
    means = [choice.careful.mean for choice in found.cards if choice.careful is not None]
    return [c for c in found.cards if c.careful is not None and c.careful.mean == max(means)]


def _mark(choice: CardAdvice, found: Advice) -> str:
    """Return the mark of a card: ``best open`` (open cards), ``best table`` (at the table), ``best``, or "".

    ``best`` means best both with open cards and at the table. If no games at the table were simulated, it
    means best with open cards.
    """
    at_table = _best_at_table(found)
    if not at_table or choice.best == (choice in at_table):
        return "best" if choice.best else ""
    return "best open" if choice.best else "best table"


def _announcement_table(found: Advice, deck: Deck) -> list[str]:
    """Return the lines of a table with a row for each combination of announcements that a seat may make now.

    The row with the greatest mean payment comes first. If no announcements were compared, return an empty
    list.
    """
    if not found.words:
        return []
    rows = [("words", "", "at table", "95%", f"mean ({found.knowledge.game.unit})", "95%")]
    for choice in sorted(found.words, key=lambda choice: -choice.careful.mean):
        figures = choice.careful
        low, high = figures.mean_interval
        rows.append((
            choice.text(deck), "best" if choice.best else "", f"{figures.share:.1%}",
            share_span(figures.interval), f"{figures.mean:+.2f}", f"{low:+.1f} to {high:+.1f}",
        ))  # fmt: skip
    words = ", ".join(word.text(deck).partition(" ")[2] for word in recorded_words_of_turn(found.knowledge))
    seat = found.knowledge.seat.title
    with_card = f"{words}, as in the record" if words else "nothing"
    title = wrap_text(
        f"What {seat} may say now, with the card that is then best. "
        f"With a card above {seat} says {with_card}."
    )
    return [title, *fit_columns(rows, "<<>>>>", "  ")]


def _at_table(one: CardAdvice) -> tuple[str, ...]:
    """Return the cells with a card's results in simulated games at the table.

    If no games were simulated, return an empty tuple.
    """
    if one.careful is None:
        return ()
    low, high = one.careful.mean_interval
    shares = share_text(one.careful.share), share_span(one.careful.interval)
    return *shares, f"{one.careful.mean:+.2f}", f"{low:+.1f} to {high:+.1f}"


def _explanation_of_figures(found: Advice, deck: Deck) -> str:
    """Return sentences that explain the two kinds of figures: at the table, and with open cards.

    If no games at the table were simulated, return an empty text.
    """
    figures = next((choice.careful for choice in found.cards if choice.careful), None)
    if figures is None:
        return ""
    count = "1 game was" if figures.games == 1 else f"{figures.games:,} games were"
    marks = {_mark(choice, found) for choice in found.cards}
    meanings = []
    if "best" in marks:
        meanings.append("best: the greatest mean, with open cards and at the table.")
    if "best open" in marks:
        meanings.append("best open: the greatest mean with open cards, by which careful players choose.")
    if "best table" in marks:
        meanings.append("best table: the greatest mean at the table.")
    return wrap_text(
        f"{TWO_ANSWERS} {count} played after each card (--games); a player judges by at most "
        f"{figures.look:,} layouts at a turn (--look). {' '.join(meanings)}{_as_good(found, deck)}"
    )


def _as_good(found: Advice, deck: Deck) -> str:
    """Return a sentence that names the cards which are not clearly worse at the table than the best card.

    If there are no such cards, return an empty text.
    """
    best = _best_at_table(found)
    low = max(choice.careful.mean_interval[0] for choice in best if choice.careful is not None)
    close = [
        card_text(choice.card, deck)
        for choice in found.cards
        if choice.careful is not None and choice not in best and choice.careful.mean_interval[1] > low
    ]
    if not close:
        return ""
    verb = "is" if len(close) == 1 else "are"
    return f" At the table {join_words(close)} {verb} not clearly worse; --games N plays more."
