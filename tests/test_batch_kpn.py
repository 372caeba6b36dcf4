"""Pieces of a KPN file have the same records, errors and places as the whole file."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryFile
from typing import IO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kranalyze.kpn import Section, parse_kpn
from kranalyze.kpn.kpnfile import collect_games
from kranalyze.kpn.lexer import Block, read_blocks
from kranalyze.kpn.reader import Reader
from kranalyze.read import cutting
from kranalyze.read.cutting import cut_kpn

DEAL = '[Deal "N:KJ.J.9.QT 9.QT.Q.A9 A.K9.AJ.J QT.A.KT.K"]'
GERMAN = DEAL.replace("J", "U").replace("Q", "O")

#: Correct and wrong parts of KPN files. Each part ends with a blank or with blank lines.
PARTS = (
    f'[Game "graden"]\n[Board "1"]\n{DEAL}\n\n',
    f'[Board "2"] [Game "graden"]  {DEAL} ',  # the next Board or Deal ends this record, even on the same line
    f'[Event "Äußerstes"]\n\n  [Deck "german"]\n[Game "graden"]\n{GERMAN}\n \t\n',
    '[Board "#"]\n[Game "#"]\n[Deck "#"]\n[Deal "#"]\n\n',
    '[Game "#"]\n[North "#"]\n[Deal "#"]\n\n\n',
    f'{{ a comment\n\nwith a blank line }}\n[Game "graden"]\n{DEAL} ; to the end of the line\n\n',
    "% alone\n\n{ no game }\n\n",
    '[Game "graden"]\n[Deal "N:KJ.J.9.QT 9.QT.Q.A9 A.K9.AJ.J QT.A.KT.X"]\n\n',
    "what is this\n\n",
    '[Board "7]\n\n',
    f'[Game "graden"]\n[Site "\udcff"]\n{DEAL}\n\n',
    f'[Game "graden"]\r\n{DEAL}\r\n\r\n',
    f'[Rules "call_own=yes"]\n[Game "graden"]\n{DEAL}\n[Board "9"]\n\n',
    "; \udcfe\n\n",
    '[Contract "bettler"]\n[Play "N"]\nSK -\n\n',
    "SK SQ SJ ST\n\n",
    '; the evening\n[North "Anna"]\n[Game "graden"] [Deck "german"]\n\n',
    '[Game "Graaden"]\n\n',
    f'[Game "graden"]\n{DEAL}\n[Auction "N"]\nbettler\n%no [Board "8"]\ngut ; why [Deal "\n'
    'gut! $3 {c} gut\n[Play "N"]\nSJ?\n HT - +\n\n',
    f'[Game "graden"]\n{DEAL}\n[Play "N"]\n! SJ 100%;x\n{{a\n\nb}}[Note "1:x"] SK\n\n',
    f'; above\n[Board "2"]\n[Game "graden"]\n[North "Resi"]\n{DEAL}\n\n',
)


@contextmanager
def in_file(data: bytes) -> Iterator[IO[bytes]]:
    """Yield a temporary file that contains the data."""
    with TemporaryFile() as file:
        file.write(data)
        file.seek(0)
        yield file


def check(data: bytes, size: int, game: str | None = None, rules: dict[str, str] | None = None) -> None:
    """Check the pieces of the data in a stream and in a file on disk. The core helps to cut the file."""
    with in_file(data) as file:
        for source in (io.BytesIO(data), file):
            check_pieces(source, data, size, game, rules)


def check_pieces(
    source: IO[bytes], data: bytes, size: int, game: str | None, rules: dict[str, str] | None
) -> None:
    whole = parse_kpn(data, "log", game, rules)
    files, games = [], []
    for start, part, count in cut_kpn(source, size, game, rules):
        files.append(collect_games("log", Reader(part, "log", game, rules, start).outcomes()))
        games.append(count)
    records = [r for f in files for r in f.records]
    assert records == list(whole.records)
    places = [(r.file, r.index, r.line, r.deck, r.rules, r.deal) for r in records]
    assert places == [(r.file, r.index, r.line, r.deck, r.rules, r.deal) for r in whole.records]
    assert [p for f in files for p in f.problems] == list(whole.problems)
    broken = [(b.game, b.line, b.text) for f in files for b in f.broken]
    assert broken == [(b.game, b.line, b.text) for b in whole.broken]
    assert games == [size] * (len(games) - 1) + [len(records) + len(broken) - size * (len(games) - 1)]


@given(st.lists(st.sampled_from(PARTS), max_size=6))
def test_a_text_has_the_same_blocks_with_and_without_entries(parts: list[str]) -> None:
    text = "".join(parts)

    def seen(block: Block) -> tuple[object, ...]:
        starts = {name: places[0] for name, places in block.spots.items()}
        return block.start, block.end, block.tag_start, block.tags, starts, block.is_evening, block.is_part

    whole, bare = list(read_blocks(text)), list(read_blocks(text, with_entries=False))
    assert [seen(block) for block in bare] == [seen(block) for block in whole]
    assert not any(item.entries for block in bare for item in block.items if isinstance(item, Section))


@given(
    st.lists(st.sampled_from(PARTS), max_size=12),
    st.integers(1, 5),
    st.sampled_from([None, "graden", "russbach"]),
    st.sampled_from([{}, {"call_own": "yes"}]),
)
def test_pieces_are_the_file(parts: list[str], size: int, game: str | None, rules: dict[str, str]) -> None:
    check("".join(parts).encode("utf-8", "surrogateescape"), size, game, rules)


@pytest.mark.parametrize("size", [1, 3])
@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n\n% KPN 1.0\n\n",
        b"\xef\xbb\xbf% KPN 1.0\n" + PARTS[0].encode() * 4,
        b"PK\0\0" * 20,
        b"% KPN 1.0\n; " + b"long " * 300_000 + b"\n" + (PARTS[0] + PARTS[3]).encode() * 3,
        (PARTS[0] + PARTS[1] + "{ never closed\n\n" + PARTS[0]).encode(),
        (PARTS[0].replace("\n", "\r") + PARTS[0] * 2 + "what is this\n").encode(),
    ],
    ids=["empty", "comments", "bom", "binary", "long", "unclosed", "returns"],
)
def test_odd_files(data: bytes, size: int) -> None:
    check(data, size)


def test_more_games_than_the_core_skips_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cutting, "_ROOM", 2)
    text = PARTS[0] * 5 + PARTS[5] + PARTS[-1] * 2 + PARTS[3] + PARTS[0]
    for size in (1, 3, 4, 9, 10):
        check(text.encode(), size)


def test_a_file_is_cut_like_a_stream() -> None:
    """A file on disk, in which the core skips plain games, has the same pieces as a stream.

    Only blank lines around a piece may differ.
    """
    text = (PARTS[0] * 3 + PARTS[3] + PARTS[-1] * 4 + PARTS[9] + PARTS[0] * 2).encode()
    with in_file(text) as file:
        pieces = [
            [(start._replace(line=0), part.strip(), games) for start, part, games in cut_kpn(source, 4)]
            for source in (io.BytesIO(text), file)
        ]
    assert pieces[0] == pieces[1]
    assert [games for _, _, games in pieces[0]] == [4, 4, 3]


def test_a_piece_takes_only_what_it_copies_from_the_game_before() -> None:
    text = (PARTS[0] + PARTS[3]).encode()
    (first, *_), (second, *_) = cut_kpn(io.BytesIO(text), 1)
    assert not first.before
    assert set(second.before) == {"Board", "Game", "Deal"}, "Deck is not in the game before"
    assert second.line == 5
