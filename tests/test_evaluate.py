"""The core's evaluation of records: every card, word and deal of every game, against the analysis in Python."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import kranalyze._core as core

if not hasattr(core, "ffi"):
    pytest.skip("the judge is not part of this build", allow_module_level=True)

from kpn_games import random_game
from kranalyze._core import ffi, lib
from kranalyze.analysis.game import Analysed, Judged, analysed
from kranalyze.bundled import path_of
from kranalyze.core.evaluate import Evaluated, evaluate
from kranalyze.deal import Deal
from kranalyze.games import GAMES
from kranalyze.kpn import Record, parse_kpn, read_kpn, record_text
from kranalyze.kpn.judged import judged_games
from kranalyze.kpn.parsing import Parsed, parse_game
from kranalyze.kpn.reader import Reader
from logs import log
from oracle import Positions
from test_analyze_costs import Oracle, check

from deals import random_rules
from evaluating import by_game, judged_records, some

MARKS = ("", "?", "??")
VERDICTS = ("made", "gift", "lost", "hopeless")
LOGS = ("lessons.kpn", "simulated-log.kpn", "recorded-deals-24.kpn", "recorded-deals-32.kpn", "single-dummy.kpn")
VALID = sorted((Path(__file__).parent / "data" / "valid").glob("*.kpn"))


def expected_card(card: Judged) -> dict[str, Any]:
    """What the analysis in Python says of a card."""
    judged = card.point is not None
    return {
        "seat": int(card.move.seat), "card": card.move.card, "trick": card.move.trick, "turn": card.move.turn,
        "judged": int(judged), "before": card.before, "after": card.after, "mark": card.mark,
        "words_cost": card.cost_announce, "words_gain": card.gain_announce,
        "choice": list(card.worths), "worth": list(card.worths.values()), "best": sum(1 << c for c in card.best),
    }  # fmt: skip


def found_card(row: dict[str, Any]) -> dict[str, Any]:
    amounts = {name: some(row[name]) for name in ("before", "after", "words_cost", "words_gain")}
    kept = {name: row[name] for name in ("seat", "card", "trick", "turn", "judged", "choice", "worth", "best")}
    return {**kept, **amounts, "mark": MARKS[row["mark"]]}


def expected_game(game: Analysed) -> dict[str, Any]:
    """What the analysis in Python says of a game."""
    seats = game.record.game_row.seats
    given = None if game.replay is None else game.given_away
    return {
        "tricks": game.tricks, "points": game.points, "value": game.value, "makeable": game.makeable,
        "made": game.made, "verdict": game.verdict, "guarantee": game.guarantee, "payoff": game.payoff,
        "discard_cost": game.cost_discard, "cost": tuple(None if given is None or s >= seats else given[s] for s in range(4)),
    }  # fmt: skip


def found_game(row: dict[str, Any], seats: int) -> dict[str, Any]:
    def four(name: str, nothing: int = lib.KR_NO_AMOUNT) -> tuple[int | None, ...]:
        return tuple(some(amount, nothing) for amount in row[name])

    def flag(name: str) -> bool | None:
        return None if row[name] < 0 else bool(row[name])

    return {
        "tricks": four("tricks", -1), "points": four("points", lib.KR_UNKNOWN), "value": some(row["value"], lib.KR_UNKNOWN),
        "makeable": flag("makeable"), "made": flag("made"),
        "verdict": None if row["verdict"] < 0 else VERDICTS[row["verdict"]],
        "guarantee": four("guarantee"), "payoff": four("payoff"), "discard_cost": some(row["discard_cost"]),
        "cost": four("cost"),
    }  # fmt: skip


def differences(records: Sequence[Record], evaluated: Evaluated | None = None) -> list[str]:
    """Where the core's evaluation and the analysis in Python differ."""
    found = by_game(evaluated or evaluate(judged_records(records)))
    lines = []
    for record, game, (row, cards) in zip(records, analysed(records, best=False), found, strict=True):
        expected, seen = expected_game(game), found_game(row, record.game_row.seats)
        listed = [name for name in expected if expected[name] != seen[name]]
        lines += [f"{record!r}: {name}: {expected[name]} is {seen[name]}" for name in listed]
        if len(game.cards) != len(cards):
            lines.append(f"{record!r}: {len(game.cards)} cards are {len(cards)}")
            continue
        for card, one in zip(game.cards, cards, strict=True):
            wanted, got = expected_card(card), found_card(one)
            listed = [name for name in wanted if wanted[name] != got[name]]
            lines += [f"{record!r}: card {wanted['trick']}.{wanted['turn']}: {name}: {wanted[name]} is {got[name]}" for name in listed]
    return lines


