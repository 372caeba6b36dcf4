"""The Auction section: calls, who may make them, and the contract they lead to (RULINGS)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from kranalyze.cards import parse_suit, suit_letter
from kranalyze.deal import Seat
from kranalyze.games import Contract, Game, Question, bidding_seats
from kranalyze.games.questions import requirement
from kranalyze.kpn.draft import Draft
from kranalyze.kpn.record import Call

PASSES = frozenset({"gut", "pass", "weiter"})
DOUBLES = ("contra", "recontra", "subcontra")

#: Who may bid a contract that not everybody may.
_BIDDERS = {
    "forehand": "only forehand may",
    "forehand_side": "only forehand's side may",
    "other_side": "only the side against forehand may",
    "not_forehand": "forehand may not",
}


class NotAllowed(Exception):  # noqa: N818 - control flow inside this file
    """A call that is not allowed, with the reason."""


@dataclass(slots=True)
class Spoken:
    """A call as written, without its seat: ``word`` is a contract id, ``gut``, ``mit``, ``AP``, ..."""

    word: str
    contract: Contract | None = None
    trump: int | None = None

    def __str__(self) -> str:
        return self.contract.name if self.contract is not None else f"{self.word!r}"


@dataclass(slots=True)
class Auction:
    """An auction as it goes along.

    Attributes:
        turn: who speaks next.
        active: who has not passed.
        contract, declarer, trump: the bid that stands highest.
        second: who has said ``mit``.
        over: nobody may bid any more.
        contra: number of Contra calls.
    """

    draft: Draft
    game: Game
    first: Seat
    turn: Seat = field(init=False)
    active: set[Seat] = field(init=False)
    contract: Contract | None = None
    declarer: Seat | None = None
    second: Seat | None = None
    trump: int | None = None
    over: bool = False
    contra: int = 0
    rounds: int = 0
    losers: dict[Seat, int] = field(default_factory=dict)
    calls: list[Call] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.turn, self.active = self.first, set(self.seats)

    @property
    def seats(self) -> list[Seat]:
        """Who plays."""
        return list(Seat)[: self.game.seats]

    @property
    def closed(self) -> bool:
        """Whether nobody may bid any more, if need be because the one round is over."""
        return len(self.calls) >= self.game.seats if self.game.bidding.once else self.over

    def after(self, seat: Seat) -> Seat:
        """The next seat clockwise."""
        return Seat((seat + 1) % self.game.seats)

    def __str__(self) -> str:
        if not self.over:
            return "no contract, it is not finished"
        if self.contract is None:
            return "a new deal"
        by = "" if self.declarer is None else f" by {self.declarer.title}"
        second = "" if self.second is None else f" with {self.second.title} second"
        trump = "" if self.trump is None else f" in {suit_letter(self.trump, self.draft.deck)}"
        return f"{self.contract.name}{trump}{by}{second}"


def read_auction(draft: Draft) -> Auction | None:
    """Read and check the Auction; the auction as it ended, None if there is none or it is wrong."""
    game, first = draft.row, draft.first_of("Auction")
    if game is None or first is None:
        return None
    if draft.forehand is not None and first != draft.forehand:
        left = draft.forehand.title
        draft.fail("Auction", 0, f"{left}, left of the dealer, speaks first, not {first.title}")
        return None
    spoken = _words(draft, game)
    if spoken is None:
        return None
    if spoken and spoken[-1].word in ("+", "*"):
        spoken.pop()
    auction = Auction(draft, game, first)
    for place, call in enumerate(spoken):
        try:
            _make(auction, call)
        except NotAllowed as error:
            tabular = None if game.bidding.once else _in_columns(Auction(draft, game, first), spoken)
            if tabular is None:
                draft.fail_entry("Auction", place, str(error))
                return None
            auction = tabular
            break
    draft.auction = tuple(auction.calls)
    _finish(auction)
    return auction


def _words(draft: Draft, game: Game) -> list[Spoken] | None:
    """The entries of the section as calls; None if one is unknown."""
    section = draft.section("Auction")
    assert section is not None
    found: list[Spoken] = []
    before = len(draft.problems)
    for i, entry in enumerate(section.entries):
        try:
            found.append(_word(draft, game, entry.text))
            if len(found) > 1 and found[-2].word in ("+", "*"):
                raise NotAllowed(f"{entry.text!r} stands after the end of the Auction")
        except NotAllowed as error:
            draft.fail_entry("Auction", i, str(error))
    return found if len(draft.problems) == before else None


def _word(draft: Draft, game: Game, text: str) -> Spoken:
    plain = text.casefold()
    if plain in PASSES:
        return Spoken("gut")
    if plain in ("mit", "ap", "+", "*", *DOUBLES):
        return Spoken(plain)
    name, colon, suit = text.partition(":")
    try:
        contract = game.contract(name)
    except ValueError:
        known = ", ".join(c.id for c in game.contracts if c.rank is not None) or "none"
        raise NotAllowed(f"unknown call {text!r}; the bids of {game.id}: {known}") from None
    if not colon:
        return Spoken(contract.id, contract)
    if not game.bidding.ties:
        raise NotAllowed(f"no trump is named with a bid in {game.id}, here {text!r}")
    if not contract.trump:
        raise NotAllowed(f"{contract.name} is played without trump, here {text!r}")
    try:
        return Spoken(contract.id, contract, parse_suit(suit, draft.deck))
    except ValueError:
        raise NotAllowed(f"unknown suit {suit!r} in {text!r}") from None


def _make(auction: Auction, call: Spoken) -> None:
    """One call by whoever's turn it is.

    Raises:
        NotAllowed: with the reason.
    """
    once = auction.game.bidding.once
    if call.word == "ap":
        if auction.closed:
            raise NotAllowed("the auction is over, nobody is left to pass")
        while not auction.closed:
            _pass(auction)
    elif call.word in DOUBLES:
        _double(auction, call)
    elif auction.closed and not once:
        raise NotAllowed(f"the auction is over, {call} comes too late")
    elif auction.closed and (call.word != "gut" or len(auction.calls) >= 4 * auction.game.seats):
        raise NotAllowed(f"there is one round of bidding, {call} comes too late")
    elif call.word == "gut":
        _pass(auction)
    elif call.word == "mit":
        _mit(auction)
    else:
        _bid(auction, call)


def _say(auction: Auction, word: str, trump: int | None = None) -> None:
    """Write a call down and hand the turn on to the next who has not passed."""
    auction.calls.append(Call(auction.turn, word, trump))
    auction.turn = auction.after(auction.turn)
    for _ in range(auction.game.seats):
        if auction.turn in auction.active:
            break
        auction.turn = auction.after(auction.turn)


def _pass(auction: Auction) -> None:
    """A pass: final, but for a first Bettler with a Mitbettler, and in Anrufen's first round if all pass."""
    seat, bidding = auction.turn, auction.game.bidding
    if not bidding.once and seat != auction.declarer:
        auction.active.discard(seat)
    _say(auction, "gut")
    if seat == auction.declarer:
        # With a Mitbettler this was the first one's last turn; in Anrufen the highest bidder waits
        # for those whose equal bid was lower.
        auction.over = auction.second is not None
    elif auction.declarer is not None:
        _end_if_alone(auction)
    elif not auction.active:
        auction.rounds += 1
        auction.over = auction.rounds == bidding.rounds
        if not auction.over:
            auction.active.update(auction.seats)


