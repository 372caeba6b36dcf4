"""In positions played on by hand, players make the best announcements by default (RULINGS)."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from deals import random_rules
from kranalyze import Position, Seat
from kranalyze.cards import card_letters
from kranalyze.games import GAMES
from kranalyze.kpn import Announcement, parse_kpn
from logs import log
from running import run
from test_standing import by_card_and_words

#: Only East holds a marriage, in hearts. The other seats cannot keep East from taking a trick.
DEAL = "N:7.9.T9.AQT8 T.KQ87.AK7. AQJ98.A.J.7 K.JT.Q8.KJ9"
ASKED: dict[str, Any] = {"game": "rufmariasch", "contract": "simple", "declarer": "S", "dealer": "E"}
COMMAND = (
    "solve", DEAL, "--game", "rufmariasch", "--contract", "simple", "--declarer", "S", "--dealer", "E",
    "--call", "SQ",
)  # fmt: skip
TRICK = "SA SK S7 ST"
HEARTS = Announcement(Seat.E, "marriage", "H", 20)


def played(cards: str, words: dict[str, str] | None = None, **asked: Any) -> Position:
    """Return the position after some cards of ``DEAL``. Each seat says its words with its card.

    ``words`` has the words by seat. If it is None, the seats say the words of best play.
    """
    at = Position.of_deal(DEAL, **{**ASKED, "call": "SQ", **asked})
    for card in cards.split():
        assert at.to_play is not None
        at = at.play(card) if words is None else at.play(card, announce=words.get(at.to_play.name, ""))
    return at


def written(announce: str) -> Position:
    """Return the position after ``TRICK`` of a record, in which nothing is said but ``announce``."""
    tag = f'[Announce "{announce}"]\n' if announce else ""
    text = (
        f'[Game "rufmariasch"]\n[Dealer "E"]\n[Deal "{DEAL}"]\n[Contract "simple"]\n[Declarer "S"]\n'
        f'[Called "SQ"]\n{tag}[Play "S"]\n{TRICK}\n+\n'
    )
    file = parse_kpn(text)
    assert not file.problems
    return Position.of_record(file.records[0], 4)


def test_best_play_declares_a_marriage() -> None:
    """East's 20 points lower the best difference from 30 to 10. So three seats pay South only 1 unit each."""
    at = played(TRICK)
    assert at.announce == at.record.announce == (HEARTS,)
    assert set(at.values().values()) == set(written("E 20 H").values().values()) == {3}
    assert at == written("E 20 H")
    # Before the first card the value is the same, since best play already includes the declaration.
    assert max(played("").values().values()) == 3


def test_a_record_is_literal() -> None:
    assert written("").announce == ()
    assert set(written("").values().values()) == {9}
    assert written("").play("S8").undo().announce == ()


