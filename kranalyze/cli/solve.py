"""Define the command ``kranalyze solve``, which solves deals with all hands open.

A question is a contract with its declarer and partner, its trump suit and its order of ranks. A case is one
deal of the input. The input can give the deal in a hand record, or without a record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import click

from kranalyze.cards import Deck, cards_of, mask_of, number_of_suit, parse_card, parse_suit
from kranalyze.cli import options
from kranalyze.cli.common import (
    NOT_MAKEABLE,
    Tally,
    read_argument,
    say,
    unknown_board,
    usage_error,
)
from kranalyze.cli.options import cards, contract, count, flag, option, read_in_either_deck, seat
from kranalyze.cli.sinks import ROWS, row_printer, write_page_to_file
from kranalyze.games import GAMES
from kranalyze.show.aligned import escape_control_characters, wrap_long_lines

if TYPE_CHECKING:
    from kranalyze.answers.answer import Answer
    from kranalyze.kpn import Record

#: Output of a command for a single deal. The output is a list of rows for programs, or a text for people.
DealOutput = Iterable[dict[str, Any]] | str

#: Names of the arguments of ``solve`` that are passed unchanged to the page of ``--report``. The arguments
#: for the called card, Contra and discard are converted first.
_ON_PAGE = ("contract", "declarer", "second", "partner", "order", "trump", "leader")

NO_CONTRACT = "No record names a contract: give --contract (and --declarer)."


@options.command(
    """Examples:
  kranalyze solve lessons.kpn                         every board, in its own contract
  kranalyze solve lessons.kpn --board 1 --deck german
  kranalyze solve evening.kpn --board 7 --contract koenigmord --declarer S --check
  kranalyze solve "N:KJ9.J.J.J T.T.Q9.K9 Q.K9.T.AQ A.AQ.AK.T" --contract durchmarsch --declarer W
  kranalyze solve evening.kpn --contract durchmarsch --declarer N --call HT --json
  kranalyze solve evening.kpn --board 7 --after 9      the position after nine cards
  kranalyze solve lessons.kpn --board 1 --contract durchmarsch --call CA --play "SA SJ"
  kranalyze solve lessons.kpn --report lessons.html     also a page to play the deals on

