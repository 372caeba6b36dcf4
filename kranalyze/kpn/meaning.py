"""A game put together: contract, parties, what is announced, cards played and settlement (RULINGS)."""

from __future__ import annotations

import re
from dataclasses import replace

from kranalyze.cards import parse_suit, rank_of, ranks_mask, suit_letter, suit_mask, suit_of
from kranalyze.deal import Seat
from kranalyze.games import Contract, Game, Question
from kranalyze.games.played import settle
from kranalyze.kpn.auction import Auction, barred_from, read_auction
from kranalyze.kpn.deals import score_text
from kranalyze.kpn.record import KNOWN_TAGS, Announcement, Section, What
from kranalyze.kpn.tags import Draft, read_tags
from kranalyze.kpn.tricks import play_rows, read_rows

_TEN = 3

#: Without these tags there is nothing but a deal, and nothing is left to check.
_OF_A_GAME = KNOWN_TAGS[KNOWN_TAGS.index("Discard") : KNOWN_TAGS.index("Play") + 1]

_PART = re.compile(r"[^;]+")
_WORD = re.compile(r"\S+")

#: What is announced in one word.
_SAID: dict[str, What] = {"100": "hundred", "all": "all", "raise": "raise", "contra": "contra"}

#: How it is named when it is announced twice.
_NAMES = {"hundred": "100", "all": "all tricks", "raise": "a raise", "contra": "contra"}

#: An announcement with its place in the value.
Said = tuple[int, Announcement]


class _Wrong(Exception):  # noqa: N818 - control flow inside this file
    """What is wrong, and where in the value."""


def understand(draft: Draft) -> None:
    """Fill in the whole draft and note everything that is wrong with it."""
    read_tags(draft)
    game = draft.row
    if game is None or draft.block.tags.keys().isdisjoint(_OF_A_GAME):
        return
    misread = draft.broken
    auction, start, section = read_auction(draft), draft.first_of("Play"), draft.section("Play")
    if misread:
        # What was misread above would only cause errors that are none; the sections are still looked at.
        if "Play" in draft.block.tags:
            read_rows(draft, game)
        return
    _settle_contract(draft, game, auction, start)
    played, contract = section is not None and bool(section.entries), draft.level
    if contract is None:
        if played and not draft.broken:
            draft.fail("Play", "cards are played, but the contract is not known")
        _read_announce(draft, None, False)
        return
    _check_contract(draft, game, contract)
    by_declarer = contract.leads == "declarer"
    leader = None if game.calibration else draft.declarer if by_declarer else draft.forehand
    if start is not None and leader is not None and start != leader:
        who = "the declarer" if by_declarer else "left of the dealer"
        draft.fail("Play", f"{leader.title}, {who}, leads to trick 1, not {start.title}")
    draft.leader = leader if start is None else start
    partner, known = _partner(draft, contract)
    _read_announce(draft, partner, known)
    if any(a.what == "contra" for a in draft.announce):
        # Said in trick 1 it is one Contra, with or without the tag (RULINGS: anrufen).
        if draft.value("Contra") is not None and draft.contra == 0:
            draft.fail("Contra", "Announce has a contra")
        draft.contra = 1
    hand = draft.held(draft.declarer)
    if draft.discard is not None and draft.declarer is not None and hand is not None and draft.talon:
        for c, at in draft.piles["Discard"].items():
            if not (hand | draft.talon) >> c & 1:
                draft.fail("Discard", f"{draft.declarer.title} does not hold the {draft.card(c)}", at)
    if not draft.broken:
        _play(draft, game, contract, played, partner, known)
    elif start is not None:
        read_rows(draft, game)


def _settle_contract(draft: Draft, game: Game, auction: Auction | None, start: Seat | None) -> None:
    """The contract and its declarer: as the tags say, else as the Auction, else the game's only ones."""
    if auction is not None:
        _compare(draft, auction)
    if auction is not None and auction.over:
        if draft.says_nothing("Contract"):
            draft.level = auction.contract
        for name in ("declarer", "second", "trump") if draft.level is auction.contract else ():
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
    """Warn of tags that say something else than the Auction; the calls of Contra it has if none does."""
    section = draft.section("Auction")
    broken_off = section is not None and bool(section.entries) and section.entries[-1].text in ("+", "*")
    said = {"Contract": draft.level, "Declarer": draft.declarer, "Second": draft.second}
    led = (auction.contract, auction.declarer, auction.second) if auction.over else (None, None, None)
    named = ((name, found) for name, found in zip(said, led, strict=True) if not draft.says_nothing(name))
    wrong = [name for name, found in named if said[name] is not found]
    if auction.over and None not in (auction.trump, draft.trump) and auction.trump != draft.trump:
        wrong.append("Trump")
    if wrong and not broken_off:
        draft.fail(wrong[0], f"the Auction leads to {auction}", severity="warning")
    elif not auction.over and not broken_off and draft.says_nothing("Contract"):
        draft.fail("Auction", "the Auction is not finished", severity="warning")
    if auction.over and auction.game.contra == "doubles":
        if draft.value("Contra") is None:
            draft.contra = auction.contra
        elif draft.contra != auction.contra:
            calls = f"{auction.contra} call{'' if auction.contra == 1 else 's'}"
            draft.fail("Contra", f"the Auction has {calls} of Contra, not {draft.contra}", severity="warning")


