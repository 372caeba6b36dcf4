"""Define the commands ``deal``, ``new``, ``convert``, ``check``, ``page`` and ``games``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from kranalyze.cards import Deck, hand_text
from kranalyze.cli import options
from kranalyze.cli.common import Failure, Tally, progress_bar, read_argument, say, usage_error
from kranalyze.cli.options import flag, number, option
from kranalyze.cli.sinks import row_printer, write_output, write_page_to_file
from kranalyze.deal import Seat
from kranalyze.games import DEFAULT, GAMES, get_game
from kranalyze.games.base import MOST, Game
from kranalyze.show.aligned import escape_control_characters, fit_columns, wrap_sentence

if TYPE_CHECKING:
    from kranalyze.kpn import Record
    from kranalyze.read import Format

_PARTY = {
    "alone": "alone", "called": "with the holder of a called card", "opposite": "with the player opposite"
}  # fmt: skip
_NEEDS = {"marriage": "K+Q of a suit", "suit": "all cards of a suit", "trumps": "all trumps"}


def _makes(text: str) -> tuple[Seat, str]:
    """Parse the value of ``--makes``: a seat and the id of a contract, for example ``S=bettler``."""
    seat, equals, contract = text.partition("=")
    if not equals:
        raise ValueError(f"write SEAT=CONTRACT, as in S=bettler, not {text!r}")
    return Seat.parse(seat), options.contract_id(contract)


@options.command(
    """Examples:
  kranalyze deal -n 3
  kranalyze deal -n 1000 --seed 7 --game russbach -o deals.parquet
  kranalyze deal -n 100 --hand "S=AKQ.A.A.9" --hand "W=HT" -o deals.csv
  kranalyze deal -n 500 --seed 7 --start 500 -o second-half.kpn
  kranalyze deal -n 20 --where "s_aces >= 3 AND n_longest <= 2"
  kranalyze deal -n 5 --where "dealer = 'N' AND NOT e_SA" --makes E=koenigmord

A seed gives the same deals on every machine: deal number i (from 0) depends only on the seed, the fixed cards
and i. So --start can make a part without the rest. The dealer changes clockwise from deal to deal, North
first.

--where takes a condition as it stands after WHERE in SQL. Its columns are dealer ('N' 'E' 'S' 'W'), and
features of hands. A prefix n_ e_ s_ or w_ names the seat: n_aces. The features are aces tens kings queens
jacks nines eights sevens (number of these cards), spades hearts diamonds clubs (number of cards of the suit),
longest shortest voids singletons, marriages ace_king ace_ten (number of suits with both cards), tops_k tops_t
(number of cards that no unseen card of the suit beats, in the order A K Q J T or A T K Q J), points, and
SA SK ... C7 (whether the hand holds the card). FORMAT.md explains them. A deal keeps its number in the series
as its board, so the boards have gaps: "kranalyze deal -n 1 --start 184" with the same seed deals board 185.
""",
    options.count("-n count", "Number of deals.", required=True),
    options.seed("Seed of the random deals (default: chosen at random and printed)."),
    options.count("--start", "Number of the first deal.", default=0, metavar="I"),
    options.game_named("The game whose pack is dealt (default: graden).", default=DEFAULT),
    options.hands("--hand hands",
        "Cards that a seat holds in every deal, a whole hand or fewer; once per seat."),
    options.where("Only deals that fulfil this condition in SQL. The number of tried deals is printed."),
    option("--makes",
        "Only deals in which this seat can make this contract if all cards are open, with the best call and "
        "trump. May be repeated.", options.Typed("SEAT=ID", _makes), multiple=True),
    number("--tries",
        "Stop with an error when N deals in a row do not fulfil the conditions (default: 10 million)."),
    options.output, *options.formats("kpn", "csv", "parquet"),
)  # fmt: skip
def deal(
    tally: Tally, count: int, seed: int | None, start: int, game: str, hands: dict[Seat, int],
    where: str | None, makes: tuple[tuple[Seat, str], ...], tries: int | None, output: str, form: Format,
) -> None:  # fmt: skip
    """Deal cards at random. All deals that fulfil the conditions are equally likely."""
    from secrets import randbits
    from shlex import quote

    from kranalyze.dealing import TRIES, NoMatchError, choose_where, find_deals, numbered_deals
    from kranalyze.read.writing import write_deals

    if tries is not None and where is None and not makes:
        usage_error("--tries goes with --where or --makes.")
    row = GAMES[game]
    conditions = [] if where is None else [read_argument(choose_where, where, row)]
    if makes:
        from kranalyze.survey.winnable import choose_makeable

        conditions.append(read_argument(choose_makeable, row, makes))
    seed_chosen = seed is None
    if seed is None:
        seed = randbits(32)
    if not conditions:
        frame = read_argument(numbered_deals, row, count, seed, start, hands, end=".")
    else:
        read_argument(numbered_deals, row, 0, seed, start, hands, end=".")
        try:
            with progress_bar("deal", total=count, leave=False) as progress:
                frame, tried = find_deals(
                    row, count, seed=seed, first=start, held=hands, conditions=conditions,
                    tries=tries or TRIES, progress=progress,
                )  # fmt: skip
        except NoMatchError as error:
            raise Failure(f"error: {error} (seed {seed}); --tries N tries more") from None
    if seed_chosen:
        say(f"seed {seed}", err=True)
    if conditions:
        say(f"{frame.height:,} of {tried:,} deals fit", err=True)
    origin = f"Random deals of {game}: kranalyze deal -n {count} --seed {seed} --start {start} --game {game}"
    for seat, mask in hands.items():
        origin += f' --hand "{seat.name}={hand_text(mask)}"'
    if where is not None:
        origin += f" --where {quote(' '.join(where.split()))}"
    for seat, contract in makes:
        origin += f" --makes {seat.name}={contract}"
    with write_output(output, form) as out:
        write_deals(frame, out, form, [origin])


@options.command(
    """Examples:
  kranalyze new --game graden -n 12 -o evening.kpn
  kranalyze new --game anrufen -n 24 -o evening.kpn
