"""``kranalyze solve`` and ``advise``: each deal of a file, with all hands open or as a seat sees it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import click

from kranalyze.cards import Deck, cards_of, mask_of
from kranalyze.cli import options
from kranalyze.cli.common import NOT_MAKEABLE, Tally, no_board, progress_bar, say, usage, valid
from kranalyze.cli.options import contract, flag, number, option, seat
from kranalyze.cli.sinks import RowPrinter, write_page
from kranalyze.deal import Seat
from kranalyze.games import GAMES
from kranalyze.show.aligned import one_line

if TYPE_CHECKING:
    from kranalyze.kpn import KpnError, Record

#: What is shown of a deal: rows, or a text for people.
Shown = Iterable[dict[str, Any]] | str

#: What is asked of a deal that lies on a page, beside the called card, Contra and the cards put away.
_ON_PAGE = ("contract", "declarer", "second", "partner", "order", "trump", "leader")


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
after, trick, turn, to_play, hands, played (the trick in progress) and cards: what the mover can force
by each.
""",
    click.Argument(["file"]), options.board,
    contract("--contract", "The contract (default: that of the record)."),
    seat("--declarer", "Who plays it (default: as in the record)."),
    options.second,
    seat("--partner", "Who is called; left open: the best for the declarer."),
    option("--call", "CARD", "The called card; left open: the best for the declarer."),
    option("--order", "K|T",
        "Order of rank: A K Q J T 9 or A T K Q J 9; left open: the best for the declarer.",
        type=click.Choice(["K", "T"], case_sensitive=False)),
    option("--trump", "SUIT",
        "The trump suit (whist: none too); left open: the best for the declarer. Of forehand's suits if he "
        "names it; in the Kontra forms it must be said."),
    options.leader,
    seat("--dealer", "The dealer, where it matters (default: as in the record)."),
    option("--discard", "CARDS", 'The three cards discarded (anrufen3), "SA HT C9".'),
    options.contra, options.game, options.rules, options.deck("as in the record"),
    *options.formats("text", "json", "csv"), options.page("the deal, to be played and asked other things,"),
    options.language,
    flag("--check", "Exit status 1 if a contract cannot be made."),
    number("--after", "N",
        "What can still be forced after N cards of the record, in its own contract or the one asked for.",
        least=0),
    option("--at", "T.C", "The same after card C of trick T: 2.3 is --after 7 where four play.",
        type=options.at_type),
    option("--play", "CARDS",
        'Play these cards, in playing order, from the deal or after the record\'s card: "CA C9 CT CJ".'),
)  # fmt: skip
def solve(
    tally: Tally, file: str, board: str | None, game: str | None, rules: dict[str, str], form: str | None,
    report: str | None, lang: str | None, deck: Deck | None, check: bool, after: int | None,
    at: options.At | None, play: str | None, **given: Any,
) -> int:  # fmt: skip
    """Prove whether a contract can be made, and show how.

    FILE: records, deals, or a deal given in place. What is left open (partner, order, trump) is solved for
    every choice, and the best for the declarer is shown.
    """
    from kranalyze.read import read_deals

    cases, problems = read_deals(file, game, rules)
    if board is not None:
        names = [case.board for case in cases]
        if board not in names:
            tally.report(problems)
            no_board(board, names)
        cases, problems = _on_board(board, cases, problems)
    tally.report(problems)
    asked = {name: value for name, value in given.items() if value is not None}
    if asked or (after is None and at is None):
        _need_contract(cases, asked)
    if after is not None and at is not None:
        usage("--after and --at exclude each other.")
    as_row = form in ("json", "csv")
    cannot, on_page = [], []

    def show(case: Record, letters: Deck) -> Shown:
        arguments = _arguments(case, asked, rules, letters)
        if after is None and at is None and play is None:
            made, shown = _answer(case, arguments, letters, as_row)
        else:
            begin = arguments if asked or not case.items else None
            made, shown = _standing(case, begin, after, at, play or "", letters, as_row)
        if not made:
            cannot.append(case)
        if report is not None:
            from kranalyze.show.pages.records import asked_row, case_row

            told = {name: arguments.get(name) for name in _ON_PAGE} | {"called": arguments.get("call")}
            told["contra"] = arguments["contra"] or None
            told["discard"] = mask_of(arguments["discard"]) if arguments.get("discard") else None
            on_page.append(asked_row(case_row(case), told))
        return shown

    _show_each(cases, show, form, deck, tally)
    if report is not None and on_page:
        from kranalyze.show.pages.table import deals_page

        write_page(report, deals_page(on_page, cases[0].file, lang, deck))
    return NOT_MAKEABLE if check and cannot else 0


