"""Judge records with the core (solver/judge.h): check them against the rules.

The judge gets a record as numbers. It returns facts (what follows from the record, such as the settlement)
and problems (where the record breaks a rule). A cell is the text of one card in the play. A word is a
declaration, announcement, raise or Contra of trick 1.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from kranalyze._core import ffi, lib
from kranalyze.core.rules import game_row
from kranalyze.games import Game

#: A word of trick 1 (a declaration, announcement, raise or Contra) as the fields of ``kr_record_word``. The
#: fields are the seat, the kind of word, the suit of a marriage, the contract of a raise, and the points of a
#: marriage. The last field is True if the text of the word cannot be read.
WordNumbers = tuple[int, int, int, int, int, bool]


@dataclass(slots=True, eq=False, repr=False)
class RecordNumbers:
    """A record as numbers (``kr_record``). ``core.numbers`` has the numbers for absent and unknown values.

    Attributes:
        game: the game under its rule options.
        fields: the tags that are single numbers, by the name of their field in ``kr_record``.
        hands: masks of the hands by seat.
        laid: cards laid face down, by seat. Seats without such a card are not in the dict.
        score: scores by seat. Seats without a score are not in the dict.
        calls: the calls of the auction. A call is a pair of its number and the suit named with it.
        words: the declarations, announcements, raises and Contra of trick 1.
        cells: the cells of the play. A cell is a card (0-31), ``NO_CARD`` or ``BAD_CARD``.
    """

    game: Game
    fields: dict[str, int] = field(default_factory=dict)
    hands: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    laid: dict[int, int] = field(default_factory=dict)
    score: dict[int, int] = field(default_factory=dict)
    calls: list[tuple[int, int]] = field(default_factory=list)
    words: list[WordNumbers] = field(default_factory=list)
    cells: list[int] = field(default_factory=list)


def absent_fields() -> dict[str, int]:
    """Return the value of ``RecordNumbers.fields`` for a record that has no tags."""
    tags = (
        "dealer", "contract", "declarer", "second", "called", "trump", "play", "contra", "deal", "has_talon",
        "has_discard",
    )  # fmt: skip
    return {"flags": 0, **dict.fromkeys(tags, lib.KR_ABSENT)}


class Problem(NamedTuple):
    """A problem that the judge found in a record (``kr_problem``)."""

    code: int  # kind of the problem (``enum kr_problem_code``)
    place: int  # the part of the record with the problem (``enum kr_place``)
    at: int  # index of the seat, card, call, word or cell in this part
    is_warning: bool  # True: the problem is a warning; False: the problem is an error
    in_playing_order: bool  # whether the play would be legal if each trick were written in playing order
    args: tuple[int, ...]  # numbers that the error message mentions


class JudgedRecords(NamedTuple):
    """Judged records as arrays of the core.

    Attributes:
        rows: the rules of all games that occur (``kr_game_row``).
        records: a ``kr_record`` for each record.
        words: the words of trick 1 (such as announcements) of all records (``kr_record_word``).
        facts: a ``kr_facts`` for each record.
        problems: the problems of all records (``kr_problem``), in the order of the records.
        ends: for each record the index in ``problems`` after its last problem.
    """

    rows: Any
    records: Any
    words: Any
    facts: Any
    problems: Any
    ends: Any


class Judgement(NamedTuple):
    """The judge's findings on a record: its facts (``kr_facts``) and its problems."""

    facts: Any
    problems: list[Problem]


def judge_records(records: Sequence[RecordNumbers]) -> list[Judgement]:
    """Return the facts and problems that the judge finds in records. The GIL is released meanwhile.

    Raises:
        ValueError: a record has invalid numbers.
    """
    judged, judgements, first = judged_records(records), list[Judgement](), 0
    for i in range(len(records)):
        own = ffi.new("kr_facts *", judged.facts[i])  # copied, so that the array of all facts can be freed
        problems = [_problem(judged.problems[k]) for k in range(first, judged.ends[i])]
        judgements.append(Judgement(own, problems))
        first = judged.ends[i]
    return judgements


