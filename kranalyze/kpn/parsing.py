"""A game of KPN as numbers for the judge, each with its place in the text.

Nothing here knows a rule of play. A parser notes what cannot be read at all; the judge (``solver/judge.h``)
says whether the rest is allowed.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import groupby
from typing import get_args

from kranalyze.cards import Deck, pack_mask, parse_card, parse_suit
from kranalyze.core import numbers
from kranalyze.core.judging import RecordNumbers
from kranalyze.deal import Seat
from kranalyze.games import Game, get_game
from kranalyze.kpn.deals import ANY, card_of, deck_of, hand_of, listed_cards, seat_of
from kranalyze.kpn.lexer import Block, Flaw
from kranalyze.kpn.record import KNOWN_TAGS, Entry, Note, Record, Section, Tag
from kranalyze.texts.problems import Place, problem_text

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
    "gut": numbers.CALL_PASS, "pass": numbers.CALL_PASS, "weiter": numbers.CALL_PASS,
    "mit": numbers.CALL_SECOND, "ap": numbers.CALL_ALL_PASS, "contra": numbers.CALL_CONTRA,
    "recontra": numbers.CALL_RECONTRA,
    "subcontra": numbers.CALL_SUBCONTRA,
}  # fmt: skip

#: Words of trick 1 that are no marriages.
WORDS = {
    "100": numbers.WORD_HUNDRED, "all": numbers.WORD_ALL, "raise": numbers.WORD_RAISE,
    "contra": numbers.WORD_CONTRA,
}  # fmt: skip


class SpotError(ValueError):
    """What is wrong at a place in the value of a tag: a code of ``texts.problems``, and its gaps."""

    def __init__(self, at: int, code: str, **gaps: object) -> None:
        super().__init__(code)
        self.at = at
        self.code = code
        self.gaps = gaps


@dataclass(slots=True)
class Word:
    """A word of trick 1 as numbers, and where its parts begin in the value of Announce."""

    seat: int
    kind: int
    suit: int = numbers.UNSAID
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
        flaws: what is wrong with its tags.
        call_flaws, word_flaws, cell_flaws: what is wrong with calls, words and cells; they count only if the
            judge reads these.
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
    #: Places of parts of values, as of ("FaceDown", seat).
    spots: dict[tuple[str, int], int] = field(default_factory=dict)
    ill: int = 0

    def numbers(self, as_played: bool = False) -> RecordNumbers:
        """The numbers for the judge.

        Args:
            as_played: tricks may stand in playing order.
        """
        words = [(w.seat, w.kind, w.suit, w.level, w.points, w.flaw is not None) for w in self.words]
        fields = {**self.fields, "ill": self.ill}
        if as_played:
            fields["flags"] |= numbers.AS_PLAYED
        return RecordNumbers(
            self.game, fields, self.hands, self.laid, self.score, self.calls, words, self.cells
        )

    def value(self, name: str) -> str | None:
        """The value of a tag; None if it is absent, unknown (``?``) or not applicable (empty)."""
        value = self.block.tags.get(name)
        return None if value is None or value.strip() in ("", "?") else value

    def state(self, name: str) -> int:
        """What a tag without a value says."""
        value = self.block.tags.get(name)
        if value is None:
            return numbers.ABSENT
        return {"": numbers.EMPTY, "?": numbers.UNSAID}.get(value.strip(), numbers.ILL)

    def text(self, code: str, **gaps: object) -> str:
        """What is wrong, in words."""
        return problem_text(code, gaps, Place(self.game, self.deck))

    def fail(self, name: str, code: str, at: int = 0, **gaps: object) -> None:
        """Note a problem with the value of a tag, at one of its characters."""
        self.refuse(name, self.text(code, **gaps), at)

    def refuse(self, name: str, message: str, at: int = 0) -> None:
        """Note a problem that has been put into words already."""
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
        parsed.fail("Deck", "deck_unknown", text=deck)
    _read_game(parsed)
    _read_deal(parsed)
    for name in ("Talon", "Discard"):
        _read_pile(parsed, name)
    for name, (field_name, read) in _TAGS.items():
        parsed.fields[field_name] = parsed.state(name)
        value = parsed.value(name)
        if value is None:
            continue
        try:
            parsed.fields[field_name] = read(parsed, value)
        except ValueError as error:
            parsed.refuse(name, str(error))
    _read_face_down(parsed)
    _read_score(parsed)
    _read_notes(parsed)
    if parsed.game is ANY:
        if "Deal" not in block.tags and not block.problems:
            parsed.fail("Deal", "deal_missing")
        return parsed
    if block.problems:
        parsed.ill |= numbers.ILL_BLOCK
    only_deal = block.tags.keys().isdisjoint(_OF_A_GAME)
    parsed.fields["flags"] = numbers.ONLY_DEAL if only_deal else 0
    if parsed.flaws:
        parsed.ill |= numbers.ILL_TAGS
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
        parsed.fail("Game", "game_needed" if there else "game_missing")
    if value is None:
        return
    try:
        parsed.game = get_game(value)
    except ValueError as error:
        parsed.refuse("Game", str(error))
        return
    for m in _WORD.finditer(parsed.value("Rules") or ""):
        name, equals, chosen = m[0].partition("=")
        if not equals:
            parsed.fail("Rules", "rule_written", m.start(), text=m[0])
            continue
        try:
            parsed.game = parsed.game.under({name: chosen})
        except ValueError as error:
            parsed.refuse("Rules", str(error), m.start())
    parsed.rules = parsed.game.in_force


def _read_deal(parsed: Parsed) -> None:
    """The hands of the tag Deal, with the place of each."""
    parsed.fields["deal"] = parsed.state("Deal")
    value, game, deck = parsed.value("Deal"), parsed.game, parsed.deck
    if value is None:
        return
    head, colon, body = value.partition(":")
    if not colon:
        parsed.fail("Deal", "deal_head")
        return
    first, before = seat_of(head), len(parsed.flaws)
    if first is None:
        parsed.fail("Deal", "seat_unknown", text=head)
    elif first >= game.seats:
        parsed.fail("Deal", "deal_no_seat", count=game.seats, seat=first)
    hand = _BETWEEN if "|" in body else _WORD  # hands with blanks in them have a bar between them
    texts = [(m.start() + len(head) + 1, m[0].rstrip()) for m in hand.finditer(body)]
    count = game.seats
    if len(texts) != count:
        parsed.fail("Deal", "deal_hands_any" if game is ANY else "deal_hands", count=len(texts))
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
        parsed.ill |= numbers.ILL_DEAL


def _spell_hand(parsed: Parsed, seat: Seat, text: str, at: int) -> int:
    """The cards of a hand that cannot be read as a whole, after noting what is wrong with them."""
    mask, pack = 0, pack_mask(parsed.game.pack)

    def refuse(message: str, spot: int) -> None:
        parsed.refuse("Deal", message, spot)

    for card, spot in listed_cards(text, at, parsed.deck, refuse):
        if mask & pack & 1 << card:
            parsed.fail("Deal", "held_twice", spot, seat=seat, card=card)
        mask |= 1 << card
    return mask


def _read_pile(parsed: Parsed, name: str) -> None:
    """The cards of the Talon or the Discard, with the place of each."""
    bit = numbers.ILL_TALON if name == "Talon" else numbers.ILL_DISCARD
    value = parsed.value(name)
    is_there = value is not None and parsed.game is not ANY
    parsed.fields[f"has_{name.lower()}"] = 1 if is_there else parsed.state(name)
    mask = 0
    for m in _WORD.finditer(value or "") if parsed.game.talon else ():
        card = card_of(m[0], parsed.deck)
        if card is None:
            parsed.fail(name, "card_unknown", m.start(), text=m[0])
            parsed.ill |= bit
        elif mask >> card & 1:
            parsed.fail(name, "card_twice", m.start(), card=card)
            parsed.ill |= bit
        else:
            parsed.spots[name, card] = m.start()
            mask |= 1 << card
    parsed.fields[name.lower()] = mask


def _contract(parsed: Parsed, value: str) -> int:
    if parsed.game is ANY:
        return numbers.UNSAID
    return parsed.game.contracts.index(parsed.game.contract(value))


def _contra(parsed: Parsed, value: str) -> int:
    if parsed.game is ANY:
        return numbers.UNSAID
    if _NUMBER.match(value.strip()) is None:
        raise ValueError(parsed.text("contra_written", text=value))
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
            parsed.fail("FaceDown", "laid_written", m.start(), text=m[0])
        elif card is None:
            parsed.fail("FaceDown", "card_unknown", m.start(2), text=m[2])
        elif seat in parsed.laid:
            parsed.fail("FaceDown", "laid_twice", m.start(), seat=seat)
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
            parsed.fail("Score", "score_written", m.start(), text=m[0])
        elif seat in parsed.score:
            parsed.fail("Score", "score_twice", m.start(), seat=seat)
        else:
            parsed.score[seat] = int(amount)
            parsed.spots["Score", seat] = m.start()
    if len(parsed.flaws) > before:
        parsed.ill |= numbers.ILL_SCORE


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
                parsed.flaws.append(Flaw(at, parsed.text("note_written")))
            elif (section, int(m[1])) in notes:
                parsed.flaws.append(Flaw(at, parsed.text("note_twice", number=int(m[1]))))
            else:
                notes[section, int(m[1])] = Note(int(m[1]), m[2], section)
    parsed.notes = tuple(notes.values())


def _read_section_seats(parsed: Parsed) -> None:
    """The seats that Auction and Play begin with."""
    for name, bit in (("Auction", numbers.ILL_AUCTION), ("Play", numbers.ILL_PLAY)):
        value = parsed.block.tags.get(name)
        if value is None:
            continue
        seat = parsed.seat(value)
        if seat is None:
            parsed.fail(name, f"{name.lower()}_seat", text=value)
            parsed.ill |= bit
        else:
            parsed.fields[name.lower()] = seat


def _read_calls(parsed: Parsed) -> None:
    """The calls of the Auction; what ends it is no call."""
    entries = parsed.entries("Auction")
    has_ended = False
    for i, entry in enumerate(entries):
        at = parsed.block.spots["Auction"][i + 1]
        is_end = entry.text in END
        try:
            call = None if is_end else _call(parsed, entry.text, at)
            if has_ended:
                has_ended = False  # one error is enough
                raise ValueError(parsed.text("after_auction", text=entry.text))
            if call is not None:
                parsed.calls.append(call)
        except ValueError as error:
            parsed.call_flaws.append(Flaw(at, str(error)))
            parsed.ill |= numbers.ILL_CALLS
        has_ended = has_ended or is_end
    if entries and entries[-1].text in END:
        parsed.fields["flags"] |= numbers.AUCTION_OPEN


def _call(parsed: Parsed, text: str, at: int) -> tuple[int, int]:
    """A call of the game, and the suit named with it."""
    game, plain = parsed.game, text.casefold()
    if plain in CALLS:
        return CALLS[plain], numbers.UNSAID
    name, colon, suit = text.partition(":")
    try:
        contract = game.contracts.index(game.contract(name))
    except ValueError:
        known = ", ".join(c.id for c in game.contracts if c.rank is not None) or "none"
        raise ValueError(parsed.text("call_unknown", text=text, bids=known)) from None
    if not colon:
        return contract, numbers.UNSAID
    try:
        return contract, parse_suit(suit, parsed.deck)
    except ValueError:
        # Whether a suit may stand here at all is asked first.
        parsed.call_flaws.append(Flaw(at, parsed.text("call_suit_unknown", text=suit, behind=text)))
        parsed.ill |= numbers.ILL_CALLS
        return contract, numbers.ILL


def _read_words(parsed: Parsed) -> None:
    """The words of trick 1."""
    spot = parsed.block.spot
    for m in _ANNOUNCED.finditer(parsed.value("Announce") or ""):
        try:
            parsed.words.append(_word(parsed, m))
        except SpotError as error:
            parsed.word_flaws.append(Flaw(spot("Announce", error.at), parsed.text(error.code, **error.gaps)))
            parsed.ill |= numbers.ILL_WORDS


def _word(parsed: Parsed, m: re.Match[str]) -> Word:
    """``"N 40 H"`` as numbers; a SpotError if nobody knows what it is."""
    seat, what = parsed.seat(m[1]), m[2]
    if seat is None:
        raise SpotError(m.start(1), "word_seat", text=m[1])
    if what is None:
        raise SpotError(m.start(1), "word_missing", seat=seat)
    kind = what.casefold()
    parts = (m.start(), m.start(2), m.start(3 if m[3] is not None else 2))
    if kind in ("20", "40"):
        word = Word(seat, numbers.WORD_MARRIAGE, points=int(kind), parts=parts, text=what)
        _read_suit(parsed, word, m)
        return word
    if kind not in WORDS or (kind == "raise" and m[3] is None):
        raise SpotError(m.start(2), "word_no_word", text=what)
    word, third = Word(seat, WORDS[kind], parts=parts, text=what), 3
    if kind == "raise":
        third = 4
        try:
            word.level = parsed.game.contracts.index(parsed.game.contract(m[3]))
        except ValueError as error:
            raise SpotError(m.start(3), "other", message=error) from None
    if m[third] is not None:
        raise SpotError(m.start(third), "word_after", text=m[third], behind=what)
    return word


def _read_suit(parsed: Parsed, word: Word, m: re.Match[str]) -> None:
    """The suit of a marriage. What is wrong with it counts only where marriages are declared at all."""
    if m[3] is None:
        return
    message, at = "", m.start(3)
    try:
        word.suit = parse_suit(m[3], parsed.deck)
    except ValueError:
        message = parsed.text("suit_unknown", text=m[3])
    if not message and m[4] is not None:
        message = parsed.text("marriage_after", text=m[4])
        at = m.start(4)
    if message:
        word.flaw = Flaw(parsed.block.spot("Announce", at), message)
        parsed.ill |= numbers.ILL_WORDS


def _read_cells(parsed: Parsed) -> None:
    """The cells of the Play, and whether its lines are tricks."""
    texts = [entry.text for entry in parsed.entries("Play")]
    places = parsed.block.spots.get("Play", [0])[1:]
    end = next((i for i, text in enumerate(texts) if text in END), len(texts))
    for i, text in enumerate(texts[:end]):
        card = card_of(text, parsed.deck)
        if card is None and text != "-":
            parsed.cell_flaws.append(Flaw(places[i], parsed.text("card_unknown", text=text)))
            parsed.cells.append(numbers.BAD_CARD)
        else:
            parsed.cells.append(numbers.NO_CARD if card is None else card)
    if end < len(texts):
        parsed.fields["flags"] |= numbers.PLAY_OPEN
    if end + 1 < len(texts):
        message = parsed.text("after_play", text=texts[end + 1])
        parsed.cell_flaws.append(Flaw(places[end + 1], message))
        parsed.ill |= numbers.ILL_CELLS
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
        parsed.ill |= numbers.ILL_LINES
        parsed.spots["Lines", 0] = start
        parsed.line_columns = columns


def parse_words(record: Record, text: str) -> Parsed:
    """Return a game of which the contract and the hands are known, with the words of an Announce tag."""
    parsed = Parsed(Block("", tags={"Announce": text}), record.game_row, deck=record.deck)
    contracts = [contract.id for contract in parsed.game.contracts]
    numbers_of = {
        "dealer": record.dealer, "declarer": record.declarer, "second": record.second, "called": record.called,
        "trump": record.trump, "play": record.leader,
        "contract": None if record.contract is None else contracts.index(record.contract),
    }  # fmt: skip
    parsed.fields = {
        name: numbers.ABSENT if number is None else int(number) for name, number in numbers_of.items()
    }
    parsed.fields |= {name: numbers.ABSENT for name in ("has_talon", "has_discard", "contra", "deal")}
    parsed.fields["flags"] = 0
    if record.deal is not None:
        parsed.fields["deal"] = 0
        known = [seat for seat in range(parsed.game.seats) if record.deal.hands[seat] is not None]
        parsed.fields["known"] = sum(1 << seat for seat in known)
        parsed.hands = [hand or 0 for hand in record.deal.hands]
    _read_words(parsed)
    return parsed
