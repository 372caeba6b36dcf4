"""The simulated log: its commands, its contents, and players of different strength."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

from analysing import analysed
from kranalyze.analysis.game import Analysed
from kranalyze.games import GAMES
from kranalyze.kpn import read_kpn
from running import run, script

ROOT = Path(__file__).parents[1]
LOG = ROOT / "datasets" / "simulated-log.kpn"


@cache
def games() -> tuple[Analysed, ...]:
    return tuple(analysed(read_kpn(LOG).records, best=False))


def test_the_commands_in_its_comments_make_it() -> None:
    text = LOG.read_text(encoding="utf-8")
    made = [run(*words) for words in script("build_log").commands(text)]
    assert [done.status for done in made] == [0] * len(made)
    assert "".join(done.out for done in made) == text


def test_it_is_in_order_and_says_that_it_is_simulated() -> None:
    # The reader warns if a score differs from the settlement, or a contract from the result of the auction.
    assert read_kpn(LOG).problems == ()
    text = LOG.read_text(encoding="utf-8")
    assert "; Simulated games:" in text.split("\n\n")[0]
    assert all((game.record.tag("Event") or "").startswith("Simulated") for game in games())


def test_comments_are_sentences_that_a_stranger_can_read() -> None:
    text = LOG.read_text(encoding="utf-8")
    assert '; In an Auction "gut" is a pass, and "mit" joins a Bettler' in text.split("\n\n")[0]
    comment = text.split("\n\n")[1].splitlines()[0]
    assert comment == (
        "; Simulated with seed 69. Before a card North looks at 2, East looks at 8, South looks at 32, West "
        "looks at 128 layouts of the unseen cards. Turns with a random card: North 8%, East 3%. Bids and "
        "calls are those that pay most on average with open cards (book of hands)."
    )
    equal = run("simulate", "--game", "russbach", "-n", 1, "--seed", 3, "--look", 2).out
    assert "Before a card every player looks at 2 layouts of the unseen cards. Bids and calls" in equal
    assert "gut" not in equal, "Rußbach has no auction"


def test_there_are_games_of_every_kind_with_all_that_a_log_has() -> None:
    counts = Counter(game.record.game for game in games())
    assert counts["graden"] >= 24 and all(counts[name] >= 2 for name in GAMES)
    for game in games():
        record, seats = game.record, GAMES[game.record.game].seats
        assert all(record.names[:seats]) and record.deal is not None and record.contract is not None
        if game.record.game != "whist":
            assert record.score is not None and record.score == record.settlement
        if any(c.rank and c.bidders != "forehand" for c in GAMES[record.game].contracts):
            assert record.auction
        as_dealt = record.contract_row is not None and record.contract_row.goal.decided_without_play
        assert record.finished and (record.play or as_dealt)


def test_it_contains_what_it_is_to_show() -> None:
    graden = [g for g in games() if g.record.game == "graden"]
    assert {g.verdict for g in graden} == {"made", "gift", "lost", "hopeless", None}
    assert any(g.record.second is not None and g.record.face_down for g in graden)
    assert any(g.record.contract == "schurln" for g in graden)
    assert {m.mark for g in graden for m in g.cards} == {"", "?", "??"}
    said = Counter((g.record.game, a.what) for g in games() for a in g.record.announce)
    for wanted in (
        ("russbach", "marriage"), ("russbach", "hundred"), ("rufmariasch", "marriage"),
        ("anrufen", "raise"), ("anrufen", "contra"), ("anrufen3", "contra"),
    ):  # fmt: skip
        assert said[wanted], wanted
    words = [word for g in games() if g.record.game == "russbach" for word in g.record.announce]
    assert {word.points for word in words if word.what == "marriage"} == {20, 40}
    assert any(g.record.game == "bauernschnapsen" and g.record.contra for g in games())
    assert any(call.trump is not None for g in games() for call in g.record.auction), "no equal bids"
    bauern = {g.record.contract for g in games() if g.record.game == "bauernschnapsen"}
    assert {"rufer", "bettler", "schnapser", "gang", "herrenschnapser"} < bauern


def test_the_weak_player_gives_away_more_than_the_strong_one() -> None:
    """In all games of Graden together Cilli gives away more than Emil.

    Cilli looks at 2 layouts and sometimes plays a random card. Emil looks at 128 layouts.
    """
    given = Counter[str]()
    for game in games():
        if game.record.game == "graden":
            for name, cost in zip(game.record.names, game.costs, strict=True):
                given[str(name)] += cost or 0
    assert given["Cilli"] > given["Emil"]
