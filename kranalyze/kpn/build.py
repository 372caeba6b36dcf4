"""Making records: new ones from a deal or a whole game, and changed ones with other tags or notes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from kranalyze.cards import Deck, card_name, suit_letter
from kranalyze.deal import Deal, Seat
from kranalyze.games import get_game
from kranalyze.kpn.deals import cards_text, score_text
from kranalyze.kpn.reader import iter_kpn
from kranalyze.kpn.record import KNOWN_TAGS, Announcement, Call, Comment, Entry, Item, Record, Section, Tag
from kranalyze.kpn.writer import items_text

_NAME = re.compile(r"[A-Za-z0-9_]+\Z")
_SUFFIX = re.compile(r"[!?]{1,2}\Z")
_LINE_BREAK = re.compile(r"[\n\r]")


def new_record(
    deal: Deal | None, game: str, *, board: str | int | None = None, dealer: int | None = None,
    rules: Mapping[str, str] | None = None, deck: Deck = "french", discard: int | None = None,
    contract: str | None = None, declarer: int | None = None, second: int | None = None,
    face_down: Iterable[tuple[int, int]] = (), called: int | None = None, trump: int | None = None,
    announce: Iterable[Announcement] = (), contra: int = 0, score: Sequence[int] | None = None,
    auction: Iterable[Call | str] | None = None, play: Iterable[tuple[int, int]] | None = None,
    unfinished: bool = False, names: Mapping[int, str] | None = None,
    tags: Mapping[str, str] | None = None, comments: Iterable[str] = (),
) -> Record:  # fmt: skip
    """A record that was not read from a file; it passes the checks of the reader.

    Args:
        deal: the hands and, in a game that has one, the talon.
        game, contract: ids.
        board: number or name.
        rules: options that differ from their defaults.
        deck: the letters it is written in.
        face_down: (seat, card) as laid for trick 1.
        discard, called, trump: mask, card, and suit 0-3.
        announce: in the order made.
        score: N E S W.
        auction: the calls in order, texts are written as they are; they begin left of the dealer, or with
            the seat of the first Call.
        play: (seat, card) in the order played, tricks one after the other; ``unfinished`` closes it with
            ``+``.
        names: players by seat.
        tags: further ones; those of the standard go to their places.
        comments: texts that stand before the tags.

    Raises:
        KpnError: the record does not pass the checks.
        ValueError: a text that KPN cannot hold, or a seat that is none.

    >>> deal = Deal.parse("N:AKQ.A.A.A T.KQ.KQ.K J.JT.JT.Q 9.9.9.JT9")
    >>> list(new_record(deal, "graden", board=1, contract="koenigmord", declarer=Seat.N).tags)
    ['Board', 'Game', 'Deal', 'Contract', 'Declarer']
    """
    row = get_game(game)
    seats = {"Dealer": dealer, "Declarer": declarer, "Second": second}
    laid = (f"{Seat(seat).name}:{card_name(c, deck)}" for seat, c in face_down)
    values = {
        "Game": row.id,
        "Deal": "?" if deal is None else deal.text(deck, seats=row.seats),
        "Deck": None if deck == "french" else deck,
        "Rules": " ".join(f"{name}={value}" for name, value in (rules or {}).items()) or None,
        "Board": None if board is None else str(board),
        **{Seat(seat).title: name for seat, name in (names or {}).items()},
        **{name: None if seat is None else Seat(seat).name for name, seat in seats.items()},
        "Talon": cards_text(deal.talon, deck) if deal is not None and deal.talon else None,
        "Discard": None if discard is None else cards_text(discard, deck),
        "Contract": None if contract is None else row.contract(contract).id,
        "Called": None if called is None else card_name(called, deck),
        "Trump": None if trump is None else suit_letter(trump, deck),
        "FaceDown": " ".join(laid) or None,
        "Announce": "; ".join(announcement_text(one, deck) for one in announce) or None,
        "Contra": str(contra) if contra else None,
        "Score": None if score is None else score_text(score, row.seats),
        **(tags or {}),
    }
    items: list[Item] = [Comment.of(text) for text in comments]
    items += [Tag(name, value) for name in sorted(values, key=_rank) if (value := values[name]) is not None]
    if auction is not None:
        items.append(_auction(list(auction), dealer, row.seats, deck))
    if play is not None:
        items.append(_play(list(play), row.seats, unfinished, deck))
    return checked(items)


def _rank(name: str) -> int:
    """The place of a tag among those of KPN; others come after them."""
    return KNOWN_TAGS.index(name) if name in KNOWN_TAGS else len(KNOWN_TAGS)


def announcement_text(announcement: Announcement, deck: Deck = "french") -> str:
    """An announcement as the Announce tag has it, ``"N 40 H"``."""
    suit = None if announcement.suit is None else suit_letter(announcement.suit, deck)
    what = {"marriage": str(announcement.points), "hundred": "100"}.get(announcement.what, announcement.what)
    return " ".join(filter(None, (announcement.seat.name, what, suit, announcement.level)))


def call_text(call: Call, deck: Deck = "french") -> str:
    """A call as the Auction has it, ``koenigmord`` or ``simple:D``."""
    return call.call if call.trump is None else f"{call.call}:{suit_letter(call.trump, deck)}"


def _auction(calls: list[Call | str], dealer: int | None, seats: int, deck: Deck) -> Section:
    if dealer is not None:
        first = Seat((dealer + 1) % seats)
    elif calls and isinstance(calls[0], Call):
        first = calls[0].seat
    else:
        raise ValueError("an auction needs a dealer or calls with their seats")
    texts = (call if isinstance(call, str) else call_text(call, deck) for call in calls)
    return Section("Auction", first.name, tuple(map(Entry, texts)))


def _play(cards: list[tuple[int, int]], seats: int, unfinished: bool, deck: Deck) -> Section:
    """Cards in playing order into columns that begin with the first leader."""
    if not cards:
        raise ValueError("a play without cards has no leader; leave it out")
    first = cards[0][0]
    rows: list[dict[int, str]] = []
    for player, c in cards:
        if not 0 <= player < seats:
            raise ValueError(f"seat {player} does not play in a game of {seats}")
        if not rows or player in rows[-1]:
            rows.append({})
        rows[-1][player] = card_name(c, deck)
    texts = [row.get((first + i) % seats, "-") for row in rows for i in range(seats)]
    return Section("Play", Seat(first).name, tuple(map(Entry, texts + ["+"] * unfinished)))


def checked(items: Sequence[Item], like: Record | None = None) -> Record:
    """The record that items make, read again so that everything follows from what is written.

    Raises:
        KpnError: it does not pass the checks.
        ValueError: a name or a value that KPN cannot hold.
    """
    for item in items:
        if isinstance(item, Tag | Section):
            if not _NAME.match(item.name):
                raise ValueError(f"a tag cannot be named {item.name!r}")
            if _LINE_BREAK.search(item.value):
                raise ValueError(f"the value of {item.name} cannot have a line break")
    file = "<record>" if like is None else like.file
    outcomes = list(iter_kpn(items_text(items), file))
    for problem in (problem for outcome in outcomes for problem in outcome.problems):
        if problem.severity == "error":
            raise problem
    record = outcomes[0].record if outcomes else None
    if record is None or len(outcomes) > 1:
        raise ValueError("this is more than one game, or none")
    if like is None:
        return record
    return replace(record, preamble=like.preamble, line=like.line, index=like.index, file=like.file)


def with_tags(record: Record, **values: str | None) -> Record:
    """The record with some tags changed, added (before the sections) or, for None, taken out.

    Raises:
        KpnError: the game does not pass the checks with them.
    """
    items: list[Item] = []
    for item in record.items:
        if isinstance(item, Tag) and item.name in values and item.name != "Note":
            value = values.pop(item.name)
            items += [] if value is None else [Tag(item.name, value)]
        else:
            items.append(item)
    for name in sorted(values, key=_rank):
        if (value := values[name]) is None:
            continue
        at = end = next((i for i, item in enumerate(items) if isinstance(item, Section)), len(items))
        if name in KNOWN_TAGS:
            tags = [(i, item.name) for i, item in enumerate(items[:end]) if isinstance(item, Tag)]
            at = max((i + 1 for i, other in tags if _rank(other) < _rank(name)), default=0)
            while at < end and isinstance(item := items[at], Comment) and (at == 0 or not item.own_line):
                at += 1
        items.insert(at, Tag(name, value))
    return checked(items, record)


def with_notes(
    record: Record, notes: Mapping[int, str] | None = None, marks: Mapping[int, str] | None = None
) -> Record:
    """The record with notes and marks at cards, by index in ``play``; those it has are kept.

    Args:
        notes: text of the note (``=n=`` and a Note tag after the section).
        marks: ``?``, ``??``, ``!`` and so on; one that stands there is replaced.

    Raises:
        KpnError, ValueError: a text that a note cannot hold, a mark that is none.
    """
    notes, marks = notes or {}, marks or {}
    section = record.section("Play")
    if not notes and not marks:
        return record
    if section is None or not all(0 <= i < len(record.play) for i in (*notes, *marks)):
        raise ValueError("a note or mark at a card that was not played")
    for text in marks.values():
        if not _SUFFIX.match(text):
            raise ValueError(f"a mark is ! or ? or two of them, not {text!r}")
    for text in notes.values():
        if _LINE_BREAK.search(text):
            raise ValueError("a note cannot have a line break")
    number = max((n.number for n in record.notes if n.section == "Play"), default=0)
    entries, added = list(section.entries), list[Tag]()
    for i in sorted({*notes, *marks}):
        at = record.play[i].entry
        given = entries[at].marks
        if i in marks:
            given = (marks[i], *(m for m in given if m[0] not in "!?"))
        if i in notes:
            number += 1
            given = (*given, f"={number}=")
            added.append(Tag("Note", f"{number}:{notes[i]}"))
        entries[at] = replace(entries[at], marks=given)
    items = list(record.items)
    place = items.index(section)
    items[place] = replace(section, entries=tuple(entries))
    place += 1
    while place < len(items) and isinstance(item := items[place], Tag | Comment):
        if isinstance(item, Tag) and item.name != "Note":
            break
        place += 1
    items[place:place] = added
    return checked(items, record)
