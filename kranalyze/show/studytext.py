"""Format an analysis of logged games: a game card by card, or many games as a summary."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import polars as pl
import pyarrow as pa

from kranalyze.analysis.players import Totals
from kranalyze.cards import Deck, parse_card, parse_suit, suit_text
from kranalyze.deal import Seat
from kranalyze.games import GAMES, Game
from kranalyze.show.aligned import fit_columns, wrap_sentence
from kranalyze.show.gametext import NOTICE, VERDICTS, game_text
from kranalyze.show.text import card_text, signed_text

if TYPE_CHECKING:
    from kranalyze.analysis import Analysis

#: Maximum number of games that are listed one by one.
LISTED = 60

_HEAD = ("board", "game", "contract", "declarer", "verdict", "got", "best play", "given away", "marked")

#: Words for the single-dummy verdict on a card that is marked as costly. The verdict ``lucky`` has no words,
#: because it is only for cards that cost nothing.
_LUCK = {"mistake": ", mistake", "unlucky": ", bad luck"}

_PLAYERS = (
    ("player", "player"), ("games", "games"), ("declared", "declared"), ("makeable", "makeable"),
    ("made", "made"), ("passed_up", "passed up"), ("won", "won"), ("won_double_dummy", "best play"),
    ("cost_declarer", "as declarer"), ("cost_partner", "as partner"), ("cost_defender", "as defender"),
    ("cost_alone", "alone"), ("mistakes", "mistakes"), ("unlucky", "bad luck"), ("lucky", "good luck"),
    ("cards", "cards"), ("best_share", "best"),
)  # fmt: skip


def _line(game: Mapping[str, Any], cards: Sequence[Mapping[str, Any]], deck: Deck | None) -> tuple[str, ...]:
    """Return the cells of the line that describes an analysed game in a list of games.

    Args:
        game: the game: a row of the analysis table ``games``.
        cards: the cards of the game: rows of the analysis table ``cards``.
        deck: the deck (French or German) whose letters are used for cards. None: the deck of the record.
    """
    letters = deck or game["deck"]
    declarer = None if game["declarer"] is None else Seat[game["declarer"]]
    name = "" if game["contract"] is None else GAMES[game["game"]].contract(game["contract"]).name
    if game["trump"] is not None:
        name += f" {suit_text(parse_suit(game['trump']), letters)}"
    # An unfinished game has no verdict. Instead of a verdict, show whether the contract is makeable.
    unfinished = {None: "", True: "(makeable)", False: "(not makeable)"}[game["makeable"]]
    marks = [
        f"{card['seat']} {card_text(parse_card(card['card']), letters)}{card['mark']} "
        f"(trick {card['trick']}{_LUCK.get(str(card.get('sd_verdict')), '')})"
        for card in cards
        if card["mark"] is not None
    ]
    more = f" and {len(marks) - 4} more" if len(marks) > 4 else ""
    return (
        game["board"] or str(game["record"] + 1),
        game["game"],
        name,
        "" if declarer is None else declarer.title,
        game["verdict"] or unfinished,
        signed_text(_of_seat(game, "settlement", declarer)),
        signed_text(_of_seat(game, "payoff", declarer)),
        str(sum(game[f"cost_{seat}"] or 0 for seat in "nesw")) if cards else "",
        ", ".join(marks[:4]) + more,
    )


def _of_seat(game: Mapping[str, Any], name: str, seat: Seat | None) -> int | None:
    """Return a seat's value in the columns ``<name>_n`` to ``<name>_w``. Return None if ``seat`` is None."""
    return None if seat is None else game[f"{name}_{seat.name.lower()}"]


def _titled(game: Game, rules: Mapping[str | None, int]) -> str:
    """Format the name of a game with the rule options that differ from their defaults.

    Args:
        game: the game.
        rules: how many games have each set of rule options. The keys are rule options as text. The key None
            means that all options have their defaults. If games differ in their options, the returned text
            says how many games have which options.
    """
    total = sum(rules.values())
    parts = list[str]()
    for text, count in rules.items():
        if text:
            parts.append(text if count == total else f"{text} in {count:,} of {total:,} games")
    return f"{game.name} ({'; '.join(parts)})" if parts else game.name


def _verdicts(game: Game, counts: Counter[tuple[str, str | None, str]], title: str) -> str:
    """Format a table that shows how often each contract of a card game got each verdict (made, lost ...)."""
    columns = ("games", *VERDICTS, "none", "given")
    lines = [("contract", "games", *VERDICTS, "no verdict", f"given away ({game.unit})")]
    named = {None: "none"} | {contract.id: contract.name for contract in game.contracts}
    shown = {key: name for key, name in named.items() if counts[game.id, key, "games"]}
    lines += [(name, *(str(counts[game.id, key, c]) for c in columns)) for key, name in shown.items()]
    if len(shown) > 1:
        lines.append(("all", *(str(sum(counts[game.id, key, c] for key in shown)) for c in columns)))
    return "\n".join([title, *fit_columns(lines, "<" + ">" * 7, "  ")])


