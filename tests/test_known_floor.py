"""Floors equal what the best of all plans wins in games with short hands (RULINGS: single dummy)."""
# mypy: no-strict-optional

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest

from deals import random_rules
from enumerating import Layout, all_layouts, hands_before_play, possible
from kranalyze import advise, read_kpn
from kranalyze.bundled import bundled_directory
from kranalyze.cards import CARDS, card_letters, cards_of, parse_card
from kranalyze.core.questionborder import questions
from kranalyze.deal import Deal, Seat
from kranalyze.games import GAMES
from kranalyze.known import Knowledge
from kranalyze.known.advice import advice
from kranalyze.known.fromdeal import record_of_deal
from kranalyze.known.layouts import knowledge_of
from kranalyze.kpn import Record
from logs import log
from oracle.play import legal, play_rules, turn_order, winner
from running import EVENING, run
from test_known_advice import pack_of

#: By game, the contracts for which RULINGS defines a floor. One seat plays them alone, and the result is only
#: whether the seat makes them.
LONE = {
    "graden": ("bettler", "plauderer", "zehnermord", "koenigmord", "hundertermord", "durchmarsch_letzten",
               "hundert_letzten"),
    "anrufen": ("no_tricks",),
    "anrufen3": ("no_tricks", "all_tricks"),
    "bauernschnapsen": ("bettler",),
}  # fmt: skip

#: Contracts in which the declarer must take no trick, and contracts in which he must take all but the last
#: trick. All other contracts need every trick.
_NONE, _LAST = ("bettler", "plauderer", "no_tricks"), ("durchmarsch_letzten", "hundert_letzten")

#: The trick on the table: pairs of a seat and its card, in playing order.
Table = tuple[tuple[int, int], ...]


class Plans:
    """The plans of a seat that plays alone, for the possible layouts of a situation.

    A set of layouts is an integer with one bit for each layout.
    """

    def __init__(self, seen: Knowledge, leader: Seat, layouts: list[Layout]) -> None:
        self.rules = play_rules(seen.game, seen.question)
        self.seat, self.contract = int(seen.seat), seen.question.contract.id
        self.leader, self.layouts = int(leader), layouts
        tricks: dict[int, Table] = {}
        for m in seen.moves:
            tricks[m.trick] = (*tricks.get(m.trick, ()), (int(m.seat), m.number))
        whole = [trick for trick in tricks.values() if len(trick) == len(self.rules.seats)]
        self.takers = tuple(self.taker(trick) for trick in whole)
        self.table: Table = next((t for t in tricks.values() if len(t) < len(self.rules.seats)), ())

    def most(self, card: int) -> int:
        """Return the greatest number of layouts that one plan wins after a card."""
        everywhere = (1 << len(self.layouts)) - 1
        won = self.won((*self.table, (self.seat, card)), self.takers, 1 << card, everywhere)
        return max(one.bit_count() for one in won)

    def taker(self, table: Table) -> int:
        return table[winner([card for _, card in table], self.rules)][0]

    def won(self, table: Table, takers: tuple[int, ...], gone: int, left: int) -> set[int]:
        """Return a set for each plan: those layouts of ``left`` that the plan wins.

        In the layouts of ``left`` all cards played so far are legal. The result lacks sets that are part of a
        larger set, because the plan for the larger set also wins the smaller set.
        """
        if len(table) == len(self.rules.seats):
            table, takers = (), (*takers, self.taker(table))
        if self.contract == "plauderer" and takers and left & (left - 1):
            # From trick 2 on all cards lie open: the plan may differ from layout to layout.
            alone = (1 << i for i in range(len(self.layouts)) if left >> i & 1)
            return {sum_of(max(self.won(table, takers, gone, one)) for one in alone)}
        turn = turn_order(table[-1][0], self.rules)[1] if table else takers[-1] if takers else self.leader
        cards = {
            i: legal(layout[turn] & ~gone, [card for _, card in table], self.rules)
            for i, layout in enumerate(self.layouts)
            if left >> i & 1
        }
        if not any(cards.values()):
            return {left if self.made(takers) else 0}
        results = {left} if turn != self.seat else set()
        for card in cards_of(sum_of(cards.values())):
            here = sum(1 << i for i, legal_ones in cards.items() if legal_ones >> card & 1)
            after = self.won((*table, (turn, card)), takers, gone | 1 << card, here)
            if turn == self.seat:  # the plan chooses the card
                results |= after
            else:  # the plan has to win after every card
                results = {one & (other | ~here) for one in results for other in after}
            results = {one for one in results if not any(one | o == o != one for o in results)}
        return results

    def made(self, takers: tuple[int, ...]) -> bool:
        if self.contract in _NONE:
            return self.seat not in takers
        return set(takers[:-1] if self.contract in _LAST else takers) == {self.seat}


