"""Follow a game card by card with the core: position, contract in force and legal actions at each turn.

Before its first card, a seat may say words: declare marriages, announce, raise the contract, call Contra.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from kranalyze._core import ffi, lib
from kranalyze.core import momentborder
from kranalyze.core.calls import lent_context
from kranalyze.core.facts import FactNumbers, packed_facts
from kranalyze.core.judging import WordNumbers
from kranalyze.core.momentborder import OpenRecord
from kranalyze.core.rules import game_row
from kranalyze.core.task import CorePosition, Task
from kranalyze.deal import Seat
from kranalyze.games import Contract, Game

#: Mask of two bits for the announcement "100": one for the declarer's side, one for the opponents.
_HUNDRED: int = lib.KR_SIDE_HUNDRED | lib.KR_OTHERS_HUNDRED
#: Mask of two bits for the announcement "all tricks": one for the declarer's side, one for the opponents.
_ALL: int = lib.KR_SIDE_ALL | lib.KR_OTHERS_ALL


class SpokenWords(NamedTuple):
    """What a seat says before its first card: declarations, announcements, a raise, or Contra.

    Attributes:
        suits: mask of the suits whose marriages the seat declares.
        hundred: whether the seat announces that its side will reach 100 points.
        every_trick: whether the seat announces that its side will take all tricks.
        contra: whether the seat calls Contra.
        raised_to: index of the contract to which the seat raises, among the contracts of the game. None: the
            seat does not raise.
    """

    suits: int = 0
    hundred: bool = False
    every_trick: bool = False
    contra: bool = False
    raised_to: int | None = None

    def struct(self, only_speaker: int) -> Any:
        """Return a ``kr_words`` in which ``only_speaker`` says these words. All other seats are silent."""
        bit = 1 << only_speaker
        words = ffi.new("kr_words *")
        words.suits[only_speaker] = self.suits
        words.hundred = bit * self.hundred
        words.all = bit * self.every_trick
        words.contra = bit * self.contra
        words.raiser = lib.KR_NONE if self.raised_to is None else only_speaker
        words.level = self.raised_to or 0
        return words


#: The words of a seat that says nothing.
SILENCE = SpokenWords()

_NO_WORDS = SILENCE.struct(0)


class Moment:
    """The state of a game before a seat's next card (``kr_moment``). A moment never changes.

    In trick 1 a seat may say words before its card. There is a moment before the words and one after them.

    Attributes:
        seat: the seat that plays or lays the next card. After the last card: the seat that took the last
            trick.
        legal: mask of the cards that the seat may play or lay face down. It is 0 after the end of play.
        ended: whether play has ended.
    """

    __slots__ = ("_game", "_record", "_struct", "ended", "legal", "seat")

    def __init__(self, game: Game, record: OpenRecord, struct: Any) -> None:
        """Read a ``kr_moment``. The struct must not change afterwards.

        Args:
            game: the game under its rule options.
            record: the record that the moment belongs to.
            struct: the ``kr_moment``.
        """
        self._game = game
        self._record = record
        self._struct = struct
        self.seat = Seat(struct.seat)
        self.legal: int = struct.legal
        self.ended = bool(struct.ended)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the game, the record and the bytes of the struct."""
        return _restored, (self._game, self._record, bytes(ffi.buffer(self._struct)))

    @property
    def trick(self) -> int:
        """Number of the trick to which the next card belongs. The first trick is 1."""
        return int(self._struct.trick)

    @property
    def number_of_card_in_trick(self) -> int:
        """Position of the next card within its trick: 1 for the lead, then 2, 3 and 4."""
        return int(self._struct.turn)

    @property
    def lays_next_card_face_down(self) -> bool:
        """Whether the next card is laid face down."""
        return bool(self._struct.lays)

    @property
    def all_played(self) -> bool:
        """Whether all seats that take part have played all their cards."""
        return bool(self._struct.all_played)

    @property
    def has_cards_after_end(self) -> bool:
        """Whether the record has cards after the end of play. Such cards do not count."""
        return bool(self._struct.beyond)

    @property
    def hands(self) -> tuple[int, int, int, int]:
        """Masks of the cards that N E S W still hold."""
        n, e, s, w = self._struct.position.hands
        return n, e, s, w

    @property
    def contract(self) -> Contract:
        """The contract in force, after any raises."""
        contract: Contract = self._game.contracts[self._struct.contract]
        return contract

    @property
    def contra(self) -> int:
        """How many doubling calls have been made so far: 1 after Contra, 2 after Recontra."""
        return int(self._struct.contra)

    @property
    def may_declare(self) -> bool:
        """Whether the seat may now declare marriages, announce 100 points, and announce all tricks."""
        return bool(self._struct.declares)

    @property
    def possible_raises(self) -> tuple[Contract, ...]:
        """The contracts to which the seat may raise now."""
        contracts = enumerate(self._game.contracts)
        return tuple(contract for number, contract in contracts if self._struct.raises >> number & 1)

    @property
    def declarable_marriage_suits(self) -> int:
        """Mask of the suits whose marriage the seat may declare now."""
        return int(self._struct.couples)

    @property
    def may_say_contra(self) -> bool:
        """Whether the seat may say Contra now, in trick 1."""
        return bool(self._struct.may_contra)

    @property
    def is_last_contra_chance(self) -> bool:
        """Whether the seat may call Contra now, and no opponent of the declarer may call Contra later."""
        return bool(self._struct.last_contra)

    @property
    def position(self) -> CorePosition:
        """The position that the solver searches: the hands, the trick in progress, and the points so far."""
        return CorePosition.unpack(ffi.buffer(ffi.addressof(self._struct, "position")))

    @property
    def task_with_play_rules(self) -> Task:
        """The task with the rules of play, such as the trump suit.

        A task is a contract as numbers of the core.
        """
        return Task.unpack(ffi.buffer(ffi.addressof(self._struct, "task")))

    @property
    def has_more_than_two_parties(self) -> bool:
        """Whether the contract has more than two parties, each playing for its own settlement."""
        return bool(self._measure().parties)

    def task(self, forcing_seat: int) -> Task:
        """Return the task whose value says what a seat can force.

        A task is a contract as numbers of the core. If there are two sides, all seats have the same task.
        """
        task = lib.kr_task_for(self._measure(), forcing_seat)
        return Task.unpack(ffi.buffer(ffi.addressof(task)))

    def settlements(self, seat: int, values: Sequence[int]) -> list[int]:
        """Convert search results to settlements: what the seat is paid, in the game's unit.

        The results (``values``) must be values of the task that ``task`` returns for this seat.
        """
        measure, contra = self._measure(), self._struct.contra
        return [lib.kr_settles(measure, contra, seat, value) for value in values]

    def card_settlements(self) -> dict[int, int]:
        """Return for each legal card the settlement that the seat can force if it plays this card.

        In trick 1 the settlement assumes that the seat says its best words (declarations and announcements)
        before the card. If play has ended early, the result still has a settlement for each card that the
        seat holds.
        """
        values, _ = self._values_and_best_announcements()
        return dict(zip(values, self.settlements(self.seat, list(values.values())), strict=True))

    def best_marriages_and_announcements(self, card: int) -> SpokenWords:
        """Return the best words to say before a card: all marriages, and the announcements that pay most.

        Among equally good choices, return the one with the fewest announcements. The result never has a raise
        or Contra, because the search considers only raises and Contra calls that have already been made.
        """
        if not self._struct.declares:
            return SILENCE
        suits, announced = int(self._struct.couples), 0
        if self._struct.task.goal == lib.KR_STAKES:
            announced = self._values_and_best_announcements()[1].get(card, 0)
        return SpokenWords(suits, bool(announced & _HUNDRED), bool(announced & _ALL))

    def marriage_points(self, suit: int) -> int:
        """Return the points that a marriage of a suit counts."""
        task = self._struct.task
        return int(task.marriage_trump if suit == task.trump else task.marriage_plain)

    def after_words(self, words: SpokenWords) -> Moment:
        """Return the moment after the seat has said its words of trick 1."""
        struct = momentborder.moment_after_words(self._record, self._struct, words.struct(self.seat))
        return Moment(self._game, self._record, struct)

    def after_card(self, card: int, words: SpokenWords = SILENCE) -> Moment:
        """Return the moment after the seat has said its words, and played a card or laid it face down.

        Raises:
            ValueError: the seat may not play the card.
        """
        said = _NO_WORDS if words is SILENCE else words.struct(self.seat)
        struct = momentborder.moment_after_card(self._record, self._struct, said, card)
        return Moment(self._game, self._record, struct)

    def _values_and_best_announcements(self) -> tuple[dict[int, int], dict[int, int]]:
        """Return two dicts with the legal cards as keys: the values of the cards, and the best announcements.

        ``momentborder.card_values_and_best_announcements`` explains the dicts.
        """
        with lent_context() as context:
            return momentborder.card_values_and_best_announcements(
                context, self._struct, self.task(self.seat)
            )

    def _measure(self) -> Any:
        """Return the core's struct ``kr_measure``, which converts values to settlements at this moment."""
        return momentborder.measure_for_settlements(self._record, self._struct)