@pytest.mark.parametrize("log", LOGS)
def test_bundled_logs(log: str) -> None:
    assert not differences(read_kpn(path_of(log)).records)


@pytest.mark.parametrize("file", VALID, ids=lambda file: file.stem)
def test_files_of_every_kind(file: Path) -> None:
    assert not differences(read_kpn(file).records)


@pytest.mark.parametrize("game", GAMES)
def test_random_games(game: str) -> None:
    rng = random.Random(f"evaluate {game}")
    assert not differences([random_game(rng, game) for _ in range(25)])


# from text, through the judge


def parsed_games(text: str) -> list[Parsed]:
    """The games of a text as numbers."""
    reader, games = Reader(text), list[Parsed]()
    for block in reader.blocks():
        if block.is_evening:
            reader.add_evening(block)
        elif block.tag_start >= 0:
            reader.enter(block)
            games.append(parse_game(block))
    return games


def with_gaps(text: str, rng: random.Random) -> str:
    """A game of which something is not known."""
    name = rng.choice(("Deal", "Deal", "Talon", "Discard", "Contract", "Declarer", "Called", "Trump", "Auction", "Play"))
    if name == "Play":
        return text[: text.find("[Play")] if "[Play" in text else text
    if name == "Auction":
        return re.sub(r"\[Auction [^\[]*", "", text)
    if name != "Deal":
        return re.sub(rf'\[{name} "[^"]*"\]', f'[{name} "?"]', text)
    hands = re.search(r'\[Deal "(\w):([^"]*)"\]', text)
    assert hands is not None
    listed = hands[2].split(" ")
    for seat in rng.sample(range(len(listed)), rng.choice((1, 2))):
        listed[seat] = "-"
    return text.replace(hands[0], f'[Deal "{hands[1]}:{" ".join(listed)}"]')


def text_differences(texts: Sequence[str]) -> list[str]:
    """The same of texts that go through the judge."""
    text = "\n\n".join(texts)
    records = [record for record in parse_kpn(text).records if not lacks_talon(record)]
    judged = judged_games(parsed_games(text))
    return differences(records, evaluate(judged.columns, [record.index for record in records]))


def lacks_talon(record: Record) -> bool:
    """Whether the talon of a game is said to be unknown: the analysis in Python then has a value that is none."""
    return bool(record.game_row.talon) and record.deal is not None and not record.deal.talon


@pytest.mark.parametrize("game", GAMES)
def test_random_texts_and_those_with_gaps(game: str) -> None:
    rng = random.Random(f"evaluate text {game}")
    texts = [record_text(random_game(rng, game)) for _ in range(12)]
    assert not text_differences([text if rng.random() < 0.3 else with_gaps(text, rng) for text in texts])


def test_what_is_not_known_is_said() -> None:
    """Each gap has a state of its own; nothing of the deal is told, and no card."""
    rng = random.Random("states")
    graden, three = random_game(rng, "graden", rare=False), random_game(rng, "anrufen3", rare=False)
    assert graden.deal is not None and three.deal is not None
    n, e, s, _ = graden.deal.hands
    gaps = {
        lib.KR_NO_CONTRACT: replace(graden, contract=None, question=None, settlement=None),
        lib.KR_INCOMPLETE: replace(graden, question=None, facts=None, settlement=None),
        lib.KR_HAND_UNKNOWN: replace(graden, deal=Deal((n, e, s, None)), settlement=None),
        lib.KR_DISCARD_UNKNOWN: replace(three, discard=None, play=(), settlement=None),
    }
    without_talon = replace(three, deal=Deal(three.deal.hands, 0))
    found = by_game(evaluate(judged_records([*gaps.values(), without_talon])))
    for state, (row, cards) in zip([*gaps, lib.KR_DISCARD_UNKNOWN], found, strict=True):
        assert row["state"] == state and not cards
        assert (row["value"], row["makeable"], row["verdict"]) == (lib.KR_UNKNOWN, -1, -1)
        assert {*row["guarantee"], *row["payoff"], *row["cost"], row["discard_cost"]} == {lib.KR_NO_AMOUNT}