def test_words_that_are_given_are_those_that_count() -> None:
    silent = played(TRICK, {})
    assert silent.announce == () and silent == written("")
    spoken = played(TRICK, {"E": "20 H"})
    assert spoken == played(TRICK, {"E": "E 20"}) == played(TRICK)
    assert spoken.undo().announce == ()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("40", "East does not hold King and Queen of trumps"),
        ("20 S", "a marriage in S is 40, not 20"),
        ("N 20", "announce: East is to play and says nothing for North"),
        ("100", "'100' is not announced in rufmariasch"),
        ("banana", "unknown announcement 'banana'"),
    ],
)
def test_words_that_cannot_be_said(words: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        played("SA SK S7").play("ST", announce=words)


def test_nothing_is_said_after_trick_1() -> None:
    assert played(f"{TRICK} S8").play("HJ", announce="") == played(f"{TRICK} S8").play("HJ")
    with pytest.raises(ValueError, match="announce: words are said in trick 1, this is trick 2"):
        played(TRICK).play("S8", announce="20 H")


def test_the_command_line_says_what_the_library_says() -> None:
    row = run(*COMMAND, "--play", TRICK, "--json").rows[0]
    assert set(row["cards"].values()) == {3} and row["announce"] == "E 20 H"
    text = run(*COMMAND, "--play", TRICK).out
    assert "Said in trick 1: East declares 20 in ♥\n" in text
    silent = run(*COMMAND, "--play", TRICK, "--announce", "", "--json").rows[0]
    assert set(silent["cards"].values()) == {9} and silent["announce"] is None
    given = run(*COMMAND, "--play", TRICK, "--announce", "E 20 H", "--json").rows[0]
    assert given == row
    assert "Said in trick 1" not in run(*COMMAND, "--play", TRICK, "--announce", "").out


@pytest.mark.parametrize(
    ("more", "status", "said"),
    [
        (("--announce", "E 20 H"), 2, "--announce goes with --play"),
        (("--play", "SA SK", "--announce", "E 20 H"), 3, "East plays no card of trick 1 by hand"),
        (("--play", TRICK, "--announce", "Q 20 H"), 3, "'Q 20 H' begins with no seat"),
        (("--play", TRICK, "--announce", "W 20 H"), 3, "West does not hold King and Queen of H"),
    ],
)
def test_words_that_the_command_line_refuses(more: tuple[str, ...], status: int, said: str) -> None:
    done = run(*COMMAND, *more)
    assert done.status == status and said in done.err and "Traceback" not in done.err


def test_words_of_a_record_go_with_its_cards(tmp_path: Path) -> None:
    """A seat that plays its card of the record also says its words of the record.

    If a card is played by hand, the seat says the best words instead.
    """
    file = tmp_path / "game.kpn"
    board = (
        '[Game "russbach"]\n[Dealer "W"]\n[Deal "N:AKQJT987... .AKQJT987.. ..AKQJT987. ...AKQJT987"]\n'
        '[Contract "simple"]\n[Declarer "N"]\n[Called "SA"]\n[Announce "N 40; E 20 H; S all"]\n[Play "N"]\n'
        "S7 H7 D7 C7\n+\n"
    )
    file.write_text(board, encoding="utf-8")
    assert run("solve", file, "--after", 4, "--json").rows[0]["announce"] == "N 40 S; E 20 H; S all"
    assert run("solve", file, "--after", 1, "--json").rows[0]["announce"] == "N 40 S"
    # East cannot take a trick. So East's marriage is void, and announcing "100" or "all tricks" would lose.
    by_hand = run("solve", file, "--after", 1, "--play", "H7 D7", "--json").rows[0]
    assert by_hand["announce"] == "N 40 S; E 20 H; S 20 D"
    # North announces what wins most: North reaches 130 points and takes all tricks.
    alone = run("solve", file, "--after", 0, "--play", "S7", "--json").rows[0]
    assert alone["announce"] == "N 40 S; N 100; N all"


@pytest.mark.parametrize("contra", ["", "W contra"])
def test_a_contra_counts_from_the_card_of_its_speaker(contra: str) -> None:
    text = (
        '[Game "anrufen"] [Dealer "W"] [Deal "N:AKQJT9... .AKQJT9.. ..AKQJT9. ...AKQJT9"]\n'
        f'[Contract "all_tricks"] [Declarer "N"] [Trump "S"] [Called "HA"] [Announce "{contra}"]\n'
        '[Play "N"]\nSA H9 D9 C9\n+\n'
    )
    [record] = parse_kpn(text).records
    worth = {after: max(map(abs, Position.of_record(record, after).values().values())) for after in (0, 3, 4)}
    assert worth == {0: 2, 3: 2, 4: 3 if contra else 2}
    # In play by hand nobody raises or says Contra by default, and the values of best play include neither.
    at = Position.of_record(record, 3).play("C9")
    assert at.announce == () and at.record.contra == 0
    assert max(at.values().values()) == 2
    given = Position.of_record(record, 3).play("C9", announce="contra")
    assert max(given.values().values()) == 3 and given.record.contra == 1
    if contra:
        assert given == Position.of_record(record, 4)
    raised = Position.of_record(record, 1).play("H9", announce="raise all_hundred")
    assert raised.announce == (Announcement(Seat.E, "raise", level="all_hundred"),)


@pytest.mark.parametrize(
    ("game", "size", "games"), [("russbach", 2, 25), ("russbach", 3, 5), ("rufmariasch", 3, 8)]
)
def test_a_card_played_by_hand_is_worth_what_plain_search_finds(game: str, size: int, games: int) -> None:
    """The position after a card has the value that the mover can force with this card and the best words."""
    rng, more = random.Random(f"by hand {game} {size}"), 0
    for _ in range(games):
        record, positions = log(GAMES[game], size, random_rules(GAMES[game], rng), rng)
        if positions.asked.id != "simple":
            continue
        for after in range(min(4, len(record.play))):
            at, seat = Position.of_record(record, after), positions.seat(after)
            for card, amount in by_card_and_words(positions, after).items():
                then = at.play(card)
                assert not then.ended
                assert then.answer().payoff[seat] == amount, (record, after, card_letters(card))
                more += any(one.what != "marriage" for one in then.announce[len(at.announce) :])
    assert more or game == "rufmariasch"


def test_the_line_of_best_play_keeps_its_worth() -> None:
    """If the cards of the line are played by hand, the settlement is the promised payoff."""
    rng = random.Random("line")
    for _ in range(6):
        record, _ = log(GAMES["russbach"], 4, {}, rng)
        if record.contract != "simple" or record.question is None:
            continue
        at = Position.of_record(record, 0)
        promised = at.answer()
        for trick in promised.line:
            for _, card in trick.cards:
                at = at.play(card)
        assert at.ended and at.settlement == promised.payoff
