"""The Auction section: calls, who may make them, and the contract they lead to (RULINGS).

A ValueError is a call that is not allowed, and says why.
"""

from __future__ import annotations

from collections.abc import Sequence

from kranalyze.cards import parse_suit, suit_letter
from kranalyze.deal import Seat
from kranalyze.games import Contract, Question, bidding_seats
from kranalyze.games.questions import requirement, seats_of
from kranalyze.kpn.record import Call
from kranalyze.kpn.tags import Draft

#: What ends a section before its end.
END = ("+", "*")

_PASSES = ("gut", "pass", "weiter")
_DOUBLES = ("contra", "recontra", "subcontra")

#: Who may bid a contract that not everybody may.
_BIDDERS = {
    "forehand": "only forehand may",
    "forehand_side": "only forehand's side may",
    "other_side": "only the side against forehand may",
    "not_forehand": "forehand may not",
}


#: A call as written, without its seat: a contract id, ``gut``, ``mit``, ``ap``; and the suit named with it.
Spoken = tuple[str, int | None]


def read_auction(draft: Draft) -> Auction | None:
    """Read and check the Auction; the auction as it ended, None if there is none or it is wrong."""
    first, forehand = draft.first_of("Auction"), draft.forehand
    if first is None:
        return None
    if forehand not in (None, first):
        said = f"{forehand.title}, left of the dealer, speaks first, not {first.title}"
        draft.fail("Auction", said)
        return None
    spoken: list[Spoken] = []
    before = len(draft.problems)
    for i, entry in enumerate(draft.entries("Auction")):
        try:
            spoken.append(_word(draft, entry.text))
            if len(spoken) > 1 and spoken[-2][0] in END:
                raise ValueError(f"{entry.text!r} stands after the end of the Auction")
        except ValueError as error:
            draft.fail_entry("Auction", i, str(error))
    if len(draft.problems) > before:
        return None
    if spoken and spoken[-1][0] in END:
        spoken.pop()
    auction = Auction(draft, first)
    for place, call in enumerate(spoken):
        try:
            auction.take(*call)
        except ValueError as error:
            columns = None if draft.row.bidding.once else _in_columns(Auction(draft, first), spoken)
            if columns is None:
                draft.fail_entry("Auction", place, str(error))
                return None
            auction = columns
            break
    draft.auction = tuple(auction.calls)
    auction.finish()
    return auction


def _word(draft: Draft, text: str) -> Spoken:
    """A call of the game."""
    game, plain = draft.row, text.casefold()
    if plain in _PASSES:
        return "gut", None
    if plain in ("mit", "ap", *END, *_DOUBLES):
        return plain, None
    name, colon, suit = text.partition(":")
    try:
        contract = game.contract(name)
    except ValueError:
        known = ", ".join(c.id for c in game.contracts if c.rank is not None) or "none"
        raise ValueError(f"unknown call {text!r}; the bids of {game.id}: {known}") from None
    if colon and not game.bidding.ties:
        raise ValueError(f"no trump is named with a bid in {game.id}, here {text!r}")
    if colon and not contract.trump:
        raise ValueError(f"{contract.name} is played without trump, here {text!r}")
    try:
        return contract.id, parse_suit(suit, draft.deck) if colon else None
    except ValueError as error:
        raise ValueError(f"{error} in {text!r}") from None


def _in_columns(auction: Auction, spoken: Sequence[Spoken]) -> Auction | None:
    """The auction read as columns of four, in which those who have passed pass again; None if it is none."""
    column = auction.first
    try:
        for word, trump in spoken:
            # Passes go on to the end of the line, not beyond it.
            passed = column not in auction.active and not (auction.over and column == auction.first)
            if word != "gut" or not passed:
                if auction.turn != column:
                    return None
                auction.take(word, trump)
            column = Seat((column + 1) % auction.game.seats)
    except ValueError:
        return None
    return auction if auction.over else None


