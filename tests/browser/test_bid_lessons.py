"""Lessons about bids in the trainer: which bids are lessons, what the player sees, what the answer says."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from pages import settle
from test_trainer import choose_and_wait, forget

from kranalyze import Deal, Hand, odds, read_kpn, solve
from kranalyze.cards import CARDS
from running import EVENING, run

Visit = Callable[..., Any]
PHONE = {"width": 360, "height": 740, "touch": True}

#: Boards of the log with costly bids, right bids, passes, and Bettlers that a second player joined.
BOARDS = ("2", "9", "15", "19", "23", "51", "53", "62", "69")


def part(folder: Path, boards: tuple[str, ...]) -> Path:
    """Write the games of some boards to a new log, and return the path of the log."""
    games = EVENING.read_text(encoding="utf-8").split("\n\n")
    chosen = [game for game in games if any(f'[Board "{board}"]' in game for board in boards)]
    assert len(chosen) == len(boards)
    log = folder / f"boards-{'-'.join(boards)}.kpn"
    log.write_text("\n\n".join(chosen), encoding="utf-8")
    return log


def report(log: Path, *more: str) -> Path:
    """Write the page of a log, and return the path of the page."""
    out = log.with_suffix(".html")
    assert run("analyze", log, *more, "--report", out).status == 0
    return out


@pytest.fixture(scope="module")
def judged(folder: Path) -> tuple[Path, list[dict[str, Any]]]:
    """Return the path of a page with judged bids, and the rows of the page's games."""
    log = part(folder, BOARDS)
    rows = run("analyze", log, "--single-dummy", "--json").rows
    return report(log, "--single-dummy"), [row for row in rows if row["table"] == "games"]


def wanted(row: Mapping[str, Any], name: str) -> tuple[str, ...]:
    """Return the verdicts that a player's call in a game may have; none if the call is no lesson."""
    seat = next((seat for seat in "nesw" if row[f"player_{seat}"] == name), None)
    if seat is None:
        return ()
    passes = [word for word, who in calls(row) if who == seat][-1:] == ["gut"]
    if row["declarer"] == seat.upper():
        if row["second"] is not None:
            return ()
        # A pass counts as 0. Forehand in Bauernschnapsen plays Rufer if everybody passes, so he cannot pass.
        is_forced = row["game"] == "bauernschnapsen" and calls(row)[0][1] == seat
        paid = row[f"payoff_{seat}"]
        options = [row["best_payoff"], None if is_forced else 0]
        loss = max((amount for amount in options if amount is not None), default=paid) - paid
        cost = row["bid_cost"] or 0
        if row["bid_cost"] is not None and not is_forced:
            cost += max(0, -row["bid_best_mean"])
        if cost >= 0.5:
            return ("mistake",) if loss > 0 else ("lucky",)
        return ("unlucky",) if loss > 0 else ()
    return ("mistake", "lucky") if passes and (row[f"bid_passed_mean_{seat}"] or 0) >= 0.5 else ()