""",
    options.game_named(f"The game (default: {DEFAULT}).", default=DEFAULT),
    option("-n boards", "How many boards the file has.", click.IntRange(1, 10_000), metavar="N", default=12,
        show_default=True),
    options.rules,
    options.output_to("File to write (default: standard output).", default="-", kind=options.FRESH),
    options.force("Replace a file that exists."),
)  # fmt: skip
def new(tally: Tally, game: str, boards: int, rules: dict[str, str], output: str) -> None:
    """Write a KPN file to fill in: names once at the top, then a block of tags for each board."""
    from kranalyze.kpn.writer import template

    read_argument(GAMES[game].under, rules)
    with write_output(output, "kpn") as out:
        chosen = " ".join(f"{name}={value}" for name, value in rules.items())
        out.write(template(GAMES[game], boards, chosen).encode())


@options.command(
    """Examples:
  kranalyze convert evening.kpn deals.parquet
  kranalyze convert deals.csv deals.kpn --game russbach
  kranalyze convert deals.parquet - --format csv
  kranalyze convert typed.kpn evening.kpn --as-played

CSV and Parquet have a row for each deal or logged game. The columns are n, e, s, w and talon, optionally
board, dealer and game, and for games auction, contract, declarer, play and others (FORMAT.md). In Parquet a
hand is a UInt32, bit = suit * 8 + rank, suits S H D C, ranks 7 8 9 T J Q K A. In CSV it is text, AK.QJ.T9.
with the suits S.H.D.C. Records lose only their comments. Games with errors are left out. KPN to KPN keeps
everything, also games with errors. CSV or Parquet to KPN keeps games with errors if their hands can be read.
""",
    click.Argument(["source"], metavar="IN", is_eager=True),
    click.Argument(["output"], type=options.FILE, metavar="OUT", is_eager=True),
    options.game, *options.formats("kpn", "csv", "parquet"),
    flag("--as-played",
        "KPN to KPN: a trick's cards are normally written in the order of the seats. If a game is then "
        "impossible, read its tricks in the order of play."),
    options.force("Allow OUT to be IN."),
)  # fmt: skip
def convert(
    tally: Tally, source: str, output: str, game: str | None, form: Format, as_played: bool
) -> None:
    """Convert deals and logged games between KPN, CSV and Parquet.

    IN: a file of records or deals in any of the formats. OUT: the file to write; its ending sets the format.
    "-" is standard input or standard output.
    """
    from kranalyze.read.writing import prepare_conversion

    tally.done, problems, write = prepare_conversion(source, form, game, as_played)
    tally.report(problems)
    if tally.done:
        with write_output(output, form) as out:
            write(out)


@options.command(
    """Examples:
  kranalyze check evening.kpn
  kranalyze check *.kpn deals.parquet
  kranalyze check - < evening.kpn

Exit status: 0 no errors (warnings are allowed), 123 some records have errors, 3 all records have errors.
""",
    options.repeated_argument("FILE"), options.game, options.rules,
    flag("-q --quiet", "Print only errors and warnings, no line per file."),
)  # fmt: skip
def check(tally: Tally, files: tuple[str, ...], game: str | None, rules: dict[str, str], quiet: bool) -> None:
    """Validate files of records or deals, and list every error.

    FILE: records or deals in KPN, CSV or Parquet, - for standard input. Each error is a line on standard
    error: file:line:column: error: message.
    """
    from kranalyze.read import input_pieces
    from kranalyze.read.likenames import PlayerNames

    names = PlayerNames()
    for file in files:
        parts = [piece.checked(names) for piece in input_pieces(file, None, game, rules)]
        good_count = sum(count for count, _ in parts)
        problems = [problem for _, part_problems in parts for problem in part_problems]
        tally.report(problems)
        tally.done += good_count
        if not quiet:
            errors = sum(problem.severity == "error" for problem in problems)
            counts = {"good record": good_count, "error": errors, "warning": len(problems) - errors}
            texts = (f"{number} {noun}{'' if number == 1 else 's'}" for noun, number in counts.items())
            say(f"{escape_control_characters(file)}: {', '.join(texts)}")
    tally.report(names.warnings_about_similar_names())


@options.command(
    """Examples:
  kranalyze games                  one line per game
  kranalyze games graden           contracts and rule options of Graden
  kranalyze games --json           one line per game
  kranalyze games --format csv     one line per contract
