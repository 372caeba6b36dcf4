"""Test the bundled files: search and solver must find the lessons' answers, written here by hand."""
# mypy: no-strict-optional

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

import kranalyze
import oracle as reference
from kranalyze import bundled
from kranalyze.cards import card_letters
from kranalyze.core.questionborder import questions
from kranalyze.deal import Deal, Seat
from kranalyze.games import GAMES, Game, Question
from kranalyze.games.naming import fold_name
from kranalyze.games.question import calls_reaching
from kranalyze.kpn.record import Record

GRADEN = GAMES["graden"]
RULES = GRADEN.in_force


class Lesson(NamedTuple):
    """The claims of a lesson's comment.

    ``keep`` lists the first cards after which the contract is still made. All other first cards lose it.
    ``value`` is the value that the cards of ``keep`` reach. ``order`` and ``partner`` follow from the called
    card.
    """

    contract: str
    declarer: str
    order: str
    keep: str
    value: int = 1
    partner: str | None = None
    payoff: tuple[int, int, int, int] | None = None


LESSONS = {
    "1": Lesson("koenigmord", "S", "K", "SA SK SQ HA HK DA", payoff=(-70, -70, 210, -70)),
    "2": Lesson("koenigmord", "E", "K", "SA HA DA", payoff=(-70, 210, -70, -70)),
    "3": Lesson("koenigmord", "E", "K", "", payoff=(70, -210, 70, 70)),
    "4": Lesson("zehnermord", "N", "T", "SA ST HA HT DA DT", payoff=(180, -60, -60, -60)),
    "5": Lesson("durchmarsch", "S", "T", "SA ST HA HT DA C9", partner="N", payoff=(40, -40, 40, -40)),
    "6": Lesson("durchmarsch", "W", "K", "SA SK HA", partner="E", payoff=(-40, 40, -40, 40)),
    "7": Lesson("durchmarsch", "N", "K", "HA", partner="S", payoff=(40, -40, 40, -40)),
    "8": Lesson("bettler", "E", "K", "SQ", payoff=(-30, 90, -30, -30)),
    "9": Lesson("bettler", "S", "K", "", payoff=(30, 30, -90, 30)),
    "10": Lesson("durchmarsch_letzten", "W", "K", "SA SK SQ HA HK", payoff=(40, -40, -40, 40)),
}

#: Lessons that the plain search, which prunes nothing, answers in a second or two.
QUICK = ("1", "2", "3", "4", "5", "10")


def read(name: str) -> tuple[Record, ...]:
    """Return the records of a bundled file, which must have neither errors nor warnings."""
    file = kranalyze.read_kpn(bundled.bundled_directory() / name)
    assert file.problems == ()
    return file.records


def document(name: str) -> str:
    """Return the text of a bundled file."""
    return (bundled.bundled_directory() / name).read_text(encoding="utf-8")


def about(name: str, game: Game) -> str:
    """Return the text of a bundled file under headings that name a game."""
    sections = re.split(r"^##+ ", document(name), flags=re.MULTILINE)
    return "".join(one for one in sections if game.id.rstrip("3") in fold_name(one.partition("\n")[0]))


RECORDS = {record.board: record for record in read("lessons.kpn")}


def deal_of(board: str) -> Deal:
    """Return the deal of a lesson."""
    deal = RECORDS[board].deal
    assert deal is not None
    return deal


def question(lesson: Lesson) -> Question:
    """Return the question of a lesson."""
    found = [
        q
        for q in questions(GRADEN, [GRADEN.contract(lesson.contract)], [Seat[lesson.declarer]])
        if (q.partner.name if q.partner is not None else None) == lesson.partner and q.order == lesson.order
    ]
    assert len(found) == 1
    return found[0]


def expected_leads(board: str) -> dict[str, int]:
    """Return the value of each first card. A lost contract has -3 if its id ends in ``letzten``, else 0."""
    lesson = LESSONS[board]
    lost = -3 if lesson.contract.endswith("letzten") else 0
    hand = deal_of(board).mask(Seat[lesson.declarer])
    cards = [card_letters(c) for c in range(32) if hand >> c & 1]
    return {card: lesson.value if card in lesson.keep.split() else lost for card in cards}