def calls(row: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the calls of a game with their seats."""
    seats = "nesw"[: 3 if row["game"] == "anrufen3" else 4]
    first = seats.index(row["dealer"].lower()) + 1
    return [(word, seats[(first + i) % len(seats)]) for i, word in enumerate(row["auction"].split())]


@pytest.mark.parametrize("name", ["Cilli", "Emil", "Franz", "Gustl"])
def test_bids_that_cost_are_lessons(visit: Visit, judged: Any, name: str) -> None:
    """The lessons and their verdicts follow from the columns of ``analyze --single-dummy``."""
    file, rows = judged
    page = visit(file)
    forget(page)
    page.click("#my-mistakes")
    choose_and_wait(page, name)
    script = """() => [...document.querySelectorAll(".lesson-row[data-kind=bid]")].map(({ dataset }) =>
        [Number(dataset.game), dataset.verdict])"""
    found = dict(page.evaluate(script))
    expected = {i: verdicts for i, row in enumerate(rows) if (verdicts := wanted(row, name))}
    assert set(found) == set(expected)
    assert all(found[i] in verdicts for i, verdicts in expected.items())


def test_there_are_lessons_of_all_kinds(judged: Any) -> None:
    names = ["Cilli", "Emil", "Franz", "Gustl"]
    kinds = {verdict for row in judged[1] for name in names for verdict in wanted(row, name)}
    assert kinds == {"mistake", "lucky", "unlucky"}


def test_only_the_own_hand_and_the_calls_so_far(visit: Visit, folder: Path) -> None:
    """A question shows only the player's hand and the earlier calls.

    Here (board 69) Gustl has four hearts and the Jack of clubs, and two players have passed.
    """
    page = visit(report(part(folder, ("69",))), lang="de-AT", **PHONE)
    forget(page)
    page.locator("#my-mistakes").tap()
    choose_and_wait(page, "Gustl")
    page.locator(".lesson-row[data-kind=bid]").first.tap()
    page.locator("#bid-options button").first.wait_for()
    assert page.locator("h1").inner_text() == "Was sagst du an?"
    shown = page.locator("[data-card]").evaluate_all("all => all.map((one) => one.dataset.card)")
    assert set(shown) == {"HA", "HT", "HQ", "HJ", "CJ"}
    assert "Trumpf" in page.locator(".lead").inner_text()
    said = page.locator("#lesson-board .said").all_inner_texts()
    assert sorted(said) == ["", "", "gut", "gut"]
    assert page.locator("#bids, #reason, #verdict").count() == 0
    options = page.locator("#bid-options button").all_inner_texts()
    assert options == ["gut", "Bettler", "Schnapser", "Gang", "Zehnerloch", "Bauernschnapser"]
    for option in page.locator("#bid-options button").all():
        box = option.bounding_box()
        assert box["height"] >= 44 and box["y"] + box["height"] <= 740


SCREENS = {"landscape": (740, 360), "tablet": (810, 1080), "desktop": (1280, 900)}


@pytest.mark.parametrize("screen", SCREENS.values(), ids=SCREENS)
def test_the_options_are_beside_or_below_the_cards(
    visit: Visit, folder: Path, screen: tuple[int, int]
) -> None:
    """On every screen the player's hand and all options are visible without scrolling."""
    width, height = screen
    page = visit(report(part(folder, ("69",))), width=width, height=height, touch=width < 1000)
    forget(page)
    page.click("#my-mistakes")
    choose_and_wait(page, "Gustl")
    page.locator(".lesson-row[data-kind=bid]").first.click()
    page.locator("#bid-options button").first.wait_for()
    for element in page.locator("#bid-options button, #lesson-board .tile").all():
        box = element.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= height


def test_the_answer_of_a_bid(visit: Visit, folder: Path) -> None:
    """The mean payments are close to those of ``odds``. The answer names the best bid. The lesson returns."""
    hand = ".AQJT..J"
    page = visit(report(part(folder, ("69",))), **PHONE)
    forget(page)
    page.locator("#my-mistakes").tap()
    choose_and_wait(page, "Gustl")
    page.locator(".lesson-row[data-kind=bid]").first.tap()
    page.locator("#bid-zehnerloch").tap()
    assert page.locator("#verdict").inner_text() == "Better: Bettler"
    assert page.locator("#verdict").get_attribute("data-right") == "false"
    assert page.locator("#luck").get_attribute("data-verdict") == "mistake"
    script = """() => [...document.querySelectorAll("#bids tbody tr")].map((row) =>
        [row.dataset.contract, Number(row.dataset.mean)])"""
    means = dict(page.evaluate(script))
    exact = odds(
        hand, game="bauernschnapsen", contracts=["bettler", "gang", "zehnerloch"], samples=4000, seat="E",
        dealer="S", games=0,
    )  # fmt: skip
    assert len(exact) == 3
    for one in exact:
        assert one.mean is not None
        # The page takes 200 deals or more, and each is won or lost. So four standard errors are at most
        # 4 * value / sqrt(200).
        assert means[one.contract.id] == pytest.approx(one.mean, abs=0.3 * one.contract.value)
    page.locator("#next-lesson").tap()
    page.locator("h1").wait_for()
    page.keyboard.press("Escape")
    page.locator("#lessons").wait_for()
    assert "will be asked again" in page.locator(".lesson-row[data-kind=bid]").first.inner_text()


def test_bids_by_keyboard_alone(visit: Visit, judged: Any) -> None:
    """The focus is on the options, then on the verdict. Tab then reaches the button for the next lesson.

    On the way from the verdict, Tab may stop at a button of the reason, which shows a deal.
    """
    page = visit(judged[0])
    forget(page)
    page.focus("#my-mistakes")
    page.keyboard.press("Enter")
    page.locator("#names button", has_text="Gustl").focus()
    page.keyboard.press("Enter")
    page.locator(".lesson-row[data-kind=bid]").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#bid-options button:focus")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("#verdict:focus")
    settle(page)
    for _ in range(8):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "next-lesson":
            break
    else:
        pytest.fail("the button for the next lesson is not reached")
    page.keyboard.press("Escape")
    page.wait_for_selector("#lessons")


def check_wins(page: Any) -> None:
    """Check the reason: the numbers of deals that two bids win agree with the shares in the table above."""
    reason = page.locator("#reason")
    of = int(reason.get_attribute("data-of"))
    words = " ".join(reason.locator("p").text_content().split())
    rows = page.locator("#bids tbody tr").evaluate_all("""(rows) => rows.map((row) => {
      const name = row.querySelector("th").cloneNode(true);
      name.querySelectorAll("i, small").forEach((more) => more.remove());
      return [name.textContent, row.querySelector("td").textContent];
    })""")
    compared = 0
    for name, share in rows:
        bid = " ".join(name.split())
        match = re.search(re.escape(bid) + r" (?:wins )?in (\d+)", words)
        if match:
            assert abs(int(match[1]) / of - float(share.rstrip("%")) / 100) < 0.006, words
            compared += 1
    assert compared > 0


def test_the_reason_is_a_deal_that_can_be_shown(visit: Visit, judged: Any) -> None:
    """The numbers in the reason are consistent. The deal that the reason shows has the player's hand."""
    page = visit(judged[0], **PHONE)
    games = [game for game in read_kpn(EVENING).records if game.board in BOARDS]
    shown = 0
    for name in ("Gustl", "Emil"):
        forget(page)
        page.locator("#my-mistakes").tap()
        choose_and_wait(page, name)
        for i in range(page.locator(".lesson-row[data-kind=bid]").count()):
            row = page.locator(".lesson-row[data-kind=bid]").nth(i)
            game = games[int(row.get_attribute("data-game"))]
            row.tap()
            page.locator("#bid-options button").last.tap()
            settle(page)
            if page.locator("#show-layout").count():
                reason = page.locator("#reason")
                of = int(reason.get_attribute("data-of"))
                if reason.get_attribute("data-kind") == "wins":
                    # If the bids are judged at the table, the table of bids has no shares (column "wins").
                    if page.locator("#bids th", has_text="wins").count():
                        check_wins(page)
                else:
                    assert 0 < int(reason.get_attribute("data-times")) < of <= 600
                page.locator("#show-layout").tap()
                page.locator("#board").wait_for()
                seat = ["North", "East", "South", "West"][game.names.index(name)]
                tiles = page.locator(f".hand[aria-label={seat}] .tile").evaluate_all(
                    "all => all.map((one) => one.dataset.card)"
                )
                assert game.deal is not None
                held = {str(card) for card in game.deal.hand(seat[0])}
                assert set(tiles) == held or game.game == "anrufen3"  # the declarer takes the talon
                shown += 1
                page.go_back()
            page.locator("#verdict").wait_for()
            page.keyboard.press("Escape")
            page.locator("#lessons").wait_for()
        page.keyboard.press("Escape")
        page.locator("#my-mistakes").wait_for()
    assert shown > 1


def open_bids(page: Any, name: str) -> list[str]:
    """Clear the storage, open a player's lessons, and return the ids of all questions about bids.

    Questions in closed groups are included.
    """
    forget(page)
    page.locator("#my-mistakes").tap()
    choose_and_wait(page, name)
    settle(page)
    ids = "() => [...document.querySelectorAll('.lesson-row[data-kind=bid]')].map((row) => row.id)"
    found: list[str] = page.evaluate(ids)
    return found


@pytest.mark.parametrize(
    ("player", "turn", "pasted"),
    [("Emil", 0, False), ("Cilli", 1, False), ("Gustl", 2, False), ("Gustl", 2, True), ("Franz", 3, True)],
)
def test_calls_of_the_contra_round_are_not_judged(
    visit: Visit, folder: Path, table: Path, player: str, turn: int, pasted: bool
) -> None:
    """The question is about the call in the bidding, not about a Recontra or a pass in the Contra round.

    This holds for a report and for games that the user pastes.
    """
    log = folder / f"recontra-{player}-{pasted}.kpn"
    game = part(folder, ("65",)).read_text(encoding="utf-8")
    assert "zehnerloch gut gut gut\ncontra recontra" in game
    log.write_text(game.replace("contra recontra", "gut contra gut recontra"), encoding="utf-8")
    page = visit(table if pasted else report(log), lang="de-AT", **PHONE)
    if pasted:
        text = log.read_text(encoding="utf-8")
        page.fill("#kpn", "\n\n".join([text.strip(), text.replace('[Board "65"]', '[Board "66"]')]))
        page.locator("#kpn-read").tap()
        settle(page)
    open_bids(page, player)
    stored = page.evaluate("""() => Object.entries(localStorage).filter(([name]) =>
        name.includes("verdicts ")).map(([, value]) => JSON.parse(value))""")
    turns = {tuple(turn[:2]) for verdicts in stored for turn in verdicts.get("turns", [])}
    [record] = read_kpn(log).records
    assert turns == {(turn, record.names.index(player))}


def answer_bid(page: Any, lesson: str, option: int | str) -> None:
    """Answer a question about a bid with an option. The option is given by its index or by its text."""
    page.evaluate("(id) => document.getElementById(id).click()", lesson)
    buttons = page.locator("#bid-options button")
    buttons.first.wait_for()
    (buttons.nth(option) if isinstance(option, int) else buttons.get_by_text(option, exact=True)).tap()
    settle(page)


def shown_deal(page: Any, game: str) -> str:
    """Return the deal that the reason shows, in the notation of kranalyze, without a talon."""
    page.locator("#show-layout").tap()
    page.locator("#board").wait_for()
    settle(page)
    hands = []
    for seat in ("North", "East", "South", "West")[: 3 if game == "anrufen3" else 4]:
        tiles = page.locator(f".hand[aria-label={seat}] .tile").evaluate_all(
            "all => all.map((one) => one.dataset.card)"
        )
        hands.append(str(Hand(tiles)))
    page.go_back()
    page.locator("#reason").wait_for()
    return f"N:{' '.join(hands)}"


def card_of_last_trick(page: Any) -> str:
    """Step to the end of the example's play. Return the card that takes the last trick shown."""
    page.locator("#show-layout").tap()
    page.locator("#board").wait_for()
    settle(page)
    assert page.locator("#at").get_attribute("data-at") == "0"
    page.locator("#last").tap()
    settle(page)
    card: str = page.locator(".lie.took .tile").get_attribute("data-card")
    page.locator("#back-to-question").tap()
    page.locator("#answer-panel").wait_for()
    return card


def test_a_bid_is_lost_by_the_card_that_the_reason_names(visit: Visit, judged: Any) -> None:
    """The bid loses on the deal that is shown. The reason names a card, and the hand that holds the card.

    Deal and play of the example agree with the reason.
    """
    page = visit(judged[0], **PHONE)
    games = [game for game in read_kpn(EVENING).records if game.board in BOARDS]
    named = 0
    for name, option in (("Gustl", 1), ("Emil", -1), ("Franz", 1)):
        for lesson in open_bids(page, name):
            number = int(page.locator(f"#{lesson}").get_attribute("data-game"))
            game = games[number]
            answer_bid(page, lesson, option)
            text = page.locator("#reason[data-cause]")
            if game.game == "anrufen3" or not text.count():
                page.keyboard.press("Escape")
                page.locator("#lessons").wait_for()
                continue
            cause = json.loads(text.get_attribute("data-cause"))
            lost = int(text.get_attribute("data-of")) - int(
                text.get_attribute("data-wins").split()[cause["choice"]]
            )
            seat = "NESW"[game.names.index(name)]
            deal = Deal.parse(shown_deal(page, game.game))
            answer = solve(
                deal, game=game.game, contract=cause["contract"], declarer=seat,
                trump=None if cause["trump"] is None else "SHDC"[cause["trump"]],
                call=None if cause["call"] is None else str(CARDS[cause["call"]]), rules=game.rules,
                dealer=game.dealer,
            )  # fmt: skip
            assert answer.makeable is False, (game.board, name, cause)
            if cause["kind"] in ("card", "suit"):
                assert 0 < cause["times"] <= cause["of"] <= min(40, lost)
            if cause["kind"] == "card":
                holder = next(one for one in "NESW" if CARDS[cause["card"]] in deal.hand(one))
                assert (holder == seat) == cause["isOwn"]
                assert card_of_last_trick(page) == str(CARDS[cause["card"]])
                named += 1
            page.keyboard.press("Escape")
            page.locator("#lessons").wait_for()
        page.keyboard.press("Escape")
        page.locator("#my-mistakes").wait_for()
    assert named >= 3


#: East bids Königmord with AQJ9 of spades and AK of hearts, and West has the King of spades.
STRONG = """[West "Emil"]
[North "Cilli"]
[East "Gustl"]
[South "Franz"]
[Game "graden"]
[Dealer "N"]
[Deal "N:.J.QT.AK9 AQJ9.AK.. .QT.J9.QT KT.9.AK.J"]
[Contract "koenigmord"]
[Declarer "E"]
[Auction "E"]
koenigmord gut gut gut
"""


def test_a_strong_hand_loses_to_the_one_card_above_it(visit: Visit, folder: Path) -> None:
    """If the high cards are played first, Königmord loses only to the King of spades.

    A Bettler is lost because the hand itself takes a trick.
    """
    log = folder / "strong.kpn"
    log.write_text(STRONG, encoding="utf-8")
    page = visit(report(log, "--single-dummy"), lang="de-AT", **PHONE)
    (lesson,) = open_bids(page, "Gustl")
    answer_bid(page, lesson, "Königmord")
    cause = json.loads(page.locator("#reason").get_attribute("data-cause"))
    assert (cause["contract"], cause["isOwn"]) == ("koenigmord", False)
    assert (CARDS[cause["card"]], cause["times"]) == ("SK", cause["of"])
    words = " ".join(page.locator("#reason p").inner_text().split())
    said = "Wenn Königmord verliert, macht immer ein Gegner mit ♠︎K den entscheidenden Stich"
    assert said in words.replace(" Pik-König", "")
    page.locator("#mis-tap").tap()
    page.locator("#bid-options button").get_by_text("Bettler", exact=True).tap()
    settle(page)
    cause = json.loads(page.locator("#reason").get_attribute("data-cause"))
    assert (cause["contract"], cause["isOwn"]) == ("bettler", True)
    assert CARDS[cause["card"]] in {"SA", "SQ", "SJ", "HA", "HK"}


#: East has called the Nine of diamonds. The question is which of 24 cards to call.
CALLING = """[Game "anrufen"]
[North "Cilli"]
[East "Gustl"]
[South "Franz"]
[West "Emil"]
[Dealer "S"]
[Deal "N:Q.J.A9.AK J.T.KQJ.Q A9.K9..J9 KT.AQ.T.T"]
[Contract "simple"]
[Declarer "E"]
[Called "D9"]
[Trump "D"]
[Auction "W"]
simple:S simple:C simple:D simple:S
gut gut gut gut
"""


def test_a_bid_is_judged_before_the_first_card(visit: Visit, folder: Path) -> None:
    """A game with an announcement, but without a played card, has a question about the bid."""
    log = folder / "announced.kpn"
    log.write_text(CALLING.replace("[Auction", '[Announce "W contra"]\n[Auction'), encoding="utf-8")
    page = visit(report(log), lang="de-AT", **PHONE)
    assert len(open_bids(page, "Gustl")) == 1


def test_all_cards_to_call_are_seen_in_landscape(visit: Visit, folder: Path) -> None:
    """In landscape the player's hand, all names and all cards to call are visible without scrolling."""
    log = folder / "calling.kpn"
    log.write_text(CALLING, encoding="utf-8")
    page = visit(report(log), lang="de-AT", width=740, height=360, touch=True)
    lesson = open_bids(page, "Gustl")[0]
    page.evaluate("(id) => document.getElementById(id).click()", lesson)
    page.locator("#bid-options button").first.wait_for()
    assert page.locator("#bid-options button").count() > 15
    own = set(page.locator("#lesson-board .mover .tile").evaluate_all(
        "(tiles) => tiles.map((tile) => tile.dataset.card)"))
    alone = page.locator("#bid-options button").evaluate_all("""(all) => all.filter((one) =>
        one.innerText.includes("allein")).map((one) => Number(one.id.replace("bid-", "")))""")
    offered = page.locator("#bid-options button").evaluate_all(
        "(all) => all.map((one) => Number(one.id.replace('bid-', '')))")
    assert {CARDS[number] for number in alone} == own & {str(CARDS[number]) for number in offered}
    assert alone
    # Each suit has its own row. The ranks of a row are in the order of a hand: A T K Q J 9.
    boxes = {number: page.locator(f"#bid-{number}").bounding_box() for number in offered}
    assert offered == sorted(offered, key=lambda n: (n // 8, "ATKQJ9".index(CARDS[n].rank)))
    assert offered == sorted(offered, key=lambda n: (boxes[n]["y"], boxes[n]["x"]))
    assert len({box["y"] for box in boxes.values()}) == len({number // 8 for number in offered}) == 4
    for element in page.locator("#bid-options button, #lesson-board .tile").all():
        box = element.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= 360
        assert element.evaluate("(one) => one.scrollWidth <= one.clientWidth + 1")
    for name in page.locator("#lesson-board .name").all():
        assert name.evaluate("(one) => one.scrollWidth <= one.clientWidth")


@pytest.mark.parametrize("name", ["Emil", "Gustl"])
def test_the_list_has_the_loss_of_the_table(visit: Visit, folder: Path, name: str) -> None:
    """A loss in the list is the best mean payment in the answer minus the mean payment of the bid made."""
    page = visit(report(part(folder, BOARDS[1:])), **PHONE)
    compared = 0
    for lesson in open_bids(page, name):
        answer_bid(page, lesson, 0)
        rows = page.locator("#bids tbody tr").evaluate_all(
            "rows => rows.map((row) => [Number(row.dataset.mean), row.querySelector('small').textContent])"
        )
        [made] = [mean for mean, note in rows if "back then" in note]
        verdict = page.locator("#luck").get_attribute("data-verdict")
        number = page.locator("#lesson-board").get_attribute("data-game")
        page.keyboard.press("Escape")
        page.locator("#lessons").wait_for()
        row = page.locator(f".lesson-row[data-kind=bid][data-game='{number}']")
        if verdict in ("mistake", "lucky"):
            loss = max(mean for mean, _ in rows) - made
            assert float(row.get_attribute("data-loss")) == pytest.approx(loss)
            compared += 1
    assert compared > 0


@pytest.mark.parametrize("auction", ["koenigmord gut gut gut", "gut gut gut koenigmord"])
def test_a_pass_after_three_passes_leads_to_schurln(visit: Visit, folder: Path, auction: str) -> None:
    """The answer says that a pass leads to Schurln only if the player is the last to speak."""
    is_last = auction.startswith("gut")
    log = folder / f"strong-{'last' if is_last else 'first'}.kpn"
    text = STRONG.replace("koenigmord gut gut gut", auction)
    if is_last:
        text = text.replace('Auction "E"', 'Auction "S"').replace('Dealer "N"', 'Dealer "E"')
    log.write_text(text, encoding="utf-8")
    page = visit(report(log), lang="de-AT", **PHONE)
    (lesson,) = open_bids(page, "Gustl")
    answer_bid(page, lesson, "Königmord")
    words = page.locator("#answer-panel").inner_text()
    assert "„gut“ zählt als 0." in words
    assert ("Hier spielt dann jeder für sich" in words) == is_last


def test_a_pass_leaves_the_game_to_another_seat(visit: Visit, folder: Path) -> None:
    """A pass counts as 0 even if another seat has bid. The table names this seat."""
    log = folder / "strong-second.kpn"
    bids = STRONG.replace("koenigmord gut gut gut", "bettler koenigmord gut gut gut")
    bids = bids.replace('Auction "E"', 'Auction "N"').replace('Dealer "N"', 'Dealer "W"')
    log.write_text(bids, encoding="utf-8")
    names = dict(re.findall(r'\[(North|East|South|West) "([^"]*)"\]', bids))
    page = visit(report(log), lang="de-AT", **PHONE)
    (lesson,) = open_bids(page, names["East"])
    answer_bid(page, lesson, "Königmord")
    words = page.locator("#answer-panel").inner_text()
    assert f"„gut“ zählt als 0, auch wenn dann {names['North']} spielt" in words


def test_a_pass_is_best_where_every_bid_loses(visit: Visit, judged: Any) -> None:
    """A careful player passes unless some bid has a mean above 0 (RULINGS: at the table).

    The table of bids has a row for the pass.
    """
    file, rows = judged
    compared = 0
    for number, row in enumerate(rows):
        if (row["bid_best_mean"] or 0) >= 0 or row["second"] is not None:
            continue
        page = visit(file, **PHONE)
        forget(page)
        page.locator("#my-mistakes").tap()
        choose_and_wait(page, row[f"player_{row['declarer'].lower()}"])
        page.locator(f".lesson-row[data-kind=bid][data-game='{number}']").evaluate(
            "(row) => { row.closest('details')?.setAttribute('open', ''); row.click(); }"
        )
        page.locator("#bid-options button").first.wait_for()
        bids = page.locator("#bid-options button:not(#bid-pass)")
        bids.nth(compared % bids.count()).tap()
        assert page.locator("#verdict").get_attribute("data-right") == "false"
        assert page.locator("#verdict").inner_text() == "Better: gut (pass)"
        starred = page.locator("#bids tbody tr:has(i)").evaluate_all(
            "(rows) => rows.map((row) => [row.dataset.contract, row.dataset.mean])"
        )
        assert starred == [["pass", "0"]]
        shown = page.locator("#bids tbody tr")
        means = shown.evaluate_all("rows => rows.map((row) => Number(row.dataset.mean))")
        assert means == sorted(means, reverse=True)
        page.locator("#mis-tap").tap()
        page.locator("#bid-pass").tap()
        assert page.locator("#verdict").get_attribute("data-right") == "true"
        compared += 1
    assert compared > 0


def test_a_row_names_what_is_asked(visit: Visit, judged_evening: Path) -> None:
    """A row of the list says whether its question asks for a bid, a trump or a called card."""
    page = visit(judged_evening, lang="de-AT", **PHONE)
    forget(page)
    page.locator("#my-mistakes").tap()
    choose_and_wait(page, "Gustl")
    titles = {"Deine Ansage": "Was sagst du an?", "Dein Trumpf": "Welcher Trumpf?",
              "Dein Ruf": "Welche Karte rufst du?"}  # fmt: skip
    asked = set()
    for number in range(page.locator(".lesson-row[data-kind=bid]").count()):
        row = page.locator(".lesson-row[data-kind=bid]").nth(number)
        subject = row.locator("b").first.inner_text()
        row.evaluate("(one) => one.click()")
        page.locator("#bid-options button").first.wait_for()
        assert page.locator("#title").inner_text() == titles[subject]
        asked.add(subject)
        page.locator("#to-list").tap()
        page.locator("#lessons").wait_for()
    assert len(asked) > 1


def test_the_bar_leaves_the_own_cards_free(visit: Visit, judged_evening: Path) -> None:
    """In landscape the bar below an answer covers no card of the player."""
    page = visit(judged_evening, lang="de-AT", width=740, height=360, touch=True)
    forget(page)
    page.locator("#my-mistakes").tap()
    choose_and_wait(page, "Gustl")
    for kind in ("bid", "card"):
        page.locator(f".lesson-row[data-kind={kind}]").first.tap()
        page.locator("#lesson-board button.tile, #bid-options button").first.tap()
        page.locator(".lesson-bar").wait_for()
        bar = page.locator(".lesson-bar").bounding_box()
        tiles = page.locator("#lesson-board .hand.south .tile")
        assert tiles.count() >= 5
        for box in (tile.bounding_box() for tile in tiles.all()):
            is_below = box["y"] + box["height"] > bar["y"]
            assert not is_below or (box["x"] + box["width"] <= bar["x"] and box["y"] + box["height"] <= 360)
        page.locator("#to-lessons").tap()
        page.locator("#lessons").wait_for()


@pytest.mark.parametrize("options", [[], ["--single-dummy"]], ids=["page", "analysis"])
def test_a_bid_that_loses_is_compared_with_a_pass(visit: Visit, folder: Path, options: list[str]) -> None:
    """Franz lost 210 chips in a Königmord. A pass counts as 0, so the bid cost at least 210 chips.

    The page has the cost of an analysis, or computes the cost by itself.
    """
    page = visit(report(part(folder, ("27",)), *options), lang="de-AT", **PHONE)
    forget(page)
    page.locator("#my-mistakes").tap()
    choose_and_wait(page, "Franz")
    row = page.locator(".lesson-row[data-kind=bid]")
    assert row.get_attribute("data-verdict") == "mistake" and int(row.get_attribute("data-cost")) >= 210
