"""Let the core read logs of games in KPN, the format of hand records, and judge the games by the rules.

A scan keeps only complete games without problems. The core reads only regular text (solver/scan_record.h),
and only card games and contracts whose names are in a vocabulary. The slower reader of records
(kranalyze/kpn) reads all other games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from kranalyze._core import ffi, lib
from kranalyze.core.judging import JudgedRecords
from kranalyze.core.memory import MOST_ITEMS, check_size_t, output_pointers, raise_for_status, uncleared
from kranalyze.core.rules import game_row
from kranalyze.core.scan import TEXTS, Scan, cannot_continue_scan_error, scan_place_fields
from kranalyze.core.structs import field_letter
from kranalyze.games import Game, fold_name

#: Largest number of names in a vocabulary, and largest number of card games. Records with further names are
#: left to the slower reader of records (kranalyze/kpn).
_MOST_NAMES, _MOST_ROWS = 256, 64


class Vocabulary:
    """The games that a scan of a log understands, with the names of their contracts.

    A name of a game is a pair of texts: the value of the tag Game and the value of the tag Rules.

    Attributes:
        games: games under their rule options. A record refers to its game by index.
    """

    def __init__(
        self, games: Iterable[Game], find_game: Callable[[str, str], Game | None] = lambda game, rules: None
    ) -> None:
        """Create a vocabulary that knows each of ``games`` by its id together with an empty tag Rules.

        Args:
            games: the games that are known from the start.
            find_game: function that gets the values of the tags Game and Rules, and returns the game that
                they name. It returns None if they name no game.
        """
        self.games: list[Game] = []
        self.find_game = find_game
        self.names = 0
        self.numbers: dict[Game, int] = {}
        self.name_structs = ffi.new("kr_scan_name[]", _MOST_NAMES)
        self.rows = ffi.new("kr_game_row[]", _MOST_ROWS)
        self.contracts = ffi.new("kr_scan_contracts[]", _MOST_ROWS)
        for game in games:
            self._add_name(game.id.encode(), b"", game)

    @property
    def is_full(self) -> bool:
        """Whether the vocabulary can take no more names.

        If so, the slower reader of records (kranalyze/kpn) reads all games with other names.
        """
        return self.names == _MOST_NAMES

    def learn(self, game_text: bytes, rules_text: bytes) -> None:
        """Add a pair of values of the tags Game and Rules to the vocabulary, with the game that they name."""
        game = self.find_game(game_text.decode(), rules_text.decode())
        self._add_name(game_text, rules_text, game)

    def _add_name(self, game_text: bytes, rules_text: bytes, game: Game | None) -> None:
        """Add a pair of values of the tags Game and Rules. The game is None if the pair names no game."""
        number = lib.KR_NO_ROW
        if game is not None:
            if game not in self.numbers and len(self.games) < _MOST_ROWS:
                self._add_row(game)
            number = self.numbers.get(game, number)
        self.name_structs[self.names] = {"game": game_text, "rules": rules_text, "row": number}
        self.names += 1

    def _add_row(self, game: Game) -> None:
        """Add the rules and the contracts of a game to the vocabulary."""
        number = len(self.games)
        ffi.memmove(self.rows + number, game_row(game), ffi.sizeof("kr_game_row"))
        if not lib.kr_game_fits(self.rows + number):
            raise ValueError(f"the rules of {game.id} cannot be")
        contracts = self.contracts[number]
        contracts.id = [contract.id.encode() for contract in game.contracts]
        spellings = _spellings(game)
        contracts.spelling, contracts.spellings = spellings, len(spellings)
        self.numbers[game] = number
        self.games.append(game)


def _spellings(game: Game) -> list[tuple[bytes, int]]:
    """Return the names of a game's contracts, each with the index of its contract.

    ``fold_name`` has converted each name: lower case, no umlauts, no blanks. So spelling variants of a name
    are equal. If several contracts share a name, the name means the first of them. Names that are too long
    for the scan are left out. At most KR_SCAN_SPELLINGS names are returned, and further names are left out.
    The slower reader of records (kranalyze/kpn) reads records with omitted names.
    """
    numbers: dict[bytes, int] = {}
    for number, contract in enumerate(game.contracts):
        for name in (contract.id, contract.name, *contract.aliases):
            numbers.setdefault(fold_name(name).encode(), number)
    short = [(name, number) for name, number in numbers.items() if len(name) < lib.KR_SCAN_FOLDED]
    return short[: lib.KR_SCAN_SPELLINGS]


class LogScan(Scan):
    """Games that the core has read from KPN, as judged records.

    solver/scan_record.h says which games the core can read. There are two columns with a number for each
    game. ``index`` is the index of the game in the text, ``line`` is the number of its first line. The texts
    of all tags in ``TEXTS`` are kept.

    Attributes:
        vocabulary: the names that the scan understands.
    """

    kinds = tuple((name, field_letter("kr_record_scan", f"{name}_of"), 1) for name in ("index", "line"))

    def __init__(self, vocabulary: Vocabulary, room: int) -> None:
        """Allocate room for games.

        Args:
            vocabulary: the names that the scan understands. Several scans may share a vocabulary.
            room: how many games the columns can hold.
        """
        room = check_size_t(room)
        if room > MOST_ITEMS // lib.KR_SCAN_TEXT:
            raise_for_status(lib.KR_BAD_BUFFER)
        super().__init__(room, len(TEXTS), lib.KR_SCAN_TEXT)
        self.vocabulary = vocabulary
        self._scan = ffi.new("kr_record_scan *", {"room": room})
        self._memory = {
            "record": uncleared("kr_record[]", room),
            "facts": uncleared("kr_facts[]", room),
            "call": uncleared("kr_record_call[]", room * lib.KR_MAX_CALLS),
            "word": uncleared("kr_record_word[]", room * lib.KR_MAX_WORDS),
            "cell": uncleared("int8_t[]", room * lib.KR_MAX_CARDS),
        }
        columns = {f"{name}_of": column for name, column in self.columns.items()}
        self._memory |= output_pointers("kr_record_scan", room, text_end=self.ends, **columns)
        self._memory |= output_pointers("kr_record_scan", room * lib.KR_SCAN_TEXT, text_of=self.texts)
        for name, memory in self._memory.items():
            setattr(self._scan, name, memory)
        self._scan.name, self._scan.game = vocabulary.name_structs, vocabulary.rows
        self._scan.contracts = vocabulary.contracts

    def lower_room(self, room: int) -> None:
        """Let the columns hold at most ``room`` games. If ``room`` is larger than before, nothing changes.

        Raises:
            ValueError: the columns already hold more than ``room`` games.
        """
        if room < self.count:
            raise ValueError(f"there are {self.count} games already")
        self.room = self._scan.room = min(self.room, room)

    def _keep_games_then_skip_unreadable(
        self, place: tuple[bytes, int, int, int], forced: int
    ) -> tuple[int, ...]:
        text, at, line, index = place
        scan, names = self._scan, self.vocabulary.names
        with ffi.from_buffer(text) as letters:
            number = lib.KR_NO_ROW if forced < 0 else check_size_t(forced)
            if forced >= 0 and number >= names:
                raise cannot_continue_scan_error()
            scan.place = scan_place_fields(letters, at, line, index)
            scan.forced = number
            self._read_games_into_columns()
            kept = scan.place.last, scan.place.at, scan.place.line
            if scan.count < self.room:
                self._skip_to_readable_game()
            scan.place.text = ffi.NULL
        return scan.count, *kept, scan.place.at, scan.place.line

    def _read_games_into_columns(self) -> None:
        """Read games into the columns. Stop at a game that is not regular, or when the columns are full."""
        scan = self._scan
        self._tell_core_vocabulary_size()
        lib.kr_scan_records(scan)
        while scan.has_unknown:
            self._add_unknown_name_to_vocabulary()
            lib.kr_scan_records(scan)

    def _skip_to_readable_game(self) -> None:
        """Skip the text up to the next game that can be read."""
        scan = self._scan
        lib.kr_scan_past_records(scan)
        while scan.has_unknown:
            self._add_unknown_name_to_vocabulary()
            if not lib.kr_scan_keeps(scan):
                lib.kr_scan_past_records(scan)

    def _add_unknown_name_to_vocabulary(self) -> None:
        """Add to the vocabulary the unknown name at which the scan has stopped."""
        name = self._scan.unknown
        self.vocabulary.learn(ffi.string(name.game), ffi.string(name.rules))
        self._tell_core_vocabulary_size()

    def _tell_core_vocabulary_size(self) -> None:
        """Tell the core how many names the vocabulary has.

        The core stops at an unknown name so that the name can be added. If the vocabulary is full, the core
        does not stop.
        """
        self._scan.names, self._scan.rows = self.vocabulary.names, len(self.vocabulary.games)
        self._scan.stops = not self.vocabulary.is_full

    @property
    def judged(self) -> JudgedRecords:
        """The games as judged records. These records stay valid when this object is freed."""
        memory, count = self._memory, self.count
        return JudgedRecords(
            rows=_first_items("kr_game_row", self.vocabulary.rows, len(self.vocabulary.games)),
            records=_first_items("kr_record", memory["record"], count),
            words=_first_items("kr_record_word", memory["word"], self._scan.words),
            facts=_first_items("kr_facts", memory["facts"], count),
            problems=ffi.new("kr_problem[]", 0),
            ends=ffi.new("uint32_t[]", count),
        )

    @property
    def auction_calls(self) -> Any:
        """The calls of all games (``kr_record_call``)."""
        return _first_items("kr_record_call", self._memory["call"], self._scan.calls)

    @property
    def played_cards(self) -> Any:
        """The played cards of all games: an int8 for each cell (a card or ``-``) of the section Play."""
        return _first_items("int8_t", self._memory["cell"], self._scan.cells)


def _first_items(item: str, array: Any, count: int) -> Any:
    """Return the first items of an array of the core, without a copy. The result keeps the array alive."""
    return ffi.from_buffer(f"{item}[]", ffi.buffer(array, count * ffi.sizeof(item)))
