"""A game while it is played, by the core: at each turn the position, what is in force, what a seat may do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kranalyze._core import ffi, lib
from kranalyze.core import momentborder
from kranalyze.core.calls import lent_context
from kranalyze.core.facts import FactNumbers, packed_facts
from kranalyze.core.judging import WordNumbers
from kranalyze.core.momentborder import OpenRecord
from kranalyze.core.rules import game_row
from kranalyze.core.task import CorePosition, Task
from kranalyze.deal import Seat
from kranalyze.frozen import frozen
from kranalyze.games import Contract, Game

#: Bits of announcements, of either side.
_HUNDRED: int = lib.KR_SIDE_HUNDRED | lib.KR_OTHERS_HUNDRED
_ALL: int = lib.KR_SIDE_ALL | lib.KR_OTHERS_ALL


@frozen
class SpokenWords:
    """The words of one seat in trick 1.

    Attributes:
        suits: mask of the suits whose marriages it declares.
        hundred, every_trick, contra: whether it announces these.
        raised_to: number of the contract to which it raises, or None.
    """

    suits: int = 0
    hundred: bool = False
    every_trick: bool = False
    contra: bool = False
    raised_to: int | None = None

    def struct(self, seat: int) -> Any:
        """Return them as ``kr_words``."""
        bit = 1 << seat
        words = ffi.new("kr_words *")
        words.suits[seat] = self.suits
        words.hundred = bit * self.hundred
        words.all = bit * self.every_trick
        words.contra = bit * self.contra
        words.raiser = lib.KR_NONE if self.raised_to is None else seat
        words.level = self.raised_to or 0
        return words


#: A seat says nothing.
SILENCE = SpokenWords()

_NO_WORDS = SILENCE.struct(0)


class Moment:
    """A game before the card of a seat, and before its words in trick 1 (``kr_moment``). It never changes.

    Attributes:
        seat: plays or lays the next card; once all cards are played the seat that took the last trick.
        legal: mask of the cards that the seat may play, or lay face down; 0 once play has ended.
        ended: whether nothing more is played.
    """

    __slots__ = ("_game", "_record", "_struct", "ended", "legal", "seat")

    def __init__(self, game: Game, record: OpenRecord, struct: Any) -> None:
        """Read the struct, which nobody changes any more."""
        self._game = game
        self._record = record
        self._struct = struct
        self.seat = Seat(struct.seat)
        self.legal: int = struct.legal
        self.ended = bool(struct.ended)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the bytes of the struct."""
        return _restored, (self._game, self._record, bytes(ffi.buffer(self._struct)))

    @property
    def trick(self) -> int:
        """The number of the trick of the next card, from 1."""
        return int(self._struct.trick)

    @property
    def turn(self) -> int:
        """The place of the next card in its trick, from 1."""
        return int(self._struct.turn)

    @property
    def lays(self) -> bool:
        """Whether the next card is laid face down."""
        return bool(self._struct.lays)

    @property
    def all_played(self) -> bool:
        """Whether no seat that takes part has a card left."""
        return bool(self._struct.all_played)

    @property
    def beyond_end(self) -> bool:
        """Whether cards were played after the end, which count for nothing."""
        return bool(self._struct.beyond)

    @property
    def hands(self) -> tuple[int, int, int, int]:
        """The cards still held, masks N E S W."""
        n, e, s, w = self._struct.position.hands
        return n, e, s, w

    @property
    def contract(self) -> Contract:
        """The contract in force, which a seat may have raised."""
        contract: Contract = self._game.contracts[self._struct.contract]
        return contract

    @property
    def contra(self) -> int:
        """The calls of Contra in force."""
        return int(self._struct.contra)

    @property
    def may_declare(self) -> bool:
        """Whether the seat may declare marriages and announce now."""
        return bool(self._struct.declares)

    @property
    def raises(self) -> tuple[Contract, ...]:
        """The contracts to which the seat may raise now."""
        contracts = enumerate(self._game.contracts)
        return tuple(contract for number, contract in contracts if self._struct.raises >> number & 1)

    @property
    def is_last_contra(self) -> bool:
        """Whether the seat may say Contra now, and no opponent of the declarer plays after it."""
        return bool(self._struct.last_contra)

    @property
    def position(self) -> CorePosition:
        """The position."""
        return CorePosition.unpack(ffi.buffer(ffi.addressof(self._struct, "position")))

    @property
    def play_task(self) -> Task:
        """The task by which the cards are played."""
        return Task.unpack(ffi.buffer(ffi.addressof(self._struct, "task")))

    @property
    def has_parties(self) -> bool:
        """Whether there are more than two parties."""
        return bool(self._measure().parties)

    def task(self, seat: int) -> Task:
        """Return the task that measures the position for a seat."""
        task = lib.kr_task_for(self._measure(), seat)
        return Task.unpack(ffi.buffer(ffi.addressof(task)))

    def settlements(self, seat: int, values: Sequence[int]) -> list[int]:
        """Return what values of the seat's task settle for the seat, in the game's unit."""
        measure, contra = self._measure(), self._struct.contra
        return [lib.kr_settles(measure, contra, seat, value) for value in values]

    def card_settlements(self) -> dict[int, int]:
        """Return for each card of the seat the settlement that it can force by it, the best words first.

        Cards are there after the end of play too, as long as there are any.
        """
        values, _ = self._worths()
        return dict(zip(values, self.settlements(self.seat, list(values.values())), strict=True))

    def best_words(self, card: int) -> SpokenWords:
        """Return the words of best play with a card: all marriages, and the announcements that pay most.

        Of equal announcements the fewest are made. Raises and Contra are never among them: no value counts
        those still to come, so that they would change what best play comes to.
        """
        if not self._struct.declares:
            return SILENCE
        suits, announced = int(self._struct.couples), 0
        if self._struct.task.goal == lib.KR_STAKES:
            announced = self._worths()[1].get(card, 0)
        return SpokenWords(suits, bool(announced & _HUNDRED), bool(announced & _ALL))

    def marriage_points(self, suit: int) -> int:
        """Return the points of a marriage of a suit."""
        task = self._struct.task
        return int(task.marriage_trump if suit == task.trump else task.marriage_plain)

    def spoken(self, words: SpokenWords) -> Moment:
        """Return the moment once the seat has said its words of trick 1."""
        struct = momentborder.moment_spoken(self._record, self._struct, words.struct(self.seat))
        return Moment(self._game, self._record, struct)

    def played(self, card: int, words: SpokenWords = SILENCE) -> Moment:
        """Return the moment after the words of the seat and its card, played or laid face down.

        Raises:
            ValueError: the seat may not play the card.
        """
        said = _NO_WORDS if words is SILENCE else words.struct(self.seat)
        struct = momentborder.moment_played(self._record, self._struct, said, card)
        return Moment(self._game, self._record, struct)

    def _worths(self) -> tuple[dict[int, int], dict[int, int]]:
        """By card its value for the seat, and what is best announced with it."""
        with lent_context() as context:
            return momentborder.moment_worths(context, self._struct, self.task(self.seat))

    def _measure(self) -> Any:
        return momentborder.moment_measure(self._record, self._struct)


