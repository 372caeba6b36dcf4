"""Make random logged games of short hands for tests: as records, and as positions of the oracle."""
# mypy: no-strict-optional

from __future__ import annotations

import random
from dataclasses import replace

from asking import random_play
from deals import random_deal
from kranalyze.cards import CARDS, cards_of, letter_of_suit, mask_of, number_of_suit
from kranalyze.core.questionborder import questions
from kranalyze.deal import Deal, Seat
from kranalyze.games import Game, Question
from kranalyze.hands import Hand
from kranalyze.kpn import Announcement, Move, Record
from oracle import Played, Positions, Said
from oracle.play import play_rules
from oracle.settling import marriages
from oracle.table import replay


def said_at_random(game: Game, q: Question, deal: Deal, rng: random.Random) -> list[Said]:
    """Return random words of the players in trick 1, each at the player's own turn."""
    said: list[Said] = []
    for seat in [(q.leader + i) % game.seats for i in range(game.seats)]:
        own = seat in (q.declarer, q.partner)
        if game.id in ("russbach", "rufmariasch"):
            for suit in marriages(deal.mask(seat), number_of_suit(q.trump)):
                if rng.random() < 0.6:
                    said.append(Said(seat, "marriage", suit))
        if game.id == "russbach":
            for what in ("hundred", "all_tricks"):
                # If both partners make the same announcement, the announcement counts once.
                if rng.random() < 0.2:
                    said.append(Said(seat, what))
        free = game.id.startswith("anrufen") and not own and all(s.what != "contra" for s in said)
        if free and rng.random() < 0.3:
            said.append(Said(seat, "contra"))
        if game.id == "anrufen" and seat == q.partner and rng.random() < 0.5:
            levels = {"simple": ["hundred", "all_tricks", "all_hundred"], "hundred": ["all_hundred"]}
            levels["all_tricks"] = ["all_hundred"]
            if q.contract.id in levels:
                said.append(Said(seat, "raise", level=rng.choice(levels[q.contract.id])))
    return said


def cards_laid(
    game: Game, q: Question, deal: Deal, rng: random.Random
) -> tuple[int | None, tuple[tuple[int, int], ...]]:
    """Return a random discard, and random face-down cards.

    Without a talon, the discard is None. Without a second bidder, there are no face-down cards.
    """
    discard = None
    if game.talon:
        held = list(cards_of(deal.mask(q.leader) | deal.talon_mask))
        discard = mask_of(rng.sample(held, deal.talon_mask.bit_count()))
    bidders = () if q.second is None else (q.declarer, q.second)
    return discard, tuple((seat, rng.choice(list(cards_of(deal.mask(seat))))) for seat in bidders)


def log(
    game: Game, size: int, rules: dict[str, str], rng: random.Random, q: Question | None = None
) -> tuple[Record, Positions]:
    """Return a random game, as a record and as positions of the oracle."""
    deal = random_deal(game, size, rng)
    every = [x for x in questions(game.under(rules), selfish=True) if x.contract.goal.kind != "dealt"]
    if q is None:
        contract = rng.choice(list({x.contract.id: x.contract for x in every}.values()))
        q = rng.choice([x for x in every if x.contract is contract])
    discard, face_down = cards_laid(game, q, deal, rng)
    said = said_at_random(game, q, deal, rng)
    line = random_play(game, q, deal, rules, rng, discard or 0, face_down)
    if rng.random() < 0.3:
        line = line[: rng.randrange(1, len(line) + 1)]
    contra = rng.choice((0, 0, 1, 2)) if game.id == "bauernschnapsen" else 0
    played = Played(deal, line, tuple(said), discard, face_down, contra)
    positions = Positions(game, q, rules, played)
    return record_of(game, q, rules, played, positions), positions


def record_of(game: Game, q: Question, rules: dict[str, str], played: Played, positions: Positions) -> Record:
    """Return a game as the reader of KPN would return it. The reader itself refuses the short hands."""
    hands, face_down = positions.states[0].hands, dict(played.face_down)
    tricks = replay(hands, q.leader, played.cards, play_rules(game.under(rules), q), face_down)
    moves = [
        Move(Seat(seat), card, number, turn)
        for number, trick in enumerate(tricks, 1)
        for turn, (seat, card) in enumerate(zip(trick.seats, trick.cards, strict=True), 1)
    ]
    announce = []
    for s in played.said:
        what = "all" if s.what == "all_tricks" else s.what
        points = 0 if s.suit is None else 40 if s.suit == number_of_suit(q.trump) else 20
        announce.append(Announcement(Seat(s.seat), what, letter_of_suit(s.suit), points, s.level))
    over = _stopped(game, q, positions)
    return Record(
        items=(),
        game=game.id,
        rules=rules,
        deal=played.deal,
        discard=Hand(played.discard) if played.discard else None,
        contract=q.contract.id,
        declarer=q.declarer,
        second=q.second,
        face_down=tuple((Seat(s), CARDS[c]) for s, c in played.face_down),
        trump=q.trump,
        announce=tuple(announce),
        contra=played.contra,
        leader=q.leader,
        play=tuple(moves if over is None else moves[:over]),
        question=q,
    )


def _stopped(game: Game, q: Question, positions: Positions) -> int | None:
    """Return the number of cards after which a Rufer or Schnapser ends early. None: it does not end early."""
    if not (q.contract.goal.stop or q.contract.goal.kind == "race"):
        return None
    for after in range(len(positions.played.cards)):
        short = Positions(game, q, positions.asked.rules, cut(positions.played, after))
        if short.ended():
            return after
    return None


def cut(played: Played, after: int) -> Played:
    """Return the game up to its first ``after`` cards."""
    return replace(played, cards=played.cards[:after])
