"""A game put together from its tags and sections: contract, parties, cards played and settlement."""

from __future__ import annotations

from dataclasses import replace

from kranalyze.cards import rank_of, suit_letter, suit_mask, suit_of
from kranalyze.deal import Seat
from kranalyze.games import Contract, Game, Question
from kranalyze.games.played import Facts, settle
from kranalyze.kpn.announce import read_announce
from kranalyze.kpn.auction import Auction, outcome_text, read_auction
from kranalyze.kpn.bidders import check_declarer
from kranalyze.kpn.draft import Draft
from kranalyze.kpn.fields import check_discard, held, read_fields
from kranalyze.kpn.items import Section
from kranalyze.kpn.tricks import Placed, Table, in_seats, play_leader, read_rows

_TEN = 3


def understand(draft: Draft) -> None:
    """Fill in the whole draft and note everything that is wrong with it."""
    read_fields(draft)
    game = draft.row
    if game is None or not _has_game(draft):
        return
    if draft.broken:
        # What was misread above would only cause errors that are none; the sections are still looked at.
        if "Auction" in draft.given:
            read_auction(draft)
        if "Play" in draft.given:
            play_leader(draft)
            read_rows(draft, game)
        return
    auction = read_auction(draft)
    start = play_leader(draft)
    _settle_contract(draft, game, auction, start)
    _check_contra(draft, auction)
    contract = draft.level
    if contract is None:
        section = draft.section("Play")
        if section is not None and section.entries and not draft.broken:
            draft.fail("Play", 0, "cards are played, but the contract is not known")
        read_announce(draft, None, False)
        return
    _check_parties(draft, game, contract)
    _check_trump(draft, game, contract)
    _check_lead(draft, game, contract, start)
    partner, known = _partner(draft, contract)
    read_announce(draft, partner, known)
    _join_contra(draft, game)
    check_discard(draft)
    if draft.broken:
        if start is not None:
            read_rows(draft, game)
        return
    _play(draft, game, contract, partner, known)
    _check_notes(draft)
    if draft.score is not None and draft.settlement is not None and draft.score != draft.settlement:
        shown = " ".join(f"{Seat(i).name}:{v}" for i, v in enumerate(draft.settlement) if i < game.seats)
        draft.fail("Score", 0, f"the settlement of the game as played is {shown}", "warning")


def _has_game(draft: Draft) -> bool:
    """Whether there is more than a deal: without these tags nothing is left to check."""
    return any(
        name in draft.given
        for name in (
            "Contract", "Declarer", "Second", "FaceDown", "Called", "Trump", "Announce", "Contra", "Score",
            "Auction", "Play", "Discard",
        )
    )  # fmt: skip


def _settle_contract(draft: Draft, game: Game, auction: Auction | None, start: Seat | None) -> None:
    """The contract and its declarer: as the tags say, else as the Auction, else the game's only ones."""
    if auction is not None:
        _compare(draft, auction)
        if auction.over and _open(draft, "Contract"):
            draft.level = auction.contract
        if auction.over and draft.level is auction.contract:
            draft.declarer = auction.declarer if _open(draft, "Declarer") else draft.declarer
            draft.second = auction.second if _open(draft, "Second") else draft.second
            draft.trump = auction.trump if _open(draft, "Trump") else draft.trump
    biddable = [c for c in game.contracts if c.rank is not None] or list(game.contracts)
    if draft.level is None and len(biddable) == 1 and _open(draft, "Contract"):
        draft.level = biddable[0]
    contract = draft.level
    if contract is None:
        return
    forehand = draft.forehand
    if contract.makeable_at is None:
        return
    if draft.declarer is None and contract.bidders == "forehand":
        draft.declarer = forehand if forehand is not None else start
    if draft.declarer is None and contract.leads == "declarer":
        draft.declarer = start


def _open(draft: Draft, name: str) -> bool:
    """Whether a tag is absent or unknown; one that is empty says that there is nothing."""
    return draft.given.get(name, "?").strip() == "?"


