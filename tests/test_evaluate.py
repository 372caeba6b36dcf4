"""Compare the core's evaluation of records with the analysis in Python and with plain search."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from analysing import analysed
from deals import random_rules
from evaluating import Row, by_game, unless_empty
from kpn_games import random_game
from kranalyze._core import ffi, lib
from kranalyze.analysis.game import Analysed, Judged
from kranalyze.bundled import path_of_own_or_bundled
from kranalyze.cards import Card, named_cards
from kranalyze.core.evaluate import Evaluated, evaluate
from kranalyze.core.judging import JudgedRecords, RecordNumbers
from kranalyze.core.judging import judged_records as judge
from kranalyze.deal import Deal
from kranalyze.games import GAMES
from kranalyze.hands import Hand
from kranalyze.kpn import Move, Record, parse_kpn, read_kpn, record_text
from kranalyze.kpn.parsing import parse_game
from kranalyze.kpn.reader import Reader
from kranalyze.kpn.recordcolumns import record_columns
from logs import log
from oracle import Positions
from test_analyze_costs import Oracle, check

MARKS = ("", "?", "??")
VERDICTS = ("made", "gift", "lost", "hopeless")
LOGS = ("lessons", "simulated-log", "recorded-deals-24", "recorded-deals-32", "single-dummy")
VALID = sorted((Path(__file__).parent / "data" / "valid").glob("*.kpn"))


def analysed_card(card: Judged) -> Row:
    """Return a card of the analysis in Python as a dictionary."""
    judged = card.point is not None
    return {
        "seat": int(card.move.seat), "card": card.move.number, "trick": card.move.trick,
        "turn": card.move.turn,
        "judged": int(judged), "before": card.before, "after": card.after, "mark": card.mark,
        "words_cost": card.cost_announce, "words_gain": card.gain_announce,
        "choice": [choice.number for choice in card.worths], "worth": list(card.worths.values()),
        "best": Hand(card.best).mask,
    }  # fmt: skip


def evaluated_card(row: Row) -> Row:
    """Return a row of the core's columns by card as a dictionary with the keys of ``analysed_card``."""
    amounts = {name: unless_empty(row[name]) for name in ("before", "after", "words_cost", "words_gain")}
    numbers = ("seat", "card", "trick", "turn", "judged", "choice", "worth", "best")
    return {**{name: row[name] for name in numbers}, **amounts, "mark": MARKS[row["mark"]]}


def analysed_game(game: Analysed) -> Row:
    """Return a game of the analysis in Python as a dictionary."""
    cost: list[int | None] = [None] * 4
    if game.followed:
        seats = game.record.game_row.seats
        cost[:seats] = game.given_away[:seats]
    return {
        "tricks": game.tricks, "points": game.points, "value": game.value, "makeable": game.makeable,
        "made": game.made, "verdict": game.verdict, "guarantee": game.guarantee, "payoff": game.payoff,
        "discard_cost": game.cost_discard, "cost": tuple(cost),
    }  # fmt: skip


def evaluated_game(row: Row) -> Row:
    """Return a row of the core's columns by game as a dictionary with the keys of ``analysed_game``."""

    def four(name: str, nothing: int = lib.KR_NO_AMOUNT) -> tuple[int | None, ...]:
        return tuple(unless_empty(amount, nothing) for amount in row[name])

    def flag(name: str) -> bool | None:
        return None if row[name] < 0 else bool(row[name])

    return {
        "tricks": four("tricks", -1), "points": four("points", lib.KR_UNKNOWN),
        "value": unless_empty(row["value"], lib.KR_UNKNOWN),
        "makeable": flag("makeable"), "made": flag("made"),
        "verdict": None if row["verdict"] < 0 else VERDICTS[row["verdict"]],
        "guarantee": four("guarantee"), "payoff": four("payoff"), "cost": four("cost"),
        "discard_cost": unless_empty(row["discard_cost"]),
    }  # fmt: skip


def different(expected: Row, actual: Row) -> list[str]:
    """Return a line for each key that has different values in two dictionaries."""
    names = (name for name in expected if expected[name] != actual[name])
    return [f"{name}: {expected[name]} is {actual[name]}" for name in names]


def differences(records: Sequence[Record], evaluated: Evaluated | None = None) -> list[str]:
    """Return a line for each difference between the core's evaluation and the analysis in Python."""
    rows = by_game(evaluated or evaluate(record_columns(records)))
    lines = list[str]()
    for record, game, (row, cards) in zip(records, analysed(records, best=False), rows, strict=True):
        lines += (f"{record!r}: {text}" for text in different(analysed_game(game), evaluated_game(row)))
        if len(game.cards) != len(cards):
            lines.append(f"{record!r}: {len(game.cards)} cards are {len(cards)}")
            continue
        for card, card_row in zip(game.cards, cards, strict=True):
            texts = different(analysed_card(card), evaluated_card(card_row))
            lines += (f"{record!r}: card {card.move.trick}.{card.move.turn}: {text}" for text in texts)
    return lines


