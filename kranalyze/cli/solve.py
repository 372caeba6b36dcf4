"""``kranalyze solve``: one contract on each deal of a file, with its proof."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from kranalyze.cards import Deck, cards_of, mask_of
from kranalyze.cli import options
from kranalyze.cli.common import BETWEEN, NOT_MAKEABLE, Tally, no_board, say, usage
from kranalyze.cli.sinks import RowPrinter, write_page
from kranalyze.games import GAMES
from kranalyze.show.printable import one_line

if TYPE_CHECKING:
    from kranalyze.kpn import Record


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
@options.board
@options.contract("--contract", help="The contract (default: that of the record).")
@options.seat("--declarer", help="Who plays it (default: as in the record).")
@options.second
@options.seat("--partner", help="Who is called; left open: the best for the declarer.")
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
@options.leader
@options.seat("--dealer", help="The dealer, where it matters (default: as in the record).")
@click.option("--discard", metavar="CARDS", help='The three cards discarded (anrufen3), "SA HT C9".')
@options.contra
@options.game
@options.rules
@options.deck("as in the record")
@options.formats("text", "json", "csv", short=True)
@options.page("the deal, to be played and asked other things,")
@options.language
@click.option("--check", is_flag=True, help="Exit status 1 if a contract cannot be made.")
@click.option(
    "--after", type=click.IntRange(min=0), metavar="N",
    help="What can still be forced after N cards of the record, in its own contract or the one asked for.",
)  # fmt: skip
@click.option(
    "--at", type=options.at_type, metavar="T.C",
    help="The same after card C of trick T: 2.3 is --after 7 where four play.",
)  # fmt: skip
@click.option(
    "--play", metavar="CARDS",
    help='Play these cards, in playing order, from the deal or after the record\'s card: "CA C9 CT CJ".',
)  # fmt: skip
def solve(
    file: str, board: str | None, game: str | None, rules: dict[str, str], form: str | None,
    report: str | None, lang: str | None, deck: Deck | None, check: bool, after: int | None,
    at: options.At | None, play: str | None, **given: Any,
) -> None:  # fmt: skip
    """Prove whether a contract can be made, and show how.

    FILE: records, deals, or a deal given in place. What is left open (partner, order, trump) is solved for
    every choice, and the best for the declarer is shown.
    """
    from kranalyze.read import read_deals

    cases, problems = read_deals(file, game, rules)
    tally, rows = Tally(), RowPrinter(form, alike=False)
    if board is not None:
        chosen = [case for case in cases if case.board == board]
        if not chosen:
            tally.report(problems)
            no_board(board, [case.board for case in cases])
        lines = {case.line for case in chosen}
        cases, problems = chosen, [p for p in problems if p.line in lines]
    tally.report(problems)
    moved = after is not None or at is not None or play is not None
    asked = {name: value for name, value in given.items() if value is not None}
    if asked or (after is None and at is None):
        _need_contract(cases, asked)
    if after is not None and at is not None:
        usage("--after and --at exclude each other.")
    made, shown = True, []
    for number, case in enumerate(cases):
        letters = deck or case.deck
        arguments = _arguments(case, asked, rules, letters)
        try:
            if moved:
                begin = arguments if asked or not case.items else None
                makeable, result = _standing(case, begin, after, at, play or "", letters, rows.wanted)
            else:
                makeable, result = _answer(case, arguments, letters, rows.wanted)
        except ValueError as error:
            tally.error(case.file, case.line, case.index, str(error))
            continue
        tally.done += 1
        made = made and makeable
        if isinstance(result, str):
            say(BETWEEN * (number > 0) + result)
        else:
            rows.take([result])
        if report is not None:
            shown.append(_page_row(case, arguments))
    rows.close()
    if report is not None and shown:
        from kranalyze.show.pages.table import deals_page

        write_page(report, deals_page(shown, cases[0].file, lang, deck))
    tally.finish(NOT_MAKEABLE if check and not made else 0)


def _need_contract(cases: list[Record], asked: Mapping[str, Any]) -> None:
    """Wrong usage if neither the arguments nor any record say what is to be solved."""
    if not cases:
        return
    if "contract" not in asked and not any(c.contract for c in cases):
        usage("No record names a contract: give --contract (and --declarer).")
    if "contract" not in asked or "declarer" in asked:
        return
    for case in cases:
        contract = options.contract_argument(GAMES[case.game], asked["contract"])
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
        contract = options.contract_argument(game, contract).id
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
    in_force = {**case.rules, **options.rules_argument(game, rules)}
    own |= {"contract": contract, "declarer": declarer, "dealer": case.dealer, "rules": in_force}
    return {"contra": 0, **own, **asked, **read, "contract": contract}


#: Whether all is well with a contract, and what is printed of it: a row, or a text for people.
Result = tuple[bool, dict[str, Any] | str]


def _answer(case: Record, arguments: dict[str, Any], deck: Deck, as_row: bool) -> Result:
    """The question solved on the whole deal."""
    from kranalyze.answers.answer import solve as solve_deal

    if arguments["contract"] is None:
        raise ValueError("the record names no contract: give --contract")
    if case.deal is None or not case.deal.complete:
        raise ValueError("a hand of the deal is not known")
    answer = solve_deal(case.deal, game=case.game, **arguments)
    made = bool(answer.makeable or answer.question.contract.makeable_at is None)
    if as_row:
        from kranalyze.show.jsonrows import answer_row

        return made, answer_row(answer, case.board)
    from kranalyze.show.text import answer_text

    return made, answer_text(answer, deck, case.board and one_line(case.board))


def _standing(
    case: Record, begin: dict[str, Any] | None, after: int | None, at: options.At | None, play: str,
    deck: Deck, as_row: bool,
) -> Result:  # fmt: skip
    """The position after cards of the record and of ``play``, in another contract if ``begin`` says it."""
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
        return made, {**position.row(answer), "board": case.board}
    return made, position_text(position, answer, deck, case.board)


def _page_row(case: Record, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """A deal under what was asked about it, for a page."""
    from kranalyze.show.pages.records import asked_row, case_row

    named = ("contract", "declarer", "second", "partner", "order", "trump", "leader")
    asked = {name: arguments.get(name) for name in named}
    asked |= {"called": arguments.get("call"), "contra": arguments["contra"] or None}
    asked["discard"] = mask_of(arguments["discard"]) if arguments.get("discard") else None
    return asked_row(case_row(case), asked)
