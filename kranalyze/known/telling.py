"""What a seat knows and what it had best play, in words for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kranalyze.cards import (
    FRENCH_SUIT_NAMES,
    GERMAN_SUIT_NAMES,
    ORDERS,
    RANKS,
    Deck,
    cards_of,
    rank_letter,
    rank_of,
    suit_mask,
    suit_of,
)
from kranalyze.known.advice import Advice
from kranalyze.known.facts import HiddenPlace
from kranalyze.known.layouts import Knowledge
from kranalyze.show.aligned import aligned
from kranalyze.show.text import card_text, listed, title


def advice_text(
    found: Advice, deck: Deck | None = None, cards: bool = False, board: str | None = None
) -> str:
    """The advice for people.

    Args:
        deck: letters of cards, those of the record if it is None.
        cards: also where every unseen card may lie.
        board: as it is called.
    """
    known = found.knowledge
    letters = deck or known.seen.record.deck
    blocks = [_head(known, letters, board), known_text(known, letters), [_looked(found)]]
    blocks.append(_cards(found, letters))
    if cards:
        blocks.append(places_text(known, letters))
    return "\n\n".join("\n".join(block) for block in blocks if block)


def _head(known: Knowledge, deck: Deck, board: str | None) -> list[str]:
    seen = known.seen
    contract = title(seen.question, deck)
    if seen.called is not None:
        contract += f", calling {card_text(seen.called, deck)}"
    trick = [m for m in seen.moves if m.trick == seen.moves[-1].trick] if seen.moves else []
    if len(trick) == len(seen.play.seats):
        trick = []
    number = seen.moves[-1].trick + (not trick) if seen.moves else 1
    place = f"trick {number}, card {len(trick) + 1}, {seen.seat.title} to play"
    first = f"Board {board} · " if board else ""
    lines = [f"{first}{seen.game.name} · {contract} · {place}"]
    lines.append(f"{seen.seat.title} holds {cards_text(seen.held, seen.question.order, deck)}")
    if trick:
        table = "  ".join(f"{m.seat.name} {card_text(m.card, deck)}" for m in trick)
        lines.append(f"On the table: {table}")
    return lines


def cards_text(mask: int, order: str, deck: Deck) -> str:
    """Cards suit by suit, high to low."""
    ranks = [RANKS.index(r) for r in ORDERS[order]]
    held = sorted(cards_of(mask), key=lambda c: (suit_of(c), ranks.index(rank_of(c))))
    return " ".join(card_text(c, deck) for c in held)


def known_text(known: Knowledge, deck: Deck = "french") -> list[str]:
    """What follows from what has happened, a line for each hand of which something is known."""
    seen = known.seen
    lines = []
    for place in known.hidden:
        parts = list(_lacks(known, place, deck))
        if place.must:
            parts.append(f"holds {cards_text(place.must, seen.question.order, deck)}")
        parts += [_one_of(family, seen.question.order, deck) for family in place.one_of]
        if parts and place.seat is not None:
            lines.append(f"{place.seat.title} {', and '.join(parts)}")
    if seen.called is not None and seen.unseen >> seen.called & 1:
        bit = seen.called
        where = [p.seat.title for p in known.hidden if p.seat is not None and known.places()[bit][p.name]]
        lines.append(f"{listed(where, 'or')} holds {card_text(bit, deck)}, the called card")
    return lines


def _lacks(known: Knowledge, place: HiddenPlace, deck: Deck) -> Iterator[str]:
    """Suits and upper parts of suits that a hand does not hold; the called card has a line of its own."""
    seen, names = known.seen, FRENCH_SUIT_NAMES if deck == "french" else GERMAN_SUIT_NAMES
    ranks = [RANKS.index(r) for r in reversed(ORDERS[seen.question.order])]
    whole, parts = [], []
    for suit in range(4):
        unseen = seen.unseen & suit_mask(suit)
        lacks = place.cannot & suit_mask(suit)
        if seen.called is not None and lacks == 1 << seen.called != unseen:
            continue
        if lacks and lacks == unseen:
            whole.append(names[suit])
        elif lacks:
            lowest = min(ranks.index(rank_of(c)) for c in cards_of(lacks))
            above = [c for c in cards_of(unseen) if ranks.index(rank_of(c)) >= lowest]
            below = [r for r in ranks[:lowest] if seen.pack >> suit * 8 + r & 1]
            if sum(1 << c for c in above) == lacks and below:
                parts.append(f"no {names[suit].removesuffix('s')} above the {rank_letter(below[-1], deck)}")
            else:
                parts.append(f"not {cards_text(lacks, seen.question.order, deck)}")
    if whole:
        yield "has no " + listed(whole, "or")
    if parts:
        yield ("" if whole else "has ") + ", ".join(parts)


def _one_of(family: Sequence[int], order: str, deck: Deck) -> str:
    return "holds " + listed((cards_text(mask, order, deck) for mask in family), "or")


def _looked(found: Advice) -> str:
    n = f"{found.layouts:,} layout{' is' if found.layouts == 1 else 's are'} possible"
    if found.method == "exact":
        return f"{n}; all were looked at." if found.layouts > 1 else f"{n}."
    return f"{n}; {found.looked_at:,} drawn at random were looked at."


def _cards(found: Advice, deck: Deck) -> list[str]:
    """A line for each card, the best mean first."""
    unit = found.knowledge.seen.game.unit
    sample = found.method == "sample"
    floors = any(one.floor is not None for one in found.cards)
    between = ("95%",) if sample else ()
    plan = ("one plan wins",) if floors else ()
    rows = [("card", "", "wins", *between, f"mean ({unit})", *between, *plan)]
    for one in sorted(found.cards, key=lambda one: -one.mean):
        row = [card_text(one.card, deck), "best" if one.best else "", f"{one.share:.1%}"]
        if sample:
            row.append(f"{one.low:.1%} to {one.high:.1%}")
        row.append(f"{one.mean:+.2f}")
        if sample:
            row.append(f"{one.mean_low:+.2f} to {one.mean_high:+.2f}")
        if floors:
            row.append("" if one.floor is None else f"{one.floor:.1%}")
        rows.append(tuple(row))
    return aligned(rows, "<<" + ">" * len(rows[0][2:]), "  ")


def places_text(known: Knowledge, deck: Deck = "french") -> list[str]:
    """Where every unseen card may lie, with the share of the layouts."""
    names = [place.name if place.seat is None else place.seat.title for place in known.hidden]
    rows = [("card", "", *names)]
    for card, places in known.places().items():
        shares = (places[place.name] for place in known.hidden)
        rows.append((card_text(card, deck), "", *("–" if not p else f"{float(p):.1%}" for p in shares)))
    return ["Where the cards may lie", *aligned(rows, "<<" + ">" * len(names), "  ")]
