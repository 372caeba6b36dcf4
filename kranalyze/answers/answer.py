"""One deal, one contract: the best of the choices left open, its first cards and its line of play."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from kranalyze.answers.plan import NOBODY, Four, Measure, Plan, opening
from kranalyze.arguments import checked
from kranalyze.cards import Card, card_name, card_of, cards_of, list_of_cards, mask_of, parse_suit, suit_of
from kranalyze.core import calls as core
from kranalyze.core.calls import BIDDABLE
from kranalyze.core.task import NONE, OTHERS_ALL, OTHERS_HUNDRED, SIDE_ALL, SIDE_HUNDRED, CorePosition, Task
from kranalyze.deal import Deal, Seat
from kranalyze.display import Shown
from kranalyze.frozen import frozen
from kranalyze.games import Contract, Game, Question, get_game, questions
from kranalyze.games.questions import bidding_seats, calls, naming, supposing


@frozen
class Trick:
    """A trick: who led, the cards in order of play, who took it (None: play stopped within it)."""

    leader: Seat
    cards: tuple[tuple[Seat, int], ...]
    winner: Seat | None


@frozen
class Remark:
    """What a seat does beside playing a card.

    Attributes:
        seat: who does it.
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


@frozen
class Answer(Shown):
    """A contract put to seats on a deal, and what comes of it (RULINGS: what value and makeable mean).

    Attributes:
        calls: cards whose calling leads to this question, None if nothing is called.
        discard: cards laid away (``anrufen3``), None elsewhere.
        biddable: whether the declarer holds what the contract needs; if not, the rest is None.
        value: from the declarer's side.
        guarantee, payoff: settlements N E S W in the game's unit.
        leads: the leader's cards and the value after each, from the declarer's side; where there is
            no value the guarantee of the seat that plays or lays the card.
        line: best play trick by trick (for a failing contract the play that defeats it).
        notes: what is declared, announced, registered or laid face down in that line.
        free: partner, call, order, trump and discard were left open, so that the best of them is shown.

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

    def __hash__(self) -> int:
        # Rules, calls and leads are mappings and lists. The question and its value tell answers apart.
        return hash((self.game.id, self.question, self.deal, self.value, self.payoff))

    def __repr__(self) -> str:
        return f"<Answer: {str(self).partition(chr(10))[0]}>"


@checked
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
    """Could this contract have been made? What is left open is solved for every choice.

    Args:
        deal: a Deal, or its text ``"N:AKQ... ... ... ..."``; short hands of one size are endings.
        contract: id or name, ``"koenigmord"`` or ``"Königmord"``.
        declarer: seat; in contracts of forehand's it follows from ``dealer`` or ``leader``.
        second: the second Bettler or Plauderer.
        partner, call, order, trump: narrow the choice; ``call`` is a card, ``trump`` a suit (in whist
            ``"none"`` too); forehand's must be named where the other side bids (Kontraschnapser).
        leader: forehand, where the declarer does not lead; follows from ``dealer`` too.
        discard: the three cards laid away in ``anrufen3``.
        contra: number of Contra calls (doublings in ``bauernschnapsen``, one token in ``anrufen``).
        rules: rule options.
        line: with the leader's cards and the line of play.

    Returns:
        The answer that is best for the declarer, the first of equals.

    Raises:
        ValueError: a deal, contract, seat or choice that cannot be.

    >>> deal = "N:JT9.JT9.. ..JT9.JT9 AKQ.AKQ.. ..AKQ.AKQ"
    >>> solve(deal, contract="Königmord", declarer="S").payoff
    (-70, -70, 210, -70)
    """
    game = get_game(game).under(rules)
    deal = Deal.of(deal)
    deal.check(game.pack, game.size, game.seats, game.talon, endings=True)
    laid, trump = laid_away(discard, game), named_trump(trump, game)
    check_contra(contra, game)
    asked = seated(game, game.contract(contract), declarer, leader, dealer, second)
    partner, call = None if partner is None else _seat(partner, game), None if call is None else card_of(call)
    chosen = _chosen(asked, game, deal, partner, call, str(order).upper() if order else None, trump)
    best = max(evaluated(game, chosen, deal, laid, contra), key=_merit)
    best = replace(best, free=all(one is None for one in (partner, call, order, trump, discard)))
    return _with_line(best, laid) if line else best


def _seat(given: Seat | str | int, game: Game) -> Seat:
    seat = Seat.parse(given)
    if seat >= game.seats:
        raise ValueError(f"{game.id} is played without {seat.title}")
    return seat


#: For ``trump``: played without one, where that is a choice (whist).
NO_TRUMP = -1


def named_trump(given: str | int | None, game: Game) -> int | None:
    """The suit of an argument, ``NO_TRUMP``, or None if nothing is said; a ValueError if it is none."""
    if isinstance(given, str):
        given = NO_TRUMP if given.strip().lower() in ("none", "nt") else parse_suit(given)
    if given == NO_TRUMP and not game.calibration:
        raise ValueError(f"a trump is not left out by choice in {game.id}")
    if given is not None and not NO_TRUMP <= given < 4:
        raise ValueError(f"{given} is no suit: suits are numbers from 0 to 3")
    return given


def laid_away(given: str | Iterable[str | int] | None, game: Game) -> int | None:
    """The mask of the cards laid away, None if nothing is said; a ValueError if they cannot be."""
    if given is None:
        return None
    if not game.talon:
        raise ValueError(f"nothing is laid away in {game.id}")
    cards = list_of_cards(given)
    if not len(set(cards)) == len(cards) == game.talon:
        raise ValueError(f"{game.talon} different cards are laid away, not {len(cards)}")
    return mask_of(cards)


def check_contra(contra: int, game: Game) -> None:
    """Raise a ValueError if Contra cannot be said so often."""
    most = game.most_contra
    if not isinstance(contra, int) or not 0 <= contra <= most:
        said = f"is said at most {most} time{'s' * (most > 1)}" if most else "is not said"
        raise ValueError(f"Contra {said} in {game.id}, not {contra} times")


def seated(
    game: Game, contract: Contract, declarer: Seat | str | int | None, leader: Seat | str | int | None,
    dealer: Seat | str | int | None, second: Seat | str | int | None,
) -> list[Question]:  # fmt: skip
    """What a contract asks when these declare and lead; a ValueError says who is missing or cannot do so."""
    declarer, leader, dealer, second = (
        None if one is None else _seat(one, game) for one in (declarer, leader, dealer, second)
    )
    named, name = leader, contract.name
    if dealer is not None and leader is None and "forehand" in (contract.leads, contract.bidders):
        leader = Seat((dealer + 1) % game.seats)
    if contract.makeable_at is None:
        leader, declarer = declarer if leader is None else leader, None
        if leader is None:
            raise ValueError(f"{name} needs the seat that leads (leader or dealer)")
    else:
        if declarer is None and contract.bidders == "forehand":
            declarer = leader
        if declarer is None:
            raise ValueError(f"{name} needs a declarer")
        if contract.leads == "declarer":
            if named is not None and named != declarer:
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


def _chosen(
    found: list[Question], game: Game, deal: Deal, partner: Seat | None, call: int | None,
    order: str | None, trump: int | None,
) -> list[Question]:  # fmt: skip
    """Of one contract's questions those that choices leave open; a ValueError says which choice cannot be."""
    contract, declarer = found[0].contract, found[0].declarer
    name = contract.name

    def narrow(fits: Callable[[Question], object], wrong: str) -> None:
        found[:] = filter(fits, found)
        if not found:
            raise ValueError(wrong)

    if trump is not None:
        suit = None if trump == NO_TRUMP else trump
        narrow(lambda q: q.trump == suit, f"{name} is not played in that trump")
    elif supposing(game, contract) is not None:
        raise ValueError(f"{name} is played in forehand's trump, which must be named (trump)")
    else:
        found[:] = (q for q in found if deal.hand(q.leader) & naming(game, q))
    if order is not None:
        orders = " or ".join(contract.order)
        narrow(lambda q: q.order == order, f"{name} is played in {orders}-order, not {order}-order")
    if call is not None:
        if contract.party != "called":
            raise ValueError(f"nothing is called in {name}")
        holder, card = deal.holder(call), card_name(call)
        if holder is None:
            raise ValueError(f"nobody holds the called card {card}")
        if holder == declarer and all(q.partner is not None for q in found):
            raise ValueError(f"{holder.title} cannot call the own card {card} (rule option call_own)")
        by = None if holder == declarer else holder
        leads = f"calling {card} does not lead to this {name}"
        narrow(lambda q: q.partner == by and (q.callable or 0) >> call & 1, leads)
    if partner is not None:
        if partner == declarer:
            raise ValueError(f"{partner.title} cannot be the own partner")
        narrow(lambda q: q.partner == partner, f"{partner.title} cannot be the partner in {name}")
    narrow(lambda q: calls(q, deal) != [], f"no card can be called that leads to this {name}")
    return found


