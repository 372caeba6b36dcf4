"""Follow auctions call by call, for the judge's oracle (RULINGS: each game, Auction)."""

from __future__ import annotations

from dataclasses import dataclass, field

from oracle.judgingrecord import (
    ALL_PASS,
    CONTRA,
    PASS,
    RECONTRA,
    SECOND,
    SUBCONTRA,
    UNSAID,
    Problem,
    Written,
)
from oracle.judgingtables import (
    CONTRACTS,
    DEFAULTS,
    SUITS,
    TABLE,
    TIES,
    Clause,
    cards_in,
    marriage_suits,
    suit_of,
)

#: The games whose auction can have any number of rounds, in which the players overbid each other.
ROUNDS = ("graden", "anrufen", "anrufen3")
#: The games in which everybody calls once. Later passes have no meaning.
ONE_ROUND = ("bauernschnapsen", "whist")
DOUBLES = (CONTRA, RECONTRA, SUBCONTRA)
MOST_CALLS = 128
#: After this many rounds of calls (rounds of Contra included) a pass is an error in the games ``ONE_ROUND``.
#: RULINGS set no such limit.
MOST_ROUNDS = 4

#: Numbers of ``enum kr_bidders`` and ``enum kr_requires``.
BIDDERS: dict[tuple[int, ...] | None, int] = {None: 0, (0,): 1, (0, 2): 2, (1, 3): 3, (1, 2, 3): 4}
NEEDS = {"": 0, "marriage": 1, "suit": 2, "trumps": 3}


@dataclass
class Outcome:
    """The result of an auction.

    Attributes:
        contract: id of the contract; None if nobody plays and there is a new deal.
        trump: the trump suit that the highest bid named; UNSAID if it named none.
    """

    contract: str | None = None
    declarer: int | None = None
    second: int | None = None
    trump: int = UNSAID


