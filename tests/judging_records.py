"""Make random records of all games as plain numbers: some are correct, some are spoilt."""

from __future__ import annotations

import random
from copy import deepcopy

from oracle.judging import judge
from oracle.judgingauction import Auction
from oracle.judgingplay import Rules
from oracle.judgingrecord import (
    ABSENT,
    ALL_PASS,
    AUCTION_OPEN,
    CONTRA,
    EMPTY,
    NO_CARD,
    ONLY_DEAL,
    PASS,
    PLAY_OPEN,
    RECONTRA,
    SECOND,
    SUBCONTRA,
    UNSAID,
    Written,
)
from oracle.judgingtables import (
    CONTRACTS,
    DEFAULTS,
    RAISES,
    TABLE,
    cards_in,
    in_pack,
    marriage_suits,
    suit_of,
)

OPTIONS = {
    "call_own": ("no", "yes"),
    "mitbettler": ("loser_pays", "as_printed"),
    "unit": ("1", "7"),
    "free_call": ("no", "yes"),
    "all_pass": ("new_deal", "dealer"),
    "beat": ("all", "none"),
    "bettler_value": ("5", "4"),
    "opening_marriage": ("no", "pending"),
}


def random_record(rng: random.Random, game: str | None = None) -> Written:
    """Return a random record, mostly without errors.

    Tags may be left out, hands may be unknown, auction and play may be cut off.
    """
    game = game or rng.choice([*TABLE, "graden", "graden", "anrufen"])
    if rng.random() < 0.02:
        w = Written(game, flags=ONLY_DEAL)
        _deal(rng, w)
        return w
    w = Written(game, {name: rng.choice(OPTIONS[name]) for name in DEFAULTS[game] if rng.random() < 0.6})
    _deal(rng, w)
    if rng.random() < 0.9:
        w.dealer = rng.randrange(TABLE[game][2])
    forehand = (w.dealer + 1) % TABLE[game][2] if w.dealer >= 0 else rng.randrange(TABLE[game][2])
    w.trump = rng.choice([s for s in range(4) if any(suit_of(c) == s for c in cards_in(w.hands[forehand]))])
    if rng.random() < (0.3 if game in ("russbach", "rufmariasch", "whist") else 0.8):
        _auction(rng, w, forehand)
    _contract(rng, w, forehand)
    _words(rng, w)
    if rng.random() < 0.9:
        _play(rng, w)
    _leave_out(rng, w)
    if rng.random() < 0.3:
        _score(rng, w)
    return w


def _deal(rng: random.Random, w: Written) -> None:
    size, seats = TABLE[w.game][1:]
    cards = [card for card in range(32) if in_pack(w.game, card)]
    rng.shuffle(cards)
    if w.game == "whist":
        size = rng.randint(1, 8)
    if w.game == "bauernschnapsen" and rng.random() < 0.2:
        suit = rng.randrange(4)
        cards.sort(key=lambda card: suit_of(card) != suit)
    if rng.random() < 0.2:
        cards.sort(key=lambda card: card % 8 not in (5, 6))
    piles = [cards[i * size : (i + 1) * size] for i in range(seats)]
    rng.shuffle(piles)
    w.hands = [sum(1 << card for card in pile) for pile in piles] + [0] * (4 - seats)
    w.known, w.deal = (1 << seats) - 1, rng.randrange(seats)
    if w.game == "anrufen3":
        w.has_talon, w.talon = 1, sum(1 << card for card in cards[21:])


