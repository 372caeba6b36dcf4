"""``kranalyze table``, ``par``, ``stats`` and ``odds``: answer questions about many deals and about hands."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, nullcontext, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kranalyze.cards import Deck, hand_text, parse_hand
from kranalyze.cli import options, sinks
from kranalyze.cli.common import Tally, progress_bar, read_argument, say, unknown_board, usage_error
from kranalyze.cli.options import flag, number, option, read_in_either_deck, seat
from kranalyze.cli.sinks import ROWS, encoded, row_printer, write_output, write_page_to_file
from kranalyze.deal import Deal, Seat
from kranalyze.games import DEFAULT, GAMES, Game
from kranalyze.games.written import rules_text, written_rules
from kranalyze.show.aligned import SCREEN, escape_control_characters, wrap_sentence
from kranalyze.version import VERSION

if TYPE_CHECKING:
    import polars as pl
    import pyarrow as pa

    from kranalyze.answers.par import Par
    from kranalyze.conditions.sql import SqlExpression
    from kranalyze.hand import Odds
    from kranalyze.read import Columns
    from kranalyze.read.pieces import ListedHand
    from kranalyze.survey.portions import Portion


def _deals_of(columns: Columns, board: str | None, tally: Tally) -> pl.DataFrame:
    """Return all deals, or only those of ``board``. Report errors. Refuse a missing board."""
    tally.report(columns.problems)
    if board is None:
        return columns.frame
    deals = columns.frame.filter(board=board)
    if deals.is_empty() and columns.frame.height:
        unknown_board(board, columns.frame["board"])
    return deals


def _why_no_contract(game: str, contracts: Sequence[str]) -> str | None:
    """Return an error message if a game has none of the contracts, otherwise None. ``game`` is its id."""
    try:
        GAMES[game].known_contracts(contracts)
    except ValueError as error:
        return str(error)
    return None


def _report_left_out(errors: dict[str, str], nothing_left: bool) -> None:
    """Print the games that were left out because they do not have the contracts.

    ``errors`` has an error message for each of these games. If no game is left, report wrong usage.
    """
    if errors and nothing_left:
        usage_error(next(iter(errors.values())))
    if errors:
        say(f"left out: {', '.join(errors)}, without such a contract", err=True)


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
    seat("--declarer declarers", "Only this declarer; may be repeated.", multiple=True),
    flag("--selfish",
        "Also Schurln, a second Bettler or Plauderer, and the payoffs of ..._letzten when each plays for "
        "himself. About a hundred times slower."),
    options.where("Only rows that fulfil this condition in SQL."),
    flag("--features", "Also the hands, the dealer and the features of the declarer's hand as columns."),
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
    if left_out := {name: why for name in games if (why := _why_no_contract(name, contracts))}:
        _report_left_out(left_out, len(left_out) == len(games))
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
            del frame  # free its memory: it may have millions of deals, and the batches have copies
            for batch in batches:
                tally.report(batch.problems)  # deals that the core refused
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
        else:  # one line would be too wide for the terminal: use several lines
            parts = f"  {p.dealer.title} deals: {contract}{by}{call}", f"    {paid}", f"    ({auction})"
            lines += (wrap_sentence(part, "      ") for part in parts)
    return "\n".join(lines)


def _groups(text: str) -> list[str]:
    """Split the value of ``--by`` into SQL expressions."""
    from kranalyze.conditions.sql import split_list

    return split_list(text)


@options.command(
    """Examples:
  kranalyze stats --random 2000 --seed 1                      how often can each contract be made?
  kranalyze stats --random 500 --seed 1 --by aces,longest     how does it depend on the hand?
  kranalyze stats --random 9999 --where "bidder = 1 AND ace_king >= 1" --by "aces + tens"
  kranalyze stats evening.kpn                                 what could we have bid?
  kranalyze stats recorded-deals-24.kpn --report recorded.html
  kranalyze stats deals.parquet -o stats.parquet

