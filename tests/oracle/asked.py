"""Describe questions as the rulings define them: seats, order, requirement, calls, course and settlement."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kranalyze.cards import cards_of, number_of_suit, suit_of
from kranalyze.deal import Deal
from kranalyze.games import Game, Question
from oracle import bauern, graden, pointgames
from oracle.search import Course, Parties
from oracle.settling import STAKES, held, marriages, one_suit, settlement

#: Rule options in force: every option of the game, by name.
Rules = Mapping[str, str]

#: Contracts without a trump suit in the games that have trumps.
NO_TRUMP = {
    ("anrufen", "no_tricks"),
    ("anrufen3", "no_tricks"),
    ("bauernschnapsen", "bettler"),
    ("bauernschnapsen", "gang"),
    ("bauernschnapsen", "zehnerloch"),
    ("bauernschnapsen", "herrengang"),
}
#: The seats that may bid a contract of Bauernschnapsen, counted from forehand. For other contracts: any seat.
BAUERN_BIDDERS = {
    "rufer": (0,),
    "schnapser": (0, 2),
    "bauernschnapser": (0, 2),
    "kontraschnapser": (1, 3),
    "kontrabauernschnapser": (1, 3),
    "herrenschnapser": (0,),
}
CALLED = {
    "graden": tuple(name for name, clause in graden.CLAUSES.items() if clause.called),
    "russbach": ("simple", "hundred", "all_tricks"),
    "rufmariasch": ("simple",),
    "anrufen": ("simple", "hundred", "all_tricks", "all_hundred"),
}


@dataclass(frozen=True, slots=True)
class Asked:
    """A question under a game's rules.

    Attributes:
        level: the contract in play: the question's contract, or in Anrufen the contract it was raised to.
        contra: number of times that Contra was called.
    """

    game: Game
    question: Question
    rules: Rules
    level: str
    contra: int = 0

    @property
    def id(self) -> str:
        """Return the id of the question's contract."""
        return self.question.contract.id

    @property
    def first(self) -> int:
        """Return the declarer, or the leader where there is no declarer (whist)."""
        q = self.question
        return q.leader if q.declarer is None else q.declarer

    @property
    def side(self) -> tuple[int, ...]:
        """Return the seats that play for the declarer's side."""
        q = self.question
        return (self.first,) if q.partner is None else (self.first, q.partner)

    @property
    def parties(self) -> bool:
        """Return whether there are more than two parties."""
        if self.game.id != "graden":
            return False
        if self.question.second is not None:
            return True
        return self.id in ("schurln", "durchmarsch_letzten", "hundert_letzten")

    @property
    def declarers(self) -> tuple[int, ...]:
        """Return the declarers, the first bidder first. Schurln has none."""
        if self.id == "schurln":
            return ()
        second = self.question.second
        return (self.first,) if second is None else (self.first, second)


def ask(game: Game, question: Question, rules: Rules, level: str | None = None, contra: int = 0) -> Asked:
    """Return a question after checking that the rulings allow it.

    Raises:
        ValueError: the contract cannot have these seats, this order, this trump or this leader.
    """
    asked = Asked(game, question, rules, level or question.contract.id, contra)
    wrong = _slip(asked)
    if wrong is not None:
        raise ValueError(f"{game.id} {asked.id}: {wrong}")
    return asked


def _slip(asked: Asked) -> str | None:
    q, game = asked.question, asked.game.id
    if game == "graden":
        orders = graden.CLAUSES[asked.id].orders
    elif game == "whist":
        orders = "K"
    else:
        orders = "Z" if asked.id == "zehnerloch" else "T"
    if q.order not in orders:
        return f"order {q.order}"
    no_trump = game == "graden" or (game, asked.id) in NO_TRUMP
    if game != "whist" and no_trump != (q.trump is None):
        return f"trump {q.trump}"
    if asked.id in ("schurln", "tricks"):
        return None if q.declarer is None else "no declarer"
    if q.declarer is None:
        return "a declarer"
    if asked.id not in BAUERN_BIDDERS or game != "bauernschnapsen":
        if asked.id == "herrengang":
            return None
        if q.leader != q.declarer:
            return "the declarer leads"
    elif (q.declarer - q.leader) % 4 not in BAUERN_BIDDERS[asked.id]:
        return "a declarer who may not bid it"
    if game == "bauernschnapsen" and asked.id != "bettler" and q.partner != (q.declarer + 2) % 4:
        return "partners sit opposite"
    called = asked.id in CALLED.get(game, ())
    if q.partner is None and called and game == "graden" and asked.rules["call_own"] != "yes":
        return "an own card called"
    if q.partner is not None and not called and game != "bauernschnapsen":
        return "played alone"
    if q.second is not None and (game != "graden" or asked.id not in ("bettler", "plauderer")):
        return "a second bidder"
    return None