def sum_of(masks: Iterable[int]) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found


def situations(
    game: str, count: int, seed: int, size: int, only: str | None = None, most: int = 100
) -> Iterator[tuple[Knowledge, Record]]:
    """Yield situations in games with short hands. It is the turn of a declarer who plays alone.

    Args:
        game: id of the game.
        count: how many situations.
        seed: seed of the random games.
        size: number of cards in each hand.
        only: id of the contract. None: a random contract of ``LONE``.
        most: greatest number of layouts of a situation.
    """
    rng = random.Random(seed)
    while count:
        rules = random_rules(GAMES[game], rng)
        row = GAMES[game].under(rules)
        asked = [q for q in questions(row, selfish=True) if q.contract.id in LONE[game] and q.second is None]
        contract = only or rng.choice(sorted({q.contract.id for q in asked}))
        question = rng.choice([q for q in asked if q.contract.id == contract])
        record, _ = log(row, size, rules, rng, question)
        if not possible(record, len(record.play), hands_before_play(record)):
            continue
        turns = [i for i, m in enumerate(record.play) if m.seat == record.declarer and m.trick < size]
        after = rng.choice(turns)
        seen = knowledge_of(
            replace(record, dealer=None), after, record.declarer, cards_in_play=pack_of(record)
        )
        if not 2 <= seen.count <= most:
            continue
        if any(one.share > 0 for one in advice(seen, floor=False, workers=1).cards):
            count -= 1
            yield seen, record


def agrees(seen: Knowledge, record: Record) -> int:
    """Check that the floor of each card is what the best plan wins.

    Return the number of cards whose floor is below their share.
    """
    found = advice(seen, workers=1)
    layouts = list(all_layouts(record, seen.after, seen.seat))
    plans = Plans(seen, record.leader, layouts)
    for one in found.cards:
        assert one.floor is not None and one.floor <= one.share
        told_of = f"{record.game} {seen.question.contract.id} {one}"
        assert one.floor == pytest.approx(plans.most(one.card.number) / len(layouts)), told_of
    return sum(one.floor < one.share for one in found.cards)


@pytest.mark.parametrize("game", LONE)
@pytest.mark.parametrize("size", [2, 3])
def test_floors_of_small_packs_are_those_of_the_best_of_all_plans(game: str, size: int) -> None:
    for seen, record in situations(game, 6 if size == 2 else 12, 4 + size, size):
        agrees(seen, record)


#: Deal and play of Bettlers by South, with whole packs. South has three cards left, and has to guess which
#: cards the others keep.
GUESSES = (
    ("N:A.Q.KQ.K9 KJ9.KT.J. Q.J.A9.JT T.A9.T.AQ", "D9 DT DQ DJ SA SK SQ ST CK SJ CJ CA H9 HQ HK"),
    ("N:K.AQ.AK.A AQ9.KT.J. .J9.QT.J9 JT..9.KQT", "H9 D9 HQ HK SQ DQ SJ SK DK DJ DT ST CA SA"),
    ("N:AKQ...AJT JT.AK9.A. .QT.Q9.KQ 9.J.KJT.9", "D9 DK CT DA HK HQ HJ SQ SJ CK S9 SA SK ST"),
    ("N:Q9.A.A.AJ T.T.KQ9.K .J.JT.QT9 AKJ.KQ9..", "C9 HQ CA CK HA HT HJ HK DA DK DJ SA S9 ST"),
    ("N:.AQ.AKT.A AQ.T9.J.K T.J.9.QJT KJ9.K.Q.9", "D9 DQ DK DJ DA SA CQ HK HA HT HJ SJ HQ H9"),
    # After the CT the best plan wins eleven of 27 layouts, one more than the plan that is tried before it.
    ("N:.KQ9.KQT. QJT9.T..9 AK..J.KQT .AJ.A9.AJ", "CK CA HQ C9 D9 DK SQ DJ DT S9 SA DA HJ HK HT"),
)