def _check_contract(draft: Draft, game: Game, contract: Contract) -> None:
    """See that the parties, the called card and the trump fit the contract; the card may name the trump."""
    if contract.makeable_at is None:
        if draft.value("Declarer") is not None:
            draft.fail("Declarer", f"{contract.name} has no declarer")
        draft.declarer = None
    declarer, second, called = draft.declarer, draft.second, draft.called
    if declarer is not None:
        reason = barred_from(draft, game, contract, declarer, draft.forehand, "cannot declare")
        if reason is not None:
            draft.fail("Declarer" if "Declarer" in draft.block.tags else "Contract", reason)
    if second is not None and not contract.second:
        draft.fail("Second", f"{contract.name} has no second player")
    elif second is not None and second == declarer:
        draft.fail("Second", f"{second.title} is the declarer, not the second")
    if draft.face_down and not contract.second:
        draft.fail("FaceDown", f"no card is laid face down in {contract.name}")
    for seat, _ in draft.face_down if contract.second else ():
        if seat not in (declarer, second):
            draft.fail("FaceDown", f"{seat.title} has not bid {contract.name} and lays no card")
    if called is not None and contract.party != "called":
        draft.fail("Called", f"no card is called in {contract.name}")
    elif called is not None and (draft.held(declarer) or 0) >> called & 1 and not game.call_own:
        title = "" if declarer is None else declarer.title
        draft.fail("Called", f"{title} calls the own {draft.card(called)} (call_own=no)")
    if contract.trump and game.called_trump and called is not None:
        if draft.trump is None:
            draft.trump = suit_of(called)
        elif draft.trump != suit_of(called):
            letter = suit_letter(suit_of(called), draft.deck)
            draft.fail("Trump", f"the called card {draft.card(called)} makes {letter} trump")
    # Where forehand names a trump before the bidding it stands even if the contract has none.
    trump, forehand = draft.trump, draft.forehand
    hand = draft.held(forehand) if game.bidding.trump else None
    if trump is not None and not contract.trump and not game.bidding.trump:
        draft.fail("Trump", f"{contract.name} is played without trump")
    if trump is not None and forehand is not None and hand is not None and not hand & suit_mask(trump):
        draft.fail("Trump", f"{forehand.title} names trump and holds no {suit_letter(trump, draft.deck)}")


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
    """The question that the contract asks, the cards played, the settlement, and what is said of them."""
    order = played_order(contract, draft.called)
    trump = draft.trump if contract.trump else None
    needs_trump = contract.trump and trump is None and not game.calibration
    complete = known and not needs_trump
    if played and order is None:
        draft.fail("Play", f"without the called card the order of {contract.name} is not known")
    elif played and needs_trump:
        draft.fail("Play", f"cards are played, but the trump of {contract.name} is not known")
    elif order is not None and draft.leader is not None:
        question = Question(contract, draft.declarer, draft.leader, order, draft.second, trump, partner)
        draft.question = question if complete else None
        table = play_rows(draft, game, question)
        draft.play, draft.facts = tuple(table.moves), table.facts() if complete else None
        draft.finished = contract.goal.as_dealt or table.ended or table.over is not None
        # A marriage might count that nobody can see in the hands.
        seen = contract.goal.as_dealt or all(draft.held(seat) is not None for seat in range(game.seats))
        if draft.facts is not None and seen and not draft.broken:
            draft.settlement = settle(game, question, draft.facts)
    given = {(note.section, note.number) for note in draft.notes}
    for section in (item for item in draft.items if isinstance(item, Section)):
        for i, entry in enumerate(section.entries):
            for number in (int(mark[1:-1]) for mark in entry.marks if mark[0] == "="):
                if (section.name, number) not in given:
                    said = f"note {number} of {entry.text} is not given"
                    draft.fail_entry(section.name, i, said, "warning")
    if draft.score is not None and draft.settlement is not None and draft.score != draft.settlement:
        shown = score_text(draft.settlement, game.seats)
        draft.fail("Score", f"the settlement of the game as played is {shown}", severity="warning")


