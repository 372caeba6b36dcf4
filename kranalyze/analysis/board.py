"""A position to play on: legal cards, what each is worth, forward and back; from a record or a bare deal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from kranalyze.analysis.game import foreseen, solved
from kranalyze.analysis.replay import Point, Replay
from kranalyze.analysis.words import best_words, spoken_words, words_by_seat, words_so_far
from kranalyze.answers.answer import Answer, play_out, solve
from kranalyze.arguments import ArgumentError, Expected, checked
from kranalyze.cards import Card, card_name, card_of, cards_of, mask_of
from kranalyze.core import calls as core
from kranalyze.core.task import STOP
from kranalyze.deal import Deal, Seat
from kranalyze.display import ShownAsPage
from kranalyze.games import Contract, Game, Question
from kranalyze.kpn import Announcement, KpnError, Move, Record, composed
from kranalyze.kpn.composing import items_before_play, notes_before_play
from kranalyze.show.text import answer_row


@dataclass(frozen=True, slots=True)
class Position(ShownAsPage):
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
    @checked(
        contract=Expected.CONTRACT, game=Expected.GAME, declarer=Expected.SEAT, second=Expected.SEAT,
        partner=Expected.SEAT, call=Expected.CARD, order=Expected.ORDER, trump=Expected.TRUMP,
        leader=Expected.SEAT, dealer=Expected.SEAT, discard=Expected.CARDS, contra=Expected.NUMBER,
        rules=Expected.RULES,
    )  # fmt: skip
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
            contra=contra, dealer=_dealer(question, dealer, answer.game),
        )  # fmt: skip
        return cls.of_record(record)

    @classmethod
    @checked(after=Expected.NUMBER)
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
        so_far = _so_far(record, record.play[:after], laid)
        if 0 < after == len(record.play) and so_far.announce == record.announce:
            so_far = record  # with all that is written of it
        return cls(Replay(so_far, question))

    @property
    def _content(self) -> tuple[Any, ...]:
        """Facts by which positions are compared: deal, contract, words, cards; not how they are written."""
        record, asked = self._game, self._replay.question
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
        return f"<Position after {len(self._game.play)} cards, {turn}>"

    @property
    def record(self) -> Record:
        """The game up to here with its words, as a record to be written, checked and analysed.

        Hands that are not whole are no KPN: the record of an ending has no items and cannot be written.
        """
        if self._game.section("Play") is not None:
            return self._game
        finished = self.ended
        try:
            return composed(replace(self._game, finished=finished))
        except KpnError:
            paid = self.settlement
            amounts = None if paid is None else tuple(amount or 0 for amount in paid)
            return replace(self._game, finished=finished, settlement=amounts)

    @property
    def announce(self) -> tuple[Announcement, ...]:
        """The words of trick 1 so far."""
        return self._game.announce

    @property
    def _game(self) -> Record:
        """Facts of the game up to this position."""
        return self._replay.record

    @property
    def _point(self) -> Point:
        point = self._replay.point(len(self._game.play))
        if self._game.play:
            return point
        position, laying = point.position, self._laying
        for laid in self._game.face_down:
            position = position.laid(*laid)
        return replace(point, position=position, seat=point.seat if laying is None else laying)

    @property
    def _laying(self) -> Seat | None:
        """Of two Bettlers the one who lays his card next; None where nobody does."""
        question = self._replay.question
        laid = {seat for seat, _ in self._game.face_down}
        bidders = (question.declarer, question.second) if question.second is not None else ()
        return next((seat for seat in bidders if seat not in laid and not self._game.play), None)

    @property
    def ended(self) -> bool:
        """Whether nothing more is played: no cards are left, or a Rufer or Schnapser stops play."""
        point = self._point
        task, position = point.measure.base, point.position
        if _all_played(point) or self._replay.over(len(self._game.play)):
            return True
        # A Schnapser is played on while it is only lost (RULINGS: bauernschnapsen).
        enough = position.points[0] >= task.need or position.tricks_done >= task.tricks
        return bool(task.flags & STOP) and enough

    @property
    def settlement(self) -> tuple[int | None, ...] | None:
        """What N E S W are paid once the game has ended, None before; a seat that does not play has None."""
        if not self.ended:
            return None
        after = len(self._game.play)
        # The core takes positions with cards left; the last card leaves no choice.
        last = self._replay.point(after - 1) if _all_played(self._point) else self._point
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
        moves = self._game.play
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

    @checked(card=Expected.CARD, announce=Expected.TEXT)
    def play(self, card: int | str, *, announce: str | None = None) -> Position:
        """The position after a card (laid face down where that is to be done).

        Args:
            announce: the words that go with a card of trick 1, as the Announce tag has them, ``"20 H; 100"``;
                empty: none. Left out: what best play says (RULINGS: words in positions that are played on).
                Raises and Contra are said only here.

        Raises:
            ValueError: the seat to play may not play it, or not say that.
        """
        number = card_of(card)
        seat, record = self.to_play, self._game
        if seat is None:
            raise ValueError("the game is over")
        if number not in self.legal:
            may = " ".join(card_name(c) for c in self.legal)
            raise ValueError(f"card: {seat.title} may not play {card_name(number)}, but {may}")
        if self._laying is not None:
            if announce:
                raise ValueError("announce: nothing is said before trick 1, when cards are laid face down")
            following = _so_far(record, record.play, (*record.face_down, (seat, number)))
        else:
            position = self._point.position
            move = Move(seat, number, position.tricks_done + 1, len(position.played) + 1)
            words = self._words(number, announce)
            following = _so_far(record, (*record.play, move), record.face_down, words)
        return Position(Replay(following, self._replay.question), self)

    def _words(self, card: int, text: str | None) -> tuple[Announcement, ...]:
        """Words that the seat to play says with a card: those of a text, or of best play."""
        point = self._point
        trick = point.position.tricks_done + 1
        if trick == 1:
            return best_words(point, card) if text is None else spoken_words(self._game, point.seat, text)
        if text:
            raise ValueError(f"announce: words are said in trick 1, this is trick {trick}")
        return ()

    def undo(self) -> Position:
        """The position before the last card.

        Raises:
            ValueError: nothing was played.
        """
        if self._before is not None:
            return self._before
        if not self._game.play:
            raise ValueError("nothing was played")
        return Position.of_record(self._game, len(self._game.play) - 1)

    def answer(self) -> Answer:
        """Value, settlement and best line from here on, as ``solve --after`` shows them.

        Value, makeable, guarantee and payoff count what has been played; ``leads`` is left to ``values``; the
        line begins with the trick in progress.

        Raises:
            ValueError: all cards are played.
        """
        record, after, point = self._game, len(self._game.play), self._point
        assert record.deal is not None
        if _all_played(point):
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
        return len(self._game.play), position.tricks_done + 1, len(position.played) + 1, point.seat

    def row(self, answer: Answer) -> dict[str, Any]:
        """The keys and values that ``kranalyze solve --after N --json`` prints, with what ``answer`` said."""
        row = answer_row(answer, self._game.board)
        del row["leads"]
        after, trick, turn, seat = self.place()
        return row | {
            "after": after,
            "trick": trick,
            "turn": turn,
            "to_play": seat.name,
            "hands": self.hands.text(seats=answer.game.seats),
            "played": [[seat.name, card_name(card)] for seat, card in self.trick],
            "announce": "; ".join(word.text() for word in self.announce) or None,
            "cards": {card_name(card): amount for card, amount in self.amounts().items()},
        }


def _all_played(point: Point) -> bool:
    """Whether nobody who takes part has a card left; a partner who sits out keeps his."""
    return point.position.to_play(point.measure.base.seats) is None


def _dealer(question: Question, dealer: Seat | str | int | None, game: Game) -> Seat | None:
    """The dealer as named; where forehand's seat matters the one that its seat leads to."""
    contract = question.contract
    if contract.makeable_at is None or "forehand" in (contract.leads, contract.bidders):
        return Seat((question.leader - 1) % game.seats)
    return None if dealer is None else Seat.parse(dealer)


