"""The command ``kranalyze advise``: recommend a seat's next card, bid or pass, by what the seat can know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from kranalyze.cards import Deck
from kranalyze.cli import options
from kranalyze.cli.common import Tally, progress_bar, read_argument, usage_error
from kranalyze.cli.options import cards, contract, count, flag, number, option, seat
from kranalyze.cli.sinks import ROWS
from kranalyze.cli.solve import (
    NO_CONTRACT,
    DealOutput,
    board_name,
    parse_cards,
    parsed_question,
    read_cases,
    show_cases,
)
from kranalyze.deal import Seat
from kranalyze.games import GAMES

if TYPE_CHECKING:
    from kranalyze.kpn import Record


#: Options that describe a deal and may be given for advice on a call. All other options that describe a deal
#: may be given only for advice on a card.
_OF_AUCTION = ("dealer", "trump")


@options.command(
    """Examples:
  kranalyze advise evening.kpn --board 7 --at 2.3          the next card after card 3 of trick 2
  kranalyze advise evening.kpn --board 7 --after 9 --cards
  kranalyze advise "N:- - AKJ.AQ.T. -" --contract durchmarsch --declarer S --call DA
  kranalyze advise "N:- - AKJ.AQ.T. -" --contract durchmarsch --declarer N --call DA --play "SQ ST"
  kranalyze advise evening.kpn --board 7 --calls 2         the third call
  kranalyze advise "N:- - AKJ.AQ.T. -" --dealer N --auction "bettler"

The seat knows its own hand, the contract, and all cards, announcements and registrations so far. Every
layout of the other cards that fits these is equally likely. There are two answers. "open cards": after
the card all hands lie open and everybody plays perfectly. No player does better against opponents who see
all cards. "at table": after the card careful players play on. They know only what their seats can see, so
opponents may err, and the share may be greater. "best" marks the greatest mean. If the answers differ,
"best open" marks the card that is best with open cards, which careful players choose, and "best table" the
one that is best in the games. With --games 0 there are only figures for open cards.

With --calls or --auction every legal call is advised on. After the call careful players finish the auction,
as in `simulate`, and play the game. So a pass has a mean, too. The seat knows its hand and the calls so far.

In trick 1 everything that the seat may say before its card has figures at the table, too: "nothing",
marriages, 100, all tricks, a raise, Contra. The seat then plays its best card. A card itself is played with
the words of the record.