def _players(game: Game, rows: Sequence[dict[str, Any]], title: str) -> str:
    """Format the table of the players who played a card game."""

    def cell(key: str, value: Any) -> str:
        """Format the value ``value`` of the column ``key``."""
        if key.startswith("won"):
            return signed_text(value)
        return "" if value is None else f"{value:.1%}" if key == "best_share" else str(value)

    # Leave out the columns "as partner" and "alone" if nobody gave anything away in these roles. The columns
    # on mistakes and luck are missing in an analysis without single dummy.
    known = [column for column in _PLAYERS if column[0] in rows[0]]
    columns = [c for c in known if c[1] not in ("as partner", "alone") or any(row[c[0]] for row in rows)]
    lines = [tuple(title for _, title in columns)]
    for row in sorted(rows, key=lambda row: (-row["won"], row["player"])):
        lines.append(tuple(cell(key, row[key]) for key, _ in columns))
    first_cost = next(i for i, (key, _) in enumerate(columns) if key.startswith("cost_"))
    align = "<" + ">" * (first_cost - 1) + "|" + ">" * (len(columns) - first_cost)
    head = f"Players of {title}: won, best play and given away (as declarer ...) in {game.unit}"
    return "\n".join([wrap_sentence(head), *fit_columns(lines, align, "  ")])


class _Counts:
    """Counts logged games by card game and contract.

    Attributes:
        figures: counts by three keys. The first key is the id of the card game. The second is the id of the
            contract (None: no contract). The third says what is counted: ``games`` (all games), a verdict
            (games with this verdict), or ``given`` (the sum of what all players gave away).
        rules: for each id of a card game, how many records have each set of rule options. A set of rule
            options is a text, or None if all options have their defaults.
    """

    def __init__(self) -> None:
        self.figures = Counter[tuple[str, str | None, str]]()
        self.rules = defaultdict[str, Counter[str | None]](Counter)

    def add(self, games: pa.Table) -> None:
        """Add the games of the analysis table ``games`` to the counts."""
        frame = pl.DataFrame(games.select(_COUNTED)).with_columns(pl.col("game", "contract").cast(pl.String))
        verdict = pl.col("verdict").cast(pl.String).fill_null("none")
        kinds = frame.group_by("game", "contract", verdict).agg(
            pl.len(), given=pl.sum_horizontal(pl.col("^cost_[nesw]$").sum())
        )
        for game, contract, verdict, count, given in kinds.iter_rows():
            figures = {"games": count, verdict: count, "given": given}
            self.figures.update({(game, contract, kind): number for kind, number in figures.items()})
        for game, rules, count in frame.group_by("game", "rules", maintain_order=True).len().iter_rows():
            self.rules[game][rules] += count


#: The columns that ``_Counts.add`` needs from the analysis table ``games``.
_COUNTED = ["game", "rules", "contract", "verdict", *(f"cost_{seat}" for seat in "nesw")]


def study_text(
    parts: Iterable[Analysis], deck: Deck | None = None, card_by_card: bool = False
) -> Iterator[str]:
    """Yield the text of an analysis: a single game card by card, or many games as a summary.

    The last text is a notice about the costs of cards. Memory does not grow with the number of games.

    Args:
        parts: the analyses of consecutive parts of a log.
        deck: the deck (French or German) whose letters are used for cards. None: the deck of each record.
        card_by_card: whether to yield all games card by card.
    """
    costs, count, totals, counts = False, 0, Totals(), _Counts()
    lines: list[tuple[str, ...]] = [_HEAD]
    first: Analysis | None = None
    for part in parts:
        games, cards = part.tables["games"], part.tables["cards"]
        costs = costs or cards.num_rows > 0
        if card_by_card:
            yield from (game_text(game, deck) for game in part.analysed)
            continue
        totals.add(games, cards)
        counts.add(games)
        if first is None and games.num_rows:
            first = part
        count += games.num_rows
        lines += _game_lines(games, cards, LISTED + 1 - len(lines), deck)
    if count == 1 and first is not None:
        yield game_text(first.analysed[0], deck)
    elif count:
        listed_games = "\n".join(fit_columns(lines, "<<<<<|>>>|<"))
        too_many = (
            f"{count:,} games are too many to list (at most {LISTED}). --board B shows a game card by card, "
            "--games --json lists all."
        )
        blocks = [listed_games if count <= LISTED else too_many]
        titles = {name: _titled(GAMES[name], counts.rules[name]) for name in GAMES if name in counts.rules}
        blocks += [_verdicts(GAMES[name], counts.figures, title) for name, title in titles.items()]
        players = totals.table().to_pylist()
        for name, title in titles.items():
            if mine := [player for player in players if player["game"] == name]:
                blocks.append(_players(GAMES[name], mine, title))
        yield "\n\n".join(blocks)
    if costs:
        yield NOTICE


def _game_lines(
    games: pa.Table, cards: pa.Table, most_games: int, deck: Deck | None
) -> Iterator[tuple[str, ...]]:
    """Yield a line, as a tuple of cells, for each of the first ``most_games`` games of a table."""
    if most_games <= 0:
        return
    rows = games.slice(0, most_games).to_pylist()
    by_game = defaultdict[tuple[str, int], list[dict[str, Any]]](list)
    shown = cards.slice(0, sum(row["played"] for row in rows))  # the cards of these games come first
    wanted = ["file", "record", "seat", "card", "mark", "trick", "sd_verdict"]
    for card in shown.select([name for name in wanted if name in shown.column_names]).to_pylist():
        by_game[card["file"], card["record"]].append(card)
    yield from (_line(row, by_game[row["file"], row["record"]], deck) for row in rows)
