"""``kranalyze table``, ``par``, ``stats``, ``odds``: deals and hands, their questions, bids and figures."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from typing import TYPE_CHECKING, Any

from kranalyze.cards import Deck, hand_text, parse_hand
from kranalyze.cli import options, sinks
from kranalyze.cli.common import Tally, no_board, progress_bar, say, usage, valid
from kranalyze.cli.options import flag, in_deck, number, option, seat
from kranalyze.cli.sinks import ROWS, encoded, row_printer, write_output, write_page
from kranalyze.deal import Deal, Seat
from kranalyze.games import DEFAULT, GAMES, Game
from kranalyze.games.written import rules_text, written_rules
from kranalyze.show.aligned import SCREEN, filled, one_line
from kranalyze.version import version

if TYPE_CHECKING:
    import polars as pl

    from kranalyze.answers.par import Par
    from kranalyze.read import Columns
    from kranalyze.survey.portions import Portion


def _reported(columns: Columns, board: str | None, tally: Tally) -> pl.DataFrame:
    """The deals of a board, or all of them; what is wrong with others is reported."""
    tally.report(columns.problems)
    some = columns.frame if board is None else columns.frame.filter(board=board)
    if board is not None and some.is_empty() and columns.frame.height:
        no_board(board, columns.frame["board"])
    return some


def _lacks(game: str, contracts: Sequence[str]) -> str | None:
    """Why a game, by its id, has none of the contracts asked for; None if it has one."""
    try:
        GAMES[game].contracts_of(contracts)
    except ValueError as error:
        return str(error)
    return None


def _leave_out(without: dict[str, str], nothing: bool) -> None:
    """Say which games were left out for want of a contract; wrong usage if ``nothing`` else was there."""
    if without and nothing:
        usage(next(iter(without.values())))
    if without:
        say(f"left out: {', '.join(without)}, without such a contract", err=True)


@options.command(
    """Examples:
  kranalyze table recorded-deals-24.kpn
  kranalyze table evening.kpn --contract koenigmord --contract zehnermord --declarer S
  kranalyze table deals.parquet --workers 4 -o table.parquet
  kranalyze table "N:KJ9.J.J.J T.T.Q9.K9 Q.K9.T.AQ A.AQ.AK.T" --json

JSON (a row per line), CSV and Parquet have the same columns: file, deal, board, game, contract, declarer,
second, leader, trump, partner, order, calls, discard, biddable, makeable, value, guarantee_n to _w,
payoff_n to _w.
""",
    options.several("FILE"), options.board, options.contracts,
    seat("--declarer declarers", "Only this declarer; may be repeated.", multiple=True),
    flag("--selfish",
        "Also Schurln, a second Bettler or Plauderer, and what each seeks for himself in ..._letzten: "
        "about a hundred times slower."),
    options.game, options.rules, options.deck("french"), options.workers,
    options.output, *options.formats("text", "json", "csv", "parquet"),
)  # fmt: skip
def table(
    tally: Tally, files: tuple[str, ...], board: str | None, contracts: tuple[str, ...],
    declarers: tuple[Seat, ...], selfish: bool, game: str | None, rules: dict[str, str], deck: Deck | None,
    workers: int | None, output: str, form: str,
) -> None:  # fmt: skip
    """Solve every contract for every declarer.

    FILE: records, deals, or a deal given in place. The grid has the contracts down and the declarers across.
    """
    import polars as pl

    from kranalyze.answers.tables import plans_of, solve_batches
    from kranalyze.read import all_known, joined, read_columns

    frame = _reported(joined(all_known(read_columns(file, game, rules)) for file in files), board, tally)
    games = frame["game"].unique(maintain_order=True).to_list()
    if without := {name: why for name in games if (why := _lacks(name, contracts))}:
        _leave_out(without, len(without) == len(games))
        frame = frame.filter(~pl.col("game").is_in(list(without)))
    plans = valid(plans_of, frame, contracts or None, declarers or None, rules, selfish)
    if not plans:
        return
    in_its_way = output == "-" and sys.stdout.isatty()
    with write_output(output, form) as out:
        sink: AbstractContextManager[sinks.Write] = nullcontext(row_printer(form, out))
        if form == "text":
            sink = sinks.text_sink(out, frame, plans, deck or "french", output)
        elif form == "parquet":
            sink = sinks.parquet_sink(out, list(plans.values()))
        with (
            sink as write,
            progress_bar("deal", not in_its_way, total=frame.height) as progress,
            closing(solve_batches(frame, plans, workers, write)) as found,
        ):
            del frame  # of millions none is held any longer than it is needed
            for batch in found:
                tally.report(batch.problems)  # deals that the core would not take
                tally.done += batch.deals - len(batch.problems)
                progress(batch.deals)


@options.command(
    """Examples:
  kranalyze par evening.kpn
  kranalyze par "N:JT9.JT9.. ..JT9.JT9 AKQ.AKQ.. ..AKQ.AKQ" --dealer E
  kranalyze par deals.parquet --format csv

