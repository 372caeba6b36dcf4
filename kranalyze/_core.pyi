from typing import NewType

from typing_extensions import Buffer

Context = NewType("Context", object)
Shelf = NewType("Shelf", object)

TASK_SIZE: int
POSITION_SIZE: int
ROW_SIZE: int
TALLY_BEST: int
TALLY_SUMS: int
UNKNOWN: int
SCAN_BOARD: int
LOG_TEXT: int
LOG_TEXTS: int
LOG_CALLS: int
LOG_CARDS: int
LOG_PLACES: int
SCAN_GAME_SIZE: int
LAYOUT_COUNTS: int
HIDDEN_SIZE: int
LOOKING_SIZE: int
LOOKED_SIZE: int
ENGINE: str
MANY_PARTIES: int

def context() -> Context: ...
def solve_batch(
    context: Context,
    tasks: bytes,
    deals: int,
    hands: tuple[Buffer, Buffer, Buffer, Buffer],
    talon: Buffer | None,
    slot: Buffer,
    width: int,
    values: Buffer,
    rows: int,
    row_of: Buffer | None,
    row_end: Buffer | None,
    flags: Buffer | None,
    discard: Buffer | None,
    status: Buffer,
    /,
) -> None: ...
def misfits(
    deals: int,
    hands: tuple[Buffer, Buffer, Buffer, Buffer],
    talon: Buffer | None,
    pack: bytes,
    status: Buffer,
    /,
) -> int: ...
def apply_rows(
    deals: int,
    hands: tuple[Buffer, Buffer, Buffer, Buffer],
    rows: bytes,
    flags: Buffer,
    deal: Buffer,
    which: Buffer,
    calls: Buffer,
    /,
) -> int: ...
def list_cards(count: int, masks: Buffer, ends: Buffer, cards: Buffer, /) -> None: ...
def tally(
    rows: int,
    columns: tuple[Buffer, Buffer, Buffer, Buffer, Buffer],
    asked: bytes,
    deals: int,
    forehand: Buffer,
    group: Buffer | None,
    groups: int,
    contracts: int,
    ranked: int,
    figures: bytes,
    sums: Buffer,
    best: Buffer,
    /,
) -> int: ...
def solve_positions(
    context: Context,
    tasks: bytes,
    count: int,
    which: Buffer,
    positions: Buffer,
    values: Buffer,
    legal: Buffer | None,
    cards: Buffer | None,
    status: Buffer,
    /,
) -> None: ...
def start(task: bytes, hands: tuple[int, int, int, int], /) -> bytes: ...
def play(task: bytes, position: bytes, card: int, announce: int = 0, /) -> bytes: ...
def moves(task: bytes, position: bytes, /) -> int: ...
def decided(task: bytes, position: bytes, /) -> bool: ...
def worths(context: Context, task: bytes, position: bytes, /) -> tuple[int, bytes]: ...
def line(context: Context, task: bytes, position: bytes, /) -> bytes: ...
def perft(task: bytes, position: bytes, depth: int, /) -> int: ...
def nodes(context: Context, /) -> int: ...
def hidden_count(hidden: bytes, /) -> int: ...
def hidden_out(
    hidden: bytes, count: int, numbers: Buffer, columns: tuple[Buffer, Buffer, Buffer], /
) -> None: ...
def look(
    context: Context,
    shelf: Shelf | None,
    looking: bytes,
    first: int,
    count: int,
    numbers: Buffer | None,
    looked: Buffer,
    /,
) -> None: ...
def plan(
    context: Context,
    task: bytes,
    position: bytes,
    count: int,
    columns: tuple[Buffer | None, Buffer | None, Buffer | None, Buffer | None],
    wanted: int,
    steps: int,
    memory: int,
    stop: Buffer | None,
    won: Buffer,
    /,
) -> int: ...
def status_text(status: int, /) -> str: ...
def count_layouts(task: bytes, hand: int, given: tuple[int, int, int], rest: int, /) -> tuple[int, int]: ...
def guards_fit(task: bytes, /) -> bool: ...
def walk_fits(task: bytes, /) -> bool: ...
def shelf(bits: int, /) -> Shelf: ...
def layout_columns(
    shelf: Shelf,
    strengths: bytes,
    hand: int,
    tens: int,
    count: int,
    others: tuple[Buffer, Buffer, Buffer],
    counts: Buffer,
    /,
) -> None: ...
def fill(
    places: bytes,
    given: tuple[int, ...],
    cards: int,
    first: int,
    count: int,
    columns: tuple[Buffer, Buffer, Buffer, Buffer, Buffer],
    seed: int | None = None,
    /,
) -> None: ...
def scan_kpn(
    text: Buffer,
    at: int,
    line: int,
    index: int,
    games: bytes,
    forced: int,
    row: int,
    room: int,
    columns: tuple[Buffer, ...],
    ends: Buffer,
    boards: Buffer,
    /,
) -> tuple[int, int, int, int, int, int]: ...
def scan_log(
    context: Context,
    text: Buffer,
    at: int,
    line: int,
    index: int,
    games: bytes,
    rules: tuple[bytes, bytes, bytes, bytes],
    forced: int,
    row: int,
    room: int,
    as_played: bool,
    columns: tuple[Buffer, ...],
    whole: tuple[Buffer, ...],
    ends: tuple[Buffer, ...],
    texts: tuple[Buffer, ...],
    /,
) -> tuple[int, int, int, int, int, int]: ...
def judge_log(
    context: Context,
    rules: tuple[bytes, bytes, bytes, bytes],
    rows: int,
    cards: int,
    games: tuple[Buffer, ...],
    card: Buffer,
    by_card: tuple[Buffer, ...],
    by_game: tuple[Buffer, ...],
    /,
) -> int: ...
