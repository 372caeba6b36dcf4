"""``kranalyze solve``: one contract on each deal of a file, with its proof."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from kranalyze.cards import Deck
from kranalyze.cli.after import At, at_type, solve_standings
from kranalyze.cli.common import (
    NOT_MAKEABLE,
    RowPrinter,
    Tally,
    board_option,
    card_argument,
    contract_argument,
    contract_option,
    deck_option,
    format_option,
    game_option,
    lang_option,
    no_board,
    rule_option,
    rules_argument,
    say,
    seat_option,
    suit_argument,
    usage,
)
from kranalyze.cli.page import asked_row, page_option, write_rows
from kranalyze.deal import Seat
from kranalyze.frozen import frozen
from kranalyze.games import GAMES
from kranalyze.show.printable import one_line

if TYPE_CHECKING:
    from kranalyze.analysis.board import Position
    from kranalyze.answers.answer import Answer
    from kranalyze.kpn import Record


@frozen
class Options:
    """What the arguments say; None is left to the record, or to the solver."""

    contract: str | None
    declarer: Seat | None
    second: Seat | None
    partner: Seat | None
    call: str | None
    order: str | None
    trump: str | None
    leader: Seat | None
    dealer: Seat | None
    discard: str | None
    contra: int | None
    deck: Deck | None


@click.command(
    epilog="""\b
Examples:
  kranalyze solve lessons.kpn                         every board, in its own contract
  kranalyze solve lessons.kpn --board 1 --deck german
  kranalyze solve evening.kpn --board 7 --contract koenigmord --declarer S --check
  kranalyze solve "N:KJ9.J.J.J T.T.Q9.K9 Q.K9.T.AQ A.AQ.AK.T" --contract durchmarsch --declarer W
  kranalyze solve evening.kpn --contract durchmarsch --declarer N --call HT --json
  kranalyze solve evening.kpn --board 7 --after 9      what can still be forced after nine cards
  kranalyze solve lessons.kpn --board 1 --contract durchmarsch --call CA --play "SA SJ"
  kranalyze solve lessons.kpn --report lessons.html     also a page to play them on

