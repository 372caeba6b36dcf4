"""Call the core's functions that follow a record card by card, with checked arguments.

``positionborder`` describes the checks and their exceptions. A moment (``kr_moment``) is the state of a game
before a seat's next card. Words are the declarations, announcements, raises and Contra of trick 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from kranalyze._core import ffi, lib
from kranalyze.cards import cards_of
from kranalyze.core.memory import Context, check_count, check_unsigned, copy_as_struct, raise_for_status
from kranalyze.core.positionborder import engine, task_struct
from kranalyze.core.task import CorePosition, Task

if TYPE_CHECKING:
    from typing_extensions import Buffer

_MOMENT, _WORDS = ffi.typeof("kr_moment *"), ffi.typeof("kr_words *")


class OpenRecord:
    """A judged record that the core can follow card by card (the struct ``kr_followed``)."""

    __slots__ = ("_arguments", "_facts", "_row", "at")

    def __init__(
        self, row: Buffer, facts: Buffer, words: Sequence[Sequence[int]], laid: Sequence[int]
    ) -> None:
        """Open a record.

        Args:
            row: bytes of the ``kr_game_row``.
            facts: bytes of the ``kr_facts``.
            words: the words of trick 1 (such as announcements), each with the numbers of a
                ``kr_record_word`` except its spare bytes.
            laid: for each seat the card that it laid face down, or -1.

        Raises:
            ValueError: a number is out of range, or the contract, a hand or the discard is not fully known.
        """
        self._row, self._facts = copy_as_struct(row, "kr_game_row"), copy_as_struct(facts, "kr_facts")
        self.at = ffi.new("kr_followed *")
        spoken = ffi.new("kr_record_word[]", [tuple(word) for word in words])
        record = ffi.new("kr_record *", {"words": len(spoken), "laid": check_count(laid, lib.KR_SEATS)})
        raise_for_status(lib.kr_open_record(self._row, record, spoken, self._facts, self.at))
        self._arguments = bytes(row), bytes(facts), [tuple(word) for word in words], list(laid)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the arguments of ``__init__``."""
        return OpenRecord, self._arguments


def first_moment(record: OpenRecord) -> Any:
    """Return the ``kr_moment`` at the start of a record, before a card is played or laid face down."""
    moment = ffi.new(_MOMENT)
    raise_for_status(lib.kr_moment_first(_followed(record), moment))
    return moment


def moment_after(record: OpenRecord, cards: int) -> Any:
    """Return the ``kr_moment`` after the first ``cards`` cards of a record, with the words spoken so far."""
    followed, count = _followed(record), check_unsigned(cards, 8)
    moment = ffi.new(_MOMENT)
    raise_for_status(lib.kr_moment_after(followed, count, moment))
    return moment


def moment_from_bytes(data: Buffer) -> Any:
    """Return a ``kr_moment`` (the state of a game) that is a copy of the bytes of such a struct."""
    return copy_as_struct(data, "kr_moment")


def moment_after_words(record: OpenRecord, moment: Any, words: Any) -> Any:
    """Return the ``kr_moment`` that follows when the seat to play says ``words`` (``kr_words``)."""
    followed, said = _followed(record), _check_struct_type(words, _WORDS)
    spoken = ffi.new(_MOMENT, _check_struct_type(moment, _MOMENT)[0])
    raise_for_status(lib.kr_moment_speak(followed, said, spoken))
    return spoken


def moment_after_card(record: OpenRecord, moment: Any, words: Any, card: int) -> Any:
    """Return the ``kr_moment`` that follows when the seat to play says ``words`` and plays or lays a card."""
    followed, said, number = _followed(record), _check_struct_type(words, _WORDS), check_unsigned(card, 8)
    played = ffi.new(_MOMENT, _check_struct_type(moment, _MOMENT)[0])
    raise_for_status(lib.kr_moment_play(followed, said, played, number))
    return played


def copy_all_recorded_words(record: OpenRecord) -> Any:
    """Return a copy of all words of trick 1 (such as announcements) in the record (``kr_words``)."""
    return ffi.new(_WORDS, _followed(record).words)


def measure_for_settlements(record: OpenRecord, moment: Any) -> Any:
    """Return the core's struct ``kr_measure`` for a state of the game.

    The core uses this struct to convert values of the contract in force to settlements.

    The ``kr_measure`` points to memory of the record, so it is valid only as long as the record lives.
    """
    followed, at = _followed(record), _check_struct_type(moment, _MOMENT)
    measure = ffi.new("kr_measure *")
    raise_for_status(lib.kr_moment_measure(followed, at, measure))
    return measure


def card_values_and_best_announcements(
    context: Context, moment: Any, task: Task
) -> tuple[dict[int, int], dict[int, int]]:
    """Return two dicts with the legal cards as keys: the values of the cards, and the best announcements.

    The second dict maps each card to the announcements that are best with this card, as bits of
    ``enum kr_announcement``.

    Args:
        context: a search context.
        moment: the ``kr_moment``.
        task: the contract as numbers of the core. A search for this task must find a single number: the
            result that the seat to play can force.
    """
    at, measured = _check_struct_type(moment, _MOMENT), task_struct(task)
    if lib.kr_wants_vector(measured):
        raise_for_status(lib.KR_BAD_TASK)
    legal, values, announcements = ffi.new("uint32_t *"), ffi.new("int16_t[32]"), ffi.new("uint8_t[32]")
    position = ffi.addressof(at, "position")
    with context as address:
        raise_for_status(engine.worths(address, measured, position, legal, values, announcements))
    cards = list(cards_of(legal[0]))
    return {card: values[card] for card in cards}, {card: announcements[card] for card in cards}


def core_position_for_task(record: OpenRecord, task: Task, cards: int) -> CorePosition:
    """Return the position after ``cards`` cards of a record, in the form that ``task`` needs.

    A task is a contract as numbers of the core. The goal of the task determines which points are counted in
    the position.
    """
    followed, count, other = _followed(record), check_unsigned(cards, 8), task_struct(task)
    position = ffi.new("kr_position *")
    raise_for_status(lib.kr_position_under(followed, other, count, position))
    return CorePosition.unpack(ffi.buffer(position))


def _followed(record: OpenRecord) -> Any:
    """Check that an argument is an ``OpenRecord``, and return its struct ``kr_followed``."""
    if not isinstance(record, OpenRecord):
        raise TypeError(f"an open record is needed, not a {type(record).__name__}")
    return record.at


def _check_struct_type(struct: Any, kind: Any) -> Any:
    """Check that an argument is a struct of the C type ``kind``, and return this struct.

    Reject bytes, because only structs that the core made or filled are trusted.
    """
    if not isinstance(struct, ffi.CData) or ffi.typeof(struct) is not kind or struct == ffi.NULL:
        raise TypeError(f"a {kind.item.cname} is needed, not {type(struct).__name__}")
    return struct
