"""``kranalyze table`` and ``kranalyze par``: solve all contracts of deals."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kranalyze.cards import Deck
from kranalyze.cli import options, sinks
from kranalyze.cli.common import Tally, progress_bar, read_argument, say, unknown_board, usage_error
from kranalyze.cli.leftout import report_left_out, why_no_contract
from kranalyze.cli.options import flag, seat
from kranalyze.cli.sinks import ROWS, row_printer, write_output
from kranalyze.deal import Deal, Seat
from kranalyze.games import DEFAULT, GAMES, Game
from kranalyze.games.written import rules_text, written_rules
from kranalyze.show.aligned import SCREEN, escape_control_characters, wrap_sentence

if TYPE_CHECKING:
    import polars as pl
    import pyarrow as pa

    from kranalyze.answers.par import Par
    from kranalyze.read import Columns


def _deals_of(columns: Columns, board: str | None, tally: Tally) -> pl.DataFrame:
    """Return all deals, or only the deals of ``board``, and report the errors of the files.

    If there are deals, but none belongs to ``board``, end the command with an error message.
    """
    tally.report(columns.problems)
    if board is None:
        return columns.frame
    deals = columns.frame.filter(board=board)
    if deals.is_empty() and columns.frame.height:
        unknown_board(board, columns.frame["board"])
    return deals


@options.command(
    """Examples:
  kranalyze table recorded-deals-24.kpn
  kranalyze table evening.kpn --contract koenigmord --contract zehnermord --declarer S
  kranalyze table deals.parquet --workers 4 -o table.parquet
  kranalyze table "N:KJ9.J.J.J T.T.Q9.K9 Q.K9.T.AQ A.AQ.AK.T" --json
  kranalyze table deals.parquet --where "makeable AND contract = 'bettler' AND aces >= 1"
  kranalyze table deals.parquet --features -o table.parquet

JSON (a row per line), CSV and Parquet have the same columns: file, deal, board, game, contract, declarer,
second, leader, trump, partner, order, calls, discard, biddable, makeable, value, guarantee_n to _w,
payoff_n to _w.

--where takes a condition as it stands after WHERE in SQL. It may name these columns (except calls and
discard), dealer ('N' to 'W'), bidder (1 is left of the dealer), and these features of the declarer's hand:
aces tens kings queens jacks nines eights sevens (number of these cards), spades hearts diamonds clubs (number
of cards of the suit), longest shortest voids singletons, marriages ace_king ace_ten (number of suits with
both cards), tops_k tops_t (number of cards that no unseen card of the suit beats, in the order A K Q J T or
A T K Q J), points, and SA SK ... C7 (whether the hand holds the card). A prefix names
another hand: left_ across_ right_ as the declarer sees it, or n_ e_ s_ w_. FORMAT.md explains the columns.
--features adds the columns n, e, s, w, talon, dealer, bidder, and all features from aces to C7.
""",
    options.repeated_argument("FILE"), options.board, options.contracts,
    seat("--declarer declarers", "Solve only for this declarer; may be repeated.", multiple=True),
    flag("--selfish",
        "Solve Schurln and contracts with a second Bettler or Plauderer as well, and find the payoffs of "
        "..._letzten when each seat plays for itself. About a hundred times slower."),
    options.where("Only rows that fulfil this condition in SQL."),
    flag("--features", "Add columns with the hands, the dealer and the features of the declarer's hand."),
    options.game, options.rules, options.deck("french"), options.workers,
    options.output, *options.formats("text", "json", "csv", "parquet"),
)  # fmt: skip
def table(
    tally: Tally, files: tuple[str, ...], board: str | None, contracts: tuple[str, ...],
    declarers: tuple[Seat, ...], selfish: bool, where: str | None, features: bool, game: str | None,
    rules: dict[str, str], deck: Deck | None, workers: int | None, output: str, form: str,
) -> None:  # fmt: skip
    """Solve every contract for every declarer.

    FILE: records, deals, or a deal typed into the command. In the grid each contract is a row, each declarer
    a column.
    """
    import polars as pl

    from kranalyze.answers.rowconditions import row_extras
    from kranalyze.answers.tables import make_plans, solve_batches
    from kranalyze.read import join_columns, keep_known_deals, read_deal_columns

    if features and form == "text":
        usage_error("--features adds columns: give -o OUT.parquet or --format json, csv or parquet.")
    extras = read_argument(row_extras, hands=features, features=features, where=where)
    frame = _deals_of(
        join_columns(keep_known_deals(read_deal_columns(file, game, rules)) for file in files), board, tally
    )
    games = frame["game"].unique(maintain_order=True).to_list()
    if left_out := {name: why for name in games if (why := why_no_contract(name, contracts))}:
        report_left_out(left_out, len(left_out) == len(games))
        frame = frame.filter(~pl.col("game").is_in(list(left_out)))
    plans = read_argument(make_plans, frame, contracts or None, declarers or None, rules, selfish)
    if not plans:
        return
    rows_on_terminal = output == "-" and sys.stdout.isatty()
    with write_output(output, form) as out:
        sink: AbstractContextManager[sinks.Write] = nullcontext(sinks.hands_as_text(row_printer(form, out)))
        if form == "text":
            sink = sinks.text_sink(out, frame, plans, deck or "french", output)
        elif form == "parquet":
            sink = sinks.parquet_sink(out, list(plans.values()), extras)
        rows = 0

        def counted(table: pa.Table) -> None:
            nonlocal rows
            rows += table.num_rows
            write(table)

        with (
            sink as write,
            progress_bar("deal", not rows_on_terminal, total=frame.height) as progress,
            closing(solve_batches(frame, plans, workers, counted, extras=extras)) as batches,
        ):
            del frame  # free the memory of perhaps millions of deals: `batches` has its own copies
            for batch in batches:
                tally.report(batch.problems)  # errors of deals that the core refused
                tally.done += batch.deals - len(batch.problems)
                progress(batch.deals)
    if where is not None and not rows and not tally.failed:
        say("no row fulfils the condition", err=True)


@options.command(
    """Examples:
  kranalyze par evening.kpn
  kranalyze par "N:JT9.JT9.. ..JT9.JT9 AKQ.AKQ.. ..AKQ.AKQ" --dealer E
  kranalyze par deals.parquet --format csv
  kranalyze par deals.parquet --where "s_aces >= 2"

