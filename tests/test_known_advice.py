"""Share and mean of each card in a short game equal those of plain search in every possible layout."""
# mypy: no-strict-optional

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from deals import random_rules
from enumerating import Layout, all_layouts, hands_before_play, laid_away, possible
from kranalyze import Position, advise
from kranalyze._core import ffi
from kranalyze.cards import CARDS, Card, cards_of, mask_of, number_of_suit, parse_card
from kranalyze.core.hidden import sum_worths_of_legal_cards
from kranalyze.core.memory import copy_as_struct
from kranalyze.core.questionborder import questions
from kranalyze.deal import Deal, Seat
from kranalyze.games import GAMES
from kranalyze.known import Knowledge, knowledge
from kranalyze.known.advice import advice
from kranalyze.known.fromdeal import record_of_deal
from kranalyze.known.layouts import knowledge_of
from kranalyze.known.layoutsearch import search_per_layout
from kranalyze.kpn import Record
from logs import log
from oracle import Played, Positions, Said

#: Largest number of layouts of a situation. Plain search solves each of them.
_FEW = 100


def called_card(record: Record, rng: random.Random) -> Card | None:
    """Return a random card whose call leads to the record's question. None: there is no such card."""
    question = record.question
    holder = question.declarer if question.partner is None else question.partner
    held = list(cards_of(record.deal.mask(holder) & question.callable_mask))
    return CARDS[rng.choice(held)] if held else None


def pack_of(record: Record) -> int:
    return sum(record.deal.masks) | record.deal.talon_mask


def short_games(game: str, count: int, seed: int) -> Iterator[tuple[Knowledge, Record]]:
    """Yield situations of random games with two or three cards per hand, each with the record of its game.

    In a situation the seat must play a card, or lay a card face down.
    """
    rng = random.Random(seed)
    while count:
        rules = random_rules(GAMES[game], rng)
        row = GAMES[game].under(rules)
        asked = [
            q
            for q in questions(row.under(rules), selfish=True)
            if q.contract.rank is not None or not q.contract.makeable_at
        ]
        asked = [q for q in asked if q.contract.goal.kind != "dealt"]
        contract = rng.choice(sorted({q.contract.id for q in asked}))
        question = rng.choice([q for q in asked if q.contract.id == contract])
        record, _ = log(row, rng.choice((2, 3, 3)), rules, rng, question)
        if question.contract.party == "called":
            called = called_card(record, rng)
            if called is None:
                continue
            record = replace(record, called=called)
        if not possible(record, len(record.play), hands_before_play(record)):
            continue  # the declarer lacks cards that the contract needs
        after = rng.randrange(len(record.play))
        seat = record.play[after].seat
        if question.second is not None and record.play[after].trick == 1 and seat == question.second:
            after = 0
        record = replace(record, dealer=None)
        seen = knowledge_of(record, after, seat, cards_in_play=pack_of(record))
        if 2 <= seen.count <= _FEW:
            count -= 1
            yield seen, record


def worth(record: Record, after: int, seat: int, layout: Layout, card: int) -> list[int]:
    """Return what a seat can force with a card in a layout: a list of amounts.

    If another seat's card lies face down, the list has an amount for each card that may lie there.
    """
    played = [mask_of(m.number for m in record.play[:after] if m.seat == s) for s in range(4)]
    hands = [layout[s] | played[s] for s in range(4)]
    away = layout[4] or laid_away(record)
    question, declarer = record.question, record.declarer
    if record.called is not None:
        holder = next(s for s in range(4) if hands[s] >> record.called.number & 1)
        question = question._replace(partner=None if holder == declarer else Seat(holder))
    spoken = {m.seat for m in record.play[: after + 1]}
    said = tuple(
        Said(a.seat, "all_tricks" if a.what == "all" else a.what, number_of_suit(a.suit), a.level)
        for a in record.announce
        if a.seat in spoken
    )
    cards = tuple(m.number for m in record.play[:after])
    deal = Deal(tuple(hands), away)

    def value(cards: tuple[int, ...], laid: tuple[tuple[int, int], ...], lie: int | None = None) -> int:
        game = Played(deal, cards, said, away or None, laid, record.contra)
        positions = Positions(record.game_row, question, record.rules, game)
        if record.game == "whist":
            mine = seat in (question.leader, question.partner)
            return positions.value(len(cards)) * (1 if mine else -1)
        return positions.forced(len(cards), laid=lie)[seat]

    second = question.second
    if second is None:
        return [value((*cards, card), ())]
    if after == 0 and seat == declarer:
        return [value((), ((seat, card),), 1)]
    if after == 0 and seat == second:
        return [value((), ((declarer, other), (seat, card)), 2) for other in cards_of(hands[declarer])]
    first = next(m.number for m in record.play if m.seat == declarer and m.trick == 1)
    shown = [m.number for m in record.play[:after] if m.seat == second and m.trick == 1]
    lying = shown or list(cards_of(hands[second]))
    return [value((*cards, card), ((declarer, first), (second, other))) for other in lying]