def biddable(asked: Asked, deal: Deal) -> bool:
    """Return whether the declarer's hand allows the bid.

    Some contracts require K+Q of a suit, five cards of a suit, or five trumps.
    """
    if asked.question.declarer is None:
        return True
    hand = deal.mask(asked.question.declarer)
    if asked.game.id == "graden" and graden.CLAUSES[asked.id].marriage:
        return bool(marriages(hand, None))
    if asked.id == "herrengang":
        return one_suit(hand, 5)
    if asked.id == "herrenschnapser":
        return one_suit(hand, 5) and suit_of(next(cards_of(hand))) == number_of_suit(asked.question.trump)
    return True


def callable_cards(game: Game, question: Question, deal: Deal, rules: Rules) -> int | None:
    """Return the mask of the cards that the declarer may have called. None: the question calls no card."""
    if question.contract.id not in CALLED.get(game.id, ()) or question.declarer is None:
        return None
    if question.partner is None:
        if game.id == "graden" and rules["call_own"] == "no":
            return 0
        cards = deal.mask(question.declarer)
    else:
        cards = deal.mask(question.partner)
    if question.contract.id == "durchmarsch":
        tens = held(cards, "T")
        return tens if question.order == "T" else cards & ~tens
    if game.id == "russbach" or (game.id == "rufmariasch" and rules["free_call"] == "no"):
        return sum(1 << card for card in cards_of(cards) if suit_of(card) == number_of_suit(question.trump))
    return cards


def two_sided(asked: Asked, hands: tuple[int, ...], ask_marriages: bool = False) -> Course[int]:
    """Return the course of a contract with two sides. Its outcome is the ``value`` of RULINGS.

    Args:
        asked: the question.
        hands: the hands before the first card.
        ask_marriages: whether each player chooses what to declare (Rufmariasch). False: players declare all.
    """
    game, level, side = asked.game.id, asked.level, asked.side
    trump = number_of_suit(asked.question.trump)
    first = asked.first
    if game == "whist":
        return pointgames.whist(side)
    if game == "russbach":
        if level == "simple":
            return pointgames.plain_points(side)
        if level == "hundred":
            return pointgames.declared_points(hands, side, trump, margin=False)
        return graden.wins_all(side)
    if game == "rufmariasch":
        return pointgames.declared_points(hands, side, trump, margin=True, ask=ask_marriages)
    if game in ("anrufen", "anrufen3"):
        if level == "no_tricks":
            return graden.loses_all(first)
        if level == "all_tricks":
            return graden.wins_all(side)
        if level == "all_hundred":
            return pointgames.all_hundred(side, trump)
        return pointgames.registered_points(side, trump, margin=level == "simple")
    if game == "bauernschnapsen":
        pending = asked.rules["opening_marriage"] == "pending"
        if level == "rufer":
            return bauern.rufer(asked.question.leader, trump, pending)
        if level == "bettler":
            return graden.loses_all(first)
        if level in ("schnapser", "kontraschnapser"):
            return bauern.schnapser(first, trump, pending)
        return graden.wins_all((first,))
    course = graden.CLAUSES[level].course
    assert course is not None, f"{level} has more than two parties"
    return course(side, first)


def many_sided(asked: Asked) -> Course[Parties]:
    """Return the course of a contract with more than two parties. Its outcome is payments and guarantees."""
    if asked.id == "schurln":
        return graden.schurln()
    if asked.question.second is not None:
        printed = asked.rules["mitbettler"] == "as_printed"
        return graden.double(asked.first, asked.question.second, asked.id == "plauderer", printed)
    return graden.letzten(asked.first, graden.CLAUSES[asked.id].v)


def made(asked: Asked, value: int) -> bool:
    """Return whether a value makes the contract (RULINGS: what value and makeable mean)."""
    if asked.game.id == "russbach" and asked.level == "simple":
        return value >= 50
    if asked.level == "hundred":
        return value >= 100
    return value > 0


def amount(asked: Asked, value: int) -> int | None:
    """Return what one payer owes one receiver. Return None if the value settles nothing.

    A positive amount goes to the declarer's side, a negative amount to the opponents. The amount never
    falls when the value rises. So the best value also gives the best settlement.
    """
    game = asked.game.id
    doubling: int = 2**asked.contra
    if game in ("russbach", "whist"):
        return None
    if game == "rufmariasch":
        return value // 10 * int(asked.rules["unit"])
    if asked.level == "rufer":
        return value * doubling
    if game == "bauernschnapsen":
        v = int(asked.rules["bettler_value"]) if asked.level == "bettler" else STAKES[game][asked.level]
        v *= doubling
    elif game == "graden":
        v = graden.CLAUSES[asked.level].v
    else:
        v = STAKES["anrufen"][asked.level] + asked.contra
    return v if made(asked, value) else -v


def pays(asked: Asked, stake: int) -> tuple[int | None, ...]:
    """Return the payments to N E S W for a stake. In the game for three, West's payment is None."""
    if asked.game.id == "anrufen3":
        return (*settlement(asked.side, stake, (0, 1, 2))[:3], None)
    side = asked.side
    if asked.game.id == "bauernschnapsen":
        side = (asked.first, (asked.first + 2) % 4)
    return settlement(side, stake)