def _end_if_alone(auction: Auction) -> None:
    """Over when only the highest bidder is left, a Mitbettler waits for the first one's last turn."""
    if auction.active <= {auction.declarer} and auction.second is None:
        auction.over = True


def _mit(auction: Auction) -> None:
    seat, contract = auction.turn, auction.contract
    if auction.game.bidding.once:
        raise NotAllowed(f"'mit' is not a call of {auction.game.id}")
    if contract is None or not contract.second:
        raise NotAllowed(f"{seat.title} says 'mit', but no Bettler or Plauderer stands highest")
    if auction.second is not None:
        raise NotAllowed(f"{seat.title} says 'mit', but {auction.second.title} has said so already")
    if seat == auction.declarer:
        raise NotAllowed(f"{seat.title} says 'mit' to the own {contract.name}")
    auction.second = seat
    _say(auction, "mit")


def _bid(auction: Auction, call: Spoken) -> None:
    seat, contract, standing = auction.turn, call.contract, auction.contract
    assert contract is not None
    if contract.rank is None:
        raise NotAllowed(f"{contract.name} cannot be bid")
    barred = barred_from(auction.draft, auction.game, contract, seat, auction.first, "may not bid")
    if barred is not None:
        raise NotAllowed(barred)
    if standing is not None and standing.rank is not None:
        tie = contract.rank == standing.rank and bool(auction.game.bidding.ties)
        if contract.rank <= standing.rank and not tie:
            hint = f" (a second {contract.name} says mit)" if contract is standing and contract.second else ""
            raise NotAllowed(f"{contract.name} does not rank above {standing.name}{hint}")
        if tie and (auction.losers.get(seat, 0) >= contract.rank or seat == auction.declarer):
            raise NotAllowed(f"{seat.title} may bid again only higher than {standing.name}")
        if tie and not _wins_tie(auction, contract, call):
            auction.losers[seat] = contract.rank
            _say(auction, call.word, call.trump)
            return
        if tie and auction.declarer is not None:
            auction.losers[auction.declarer] = contract.rank
    auction.contract, auction.declarer, auction.trump = contract, seat, call.trump
    auction.second = None
    _say(auction, call.word, call.trump)
    _end_if_alone(auction)