def test_lessons_are_all_there_and_whole() -> None:
    assert list(RECORDS) == list(LESSONS)
    for board, record in RECORDS.items():
        deal_of(board).check(24, 6)
        lesson = LESSONS[board]
        assert record.game == "graden"
        assert (record.contract, record.declarer) == (lesson.contract, Seat[lesson.declarer])


@pytest.mark.parametrize("board", LESSONS)
def test_the_called_card_is_held_by_the_partner(board: str) -> None:
    lesson, called = LESSONS[board], RECORDS[board].called
    asked = question(lesson)
    if lesson.partner is None:
        assert called is None
    else:
        assert called in (calls_reaching(asked, deal_of(board)) or [])


def test_comments_begin_with_the_answer() -> None:
    for game in document("lessons.kpn").split("\n\n")[1:]:
        board = re.search(r'\[Board "(\d+)"\]', game)
        assert board
        makeable = bool(LESSONS[board[1]].keep)
        assert game.startswith("; Can be made" if makeable else "; Cannot be made")


@pytest.mark.parametrize(
    "board", [b if b in QUICK else pytest.param(b, marks=pytest.mark.long) for b in LESSONS]
)
def test_plain_search_agrees(board: str) -> None:
    leads = reference.lead_values(GRADEN, question(LESSONS[board]), deal_of(board), RULES)
    assert {card_letters(card): value for card, value in leads.items()} == expected_leads(board)


@pytest.mark.parametrize("board", LESSONS)
def test_solver_agrees(board: str) -> None:
    lesson, record = LESSONS[board], RECORDS[board]
    answer = kranalyze.solve(
        deal_of(board),
        game="graden",
        contract=lesson.contract,
        declarer=lesson.declarer,
        call=record.called,
    )
    assert answer.leads == expected_leads(board)
    assert answer.makeable == bool(lesson.keep)
    assert answer.value == (lesson.value if lesson.keep else 0)
    assert answer.payoff == lesson.payoff


def test_no_koenigmord_on_tens_and_no_hundertermord_without_a_marriage() -> None:
    deal = deal_of("4")
    assert kranalyze.solve(deal, game="graden", contract="koenigmord", declarer="N").makeable is False
    hundertermord = kranalyze.solve(deal, game="graden", contract="hundertermord", declarer="N")
    assert (hundertermord.biddable, hundertermord.makeable) == (False, None)


def test_only_the_ten_of_clubs_makes_board_5() -> None:
    frame = kranalyze.table([deal_of("5")], game="graden", contracts=["durchmarsch"])
    rows = frame.filter(frame["declarer"] == "S").select("partner", "order", "calls", "makeable").rows()
    # West holds the Ten of diamonds, North that of clubs, East no Ten.
    assert {(partner, order) for partner, order, _, _ in rows} == {
        ("W", "K"), ("N", "K"), ("E", "K"), ("W", "T"), ("N", "T"),
    }  # fmt: skip
    assert [calls for _, _, calls, makeable in rows if makeable] == [["CT"]]


def test_only_the_duty_to_beat_loses_board_9() -> None:
    free = kranalyze.solve(
        deal_of("9"), game=replace(GRADEN, must_beat=False), contract="bettler", declarer="S"
    )
    # Without the duty to beat, a Queen that is led takes the trick: East may play a lower card.
    assert free.leads == {"SQ": 0, "ST": 1, "S9": 1, "HQ": 0, "HT": 1, "H9": 1}


