"""Find the contract of a record from tags and auction, and check it, for the judge's oracle."""

from __future__ import annotations

from dataclasses import dataclass, field

from oracle.judgingauction import BIDDERS, NEEDS, Auction, Outcome, holds
from oracle.judgingrecord import ABSENT, AUCTION_OPEN, EMPTY, ILL, UNSAID, Problem, Written
from oracle.judgingtables import CONTRACTS, DEFAULTS, TABLE, Clause, cards_in, rank_of, suit_of


@dataclass
class Contract:
    """A contract with its seats, as far as they are known. None: unknown or absent."""

    id: str | None = None
    declarer: int | None = None
    second: int | None = None
    called: int | None = None
    trump: int | None = None
    leader: int | None = None
    order: str | None = None
    partner: int | None = None
    partner_known: bool = False
    contra: int = 0


@dataclass
class Case:
    """The state of judging a record."""

    record: Written
    problems: list[Problem] = field(default_factory=list)
    hands: list[int | None] = field(default_factory=list)
    talon: int | None = None
    forehand: int | None = None
    auction: Auction | None = None
    outcome: Outcome | None = None
    unfinished: bool = False
    contract: Contract = field(default_factory=Contract)
    tags_bad: bool = False

    @property
    def game(self) -> str:
        """Return the game."""
        return self.record.game

    @property
    def rules(self) -> dict[str, str]:
        """Return the rule options in force."""
        return {**DEFAULTS[self.game], **self.record.rules}

    @property
    def clause(self) -> Clause:
        """Return the rulings on the contract."""
        assert self.contract.id is not None
        return CONTRACTS[self.game][self.contract.id]

    def wrong(self, code: str, place: str, index: int = 0, *args: int, warning: bool = False) -> None:
        """Note a problem."""
        self.problems.append(Problem(code, place, index, args, warning))

    def errors_before_play(self) -> bool:
        """Return whether there is any error outside the cells of the play. Warnings do not count."""
        return any(not p.warning and p.place != "cell" for p in self.problems)

    @property
    def errors(self) -> bool:
        """Return whether there is any error. Warnings do not count."""
        return any(not p.warning for p in self.problems)


def number_of(game: str, contract: str | None) -> int:
    """Return the number of a contract, -1 for none."""
    return -1 if contract is None else list(CONTRACTS[game]).index(contract)


def judge_contract(case: Case) -> None:
    record, c = case.record, case.contract
    contracts = list(CONTRACTS[case.game])
    out = case.outcome
    _against_auction(case)
    if record.contract >= 0:
        c.id = contracts[record.contract]
    elif record.contract != EMPTY:
        if out is not None and out.contract is not None:
            c.id = out.contract
        elif case.game in ("russbach", "rufmariasch", "whist"):
            c.id = contracts[0]
    agreed = out is not None and out.contract == c.id
    c.declarer = _filled(record.declarer, out.declarer if agreed and out else None)
    c.second = _filled(record.second, out.second if agreed and out else None)
    c.called = record.called if record.called >= 0 else None
    doubles = case.auction.doubles() if case.auction is not None else 0
    c.contra = record.contra if record.contra >= 0 else doubles
    if out is not None and record.contra >= 0 and case.game == "bauernschnapsen" and record.contra != doubles:
        case.wrong("auction_contras", "contra", 0, doubles, record.contra, warning=True)
    _trump(case, out if agreed else None)
    if c.id is None:
        if record.cells and not case.errors:
            case.wrong("play_no_contract", "play")
        return
    clause = case.clause
    if clause.who == (0,) and c.declarer is None:
        c.declarer = case.forehand
    first = not clause.forehand_leads or clause.who == (0,)
    if c.declarer is None and not clause.alone and first and record.play >= 0:
        c.declarer = record.play
    _check_contract(case, clause)
    _leader(case, clause)
    _partner(case, clause)
    if c.leader is None:
        return
    if clause.order == "KT":
        if c.called is not None:
            c.order = "T" if rank_of(c.called) == "T" else "K"
    else:
        c.order = clause.order


def _filled(tag: int, auction: int | None) -> int | None:
    """Return the seat that a tag names, or None if the tag has an empty value.

    If the tag is missing, or if its value is unknown or invalid, return the seat of the auction.
    """
    if tag >= 0:
        return tag
    return None if tag == EMPTY else auction


def _against_auction(case: Case) -> None:
    """Note a warning at the first tag that contradicts the auction, or if the auction is not finished."""
    record, out = case.record, case.outcome
    if case.auction is None or record.flags & AUCTION_OPEN:
        return
    if not case.unfinished and out is None:
        return
    if out is None:
        so_far = case.auction.outcome() if case.auction.bids() else Outcome()
        args = (-2, known_number(so_far.declarer), known_number(so_far.second), so_far.trump)
        for place in ("contract", "declarer", "second"):
            if getattr(record, place) >= 0:
                case.wrong("auction_leads_to", place, 0, *args, warning=True)
                return
        if record.contract != EMPTY:
            case.wrong("auction_not_finished", "auction", 0, warning=True)
        return
    led = (
        number_of(case.game, out.contract),
        -1 if out.declarer is None else out.declarer,
        -1 if out.second is None else out.second,
        out.trump,
    )
    tags = (record.contract, record.declarer, record.second, record.trump)
    for place, tag, right in zip(("contract", "declarer", "second", "trump"), tags, led, strict=True):
        if tag in (ABSENT, UNSAID, ILL):
            continue
        if place == "trump" and (right < 0 or tag < 0):
            continue
        if (tag if tag >= 0 else -1) != right:
            case.wrong("auction_leads_to", place, 0, *led, warning=True)
            return


