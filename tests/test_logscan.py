"""The core's scan of whole games returns the same numbers, facts and texts as the reader of records."""

from __future__ import annotations

import gc
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from judge_numbers import judge_numbers, written
from judging_records import random_record
from judging_spoilt import spoilt
from kpn_games import random_game
from kranalyze._core import ffi
from kranalyze.core.judging import judged_records
from kranalyze.core.logscan import LogScan, Vocabulary
from kranalyze.core.scan import TEXTS, LineStart
from kranalyze.games import GAMES, Game
from kranalyze.kpn import reader as reading
from kranalyze.kpn import write_kpn
from kranalyze.kpn.lexer import Block, read_blocks
from kranalyze.kpn.outcome import Outcome, Start
from kranalyze.kpn.parsed import Parsed
from kranalyze.kpn.parsing import parse_game
from kranalyze.kpn.reader import Reader
from kranalyze.kpn.writer import add_notes_and_marks
from kranalyze.read.scanning import (
    apply_rules_to_games_having_them,
    scan_plain_games_in_batches,
    vocabulary_of_game_names,
)
from numbers_as_kpn import text_of
from page_logs import log
from running import EVENING, script
from tags_in_good_games import with_tags_of_wrong_games

ROOT = Path(__file__).parents[1]
FILES = sorted([*ROOT.glob("tests/data/*/*.kpn"), *ROOT.glob("datasets/*.kpn")])
LOG = EVENING.read_text(encoding="utf-8")

#: The texts of the games in ``LOG``.
GAMES_OF_LOG = LOG.split("\n\n")[1:]

#: The fields that are indexes into columns or rows.
_PLACES = ("first_call", "first_word", "first_cell", "game")


def scan(text: str | bytes) -> LogScan:
    """Return a scan of a whole text. It has kept all games that it can keep, and skipped all others."""
    data = text if isinstance(text, bytes) else text.encode()
    kept = LogScan(vocabulary_of_game_names({}), data.count(b"\n") + 2)
    at, index = LineStart(0, 1), 0
    while at.offset < len(data):
        _, at, _ = kept.keep_games_and_skip_unreadable(data, at, index, -1)
        index = kept.count
    return kept


