# pyright: strict
"""Use every public name of the library once, in a program that passes a strict type checker.

python scripts/tour.py
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import polars as pl

import kranalyze
from kranalyze import GAMES, Card, Deal, Hand, Position, Seat

HAND = "AKQ.AK.A."


def log(file: str) -> None:
    """Analyze a log: print the hands of each contract, the costs of cards, and advice. Annotate a record."""
    found: kranalyze.Analysis = kranalyze.analyze(file, best=False)
    bid = found.games.filter(game="graden").select("contract", "hand", "auction", "verdict")
    print(bid.sort("contract", "hand").head(3))
    print(found.cards.filter(mark="??").select("player", "card", "legal", "guarantees").head(2))
    print(found.players.select("player", "won").sort("won").tail(1).row(0), len(found.problems))
    records: kranalyze.KpnFile = kranalyze.read_kpn(file)
    record: kranalyze.Record = records.records[4]
    first_record: kranalyze.Record = next(kranalyze.records(file, report=print))
    assert first_record == records.records[0] and record.deal is not None
    lead = record.play[0]
    built = kranalyze.new_record(record.deal, contract="bettler", declarer=lead.seat, play=[lead.card])
    print(Position.of_record(built, 1).careful_card(look=16, seed=1))
    marked = kranalyze.annotate([record])
    text = kranalyze.write_kpn(marked)
    assert kranalyze.parse_kpn(text).records == marked.records
    known: kranalyze.Knowledge = kranalyze.knowledge(record, 4, Seat.W)
    advice: kranalyze.Advice = kranalyze.advise(record, after=20)
    choice: kranalyze.CardAdvice = advice.of(advice.best[0])
    says: list[kranalyze.WordAdvice] = [*kranalyze.advise(record, after=0, games=1, look=1).words]
    print([choice.text() for choice in says])
    auction: kranalyze.AuctionAdvice = kranalyze.advise_call(record, calls=0, games=4, look=4)
    passing: kranalyze.CallAdvice = auction.of("gut")
    print(passing.careful.mean, [call.text() for call in auction.best])
    first: kranalyze.Move = record.play[0]
    print(choice.card, choice.share, first.card.suit)
    print(known.count, [card.text() for card in advice.best])
    assert record.deal is not None
    hand: Hand = record.deal.hand(advice.knowledge.seat)
    assert set(advice.best) <= hand


def position(deal: Deal) -> None:
    """Solve a contract, play it card by card, and take back a card."""
    answer: kranalyze.Answer = kranalyze.solve(deal, contract="koenigmord", declarer="S")
    game: kranalyze.Game = answer.game
    question: kranalyze.Question = answer.question
    contract: kranalyze.Contract = question.contract
    tricks: tuple[kranalyze.Trick, ...] = answer.line
    remarks: tuple[kranalyze.OtherAction, ...] = answer.notes
    print(game.name, contract.name, len(tricks), remarks, answer.to_dict()["makeable"])
    leads: kranalyze.CardTable[int] | None = answer.leads
    assert answer.makeable and leads is not None and leads["SA"] == 1
    at = Position.of_deal(deal, contract="koenigmord", declarer=Seat.S)
    while not at.ended:
        worths: kranalyze.CardTable[int] = at.values()
        best: Card = max(worths, key=lambda card: worths[card])
        at = at.play(best)
    print(at.undo().to_play, at.settlement)


def many(out: Path) -> None:
    """Make random deals, and compute their features, tables, statistics and par. Then run a batch."""
    deals = kranalyze.deals(20, game="graden", seed=7, known={"S": HAND})
    described = kranalyze.features(deals, seat="W", features=["aces", "bidder"])
    print(described.filter(kranalyze.feature("e_aces") >= 1).select("board", "aces", "bidder").head(2).rows())
    rows = kranalyze.table(deals, contracts=["koenigmord", "zehnermord"])
    print(rows.group_by("contract", "declarer").agg(pl.col("makeable").mean()).sort("contract", "declarer"))
    figures = kranalyze.stats(deals, contracts=["koenigmord"])
    print(figures.filter(figure="makeable", who="some").select("count", "units").row(0))
    print(kranalyze.par(deals.head(1)).select("dealer", "par_contract").rows())
    for played in kranalyze.simulate(2, seed=7, look={"N": 2, "E": 16}, slips=0.1):
        print(played.contract, played.score)
    deals.select(*"nesw").write_parquet(out / "deals.parquet")
    file, run = out / "deals.parquet", out / "run"
    made: kranalyze.BatchResult = kranalyze.batch(file, run, contracts=["koenigmord"])
    print(made.scan("table").select(pl.len()).collect().item())


def hand() -> None:
    """Find in three ways what a hand is worth: by odds, by a count of layouts, and from the book of hands."""
    odds: list[kranalyze.Odds] = kranalyze.odds(HAND, contracts=["koenigmord", "durchmarsch"])
    print([(one.contract.id, one.share) for one in odds])
    print(kranalyze.count_sweep_layouts(HAND, "koenigmord"), kranalyze.book(HAND)["best_bid"].item())


def errors() -> None:
    """Print the errors for wrong arguments and for a broken record."""
    for wrong in (lambda: kranalyze.deals(-1), lambda: kranalyze.solve("N:AK", contract="koenigmord")):
        try:
            wrong()
        except kranalyze.ArgumentError as error:
            print(error.argument, error)
        except ValueError as error:
            print(error)
    broken: tuple[kranalyze.KpnError, ...] = kranalyze.parse_kpn('[Game "graden"] [Deal "N:AK"]').problems
    print([(error.line, error.message) for error in broken])


def main() -> int:
    """Run the whole tour: call each of the functions above."""
    print(kranalyze.__version__, *(game.name for game in GAMES.values()), sep=", ")
    log("simulated-log.kpn")
    position(Deal.parse("S:AKQ.AK.A. J.QJ.KQ.A T.T.JT.KQ 9.9.9.JT9"))
    hand()
    errors()
    with tempfile.TemporaryDirectory() as out:
        many(Path(out))
    return 0


if __name__ == "__main__":
    sys.exit(main())
