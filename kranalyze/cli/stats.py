"""``kranalyze stats``: count how often contracts can be made and were made."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kranalyze.cards import Deck
from kranalyze.cli import options
from kranalyze.cli.common import Tally, progress_bar, read_argument, say, unknown_board, usage_error
from kranalyze.cli.leftout import report_left_out, why_no_contract
from kranalyze.cli.options import flag, number, option, seat
from kranalyze.cli.sinks import encoded, row_printer, write_output, write_page_to_file
from kranalyze.deal import Seat
from kranalyze.games import DEFAULT, GAMES
from kranalyze.version import VERSION

if TYPE_CHECKING:
    from kranalyze.survey.portions import Portion


def _grouping_expressions(text: str) -> list[str]:
    """Split the value of ``--by`` into SQL expressions."""
    from kranalyze.conditions.tokens import split_list

    return split_list(text)


@options.command(
    """Examples:
  kranalyze stats --random 2000 --seed 1                      how often can each contract be made?
  kranalyze stats --random 500 --seed 1 --by aces,longest     how does it depend on the hand?
  kranalyze stats --random 9999 --where "bidder = 1 AND ace_king >= 1" --by "aces + tens"
  kranalyze stats evening.kpn                                 what could we have bid?
  kranalyze stats recorded-deals-24.kpn --report recorded.html
  kranalyze stats deals.parquet -o stats.parquet

Makeable: can be made with all hands open, by the best call and trump of each deal. Contracts in which only
forehand bids, names the trump or leads need a known dealer. Records with their play are also counted as they
were bid and played: how often a contract was bid, made and makeable. They also show what the declarer gave
away in play (less than he could have forced) and in bidding (another contract would have paid him more).

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
        options.Typed("SQL,...", _grouping_expressions)),
    flag("--par",
        "Also count what four perfect bidders reach in Graden, on deals with a known dealer. About three "
        "deals a second."),
    options.contracts, seat("--dealer", "The dealer of the deals that do not name their dealer."),
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
            if why := why_no_contract(piece.game, contracts):
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
    report_left_out(left_out, tally.empty)
    if survey.without:
        if tally.empty:
            usage_error(f"In {', '.join(survey.without)} nothing is made or lost: there is nothing to count.")
        say(f"left out: {', '.join(survey.without)}, in which nothing is made or lost", err=True)
    if not tally.done:
        return
    origin = source.file_names_and_comments()
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
        from kranalyze.show.pages.biddingpage import bidding_page

        write_page_to_file(report, bidding_page(survey, origin, tuple(groups), lang, deck))