def _called(answer: Answer, call: str | int | None) -> int | None:
    """The called card: the one that was named, else the first that leads to the answer."""
    if call is not None:
        return card_of(call)
    return answer.calls[0] if answer.calls else None


def _so_far(
    record: Record, play: tuple[Move, ...], laid: tuple[tuple[Seat, int], ...],
    words: tuple[Announcement, ...] = (),
) -> Record:  # fmt: skip
    """The record of a game that has come to these cards, with further words; nothing of it is settled."""
    announce = (*words_so_far(record.announce, play), *words)
    contra = record.contra
    if any(word.what == "contra" for word in (*record.announce, *words)):
        contra = sum(word.what == "contra" for word in announce)  # it counts from its speaker's card on
    return replace(
        record, items=items_before_play(record.items), notes=notes_before_play(record), play=play,
        face_down=laid, announce=announce, contra=contra, finished=False, score=None, settlement=None,
        facts=None,
    )  # fmt: skip


def after_of(record: Record, trick: int, card: int) -> int:
    """How many cards were played when a card of a trick had been.

    Raises:
        ValueError: there is no such card.
    """
    for after, move in enumerate(record.play, 1):
        if (move.trick, move.turn) == (trick, card):
            return after
    raise ValueError(f"the record has no card {trick}.{card}")


def played_on(position: Position, cards: Iterable[int], announce: str | None = None) -> Position:
    """The position after cards played by hand, with the words of an Announce tag or of best play.

    Raises:
        ValueError: a card that cannot be played, or words of a seat that plays no card of trick 1 here.
    """
    if announce is None:
        for card in cards:
            position = position.play(card)
        return position
    words = words_by_seat(announce)
    for card in cards:
        in_trick_1 = position.to_play is not None and position.place()[1] == 1
        text = words.pop(position.place()[3], "") if in_trick_1 else ""
        position = position.play(card, announce=text)
    for seat in words:
        raise ValueError(f"announce: {seat.title} plays no card of trick 1 by hand")
    return position