JSON has one line per card: file, board, game, contract, seat, after, layouts, looked_at, method (exact,
sample), card, words, share, low, high, mean, mean_low, mean_high (ends of 95% intervals; exact figures have
no width), floor (the share that one plan wins), best (with open cards), careful_share, careful_low,
careful_high, careful_mean, careful_mean_low, careful_mean_high, careful_games, careful_look. In trick 1 lines
with words and no card follow; they have only the careful_ columns. With --calls there is one line per call:
file, board, game, seat, calls, layouts, call, the careful_ columns, declares (share of the games in which the
seat becomes declarer), made (share of these in which it is paid), best.
""",
    click.Argument(["file"]), options.board,
    count("--after", "The position after N cards of the record (default: after all its cards)."),
    option("--at", "The position after card C of trick T, for example 2.3.", options.AT),
    count("--calls", "Advise on the next call, after N calls of the auction."),
    seat("--seat", "The seat to advise (default: the seat to play)."),
    flag("--cards unseen", "Also show which seats may hold each unseen card."),
    contract("--contract", "The contract, for a deal without a record."),
    seat("--declarer", "The declarer."),
    options.second,
    option("--call", "The called card.", metavar="CARD"),
    option("--trump", "The trump suit.", metavar="SUIT"),
    options.leader,
    seat("--dealer", "The dealer, for --calls or --auction."),
    option("--auction", 'The calls so far, from the seat left of the dealer on: "gut bettler".',
        metavar="CALLS"),
    cards("--discard", 'The cards that the seat itself discarded (anrufen3), "SA HT C9".'),
    options.contra,
    cards("--play", 'The cards played so far, in playing order: "CA C9 CT".'),
    cards("--registered",
        "Kings or Queens led to register a marriage; needed only if the hand that led is unknown."),
    number("--limit",
        "If the unseen cards can lie in at most N ways (layouts), judge by all layouts. Otherwise sample "
        "layouts at random (default: 50,000)."),
    options.within(
        "Draw until the 95% intervals are no wider than W, or the best card is clear (default: 0.01)."),
    flag("--exact",
        "Judge by all layouts: all ways in which the unseen cards can lie. There may be at most 20 million."),
    options.games(
        "Number of games at the table for each row; 0: no games (default: as many as fit into a few seconds "
        "of one processor core. The seconds are estimated, so the number is the same on every machine)."),
    options.look(
        "Maximum number of layouts by which a careful player judges at each turn (default: 256).",
        default=256),
    options.seed(
        "Seed of the random layouts and games (default: 0). The same command with the same seed always gives "
        "the same figures, with any number of threads.", default=0),
    options.game, options.rules, options.deck("as in the record"), options.workers,
    *options.formats("text", "json", "csv"),
)  # fmt: skip
def advise(
    tally: Tally, file: str, board: str | None, after: int | None, at: tuple[int, int] | None,
    seat: Seat | None, unseen: bool, limit: int | None, within: float | None, exact: bool, games: int | None,
    look: int, seed: int, registered: str | None, calls: int | None, auction: str | None, game: str | None,
    rules: dict[str, str], deck: Deck | None, workers: int | None, form: str | None, **values: Any,
) -> None:  # fmt: skip
    """Recommend a card, or a call of the auction, by what a seat can know.

    Shows how often each card wins and what it pays on average. With --calls or --auction, shows what each
    call pays. FILE: a record with its play or its auction, or a deal typed into the
    command, in which - stands for an unknown hand.
    """
    if after is not None and at is not None:
        usage_error("--after and --at exclude each other.")
    question = {name: value for name, value in values.items() if value is not None}
    is_call = calls is not None or auction is not None
    of_cards = {
        "after": after, "at": at, "seat": seat, "cards": unseen or None, "limit": limit, "within": within,
        "exact": exact or None, "registered": registered,
    } | {name: value for name, value in question.items() if name not in _OF_AUCTION}  # fmt: skip
    if is_call:
        for name in (name for name, value in of_cards.items() if value is not None):
            usage_error(f"--{name} is for cards: it does not go with --calls or --auction.")
        if games == 0:
            usage_error("--games: a call has figures at the table only, so there must be games.")
    elif "dealer" in question:
        usage_error("--dealer goes with --calls or --auction.")
    cases = read_cases(tally, file, board, game, rules)

    def show_call(case: Record, letters: Deck) -> DealOutput:
        """Return the advice on the next call."""
        from kranalyze.show.calltext import call_advice_text
        from kranalyze.simulation.calladvice import advise_call

        record = _record_of_auction(case, auction, question, rules, letters)
        try:
            with progress_bar("game", unit_scale=True, leave=False) as progress:
                result = advise_call(
                    record, calls=calls, games=games, look=look, seed=seed, workers=workers,
                    progress=progress,
                )  # fmt: skip
        except ValueError as error:
            board = board_name(case)
            raise ValueError(f"board {board}: {error}" if board else str(error)) from None
        if form in ROWS:
            return ({"file": case.file, "board": case.board, **row} for row in result.rows())
        return call_advice_text(result, letters, board_name(case))

    def show_card(case: Record, letters: Deck) -> DealOutput:
        """Return the advice on the next card."""
        from kranalyze.analysis.playing import count_cards_through
        from kranalyze.known import advice
        from kranalyze.show.advicetext import advice_text

        record = _record_to_advise_on(case, question, rules, letters)
        played = len(record.play) if after is None else after
        if at is not None:
            played = count_cards_through(record, *at)
        led = None if registered is None else parse_cards(registered, letters)
        with progress_bar("layout", unit_scale=True, leave=False) as progress:
            result = advice.advise(
                record, after=played, seat=seat, marriage_cards_led=led, limit=limit or advice.LIMIT,
                within=within or advice.WITHIN, exact=exact, games=games, look=look, seed=seed,
                workers=workers, progress=progress,
            )  # fmt: skip
        if form in ROWS:
            return ({"file": case.file, "board": case.board, **row} for row in result.rows())
        return advice_text(result, letters, unseen, board_name(case))

    show_cases(cases, show_call if is_call else show_card, form, deck, tally)


def _record_of_auction(
    case: Record, auction: str | None, question: dict[str, Any], rules: dict[str, str], deck: Deck
) -> Record:
    """Return the record of an auction, to advise on the next call.

    Args:
        case: the record or the deal that the user named. A record is returned as it is. For a deal, a record
            is made from the deal and the options.
        auction: the calls of the option ``--auction``. None: the option was not used.
        question: the values of the options that describe the deal, ``dealer`` and ``trump``. The keys are the
            names of the options.
        rules: rule options.
        deck: the deck (French or German) whose letters are used for cards.
    """
    from kranalyze.read.newrecords import new_record

    if case.items:
        for name in ("auction", *question):
            if name in question or auction is not None:
                usage_error(f"--{name} is for a deal without a record; this record has its own.")
        return case
    read_argument(GAMES[case.game].under, rules)
    options_read = parsed_question(question, deck)
    return new_record(
        deal=case.deal, game=case.game, rules={**case.rules, **rules}, deck=deck, auction=auction or [],
        dealer=options_read.get("dealer", case.dealer), trump=options_read.get("trump"),
    )  # fmt: skip


def _record_to_advise_on(case: Record, question: dict[str, Any], rules: dict[str, str], deck: Deck) -> Record:
    """Return a record with a contract, to advise on the next card.

    Args:
        case: the record or the deal that the user named. A record with a contract is returned as it is. For a
            deal, a record is made from the deal and the options.
        question: the values of the options that describe the contract, for example ``contract`` and
            ``declarer``. The keys are the names of the options.
        rules: rule options.
        deck: the deck (French or German) whose letters are used for cards.
    """
    from kranalyze.known.fromdeal import record_of_deal

    if case.contract is not None:
        if question:
            usage_error(f"--{next(iter(question))} is for a deal without a contract; this record has one.")
        return case
    assert case.deal is not None
    if "contract" not in question:
        usage_error(NO_CONTRACT)
    read_argument(GAMES[case.game].contract, question["contract"])
    read_argument(GAMES[case.game].under, rules)
    options_read = {"dealer": case.dealer, **parsed_question(question, deck)}
    return record_of_deal(case.deal, game=case.game, rules={**case.rules, **rules}, **options_read)