JSON and CSV have one row per deal and dealer: file, deal, board, dealer, par_contract, par_declarer,
par_second, par_call, par_auction, par_n, par_e, par_s, par_w.
""",
    options.several("FILE"), options.board,
    seat("--dealer", "Who deals (default: as in the record, or else every seat in turn)."),
    options.rules, options.deck("french"), options.workers, *options.formats("text", "json", "csv"),
)  # fmt: skip
def par(
    tally: Tally, files: tuple[str, ...], board: str | None, dealer: Seat | None, rules: dict[str, str],
    deck: Deck | None, workers: int | None, form: str | None,
) -> None:  # fmt: skip
    """Bid a deal of Graden as four perfect bidders would who see all cards.

    FILE: records, deals, or a deal given in place.
    """
    import polars as pl

    from kranalyze.answers.par import par_row, pars, why_no_par
    from kranalyze.read import all_known, joined, read_columns, without

    valid(GAMES[DEFAULT].under, rules)
    columns = joined(read_columns(file, None, rules) for file in files)
    for game in columns.frame["game"].unique(maintain_order=True):
        if (why := why_no_par(GAMES[game])) is not None:
            columns = without(columns, pl.col("game") == game, why)
    frame = _reported(all_known(columns, "a hand is not known"), board, tally)
    print_rows = row_printer(form)
    with progress_bar("deal", unit_scale=True, leave=False) as progress:
        each = pars(frame, None if dealer is None else [dealer], rules=rules, workers=workers)
        for row, (_, found) in zip(frame.iter_rows(named=True), each, strict=True):
            tally.done += 1
            progress(1, frame.height)
            if form in ROWS:
                place = {name: row[name] for name in ("file", "deal", "board")}
                print_rows({**place, **par_row(p)} for p in found)
            else:
                game = GAMES[DEFAULT].under({**written_rules(row["rules"]), **rules})
                say(_par_text(row, found, game, deck or "french"))


def _par_text(row: dict[str, Any], found: list[Par], game: Game, deck: Deck) -> str:
    """A deal, and the par of each dealer."""
    from kranalyze.show.text import card_text, game_title, payment

    name = f"Board {one_line(row['board'])}: " if row["board"] else ""
    rules = f"  {game_title(game)}" if rules_text(game) else ""
    lines = [name + Deal((row["n"], row["e"], row["s"], row["w"])).text(deck) + rules]
    for p in found:
        contract = game.contract(p.contract).name
        by = "" if p.declarer is None else f" by {p.declarer.title}"
        by += "" if p.second is None else f" with {p.second.title}"
        call = "" if p.call is None else f", calling {card_text(p.call, deck)}"
        said = " ".join(word for _, word in p.auction)
        paid = payment(p.payoff, game.unit)
        whole = f"  {p.dealer.title} deals: {contract}{by}{call}; {paid}  ({said})"
        if len(whole) <= (SCREEN.get() or len(whole)):
            lines.append(whole)
        else:  # a line each
            parts = f"  {p.dealer.title} deals: {contract}{by}{call}", f"    {paid}", f"    ({said})"
            lines += (filled(part, "      ") for part in parts)
    return "\n".join(lines)


def _features(text: str) -> tuple[str, ...]:
    from kranalyze.survey.figurecolumns import features_named

    return features_named(text.split(","))


@options.command(
    """Examples:
  kranalyze stats --random 2000 --seed 1                      how often can what be made?
  kranalyze stats --random 500 --seed 1 --by aces,longest     of hands with so many Aces?
  kranalyze stats evening.kpn                                 and what did we bid instead?
  kranalyze stats recorded-deals-24.kpn --report recorded.html
  kranalyze stats deals.parquet -o stats.parquet

