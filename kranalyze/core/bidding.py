"""Follow auctions with the core (solver/auction.h): the seat to call, the legal calls, and the end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from kranalyze._core import ffi, lib
from kranalyze.core.rules import game_row
from kranalyze.games import Game

#: Numbers of the calls that are not bids. ``PASS``: the seat passes. ``SECOND``: the seat joins the highest
#: bid as second declarer. The number of a bid is the index of its contract in the contracts of the game.
PASS: int = lib.KR_CALL_PASS
SECOND: int = lib.KR_CALL_SECOND

_NO_HANDS = ffi.new("uint32_t[4]")


class AuctionState:
    """The state of an auction. It does not depend on the hands, and never changes.

    Equal states are the same object, so that legal calls are computed only once.

    Attributes:
        turn: seat to call.
        over: whether the auction has ended.
        standing: the highest bid so far as three numbers: its contract, its declarer, and the seat that
            joined the bid (-1: none). None before the first bid.
        calls: numbers of the legal calls: ``PASS``, ``SECOND``, then bids from low to high.
    """

    __slots__ = ("_following", "_row", "_shared", "_state", "calls", "over", "standing", "turn")

    def __init__(self, row: Any, state: Any, shared: dict[tuple[int, ...], AuctionState]) -> None:
        """Keep a ``kr_auction``. Callers get their first state from ``begin_auction``.

        Args:
            row: the rules of the game (``kr_game_row``).
            state: the struct.
            shared: all states of this auction so far, by the contents of their structs.
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
        """Return the auction after a call by the seat whose turn it is.

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
    """Return the auction of a game before the first call.

    Args:
        game: a game in which each bid must rank above the last bid.
        first: the seat left of the dealer.
    """
    row = ffi.from_buffer("kr_game_row *", game_row(game))
    state = ffi.new("kr_auction *")
    lib.kr_auction_begin(state, row, _NO_HANDS, 0, lib.KR_UNSAID, first)
    return AuctionState(row, state, {})


class CalledAuction:
    """The state of a recorded auction: before one of its calls, or at its end. The hands do not matter."""

    __slots__ = ("_row", "_state")

    def __init__(self, row: Any, state: Any) -> None:
        """Keep a ``kr_auction`` and the rules of the game (``kr_game_row``) to which it points."""
        self._row = row
        self._state = state

    def has_highest_bid_joined_by_another(self, seat: int) -> bool:
        """Return whether a seat has the highest bid and another seat has joined this bid."""
        return bool(self._state.declarer == seat and self._state.second >= 0)

    def possible_highest_bids(self, seat: int, suit: int | None = None) -> set[int]:
        """Return the numbers of the contracts that a seat could bid here and have the highest bid.

        Args:
            seat: the seat that could bid.
            suit: suit that is named with the bid, in games where bidders name trumps. None: no suit is named.
        """
        mask = lib.kr_auction_bids(self._state, seat, lib.KR_UNSAID if suit is None else suit)
        return {contract for contract in range(lib.KR_MAX_CONTRACTS) if mask >> contract & 1}

    def contract_if_rest_pass(self, seat: int) -> int | None:
        """Return the contract that a seat plays if this seat and all later seats pass.

        None: the seat then plays no contract.
        """
        contract = lib.kr_auction_passed(self._state, seat)
        return None if contract < 0 else int(contract)


def replay_auction(
    game: Game, first: int, calls: Sequence[tuple[int, int, int | None]]
) -> list[CalledAuction]:
    """Return the states of a recorded auction: one before each call, and one after the last call.

    Args:
        game: the game.
        first: the seat left of the dealer.
        calls: the calls in order. Each call has three parts: the seat, the number of the call (a contract,
            ``PASS`` or ``SECOND``), and the suit named with the call (None: no suit).

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
    """An auction that is in progress. It changes with every call.

    Suits are 0-3 (S H D C). The suit of a bid counts only in games in which equal bids name their trumps.

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
            hands: masks of the hands by seat. They decide which seats hold the cards that a bid requires.
                None instead of a mask: the hand is unknown, and its seat may make any bid.
            trump: the suit that forehand has named before the auction. None: forehand names no suit.
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
        """The seat to call."""
        return int(self._state.turn)

    @property
    def is_over(self) -> bool:
        """Whether the bidding has ended."""
        return bool(self._state.over)

    @property
    def contract(self) -> int | None:
        """The highest contract, as its index in the contracts of the game. None: nobody has bid."""
        return _or_none(self._state.contract)

    @property
    def declarer(self) -> int | None:
        """The seat with the highest bid. None: nobody has bid."""
        return _or_none(self._state.declarer)

    @property
    def second(self) -> int | None:
        """The seat that has joined the highest bid. None: no seat has."""
        return _or_none(self._state.second)

    @property
    def trump(self) -> int | None:
        """The suit named with the highest bid. None: no suit was named."""
        return _or_none(self._state.trump)

    @property
    def contra(self) -> int:
        """Number of Contra calls."""
        return int(self._state.contras)

    @property
    def doublers(self) -> int:
        """After the bidding: mask of the seats that may still make the next doubling call.

        The doubling calls are Contra, Recontra and Subcontra. A seat that passes on a call cannot make it.
        """
        return int(self._state.doublers)

    @property
    def next_doubler(self) -> int | None:
        """The seat that may make the next doubling call, or pass on it. None: there is no such seat now."""
        seats = self.game.seats
        in_turn = [(self.turn + i) % seats for i in range(seats)] if self.is_over else []
        return next((seat for seat in in_turn if self.doublers >> seat & 1), None)

    def allows(self, call: int, suit: int | None = None) -> bool:
        """Return whether the seat to call may make a call (``PASS``, ``SECOND`` or index of a contract)."""
        return self._take(ffi.new("kr_auction *", self._state[0]), call, suit)

    def take(self, call: int, suit: int | None = None) -> None:
        """Make a call for the seat to call.

        Raises:
            ValueError: the call is not allowed.
        """
        if not self._take(self._state, call, suit):
            raise ValueError(f"call {call} of seat {self.turn} is not allowed here")

    def close(self) -> None:
        """End the auction. If nobody has bid, set the contract that is then played.

        This is Schurln, or a Rufer that forehand declares.
        """
        lib.kr_auction_end(self._state)

    @staticmethod
    def _take(state: Any, call: int, suit: int | None) -> bool:
        """Change the state by a call. Return whether the call was allowed."""
        named = lib.KR_UNSAID if suit is None else suit
        return not lib.kr_auction_take(state, call, named, ffi.new("int32_t[4]"))


def _or_none(number: int) -> int | None:
    """Convert a number of the core. ``KR_UNSAID``, which stands for a missing value, becomes None."""
    return None if number == lib.KR_UNSAID else int(number)
