"""Judge the play of a record, for the judge's oracle: turns, legal cards, tricks, marriages, the end."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from oracle.judgingpay import card_points, settle
from oracle.judgingrecord import BAD_CARD, NO_CARD, Problem, Written
from oracle.judgingtables import CONTRACTS, ORDERS, TABLE, cards_in, in_pack, marriage_suits, rank_of, suit_of
from oracle.judgingwords import Words

if TYPE_CHECKING:
    from oracle.judgingcontract import Case

#: Who registers marriages in a contract of Bauernschnapsen: all players, or only the declarer. In all other
#: contracts nobody does.
REGISTER = {"rufer": "all", "schnapser": "declarer", "kontraschnapser": "declarer"}


@dataclass
class Table:
    """A play in progress.

    Attributes:
        cards: for each card: seat, card, trick from 1, turn from 1, index of its cell.
        winners, points: the winner and the points of each finished trick.
        marriages: for each marriage: seat, suit, points, trick from 0.
        over: why play is over early. 0: it is not over. 1: points were reached. 2: three tricks were played.
        over_side, over_points: if ``over`` is 1: the side that reached the points, and its points.
        counted: the numbers of tricks and of marriages when play was over early. None: it was not over early.
    """

    record: Written
    cards: list[tuple[int, int, int, int, int]] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    marriages: list[tuple[int, int, int, int]] = field(default_factory=list)
    over: int = 0
    over_side: int = 0
    over_points: int = 0
    counted: tuple[int, int] | None = None
    problems: list[Problem] = field(default_factory=list)
    settlement: list[int] | None = None
    finished: bool = False
    ended: bool = False
    turned: bool = False

    def wrong(self, code: str, index: int, *args: int, place: str = "cell") -> None:
        """Note a problem."""
        self.problems.append(Problem(code, place, index, args))

    def facts(self) -> dict[str, object]:
        """Return the facts of a play, by their names."""
        tricks, marriages = self.counted or (len(self.winners), len(self.marriages))
        return {
            "cards": self.cards,
            "winners": self.winners,
            "points": self.points,
            "marriages": self.marriages,
            "over": self.over,
            "over_side": self.over_side,
            "over_points": self.over_points,
            "counted_tricks": tricks,
            "counted_marriages": marriages,
            "settled": int(self.settlement is not None),
            "settlement": self.settlement or [0, 0, 0, 0],
            "finished": int(self.finished),
            "ended": int(self.ended),
            "turned": int(self.turned),
        }


def hand_size(record: Written) -> int:
    """Return the number of cards of a hand. In whist, take the largest known hand, or 8 if none is known."""
    if record.game != "whist":
        return TABLE[record.game][1]
    sizes = [len(cards_in(record.hands[s])) for s in range(4) if record.known >> s & 1]
    return max(sizes, default=8)


def structure(record: Written, errors: bool) -> list[Problem]:
    """Return the problems that do not depend on the contract.

    These are cards outside the pack, repeated cards, and too many tricks.
    """
    problems: list[Problem] = []
    if record.play < 0:
        return []
    seats, size = TABLE[record.game][2], hand_size(record)
    seen: set[int] = set()
    bad: int | None = None
    for i, card in enumerate(record.cells):
        if card >= 0 and not in_pack(record.game, card):
            problems.append(Problem("card_not_in_pack", "cell", i, (card,)))
        elif card >= 0 and card in seen:
            problems.append(Problem("played_already", "cell", i, (card,)))
        if bad is None and (card == BAD_CARD or problems):
            bad = i
        seen.add(card)
    # Count the tricks before the first trick with a card that is unreadable, repeated or outside the pack.
    tricks = -(-len(record.cells) // seats) if bad is None else bad // seats
    if tricks > size and not errors:
        problems.append(Problem("play_too_many", "cell", size * seats, (size, tricks)))
    return problems


@dataclass
class Rules:
    """The rules of play of a contract."""

    game: str
    order: str
    trump: int | None
    beat: bool

    def strength(self, card: int, led: int) -> int:
        """Return the strength of a card in a trick. Trumps are above the suit led. Other suits have 0."""
        place = ORDERS[self.order].index(rank_of(card)) + 1
        if suit_of(card) == self.trump:
            return 100 + place
        return place if suit_of(card) == led else 0

    def best(self, trick: list[int]) -> int:
        """Return the index of the card that takes a trick."""
        led = suit_of(trick[0])
        return max(range(len(trick)), key=lambda i: self.strength(trick[i], led))

    def legal(self, hand: int, trick: list[int]) -> list[int]:
        """Return the legal cards of a hand."""
        cards = cards_in(hand)
        if not trick:
            return cards
        led = suit_of(trick[0])
        follow = [card for card in cards if suit_of(card) == led]
        if self.game == "whist":
            return follow or cards
        trumps = [card for card in cards if suit_of(card) == self.trump]
        may = follow or trumps or cards
        if not self.beat:
            return may
        best = self.strength(trick[self.best(trick)], led)
        return [card for card in may if self.strength(card, led) > best] or may


def judge_play(case: Case, words: Words) -> Table:
    """Return the judged play of a record, with its result."""
    record, c = case.record, case.contract
    table = Table(record)
    seats, size = TABLE[case.game][2], hand_size(record)
    clause = case.clause
    if record.cells and c.leader is not None:
        _tricks(case, table, words, seats, size)
    for seat, suit, points in words.marriages:
        table.marriages.append((seat, suit, points, 0))
    if not table.problems:
        table.ended = len(table.winners) == size
        table.settlement = settle(case, words, table, size)
        table.finished = clause.aim == "dealt" or table.ended or table.over > 0
    return table


def rules_of(case: Case) -> Rules:
    """Return the rules of play for the contract of a case."""
    c = case.contract
    assert c.order is not None
    trump = c.trump if case.clause.trump else None
    return Rules(case.game, c.order, trump, case.game != "whist" and case.rules.get("beat") != "none")


def playing_order(case: Case) -> list[int] | None:
    """Assume that the lines are written in playing order, and return the indexes of the cells in seat order.

    Return None if the leader is unknown, or if a cell is empty.
    """
    record, c = case.record, case.contract
    seats = TABLE[case.game][2]
    if c.leader is None:
        return None
    rules, leader, order, seen = rules_of(case), c.leader, list[int](), set[int]()
    for first in range(0, len(record.cells), seats):
        row = record.cells[first : first + seats]
        cards = [card for card in row if card >= 0]
        if BAD_CARD in row or len(seen | set(cards)) < first + len(cards):
            break
        if any(not in_pack(case.game, card) for card in cards):
            break
        if NO_CARD in row:
            return None
        seen |= set(row)
        order += [first + (record.play + i - leader) % seats for i in range(seats)]
        leader = (leader + rules.best(row)) % seats
    return order + list(range(len(order), len(record.cells)))


def judge_start(case: Case) -> bool:
    """Return whether the order of rank or the trump is missing.

    Cards cannot be judged without them, so note the missing one as a problem.
    """
    record, c, clause = case.record, case.contract, case.clause
    if not record.cells:
        return False
    number = list(CONTRACTS[case.game]).index(c.id or "")
    if clause.aim == "dealt":
        return False
    if c.order is None:
        case.wrong("play_no_order", "play", 0, number)
    elif clause.trump and c.trump is None and case.game != "whist":
        case.wrong("play_no_trump", "play", 0, number)
    else:
        return False
    return True


def _tricks(case: Case, table: Table, words: Words, seats: int, size: int) -> None:
    record, c = case.record, case.contract
    assert c.order is not None and c.leader is not None and c.id is not None
    clause = case.clause
    rules = rules_of(case)
    hands = list(case.hands)
    if record.has_discard == 1 and c.declarer is not None and hands[c.declarer] is not None:
        had = hands[c.declarer] or 0
        hands[c.declarer] = None if case.talon is None else (had | case.talon) & ~record.discard
    out = (
        (c.declarer + 2) % 4
        if c.id == "bettler" and case.game == "bauernschnapsen" and c.declarer is not None
        else None
    )
    leader = c.leader
    seen: set[int] = set()
    broken: int | None = None
    late = False
    for trick in range(-(-len(record.cells) // seats)):
        row = record.cells[trick * seats : (trick + 1) * seats]
        cell_of = {(record.play + i) % seats: trick * seats + i for i in range(len(row))}
        bad = any(
            card == BAD_CARD or (card >= 0 and (card in seen or not in_pack(case.game, card))) for card in row
        )
        bad = bad or len([x for x in row if x >= 0]) != len({x for x in row if x >= 0})
        if bad or trick >= size:
            return
        if clause.aim == "dealt":
            table.wrong("play_as_dealt", 0, list(CONTRACTS[case.game]).index(c.id))
            return
        if case.game == "anrufen3" and record.has_discard != 1 and record.deal >= 0:
            table.wrong("play_no_discard", 0, place="play")
            return
        seen |= {card for card in row if card >= 0}
        if broken is not None:
            if out is not None and out in cell_of and record.cells[cell_of[out]] >= 0:
                table.wrong("sits_out", cell_of[out], out)
            turn = [(leader + i) % seats for i in range(seats)]
            later = [s for s in turn if s != out and s in cell_of and record.cells[cell_of[s]] >= 0]
            if later:
                index = cell_of[later[0]]
                table.wrong("plays_before", index, later[0], record.cells[index], broken)
                return
            continue
        turn = [(leader + i) % seats for i in range(seats)]
        if out is not None:
            if out in cell_of and record.cells[cell_of[out]] >= 0:
                table.wrong("sits_out", cell_of[out], out)
            turn.remove(out)
        played: list[int] = []
        missing: int | None = None
        for place, seat in enumerate(turn):
            index = cell_of.get(seat, -1)
            card = NO_CARD if index < 0 else record.cells[index]
            if card == NO_CARD:
                missing = seat if missing is None else missing
                continue
            if missing is not None:
                table.wrong("plays_before", index, seat, card, missing)
                return
            if table.over and c.id != "rufer" and not late:
                late = True
                if table.over == 1:
                    table.wrong("plays_after_points", index, seat, card, table.over_side, table.over_points)
                else:
                    table.wrong("plays_after_tricks", index, seat, card, trick)
            _judge_card(case, table, rules, hands, seat, card, played, trick, index)
            hand = hands[seat]
            if place == 0:
                _register(case, table, seat, card, hand, trick, rules.trump)
                _race(case, table)
            if hand is not None:
                hands[seat] = hand & ~(1 << card)
            played.append(card)
            table.cards.append((seat, card, trick + 1, place + 1, index))
        if missing is not None:
            broken = missing
            continue
        winner = turn[rules.best(played)]
        last = trick + 1 == size
        points = card_points(case.game, played) + (
            10 if last and case.game not in ("bauernschnapsen", "whist") else 0
        )
        table.winners.append(winner)
        table.points.append(points)
        _race(case, table)
        leader = winner


def _judge_card(
    case: Case,
    table: Table,
    rules: Rules,
    hands: list[int | None],
    seat: int,
    card: int,
    played: list[int],
    trick: int,
    index: int,
) -> None:
    """Note the problem of a card, if the card has one."""
    record, c, hand = case.record, case.contract, hands[seat]
    if hand is None:
        return
    if not hand >> card & 1:
        table.wrong("not_held", index, seat, card)
        return
    if trick == 0 and seat in (c.declarer, c.second):
        laid = record.laid[seat]
        if laid >= 0 and laid != card:
            table.wrong("must_play_laid", index, seat, laid)
            return
        if c.second is not None:
            return
    legal = rules.legal(hand, played)
    if card in legal:
        return
    mask = sum(1 << x for x in legal)
    led = suit_of(played[0])
    if any(suit_of(x) == led for x in cards_in(hand)):
        if suit_of(card) != led:
            table.wrong("must_follow", index, seat, led, mask)
            return
    elif suit_of(card) != rules.trump and any(suit_of(x) == rules.trump for x in cards_in(hand)):
        table.wrong("must_trump_with", index, seat, mask)
        return
    table.wrong("must_beat_card", index, seat, played[rules.best(played)])
    return


def _register(
    case: Case, table: Table, seat: int, card: int, hand: int | None, trick: int, trump: int | None
) -> None:
    """Register a marriage if its King or Queen is led and the contract allows it."""
    c, game = case.contract, case.game
    if game in ("anrufen", "anrufen3"):
        if c.id == "no_tricks":
            return
    elif game == "bauernschnapsen":
        who = REGISTER.get(c.id or "")
        if who is None or (who == "declarer" and seat != c.declarer):
            return
        if trick == 0 and case.rules["opening_marriage"] == "no":
            return
    else:
        return
    suit = suit_of(card)
    if rank_of(card) in "KQ" and hand is not None and suit in marriage_suits(hand):
        table.marriages.append((seat, suit, 40 if suit == trump else 20, trick))


def _race(case: Case, table: Table) -> None:
    """Check whether play is over.

    A Rufer is over when a side has 66. A Schnapser is over when the declarer has 66, or after trick 3.
    """
    c = case.contract
    if case.clause.aim not in ("race", "three") or table.over:
        return
    for side in (0, 1):
        if c.declarer is None:
            break
        if case.clause.aim == "three" and side != c.declarer % 2:
            continue
        points = side_points(table, [side, side + 2])
        if points >= 66:
            table.over, table.over_side, table.over_points = 1, side, points
            table.counted = (len(table.winners), len(table.marriages))
            return
    if case.clause.aim == "three" and len(table.winners) == 3:
        table.over = 2
        table.counted = (len(table.winners), len(table.marriages))


def side_points(table: Table, side: list[int]) -> int:
    """Return the points of a side. A marriage of trick 1 counts only if the side has taken a trick."""
    points = sum(p for w, p in zip(table.winners, table.points, strict=True) if w in side)
    took = any(w in side for w in table.winners)
    return points + sum(p for seat, _, p, trick in table.marriages if seat in side and (trick > 0 or took))
