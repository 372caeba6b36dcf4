"""The Auction section: calls, who may make them, and the contract they lead to (RULINGS)."""

from __future__ import annotations

from dataclasses import dataclass, field

from kranalyze.cards import parse_suit, suit_letter
from kranalyze.deal import Seat
from kranalyze.games import Contract, Game, bidding_seats
from kranalyze.kpn.bidders import bidders_text, lacks
from kranalyze.kpn.deals import seat_of
from kranalyze.kpn.draft import Draft
from kranalyze.kpn.fields import plays
from kranalyze.kpn.record import Call

PASSES = frozenset({"gut", "pass", "weiter"})
DOUBLES = ("contra", "recontra", "subcontra")


class NotAllowed(Exception):  # noqa: N818 - control flow inside this file
    """A call that is not allowed, with the reason."""


@dataclass(slots=True)
class Spoken:
    """A call as written, without its seat: ``word`` is a contract id, ``gut``, ``mit``, ``AP``, ..."""

    word: str
    contract: Contract | None
    trump: int | None
    entry: int


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
    turn: Seat
    active: set[Seat]
    contract: Contract | None = None
    declarer: Seat | None = None
    second: Seat | None = None
    trump: int | None = None
    over: bool = False
    contra: int = 0
    spoken: int = 0
    rounds: int = 0
    losers: dict[Seat, int] = field(default_factory=dict)
    calls: list[Call] = field(default_factory=list)

    def after(self, seat: Seat) -> Seat:
        """The next seat clockwise."""
        return Seat((seat + 1) % self.game.seats)


def read_auction(draft: Draft) -> Auction | None:
    """Read and check the Auction; the auction as it ended, None if there is none or it is wrong."""
    section, game = draft.section("Auction"), draft.row
    if section is None or game is None:
        return None
    first = seat_of(section.value)
    if first is None or not plays(draft, first):
        draft.fail("Auction", 0, f"an Auction begins with a seat, not {section.value!r}")
        return None
    if draft.forehand is not None and first != draft.forehand:
        left = draft.forehand.title
        draft.fail("Auction", 0, f"{left}, left of the dealer, speaks first, not {first.title}")
        return None
    spoken = _words(draft, game)
    if spoken is None:
        return None
    unfinished = bool(spoken) and spoken[-1].word in ("+", "*")
    spoken = spoken[:-1] if unfinished else spoken
    auction = Auction(draft, game, first, first, {Seat(s) for s in range(game.seats)})
    for call in spoken:
        try:
            _make(auction, call)
        except NotAllowed as error:
            if not _tabular(draft, game, first, spoken):
                draft.fail_at(draft.entry_at("Auction", call.entry), str(error))
                return None
            auction = _columns(draft, game, first, spoken)
            break
    draft.auction = tuple(auction.calls)
    _finish(auction)
    return auction


def _words(draft: Draft, game: Game) -> list[Spoken] | None:
    """The entries of the section as calls; None if one is unknown."""
    section = draft.section("Auction")
    assert section is not None
    found: list[Spoken] = []
    bad = False
    for i, entry in enumerate(section.entries):
        try:
            found.append(_word(draft, game, entry.text, i))
            if len(found) > 1 and found[-2].word in ("+", "*"):
                raise NotAllowed(f"{entry.text!r} stands after the end of the Auction")
        except NotAllowed as error:
            draft.fail_at(draft.entry_at("Auction", i), str(error))
            bad = True
    return None if bad else found


def _word(draft: Draft, game: Game, text: str, entry: int) -> Spoken:
    plain = text.casefold()
    if plain in PASSES:
        return Spoken("gut", None, None, entry)
    if plain == "mit" or plain in DOUBLES or text in ("+", "*"):
        return Spoken(plain, None, None, entry)
    if plain == "ap":
        return Spoken("AP", None, None, entry)
    name, colon, suit = text.partition(":")
    try:
        contract = game.contract(name)
    except ValueError:
        known = ", ".join(c.id for c in game.contracts if c.rank is not None) or "none"
        raise NotAllowed(f"unknown call {text!r}; the bids of {game.id}: {known}") from None
    trump = None
    if colon:
        if not game.bidding.ties:
            raise NotAllowed(f"no trump is named with a bid in {game.id}, here {text!r}")
        if not contract.trump:
            raise NotAllowed(f"{contract.name} is played without trump, here {text!r}")
        try:
            trump = parse_suit(suit, draft.deck)
        except ValueError:
            raise NotAllowed(f"unknown suit {suit!r} in {text!r}") from None
    return Spoken(contract.id, contract, trump, entry)


