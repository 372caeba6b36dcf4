"""What the trainer's questions tell: the order of the cards, the aim of the contract, who leads."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from test_trainer import CARDS, choose, forget

from kranalyze import read_kpn
from kranalyze.kpn import Record
from running import EVENING

Visit = Callable[..., Any]
PHONE = {"width": 360, "height": 740, "touch": True}

#: Cards from high to low. In the first order the Ten is below the Bube, in the second only the Ass beats it.
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

#: Contracts that a declarer plays with a partner: the holder of the called card, or the player opposite.
CALLED = {("graden", "durchmarsch"), ("graden", "hundert"), ("russbach", "simple"), ("rufmariasch", "simple"),
          ("anrufen", "simple"), ("anrufen", "all_tricks")}  # fmt: skip
OPPOSITE = {("bauernschnapsen", "rufer"), ("whist", "tricks")}


def players(record: Record, at: int) -> str:
    """Return whose aim the contract is, as the player of a card knows it."""
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
        aim = "100 Punkte"  # the only raise of the log
    leads = "du spielst aus" if leader == me else f"{record.names[leader]} spielt aus"
    return f"{order} · Ziel für {players(record, at)}: {aim} · {leads}"


@pytest.mark.parametrize("name", ["Dora", "Gustl", "Emil"])
def test_a_question_tells_order_aim_and_leader(visit: Visit, evening: Path, name: str) -> None:
    """The line stands under the title, stays in the answer, and leaves the whole hand on the screen."""
    games = read_kpn(EVENING).records
    page = visit(evening, lang="de-AT", **PHONE)
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
