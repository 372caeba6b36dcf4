"""Measure games of careful players, and measure commands and searches to compare the games with.

A careful player uses only what it can know. It judges its cards in a sample of layouts (ways to deal the
cards that it cannot see). Times are CPU seconds.
"""

from __future__ import annotations

import random
from array import array
from dataclasses import replace
from math import sqrt

from bench_yardsticks import timed

from kranalyze import Seat, odds, table
from kranalyze.cards import parse_hand
from kranalyze.core.careful import StartingPoint, play_careful
from kranalyze.core.questionborder import questions, turns_of_cards_and_next
from kranalyze.deal import Deal
from kranalyze.dealing import Undealt, random_deals
from kranalyze.games import GAMES
from kranalyze.known.advice import advice
from kranalyze.known.fromdeal import record_of_deal
from kranalyze.known.layouts import knowledge
from kranalyze.kpn import Move

#: STRONG is the hand of the declarer in the contract Königmord. LOOK is the number of layouts in which a
#: player judges its cards.
STRONG, LOOK = "AKQ.AQ.A.", 65

#: For each game the hand for which `odds` is measured.
HANDS = {
    "graden": "AKJ.AQ.T.", "russbach": "AT.KQ.T9.87", "rufmariasch": "AT.KQ.T9.87", "anrufen": "AT.KQ.T.9",
    "anrufen3": "AT.KQ.T.9J", "bauernschnapsen": "AK.A.T.J",
}  # fmt: skip


def careful_koenigmord(games: int, seed: int) -> tuple[float, float]:
    """Play games of the contract Königmord between careful players.

    Return the CPU seconds per game, and the share of games in which the contract is made.
    """
    graden = GAMES["graden"]
    [question] = questions(graden, [graden.contract("koenigmord")], [Seat.S])
    hands = Undealt(graden, {Seat.S: parse_hand(STRONG)}).columns(0, games, seed)[:4]
    won: list[int] = []

    def work() -> None:
        played = play_careful(
            [StartingPoint(graden, question)], games, hands=hands, look=LOOK, seed=seed, workers=1
        )
        won[:] = [amount > 0 for amount in played.columns["settlement"][Seat.S :: 4]]

    return timed(work) / games, sum(won) / games


def advised_koenigmord(games: int, seed: int) -> tuple[float, float]:
    """Play the deals of ``careful_koenigmord`` in Python, with a call of ``advice`` at each turn.

    Return the CPU seconds per game, and the share of games in which the contract is made.
    """
    graden = GAMES["graden"]
    rng = random.Random(seed)
    [question] = questions(graden, [graden.contract("koenigmord")], [Seat.S])
    columns = Undealt(graden, {Seat.S: parse_hand(STRONG)}).columns(0, games, seed)[:4]
    won: list[int] = []

    def game(deal: Deal) -> bool:
        record = record_of_deal(deal, game="graden", contract="koenigmord", declarer="S")
        moves: list[Move] = []
        while len(moves) < 24:
            [*_, turn] = turns_of_cards_and_next(graden, question, [move.number for move in moves])
            if turn.turn == 1 and turn.seat != Seat.S:
                return False
            known = knowledge(replace(record, play=tuple(moves)), len(moves), turn.seat)
            within = 1.959963984540054 / sqrt(LOOK - 0.5)  # this width makes `advice` draw LOOK layouts
            found = advice(
                known, limit=LOOK, within=within, first=LOOK, floor=False, seed=rng.getrandbits(32), workers=1
            )
            card = rng.choice(found.best).number
            moves.append(Move(turn.seat, card, turn.trick, turn.turn))
        return turns_of_cards_and_next(graden, question, [move.number for move in moves])[-1].seat == Seat.S

    def work() -> None:
        won[:] = [game(Deal(hands)) for hands in zip(*columns, strict=True)]

    return timed(work) / games, sum(won) / games


def odds_seconds(game: str, games: int | None) -> float:
    """Return the CPU seconds of `odds` with ``games`` games of careful players. None: the default number."""
    return timed(lambda: odds(HANDS[game], game=game, games=games, workers=1))


def russbach_game(games: int, seed: int) -> float:
    """Return the CPU seconds that careful players take to play a deal of the game Rußbach."""
    russbach = GAMES["russbach"]
    deals = random_deals(russbach, games, seed=seed)
    hands = [deals[name].to_list() for name in "nesw"]
    puts: list[StartingPoint] = []
    for deal in zip(*hands, strict=True):
        simple = russbach.contract("simple")
        called = next(card for card in range(15, 0, -1) if not deal[0] >> card & 1)
        row = next(
            q for q in questions(russbach, [simple], [Seat.N])
            if q.callable_mask is not None and q.callable_mask >> called & 1
        )  # fmt: skip
        puts.append(StartingPoint(russbach, row, called=called))
    columns = [array("I", column) for column in hands]
    which = array("I", range(games))

    def work() -> None:
        play_careful(puts, games, hands=columns, which=which, look=LOOK, seed=seed, workers=1)

    return timed(work) / games


def russbach_table(games: int, seed: int) -> float:
    """Return the CPU seconds that `table` takes for a deal, on the deals of ``russbach_game``."""
    deals = random_deals(GAMES["russbach"], games, seed=seed)
    return timed(lambda: table(deals, game="russbach", workers=1)) / games
