"""``kranalyze solve`` and ``advise``: each deal of a file, with all hands open or as a seat sees it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import click

from kranalyze.cards import Deck, cards_of, mask_of, parse_card, parse_suit
from kranalyze.cli import options
from kranalyze.cli.common import NOT_MAKEABLE, Tally, no_board, progress_bar, say, usage, valid
from kranalyze.cli.options import cards, contract, count, flag, in_deck, number, option, seat
from kranalyze.cli.sinks import ROWS, row_printer, write_page
from kranalyze.deal import Seat
from kranalyze.games import GAMES
from kranalyze.show.aligned import one_line

if TYPE_CHECKING:
    from kranalyze.answers.answer import Answer
    from kranalyze.kpn import Record

#: What is shown of a deal: rows, or a text for people.
Shown = Iterable[dict[str, Any]] | str

#: What is asked of a deal that lies on a page, beside the called card, Contra and the cards put away.
_ON_PAGE = ("contract", "declarer", "second", "partner", "order", "trump", "leader")

_NO_CONTRACT = "No record names a contract: give --contract (and --declarer)."


@options.command(
    """Examples:
  kranalyze solve lessons.kpn                         every board, in its own contract
  kranalyze solve lessons.kpn --board 1 --deck german
  kranalyze solve evening.kpn --board 7 --contract koenigmord --declarer S --check
  kranalyze solve "N:KJ9.J.J.J T.T.Q9.K9 Q.K9.T.AQ A.AQ.AK.T" --contract durchmarsch --declarer W
  kranalyze solve evening.kpn --contract durchmarsch --declarer N --call HT --json
  kranalyze solve evening.kpn --board 7 --after 9      what can still be forced after nine cards
  kranalyze solve lessons.kpn --board 1 --contract durchmarsch --call CA --play "SA SJ"
  kranalyze solve lessons.kpn --report lessons.html     also a page to play them on