@pytest.mark.parametrize("log", LOGS)
def test_bundled_logs(log: str) -> None:
    assert not differences(read_kpn(path_of_own_or_bundled(f"{log}.kpn")).records)


@pytest.mark.parametrize("file", VALID, ids=lambda file: file.stem)
def test_files_of_every_kind(file: Path) -> None:
    assert not differences(read_kpn(file).records)


@pytest.mark.parametrize("game", GAMES)
def test_random_games(game: str) -> None:
    rng = random.Random(f"evaluate {game}")
    assert not differences([random_game(rng, game) for _ in range(25)])


# Records that are read from text, and judged before they are evaluated.

#: Tags and sections of KPN that ``with_gaps`` removes or makes unknown. Deal is chosen twice as often.
GAPS = (
    "Deal", "Deal", "Talon", "Discard", "Contract", "Declarer", "Called", "Trump", "FaceDown", "Auction",
    "Play",
)  # fmt: skip


def judged_text(text: str) -> JudgedRecords:
    """Read the games of a text, and let the core judge them."""
    reader, games = Reader(text), list[RecordNumbers]()
    for block in reader.blocks():
        if block.is_evening:
            reader.remember_evening_tags(block)
        elif block.tag_start >= 0:
            reader.complete_game_tags_from_evening(block)
            games.append(parse_game(block).numbers())
    return judge(games)


def with_gaps(text: str, rng: random.Random) -> str:
    """Remove a tag or section from the text of a game, or make its value unknown."""
    name = rng.choice(GAPS)
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
    """Compare the core's evaluation of texts with the analysis in Python. Return a line for each difference.

    The core judges the texts before it evaluates them.
    """
    text = "\n\n".join(texts)
    records = [record for record in parse_kpn(text).records if not lacks_talon(record)]
    judged = judged_text(text)
    return differences(records, evaluate(judged, [record.index for record in records]))


def lacks_talon(record: Record) -> bool:
    """Return whether the talon of a game is unknown.

    Such a game is not compared: instead of a missing value, the analysis in Python shows a number.
    """
    return bool(record.game_row.talon) and record.deal is not None and not record.deal.talon_mask


@pytest.mark.parametrize("game", GAMES)
def test_random_texts_and_those_with_gaps(game: str) -> None:
    rng = random.Random(f"evaluate text {game}")
    texts = [record_text(random_game(rng, game)) for _ in range(12)]
    assert not text_differences([text if rng.random() < 0.3 else with_gaps(text, rng) for text in texts])


def test_cards_laid_face_down_that_nobody_knows() -> None:
    """If the cards laid face down are unknown, at most one card is judged: that of the first declarer.

    The column ``partly`` marks a game with a card that is not judged.
    """
    rng, texts = random.Random("face down"), list[str]()
    while len(texts) < 20:
        record = random_game(rng, "graden")
        if record.second is not None and len(record.play) < 4:
            texts.append(re.sub(r'\[FaceDown "[^"]*"\]', '[FaceDown "?"]', record_text(record)))
    assert not text_differences(texts)
    judged = judged_text("\n\n".join(texts))
    rows = by_game(evaluate(judged))
    assert {row["partly"] for row, _ in rows} == {0, 1}
    assert all(row["partly"] == any(not card["judged"] for card in cards) for row, cards in rows)


def test_each_gap_has_a_state_of_its_own() -> None:
    """The result for a record that lacks a fact has a state that names the gap, but no cards and values."""
    rng = random.Random("states")
    graden, three = random_game(rng, "graden", rare=False), random_game(rng, "anrufen3", rare=False)
    assert graden.deal is not None and three.deal is not None
    n, e, s, _ = graden.deal.hand_masks
    gaps = {
        lib.KR_NO_CONTRACT: replace(graden, contract=None, question=None, settlement=None),
        lib.KR_INCOMPLETE: replace(graden, question=None, facts=None, settlement=None),
        lib.KR_HAND_UNKNOWN: replace(graden, deal=Deal((n, e, s, None)), settlement=None),
        lib.KR_DISCARD_UNKNOWN: replace(three, discard=None, play=(), settlement=None),
    }
    without_talon = replace(three, deal=Deal(three.deal.hand_masks, 0))
    rows = by_game(evaluate(record_columns([*gaps.values(), without_talon])))
    for state, (row, cards) in zip([*gaps, lib.KR_DISCARD_UNKNOWN], rows, strict=True):
        assert row["state"] == state and not cards
        assert (row["value"], row["makeable"], row["verdict"]) == (lib.KR_UNKNOWN, -1, -1)
        assert {*row["guarantee"], *row["payoff"], *row["cost"], row["discard_cost"]} == {lib.KR_NO_AMOUNT}


