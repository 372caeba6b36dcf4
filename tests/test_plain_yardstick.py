"""Tables of full Rußbach deals equal the results of scripts/plain.c, which shares no code with the core."""

from pathlib import Path

from kranalyze.answers import tables
from kranalyze.dealing import random_deals
from kranalyze.games import GAMES
from plain import compiled

SOURCE = Path(__file__).resolve().parent.parent / "scripts" / "plain.c"


def test_every_row_of_full_deals_is_what_plain_alpha_beta_says(tmp_path: Path) -> None:
    deals = random_deals(GAMES["russbach"], 5, seed=32).select("n", "e", "s", "w")
    lines = ("{:08x} {:08x} {:08x} {:08x}".format(*deal) for deal in deals.rows())
    expected: dict[tuple[int, str, str, str | None], list[int]] = {}
    deal = -1
    for line in compiled(SOURCE, tmp_path)(lines, "russbach"):
        words = line.split()
        if words[0] == "deal":
            deal += 1
            continue
        caller, trump, partner = words[:3]
        expected[deal, caller, trump, None if partner == caller else partner] = [int(w) for w in words[3:]]
    rows = tables.table(deals, game="russbach", contracts=["simple", "hundred", "all_tricks"])
    found: dict[tuple[int, str, str, str | None], list[int]] = {}
    for row in rows.select("deal", "declarer", "trump", "partner", "value").rows():
        found.setdefault(row[:4], []).append(row[4])
    assert len(expected) > 200
    assert found == expected
