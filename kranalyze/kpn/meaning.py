"""A game put together from its tags and sections: contract, parties, cards played and settlement."""

from __future__ import annotations

from dataclasses import replace

from kranalyze.cards import rank_of, suit_letter, suit_mask, suit_of
from kranalyze.deal import Seat
from kranalyze.games import Contract, Game, Question
from kranalyze.games.played import settle
from kranalyze.kpn.announce import read_announce
from kranalyze.kpn.auction import Auction, barred_from, read_auction
from kranalyze.kpn.draft import Draft
from kranalyze.kpn.fields import check_discard, read_fields
from kranalyze.kpn.items import Section
from kranalyze.kpn.record import score_text
from kranalyze.kpn.tricks import Placed, Table, in_seats, read_rows

_TEN = 3

#: Without these tags there is nothing but a deal, and nothing is left to check.
_OF_A_GAME = (
    "Contract", "Declarer", "Second", "FaceDown", "Called", "Trump", "Announce", "Contra", "Score", "Auction",
    "Play", "Discard",
)  # fmt: skip


def understand(draft: Draft) -> None:
    """Fill in the whole draft and note everything that is wrong with it."""
    read_fields(draft)
    game = draft.row
    if game is None or draft.given.keys().isdisjoint(_OF_A_GAME):
        return
    misread = draft.broken
    auction = read_auction(draft)
    start = draft.first_of("Play")
    if misread:
        # What was misread above would only cause errors that are none; the sections are still looked at.
        if "Play" in draft.given:
            read_rows(draft, game)
        return
    _settle_contract(draft, game, auction, start)
    _check_contra(draft, auction)
    section = draft.section("Play")
    played = section is not None and bool(section.entries)
    contract = draft.level
    if contract is None:
        if played and not draft.broken:
            draft.fail("Play", 0, "cards are played, but the contract is not known")
        read_announce(draft, None, False)
        return
    _check_parties(draft, game, contract)
    _check_trump(draft, game, contract)
    _check_lead(draft, game, contract, start)
    partner, known = _partner(draft, contract)
    read_announce(draft, partner, known)
    _join_contra(draft)
    check_discard(draft)
    if draft.broken:
        if start is not None:
            read_rows(draft, game)
        return
    _play(draft, game, contract, played, partner, known)
    _check_notes(draft)
    if draft.score is not None and draft.settlement is not None and draft.score != draft.settlement:
        shown = score_text(draft.settlement, game.seats)
        draft.fail("Score", 0, f"the settlement of the game as played is {shown}", "warning")


def _settle_contract(draft: Draft, game: Game, auction: Auction | None, start: Seat | None) -> None:
    """The contract and its declarer: as the tags say, else as the Auction, else the game's only ones."""
    if auction is not None:
        _compare(draft, auction)
        if auction.over and draft.says_nothing("Contract"):
            draft.level = auction.contract
        if auction.over and draft.level is auction.contract:
            for name in ("declarer", "second", "trump"):
                if draft.says_nothing(name.title()):
                    setattr(draft, name, getattr(auction, name))
    biddable = [c for c in game.contracts if c.rank is not None] or list(game.contracts)
    if draft.level is None and len(biddable) == 1 and draft.says_nothing("Contract"):
        draft.level = biddable[0]
    contract = draft.level
    if contract is None or contract.makeable_at is None or draft.declarer is not None:
        return
    if contract.bidders == "forehand":
        draft.declarer = start if draft.forehand is None else draft.forehand
    elif contract.leads == "declarer":
        draft.declarer = start


def _compare(draft: Draft, auction: Auction) -> None:
    """Warn of a Contract, Declarer or Second that the Auction does not lead to."""
    section = draft.section("Auction")
    if section is not None and section.entries and section.entries[-1].text in ("+", "*"):
        return
    led = (auction.contract, auction.declarer, auction.second) if auction.over else (None, None, None)
    for name, said, found in zip(
        ("Contract", "Declarer", "Second"), (draft.level, draft.declarer, draft.second), led, strict=True
    ):
        if not draft.says_nothing(name) and said is not found:
            draft.fail(name, 0, f"the Auction leads to {auction}", "warning")
            return
    if auction.over and None not in (auction.trump, draft.trump) and auction.trump != draft.trump:
        draft.fail("Trump", 0, f"the Auction leads to {auction}", "warning")
    if not auction.over and draft.says_nothing("Contract"):
        draft.fail("Auction", 0, "the Auction is not finished", "warning")


