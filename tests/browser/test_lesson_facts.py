"""The trainer's questions show the order of the cards, the aim of the contract, and the leader."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pages import settle
from test_bid_lessons import BOARDS, open_bids, part, report
from test_trainer import CARDS, choose, choose_and_wait, forget

from kranalyze import read_kpn
from kranalyze.cards import Card
from kranalyze.kpn import Record
from running import EVENING

Visit = Callable[..., Any]
PHONE = {"width": 360, "height": 740, "touch": True}

#: Cards from high to low. In ``LOW_TEN`` the Ten is below the Bube (Jack). In ``HIGH_TEN`` only the Ass (Ace)
#: beats the Ten.
LOW_TEN = "A > K > D > B > 10 > 9"
HIGH_TEN = "A > 10 > K > D > B > 9"
#: The pack of Bauernschnapsen has no Nines. In a Zehnerloch the Ten is highest and the Ass lowest.
SCHNAPS = "A > 10 > K > D > B"
ZEHNERLOCH = "10 > K > D > B > A"
RUSSBACH = "A > 10 > K > D > B > 9 > 8 > 7"

#: Orders and aims of contracts, worked out from RULINGS.
RULES = {
    ("graden", "bettler"): (LOW_TEN, "kein Stich"),
    ("graden", "plauderer"): (LOW_TEN, "kein Stich"),
    ("graden", "hundert"): (HIGH_TEN, "alle Stiche"),
    ("graden", "koenigmord"): (LOW_TEN, "alle Stiche"),
    ("graden", "hundertermord"): (HIGH_TEN, "alle Stiche"),
    ("graden", "durchmarsch_letzten"): (
        LOW_TEN, "alle Stiche bis auf den letzten; wer den macht, wird Partner",
    ),
    ("graden", "hundert_letzten"): (
        HIGH_TEN, "alle Stiche bis auf den letzten; wer den macht, wird Partner",
    ),
    ("graden", "schurln"): (HIGH_TEN, "nicht die meisten Punkte"),
    ("russbach", "simple"): (RUSSBACH, "50 Punkte"),
    ("rufmariasch", "simple"): (RUSSBACH, "mehr Punkte als die anderen"),
    ("anrufen", "simple"): (HIGH_TEN, "mehr Punkte als die anderen"),
    ("anrufen", "no_tricks"): (HIGH_TEN, "kein Stich"),
    ("anrufen", "all_tricks"): (HIGH_TEN, "alle Stiche"),
    ("anrufen3", "simple"): (HIGH_TEN, "mehr Punkte als die anderen"),
    ("anrufen3", "no_tricks"): (HIGH_TEN, "kein Stich"),
    ("bauernschnapsen", "bettler"): (SCHNAPS, "kein Stich"),
    ("bauernschnapsen", "rufer"): (SCHNAPS, "als Erste 66 Punkte"),
    ("bauernschnapsen", "schnapser"): (SCHNAPS, "66 Punkte in 3 eigenen Stichen"),
    ("bauernschnapsen", "kontraschnapser"): (SCHNAPS, "66 Punkte in 3 eigenen Stichen"),
    ("bauernschnapsen", "zehnerloch"): (ZEHNERLOCH, "alle Stiche"),
    ("whist", "tricks"): ("A > K > D > B > 10 > 9 > 8 > 7", "möglichst viele Stiche"),
}  # fmt: skip

SUITS = {"S": "Pik", "H": "Herz", "D": "Karo", "C": "Treff"}

#: Contracts that a declarer plays with a partner. In ``CALLED`` the partner holds the called card. In
#: ``OPPOSITE`` the partner sits opposite.
CALLED = {("graden", "durchmarsch"), ("graden", "hundert"), ("russbach", "simple"), ("rufmariasch", "simple"),
          ("anrufen", "simple"), ("anrufen", "all_tricks")}  # fmt: skip
OPPOSITE = {("bauernschnapsen", "rufer"), ("whist", "tricks")}


def players(record: Record, at: int) -> str:
    """Return the names of the players who try to make the contract.

    ``dich`` is the player of the card with the index ``at``. ``Partner`` is a partner whom this player does
    not know yet.
    """
    assert record.contract is not None and record.deal is not None
    kind, me = (record.game, record.contract), record.play[at].seat
    if kind == ("graden", "schurln"):
        return "jeden"
    head = record.play[0].seat if record.game == "whist" else record.declarer
    assert head is not None
    seats: list[Any] = [head]
    if record.second is not None:
        seats.append(record.second)
    if kind in OPPOSITE:
        seats.append((head + 2) % 4)
    if kind in CALLED:
        fallen = {move.card: move.seat for move in record.play[:at]}
        assert record.called is not None
        is_mine = record.called in record.deal.hand(me)
        seats.append(me if is_mine else fallen.get(record.called))
    words = {seat: str(record.names[seat]) for seat in range(len(record.names))} | {me: "dich"}
    return " und ".join(dict.fromkeys("Partner" if seat is None else words[seat] for seat in seats))


def line(record: Record, at: int) -> str:
    """Return the line that a question about a card should have."""
    assert record.contract is not None
    kind, me = (record.game, record.contract), record.play[at].seat
    size = len({move.seat for move in record.play[: record.game_row.seats]})
    leader = record.play[at - at % size].seat
    if kind == ("graden", "durchmarsch"):
        assert record.called is not None
        order, aim = HIGH_TEN if str(record.called)[1] == "T" else LOW_TEN, "alle Stiche"
    else:
        order, aim = RULES[kind]
    before = {move.seat for move in record.play[:at]}
    if any(word.what == "raise" and word.seat in before for word in record.announce):
        aim = "100 Punkte"  # the log has only one raise, to ``hundred``
    leads = "du spielst aus" if leader == me else f"{record.names[leader]} spielt aus"
    return f"{order} · Ziel für {players(record, at)}: {aim} · {leads}"


@pytest.mark.parametrize(
    "name",
    ["Dora", pytest.param("Gustl", marks=pytest.mark.long), pytest.param("Emil", marks=pytest.mark.long)],
)
def test_a_question_tells_order_aim_and_leader(visit: Visit, judged_evening: Path, name: str) -> None:
    """The line with order, aim and leader stands under the title of the question, and stays in the answer.

    With this line, the whole hand still fits on the screen.
    """
    games = read_kpn(EVENING).records
    page = visit(judged_evening, lang="de-AT", **PHONE)
    forget(page)
    page.locator("#my-mistakes").tap()
    choose(page, name)
    seen = set()
    rows = page.locator(CARDS)
    for number in range(rows.count()):
        row = rows.nth(number)
        game, at = int(row.get_attribute("data-game")), int(row.get_attribute("data-at"))
        kind = (games[game].game, games[game].contract)
        if kind in seen:
            continue
        seen.add(kind)
        row.tap()
        tile = page.locator("#lesson-board button.tile").first
        tile.wait_for()
        assert page.locator("#aims").inner_text() == line(games[game], at)
        for card in page.locator("#lesson-board .mover .tile").all():
            box = card.bounding_box()
            assert box["y"] + box["height"] <= 740
        tile.tap()
        assert page.locator("#aims").inner_text() == line(games[game], at)
        page.locator("#to-lessons").tap()
        page.locator("#lessons").wait_for()
    assert len(seen) > 2


def words_of(element: str) -> str:
    """Return a script for the words of an element, with the names of suits in place of their signs."""
    return f"""() => {{
      const words = document.getElementById("{element}").cloneNode(true);
      for (const sign of words.querySelectorAll("[aria-hidden=true]")) sign.remove();
      return words.textContent.trim();
    }}"""


def why_closed(record: Record, at: int, card: Card) -> str:
    """Return why a card may not be played, from the rules of following suit, trumping and beating."""
    size = len({move.seat for move in record.play[:4]})
    trick = record.play[at - at % size : at]
    me = record.play[at].seat
    held = [move.card for move in record.play[at:] if move.seat == me]
    if not trick:
        return "Diese Karte darfst du jetzt nicht spielen."
    assert record.question is not None
    led, trump = trick[0].card.suit, str(record.question.trump)
    if led in {one.suit for one in held}:
        must, words = led, "Du musst {} zugeben."
    else:
        must, words = trump, "Du musst stechen: Trumpf ist {}."
    if card.suit == must:
        return "Du musst eine höhere Karte spielen (Stichzwang)."
    return words.format(SUITS[must])


def test_a_closed_card_says_why(visit: Visit, some_games: Path) -> None:
    """A tap on a card that may not be played names the suit to follow, the trump, or the need to beat."""
    games = read_kpn(some_games.with_suffix(".kpn")).records
    page = visit(some_games, lang="de-AT", **PHONE)
    forget(page)
    page.locator("#my-mistakes").tap()
    choose(page, "Gustl")
    rows = page.locator(CARDS)
    number_of_reasons = 0
    for number in range(min(rows.count(), 25)):
        row = rows.nth(number)
        record, at = games[int(row.get_attribute("data-game"))], int(row.get_attribute("data-at"))
        row.evaluate("(one) => one.click()")
        page.locator("#lesson-board button.tile").first.wait_for()
        for closed in page.locator("#lesson-board .mover .tile.closed").all()[:2]:
            closed.tap()
            card = Card(closed.get_attribute("data-card"))
            assert page.evaluate(words_of("closed-card")) == why_closed(record, at, card)
            assert page.locator("#answer-panel").count() == 0
            number_of_reasons += 1
        page.keyboard.press("Escape")
        page.locator("#lessons").wait_for()
    assert number_of_reasons > 3


@pytest.mark.parametrize("most", [1, pytest.param(3, marks=pytest.mark.long)])
def test_a_closed_card_of_a_game_says_why(visit: Visit, evening: Path, most: int) -> None:
    """Also at the table of a game, a tap on a card that may not be played says why.

    In these games, players may have to follow suit, to trump or to beat.

    ``most``: how many games of each kind are tested.
    """
    games = read_kpn(EVENING).records
    of_kind = ([n for n, game in enumerate(games) if game.game == kind and game.play]
               for kind in ("graden", "rufmariasch", "bauernschnapsen"))  # fmt: skip
    chosen = [number for numbers in of_kind for number in numbers[:most]]
    reasons = set()
    for number in chosen:
        page = visit(evening, f"#g={number + 1}", lang="de-AT", **PHONE)
        for at in range(len(games[number].play)):
            settle(page)
            assert page.locator("#at").get_attribute("data-at") == str(at)
            for closed in page.locator(".hand.mover .tile.closed").all():
                closed.evaluate("(one) => one.click()")
                words, card = page.evaluate(words_of("closed-card")), Card(closed.get_attribute("data-card"))
                assert words == why_closed(games[number], at, card), at
                reasons.add(re.sub(r"Pik|Herz|Karo|Treff", "", words))
            page.locator("#forward").tap()
    assert len(reasons) >= 3


def box_of(page: Any, selector: str) -> dict[str, float]:
    """Return where an element is on the screen."""
    box: dict[str, float] = page.locator(selector).bounding_box()
    return box


def test_what_happened_stays_open(visit: Visit, judged_evening: Path) -> None:
    """Question and answer show the auction and the finished tricks. The last trick stays below the table."""
    games = read_kpn(EVENING).records
    page = visit(judged_evening, lang="de-AT", **PHONE)
    forget(page)
    page.locator("#my-mistakes").tap()
    choose(page, "Dora")
    later = 0
    rows = page.locator(CARDS)
    for number in range(min(6, rows.count())):
        row = rows.nth(number)
        game, at = int(row.get_attribute("data-game")), int(row.get_attribute("data-at"))
        record, names = games[game], games[game].names
        size = len({move.seat for move in record.play[: record.game_row.seats]})
        row.tap()
        tile = page.locator("#lesson-board button.tile").first
        tile.wait_for()
        course = page.locator("#course")
        assert course.locator("summary").inner_text() == "Was bisher war"
        assert course.locator("p").is_visible()  # the auction
        before = course.inner_text()
        finished = at // size
        places = []
        for state in ("question", "answer"):
            assert course.inner_text() == before, state
            assert [trick.is_visible() for trick in course.locator("li").all()] == [True] * finished
            assert page.locator("#last-trick").count() == (finished > 0)
            if finished:
                words = page.locator("#last-trick").inner_text()
                last = record.play[(finished - 1) * size : finished * size]
                played = re.findall(r"(\w+) [♠♥♦♣]", words)
                assert words.startswith("Letzter Stich: ")
                assert played == [names[move.seat] for move in last]
                assert words.endswith(f"→ {names[record.play[finished * size].seat]}")
                place = box_of(page, "#last-trick")
                assert place["y"] + place["height"] <= 740
                # The answer may scroll the page. Table and last trick then move together.
                places.append(place["y"] - box_of(page, "#lesson-board")["y"])
            if state == "question":
                tile.tap()
                page.locator("#verdict").wait_for()
        later += finished > 0
        assert not places or places[0] == pytest.approx(places[1], abs=1)
        page.locator("#to-lessons").tap()
        page.locator("#lessons").wait_for()
    assert later > 1


#: West calls the Ten of diamonds and loses. Calling the Ace of hearts wins in more random deals, but this
#: difference may be chance.
CALLED_TEN = """[West "Poldi"] [North "Berta"] [East "Karl"] [South "Resi"]
[Game "anrufen"]
[Dealer "W"]
[Deal "N:9..T.KQT9 KQT.Q.J.J .AKT9.9.A AJ.J.AKQ."]
[Contract "all_hundred"]
[Declarer "W"]
[Called "DT"]
[Trump "D"]
[Announce "E contra"]
[Auction "N"]
hundred:C hundred:S all_tricks all_hundred:D
all_hundred:C gut gut gut
gut
[Play "W"]
DA DT DJ D9
DK C9 SK H9
DQ CQ CJ HK
SA S9 ST HT
SJ CT SQ CA
HJ CK HQ HA
"""


def check_verdict_and_answer(page: Any, option: str) -> str:
    """Answer a question about a bid with the bid of the game. Check that verdict, answer and table agree.

    Return the words of the verdict.
    """
    page.locator(option).tap(timeout=60_000)
    means = page.locator("#bids tbody tr").evaluate_all(
        "rows => rows.map((row) => [row.textContent.includes('damals'), Number(row.dataset.mean)])"
    )
    [mean] = [mean for is_made, mean in means if is_made]
    loss = max(mean for _, mean in means) - mean
    verdict = page.locator("#luck").get_attribute("data-verdict")
    words: str = page.locator("#luck b").inner_text()
    is_wrong = verdict in ("mistake", "lucky")
    assert page.locator("#verdict").get_attribute("data-right") == str(not is_wrong).lower()
    assert not is_wrong or loss >= 0.5
    assert (words == "Zu knapp") == (not is_wrong and loss >= 0.5)
    return words


def test_verdict_and_answer_of_a_bid_agree(visit: Visit, folder: Path) -> None:
    """The answer says that a bid is wrong if and only if the verdict is "mistake" or "lucky"."""
    log = folder / "called-ten.kpn"
    log.write_text(CALLED_TEN, encoding="utf-8")
    page = visit(report(log), lang="de-AT", **PHONE)
    [ten] = read_kpn(log).records
    [lesson] = open_bids(page, "Poldi")
    page.evaluate("(id) => document.getElementById(id).click()", lesson)
    assert ten.called is not None
    check_verdict_and_answer(page, f"#bid-{ten.called.number}")
    log = part(folder, BOARDS)
    games, number_of_passes = read_kpn(log).records, 0
    page = visit(report(log), lang="de-AT", **PHONE)
    for name in sorted({str(name) for record in games for name in record.names})[:4]:
        for lesson in open_bids(page, name):
            row = page.locator(f"#{lesson}")
            game, at = (int(row.get_attribute(f"data-{name}")) for name in ("game", "at"))
            if games[game].auction[at].call == "gut":
                row.evaluate("(one) => one.click()")
                check_verdict_and_answer(page, "#bid-pass")
                number_of_passes += 1
                page.locator("#to-list").tap()
                page.locator("#lessons").wait_for()
        page.locator("#to-front").tap()
    assert number_of_passes > 0


@pytest.mark.parametrize("lang", ["de-AT", "en-GB"])
def test_a_called_card_is_compared_with_other_calls(visit: Visit, folder: Path, lang: str) -> None:
    """Gustl has bid a Durchmarsch (board 15). The question asks which card he calls.

    The answer compares only calls of this contract, and no other bids.
    """
    page = visit(report(part(folder, ("15",))), lang=lang, **PHONE)
    forget(page)
    page.locator("#my-mistakes").tap()
    choose_and_wait(page, "Gustl")
    page.locator(".lesson-row[data-kind=bid]").first.tap()
    page.locator("#bid-options.of-call button").first.wait_for()
    german = lang == "de-AT"
    assert page.locator("#lesson-board .mover .role").first.inner_text() == (
        "Ansager" if german else "declarer"
    )
    course = page.locator("#course")
    record = read_kpn(EVENING).records[14]
    calls = [call for call in record.auction if call.seat == record.names.index("Gustl")]
    assert course.locator("p").is_visible() and "Gustl Durchmarsch" in course.inner_text() and calls
    before = course.inner_text()
    page.locator("#bid-options button").last.tap()
    page.locator("#verdict").wait_for()
    words = page.locator("#answer-panel").inner_text()
    other = ("anderer Ruf", "andere Ansage") if german else ("another call", "another bid")
    assert other[0] in words and other[1] not in words
    contracts = page.locator("#bids tbody tr").evaluate_all("rows => rows.map((row) => row.dataset.contract)")
    assert set(contracts) == {"durchmarsch"} and len(contracts) > 1
    assert course.inner_text() == before and course.locator("p").is_visible()


def test_arrows_to_other_games_say_so(visit: Visit, evening: Path) -> None:
    """The buttons to the previous and the next game name the game, so that nobody takes them for scrolling.

    All buttons fit on a phone.
    """
    page = visit(evening, "#g=2&at=4", lang="de-AT", **PHONE)
    assert [page.locator(name).inner_text() for name in ("#previous", "#next")] == ["Spiel 1", "Spiel 3"]
    assert page.locator("#previous").get_attribute("aria-label") == "Voriges Spiel"
    assert not page.locator(".keys").is_visible()
    right = 0.0
    for button in page.locator(".steps > *").all():
        box = button.bounding_box()
        assert box["x"] >= right and box["y"] + box["height"] <= 740
        right = box["x"] + box["width"]
    assert right <= 360