JSON has one line per answer, CSV one row. The columns are deal, board, rules, game, contract, declarer,
second, leader, trump, partner, order, calls, biddable, makeable, value, guarantee, payoff, leads, line.
Values are those of the declarer's side. Amounts are in the game's unit (`kranalyze games`). CSV writes
amounts of several seats as `N=40 E=-40`. With --after, --at or --play there are other columns in place of
leads: after, trick, turn, to_play, hands, played (the trick in progress), announce (the announcements of
trick 1 so far) and cards (what the player to move can force with each card).
""",
    click.Argument(["file"]), options.board,
    contract("--contract", "The contract (default: that of the record)."),
    seat("--declarer", "The declarer (default: as in the record)."),
    options.second,
    seat("--partner", "The declarer's partner (default: the best for the declarer)."),
    option("--call", "The called card (default: the best for the declarer).", metavar="CARD"),
    option("--order",
        "Order of ranks. K: A K Q J T 9. T: A T K Q J 9 (default: the best for the declarer).",
        click.Choice(["K", "T"], case_sensitive=False), metavar="K|T"),
    option("--trump",
        "The trump suit. In whist also: none. Default: the best suit for the declarer; in Bauernschnapsen, "
        "the best suit that forehand may name. The Kontra contracts have no default.", metavar="SUIT"),
    options.leader,
    seat("--dealer", "The dealer. Some contracts do not depend on the dealer (default: as in the record)."),
    cards("--discard", 'The three cards discarded (anrufen3), "SA HT C9".'),
    options.contra, options.game, options.rules, options.deck("as in the record"),
    *options.formats("text", "json", "csv"),
    options.report(f"Also write a page on which the deal can be played and changed: {options.PAGE}"),
    options.language,
    flag("--check", "End with exit status 1 if a contract cannot be made."),
    count("--after",
        "Solve the position after N cards of the record, in its own contract or in that of --contract."),
    option("--at",
        "Solve the position after card C of trick T. For example, with four players, --at 2.3 (third card of "
        "trick 2) means --after 7.", options.AT),
    cards("--play",
        'Play these cards first, in playing order, from the deal or from --after or --at: "CA C9 CT CJ".'),
    option("--announce",
        'Announcements made with cards of --play in trick 1, "E 20 H; S 100" (default: the best; "" for '
        'none).', metavar="WORDS"),
)  # fmt: skip
def solve(
    tally: Tally, file: str, board: str | None, game: str | None, rules: dict[str, str], form: str | None,
    report: str | None, lang: str | None, deck: Deck | None, check: bool, after: int | None,
    at: tuple[int, int] | None, play: str | None, announce: str | None, **values: Any,
) -> int:  # fmt: skip
    """Prove whether a contract can be made, and show how.

    FILE names a file with records or deals, or is itself a deal. Partner, order and trump may be left out.
    Then all choices are solved, and the best choice for the declarer is shown.
    """
    cases = read_cases(tally, file, board, game, rules)
    question = {name: value for name, value in values.items() if value is not None}
    if question or (after is None and at is None):
        _need_contract(cases, question)
    if after is not None and at is not None:
        usage_error("--after and --at exclude each other.")
    if announce is not None and play is None:
        usage_error("--announce goes with --play.")
    lost_count = 0
    on_page = list[tuple["Record", dict[str, Any]]]()

    def solve_whole_deal(case: Record, arguments: dict[str, Any], letters: Deck) -> tuple[Answer, DealOutput]:
        """Solve the contract from the first card on. Return the answer, and the output for the user."""
        from kranalyze.answers.answer import solve as solve_deal
        from kranalyze.show.text import answer_row, answer_text

        if arguments["contract"] is None:
            raise ValueError("the record names no contract: give --contract")
        if case.deal is None or not case.deal.complete:
            raise ValueError("a hand of the deal is not known")
        answer = solve_deal(case.deal, game=case.game, **arguments)
        if form in ROWS:
            return answer, [answer_row(answer, case.board)]
        return answer, answer_text(answer, letters, board_name(case))

    def solve_position(case: Record, arguments: dict[str, Any], letters: Deck) -> tuple[Answer, DealOutput]:
        """Solve the position after some cards. Return the answer, and the output for the user.

        The cards come from the record, then from the option ``--play``. The contract comes from the options
        if they name a contract, else from the record.
        """
        from kranalyze.analysis.board import Position
        from kranalyze.analysis.playing import count_cards_through, play_cards
        from kranalyze.show.gametext import position_row, position_text

        if not case.items and (after or at):
            raise ValueError("a deal alone has no play")
        played = count_cards_through(case, *at) if at is not None else after or 0
        if case.items and not question:
            position = Position.of_record(case, played)
        elif arguments["contract"] is None:
            raise ValueError("the record names no contract: give --contract")
        else:
            assert case.deal is not None
            position = Position.of_deal(case.deal, game=case.game, **arguments)
            for move in case.play[:played]:
                position = position.play(move.card)
        if play is not None:
            position = play_cards(position, parse_cards(play, letters), announce)
        answer = position.answer()
        if form in ROWS:
            return answer, [{**position_row(position, answer), "board": case.board}]
        return answer, position_text(position, answer, letters, board_name(case))

    def show(case: Record, letters: Deck) -> DealOutput:
        nonlocal lost_count
        arguments = _solve_arguments(case, question, rules, letters)
        solve_case = solve_position
        if after is None and at is None and play is None:
            solve_case = solve_whole_deal
        answer, output = solve_case(case, arguments, letters)
        if not answer.makeable and answer.question.contract.makeable_at is not None:
            lost_count += 1
        page_question = {name: arguments.get(name) for name in _ON_PAGE}
        page_question["called"] = arguments.get("call")
        page_question["contra"] = arguments["contra"] or None
        page_question["discard"] = mask_of(arguments.get("discard") or ()) or None
        on_page.append((case, page_question))
        return output

    show_cases(cases, show, form, deck, tally)
    if report is not None and on_page:
        from kranalyze.show.pages.table import deals_page, record_page_data, row_with_question

        rows = [row_with_question(record_page_data(case), page_question) for case, page_question in on_page]
        write_page_to_file(report, deals_page(rows, cases[0].file, lang, deck))
    return NOT_MAKEABLE if check and lost_count else 0


def read_cases(
    tally: Tally, file: str, board: str | None, game: str | None, rules: dict[str, str]
) -> list[Record]:
    """Return the deals of a file and report errors of the file.

    If ``board`` is not None, return only the deals of this board. End the command if the file has no such
    board.
    """
    from kranalyze.read import read_deals

    cases, problems = read_deals(file, game, rules)
    chosen = [case for case in cases if board in (None, case.board)]
    lines = {case.line for case in chosen}
    tally.report(problem for problem in problems if board is None or not chosen or problem.line in lines)
    if cases and not chosen and board is not None:
        unknown_board(board, (case.board for case in cases))
    return chosen


def board_name(case: Record) -> str | None:
    """Return the name of a record's board, with control characters escaped.

    Return None if the board has no name.
    """
    return case.board and escape_control_characters(case.board)


def show_cases(
    cases: list[Record], show: Callable[[Record, Deck], DealOutput], form: str | None, deck: Deck | None,
    tally: Tally,
) -> None:  # fmt: skip
    """Call ``show`` for each deal and print the output that it returns.

    If ``show`` raises a ValueError, report the error with the file and line of the deal, and go on.
    """
    csv_rows = list[dict[str, Any]]()
    print_rows = row_printer(form)
    for index, case in enumerate(cases):
        try:
            output = show(case, deck or case.deck)
        except ValueError as error:
            tally.error(case.file, case.line, case.index, str(error))
            continue
        tally.done += 1
        if isinstance(output, str):
            rule = "\n" + "-" * 60 + "\n\n" if index > 0 else ""
            say(rule + wrap_long_lines(output))
        elif form == "csv":  # print the rows at the end, because different deals may have different columns
            csv_rows += output
        else:
            print_rows(output)
    print_rows(csv_rows)


def _need_contract(cases: list[Record], question: dict[str, Any]) -> None:
    """Report wrong usage if the contract or its declarer is unknown.

    The contract is unknown if neither the options nor any record name it. The declarer is checked only if an
    option names the contract.
    """

    def has_declarer(case: Record) -> bool:
        row = read_argument(GAMES[case.game].contract, question["contract"])
        knows_forehand = question.keys() & {"leader", "dealer"} or case.dealer is not None
        by_forehand = row.bidders == "forehand" and knows_forehand
        return bool(row.makeable_at is None or case.declarer is not None or by_forehand)

    if not cases:
        return
    if "contract" not in question and not any(case.contract for case in cases):
        usage_error(NO_CONTRACT)
    if "contract" in question and "declarer" not in question and not any(map(has_declarer, cases)):
        usage_error("No record names a declarer: give --declarer.")


def _solve_arguments(
    case: Record, question: dict[str, Any], rules: dict[str, str], deck: Deck
) -> dict[str, Any]:
    """Return the keyword arguments for ``solve``, collected from the options and from the record.

    An option overrides the record. If the options name another contract or another declarer than the record,
    then the record's second declarer, called card, trump, leader, Contra and discard are ignored.
    """
    from kranalyze.answers.solvearguments import NO_TRUMP

    game = GAMES[case.game]
    contract = question.get("contract", case.contract)
    if contract is not None:
        contract = read_argument(game.contract, contract).id
    declarer = question.get("declarer", case.declarer)
    from_options = parsed_question(question, deck)
    from_record = dict[str, Any]()
    if (contract, declarer) == (case.contract, case.declarer):
        # For each argument: its name, its value in the record, and the options that override this value.
        for name, value, overriding in (
            ("second", case.second, ()),
            ("contra", case.contra, ()),
            ("call", None if case.called is None else case.called.number, ("call", "partner", "order")),
            ("trump", NO_TRUMP if case.no_trump else number_of_suit(case.trump), ("call", "trump")),
            ("leader", case.leader, ("leader", "dealer")),
            ("discard", [*cards_of(case.discard.mask)] if case.discard else None, ()),
        ):
            if not question.keys() & set(overriding):
                from_record[name] = value
    read_argument(game.under, rules)
    from_record |= {"declarer": declarer, "dealer": case.dealer, "rules": {**case.rules, **rules}}
    return {"contra": 0, **from_record, **from_options, "contract": contract}


def parsed_question(question: dict[str, Any], deck: Deck) -> dict[str, Any]:
    """Convert cards and suits in values of options to numbers. Report wrong usage if a text is unreadable.

    Args:
        question: values of the options that describe the contract, by the option's name.
        deck: French or German. A text is parsed in the letters of this deck. If this fails, the letters of
            the other deck are tried.
    """
    from kranalyze.answers.solvearguments import NO_TRUMP

    read: dict[str, Any] = {
        name: parse_cards(question[name], deck) for name in question.keys() & {"discard", "play"}
    }
    if "call" in question:
        read["call"] = read_argument(read_in_either_deck, question["call"], deck, parse_card)
    if "trump" in question:
        is_none = question["trump"].strip().lower() in ("none", "nt")
        read["trump"] = (
            NO_TRUMP if is_none else read_argument(read_in_either_deck, question["trump"], deck, parse_suit)
        )
    return question | read


def parse_cards(text: str, deck: Deck) -> list[int]:
    """Parse a list of cards such as ``SA HT`` or ``SA,HT``. Return their numbers (0-31)."""
    return [
        read_argument(read_in_either_deck, word, deck, parse_card) for word in text.replace(",", " ").split()
    ]