""",
    click.Argument(["game"], required=False), *options.formats("text", "json", "csv"),
)
def games(tally: Tally, game: str | None, form: str | None) -> None:
    """List games, contracts, values and rule options.

    GAME: show one game in detail; without it list all games.
    """
    chosen = list(GAMES.values()) if game is None else [read_argument(get_game, game)]
    print_rows = row_printer(form)
    if form == "json":
        print_rows(map(_as_json, chosen))
    elif form == "csv":
        for row in map(_as_json, chosen):
            head = {key: row[key] for key in ("game", "cards", "seats", "hand", "talon", "unit")}
            print_rows({**head, **contract} for contract in row["contracts"])
    elif game is None:
        for listed in chosen:
            count = len(listed.contracts)
            contracts = "1 contract" if count == 1 else f"{count} contracts"
            sizes = _pack_and_hands_text(listed)
            say(wrap_sentence(f"{listed.id:16}{listed.name}: {sizes}, {contracts}", " " * 16))
        say("\nkranalyze games GAME lists the contracts and the rule options of a game.")
    else:
        say(_game_description(chosen[0]))


def _pack_and_hands_text(game: Game) -> str:
    """Describe the pack and the hands of a game, for example ``24 cards, 4 hands of 6``."""
    talon = f" and a talon of {game.talon}" if game.talon else ""
    return f"{game.pack} cards, {game.seats} hands of {game.size}{talon}"


def _game_description(game: Game) -> str:
    """Describe a game, its contracts and its rule options."""
    from kranalyze.show.text import ranks_high_to_low

    endings = ", or any smaller equal number" if game.endings else ""
    lines = [f"{game.id}: {game.name}", f"{_pack_and_hands_text(game)}{endings}; settled in {game.unit}"]
    lines += ["", "Contracts"]
    table = [("id", "name", "value", "high to low", "trump", "who plays", "needs")]
    for c in game.contracts:
        value = "" if c.stake == "none" else f"{c.value}"
        value += f", with a second {c.second}" if c.second else ""
        orders = " or ".join(ranks_high_to_low(order, game.pack) for order in c.order)
        who = "each for himself" if c.goal.each_for_himself else _PARTY[c.party]
        needs = _NEEDS.get(c.requires or "", "")
        table.append((c.id, c.name, value, orders, "yes" if c.trump else "no", who, needs))
    lines += fit_columns(table, "<" * len(table[0]), "  ")
    if game.options:
        lines += ["", "Rule options (--rule NAME=VALUE), the default first"]
        for option in game.options:
            values = " | ".join(option.values) or f"a whole number from 1 to {MOST:,}, {option.default_value}"
            lines.append(wrap_sentence(f"  {option.name} = {values}: {option.meaning}", "      "))
    return "\n".join(lines)


def _as_json(game: Game) -> dict[str, Any]:
    contracts = [
        {
            "contract": c.id, "name": c.name, "rank": c.rank, "value": None if c.stake == "none" else c.value,
            "second": c.second or None, "order": list(c.order) if game.orders else None, "trump": c.trump,
            "party": c.party, "requires": c.requires,
        }
        for c in game.contracts
    ]  # fmt: skip
    rule_options = [
        {"option": o.name, "default": o.default_value, "values": list(o.values) or None, "meaning": o.meaning}
        for o in game.options
    ]
    return {
        "game": game.id, "name": game.name, "cards": game.pack, "seats": game.seats, "hand": game.size,
        "talon": game.talon, "unit": game.unit, "contracts": contracts, "options": rule_options,
    }  # fmt: skip


@options.command(
    """Examples:
  kranalyze page -o table.html                       an empty table, to make deals by clicks
  kranalyze page "N:KJ9.J.J.J T.T.Q9.K9 Q.K9.T.AQ A.AQ.AK.T" -o deal.html
  kranalyze page lessons.kpn -o lessons.html --lang de --deck german

The page is one file that contains the solver and needs no network. Its address holds the deal after #, so the
deal can be sent as a link to the same file.
""",
    click.Argument(["deal"], required=False),
    options.output_to("File to write (default: table.html).", metavar="OUT.html", default="table.html"),
    options.language, options.game, options.rules, options.deck("as in the record"),
)  # fmt: skip
def page(
    tally: Tally, deal: str | None, output: str, lang: str | None, game: str | None, rules: dict[str, str],
    deck: Deck | None,
) -> None:  # fmt: skip
    """Write a page on which deals can be solved and played.

    DEAL: records, deals, or a deal typed into the command; without it the table is empty.
    """
    cases: Sequence[Record] = ()
    if deal is not None:
        from kranalyze.read import read_deals

        cases, problems = read_deals(deal, game, rules)
        tally.report(problems)
        tally.done += len(cases)
    if deal is None or cases:
        from kranalyze.show.pages.table import deals_page, record_page_data

        page_data = [record_page_data(case) for case in cases]
        write_page_to_file(output, deals_page(page_data, deal or "", lang, deck))