def evaluated(
    game: Game, asked: Sequence[Question], deal: Deal, laid: int | None = None, contra: int = 0
) -> list[Answer]:
    """The values of some questions, each put to the deal whatever card is called for it.

    Leads and lines are left out; ``laid`` is a mask of cards laid away.
    """
    plan = Plan(game, asked=(replace(q, callable=None) for q in asked), selfish=True, contra=contra)
    hands, talon = core.columns([deal])
    if laid is None or not deal.talon:
        reach, solved = plan.solved(hands, talon, 1)
        if solved.status[0]:
            raise ValueError(f"the deal cannot be solved: {core.status_text(solved.status[0])}")
        values, away = solved.values, solved.discard
    else:
        reach, tasks = core.reached(hands, 1, plan.rows), [replace(t, talon_to=NONE) for t in plan.tasks]
        declarer = asked[0].leader
        for card in cards_of(laid & ~(deal.hand(declarer) | deal.talon)):
            said = f"cannot lay away {card_name(card)}, which is not in hand or talon"
            raise ValueError(f"{declarer.title} {said}")
        pairs = [(task, opening(task, deal, declarer, laid)) for task in tasks]
        values = array("h", (found.value for found in core.worth(pairs, cards=False)))
        away = array("I", [laid] * len(values))
    answers = []
    for question, flags, measure, places in zip(asked, reach.flags, plan.measures, plan.places, strict=True):
        found = {sought: values[slot] for sought, slot in places.items() if flags == BIDDABLE}
        mask = away[places["value", 0]] if found and away is not None else 0
        answers.append(
            Answer(
                game, question, game.in_force, deal, calls(question, deal), list(cards_of(mask)) or None,
                flags == BIDDABLE, *measure.foreseen(found),
            )
        )  # fmt: skip
    return answers


