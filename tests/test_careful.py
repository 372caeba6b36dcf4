"""The core's careful players choose and settle as plain enumeration says (RULINGS: at the table)."""
# mypy: no-strict-optional

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from fractions import Fraction
from math import sqrt
from typing import Any

import pytest

from careful_games import cut, play, settlements, short_record, situations
from kranalyze.cards import CARDS, cards_of, mask_of
from kranalyze.core.careful import CarefulGames
from kranalyze.games import GAMES
from kranalyze.kpn import Record
from oracle.careful import (
    CarefulOracle,
    Choice,
    TooLongError,
    options_of,
    to_lay,
    true_positions,
    turn,
    undiscarded,
)
from oracle.play import play_rules

#: Number of games that are played from each situation.
PLAYED = 1000

#: What the quick suite compares: the game, the number of cards in each hand, and the number of situations.
QUICK = [
    ("graden", 2, 10), ("graden", 3, 2), ("russbach", 2, 2), ("rufmariasch", 2, 4), ("anrufen", 2, 8),
    ("anrufen", 3, 2), ("anrufen3", 2, 8), ("anrufen3", 3, 2), ("bauernschnapsen", 2, 6), ("whist", 2, 6),
]  # fmt: skip
#: Situations in which plain enumeration takes longest. Only the tests marked ``long`` compare them.
RARE = [
    ("rufmariasch", 3, 1), ("bauernschnapsen", 3, 1), ("whist", 3, 1), ("graden", 4, 1), ("anrufen", 4, 1),
    ("anrufen3", 4, 1), ("bauernschnapsen", 4, 1), ("whist", 4, 1),
]  # fmt: skip
LONG = [pytest.param(game, size, 40 * count, marks=pytest.mark.long) for game, size, count in [*QUICK, *RARE]]


def agrees(expected: Mapping[Any, Fraction], counted: Mapping[Any, int]) -> bool:
    """Return whether counts fit chances within 4.5 standard errors.

    An outcome without a chance must not occur.
    """
    games = sum(counted.values())
    for key in {*expected, *counted}:
        chance = float(expected.get(key, 0))
        error = sqrt(chance * (1 - chance) / games)
        if abs(counted.get(key, 0) / games - chance) > 4.5 * error + 1e-9:
            return False
    return True


def next_choice(record: Record, games: CarefulGames, game: int) -> tuple[Hashable, int]:
    """Return the choice of the seat to move in a game of the core: its words, and its card or discard."""
    if undiscarded(record):
        return frozenset(), games.of("discard", game)[0]
    laying = to_lay(record)
    if laying is not None:
        return frozenset(), games.of("laid", game)[laying]
    seat, card = games.seats_and_cards_played(game)[len(record.play)]
    words: set[tuple[Any, ...]] = set()
    if len(record.play) < len(play_rules(record.game_row, record.question).seats):
        words |= {("marriage", suit) for suit in range(4) if games.of("suits", game)[seat] >> suit & 1}
        words |= {("hundred",)} if games.of("hundred", game)[0] >> seat & 1 else set()
        words |= {("all_tricks",)} if games.of("all", game)[0] >> seat & 1 else set()
        if games.of("raiser", game)[0] == seat:
            words.add(("raise", record.game_row.contracts[games.of("level", game)[0]].id))
        if record.game_row.contra == "token" and games.of("contra_by", game)[0] >> seat & 1:
            words.add(("contra",))
    return frozenset(words), card


def plain(choice: Choice) -> tuple[Hashable, int]:
    words = ((said.what, said.level if said.what == "raise" else said.suit) for said in choice.words)
    return frozenset(tuple(part for part in word if part is not None) for word in words), choice.card


def compare_choices(record: Record, seed: int) -> bool | None:
    """Return whether the seat to move chooses as the oracle does.

    None: the seat has no choice, or the oracle needs too many positions.
    """
    seat = turn(record)
    if seat is None or len(list(options_of(record, seat))) == 1:
        return None
    try:
        chances = CarefulOracle(most=600).choices(record)
    except TooLongError:
        return None
    games = play(record, PLAYED, seed=seed)
    assert set(games.columns["state"]) == {0}
    counted = Counter(next_choice(record, games, i) for i in range(PLAYED))
    return agrees({plain(choice): chance for choice, chance in chances.items()}, counted)