def _auction(rng: random.Random, w: Written, forehand: int) -> None:
    """Write an auction and its result to the record. Each call is legal at its turn; many are passes."""
    rules = {**DEFAULTS[w.game], **w.rules}
    auction = Auction(w.game, rules, forehand, list(w.hands), w.trump)
    w.auction = forehand
    eager = rng.choice((0.05, 0.3, 0.6))
    while not auction.over() or (w.game == "bauernschnapsen" and rng.random() < 0.5):
        calls = [(SECOND, UNSAID)]
        for number in range(len(CONTRACTS[w.game])):
            calls += [(number, UNSAID), (number, rng.randrange(4))]
        calls += [(call, UNSAID) for call in (CONTRA, RECONTRA, SUBCONTRA)]
        rng.shuffle(calls)
        calls.sort(key=lambda call: call[0] + rng.random() * 4 if rng.random() < 0.7 else 0)
        calls += _tempting(rng, w, auction)
        call = (PASS, UNSAID)
        if rng.random() < eager or auction.dealer_must():
            for tried in reversed(calls) if rng.random() < 0.5 else calls:
                if auction.named(*tried) is None and deepcopy(auction).say(*tried) is None:
                    call = tried
                    break
        elif rng.random() < 0.1:
            call = (ALL_PASS, UNSAID)
        if auction.say(*call) is None:
            w.calls.append(call)
        if len(auction.calls) > 40:
            break
    if rng.random() < 0.05:
        del w.calls[rng.randrange(len(w.calls) + 1) :]
        w.flags |= rng.choice((0, AUCTION_OPEN))
        return
    out = auction.outcome()
    if out.contract is not None:
        w.contract = list(CONTRACTS[w.game]).index(out.contract)
        w.declarer = ABSENT if out.declarer is None else out.declarer
        w.second = ABSENT if out.second is None else out.second
        if out.trump >= 0:
            w.trump = out.trump
    w.contra = auction.doubles() or ABSENT


def _tempting(rng: random.Random, w: Written, auction: Auction) -> list[tuple[int, int]]:
    """Return calls that are seldom possible: a second Bettler, a bid that equals the standing one.

    In Graden without a bid, return a Bettler or a Plauderer, which a second player can join.
    """
    stands = auction.standing()
    if stands is None:
        return [(rng.choice((0, 3)), UNSAID)] if w.game == "graden" else []
    if w.game == "graden":
        return [(SECOND, UNSAID)]
    return [(auction.calls[stands][1], rng.randrange(4))] if w.game.startswith("anrufen") else []


#: By game, the numbers of the contracts that are settled in more ways than others.
MANIFOLD = {"graden": (0, 3), "bauernschnapsen": (0, 2, 6), "russbach": (0,)}


def _contract(rng: random.Random, w: Written, forehand: int) -> None:
    """Choose the called card, the trump, the cards laid face down and the discard.

    If the auction has not set the contract or its seats, choose them, too.
    """
    game, seats = w.game, TABLE[w.game][2]
    names = list(CONTRACTS[game])
    if w.contract < 0:
        some = MANIFOLD.get(game, (0,)) if rng.random() < 0.4 else range(len(names))
        w.contract = rng.choice(list(some))
    clause = CONTRACTS[game][names[w.contract]]
    if w.declarer < 0 and not clause.alone:
        w.declarer = (forehand + rng.choice(clause.who or tuple(range(seats)))) % seats
        if clause.second and rng.random() < 0.5:
            w.second = rng.choice([s for s in range(seats) if s != w.declarer])
        w.contra = rng.randint(0, 3) if game == "bauernschnapsen" else ABSENT
    if clause.calls:
        own = game != "graden" or w.rules.get("call_own") == "yes"
        may = [
            card for card in range(32) if in_pack(game, card) and (own or not w.hands[w.declarer] >> card & 1)
        ]
        w.called = rng.choice(may)
        if game == "russbach" or (game == "rufmariasch" and w.rules.get("free_call") != "yes"):
            w.trump = suit_of(w.called)
    if game == "graden" or (not clause.trump and game != "bauernschnapsen"):
        w.trump = ABSENT
    if w.second >= 0:
        for seat in (w.declarer, w.second):
            if rng.random() < 0.7:
                w.laid[seat] = rng.choice(cards_in(w.hands[seat]))
    if game == "anrufen3":
        w.has_discard, w.discard = (
            1,
            sum(1 << c for c in rng.sample(cards_in(w.hands[w.declarer] | w.talon), 3)),
        )


def _words(rng: random.Random, w: Written) -> None:
    seats, names = TABLE[w.game][2], list(CONTRACTS[w.game])
    level, contra = names[w.contract], False
    for i in range(seats):
        seat = (max(w.declarer, 0) + i) % seats
        if w.game in ("russbach", "rufmariasch"):
            for suit in marriage_suits(w.hands[seat]):
                points = 40 if suit == w.trump else 20
                if rng.random() < 0.7:
                    w.words.append((seat, 0, rng.choice((suit, UNSAID)), 0, points, 0))
        if w.game == "russbach":
            w.words += [(seat, kind, UNSAID, 0, 0, 0) for kind in (1, 2) if rng.random() < 0.15]
        holds = w.called >= 0 and w.hands[seat] >> w.called & 1
        if w.game == "anrufen" and seat != w.declarer and holds and level in RAISES and rng.random() < 0.5:
            level = rng.choice(RAISES[level])
            w.words.append((seat, 3, UNSAID, names.index(level), 0, 0))
        if w.game in ("anrufen", "anrufen3") and seat != w.declarer and not holds and not contra:
            contra = rng.random() < 0.2
            if contra:
                w.words.append((seat, 4, UNSAID, 0, 0, 0))