def _make(auction: Auction, call: Spoken) -> None:
    """One call by whoever's turn it is.

    Raises:
        NotAllowed: with the reason.
    """
    if call.word == "AP":
        _all_pass(auction)
    elif call.word in DOUBLES:
        _double(auction, call)
    elif auction.game.bidding.once:
        _one_round(auction, call)
    elif auction.over:
        raise NotAllowed(f"the auction is over, {_shown(call)} comes too late")
    elif call.word == "gut":
        _pass(auction)
    elif call.word == "mit":
        _mit(auction)
    else:
        _bid(auction, call)


def _shown(call: Spoken) -> str:
    return call.contract.name if call.contract is not None else f"{call.word!r}"


def _say(auction: Auction, word: str, trump: int | None = None) -> Seat:
    """Write a call down and hand the turn on to the next who has not passed."""
    seat = auction.turn
    auction.calls.append(Call(seat, word, trump))
    auction.spoken += 1
    auction.turn = auction.after(seat)
    if not auction.game.bidding.once:
        for _ in range(auction.game.seats):
            if auction.turn in auction.active:
                break
            auction.turn = auction.after(auction.turn)
    return seat


def _all_pass(auction: Auction) -> None:
    if auction.over and not auction.game.bidding.once:
        raise NotAllowed("the auction is over, nobody is left to pass")
    if auction.game.bidding.once:
        if auction.spoken >= auction.game.seats:
            raise NotAllowed("the auction is over, nobody is left to pass")
        while auction.spoken < auction.game.seats:
            _say(auction, "gut")
        return
    while not auction.over:
        _pass(auction)


def _pass(auction: Auction) -> None:
    """A pass: final, but for a first Bettler with a Mitbettler, and in Anrufen's first round if all pass."""
    seat = auction.turn
    if seat == auction.declarer:
        # With a Mitbettler this was the first one's last turn; in Anrufen the highest bidder waits
        # for those whose equal bid was lower.
        _say(auction, "gut")
        auction.over = auction.second is not None
        return
    auction.active.discard(seat)
    _say(auction, "gut")
    if auction.declarer is not None:
        _end_if_alone(auction)
    elif not auction.active:
        auction.rounds += 1
        auction.over = auction.rounds == auction.game.bidding.rounds
        if not auction.over:
            auction.active.update(Seat(s) for s in range(auction.game.seats))


def _end_if_alone(auction: Auction) -> None:
    """Over when only the highest bidder is left, a Mitbettler waits for the first one's last turn."""
    if auction.active <= {auction.declarer} and auction.second is None:
        auction.over = True


def _mit(auction: Auction) -> None:
    seat, contract = auction.turn, auction.contract
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
    _may_bid(auction, contract, seat)
    tie = False
    if standing is not None and standing.rank is not None and contract.rank is not None:
        tie = contract.rank == standing.rank and bool(auction.game.bidding.ties)
        lost_at = auction.losers.get(seat, 0)
        if contract.rank < standing.rank or (contract.rank == standing.rank and not tie):
            hint = f" (a second {contract.name} says mit)" if contract is standing and contract.second else ""
            raise NotAllowed(f"{contract.name} does not rank above {standing.name}{hint}")
        if tie and (lost_at >= contract.rank or seat == auction.declarer):
            raise NotAllowed(f"{seat.title} may bid again only higher than {standing.name}")
    if tie and not _wins_tie(auction, call):
        auction.losers[seat] = contract.rank or 0
        _say(auction, call.word, call.trump)
        return
    if tie and auction.declarer is not None:
        auction.losers[auction.declarer] = contract.rank or 0
    auction.contract, auction.declarer, auction.trump = contract, seat, call.trump
    auction.second = None
    _say(auction, call.word, call.trump)
    _end_if_alone(auction)


def _wins_tie(auction: Auction, call: Spoken) -> bool:
    """Whether the later of two equal bids stands: by the higher suit."""
    contract, order = call.contract, auction.game.bidding.ties
    assert contract is not None
    if not contract.trump:
        return False
    if auction.trump is None or call.trump is None:
        raise NotAllowed(f"both of two equal bids name their trump, as in {contract.id}:H")
    return order.index(call.trump) < order.index(auction.trump)