Makeable means with all hands open, by the best call and trump of each deal. Contracts in which only forehand
bids, names the trump or leads need a known dealer. Records with their play are also counted as they were bid
and played: how often a contract was bid, made and makeable. They also show what the declarer gave away in
play (less than he could have forced) and in bidding (another contract would have paid him more).

--where takes a condition as it stands after WHERE in SQL, and --by expressions as after GROUP BY. They may
name columns of each hand that could declare: seat (N E S W), bidder (1 is left of the dealer), dealer, and
aces tens kings queens jacks nines eights sevens (number of these cards), spades hearts diamonds clubs (number
of cards of the suit), longest shortest voids singletons, marriages ace_king ace_ten (number of suits with
both cards), tops_k tops_t (number of cards that no unseen card of the suit beats, in the order A K Q J T or
A T K Q J), points, and SA SK ... C7 (whether the hand holds the card). A prefix names
another hand: left_ across_ right_ as this hand sees it (left_aces), or n_ e_ s_ w_. Only hands that fulfil
--where are counted as declarers. SQL may have AND OR NOT IN BETWEEN LIKE IS NULL, CASE WHEN ... END, + - * /
// %, and the functions abs ceil coalesce floor greatest least mod nullif round sign. Division by 0 gives
NULL; 3 / 2 is 1.5. FORMAT.md explains them.

