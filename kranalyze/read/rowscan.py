"""Rows of logged games by the scanner of the core: written as KPN all at once, whatever is rare left over."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Sequence

import polars as pl
import pyarrow as pa
import pyarrow.compute as pc

from kranalyze.cards import hand_text
from kranalyze.core.ordinary import LineStart, Ordinary, Rules
from kranalyze.deal import Seat
from kranalyze.read.loggedrows import TAGS

_SEATS = "nesw"

#: Columns that say something rare where they say anything.
_RARE = ("rules", "deck", "talon", "discard", "marks", "notes", "tags")

#: Columns of text and the tags that they are.
_TAGS = {name: tag for name, tag in TAGS.items() if name not in _RARE}
_TAGS |= {"called": "Called", "trump": "Trump"}

#: The text of a suit by the eight bits of its ranks.
_SUITS = pa.array([hand_text(bits).partition(".")[0] for bits in range(256)])


def hand_texts(masks: pa.Array) -> pa.Array:
    """Hands as text, all at once."""
    suits = (pc.bit_wise_and(pc.shift_right(masks, pa.scalar(8 * s, pa.uint32())), 255) for s in range(4))
    return pc.binary_join_element_wise(*(_SUITS.take(bits) for bits in suits), ".")


def scanned_rows(rows: pl.DataFrame, rules: Rules, game: str | None) -> tuple[Ordinary, list[int]]:
    """The ordinary games of some rows as columns, and the places of all other rows.

    Args:
        rows: columns of a log (``datasets/FORMAT.md``), hands as masks, lists as lists, and of each row
            ``deal`` and ``line``.
        game: taken for the game of every row, whatever it says.
    """
    columns = Ordinary(rules, rows.height, as_played=True)
    forced = -1 if game is None else rules.number(game)
    if not rows.height or not _fits(rows) or (game is not None and forced < 0):
        return columns, list(range(rows.height))
    texts = _texts(rows)
    starts = [0, *texts.str.len_bytes().cum_sum()]
    text = "".join(texts).encode()
    row = 0
    while row < rows.height:
        _, past, _ = columns.go_on(text, LineStart(starts[row], 1), row, forced)
        if columns.count == columns.room:
            break
        row = bisect_right(starts, past.offset) - 1
    taken = memoryview(columns.columns["index"]).cast("I")[: columns.count].tolist()
    for name, column in (("index", "deal"), ("line", "line")):
        columns.columns[name] = array("I", rows[column].gather(taken)).tobytes()
    return columns, sorted(set(range(rows.height)) - set(taken))


def _fits(rows: pl.DataFrame) -> bool:
    """Whether the columns are of the types that are written."""
    words = (name for name in ("auction", "play", "announce", "face_down") if name in rows.columns)
    return (
        all(rows[seat].dtype == pl.UInt32 for seat in _SEATS)
        and "play" in rows.columns
        and all(rows[name].dtype == pl.List(pl.String) for name in words)
    )


def _texts(rows: pl.DataFrame) -> pl.Series:
    """Each row as KPN, its tricks in playing order; of a row that says something rare nothing that is one."""
    given = set(rows.columns)
    hands = {f"hand_{seat}": pl.Series(hand_texts(rows[seat].to_arrow())) for seat in _SEATS}
    tricks = {"tricks": _tricks(rows["play"])}
    frame = rows.with_columns(**hands, **tricks)
    parts = [_tag(tag, pl.col(column).cast(pl.String)) for column, tag in _TAGS.items() if column in given]
    parts.append(_tag("Deal", pl.concat_str(pl.lit("N:"), *_between([f"hand_{s}" for s in _SEATS]))))
    for column, tag, mark in (("announce", "Announce", "; "), ("face_down", "FaceDown", " ")):
        if column in given:
            parts.append(_tag(tag, pl.col(column).list.join(mark)))
    scores = [f"score_{seat}" for seat in _SEATS]
    if given >= set(scores):
        said = (pl.concat_str(pl.lit(f"{s.upper()}:"), pl.col(f"score_{s}").cast(pl.String)) for s in _SEATS)
        parts.append(_tag("Score", pl.concat_str(*said, separator=" ")))
    if "auction" in given:
        left = {seat.name: Seat((seat + 1) % 4).name for seat in Seat}
        opener = pl.col("dealer").cast(pl.String).replace_strict(left, default=None)
        if "opener" in given:
            opener = pl.coalesce(pl.col("opener").cast(pl.String), opener)
        calls = pl.col("auction").list.join(" ")
        spoken = pl.concat_str(pl.lit('[Auction "'), opener, pl.lit('"]\n'), calls, pl.lit("\n"))
        parts.append(spoken.fill_null(""))
    leader = pl.col("leader").cast(pl.String) if "leader" in given else pl.lit(None, pl.String)
    play = pl.concat_str(pl.lit('[Play "'), leader, pl.lit('"]\n'), pl.col("tricks"))
    parts.append(play.fill_null(""))
    whole = pl.concat_str(*parts, pl.lit("\n"))
    return frame.select(text=pl.when(_plain(frame)).then(whole).otherwise(pl.lit("?\n\n")))["text"]


def _plain(frame: pl.DataFrame) -> pl.Expr:
    """Whether a row says nothing that KPN would have to escape, and nothing rare."""
    texts = [pl.col(name).cast(pl.String) for name in _TAGS if name in frame.columns]
    good = [~text.fill_null("").str.contains(r'["\\\x00-\x1f]') for text in texts]
    for name in (name for name in _RARE if name in frame.columns):
        empty = pl.col(name).is_null()
        good.append(empty | (pl.col(name) == 0) if frame[name].dtype.is_integer() else empty)
    words = [name for name in ("auction", "play", "announce", "face_down") if name in frame.columns]
    good += [~pl.col(name).list.join(" ").fill_null("").str.contains(r"[^A-Za-z0-9_:; ]") for name in words]
    if "contra" in frame.columns:
        good.append(pl.col("contra").fill_null(0) == 0)
    if "finished" in frame.columns:
        good.append(pl.col("finished").fill_null(True))
    return pl.all_horizontal(good)


def _tag(name: str, value: pl.Expr) -> pl.Expr:
    """A tag, and nothing where its value is null."""
    return pl.concat_str(pl.lit(f'[{name} "'), value, pl.lit('"]\n')).fill_null("")


def _between(names: Sequence[str]) -> list[pl.Expr]:
    """Columns with blanks between them."""
    return [part for name in names for part in (pl.col(name), pl.lit(" "))][:-1]


def _tricks(play: pl.Series) -> pl.Series:
    """The cards of each game, four to a line; null where a card is none or there are no four."""
    text = play.list.join(" ")
    card = "[SHDC][789TJQKA]"
    whole = text.str.contains(f"^(?:{card} {card} {card} {card}(?: |$))+$")
    lines = text.str.replace_all(r"((?:\w\w ){3}\w\w)(?: |$)", "$1\n")
    return pl.DataFrame({"t": lines, "w": whole}).select(pl.when("w").then("t"))["t"]
