"""Follow auctions with the C core (solver/auction.h): whose turn it is, and which calls are legal."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from kranalyze._core import ffi, lib
from kranalyze.core.rules import game_row
from kranalyze.games import Game

#: A call in an auction is a number. With ``PASS`` a seat passes. With ``SECOND`` a seat joins the highest bid
#: as second declarer. Any other number is a bid: the index of a contract in the contracts of the game.
PASS: int = lib.KR_CALL_PASS
SECOND: int = lib.KR_CALL_SECOND

_NO_HANDS = ffi.new("uint32_t[4]")


class AuctionState:
    """The state of an auction after some calls. The object never changes, and does not depend on the hands.

    Equal states of an auction are the same object, so that legal calls are computed only once.

    Attributes:
        turn: the seat (0-3) whose turn it is to call.
        over: whether the auction has ended.
        standing: the highest bid so far, as three numbers: the index of its contract, its declarer, and the
            seat that joined the bid (-1: no seat joined). None: nobody has bid.
        calls: the legal calls. ``PASS`` and ``SECOND`` come first if they are legal. Bids follow from low to
            high, as indexes of contracts.
    """

    __slots__ = ("_following", "_row", "_shared", "_state", "calls", "over", "standing", "turn")

    def __init__(self, row: Any, state: Any, shared: dict[tuple[int, ...], AuctionState]) -> None:
        """Wrap the core's struct ``kr_auction``. Other modules call ``begin_auction`` instead.

        Args:
            row: the rules of the game (``kr_game_row``).
            state: the struct ``kr_auction``.
            shared: all states of this auction that exist so far. A key has the fields of a state's struct.
        """
        self._row = row
        self._state = state
        self._shared = shared
        self._following: dict[int, AuctionState] = {}
        self.turn: int = state.turn
        self.over = bool(state.over)
        self.standing: tuple[int, int, int] | None = None
        if state.declarer >= 0:
            self.standing = state.contract, state.declarer, state.second
        mask = lib.kr_auction_allowed(state)
        self.calls = [PASS] if mask & lib.KR_ALLOWS_PASS else []
        self.calls += [SECOND] if mask & lib.KR_ALLOWS_SECOND else []
        self.calls += [contract for contract in range(lib.KR_MAX_CONTRACTS) if mask >> contract & 1]

    def after(self, call: int) -> AuctionState:
        """Return the state of the auction after the next call. The seat whose turn it is makes this call.

        Args:
            call: ``PASS``, ``SECOND`` or the index of a contract.

        Raises:
            ValueError: the call is not allowed.
        """
        following = self._following.get(call)
        if following is not None:
            return following
        state = ffi.new("kr_auction *", self._state[0])
        if lib.kr_auction_take(state, call, lib.KR_UNSAID, ffi.new("int32_t[4]")):
            raise ValueError(f"call {call} is not allowed here")
        key = state.turn, state.over, state.active, state.contract, state.declarer, state.second, state.rounds
        following = self._shared.get(key)
        if following is None:
            following = self._shared[key] = AuctionState(self._row, state, self._shared)
        self._following[call] = following
        return following


@lru_cache(maxsize=64)
def begin_auction(game: Game, first: int) -> AuctionState:
    """Return the state of an auction before its first call.

    Args:
        game: a game in which each bid must rank above the last bid.
        first: the seat left of the dealer, which calls first.
    """
    row = ffi.from_buffer("kr_game_row *", game_row(game))
    state = ffi.new("kr_auction *")
    lib.kr_auction_begin(state, row, _NO_HANDS, 0, lib.KR_UNSAID, first)
    return AuctionState(row, state, {})


class CalledAuction:
    """The state of a recorded auction before one of its calls or after its last call.

    The state does not depend on the hands.
    """

    __slots__ = ("_row", "_state")

    def __init__(self, row: Any, state: Any) -> None:
        """Keep the core's struct ``kr_auction`` and the game's rules.

        The struct has a pointer to the rules, so the rules must live as long as the struct.
        """
        self._row = row
        self._state = state

    @property
    def is_over(self) -> bool:
        """Whether the bidding is over. After the bidding, a call can only double the payment or be a pass."""
        return bool(self._state.over)

    def has_highest_bid_joined_by_another(self, seat: int) -> bool:
        """Return whether ``seat`` has made the highest bid and another seat has joined this bid."""
        return bool(self._state.declarer == seat and self._state.second >= 0)

    def possible_highest_bids(self, seat: int, suit: int | None = None) -> set[int]:
        """Return the contracts that ``seat`` could bid now, so that its bid would be the highest bid so far.

        The contracts are indexes in the contracts of the game.

        Args:
            seat: the seat.
            suit: the suit (0-3) that the seat names with its bid, in games where bidders name trumps. None:
                the seat names no suit.
        """
        mask = lib.kr_auction_bids(self._state, seat, lib.KR_UNSAID if suit is None else suit)
        return {contract for contract in range(lib.KR_MAX_CONTRACTS) if mask >> contract & 1}

    def contract_if_rest_pass(self, seat: int) -> int | None:
        """Return the contract that ``seat`` must play as declarer if ``seat`` and all later seats pass.

        The contract is an index in the contracts of the game. Return None if ``seat`` does not become
        declarer.
        """
        contract = lib.kr_auction_passed(self._state, seat)
        return None if contract < 0 else int(contract)


def replay_auction(
    game: Game, first: int, calls: Sequence[tuple[int, int, int | None]]
) -> list[CalledAuction]:
    """Return the state of a recorded auction before each of its calls, and the state after the last call.

    Args:
        game: the game.
        first: the seat left of the dealer.
        calls: the calls in order. Each call is a tuple of three items. The first is the seat. The second is
            ``PASS``, ``SECOND`` or the index of a contract. The third is the suit named with the call (None:
            no suit).

    Raises:
        ValueError: a call is not allowed.
    """
    row = ffi.from_buffer("kr_game_row *", game_row(game))
    state = ffi.new("kr_auction *")
    lib.kr_auction_begin(state, row, _NO_HANDS, 0, lib.KR_UNSAID, first)
    auctions = [CalledAuction(row, ffi.new("kr_auction *", state[0]))]
    for seat, call, suit in calls:
        state.turn = seat
        if lib.kr_auction_take(state, call, lib.KR_UNSAID if suit is None else suit, ffi.new("int32_t[4]")):
            raise ValueError(f"call {call} of seat {seat} is not allowed here")
        auctions.append(CalledAuction(row, ffi.new("kr_auction *", state[0])))
    return auctions


class OpenAuction:
    """An auction that is in progress. The object changes with every call.

    Suits are 0-3 (S H D C). Usually a bid need not name a trump suit. In some games the trump suit decides
    between two bids of the same rank. Both bids must then name a trump suit.

    Attributes:
        game: the game under its rule options.
    """

    __slots__ = ("_row", "_state", "game")

    def __init__(
        self, game: Game, forehand: int, hands: Sequence[int | None] = (None,) * 4, trump: int | None = None
    ) -> None:
        """Begin an auction.

        Args:
            game: the game under its rule options.
            forehand: the seat left of the dealer.
            hands: masks of the hands by seat. Some bids are only allowed with certain cards in the hand. None
                instead of a mask: the hand is unknown, and the seat may make every bid.
            trump: the suit that forehand has named before the auction. None: forehand has named no suit.
        """
        self.game = game
        self._row = ffi.from_buffer("kr_game_row *", game_row(game))
        self._state = ffi.new("kr_auction *")
        masks = ffi.new("uint32_t[4]", [hand or 0 for hand in hands])
        known = sum(1 << seat for seat, hand in enumerate(hands) if hand is not None and seat < game.seats)
        named = lib.KR_UNSAID if trump is None else trump
        lib.kr_auction_begin(self._state, self._row, masks, known, named, forehand)

    @property
    def turn(self) -> int:
        """The seat (0-3) whose turn it is to call."""
        return int(self._state.turn)

    @property
    def is_over(self) -> bool:
        """Whether the bidding has ended."""
        return bool(self._state.over)

    @property
    def contract(self) -> int | None:
        """The contract of the highest bid, as an index in the contracts of the game.

        It is None if nobody has bid.
        """
        return _or_none(self._state.contract)

    @property
    def declarer(self) -> int | None:
        """The seat (0-3) that has made the highest bid. It is None if nobody has bid."""
        return _or_none(self._state.declarer)

    @property
    def second(self) -> int | None:
        """The seat (0-3) that has joined the highest bid as second declarer.

        It is None if no seat has joined.
        """
        return _or_none(self._state.second)

    @property
    def trump(self) -> int | None:
        """The suit (0-3) named with the highest bid. It is None if no suit was named."""
        return _or_none(self._state.trump)

    @property
    def contra(self) -> int:
        """How many doubling calls have been made: 1 after Contra, 2 after Recontra, 3 after Subcontra."""
        return int(self._state.contras)

    @property
    def doublers(self) -> int:
        """Mask of the seats that may make the next doubling call (bit n for seat n).

        The doubling calls follow the bidding: Contra, then Recontra, then Subcontra. A seat that has passed
        instead of making the next call may no longer make it.
        """
        return int(self._state.doublers)

    @property
    def next_doubler(self) -> int | None:
        """The seat that must now decide whether to make the next doubling call (Contra, Recontra, Subcontra).

        It is None if no seat may make such a call now.
        """
        seats = self.game.seats
        in_turn = [(self.turn + i) % seats for i in range(seats)] if self.is_over else []
        return next((seat for seat in in_turn if self.doublers >> seat & 1), None)

    def allows(self, call: int, suit: int | None = None) -> bool:
        """Return whether a call is legal for the seat whose turn it is.

        Args:
            call: ``PASS``, ``SECOND`` or the index of a contract.
            suit: the suit named with the call. None: no suit is named.
        """
        return self._take(ffi.new("kr_auction *", self._state[0]), call, suit)

    def take(self, call: int, suit: int | None = None) -> None:
        """Make a call for the seat whose turn it is.

        Args:
            call: ``PASS``, ``SECOND`` or the index of a contract.
            suit: the suit named with the call. None: no suit is named.

        Raises:
            ValueError: the call is not allowed.
        """
        if not self._take(self._state, call, suit):
            raise ValueError(f"call {call} of seat {self.turn} is not allowed here")

    def end_auction(self) -> None:
        """Complete the state after the last call.

        For a bidding without a bid the rules of some games name a contract: Schurln, or a Rufer that forehand
        declares. In a game in which only forehand may bid, the bidding is over after forehand's bid.
        """
        lib.kr_auction_end(self._state)

    @staticmethod
    def _take(state: Any, call: int, suit: int | None) -> bool:
        """Change ``state`` by a call, and return True. If the call is not allowed, return False."""
        named = lib.KR_UNSAID if suit is None else suit
        return not lib.kr_auction_take(state, call, named, ffi.new("int32_t[4]"))


def _or_none(number: int) -> int | None:
    """Return a number that the core returned, or None if the core marked it as missing (``KR_UNSAID``)."""
    return None if number == lib.KR_UNSAID else int(number)