def _wins_tie(auction: Auction, contract: Contract, call: Spoken) -> bool:
    """Whether the later of two equal bids stands: by the higher suit."""
    order = auction.game.bidding.ties
    if not contract.trump:
        return False
    if auction.trump is None or call.trump is None:
        raise NotAllowed(f"both of two equal bids name their trump, as in {contract.id}:H")
    return order.index(call.trump) < order.index(auction.trump)


def barred_from(
    draft: Draft, game: Game, contract: Contract, seat: Seat, forehand: Seat | None, may_not: str
) -> str | None:
    """Why a seat may not bid or declare a contract; None if it may, or that is not known."""
    if forehand is not None and seat not in bidding_seats(game, contract, forehand):
        return f"{seat.title} {may_not} {contract.name}: {_BIDDERS.get(contract.bidders, '')}"
    hand = draft.held(seat)
    if contract.requires is None or hand is None or (contract.requires == "trumps" and draft.trump is None):
        return None
    question = Question(contract, seat, seat, contract.order, trump=draft.trump)
    if any(hand & mask == mask for mask in requirement(question, game) or ()):
        return None
    needed = {"marriage": "King and Queen of a suit", "suit": f"{game.size} cards of one suit"}
    missing = needed.get(contract.requires, f"{game.size} trumps")
    return f"{seat.title} {may_not} {contract.name} without {missing}"


def _double(auction: Auction, call: Spoken) -> None:
    """Contra by the other side, Recontra by the declarer's, Subcontra by the other."""
    game = auction.game
    if game.contra != "doubles":
        where = " in the Auction: it is written in Announce" if game.contra else ""
        raise NotAllowed(f"{call} is not a call of {game.id}{where}")
    if not auction.closed:
        raise NotAllowed(f"{call} comes before the round of bidding is over")
    if auction.contra == game.most_contra:
        raise NotAllowed(f"{call} comes after {DOUBLES[auction.contra - 1]}")
    if call.word != DOUBLES[auction.contra]:
        raise NotAllowed(f"{call} comes where {DOUBLES[auction.contra]!r} would")
    # The turn may be a partner's who had nothing to say: the next of the side that is entitled to.
    declarer = auction.first if auction.declarer is None else auction.declarer
    own = auction.contra == 1
    while ((auction.turn - declarer) % 2 == 0) != own:
        auction.turn = auction.after(auction.turn)
    auction.contra += 1
    _say(auction, call.word)


def _in_columns(auction: Auction, spoken: Sequence[Spoken]) -> Auction | None:
    """The auction read as columns of four, in which those who have passed pass again; None if it is none."""
    column = auction.first
    try:
        for call in spoken:
            # Passes go on to the end of the line, not beyond it.
            passed = column not in auction.active and not (auction.over and column == auction.first)
            if call.word != "gut" or not passed:
                if auction.turn != column:
                    return None
                _make(auction, call)
            column = auction.after(column)
    except NotAllowed:
        return None
    return auction if auction.over else None


def _finish(auction: Auction) -> None:
    """What the end of an auction means: Schurln, Rufer, a contract, or nothing yet."""
    game = auction.game
    if game.bidding.once:
        auction.over = auction.closed
        if auction.over and auction.declarer is None:
            auction.contract, auction.declarer = game.contracts[0], auction.first
    elif auction.declarer is None and auction.over:
        auction.contract = game.passed_out
    elif auction.declarer is not None and not auction.over:
        auction.over = all(c.rank is None or c.bidders == "forehand" for c in game.contracts)