def _compare(draft: Draft, auction: Auction) -> None:
    """Warn of a Contract, Declarer or Second that the Auction does not lead to."""
    section = draft.section("Auction")
    if section is not None and section.entries and section.entries[-1].text in ("+", "*"):
        return
    led: dict[str, object] = {
        "Contract": auction.contract if auction.over else None,
        "Declarer": auction.declarer if auction.over else None,
        "Second": auction.second if auction.over else None,
    }
    written: dict[str, object] = {
        "Contract": draft.level, "Declarer": draft.declarer, "Second": draft.second,
    }  # fmt: skip
    for name, value in led.items():
        if not _open(draft, name) and value is not written[name]:
            draft.fail(name, 0, f"the Auction leads to {outcome_text(auction)}", "warning")
            return
    trump = auction.trump
    if auction.over and trump is not None and draft.trump is not None and trump != draft.trump:
        draft.fail("Trump", 0, f"the Auction leads to {outcome_text(auction)}", "warning")
    if not auction.over and _open(draft, "Contract"):
        draft.fail("Auction", 0, "the Auction is not finished", "warning")


def _check_contra(draft: Draft, auction: Auction | None) -> None:
    """The Contra tag against the calls of the Auction."""
    if auction is None or auction.game.contra != "doubles" or not auction.over:
        return
    if draft.value("Contra") is None:
        draft.contra = auction.contra
    elif draft.contra != auction.contra:
        calls = f"{auction.contra} call{'' if auction.contra == 1 else 's'}"
        draft.fail("Contra", 0, f"the Auction has {calls} of Contra, not {draft.contra}", "warning")


def _join_contra(draft: Draft, game: Game) -> None:
    """Contra said in trick 1 is one Contra, with or without the tag (RULINGS: anrufen)."""
    if not any(a.what == "contra" for a in draft.announce):
        return
    if draft.value("Contra") is not None and draft.contra == 0:
        draft.fail("Contra", 0, "Announce has a contra")
    draft.contra = 1


def _check_parties(draft: Draft, game: Game, contract: Contract) -> None:
    """Declarer, second, face-down cards and called card against the contract."""
    declarer, forehand = draft.declarer, draft.forehand
    if contract.makeable_at is None:
        if draft.value("Declarer") is not None:
            draft.fail("Declarer", 0, f"{contract.name} has no declarer")
        draft.declarer = declarer = None
    if declarer is not None:
        reason = check_declarer(draft, game, contract, declarer, forehand)
        if reason is not None:
            draft.fail("Declarer" if "Declarer" in draft.given else "Contract", 0, reason)
    if draft.second is not None:
        if not contract.second:
            draft.fail("Second", 0, f"{contract.name} has no second player")
        elif draft.second == declarer:
            draft.fail("Second", 0, f"{draft.second.title} is the declarer, not the second")
    if draft.face_down:
        for seat, _ in draft.face_down:
            if not contract.second:
                draft.fail("FaceDown", 0, f"no card is laid face down in {contract.name}")
                break
            if seat not in (declarer, draft.second):
                draft.fail("FaceDown", 0, f"{seat.title} has not bid {contract.name} and lays no card")
    if draft.called is not None:
        _check_called(draft, game, contract)


def _check_called(draft: Draft, game: Game, contract: Contract) -> None:
    called, declarer = draft.called, draft.declarer
    assert called is not None
    if contract.party != "called":
        draft.fail("Called", 0, f"no card is called in {contract.name}")
        return
    hand = None if declarer is None else held(draft, declarer)
    own = hand is not None and bool(hand >> called & 1)
    if own and declarer is not None and not game.call_own:
        draft.fail("Called", 0, f"{declarer.title} calls the own {draft.card(called)} (call_own=no)")


def _check_trump(draft: Draft, game: Game, contract: Contract) -> None:
    """The trump suit against the contract and the called card."""
    called = draft.called
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
    forehand = draft.forehand
    if game.bidding.trump and forehand is not None:
        hand = held(draft, forehand)
        if hand is not None and not hand & suit_mask(draft.trump):
            letter = suit_letter(draft.trump, draft.deck)
            draft.fail("Trump", 0, f"{forehand.title} names trump and holds no {letter}")


def _leader(draft: Draft, contract: Contract) -> Seat | None:
    """Who must lead, None if nothing says so."""
    return draft.declarer if contract.leads == "declarer" else draft.forehand


