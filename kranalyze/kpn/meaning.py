"""A game put together: contract, parties, what is announced, cards played and settlement (RULINGS)."""

from __future__ import annotations

import re
from dataclasses import fields, replace

from kranalyze.cards import parse_suit, rank_of, ranks_mask, suit_letter, suit_mask, suit_of
from kranalyze.deal import Seat
from kranalyze.games import Contract, Question
from kranalyze.games.played import settle
from kranalyze.kpn.auction import END, Auction, barred_from, read_auction
from kranalyze.kpn.deals import ANY, score_text
from kranalyze.kpn.lexer import Block
from kranalyze.kpn.record import KNOWN_TAGS, Announcement, Record, What
from kranalyze.kpn.tags import Draft, SpotError, read_tags
from kranalyze.kpn.tricks import play_rows, read_rows

_TEN = 3

#: Without these tags there is nothing but a deal, and nothing is left to check.
_OF_A_GAME = KNOWN_TAGS[KNOWN_TAGS.index("Discard") : KNOWN_TAGS.index("Play") + 1]

#: One announcement: its seat, what is said, and what may stand behind that.
_ANNOUNCED = re.compile(r"([^\s;]+)" + 3 * r"(?:\s+([^\s;]+))?" + "[^;]*")

#: What is announced in one word, and how it is named when it is announced twice.
_SAID: dict[str, tuple[What, str]] = {
    "100": ("hundred", "100"), "all": ("all", "all tricks"), "raise": ("raise", "a raise"),
    "contra": ("contra", "contra"),
}  # fmt: skip


def understand(draft: Draft) -> None:
    """Fill in the whole draft and note everything that is wrong with it."""
    read_tags(draft)
    if draft.row is ANY or draft.block.tags.keys().isdisjoint(_OF_A_GAME):
        return
    misread = draft.broken
    auction, start = read_auction(draft), draft.first_of("Play")
    if misread:
        read_rows(draft)  # what was misread above would only cause more errors that are none
        return
    _settle_contract(draft, auction, start)
    contract = draft.level
    if contract is None:
        if draft.entries("Play") and not draft.broken:
            draft.fail("Play", "cards are played, but the contract is not known")
        read_announce(draft)
        return
    _check_contract(draft, contract)
    by_declarer = contract.leads == "declarer"
    leader = None if draft.row.calibration else draft.declarer if by_declarer else draft.forehand
    if start is not None and leader is not None and start != leader:
        who = "the declarer" if by_declarer else "left of the dealer"
        draft.fail("Play", f"{leader.title}, {who}, leads to trick 1, not {start.title}")
    draft.leader = leader if start is None else start
    _find_partner(draft, contract)
    read_announce(draft)
    if any(a.what == "contra" for a in draft.announce):
        # Said in trick 1 it is one Contra, with or without the tag (RULINGS: anrufen).
        if draft.value("Contra") is not None and draft.contra == 0:
            draft.fail("Contra", "Announce has a contra")
        draft.contra = 1
    declarer, hand = draft.declarer, draft.held(draft.declarer)
    if draft.discard is not None and declarer is not None and hand is not None and draft.talon:
        for c, at in draft.piles["Discard"].items():
            if not (hand | draft.talon) >> c & 1:
                draft.fail("Discard", f"{declarer.title} does not hold the {draft.card(c)}", at)
    if not draft.broken:
        _play(draft, contract)
    elif start is not None:
        read_rows(draft)


