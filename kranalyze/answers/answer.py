"""The answer to one contract on one deal: the best open choice, its leads, and its line of play."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from kranalyze.answers.plan import NOBODY, Four, Measure, Plan, opening
from kranalyze.arguments import Expected, checked
from kranalyze.cards import Card, card_name, card_of, cards_of, list_of_cards, mask_of, parse_suit, suit_of
from kranalyze.core import calls as core
from kranalyze.core.calls import BIDDABLE
from kranalyze.core.questionborder import bidding_seats, naming, questions
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
from kranalyze.deal import Deal, Seat
from kranalyze.display import ShownAsPage
from kranalyze.games import Contract, Game, Question, get_game
from kranalyze.games.question import calls, supposing


class Trick(NamedTuple):
    """A trick: its leader, its cards in order of play, and its winner (None: play ended within it)."""

    leader: Seat
    cards: tuple[tuple[Seat, int], ...]
    winner: Seat | None


class Remark(NamedTuple):
    """An action of a seat beside playing a card.

    Attributes:
        seat: the seat that acts.
        kind: ``declares`` or ``registers`` (a marriage), ``announces``, ``lays`` (face down).
        suit, points: of a marriage.
        card: laid face down.
        announce: ``hundred`` or ``all``.
    """

    seat: Seat
    kind: Literal["declares", "registers", "announces", "lays"]
    suit: int | None = None
    points: int | None = None
    card: int | None = None
    announce: Literal["hundred", "all"] | None = None


@dataclass(frozen=True, slots=True)
class Answer(ShownAsPage):
    """The values of a question on a deal (RULINGS: what value and makeable mean).

    Attributes:
        calls: the cards whose call leads to this question, None if no card is called.
        discard: the cards laid away in ``anrufen3``, None in other games.
        biddable: whether the declarer holds the required cards. If not, the values are None.
        value: from the declarer's side.
        guarantee: settlements N E S W that each seat can force, in the game's unit.
        payoff: settlements N E S W under best play, in the game's unit.
        leads: the leader's cards, with the value after each from the declarer's side. A contract without a
            value has the guarantee of the seat that plays or lays the card.
        line: best play trick by trick. If the contract fails, the play that defeats it.
        notes: what seats declare, announce, register or lay face down in the line.
        free: whether partner, call, order, trump and discard were all left open, so that this is the best of
            all choices.

    >>> answer = solve("N:JT9.JT9.. ..JT9.JT9 AKQ.AKQ.. ..AKQ.AKQ", contract="bettler", declarer="N")
    >>> answer.makeable, answer.payoff, str(answer).splitlines()[0]
    (True, (90, -30, -30, -30), 'Bettler by North: can be made')
    """

    game: Game
    question: Question
    rules: dict[str, str]
    deal: Deal
    calls: list[int] | None
    discard: list[int] | None
    biddable: bool
    makeable: bool | None = None
    value: int | None = None
    guarantee: Four = NOBODY
    payoff: Four = NOBODY
    leads: Mapping[Card, int] | None = None
    line: tuple[Trick, ...] = ()
    notes: tuple[Remark, ...] = ()
    free: bool = False

    @property
    def many_parties(self) -> bool:
        """Whether more than two parties play, each for its own settlement."""
        return many_parties(self.game, self.question)

    def __hash__(self) -> int:
        # Rules, calls and leads are not hashable. Question and values are enough to tell answers apart.
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
    call: str | int | None = None,
    order: str | None = None,
    trump: str | int | None = None,
    leader: Seat | str | int | None = None,
    dealer: Seat | str | int | None = None,
    discard: str | tuple[int, ...] | list[int] | None = None,
    contra: int = 0,
    rules: Mapping[str, str] | None = None,
    line: bool = True,
) -> Answer:
    """Solve one contract on one deal. If choices are open, solve all of them and return the best.

    Args:
        deal: a Deal, or its text ``"N:AKQ... ... ... ..."``. Hands of equal size that are shorter than dealt
            are an ending.
        contract: id or name, ``"koenigmord"`` or ``"Königmord"``.
        declarer: seat. In contracts that forehand declares it follows from ``dealer`` or ``leader``.
        second: seat of the second Bettler or Plauderer.
        partner: seat. Only questions with this partner are solved.
        call: the called card. Only questions that this call leads to are solved.
        order: K or T. Only questions with this order of ranks are solved.
        trump: suit (in whist also ``"none"``). Only questions with this trump are solved. It is required
            where the other side bids and forehand names trump (Kontraschnapser).
        leader: forehand's seat, if the declarer does not lead; default left of ``dealer``.
        dealer: seat of the dealer, from which ``leader`` follows.
        discard: the three cards laid away in ``anrufen3``.
        contra: number of Contra calls (doublings in ``bauernschnapsen``, one token in ``anrufen``).
        rules: rule options.
        line: whether the answer has leads and a line of play.

    Returns:
        The answer that is best for the declarer. Of equally good answers the first.

    Raises:
        ValueError: an impossible deal, contract, seat or choice.

    >>> deal = "N:JT9.JT9.. ..JT9.JT9 AKQ.AKQ.. ..AKQ.AKQ"
    >>> solve(deal, contract="Königmord", declarer="S").payoff
    (-70, -70, 210, -70)
    """
    game = get_game(game).under(rules)
    deal = Deal.of(deal)
    deal.check(game.pack, game.size, game.seats, game.talon, endings=True)
    laid = laid_away(discard, game)
    suit = named_trump(trump, game)
    check_contra(contra, game)
    candidates = seated(game, game.contract(contract), declarer, leader, dealer, second)
    partner_seat = None if partner is None else _seat(partner, game)
    called_card = None if call is None else card_of(call)
    order_letter = str(order).upper() if order else None
    asked_questions = _narrow(candidates, game, deal, partner_seat, called_card, order_letter, suit)
    best = max(solve_questions(game, asked_questions, deal, laid, contra), key=_merit)
    is_free = all(choice is None for choice in (partner, call, order, trump, discard))
    best = replace(best, free=is_free)
    return _with_line(best, laid) if line else best


def _seat(value: Seat | str | int, game: Game) -> Seat:
    seat = Seat.parse(value)
    if seat >= game.seats:
        raise ValueError(f"{game.id} is played without {seat.title}")
    return seat


#: The value of ``trump`` that chooses play without trump (whist).
NO_TRUMP = -1


def named_trump(trump: str | int | None, game: Game) -> int | None:
    """Return the suit that an argument names, ``NO_TRUMP``, or None; raise a ValueError if it is no suit."""
    if isinstance(trump, str):
        trump = NO_TRUMP if trump.strip().lower() in ("none", "nt") else parse_suit(trump)
    if trump == NO_TRUMP and not game.calibration:
        raise ValueError(f"a trump is not left out by choice in {game.id}")
    if trump is not None and not NO_TRUMP <= trump < 4:
        raise ValueError(f"{trump} is no suit: suits are numbers from 0 to 3")
    return trump


def laid_away(discard: str | Iterable[str | int] | None, game: Game) -> int | None:
    """Return the mask of the cards laid away, or None; raise a ValueError if they cannot be laid away."""
    if discard is None:
        return None
    if not game.talon:
        raise ValueError(f"nothing is laid away in {game.id}")
    cards = list_of_cards(discard)
    if not len(set(cards)) == len(cards) == game.talon:
        raise ValueError(f"{game.talon} different cards are laid away, not {len(cards)}")
    return mask_of(cards)


def check_contra(contra: int, game: Game) -> None:
    """Raise a ValueError if the game does not allow so many Contra calls."""
    most = game.most_contra
    if not isinstance(contra, int) or not 0 <= contra <= most:
        limit = f"is said at most {most} time{'s' * (most > 1)}" if most else "is not said"
        raise ValueError(f"Contra {limit} in {game.id}, not {contra} times")


def seated(
    game: Game, contract: Contract, declarer: Seat | str | int | None, leader: Seat | str | int | None,
    dealer: Seat | str | int | None, second: Seat | str | int | None,
) -> list[Question]:  # fmt: skip
    """Return the questions of a contract with these seats.

    If leader or declarer is open, it follows from the other seats.

    Raises:
        ValueError: a seat is missing, or cannot have this role.
    """
    declarer, leader, dealer, second = (
        None if seat is None else _seat(seat, game) for seat in (declarer, leader, dealer, second)
    )
    named_leader = leader
    name = contract.name
    if dealer is not None and leader is None and "forehand" in (contract.leads, contract.bidders):
        leader = Seat((dealer + 1) % game.seats)
    if contract.makeable_at is None:
        if leader is None:
            leader = declarer
        declarer = None
        if leader is None:
            raise ValueError(f"{name} needs the seat that leads (leader or dealer)")
    else:
        if declarer is None and contract.bidders == "forehand":
            declarer = leader
        if declarer is None:
            raise ValueError(f"{name} needs a declarer")
        if contract.leads == "declarer":
            if named_leader is not None and named_leader != declarer:
                raise ValueError(f"{name} is led by its declarer, {declarer.title}")
            leader = declarer
        elif leader is None and contract.bidders != "forehand":
            raise ValueError(f"{name} needs the seat of forehand (leader or dealer)")
        leader = declarer if leader is None else leader
        if contract.leads == "forehand" and declarer not in bidding_seats(game, contract, leader):
            raise ValueError(f"{name} cannot be bid by {declarer.title} with {leader.title} forehand")
    if second is not None and not contract.second:
        raise ValueError(f"{name} has no second declarer")
    if second is not None and second == declarer:
        raise ValueError(f"{second.title} cannot be the second declarer too")
    seats = declarer, leader, second
    return [q for q in questions(game, [contract], None, True) if (q.declarer, q.leader, q.second) == seats]


def _narrow(
    open_questions: list[Question], game: Game, deal: Deal, partner: Seat | None, call: int | None,
    order: str | None, trump: int | None,
) -> list[Question]:  # fmt: skip
    """Keep only the questions of a contract that fit the choices; raise a ValueError if none is left."""
    contract = open_questions[0].contract
    declarer = open_questions[0].declarer
    name = contract.name

    def narrow(fits: Callable[[Question], object], wrong: str) -> None:
        open_questions[:] = filter(fits, open_questions)
        if not open_questions:
            raise ValueError(wrong)

    if trump is not None:
        suit = None if trump == NO_TRUMP else trump
        narrow(lambda q: q.trump == suit, f"{name} is not played in that trump")
    elif supposing(game, contract) is not None:
        raise ValueError(f"{name} is played in forehand's trump, which must be named (trump)")
    else:
        open_questions[:] = (q for q in open_questions if deal.hand(q.leader) & naming(game, q))
    if order is not None:
        orders = " or ".join(contract.order)
        narrow(lambda q: q.order == order, f"{name} is played in {orders}-order, not {order}-order")
    if call is not None:
        if contract.party != "called":
            raise ValueError(f"nothing is called in {name}")
        holder = deal.holder(call)
        card = card_name(call)
        if holder is None:
            raise ValueError(f"nobody holds the called card {card}")
        if holder == declarer and all(q.partner is not None for q in open_questions):
            raise ValueError(f"{holder.title} cannot call the own card {card} (rule option call_own)")
        by = None if holder == declarer else holder
        leads = f"calling {card} does not lead to this {name}"
        narrow(lambda q: q.partner == by and (q.callable or 0) >> call & 1, leads)
    if partner is not None:
        if partner == declarer:
            raise ValueError(f"{partner.title} cannot be the own partner")
        narrow(lambda q: q.partner == partner, f"{partner.title} cannot be the partner in {name}")
    narrow(lambda q: calls(q, deal) != [], f"no card can be called that leads to this {name}")
    return open_questions


def solve_questions(
    game: Game, asked_questions: Sequence[Question], deal: Deal, laid: int | None = None, contra: int = 0
) -> list[Answer]:
    """Solve the questions on a deal, for any called card. The answers have no leads and no lines.

    ``laid`` is the mask of the discard. None means that the declarer lays away the best cards.
    """
    uncalled = (question._replace(callable=None) for question in asked_questions)
    plan = Plan(game, chosen_questions=uncalled, selfish=True, contra=contra)
    hands, talon = core.columns([deal])
    if laid is None or not deal.talon:
        reach, solved = plan.solved(hands, talon, 1)
        if solved.status[0]:
            raise ValueError(f"the deal cannot be solved: {core.status_text(solved.status[0])}")
        values = solved.values
        away = solved.discard
    else:
        reach = core.reached(hands, 1, plan.rows)
        tasks = [task._replace(talon_to=NONE) for task in plan.tasks]
        declarer = asked_questions[0].leader
        for card in cards_of(laid & ~(deal.hand(declarer) | deal.talon)):
            reason = f"cannot lay away {card_name(card)}, which is not in hand or talon"
            raise ValueError(f"{declarer.title} {reason}")
        pairs = [(task, opening(task, deal, declarer, laid)) for task in tasks]
        values = array("h", (worth.value for worth in core.worth(pairs, cards=False)))
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
        discard = list(cards_of(discard_mask)) or None
        answers.append(
            Answer(
                game, question, game.in_force, deal, calls(question, deal), discard, is_biddable,
                *measure.foreseen(searched),
            )
        )  # fmt: skip
    return answers


def _merit(answer: Answer) -> tuple[int, int, int]:
    """Return how good an answer is for its declarer, as a key to sort by."""
    paid = answer.payoff[answer.question.first]
    value = answer.value if answer.value is not None else -1000
    return (int(answer.biddable), paid if paid is not None else value, value)


def _with_line(answer: Answer, laid: int | None) -> Answer:
    """Return an answer with the leader's cards and the line of play.

    If the contract has no value, the leads show the guarantee of the seat that leads. In a double contract
    they show the guarantee of the first declarer, who lays a card face down.
    """
    measure = Measure(answer.game, answer.question)
    deal = answer.deal
    first = answer.question.first
    if not answer.biddable or measure.contract.goal.as_dealt:
        return answer
    away = laid if laid is not None else mask_of(answer.discard or ())
    task = measure.task(answer.question.leader) if measure.parties else measure.value_task
    unit = 1 if answer.value is not None else measure.unit(first)
    worth = core.worth([(task, opening(task, deal, first, away))])[0]
    leads = {Card(card): value * unit for card, value in worth.cards.items()}
    line, notes = play_out(measure.base, opening(measure.base, deal, first, away))
    return replace(answer, discard=list(cards_of(away)) or None, leads=leads, line=line, notes=notes)


def play_out(task: Task, position: CorePosition) -> tuple[tuple[Trick, ...], tuple[Remark, ...]]:
    """Return best play from a position: its tricks, and its remarks.

    Of equally good cards the one with the lowest number is played.
    """
    trick = list(zip(map(Seat, position.turns(task.seats)), position.played, strict=False))
    tricks: list[Trick] = []
    remarks: list[Remark] = []
    for number, card, laid, announced, declared, registered, winner, _ in core.line(task, position):
        seat = Seat(number)
        if laid:
            remarks.append(Remark(seat, "lays", card=card))
            continue
        marriages = declared | registered << suit_of(card)
        for suit in (suit for suit in range(4) if marriages >> suit & 1):
            points = task.marriage_trump if suit == task.trump else task.marriage_plain
            remarks.append(Remark(seat, "registers" if registered else "declares", suit, points))
        if announced & (SIDE_HUNDRED | OTHERS_HUNDRED):
            remarks.append(Remark(seat, "announces", announce="hundred"))
        if announced & (SIDE_ALL | OTHERS_ALL):
            remarks.append(Remark(seat, "announces", announce="all"))
        trick.append((seat, card))
        if winner != NONE:
            tricks.append(Trick(trick[0][0], tuple(trick), Seat(winner)))
            trick = []
    if trick:
        tricks.append(Trick(trick[0][0], tuple(trick), None))
    return tuple(tricks), tuple(remarks)
