"""Judge records with the core (solver/judge.h): numbers of records in, facts and problems out."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from kranalyze._core import ffi, lib
from kranalyze.core.rules import game_row
from kranalyze.games import Game

#: A word of trick 1 (``kr_record_word``): seat, kind, suit, level, points, and whether its text is unknown.
WordNumbers = tuple[int, int, int, int, int, bool]


@dataclass(slots=True)
class RecordNumbers:
    """A record as numbers (``kr_record``). ``core.numbers`` has the numbers for absent and unknown values.

    Attributes:
        game: the game under its rule options.
        fields: the fields of ``kr_record`` that are single numbers.
        hands, laid, score: hands, face-down cards and scores by seat. ``laid`` and ``score`` may lack seats.
        calls: the calls, each with the suit named with it.
        words: the words of trick 1.
        cells: the cards in the cells of the play.
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
    """Return the fields of a record that has no tags."""
    tags = (
        "dealer", "contract", "declarer", "second", "called", "trump", "play", "contra", "deal", "has_talon",
        "has_discard",
    )  # fmt: skip
    return {"flags": 0, **dict.fromkeys(tags, lib.KR_ABSENT)}


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem (``kr_problem``): its code, its place, and the arguments for its text."""

    code: int
    place: int
    index: int
    is_warning: bool
    in_playing_order: bool
    args: tuple[int, ...]


class JudgedRecords(NamedTuple):
    """Judged records as arrays of the core.

    Attributes:
        rows: the games that occur (``kr_game_row``).
        records: ``kr_record`` of each record.
        words: the words of trick 1 of all records (``kr_record_word``).
        facts: the facts of each record (``kr_facts``).
        problems, ends: the problems (``kr_problem``), and for each record the index after its last problem.
    """

    rows: Any
    records: Any
    words: Any
    facts: Any
    problems: Any
    ends: Any


class Judgement(NamedTuple):
    """The facts (``kr_facts``) and problems of a record."""

    facts: Any
    problems: list[Problem]


def judge_records(records: Sequence[RecordNumbers]) -> list[Judgement]:
    """Return the facts and problems that the judge finds in records. The GIL is released.

    Raises:
        ValueError: a record has invalid numbers.
    """
    judged, judgements, first = judged_records(records), list[Judgement](), 0
    for i in range(len(records)):
        own = ffi.new("kr_facts *", judged.facts[i])  # a copy, so that the other facts can be freed
        problems = [_problem(judged.problems[k]) for k in range(first, judged.ends[i])]
        judgements.append(Judgement(own, problems))
        first = judged.ends[i]
    return judgements


def judged_records(records: Sequence[RecordNumbers]) -> JudgedRecords:
    """Judge records and return the arrays of the core. The GIL is released.

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
    """Judge records that are columns already. The GIL is released.

    Args:
        games: the games under their rule options. A record refers to them by index.
        records: array of ``kr_record``.
        columns: the columns ``call``, ``word`` and ``cell`` of the records (``kr_record_columns``).
        room: upper bound of the number of problems. None: it is computed.

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


def as_judged(
    games: Collection[Game], records: list[dict[str, Any]], words: Sequence[WordNumbers],
    facts: list[dict[str, Any]],
) -> JudgedRecords:  # fmt: skip
    """Return records with facts that are known already. Nothing is judged.

    Args:
        games: the games under their rule options. A record refers to them by index.
        records, facts: fields of ``kr_record`` and of ``kr_facts``.
        words: words of trick 1 of all records.
    """
    return JudgedRecords(
        row_table(games), ffi.new("kr_record[]", records), ffi.new("kr_record_word[]", words),
        ffi.new("kr_facts[]", facts), ffi.new("kr_problem[]", 0), ffi.new("uint32_t[]", len(records)),
    )  # fmt: skip


def word_and_cell_arrays(words: Sequence[WordNumbers], cells: Sequence[int]) -> dict[str, Any]:
    """Return words and cells as arrays for ``judge_columns``."""
    return {"word": ffi.new("kr_record_word[]", words), "cell": ffi.new("int8_t[]", cells)}


def row_table(games: Collection[Game]) -> Any:
    """Return the rows of games as an array of the core (``kr_game_row``)."""
    table = ffi.new("kr_game_row[]", len(games))
    ffi.memmove(table, b"".join(map(game_row, games)), ffi.sizeof(table))
    return table


def _fill(struct: Any, record: RecordNumbers) -> None:
    """Fill the fields of a record that are not stored in columns."""
    struct.auction = struct.play = lib.KR_ABSENT
    for name, number in record.fields.items():
        setattr(struct, name, number)
    struct.hands = record.hands
    struct.laid = [record.laid.get(seat, lib.KR_ABSENT) for seat in range(4)]
    struct.score = [record.score.get(seat, 0) for seat in range(4)]
    struct.scored = sum(1 << seat for seat in record.score)


def _problem(problem: Any) -> Problem:
    return Problem(
        problem.code, problem.place, problem.index, problem.severity == lib.KR_WARNING, bool(problem.hint),
        tuple(problem.arg),
    )  # fmt: skip