JSON has one line per answer, CSV one row (`N=40 E=-40` where there are several values): deal, board, rules,
game, contract, declarer, second, leader, trump, partner,
order, calls, biddable, makeable, value, guarantee, payoff, leads, line. Values are seen from the declarer's
side; amounts are in the game's unit (`kranalyze games`). With --after or --at there is, in place of leads,
after, trick, turn, to_play, hands, played (the trick in progress), announce (the words of trick 1 so far) and
cards: what the mover can force by each.
""",
    click.Argument(["file"]), options.board,
    contract("--contract", "The contract (default: that of the record)."),
    seat("--declarer", "Who plays it (default: as in the record)."),
    options.second,
    seat("--partner", "Who is called; left open: the best for the declarer."),
    option("--call", "The called card; left open: the best for the declarer.", metavar="CARD"),
    option("--order", "Order of rank: A K Q J T 9 or A T K Q J 9; left open: the best for the declarer.",
        click.Choice(["K", "T"], case_sensitive=False), metavar="K|T"),
    option("--trump",
        "The trump suit (whist: none too); left open: the best for the declarer. Of forehand's suits if he "
        "names it; in the Kontra forms it must be said.", metavar="SUIT"),
    options.leader,
    seat("--dealer", "The dealer, where it matters (default: as in the record)."),
    cards("--discard", 'The three cards discarded (anrufen3), "SA HT C9".'),
    options.contra, options.game, options.rules, options.deck("as in the record"),
    *options.formats("text", "json", "csv"),
    options.report(f"Also write the deal, to be played and asked other things, there: {options.PAGE}"),
    options.language,
    flag("--check", "Exit status 1 if a contract cannot be made."),
    count("--after",
        "What can still be forced after N cards of the record, in its own contract or the one asked for."),
    option("--at", "The same after card C of trick T: 2.3 is --after 7 where four play.", options.AT),
    cards("--play",
        'Play these cards, in playing order, from the deal or after the record\'s card: "CA C9 CT CJ".'),
    option("--announce",
        'The words that go with cards of --play in trick 1, "E 20 H; S 100" (default: what best play says; '
        '"" for none).', metavar="WORDS"),
)  # fmt: skip
def solve(
    tally: Tally, file: str, board: str | None, game: str | None, rules: dict[str, str], form: str | None,
    report: str | None, lang: str | None, deck: Deck | None, check: bool, after: int | None,
    at: tuple[int, int] | None, play: str | None, announce: str | None, **given: Any,
) -> int:  # fmt: skip
    """Prove whether a contract can be made, and show how.

    FILE: records, deals, or a deal given in place. What is left open (partner, order, trump) is solved for
    every choice, and the best for the declarer is shown.
    """
    cases = _cases(tally, file, board, game, rules)
    asked = {name: value for name, value in given.items() if value is not None}
    if asked or (after is None and at is None):
        _need_contract(cases, asked)
    if after is not None and at is not None:
        usage("--after and --at exclude each other.")
    if announce is not None and play is None:
        usage("--announce goes with --play.")
    cannot, on_page = [], []

    def answered(case: Record, arguments: dict[str, Any], letters: Deck) -> tuple[Answer, Shown]:
        """The contract on the whole deal."""
        from kranalyze.answers.answer import solve as solve_deal
        from kranalyze.show.text import answer_row, answer_text

        if arguments["contract"] is None:
            raise ValueError("the record names no contract: give --contract")
        if case.deal is None or not case.deal.complete:
            raise ValueError("a hand of the deal is not known")
        answer = solve_deal(case.deal, game=case.game, **arguments)
        if form in ROWS:
            return answer, [answer_row(answer, case.board)]
        return answer, answer_text(answer, letters, _name(case))

    def standing(case: Record, arguments: dict[str, Any], letters: Deck) -> tuple[Answer, Shown]:
        """The same after cards of the record and of ``play``, in another contract if one is asked."""
        from kranalyze.analysis.board import Position
        from kranalyze.analysis.playing import after_of, played_on
        from kranalyze.analysis.texts import position_text

        if not case.items and (after or at):
            raise ValueError("a deal alone has no play")
        played = after_of(case, *at) if at is not None else after or 0
        if case.items and not asked:
            position = Position.of_record(case, played)
        elif arguments["contract"] is None:
            raise ValueError("the record names no contract: give --contract")
        else:
            assert case.deal is not None
            position = Position.of_deal(case.deal, game=case.game, **arguments)
            for move in case.play[:played]:
                position = position.play(move.card)
        if play is not None:
            position = played_on(position, _cards(play, letters), announce)
        answer = position.answer()
        if form in ROWS:
            return answer, [{**position.row(answer), "board": case.board}]
        return answer, position_text(position, answer, letters, _name(case))

    def show(case: Record, letters: Deck) -> Shown:
        arguments = _arguments(case, asked, rules, letters)
        whole = after is None and at is None and play is None
        answer, shown = (answered if whole else standing)(case, arguments, letters)
        if not answer.makeable and answer.question.contract.makeable_at is not None:
            cannot.append(case)
        told = {name: arguments.get(name) for name in _ON_PAGE} | {"called": arguments.get("call")}
        told["contra"] = arguments["contra"] or None
        told["discard"] = mask_of(arguments.get("discard") or ()) or None
        on_page.append((case, told))
        return shown

    _show_each(cases, show, form, deck, tally)
    if report is not None and on_page:
        from kranalyze.show.pages.table import asked_row, case_row, deals_page

        rows = [asked_row(case_row(case), told) for case, told in on_page]
        write_page(report, deals_page(rows, cases[0].file, lang, deck))
    return NOT_MAKEABLE if check and cannot else 0


def _cases(
    tally: Tally, file: str, board: str | None, game: str | None, rules: dict[str, str]
) -> list[Record]:
    """The deals of a file, or of a board of it, which is refused if there is none; their errors are told."""
    from kranalyze.read import read_deals

    cases, problems = read_deals(file, game, rules)
    chosen = [case for case in cases if board in (None, case.board)]
    lines = {case.line for case in chosen}
    tally.report(one for one in problems if board is None or not chosen or one.line in lines)
    if cases and not chosen and board is not None:
        no_board(board, (case.board for case in cases))
    return chosen


def _name(case: Record) -> str | None:
    """The board as texts name it, on one line."""
    return case.board and one_line(case.board)


def _show_each(
    cases: list[Record], show: Callable[[Record, Deck], Shown], form: str | None, deck: Deck | None,
    tally: Tally,
) -> None:  # fmt: skip
    """Show deals one after another; what cannot be done is an error of the deal."""
    rows, print_rows = list[dict[str, Any]](), row_printer(form)
    for place, case in enumerate(cases):
        try:
            shown = show(case, deck or case.deck)
        except ValueError as error:
            tally.error(case.file, case.line, case.index, str(error))
            continue
        tally.done += 1
        if isinstance(shown, str):
            say(("\n" + "-" * 60 + "\n\n") * (place > 0) + shown)
        elif form == "csv":  # the rows need not have the same columns
            rows += shown
        else:
            print_rows(shown)
    print_rows(rows)


def _need_contract(cases: list[Record], asked: dict[str, Any]) -> None:
    """Wrong usage if neither the arguments nor any record say what is to be solved."""

    def declared(case: Record) -> bool:
        row = valid(GAMES[case.game].contract, asked["contract"])
        dealt = asked.keys() & {"leader", "dealer"} or case.dealer is not None
        by_forehand = row.bidders == "forehand" and dealt
        return bool(row.makeable_at is None or case.declarer is not None or by_forehand)

    if not cases:
        return
    if "contract" not in asked and not any(case.contract for case in cases):
        usage(_NO_CONTRACT)
    if "contract" in asked and "declarer" not in asked and not any(map(declared, cases)):
        usage("No record names a declarer: give --declarer.")


def _arguments(case: Record, asked: dict[str, Any], rules: dict[str, str], deck: Deck) -> dict[str, Any]:
    """The keywords of the question: the arguments, then the record where it speaks of the same contract."""
    from kranalyze.answers.answer import NO_TRUMP

    game = GAMES[case.game]
    contract = asked.get("contract", case.contract)
    if contract is not None:
        contract = valid(game.contract, contract).id
    declarer = asked.get("declarer", case.declarer)
    read, own = _read(asked, deck), dict[str, Any]()
    if (contract, declarer) == (case.contract, case.declarer):
        for name, value, others in (  # what the record says, unless one of these is asked
            ("second", case.second, ()),
            ("contra", case.contra, ()),
            ("call", case.called, ("call", "partner", "order")),
            ("trump", NO_TRUMP if case.no_trump else case.trump, ("call", "trump")),
            ("leader", case.leader, ("leader", "dealer")),
            ("discard", [*cards_of(case.discard or 0)] or None, ()),
        ):
            if not asked.keys() & set(others):
                own[name] = value
    valid(game.under, rules)
    own |= {"declarer": declarer, "dealer": case.dealer, "rules": {**case.rules, **rules}}
    return {"contra": 0, **own, **read, "contract": contract}


def _read(asked: dict[str, Any], deck: Deck) -> dict[str, Any]:
    """What was asked, cards and suits in the letters in force; wrong usage if they are none."""
    from kranalyze.answers.answer import NO_TRUMP

    read: dict[str, Any] = {name: _cards(asked[name], deck) for name in asked.keys() & {"discard", "play"}}
    if "call" in asked:
        read["call"] = valid(in_deck, asked["call"], deck, parse_card)
    if "trump" in asked:
        none = asked["trump"].strip().lower() in ("none", "nt")
        read["trump"] = NO_TRUMP if none else valid(in_deck, asked["trump"], deck, parse_suit)
    return asked | read


def _cards(text: str, deck: Deck) -> list[int]:
    """Cards divided by blanks or commas."""
    return [valid(in_deck, word, deck, parse_card) for word in text.replace(",", " ").split()]


@options.command(
    """Examples:
  kranalyze advise evening.kpn --board 7 --at 2.3          the next card after card 3 of trick 2
  kranalyze advise evening.kpn --board 7 --after 9 --cards
  kranalyze advise "N:- - AKJ.AQ.T. -" --contract durchmarsch --declarer S --call DA
  kranalyze advise "N:- - AKJ.AQ.T. -" --contract durchmarsch --declarer N --call DA --play "SQ ST"

