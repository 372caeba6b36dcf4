"""Convert calls, announcements and cards of KPN to numbers, and store their places and errors.

A word of trick 1 is an announcement, for example of a marriage or of 100 points. A cell is a card in the
section Play, or ``-`` in place of a card. A place is the index of a character in the text. The judge is the
part of the C core that checks games against the rules.
"""

from __future__ import annotations

import re
from itertools import groupby

from kranalyze.cards import parse_suit
from kranalyze.core import numbers
from kranalyze.kpn.deals import card_of
from kranalyze.kpn.lexer import Flaw
from kranalyze.kpn.parsed import Parsed, Word

#: A pattern that matches an announcement in trick 1: seat, kind, and up to two more parts.
_ANNOUNCED = re.compile(r"([^\s;]+)" + 3 * r"(?:\s+([^\s;]+))?" + "[^;]*")

#: Each of these entries ends a section in which calls or cards are missing.
END = ("+", "*")

#: The texts of all calls except contracts, each with the number of the call. Several texts can stand for the
#: same call.
CALLS = {
    "gut": numbers.CALL_PASS, "pass": numbers.CALL_PASS, "weiter": numbers.CALL_PASS,
    "mit": numbers.CALL_SECOND, "ap": numbers.CALL_ALL_PASS, "contra": numbers.CALL_CONTRA,
    "recontra": numbers.CALL_RECONTRA,
    "subcontra": numbers.CALL_SUBCONTRA,
}  # fmt: skip

#: The texts of all announcements in trick 1 except marriages, each with the number of its kind.
WORDS = {
    "100": numbers.WORD_HUNDRED, "all": numbers.WORD_ALL, "raise": numbers.WORD_RAISE,
    "contra": numbers.WORD_CONTRA,
}  # fmt: skip


class SpotError(ValueError):
    """An error in a tag's value.

    Attributes:
        at: index of the wrong character in the value.
        code: code of the error message (a key in ``texts/problems.toml``).
        gaps: values for the placeholders of the message.
    """

    def __init__(self, at: int, code: str, **gaps: object) -> None:
        super().__init__(code)
        self.at = at
        self.code = code
        self.gaps = gaps


def read_section_first_seats(parsed: Parsed) -> None:
    """Read the first caller's seat from the tag Auction, and the leader to trick 1 from the tag Play."""
    for name, bit in (("Auction", numbers.ILL_AUCTION), ("Play", numbers.ILL_PLAY)):
        value = parsed.block.tags.get(name)
        if value is None:
            continue
        seat = parsed.seat(value)
        if seat is None:
            parsed.add_tag_error(name, f"{name.lower()}_seat", text=value)
            parsed.ill |= bit
        else:
            parsed.fields[name.lower()] = seat


def read_auction_calls(parsed: Parsed) -> None:
    """Read the calls in the section Auction. The entries ``+`` and ``*`` (``END``) are not calls."""
    entries = parsed.entries("Auction")
    has_ended = False
    for i, entry in enumerate(entries):
        at = parsed.block.spots["Auction"][i + 1]
        is_end = entry.text in END
        try:
            call = None if is_end else read_call_and_suit_numbers(parsed, entry.text, at)
            if has_ended:
                has_ended = False  # report only the first call after the end
                raise ValueError(parsed.text("after_auction", text=entry.text))
            if call is not None:
                parsed.calls.append(call)
        except ValueError as error:
            parsed.call_flaws.append(Flaw(at, str(error)))
            parsed.ill |= numbers.ILL_CALLS
        has_ended = has_ended or is_end
    if entries and entries[-1].text in END:
        parsed.fields["flags"] |= numbers.AUCTION_OPEN


def read_call_and_suit_numbers(parsed: Parsed, text: str, at: int) -> tuple[int, int]:
    """Return the number of a call, and the number of the suit that the call names. Report an unknown suit.

    Args:
        parsed: the game.
        text: the call.
        at: place of the call.

    Raises:
        ValueError: the card game has no such call.
    """
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
        # Report that the suit is unknown. If the judge later finds that no suit is allowed here, the error of
        # the judge replaces this error.
        parsed.call_flaws.append(Flaw(at, parsed.text("call_suit_unknown", text=suit, behind=text)))
        parsed.ill |= numbers.ILL_CALLS
        return contract, numbers.ILL


def read_announce_tag(parsed: Parsed) -> None:
    """Read the announcements in the tag Announce."""
    spot = parsed.block.place_in_tag
    for m in _ANNOUNCED.finditer(parsed.value("Announce") or ""):
        try:
            parsed.words.append(_word(parsed, m))
        except SpotError as error:
            parsed.word_flaws.append(Flaw(spot("Announce", error.at), parsed.text(error.code, **error.gaps)))
            parsed.ill |= numbers.ILL_WORDS


def _word(parsed: Parsed, m: re.Match[str]) -> Word:
    """Read an announcement in trick 1, for example ``"N 40 H"``.

    Raises:
        SpotError: the seat or the kind is unknown, or another part of the announcement is wrong.
    """
    seat, what = parsed.seat(m[1]), m[2]
    if seat is None:
        raise SpotError(m.start(1), "word_seat", text=m[1])
    if what is None:
        raise SpotError(m.start(1), "word_missing", seat=seat)
    kind = what.casefold()
    parts = (m.start(), m.start(2), m.start(3 if m[3] is not None else 2))
    if kind in ("20", "40"):
        word = Word(seat, numbers.WORD_MARRIAGE, points=int(kind), parts=parts, text=what)
        _read_marriage_suit(parsed, word, m)
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


def _read_marriage_suit(parsed: Parsed, word: Word, m: re.Match[str]) -> None:
    """Read the suit of a marriage, and set it in the announcement.

    Store an error as ``word.flaw``, because the error counts only in card games in which marriages are
    declared.
    """
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
        word.flaw = Flaw(parsed.block.place_in_tag("Announce", at), message)
        parsed.ill |= numbers.ILL_WORDS


def read_play_cells(parsed: Parsed) -> None:
    """Read the cells (cards) of the section Play. Check that its lines have whole tricks."""
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
    if not parsed.fields["flags"] & numbers.IN_TURNS:
        _check_lines_hold_whole_tricks(parsed, places[:end], end < len(texts))


def _check_lines_hold_whole_tricks(parsed: Parsed, places: list[int], ended: bool) -> None:
    """Check that each line of the section Play has either whole tricks or only a part of one trick.

    If a line has only a part of a trick, the next lines must complete this trick. Store the first error.

    Args:
        parsed: the game.
        places: for each cell (card) the index of the character at which it begins.
        ended: whether the play was broken off. If so, the last trick may be incomplete.
    """
    text, seats = parsed.block.text, parsed.game.seats
    lines = [[*line] for _, line in groupby(places, lambda at: text.rfind("\n", 0, at))]
    start, columns = 0, 0  # where the current trick begins, and how many of its cells have been read
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
