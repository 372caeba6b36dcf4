"""Make records of random games of every kind, with deal, auction, announcements, play and other tags."""
# mypy: no-strict-optional

from __future__ import annotations

import random
from typing import Any

from kranalyze.cards import SUITS, card, cards_of, pack_mask, suit_mask
from kranalyze.core.questionborder import holds_cards_required_to_bid, questions
from kranalyze.deal import Deal, Seat
from kranalyze.games import GAMES, Game, Question
from kranalyze.games.question import calls_reaching
from kranalyze.kpn import Announcement, Call, KpnError, Record, parse_kpn
from kranalyze.kpn.newgame import kpn_text
from oracle.play import play_rules
from oracle.table import State, mover, moves, play

_RAISES = {
    "simple": ("hundred", "all_tricks", "all_hundred"),
    "hundred": ("all_hundred",),
    "all_tricks": ("all_hundred",),
}
_NAMES = ("Aloisia", 'Jörg "der Rote"', "O\\K", "%{;}", "Žofie", "-")


def random_deal(rng: random.Random, game: Game) -> Deal:
    cards = list(cards_of(pack_mask(game.pack)))
    rng.shuffle(cards)
    size = rng.randint(1, game.size) if game.endings else game.size
    hands = [0, 0, 0, 0]
    for seat in range(game.seats):
        for c in cards[seat * size : (seat + 1) * size]:
            hands[seat] |= 1 << c
    talon = 0
    for c in cards[game.seats * size :][: game.talon]:
        talon |= 1 << c
    return Deal((hands[0], hands[1], hands[2], hands[3]), talon)


def random_question(
    rng: random.Random, game: Game, deal: Deal, rules: dict[str, str], forehand: Seat
) -> Question:
    """Return a random question that the deal and forehand allow. All contracts are about equally likely."""
    asked = questions(game.under(rules), selfish=True)
    rng.shuffle(asked)
    turn = {c.id: rng.random() for c in game.contracts}
    for q in sorted(asked, key=lambda q: turn[q.contract.id]):
        contract = q.contract
        if contract.rank is None and contract.makeable_at is not None:
            continue
        if contract.leads == "forehand" and q.leader != forehand:
            continue
        if contract.bidders == "forehand" and q.declarer != forehand:
            continue
        if contract.bidders == "not_forehand" and q.declarer == forehand:
            continue
        names_trump = game.pairs and not game.calibration and q.trump is not None
        if names_trump and not deal.mask(forehand) & suit_mask(SUITS.index(q.trump)):
            continue
        if calls_reaching(q, deal) == []:
            continue
        if q.declarer is None or holds_cards_required_to_bid(game, q, deal.mask(q.declarer)):
            return q
    raise AssertionError("no question fits")


def checked_record(deal: Deal, game: str, **values: Any) -> Record:
    """Return the record of a game. If the program finds an error in the record, raise this error.

    The arguments are those of ``kpn_text``.
    """
    file = parse_kpn(kpn_text(deal, game, **values))
    for error in file.errors:
        raise error
    return file.records[0]


def marriage_suits(hand: int) -> list[int]:
    return [s for s in range(4) if hand >> card(s, 5) & 1 and hand >> card(s, 6) & 1]


def random_announcements(rng: random.Random, game: Game, q: Question, deal: Deal) -> list[Announcement]:
    said: list[Announcement] = []
    own = (q.declarer, q.partner)
    contra = False
    for i in range(game.seats):
        seat = Seat((q.leader + i) % game.seats)
        if game.id in ("russbach", "rufmariasch"):
            for suit in marriage_suits(deal.mask(seat)):
                if rng.random() < 0.7:
                    points = 40 if SUITS[suit] == q.trump else 20
                    said.append(Announcement(seat, "marriage", SUITS[suit], points))
        if game.id == "russbach":
            for what in ("hundred", "all"):
                if rng.random() < 0.15:
                    said.append(Announcement(seat, what))
        if game.id.startswith("anrufen"):
            if seat == q.partner and q.contract.id in _RAISES and rng.random() < 0.4:
                said.append(Announcement(seat, "raise", level=rng.choice(_RAISES[q.contract.id])))
            if seat not in own and not contra and rng.random() < 0.2:
                contra = True
                said.append(Announcement(seat, "contra"))
    return said


