"""Who played in logged games, and which cards lost most: two sections of the report of bidding."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from kranalyze.cards import parse_card
from kranalyze.deal import Seat
from kranalyze.games import GAMES
from kranalyze.show.pages.charts import numbers
from kranalyze.show.pages.frame import section
from kranalyze.show.text import card_text

if TYPE_CHECKING:
    from kranalyze.survey.counting import Survey


def losses(survey: Survey) -> Iterator[str]:
    """The sections, as far as there is anything in them."""
    players = survey.players.table().to_pylist() if survey.records else []
    if players:
        head = ("player", "game", "games", "declared", "made", "cards", "given away")
        rows = [
            (row["player"], GAMES[row["game"]].name, row["games"], row["declared"], row["made"], row["cards"],
             sum(row[f"cost_{role}"] or 0 for role in ("declarer", "partner", "defender", "alone")))
            for row in players
        ]  # fmt: skip
        played = numbers(head, [[str(cell) for cell in row] for row in rows], "Players")
        yield section("Who played?", "Given away: what cards cost their players, in the game's unit.", played)
    costs = survey.costs
    if costs is not None and costs.height:
        head = ("board", "game", "trick", "player", "card", "best", "cost")
        lost = numbers(head, [_lost(row) for row in costs.iter_rows(named=True)], "Cards")
        yield section("Which cards lost most?", "With all hands open, in the game's unit.", lost)


def _lost(row: dict[str, Any]) -> list[str]:
    best = " ".join(card_text(parse_card(card)) for card in row["best"] or ())
    who = row["player"] or Seat[row["seat"]].title
    card = card_text(parse_card(row["card"]))
    board, trick = row["board"] or "?", f"{row['trick']}.{row['turn']}"
    return [board, GAMES[row["game"]].name, trick, who, card, best, str(row["cost"])]