def _merit(answer: Answer) -> tuple[int, int, int]:
    """How good an answer is for its declarer."""
    paid = answer.payoff[answer.question.first]
    value = answer.value if answer.value is not None else -1000
    return (int(answer.biddable), paid if paid is not None else value, value)


def _with_line(answer: Answer, laid: int | None) -> Answer:
    """The answer with the leader's cards and the line of play.

    Contracts without a value give the guarantee of the seat that leads (in a double contract: of the first
    declarer, whose card is laid face down).
    """
    measure, deal, first = Measure(answer.game, answer.question), answer.deal, answer.question.first
    if not answer.biddable or measure.contract.goal.as_dealt:
        return answer
    away = laid if laid is not None else mask_of(answer.discard or ())
    task = measure.task(answer.question.leader) if measure.parties else measure.value_task
    unit = 1 if answer.value is not None else answer.question.unit
    found = core.worth([(task, opening(task, deal, first, away))])[0]
    leads = {Card(card): value * unit for card, value in found.cards.items()}
    line, notes = play_out(measure.base, opening(measure.base, deal, first, away))
    return replace(answer, discard=list(cards_of(away)) or None, leads=leads, line=line, notes=notes)


def play_out(task: Task, position: CorePosition) -> tuple[tuple[Trick, ...], tuple[Remark, ...]]:
    """Best play from a position to the end, and what is said, laid or registered on the way.

    Where several cards are equally good the lowest number is played.
    """
    trick = list(zip(map(Seat, position.turns(task.seats)), position.played, strict=False))
    tricks: list[Trick] = []
    remarks: list[Remark] = []
    for number, card, laid, announced, declared, registered, winner, _ in core.line(task, position):
        seat = Seat(number)
        if laid:
            remarks.append(Remark(seat, "lays", card=card))
            continue
        said = declared | registered << suit_of(card)
        for suit in (suit for suit in range(4) if said >> suit & 1):
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