def _check_lead(draft: Draft, game: Game, contract: Contract, start: Seat | None) -> None:
    leader = None if game.calibration else _leader(draft, contract)
    if start is not None and leader is not None and start != leader:
        who = "the declarer" if contract.leads == "declarer" else "left of the dealer"
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
    if draft.called is None:
        return None, False
    holder = None if draft.deal is None else draft.deal.holder(draft.called)
    if holder is None:
        return None, False
    return (None if holder == draft.declarer else holder), True


def _play(draft: Draft, game: Game, contract: Contract, partner: Seat | None, known: bool) -> None:
    """The question that the contract asks, the cards played, and the settlement."""
    section = draft.section("Play")
    order: str = contract.order
    if order == "KT":
        if draft.called is None:
            if section is not None and section.entries:
                draft.fail("Play", 0, f"without the called card the order of {contract.name} is not known")
            return
        order = "T" if rank_of(draft.called) == _TEN else "K"
    trump = draft.trump if contract.trump else None
    needs_trump = contract.trump and trump is None and not game.calibration
    if section is not None and section.entries and needs_trump:
        draft.fail("Play", 0, f"cards are played, but the trump of {contract.name} is not known")
        return
    leader = draft.leader
    if leader is None:
        return
    question = Question(contract, draft.declarer, leader, order, draft.second, trump, partner)
    table = Table(draft, game, question, leader)
    complete = known and not needs_trump
    if complete:
        draft.question = question
    if section is not None:
        table = _play_rows(draft, game, contract, section, table)
    if draft.broken:
        return
    draft.play = tuple(table.moves)
    facts = table.facts(draft.contra)
    draft.finished = contract.goal.as_dealt or table.ended or table.over is not None
    if complete:
        draft.facts = facts
        draft.settlement = _settled(draft, game, question, facts)


def _play_rows(draft: Draft, game: Game, contract: Contract, section: Section, table: Table) -> Table:
    """The table after the cards; in playing order if that alone makes sense and is asked for."""
    rows = read_rows(draft, game)
    if not rows:
        return table
    if contract.goal.as_dealt:
        draft.fail_at(draft.entry_at("Play", 0), f"{contract.name} is won as dealt, nothing is played")
        return table
    if game.talon and draft.discard is None and draft.deal is not None:
        draft.fail("Play", 0, "cards are played, but the discard is not known")
        return table
    if len(rows) > table.size:
        at = draft.entry_at("Play", rows[table.size][0].entry)
        draft.fail_at(at, f"{game.id} has {table.size} tricks, here are {len(rows)}")
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
    again = table.afresh()
    for row in _put_in_seats(draft, section, turned):
        again.row(row)
    return again


def _put_in_seats(draft: Draft, section: Section, rows: list[list[Placed]]) -> list[list[Placed]]:
    """Write the entries of the Play section in the order of these rows; the rows with their new places."""
    cells = [cell for row in rows for cell in row]
    placed = {cell.entry for cell in cells}
    order = [*(cell.entry for cell in cells), *(i for i in range(len(section.entries)) if i not in placed)]
    turned = replace(section, entries=tuple(section.entries[i] for i in order))
    draft.items = tuple(turned if item is section else item for item in draft.items)
    spots = draft.block.entry_spots["Play"]
    draft.block.entry_spots["Play"] = [spots[i] for i in order]
    numbers = iter(range(len(cells)))
    return [[Placed(cell.card, next(numbers)) for cell in row] for row in rows]


def _settled(draft: Draft, game: Game, question: Question, facts: Facts) -> tuple[int, int, int, int] | None:
    """The settlement, None if a marriage might count that nobody can see in the hands."""
    if not question.contract.goal.as_dealt and any(
        draft.deal is None or draft.deal.hands[s] is None for s in range(game.seats)
    ):
        return None
    return settle(game, question, facts)


def _check_notes(draft: Draft) -> None:
    """Warn of a mark ``=n=`` that no note explains."""
    for item in draft.items:
        if not isinstance(item, Section):
            continue
        numbers = {n.number for n in draft.notes if n.section == item.name}
        for i, entry in enumerate(item.entries):
            for mark in entry.marks:
                if mark[0] == "=" and int(mark[1:-1]) not in numbers:
                    at = draft.entry_at(item.name, i)
                    draft.fail_at(at, f"note {int(mark[1:-1])} of {entry.text} is not given", "warning")
