"""Every public attribute of objects that users get shows cards, hands and suits as objects or texts."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Iterator, Mapping, Set
from enum import Enum
from pathlib import Path

import polars as pl

import kranalyze
from kranalyze import GAMES, Card, Hand, Position, Record
from running import EVENING

VALID = Path(__file__).parent / "data" / "valid"

#: Attributes ``number`` that may hold a card as an integer. Names that end in ``mask`` or ``masks`` are
#: allowed, too.
NUMBERS = {"Card.number", "Move.number"}

#: By class, the attributes that may be integers: they are counts, places, points, amounts or times.
COUNTS = {
    "Advice": "layouts looked_at",
    "Analysed": "costs given_away guarantee payoff points tricks value cost_discard",
    "Announcement": "points",
    "Answer": "guarantee payoff value",
    "BatchResult": "damaged done errors records reused stale warnings",
    "BestBid": "payoff",
    "Bidding": "rounds",
    "Broken": "game line",
    "CardTable": "values",
    "Choice": "layouts made paid",
    "Contract": "makeable_at open_after per rank second value",
    "Deal": "size",
    "Facts": "contra discard points",
    "Game": "last marriage most_contra pack points seats seen size talon",
    "Goal": "low need tricks",
    "Hand": "aces lengths longest marriages tens voids",
    "HiddenPlace": "room",
    "Judged": "after before cost",
    "Knowledge": "after count players size tricks",
    "KpnError": "column line record",
    "Marriage": "points trick",
    "Move": "entry trick turn",
    "Note": "number",
    "Odds": "layouts made_dd",
    "Option": "to",
    "Position": "settlement",
    "Record": "contra index line score settlement",
    "OtherAction": "points",
    "Shard": "done errors first records rows warnings",
    "TableFigures": "games look paid settlements squares won",
}

#: Attributes that name a suit. They must hold its letter as text.
SUIT_NAMES = {"trump", "suit"}


def attributes(value: object) -> Iterator[tuple[str, object]]:
    """Yield name and value of each public attribute of an object: fields and properties, no methods."""
    names: dict[str, None] = {}
    if dataclasses.is_dataclass(value):
        names |= dict.fromkeys(field.name for field in dataclasses.fields(value))
    names |= dict.fromkeys(getattr(value, "_fields", ()))
    names |= dict.fromkeys(getattr(value, "__slots__", ()))
    names |= dict.fromkeys(name for name, _ in inspect.getmembers(type(value), _is_property))
    for name in names:
        if not name.startswith("_"):
            try:
                yield name, getattr(value, name)
            except ValueError:  # for example because the hand is unknown
                continue


def _is_property(member: object) -> bool:
    return isinstance(member, property) or type(member).__name__ == "cached_property"


def is_of_the_core(value: object) -> bool:
    """Return whether an object is a task or position of the core: numbers that users do not need."""
    return type(value).__module__.startswith("kranalyze.core") and type(value).__name__ != "HiddenPlace"


def integers(value: object, path: str, seen: set[int]) -> Iterator[tuple[str, int]]:
    """Yield all integers in an object, each with the class and the attribute that hold it."""
    if isinstance(value, bool | Enum | pl.DataFrame | pl.Series) or value is None or id(value) in seen:
        return
    if isinstance(value, int):
        yield path, value
        return
    if isinstance(value, str) and not isinstance(value, Card):
        return
    if not isinstance(value, Card):
        seen.add(id(value))
    if isinstance(value, kranalyze.CardTable):
        for card, worth in value.items():
            assert isinstance(card, Card), path
            yield from integers(worth, "CardTable.values", seen)
    elif isinstance(value, Mapping):
        for key, worth in value.items():
            yield from integers(key, path, seen)
            yield from integers(worth, path, seen)
    elif type(value) in (tuple, list) or (isinstance(value, Set) and not isinstance(value, Hand)):
        for part in value:  # type: ignore[attr-defined]
            yield from integers(part, path, seen)
    elif type(value).__module__.startswith("kranalyze") and not is_of_the_core(value):
        for name, attribute in attributes(value):
            where = f"{type(value).__name__}.{name}"
            if name in SUIT_NAMES and not isinstance(attribute, bool):
                assert attribute is None or str(attribute) in "SHDC", (where, attribute)
            yield from integers(attribute, where, seen)


def played_records() -> list[Record]:
    """Return records of all games, with marriages, raises, discards and cards that lie face down."""
    log = [*kranalyze.records("simulated-log.kpn"), *kranalyze.records(EVENING)]
    chosen = {(record.game, record.contract): record for record in reversed(log) if record.play}
    written = [record for path in sorted(VALID.glob("*.kpn")) for record in kranalyze.records(str(path))]
    records = [*chosen.values(), *written]
    assert {record.game for record in records} == set(GAMES)
    assert any(record.discard for record in records) and any(record.face_down for record in records)
    assert any(word.suit for record in records for word in record.announce)
    assert any(call.trump for record in records for call in record.auction)
    return records


def objects(tmp_path: Path) -> Iterator[object]:
    """Yield at least one object of each class that public functions return, for games of all families."""
    records = played_records()
    yield from records
    yield from GAMES.values()
    games = {record.game: record for record in records if record.finished and len(record.play) > 12}
    for record in games.values():
        after = 5
        at = Position.of_record(record, after)
        yield from (at, at.values(), at.answer(), at.record)
        seat = at.to_play
        if seat is not None:
            yield kranalyze.knowledge(record, after, seat)
            yield kranalyze.advise(record, after=after, limit=50, within=0.5, games=2)
    yield kranalyze.read_kpn(EVENING)
    yield kranalyze.parse_kpn('[Game "graden"]\n[Deal "N:A"]\n')
    yield kranalyze.solve("S:AKQ.AK.A. J.QJ.KQ.A T.T.JT.KQ 9.9.9.JT9", contract="durchmarsch", declarer="S")
    yield kranalyze.analyze(records[:6], best=True)
    yield from kranalyze.odds("AKQ.AK.A.", contracts=["durchmarsch", "koenigmord"], samples=20, games=4)
    rufer = kranalyze.odds("AKQ.A.A.", game="bauernschnapsen", contracts=["rufer"], samples=20, games=4)
    assert {choice.trump for choice in rufer[0].choices} <= set("SHDC")
    yield from rufer
    yield kranalyze.batch(kranalyze.deals(2, seed=1), tmp_path / "out", contracts=["koenigmord"])


def test_no_attribute_of_an_object_is_a_card_a_hand_or_a_suit_as_integer(tmp_path: Path) -> None:
    counts = {f"{name}.{attribute}" for name, listed in COUNTS.items() for attribute in listed.split()}
    seen = set[int]()
    kept = list(objects(tmp_path))  # while these objects live, their ids are unique
    found = {path for value in kept for path, _ in integers(value, type(value).__name__, seen)}
    named = {path for path in found if path.endswith(("mask", "masks"))} | NUMBERS
    assert found - counts - named == set()