def _check_contra(draft: Draft, auction: Auction | None) -> None:
    if auction is None or auction.game.contra != "doubles" or not auction.over:
        return
    if draft.value("Contra") is None:
        draft.contra = auction.contra
    elif draft.contra != auction.contra:
        calls = f"{auction.contra} call{'' if auction.contra == 1 else 's'}"
        draft.fail("Contra", 0, f"the Auction has {calls} of Contra, not {draft.contra}", "warning")


def _join_contra(draft: Draft) -> None:
    """Contra said in trick 1 is one Contra, with or without the tag (RULINGS: anrufen)."""
    if any(a.what == "contra" for a in draft.announce):
        if draft.value("Contra") is not None and draft.contra == 0:
            draft.fail("Contra", 0, "Announce has a contra")
        draft.contra = 1


def _check_parties(draft: Draft, game: Game, contract: Contract) -> None:
    if contract.makeable_at is None:
        if draft.value("Declarer") is not None:
            draft.fail("Declarer", 0, f"{contract.name} has no declarer")
        draft.declarer = None
    declarer, called = draft.declarer, draft.called
    if declarer is not None:
        reason = barred_from(draft, game, contract, declarer, draft.forehand, "cannot declare")
        if reason is not None:
            draft.fail("Declarer" if "Declarer" in draft.given else "Contract", 0, reason)
    if draft.second is not None:
        if not contract.second:
            draft.fail("Second", 0, f"{contract.name} has no second player")
        elif draft.second == declarer:
            draft.fail("Second", 0, f"{draft.second.title} is the declarer, not the second")
    if draft.face_down and not contract.second:
        draft.fail("FaceDown", 0, f"no card is laid face down in {contract.name}")
    elif draft.face_down:
        for seat, _ in draft.face_down:
            if seat not in (declarer, draft.second):
                draft.fail("FaceDown", 0, f"{seat.title} has not bid {contract.name} and lays no card")
    if called is not None and contract.party != "called":
        draft.fail("Called", 0, f"no card is called in {contract.name}")
    elif called is not None and (draft.held(declarer) or 0) >> called & 1 and not game.call_own:
        title = "" if declarer is None else declarer.title
        draft.fail("Called", 0, f"{title} calls the own {draft.card(called)} (call_own=no)")


def _check_trump(draft: Draft, game: Game, contract: Contract) -> None:
    called, forehand = draft.called, draft.forehand
    if contract.trump and game.called_trump and called is not None:
        if draft.trump is None:
            draft.trump = suit_of(called)
        elif draft.trump != suit_of(called):
            letter = suit_letter(suit_of(called), draft.deck)
            draft.fail("Trump", 0, f"the called card {draft.card(called)} makes {letter} trump")
    if draft.trump is None:
        return
    # Where forehand names a trump before the bidding it stands even if the contract has none.
    if not contract.trump and not game.bidding.trump:
        draft.fail("Trump", 0, f"{contract.name} is played without trump")
    hand = draft.held(forehand)
    if game.bidding.trump and forehand is not None and hand is not None and not hand & suit_mask(draft.trump):
        letter = suit_letter(draft.trump, draft.deck)
        draft.fail("Trump", 0, f"{forehand.title} names trump and holds no {letter}")


def _check_lead(draft: Draft, game: Game, contract: Contract, start: Seat | None) -> None:
    by_declarer = contract.leads == "declarer"
    leader = None if game.calibration else draft.declarer if by_declarer else draft.forehand
    if start is not None and leader is not None and start != leader:
        who = "the declarer" if by_declarer else "left of the dealer"
        draft.fail("Play", 0, f"{leader.title}, {who}, leads to trick 1, not {start.title}")
    draft.leader = leader if start is None else start


def _partner(draft: Draft, contract: Contract) -> tuple[Seat | None, bool]:
    """Who plays with the declarer, and whether that is known."""
    if draft.declarer is None and contract.makeable_at is not None:
        return None, False
    if contract.party == "alone":
        return None, True
    if contract.party == "opposite":
        first = draft.leader if draft.declarer is None else draft.declarer
        return (None, False) if first is None else (Seat((first + 2) % 4), True)
    holder = None if draft.deal is None or draft.called is None else draft.deal.holder(draft.called)
    return (None if holder == draft.declarer else holder), holder is not None


