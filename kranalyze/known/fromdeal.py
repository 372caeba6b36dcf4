"""Make a record from a deal, a contract and the cards played. Find whose turn it is in a record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from kranalyze.answers.solvearguments import (
    NO_TRUMP,
    check_contra,
    parse_discard,
    questions_with_inferred_seats,
    trump_of_argument,
)
from kranalyze.cards import Card, card_letters, letter_of_suit, list_of_cards, pack_mask
from kranalyze.core import numbers
from kranalyze.core.judging import RecordNumbers, absent_fields, judge_records
from kranalyze.core.questionborder import turns_of_cards_and_next
from kranalyze.deal import Deal, Laid, Seat
from kranalyze.games import Contract, Game, get_game
from kranalyze.hands import Hand
from kranalyze.known.layouts import played_question
from kranalyze.kpn import Move, Record
from kranalyze.texts.problems import Place, judged_gaps, problem_text


def record_of_deal(
    deal: Deal, *, game: str | Game, contract: str | Contract, declarer: Seat | str | int | None = None,
    second: Seat | str | int | None = None, call: Card | str | int | None = None,
    trump: str | int | None = None, leader: Seat | str | int | None = None,
    dealer: Seat | str | int | None = None, discard: str | Iterable[Card | str | int] | None = None,
    contra: int = 0, play: str | Iterable[Card | str | int] = (), face_down: Laid | None = None,
    rules: Mapping[str, str] | None = None,
) -> Record:  # fmt: skip
    """Return the record of a game from a deal, a contract and the cards played.

    At least one hand must be known. This function does not check whether the cards played contradict the
    known hands. If there is a contradiction, the later analysis of the record fails.

    Args:
        deal: hands before the first card. In ``anrufen3``: the hands before the talon is taken, or the hands
            after the discard.
        game: as for ``solve``.
        contract: as for ``solve``.
        declarer: as for ``solve``.
        second: as for ``solve``.
        call: as for ``solve``.
        trump: as for ``solve``.
        leader: as for ``solve``.
        dealer: as for ``solve``.
        discard: as for ``solve``.
        contra: as for ``solve``.
        play: cards in playing order.
        face_down: for each seat that laid a card face down for trick 1, this card, if it is known.
        rules: rule options.

    Raises:
        ValueError: hands that do not fit the game, an unknown name, a missing declarer or leader, or a called
            card or trump that does not fit the contract.
    """
    row = get_game(game).under(rules)
    chosen, cards = row.contract(contract), list_of_cards(play)
    deal.check(row.pack, row.size, row.seats, row.talon if deal.talon_mask else 0, row.endings)
    if not any(hand is not None for hand in deal.hand_masks[: row.seats]):
        raise ValueError("no hand is known")
    for i, card in enumerate(cards):
        if not pack_mask(row.pack) >> card & 1:
            raise ValueError(f"{card_letters(card)} is played, which is not in the pack of {row.id}")
        if card in cards[:i]:
            raise ValueError(f"{card_letters(card)} is played twice")
    check_contra(contra, row)
    question = questions_with_inferred_seats(row, chosen, declarer, leader, dealer, second)[0]
    called = None if call is None else Card(call)
    suit = trump_of_argument(trump, row)
    laid_away = parse_discard(discard, row)
    record = Record(
        items=(), game=row.id, rules=row.in_force, deal=deal,
        discard=None if laid_away is None else Hand(laid_away),
        contract=chosen.id, declarer=question.declarer, second=question.second, called=called,
        face_down=tuple((Seat.parse(seat), Card(card)) for seat, card in (face_down or {}).items()),
        trump=letter_of_suit(_judged_trump(row, chosen, called, None if suit == NO_TRUMP else suit)),
        dealer=None if dealer is None or leader is not None else Seat.parse(dealer), contra=contra,
        leader=question.leader,
    )  # fmt: skip
    return replace(record, play=_moves(cards, record))


def _judged_trump(game: Game, contract: Contract, called: Card | None, trump: int | None) -> int | None:
    """Return the number of the trump suit of a contract. None: no suit is trump.

    In some games the called card decides the trump.

    Raises:
        ValueError: the contract cannot have a trump or a called card, or the called card requires another
            trump.
    """
    # The value 0 of ``deal`` means that no hand is known.
    fields = absent_fields() | {"contract": game.contracts.index(contract), "deal": 0}
    if called is not None:
        fields["called"] = called.number
    if trump is not None:
        fields["trump"] = trump
    [judgement] = judge_records([RecordNumbers(game, fields)])
    for problem in judgement.problems:
        code = numbers.PROBLEM_CODES[problem.code]
        # If the called card is not in the pack, raise no error here. Later, the function that computes the
        # knowledge of a seat raises an error with a better message.
        if problem.place in (numbers.AT_CALLED, numbers.AT_TRUMP) and code != "card_not_in_pack":
            raise ValueError(problem_text(code, judged_gaps(code, problem.args), Place(game)))
    judged = int(judgement.facts.trump)
    return None if judged < 0 else judged


def _moves(cards: Sequence[int], record: Record) -> tuple[Move, ...]:
    """Return cards in playing order as moves. A move has a card, its seat, trick, and place in the trick."""
    turns = turns_of_cards_and_next(record.game_row, played_question(record), cards)
    return tuple(
        Move(turn.seat, card, turn.trick, turn.turn) for card, turn in zip(cards, turns, strict=False)
    )


def seat_to_play(record: Record, after: int) -> Seat:
    """Return the seat whose turn it is after the first ``after`` cards of a record."""
    if after < len(record.play):
        return record.play[after].seat
    cards = [move.number for move in record.play[:after]]
    return turns_of_cards_and_next(record.game_row, played_question(record), cards)[-1].seat
