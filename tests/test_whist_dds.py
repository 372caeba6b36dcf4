"""Every value of hundreds of endings of plain whist is that of DDS, the standard solver of bridge."""

import random

import pytest

from extras import import_extra
from kranalyze.answers import tables
from kranalyze.cards import cards_of, mask_of, pack_mask
from kranalyze.deal import Deal, Seat

pytestmark = pytest.mark.extra

dds = import_extra("endplay.dds", "oracle")
bridge = import_extra("endplay.types", "oracle")
Denom = bridge.Denom
Player = bridge.Player

STRAINS = {"S": Denom.spades, "H": Denom.hearts, "D": Denom.diamonds, "C": Denom.clubs, None: Denom.nt}
PLAYERS = {Seat.N: Player.north, Seat.E: Player.east, Seat.S: Player.south, Seat.W: Player.west}


def ending(size: int, pack: int, rnd: random.Random) -> Deal:
    cards = list(cards_of(pack_mask(pack)))
    rnd.shuffle(cards)
    n, e, s, w = (mask_of(cards[i * size : (i + 1) * size]) for i in range(4))
    return Deal((n, e, s, w))


def dds_values(deal: Deal) -> dict[tuple[str, str | None], int]:
    """Return the tricks of the leader's side by leader and trump, computed with DDS."""
    table = dds.calc_dd_table(bridge.Deal(str(deal)))
    return {
        # DDS returns 13 minus the tricks of the leader's side. The declarer sits right of the leader.
        (leader.name, trump): 13 - table[strain, PLAYERS[Seat((leader - 1) % 4)]]
        for leader in Seat
        for trump, strain in STRAINS.items()
    }


@pytest.mark.parametrize(("size", "pack", "count"), [(6, 24, 250), (8, 32, 120), (5, 32, 60), (7, 32, 40)])
def test_every_value_is_that_of_dds(size: int, pack: int, count: int) -> None:
    rnd = random.Random(size)
    deals = [ending(size, pack, rnd) for _ in range(count)]
    rows = tables.table(deals, game="whist", workers=1)
    found: list[dict[tuple[str, str | None], int]] = [{} for _ in deals]
    for deal, leader, trump, value in rows.select("deal", "leader", "trump", "value").rows():
        found[deal][leader, trump] = value
    for deal, ours in zip(deals, found, strict=True):
        assert ours == dds_values(deal), str(deal)