def _may_bid(auction: Auction, contract: Contract, seat: Seat) -> None:
    """See that a seat may bid a contract at all, with its cards."""
    if contract.rank is None:
        raise NotAllowed(f"{contract.name} cannot be bid")
    if seat not in bidding_seats(auction.game, contract, auction.first):
        raise NotAllowed(f"{seat.title} may not bid {contract.name}: {bidders_text(contract)}")
    missing = lacks(auction.draft, auction.game, contract, seat)
    if missing is not None:
        raise NotAllowed(f"{seat.title} may not bid {contract.name} without {missing}")


def _one_round(auction: Auction, call: Spoken) -> None:
    """Each seat speaks once; after that only passes and doublings."""
    if auction.spoken >= auction.game.seats:
        if call.word != "gut" or auction.spoken >= 4 * auction.game.seats:
            raise NotAllowed(f"there is one round of bidding, {_shown(call)} comes too late")
        _say(auction, "gut")
        return
    if call.word == "mit":
        raise NotAllowed(f"'mit' is not a call of {auction.game.id}")
    if call.word == "gut":
        _say(auction, "gut")
        return
    contract, standing = call.contract, auction.contract
    assert contract is not None
    _may_bid(auction, contract, auction.turn)
    if standing is not None and (contract.rank or 0) <= (standing.rank or 0):
        raise NotAllowed(f"{contract.name} does not rank above {standing.name}")
    auction.contract = contract
    auction.declarer = _say(auction, contract.id)


def _double(auction: Auction, call: Spoken) -> None:
    """Contra by the other side, Recontra by the declarer's, Subcontra by the other."""
    game = auction.game
    if game.contra != "doubles":
        where = " in the Auction: it is written in Announce" if game.contra else ""
        raise NotAllowed(f"{call.word!r} is not a call of {game.id}{where}")
    if auction.spoken < game.seats:
        raise NotAllowed(f"{call.word!r} comes before the round of bidding is over")
    if auction.contra == game.most_contra:
        raise NotAllowed(f"{call.word!r} comes after {DOUBLES[auction.contra - 1]}")
    if call.word != DOUBLES[auction.contra]:
        raise NotAllowed(f"{call.word!r} comes where {DOUBLES[auction.contra]!r} would")
    # The turn may be a partner's who had nothing to say: the next of the side that is entitled to.
    declarer = auction.first if auction.declarer is None else auction.declarer
    own = auction.contra == 1
    while ((auction.turn - declarer) % 2 == 0) != own:
        auction.turn = auction.after(auction.turn)
    auction.contra += 1
    _say(auction, call.word)


def _columns(draft: Draft, game: Game, first: Seat, spoken: list[Spoken]) -> Auction:
    """The auction read as columns of four, in which those who have passed pass again.

    Raises:
        NotAllowed: it cannot be read so.
    """
    auction = Auction(draft, game, first, first, {Seat(s) for s in range(game.seats)})
    column = first
    for call in spoken:
        # Passes go on to the end of the line, not beyond it.
        if call.word == "gut" and column not in auction.active and not (auction.over and column == first):
            column = auction.after(column)
            continue
        if auction.turn != column:
            raise NotAllowed(f"{column.title} has passed")
        _make(auction, call)
        column = auction.after(column)
    return auction


def _tabular(draft: Draft, game: Game, first: Seat, spoken: list[Spoken]) -> bool:
    """Whether the calls make sense in columns of four and no other way."""
    if game.bidding.once:
        return False
    try:
        return _columns(draft, game, first, spoken).over
    except NotAllowed:
        return False


def _finish(auction: Auction) -> None:
    """What the end of an auction means: Schurln, Rufer, a contract, or nothing yet."""
    game = auction.game
    if game.bidding.once:
        auction.over = auction.spoken >= game.seats
        if auction.over and auction.declarer is None:
            auction.contract, auction.declarer = game.contracts[0], auction.first
    elif auction.declarer is None and auction.over:
        auction.contract = game.passed_out
    elif auction.declarer is not None and not auction.over:
        auction.over = all(c.rank is None or c.bidders == "forehand" for c in game.contracts)


def outcome_text(auction: Auction) -> str:
    """Where an auction leads, for people."""
    if not auction.over:
        return "no contract, it is not finished"
    if auction.contract is None:
        return "a new deal"
    by = "" if auction.declarer is None else f" by {auction.declarer.title}"
    second = "" if auction.second is None else f" with {auction.second.title} second"
    trump = "" if auction.trump is None else f" in {suit_letter(auction.trump, auction.draft.deck)}"
    return f"{auction.contract.name}{trump}{by}{second}"