def _trump(case: Case, out: Outcome | None) -> None:
    record, c = case.record, case.contract
    c.trump = record.trump if record.trump >= 0 else None
    if c.trump is None and out is not None and out.trump >= 0 and record.trump != EMPTY:
        c.trump = out.trump
    called_trump = case.game == "russbach" or (case.game == "rufmariasch" and case.rules["free_call"] == "no")
    if called_trump and c.called is not None and c.trump is None and c.id is not None:
        c.trump = suit_of(c.called)


def _check_contract(case: Case, clause: Clause) -> None:
    record, c = case.record, case.contract
    number = number_of(case.game, c.id)
    size = TABLE[case.game][1]
    forehand = case.forehand
    if clause.alone:
        if c.declarer is not None:
            case.wrong("no_declarer", "declarer", 0, number)
    elif c.declarer is not None:
        hand = case.hands[c.declarer]
        seats = TABLE[case.game][2]
        place = "contract" if record.declarer == ABSENT else "declarer"
        if (
            clause.who is not None
            and forehand is not None
            and (c.declarer - forehand) % seats not in clause.who
        ):
            case.wrong("may_not_declare", place, 0, c.declarer, number, BIDDERS[clause.who])
        elif not holds(clause, hand, c.trump, size):
            case.wrong("declares_without", place, 0, c.declarer, number, NEEDS[clause.needs])
    if c.second is not None:
        if not clause.second:
            case.wrong("no_second_player", "second", 0, number)
        elif c.second == c.declarer:
            case.wrong("second_is_declarer", "second", 0, c.second)
    for seat in range(4):
        if record.laid[seat] < 0:
            continue
        if not clause.second:
            case.wrong("nothing_laid", "laid", -1, number)
            break
        if seat not in (c.declarer, c.second) and c.declarer is not None:
            case.wrong("lays_no_card", "laid", -1, seat, number)
    if c.called is not None:
        if not clause.calls:
            case.wrong("no_called_card", "called", 0, number)
        elif case.game == "graden" and case.rules["call_own"] == "no" and c.declarer is not None:
            hand = case.hands[c.declarer]
            if hand is not None and hand >> c.called & 1:
                case.wrong("calls_own", "called", 0, c.declarer, c.called)
    called_trump = case.game == "russbach" or (case.game == "rufmariasch" and case.rules["free_call"] == "no")
    if called_trump and c.called is not None and c.trump is not None and suit_of(c.called) != c.trump:
        case.wrong("called_makes_trump", "trump", 0, c.called, suit_of(c.called))
    if c.trump is not None and not clause.trump and case.game != "bauernschnapsen":
        case.wrong("contract_trumpless", "trump", 0, number)
    if case.game == "bauernschnapsen" and c.trump is not None and forehand is not None:
        hand = case.hands[forehand]
        if hand is not None and not any(suit_of(card) == c.trump for card in cards_in(hand)):
            case.wrong("trump_not_held", "trump", 0, forehand, c.trump)


def judge_discard(case: Case) -> None:
    """Check that the declarer discards cards that were dealt to him or lay in the talon."""
    record, c = case.record, case.contract
    if record.has_discard != 1 or c.declarer is None or c.id is None:
        return
    had = case.hands[c.declarer]
    if had is None or case.talon is None:
        return
    for card in cards_in(record.discard & ~(had | case.talon)):
        case.wrong("discard_not_held", "discard_card", card, c.declarer, card)


def _leader(case: Case, clause: Clause) -> None:
    record, c = case.record, case.contract
    play = record.play if record.play >= 0 else None
    if case.game == "whist":
        c.leader = play
        return
    c.leader = case.forehand if clause.forehand_leads else c.declarer
    if c.leader is None:
        c.leader = play
    elif play is not None and play != c.leader:
        code = "leader_is_forehand" if clause.forehand_leads else "leader_is_declarer"
        case.wrong(code, "play", 0, c.leader, play)


def _partner(case: Case, clause: Clause) -> None:
    c = case.contract
    if case.game == "whist":
        if c.leader is not None:
            c.partner, c.partner_known = (c.leader + 2) % 4, True
        return
    if clause.alone:
        c.partner_known = True
        return
    if c.declarer is None:
        return
    if case.game == "bauernschnapsen":
        c.partner_known = True
        c.partner = None if c.id == "bettler" else (c.declarer + 2) % 4
        return
    if not clause.calls:
        c.partner_known = True
        return
    if c.called is None:
        return
    holder = next((s for s, hand in enumerate(case.hands) if hand is not None and hand >> c.called & 1), None)
    if holder is not None:
        c.partner_known = True
        c.partner = None if holder == c.declarer else holder


def known_number(number: int | None) -> int:
    """Return a number, -1 for none."""
    return -1 if number is None else number
