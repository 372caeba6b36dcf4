"""``kranalyze odds``: show how often a hand makes each contract, and what it is paid on average."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from kranalyze.cards import Deck, hand_text, parse_hand
from kranalyze.cli import options
from kranalyze.cli.common import Tally, progress_bar, read_argument, say, usage_error
from kranalyze.cli.options import flag, number, read_in_either_deck, seat
from kranalyze.cli.sinks import ROWS, row_printer, write_page_to_file
from kranalyze.deal import Seat
from kranalyze.games import Game
from kranalyze.games.written import written_rules
from kranalyze.show.aligned import escape_control_characters

if TYPE_CHECKING:
    from kranalyze.conditions.sql import SqlExpression
    from kranalyze.hand import Odds
    from kranalyze.read.pieces import ListedHand


def _may_fit(condition: SqlExpression, hand: int, game: str | None) -> bool:
    """Return whether a hand fulfils a condition.

    Also return True if the hand fits no game, because a later check rejects such a hand with a message.
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
are only figures for open cards (by default from a larger sample), and the best bid is the best with open
cards. Several hands get figures at the table from the book of hands or with --games N, because games take
time. The games of the book are shown unless another option asks for other figures.

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
        "Seed of the random layouts and games (default: the figures of the book of hands, else seed 0). "
        "The same command with the same seed always gives the same figures, with any number of threads."),
    options.hands("--known", 'Known cards of another seat, "E=HK ST"; once per seat.',
        metavar="SEAT=CARDS"),
    seat("--seat", "The seat of the hand (default: S).", default="S"),
    seat("--dealer", "The dealer (default: the seat that makes the hand forehand)."),
    flag("--play leads", "Also show the share for every first card."),
    options.where('Only hands that fulfil this condition in SQL, as in "aces >= 2 AND voids = 0".'),
    options.games(
        "Number of games at the table for each row; 0: no games (default: the games of the book of hands, "
        "else as many as fit into a few seconds of one processor core. The seconds are estimated, so the "
        "number is the same on every machine)."),
    options.look(
        "Maximum number of layouts by which a careful player judges at each turn (default: as in the book of "
        "hands, else 256)."),
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

    HAND_OR_FILE: the declarer's cards, spades.hearts.diamonds.clubs. In Rußbach and Rufmariasch the four
    cards that the caller has seen are enough. In Bauernschnapsen forehand's first three cards are enough.
    The other cards of the hand are then random, too.

    A file has a hand in each line, or deals or records, from which the hand of --seat is taken. For several
    hands the text has one line per hand, with the best bid. JSON and CSV have a row per contract.
    """
    from kranalyze.conditions.scopes import own_scope
    from kranalyze.conditions.sql import read_condition
    from kranalyze.hand import hand as hands
    from kranalyze.hand.asking import HandQuery, game_of
    from kranalyze.hand.book import book_has_table_figures, with_careful_figures
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
    # Playing games takes too long for many hands. Without --games and --look, take the figures from the book.
    booked_only = many and games is None and sampling["look"] is None
    games = 0 if many and games is None else games
    with_games = games != 0
    if booked_only:
        with_games = any(map(book_has_table_figures, _games_of(entries, game)))
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
        tally: prints and counts errors.
        sources: hands as texts, and names of files with hands.
        deck: deck whose card letters the hands use.
        game: the game that the user names. None: no game is named.
        seat: the seat whose hand is taken from each deal or record of a file.
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


def _games_of(hands: Iterable[ListedHand], name: str | None) -> Iterator[Game]:
    """Yield the game of each hand. Skip hands that fit no game, because a later check rejects them.

    Args:
        hands: the hands. ``ListedHand.game`` is the game that the file of the hand names, or None.
        name: the game that the user names. None: no game is named.
    """
    from kranalyze.hand.asking import game_of

    for entry in hands:
        with suppress(ValueError):
            yield game_of(entry.hand, name or entry.game)


def _write_hand_page(
    output: str, answers: Sequence[Odds], known_text: str, lang: str | None, deck: Deck | None
) -> None:
    """Write an HTML page with the odds of a hand. ``known_text`` lists the known cards of other seats."""
    from kranalyze.show.pages.handpage import hand_page

    write_page_to_file(output, hand_page(answers, known_text, lang, deck))