@pytest.mark.parametrize(("game", "size", "count"), [*QUICK, *LONG])
def test_choices_are_those_of_plain_enumeration(game: str, size: int, count: int) -> None:
    """The core chooses as plain enumeration does, in every game and at every kind of turn.

    A seat chooses words and a card, a card to lay face down, or cards to discard.
    """
    rng = random.Random(f"choices {game} {size} {count}")
    compared = 0
    while compared < count:
        record = short_record(rng, game, size)
        outcome = None if record is None else compare_choices(record, compared)
        assert outcome in (True, None), (record, record.play)
        compared += outcome is True


def holder_is_hidden(record: Record) -> bool:
    """Return whether the seat to move neither holds the called card nor has seen it."""
    seat = turn(record)
    played = record.called in {move.card for move in record.play}
    return seat is not None and not played and not record.deal.mask(seat) >> record.called.number & 1


def word_was_said(record: Record) -> bool:
    return bool(record.announce)


def card_lies_hidden(record: Record) -> bool:
    """Return whether there are two bidders, and a bidder's face-down card is hidden from the seat to move."""
    seat = turn(record)
    heard = {move.seat for move in record.play}
    if record.second is None or len(record.play) > 3 or record.second in heard:
        return False
    return seat != record.second or not record.play


def may_announce(record: Record) -> bool:
    """Return whether the next card belongs to trick 1. Its player may announce "100" or "all tricks"."""
    return len(record.play) < 4


def points_were_discarded(record: Record) -> bool:
    """Return whether a defender is to move and does not see an Ace or Ten that the declarer has discarded."""
    if not record.play or turn(record) in (None, record.declarer):
        return False
    return bool(record.discard.mask & TENS)


#: The mask of all Aces and Tens.
TENS = mask_of(card for card in range(32) if card % 8 in (3, 7))

#: Rare kinds of turns: game, contract, condition on the record, and number of turns to compare.
DIRECTED: list[tuple[str, str, Callable[[Record], bool], int]] = [
    ("anrufen", "all_tricks", holder_is_hidden, 10), ("anrufen", "simple", holder_is_hidden, 4),
    ("graden", "durchmarsch", holder_is_hidden, 4), ("anrufen", "simple", word_was_said, 10),
    ("anrufen", "hundred", word_was_said, 6), ("anrufen3", "simple", points_were_discarded, 10),
    ("anrufen3", "hundred", points_were_discarded, 4), ("graden", "bettler", card_lies_hidden, 10),
    ("graden", "plauderer", card_lies_hidden, 4), ("russbach", "simple", may_announce, 8),
    ("graden", "schurln", lambda record: True, 3),
]


@pytest.mark.parametrize(("game", "contract", "wanted", "count"), DIRECTED)
def test_choices_of_rare_turns(
    game: str, contract: str, wanted: Callable[[Record], bool], count: int
) -> None:
    rng = random.Random(f"rare {game} {contract} {wanted.__name__}")
    compared = 0
    while compared < count:
        record = short_record(rng, game, 2, contract)
        outcome = compare_choices(record, compared) if record is not None and wanted(record) else None
        assert outcome in (True, None), (record, record.play)
        compared += outcome is True


@pytest.mark.parametrize("game", ["anrufen", "anrufen3"])
def test_of_equal_means_the_fewest_words(game: str) -> None:
    """If a word is as good as silence, a careful player says nothing."""
    rng = random.Random(f"fewest {game}")
    compared = 0
    while compared < 1:
        record = short_record(rng, game, 2)
        seat = None if record is None or len(record.play) > 3 else turn(record)
        if seat is None or undiscarded(record):
            continue
        means = CarefulOracle().means(record, seat, list(options_of(record, seat)))
        equal = {bool(choice.words) for choice, mean in means.items() if mean == max(means.values())}
        if equal == {False, True}:
            assert compare_choices(record, compared) is True
            compared += 1


