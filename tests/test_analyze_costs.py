"""Compare the costs of cards with plain search, on random logs of every game."""
# mypy: no-strict-optional

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from analysing import analysed
from deals import random_rules
from kranalyze.analysis.board import Position
from kranalyze.analysis.game import Judged
from kranalyze.cards import card_of, cards_of
from kranalyze.games import GAMES
from logs import log
from oracle import Played, Positions, Said
from oracle.table import moves

GAMES_AND_SIZES = [
    ("graden", 3, 40),
    ("graden", 4, 12),
    ("russbach", 2, 12),
    ("russbach", 3, 4),
    ("rufmariasch", 3, 12),
    ("anrufen", 3, 60),
    ("anrufen3", 3, 40),
    ("bauernschnapsen", 3, 30),
    ("bauernschnapsen", 4, 8),
    ("whist", 3, 10),
]


class Oracle:
    """The amounts that seats can force in a played game, and in variants of this game.

    A variant differs from the played game at one turn: the seat plays or lays another card, or says other
    words.
    """

    def __init__(self, positions: Positions) -> None:
        self.positions = positions
        self.asked = positions.asked
        self.settles = self.asked.question.contract.stake != "none"

    def force(self, after: int, seat: int, spoken: bool = False, laid: int | None = None) -> int:
        return self._force(self.positions, after, seat, spoken, laid)

    def _force(self, at: Positions, after: int, seat: int, spoken: bool, laid: int | None) -> int:
        if self.settles:
            pays = at.forced(after, spoken, laid)[seat]
            assert pays is not None
            return pays
        own = self.asked.side
        return at.value(after, spoken) if seat in own else -at.value(after, spoken)

    def other_card(self, after: int, card: int, seat: int) -> int:
        """Return the amount that a seat can force after another card than the one that was played."""
        played = self.positions.played
        other = replace(played, cards=(*played.cards[:after], card))
        return self._force(self._again(other), after + 1, seat, False, None)

    def laying(self, card: int, seat: int, laid: int) -> int:
        """Return the amount that a seat can force after it laid this card face down.

        Args:
            card: the card.
            seat: the seat that lays it.
            laid: how many cards then lie face down, 1 or 2.
        """
        before = self.positions.states[0].face_down if laid == 2 else ()
        pairs = (*(pair for pair in before if pair[0] != seat), (seat, card))
        at = self._again(replace(self.positions.played, cards=(), face_down=pairs))
        return self._force(at, 0, seat, False, laid)

    def other_words(self, after: int, seat: int, words: tuple[Said, ...]) -> int:
        """Return the amount that a seat can force if it says other words at this turn."""
        played = self.positions.played
        said = (*(s for s in played.said if s.seat != seat), *words)
        if any(w.what == "contra" for w in words):
            said = (*(s for s in said if s.what != "contra"), *words)
        return self._force(self._again(replace(played, said=said)), after, seat, True, None)

    def _again(self, played: Played) -> Positions:
        return Positions(self.asked.game, self.asked.question, self.asked.rules, played)

    def wins(self, after: int, spoken: bool) -> bool | None:
        """Return whether the declarer's side can win a contract of two sides.

        Return None if the contract has no winner.
        """
        contract = self.asked.question.contract
        if contract.makeable_at is None:
            return None
        if not self.settles:
            return self.positions.value(after, spoken) >= contract.makeable_at
        return self.force(after, self.asked.first, spoken) > 0


def laying(oracle: Oracle, card: Judged, after: int) -> bool:
    """Return whether a card was laid face down: the first card of either bidder in a double contract."""
    second = oracle.asked.question.second
    return second is not None and card.move.trick == 1 and card.move.seat in (oracle.asked.first, second)


def check_laid(oracle: Oracle, card: Judged) -> None:
    """Check a card laid face down. The second bidder knows the card of the first, the first knows nothing."""
    seat, first = card.move.seat, oracle.asked.first
    before, after = (0, 1) if seat == first else (1, 2)
    assert card.before == oracle.force(0, seat, laid=before or None)
    hand = oracle.positions.states[0].hands[seat]
    assert by_number(card) == {c: oracle.laying(c, seat, after) for c in cards_of(hand)}


def by_number(card: Judged) -> dict[int, int]:
    return {choice.number: worth for choice, worth in card.worths.items()}


