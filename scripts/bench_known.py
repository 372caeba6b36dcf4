"""Measure how many CPU seconds single-dummy analysis takes on one core.

Single dummy means that a card is judged by what its player could know. A layout is a way to deal the cards
that the player cannot see. The measured work is to find the values of cards in all layouts, and to analyze
whole logs.
"""

from __future__ import annotations

from dataclasses import dataclass

from bench_yardsticks import timed

from kranalyze import advise, analyze, simulate
from kranalyze.cards import parse_card
from kranalyze.deal import Seat

#: Number of layouts in the game Graden after trick 1, if all players followed suit and no card is excluded
#: from any hand. After trick 1 each player holds five cards.
LAYOUTS = 756_756


@dataclass(frozen=True)
class Lead:
    """A situation: South is declarer, trick 1 has been played, and ``seat`` leads to trick 2.

    Attributes:
        contract: id of the contract.
        deal: text of a deal that has only the cards of ``seat``.
        seat: the seat whose cards are judged.
        called: the card that the declarer called. None: the contract calls no card.
        play: the cards of trick 1.
    """

    contract: str
    deal: str
    seat: Seat
    called: str | None
    play: str

    def all_layouts(self) -> float:
        """Return how many CPU seconds it takes to value every card of the seat in every layout."""
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
    """Return the CPU seconds of ``analyze --single-dummy`` on simulated games. The bids are judged, too."""
    records = list(simulate(count, game=game, seed=seed, look=2, slips=0.05))

    def work() -> None:
        found = analyze(records, single_dummy=True, workers=1)
        if found.cards["sd_layouts"].count() < 4 * count:
            raise SystemExit(f"{game}: not all games were judged")

    return timed(work)
