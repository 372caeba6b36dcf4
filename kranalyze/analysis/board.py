"""A position to play on: legal cards, what each is worth, forward and back; from a record or a bare deal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from kranalyze.analysis.game import foreseen, solved
from kranalyze.analysis.replay import Point, Replay
from kranalyze.answers.answer import Answer, play_out, solve
from kranalyze.arguments import ArgumentError, checked
from kranalyze.cards import Card, card_name, card_of, cards_of, mask_of
from kranalyze.core import calls as core
from kranalyze.deal import Deal, Seat
from kranalyze.display import Shown
from kranalyze.frozen import frozen
from kranalyze.games import Contract, Game
from kranalyze.kpn import Move, Record
from kranalyze.show.text import answer_row


@frozen
class Position(Shown):
    """A game after some of its cards. It never changes: ``play`` and ``undo`` give other positions.

    >>> deal = "N:JT9.JT9.. ..JT9.JT9 AKQ.AKQ.. ..AKQ.AKQ"
    >>> at = Position.of_deal(deal, contract="koenigmord", declarer="S")
    >>> at.values()
    {♠Q: 210, ♠K: 210, ♠A: 210, ♥Q: 210, ♥K: 210, ♥A: 210}
    >>> at = at.play("SA").play("DA")
    >>> at.to_play.title, at.legal
    ('North', (♠9, ♠T, ♠J))
    >>> at.undo().trick
    ((<Seat.S: 2>, ♠A),)
    >>> while not at.ended:
    ...     at = at.play(at.legal[0])
    >>> at.settlement
    (-70, -70, 210, -70)
    """

    _replay: Replay
    _before: Position | None = None

    @classmethod
    @checked
    def of_deal(
        cls, deal: Deal | str, *, contract: str | Contract, game: str | Game = "graden",
        declarer: Seat | str | int | None = None, second: Seat | str | int | None = None,
        partner: Seat | str | int | None = None, call: str | int | None = None, order: str | None = None,
        trump: str | int | None = None, leader: Seat | str | int | None = None,
        dealer: Seat | str | int | None = None, discard: str | tuple[int, ...] | list[int] | None = None,
        contra: int = 0, rules: Mapping[str, str] | None = None,
    ) -> Position:  # fmt: skip
        """The start of play of a contract.

        Args:
            deal: a deal, or its text.
            contract: its id or name. The other keywords are those of ``solve``. What is left open (partner,
                card to call, trump, discard) is what is best for the declarer.

        Raises:
            ValueError: a deal, contract, seat or choice that cannot be, or a contract that is not played out.
        """
        answer = solve(
            deal, contract=contract, game=game, declarer=declarer, second=second, partner=partner, call=call,
            order=order, trump=trump, leader=leader, dealer=dealer, discard=discard, contra=contra,
            rules=rules,
        )  # fmt: skip
        question = answer.question
        if not answer.biddable:
            raise ValueError(f"the hand of the declarer does not allow {question.contract.name}")
        record = Record(
            items=(), game=answer.game.id, rules=answer.rules, deal=answer.deal, question=question,
            contract=question.contract.id, declarer=question.declarer, second=question.second,
            leader=question.leader, trump=question.trump, called=_called(answer, call),
            discard=None if answer.discard is None else mask_of(answer.discard),
            contra=contra,
        )  # fmt: skip
        return cls.of_record(record)

    @classmethod
    @checked
    def of_record(cls, record: Record, after: int = 0) -> Position:
        """The position of a record after so many of its cards, with what was said so far.

        Raises:
            ValueError: fewer cards were played, or too little is known of the game.
        """
        if not isinstance(record, Record):
            raise ArgumentError("record", "a record", record)
        question = record.question
        if record.contract is None or question is None:
            raise ValueError("the contract of the record is not known in full")
        if question.contract.goal.as_dealt:
            raise ValueError(f"{question.contract.name} is won as dealt, nothing is played")
        if not 0 <= after <= len(record.play):
            cards = f"{len(record.play)} card{'' if len(record.play) == 1 else 's'}"
            raise ValueError(f"the record has {cards}, there is no position after {after}")
        laid = record.face_down if after else ()
        return cls(Replay(_so_far(record, record.play[:after], laid), question))

    @property
    def _content(self) -> tuple[Any, ...]:
        """What tells positions apart: deal, contract, what was said and the cards; not how it is written."""
        record, asked = self.record, self._replay.question
        seats = (asked.declarer, asked.second, asked.leader, asked.partner)
        laid = frozenset(self._replay.laid.items())
        cards = tuple((move.seat, move.card) for move in record.play)
        contract = (record.contract, seats, asked.order, asked.trump, record.called, record.contra)
        rules = frozenset(record.game_row.in_force.items())
        return record.game, rules, record.deal, record.discard, contract, record.announce, laid, cards

    def __eq__(self, other: object) -> bool:
        return self._content == other._content if isinstance(other, Position) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._content)

    def __repr__(self) -> str:
        turn = "the game is over" if self.to_play is None else f"{self.to_play.title} to play"
        return f"<Position after {len(self.record.play)} cards, {turn}>"

    @property
    def record(self) -> Record:
        """The game up to here, as a record."""
        return self._replay.record

    @property
    def _point(self) -> Point:
        point = self._replay.point(len(self.record.play))
        if self.record.play:
            return point
        position, laying = point.position, self._laying
        for laid in self.record.face_down:
            position = position.laid(*laid)
        return replace(point, position=position, seat=point.seat if laying is None else laying)

    @property
    def _laying(self) -> Seat | None:
        """Of two Bettlers the one who lays his card next; None where nobody does."""
        question = self._replay.question
        laid = {seat for seat, _ in self.record.face_down}
        bidders = (question.declarer, question.second) if question.second is not None else ()
        return next((seat for seat in bidders if seat not in laid and not self.record.play), None)

    @property
    def ended(self) -> bool:
        """Whether nothing more is played: no cards are left, or a Rufer has its 66."""
        after = len(self.record.play)
        return self._replay.over(after) or not any(self._point.position.hands)

    @property
    def settlement(self) -> tuple[int | None, ...] | None:
        """What N E S W are paid once the game has ended, None before; a seat that does not play has None."""
        if not self.ended:
            return None
        after = len(self.record.play)
        # The core takes positions with cards left; the last card leaves no choice.
        last = self._point if any(self._point.position.hands) else self._replay.point(after - 1)
        measure, seats = last.measure, range(last.measure.game.seats)
        found = core.worth([(measure.task(seat), last.position) for seat in seats], cards=False)
        paid = [measure.settlement(seat, worth.value) for seat, worth in zip(seats, found, strict=True)]
        return *paid, *(None,) * (4 - len(paid))

    @property
    def to_play(self) -> Seat | None:
        """The seat to play (or to lay a card face down, before trick 1 of two Bettlers); None at the end."""
        return None if self.ended else self._point.seat

    @property
    def hands(self) -> Deal:
        """What is still held."""
        n, e, s, w = self._point.position.hands
        return Deal((n, e, s, w))

    @property
    def trick(self) -> tuple[tuple[Seat, Card], ...]:
        """The cards of the trick in progress, seat and card in the order played."""
        moves = self.record.play
        count = len(self._point.position.played)
        return tuple((move.seat, Card(move.card)) for move in moves[len(moves) - count :])

    @property
    def legal(self) -> tuple[Card, ...]:
        """The cards that the seat to play may play."""
        point = self._point
        may = 0 if self.ended else core.moves(point.measure.base, point.position)
        if self._laying is not None:
            may = point.position.hands[point.seat]
        return tuple(map(Card, cards_of(may)))

    def values(self) -> dict[Card, int]:
        """Of every legal card the settlement that the seat to play can force by it, all cards open.

        In the game's unit, for that seat; between more than two parties what it can force against all.
        """
        return {} if self.ended else {Card(card): amount for card, amount in self.amounts().items()}

    @checked
    def play(self, card: int | str) -> Position:
        """The position after a card (laid face down where that is to be done).

        Raises:
            ValueError: the seat to play may not play it.
        """
        number = card_of(card)
        seat, record = self.to_play, self.record
        if seat is None:
            raise ValueError("the game is over")
        if number not in self.legal:
            may = " ".join(card_name(c) for c in self.legal)
            raise ValueError(f"card: {seat.title} may not play {card_name(number)}, but {may}")
        if self._laying is not None:
            following = _so_far(record, record.play, (*record.face_down, (seat, number)))
        else:
            position = self._point.position
            move = Move(seat, number, position.tricks_done + 1, len(position.played) + 1)
            following = _so_far(record, (*record.play, move), record.face_down)
        return Position(Replay(following, self._replay.question), self)

    def undo(self) -> Position:
        """The position before the last card.

        Raises:
            ValueError: nothing was played.
        """
        if self._before is not None:
            return self._before
        if not self.record.play:
            raise ValueError("nothing was played")
        return Position.of_record(self.record, len(self.record.play) - 1)

    def answer(self) -> Answer:
        """Value, settlement and best line from here on, as ``solve --after`` shows them.

        Value, makeable, guarantee and payoff count what has been played; ``leads`` is left to ``values``; the
        line begins with the trick in progress.

        Raises:
            ValueError: all cards are played.
        """
        record, after, point = self.record, len(self.record.play), self._point
        assert record.deal is not None
        if not any(point.position.hands):
            raise ValueError(f"all cards are played after card {after}: ask of an earlier one")
        measure, outlook = point.measure, self._replay.outlook(point, after)
        line, notes = play_out(measure.base, point.position)
        called = None if record.called is None else [record.called]
        discard = None if record.discard is None else list(cards_of(record.discard))
        return Answer(
            measure.game, measure.question, dict(record.rules), record.deal, called, discard, True,
            *foreseen(measure, outlook, solved(outlook.values())), line=line, notes=notes,
        )  # fmt: skip

    def amounts(self) -> dict[int, int]:
        """For each card of the mover the settlement that he can force by it, with the best words first.

        Of a Rufer that has its 66 too, which is over.
        """
        point = self._point
        found = core.worths(*point.pair)
        return {card: point.measure.settlement(point.seat, value) for card, value in found.items()}

    def place(self) -> tuple[int, int, int, Seat]:
        """Cards played; trick and turn of the next card, from 1; the seat that plays it (or lays it)."""
        point = self._point
        position = point.position
        return len(self.record.play), position.tricks_done + 1, len(position.played) + 1, point.seat

    def row(self, answer: Answer) -> dict[str, Any]:
        """The keys and values that ``kranalyze solve --after N --json`` prints, with what ``answer`` said."""
        row = answer_row(answer, self.record.board)
        del row["leads"]
        after, trick, turn, seat = self.place()
        return row | {
            "after": after,
            "trick": trick,
            "turn": turn,
            "to_play": seat.name,
            "hands": self.hands.text(seats=answer.game.seats),
            "played": [[seat.name, card_name(card)] for seat, card in self.trick],
            "cards": {card_name(card): amount for card, amount in self.amounts().items()},
        }


def _called(answer: Answer, call: str | int | None) -> int | None:
    """The called card: the one that was named, else the first that leads to the answer."""
    if call is not None:
        return card_of(call)
    return answer.calls[0] if answer.calls else None


def _so_far(record: Record, play: tuple[Move, ...], laid: tuple[tuple[Seat, int], ...]) -> Record:
    """The record of a game that has come to these cards, of which nothing is settled."""
    return replace(record, play=play, face_down=laid, finished=False, score=None, settlement=None, facts=None)


def after_of(record: Record, trick: int, card: int) -> int:
    """How many cards were played when a card of a trick had been.

    Raises:
        ValueError: there is no such card.
    """
    for after, move in enumerate(record.play, 1):
        if (move.trick, move.turn) == (trick, card):
            return after
    raise ValueError(f"the record has no card {trick}.{card}")