def check(oracle: Oracle, cards: tuple[Judged, ...]) -> int:
    """Compare every judged card with the oracle. Return the number of cards."""
    for after, card in enumerate(cards):
        seat = card.move.seat
        if laying(oracle, card, after):
            check_laid(oracle, card)
            continue
        laid = 2 if oracle.asked.question.second is not None else None
        assert card.before == oracle.force(after, seat, spoken=True, laid=laid)
        assert card.after == oracle.force(after + 1, seat)
        assert card.cost is not None and card.cost >= 0
        legal = moves(oracle.positions.states[after], oracle.positions.rules)
        worths = {c: oracle.other_card(after, c, seat) for c in cards_of(legal)}
        assert by_number(card) == worths
        assert [best.number for best in card.best] == [c for c in worths if worths[c] == max(worths.values())]
        check_mark(oracle, card, after)
        check_words(oracle, card, after)
    return len(cards)


def check_mark(oracle: Oracle, card: Judged, after: int) -> None:
    assert card.before is not None and card.after is not None
    if oracle.asked.parties:
        changed = card.before > 0 >= card.after
    else:
        changed = oracle.wins(after, True) != oracle.wins(after + 1, False)
    assert card.mark == ("??" if changed else "?" if card.cost else "")


def check_words(oracle: Oracle, card: Judged, after: int) -> None:
    """Check the cost and the gain of what was said with a card.

    The cost compares what was said with the best words at this turn. The gain compares it with silence.
    """
    seat, game, question = card.move.seat, oracle.asked.game, oracle.asked.question
    if card.move.trick > 1 or game.id not in ("russbach", "rufmariasch", "anrufen", "anrufen3"):
        assert card.cost_announce is None and card.gain_announce is None
        return
    silent = oracle.force(after, seat)
    if game.id in ("russbach", "rufmariasch"):
        if question.contract.id in ("simple", "hundred"):
            assert (card.cost_announce, card.gain_announce) == (silent - card.before, card.before - silent)
            assert card.cost_announce >= 0
        return
    words: list[tuple[Said, ...]] = []
    played = oracle.positions.played
    order = [(question.leader + i) % game.seats for i in range(game.seats)]
    heard = [s for s in played.said if s.seat in order[:after]]
    if seat == question.partner:
        levels = {"simple": ("hundred", "all_tricks", "all_hundred")}
        levels |= {"hundred": ("all_hundred",), "all_tricks": ("all_hundred",)}  # type: ignore[dict-item]
        words = [(Said(seat, "raise", level=level),) for level in levels.get(question.contract.id, ())]
    elif seat != question.declarer and not any(s.what == "contra" for s in heard):
        later = [s for s in order[after + 1 :] if s not in (question.declarer, question.partner)]
        if not later:
            words = [(Said(seat, "contra"),)]
    mine = [s for s in played.said if s.seat == seat]
    if not words and not mine:
        assert card.cost_announce is None
        return
    best = max(silent, card.before, *(oracle.other_words(after, seat, w) for w in words))
    assert (card.cost_announce, card.gain_announce) == (best - card.before, card.before - silent)


@pytest.mark.parametrize(("name", "size", "games"), GAMES_AND_SIZES)
def test_costs_best_cards_and_marks_are_those_of_plain_search(name: str, size: int, games: int) -> None:
    rng, game = random.Random(f"costs {name} {size}"), GAMES[name]
    logs = [log(game, size, random_rules(game, rng), rng) for _ in range(games)]
    found = analysed([record for record, _ in logs], best=False)
    compared = sum(
        check(Oracle(positions), one.cards) for one, (_, positions) in zip(found, logs, strict=True)
    )
    assert compared > 5 * games
    assert any(card.mark for one in found for card in one.cards)


def test_a_card_that_leaves_nothing_to_win_changed_who_wins() -> None:
    """Among more than two parties, a card that lowers a positive settlement to 0 has the mark ``??``.

    A player with the settlement 0 does not win.

    North has lost his Bettler. South, the second bidder, holds the Ace of spades. If East leads the 9 of
    spades, South must take the trick, so both bidders pay. East leads the Ace of hearts instead. South throws
    the Ace of spades away, so only North pays, and he pays South only.
    """
    deal = "N:..A9.T9 9.A.KT. A.9..QJ .KQ..AK"
    at = Position.of_deal(deal, contract="bettler", declarer="N", second="S")
    laid = "DA H9"
    tricks = "DA DT H9 HQ  D9 DK CJ HK  HA SA CA C9  S9 CQ CK CT"
    for card in f"{laid} {tricks}".split():
        at = at.play(card)
    (game,) = analysed([at.record], best=False)
    dropped = next(card for card in game.cards if card.move.number == card_of("HA"))
    assert game.record.contract_row is not None
    unit = game.record.contract_row.second
    assert (dropped.before, dropped.after, dropped.mark) == (2 * unit, 0, "??")
