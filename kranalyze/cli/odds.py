"""``kranalyze odds`` and ``kranalyze par``: what a hand is worth, and what perfect bidders would reach."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from kranalyze.cards import Deck, hand_text, parse_hand
from kranalyze.cli.common import (
    Tally,
    contract_argument,
    contract_option,
    deck_option,
    format_option,
    game_option,
    in_deck,
    lang_option,
    report_option,
    rule_option,
    rules_argument,
    say,
    seat_option,
    usage,
    workers_option,
    write_output,
)
from kranalyze.cli.deal import hand_type
from kranalyze.deal import Seat
from kranalyze.games import DEFAULT, GAMES
from kranalyze.show.jsonrows import as_line
from kranalyze.show.printable import one_line

if TYPE_CHECKING:
    import polars as pl

    from kranalyze.answers.par import Par


@click.command(
    epilog="""\b
Examples:
  kranalyze odds AKJ.AQ.T.                       every contract of Graden, from the book of hands
  kranalyze odds AKJ.AQ.T. --contract durchmarsch --play
  kranalyze odds AKJ.AQ.T. --exact --known "E=HK HJ ST SQ"
  kranalyze odds AKJ.AQ.T. --known E=HK --samples 5000 --seed 7
  kranalyze odds AT.KQ.. --game russbach --contract simple --samples 20
  kranalyze odds AK.A.T.J --seat W --dealer S --within 0.05

\b
The fourth is about the four cards that a caller of Rußbach has seen; in the last, of Bauernschnapsen,
West is forehand.

\b
Where a card is called or a trump named, the choice is made before the layout is seen: the one with the
best mean; "best per layout" is the share if the choice could wait. A choice that is not there in every layout
(a card that may be an own one, where a part of the hand is given; a trump that forehand may not hold) is
counted over the layouts in which it is; "layouts" says how many. ..._letzten count by what the declarer can
guarantee. The settlement is that of perfect play.

\b
JSON has one line per contract: hand, game, contract, method (exact, book, sample), biddable, layouts, made,
share, low, high (the 95% interval), mean, call, trump, share_dd, and with --play play.
""",
)
@click.argument("hand")
@contract_option("--contract", "contracts", multiple=True, help="Only this contract; may be repeated.")
@click.option(
    "--samples", type=click.IntRange(1), metavar="N",
    help="How many random layouts (default: see --within).",
)  # fmt: skip
@click.option(
    "--within", type=click.FloatRange(0, 1, min_open=True), metavar="W",
    help="Go on until the 95% interval is no wider (default: 0.01, or what five seconds of one core give).",
)  # fmt: skip
@click.option("--exact", is_flag=True, help="All layouts, 20 million at the most: up to a minute for Graden.")
@click.option(
    "--seed", type=click.IntRange(0, 2**64 - 1), metavar="S",
    help="The series of random layouts (default: 0). The same seed gives the same figures.",
)  # fmt: skip
@click.option(
    "--known", type=hand_type, metavar="SEAT=CARDS", multiple=True,
    help='Cards that another seat is known to hold, "E=HK ST"; once per seat.',
)  # fmt: skip
@seat_option("--seat", help="Where the hand sits (default: S).")
@seat_option("--dealer", help="Who deals (default: so that the hand is forehand).")
@click.option("--play", is_flag=True, help="Also the share for every first card.")
@report_option
@lang_option
@game_option
@rule_option
@deck_option("french")
@workers_option
@format_option("text", "json")
def odds(
    hand: str, contracts: tuple[str, ...], samples: int | None, within: float | None, exact: bool,
    seed: int | None, known: tuple[tuple[Seat, int], ...], seat: Seat | None, dealer: Seat | None,
    play: bool, report: str | None, lang: str | None, game: str | None, rules: dict[str, str],
    deck: Deck | None, workers: int | None, form: str | None,
) -> None:  # fmt: skip
    """Say how often a hand makes each contract, and what it is paid on average.

    HAND: the declarer's cards, spades.hearts.diamonds.clubs. Of Rußbach and Rufmariasch it may be the four
    that the caller has seen, of Bauernschnapsen forehand's first three: the rest of the hand is random too.
    """
    from kranalyze.hand import hand as hands
    from kranalyze.hand.asking import game_of
    from kranalyze.hand.wording import odds_text

    try:
        mask = in_deck(hand, deck or "french", parse_hand)
        row = game_of(mask, game)
    except ValueError as error:
        usage(f"{error}.")
    chosen = [contract_argument(row, contract) for contract in contracts] or None
    if len(dict(known)) < len(known):
        usage("--known: a seat is given twice.")
    with layout_bar("layout") as progress:
        try:
            answers = hands.odds(
                mask, game=row, contracts=chosen, samples=samples, within=within, exact=exact, seed=seed,
                known=dict(known), seat=Seat.S if seat is None else seat, dealer=dealer,
                rules=rules_argument(row, rules), play=play, workers=workers, progress=progress,
            )  # fmt: skip
        except ValueError as error:
            usage(f"{error}.")
    if form == "json":
        say("\n".join(as_line(answer.row()) for answer in answers))
    else:
        limited = samples is None and within is None and not exact
        say(odds_text(answers, deck or "french", taken=game is None, limited=limited))
    if report is not None:
        from kranalyze.show.pages.hands import hand_page

        cards = "; ".join(f"{s.name} holds {hand_text(m)}" for s, m in dict(known).items())
        with write_output(report, "html") as out:
            told = f"Known of the others: {cards}." if cards else ""
            out.write(hand_page(answers, told, lang, deck).encode())


@contextmanager
def layout_bar(unit: str) -> Iterator[Callable[[int, int | None], object] | None]:
    """A progress bar if somebody looks."""
    if not sys.stderr.isatty():
        yield None
        return
    from tqdm import tqdm

    with tqdm(unit=unit, file=sys.stderr, unit_scale=True, leave=False) as bar:

        def progress(done: int, total: int | None) -> None:
            bar.total = total
            bar.update(done)

        yield progress


@click.command(
    epilog="""\b