The seat knows its own hand, the contract and what has been played, said and registered; every layout of the
other cards in which all that could have happened is as likely as any other. After a card all cards lie open:
the share is the most that can be hoped for. The best card has the greatest mean.

JSON has one line per card: game, contract, seat, after, layouts, looked_at, method (exact, sample), card,
share, low, high, mean, mean_low, mean_high (95% intervals; of exact figures the figures), floor, best.
""",
    click.Argument(["file"]), options.board,
    count("--after", "After N cards of the record (default: after all that were played)."),
    option("--at", "After card C of trick T.", options.AT),
    seat("--seat", "Who looks (default: the seat to play)."),
    flag("--cards unseen", "Also where every unseen card may lie."),
    contract("--contract", "The contract, of a deal without a record."),
    seat("--declarer", "Who plays it."),
    options.second,
    option("--call", "The called card.", metavar="CARD"),
    option("--trump", "The trump suit.", metavar="SUIT"),
    options.leader,
    cards("--discard", 'What the seat itself discarded (anrufen3), "SA HT C9".'),
    options.contra,
    cards("--play", 'The cards played so far, in playing order: "CA C9 CT".'),
    cards("--registered",
        "King or Queen with which a marriage was registered, where the hands do not tell."),
    number("--limit", "Go through all layouts up to so many (default: 50,000); of more, samples are drawn."),
    options.within("Draw until the 95% intervals are no wider, or the best card is clear (default: 0.01)."),
    flag("--exact", "Go through all layouts, 20 million at the most."),
    options.seed("The series of samples (default: 0). The same seed gives the same figures.", default=0),
    options.game, options.rules, options.deck("as in the record"), options.workers,
    *options.formats("text", "json", "csv"),
)  # fmt: skip
def advise(
    tally: Tally, file: str, board: str | None, after: int | None, at: tuple[int, int] | None,
    seat: Seat | None, unseen: bool, limit: int | None, within: float | None, exact: bool, seed: int,
    registered: str | None, game: str | None, rules: dict[str, str], deck: Deck | None, workers: int | None,
    form: str | None, **given: Any,
) -> None:  # fmt: skip
    """Say what to play on what a seat can know: how often each card wins, and what it is worth on average.

    FILE: a record with its play, or a deal given in place with - for unknown hands.
    """
    from kranalyze.analysis.playing import after_of
    from kranalyze.known import advice
    from kranalyze.known.advicetext import advice_text

    if after is not None and at is not None:
        usage("--after and --at exclude each other.")
    cases = _cases(tally, file, board, game, rules)
    asked = {name: value for name, value in given.items() if value is not None}

    def show(case: Record, letters: Deck) -> Shown:
        record = _record(case, asked, rules, letters)
        played = len(record.play) if after is None else after
        if at is not None:
            played = after_of(record, *at)
        shown = None if registered is None else _cards(registered, letters)
        with progress_bar("layout", unit_scale=True, leave=False) as progress:
            found = advice.advise(
                record, after=played, seat=seat, shown=shown, limit=limit or advice.LIMIT,
                within=within or advice.WITHIN, exact=exact, seed=seed, workers=workers, progress=progress,
            )  # fmt: skip
        return found.rows() if form in ROWS else advice_text(found, letters, unseen, _name(case))

    _show_each(cases, show, form, deck, tally)


def _record(case: Record, asked: dict[str, Any], rules: dict[str, str], deck: Deck) -> Record:
    """The record of a file, or the one that the arguments tell."""
    from kranalyze.known.fromdeal import record_of_deal

    if case.contract is not None:
        if asked:
            usage(f"--{next(iter(asked))} is for a deal without a contract; this record has one.")
        return case
    assert case.deal is not None
    if "contract" not in asked:
        usage(_NO_CONTRACT)
    valid(GAMES[case.game].contract, asked["contract"])
    valid(GAMES[case.game].under, rules)
    read = {"dealer": case.dealer, **_read(asked, deck)}
    return record_of_deal(case.deal, game=case.game, rules={**case.rules, **rules}, **read)