def whole_pack(deal: str, play: str, contract: str, seat: Seat) -> tuple[Knowledge, Record]:
    """Return the situation of a declarer in a game with whole hands, and the record of the game."""
    game = GAMES["graden"]
    question = next(q for q in questions(game) if q.contract.id == contract and q.declarer == seat)
    cards = [parse_card(word) for word in play.split()]
    record = record_of_deal(Deal.parse(deal), game=game, contract=contract, declarer=seat, play=cards)
    return knowledge_of(record, len(cards), seat), replace(record, question=question)


@pytest.mark.parametrize(("deal", "play"), GUESSES)
def test_floors_where_there_is_something_to_guess(deal: str, play: str) -> None:
    assert agrees(*whole_pack(deal, play, "bettler", Seat.S))


def test_a_floor_of_four_cards_looks_past_the_next_choice() -> None:
    """After the SA, West has three cards. With open cards, one of them wins all layouts that are left.

    But no single plan for West's last two cards wins all of these layouts.
    """
    play = "CT CJ HJ CK DK DJ DA D9 HK HT H9"
    seen, record = whole_pack("N:.AK.AT.J9 KJ.QJT.9. 9.9.K.AKQ AQT..QJ.T", play, "bettler", Seat.W)
    card, layouts = parse_card("SA"), list(all_layouts(record, seen.after, seen.seat))
    found = next(one for one in advice(seen, workers=1).cards if one.card.number == card)
    assert Plans(seen, record.leader, layouts).most(card) == 38 and len(layouts) == 100
    assert (found.share, found.floor) == (0.48, 0.38)


def test_all_layouts_are_won_and_no_plan_wins_them_all() -> None:
    """Shares and floors of both cards are as the comment of board 4 in single-dummy.kpn says."""
    record = read_kpn(bundled_directory() / "single-dummy.kpn").records[3]
    found = {card_letters(one.card.number): one for one in advise(record, after=14, workers=1, games=0).cards}
    assert {name: (one.share, one.floor) for name, one in found.items()} == {
        "CJ": (1, 1),
        "C9": (1, 5 / 6),
    }
    shown = run(
        "advise", bundled_directory() / "single-dummy.kpn", "--board", "4", "--at", "4.2", "--games", 0
    ).out
    assert "one plan wins" in shown and "83.3%" in shown


def test_in_plauderer_one_plan_wins_whatever_open_cards_win() -> None:
    """In Plauderer all cards lie open from trick 2 on (RULINGS). In trick 1 a plan chooses only one card."""
    for seen, record in situations("graden", 6, 42, 2, "plauderer"):
        assert seen.count > 1 and agrees(seen, record) == 0
    for seen, _ in situations("graden", 6, 42, 3, "plauderer", 1680):
        cards = advice(seen, workers=1).cards
        assert seen.count > 1 and all(one.floor == one.share for one in cards)
    record = next(r for r in read_kpn(EVENING).records if r.board == "4")
    assert record.contract == "plauderer" and record.second is None
    for after in (i for i, m in enumerate(record.play) if m.seat == record.declarer and m.trick > 1):
        found = advise(record, after=after, workers=1, games=0)
        assert found.layouts == 1
        assert all(one.floor == one.share for one in found.cards)


def test_no_floor_where_rulings_define_none() -> None:
    records = read_kpn(bundled_directory() / "single-dummy.kpn").records
    other = advise(records[1], after=16, games=0)  # West, who has partners
    assert other.knowledge.seat == Seat.W and all(one.floor is None for one in other.cards)
    two = replace(records[0], second=Seat.N, face_down=((Seat.S, CARDS[2]), (Seat.N, CARDS[12])))
    assert all(one.floor is None for one in advise(two, after=19, games=0).cards)
