"""Folders of KPN files: valid files are read and written again, invalid ones have the expected errors."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kranalyze.cards import Card, parse_hand
from kranalyze.deal import Seat
from kranalyze.games import GAMES
from kranalyze.hands import Hand
from kranalyze.kpn import parse_kpn, read_kpn, write_kpn

DATA = Path(__file__).parent / "data"
DATASETS = Path(__file__).parents[1] / "datasets"
VALID = sorted((DATA / "valid").glob("*.kpn"))
INVALID = sorted((DATA / "invalid").glob("*.kpn"))

#: Files with a layout that people use. All other valid files have the layout that the program writes.
OTHERWISE = {"comments", "copied_values", "german_deck", "marks_as_users_write", "several_on_a_line"}


@pytest.mark.parametrize("path", VALID, ids=lambda p: p.stem)
def test_valid_files_are_read_and_written_back(path: Path) -> None:
    file = read_kpn(path)
    assert [str(p) for p in file.problems] == []
    written = write_kpn(file)
    again = parse_kpn(written)
    assert again.records == file.records
    assert [r.preamble for r in again.records] == [r.preamble for r in file.records]
    assert again.trailing == file.trailing
    assert write_kpn(again) == written
    if path.stem not in OTHERWISE:
        assert written == path.read_text(encoding="utf-8")
    # The comment above a game works out its Score by hand. The computed settlement equals this Score.
    for record in file.records:
        if record.score is not None and record.deal is not None:
            assert record.settlement == record.score


def listed(match: re.Match[str]) -> str:
    """Return the ids that a placeholder in an expected message stands for."""
    what, _, game = match[1].partition(" of ")
    if what == "games":
        return ", ".join(GAMES)
    return ", ".join(c.id for c in GAMES[game].contracts if what == "contracts" or c.rank is not None)


@pytest.mark.parametrize("path", INVALID, ids=lambda p: p.stem)
def test_invalid_files_say_what_is_wrong_and_where(path: Path) -> None:
    """The problems of an invalid file are those in its file ``.expected``.

    There ``<games>``, ``<contracts of graden>`` and ``<bids of graden>`` stand for lists of ids.
    """
    told = path.with_suffix(".expected").read_text(encoding="utf-8")
    expected = re.sub(r"<(games|contracts of \w+|bids of \w+)>", listed, told).rstrip("\n").split("\n")
    file = parse_kpn(path.read_bytes(), path.name)
    usable = " ".join(["usable boards:", *(r.board or "?" for r in file.records)])
    assert [usable, *map(str, file.problems)] == expected
    # When the file is written back, nothing is lost, and the same games have the same errors.
    written = parse_kpn(write_kpn(file), path.name)
    said = [[re.sub(r"line \d+", "line", p.message) for p in f.problems] for f in (written, file)]
    assert said[0] == said[1]
    assert [p.record for p in written.problems] == [p.record for p in file.problems]
    assert written.records == file.records
    assert write_kpn(written) == write_kpn(file)


def test_every_bundled_file_is_read() -> None:
    found = 0
    for path in sorted(DATASETS.glob("*.kpn")):
        file = read_kpn(path)
        assert file.errors == (), path
        assert parse_kpn(write_kpn(file)).records == file.records
        found += len(file.records)
    assert found >= 13 + 158


def test_german_letters_mean_the_same_cards() -> None:
    german = read_kpn(DATA / "valid" / "german_deck.kpn").records[0]
    french = read_kpn(DATA / "valid" / "every_tag.kpn").records[0]
    assert german.deck == "german"
    assert german.deal == french.deal
    assert german.dealer == french.dealer == Seat.W
    assert [(m.seat, m.number) for m in german.play] == [(m.seat, m.number) for m in french.play]
    assert german.settlement == french.settlement == (210, -70, -70, -70)


def test_every_tag_has_its_meaning() -> None:
    record = read_kpn(DATA / "valid" / "every_tag.kpn").records[0]
    assert record.tag("Event") == 'Club evening "Zur Post"'
    assert record.tag("Site") == "C:\\Graden"
    assert record.tag("Table") == "7"
    assert record.board == "12"
    assert record.names == ("Jörg", None, None, "Aloisia")
    assert record.game == "graden"
    assert record.rules == GAMES["graden"].under({"mitbettler": "as_printed", "call_own": "yes"}).in_force
    assert record.dealer == Seat.W
    assert record.forehand == Seat.N
    assert record.deal is not None
    assert record.deal.mask(Seat.E) == parse_hand("T.KQ.KQ.K")
    assert (record.contract, record.declarer, record.second) == ("koenigmord", Seat.N, None)
    assert (record.called, record.trump, record.announce, record.contra) == (None, None, (), 0)
    assert record.score == (210, -70, -70, -70)
    calls = [(c.seat.name, c.call) for c in record.auction]
    assert calls == [
        ("N", "bettler"), ("E", "gut"), ("S", "durchmarsch"), ("W", "gut"), ("N", "koenigmord"), ("S", "gut"),
    ]  # fmt: skip
    assert record.leader == Seat.N
    assert record.finished
    assert [m.seat.name for m in record.tricks[0]] == ["N", "E", "S", "W"]
    assert record.tricks[5][0].card == "CA"
    assert (record.play[5].trick, record.play[5].turn) == (2, 2)
    assert (record.line, record.index) == (5, 0)
    assert len(record.comments) == 2


def test_a_played_game_follows_its_winners_not_its_columns() -> None:
    double = read_kpn(DATA / "valid" / "graden_two_bettlers.kpn").records[0]
    leaders = "".join(trick[0].seat.name for trick in double.tricks)
    assert leaders == "NESSWW"
    assert double.second == Seat.S
    assert double.face_down == ((Seat.N, Card("CJ")), (Seat.S, Card("HK")))


def test_the_auction_gives_what_the_tags_leave_out() -> None:
    third = read_kpn(DATA / "valid" / "graden_two_bettlers.kpn").records[2]
    assert "Contract" not in third.tags
    assert (third.contract, third.declarer, third.second) == ("plauderer", Seat.N, Seat.S)
    schurln, columns = read_kpn(DATA / "valid" / "graden_auctions.kpn").records[1:3]
    assert (schurln.contract, schurln.declarer) == ("schurln", None)
    assert [c.seat.name for c in schurln.auction] == ["W", "N", "E", "S"]
    # In an auction in columns, a pass of a player who has already passed is no call.
    assert [c.seat.name for c in columns.auction] == ["N", "E", "S", "W", "N", "S", "N"]
    rufer = read_kpn(DATA / "valid" / "bauernschnapsen.kpn").records[1]
    assert [(c.seat.name, c.call) for c in rufer.auction][-1] == ("E", "contra")


def test_the_announcements_have_their_suits() -> None:
    first, second, third = read_kpn(DATA / "valid" / "russbach.kpn").records
    assert [(a.seat.name, a.what) for a in third.announce if a.what == "hundred"] == [
        (seat, "hundred") for seat in "NESW"
    ]
    [marriage] = first.announce
    assert (marriage.seat, marriage.what, marriage.suit, marriage.points) == (Seat.W, "marriage", "C", 20)
    assert [a.what for a in second.announce] == ["hundred", "marriage", "all"]
    assert second.announce[1].suit == "C"
    assert (second.contract, second.declarer) == ("simple", Seat.N)
    assert first.trump == "H"
    assert first.question is not None
    assert first.question.partner == Seat.W


def test_the_talon_is_what_is_left() -> None:
    written, implied = read_kpn(DATA / "valid" / "anrufen3.kpn").records
    assert written.talon == implied.talon == Hand("HA DT C9")
    assert implied.discard == Hand("SJ DT DK")


def test_hands_that_are_not_known() -> None:
    one, three, none = read_kpn(DATA / "valid" / "unknown_hands.kpn").records
    assert one.deal is not None
    assert one.deal.hand_masks[1:] == (None, None, None)
    assert three.deal is not None
    assert three.deal.hand_masks[0] == parse_hand("AKQ.AKQ.A.")
    assert none.deal is None
    assert none.settlement is None
    assert len(none.play) == 4


def test_comments_stand_where_they_stood() -> None:
    file = read_kpn(DATA / "valid" / "comments.kpn")
    [record] = file.records
    assert [str(c) for c in record.comments] == [
        "% an ignored line before the tags",
        "{ before the tags }",
        "; after a tag",
        "{between tags}",
        "; on a line of its own",
        "{ before the first call }",
        "; a bold one",
        "% ignored",
        "{why not}",
        "{ South }",
        "{ after the last call }",
        "; before the first card",
        "; in the middle of a trick",
        "{ the first trick }",
        "; the second",
        "; both are North's",
    ]
    assert [[str(c) for c in block] for block in record.preamble] == [
        ["% made by hand", "; a block of comments alone is no game"],
        ['{ neither is this one,\n  with a blank line\n\n  and a [Board "1"] in it }'],
    ]
    assert [[str(c) for c in block] for block in file.trailing] == [["; after the last game"], ["% the end"]]
    play = record.section("Play")
    assert play is not None
    assert [(e.text, [c.text for c in e.comments]) for e in play.entries[:4]] == [
        ("SA", []), ("ST", [" in the middle of a trick"]), ("SJ", []), ("S9", [" the first trick "]),
    ]  # fmt: skip


def test_copied_values() -> None:
    first, second, third, fourth = read_kpn(DATA / "valid" / "copied_values.kpn").records
    assert first.deal == second.deal == third.deal == fourth.deal
    assert second.deck == "german"
    assert second.tag("Room") == "3"
    # No tag says that the third game has German letters. The cards that it copies get French letters.
    assert third.deck == "french"
    assert third.tag("Deal") == "N:AKQ.A.A.A T.KQ.KQ.K J.JT.JT.Q 9.9.9.JT9"
    assert fourth.tag("Called") == "LA"
    assert third.called == fourth.called == Card("SA")
    assert fourth.dealer == third.dealer == Seat.S


def test_marks_and_notes() -> None:
    record = read_kpn(DATA / "valid" / "marks_as_users_write.kpn").records[0]
    auction, play = record.section("Auction"), record.section("Play")
    assert auction is not None
    assert play is not None
    assert [e.marks for e in auction.entries] == [("!", "=1="), ("!",), ("$3",), ("=1=", "$2")]
    assert [e.marks for e in play.entries[:2]] == [("??", "=1="), ("$1", "$2")]
    assert [(n.number, n.text, n.section) for n in record.notes] == [
        (1, "  twice pointed to", "Auction"),
        (1, "x", "Play"),
    ]