Makeable means with all hands open, by the best call and trump of each deal. Where only forehand may bid,
or names the trump or leads, the dealer must be known. A record that was played is also counted as it was
bid and played: how often a contract was bid and made, and should have been; what the declarer left on the
table in play (less than he could have forced) and in bidding (another contract would have paid him more).

JSON (a row per line), CSV and Parquet have a row per figure: game, rules, aces, tens, longest, marriages,
voids (null where not grouped by), figure, who, contract, amount, units, count, share, low, high, total, mean.
""",
    options.several("FILE", required=False), options.board,
    number("--random random_", "Random deals in place of FILE."),
    options.seed("The series of random deals (default: a random one, which is told)."),
    option("--by", "Group by features of the hand: aces, tens, longest (suit), marriages (K+Q pairs), voids.",
        options.Typed("F,...", _features)),
    flag("--par",
        "Also what four perfect bidders end in (Graden, dealer known): a third of a second a deal."),
    options.contracts, seat("--dealer", "The dealer of deals that name none."),
    options.game, options.rules, options.workers, options.charts, options.language, options.deck("french"),
    options.output, *options.formats("text", "json", "csv", "parquet"),
)  # fmt: skip
def stats(
    tally: Tally, files: tuple[str, ...], board: str | None, random_: int | None, seed: int | None,
    by: tuple[str, ...] | None, par: bool, contracts: tuple[str, ...], dealer: Seat | None,
    game: str | None, rules: dict[str, str], workers: int | None, report: str | None, lang: str | None,
    deck: Deck | None, output: str, form: str,
) -> None:  # fmt: skip
    """Count how often contracts can be made, and were.

    FILE: records, deals, or a deal given in place; or random deals with --random.
    """
    if (random_ is None) == (not files):
        usage("Give FILE or --random N, one of them.")
    if random_ is None and seed is not None:
        usage("--seed goes with --random.")
    if par and by:
        usage("--par counts deals, --by groups hands: ask for one of them.")
    from secrets import randbits

    from kranalyze.show.statstext import stats_text
    from kranalyze.survey.counting import Survey
    from kranalyze.survey.portions import Files, random_pieces

    source, row = Files(files, game, rules, dealer, tally.report, board), GAMES[game or DEFAULT]
    pieces = source.pieces()
    if random_ is not None:
        valid(row.under, rules)
        if seed is None:
            seed = randbits(32)
            say(f"seed {seed}", err=True)
        pieces = random_pieces(row, random_, seed, rules)
    by = by or ()
    groupings = list(dict.fromkeys([(), by, *([("aces", "longest")] if report is not None else [])]))
    survey = Survey(groupings, contracts or None, examples=report is not None, par=par)
    without = dict[str, str]()

    def fitting() -> Iterator[Portion]:
        for piece in pieces:
            if why := _lacks(piece.game, contracts):
                without[piece.game] = why
            else:
                valid(GAMES[piece.game].under, rules)
                yield piece

    with progress_bar("deal", total=random_, leave=False) as progress:
        for counted in survey.run(fitting(), workers):
            tally.report(counted.problems)
            tally.done += counted.deals
            progress(counted.deals)
    if board is not None and tally.empty:
        no_board(board)
    _leave_out(without, tally.empty)
    if survey.without:
        if tally.empty:
            usage(f"In {', '.join(survey.without)} nothing is made or lost: there is nothing to count.")
        say(f"left out: {', '.join(survey.without)}, in which nothing is made or lost", err=True)
    if not tally.done:
        return
    told = source.told()
    if random_ is not None:
        told = f"{random_:,} random deals of {row.name}, seed {seed}; the dealer goes round, North first."
    figures = survey.figures(by)
    with write_output(output, form) as out:
        if form == "text":
            out.write(encoded(stats_text(figures, by, told, survey.undealt), output))
        elif form == "parquet":
            import pyarrow.parquet as pq

            from kranalyze.survey.figurecolumns import SCHEMA

            about = {"kranalyze.version": version(), "kranalyze.source": told}
            schema = SCHEMA.with_metadata({**SCHEMA.metadata, **about})
            pq.write_table(figures.to_arrow().cast(schema), out, compression="zstd")
        else:
            row_printer(form, out)(figures.to_arrow())
    if report is not None:
        from kranalyze.show.pages.reports import bidding_page

        write_page(report, bidding_page(survey, told, by, lang, deck))


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

The fifth is about the four cards that a caller of Rußbach has seen; in the last, of Bauernschnapsen,
West is forehand.

Where a card is called or a trump named, the choice is made before the layout is seen: the one with the
best mean; "best per layout" is the share if the choice could wait. A choice that is not there in every layout
(a card that may be an own one, where a part of the hand is given; a trump that forehand may not hold) is
counted over the layouts in which it is; "layouts" says how many. ..._letzten count by what the declarer can
guarantee. The settlement is that of perfect play with all cards open, and the best bid is the best by it. At
the table the opponents of a Bettler do not see the hands; those of a Plauderer do, after trick 1.

JSON and CSV have one row per contract: hand, game, contract, method (exact, book, sample), biddable, layouts,
made, share, low, high (the 95% interval), mean, call, trump, share_dd, and with --play play.
""",
    options.several("HAND_OR_FILE", "hand_or_file"), options.contracts,
    number("--samples", "How many random layouts (default: see --within)."),
    options.within(
        "Go on until the 95% interval is no wider (default: 0.01, or what five seconds of one core give)."),
    flag("--exact", "All layouts, 20 million at the most: up to a minute for Graden."),
    options.seed("The series of random layouts (default: 0). The same seed gives the same figures."),
    options.hands("--known", 'Cards that another seat is known to hold, "E=HK ST"; once per seat.',
        metavar="SEAT=CARDS"),
    seat("--seat", "Where the hand sits (default: S).", default="S"),
    seat("--dealer", "Who deals (default: so that the hand is forehand)."),
    flag("--play", "Also the share for every first card."),
    options.charts, options.language, options.game, options.rules, options.deck("french"), options.workers,
    *options.formats("text", "json", "csv"),
)  # fmt: skip
def odds(
    tally: Tally, hand_or_file: tuple[str, ...], contracts: tuple[str, ...], known: dict[Seat, int],
    seat: Seat, report: str | None, lang: str | None, game: str | None, rules: dict[str, str],
    deck: Deck | None, form: str | None, **asked: Any,
) -> None:  # fmt: skip
    """Say how often a hand makes each contract, and what it is paid on average.

    HAND_OR_FILE: the declarer's cards, spades.hearts.diamonds.clubs. Of Rußbach and Rufmariasch it may be the
    four that the caller has seen, of Bauernschnapsen forehand's first three: the rest is random too.

    Or files: a hand in each line, or deals or records, of which the hand of --seat is taken. Of several hands
    each has a row: its best bid as text, a row per contract in JSON and CSV.
    """
    from kranalyze.hand import hand as hands
    from kranalyze.hand.asking import game_of
    from kranalyze.read.pieces import ListedHand, is_list, listed_hands
    from kranalyze.show.oddstext import odds_line, odds_text

    letters, print_rows = deck or "french", row_printer(form)
    many = len(hand_or_file) > 1 or is_list(hand_or_file[0])
    if many and report is not None:
        usage("--report is about one hand.")
    given: list[ListedHand] = []
    for source in hand_or_file:
        if is_list(source):
            listed, problems = listed_hands(source, letters, game, seat)
            tally.report(problems)
            given += listed
        else:
            hand = valid(in_deck, source, letters, parse_hand, end=".")
            given.append(("<hand>", 1, hand, None, None))
    if many and form not in ROWS and given:
        say(odds_line(None))
    for file, line, hand, of, written in given:
        try:
            row = game_of(hand, game or of)
            chosen = [valid(row.contract, contract) for contract in contracts] or None
            valid(row.under, rules)
            with progress_bar("layout", unit_scale=True, leave=False) as progress:
                answers = hands.odds(
                    hand, game=row, contracts=chosen, known=known, seat=seat,
                    rules={**written_rules(written), **rules}, progress=progress, **asked,
                )  # fmt: skip
        except ValueError as error:
            if not many:
                usage(f"{error}.")
            tally.error(file, line, 0, str(error))
            continue
        if form in ROWS:
            print_rows(answer.row() for answer in answers)
        elif many:
            say(odds_line(answers, letters))
        else:
            limited = not (asked["samples"] or asked["within"] or asked["exact"])
            say(odds_text(answers, letters, taken=game is None, limited=limited))
        tally.done += 1
        if report is not None:
            from kranalyze.show.pages.reports import hand_page

            cards = "; ".join(f"{s.name} holds {hand_text(m)}" for s, m in known.items())
            told = f"Known of the others: {cards}." if cards else ""
            write_page(report, hand_page(answers, told, lang, deck))