@pytest.mark.parametrize(("cards", "game", "count"), [(24, "graden", 13), (32, "russbach", 158)])
def test_recorded_deals_are_whole_and_say_what_they_are(cards: int, game: str, count: int) -> None:
    name = f"recorded-deals-{cards}.kpn"
    records = read(name)
    assert [record.board for record in records] == [str(i + 1) for i in range(count)]
    for record in records:
        assert record.game == game
        assert record.deal is not None
        record.deal.check(cards, cards // 4)
    assert "hands of another game" in document(name)


@pytest.mark.long
def test_figures_of_the_guide_for_158_deals() -> None:
    deals = [record.deal for record in read("recorded-deals-32.kpn") if record.deal is not None]
    frame = kranalyze.table(deals, game="russbach", declarers=["N"])
    simple = frame.filter(frame["contract"] == "simple")
    won = simple.filter(simple["payoff_n"] > 0)

    def deals_with(contract: str) -> int:
        return frame.filter((frame["contract"] == contract) & frame["makeable"])["deal"].n_unique()

    guide = (Path(__file__).parents[1] / "datasets" / "GUIDE.md").read_text(encoding="utf-8")
    guide = re.sub(r"\s+", " ", guide)
    assert f"{frame.height:,} rows" in guide
    assert f"some call wins the game in {won['deal'].n_unique()} of the {len(deals)} deals" in guide
    assert f"some call reaches 100 points in {deals_with('hundred')} " in guide
    assert f"takes all eight tricks in {deals_with('all_tricks')}; " in guide
    alone = won.filter(won["partner"].is_null())["deal"].n_unique()
    assert f"by calling an own card, wins in {alone}." in guide


def test_rows_stated_for_players_are_those_of_the_program() -> None:
    text = document("GAMES.md").split("## ")[0]
    counts = {game.id: str(len(questions(game))) for game in GAMES.values()}
    counts["graden"] += f", with `--selfish` {len(questions(GRADEN, selfish=True))}"
    missing = [
        f"type {count} in the first table for {game}"
        for game, count in counts.items()
        if not re.search(rf"^\|[^|]+\| `{game}` \|.*\| {count} \|$", text, re.MULTILINE)
    ]
    assert missing == []
    # In the sections of these games a table of contracts also states the number of rows of each contract.
    for game in (GAMES["graden"], GAMES["bauernschnapsen"]):
        own = about("GAMES.md", game)
        asked = [q.contract.id for q in questions(game, selfish=True) if q.second is None]
        wrong = [
            f"type {asked.count(contract.id)} at the end of the line of {contract.id}"
            for contract in game.contracts
            if not re.search(rf"\| `{contract.id}` \|.*\| {asked.count(contract.id)} \|$", own, re.MULTILINE)
        ]
        assert wrong == []


def test_every_contract_has_its_law() -> None:
    for game in GAMES.values():
        # RULINGS names the contract of whist in a section about values, not in the section about whist.
        law = document("RULINGS.md") if game.calibration else about("RULINGS.md", game)
        assert [contract.id for contract in game.contracts if f"`{contract.id}`" not in law] == []


def test_games_explained_are_those_of_the_program() -> None:
    for game in GAMES.values():
        own = about("GAMES.md", game)
        named = [f"`{contract.id}`" for contract in game.contracts]
        named += [f"--rule {option.name}=" for option in game.options]
        assert [f"say what {shown} of {game.id} is" for shown in named if shown not in own] == []


def test_columns_explained_are_those_of_a_table() -> None:
    section = document("FORMAT.md").split("## Tables")[1]
    explained: list[str] = []
    for first, rest in re.findall(r"^\| `(\w+)`((?: `_\w`)*) \|", section, re.MULTILINE):
        explained.append(first)
        explained += [first.rpartition("_")[0] + more for more in re.findall(r"_\w", rest)]
    assert explained == kranalyze.table([deal_of("1")], game="graden").columns


def test_games_shown_are_read_without_error(tmp_path: Path) -> None:
    shown = re.findall(r"^```kpn\n(.*?)^```$", document("FORMAT.md"), re.MULTILINE | re.DOTALL)
    assert len(shown) == 2
    file = tmp_path / "shown.kpn"
    file.write_text("\n".join(shown), encoding="utf-8")
    read_back = kranalyze.read_kpn(file)
    assert read_back.problems == ()
    first, second = read_back.records
    assert first.settlement == first.score == (-70, -70, 210, -70)
    # The second game shown is board 5 of the lessons, in German letters.
    assert (second.deal, second.called) == (deal_of("5"), RECORDS["5"].called)