@pytest.mark.parametrize(("game", "size", "count"), [*QUICK, *LONG])
def test_settlements_are_those_of_plain_enumeration(game: str, size: int, count: int) -> None:
    for record, chances in situations(game, size, count // 2, 3, most=1500):
        counted = settlements(play(record, PLAYED), record.game_row.seats)
        assert agrees(chances, counted), (record, record.play, chances, counted)


@pytest.mark.parametrize("game", GAMES)
def test_slips_play_any_card(game: str) -> None:
    """A slip is a turn at which any legal card is equally likely.

    Two seats slip at half of their turns, a third seat slips at every turn.
    """
    rng = random.Random(f"slips {game}")
    slips = (Fraction(1, 2), Fraction(1, 2), Fraction(1), Fraction(0))
    compared = 0
    while compared < (1 if game == "russbach" else 2):
        record = short_record(rng, game, 2)
        if record is None:
            continue
        record = cut(record, len(record.play) // 2 if compared % 2 else 0)
        try:
            chances = CarefulOracle(slips, most=2500).settlements(record)
        except TooLongError:
            continue
        counted = settlements(play(record, PLAYED, slips=tuple(map(float, slips))), record.game_row.seats)
        assert agrees(chances, counted), (record, record.play, chances, counted)
        compared += 1


def doubled(record: Record) -> int:
    """Return how often players of Bauernschnapsen double the stake if they judge by the oracle's averages."""
    contra = 0
    speaker = int(record.leader if record.forehand is None else record.forehand)
    for times in range(3):
        order = [(speaker + i) % 4 for i in range(4)]
        entitled = [s for s in order if (s - record.declarer) % 2 == (times + 1) % 2]
        oracle = CarefulOracle()
        asked = replace(record, contra=contra)
        who = next((s for s in entitled if oracle.mean_of_game(asked, s) > 0), None)
        if who is None:
            break
        contra, speaker = contra + 1, (who + 1) % 4
    return contra


def test_contra_is_said_and_answered_by_means() -> None:
    rng = random.Random("contra")
    found = Counter[int]()
    while sum(found.values()) < 15:
        record = short_record(rng, "bauernschnapsen", 2)
        if record is None:
            continue
        record = replace(cut(record, 0), contra=0)
        games = play(record, 20, doubles=True)
        expected = doubled(record)
        assert set(games.columns["contra"]) == {expected}
        found[expected] += 1
    assert len(found) > 1


def test_one_layout_left_is_double_dummy() -> None:
    """From trick 2 of a Plauderer on, all hands are open: careful play pays what every seat can force."""
    rng = random.Random("one layout")
    compared = 0
    while compared < 25:
        record = short_record(rng, "graden", 3, "plauderer")
        if record is None or record.second is not None:
            continue
        if len(record.play) < 4 or turn(record) is None:
            continue
        forced = true_positions(record).forced(len(record.play))
        assert settlements(play(record, 50)) == {forced: 50}
        compared += 1


def test_a_card_laid_face_down_that_nobody_knows_may_be_any() -> None:
    """The second Bettler's face-down card may be any card of the hand if the record does not name it.

    All cards of the hand are equally likely.
    """
    rng = random.Random("laid")
    compared = 0
    while compared < 5:
        record = short_record(rng, "graden", 2, rng.choice(("bettler", "plauderer")))
        if record is None or record.second is None or not 0 < len(record.play) < 4:
            continue
        if record.second in {move.seat for move in record.play}:
            continue
        lying = list(cards_of(record.deal.mask(record.second)))
        laid = [pair for pair in record.face_down if pair[0] != record.second]
        chances: dict[Any, Fraction] = {}
        for card in lying:
            known = replace(record, face_down=(*laid, (record.second, CARDS[card])))
            for pays, chance in CarefulOracle().settlements(known).items():
                chances[pays] = chances.get(pays, Fraction(0)) + chance / len(lying)
        assert agrees(chances, settlements(play(replace(record, face_down=tuple(laid)), PLAYED)))
        compared += 1