def test_a_contract_won_as_dealt_has_no_cards() -> None:
    games = read_kpn(VALID[0].with_name("bauernschnapsen.kpn")).records
    record = next(game for game in games if game.contract in ("herrengang", "herrenschnapser"))
    [(row, cards)] = by_game(evaluate(record_columns([record])))
    assert row["state"] == lib.KR_WON_AS_DEALT and not cards
    assert (row["value"], row["makeable"], row["made"], VERDICTS[row["verdict"]]) == (1, 1, 1, "made")
    assert row["payoff"] == row["guarantee"] == record.settlement


def test_positions_and_tasks_of_cards() -> None:
    """The task and the position in the columns of a judged card equal those of the analysis in Python."""
    rng = random.Random("positions")
    records = [random_game(rng, name) for name in GAMES for _ in range(4)]
    evaluated, place = evaluate(record_columns(records), positions=True), 0
    for game, (_, cards) in zip(analysed(records, best=False), by_game(evaluated), strict=True):
        for card, row in zip(game.cards, cards, strict=True):
            if card.point is not None:
                task, position = card.point.task, card.point.position
                assert bytes(ffi.buffer(evaluated.tasks[place : place + 1])) == task.pack()
                assert bytes(ffi.buffer(evaluated.positions[place : place + 1])) == position.pack()
            assert row["judged"] == (card.point is not None)
            place += 1
    assert place == evaluated.cards > 300


@pytest.mark.parametrize(("field", "value"), [("contract", 16), ("leader", 4), ("cards", 33), ("order", 3)])
def test_numbers_that_cannot_be_are_refused(field: str, value: int) -> None:
    judged = record_columns([random_game(random.Random("refused"), "graden", rare=False)])
    setattr(judged.facts[0], field, value)
    with pytest.raises(ValueError, match="record 0: "):
        evaluate(judged)


def test_only_the_listed_records_are_evaluated() -> None:
    rng = random.Random("listed")
    records = [random_game(rng, "graden", rare=False) for _ in range(6)]
    judged = record_columns(records)
    everything = by_game(evaluate(judged))
    for (row, cards), place in zip(by_game(evaluate(judged, [4, 1])), (4, 1), strict=True):
        whole_row, whole_cards = everything[place]
        assert evaluated_game(row) == evaluated_game(whole_row)
        assert [evaluated_card(card) for card in cards] == [evaluated_card(card) for card in whole_cards]


# Comparison with plain search.

ORACLE = [
    ("graden", 3, 30), ("graden", 4, 4), ("russbach", 2, 12), ("rufmariasch", 3, 6), ("anrufen", 3, 24),
    ("anrufen3", 3, 12), ("bauernschnapsen", 3, 24), ("whist", 3, 8),
]  # fmt: skip


def judged_card(move: Move, row: Row) -> Judged:
    """Return a row of the core's columns by card as the object that ``check`` takes."""
    card = evaluated_card(row)
    return Judged(
        move, worths=dict(zip(map(Card, card["choice"]), card["worth"], strict=True)), before=card["before"],
        after=card["after"], cost=None if card["before"] is None else card["before"] - card["after"],
        best=named_cards(card["best"]), mark=card["mark"],
        cost_announce=card["words_cost"], gain_announce=card["words_gain"],
    )  # fmt: skip


@pytest.mark.parametrize(("name", "size", "games"), ORACLE)
def test_cards_words_and_deals_are_those_of_plain_search(name: str, size: int, games: int) -> None:
    rng, game = random.Random(f"evaluate costs {name} {size}"), GAMES[name]
    logs = [log(game, size, random_rules(game, rng), rng) for _ in range(games)]
    rows, compared = by_game(evaluate(record_columns([record for record, _ in logs]))), 0
    for (record, positions), (row, cards) in zip(logs, rows, strict=True):
        compared += check(Oracle(positions), tuple(map(judged_card, record.play, cards)))
        deal = evaluated_game(row)
        assert len(cards) == len(record.play)
        if positions.asked.question.contract.stake == "none":
            assert deal["value"] == positions.value(0)
            continue
        # The core's guarantee is for the time before the discard: the best discard can still be chosen.
        dealt = replace(positions.played, cards=(), discard=None) if game.talon else positions.played
        forced = Positions(game, positions.asked.question, positions.asked.rules, dealt).forced(0)
        assert all(amount in (None, best) for amount, best in zip(deal["guarantee"], forced, strict=True))
        if game.talon:
            best, own = (amounts[positions.asked.first] or 0 for amounts in (forced, positions.forced(0)))
            assert deal["discard_cost"] == best - own
    assert compared > 5 * games