@dataclass
class Auction:
    """An auction in progress: the calls with their seats. A call ``ALL_PASS`` is stored as single passes."""

    game: str
    rules: dict[str, str]
    forehand: int
    hands: list[int | None]
    trump: int | None = None
    calls: list[tuple[int, int, int]] = field(default_factory=list)

    @property
    def seats(self) -> int:
        """Return the number of seats that play."""
        return TABLE[self.game][2]

    @property
    def contracts(self) -> dict[str, Clause]:
        """Return the contracts of the game."""
        return CONTRACTS[self.game]

    def name(self, call: int) -> str:
        """Return the id of the contract with a number."""
        return list(self.contracts)[call]

    def bids(self) -> list[int]:
        """Return the indexes of the bids among the calls."""
        return [i for i, (_, call, _) in enumerate(self.calls) if call >= 0]

    def standing(self) -> int | None:
        """Return the index of the highest bid. Of equal bids, the bid with the better trump suit wins."""
        best: int | None = None
        for i in self.bids():
            if best is None:
                best = i
                continue
            _, old, old_suit = self.calls[best]
            _, new, new_suit = self.calls[i]
            if new > old or (
                new == old and new_suit >= 0 and TIES.index(SUITS[new_suit]) < TIES.index(SUITS[old_suit])
            ):
                best = i
        return best

    def joined(self) -> int | None:
        """Return the seat that has joined the standing Bettler or Plauderer."""
        stands = self.standing()
        if stands is None or self.game != "graden":
            return None
        return next((seat for seat, call, _ in self.calls[stands:] if call == SECOND), None)

    def passed(self) -> set[int]:
        """Return the seats that have passed for good."""
        if self.game in ("anrufen", "anrufen3") and not self.bids():
            n = len(self.calls)
            begun = n - n % self.seats
            return (
                {seat for seat, _, _ in self.calls[begun:]} if n < 2 * self.seats else set(range(self.seats))
            )
        out: set[int] = set()
        so_far = Auction(self.game, self.rules, self.forehand, self.hands, self.trump)
        first = 0
        if self.game in ("anrufen", "anrufen3") and self.bids()[0] >= self.seats:
            first = self.bids()[0] // self.seats * self.seats
        if self.dealer_had_to():
            return set(range(self.seats)) - {self.dealer}
        for i, (seat, call, suit) in enumerate(self.calls):
            stands = so_far.standing()
            holder = None if stands is None else so_far.calls[stands][0]
            if call == PASS and seat != holder and i >= first:
                out.add(seat)
            so_far.calls.append((seat, call, suit))
        return out

    @property
    def dealer(self) -> int:
        """Return the dealer. Forehand sits to the left of the dealer."""
        return (self.forehand - 1) % self.seats

    def dealer_must(self) -> bool:
        """Return whether the dealer must bid: all have passed twice, and ``all_pass`` requires a bid."""
        return (
            self.rules.get("all_pass") == "dealer" and len(self.calls) >= 2 * self.seats and not self.bids()
        )

    def dealer_had_to(self) -> bool:
        """Return whether the dealer has bid because he had to."""
        bids = self.bids()
        return self.rules.get("all_pass") == "dealer" and bool(bids) and bids[0] >= 2 * self.seats

    def over(self) -> bool:
        """Return whether bidding is over. In Bauernschnapsen, calls of Contra may still follow."""
        stands = self.standing()
        if self.game not in ROUNDS:
            return len(self.calls) >= self.seats
        if self.dealer_must():
            return False
        passed = self.passed()
        if stands is None:
            rounds = 1 if self.game == "graden" else 2
            return len(self.calls) >= rounds * self.seats
        holder = self.calls[stands][0]
        second = self.joined()
        if second is None:
            return passed >= set(range(self.seats)) - {holder}
        at = max(i for i, (_, call, _) in enumerate(self.calls) if call == SECOND)
        again = any(seat == holder for seat, _, _ in self.calls[at + 1 :])
        return again and passed >= set(range(self.seats)) - {holder, second}

    def turn(self) -> int:
        """Return the seat whose turn it is."""
        if self.dealer_must():
            return self.dealer
        if not self.calls:
            return self.forehand
        seat = (self.calls[-1][0] + 1) % self.seats
        if self.game in ROUNDS:
            out = self.passed()
            while seat in out and len(out) < self.seats:
                seat = (seat + 1) % self.seats
        return seat

    def doubles(self) -> int:
        """Return the number of doublings."""
        return sum(call in DOUBLES for _, call, _ in self.calls)

    def doubler(self) -> int:
        """Return the seat that would double next: the next seat of the side whose turn it is."""
        declarer = self.outcome().declarer
        assert declarer is not None
        side = (declarer + 1 + self.doubles()) % 2
        seat = (self.calls[-1][0] + 1) % 4
        return seat if seat % 2 == side else (seat + 1) % 4

    def outcome(self) -> Outcome:
        """Return the result of the auction once it is over."""
        stands = self.standing()
        if stands is None:
            if self.game == "graden":
                return Outcome("schurln")
            if self.game == "whist":
                return Outcome("tricks")
            if self.game != "bauernschnapsen":
                return Outcome()
            return Outcome(next(iter(self.contracts)), self.forehand)
        seat, call, suit = self.calls[stands]
        return Outcome(self.name(call), seat, self.joined(), suit)

    def finished(self) -> bool:
        """Return whether the auction is over. In Rußbach and Rufmariasch the caller's bid ends it."""
        if self.game in ("russbach", "rufmariasch") and self.bids():
            return True
        return self.over()

    def say(self, call: int, suit: int) -> tuple[str, tuple[int, ...]] | None:
        """Add a call and return None. For a wrong call, return the code and the numbers of its problem."""
        if call == ALL_PASS:
            return self._all_pass()
        if call in DOUBLES:
            return self._double(call)
        if call == PASS:
            if self.over() and self.game not in ONE_ROUND:
                return "call_auction_over", (call,)
            if self.game in ONE_ROUND and len(self.calls) >= MOST_ROUNDS * self.seats:
                return "call_one_round", (call,)
            if self.dealer_must():
                return "call_dealer_must", (self.dealer, 2)
        elif call == SECOND:
            wrong = self._join()
            if wrong is not None:
                return wrong
        else:
            wrong = self._bid(call, suit)
            if wrong is not None:
                return wrong
        self.calls.append((self.turn(), call, suit))
        return None

    def _all_pass(self) -> tuple[str, tuple[int, ...]] | None:
        if self.over():
            return "call_nobody_left", ()
        if self.dealer_must():
            return "call_dealer_must", (self.dealer, 2)
        while not self.over() and not self.dealer_must():
            self.calls.append((self.turn(), PASS, UNSAID))
        return None

    def _double(self, call: int) -> tuple[str, tuple[int, ...]] | None:
        if self.game in ("anrufen", "anrufen3") and call == CONTRA:
            return "double_in_announce", (call,)
        if self.game != "bauernschnapsen":
            return "double_not_a_call", (call,)
        if not self.over():
            return "double_too_early", (call,)
        said = self.doubles()
        if said == len(DOUBLES):
            return "double_after", (call, DOUBLES[-1])
        if call != DOUBLES[said]:
            return "double_other", (call, DOUBLES[said])
        self.calls.append((self.doubler(), call, UNSAID))
        return None

    def named(self, call: int, suit: int) -> tuple[str, tuple[int, ...]] | None:
        """Return the problem of the trump that a bid names."""
        if call < 0 or suit == UNSAID:
            return None
        if self.game not in ("anrufen", "anrufen3"):
            return "call_no_trump_named", ()
        return None if self.contracts[self.name(call)].trump else ("call_trumpless", (call,))

    def _late(self, call: int) -> tuple[str, tuple[int, ...]] | None:
        if not self.over():
            return None
        return ("call_one_round" if self.game in ONE_ROUND else "call_auction_over"), (call,)

    def _join(self) -> tuple[str, tuple[int, ...]] | None:
        late = self._late(SECOND)
        if late is not None:
            return late
        if self.game != "graden":
            return "call_no_second", ()
        seat = self.turn()
        stands = self.standing()
        if stands is None or not self.contracts[self.name(self.calls[stands][1])].second:
            return "call_none_to_join", (seat,)
        holder, call, _ = self.calls[stands]
        second = self.joined()
        if second is not None:
            return "call_joined", (seat, second)
        if holder == seat:
            return "call_joins_own", (seat, call)
        return None

    def _bid(self, call: int, suit: int) -> tuple[str, tuple[int, ...]] | None:
        clause = self.contracts[self.name(call)]
        late = self._late(call)
        if late is not None:
            return late
        seat = self.turn()
        if not clause.bid:
            return "call_not_biddable", (call,)
        if clause.who is not None and (seat - self.forehand) % self.seats not in clause.who:
            return "call_may_not", (seat, call, BIDDERS[clause.who])
        if not holds(clause, self.hands[seat], self.trump, TABLE[self.game][1]):
            return "call_without", (seat, call, NEEDS[clause.needs])
        stands = self.standing()
        if stands is None:
            return None
        standing = self.calls[stands][1]
        if call > standing:
            return None
        if call < standing:
            return "call_not_higher", (call, standing)
        if self.game == "graden":
            if clause.second and self.joined() is None and self.calls[stands][0] != seat:
                return "call_not_higher_mit", (call, standing)
            return "call_not_higher", (call, standing)
        if self.game not in ("anrufen", "anrufen3"):
            return "call_not_higher", (call, standing)
        if any(s == seat and c == call for s, c, _ in self.calls):
            return "call_only_higher", (seat, standing)
        if clause.trump and (suit < 0 or self.calls[stands][2] < 0):
            return "call_names_trump", (call,)
        return None


