"""Define tables of deals: their columns, their cells as texts, and a check that deals fit their games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from kranalyze.cards import card_letters, cards_of, hand_text, mask_of, pack_mask, parse_card
from kranalyze.deal import Deal, Seat
from kranalyze.games import GAMES
from kranalyze.games.base import Game
from kranalyze.games.written import rules_text, written_rules
from kranalyze.kpn.items import Tag
from kranalyze.kpn.kpnerror import KpnError
from kranalyze.kpn.record import Record
from kranalyze.read.sources import IN_PLACE

if TYPE_CHECKING:
    import polars as pl

#: The columns with the cards of the four hands and of the talon, as masks. The bit of a card in a mask is
#: suit * 8 + rank. The suits S H D C and the ranks 7 8 9 T J Q K A are counted from 0.
MASKS = ("n", "e", "s", "w", "talon")

#: The text columns of a file of deals.
TEXTS = ("board", "dealer", "game")

#: If a table has all of these columns, it is a table of results from ``table`` or ``batch``.
_OF_RESULTS = {"biddable", "makeable", "guarantee_n"}

#: The columns of a file of logged games, in the order of the file, each with its kind of values. A file has
#: logged games if it has a column ``play``. Otherwise it has deals.
LOGGED = {
    **dict.fromkeys(("event", "site", "date", "board", *(f"player_{seat}" for seat in "nesw")), "text"),
    "dealer": "few", "game": "few", "rules": "text", "deck": "few", **dict.fromkeys(MASKS, "mask"),
    "opener": "few", "auction": "words", "contract": "text", "declarer": "few", "second": "few",
    "face_down": "words", "called": "text", "trump": "few", "announce": "words", "contra": "count",
    "discard": "mask", "leader": "few", "play": "words",
    **dict.fromkeys((f"score_{seat}" for seat in "nesw"), "amount"),
    "finished": "bool", "marks": "words", "notes": "words", "tags": "pairs",
}  # fmt: skip

#: The card game of a deal that names no game. The key is how many cards a hand has.
USUAL_GAMES = {game.size: game.id for game in GAMES.values() if game.usual}


def results_instead_of_deals_error(column_names: Iterable[str]) -> str | None:
    """Return an error message if a table has results instead of deals. Otherwise return None.

    ``kranalyze table`` and ``batch`` write tables of results. Such a table has the columns ``_OF_RESULTS``.
    """
    if not _OF_RESULTS.issubset(column_names):
        return None
    return (
        "this is a table of results of `kranalyze table`, not of deals: each deal would be counted once per "
        "row. Give the deals themselves."
    )


@dataclass(slots=True, eq=False, repr=False)
class Columns:
    """Deals as columns, with the problems that were found when the deals were read.

    Attributes:
        frame: the deals, one in each row. The columns ``n e s w`` have hands as UInt32 masks (null: unknown).
            The column ``talon`` has a mask, too (0: empty or unknown). The columns ``board dealer game rules
            file`` have texts or nulls. The column ``deal`` has the index of the deal in the file, from 0. The
            column ``line`` has the line of the deal in the file, from 1.
        problems: all warnings, and the errors of deals that are not in the frame.
    """

    frame: pl.DataFrame
    problems: list[KpnError] = field(default_factory=list)


def frame_schema() -> dict[str, Any]:
    """Return the names and types of the columns that ``Columns.frame`` has."""
    import polars as pl

    texts = dict.fromkeys((*TEXTS, "rules", "file"), pl.String)
    return {**dict.fromkeys(MASKS, pl.UInt32), **texts, "deal": pl.UInt32, "line": pl.UInt32}


@lru_cache(maxsize=1 << 18)
def hand_cell(mask: int | None) -> str:
    """Return the cards of a hand as a text, or ``-`` if the hand is unknown.

    The texts are cached, because the same hands occur again and again.
    """
    return "-" if mask is None else hand_text(mask)


def cards_cell(mask: int) -> str:
    """Return the cards of a mask as text, for example ``"C9 HT SA"``."""
    return " ".join(map(card_letters, cards_of(mask)))


def cards_mask(cell: str) -> int:
    """Return the mask of the cards that a text such as ``"SA HT C9"`` names.

    Raises:
        ValueError: a card is unknown or repeated.
    """
    cards = [parse_card(word) for word in cell.split()]
    for c in cards:
        if cards.count(c) > 1:
            raise ValueError(f"card {card_letters(c)} twice in {cell!r}")
    return mask_of(cards)


def deal_columns_of_records(records: Iterable[Record]) -> pl.DataFrame:
    """Convert the deals of records to columns."""
    import polars as pl

    rows = [
        (
            *((None,) * 4 if record.deal is None else record.deal.hand_masks),
            record.talon.mask,
            record.board,
            None if record.dealer is None else record.dealer.name,
            record.game,
            rules_text(record.game_row),
            None if record.file == IN_PLACE else record.file,
            record.index,
            record.line,
        )
        for record in records
    ]
    return pl.DataFrame(rows, schema=frame_schema(), orient="row")


def record_of_deal_row(row: Mapping[str, Any]) -> Record:
    """Convert a row of ``Columns.frame`` to a record. The record has no calls, and no cards played."""
    tags = {"Board": row["board"], "Game": row["game"], "Dealer": row["dealer"]}
    return Record(
        items=tuple(Tag(name, value) for name, value in tags.items() if value is not None),
        game=row["game"],
        rules=GAMES[row["game"]].under(written_rules(row["rules"])).in_force,
        deal=Deal((row["n"], row["e"], row["s"], row["w"]), row["talon"]),
        dealer=None if row["dealer"] is None else Seat[row["dealer"]],
        file=row["file"],
        index=row["deal"],
        line=row["line"],
    )


def keep_known_deals(columns: Columns, why: str = "a hand of the deal is not known") -> Columns:
    """Remove each deal that has an unknown hand. For each such deal add a problem with the text ``why``."""
    import polars as pl

    return drop_deals(columns, pl.any_horizontal(pl.col("n", "e", "s", "w").is_null()), why)


def drop_deals(columns: Columns, which: pl.Expr, why: str) -> Columns:
    """Remove each deal for which the expression ``which`` is true.

    Add a problem with the message ``why`` for each removed deal.
    """
    places = columns.frame.filter(which).select("file", "line", "deal").iter_rows()
    lacking = [KpnError(file or IN_PLACE, line, 1, "error", why, deal) for file, line, deal in places]
    if not lacking:
        return columns
    return Columns(columns.frame.filter(~which), [*columns.problems, *lacking])


def join_columns(parts: Iterable[Columns], problems: Iterable[KpnError] = ()) -> Columns:
    """Put the deals of all ``parts`` into one ``Columns`` object, in the order of the parts.

    The result has the problems of all ``parts``, followed by ``problems``.
    """
    import polars as pl

    listed = list(parts)
    frames = [pl.DataFrame(schema=frame_schema()), *(part.frame for part in listed)]
    return Columns(pl.concat(frames), [*(p for part in listed for p in part.problems), *problems])


def keep_fitting_deals(columns: Columns, game: str | None = None) -> Columns:
    """Remove the deals that do not fit their card games. Add a problem for each removed deal.

    A deal with unknown hands can fit its game. A missing talon is filled with the cards that are in no hand.

    Args:
        columns: the deals.
        game: id of the card game of all deals. If a deal names another game, its rule options are dropped.
            None: each deal has the game that it names. A deal that names no game has the usual game for the
            size of its hands.
    """
    import polars as pl

    frame = columns.frame
    if game is None:
        size = pl.coalesce("n", "e", "s", "w").bitwise_count_ones()
        usual = size.replace_strict(list(USUAL_GAMES), list(USUAL_GAMES.values()), default=None)
        frame = frame.with_columns(pl.coalesce("game", usual.cast(pl.String)).alias("game"))
    else:
        same = pl.col("game").eq_missing(pl.lit(game)) | pl.col("game").is_null()
        frame = frame.with_columns(pl.when(same).then("rules").alias("rules"), pl.lit(game).alias("game"))
    named = [GAMES[name] for name in frame["game"].drop_nulls().unique().to_list()]
    frame = _add_missing_cards(frame, named).with_row_index("row")
    problems = list(columns.problems)
    bad: list[int] = []
    for row in frame.filter(~_good(named)).iter_rows(named=True):
        deal, of = Deal((row["n"], row["e"], row["s"], row["w"]), row["talon"]), GAMES.get(row["game"])
        try:
            if of is None:
                several = f"several have {deal.size} cards a hand"
                raise ValueError(f"the deal names no game, and {several}: name it with --game")
            # A deal with short hands (an ending) can fit its game. If a hand is unknown, no talon is needed.
            talon = of.talon if deal.complete or deal.talon else 0
            deal.check(of.pack, of.size, of.seats, talon, endings=of.endings)
        except ValueError as error:
            bad.append(row["row"])
            file = row["file"] or IN_PLACE
            problems.append(KpnError(file, row["line"], 1, "error", str(error), row["deal"]))
    frame = frame.filter(~pl.col("row").is_in(bad)).drop("row")
    return Columns(frame, sorted(problems, key=lambda p: (p.line, p.column)))


def _add_missing_cards(frame: pl.DataFrame, games: Iterable[Game]) -> pl.DataFrame:
    """Add a fourth hand to deals with three full hands. Add a missing talon.

    The fourth hand and the talon follow from the other cards.
    """
    import polars as pl

    unknown = frame.select(pl.any_horizontal(pl.col(MASKS[:4]).is_null().any())).item()
    for game in (game for game in games if unknown or game.talon):
        hands = pl.col(MASKS[: game.seats])
        held = pl.fold(pl.lit(0, pl.UInt32), lambda a, b: a | b, hands.fill_null(0))
        rest = pl.lit(pack_mask(game.pack), pl.UInt32) & ~held
        left = rest.bitwise_count_ones()
        full = pl.sum_horizontal((pl.col(MASKS[:4]).bitwise_count_ones() == game.size).fill_null(False))
        own = pl.col("game") == game.id
        hand = own & (full == 3) & (left == game.size)
        known = pl.all_horizontal(hands.is_not_null())
        talon = own & known & (pl.col("talon") == 0) & (left == game.talon)
        frame = frame.with_columns(
            *(pl.when(hand & pl.col(c).is_null()).then(rest).otherwise(c).alias(c) for c in MASKS[:4]),
            pl.when(talon).then(rest).otherwise("talon").alias("talon"),
        )
    return frame


def _good(games: Iterable[Game]) -> pl.Expr:
    """Return an expression that is true if a deal surely fits its card game.

    In such a deal all hands have the right size, all cards are in the pack, and no card occurs twice.
    """
    import polars as pl

    held = pl.col("n") | pl.col("e") | pl.col("s") | pl.col("w") | pl.col("talon")
    *hands, talon = (pl.col(name).bitwise_count_ones() for name in MASKS)
    # The sum of the masks equals the union of the masks if and only if no card occurs twice.
    good, once = [pl.lit(False)], pl.sum_horizontal(pl.col(MASKS).cast(pl.UInt64)) == held
    for game in games:
        sizes = range(1 if game.endings else game.size, game.size + 1)
        alike = [size == (hands[0] if seat < game.seats else 0) for seat, size in enumerate(hands)]
        left = talon.is_in((0, game.talon) if game.endings else (game.talon,))
        pack = held & pl.lit(pack_mask(game.pack), pl.UInt32) == held
        fits = (pl.col("game") == game.id, once, pack, hands[0].is_in(sizes), *alike, left)
        good.append(pl.all_horizontal(fits))
    return pl.any_horizontal(good).fill_null(False)
