"""Games of KPN before the judge: numbers to the core, facts and problems back, each problem at its place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kranalyze._core import ffi, lib
from kranalyze.core.evaluate import JudgedRecords
from kranalyze.core.rules import game_row
from kranalyze.games import Game
from kranalyze.kpn.lexer import Flaw
from kranalyze.kpn.parsing import Parsed
from kranalyze.texts.problems import Place, problem_text

#: The names of codes, as the table of texts has them.
CODES = {
    number: name.removeprefix("KR_").lower()
    for number, name in ffi.typeof("enum kr_problem_code").elements.items()
}

#: The tags of places that are whole values, and of places inside a value, with the part that an index names.
_TAGS = {
    lib.KR_AT_GAME: "Game", lib.KR_AT_DEAL: "Deal", lib.KR_AT_HAND: "Deal", lib.KR_AT_HAND_CARD: "Deal",
    lib.KR_AT_TALON: "Talon", lib.KR_AT_TALON_CARD: "Talon", lib.KR_AT_DISCARD: "Discard",
    lib.KR_AT_DISCARD_CARD: "Discard", lib.KR_AT_DEALER: "Dealer", lib.KR_AT_CONTRACT: "Contract",
    lib.KR_AT_DECLARER: "Declarer", lib.KR_AT_SECOND: "Second", lib.KR_AT_LAID: "FaceDown",
    lib.KR_AT_CALLED: "Called", lib.KR_AT_TRUMP: "Trump", lib.KR_AT_WORD: "Announce", lib.KR_AT_CONTRA: "Contra",
    lib.KR_AT_SCORE: "Score", lib.KR_AT_SCORE_OF: "Score", lib.KR_AT_AUCTION: "Auction", lib.KR_AT_CALL: "Auction",
    lib.KR_AT_PLAY: "Play", lib.KR_AT_CELL: "Play", lib.KR_AT_LINES: "Play",
}  # fmt: skip

#: The part of a word of trick 1 at which a problem is shown: 1 what is said, 2 the suit; else the whole word.
_PARTS = {
    lib.KR_WORD_UNKNOWN: 1, lib.KR_MARRIAGES_BY_LEAD: 1, lib.KR_MARRIAGES_NONE: 1, lib.KR_MARRIAGE_POINTS: 1,
    lib.KR_MARRIAGE_NOT_HELD: 2, lib.KR_TRUMP_MARRIAGE_NOT_HELD: 1,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the judge says of a game: its facts (``kr_facts``), and everything that is wrong with it."""

    facts: Any
    flaws: list[Flaw]


@dataclass(frozen=True, slots=True)
class JudgedGames:
    """Games that were judged, as the core has them, and where the problems of each end."""

    columns: JudgedRecords
    problems: Any
    ends: Any


def judge(games: Sequence[Parsed], as_played: bool = False) -> list[Verdict]:
    """Return what the judge says of games, each of which knows what it is a game of."""
    judged = judged_games(games, as_played)
    verdicts, first = list[Verdict](), 0
    for i, parsed in enumerate(games):
        fact = ffi.new("kr_facts *", judged.columns.facts[i])
        verdicts.append(Verdict(fact, _flaws(parsed, fact, judged.problems[first : judged.ends[i]])))
        first = judged.ends[i]
    return verdicts


def judged_games(games: Sequence[Parsed], as_played: bool = False) -> JudgedGames:
    """Judge games, each of which knows what it is a game of."""
    rows: dict[Game, int] = {}
    for parsed in games:
        rows.setdefault(parsed.game, len(rows))
    records = ffi.new("kr_record[]", len(games))
    calls, words, cells = list[tuple[int, int]](), list[tuple[int, ...]](), list[int]()
    for record, parsed in zip(records, games, strict=True):
        record.game = rows[parsed.game]
        record.first_call, record.calls = len(calls), len(parsed.calls)
        record.first_word, record.words = len(words), len(parsed.words)
        record.first_cell, record.cells = len(cells), len(parsed.cells)
        calls += parsed.calls
        words += [
            (word.seat, word.kind, word.suit, word.level, word.points, word.flaw is not None) for word in parsed.words
        ]
        cells += parsed.cells
        _fill(record, parsed, as_played)
    table = ffi.new("kr_game_row[]", len(rows))
    ffi.memmove(table, b"".join(map(game_row, rows)), ffi.sizeof(table))
    call_column = ffi.new("kr_record_call[]", calls)
    word_column = ffi.new("kr_record_word[]", words)
    cell_column = ffi.new("int8_t[]", cells)
    room = sum(lib.kr_problem_room(record) for record in (records + i for i in range(len(games))))
    facts, problems = ffi.new("kr_facts[]", len(games)), ffi.new("kr_problem[]", room)
    ends, bad = ffi.new("uint32_t[]", len(games)), ffi.new("size_t *")
    judging = ffi.new("kr_judging *", {
        "games": len(rows), "records": len(games), "call_count": len(calls), "word_count": len(words),
        "cell_count": len(cells), "room": room, "game": table, "record": records, "facts": facts, "problem": problems,
        "problem_end": ends,
    })  # fmt: skip
    judging.columns.call, judging.columns.word, judging.columns.cell = call_column, word_column, cell_column
    status = lib.kr_judge_records(judging, bad)
    if status:
        raise ValueError(f"record {bad[0]}: {ffi.string(lib.kr_status_text(status)).decode()}")
    return JudgedGames(JudgedRecords(table, records, word_column, facts), problems, ends)