JSON (a row per line), CSV and Parquet have a row per figure: game, rules, aces, tens, longest, marriages,
voids (null where not grouped by), other expressions of --by, figure, who, contract, amount, units, count,
share, low, high, total, mean.
""",
    options.repeated_argument("FILE", required=False), options.board,
    number("--random random_", "Count over N random deals instead of FILE."),
    options.seed("Seed of the random deals (default: chosen at random and printed)."),
    options.where("Count only declarers whose hands fulfil this condition in SQL."),
    option("--by",
        "Group hands by expressions in SQL, separated by commas: aces, aces + tens AS honours, ...",
        options.Typed("SQL,...", _groups)),
    flag("--par",
        "Also count what four perfect bidders reach (Graden, known dealer). About three deals a second."),
    options.contracts, seat("--dealer", "The dealer of deals that name none."),
    options.game, options.rules, options.workers, options.charts, options.language, options.deck("french"),
    options.output, *options.formats("text", "json", "csv", "parquet"),
)  # fmt: skip
def stats(
    tally: Tally, files: tuple[str, ...], board: str | None, random_: int | None, seed: int | None,
    where: str | None, by: list[str] | None, par: bool, contracts: tuple[str, ...], dealer: Seat | None,
    game: str | None, rules: dict[str, str], workers: int | None, report: str | None, lang: str | None,
    deck: Deck | None, output: str, form: str,
) -> None:  # fmt: skip
    """Count how often contracts can be made and were made.

    FILE: records, deals, or a deal typed into the command. Without FILE give --random.
    """
    if (random_ is None) == (not files):
        usage_error("Give either FILE or --random N.")
    if random_ is None and seed is not None:
        usage_error("--seed goes with --random.")
    from secrets import randbits

    from kranalyze.conditions.handvalues import differ_between_hands
    from kranalyze.conditions.scopes import hand_scope
    from kranalyze.conditions.sql import read_condition
    from kranalyze.show.statstext import stats_text
    from kranalyze.survey.counting import Survey
    from kranalyze.survey.figurecolumns import read_groups
    from kranalyze.survey.portions import Files, random_pieces

    groups = read_argument(read_groups, by or ())
    condition = None if where is None else read_argument(read_condition, where, hand_scope())
    if par and groups:
        usage_error("--par counts deals, --by groups hands: give only one of them.")
    if par and differ_between_hands(condition):
        usage_error("--par counts deals, this --where chooses hands: name features of seats, as in n_aces.")
    source, row = Files(files, game, rules, dealer, tally.report, board), GAMES[game or DEFAULT]
    pieces = source.pieces()
    if random_ is not None:
        read_argument(row.under, rules)
        if seed is None:
            seed = randbits(32)
            say(f"seed {seed}", err=True)
        pieces = random_pieces(row, random_, seed, rules)
    groupings = [{}, groups] if groups else [{}]
    if report is not None and list(groups) != ["aces", "longest"]:
        groupings.append(read_groups(["aces", "longest"]))
    survey = Survey(
        groupings, contracts or None, examples=report is not None, par=par, where=condition
    )
    left_out = dict[str, str]()

    def pieces_with_contract() -> Iterator[Portion]:
        for piece in pieces:
            if why := _why_no_contract(piece.game, contracts):
                left_out[piece.game] = why
            else:
                read_argument(GAMES[piece.game].under, rules)
                yield piece

    with progress_bar("deal", total=random_, leave=False) as progress:
        for counted in survey.run(pieces_with_contract(), workers):
            tally.report(counted.problems)
            tally.done += counted.deals
            progress(counted.deals)
    if board is not None and tally.empty:
        unknown_board(board)
    _report_left_out(left_out, tally.empty)
    if survey.without:
        if tally.empty:
            usage_error(f"In {', '.join(survey.without)} nothing is made or lost: there is nothing to count.")
        say(f"left out: {', '.join(survey.without)}, in which nothing is made or lost", err=True)
    if not tally.done:
        return
    origin = source.told()
    if random_ is not None:
        origin = f"{random_:,} random deals of {row.name}, seed {seed}; the dealer goes round, North first."
    figures = survey.figures(tuple(groups))
    if figures.is_empty():
        say(f"no {'hand' if differ_between_hands(condition) else 'deal'} fulfils the condition", err=True)
        return
    with write_output(output, form) as out:
        if form == "text":
            out.write(encoded(stats_text(figures, tuple(groups), origin, survey.undealt, condition), output))
        elif form == "parquet":
            import pyarrow.parquet as pq

            metadata = {"kranalyze.version": VERSION, "kranalyze.source": origin}
            if where is not None:
                metadata["kranalyze.where"] = where
            schema = survey.schema(tuple(groups))
            schema = schema.with_metadata({**schema.metadata, **metadata})
            pq.write_table(figures.to_arrow().cast(schema), out, compression="zstd")
        else:
            row_printer(form, out)(figures.to_arrow())
    if report is not None:
        from kranalyze.show.pages.reports import bidding_page

        write_page_to_file(report, bidding_page(survey, origin, tuple(groups), lang, deck))


def _may_fit(condition: SqlExpression, hand: int, game: str | None) -> bool:
    """Return whether a hand fulfils a condition.

    Return True if the hand fits no game, because a later check refuses such a hand with a message.
    """
    from kranalyze.conditions.handvalues import fits_hand
    from kranalyze.hand.asking import game_of

    try:
        row = game_of(hand, game)
    except ValueError:
        return True
    return fits_hand(condition, hand, row)


@options.command(
    """Examples:
  kranalyze odds AKJ.AQ.T.                       every contract of Graden, from the book of hands
  kranalyze odds AKJ.AQ.T. --contract durchmarsch --play
  kranalyze odds AKJ.AQ.T. --exact --known "E=HK HJ ST SQ"
  kranalyze odds AKJ.AQ.T. --known E=HK --samples 5000 --seed 7
  kranalyze odds AT.KQ.. --game russbach --contract simple --samples 20
  kranalyze odds "SA SK HA DA CJ C9" QJT.AQ.A. --contract durchmarsch --format csv
  kranalyze odds evening.kpn --seat E               what East could have bid, board by board
  kranalyze odds AK.A.T.J --seat W --dealer S --within 0.05
  kranalyze odds KQ9.JT.9. --contract bettler --games 2000 --look 65

The fifth example has the four cards that a caller of Rußbach has seen. The last but one is of
Bauernschnapsen; West is forehand.

There are two answers. "open cards": everybody sees all hands and plays perfectly. "at table": careful players
play games. They know only what their seats can see, and play the card with the best mean over layouts of the
unseen cards. The best bid has the best mean at the table; if that is not above 0, pass. With --games 0 there
are only figures for open cards, but more of them, and the best bid is the best with open cards. Several hands
get figures at the table from the book of hands or with --games N, because games take time. The games of the
book are shown unless another option asks for other figures.