Examples:
  kranalyze par evening.kpn
  kranalyze par "N:JT9.JT9.. ..JT9.JT9 AKQ.AKQ.. ..AKQ.AKQ" --dealer E
  kranalyze par deals.parquet --format csv

\b
JSON and CSV have one row per deal and dealer: file, deal, board, dealer, par_contract, par_declarer,
par_second, par_call, par_auction, par_n, par_e, par_s, par_w.
""",
)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@seat_option("--dealer", help="Who deals (default: as in the record, or else every seat in turn).")
@rule_option
@deck_option("french")
@workers_option
@format_option("text", "json", "csv")
def par(
    files: tuple[str, ...], dealer: Seat | None, rules: dict[str, str], deck: Deck | None,
    workers: int | None, form: str | None,
) -> None:  # fmt: skip
    """Bid a deal of Graden as four perfect bidders would who see all cards.

    FILE: records, deals, or a deal given in place.
    """
    tally = Tally()
    frame = _graden_deals(files, rules, tally)
    header = True
    with layout_bar("deal") as progress:
        for row, found in _pars(frame, dealer, rules, workers):
            tally.done += 1
            if progress is not None:
                progress(1, frame.height)
            if form is None or form == "text":
                say(_par_text(row, found, deck or "french"))
                continue
            rows = [_par_row(row, p) for p in found]
            if form == "json":
                say("\n".join(map(as_line, rows)))
            else:
                say(_csv(rows, header), nl=False)
                header = False
    tally.finish()


def _graden_deals(files: tuple[str, ...], rules: dict[str, str], tally: Tally) -> pl.DataFrame:
    """The deals of Graden in all files; others are reported."""
    import polars as pl

    from kranalyze.read import open_deals
    from kranalyze.read.columns import schema

    rules_argument(GAMES[DEFAULT], rules)
    frames = [pl.DataFrame(schema=schema())]
    for file in files:
        columns = open_deals(file, None, rules).frame()
        tally.report(columns.problems)
        unknown = pl.any_horizontal(pl.col("n", "e", "s", "w").is_null())
        other = pl.col("game") != DEFAULT
        for bad, message in ((other, f"par is defined for {DEFAULT} only"), (unknown, "a hand is not known")):
            for name, line, index in columns.frame.filter(bad).select("file", "line", "deal").iter_rows():
                tally.error(name, line, index, message)
        frames.append(columns.frame.filter(~(unknown | other)))
    return pl.concat(frames)


def _pars(
    frame: pl.DataFrame, dealer: Seat | None, given: dict[str, str], workers: int | None
) -> Iterator[tuple[dict[str, Any], list[Par]]]:
    """Every deal with its par, by the rules of its record and those given."""
    import polars as pl

    from kranalyze.answers.par import pars

    runs = frame.with_columns(run=pl.col("rules").rle_id()).partition_by("run", maintain_order=True)
    for run in runs:
        written = dict(part.split("=", 1) for part in (run["rules"][0] or "").split())
        rows = run.iter_rows(named=True)
        for row, (_, found) in zip(rows, pars(run, rules={**written, **given}, workers=workers), strict=True):
            wanted = dealer if dealer is not None else Seat.parse(row["dealer"]) if row["dealer"] else None
            yield row, [p for p in found if wanted is None or p.dealer == wanted]


def _par_row(row: dict[str, Any], found: Par) -> dict[str, Any]:
    from kranalyze.answers.par import par_row

    return {**{name: row[name] for name in ("file", "deal", "board")}, **par_row(found)}


def _csv(rows: list[dict[str, Any]], header: bool) -> str:
    import polars as pl

    return pl.DataFrame(rows, infer_schema_length=None).write_csv(include_header=header)


def _par_text(row: dict[str, Any], found: list[Par], deck: Deck) -> str:
    """A deal, and the par of each dealer."""
    from kranalyze.deal import Deal
    from kranalyze.show.text import card_text, payment

    name = f"Board {one_line(row['board'])}: " if row["board"] else ""
    hands = Deal((row["n"], row["e"], row["s"], row["w"]))
    lines = [name + hands.text(deck)]
    for p in found:
        contract = GAMES[DEFAULT].contract(p.contract).name
        by = "" if p.declarer is None else f" by {p.declarer.title}"
        by += "" if p.second is None else f" with {p.second.title}"
        call = "" if p.call is None else f", calling {card_text(p.call, deck)}"
        said = " ".join(word for _, word in p.auction)
        paid = payment(p.payoff, GAMES[DEFAULT].unit)
        lines.append(f"  {p.dealer.title} deals: {contract}{by}{call}; {paid}  ({said})")
    return "\n".join(lines)
