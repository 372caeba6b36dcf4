"""Simulated games as records: dealt, bid, spoken, played and scored."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

from kranalyze.cards import cards_of, mask_of, ranks_mask, suit_of
from kranalyze.deal import Deal, Seat
from kranalyze.dealing import random_deals
from kranalyze.games import Contract, Game, Question, get_game
from kranalyze.kpn import Announcement, Record
from kranalyze.kpn.newgame import parse_new_game
from kranalyze.kpn.played import Marriage
from simulating.bidding import (
    Auction,
    anrufen_auction,
    anrufen_want,
    bauern_auction,
    graden_auction,
    graden_wants,
    joins,
)
from simulating.hands import best_trump, couples, strength, to_call, tricks
from simulating.playing import Table
from simulating.settling import Course, settle

#: The club: how bold they bid, how often they play without thinking.
CLUB = {
    "Anna": (0.3, 0.03), "Berta": (-0.2, 0.05), "Cilli": (0.6, 0.12), "Dora": (0.0, 0.04),
    "Emil": (0.9, 0.10), "Franz": (0.2, 0.08), "Gustl": (-0.4, 0.02), "Hias": (0.5, 0.18),
}  # fmt: skip

#: Games that four play before they change places with others.
EVENING = 12


@dataclass
class Simulation:
    """One game as it comes about."""

    game: Game
    index: int
    deal: Deal
    rnd: random.Random
    names: tuple[str, ...]
    dealer: Seat
    rules: dict[str, str]
    hands: list[int] = field(default_factory=list)
    auction: Auction = field(default_factory=Auction)
    called: int | None = None
    discard: int | None = None
    partner: Seat | None = None
    order: str = "T"
    face_down: dict[int, int] = field(default_factory=dict)
    announce: list[Announcement] = field(default_factory=list)
    level: Contract | None = None

    @property
    def first(self) -> Seat:
        return Seat((self.dealer + 1) % self.game.seats)

    def bold(self, seat: int) -> float:
        return CLUB[self.names[seat]][0]


def simulate(name: str, seed: int, index: int, board: int = 0) -> Record:
    """Game ``index`` of the series ``seed``, with a board number (from 1) of its own or its index."""
    game = get_game(name)
    rnd = random.Random(f"{seed} {game.id} {index}")
    own_seed = random.Random(f"{seed} {game.id}").getrandbits(64)  # other deals for every game
    n, e, s, w, talon = random_deals(game, 1, seed=own_seed, start=index).row(0)
    deal = Deal((n, e, s, w), talon)
    club = sorted(CLUB)
    random.Random(f"{seed} {index // EVENING}").shuffle(club)
    dealer = Seat(index % game.seats)
    sim = Simulation(game, index, deal, rnd, tuple(club[: game.seats]), dealer, game.in_force)
    sim.hands = list(deal.masks)
    {"graden": _graden, "bauernschnapsen": _bauern, "whist": _whist}.get(
        game.id, _anrufen if game.id.startswith("anrufen") else _russbach
    )(sim)
    return _record(sim, board or index + 1)


def series(name: str, seed: int, count: int, first: int = 1) -> Iterator[Record]:
    """The first games of a series, their boards numbered from ``first``."""
    return (simulate(name, seed, index, first + index) for index in range(count))


def _graden(sim: Simulation) -> None:
    wants = {s: graden_wants(sim.game, sim.hands[s], sim.bold(s)) for s in range(4)}
    joining = [s for s in range(4) if joins(sim.hands[s], sim.bold(s))]
    sim.auction = graden_auction(sim.game, sim.first, wants, joining, sim.rnd)
    contract, declarer = sim.auction.contract, sim.auction.declarer
    assert contract is not None
    sim.order = contract.order[0]
    if declarer is None:
        return
    hand = sim.hands[declarer]
    if contract.party == "called":
        tens = to_call(hand, 24, "T")
        sim.called = tens
        if contract.id == "durchmarsch":
            kings = to_call(hand, 24, "K", tens=False)
            ten = mask_of([tens]) & ranks_mask("T")
            better = tricks(hand | 1 << tens, 24, "T") > tricks(hand | 1 << kings, 24, "K")
            sim.called = tens if ten and better else kings
            sim.order = "T" if ten and better else "K"
        sim.partner = sim.deal.holder(sim.called)
    if sim.auction.second is not None:
        lead = min(cards_of(hand), key=lambda c: (c & 7, c))
        thrown = max(cards_of(sim.hands[sim.auction.second]), key=lambda c: (c & 7, c))
        sim.face_down = {declarer: lead, sim.auction.second: thrown}


def _anrufen(sim: Simulation) -> None:
    game = sim.game

    def wants(seat: int, round_: int) -> tuple[Contract, int] | None:
        return anrufen_want(game, sim.hands[seat], sim.bold(seat) + 0.8 * round_)

    sim.auction = anrufen_auction(game, sim.first, sim.hands, wants)
    contract, declarer = sim.auction.contract, sim.auction.declarer
    if contract is None or declarer is None:
        return
    if game.talon:
        sim.hands[declarer] |= sim.deal.talon_mask
        kept = sim.auction.trump if contract.trump else None
        married = mask_of(8 * s + r for s in couples(sim.hands[declarer]) for r in (5, 6))
        spare = sorted(
            cards_of(sim.hands[declarer]),
            key=lambda c: (suit_of(c) == kept, married >> c & 1, c & 7 if contract.trump else -(c & 7), c),
        )
        sim.discard = mask_of(spare[:3])
        sim.hands[declarer] &= ~sim.discard
    if contract.party == "called":
        sim.called = to_call(sim.hands[declarer], 24, "T")
        sim.partner = sim.deal.holder(sim.called)
    _raise_and_contra(sim, contract, declarer)


def _raise_and_contra(sim: Simulation, contract: Contract, declarer: Seat) -> None:
    """What is said in trick 1 of Anrufen."""
    trump, contra = sim.auction.trump, False
    for i in range(1, sim.game.seats):
        seat = Seat((declarer + i) % sim.game.seats)
        if trump is None:
            continue
        value = strength(sim.hands[seat], trump, 24) + sim.bold(seat)
        if seat == sim.partner and contract.raises and value >= 3.8:
            name = "all_hundred" if contract.id != "simple" else "hundred" if value < 4.8 else "all_tricks"
            sim.announce.append(Announcement(seat, "raise", level=name))
            sim.level = sim.game.contract(name)
        elif seat != sim.partner and not contra and value >= 3.6:
            sim.announce.append(Announcement(seat, "contra"))
            sim.auction.contra, contra = 1, True


def _russbach(sim: Simulation) -> None:
    game, caller = sim.game, sim.first
    sim.auction = Auction(contract=game.contracts[0], declarer=caller)
    four = mask_of(sim.rnd.sample(list(cards_of(sim.hands[caller])), 4))
    trump = best_trump(four, 32, "T")
    sim.called = to_call(four, 32, "T", trump)
    sim.auction.trump = trump
    holder = sim.deal.holder(sim.called)
    sim.partner = None if holder == caller else holder
    said = set[str]()
    for i in range(4):
        seat = Seat((caller + i) % 4)
        hand, team = sim.hands[seat], seat in (caller, sim.partner)
        married = 0
        for suit in couples(hand):
            if sim.rnd.random() < 0.9:
                points = game.marriage[int(suit == trump)]
                married += points
                sim.announce.append(Announcement(seat, "marriage", suit, points))
        if game.id != "russbach":
            continue
        value = strength(hand, trump, 32) + sim.bold(seat)
        for what, need in (("hundred", 6.6 - married / 20), ("all", 8.8)):
            if value >= need and f"{what} {team}" not in said:
                said.add(f"{what} {team}")
                sim.announce.append(Announcement(seat, "hundred" if what == "hundred" else "all"))


def _bauern(sim: Simulation) -> None:
    hand = sim.hands[sim.first]
    three = sim.rnd.sample(list(cards_of(hand)), 3)
    trump = best_trump(hand, 20, "T", tuple(sorted({suit_of(c) for c in three})))
    bold = {s: sim.bold(s) for s in range(4)}
    sim.auction = bauern_auction(sim.game, sim.first, sim.hands, bold, trump)
    contract = sim.auction.contract
    assert contract is not None
    sim.order = contract.order
    if contract.party == "opposite" and sim.auction.declarer is not None:
        sim.partner = Seat((sim.auction.declarer + 2) % 4)


def _whist(sim: Simulation) -> None:
    trump = sim.rnd.choice((None, 0, 1, 2, 3))
    sim.auction = Auction(contract=sim.game.contracts[0], trump=trump)
    sim.partner, sim.order = Seat((sim.first + 2) % 4), "K"


def _table(sim: Simulation, question: Question) -> Table:
    """The table with everybody's aims."""
    contract, declarer, second = question.contract, question.declarer, question.second
    own = [] if declarer is None else [declarer] + ([] if question.partner is None else [question.partner])
    seats = range(sim.game.seats)
    others = [s for s in seats if s not in own]
    friends = {s: own if s in own else others for s in seats}
    aims = dict.fromkeys(seats, "take")
    targets: list[int] = []
    if contract.goal.kind == "most":
        aims, friends = dict.fromkeys(seats, "shun"), {s: [s] for s in seats}
    elif contract.goal.takers == "others" or second is not None:
        targets = [s for s in (declarer, second) if s is not None]
        aims = {s: "avoid" if s in targets else "force" for s in seats}
        friends = {s: [s] if s in targets else [x for x in seats if x not in targets] for s in seats}
    elif contract.goal.kind == "tricks":
        friends = {s: [s, (s + 2) % 4] for s in seats}
    elif sim.game.marriage[0] and contract.goal.kind in ("points", "race"):
        aims = dict.fromkeys(seats, "points")
    return Table(
        sim.game, question, sim.rules, list(sim.hands), aims, friends,
        {s: CLUB[sim.names[s]][1] for s in seats}, sim.rnd, sim.face_down, targets,
    )  # fmt: skip