The columns "calls" and "trump" have the card to call or the suit to name. It is chosen before the layout is
seen: the choice with the best mean with open cards. "best per layout" is the share if the choice could wait.
Some choices are not possible in every layout: the declarer may hold the called card, or forehand may not hold
the trump. Their figures count only the layouts in which they are possible; "layouts" is the number of these
layouts. With open cards the contracts ..._letzten count by the declarer's guarantee. The page of --report is
about open cards.

JSON and CSV have one row per contract: file, line, board, hand, game, contract, method (exact, book, sample),
biddable, layouts, made, share, low, high (the 95% interval), mean, call, trump, share_dd, careful_share,
careful_low, careful_high, careful_mean, careful_mean_low, careful_mean_high, careful_games, careful_look, and
play (only with --play).
""",
    options.repeated_argument("HAND_OR_FILE", "hand_or_file"), options.contracts,
    number("--samples", "Number of random layouts (default: see --within)."),
    options.within(
        "Draw until the 95% interval is no wider than W (default: 0.01, or until five seconds of one core "
        "are used)."),
    flag("--exact", "Go through all layouts, at most 20 million. Takes up to a minute for Graden."),
    options.seed(
        "Seed of the random layouts and games (default: 0, and the book of hands where it has the hand). "
        "The same command with the same seed always gives the same figures, with any number of threads."),
    options.hands("--known", 'Known cards of another seat, "E=HK ST"; once per seat.',
        metavar="SEAT=CARDS"),
    seat("--seat", "The seat of the hand (default: S).", default="S"),
    seat("--dealer", "The dealer (default: the seat that makes the hand forehand)."),
    flag("--play leads", "Also show the share for every first card."),
    options.where('Only hands that fulfil this condition in SQL, as in "aces >= 2 AND voids = 0".'),
    options.games(
        "Number of games at the table for each row; 0: no games (default: the games of the book of hands, "
        "else as many as a few seconds of one processor core allow by an estimate, which is the same on "
        "every machine)."),
    options.look(
        "Most layouts by which a careful player judges at each turn (default: those of the book of hands, "
        "else 256)."),
    options.charts, options.language, options.game, options.rules, options.deck("french"), options.workers,
    *options.formats("text", "json", "csv"),
)  # fmt: skip
def odds(
    tally: Tally, hand_or_file: tuple[str, ...], contracts: tuple[str, ...], known: dict[Seat, int],
    seat: Seat, where: str | None, report: str | None, lang: str | None, game: str | None,
    rules: dict[str, str], deck: Deck | None, form: str | None, dealer: Seat | None, games: int | None,
    **sampling: Any,
) -> None:  # fmt: skip
    """Show how often a hand makes each contract, and what it is paid on average.

    HAND_OR_FILE: the declarer's cards, spades.hearts.diamonds.clubs. In Rußbach and Rufmariasch these may be
    the four cards that the caller has seen, in Bauernschnapsen forehand's first three. The other cards of the
    hand are then random, too.

    A file has a hand in each line, or deals or records, from which the hand of --seat is taken. For several
    hands the text has a line for each with its best bid. JSON and CSV have a row per contract.
    """
    from kranalyze.conditions.scopes import own_scope
    from kranalyze.conditions.sql import read_condition
    from kranalyze.hand import hand as hands
    from kranalyze.hand.asking import HandQuery, game_of
    from kranalyze.hand.book import has_games, with_careful_figures
    from kranalyze.read.pieces import names_file_of_hands
    from kranalyze.show.oddstext import format_best_bid_by_odds, odds_text

    letters = deck or "french"
    print_rows = row_printer(form)
    many = len(hand_or_file) > 1 or names_file_of_hands(hand_or_file[0])
    if many and report is not None:
        usage_error("--report is about one hand.")
    entries = _read_hands(tally, hand_or_file, letters, game, seat)
    if where is not None:
        condition = read_argument(read_condition, where, own_scope())
        entries = [entry for entry in entries if _may_fit(condition, entry.hand, game or entry.game)]
        if not entries and not tally.failed:
            say("no hand fulfils the condition", err=True)
            return
    # To play games for thousands of hands would take hours. So figures for several hands come from the book.
    booked_only = many and games is None and sampling["look"] is None
    games = 0 if many and games is None else games
    with_games = games != 0
    if booked_only:
        with_games = any(map(has_games, _games_of([(entry.hand, entry.game) for entry in entries], game)))
    with_boards = any(entry.board is not None for entry in entries)
    if many and form not in ROWS and entries:
        say(format_best_bid_by_odds(None, games=with_games, board="board" if with_boards else None))
    for file, line, hand, board, own_game, own_rules in entries:
        try:
            row = game_of(hand, game or own_game)
            chosen = [read_argument(row.contract, contract) for contract in contracts] or None
            read_argument(row.under, rules)
            with progress_bar("layout", unit_scale=True, leave=False) as progress:
                query: dict[str, Any] = {
                    "contracts": chosen, "known": known, "seat": seat, "dealer": dealer,
                    "rules": {**written_rules(own_rules), **rules},
                }  # fmt: skip
                answers = hands.odds(hand, game=row, **query, games=games, progress=progress, **sampling)
                if booked_only:
                    answers = with_careful_figures(answers, HandQuery(row, hand, **query))
        except ValueError as error:
            if not many:
                usage_error(f"{error}.")
            tally.error(file, line, 0, str(error))
            continue
        if form in ROWS:
            print_rows({"file": file, "line": line, "board": board, **answer.row()} for answer in answers)
        elif many:
            name = escape_control_characters(board or "") if with_boards else None
            say(format_best_bid_by_odds(answers, letters, with_games, name))
        else:
            limited = not (sampling["samples"] or sampling["within"] or sampling["exact"])
            say(odds_text(answers, letters, game_was_guessed=game is None, sampling_time_was_limited=limited))
        tally.done += 1
        if report is not None:
            cards = "; ".join(f"{s.name} holds {hand_text(m)}" for s, m in known.items())
            known_text = f"Known of the others: {cards}." if cards else ""
            _write_hand_page(report, answers, known_text, lang, deck)



def _read_hands(
    tally: Tally, sources: Iterable[str], deck: Deck, game: str | None, seat: Seat
) -> list[ListedHand]:
    """Read the hands that the command line names, with their files and lines. Report errors in files.

    Args:
        tally: counter of errors.
        sources: hands as texts, and names of files with hands.
        deck: deck whose card letters the hands use.
        game: the game that the user names. None: no game is named.
        seat: the seat whose hand is taken if a file has deals.
    """
    from kranalyze.read.pieces import ListedHand, listed_hands, names_file_of_hands

    entries: list[ListedHand] = []
    for source in sources:
        if names_file_of_hands(source):
            listed, problems = listed_hands(source, deck, game, seat)
            tally.report(problems)
            entries += listed
        else:
            hand = read_argument(read_in_either_deck, source, deck, parse_hand, end=".")
            entries.append(ListedHand("<hand>", 1, hand))
    return entries


def _games_of(hands: Iterable[tuple[int, str | None]], name: str | None) -> Iterator[Game]:
    """Yield the game of each hand. Skip hands that fit no game, because a later check refuses them.

    Args:
        hands: for each hand its mask, and the game that its file names. None: the file names no game.
        name: the game that the user names. None: no game is named.
    """
    from kranalyze.hand.asking import game_of

    for hand, own_game in hands:
        with suppress(ValueError):
            yield game_of(hand, name or own_game)


def _write_hand_page(
    output: str, answers: Sequence[Odds], known_text: str, lang: str | None, deck: Deck | None
) -> None:
    """Write an HTML page with the odds of a hand. ``known_text`` describes known cards of other seats."""
    from kranalyze.show.pages.reports import hand_page

    write_page_to_file(output, hand_page(answers, known_text, lang, deck))