\b
JSON has one line per answer, CSV one row (`N=40 E=-40` where there are several values): deal, board, rules,
game, contract, declarer, second, leader, trump, partner,
order, calls, biddable, makeable, value, guarantee, payoff, leads, line. Values are seen from the declarer's
side; amounts are in the game's unit (`kranalyze games`). With --after or --at there is, in place of leads,
after, trick, turn, to_play, hands, played (the trick in progress) and cards: what the mover can force
by each.
""",
)
@click.argument("file")
@board_option
@contract_option("--contract", help="The contract (default: that of the record).")
@seat_option("--declarer", help="Who plays it (default: as in the record).")
@seat_option("--second", help="The second Bettler or Plauderer.")
@seat_option("--partner", help="Who is called; left open: the best for the declarer.")
@click.option("--call", metavar="CARD", help="The called card; left open: the best for the declarer.")
@click.option(
    "--order", type=click.Choice(["K", "T"], case_sensitive=False), metavar="K|T",
    help="Order of rank: A K Q J T 9 or A T K Q J 9; left open: the best for the declarer.",
)  # fmt: skip
@click.option(
    "--trump",
    metavar="SUIT",
    help="The trump suit (whist: none too); left open: the best for the declarer. Of forehand's suits if he "
    "names it; in the Kontra forms it must be said.",
)
@seat_option("--leader", help="Who leads to trick 1, where the contract leaves it open.")
@seat_option("--dealer", help="The dealer, where it matters (default: as in the record).")
@click.option("--discard", metavar="CARDS", help='The three cards discarded (anrufen3), "SA HT C9".')
@click.option("--contra", type=click.IntRange(min=0), metavar="N", help="How often Contra was called.")
@game_option
@rule_option
@deck_option("as in the record")
@format_option("text", "json", "csv")
@page_option("the deal, to be played and asked other things,")
@lang_option
@click.option("--check", is_flag=True, help="Exit status 1 if a contract cannot be made.")
@click.option(
    "--after", type=click.IntRange(min=0), metavar="N",
    help="What can still be forced after N cards of the record, in its own contract or the one asked for.",
)  # fmt: skip
@click.option(
    "--at", type=at_type, metavar="T.C",
    help="The same after card C of trick T: 2.3 is --after 7 where four play.",
)  # fmt: skip
@click.option(
    "--play", metavar="CARDS",
    help='Play these cards, in playing order, from the deal or after the record\'s card: "CA C9 CT CJ".',
)  # fmt: skip
def solve(
    file: str, board: str | None, game: str | None, rules: dict[str, str], form: str | None,
    report: str | None, lang: str | None, check: bool, after: int | None, at: At | None, play: str | None,
    **asked: Any,
) -> None:  # fmt: skip
    """Prove whether a contract can be made, and show how.

    FILE: records, deals, or a deal given in place. What is left open (partner, order, trump) is solved for
    every choice, and the best for the declarer is shown.
    """
    from kranalyze.read import read_deals

    wanted = Options(**asked)
    cases, problems = read_deals(file, game, rules)
    tally = Tally()
    if board is not None:
        chosen = [case for case in cases if case.board == board]
        if not chosen:
            tally.report(problems)
            no_board(board, [case.board for case in cases])
        lines = {case.line for case in chosen}
        cases, problems = chosen, [p for p in problems if p.line in lines]
    tally.report(problems)
    rows = RowPrinter(form)
    other = any(value is not None for name, value in asked.items() if name != "deck")
    if other or (after is None and at is None):
        _need_contract(cases, wanted)
    if after is not None or at is not None or play is not None:

        def begin(case: Record) -> Position | None:
            return _begin(case, _arguments(case, wanted, rules)) if other or not case.items else None

        made = solve_standings(cases, begin, after, at, play, wanted.deck, rows, tally)
        rows.close()
        tally.finish(NOT_MAKEABLE if check and not made else 0)
        return
    made = True
    shown: list[dict[str, Any]] = []
    for number, case in enumerate(cases):
        arguments = _arguments(case, wanted, rules_argument(GAMES[case.game], rules))
        try:
            answer = _solve(case, arguments)
        except ValueError as error:
            tally.error(case.file, case.line, case.index, str(error))
            continue
        tally.done += 1
        made = made and (answer.makeable or answer.question.contract.makeable_at is None)
        _print(answer, case, wanted, rows, number)
        if report is not None:
            shown.append(asked_row(case, arguments))
    rows.close()
    if report is not None and shown:
        write_rows(shown, cases[0].file, report, lang, wanted.deck)
    tally.finish(NOT_MAKEABLE if check and not made else 0)


def _need_contract(cases: list[Record], wanted: Options) -> None:
    """Wrong usage if neither the arguments nor any record say what is to be solved."""
    if not cases:
        return
    if wanted.contract is None and not any(c.contract for c in cases):
        usage("No record names a contract: give --contract (and --declarer).")
    if wanted.contract is None or wanted.declarer is not None:
        return
    for case in cases:
        contract = contract_argument(GAMES[case.game], wanted.contract)
        if contract.makeable_at is None or case.declarer is not None:
            return
        if contract.bidders == "forehand" and (wanted.leader or wanted.dealer or case.dealer) is not None:
            return
    usage("No record names a declarer: give --declarer.")


def _arguments(case: Record, wanted: Options, rules: dict[str, str]) -> dict[str, Any]:
    """The keywords of the question: the arguments, then the record where it speaks of the same contract."""
    game, deck = GAMES[case.game], wanted.deck or case.deck
    discard = wanted.discard
    contract = wanted.contract or case.contract
    if contract is not None:
        contract = contract_argument(game, contract).id
    arguments: dict[str, Any] = {
        "contract": contract,
        "declarer": wanted.declarer,
        "second": wanted.second,
        "partner": wanted.partner,
        "call": None if wanted.call is None else card_argument(wanted.call, deck),
        "order": wanted.order,
        "trump": None if wanted.trump is None else suit_argument(wanted.trump, deck),
        "leader": wanted.leader,
        "dealer": wanted.dealer if wanted.dealer is not None else case.dealer,
        "discard": None if discard is None else [card_argument(word, deck) for word in discard.split()],
        "contra": wanted.contra or 0,
        "rules": {**case.rules, **rules},
    }
    if arguments["declarer"] is None:
        arguments["declarer"] = case.declarer
    if (contract, arguments["declarer"]) == (case.contract, case.declarer):
        _from_record(arguments, case, wanted)
    return arguments


def _from_record(arguments: dict[str, Any], record: Record, wanted: Options) -> None:
    """What the record says of its own contract, where the arguments do not say otherwise."""
    from kranalyze.answers.answer import NO_TRUMP

    if wanted.second is None:
        arguments["second"] = record.second
    if wanted.call is None and wanted.partner is None and wanted.order is None:
        arguments["call"] = record.called
    if wanted.trump is None and wanted.call is None:
        arguments["trump"] = NO_TRUMP if record.no_trump else record.trump
    if wanted.leader is None and wanted.dealer is None:
        arguments["leader"] = record.leader
    if wanted.contra is None:
        arguments["contra"] = record.contra
    if wanted.discard is None and record.discard:
        from kranalyze.cards import cards_of

        arguments["discard"] = list(cards_of(record.discard))


def _solve(case: Record, arguments: dict[str, Any]) -> Answer:
    from kranalyze.answers.answer import solve as solve_deal

    if arguments["contract"] is None:
        raise ValueError("the record names no contract: give --contract")
    if case.deal is None or not case.deal.complete:
        raise ValueError("a hand of the deal is not known")
    return solve_deal(case.deal, game=case.game, **arguments)


def _begin(case: Record, arguments: dict[str, Any]) -> Position:
    """The start of play of what is asked."""
    from kranalyze.analysis.board import Position

    if arguments["contract"] is None:
        raise ValueError("the record names no contract: give --contract")
    assert case.deal is not None
    return Position.of_deal(case.deal, game=case.game, **arguments)


def _print(answer: Answer, case: Record, wanted: Options, rows: RowPrinter, number: int) -> None:
    if rows.form in ("json", "csv"):
        from kranalyze.show.jsonrows import answer_row

        rows.takes([answer_row(answer, case.board)])
        return
    from kranalyze.show.text import answer_text

    if number:
        say("\n" + "-" * 60 + "\n")
    board = case.board and one_line(case.board)
    say(answer_text(answer, wanted.deck or case.deck, board))