def auction_of(rng: random.Random, game: Game, q: Question, forehand: Seat, contra: int) -> list[Call] | None:
    """Return a short auction that leads to a question. Return None if no such auction exists.

    In the bidding, all seats but the declarers pass.
    """
    order = [Seat((forehand + i) % game.seats) for i in range(game.seats)]
    if q.contract.rank is None:
        return [Call(s, "gut") for s in order] if q.contract.goal.kind == "most" else None
    if game.called_trump:
        return None
    if q.second is not None:
        before = order[: order.index(q.declarer)]
        if q.second in before:
            # The second declarer must call before the declarer's bid. A pass would end his bidding, so he
            # could join the bid only if he had made a bid himself.
            return None
        found = [Call(s, "gut") for s in before]
        says = {q.declarer: q.contract.id, q.second: "mit"}
        found += [Call(s, says.get(s, "gut")) for s in order[len(before) :]]
        return [*found, Call(q.declarer, "gut")]
    found = [Call(s, q.contract.id if s == q.declarer else "gut") for s in order]
    for i in range(contra):
        side = (q.declarer + (1 if i % 2 == 0 else 0)) % 2
        last = found[-1].seat
        seat = next(Seat((last + k) % 4) for k in range(1, 5) if (last + k) % 2 == side)
        found.append(Call(seat, ("contra", "recontra", "subcontra")[i]))
    return found


def random_game(rng: random.Random, game_id: str | None = None, rare: bool = True) -> Record:
    """Return a record of a whole game, or of its beginning, with random legal play.

    Args:
        game_id: the kind of game; None for a random one.
        rare: whether the record may have things that are seldom written, such as rules, comments and names.
    """
    game = GAMES[game_id or rng.choice(list(GAMES))]
    rules = {o.name: rng.choice(o.values or ("1", "7")) for o in game.options if rare and rng.random() < 0.5}
    full = game.under(rules).in_force
    deal = random_deal(rng, game)
    dealer = Seat(rng.randrange(game.seats))
    forehand = Seat((dealer + 1) % game.seats)
    q = random_question(rng, game, deal, full, forehand)
    given = calls_reaching(q, deal)
    called = rng.choice(given) if given else None
    discard, hands = None, [h or 0 for h in deal.hand_masks]
    if game.talon:
        hands[q.declarer] |= deal.talon_mask
        chosen = rng.sample(list(cards_of(hands[q.declarer])), 3)
        discard = sum(1 << c for c in chosen)
        hands[q.declarer] &= ~discard
    face_down = []
    if q.second is not None:
        face_down = [(s, rng.choice(list(cards_of(hands[s])))) for s in (q.declarer, q.second)]
    contra = rng.randrange(4) if game.pairs and not game.calibration else 0
    announce = random_announcements(rng, game, q, deal)
    cards: list[tuple[int, int]] = []
    state = State(tuple(hands), q.leader, (), tuple(face_down))
    table = play_rules(game.under(full), q)
    total = 0 if q.contract.goal.kind == "dealt" else deal.size * len(table.seats)
    for _ in range(total):
        seat = mover(state, table)
        chosen_card = rng.choice(list(cards_of(moves(state, table))))
        cards.append((seat, chosen_card))
        state = play(state, chosen_card, table)
    if rare and rng.random() < 0.2 and cards:
        cards = cards[: rng.randrange(len(cards))]
    given_tags = {"Room": rng.choice(_NAMES)} if rare and rng.random() < 0.5 else {}
    while True:
        try:
            return checked_record(
                deal,
                game.id,
                board=rng.randrange(100),
                dealer=dealer,
                rules=rules,
                deck=rng.choice(("french", "german")) if rare else "french",
                discard=discard,
                contract=q.contract.id,
                declarer=q.declarer,
                second=q.second,
                face_down=face_down,
                called=None if called is None else called.number,
                trump=q.trump,
                announce=announce,
                contra=contra,
                auction=auction_of(rng, game, q, forehand, contra),
                play=cards or None,
                unfinished=rare and rng.random() < 0.1,
                names={s: rng.choice(_NAMES) for s in Seat if rare and rng.random() < 0.3},
                tags=given_tags,
                comments=[rng.choice(_NAMES)] if rare and rng.random() < 0.3 else [],
            )
        except KpnError as error:
            if "play is over" not in error.message:
                raise
            cards.pop()
