"""Call the public Python functions with right and wrong deals, names and numbers."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
from condition_calls import call_conditions
from values import TEXTS, edge, odd

import kranalyze
from kranalyze.analysis import analyze_records
from kranalyze.answers.par import pars_of_deals
from kranalyze.cards import mask_of, pack_mask
from kranalyze.deal import Deal, Seat
from kranalyze.dealing import random_deals
from kranalyze.games import GAMES, Game
from kranalyze.hand import odds
from kranalyze.kpn import Record, parse_kpn, write_kpn
from kranalyze.survey.counting import stats

#: For each game the contracts that are quick to solve. Contracts with more than two parties take too long.
#: Most contracts of the game Rußbach take too long on whole deals.
CHEAP = {
    "graden": ("bettler", "durchmarsch_letzten", "zehnermord", "koenigmord", "hundertermord"),
    "russbach": ("all_tricks",), "rufmariasch": (), "anrufen": ("no_tricks", "all_tricks"),
    "anrufen3": ("no_tricks",), "bauernschnapsen": ("gang", "zehnerloch", "herrengang"), "whist": (),
}  # fmt: skip
ROOT = Path(__file__).resolve().parents[2]
FILES = [path.read_bytes() for path in sorted(ROOT.glob("tests/data/*/*.kpn"))]


def some(rng: random.Random, right: Any, share: float = 0.12) -> Any:
    """Return ``right``, or, with the probability ``share``, a value of any type."""
    return odd(rng) if rng.random() < share else right


def a_game(rng: random.Random) -> Game:
    return GAMES[rng.choice([name for name, cheap in CHEAP.items() if cheap])]


def a_deal(rng: random.Random, game: Game) -> Deal:
    """Draw a deal of a game. At times some hands, or the talon, are wrong."""
    [row] = random_deals(game, 1, seed=rng.randrange(10**6)).select("n", "e", "s", "w", "talon").rows()
    masks = list(row)
    while rng.random() < 0.15:
        at = rng.randrange(5)
        cards = rng.sample(range(32), rng.randrange(12))
        masks[at] = rng.choice((0, masks[at - 1], mask_of(cards), pack_mask(game.pack), edge(rng), None))
    return Deal(tuple(masks[:4]), masks[4])


def a_text(rng: random.Random, game: Game) -> str:
    """Draw the text of a deal. At times a few letters are changed."""
    [row] = random_deals(game, 1, seed=rng.randrange(10**6)).select("n", "e", "s", "w").rows()
    text = list(Deal(row).text(seats=game.seats))
    for _ in range(rng.choice((0, 0, 0, 1, 2, 5))):
        at = rng.randrange(len(text))
        text[at : at + rng.randrange(3)] = rng.choice(
            (" ", ".", ":", "A", "9", "7", "-", "\0", "ß", "", "N:", "10")
        )
    return "".join(text)


def a_frame(rng: random.Random, game: Game) -> Any:
    """Draw deals as columns. At times a column has another type, contains nulls, or is missing."""
    frame = random_deals(game, rng.randrange(5), seed=rng.randrange(10**6))
    for _ in range(rng.choice((0, 0, 1, 2))):
        name = rng.choice(("n", "e", "s", "w", "talon", "deal", "file", "board", "dealer", "rules", "x"))
        kind = rng.randrange(7)
        if kind == 0 and name in frame.columns:
            frame = frame.drop(name)
        elif kind == 1:
            types = (
                pl.Int64,
                pl.UInt8,
                pl.Float64,
                pl.String,
                pl.Boolean,
                pl.Categorical,
                pl.Binary,
                pl.Int128,
            )
            with suppress(pl.exceptions.PolarsError):
                frame = frame.with_columns(pl.col(name).cast(rng.choice(types)))
        elif kind == 2:
            frame = frame.with_columns(pl.lit(None).alias(name))
        elif kind == 3:
            frame = frame.with_columns(pl.lit([1, 2]).alias(name))
        elif kind == 4:
            frame = frame.with_columns(pl.lit(rng.choice((-1, 7, 1 << 40, 0.5, "x", "N", True))).alias(name))
        elif kind == 5:
            frame = frame.with_columns(pl.lit(rng.getrandbits(32), pl.UInt32).alias(name))
        else:
            frame = pl.concat([frame, frame.head(1)], how="vertical")
    return rng.choice((frame, frame, frame.lazy(), frame.to_arrow()))


def deals_of(rng: random.Random, game: Game) -> Any:
    kind = rng.randrange(6)
    if kind == 0:
        return a_text(rng, game)
    if kind == 1:
        return a_deal(rng, game)
    if kind < 4:
        return a_frame(rng, game)
    listed = [some(rng, rng.choice((a_text, a_deal))(rng, game)) for _ in range(rng.randrange(4))]
    return rng.choice((listed, tuple(listed), iter(listed)))


def rules_of(rng: random.Random, game: Game) -> Any:
    """Draw rule options. Some options belong to other games, or have values that no option has."""
    found = {o.name: rng.choice((*o.values, "1", *TEXTS)) for o in game.options if rng.random() < 0.3}
    if rng.random() < 0.05:
        found[rng.choice(TEXTS)] = rng.choice(TEXTS)
    return some(rng, found or None, 0.05)


def seat(rng: random.Random) -> Any:
    return some(rng, rng.choice((*Seat, "N", "east", 2)))


def contract(rng: random.Random, game: Game) -> Any:
    return some(rng, rng.choice(CHEAP[game.id]), 0.08)


def call_table(rng: random.Random, game: Game) -> None:
    contracts = [contract(rng, game) for _ in range(rng.randrange(1, 3))]
    seats = [seat(rng) for _ in range(rng.randrange(1, 3))]
    ask = rng.choice((kranalyze.table, kranalyze.table, stats))
    more = (
        {"declarers": some(rng, rng.choice((None, seats)))}
        if ask is kranalyze.table
        else {"dealer": seat(rng)}
    )
    if ask is stats and rng.random() < 0.3:
        more["by"] = some(rng, ["aces", "voids"], 0.3)
    ask(
        deals_of(rng, game), game=some(rng, rng.choice((game.id, game.name, game)), 0.05),
        contracts=some(rng, contracts, 0.05), rules=rules_of(rng, game), workers=some(rng, 1, 0.03), **more,
    )  # fmt: skip


def call_solve(rng: random.Random, game: Game) -> None:
    small = replace(game, endings=True)
    size = rng.choice((1, 2, 3))
    cards = rng.sample(
        [c for c in range(32) if pack_mask(game.pack) >> c & 1], size * game.seats + game.talon
    )
    hands = [mask_of(cards[size * i : size * i + size]) if i < game.seats else 0 for i in range(4)]
    deal: Any = Deal(hands, mask_of(cards[size * game.seats :]))
    if rng.random() < 0.3:
        deal = rng.choice((a_deal, a_text))(rng, game)
    chosen = (
        rng.choice(game.contracts).id
        if rng.random() < 0.8 and isinstance(deal, Deal) and deal.complete and (deal.size < 4)
        else contract(rng, game)
    )
    more = {
        "declarer": seat(rng), "second": seat(rng), "partner": seat(rng), "leader": seat(rng),
        "dealer": seat(rng), "call": some(rng, rng.choice(("SA", "h10", "ZZ", 5))),
        "order": some(rng, rng.choice("KTZ")),
        "trump": some(rng, rng.choice(("S", "h", 2, "none"))), "contra": some(rng, rng.choice((0, 1, 2))),
        "discard": some(rng, rng.choice(("SA HA DA", (1, 2, 3)))), "line": some(rng, True),
    }  # fmt: skip
    kept = {name: value for name, value in more.items() if rng.random() < 0.25}
    kept.setdefault("declarer", rng.choice(list(Seat)))
    kranalyze.solve(some(rng, deal, 0.03), contract=chosen, game=small, rules=rules_of(rng, game), **kept)


def call_exact(rng: random.Random, game: Game) -> None:
    hand = rng.choice((mask_of(rng.sample(range(32), 6)), "AKQ.AKQ..", "AKQ.AKJ.A9.", "AKQJT9..", edge(rng)))
    known = {rng.choice((0, 1, 2, 3, 4)): mask_of(rng.sample(range(32), 3))}
    kranalyze.count_sweep_layouts(
        some(rng, hand), some(rng, rng.choice(("koenigmord", "durchmarsch_letzten", "gang", "bettler"))),
        game=some(rng, game.id, 0.05), known=some(rng, rng.choice((None, known))), pack=some(rng, None, 0.05),
    )  # fmt: skip


def call_odds(rng: random.Random, game: Game) -> None:
    hand = a_deal(rng, game).hands[0]
    known = {rng.choice(list(Seat)): mask_of(rng.sample(range(32), 2))} if rng.random() < 0.3 else None
    odds(
        some(rng, hand), game=some(rng, game.id, 0.05),
        contracts=some(rng, [contract(rng, game)], 0.03) or ["bettler"],
        samples=some(rng, 3, 0.0) if rng.random() < 0.9 else rng.choice((0, -1, 0.5, "x", 1)),  # type: ignore[arg-type]
        seed=some(rng, 1), known=some(rng, known, 0.05), seat=seat(rng), rules=rules_of(rng, game), workers=1,
    )  # fmt: skip


def call_parse(rng: random.Random, game: Game) -> None:
    deck = rng.choice(("french", "german"))
    deal = Deal.parse(some(rng, a_text(rng, game)), some(rng, deck, 0.05), some(rng, 0, 0.1))
    deal.check(some(rng, game.pack, 0.1), some(rng, game.size), some(rng, game.seats), some(rng, game.talon))
    deal.text()
    deal.diagram()


def mutated(rng: random.Random) -> bytes:
    data = bytearray(rng.choice(FILES)[:3000])
    for _ in range(rng.randrange(6)):
        at = rng.randrange(len(data) + 1)
        data[at : at + rng.randrange(4)] = rng.choice(
            (b"", b"[", b'"', b"S", b"9", b"\n\n", b"\xff", b"unit=7")
        )
    return bytes(data)


def call_read(rng: random.Random, game: Game) -> None:
    data = mutated(rng)
    chosen = some(rng, rng.choice((None, None, game.id)), 0.05)
    if rng.random() < 0.5:
        Path("fuzz.kpn").write_bytes(data)
        with suppress(OSError):
            kranalyze.read_kpn(some(rng, rng.choice(("fuzz.kpn", Path("fuzz.kpn"))), 0.05), chosen)
        return
    records = parse_kpn(some(rng, data, 0.02), "f", chosen).records
    if rng.random() < 0.3:
        cheap = [r for r in records if r.play and r.contract in CHEAP.get(r.game, ())]
        analyze_records(cheap[:1], best=False)


def call_batch(rng: random.Random, game: Game) -> None:
    Path("fuzz.kpn").write_bytes(mutated(rng))
    contracts = [contract(rng, game)]
    with suppress(OSError):
        kranalyze.batch(
            some(rng, ["fuzz.kpn"], 0.05), some(rng, Path(f"out{rng.randrange(10**9)}"), 0.03),
            task=some(rng, "table", 0.05), contracts=contracts, rules=rules_of(rng, game),
            game=some(rng, rng.choice((None, game.id)), 0.05), workers=1,
        )  # fmt: skip


def call_known(rng: random.Random, game: Game) -> None:
    """Compute what a seat knows late in a game, and the advice for its card."""
    records = parse_kpn(rng.choice(FILES), "f").records
    if not (played := [r for r in records if len(r.play) > 8]):
        return
    record = rng.choice(played)
    after = some(rng, len(record.play) - rng.randrange(8))
    if rng.random() < 0.5:
        kranalyze.knowledge(
            some(rng, record, 0.05), after, seat(rng), marriage_cards_led=some(rng, None, 0.1)
        )
        return
    kranalyze.advise(
        some(rng, record, 0.05), after=after, seat=some(rng, None), limit=some(rng, 8, 0.05), floor=False,
        seed=some(rng, 1, 0.05), workers=1,
    )  # fmt: skip


def call_par(rng: random.Random, game: Game) -> None:
    """Call ``par`` with invalid deals only, because a valid deal takes seconds with sanitizers."""
    deal = a_deal(rng, game)
    with suppress(ValueError):
        deal.check(24, 6)
        return
    list(pars_of_deals([deal]))


#: Games that can be played to the end within a few seconds, even with sanitizers.
_SIMULATED = ("graden", "anrufen", "bauernschnapsen")

#: Wrong values of the arguments ``look`` and ``slips`` of ``simulate``, and some unusual valid values.
_LOOKS: tuple[Any, ...] = (0, -1, None, {}, {"Z": 1}, [1, 1, 1], "x")
_SLIPS: tuple[Any, ...] = (0.5, 1.0, -1, 2.0, float("nan"), {"N": 0.1}, "x")


def call_simulate(rng: random.Random, _: Game) -> None:
    """Play a whole game of careful players."""
    game = GAMES[rng.choice(_SIMULATED)]
    look = rng.choice((1, 2, {"N": 1, "E": 2, "S": 1, "W": 1}))
    records = kranalyze.simulate(
        some(rng, 1, 0.0) if rng.random() < 0.95 else rng.choice((0, -1)), game=some(rng, game.id, 0.03),
        seed=some(rng, rng.randrange(1000), 0.05), first=some(rng, rng.choice((0, 7, edge(rng))), 0.03),
        look=look if rng.random() < 0.9 else rng.choice(_LOOKS),
        slips=0.0 if rng.random() < 0.6 else rng.choice(_SLIPS),
        names=some(rng, ("A", "B", "C", "D"), 0.1), rules=rules_of(rng, game),
        board=some(rng, rng.choice((None, 1, 10**9)), 0.05), workers=1,
    )  # fmt: skip
    for record in records:
        check_game(record)


def check_game(record: Record) -> None:
    """Check that a simulated game is complete, and can be written and read again without errors.

    Raises:
        AssertionError: the game is not complete, or cannot be read.
    """
    file = parse_kpn(write_kpn([record]))
    assert not file.problems, file.problems
    (again,) = file.records
    assert again.play == record.play and again.settlement == record.settlement == record.score


CALLS = (
    call_table, call_table, call_table, call_solve, call_solve, call_exact, call_odds, call_parse, call_parse,
    call_read, call_read, call_batch, call_par, call_known, call_simulate, call_conditions, call_conditions,
)  # fmt: skip


def face_call(rng: random.Random) -> None:
    """Call a random public function once."""
    rng.choice(CALLS)(rng, a_game(rng))