def judged_records(records: Sequence[RecordNumbers]) -> JudgedRecords:
    """Judge records. Return records, facts and problems as arrays of the core. The GIL is released meanwhile.

    Raises:
        ValueError: a record has invalid numbers.
    """
    rows: dict[Game, int] = {}
    for record in records:
        rows.setdefault(record.game, len(rows))
    structs = ffi.new("kr_record[]", len(records))
    calls: list[tuple[int, int]] = []
    words: list[WordNumbers] = []
    cells: list[int] = []
    room = 0
    for i, record in enumerate(records):
        struct = structs[i]
        struct.game = rows[record.game]
        struct.first_call, struct.calls = len(calls), len(record.calls)
        struct.first_word, struct.words = len(words), len(record.words)
        struct.first_cell, struct.cells = len(cells), len(record.cells)
        calls += record.calls
        words += record.words
        cells += record.cells
        _fill(struct, record)
        room += lib.kr_problem_room(structs + i)
    columns = {
        "call": ffi.new("kr_record_call[]", calls), "word": ffi.new("kr_record_word[]", words),
        "cell": ffi.new("int8_t[]", cells),
    }  # fmt: skip
    return judge_columns(list(rows), structs, columns, room)


def judge_columns(
    games: Collection[Game], records: Any, columns: Mapping[str, Any], room: int | None = None
) -> JudgedRecords:
    """Judge records that are given as arrays of the core's structs. The GIL is released meanwhile.

    Args:
        games: the games under their rule options. A record refers to its game by index.
        records: array of ``kr_record``.
        columns: the arrays ``call``, ``word`` and ``cell`` of all records (``kr_record_columns``).
        room: how many problems all records together can have at most. None: this function computes the
            number.

    Raises:
        ValueError: a record has invalid numbers.
    """
    table = row_table(games)
    if room is None:
        room = sum(lib.kr_problem_room(records + i) for i in range(len(records)))
    facts, problems = ffi.new("kr_facts[]", len(records)), ffi.new("kr_problem[]", room)
    ends, bad = ffi.new("uint32_t[]", len(records)), ffi.new("size_t *")
    judging = ffi.new("kr_judging *", {
        "games": len(games), "records": len(records), "call_count": len(columns["call"]),
        "word_count": len(columns["word"]), "cell_count": len(columns["cell"]), "room": room, "game": table,
        "record": records, "facts": facts, "problem": problems, "problem_end": ends, "columns": columns,
    })  # fmt: skip
    status = lib.kr_judge_records(judging, bad)
    if status:
        raise ValueError(f"record {bad[0]}: {ffi.string(lib.kr_status_text(status)).decode()}")
    return JudgedRecords(table, records, columns["word"], facts, problems, ends)


def records_with_facts(
    games: Collection[Game], records: list[dict[str, Any]], words: Sequence[WordNumbers],
    facts: list[dict[str, Any]],
) -> JudgedRecords:  # fmt: skip
    """Make judged records from records whose facts are already known.

    The judge does not check these records. So ``problems`` of the result is empty.

    Args:
        games: the games under their rule options. A record refers to its game by index.
        records: for each record the fields of its ``kr_record``.
        words: words of trick 1 (such as announcements) of all records.
        facts: for each record the fields of its ``kr_facts``.
    """
    return JudgedRecords(
        row_table(games), ffi.new("kr_record[]", records), ffi.new("kr_record_word[]", words),
        ffi.new("kr_facts[]", facts), ffi.new("kr_problem[]", 0), ffi.new("uint32_t[]", len(records)),
    )  # fmt: skip


def core_arrays_of_words_and_cells(words: Sequence[WordNumbers], cells: Sequence[int]) -> dict[str, Any]:
    """Return words and cells as arrays of the core, by the names that ``judge_columns`` expects."""
    return {"word": ffi.new("kr_record_word[]", words), "cell": ffi.new("int8_t[]", cells)}


def row_table(games: Collection[Game]) -> Any:
    """Return the rules of games as an array of the core (``kr_game_row``)."""
    table = ffi.new("kr_game_row[]", len(games))
    ffi.memmove(table, b"".join(map(game_row, games)), ffi.sizeof(table))
    return table


def _fill(struct: Any, record: RecordNumbers) -> None:
    """Fill a ``kr_record`` with the tags, hands and scores of a record. Leave out calls, words and cells."""
    struct.auction = struct.play = lib.KR_ABSENT
    for name, number in record.fields.items():
        setattr(struct, name, number)
    struct.hands = record.hands
    struct.laid = [record.laid.get(seat, lib.KR_ABSENT) for seat in range(4)]
    struct.score = [record.score.get(seat, 0) for seat in range(4)]
    struct.scored = sum(1 << seat for seat in record.score)


def _problem(problem: Any) -> Problem:
    """Convert the core's struct ``kr_problem`` to a ``Problem``."""
    return Problem(
        problem.code, problem.place, problem.index, problem.severity == lib.KR_WARNING, bool(problem.hint),
        tuple(problem.arg),
    )  # fmt: skip