def _read_announce(draft: Draft, partner: Seat | None, partner_known: bool) -> None:
    """The Announce tag: what was declared and announced in trick 1 (RULINGS: russbach, anrufen)."""
    value, game = draft.value("Announce"), draft.row
    if value is None or game is None:
        return
    said: list[Said] = []
    for part in _PART.finditer(value):
        words = [(part.start() + m.start(), m[0]) for m in _WORD.finditer(part[0])]
        try:
            if words:
                said.append((words[0][0], _read_one(draft, game, words)))
        except _Wrong as error:
            at, message = error.args
            draft.fail("Announce", message, at)
    for seat in Seat:
        _fill_in_suits(draft, seat, said)
    last, seen = -1, set[tuple[str, Seat | None]]()
    for at, given in said:
        who, what = given.seat.title, given.what
        # Everybody speaks at the own turn of trick 1; Contra may be said at any time.
        if what != "contra" and draft.leader is not None:
            turn = (given.seat - draft.leader) % game.seats
            if turn < last:
                before = Seat((draft.leader + last) % game.seats).title
                draft.fail("Announce", f"{who} speaks after {before}, who plays later to trick 1", at)
            last = max(last, turn)
        own = given.seat == draft.declarer or (partner_known and given.seat == partner)
        # Both partners saying 100 or all tricks is one (RULINGS: russbach).
        speaker = given.seat if what in ("hundred", "all") else None
        if what == "raise" and partner_known and given.seat != partner:
            draft.fail("Announce", f"{who} may not raise: only the declarer's partner may", at)
        elif what == "raise" and draft.level is not None and given.level not in draft.level.raises:
            draft.fail("Announce", f"{draft.level.id} cannot be raised to {given.level}", at)
        elif what == "contra" and draft.declarer is not None and own:
            draft.fail("Announce", f"{who}, on the declarer's side, cannot say contra", at)
        elif (what, speaker) in seen:
            by = "" if speaker is None else f"by {who} "
            draft.fail("Announce", f"{_NAMES[what]} is announced {by}twice", at)
        elif what != "marriage":
            seen.add((what, speaker))
    draft.announce = tuple(given for _, given in said)


def _read_one(draft: Draft, game: Game, words: list[tuple[int, str]]) -> Announcement:
    """``"N 40 H"``.

    Raises:
        _Wrong: it is no announcement of the game, or not of that seat's hand.
    """
    (at, name), *rest = words
    seat = draft.seat(name)
    if seat is None:
        raise _Wrong(at, f"unknown seat {name!r}")
    if not rest:
        raise _Wrong(at, f"{seat.title} announces nothing; 'N 40 H' or 'S all' is one")
    where, what = rest.pop(0)
    kind = what.casefold()
    if kind in ("20", "40"):
        return _read_marriage(draft, game, seat, int(kind), where, rest)
    if kind not in _SAID or (kind == "raise" and not rest):
        raise _Wrong(where, f"unknown announcement {what!r}: 20, 40, 100, all, raise LEVEL or contra")
    level_at, level = rest.pop(0) if kind == "raise" else (where, None)
    try:
        given = Announcement(seat, _SAID[kind], level=None if level is None else game.contract(level).id)
    except ValueError as error:
        raise _Wrong(level_at, str(error)) from None
    if rest:
        raise _Wrong(rest[0][0], f"{rest[0][1]!r} after {what!r} means nothing")
    announced = any(c.settles is not None and c.settles.announced for c in game.contracts)
    known = {"raise": any(c.raises for c in game.contracts), "contra": game.contra == "token"}
    if not known.get(given.what, announced):
        raise _Wrong(where, f"{what!r} is not announced in {game.id}")
    return given


def _read_marriage(
    draft: Draft, game: Game, seat: Seat, points: int, at: int, rest: list[tuple[int, str]]
) -> Announcement:
    """A declared marriage: its suit is that of a King and Queen in hand."""
    if not any(g.marriages == "declared" for c in game.contracts for g in (c.goal, c.settles) if g):
        how = "are registered by leading King or Queen" if any(game.marriage) else "do not count"
        raise _Wrong(at, f"marriages {how} in {game.id}")
    hand, suit = draft.held(seat), draft.trump if points == 40 else None
    suit_at, named = at, "trumps"
    if rest:
        suit_at, text = rest[0]
        try:
            suit = parse_suit(text, draft.deck)
        except ValueError:
            raise _Wrong(suit_at, f"unknown suit {text!r}") from None
        named = suit_letter(suit, draft.deck)
        if len(rest) > 1:
            raise _Wrong(rest[1][0], f"{rest[1][1]!r} after a marriage means nothing")
        right = 40 if suit == draft.trump else 20
        if draft.trump is not None and right != points:
            raise _Wrong(at, f"a marriage in {named} is {right}, not {points}")
    if suit is not None and hand is not None and not _whole(hand, suit):
        raise _Wrong(suit_at, f"{seat.title} does not hold King and Queen of {named}")
    return Announcement(seat, "marriage", suit, points)


def _whole(hand: int, suit: int) -> bool:
    """Whether a hand has King and Queen of a suit."""
    return not ranks_mask("KQ") & suit_mask(suit) & ~hand


def _fill_in_suits(draft: Draft, seat: Seat, said: list[Said]) -> None:
    """Give a seat's marriages of 20 without a suit the suits that the hand leaves."""
    taken, unnamed = set[int](), list[int]()
    for i, (at, given) in enumerate(said):
        if given.what != "marriage" or given.seat != seat:
            continue
        if given.suit is None:
            unnamed += [i] if given.points == 20 else []
        elif given.suit in taken:
            letter = suit_letter(given.suit, draft.deck)
            draft.fail("Announce", f"{seat.title} declares the marriage in {letter} twice", at)
        else:
            taken.add(given.suit)
    hand = draft.held(seat)
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