def test_a_contract_won_as_dealt_has_no_cards() -> None:
    games = read_kpn(Path(__file__).parent / "data" / "valid" / "bauernschnapsen.kpn").records
    record = next(game for game in games if game.question is not None and game.question.contract.goal.as_dealt)
    [(row, cards)] = by_game(evaluate(judged_records([record])))
    assert row["state"] == lib.KR_WON_AS_DEALT and not cards
    assert (row["value"], row["makeable"], row["made"], VERDICTS[row["verdict"]]) == (1, 1, 1, "made")
    assert row["payoff"] == row["guarantee"] == record.settlement


def test_positions_and_tasks_of_cards() -> None:
    """They are those at which today's analysis solves the card."""
    rng = random.Random("positions")
    records = [random_game(rng, name) for name in GAMES for _ in range(4)]
    evaluated, place = evaluate(judged_records(records), positions=True), 0
    for game, (_, cards) in zip(analysed(records, best=False), by_game(evaluated), strict=True):
        for card, row in zip(game.cards, cards, strict=True):
            if card.point is not None:
                task, position = card.point.pair
                assert bytes(ffi.buffer(evaluated.tasks[place : place + 1])) == task.pack()
                assert bytes(ffi.buffer(evaluated.positions[place : place + 1])) == position.pack()
            assert row["judged"] == (card.point is not None)
            place += 1
    assert place == evaluated.cards > 300


@pytest.mark.parametrize(("field", "value"), [("contract", 16), ("leader", 4), ("cards", 33), ("order", 3)])
def test_numbers_that_cannot_be_are_refused(field: str, value: int) -> None:
    judged = judged_records([random_game(random.Random("refused"), "graden", rare=False)])
    setattr(judged.facts[0], field, value)
    with pytest.raises(ValueError, match="record 0: "):
        evaluate(judged)


def test_only_the_listed_records_are_evaluated() -> None:
    rng = random.Random("listed")
    records = [random_game(rng, "graden", rare=False) for _ in range(6)]
    judged = judged_records(records)
    every, chosen = by_game(evaluate(judged)), by_game(evaluate(judged, [4, 1]))
    assert [cards for _, cards in chosen] != [every[4][1], every[1][1]]  # the ends of choices differ
    told = [[found_card(card) for card in cards] for _, cards in chosen]
    assert told == [[found_card(card) for card in every[i][1]] for i in (4, 1)]


# against plain search

ORACLE = [
    ("graden", 3, 30), ("graden", 4, 4), ("russbach", 2, 12), ("rufmariasch", 3, 6), ("anrufen", 3, 24),
    ("anrufen3", 3, 12), ("bauernschnapsen", 3, 24), ("whist", 3, 8),
]  # fmt: skip


def judged_card(record: Record, place: int, row: dict[str, Any]) -> Judged:
    """A row of the columns as the object that the checks take."""
    seen = found_card(row)
    cost = None if seen["before"] is None else seen["before"] - seen["after"]
    best = tuple(card for card in seen["choice"] if seen["best"] >> card & 1)
    worths = dict(zip(seen["choice"], seen["worth"], strict=True))
    words = seen["words_cost"], seen["words_gain"]
    return Judged(record.play[place], None, worths, seen["before"], seen["after"], cost, best, seen["mark"], *words)


@pytest.mark.parametrize(("name", "size", "games"), ORACLE)
def test_cards_words_and_deals_are_those_of_plain_search(name: str, size: int, games: int) -> None:
    rng, game = random.Random(f"evaluate costs {name} {size}"), GAMES[name]
    logs = [log(game, size, random_rules(game, rng), rng) for _ in range(games)]
    found, compared = by_game(evaluate(judged_records([record for record, _ in logs]))), 0
    for (record, positions), (row, cards) in zip(logs, found, strict=True):
        assert len(cards) == len(record.play)
        compared += check(Oracle(positions), tuple(judged_card(record, i, card) for i, card in enumerate(cards)))
        seen = found_game(row, game.seats)
        if positions.asked.question.contract.stake == "none":
            assert seen["value"] == positions.value(0)
            continue
        # Before the discard the declarer still has the best one to choose.
        dealt = replace(positions.played, cards=(), discard=None) if game.talon else positions.played
        forced = Positions(game, positions.asked.question, positions.asked.rules, dealt).forced(0)
        assert all(amount in (None, wanted) for amount, wanted in zip(seen["guarantee"], forced, strict=True))
        if game.talon:
            declarer = positions.asked.first
            assert seen["discard_cost"] == forced[declarer] - positions.forced(0)[declarer]
    assert compared > 5 * games