def _restored(game: Game, record: OpenRecord, data: bytes) -> Moment:
    return Moment(game, record, momentborder.moment_from_bytes(data))


class FollowedRecord:
    """A record whose contract and hands are known. It can be followed card by card.

    Attributes:
        game: the game under its rule options.
        laid_known: whether all cards that two declarers laid face down are known. True also if no card was
            laid face down.
    """

    __slots__ = ("_record", "game", "laid_known")

    def __init__(
        self, game: Game, facts: FactNumbers, words: Sequence[WordNumbers], laid: Sequence[int]
    ) -> None:
        """Open a record.

        Args:
            game: the game under its rule options.
            facts: the facts of the record.
            words: the words of trick 1 (such as announcements), in the order in which the seats said them.
            laid: for each seat the card that the seat laid face down as one of two declarers. -1: no card.

        Raises:
            ValueError: too little is known, or a number is out of range.
        """
        self.game = game
        self._record = OpenRecord(game_row(game), packed_facts(facts), words, laid)
        self.laid_known = bool(self._record.at.laid_known)

    def start(self) -> Moment:
        """Return the moment at the start: no card has been played or laid face down."""
        return Moment(self.game, self._record, momentborder.first_moment(self._record))

    def after(self, cards: int) -> Moment:
        """Return the moment after the first ``cards`` cards of the record.

        The moment includes what the players of these cards said in trick 1.

        Raises:
            ValueError: a card laid face down is unknown, or a card could not legally be played.
        """
        return Moment(self.game, self._record, momentborder.moment_after(self._record, cards))

    def after_recorded_words(self, moment: Moment) -> Moment:
        """Return the moment that follows ``moment`` when the seat to play says its words from the record."""
        words = momentborder.copy_all_recorded_words(self._record)
        struct = momentborder.moment_after_words(self._record, moment._struct, words)
        return Moment(self.game, self._record, struct)

    def position_for_task(self, task: Task, cards: int) -> CorePosition:
        """Return the position after the first ``cards`` cards of the record, in the form that a task needs.

        The goal of the task determines which points are counted in the position. The task must have the same
        rules of play as the contract of the record.
        """
        return momentborder.core_position_for_task(self._record, task, cards)
