"""Find the card that a careful player plays at a turn (RULINGS: at the table).

A layout is a way in which the cards that a player does not see can lie.
"""

from __future__ import annotations

from kranalyze.cards import cards_of
from kranalyze.core.careful import STATES, StartingPoint, play_careful, records_of
from kranalyze.core.moments import Moment
from kranalyze.dealing import random_below, random_stream
from kranalyze.kpn import Record
from kranalyze.kpn.recordfacts import encode_words_of_trick_1, fact_numbers

#: Error messages for records that cannot be played on, by the state that the core returns.
_REASONS = {
    "no_contract": "the contract of the record is not known in full",
    "no_game": "the contract is never played",
    "hand_unknown": "a hand or the talon is not known",
    "cannot_be": "the hands contradict the game so far",
    "not_solved": "the position cannot be solved",
}


def careful_card_number(record: Record, moment: Moment, look: int, seed: int) -> int:
    """Return the number of the card that a careful player plays after the cards of a record.

    The player uses only what its seat knows. The core plays the game to its end, but only the first card is
    used. So the players of the other seats sample just one layout, to save time.

    Args:
        record: the game so far. All hands must be known.
        moment: the turn of the seat to play.
        look: number of layouts that the player samples.
        seed: seed of the samples, and of the choice between equal cards.

    Raises:
        ValueError: the game cannot be played on.
    """
    game, question, deal = record.game_row, record.question, record.deal
    assert question is not None and deal is not None
    words = tuple(encode_words_of_trick_1(record, game))
    called = None if record.called is None else record.called.number
    put = StartingPoint(
        game, question, called, record.forehand, contra=record.contra, seen=fact_numbers(record),
        words=words, laid=tuple((int(laid_by), card.number) for laid_by, card in record.face_down),
    )  # fmt: skip
    records = records_of([put])
    rules = records.rows[0]
    rules.size = deal.size  # an ending has fewer cards than the game
    rules.pack = sum(deal.masks) | deal.talon_mask
    looks = [look if seat == moment.seat else 1 for seat in range(4)]
    games = play_careful(records, 1, look=looks, seed=seed, doubles=False, to_the_end=True, workers=1)
    state = STATES[games.columns["state"][0]]
    if state != "played":
        raise ValueError(_REASONS.get(state, state))
    if moment.lays:
        return games.of("laid", 0)[moment.seat]
    played = games.played(0)
    if len(played) > len(record.play):
        return played[len(record.play)][1]
    # The core stopped before this turn, because the result was decided. So all legal cards are equally good.
    legal = list(cards_of(moment.legal))
    return legal[random_below(random_stream(seed, len(record.play)), len(legal))]