class Auction:
    """An auction as it goes along."""

    def __init__(self, draft: Draft, first: Seat) -> None:
        self.draft, self.game, self.first = draft, draft.row, first
        self.turn, self.active = first, set(seats_of(self.game))  # who speaks next, and who has not passed
        self.contract: Contract | None = None  # the bid that stands highest, its declarer and trump
        self.declarer: Seat | None = None
        self.trump: int | None = None
        self.second: Seat | None = None  # who has said ``mit``
        self.over = False  # nobody may bid any more
        self.contra = self.rounds = 0  # calls of Contra, and how often all have passed
        self.losers: dict[Seat | None, int] = {}  # who has lost a tie, and at which rank
        self.calls: list[Call] = []

    def __str__(self) -> str:
        if not self.over:
            return "no contract, it is not finished"
        if self.contract is None:
            return "a new deal"
        by = "" if self.declarer is None else f" by {self.declarer.title}"
        second = "" if self.second is None else f" with {self.second.title} second"
        trump = "" if self.trump is None else f" in {suit_letter(self.trump, self.draft.deck)}"
        return f"{self.contract.name}{trump}{by}{second}"

    @property
    def must_bid(self) -> bool:
        """Whether all have passed and the rules make the dealer bid (RULINGS: anrufen, all_pass)."""
        passed_out = self.rounds == self.game.bidding.rounds
        return self.game.dealer_bids and passed_out and self.declarer is None

    @property
    def _duty(self) -> str:
        times = {1: "once", 2: "twice"}.get(self.rounds, f"{self.rounds} times")
        return f"{self.turn.title}, the dealer, must bid: all have passed {times}"

    def take(self, word: str, trump: int | None) -> None:
        """One call by whoever's turn it is."""
        game, seat, standing, once = self.game, self.turn, self.contract, self.game.bidding.once
        contract = next((c for c in game.contracts if c.id == word), None)
        call = f"{word!r}" if contract is None else contract.name
        if word in _DOUBLES:
            self._double(word)
        elif word == "ap":
            if self.over:
                raise ValueError("the auction is over, nobody is left to pass")
            if self.must_bid:
                raise ValueError(self._duty)
            while not self.over and not self.must_bid:
                self._pass()
        elif self.over and not once:
            raise ValueError(f"the auction is over, {call} comes too late")
        elif self.over and (word != "gut" or len(self.calls) >= 4 * game.seats):
            raise ValueError(f"there is one round of bidding, {call} comes too late")
        elif word == "gut" and self.must_bid:
            raise ValueError(self._duty)
        elif word == "gut":
            self._pass()
        elif contract is not None:
            self._bid(contract, trump)
        elif once:
            raise ValueError(f"'mit' is not a call of {game.id}")
        elif standing is None or not standing.second:
            raise ValueError(f"{seat.title} says 'mit', but no Bettler or Plauderer stands highest")
        elif self.second is not None:
            raise ValueError(f"{seat.title} says 'mit', but {self.second.title} has said so already")
        elif seat == self.declarer:
            raise ValueError(f"{seat.title} says 'mit' to the own {standing.name}")
        else:
            self.second = seat
            self._say("mit")

    def _say(self, word: str, trump: int | None = None) -> None:
        """Write a call down and hand the turn on to the next who has not passed."""
        self.calls.append(Call(self.turn, word, trump))
        behind = [Seat((self.turn + i) % self.game.seats) for i in range(1, self.game.seats + 1)]
        self.turn = next((seat for seat in behind if seat in self.active), behind[0])
        # A Mitbettler waits for the first one's last turn.
        alone = self.declarer is not None and self.second is None and self.active <= {self.declarer}
        self.over = self.over or alone or (self.game.bidding.once and len(self.calls) >= self.game.seats)

    def _pass(self) -> None:
        """Final, but for a first Bettler with a Mitbettler, and in Anrufen's first round if all pass."""
        seat, bidding = self.turn, self.game.bidding
        if not bidding.once and seat != self.declarer:
            self.active.discard(seat)
        self._say("gut")
        if bidding.once:
            return
        if seat == self.declarer:
            # With a Mitbettler this was the first one's last turn; in Anrufen the highest bidder waits
            # for those whose equal bid was lower.
            self.over = self.second is not None
        elif self.declarer is None and not self.active:
            self.rounds += 1
            if self.rounds < bidding.rounds:
                self.active.update(seats_of(self.game))
            elif self.game.dealer_bids:
                self.turn = Seat((self.first - 1) % self.game.seats)
                self.active.add(self.turn)
            else:
                self.over = True

    def _bid(self, contract: Contract, trump: int | None) -> None:
        seat, standing, ties = self.turn, self.contract, self.game.bidding.ties
        if contract.rank is None:
            raise ValueError(f"{contract.name} cannot be bid")
        barred = barred_from(self.draft, contract, seat, self.first, "may not bid")
        if barred is not None:
            raise ValueError(barred)
        stands = True
        if standing is not None and standing.rank is not None:
            tie = contract.rank == standing.rank and bool(ties)
            if contract.rank <= standing.rank and not tie:
                joins = contract is standing and contract.second
                hint = f" (a second {contract.name} says mit)" if joins else ""
                raise ValueError(f"{contract.name} does not rank above {standing.name}{hint}")
            if tie and (self.losers.get(seat, 0) >= contract.rank or seat == self.declarer):
                raise ValueError(f"{seat.title} may bid again only higher than {standing.name}")
            if tie and contract.trump and None in (self.trump, trump):
                raise ValueError(f"both of two equal bids name their trump, as in {contract.id}:H")
            if tie:  # the higher suit stands, of two equal ones the earlier bid
                stands = contract.trump and ties.index(trump) < ties.index(self.trump)
                self.losers[self.declarer if stands else seat] = contract.rank
        if stands:
            self.contract, self.declarer, self.trump, self.second = contract, seat, trump, None
        self._say(contract.id, trump)

    def _double(self, word: str) -> None:
        """Contra by the other side, Recontra by the declarer's, Subcontra by the other."""
        game = self.game
        if game.contra != "doubles":
            where = " in the Auction: it is written in Announce" if game.contra else ""
            raise ValueError(f"{word!r} is not a call of {game.id}{where}")
        if not self.over:
            raise ValueError(f"{word!r} comes before the round of bidding is over")
        if self.contra == game.most_contra:
            raise ValueError(f"{word!r} comes after {_DOUBLES[self.contra - 1]}")
        if word != _DOUBLES[self.contra]:
            raise ValueError(f"{word!r} comes where {_DOUBLES[self.contra]!r} would")
        # The turn may be a partner's who had nothing to say: the next of the side that is entitled to.
        declarer = self.first if self.declarer is None else self.declarer
        own = self.contra == 1
        while ((self.turn - declarer) % 2 == 0) != own:
            self.turn = Seat((self.turn + 1) % game.seats)
        self.contra += 1
        self._say(word)

    def finish(self) -> None:
        """What the end of an auction means: Schurln, Rufer, a contract, or nothing yet."""
        game = self.game
        if game.bidding.once:
            if self.over and self.declarer is None:
                self.contract, self.declarer = game.contracts[0], self.first
        elif self.declarer is None and self.over:
            self.contract = game.passed_out
        elif self.declarer is not None and not self.over:
            self.over = all(c.rank is None or c.bidders == "forehand" for c in game.contracts)


def barred_from(
    draft: Draft, contract: Contract, seat: Seat | None, forehand: Seat | None, may_not: str
) -> str | None:
    """Why a seat may not bid or declare a contract; None if it may, or that is not known."""
    game = draft.row
    if seat is None:
        return None
    if forehand is not None and seat not in bidding_seats(game, contract, forehand):
        return f"{seat.title} {may_not} {contract.name}: {_BIDDERS.get(contract.bidders, '')}"
    hand = draft.held(seat)
    if contract.requires is None or hand is None or (contract.requires == "trumps" and draft.trump is None):
        return None
    question = Question(contract, seat, seat, contract.order, trump=draft.trump)
    if any(hand & mask == mask for mask in requirement(question, game)):
        return None
    needed = {"marriage": "King and Queen of a suit", "suit": f"{game.size} cards of one suit"}
    missing = needed.get(contract.requires, f"{game.size} trumps")
    return f"{seat.title} {may_not} {contract.name} without {missing}"
