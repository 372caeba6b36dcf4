"""A game of KPN as numbers for the judge, each with its place in the text. Nothing here knows a rule of play.

What cannot be read at all is noted here; whether what can be read is allowed says the judge (``solver/judge.h``).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import groupby
from typing import get_args

from kranalyze._core import lib
from kranalyze.cards import Deck, card_name, pack_mask, parse_card, parse_suit
from kranalyze.deal import Seat
from kranalyze.games import Game, get_game
from kranalyze.kpn.deals import ANY, card_of, deck_of, hand_of, listed_cards, seat_of
from kranalyze.kpn.lexer import Block, Flaw
from kranalyze.kpn.record import KNOWN_TAGS, Entry, Note, Section, Tag

_WORD = re.compile(r"\S+")
_PAIR = re.compile(r"(?=\S)([^\s:]*)(?::(\S*))?")
_NUMBER = re.compile(r"[+-]?[0-9]{1,9}\Z")
_NOTE = re.compile(r"\s*([0-9]{1,9}):(.*)\Z", re.DOTALL)
_BETWEEN = re.compile(r"[^\s|][^|]*")

#: One word of trick 1: its seat, what it is, and what may stand behind that.
_ANNOUNCED = re.compile(r"([^\s;]+)" + 3 * r"(?:\s+([^\s;]+))?" + "[^;]*")

#: Without these tags there is nothing but a deal, and nothing is left to judge.
_OF_A_GAME = KNOWN_TAGS[KNOWN_TAGS.index("Discard") : KNOWN_TAGS.index("Play") + 1]

#: What ends a section before its end.
END = ("+", "*")

#: Calls that are no contracts.
CALLS = {
    "gut": lib.KR_CALL_PASS, "pass": lib.KR_CALL_PASS, "weiter": lib.KR_CALL_PASS, "mit": lib.KR_CALL_SECOND,
    "ap": lib.KR_CALL_ALL_PASS, "contra": lib.KR_CALL_CONTRA, "recontra": lib.KR_CALL_RECONTRA,
    "subcontra": lib.KR_CALL_SUBCONTRA,
}  # fmt: skip

#: Words of trick 1 that are no marriages.
WORDS = {
    "100": lib.KR_WORD_HUNDRED, "all": lib.KR_WORD_ALL, "raise": lib.KR_WORD_RAISE, "contra": lib.KR_WORD_CONTRA,
}  # fmt: skip


class SpotError(ValueError):
    """What is wrong at a place in the value of a tag."""

    def __init__(self, message: str, at: int) -> None:
        super().__init__(message)
        self.at = at


@dataclass(slots=True)
class Word:
    """A word of trick 1 as numbers, and where its parts begin in the value of Announce."""

    seat: int
    kind: int
    suit: int = lib.KR_UNSAID
    level: int = 0
    points: int = 0
    parts: tuple[int, int, int] = (0, 0, 0)
    text: str = ""
    flaw: Flaw | None = None


@dataclass(slots=True)
class Parsed:
    """A game as numbers.

    Attributes:
        block: its tags and sections, with their places in the text.
        game: the row of the game by the rules in force, ``ANY`` if it is not known.
        fields: the fields of ``kr_record`` that are single numbers; what is not there is absent.
        flaws: what is wrong with its tags; ``call_flaws``, ``word_flaws`` and ``cell_flaws`` count only if the judge
            reads calls, words and cells.
        deck: in what letters it is written.
    """

    block: Block
    game: Game = ANY
    rules: dict[str, str] = field(default_factory=dict)
    deck: Deck = "french"
    fields: dict[str, int] = field(default_factory=dict)
    hands: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    laid: dict[int, int] = field(default_factory=dict)
    score: dict[int, int] = field(default_factory=dict)
    calls: list[tuple[int, int]] = field(default_factory=list)
    words: list[Word] = field(default_factory=list)
    cells: list[int] = field(default_factory=list)
    flaws: list[Flaw] = field(default_factory=list)
    call_flaws: list[Flaw] = field(default_factory=list)
    word_flaws: list[Flaw] = field(default_factory=list)
    cell_flaws: list[Flaw] = field(default_factory=list)
    line_columns: int = 0  # of the first line that is no trick
    notes: tuple[Note, ...] = ()
    spots: dict[tuple[str, int], int] = field(default_factory=dict)  # of parts of values, as ("FaceDown", seat)
    ill: int = 0

    def value(self, name: str) -> str | None:
        """The value of a tag; None if it is absent, unknown (``?``) or not applicable (empty)."""
        value = self.block.tags.get(name)
        return None if value is None or value.strip() in ("", "?") else value

    def state(self, name: str) -> int:
        """What a tag without a value says."""
        value = self.block.tags.get(name)
        if value is None:
            return int(lib.KR_ABSENT)
        return int({"": lib.KR_EMPTY, "?": lib.KR_UNSAID}.get(value.strip(), lib.KR_ILL))

    def fail(self, name: str, message: str, at: int = 0) -> None:
        """Note a problem with the value of a tag, at one of its characters."""
        self.flaws.append(Flaw(self.block.spot(name, at), message))

    def entries(self, name: str) -> tuple[Entry, ...]:
        """What stands in a section, nothing if it is absent."""
        if name not in self.block.tags:
            return ()
        sections = (item for item in self.block.items if isinstance(item, Section) and item.name == name)
        return next((section.entries for section in sections), ())

    def seat(self, text: str) -> int | None:
        """The seat that a text names, None if it names none that plays."""
        seat = seat_of(text)
        return None if seat is None or seat >= self.game.seats else seat


def parse_game(block: Block) -> Parsed:
    """Return a game as numbers, with everything that cannot be read."""
    parsed = Parsed(block, flaws=list(block.problems))
    parsed.deck, deck = deck_of(block.tags), parsed.value("Deck")
    if deck is not None and deck.strip().lower() not in get_args(Deck):
        parsed.fail("Deck", f"unknown deck {deck!r}: french or german")
    _read_game(parsed)
    _read_deal(parsed)
    for name in ("Talon", "Discard"):
        _read_pile(parsed, name)
    for name, (numbers, read) in _TAGS.items():
        parsed.fields[numbers] = parsed.state(name)
        value = parsed.value(name)
        if value is None:
            continue
        try:
            parsed.fields[numbers] = read(parsed, value)
        except ValueError as error:
            parsed.fail(name, str(error), getattr(error, "at", 0))
    _read_face_down(parsed)
    _read_score(parsed)
    _read_notes(parsed)
    if parsed.game is ANY:
        if "Deal" not in block.tags and not block.problems:
            parsed.fail("Deal", "the game has no tag Deal")
        return parsed
    if block.problems:
        parsed.ill |= lib.KR_ILL_BLOCK
    only_deal = block.tags.keys().isdisjoint(_OF_A_GAME)
    parsed.fields["flags"] = lib.KR_ONLY_DEAL if only_deal else 0
    if parsed.flaws:
        parsed.ill |= lib.KR_ILL_TAGS
    if not only_deal:
        _read_section_seats(parsed)
        _read_calls(parsed)
        _read_words(parsed)
    _read_cells(parsed)
    return parsed


def _read_game(parsed: Parsed) -> None:
    """The game by the rules in force."""
    block = parsed.block
    value, there = parsed.value("Game"), "Game" in block.tags
    if value is None and (there or not block.problems):
        parsed.fail("Game", "the game must be known" if there else "the game has no tag Game")
    if value is None:
        return
    try:
        parsed.game = get_game(value)
    except ValueError as error:
        parsed.fail("Game", str(error))
        return
    for m in _WORD.finditer(parsed.value("Rules") or ""):
        name, equals, chosen = m[0].partition("=")
        try:
            if not equals:
                raise ValueError(f"a rule option is written name=value, not {m[0]!r}")
            parsed.game = parsed.game.under({name: chosen})
        except ValueError as error:
            parsed.fail("Rules", str(error), m.start())
    parsed.rules = parsed.game.in_force


def _read_deal(parsed: Parsed) -> None:
    """The hands of the tag Deal, with the place of each."""
    parsed.fields["deal"] = parsed.state("Deal")
    value, game, deck = parsed.value("Deal"), parsed.game, parsed.deck
    if value is None:
        return
    head, colon, body = value.partition(":")
    if not colon:
        parsed.fail("Deal", 'a deal begins with a seat and a colon, as in "N:..."')
        return
    first, before = seat_of(head), len(parsed.flaws)
    if first is None:
        parsed.fail("Deal", f"unknown seat {head!r}: N, E, S or W")
    elif first >= game.seats:
        parsed.fail("Deal", f"a deal of {game.seats} hands has no {first.title}")
    hand = _BETWEEN if "|" in body else _WORD  # hands with blanks in them have a bar between them
    texts = [(m.start() + len(head) + 1, m[0].rstrip()) for m in hand.finditer(body)]
    count = game.seats
    if len(texts) != count:
        of_game = "" if game is ANY else f" of {game.id}"
        parsed.fail("Deal", f"a deal{of_game} has {count} hands, here are {len(texts)}")
        count = 4
    known, ill, first_seat = 0, 0, int(first or 0)
    for i, (at, text) in enumerate(texts[:count]):
        seat = (first_seat + i) % count
        parsed.spots["Deal", seat] = at
        if text in ("-", "–"):
            continue
        known |= 1 << seat
        mask = hand_of(text, deck)
        if mask is None:
            ill |= 1 << seat
            mask = _spell_hand(parsed, Seat(seat), text, at)
        parsed.hands[seat] = mask
    parsed.fields["known"], parsed.fields["ill_hands"] = known, ill
    parsed.fields["deal"] = first_seat % game.seats
    if len(parsed.flaws) > before:
        parsed.ill |= lib.KR_ILL_DEAL


def _spell_hand(parsed: Parsed, seat: Seat, text: str, at: int) -> int:
    """The cards of a hand that cannot be read as a whole, after noting what is wrong with them."""
    mask, pack = 0, pack_mask(parsed.game.pack)

    def fail(message: str, spot: int) -> None:
        parsed.fail("Deal", message, spot)

    for card, spot in listed_cards(text, at, parsed.deck, fail):
        if mask & pack & 1 << card:
            fail(f"{seat.title} holds {card_name(card, parsed.deck)}, which is held twice", spot)
        mask |= 1 << card
    return mask


def _read_pile(parsed: Parsed, name: str) -> None:
    """The cards of the Talon or the Discard, with the place of each."""
    numbers, bit = ("has_talon", lib.KR_ILL_TALON) if name == "Talon" else ("has_discard", lib.KR_ILL_DISCARD)
    value = parsed.value(name)
    parsed.fields[numbers] = parsed.state(name) if value is None or parsed.game is ANY else 1
    mask = 0
    for m in _WORD.finditer(value or "") if parsed.game.talon else ():
        try:
            card = parse_card(m[0], parsed.deck)
            if mask >> card & 1:
                raise ValueError(f"card {card_name(card, parsed.deck)} stands twice")
            parsed.spots[name, card] = m.start()
            mask |= 1 << card
        except ValueError as error:
            parsed.fail(name, str(error), m.start())
            parsed.ill |= bit
    parsed.fields[name.lower()] = mask


def _contract(parsed: Parsed, value: str) -> int:
    if parsed.game is ANY:
        return int(lib.KR_UNSAID)
    return parsed.game.contracts.index(parsed.game.contract(value))


def _contra(parsed: Parsed, value: str) -> int:
    if parsed.game is ANY:
        return int(lib.KR_UNSAID)
    if _NUMBER.match(value.strip()) is None:
        raise ValueError(f"the number of Contra calls, not {value!r}")
    return int(value)


#: Tags of one value, with the fields of ``kr_record`` that they fill, and how their values are read.
_TAGS: dict[str, tuple[str, Callable[[Parsed, str], int]]] = {
    "Dealer": ("dealer", lambda _, value: Seat.parse(value)),
    "Contract": ("contract", _contract),
    "Declarer": ("declarer", lambda _, value: Seat.parse(value)),
    "Second": ("second", lambda _, value: Seat.parse(value)),
    "Trump": ("trump", lambda parsed, value: parse_suit(value, parsed.deck)),
    "Called": ("called", lambda parsed, value: parse_card(value, parsed.deck)),
    "Contra": ("contra", _contra),
}


def _read_face_down(parsed: Parsed) -> None:
    """The cards laid face down, with the place of each."""
    for m in _PAIR.finditer(parsed.value("FaceDown") or ""):
        seat, card = parsed.seat(m[1]), card_of(m[2] or "", parsed.deck)
        if seat is None or m[2] is None:
            parsed.fail("FaceDown", f"a card laid face down is written E:HA, not {m[0]!r}", m.start())
        elif card is None:
            parsed.fail("FaceDown", f"unknown card {m[2]!r}", m.start(2))
        elif seat in parsed.laid:
            parsed.fail("FaceDown", f"{Seat(seat).title} lays two cards face down", m.start())
        else:
            parsed.laid[seat] = card
            parsed.spots["FaceDown", seat] = m.start()


def _read_score(parsed: Parsed) -> None:
    """The amounts of the seats, with the place of each."""
    value = parsed.value("Score")
    before = len(parsed.flaws)
    for m in _PAIR.finditer(value or ""):
        seat, amount = seat_of(m[1]), m[2] or ""
        if seat is None or _NUMBER.match(amount) is None:
            parsed.fail("Score", f"a score is written N:-70, not {m[0]!r}", m.start())
        elif seat in parsed.score:
            parsed.fail("Score", f"two scores for {seat.title}", m.start())
        else:
            parsed.score[seat] = int(amount)
            parsed.spots["Score", seat] = m.start()
    if len(parsed.flaws) > before:
        parsed.ill |= lib.KR_ILL_SCORE


def _read_notes(parsed: Parsed) -> None:
    """The Note tags, each with the section that it stands after."""
    notes: dict[tuple[str, int], Note] = {}
    section, spots = "", iter(parsed.block.spots.get("Note", ()))
    for item in parsed.block.items:
        if isinstance(item, Section):
            section = item.name
        elif isinstance(item, Tag) and item.name == "Note":
            at, m = next(spots), _NOTE.match(item.value)
            if m is None:
                message = 'a note begins with its number and a colon, as in [Note "1:a fine lead"]'
                parsed.flaws.append(Flaw(at, message))
            elif (section, int(m[1])) in notes:
                parsed.flaws.append(Flaw(at, f"note {int(m[1])} is given twice"))
            else:
                notes[section, int(m[1])] = Note(int(m[1]), m[2], section)
    parsed.notes = tuple(notes.values())


def _read_section_seats(parsed: Parsed) -> None:
    """The seats that Auction and Play begin with."""
    for name, bit in (("Auction", lib.KR_ILL_AUCTION), ("Play", lib.KR_ILL_PLAY)):
        value = parsed.block.tags.get(name)
        if value is None:
            continue
        seat = parsed.seat(value)
        if seat is None:
            article = "an" if name == "Auction" else "a"
            parsed.fail(name, f"{article} {name} begins with a seat, not {value!r}")
            parsed.ill |= bit
        else:
            parsed.fields[name.lower()] = seat


def _read_calls(parsed: Parsed) -> None:
    """The calls of the Auction; what ends it is no call."""
    entries = parsed.entries("Auction")
    for i, entry in enumerate(entries):
        at = parsed.block.spots["Auction"][i + 1]
        try:
            call = None if entry.text in END else _call(parsed, entry.text, at)
            if i and entries[i - 1].text in END:
                raise ValueError(f"{entry.text!r} stands after the end of the Auction")
            if call is not None:
                parsed.calls.append(call)
        except ValueError as error:
            parsed.call_flaws.append(Flaw(at, str(error)))
            parsed.ill |= lib.KR_ILL_CALLS
    if entries and entries[-1].text in END:
        parsed.fields["flags"] |= lib.KR_AUCTION_OPEN


def _call(parsed: Parsed, text: str, at: int) -> tuple[int, int]:
    """A call of the game, and the suit named with it."""
    game, plain = parsed.game, text.casefold()
    if plain in CALLS:
        return CALLS[plain], lib.KR_UNSAID
    name, colon, suit = text.partition(":")
    try:
        contract = game.contracts.index(game.contract(name))
    except ValueError:
        known = ", ".join(c.id for c in game.contracts if c.rank is not None) or "none"
        raise ValueError(f"unknown call {text!r}; the bids of {game.id}: {known}") from None
    if not colon:
        return contract, lib.KR_UNSAID
    try:
        return contract, parse_suit(suit, parsed.deck)
    except ValueError as error:
        # Whether a suit may stand here at all is asked first.
        parsed.call_flaws.append(Flaw(at, f"{error} in {text!r}"))
        parsed.ill |= lib.KR_ILL_CALLS
        return contract, lib.KR_ILL


def _read_words(parsed: Parsed) -> None:
    """The words of trick 1."""
    spot = parsed.block.spot
    for m in _ANNOUNCED.finditer(parsed.value("Announce") or ""):
        try:
            parsed.words.append(_word(parsed, m))
        except SpotError as error:
            parsed.word_flaws.append(Flaw(spot("Announce", error.at), str(error)))
            parsed.ill |= lib.KR_ILL_WORDS


def _word(parsed: Parsed, m: re.Match[str]) -> Word:
    """``"N 40 H"`` as numbers; a SpotError if nobody knows what it is."""
    seat, what = parsed.seat(m[1]), m[2]
    if seat is None:
        raise SpotError(f"unknown seat {m[1]!r}", m.start(1))
    if what is None:
        raise SpotError(f"{Seat(seat).title} announces nothing; 'N 40 H' or 'S all' is one", m.start(1))
    kind = what.casefold()
    parts = (m.start(), m.start(2), m.start(3 if m[3] is not None else 2))
    if kind in ("20", "40"):
        word = Word(seat, lib.KR_WORD_MARRIAGE, points=int(kind), parts=parts, text=what)
        _read_suit(parsed, word, m)
        return word
    if kind not in WORDS or (kind == "raise" and m[3] is None):
        raise SpotError(f"unknown announcement {what!r}: 20, 40, 100, all, raise LEVEL or contra", m.start(2))
    word, third = Word(seat, WORDS[kind], parts=parts, text=what), 3
    if kind == "raise":
        third = 4
        try:
            word.level = parsed.game.contracts.index(parsed.game.contract(m[3]))
        except ValueError as error:
            raise SpotError(str(error), m.start(3)) from None
    if m[third] is not None:
        raise SpotError(f"{m[third]!r} after {what!r} means nothing", m.start(third))
    return word


def _read_suit(parsed: Parsed, word: Word, m: re.Match[str]) -> None:
    """The suit of a marriage. What is wrong with it counts only where marriages are declared at all."""
    if m[3] is None:
        return
    message, at = "", m.start(3)
    try:
        word.suit = parse_suit(m[3], parsed.deck)
    except ValueError as error:
        message = str(error)
    if not message and m[4] is not None:
        message, at = f"{m[4]!r} after a marriage means nothing", m.start(4)
    if message:
        word.flaw = Flaw(parsed.block.spot("Announce", at), message)
        parsed.ill |= lib.KR_ILL_WORDS


def _read_cells(parsed: Parsed) -> None:
    """The cells of the Play, and whether its lines are tricks."""
    texts = [entry.text for entry in parsed.entries("Play")]
    places = parsed.block.spots.get("Play", [0])[1:]
    end = next((i for i, text in enumerate(texts) if text in END), len(texts))
    for i, text in enumerate(texts[:end]):
        card = card_of(text, parsed.deck)
        if card is None and text != "-":
            parsed.cell_flaws.append(Flaw(places[i], f"unknown card {text!r}"))
            parsed.cells.append(lib.KR_BAD_CARD)
        else:
            parsed.cells.append(lib.KR_NO_CARD if card is None else card)
    if end < len(texts):
        parsed.fields["flags"] |= lib.KR_PLAY_OPEN
    if end + 1 < len(texts):
        message = f"{texts[end + 1]!r} stands after the end of the Play"
        parsed.cell_flaws.append(Flaw(places[end + 1], message))
        parsed.ill |= lib.KR_ILL_CELLS
    _check_lines(parsed, places[:end], end < len(texts))


def _check_lines(parsed: Parsed, places: list[int], ended: bool) -> None:
    """A line is a whole trick, or several; one trick may go on where a comment broke the line."""
    text, seats = parsed.block.text, parsed.game.seats
    lines = [[*line] for _, line in groupby(places, lambda at: text.rfind("\n", 0, at))]
    start, columns = 0, 0  # where a trick begins, and its columns so far
    for line in lines:
        start = start if columns else line[0]
        if columns + len(line) > seats and (columns or len(line) % seats):
            columns = columns or len(line)
            break
        columns = (columns + len(line)) % seats
    else:
        columns = 0 if ended else columns
    if columns:
        parsed.ill |= lib.KR_ILL_LINES
        parsed.spots["Lines", 0] = start
        parsed.line_columns = columns
