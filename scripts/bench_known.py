"""Measure single-dummy work in seconds of one core: all layouts of a trick, and whole logs."""

from __future__ import annotations

from dataclasses import dataclass

from bench_yardsticks import timed

from kranalyze import advise, analyze, simulate
from kranalyze.cards import parse_card
from kranalyze.deal import Seat

#: Graden after a first trick to which all followed, nobody excluding a card: five cards each.
LAYOUTS = 756_756


@dataclass(frozen=True)
class Lead:
    """A seat on lead to trick 2 of a contract of South's."""

    contract: str
    deal: str
    seat: Seat
    called: str | None
    play: str

    def all_layouts(self) -> float:
        """CPU seconds of every card of the seat, in every layout."""
        called = None if self.called is None else parse_card(self.called)
        play = [parse_card(word) for word in self.play.split()]

        def work() -> None:
            found = advise(
                self.deal, contract=self.contract, declarer=Seat.S, call=called, play=play, seat=self.seat,
                exact=True, workers=1, floor=False, games=0,
            )  # fmt: skip
            if found.looked_at != LAYOUTS:
                raise SystemExit(f"{self.contract}: {found.looked_at:,} layouts, not {LAYOUTS:,}")

        return timed(work)


SITUATIONS = (
    Lead("durchmarsch", "N:- - AKJ.AQ.T. -", Seat.S, "DA", "SA S9 ST SQ"),
    Lead("hundert", "N:- - AKJ.KQ.T. -", Seat.S, "HA", "SA S9 ST SQ"),
    Lead("zehnermord", "N:- - AKJ.AQ.T. -", Seat.S, None, "SA S9 ST SQ"),
    Lead("bettler", "N:- AQT.KT.Q. - -", Seat.E, None, "S9 SJ SK SA"),
)


def judged(game: str, count: int, seed: int) -> float:
    """CPU seconds of ``analyze --single-dummy`` of simulated games, bids too."""
    records = list(simulate(count, game=game, seed=seed, look=2, slips=0.05))

    def work() -> None:
        found = analyze(records, single_dummy=True, workers=1)
        if found.cards["sd_layouts"].count() < 4 * count:
            raise SystemExit(f"{game}: not all games were judged")

    return timed(work)
