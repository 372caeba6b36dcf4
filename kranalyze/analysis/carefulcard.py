"""Find the card that a careful player plays at a turn (RULINGS, section "At the table").

A careful player judges cards by sampled layouts. A layout is an arrangement of the cards that the player does
not see.
"""

from __future__ import annotations

from kranalyze.cards import cards_of
from kranalyze.core.careful import STATES, StartingPoint, play_careful, records_of
from kranalyze.core.moments import Moment
from kranalyze.dealing import random_below, random_stream
from kranalyze.kpn import Record
from kranalyze.kpn.recordfacts import encode_words_of_trick_1, fact_numbers

#: Error messages for games that the core cannot continue. The key is the state that the core returns.
_REASONS = {
    "no_contract": "the contract of the record is not known in full",
    "no_game": "the contract is never played",
    "hand_unknown": "a hand or the talon is not known",
    "cannot_be": "the hands contradict the game so far",
    "not_solved": "the position cannot be solved",
}


def careful_card_number(record: Record, moment: Moment, look: int, seed: int) -> int:
    """Return the next card that a careful player plays in a recorded game, as a card number.

    The player uses only what its seat knows. The core plays the recorded game to its end, but this function
    returns only the next card. To save time, the players of the other seats sample just one layout at each
    turn.

    Args:
        record: the game so far. All hands must be known.
        moment: the state of the game before the next card.
        look: number of layouts that the player samples.
        seed: seed of the samples, and of the random choice between equally good cards.

    Raises:
        ValueError: the core cannot continue the game, for example because a hand is unknown.
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
    rules.size = deal.size  # a record may begin late in a game, with fewer cards than a full deal
    rules.pack = sum(deal.masks) | deal.talon_mask
    looks = [look if seat == moment.seat else 1 for seat in range(4)]
    games = play_careful(records, 1, look=looks, seed=seed, doubles=False, to_the_end=True, workers=1)
    state = STATES[games.columns["state"][0]]
    if state != "played":
        raise ValueError(_REASONS.get(state, state))
    if moment.lays_next_card_face_down:
        return games.of("laid", 0)[moment.seat]
    played = games.seats_and_cards_played(0)
    if len(played) > len(record.play):
        return played[len(record.play)][1]
    # The core stopped before this turn, because the result was decided. All legal cards are equally good, so
    # draw one of them at random.
    legal = list(cards_of(moment.legal))
    return legal[random_below(random_stream(seed, len(record.play)), len(legal))]