JSON and CSV have one row per deal and dealer: file, deal, board, dealer, par_contract, par_declarer,
par_second, par_call, par_auction, par_n, par_e, par_s, par_w.
""",
    options.repeated_argument("FILE"), options.board,
    seat("--dealer", "The dealer (default: as in the record, or else every seat in turn)."),
    options.where("Only deals that fulfil this condition in SQL (see `kranalyze deal`)."),
    options.rules, options.deck("french"), options.workers, *options.formats("text", "json", "csv"),
)  # fmt: skip
def par(
    tally: Tally, files: tuple[str, ...], board: str | None, dealer: Seat | None, where: str | None,
    rules: dict[str, str], deck: Deck | None, workers: int | None, form: str | None,
) -> None:  # fmt: skip
    """Bid a deal of Graden as four perfect bidders who see all cards.

    FILE: records, deals, or a deal typed into the command.
    """
    import polars as pl

    from kranalyze.answers.par import deals_that_fulfil, par_row, pars_of_deals, why_no_par
    from kranalyze.read import drop_deals, join_columns, keep_known_deals, read_deal_columns

    read_argument(GAMES[DEFAULT].under, rules)
    columns = join_columns(read_deal_columns(file, None, rules) for file in files)
    if board is not None and not (one_board := columns.frame.filter(board=board)).is_empty():
        columns = replace(columns, frame=one_board)
    for game in columns.frame["game"].unique(maintain_order=True):
        if (why := why_no_par(GAMES[game])) is not None:
            columns = drop_deals(columns, pl.col("game") == game, why)
    frame = _deals_of(keep_known_deals(columns, "a hand is not known"), board, tally)
    if where is not None:
        all_deals = frame.height
        frame = read_argument(deals_that_fulfil, where, frame, dealer)
        if all_deals and frame.is_empty():
            say("no deal fulfils the condition", err=True)
    print_rows = row_printer(form)
    with progress_bar("deal", unit_scale=True, leave=False) as progress:
        results = pars_of_deals(frame, None if dealer is None else [dealer], rules=rules, workers=workers)
        for row, (_, deal_pars) in zip(frame.iter_rows(named=True), results, strict=True):
            tally.done += 1
            progress(1, frame.height)
            if form in ROWS:
                origin = {name: row[name] for name in ("file", "deal", "board")}
                print_rows({**origin, **par_row(p)} for p in deal_pars)
            else:
                game = GAMES[DEFAULT].under({**written_rules(row["rules"]), **rules})
                say(_par_text(row, deal_pars, game, deck or "french"))


def _par_text(row: dict[str, Any], deal_pars: list[Par], game: Game, deck: Deck) -> str:
    """Return a text with a deal, and with its par result for each dealer."""
    from kranalyze.show.text import card_text, game_name_and_changed_rules, payment

    name = f"Board {escape_control_characters(row['board'])}: " if row["board"] else ""
    rules = f"  {game_name_and_changed_rules(game)}" if rules_text(game) else ""
    lines = [name + Deal((row["n"], row["e"], row["s"], row["w"])).text(deck) + rules]
    for p in deal_pars:
        contract = game.contract(p.contract).name
        by = "" if p.declarer is None else f" by {p.declarer.title}"
        by += "" if p.second is None else f" with {p.second.title}"
        call = "" if p.call is None else f", calling {card_text(p.call, deck)}"
        auction = " ".join(word for _, word in p.auction)
        paid = payment(p.payoff, game.unit)
        line = f"  {p.dealer.title} deals: {contract}{by}{call}; {paid}  ({auction})"
        if len(line) <= (SCREEN.get() or len(line)):
            lines.append(line)
        else:  # the line is too wide for the terminal, so write several shorter lines
            parts = f"  {p.dealer.title} deals: {contract}{by}{call}", f"    {paid}", f"    ({auction})"
            lines += (wrap_sentence(part, "      ") for part in parts)
    return "\n".join(lines)
