"""Counts of play: the positions of tests/perft (its README describes the format), counted in two ways."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations, product
from pathlib import Path

import pytest

from kranalyze.cards import ORDERS, card_letters, cards_of, parse_card, parse_hand
from kranalyze.deal import Seat
from oracle.play import PlayRules
from oracle.table import perft

PERFT = Path(__file__).parent / "perft"

PLAIN_K = PlayRules("K", None)
HEARTS = PlayRules("T", 1)


@dataclass(frozen=True)
class Count:
    """A position of a perft file with its counts by depth."""

    name: str
    hands: tuple[int, ...]
    leader: int
    rules: PlayRules
    trick: tuple[int, ...]
    face_down: tuple[tuple[int, int], ...]
    counts: dict[int, int]


def read_perft() -> Iterator[Count]:
    for path in sorted(PERFT.glob("*.txt")):
        for block in path.read_text().split("\n\n"):
            lines = [line.split() for line in block.splitlines() if line and not line.startswith("#")]
            if not lines:
                continue
            given = {words[0]: words[1:] for words in lines if words[0] != "count"}
            flags = dict(word.split("=") for word in given["rules"])
            yield Count(
                name=f"{path.stem}-{given['name'][0]}",
                hands=tuple(parse_hand(h) for h in given["hands"]),
                leader=Seat.parse(given["leader"][0]),
                rules=PlayRules(
                    flags["order"],
                    None if flags["trump"] == "-" else "SHDC".index(flags["trump"]),
                    flags["must_trump"] == "1",
                    flags["must_beat"] == "1",
                    tuple(Seat.parse(s) for s in flags["seats"]),
                ),
                trick=tuple(parse_card(c) for c in given.get("trick", [])),
                face_down=tuple((Seat.parse(w[0]), parse_card(w[2:])) for w in given.get("face_down", [])),
                counts={int(words[1]): int(words[2]) for words in lines if words[0] == "count"},
            )


COUNTS = list(read_perft())


@pytest.mark.parametrize("count", COUNTS, ids=lambda c: c.name)
def test_perft(count: Count) -> None:
    for depth, expected in count.counts.items():
        found = perft(count.hands, count.leader, count.rules, depth, count.trick, dict(count.face_down))
        assert found == expected, depth


def breaks_a_rule(card: str, hand: list[str], trick: list[str], rules: PlayRules) -> bool:
    """Return whether a card breaks a rule. The rules are written a second time here, as prohibitions.

    Cards are texts such as ``SA``.
    """
    if not trick:
        return False
    ranks, trump = ORDERS[rules.order], "" if rules.trump is None else "SHDC"[rules.trump]
    led = trick[0][0]

    def height(c: str) -> tuple[bool, bool, int]:
        return (c[0] == trump, c[0] == led, -ranks.index(c[1]))

    has_led, has_trump = any(c[0] == led for c in hand), any(c[0] == trump for c in hand)
    if has_led and card[0] != led:
        return True
    if not has_led and has_trump and rules.must_trump and card[0] != trump:
        return True
    if not rules.must_beat:
        return False
    # The card fulfils the rules about suits. If the hand has a card of `suit` that beats the highest card of
    # the trick, the player must play a card that beats it.
    suit = led if has_led else trump if has_trump else ""
    highest = max(height(c) for c in trick)
    could = any(c[0] == suit and height(c) > highest for c in hand)
    return could and not height(card) > highest


def taken_by(trick: list[str], rules: PlayRules) -> int:
    trump = "" if rules.trump is None else "SHDC"[rules.trump]
    suit = trump if any(c[0] == trump for c in trick) else trick[0][0]
    best = min((c for c in trick if c[0] == suit), key=lambda c: ORDERS[rules.order].index(c[1]))
    return trick.index(best)


def second_count(count: Count, depth: int) -> int:
    """Return the number of sequences of cards. Try every card of a hand, and skip those that break a rule."""
    laid = {seat: card_letters(card) for seat, card in count.face_down}

    def go(hands: dict[int, list[str]], order: list[int], trick: list[str], left: int, first: bool) -> int:
        if left == 0:
            return 1
        seat, total = order[len(trick)], 0
        for card in hands[seat]:
            if first and seat in laid:
                if card != laid[seat]:
                    continue
            elif breaks_a_rule(card, hands[seat], trick, count.rules):
                continue
            after = {**hands, seat: [c for c in hands[seat] if c != card]}
            now = [*trick, card]
            if len(now) < len(order):
                total += go(after, order, now, left - 1, first)
            else:
                won = taken_by(now, count.rules)
                total += go(after, order[won:] + order[:won], [], left - 1, False)
        return total

    seats = list(count.rules.seats)
    start = seats.index(count.leader)
    hands = {s: [card_letters(c) for c in cards_of(count.hands[s])] for s in seats}
    trick = [card_letters(c) for c in count.trick]
    return go(hands, seats[start:] + seats[:start], trick, depth, True)


@pytest.mark.parametrize("count", COUNTS, ids=lambda c: c.name)
def test_perft_files_by_a_second_way_of_counting(count: Count) -> None:
    for depth, expected in count.counts.items():
        if expected <= 40_000:
            assert second_count(count, depth) == expected, depth


def whole_plays(count: Count) -> int:
    """Try all orders in which the hands can be laid down. Return how many of these orders break no rule."""
    found = 0
    seats = list(count.rules.seats)
    for orders in product(*(permutations(card_letters(c) for c in cards_of(count.hands[s])) for s in seats)):
        hands = dict(zip(seats, orders, strict=True))
        start = seats.index(count.leader)
        order, good = seats[start:] + seats[:start], True
        for number in range(len(orders[0])):
            trick: list[str] = []
            for seat in order:
                card, hand = hands[seat][number], list(hands[seat][number:])
                good = good and not breaks_a_rule(card, hand, trick, count.rules)
                trick.append(card)
            won = taken_by(trick, count.rules)
            order = order[won:] + order[:won]
        found += good
    return found


def test_whole_plays_of_short_hands() -> None:
    tried = 0
    for count in COUNTS:
        size = count.hands[count.leader].bit_count()
        cards_left = size * len(count.rules.seats)
        if size <= 3 and cards_left in count.counts and not count.trick and not count.face_down:
            assert whole_plays(count) == count.counts[cards_left], count.name
            tried += 1
    assert tried >= 8


def test_perft_by_argument() -> None:
    # Each seat holds one whole suit. The leader leads any card and always wins. Nobody can follow, so the
    # others discard freely. Each of the four hands can be played in 3! orders, whoever leads.
    hands = [parse_hand(h) for h in ("AKQ...", ".AKQ..", "..AKQ.", "...AKQ")]
    assert perft(hands, 2, PLAIN_K, 12) == 6**4
    # With hearts as trumps East ruffs trick 1 and leads the other tricks. Any of his trumps beats a plain
    # card, and nobody else can beat a trump. So all four still play their cards in any order.
    assert perft(hands, 0, HEARTS, 12) == 6**4
    # With one card each there is one sequence of each length up to four cards. No sequence is longer.
    one = [parse_hand(h) for h in ("A...", "K...", "Q...", "J...")]
    assert [perft(one, 0, PLAIN_K, d) for d in range(6)] == [1, 1, 1, 1, 1, 0]
    # If the SK is led, East must beat it. He holds SA and S9, so that only the SA is legal.
    two = [parse_hand(h) for h in ("K.A..", "A9...", "Q..A.", "J...A")]
    assert perft(two, 0, PLAIN_K, 2) == 1 + 2  # after the SK only the SA; after the HA both cards