def _record(sim: Simulation, board: int) -> Record:
    """The finished game."""
    game, auction, contract = sim.game, sim.auction, sim.auction.contract
    play: list[tuple[int, int]] | None = None
    score = None
    named = auction.trump if contract is not None and (contract.trump or game.pairs) else None
    if contract is not None:
        first = auction.declarer if contract.leads == "declarer" else None
        partner = None if sim.partner == auction.declarer else sim.partner
        question = Question(
            contract, auction.declarer, sim.first if first is None else first, sim.order, auction.second,
            auction.trump if contract.trump else None, partner,
        )  # fmt: skip
        course = Course(ended=True, contra=auction.contra)
        if contract.goal.kind != "dealt":
            table = _table(sim, question)
            table.run()
            play, course = table.cards, _course(sim, table)
        score = settle(game.under(sim.rules), question, course)
    evening = sim.index // EVENING + 1
    return parse_new_game(
        sim.deal, game.id, board=board, dealer=sim.dealer, discard=sim.discard,
        contract=None if contract is None else contract.id, declarer=auction.declarer, second=auction.second,
        face_down=sorted(sim.face_down.items()), called=sim.called, trump=named,
        announce=sim.announce, contra=auction.contra, score=score,
        auction=auction.calls if auction.calls else None, play=play,
        names=dict(enumerate(sim.names)), tags={"Event": f"Simulated evening {evening}"},
    )  # fmt: skip


def _course(sim: Simulation, table: Table) -> Course:
    declared = [Marriage(a.seat, a.points) for a in sim.announce if a.what == "marriage"]
    return Course(
        winners=tuple(table.winners),
        points=tuple(table.points),
        ended=table.ended,
        marriages=tuple(declared or table.marriages),
        discard=sim.discard,
        hundreds=tuple(a.seat for a in sim.announce if a.what == "hundred"),
        alls=tuple(a.seat for a in sim.announce if a.what == "all"),
        raised=sim.level,
        contra=sim.auction.contra,
    )
