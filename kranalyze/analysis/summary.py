"""Many games for people: a line for each while they are few, verdicts by contract, and the players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kranalyze.analysis.game import VERDICTS, Analysed
from kranalyze.analysis.players import Totals
from kranalyze.analysis.texts import NOTICE, game_text
from kranalyze.cards import Deck
from kranalyze.games import GAMES, Game
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


def _line(game: Analysed, deck: Deck | None) -> tuple[str, ...]:
    record = game.record
    row, declarer, letters = record.contract_row, record.declarer, deck or record.deck
    name = "" if row is None else row.name
    if record.question is not None and record.question.trump is not None:
        name += f" {suit_text(record.question.trump, letters)}"
    # What stands for the verdict of a game that is not finished.
    unfinished = {None: "", True: "(makeable)", False: "(not makeable)"}[game.makeable]
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
        game.verdict or unfinished,
        _amount(None if declarer is None or record.settlement is None else record.settlement[declarer]),
        _amount(None if declarer is None else game.payoff[declarer]),
        str(sum(game.given_away)) if game.cards else "",
        ", ".join(marks[:4]) + (f" and {len(marks) - 4} more" if len(marks) > 4 else ""),
    )


def _amount(amount: int | None) -> str:
    return "" if amount is None else f"{amount:+d}" if amount else "0"


def _verdicts(game: Game, rows: Mapping[str | None, Counter[str]]) -> str:
    order = {contract.id: i for i, contract in enumerate(game.contracts)}
    kinds = ("games", *VERDICTS.values(), "none", "given")
    lines = [("contract", "games", *VERDICTS.values(), "no verdict", f"given away ({game.unit})")]
    for contract in sorted(rows, key=lambda c: order.get(c or "", -1)):
        shown = "none" if contract is None else game.contract(contract).name
        lines.append((shown, *(str(rows[contract][kind]) for kind in kinds)))
    if len(rows) > 1:
        total = sum(rows.values(), Counter[str]())
        lines.append(("all", *(str(total[kind]) for kind in kinds)))
    return "\n".join([game.name, *aligned(lines, "<" + ">" * 7, "  ")])


def _players(game: Game, rows: Sequence[dict[str, Any]]) -> str:
    # A role in which nobody gave anything away has no column.
    columns = [c for c in _PLAYERS if c[1] not in ("as partner", "alone") or any(row[c[0]] for row in rows)]
    lines = [tuple(title for _, title in columns)]
    for row in sorted(rows, key=lambda row: (-row["won"], row["player"])):
        lines.append(tuple(_cell(key, row[key]) for key, _ in columns))
    shown = aligned(lines, "<" + ">" * (len(columns) - 1), "  ")
    head = f"Players of {game.name}: won, best play and given away (as declarer ...) in {game.unit}"
    return "\n".join([head, *shown])


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
    costs, count, totals = False, 0, Totals()
    lines: list[tuple[str, ...]] = [_HEAD]
    contracts: dict[str, dict[str | None, Counter[str]]] = {}
    for part in parts:
        costs = costs or part.tables["cards"].num_rows > 0
        if each:
            yield from (game_text(game, deck) for game in part.analysed)
            continue
        totals.add(**part.tables)
        for game in part.analysed:
            only, count = only or game, count + 1
            of_game = contracts.setdefault(game.record.game, {})
            counts = of_game.setdefault(game.record.contract, Counter())
            counts.update({"games": 1, game.verdict or "none": 1, "given": sum(game.given_away)})
            if count <= LISTED:
                lines.append(_line(game, deck))
    if count == 1 and only is not None:
        yield game_text(only, deck)
    elif count:
        many = f"{count:,} games; up to {LISTED} are listed one by one: --board B shows one of them, "
        listed = "\n".join(aligned(lines, "<<<<<>>><"))
        blocks = [listed if count <= LISTED else f"{many}--json --games all."]
        blocks += [_verdicts(GAMES[name], contracts[name]) for name in GAMES if name in contracts]
        players = totals.table().to_pylist()
        for name, row in GAMES.items():
            if mine := [player for player in players if player["game"] == name]:
                blocks.append(_players(row, mine))
        yield "\n\n".join(blocks)
    if costs:
        yield NOTICE