def _on_board(
    board: str, cases: list[Record], problems: list[KpnError]
) -> tuple[list[Record], list[KpnError]]:
    """The deals of a board, and what is wrong with them."""
    chosen = [case for case in cases if case.board == board]
    lines = {case.line for case in chosen}
    return chosen, [problem for problem in problems if problem.line in lines]


def _show_each(
    cases: list[Record], show: Callable[[Record, Deck], Shown], form: str | None, deck: Deck | None,
    tally: Tally,
) -> None:  # fmt: skip
    """Show deals one after another; what cannot be done is an error of the deal."""
    rows = RowPrinter(form, alike=False)
    for place, case in enumerate(cases):
        try:
            shown = show(case, deck or case.deck)
        except ValueError as error:
            tally.error(case.file, case.line, case.index, str(error))
            continue
        tally.done += 1
        if isinstance(shown, str):
            say(("\n" + "-" * 60 + "\n\n") * (place > 0) + shown)
        else:
            rows.take(shown)
    rows.close()


def _need_contract(cases: list[Record], asked: Mapping[str, Any]) -> None:
    """Wrong usage if neither the arguments nor any record say what is to be solved."""
    if not cases:
        return
    if "contract" not in asked and not any(c.contract for c in cases):
        usage("No record names a contract: give --contract (and --declarer).")
    if "contract" not in asked or "declarer" in asked:
        return
    for case in cases:
        contract = valid(GAMES[case.game].contract, asked["contract"])
        if contract.makeable_at is None or case.declarer is not None:
            return
        dealt = asked.keys() & {"leader", "dealer"} or case.dealer is not None
        if contract.bidders == "forehand" and dealt:
            return
    usage("No record names a declarer: give --declarer.")


def _arguments(case: Record, asked: Mapping[str, Any], rules: dict[str, str], deck: Deck) -> dict[str, Any]:
    """The keywords of the question: the arguments, then the record where it speaks of the same contract."""
    from kranalyze.answers.answer import NO_TRUMP

    game = GAMES[case.game]
    contract = asked.get("contract", case.contract)
    if contract is not None:
        contract = valid(game.contract, contract).id
    declarer = asked.get("declarer", case.declarer)
    readers = {
        "call": options.card_argument, "trump": options.suit_argument, "discard": options.cards_argument
    }  # fmt: skip
    read = {name: reader(asked[name], deck) for name, reader in readers.items() if name in asked}
    own: dict[str, Any] = {}
    if (contract, declarer) == (case.contract, case.declarer):
        own = {"second": case.second, "contra": case.contra}
        if not asked.keys() & {"call", "partner", "order"}:
            own["call"] = case.called
        if not asked.keys() & {"call", "trump"}:
            own["trump"] = NO_TRUMP if case.no_trump else case.trump
        if not asked.keys() & {"leader", "dealer"}:
            own["leader"] = case.leader
        if case.discard:
            own["discard"] = list(cards_of(case.discard))
    valid(game.rules, rules)
    own |= {"declarer": declarer, "dealer": case.dealer, "rules": {**case.rules, **rules}}
    return {"contra": 0, **own, **asked, **read, "contract": contract}


def _answer(
    case: Record, arguments: dict[str, Any], deck: Deck, as_row: bool
) -> tuple[bool, Shown]:
    """Whether the contract can be made on the whole deal, and what is shown of the answer."""
    from kranalyze.answers.answer import solve as solve_deal

    if arguments["contract"] is None:
        raise ValueError("the record names no contract: give --contract")
    if case.deal is None or not case.deal.complete:
        raise ValueError("a hand of the deal is not known")
    answer = solve_deal(case.deal, game=case.game, **arguments)
    made = bool(answer.makeable or answer.question.contract.makeable_at is None)
    if as_row:
        from kranalyze.show.text import answer_row

        return made, [answer_row(answer, case.board)]
    from kranalyze.show.text import answer_text

    return made, answer_text(answer, deck, case.board and one_line(case.board))


