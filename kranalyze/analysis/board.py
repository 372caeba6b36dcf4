"""Step through a game position by position: list legal cards and their values, play cards and undo them.

Everything that a seat says in trick 1 is called its "words": declarations of marriages, announcements, a
raise of the contract, Contra.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from kranalyze.analysis.carefulcard import careful_card_number
from kranalyze.analysis.unfinished import count_contra_calls_so_far, record_of_answer, record_up_to
from kranalyze.analysis.words import best_announcements, read_announcements
from kranalyze.answers.answer import Answer, best_play, solve
from kranalyze.answers.plan import Measure, QuestionResult, Sought
from kranalyze.arguments import ArgumentError, Expected, checked
from kranalyze.cards import CARDS, Card, Deck, card_letters, card_of, cards_of, named_cards
from kranalyze.core import calls as core
from kranalyze.core.careful import LOOK
from kranalyze.core.moments import SILENCE, FollowedRecord, Moment
from kranalyze.core.task import CorePosition, Task, searches
from kranalyze.deal import Deal, Seat
from kranalyze.display import ShownAsPage, Theme, dict_for_json, svg_of
from kranalyze.games import Contract, Game, Question
from kranalyze.hands import CardTable
from kranalyze.known import Knowledge, knowledge
from kranalyze.known.advice import LIMIT, WITHIN, Advice, advise
from kranalyze.kpn import Announcement, KpnError, Move, Record, with_composed_items
from kranalyze.kpn.recordfacts import open_record_in_core, spoken_words


@dataclass(frozen=True, slots=True, repr=False)
class Position(ShownAsPage):
    """The state of a game between two cards. A position never changes.

    ``play`` and ``undo`` return other positions.

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

    #: Record of the game up to the first position, which ``of_deal`` or ``of_record`` returned.
    _set_up: Record
    _followed: FollowedRecord
    _moment: Moment
    _moves: tuple[Move, ...]
    _announcements: tuple[Announcement, ...]
    _laid: tuple[tuple[Seat, Card], ...]
    #: The position whose method ``play`` returned this position. None: ``of_deal`` or ``of_record`` returned
    #: this position.
    _before: Position | None = None
    #: The record from which this position was made, with the comments and the spacing of its text. None: the
    #: position was not made from a record, or the record goes on after this position.
    _written: Record | None = None

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
        partner: Seat | str | int | None = None, call: Card | str | int | None = None,
        order: str | None = None, trump: str | int | None = None, leader: Seat | str | int | None = None,
        dealer: Seat | str | int | None = None, discard: str | Iterable[Card | str | int] | None = None,
        contra: int = 0, rules: Mapping[str, str] | None = None,
    ) -> Position:  # fmt: skip
        """Return the position before the first card of a contract.

        All arguments mean the same as in ``solve``. If partner, called card, trump or discard is left open,
        the choice that is best for the declarer is used.

        Raises:
            ValueError: the deal, the contract, a seat or a choice is impossible, or the contract is decided
                without play.
        """
        answer = solve(
            deal, contract=contract, game=game, declarer=declarer, second=second, partner=partner, call=call,
            order=order, trump=trump, leader=leader, dealer=dealer, discard=discard, contra=contra,
            rules=rules,
        )  # fmt: skip
        question = answer.question
        if not answer.biddable:
            raise ValueError(f"the hand of the declarer does not allow {question.contract.name}")
        return cls.of_record(record_of_answer(answer, call=call, dealer=dealer, contra=contra))

    @classmethod
    @checked(after=Expected.NUMBER)
    def of_record(cls, record: Record, after: int = 0) -> Position:
        """Return the position of a record after its first ``after`` cards.

        The position has all announcements and Contra calls that were spoken up to this point.

        Raises:
            ValueError: the record has fewer cards, or necessary facts of the game are unknown.
        """
        if not isinstance(record, Record):
            raise ArgumentError("record", "a record", record)
        question = record.question
        if record.contract is None or question is None:
            raise ValueError("the contract of the record is not known in full")
        if question.contract.goal.decided_without_play:
            raise ValueError(f"{question.contract.name} is won as dealt, nothing is played")
        if not 0 <= after <= len(record.play):
            cards = f"{len(record.play)} card{'' if len(record.play) == 1 else 's'}"
            raise ValueError(f"the record has {cards}, there is no position after {after}")
        laid = record.face_down if after else ()
        set_up = record_up_to(record, record.play[:after], laid)
        followed = open_record_in_core(set_up)
        if after and not followed.laid_known:
            raise ValueError("the cards laid face down are not known")
        moment = followed.after(after)
        if moment.has_cards_after_end:
            raise ValueError(f"play was over before card {after}, which counts for nothing")
        is_whole = 0 < after == len(record.play) and set_up.announce == record.announce
        written = record if is_whole else None
        return cls(set_up, followed, moment, set_up.play, set_up.announce, laid, None, written)

    @property
    def _content(self) -> tuple[Any, ...]:
        """The facts that decide whether two positions are equal: deal, contract, announcements, cards."""
        record, question = self._set_up, self._question_before_raises
        seats = (question.declarer, question.second, question.leader, question.partner)
        bidders = () if question.second is None else (question.declarer, question.second)
        laid = {move.seat: move.card for move in self._moves if move.trick == 1 and move.seat in bidders}
        cards = tuple((move.seat, move.number) for move in self._moves)
        contract = (record.contract, seats, question.order, question.trump, record.called, self._contra)
        rules = frozenset(record.game_row.in_force.items())
        face_down = frozenset((laid | dict(self._laid)).items())
        return (
            record.game, rules, record.deal, record.discard, contract, self._announcements, face_down, cards,
        )  # fmt: skip

    def __eq__(self, other: object) -> bool:
        return self._content == other._content if isinstance(other, Position) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._content)

    def __repr__(self) -> str:
        turn = "the game is over" if self.to_play is None else f"{self.to_play.title} to play"
        return f"<Position after {len(self._moves)} cards, {turn}>"

    @property
    def record(self) -> Record:
        """The game up to this position as a record, which can be analysed.

        A record of a complete deal can also be written as KPN. If the game began with an ending (hands with
        fewer cards than a full deal), this is impossible, because KPN has no incomplete hands. Then the
        record's ``items`` are empty.
        """
        game, finished = self._game, self.ended
        if game.section("Play") is not None:
            return game
        try:
            return with_composed_items(replace(game, finished=finished))
        except KpnError:
            paid = self.settlement
            amounts = None if paid is None else tuple(amount or 0 for amount in paid)
            return replace(game, finished=finished, settlement=amounts)

    @property
    def announce(self) -> tuple[Announcement, ...]:
        """The announcements, raises and Contra calls spoken in trick 1 so far."""
        return self._announcements

    @property
    def _game(self) -> Record:
        """The game up to this position as a record without a settlement."""
        if self._written is not None:
            return self._written
        return replace(
            self._set_up, play=self._moves, face_down=self._laid, announce=self._announcements,
            contra=self._contra,
        )  # fmt: skip

    @property
    def _question_before_raises(self) -> Question:
        """The contract, the declarer and the other seats' roles, as they were before any raise."""
        question = self._set_up.question
        assert question is not None
        return question

    @property
    def _contra(self) -> int:
        """How many times Contra was called.

        A Contra of trick 1 is counted only after the seat that called it has played a card.
        """
        return count_contra_calls_so_far(self._set_up, self._announcements)

    @property
    def ended(self) -> bool:
        """Whether play has ended: no cards are left, or a Rufer or Schnapser has ended play early."""
        return self._moment.ended

    @property
    def settlement(self) -> tuple[int | None, ...] | None:
        """The settlements of the seats N E S W in the game's unit, or None if play has not ended.

        A seat that does not take part in the game has None as its settlement.
        """
        if not self.ended:
            return None
        # The core solves only positions with cards left. So if all cards are played, solve the position
        # before the last card. The result is the same, because the last card was the only legal card.
        last = self._moment_before_last_card() if self._moment.all_played else self._moment
        position, seats = last.position, range(self._followed.game.seats)
        worths = core.position_worths([(last.task(seat), position) for seat in seats], cards=False)
        paid = [last.settlements(seat, [worth.value])[0] for seat, worth in zip(seats, worths, strict=True)]
        return *paid, *(None,) * (4 - len(paid))

    def _moment_before_last_card(self) -> Moment:
        """Return the state before the last card.

        In this state, the seat that plays the last card has already said the words of its turn.
        """
        before = self._before
        moment = self._followed.after(len(self._moves) - 1) if before is None else before._moment
        announcements = (word for word in self._announcements if word.seat == moment.seat)
        return moment.after_words(spoken_words(self._followed.game, announcements))

    @property
    def to_play(self) -> Seat | None:
        """The seat that plays the next card, or None if play has ended.

        Before trick 1 of a double Bettler, the seat that lays a card face down next.
        """
        return None if self._moment.ended else self._moment.seat

    @property
    def lays_face_down(self) -> bool:
        """Whether the next card is laid face down, as before trick 1 of a double Bettler."""
        return self._moment.lays_next_card_face_down

    @property
    def hands(self) -> Deal:
        """The cards that the seats still hold."""
        return Deal(self._moment.hands)

    @property
    def trick(self) -> tuple[tuple[Seat, Card], ...]:
        """The cards of the trick in progress in order of play, each with its seat."""
        first = len(self._moves) - self._moment.number_of_card_in_trick + 1
        return tuple((move.seat, move.card) for move in self._moves[first:])

    @property
    def legal(self) -> tuple[Card, ...]:
        """The legal cards of the seat to play."""
        return named_cards(self._moment.legal)

    def values(self) -> CardTable[int]:
        """Return for each legal card the settlement that the seat to play can force after this card.

        All players see all cards (double dummy). The settlement is in the game's unit. With more than two
        parties, the other seats are assumed to play together against the seat to play.
        """
        return CardTable() if self.ended else self.amounts()

    @checked(card=Expected.CARD, announce=Expected.TEXT)
    def play(self, card: Card | str | int, *, announce: str | None = None) -> Position:
        """Return the position after a card. At the start of a double Bettler the card is laid face down.

        Args:
            card: the card.
            announce: what the seat says with a card of trick 1, in the form of the Announce tag, for example
                ``"20 H; 100"``. An empty text means that the seat says nothing. Default: the words of best
                play, which never raises the contract or calls Contra. The rule for these words: RULINGS,
                section "Words in positions that are played on by hand".

        Raises:
            ValueError: the seat to play may not play the card, or may not say the words.
        """
        number = card_of(card)
        moment = self._moment
        seat = moment.seat
        if moment.ended:
            raise ValueError("the game is over")
        if not moment.legal >> number & 1:
            may = " ".join(card_letters(c) for c in cards_of(moment.legal))
            raise ValueError(f"card: {seat.title} may not play {card_letters(number)}, only {may}")
        if moment.lays_next_card_face_down:
            if announce:
                raise ValueError("announce: nothing is said before trick 1, when cards are laid face down")
            laid = (*self._laid, (seat, CARDS[number]))
            return self._followed_by(moment.after_card(number), self._moves, self._announcements, laid)
        announcements = self._announcements_with(number, announce)
        words = spoken_words(self._followed.game, announcements) if announcements else SILENCE
        move = Move(seat, number, moment.trick, moment.number_of_card_in_trick)
        return self._followed_by(
            moment.after_card(number, words), (*self._moves, move),
            (*self._announcements, *announcements), self._laid,
        )  # fmt: skip

    def _followed_by(
        self, moment: Moment, moves: tuple[Move, ...], announcements: tuple[Announcement, ...],
        laid: tuple[tuple[Seat, Card], ...],
    ) -> Position:  # fmt: skip
        """Return a new position with the given contents. Its method ``undo`` returns ``self``."""
        return Position(self._set_up, self._followed, moment, moves, announcements, laid, self)

    def _announcements_with(self, card: int, text: str | None) -> tuple[Announcement, ...]:
        """Return the announcements that the seat to play makes with a card.

        Args:
            card: number of the card.
            text: the announcements as text. None: return the announcements of best play.
        """
        trick = self._moment.trick
        if trick == 1:
            if text is None:
                return best_announcements(self._moment, card)
            return read_announcements(self._game, self._moment.seat, text)
        if text:
            raise ValueError(f"announce: words are said in trick 1, this is trick {trick}")
        return ()

    def undo(self) -> Position:
        """Return the position before the last card.

        Raises:
            ValueError: no card was played.
        """
        if self._before is not None:
            return self._before
        if not self._moves:
            raise ValueError("nothing was played")
        return Position.of_record(self._game, len(self._moves) - 1)

    def answer(self) -> Answer:
        """Return the answer for this position: value, settlements and best play from here on.

        ``value``, ``makeable``, ``guarantee`` and ``payoff`` include the tricks and points so far. ``line``
        has the cards of best play. It begins with the trick in progress. ``leads`` is empty, because the
        method ``values`` returns the values of cards. The command ``solve --after`` shows this answer.

        Raises:
            ValueError: all cards are played.
        """
        record, moment = self._set_up, self._moment
        assert record.deal is not None
        if moment.all_played:
            played = f"all {len(self._moves)} cards are played"
            raise ValueError(f"{played}: name an earlier position (--after N or --at T.C)")
        question = self._question_before_raises._replace(contract=moment.contract)
        measure = Measure(self._followed.game, question, moment.contra)
        line, notes = best_play(measure.task_with_play_rules, moment.position)
        called = None if record.called is None else [record.called]
        discard = None if record.discard is None else list(named_cards(record.discard.mask))
        return Answer(
            measure.game, question, dict(record.rules), record.deal, called, discard, True,
            *self._result_of_best_play(measure), line=line, notes=notes,
        )  # fmt: skip

    def svg(self, *, theme: Theme = "auto", deck: Deck = "french") -> str:
        """Return a picture of the hands and the trick as SVG; see ``Deal.svg``."""
        return svg_of(self, theme, deck)

    def _repr_svg_(self) -> str:
        return self.svg()

    def to_dict(self) -> dict[str, Any]:
        """Return the keys and values that ``kranalyze solve --after N --json`` prints.

        Raises:
            ValueError: all cards are played.
        """
        return dict_for_json(self)

    def _result_of_best_play(self, measure: Measure) -> QuestionResult:
        """Return the result of best play from this position on: value, settlements, and ``makeable``.

        In the game Rußbach, "makeable" means that the declarer's settlement is above 0.
        """
        searched = dict[Sought, tuple[Task, CorePosition]]()
        position = self._moment.position
        for search in searches(measure.game, measure.question):
            seat, role = search.task.seek, search.role
            is_shared = role in ("payoff", "stake")
            pair = measure.task_with_play_rules if is_shared else measure.guarantee_task(seat), position
            if role == "value" and measure.contract.settles is not None:  # Rußbach: value in card points
                followed = open_record_in_core(self._game)
                pair = measure.value_task, followed.position_for_task(measure.value_task, len(self._moves))
            searched[role, seat if role == "guarantee" else 0] = pair
        worths = dict(zip(searched, core.position_worths(searched.values(), cards=False), strict=True))
        values = {sought: worth.value for sought, worth in worths.items()}
        if ("payoff", 0) in worths:
            values |= {("payoff", seat): amount for seat, amount in enumerate(worths["payoff", 0].vector)}
        foreseen = measure.summarize_results(values)
        if ("stake", 0) in values:
            return foreseen._replace(makeable=values["stake", 0] > 0)
        return foreseen

    def knows(self, seat: Seat | str | int) -> Knowledge:
        """Return what a seat can know about the other hands at this position (RULINGS: single dummy).

        The function ``knowledge`` explains the result.

        Raises:
            ValueError: a necessary fact about the beginning of the game is unknown.

        >>> deal = "S:AKQ.AK.A. J.QJ.KQ.A T.T.JT.KQ 9.9.9.JT9"
        >>> Position.of_deal(deal, contract="koenigmord", declarer="S").knows("S").count
        17153136
        """
        return knowledge(self._game, len(self._moves), seat)

    def advise(
        self, *, limit: int = LIMIT, within: float = WITHIN, exact: bool = False, floor: bool = True,
        games: int | None = None, look: int = LOOK, seed: int = 0, workers: int | None = None,
    ) -> Advice:  # fmt: skip
        """Recommend a card to the seat to play, by what this seat can know, as ``kranalyze advise`` does.

        All arguments mean the same as in the function ``advise``.

        Raises:
            ValueError: the game is over, or a necessary fact about its beginning is unknown.
        """
        seat = self.to_play
        if seat is None:
            raise ValueError("the game is over")
        if self._laid and not self._moves and not self._moment.lays_next_card_face_down:
            raise ValueError(f"{seat.title} must play the card laid face down: there is nothing to advise")
        return advise(
            self._game, after=len(self._moves), seat=seat, limit=limit, within=within, exact=exact,
            floor=floor, games=games, look=look, seed=seed, workers=workers,
        )  # fmt: skip

    @checked(look=Expected.COUNT, seed=Expected.SEED)
    def careful_card(self, *, look: int = LOOK, seed: int = 0) -> Card:
        """Return the card that a careful player plays. This player uses only what the seat to play knows.

        A layout is an arrangement of the cards that the seat does not see. The player chooses the card with
        the greatest mean settlement over sampled layouts (RULINGS: at the table). The choice does not depend
        on cards that the seat does not see. If several cards have the same mean, one of them is drawn at
        random.

        Args:
            look: number of layouts that the player samples. If fewer layouts are possible, the player
                examines all of them.
            seed: seed of the samples. The same position and seed give the same card.

        Raises:
            ValueError: the game is over, or a fact of the game so far is unknown.

        >>> deal = "S:AKQ.AK.A. J.QJ.KQ.A T.T.JT.KQ 9.9.9.JT9"
        >>> at = Position.of_deal(deal, contract="bettler", declarer="W")
        >>> at.careful_card(look=32, seed=1) in at.legal
        True
        """
        if self.ended:
            raise ValueError("the game is over")
        return CARDS[careful_card_number(self._game, self._moment, look, seed)]

    def amounts(self) -> CardTable[int]:
        """Return for each legal card the settlement that the seat to play can force with best announcements.

        The settlements are in the game's unit. A Rufer is over when a side has 66 points, even if cards are
        left. In such a position the method ``values`` returns an empty table, but ``amounts`` still returns
        settlements.
        """
        settlements = self._moment.card_settlements()
        return CardTable({CARDS[card]: amount for card, amount in settlements.items()})

    def place(self) -> tuple[int, int, int, Seat]:
        """Return four facts: how many cards were played, and the trick, turn and seat of the next card.

        Tricks count from 1. Turns count from 1 within a trick.
        """
        moment = self._moment
        return len(self._moves), moment.trick, moment.number_of_card_in_trick, moment.seat
