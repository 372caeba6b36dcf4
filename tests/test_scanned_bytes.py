"""The scanner itself reads only games with valid UTF-8 and with announcements in the order of turns."""

from __future__ import annotations

from kranalyze.core.logscan import LogScan
from kranalyze.core.scan import LineStart
from kranalyze.kpn import parse_kpn
from kranalyze.read.scanning import vocabulary_of_game_names
from running import EVENING

#: Games of the log ``EVENING``, each with the blank line after it.
BLOCKS = [block + b"\n\n" for block in EVENING.read_bytes().split(b"\n\n")[1:]]


def is_taken(block: bytes) -> bool:
    """Return whether the scanner reads a game itself, without the full reader."""
    room = LogScan(vocabulary_of_game_names({}), 1)
    room.keep_games_and_skip_unreadable(block, LineStart(0, 1), 0, -1)
    return room.count == 1


#: Values of the first and second byte at the limits of the rules of UTF-8.
FIRST = bytes.fromhex("80 C0 C1 C2 DF E0 E1 EC ED EE EF F0 F1 F3 F4 F5")
SECOND = bytes.fromhex("80 8F 90 9F A0 BF C0")

#: Sequences of two to four bytes. Some of them are characters in UTF-8, the others are not.
SEQUENCES = [bytes([a, b, *[0x80] * more]) for a in FIRST for b in SECOND for more in range(3)]


def is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def test_a_name_is_taken_if_it_is_utf8() -> None:
    """Surrogates, overlong forms and numbers beyond Unicode are no UTF-8. The full reader reports them."""
    block = BLOCKS[0]
    assert is_taken(block) and block.count(b'"Emil"') == 1
    for data in SEQUENCES:
        assert is_taken(block.replace(b"Emil", data)) == is_utf8(data), data


def test_announcements_are_taken_in_the_order_of_the_turns() -> None:
    """``Announce`` has the announcements in the order of playing to trick 1 (FORMAT.md)."""
    (block,) = (block for block in BLOCKS if b'[Announce "S 100; W 20 D"]' in block)
    assert is_taken(block)
    wrong = block.replace(b"S 100; W 20 D", b"W 20 D; S 100")
    assert not is_taken(wrong)
    (problem,) = parse_kpn(wrong).errors
    assert "who plays later to trick 1" in problem.message