def _settle_contract(draft: Draft, auction: Auction | None, start: Seat | None) -> None:
    """The contract and its declarer: as the tags say, else as the Auction, else the game's only ones."""
    if auction is not None:
        _compare(draft, auction)
    if auction is not None and auction.over:
        if draft.says_nothing("Contract"):
            draft.level = auction.contract
        for name in ("declarer", "second", "trump") if draft.level is auction.contract else ():
            if draft.says_nothing(name.title()):
                setattr(draft, name, getattr(auction, name))
    contracts = draft.row.contracts
    biddable = [c for c in contracts if c.rank is not None] or list(contracts)
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
    """Warn of tags that say something else than the Auction; the calls of Contra it has if none does."""
    broken_off = any(entry.text in END for entry in draft.entries("Auction")[-1:])
    said = {"Contract": draft.level, "Declarer": draft.declarer, "Second": draft.second}
    led = (auction.contract, auction.declarer, auction.second) if auction.over else (None, None, None)
    pairs = zip(said.items(), led, strict=True)
    wrong = [name for (name, one), found in pairs if one is not found and not draft.says_nothing(name)]
    if auction.over and None not in (auction.trump, draft.trump) and auction.trump != draft.trump:
        wrong.append("Trump")
    if wrong and not broken_off:
        draft.fail(wrong[0], f"the Auction leads to {auction}", severity="warning")
    elif not auction.over and not broken_off and draft.says_nothing("Contract"):
        draft.fail("Auction", "the Auction is not finished", severity="warning")
    if auction.over and draft.row.contra == "doubles":
        if draft.value("Contra") is None:
            draft.contra = auction.contra
        elif draft.contra != auction.contra:
            calls = f"{auction.contra} call{'' if auction.contra == 1 else 's'}"
            draft.fail("Contra", f"the Auction has {calls} of Contra, not {draft.contra}", severity="warning")


def _check_contract(draft: Draft, contract: Contract) -> None:
    """See that the parties, the called card and the trump fit the contract; the card may name the trump."""
    game, name, forehand = draft.row, contract.name, draft.forehand
    if contract.makeable_at is None:
        if draft.value("Declarer") is not None:
            draft.fail("Declarer", f"{name} has no declarer")
        draft.declarer = None
    declarer, second, called = draft.declarer, draft.second, draft.called
    barred = barred_from(draft, contract, declarer, forehand, "cannot declare")
    if barred is not None:
        draft.fail("Declarer" if "Declarer" in draft.block.tags else "Contract", barred)
    if second is not None and not contract.second:
        draft.fail("Second", f"{name} has no second player")
    elif second is not None and second == declarer:
        draft.fail("Second", f"{second.title} is the declarer, not the second")
    if draft.face_down and not contract.second:
        draft.fail("FaceDown", f"no card is laid face down in {name}")
    for seat, _ in draft.face_down if contract.second else ():
        if seat not in (declarer, second):
            draft.fail("FaceDown", f"{seat.title} has not bid {name} and lays no card")
    if called is not None:
        own, suit = (draft.held(declarer) or 0) >> called & 1, suit_of(called)
        if contract.party != "called":
            draft.fail("Called", f"no card is called in {name}")
        elif own and declarer is not None and not game.call_own:
            draft.fail("Called", f"{declarer.title} calls the own {draft.card(called)} (call_own=no)")
        if contract.trump and game.called_trump:
            if draft.trump not in (None, suit):
                makes = f"makes {suit_letter(suit, draft.deck)} trump"
                draft.fail("Trump", f"the called card {draft.card(called)} {makes}")
            draft.trump = suit if draft.trump is None else draft.trump
    trump = draft.trump
    if trump is None:
        return
    # Where forehand names a trump before the bidding it stands even if the contract has none.
    if not contract.trump and not game.bidding.trump:
        draft.fail("Trump", f"{name} is played without trump")
    hand = draft.held(forehand) if game.bidding.trump else None
    if forehand is not None and hand is not None and not hand & suit_mask(trump):
        draft.fail("Trump", f"{forehand.title} names trump and holds no {suit_letter(trump, draft.deck)}")


def _find_partner(draft: Draft, contract: Contract) -> None:
    """Who plays with the declarer, and whether that is known."""
    if draft.declarer is None and contract.makeable_at is not None:
        return
    if contract.party == "called":
        holder = None if draft.deal is None or draft.called is None else draft.deal.holder(draft.called)
        draft.partner, draft.paired = None if holder == draft.declarer else holder, holder is not None
        return
    first = draft.leader if draft.declarer is None else draft.declarer
    draft.paired = contract.party == "alone" or first is not None
    if contract.party == "opposite" and first is not None:
        draft.partner = Seat((first + 2) % 4)


def played_order(contract: Contract, called: int | None) -> str | None:
    """The order of rank that a contract is played in; None if it hangs on the called card."""
    if contract.order != "KT":
        return contract.order
    return None if called is None else "T" if rank_of(called) == _TEN else "K"