def _fill(record: Any, parsed: Parsed, as_played: bool) -> None:
    """The fields of a record."""
    fields = {"auction": lib.KR_ABSENT, "play": lib.KR_ABSENT, **parsed.fields}
    for name, number in fields.items():
        setattr(record, name, number)
    record.hands = parsed.hands
    record.laid = [parsed.laid.get(seat, lib.KR_ABSENT) for seat in range(4)]
    record.score = [parsed.score.get(seat, 0) for seat in range(4)]
    record.scored = sum(1 << seat for seat in parsed.score)
    record.ill = parsed.ill
    if as_played:
        record.flags |= lib.KR_AS_PLAYED


def _flaws(parsed: Parsed, facts: Any, problems: Sequence[Any]) -> list[Flaw]:
    """Everything that is wrong with a game: what its parser found, and what the judge says."""
    flaws = list(parsed.flaws)
    judged_at = {(problem.place, problem.index) for problem in problems}
    if facts.calls_read:
        starts = parsed.block.spots.get("Auction", [])[1:]
        ruled = {starts[index] for place, index in judged_at if place == lib.KR_AT_CALL}
        flaws += [flaw for flaw in parsed.call_flaws if flaw.at not in ruled]
    if facts.words_read:
        flaws += parsed.word_flaws
        words = enumerate(parsed.words)
        flaws += [w.flaw for i, w in words if w.flaw is not None and (lib.KR_AT_WORD, i) not in judged_at]
    if facts.cells_read:
        flaws += parsed.cell_flaws
    for problem in problems:
        place = Place(parsed.game, parsed.deck, _token(parsed, problem), parsed.line_columns)
        message = problem_text(CODES[problem.code], list(problem.arg), place)
        if problem.hint:
            message = problem_text("playing_order", (), Place(parsed.game, text=message))
        severity = "warning" if problem.severity == lib.KR_WARNING else "error"
        flaws.append(Flaw(_spot(parsed, problem), message, severity))
    return flaws


def _token(parsed: Parsed, problem: Any) -> str:
    """The text at which a problem is."""
    if problem.place == lib.KR_AT_CALL:
        return parsed.entries("Auction")[problem.index].text
    return parsed.words[problem.index].text if problem.place == lib.KR_AT_WORD else ""


def _spot(parsed: Parsed, problem: Any) -> int:
    """The place in the text of a problem."""
    place, index, name = problem.place, problem.index, _TAGS[problem.place]
    if place in (lib.KR_AT_CALL, lib.KR_AT_CELL):
        return parsed.block.spots[name][index + 1]
    if place == lib.KR_AT_LINES:
        return parsed.spots["Lines", 0]
    at = parsed.spots.get((name, index), 0)
    if place == lib.KR_AT_HAND_CARD:
        at = _card_spot(parsed, index >> 5, index & 31)
    elif place == lib.KR_AT_WORD:
        part = _PARTS.get(problem.code, 0)
        at = parsed.words[index].parts[part]
    elif place not in (lib.KR_AT_HAND, lib.KR_AT_TALON_CARD, lib.KR_AT_DISCARD_CARD, lib.KR_AT_LAID, lib.KR_AT_SCORE_OF):
        at = 0
    return parsed.block.spot(name, at)


def _card_spot(parsed: Parsed, seat: int, card: int) -> int:
    """The place of a card in the value of Deal."""
    from kranalyze.kpn.deals import listed_cards

    at = parsed.spots["Deal", seat]
    text = parsed.block.tags["Deal"][at:]
    end = text.find("|") if "|" in parsed.block.tags["Deal"] else -1
    word = text[:end] if end >= 0 else text if "|" in parsed.block.tags["Deal"] else text.split()[0]
    cards = listed_cards(word, at, parsed.deck, lambda message, spot: None)
    return next((spot for found, spot in cards if found == card), at)
