"""A slow judge of records for the tests, written from RULINGS and KPN, with its own tables, without the core.

It judges the deal and the tags first, then the auction, the contract, the announcements of trick 1, and the
play. If the deal or a tag has an error, it does not judge contract, announcements and play. If there is any
error before the play, it does not check the rules of play.
"""

from __future__ import annotations

from dataclasses import replace

from oracle.judgingauction import read_auction
from oracle.judgingcontract import Case, judge_contract, judge_discard, known_number, number_of
from oracle.judgingdeal import judge_deal, judge_tags
from oracle.judgingplay import Table, judge_play, judge_start, playing_order, structure
from oracle.judgingrecord import AS_PLAYED, AUCTION_OPEN, BAD_CARD, NOBODY, ONLY_DEAL, Judged, Written
from oracle.judgingtables import TABLE
from oracle.judgingwords import Words, judge_words


def judge(record: Written) -> Judged:
    """Return the judgement of a record: its facts and its problems."""
    case = Case(record)
    facts: dict[str, object] = {}
    deal = judge_deal(record)
    case.problems += deal.problems
    case.hands, case.talon = deal.hands, deal.talon
    if deal.problems:
        case.hands, case.talon = [None] * 4, None
    if record.flags & ONLY_DEAL:
        return Judged(_facts(case, deal.known, None, None), case.problems)
    case.problems += judge_tags(record, case.hands)
    case.tags_bad = case.errors
    _auction(case)
    words, table = Words(), None
    if not case.tags_bad:
        judge_contract(case)
        words = judge_words(case)
        case.problems += words.problems
        judge_discard(case)
    bad = case.errors
    ready = not bad and case.contract.id is not None
    if ready and judge_start(case):
        return Judged(_facts(case, deal.known, words, None), case.problems)
    if case.tags_bad or case.contract.id is not None:
        case.problems += structure(record, bad or (case.game == "anrufen3" and record.has_discard != 1))
    too_many = any(p.code == "play_too_many" for p in case.problems)
    if ready and not case.errors_before_play() and not too_many:
        table = judge_play(case, words)
        if table.problems:
            table = _as_played(case, words, table)
        case.problems += table.problems
        _score(case, table)
    facts = _facts(case, deal.known, words, table)
    return Judged(facts, case.problems)


def _as_played(case: Case, words: Words, table: Table) -> Table:
    """Return the judgement of a play that is wrong if its cells are read by seats.

    If the play is right when read in playing order, the flag ``AS_PLAYED`` decides. With the flag, the cells
    are read in playing order. Without the flag, one problem is reported, with a hint.
    """
    record = case.record
    order = playing_order(case)
    if order is None:
        return table
    case.record = replace(record, cells=[record.cells[i] for i in order])
    turned = judge_play(case, words)
    case.record = record
    if turned.problems:
        return table
    if not record.flags & AS_PLAYED:
        table.problems = [replace(table.problems[0], hint=True)]
        return table
    turned.turned = True
    turned.cards = [(seat, card, trick, turn, order[i]) for seat, card, trick, turn, i in turned.cards]
    return turned


def _score(case: Case, table: Table) -> None:
    """Warn if the logged settlement differs from the settlement of the game as played."""
    record, pay = case.record, table.settlement
    if pay is None or not record.scored or case.errors or BAD_CARD in record.cells:
        return
    if any(record.score[seat] != pay[seat] for seat in range(TABLE[case.game][2])):
        case.wrong("score_differs", "score", 0, *pay, warning=True)


def _auction(case: Case) -> None:
    record = case.record
    seats = TABLE[case.game][2]
    opener = record.auction if record.auction >= 0 else None
    if record.dealer >= 0 and record.dealer < seats:
        case.forehand = (record.dealer + 1) % seats
        if opener is not None and opener != case.forehand:
            case.wrong("wrong_opener", "auction", 0, case.forehand, opener)
            return
    if opener is None:
        return
    auction, problems = read_auction(record, opener, case.hands)
    if problems:
        case.problems += problems
        return
    case.auction = auction
    if auction.calls:
        case.forehand = opener
    if auction.finished():
        case.outcome = auction.outcome()
    elif not record.flags & AUCTION_OPEN:
        case.unfinished = True


def _facts(case: Case, known: int, words: Words | None, table: Table | None) -> dict[str, object]:
    record, c = case.record, case.contract
    raised = NOBODY
    if words is not None and words.level is not None:
        raised = number_of(case.game, words.level)
    facts: dict[str, object] = {
        "contract": number_of(case.game, c.id),
        "declarer": known_number(c.declarer),
        "second": known_number(c.second),
        "called": known_number(c.called),
        "trump": known_number(c.trump),
        "leader": known_number(c.leader),
        "order": -1 if c.order is None else "KTZ".index(c.order),
        "partner": known_number(c.partner),
        "partner_known": int(c.partner_known),
        "contra": c.contra,
        "talon": case.talon or 0,
        "discard": record.discard if record.has_discard == 1 else 0,
        "has_discard": int(record.has_discard == 1),
        "has_deal": int(record.deal >= 0 or any(hand is not None for hand in case.hands)),
        "judged": int(c.id is not None),
        "complete": int(_complete(case)),
        "calls_read": int(case.auction is not None),
        "words_read": int(words is not None),
        "raised": raised,
        "hands": [hand or 0 for hand in case.hands],
        "known": known,
        "calls": [] if case.auction is None else case.auction.calls,
    }
    if words is not None:
        facts["hundreds"] = words.hundreds
        facts["alls"] = words.alls
    if table is not None:
        facts |= table.facts()
    return facts


def _complete(case: Case) -> bool:
    """Return whether contract, seats and trump are known."""
    c = case.contract
    if c.id is None or c.leader is None:
        return False
    clause = case.clause
    return (
        (clause.alone or c.declarer is not None)
        and (not clause.trump or c.trump is not None or case.game == "whist")
        and (c.partner_known or clause.alone)
    )
