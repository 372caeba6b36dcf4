"""Test the rules of play: each rule on a hand-made position, and the replay of whole games."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kranalyze.cards import card_letters, cards_of, mask_of, parse_card, parse_hand
from kranalyze.core.questionborder import questions
from kranalyze.deal import Seat
from kranalyze.games import get_game
from oracle.play import PlayRules, legal, play_rules, turn_order, why_illegal, winner
from oracle.table import IllegalPlay, State, mover, moves, perft, play, replay

PLAIN_K = PlayRules("K", None)
PLAIN_T = PlayRules("T", None)
HEARTS = PlayRules("T", 1)
WHIST = PlayRules("K", None, must_trump=False, must_beat=False)
WHIST_HEARTS = PlayRules("K", 1, must_trump=False, must_beat=False)
NO_BEAT = PlayRules("T", 1, must_beat=False)


def cards(text: str) -> list[int]:
    return [parse_card(word) for word in text.split()]


def names(mask: int) -> set[str]:
    return {card_letters(c) for c in cards_of(mask)}


@pytest.mark.parametrize(
    ("rules", "hand", "trick", "allowed"),
    [
        # The leader may play anything.
        (HEARTS, "SA HT D9", "", "SA HT D9"),
        # Follow suit, and beat if able.
        (PLAIN_K, "SA S9 HA", "SK", "SA"),
        (PLAIN_K, "SQ S9 HA", "SK", "SQ S9"),
        # Only the highest card so far has to be beaten, not the card led.
        (PLAIN_K, "SQ S9", "SJ SK", "SQ S9"),
        (PLAIN_K, "SA SQ S9", "SJ SK", "SA"),
        # A discard by another player changes nothing: the spade led is still the highest card.
        (PLAIN_K, "SQ S9", "SJ HA", "SQ"),
        # Any card that beats the highest card so far is legal, even the lowest such card.
        (PLAIN_K, "SA SK SQ S9", "SJ", "SA SK SQ"),
        # The order of rank decides which card beats which: the Ten beats the King only in T-order.
        (PLAIN_K, "ST S9", "SK", "ST S9"),
        (PLAIN_T, "ST S9", "SK", "ST"),
        (PLAIN_T, "SK S9", "ST", "SK S9"),
        # Zehnerloch has the order T K Q J A, so that a Jack beats the Ace, and the Ten beats the King.
        (PlayRules("Z", None), "SJ SA", "SA", "SJ"),
        (PlayRules("Z", None), "ST SA", "SK", "ST"),
        (PlayRules("Z", None), "SA HT", "SJ", "SA"),
        # Without trump a void player plays anything.
        (PLAIN_K, "HA D9 C9", "SK", "HA D9 C9"),
        # A void player with trumps must trump. On a trick without a trump any trump is legal.
        (HEARTS, "HA H9 DA C9", "SK", "HA H9"),
        # If another player has trumped, a void player must overtrump if he can ...
        (HEARTS, "HA H9 DA", "SK HJ", "HA"),
        # ... and must still trump if he cannot overtrump.
        (HEARTS, "H9 HQ DA", "SK HK", "H9 HQ"),
        # A void player without trumps plays anything.
        (HEARTS, "DA C9", "SK HJ", "DA C9"),
        # If a plain suit has been trumped, none of its cards beats the trump: any card of the suit is legal.
        (HEARTS, "SA S9 HA", "SK HJ", "SA S9"),
        # A trick led in trumps: follow and beat.
        (HEARTS, "HA HQ D9", "HK", "HA"),
        (HEARTS, "HQ H9 DA", "HK", "HQ H9"),
        # A player who holds the suit led may not trump, even if only a trump could beat.
        (HEARTS, "S9 HA", "SA", "S9"),
        # In whist a player must only follow suit. He need not beat, trump or overtrump.
        (WHIST, "SA S9 HA", "SK", "SA S9"),
        (WHIST_HEARTS, "HA D9", "SK", "HA D9"),
        (WHIST_HEARTS, "HA H9 D9", "SK HJ", "HA H9 D9"),
        # In Bauernschnapsen with the rule "beat=none", a player must follow, or else trump. He need not beat.
        (NO_BEAT, "SA SJ", "SK", "SA SJ"),
        (NO_BEAT, "HA HJ DA", "SK HQ", "HA HJ"),
    ],
)
def test_legal(rules: PlayRules, hand: str, trick: str, allowed: str) -> None:
    held, played = mask_of(cards(hand)), cards(trick)
    assert names(legal(held, played, rules)) == set(allowed.split())
    for card in cards(hand):
        assert (why_illegal(card, held, played, rules) is None) == (card_letters(card) in allowed.split())


def test_card_laid_face_down_neither_follows_nor_beats() -> None:
    hand, trick = mask_of(cards("SA S9 HA")), cards("SK")
    assert names(legal(hand, trick, PLAIN_K, parse_card("HA"))) == {"HA"}
    assert names(legal(hand, trick, PLAIN_K, parse_card("S9"))) == {"S9"}
    reason = why_illegal(parse_card("SA"), hand, trick, PLAIN_K, parse_card("HA"))
    assert reason == "must play the HA laid face down"


def test_face_down_card_off_suit_need_not_be_beaten_in_suit_it_must() -> None:
    # The HA, laid face down, cannot win. So the SK is the highest card, and South must beat it.
    assert names(legal(mask_of(cards("SA SQ HQ")), cards("SK HA"), PLAIN_K)) == {"SA"}
    # A card laid face down in the suit led counts like any other: no spade of South's beats the SA.
    assert names(legal(mask_of(cards("SQ S9 HQ")), cards("SK SA"), PLAIN_K)) == {"SQ", "S9"}
    assert winner(cards("SK HA SQ S9"), PLAIN_K) == 0
    assert winner(cards("SK SA SQ S9"), PLAIN_K) == 1


@pytest.mark.parametrize(
    ("rules", "trick", "wins"),
    [
        (PLAIN_K, "SK ST SA SQ", "SA"),
        (PLAIN_K, "SK ST SQ S9", "SK"),
        (PLAIN_T, "SK ST SQ S9", "ST"),
        (PLAIN_K, "S9 HA DA CA", "S9"),
        (HEARTS, "SA H9 ST SK", "H9"),
        (HEARTS, "SA H9 HJ SK", "HJ"),
        (HEARTS, "HK HT HA DA", "HA"),
        (PlayRules("Z", None), "SA SJ SQ", "SQ"),
    ],
)
def test_winner(rules: PlayRules, trick: str, wins: str) -> None:
    assert card_letters(cards(trick)[winner(cards(trick), rules)]) == wins


def test_an_empty_trick_has_no_winner() -> None:
    with pytest.raises(ValueError, match="empty trick"):
        winner([], PLAIN_K)


@pytest.mark.parametrize(
    ("card", "hand", "trick", "rules", "reason"),
    [
        ("HA", "SA S9", "", PLAIN_K, "does not hold the HA"),
        ("SA", "HK HJ SA", "H9", PLAIN_K, "must follow hearts with one of HK HJ"),
        ("SA", "HJ SA", "HK", PLAIN_K, "must follow hearts with the HJ"),
        ("S9", "SA S9", "SK", PLAIN_K, "must beat the SK"),
        ("DA", "H9 DA", "SK", HEARTS, "must trump with the H9"),
        ("H9", "H9 HA", "SK HJ", HEARTS, "must beat the HJ"),
        ("DA", "H9 HA DA", "SK HJ", HEARTS, "must trump with the HA"),
    ],
)
def test_why_illegal_names_the_rule(card: str, hand: str, trick: str, rules: PlayRules, reason: str) -> None:
    assert why_illegal(parse_card(card), mask_of(cards(hand)), cards(trick), rules) == reason


def test_why_illegal_in_german_letters() -> None:
    hand = mask_of(cards("DK DJ SA"))
    reason = why_illegal(parse_card("SA"), hand, cards("D9"), PLAIN_K, deck="german")
    assert reason == "must follow bells with one of SK SU"


def test_rules_of_each_game() -> None:
    seen = {}
    for name in ("graden", "russbach", "rufmariasch", "anrufen", "anrufen3", "bauernschnapsen", "whist"):
        game = get_game(name)
        rules = game.in_force
        for q in questions(game.under(rules), selfish=True):
            seen[name, q.contract.id] = play_rules(game.under(rules), q)
    # All games but whist have the duty to beat, and those with trumps also have the duty to trump.
    for (name, contract), rules_ in seen.items():
        assert rules_.must_beat == (name != "whist"), (name, contract)
        assert rules_.must_trump == (name not in ("graden", "whist")), (name, contract)
    assert {r.order for (n, _), r in seen.items() if n in ("russbach", "rufmariasch", "anrufen")} == {"T"}
    assert seen["graden", "koenigmord"].order == "K" and seen["graden", "zehnermord"].order == "T"
    assert seen["bauernschnapsen", "zehnerloch"].order == "Z"
    assert seen["anrufen3", "simple"].seats == (0, 1, 2)
    game = get_game("bauernschnapsen")
    free = game.under({"beat": "none"}).in_force
    asked = questions(game.under(free))
    bettler = next(q for q in asked if q.contract.id == "bettler" and q.declarer == Seat.E)
    # East's partner West sits out, and the three others play. With the rule "beat=none" nobody has to beat.
    assert play_rules(game.under(free), bettler) == PlayRules("T", None, True, False, (0, 1, 2))


def test_turns_skip_the_seat_that_sits_out() -> None:
    three = replace(PLAIN_T, seats=(0, 1, 3))
    assert [turn_order(s, three)[1] for s in (0, 1, 3)] == [1, 3, 0]
    # West leads, North follows with the Ace, then East: South is passed over.
    hands = tuple(parse_hand(h) for h in ("A...", "K...", "...A", "Q..."))
    [trick] = replay(hands, 3, cards("SQ SA SK"), three)
    assert trick.seats == (3, 0, 1) and trick.winner == 0


DEAL = tuple(parse_hand(h) for h in ("AK..9.", "QJ.A..", "T..AK.", "9.K.Q."))


def test_replay_follows_the_winner() -> None:
    tricks = replay(DEAL, 0, cards("SA SQ ST S9 D9 HA DK DQ DA HK SK SJ"), PLAIN_K)
    assert [t.leader for t in tricks] == [0, 0, 2] and [t.winner for t in tricks] == [0, 2, 2]
    assert tricks[1].seats == (0, 1, 2, 3)


def test_replay_of_unfinished_play() -> None:
    tricks = replay(DEAL, 0, cards("SA SQ ST S9 D9 HA"), PLAIN_K)
    assert [t.winner for t in tricks] == [0, None] and tricks[1].seats == (0, 1)
    assert replay(DEAL, 0, [], PLAIN_K) == []


@pytest.mark.parametrize(
    ("line", "message", "trick", "turn"),
    [
        ("SA HA", "East must follow spades with one of SQ SJ", 1, 2),
        ("SA SQ ST S9 HA", "North does not hold the HA", 2, 1),
        # A card that was played before.
        ("SA SQ ST S9 D9 HA ST", "South does not hold the ST", 2, 3),
        # A discard, though West holds the suit led.
        ("D9 HA DK HK", "West must follow diamonds with the DQ", 1, 4),
    ],
)
def test_replay_names_player_and_rule(line: str, message: str, trick: int, turn: int) -> None:
    with pytest.raises(IllegalPlay, match=message) as caught:
        replay(DEAL, 0, cards(line), PLAIN_K)
    assert (caught.value.trick, caught.value.turn) == (trick, turn)


def test_replay_with_face_down_cards() -> None:
    laid = {0: parse_card("D9"), 1: parse_card("SQ")}
    tricks = replay(DEAL, 0, cards("D9 SQ DK DQ"), PLAIN_K, laid)
    assert tricks[0].winner == 2
    with pytest.raises(IllegalPlay, match="East must play the SQ laid face down"):
        replay(DEAL, 0, cards("D9 SJ"), PLAIN_K, laid)


def test_a_state_plays_as_perft_counts() -> None:
    state = State(DEAL, 0)
    walked = 0
    for first in cards_of(moves(state, PLAIN_K)):
        after = play(state, first, PLAIN_K)
        assert mover(after, PLAIN_K) == 1
        walked += moves(after, PLAIN_K).bit_count()
    assert walked == perft(DEAL, 0, PLAIN_K, 2)