def _play(draft: Draft, contract: Contract) -> None:
    """The question that the contract asks, the cards played, the settlement, and what is said of them."""
    game, order, played = draft.row, played_order(contract, draft.called), bool(draft.entries("Play"))
    trump = draft.trump if contract.trump else None
    needs_trump = contract.trump and trump is None and not game.calibration
    complete = draft.paired and not needs_trump
    if played and order is None:
        draft.fail("Play", f"without the called card the order of {contract.name} is not known")
    elif played and needs_trump:
        draft.fail("Play", f"cards are played, but the trump of {contract.name} is not known")
    elif order is not None and draft.leader is not None:
        question = Question(contract, draft.declarer, draft.leader, order, draft.second, trump, draft.partner)
        draft.question = question if complete else None
        table = play_rows(draft, question)
        draft.play, draft.facts = tuple(table.moves), table.facts() if complete else None
        draft.finished = contract.goal.as_dealt or table.ended or table.over is not None
        # A marriage might count that nobody can see in the hands.
        seen = contract.goal.as_dealt or all(draft.held(seat) is not None for seat in range(game.seats))
        if draft.facts is not None and seen and not draft.broken:
            draft.settlement = settle(game, question, draft.facts)
    given = {(note.section, note.number) for note in draft.notes}
    for name in ("Auction", "Play"):
        for i, entry in enumerate(draft.entries(name)):
            for number in (int(mark[1:-1]) for mark in entry.marks if mark[0] == "="):
                if (name, number) not in given:
                    draft.fail_entry(name, i, f"note {number} of {entry.text} is not given", "warning")
    if draft.score is not None and draft.settlement is not None and draft.score != draft.settlement:
        shown = score_text(draft.settlement, game.seats)
        draft.fail("Score", f"the settlement of the game as played is {shown}", severity="warning")


def read_words(record: Record, text: str) -> tuple[Announcement, ...]:
    """The words of the value of an Announce tag, for a game whose contract and hands are known.

    Raises:
        ValueError: something that cannot be said.
    """
    assert record.question is not None
    values = {one.name: getattr(record, one.name) for one in fields(Record)}
    draft = Draft(
        **values, block=Block("", tags={"Announce": text}), row=record.game_row, level=record.contract_row,
        partner=record.question.partner, paired=True,
    )  # fmt: skip
    read_announce(draft)
    for flaw in draft.problems:
        raise ValueError(flaw.message)
    return draft.announce


def read_announce(draft: Draft) -> None:
    """The Announce tag: what was declared and announced in trick 1 (RULINGS: russbach, anrufen)."""
    said: list[tuple[int, Announcement]] = []  # with their places in the value
    for m in _ANNOUNCED.finditer(draft.value("Announce") or ""):
        with draft.noting("Announce", m.start()):
            said.append((m.start(), _announcement(draft, m)))
    for seat in sorted({given.seat for _, given in said}):
        _fill_in_suits(draft, seat, said)
    last, seen = -1, set[tuple[str, Seat | None]]()
    for at, given in said:
        who, what = given.seat.title, given.what
        # Everybody speaks at the own turn of trick 1; Contra may be said at any time.
        if what != "contra" and draft.leader is not None:
            turn = (given.seat - draft.leader) % draft.row.seats
            if turn < last:
                before = Seat((draft.leader + last) % draft.row.seats).title
                draft.fail("Announce", f"{who} speaks after {before}, who plays later to trick 1", at)
            last = max(last, turn)
        partner = draft.paired and given.seat == draft.partner
        # Both partners saying 100 or all tricks is one (RULINGS: russbach).
        speaker = given.seat if what in ("hundred", "all") else None
        if what == "raise" and draft.paired and not partner:
            draft.fail("Announce", f"{who} may not raise: only the declarer's partner may", at)
        elif what == "raise" and draft.level is not None and given.level not in draft.level.raises:
            draft.fail("Announce", f"{draft.level.id} cannot be raised to {given.level}", at)
        elif what == "contra" and draft.declarer is not None and (partner or given.seat == draft.declarer):
            draft.fail("Announce", f"{who}, on the declarer's side, cannot say contra", at)
        elif (what, speaker) in seen:
            by = "" if speaker is None else f"by {who} "
            draft.fail("Announce", f"{dict(_SAID.values())[what]} is announced {by}twice", at)
        elif what != "marriage":
            seen.add((what, speaker))
    draft.announce = tuple(given for _, given in said)