def _standing(
    case: Record, begin: dict[str, Any] | None, after: int | None, at: options.At | None, play: str,
    deck: Deck, as_row: bool,
) -> tuple[bool, Shown]:  # fmt: skip
    """The same after cards of the record and of ``play``, in another contract if ``begin`` says it."""
    from kranalyze.analysis.board import Position, after_of
    from kranalyze.analysis.texts import position_text

    if not case.items and (after or at):
        raise ValueError("a deal alone has no play")
    count = after_of(case, *at) if at is not None else after or 0
    if begin is None:
        position = Position.of_record(case, count)
    elif begin["contract"] is None:
        raise ValueError("the record names no contract: give --contract")
    else:
        assert case.deal is not None
        position = Position.of_deal(case.deal, game=case.game, **begin)
        for move in case.play[:count]:
            position = position.play(move.card)
    for card in options.cards_argument(play, deck):
        position = position.play(card)
    answer = position.answer()
    made = answer.makeable is not False
    if as_row:
        return made, [{**position.row(answer), "board": case.board}]
    return made, position_text(position, answer, deck, case.board)


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
    number("--after", "N", "After N cards of the record (default: after all that were played).", least=0),
    option("--at", "T.C", "After card C of trick T.", type=options.at_type),
    seat("--seat", "Who looks (default: the seat to play)."),
    flag("--cards", "Also where every unseen card may lie."),
    contract("--contract", "The contract, of a deal without a record."),
    seat("--declarer", "Who plays it."),
    options.second,
    option("--call", "CARD", "The called card."),
    option("--trump", "SUIT", "The trump suit."),
    options.leader,
    option("--discard", "CARDS", 'What the seat itself discarded (anrufen3), "SA HT C9".'),
    options.contra,
    option("--play", "CARDS", 'The cards played so far, in playing order: "CA C9 CT".'),
    option("--registered", "CARDS",
        "King or Queen with which a marriage was registered, where the hands do not tell."),
    number("--limit", "N",
        "Go through all layouts up to so many (default: 50,000); of more, samples are drawn."),
    options.within("Draw until the 95% intervals are no wider, or the best card is clear (default: 0.01)."),
    flag("--exact", "Go through all layouts, 20 million at the most."),
    options.seed("The series of samples (default: 0). The same seed gives the same figures.", default=0),
    options.game, options.rules, options.deck("as in the record"), options.workers,
    *options.formats("text", "json", "csv"),
)  # fmt: skip
def advise(
    tally: Tally, file: str, board: str | None, after: int | None, at: options.At | None, seat: Seat | None,
    cards: bool, limit: int | None, within: float | None, exact: bool, seed: int, registered: str | None,
    game: str | None, rules: dict[str, str], deck: Deck | None, workers: int | None, form: str | None,
    **asked: Any,
) -> None:  # fmt: skip
    """Say what to play on what a seat can know: how often each card wins, and what it is worth on average.

    FILE: a record with its play, or a deal given in place with - for unknown hands.
    """
    from kranalyze.analysis.board import after_of
    from kranalyze.known import advice
    from kranalyze.known.telling import advice_text
    from kranalyze.read import read_deals

    if after is not None and at is not None:
        usage("--after and --at exclude each other.")
    cases, problems = read_deals(file, game, rules)
    if board is not None:
        cases, problems = _on_board(board, cases, problems)
        if not cases:
            usage(f"{file} has no board {board!r}.")
    tally.report(problems)

    def show(case: Record, letters: Deck) -> Shown:
        record = _record(case, asked, rules, letters)
        count = len(record.play) if after is None else after
        if at is not None:
            count = after_of(record, *at)
        shown = None if registered is None else options.cards_argument(registered, letters)
        with progress_bar("layout", unit_scale=True, leave=False) as progress:
            found = advice.advise(
                record, after=count, seat=seat, shown=shown, limit=limit or advice.LIMIT,
                within=within or advice.WITHIN, exact=exact, seed=seed, workers=workers, progress=progress,
            )  # fmt: skip
        return found.rows() if form in ("json", "csv") else advice_text(found, letters, cards, case.board)

    _show_each(cases, show, form, deck, tally)


def _record(case: Record, asked: dict[str, Any], rules: dict[str, str], deck: Deck) -> Record:
    """The record of a file, or the one that the arguments tell."""
    from kranalyze.known.situation import told

    given = {name: value for name, value in asked.items() if value is not None}
    if case.contract is not None:
        if given:
            usage(f"--{next(iter(given))} is for a deal without a contract; this record has one.")
        return case
    assert case.deal is not None
    game = GAMES[case.game]
    if "contract" not in given:
        usage("No record names a contract: give --contract (and --declarer).")
    given["contract"] = valid(game.contract, given["contract"])
    call, discard, trump = (given.pop(name, None) for name in ("call", "discard", "trump"))
    suit = None if trump is None else options.suit_argument(trump, deck)
    valid(game.rules, rules)
    return told(
        case.deal,
        game=game,
        called=None if call is None else options.card_argument(call, deck),
        trump=suit if suit in range(4) else None,
        discard=None if discard is None else mask_of(options.cards_argument(discard, deck)),
        play=options.cards_argument(given.pop("play", ""), deck),
        rules={**case.rules, **rules},
        **given,
    )
