"""``kranalyze odds``: what a hand is worth."""

from __future__ import annotations

from typing import Any

from kranalyze.cards import Deck, hand_text, parse_hand
from kranalyze.cli import options
from kranalyze.cli.common import Tally, progress_bar, say, usage, valid
from kranalyze.cli.options import flag, number, seat
from kranalyze.cli.sinks import RowPrinter, write_page
from kranalyze.deal import Seat


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
guarantee. The settlement is that of perfect play.

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
    from kranalyze.hand.wording import odds_line, odds_text
    from kranalyze.read.pieces import ListedHand, is_list, listed_hands

    letters, rows = deck or "french", RowPrinter(form)
    many = len(hand_or_file) > 1 or is_list(hand_or_file[0])
    if many and report is not None:
        usage("--report is about one hand.")
    given = []
    for source in hand_or_file:
        if is_list(source):
            listed, problems = listed_hands(source, letters, game, seat)
            tally.report(problems)
            given += listed
        else:
            hand = valid(options.in_deck, source, letters, parse_hand, end=".")
            given.append(ListedHand("<hand>", 1, hand))
    if many and not rows.wanted and given:
        say(odds_line(None))
    for one in given:
        try:
            row = game_of(one.hand, game or one.game)
            chosen = [valid(row.contract, contract) for contract in contracts] or None
            valid(row.rules, rules)
            with progress_bar("layout", unit_scale=True, leave=False) as progress:
                answers = hands.odds(
                    one.hand, game=row, contracts=chosen, known=known, seat=seat, rules=rules,
                    progress=progress, **asked,
                )  # fmt: skip
        except ValueError as error:
            if not many:
                usage(f"{error}.")
            tally.error(one.file, one.line, 0, str(error))
            continue
        if rows.wanted:
            rows.take(answer.row() for answer in answers)
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