@pytest.mark.parametrize("count", [40, pytest.param(160, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", GAMES)
def test_share_and_mean_are_those_of_plain_search(game: Any, count: int) -> None:
    changing = 0
    for seen, record in short_games(game, count, 4):
        found = advice(seen, workers=1)
        layouts = list(all_layouts(record, seen.after, seen.seat))
        assert found.layouts == found.looked_at == len(layouts) and found.method == "exact"
        means = {}
        for one in found.cards:
            amounts = [
                a for layout in layouts for a in worth(record, seen.after, seen.seat, layout, one.card.number)
            ]
            told = f"{game} {seen.question.contract.id} after {seen.after} {seen.seat} {one}"
            means[one.card.number] = sum(amounts) / len(amounts)
            assert one.mean == pytest.approx(means[one.card.number]), told
            assert one.share == pytest.approx(sum(a > 0 for a in amounts) / len(amounts)), told
            assert one.low == one.high == one.share and one.mean_low == one.mean_high == one.mean
            changing += len(set(amounts)) > 1
        top = max(means.values())
        best = [card for card, mean in means.items() if mean == pytest.approx(top)]
        assert [card.number for card in found.best] == best
        for one in found.cards:
            assert one.cost == pytest.approx(top - means[one.card.number])
    assert changing


def test_sums_do_not_grow_with_the_unit() -> None:
    """The core adds up the same small numbers for every value of the rule option ``unit``.

    So the sums of their squares do not overflow.
    """
    deal = Deal.parse("N:- - AKJT.AQ.T.9 -")
    play = [parse_card(word) for word in ["SA", "S7", "S8", "S9", "HA", "H7", "H8", "H9"]]
    looked_at = {}
    for unit in ("1", "7", "999999", "1000000"):
        record = record_of_deal(
            deal, game="rufmariasch", contract="simple", declarer=Seat.S, call=parse_card("HK"), play=play,
            rules={"unit": unit},
        )  # fmt: skip
        search = search_per_layout(knowledge(record, len(play), Seat.S))
        looking = copy_as_struct(search.looking, "kr_looking")
        looked_at[unit] = [list(case) for case in looking.settles]
        # A difference of 30 points is 3 units. A lone declarer gets 3 units from each of three players.
        assert search.unit * looking.settles[0][256 + 30] in (3 * int(unit), 9 * int(unit))
    assert all(settles == looked_at["1"] for settles in looked_at.values())
    assert max(map(abs, looked_at["1"][0])) < 1000


def test_the_core_takes_no_worth_whose_sums_could_go_round() -> None:
    deal = Deal.parse("N:- - AKJ.AQ.T. -")
    record = record_of_deal(deal, game="graden", contract="koenigmord", declarer=Seat.S)
    known = knowledge(record, 0, Seat.S)
    looking = copy_as_struct(search_per_layout(known).looking, "kr_looking")
    looking.settles[0] = [1 << 18] * 512
    sum_worths_of_legal_cards(bytes(ffi.buffer(looking)), known.cases[0], range(1))
    looking.settles[0][511] += 1
    with pytest.raises(ValueError, match="cannot be"):
        sum_worths_of_legal_cards(bytes(ffi.buffer(looking)), known.cases[0], range(1))


def test_a_second_bettler_shows_the_card_that_he_laid() -> None:
    """In trick 1 the second Bettler can play only the card that he laid face down.

    So the advice before this card has no other card.
    """
    deal = "N:JT9.JT9.. ..JT9.JT9 AKQ.AKQ.. ..AKQ.AKQ"
    at = Position.of_deal(deal, contract="bettler", declarer="N", second="E")
    for card in ("S9", "DJ", "S9", "DJ", "SA"):
        at = at.play(card)
    found = advise(at.record, after=1, limit=10, within=0.5, games=0)
    assert found.knowledge.seat == Seat.E and [one.card.number for one in found.cards] == [parse_card("DJ")]
    # South, who plays next, has a choice: his three spades.
    later = advise(at.record, after=2, limit=10, within=0.5, games=0)
    assert [one.card.number for one in later.cards] == [parse_card(card) for card in ("SQ", "SK", "SA")]