def fields_of(struct: Any, left_out: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return the fields of a struct by name, as numbers or bytes."""
    values = {name: getattr(struct, name) for name, _ in ffi.typeof(struct).fields if name not in left_out}
    return {n: bytes(ffi.buffer(v)) if isinstance(v, ffi.CData) else v for n, v in values.items()}


def items(array: Any, first: int, count: int) -> list[dict[str, Any]]:
    return [fields_of(array[i]) for i in range(first, first + count)]


def assert_same_numbers(kept: LogScan, row: int, parsed: Parsed) -> None:
    """Assert that a row of a scan has the numbers and facts of a parsed game without problems."""
    numbers = parsed.numbers()
    alone, judged = judged_records([numbers]), kept.judged
    record, other = judged.records[row], alone.records[0]
    assert fields_of(record, _PLACES) == fields_of(other, _PLACES)
    assert judged.rows[record.game].pack and kept.vocabulary.games[record.game] == parsed.game
    assert bytes(ffi.buffer(judged.rows + record.game)) == bytes(ffi.buffer(alone.rows))
    own_calls = kept.auction_calls[record.first_call : record.first_call + record.calls]
    calls = [(c.call, c.suit) for c in own_calls]
    assert calls == numbers.calls
    assert items(judged.words, record.first_word, record.words) == items(alone.words, 0, other.words)
    assert list(kept.played_cards[record.first_cell : record.first_cell + record.cells]) == numbers.cells
    assert bytes(ffi.buffer(judged.facts + row)) == bytes(ffi.buffer(alone.facts))
    assert alone.ends[0] == 0


def texts_of(kept: LogScan, row: int) -> list[str]:
    """Return the texts that a scan keeps for a game: Board, Event and so on."""
    found = []
    for ends, letters in zip(kept.ends, kept.texts, strict=True):
        end = memoryview(ends).cast("i")
        found.append(bytes(letters[end[row - 1] if row else 0 : end[row]]).decode())
    return found


def pieces(
    data: bytes, names: Vocabulary, game: str | None = None, rules: dict[str, str] | None = None,
    room: int = 9,
) -> Iterator[tuple[LogScan, list[Outcome]]]:  # fmt: skip
    """Yield the games of a text in pieces: games kept by a scan, and the reader's results for the others."""
    ids = [row.id for row in apply_rules_to_games_having_them(rules or {})]
    parts = scan_plain_games_in_batches(
        data, "x", game, rules or {}, None, ids, lambda: LogScan(names, room), 64
    )
    return ((part.columns, part.others) for part in parts)


def parsed_and_read(
    monkeypatch: pytest.MonkeyPatch, data: bytes, game: str | None, rules: dict[str, str] | None
) -> tuple[list[Parsed], list[Outcome]]:
    """Return the parser's result for each game, and the reader's results for the whole text."""
    parsed: list[Parsed] = []

    def parse_and_keep(block: Block) -> Parsed:
        parsed.append(parse_game(block))
        return parsed[-1]

    with monkeypatch.context() as patched:
        patched.setattr(reading, "parse_game", parse_and_keep)
        return parsed, list(Reader(data, "x", game, rules, Start()).outcomes())


def agree(
    monkeypatch: pytest.MonkeyPatch, data: bytes, game: str | None = None,
    rules: dict[str, str] | None = None, room: int = 1000,
) -> int:  # fmt: skip
    """Compare the scans of a text with the reader of the whole text. Return how many games the scans keep."""
    parsed, expected = parsed_and_read(monkeypatch, data, game, rules)
    records = {outcome.record.index: outcome.record for outcome in expected if outcome.record is not None}
    taken, others = 0, list[Outcome]()
    for kept, outcomes in pieces(data, vocabulary_of_game_names(rules or {}), game, rules, room):
        others += outcomes
        taken += kept.count
        numbers = [memoryview(kept.columns[name]).cast("I").tolist() for name in ("index", "line")]
        for row, index, line in zip(range(kept.count), *numbers, strict=False):
            record = records.pop(index)
            assert record.line == line
            assert_same_numbers(kept, row, parsed[index])
            assert texts_of(kept, row) == [record.tags.get(name.title(), "") for name in TEXTS]
    assert records.keys() == {outcome.record.index for outcome in others if outcome.record is not None}
    problems = [p.args for outcome in expected for p in outcome.problems]
    assert [p.args for outcome in others for p in outcome.problems] == problems
    return taken


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_files_are_read_as_by_the_reader(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = path.read_bytes()
    agree(monkeypatch, data)
    agree(monkeypatch, data.replace(b"\n", b"\r\n"), "graden", room=3)
    agree(monkeypatch, b"\xef\xbb\xbf" + data, None, {"mitbettler": "as_printed"}, room=1)


@pytest.mark.parametrize("number", [0, 50, -1])
def test_a_tag_that_the_reader_refuses_is_not_kept(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Scan and reader agree on copies of a good game. Each copy contains one tag of a wrong game.

    The wrong games are in tests/data/invalid. There is a copy for each tag of these games.
    """
    games = with_tags_of_wrong_games(GAMES_OF_LOG[number].strip())
    agree(monkeypatch, games.encode(errors="surrogateescape"))


@pytest.mark.parametrize("path", [EVENING, ROOT / "datasets" / "simulated-log.kpn"], ids=lambda p: p.stem)
def test_every_game_of_a_log_is_kept(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A scan keeps every game of these logs.

    All games are regular text (solver/scan_record.h), and so are the comments before their tags. No game has
    an error.
    """
    text = path.read_bytes()
    assert text.count(b'[Game "') == 76
    assert agree(monkeypatch, text) == 76
    assert agree(monkeypatch, text, room=5) == 76


@pytest.mark.parametrize("comment", ["; a", ";", "; [Board] =3= # %", "; a\n;b"])
def test_comments_before_the_first_tag_are_regular(comment: str, monkeypatch: pytest.MonkeyPatch) -> None:
    games = "\n\n".join(f"{comment}\n{game}" for game in GAMES_OF_LOG[:5])
    assert agree(monkeypatch, f"% KPN 1.0\n\n{games}\n".encode()) == 5


@pytest.mark.parametrize("comment", ["; \u00e4", "; {", "; }", "; a\tb", "{ a }", "% a", " ; a"])
def test_other_comments_are_left_to_the_reader(comment: str, monkeypatch: pytest.MonkeyPatch) -> None:
    games = "\n\n".join(f"{comment}\n{game}" for game in GAMES_OF_LOG[:5])
    assert agree(monkeypatch, f"% KPN 1.0\n\n{games}\n".encode()) == 0


def regular_records(first: int, count: int) -> Iterator[str]:
    """Yield texts of random records, good or spoilt. The parser finds in each text the record's numbers."""
    for seed in range(first, first + count):
        rng = random.Random(seed)
        good = random_record(rng)
        for record in (good, spoilt(rng, good), spoilt(rng, good)):
            options = {option.name for option in GAMES[record.game].options}
            record.rules = {name: value for name, value in record.rules.items() if name in options}
            try:
                text = text_of(record)
            except KeyError:  # no text can express the number
                continue
            read = parse_game(next(read_blocks(text)))
            if read.ill or read.flaws or record.flags & 4:
                continue
            numbers = written(read, record.game)
            numbers.rules = record.rules
            if record.auction < 0:
                record.calls, record.flags = [], record.flags & ~2
            if record.play < 0:
                record.cells, record.flags = [], record.flags & ~8
            if numbers == record:
                yield text


def test_random_records_are_kept_if_the_judge_finds_nothing_wrong() -> None:
    """A scan keeps a record, even a rare one, if and only if the judge finds no problem in its numbers."""
    texts = list(regular_records(0, 700))
    kept_games, refused = 0, 0
    for text in texts:
        parsed = parse_game(next(read_blocks(text)))
        (said,) = judge_numbers([written(parsed, parsed.game.id)])
        kept = scan(text)
        assert kept.count == (not said.problems), text
        if kept.count:
            assert_same_numbers(kept, 0, parsed)
        kept_games += kept.count
        refused += not kept.count
    assert kept_games > 300 and refused > 300


def test_written_games_are_read_as_by_the_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    """Scan and reader agree on games that the program has written.

    The names in these games have quotes and non-ASCII letters, and some of the cards have notes.
    """
    games = 0
    for seed in range(30):
        rng = random.Random(seed)
        records = [random_game(rng) for _ in range(12)]
        records = [
            add_notes_and_marks(r, {0: 'a "note" – '}, {1: "??"})
            if len(r.play) > 1 and rng.random() < 0.5
            else r
            for r in records
        ]
        text = re.sub(r"(?m)^\[Room.*\n", "", write_kpn(records))
        texts = [game for game in text.split("\n\n")[1:-1] if not re.search(r"(?m)[{}]|^;|german", game)]
        games += len(texts)
        data = "\n\n".join([*texts, *texts, ""]).encode()
        assert agree(monkeypatch, data) == 2 * len(texts)
        agree(monkeypatch, data, None, {"mitbettler": "as_printed"})
        agree(monkeypatch, data, "graden")
    assert games > 40


def test_spoilt_texts_are_refused_or_say_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    taken, games = 0, 0
    for number in range(120):
        rng = random.Random(number)
        texts = [log(rng, number + i) for i in range(4)]
        games += 4
        taken += agree(monkeypatch, "\n".join(texts).encode("utf-8", "surrogatepass"))
    assert games / 6 < taken < games
    fuzz, rng = script("fuzz_kpn"), random.Random(7)
    seeds = [*fuzz.seeds(), *(text.encode() for text in regular_records(5000, 60))]
    printed = {"mitbettler": "as_printed"}
    for number in range(120):
        game, rules = rng.choice([(None, {}), ("graden", {}), ("whist", {}), (None, printed)])
        agree(monkeypatch, fuzz.mutated(seeds, number), game, rules, rng.choice((1, 3, 1000)))


def test_names_of_contracts_in_all_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Scans keep games of the log in which a tag, call or word names a contract by another of its names."""
    contracts = set[str]()
    for text in GAMES_OF_LOG:
        if scan(f"{text}\n\n").count:
            game = parse_game(next(read_blocks(text))).game
            named = list[str]()
            for contract in game.contracts:
                name = contract.name
                names = [name, name.upper(), name.replace(" ", "-"), *contract.aliases]
                tag = f'[Contract "{contract.id}"]'
                if tag in text:
                    contracts.add(contract.id)
                    named += [text.replace(tag, f'[Contract "{other}"]') for other in names]
                words = [other for other in names if " " not in other]
                called = [re.sub(rf"(?m)(?<![\w\"]){contract.id}\b(?!\")", word, text) for word in words]
                named += [other for other in called if other != text]
            data = "\n\n".join([*named, ""]).encode()
            assert agree(monkeypatch, data) == len(named)
    assert len(contracts) > 15


@pytest.mark.parametrize("game", GAMES)
def test_all_names_of_all_contracts(game: str) -> None:
    """A scan keeps a short record under every name of its contract, also under names with digits."""
    row = GAMES[game]
    hands = " ".join(["-"] * row.seats)
    for contract in row.contracts:
        for name in (contract.id, contract.name, contract.name.upper(), *contract.aliases):
            kept = scan(f'[Game "{game}"]\n[Deal "N:{hands}"]\n[Contract "{name}"]\n\n')
            assert kept.count == 1, name
            assert kept.judged.facts[0].contract == row.contracts.index(contract)


def test_a_name_of_two_contracts_is_that_of_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """The id of a contract takes precedence over all names, as in ``Game.contract``."""
    bettler, durchmarsch, *others = GAMES["graden"].contracts
    twice = replace(bettler, aliases=("durchmarsch", "beide")), replace(durchmarsch, aliases=("beide",))
    game = replace(GAMES["graden"], contracts=(*twice, *others))
    kept = LogScan(Vocabulary([game]), 9)
    other = FIRST.replace('"durchmarsch"', '"Durchmarsch"')
    kept.keep_games_and_skip_unreadable(f"{FIRST}\n\n{other}\n\n".encode(), LineStart(0, 1), 0, -1)
    # The contract of the second game is read as Bettler, by the first alias of Bettler. A Bettler contradicts
    # the auction of this game, so the game is not kept.
    assert kept.count == 1 and game.contract("Durchmarsch").id == "bettler"


#: A game of Graden. Some tests add Note tags to it.
FIRST = GAMES_OF_LOG[0]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("DA DT", "DA? DT"), ("DA DT", "DA!? $3 DT$14"), ("DA DT DQ D9", "DA DT\nDQ D9"),
        ("durchmarsch gut", "durchmarsch! gut ??"),
        ("durchmarsch gut gut gut", "durchmarsch pass weiter AP"), ("DA DT", "DA =1= DT"),
        ("DA DT", "DA=1=?? DT"), ("DA DT DQ D9", "DA  DT DQ D9"), ("HJ CJ SJ DK", "HJ CJ SJ DK +"),
        ("[Event", '[Deck "french"]\n[Event'), ("[Called", '[Second ""]\n[Trump "?"]\n[Called'),
        ('"Emil"', '"\\"Žofie\\\\ \\x"'), ("[Score", '[Contra "0"]\n[Score'), ('"graden"', '"Graden"'),
        ("[Play", '[Note "1:of the auction"]\n[Play'), ('"durchmarsch"', '"Durchmarsch"'),
        ('"durchmarsch"', '" DURCH-marsch "'), ('"durchmarsch"', '"Durchmarsch mit einer anderen!"'),
        ("durchmarsch gut", "Durchmarsch gut"),
    ],
)  # fmt: skip
def test_what_is_regular(old: str, new: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = FIRST.replace(old, new, 1) + '\n[Note "1:why – \\"so\\""]\n[Note "2:"]\n\n'
    assert FIRST.count(old) and agree(monkeypatch, text.encode()) == 1


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("DA DT", "DA ; a comment\nDT"), ("DA DT", "DA {x} DT"), ("DA DT", "da DT"), ("DA DT", "D10 DT"),
        ("DA DT", "DT DA"), ("DA DT", "DA\t DT"), ("DA DT", "DA =2= DT"), ("DA DT DQ D9", "DA DT DQ"),
        ("DA DT DQ D9", "DA DT DQ D9 HQ"), ("HJ CJ SJ DK", "HJ CJ SJ + DK"),
        ("DA DT DQ D9\nHQ DJ HA HK", "DA DT\nDQ D9 HQ DJ\nHA HK"),
        ("[Score", '[Contra "0000000000"]\n[Score'), ("[Event", '[Room "1"]\n[Event'), ("[Event", " [Event"),
        ("[Event", '[Deck "german"]\n[Event'), ("[Event", '[Site "x"] [Event'),
        ('"durchmarsch"', '"Durchmarsch\\\\"'), ('"durchmarsch"', '"Durchmarsch\u00a0"'),
        ('"durchmarsch"', '"Dürchmarsch"'), ("gut gut gut", "gut gut"), ('"N:40 E', '"N:41 E'),
        ('[Note "1:x"]', '[Note "1:x"]\n[Note "1:x"]'), ('[Note "1:x"]', '[Note "x"]'), ('"Emil"', '"#"'),
        ('"Emil"', '"\x7f"'), ('"Emil"', '"\ud800"'), ('"Emil"', '"a\tb"'),
    ],
)  # fmt: skip
def test_what_is_left_to_the_reader(old: str, new: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A scan keeps no game with an irregular text, an error or a warning. The reader reads such games."""
    text = FIRST + '\n[Note "1:x"]\n\n'
    data = text.replace(old, new, 1).encode("utf-8", "surrogatepass")
    assert text.count(old) and agree(monkeypatch, data) == 0


def test_the_longest_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a name has more than 255 bytes, scans leave the game to the reader. The letter "ä" has two bytes."""
    for name, length in (("x" * 255, 255), ("x" * 256, 256), ("ä" * 127, 254), ("ä" * 128, 256)):
        text = "".join(f"{FIRST}\n\n".replace(who, name) for who in ("Emil", "Cilli", "Gustl", "Franz")) * 2
        assert agree(monkeypatch, text.encode(), room=8) == (8 if length < 256 else 0)


def test_the_evening_is_left_to_the_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    """A block of tags without a Deal is no game: its tags hold for all following games.

    The scan keeps neither such a block nor the games after it. The reader reads the block and these games. A
    block of tags with a Deal is a game.
    """
    above = '[Event "x"]\n[Game "graden"]\n[Rules "call_own=yes"]\n\n'
    assert agree(monkeypatch, (above + FIRST).encode()) == 0
    assert scan('[Event "x"]\n[Game "graden"]\n\n').count == 0
    deal = '[Game "whist"]\n[Deal "N:A... .A.. ..A. ...A"]\n\n'
    assert scan(deal).count == 1 and scan(deal).judged.records[0].flags == 1


def test_names_of_rules_are_learnt_once() -> None:
    text = FIRST.replace('[Game "graden"]', '[Game "graden"]\n[Rules "call_own=yes"]') + "\n\n"
    lookups = list[tuple[str, str]]()

    def find_game(game: str, rules: str) -> Game | None:
        lookups.append((game, rules))
        return None if "X" in game else GAMES["graden"].under({"call_own": "yes"})

    names = Vocabulary(GAMES.values(), find_game)
    data = (text * 3 + text.replace("graden", "X") * 2 + text.replace("graden", "Graden") * 2).encode()
    kept = LogScan(names, 9)
    end, past, _ = kept.keep_games_and_skip_unreadable(data, LineStart(0, 1), 0, -1)
    assert kept.count == 3 and data[end.offset : past.offset].count(b'"X"') == 2
    kept.keep_games_and_skip_unreadable(data, past, 5, -1)
    assert kept.count == 5 and names.games == [*GAMES.values(), GAMES["graden"].under({"call_own": "yes"})]
    assert lookups == [(name, "call_own=yes") for name in ("graden", "X", "Graden")]
    other = LogScan(names, 9)
    other.keep_games_and_skip_unreadable(data, LineStart(0, 1), 0, -1)
    assert other.count == 3 and len(lookups) == 3


def test_more_names_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """A scan does not keep a game whose rules are not in its vocabulary. The reader reads such games.

    A vocabulary has room for 64 rows of rules, and does not take rules with a long text. Seven of the 64 rows
    are for the seven games with an empty tag "Rules".
    """
    deal = "N:AKQJT9... .AKQJT9.. ..AKQJT9. ...AKQJT9".replace("9", "987")
    rules = [f"unit={number} {'free_call=no ' * (number % 40)}" for number in range(2, 400)]
    texts = [f'[Game "rufmariasch"]\n[Rules "{rule}"]\n[Deal "{deal}"]\n\n' for rule in rules]
    assert agree(monkeypatch, "".join(texts).encode()) == 64 - 7


def test_judged_records_outlive_their_scan() -> None:
    kept = scan(LOG)
    judged, facts = kept.judged, bytes(ffi.buffer(kept.judged.facts))
    assert [len(part) for part in (judged.records, judged.facts, judged.ends)] == [76] * 3
    assert (len(judged.rows), len(judged.problems)) == (7, 0)
    assert len(judged.words) == sum(record.words for record in judged.records)
    del kept
    gc.collect()
    again = [scan(LOG) for _ in range(3)]
    assert bytes(ffi.buffer(judged.facts)) == facts == bytes(ffi.buffer(again[-1].judged.facts))


def test_places_that_a_scan_refuses() -> None:
    data = FIRST.encode()
    kept = LogScan(Vocabulary(GAMES.values()), 1)
    for at, forced in ((len(data) + 1, -1), (-1, -1), (1 << 70, -1), (0, 7), (0, 1 << 70)):
        with pytest.raises(ValueError, match="cannot"):
            kept.keep_games_and_skip_unreadable(data, LineStart(at, 1), 0, forced)
    with pytest.raises(ValueError, match="does not lie between"):
        kept.keep_games_and_skip_unreadable(data, LineStart(0, 1 << 32), 0, -1)
    with pytest.raises(ValueError, match="do not fit"):
        LogScan(Vocabulary(GAMES.values()), 1 << 40)
    assert kept.count == 0