def _restored(game: Game, record: OpenRecord, data: bytes) -> Moment:
    return Moment(game, record, momentborder.restored_moment(data))


class FollowedRecord:
    """A record whose contract and hands are known, ready to be followed card by card.

    Attributes:
        game: its row, by the rules in force.
        laid_known: whether the cards that two declarers laid face down are known, or there are none.
    """

    __slots__ = ("_record", "game", "laid_known")

    def __init__(
        self, game: Game, facts: FactNumbers, words: Sequence[WordNumbers], laid: Sequence[int]
    ) -> None:
        """Open a record.

        Args:
            words: of trick 1, in the order said.
            laid: by seat the card that two declarers laid face down, or -1.

        Raises:
            ValueError: too little is known, or numbers that cannot be.
        """
        self.game = game
        self._record = OpenRecord(game_row(game), packed_facts(facts), words, laid)
        self.laid_known = bool(self._record.at.laid_known)

    def start(self) -> Moment:
        """Return the moment before the first card, and before two declarers lay theirs face down."""
        return Moment(self.game, self._record, momentborder.first_moment(self._record))

    def after(self, cards: int) -> Moment:
        """Return the moment after so many cards of the record, with the words said until then.

        Raises:
            ValueError: cards laid face down are not known, or a card could not be played.
        """
        return Moment(self.game, self._record, momentborder.moment_after(self._record, cards))

    def spoken(self, moment: Moment) -> Moment:
        """Return a moment once its seat has said what it says in the record."""
        words = momentborder.recorded_words(self._record)
        struct = momentborder.moment_spoken(self._record, moment._struct, words)
        return Moment(self.game, self._record, struct)

    def position_under(self, task: Task, cards: int) -> CorePosition:
        """Return the position after so many cards of the record under another task of its play."""
        return momentborder.position_under(self._record, task, cards)