def _play(rng: random.Random, w: Written) -> None:
    """Write legal cards to the record. At times, stop at a random card.

    If the judge finds an error in a trick, stop after this trick, and keep or remove the trick at random. If
    the judge only warns that play was over before, go on.
    """
    said = judge(w)
    if said.facts["leader"] == -1 and w.game == "whist":
        w.play = rng.randrange(4)
        said = judge(w)
    if any(not p.warning for p in said.problems) or said.facts["leader"] == -1 or said.facts["order"] == -1:
        return
    clause = CONTRACTS[w.game][list(CONTRACTS[w.game])[w.contract]]
    seats, leader = TABLE[w.game][2], said.facts["leader"]
    w.play = leader
    if clause.aim == "dealt":
        return
    rules = Rules(
        w.game, "KTZ"[said.facts["order"]], w.trump if clause.trump and w.trump >= 0 else None,
        w.game != "whist" and w.rules.get("beat") != "none",
    )  # fmt: skip
    hands = list(w.hands)
    if w.has_discard == 1:
        hands[w.declarer] = (hands[w.declarer] | w.talon) & ~w.discard
    size = max(len(cards_in(hand)) for hand in hands)
    out = (w.declarer + 2) % 4 if w.game == "bauernschnapsen" and clause.aim == "none" else None
    stop = rng.randrange(size * seats + 1) if rng.random() < 0.3 else 99
    cards = 0
    for trick in range(size):
        row, played = [NO_CARD] * seats, list[int]()
        turn = [s for s in ((leader + i) % seats for i in range(seats)) if s != out]
        for seat in turn:
            if cards == stop:
                break
            free = trick == 0 and seat in (w.declarer, w.second) and w.second >= 0
            if free and w.laid[seat] >= 0:
                card = w.laid[seat]
            else:
                card = rng.choice(cards_in(hands[seat]) if free else rules.legal(hands[seat], played))
            hands[seat] &= ~(1 << card)
            row[(seat - w.play) % seats] = card
            played.append(card)
            cards += 1
        before = list(w.cells)
        w.cells += row
        if not _only_warnings(w):
            if rng.random() < 0.7:
                w.cells = before
            return
        if len(played) < len(turn):
            if rng.random() < 0.3:
                w.flags |= PLAY_OPEN
            return
        leader = turn[rules.best(played)]


def _only_warnings(w: Written) -> bool:
    return all(p.warning for p in judge(w).problems)


def _leave_out(rng: random.Random, w: Written) -> None:
    """Make some tags absent, unknown or empty, and some hands unknown."""
    for name in ("dealer", "contract", "declarer", "second", "called", "trump"):
        if rng.random() < 0.1 or (getattr(w, name) == ABSENT and rng.random() < 0.2):
            setattr(w, name, rng.choice((ABSENT, ABSENT, UNSAID, EMPTY)))
    if rng.random() < 0.3 and w.auction >= 0:
        w.contract = w.declarer = w.second = w.contra = ABSENT
    if rng.random() < 0.15:
        w.known &= rng.randrange(16)
        w.hands = [hand if w.known >> s & 1 else 0 for s, hand in enumerate(w.hands)]
        if w.known == 0 and rng.random() < 0.5:
            w.deal = rng.choice((ABSENT, UNSAID))
    if w.game == "anrufen3" and rng.random() < 0.2:
        w.has_talon, w.talon = rng.choice((ABSENT, UNSAID, EMPTY)), 0
    if w.game == "anrufen3" and rng.random() < 0.1:
        w.has_discard, w.discard = rng.choice((ABSENT, UNSAID, EMPTY)), 0


def _score(rng: random.Random, w: Written) -> None:
    seats = TABLE[w.game][2]
    facts = judge(w).facts
    right = facts.get("settlement", [0] * 4)
    w.scored = (1 << seats) - 1
    w.score = list(right) if rng.random() < 0.6 else [rng.choice((x, x, x + 1)) for x in right]
    w.score[seats:] = [0] * (4 - seats)
