"""Many games for people: a line for each while they are few, verdicts by contract, and the players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from kranalyze.analysis.game import VERDICTS, Analysed
from kranalyze.analysis.players import Totals
from kranalyze.analysis.texts import NOTICE, game_text
from kranalyze.cards import Deck
from kranalyze.games import GAMES, get_game
from kranalyze.show.aligned import aligned
from kranalyze.show.text import card_text, suit_text

if TYPE_CHECKING:
    from kranalyze.analysis import Analysis

#: So many games are listed one by one.
LISTED = 60

_HEAD = ("board", "game", "contract", "declarer", "verdict", "got", "best play", "given away", "marked")

_PLAYERS = (
    ("player", "player"), ("games", "games"), ("declared", "declared"), ("makeable", "makeable"),
    ("made", "made"), ("passed_up", "passed up"), ("won", "won"), ("won_double_dummy", "best play"),
    ("cost_declarer", "as declarer"), ("cost_partner", "as partner"), ("cost_defender", "as defender"),
    ("cost_alone", "alone"), ("cards", "cards"), ("best_share", "best"),
)  # fmt: skip


class Summary:
    """Counts games as they are analysed.

    Attributes:
        games: how many there were.
        contracts: by (game, contract) how often each verdict, and what was given away.
    """

    def __init__(self, deck: Deck | None = None) -> None:
        self._deck = deck
        self.games = 0
        self.contracts: dict[tuple[str, str | None], Counter[str]] = {}
        self._lines: list[tuple[str, ...]] = []

    def add(self, games: Iterable[Analysed]) -> None:
        """Count some more."""
        for game in games:
            self.games += 1
            counts = self.contracts.setdefault((game.record.game, game.record.contract), Counter())
            counts["games"] += 1
            counts[game.verdict or "none"] += 1
            counts["given"] += sum(game.given_away)
            if self.games <= LISTED:
                self._lines.append(_line(game, self._deck))

    def text(self, players: pa.Table) -> str:
        """The tables, one under the other."""
        parts = []
        if self.games <= LISTED:
            parts.append("\n".join(aligned([_HEAD, *self._lines], "<<<<<>>><")))
        else:
            parts.append(
                f"{self.games:,} games; up to {LISTED} are listed one by one: --board B shows one of them, "
                "--json --games all."
            )
        for name in GAMES:
            rows = {key[1]: counts for key, counts in self.contracts.items() if key[0] == name}
            if rows:
                parts.append(_verdicts(name, rows))
        found = players.to_pylist()
        for name in GAMES:
            mine = [row for row in found if row["game"] == name]
            if mine:
                parts.append(_players(name, mine))
        return "\n\n".join(parts)


def _line(game: Analysed, deck: Deck | None) -> tuple[str, ...]:
    record = game.record
    row, declarer, letters = record.contract_row, record.declarer, deck or record.deck
    name = "" if row is None else row.name
    if record.question is not None and record.question.trump is not None:
        name += f" {suit_text(record.question.trump, letters)}"
    marks = [
        f"{c.move.seat.name} {card_text(c.move.card, letters)}{c.mark} (trick {c.move.trick})"
        for c in game.cards
        if c.mark
    ]
    return (
        record.board or str(record.index + 1),
        record.game,
        name,
        "" if declarer is None else declarer.title,
        game.verdict or _open(game),
        _amount(None if declarer is None or record.settlement is None else record.settlement[declarer]),
        _amount(None if declarer is None else game.payoff[declarer]),
        str(sum(game.given_away)) if game.cards else "",
        ", ".join(marks[:4]) + (f" and {len(marks) - 4} more" if len(marks) > 4 else ""),
    )


def _open(game: Analysed) -> str:
    """What stands for the verdict of a game that is not finished."""
    if game.makeable is None:
        return ""
    return "(makeable)" if game.makeable else "(not makeable)"


def _amount(amount: int | None) -> str:
    return "" if amount is None else f"{amount:+d}" if amount else "0"


def _verdicts(name: str, rows: dict[str | None, Counter[str]]) -> str:
    game = get_game(name)
    order = {contract.id: i for i, contract in enumerate(game.contracts)}
    head = ("contract", "games", *VERDICTS.values(), "no verdict", f"given away ({game.unit})")
    lines = [head]
    for contract in sorted(rows, key=lambda c: order.get(c or "", -1)):
        counts = rows[contract]
        shown = "none" if contract is None else game.contract(contract).name
        numbers = (counts[k] for k in ("games", *VERDICTS.values(), "none", "given"))
        lines.append((shown, *map(str, numbers)))
    if len(rows) > 1:
        total = sum(rows.values(), Counter[str]())
        lines.append(("all", *(str(total[k]) for k in ("games", *VERDICTS.values(), "none", "given"))))
    return "\n".join([game.name, *aligned(lines, "<" + ">" * 7, "  ")])


def _players(name: str, rows: Sequence[dict[str, Any]]) -> str:
    game = get_game(name)
    columns = [c for c in _PLAYERS if c[0] not in _ROLE_COLUMNS or any(row[c[0]] for row in rows)]
    lines = [tuple(title for _, title in columns)]
    for row in sorted(rows, key=lambda row: (-row["won"], row["player"])):
        lines.append(tuple(_cell(key, row[key]) for key, _ in columns))
    shown = aligned(lines, "<" + ">" * (len(columns) - 1), "  ")
    head = f"Players of {game.name}: won, best play and given away (as declarer ...) in {game.unit}"
    return "\n".join([head, *shown])


#: Columns that are left out where nobody gave anything away in that role.
_ROLE_COLUMNS = ("cost_partner", "cost_alone")


def _cell(key: str, value: Any) -> str:
    if value is None:
        return ""
    if key == "best_share":
        return f"{value:.1%}"
    return _amount(value) if key.startswith("won") else str(value)


def study_text(parts: Iterable[Analysis], deck: Deck | None = None, each: bool = False) -> Iterator[str]:
    """One game card by card (with ``each`` all of them), many as a summary; what costs mean is said once.

    Args:
        parts: analysed one after another; memory does not grow with them.
        deck: letters of cards, those of the records if it is None.
    """
    only: Analysed | None = None
    costs, summary, totals = False, Summary(deck), Totals()
    for part in parts:
        costs = costs or part.tables["cards"].num_rows > 0
        if each:
            yield from (game_text(game, deck) for game in part.analysed)
            continue
        only = part.analysed[0] if only is None and part.analysed else only
        summary.add(part.analysed)
        totals.add(**part.tables)
    if summary.games == 1 and only is not None:
        yield game_text(only, deck)
    elif summary.games:
        yield summary.text(totals.table())
    if costs:
        yield NOTICE
