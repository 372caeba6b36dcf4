"""Games played through ``Position`` are written, checked, annotated and analysed like others."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

import kranalyze
from kranalyze import Deal, Position, Seat
from kranalyze.analysis import annotate
from kranalyze.core.questionborder import cards_permitting_trump, questions
from kranalyze.dealing import random_deals
from kranalyze.games import GAMES, Game, Question
from kranalyze.kpn import KpnError, Record, parse_kpn, read_kpn, write_kpn
from running import run


def playable(game: Game, deal: Deal) -> list[Question]:
    """Return a question for each contract that is played out and whose leader may name the trump."""
    chosen: dict[str, Question] = {}
    for question in questions(game, selfish=True):
        may_name = deal.mask(question.leader) & cards_permitting_trump(game, question)
        if not question.contract.goal.decided_without_play and may_name:
            chosen.setdefault(f"{question.contract.id} {question.second}", question)
    return list(chosen.values())


def positions(name: str, rng: random.Random, seed: int = 3) -> list[Position]:
    """Deal at random, and return the starting position of each contract that the deal allows."""
    game = GAMES[name]
    game = game.under({o.name: rng.choice(o.values or ("1", "7")) for o in game.options})
    n, e, s, w, talon = random_deals(game, 1, seed=seed).row(0)
    deal, found = Deal((n, e, s, w), talon), list[Position]()
    for question in playable(game, deal):
        try:
            found.append(
                Position.of_deal(
                    deal, contract=question.contract, game=name, rules=game.in_force,
                    declarer=question.declarer, second=question.second, leader=question.leader,
                    trump="none" if game.calibration and question.trump is None else question.trump,
                )
            )  # fmt: skip
        except ValueError as error:  # nothing can be called, or the hand lacks what the contract needs
            assert "allow" in str(error) or "called" in str(error) or "that trump" in str(error), error
    return found


def played_out(at: Position, rng: random.Random, cards: int = 99) -> Position:
    """Return the position after ``cards`` random cards, or at the end of the game."""
    while not at.ended and cards:
        at, cards = at.play(rng.choice(at.legal)), cards - 1
    return at


def reread(record: Record) -> Record:
    """Return a record after it was written and read again. Assert that reading finds no problem."""
    file = parse_kpn(write_kpn([record]))
    assert file.problems == (), write_kpn([record])
    return file.records[0]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_played_out_is_written_and_settled(name: str) -> None:
    rng, settled = random.Random(name), 0
    for seed in range(4):
        for start in positions(name, rng, seed):
            at = played_out(start, rng)
            record, again = at.record, reread(at.record)
            assert again.play == record.play and again.question == record.question and again.finished
            assert (again.deal, again.discard) == (record.deal, record.discard)
            assert again.face_down == record.face_down
            assert again.announce == at.announce and again.called == record.called
            assert again.game_row == record.game_row
            paid = record.settlement
            if record.question is not None and record.question.contract.stake != "none":
                assert at.settlement is not None and paid is not None
                seats = GAMES[name].seats
                assert again.settlement == paid and paid[:seats] == at.settlement[:seats]
                settled += 1
    assert settled > 3 or GAMES[name].calibration


@pytest.mark.parametrize("name", GAMES)
def test_a_game_broken_off_is_written_as_far_as_it_went(name: str) -> None:
    rng = random.Random(f"broken off {name}")
    for start in positions(name, rng):
        for cards in (0, 1, 2, 3, 5, 9):
            at = played_out(start, rng, cards)
            again = reread(at.record)
            if not at.ended:
                assert not again.finished
            assert Position.of_record(again, len(again.play)) == at or at.record.second is not None
            assert [m.number for m in again.play] == [m.number for m in at.record.play]


def test_an_analysis_has_a_verdict_of_a_game_played_through_positions() -> None:
    # South holds the six highest spades and hearts. So South takes all six tricks and makes the Königmord.
    at = Position.of_deal("N:JT9.JT9.. ..JT9.JT9 AKQ.AKQ.. ..AKQ.AKQ", contract="koenigmord", declarer="S")
    while not at.ended:
        at = at.play(at.legal[0])
    assert at.settlement == (-70, -70, 210, -70)
    [row] = kranalyze.analyze([at.record]).games.to_dicts()
    assert (row["verdict"], row["settlement_s"], row["contract"]) == ("made", 210, "koenigmord")
    cards = kranalyze.analyze([at.record]).cards
    assert cards.height == 24


def test_a_game_played_through_positions_is_annotated() -> None:
    # West, the declarer, leads the Ace of diamonds to trick 2, and so loses a contract that could be made.
    at = Position.of_deal(
        "N:A.J.Q9.K9 QJ.AK.K.T 9.T9.JT.J KT.Q.A.AQ", contract="durchmarsch", declarer="W", call="SA"
    )
    for card in ["CA", "C9", "CT", "CJ", "DA"]:
        at = at.play(card)
    file = annotate([at.record])
    assert not file.problems
    text = write_kpn(file)
    assert "DA?? =1=" in text and '[Note "1:kranalyze: cost 80 (+40 to -40), best ST"]' in text
    assert annotate(at.record).records == file.records


def test_a_written_game_is_checked_and_analysed_by_the_commands(tmp_path: Path) -> None:
    rng = random.Random(1)
    records = [played_out(start, rng).record for name in GAMES for start in positions(name, rng)[:2]]
    out = tmp_path / "o.kpn"
    write_kpn(records, out)
    assert run("check", out).status == 0
    rows = run("analyze", out, "--games", "--no-best", "--json").rows
    assert len(rows) == len(records)
    unpaid = {(row["game"], row["contract"]) for row in rows if row["settlement_n"] is None}
    assert unpaid <= {("whist", "tricks"), ("russbach", "hundred")}


def test_a_record_played_on_keeps_what_is_written_of_the_game() -> None:
    """Tags, names, the auction and its notes are kept. Cards, words and score are those of the position."""
    text = (
        '[Event "Evening; at Anna\'s"]\n[Board "7"]\n[West "Anna"]\n[Room "K\\"1\\""]\n[Game "graden"]\n'
        '[Deck "german"]\n[Dealer "W"]\n[Deal "N:A.U.O9.K9 OU.AK.K.T 9.T9.UT.U KT.O.A.AO"]\n[Called "LA"]\n'
        '[Score "N:40 E:-40 S:-40 W:40"]\n; a comment\n[Auction "N"]\ngut gut gut durchmarsch! =1=\n'
        '[Note "1:bold"]\n[Play "W"]\nEA =1= E9 ET EU\n+\n[Note "1:of the card"]\n'
    )
    [record] = parse_kpn(text).records
    at = Position.of_record(record, 2).play("CT")
    again = reread(at.record)
    written = write_kpn([at.record])
    for kept in (
        '[Event "Evening; at Anna\'s"]', '[Board "7"]', '[West "Anna"]', '[Room "K\\"1\\""]', "; a comment",
        'gut gut gut durchmarsch! =1=\n[Note "1:bold"]\n[Play "W"]\nEA E9 ET -\n+\n',
    ):  # fmt: skip
        assert kept in written, written
    assert "of the card" not in written and "Score" not in written
    assert again.board == "7" and again.names == (None, None, None, "Anna") and again.deck == "german"
    assert (again.file, record.index) == ("<string>", at.record.index)
    # After the last card of a record, the position has the record itself.
    assert Position.of_record(record, 4).record is record


def test_a_deal_that_follows_from_the_cards_is_written_when_they_are_others() -> None:
    head = '[Game "graden"]\n[Deal "?"]\n[Contract "koenigmord"]\n[Play "N"]\n'
    tricks = "\n".join(" ".join(suit + rank for suit in "SHDC") for rank in "AKQJT9")
    [record] = parse_kpn(head + tricks).records
    at = Position.of_record(record, 5).play("HQ")
    assert reread(at.record).deal == record.deal


def test_an_ending_cannot_be_written_and_is_analysed_all_the_same() -> None:
    at = Position.of_deal("S:A9... KJ... QT... .A9..", contract="zehnermord", declarer="S")
    for card in ["SA", "SK", "ST", "H9", "S9", "SJ", "SQ", "HA"]:
        at = at.play(card)
    assert at.ended and at.record.settlement == (60, 60, -180, 60)
    with pytest.raises(KpnError, match="2 cards, graden has 6"):
        write_kpn([at.record])
    [row] = kranalyze.analyze([at.record]).games.to_dicts()
    assert row["verdict"] == "hopeless" and row["settlement_s"] == -180


def test_a_record_made_in_python_is_written_with_all_it_holds() -> None:
    at = played_out(positions("anrufen3", random.Random(2))[0], random.Random(2))
    bare = replace(at.record, items=(), dealer=Seat.S)
    assert reread(bare).dealer == Seat.S
    assert reread(bare).settlement == at.record.settlement
    assert reread(read_kpn("lessons.kpn").records[0]) == read_kpn("lessons.kpn").records[0]


@pytest.mark.parametrize("name", GAMES)
def test_careful_players_play_every_contract_to_its_end(name: str) -> None:
    """Careful players play for all seats, and each card is legal.

    That is so whatever was announced, laid face down or discarded before.
    """
    rng, ended = random.Random(f"careful {name}"), 0
    for start in positions(name, rng)[::3]:
        at = start
        while not at.ended:
            at = at.play(at.careful_card(look=2, seed=ended))
        ended += 1
    assert ended