def _announcement(draft: Draft, m: re.Match[str]) -> Announcement:
    """``"N 40 H"``, or a ValueError: it is no announcement of the game, or not of that seat's hand."""
    game, seat, what, third = draft.row, draft.seat(m[1]), m[2], 3
    if seat is None:
        raise SpotError(f"unknown seat {m[1]!r}", m.start(1))
    if what is None:
        raise SpotError(f"{seat.title} announces nothing; 'N 40 H' or 'S all' is one", m.start(1))
    kind = what.casefold()
    if kind in ("20", "40"):
        return _marriage(draft, seat, int(kind), m)
    if kind not in _SAID or (kind == "raise" and m[3] is None):
        raise SpotError(f"unknown announcement {what!r}: 20, 40, 100, all, raise LEVEL or contra", m.start(2))
    level = None
    if kind == "raise":
        third = 4
        try:
            level = game.contract(m[3]).id
        except ValueError as error:
            raise SpotError(str(error), m.start(3)) from None
    if m[third] is not None:
        raise SpotError(f"{m[third]!r} after {what!r} means nothing", m.start(third))
    announced = any(goal.announced for goal in game.goals)
    known = {"raise": any(c.raises for c in game.contracts), "contra": game.contra == "token"}
    if not known.get(kind, announced):
        raise SpotError(f"{what!r} is not announced in {game.id}", m.start(2))
    return Announcement(seat, _SAID[kind][0], level=level)


def _marriage(draft: Draft, seat: Seat, points: int, m: re.Match[str]) -> Announcement:
    """A declared marriage: its suit is that of a King and Queen in hand."""
    game = draft.row
    if not any(goal.marriages == "declared" for goal in game.goals):
        how = "are registered by leading King or Queen" if any(game.marriage) else "do not count"
        raise SpotError(f"marriages {how} in {game.id}", m.start(2))
    hand, suit, named = draft.held(seat), draft.trump if points == 40 else None, "trumps"
    if m[3] is not None:
        try:
            suit = parse_suit(m[3], draft.deck)
        except ValueError as error:
            raise SpotError(str(error), m.start(3)) from None
        named = suit_letter(suit, draft.deck)
        if m[4] is not None:
            raise SpotError(f"{m[4]!r} after a marriage means nothing", m.start(4))
        if draft.trump is not None and (suit == draft.trump) != (points == 40):
            right = 40 if suit == draft.trump else 20
            raise SpotError(f"a marriage in {named} is {right}, not {points}", m.start(2))
    if suit is not None and hand is not None and not _whole(hand, suit):
        at = m.start(2 if m[3] is None else 3)
        raise SpotError(f"{seat.title} does not hold King and Queen of {named}", at)
    return Announcement(seat, "marriage", suit, points)


def _whole(hand: int, suit: int) -> bool:
    """Whether a hand has King and Queen of a suit."""
    return not ranks_mask("KQ") & suit_mask(suit) & ~hand


def _fill_in_suits(draft: Draft, seat: Seat, said: list[tuple[int, Announcement]]) -> None:
    """Give a seat's marriages of 20 without a suit the suits that the hand leaves."""
    own = [(i, *one) for i, one in enumerate(said) if one[1].what == "marriage" and one[1].seat == seat]
    unnamed = [i for i, _, given in own if given.suit is None and given.points == 20]
    taken, hand = set[int](), draft.held(seat)
    for _, at, given in own:
        if given.suit in taken:
            letter = suit_letter(given.suit, draft.deck)
            draft.fail("Announce", f"{seat.title} declares the marriage in {letter} twice", at)
        elif given.suit is not None:
            taken.add(given.suit)
    if not unnamed or hand is None or draft.trump is None:
        return
    left = [s for s in range(4) if s != draft.trump and s not in taken and _whole(hand, s)]
    if len(left) < len(unnamed):
        more = "another" if left or taken else "a"
        said_at = said[unnamed[len(left)]][0]
        draft.fail("Announce", f"{seat.title} does not hold {more} King and Queen for 20", said_at)
    elif len(left) > len(unnamed):
        letters = " or ".join(suit_letter(s, draft.deck) for s in left)
        draft.fail("Announce", f"{seat.title} must say which marriage, {letters}", said[unnamed[0]][0])
    else:
        for i, suit in zip(unnamed, left, strict=True):
            at, given = said[i]
            said[i] = at, replace(given, suit=suit)