def played_order(contract: Contract, called: int | None) -> str | None:
    """The order of rank that a contract is played in; None if it hangs on the called card."""
    if contract.order != "KT":
        return contract.order
    return None if called is None else "T" if rank_of(called) == _TEN else "K"


def _play(
    draft: Draft, game: Game, contract: Contract, played: bool, partner: Seat | None, known: bool
) -> None:
    """The question that the contract asks, the cards played, and the settlement."""
    order = played_order(contract, draft.called)
    trump = draft.trump if contract.trump else None
    needs_trump = contract.trump and trump is None and not game.calibration
    if order is None:
        if played:
            draft.fail("Play", 0, f"without the called card the order of {contract.name} is not known")
        return
    if played and needs_trump:
        draft.fail("Play", 0, f"cards are played, but the trump of {contract.name} is not known")
        return
    if draft.leader is None:
        return
    question = Question(contract, draft.declarer, draft.leader, order, draft.second, trump, partner)
    complete = known and not needs_trump
    if complete:
        draft.question = question
    table = _play_rows(draft, game, Table(draft, game, question))
    if draft.broken:
        return
    draft.play = tuple(table.moves)
    draft.finished = contract.goal.as_dealt or table.ended or table.over is not None
    if complete:
        draft.facts = table.facts(draft.contra)
        # A marriage might count that nobody can see in the hands.
        if contract.goal.as_dealt or all(draft.held(seat) is not None for seat in range(game.seats)):
            draft.settlement = settle(game, question, draft.facts)


def _play_rows(draft: Draft, game: Game, table: Table) -> Table:
    """The table after the cards; in playing order if that alone makes sense and is asked for."""
    rows, contract = read_rows(draft, game), table.question.contract
    if not rows:
        return table
    if contract.goal.as_dealt:
        draft.fail_entry("Play", 0, f"{contract.name} is won as dealt, nothing is played")
        return table
    if game.talon and draft.discard is None and draft.deal is not None:
        draft.fail("Play", 0, "cards are played, but the discard is not known")
        return table
    if len(rows) > table.size:
        entry = rows[table.size][0].entry
        draft.fail_entry("Play", entry, f"{game.id} has {table.size} tricks, here are {len(rows)}")
        return table
    before = len(draft.problems)
    for row in rows:
        table.row(row)
    turned = in_seats(table, rows) if len(draft.problems) > before else None
    if turned is None:
        return table
    first = draft.problems[before]
    del draft.problems[before:]
    if not draft.as_played:
        hint = "columns are seats, not playing order; `kranalyze convert --as-played` reads them so"
        draft.fail_at(first.at, f"{first.message}: {hint}")
        return table
    again = Table(draft, game, table.question)
    for row in _put_in_seats(draft, turned):
        again.row(row)
    return again


def _put_in_seats(draft: Draft, rows: list[list[Placed]]) -> list[list[Placed]]:
    """Write the entries of the Play section in the order of these rows; the rows with their new places."""
    section = draft.section("Play")
    assert section is not None
    order = [cell.entry for row in rows for cell in row]
    order += sorted(set(range(len(section.entries))) - set(order))
    turned = replace(section, entries=tuple(section.entries[i] for i in order))
    draft.items = tuple(turned if item is section else item for item in draft.items)
    spots = draft.block.entry_spots["Play"]
    draft.block.entry_spots["Play"] = [spots[i] for i in order]
    return [[replace(cell, entry=order.index(cell.entry)) for cell in row] for row in rows]


def _check_notes(draft: Draft) -> None:
    """Warn of a mark ``=n=`` that no note explains."""
    for item in draft.items:
        if not isinstance(item, Section):
            continue
        numbers = {n.number for n in draft.notes if n.section == item.name}
        for i, entry in enumerate(item.entries):
            for mark in entry.marks:
                if mark[0] == "=" and int(mark[1:-1]) not in numbers:
                    said = f"note {int(mark[1:-1])} of {entry.text} is not given"
                    draft.fail_entry(item.name, i, said, "warning")
