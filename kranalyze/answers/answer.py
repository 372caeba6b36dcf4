"""Solve one contract on one deal: find its value, the values of the leads, and a line of best play.

A question is a contract with its declarer, leader, trump, partner and order of rank. If a user leaves some of
these choices open, there are several questions. ``solve`` then returns the best of their answers.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

from kranalyze.answers.plan import NOBODY, Four, Plan, first_position, measure_of
from kranalyze.answers.solvearguments import (
    NO_TRUMP,
    check_contra,
    parse_discard,
    questions_with_inferred_seats,
    seat_in_game,
    trump_of_argument,
)
from kranalyze.arguments import Expected, checked
from kranalyze.cards import (
    CARDS,
    SUITS,
    Card,
    card_letters,
    card_of,
    cards_of,
    named_cards,
    suit_of,
)
from kranalyze.core import calls as core
from kranalyze.core.calls import BIDDABLE
from kranalyze.core.questionborder import cards_permitting_trump
from kranalyze.core.task import (
    NONE,
    OTHERS_ALL,
    OTHERS_HUNDRED,
    SIDE_ALL,
    SIDE_HUNDRED,
    CorePosition,
    Task,
    many_parties,
)
from kranalyze.cores import CorePlace
from kranalyze.deal import Deal, Seat
from kranalyze.display import ShownAsPage, dict_for_json
from kranalyze.games import Contract, Game, Question, get_game
from kranalyze.games.question import calls_reaching, contract_deciding_trump
from kranalyze.hands import CardTable, Hand


class Trick(NamedTuple):
    """A trick in a line of play.

    >>> answer = solve("N:JT9.JT9.. ..JT9.JT9 AKQ.AKQ.. ..AKQ.AKQ", contract="koenigmord", declarer="S")
    >>> answer.line[0].winner.title, answer.line[0].cards[0][1]
    ('South', ♠Q)
    """

    leader: Seat
    cards: tuple[tuple[Seat, Card], ...]  # the cards in order of play, each paired with its seat
    winner: Seat | None  # the seat that wins the trick; None: play ended before the trick was complete


class OtherAction(NamedTuple):
    """An action of a seat other than playing a card.

    Attributes:
        seat: the seat that acts.
        kind: what the seat does: it ``declares`` or ``registers`` a marriage, ``announces`` 100 points or all
            tricks, or ``lays`` a card face down.
        suit: letter of the marriage's suit. None: the action is not about a marriage.
        points: points of the marriage. None: the action is not about a marriage.
        card: the card that is laid face down. None: no card is laid.
        announce: the announcement, ``hundred`` or ``all``. None: nothing is announced.

    >>> deal = "N:AKQJT987... .AKQJT987.. ..AKQJT987. ...AKQJT987"
    >>> [(note.seat.title, note.kind, note.points) for note in
    ...     solve(deal, game="rufmariasch", contract="simple", declarer="N", call="SA").notes][:1]
    [('North', 'declares', 40)]
    """

    seat: Seat
    kind: Literal["declares", "registers", "announces", "lays"]
    suit: str | None = None
    points: int | None = None
    card: Card | None = None
    announce: Literal["hundred", "all"] | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Answer(ShownAsPage):
    """The results of solving one contract on one deal.

    RULINGS explains ``value`` and ``makeable`` in the section "What value and makeable mean".

    Attributes:
        game: the game with its rule options in force.
        question: the contract with its seats, trump and order of rank.
        rules: the rule options in force.
        deal: the deal.
        calls: the cards that the declarer can call to get the partner of ``question``. None: no card is
            called in this contract.
        discard: the cards laid away in ``anrufen3``. None in other games.
        biddable: whether the declarer holds the cards that a bid of the contract requires. If not,
            ``makeable`` and ``value``, and all entries of ``guarantee`` and ``payoff``, are None.
        makeable: whether the declarer's side can force the contract.
        value: the result that the declarer's side can force. The goal of the contract decides what the number
            means: tricks, card points, or 1 for a made and 0 for a lost contract.
        guarantee: for N E S W the settlement that the seat can force, in the game's unit.
        payoff: for N E S W the settlement under best play, in the game's unit.
        leads: for each card with which the leader can begin, the value that the declarer's side can then
            force. If the contract has no value, each card has instead the settlement that its holder can
            force after playing it. In a double contract the first declarer begins by laying a card face down.
            ``leads`` then has the settlement for each card that this declarer can lay.
        line: best play, trick by trick. If the contract cannot be made, this play defeats it.
        notes: the other actions of seats in ``line``, such as declaring a marriage.
        free: whether partner, call, order, trump and discard were all left open. The answer is then the best
            of all choices.

    >>> answer = solve("N:JT9.JT9.. ..JT9.JT9 AKQ.AKQ.. ..AKQ.AKQ", contract="bettler", declarer="N")
    >>> answer.makeable, answer.payoff, str(answer).splitlines()[0]
    (True, (90, -30, -30, -30), 'Bettler by North: can be made')
    """

    game: Game
    question: Question
    rules: dict[str, str]
    deal: Deal
    calls: list[Card] | None
    discard: list[Card] | None
    biddable: bool
    makeable: bool | None = None
    value: int | None = None
    guarantee: Four = NOBODY
    payoff: Four = NOBODY
    leads: CardTable[int] | None = None
    line: tuple[Trick, ...] = ()
    notes: tuple[OtherAction, ...] = ()
    free: bool = False

    @property
    def many_parties(self) -> bool:
        """Whether the contract has more than two parties, each of which plays for its own settlement."""
        return many_parties(self.game, self.question)

    def to_dict(self) -> dict[str, Any]:
        """Return a dict with the keys and values that ``kranalyze solve --json`` prints.

        ``json.dumps`` accepts this dict.
        """
        return dict_for_json(self)

    def __hash__(self) -> int:
        # Rules, calls and leads cannot be hashed. The fields used here are enough to distinguish answers.
        return hash((self.game.id, self.question, self.deal, self.value, self.payoff))

    def __repr__(self) -> str:
        return f"<Answer: {str(self).partition(chr(10))[0]}>"


@checked(
    contract=Expected.CONTRACT, game=Expected.GAME, declarer=Expected.SEAT, second=Expected.SEAT,
    partner=Expected.SEAT, call=Expected.CARD, order=Expected.ORDER, trump=Expected.TRUMP,
    leader=Expected.SEAT, dealer=Expected.SEAT, discard=Expected.CARDS, contra=Expected.NUMBER,
    rules=Expected.RULES, line=Expected.FLAG,
)  # fmt: skip
def solve(
    deal: Deal | str,
    *,
    contract: str | Contract,
    game: str | Game = "graden",
    declarer: Seat | str | int | None = None,
    second: Seat | str | int | None = None,
    partner: Seat | str | int | None = None,
    call: Card | str | int | None = None,
    order: str | None = None,
    trump: str | int | None = None,
    leader: Seat | str | int | None = None,
    dealer: Seat | str | int | None = None,
    discard: str | Iterable[Card | str | int] | None = None,
    contra: int = 0,
    rules: Mapping[str, str] | None = None,
    line: bool = True,
) -> Answer:
    """Solve one contract on one deal. If choices are open, try all of them and return the best answer.

    Args:
        deal: a Deal, or its text ``"N:AKQ... ... ... ..."``. The deal may also be an ending. In an ending all
            hands have the same number of cards, and fewer cards than in a full deal.
        contract: id or name, ``"koenigmord"`` or ``"Königmord"``.
        game: id or name of the game, or the game.
        declarer: seat of the declarer. If only forehand may declare the contract, the declarer follows from
            ``dealer`` or ``leader``.
        second: seat of the second declarer in a double Bettler or Plauderer.
        partner: seat of the partner. None: all partners are tried.
        call: the called card. None: all calls are tried.
        order: order of rank, K or T. None: both orders are tried.
        trump: trump suit (in whist also ``"none"``). None: all trumps are tried. Trump is required for
            contracts that forehand's opponents bid after forehand has named trump (Kontraschnapser).
        leader: seat of forehand, which leads if the declarer does not lead. Default: the seat left of
            ``dealer``.
        dealer: seat of the dealer.
        discard: the three cards laid away in ``anrufen3``. None: the best discard is found.
        contra: number of Contra calls. In ``bauernschnapsen`` each call doubles the stake. In ``anrufen``
            there is at most one call, the Contra token.
        rules: rule options.
        line: whether to compute also the values of the leads and the line of best play.

    Returns:
        The answer that is best for the declarer. Of equally good answers, the first is returned.

    Raises:
        ValueError: an impossible deal, contract, seat or choice.

    >>> deal = "N:JT9.JT9.. ..JT9.JT9 AKQ.AKQ.. ..AKQ.AKQ"
    >>> solve(deal, contract="Königmord", declarer="S").payoff
    (-70, -70, 210, -70)
    """
    with CorePlace():
        game = get_game(game).under(rules)
        deal = Deal.of(deal)
        deal.check(game.pack, game.size, game.seats, game.talon, endings=True)
        laid = parse_discard(discard, game)
        suit = trump_of_argument(trump, game)
        check_contra(contra, game)
        candidates = questions_with_inferred_seats(
            game, game.contract(contract), declarer, leader, dealer, second
        )
        partner_seat = None if partner is None else seat_in_game(partner, game)
        called_card = None if call is None else card_of(call)
        order_letter = str(order).upper() if order else None
        asked_questions = _narrow(candidates, game, deal, partner_seat, called_card, order_letter, suit)
        best = max(solve_questions(game, asked_questions, deal, laid, contra), key=_merit)
        is_free = all(choice is None for choice in (partner, call, order, trump, discard))
        best = replace(best, free=is_free)
        return _with_leads_and_line(best, laid) if line else best


def _narrow(
    open_questions: list[Question], game: Game, deal: Deal, partner: Seat | None, call: int | None,
    order: str | None, trump: int | None,
) -> list[Question]:  # fmt: skip
    """Return the questions that fit the user's choices of partner, called card, order of rank and trump.

    A question is a contract with its declarer, leader, trump, partner and order of rank. A choice that is
    None excludes no question.

    Raises:
        ValueError: no question fits.
    """
    contract = open_questions[0].contract
    declarer = open_questions[0].declarer
    name = contract.name

    def keep_questions(fits: Callable[[Question], object], error: str) -> None:
        """Keep only the questions for which ``fits`` is true. If no question fits, raise a ValueError.

        ``error`` is the message of the ValueError.
        """
        open_questions[:] = filter(fits, open_questions)
        if not open_questions:
            raise ValueError(error)

    if trump is not None:
        letter = None if trump == NO_TRUMP else SUITS[trump]
        keep_questions(lambda q: q.trump == letter, f"{name} is not played in that trump")
    elif contract_deciding_trump(game, contract) is not None:
        raise ValueError(f"{name} is played in forehand's trump, which must be named (trump)")
    else:
        open_questions[:] = (
            q for q in open_questions if deal.mask(q.leader) & cards_permitting_trump(game, q)
        )
    if order is not None:
        orders = " or ".join(contract.order)
        keep_questions(lambda q: q.order == order, f"{name} is played in {orders}-order, not {order}-order")
    if call is not None:
        if contract.party != "called":
            raise ValueError(f"nothing is called in {name}")
        holder = deal.holder(call)
        card = card_letters(call)
        if holder is None:
            raise ValueError(f"nobody holds the called card {card}")
        if holder == declarer and all(q.partner is not None for q in open_questions):
            raise ValueError(f"{holder.title} cannot call the own card {card} (rule option call_own)")
        called_partner = None if holder == declarer else holder
        error = f"calling {card} does not lead to this {name}"
        keep_questions(lambda q: q.partner == called_partner and (q.callable_mask or 0) >> call & 1, error)
    if partner is not None:
        if partner == declarer:
            raise ValueError(f"{partner.title} cannot be the own partner")
        keep_questions(lambda q: q.partner == partner, f"{partner.title} cannot be the partner in {name}")
    keep_questions(
        lambda q: calls_reaching(q, deal) != [], f"no card can be called that leads to this {name}"
    )
    return open_questions


def solve_questions(
    game: Game, asked_questions: Sequence[Question], deal: Deal, laid: int | None = None, contra: int = 0
) -> list[Answer]:
    """Solve several questions on a deal. The answers have no values of leads and no line of play.

    A question is a contract with its declarer, leader, trump, partner and order of rank. If the partner in a
    question holds no card that the declarer can call, the question cannot occur on the deal. It is solved
    nevertheless.

    Args:
        game: the game under its rule options.
        asked_questions: the questions.
        deal: the deal.
        laid: mask of the three cards that the declarer lays away (``anrufen3``). None: the best cards are
            laid away.
        contra: number of Contra calls.

    Raises:
        ValueError: the deal cannot be solved, or the declarer cannot lay away these cards.
    """
    uncalled = (question._replace(callable_mask=None) for question in asked_questions)
    plan = Plan(game, chosen_questions=uncalled, selfish=True, contra=contra)
    hands, talon = core.hand_and_talon_columns([deal])
    if laid is None or not deal.talon_mask:
        reach, solved = plan.solve(hands, talon, 1)
        if solved.status[0]:
            raise ValueError(f"the deal cannot be solved: {core.status_text(solved.status[0])}")
        values = solved.values
        away = solved.discard
    else:
        reach = core.applicable_questions(hands, 1, plan.rows)
        tasks = [task._replace(talon_to=NONE) for task in plan.tasks]
        declarer = asked_questions[0].leader
        for card in cards_of(laid & ~(deal.mask(declarer) | deal.talon_mask)):
            reason = f"cannot lay away {card_letters(card)}, which is not in hand or talon"
            raise ValueError(f"{declarer.title} {reason}")
        pairs = [(task, first_position(task, deal, declarer, laid)) for task in tasks]
        values = array("h", (worth.value for worth in core.position_worths(pairs, cards=False)))
        away = array("I", [laid] * len(values))
    answers = []
    for question, flags, measure, places in zip(
        asked_questions, reach.flags, plan.measures, plan.places, strict=True
    ):
        is_biddable = flags == BIDDABLE
        searched = {key: values[slot] for key, slot in places.items()} if is_biddable else {}
        discard_mask = 0
        if searched and away is not None:
            discard_mask = away[places["value", 0]]
        discard = list(named_cards(discard_mask)) or None
        answers.append(
            Answer(
                game, question, game.in_force, deal, calls_reaching(question, deal), discard, is_biddable,
                *measure.summarize_results(searched),
            )
        )  # fmt: skip
    return answers


def _merit(answer: Answer) -> tuple[int, int, int]:
    """Return a sort key for an answer. The answer with the largest key is best for the declarer."""
    paid = answer.payoff[answer.question.first]
    value = answer.value if answer.value is not None else -1000
    return (int(answer.biddable), paid if paid is not None else value, value)


def _with_leads_and_line(answer: Answer, laid: int | None) -> Answer:
    """Return an answer completed with the value of each possible first lead, and with the line of best play.

    If the contract has no value, each card gets instead the settlement that the leader can force after
    playing the card. In a double contract the first declarer lays a card face down before the lead. Then each
    card of this declarer gets the settlement that the declarer can force after laying the card.

    Args:
        answer: the answer to complete.
        laid: mask of the cards laid away. None: the discard of ``answer``, which is the best discard.
    """
    measure = measure_of(answer.game, answer.question)
    deal = answer.deal
    first = answer.question.first
    if not answer.biddable or measure.contract.goal.decided_without_play:
        return answer
    away = laid if laid is not None else Hand(answer.discard or ()).mask
    task = measure.guarantee_task(answer.question.leader) if measure.parties else measure.value_task
    unit = 1 if answer.value is not None else measure.settlement_per_unit(first)
    worth = core.position_worths([(task, first_position(task, deal, first, away))])[0]
    leads = CardTable({CARDS[card]: value * unit for card, value in worth.cards.items()})
    task = measure.task_with_play_rules
    line, notes = best_play(task, first_position(task, deal, first, away))
    return replace(answer, discard=list(named_cards(away)) or None, leads=leads, line=line, notes=notes)


def best_play(task: Task, position: CorePosition) -> tuple[tuple[Trick, ...], tuple[OtherAction, ...]]:
    """Return best play from a position to the end: its tricks, and all actions other than playing cards.

    If several cards are equally good, the card with the lowest number is played.
    """
    played = (CARDS[number] for number in position.played)
    trick = list(zip(map(Seat, position.seat_order_of_trick(task.seats)), played, strict=False))
    tricks: list[Trick] = []
    remarks: list[OtherAction] = []
    for number, card, laid, announced, declared, registered, winner, _ in core.best_acts_to_end(
        task, position
    ):
        seat = Seat(number)
        if laid:
            remarks.append(OtherAction(seat, "lays", card=CARDS[card]))
            continue
        marriages = declared | registered << suit_of(card)
        for suit in (suit for suit in range(4) if marriages >> suit & 1):
            points = task.marriage_trump if suit == task.trump else task.marriage_plain
            remarks.append(OtherAction(seat, "registers" if registered else "declares", SUITS[suit], points))
        if announced & (SIDE_HUNDRED | OTHERS_HUNDRED):
            remarks.append(OtherAction(seat, "announces", announce="hundred"))
        if announced & (SIDE_ALL | OTHERS_ALL):
            remarks.append(OtherAction(seat, "announces", announce="all"))
        trick.append((seat, CARDS[card]))
        if winner != NONE:
            tricks.append(Trick(trick[0][0], tuple(trick), Seat(winner)))
            trick = []
    if trick:
        tricks.append(Trick(trick[0][0], tuple(trick), None))
    return tuple(tricks), tuple(remarks)
