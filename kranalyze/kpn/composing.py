"""Compose KPN tags and sections from the Python values of a record."""

from __future__ import annotations

from collections.abc import Iterator

from kranalyze.cards import suit_letter
from kranalyze.deal import Seat
from kranalyze.games.written import rules_text
from kranalyze.kpn.items import KNOWN_TAGS, Entry, Item, Note, Section, Tag
from kranalyze.kpn.newgame import cards_text
from kranalyze.kpn.record import Record

#: Tags whose values depend on the play: on announcements, or on the cards that were played.
_OF_PLAY = ("FaceDown", "Announce", "Contra", "Score")


def composed_items(record: Record) -> tuple[Item, ...]:
    """Return the tags and sections (items) for all values of a record.

    Items that the record already has keep their order. But the old items of the play (``items_outside_play``)
    are removed, and composed again from the values. The tag Score is removed, too, and is not composed again.
    New tags stand before the sections, in the order of ``KNOWN_TAGS``.
    """
    kept = [item for item in items_outside_play(record.items) if not _is_unknown_deal(item)]
    written = {item.name for item in kept if isinstance(item, Tag)}
    known = dict(_face_down_and_announcement_tags(record))
    known |= _tags(record) if not record.items else {"Deal": _deal_text(record)}
    added = [Tag(name, known[name]) for name in KNOWN_TAGS if name in known and name not in written]
    sections = (place for place, item in enumerate(kept) if isinstance(item, Section))
    first = next(sections, len(kept))
    return (*kept[:first], *added, *kept[first:], *_play(record))


def items_outside_play(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Return the items of a game without the items of its play.

    The items of the play are the section Play, its notes, and the tags in ``_OF_PLAY``.
    """
    kept, in_play = list[Item](), False
    for item in items:
        in_play = in_play or (isinstance(item, Section) and item.name == "Play")
        of_play = in_play and (_is_note(item) or isinstance(item, Section))
        if not of_play and not (isinstance(item, Tag) and item.name in _OF_PLAY):
            kept.append(item)
    return tuple(kept)


def notes_without_card(record: Record) -> tuple[Note, ...]:
    """Return the notes that do not belong to a card in the section Play."""
    return tuple(note for note in record.notes if note.section != "Play")


def _is_note(item: Item) -> bool:
    return isinstance(item, Tag) and item.name == "Note"


def _is_unknown_deal(item: Item) -> bool:
    """Return whether an item is a tag Deal in which no hand is known.

    Such a tag must not be kept. A reader would derive the hands from the section Play, and this section may
    have changed.
    """
    return isinstance(item, Tag) and item.name == "Deal" and item.value.strip() in ("", "?")


def _tags(record: Record) -> dict[str, str]:
    """Return the values of the tags of a record that has no items. The keys are the names of the tags.

    Leave out the tags in ``_OF_PLAY``.
    """
    game, deck, trump = record.game_row, record.deck, record.trump
    no_trump = "" if game.calibration and record.question is not None else None
    seats = {"Dealer": record.dealer, "Declarer": record.declarer, "Second": record.second}
    values = {
        "Game": game.id,
        "Rules": rules_text(game),
        "Deck": None if deck == "french" else deck,
        "Deal": _deal_text(record),
        "Talon": cards_text(record.talon.mask, deck) if record.talon else None,
        "Discard": None if record.discard is None else cards_text(record.discard.mask, deck),
        "Contract": record.contract,
        "Called": None if record.called is None else record.called.text(deck),
        "Trump": no_trump if trump is None else suit_letter(trump, deck),
        **{name: None if seat is None else seat.name for name, seat in seats.items()},
    }
    return {name: value for name, value in values.items() if value is not None}


def _face_down_and_announcement_tags(record: Record) -> Iterator[tuple[str, str]]:
    """Yield the tags for cards laid face down, announcements and Contra calls.

    Each tag is a pair: its name and its value.
    """
    if record.face_down:
        yield "FaceDown", " ".join(f"{s.name}:{card.text(record.deck)}" for s, card in record.face_down)
    if record.announce:
        yield "Announce", "; ".join(word.text(record.deck) for word in record.announce)
    if record.contra and not any(word.what == "contra" for word in record.announce):
        yield "Contra", str(record.contra)


def _deal_text(record: Record) -> str:
    """Return the value of the tag Deal for a record."""
    return "?" if record.deal is None else record.deal.text(record.deck, seats=record.game_row.seats)


def _play(record: Record) -> Iterator[Section]:
    """Yield the section Play. Yield nothing if the leader to trick 1 is unknown.

    The section has a row for each trick, and a column for each seat. The first column is the leader to trick
    1, and the other columns follow clockwise.
    """
    if record.leader is None:
        return
    seats = record.game_row.seats
    columns = [Seat((record.leader + i) % seats) for i in range(seats)]
    entries = list[Entry]()
    for trick in record.tricks:
        names = {move.seat: move.card.text(record.deck) for move in trick}
        entries += (Entry(names.get(seat, "-")) for seat in columns)
    if not record.finished:
        entries.append(Entry("+"))
    yield Section("Play", record.leader.name, tuple(entries))