def holds(clause: Clause, hand: int | None, trump: int | None, size: int) -> bool:
    """Return whether a hand has what a contract needs. Also return True if the hand is unknown."""
    if not clause.needs or hand is None:
        return True
    if clause.needs == "marriage":
        return bool(marriage_suits(hand))
    suits = {suit_of(card) for card in cards_in(hand)}
    if len(suits) != 1 or len(cards_in(hand)) != size:
        return False
    return clause.needs == "suit" or trump is None or trump < 0 or suits == {trump}


def read_auction(record: Written, forehand: int, hands: list[int | None]) -> tuple[Auction, list[Problem]]:
    """Return a record's auction up to its end or its first wrong call. Also return the problems found.

    If bids name a trump that is not allowed, return the problems of all these bids, and no other problems.
    """
    rules = {**DEFAULTS[record.game], **record.rules}
    auction = Auction(record.game, rules, forehand, hands, record.trump if record.trump >= 0 else None)
    named = [(i, auction.named(call, suit)) for i, (call, suit) in enumerate(record.calls)]
    problems = [Problem(wrong[0], "call", i, wrong[1]) for i, wrong in named if wrong is not None]
    if problems:
        return auction, problems
    for i, (call, suit) in enumerate(record.calls):
        wrong = auction.say(call, suit)
        if wrong is not None:
            return auction, [Problem(wrong[0], "call", i, wrong[1])]
        if len(auction.calls) > MOST_CALLS:
            return auction, [Problem("auction_too_long", "call", i)]
    return auction, []
