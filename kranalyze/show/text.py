"""Format answers: as text for people, as a grid of all answers on a deal, and as rows for JSON."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from kranalyze.cards import (
    ORDERS,
    PACK_RANKS,
    RANKS,
    SUITS,
    Card,
    Deck,
    card_of,
    rank_letter,
    rank_of,
    suit_letter,
    suit_of,
    suit_text,
)
from kranalyze.deal import Seat
from kranalyze.games import Game, Question
from kranalyze.games.written import rules_text
from kranalyze.show.aligned import fit_columns

if TYPE_CHECKING:
    from kranalyze.answers.answer import Answer, OtherAction, Trick

#: A double-dummy answer as a row of a table: values by column name.
Row: TypeAlias = Mapping[str, Any]

#: Texts that name the cards which a contract requires of its bidder.
_NEEDS = {
    "marriage": "needs King and Queen of one suit",
    "suit": "needs all cards of one suit",
    "trumps": "needs all the trumps",
}

#: Texts that say whether a contract is makeable.
_MADE = {True: "can be made", False: "cannot be made"}

#: Texts for the values of contracts in which the declarer must take the first five tricks alone. Value 1: the
#: declarer takes only these five tricks. Value 3: the declarer takes all six tricks.
_TRICKS = {3: " (all six tricks)", 1: " (the first five tricks)"}

#: Maximum number of choices (trump, partner) that a cell of the grid lists. If there are more choices, the
#: last word of the cell is the number of choices that are not listed, for example ``+3``.
_SHOWN = 6

_NOT_BIDDABLE = "·"

#: Pattern of a word in a grid that names the partner's seat, for example ``♥S*``. A trump may stand before
#: the seat. A star after the seat means that the declarer calls a Ten to choose this partner.
_PARTNER = r"\S?[NESW]\*?"


def card_text(card: Card | int, deck: Deck = "french") -> str:
    """Format a card for people, in the symbols or letters of a deck.

    >>> card_text(15), card_text(15, "german")
    ('♥A', 'HA')
    """
    number = card_of(card)
    return suit_text(suit_of(number), deck) + rank_letter(rank_of(number), deck)


def join_words(words: Iterable[str], last: str = "and") -> str:
    """Join words to a list within a sentence. The word ``last`` stands before the last item.

    >>> join_words(["North", "East", "South"])
    'North, East and South'
    """
    items = list(words)
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def ranks_high_to_low(order: str, pack: int, deck: Deck = "french") -> str:
    """Return the ranks of a pack from high to low."""
    ranks = (r for r in ORDERS[order] if r in PACK_RANKS[pack])
    return " ".join(rank_letter(RANKS.index(r), deck) for r in ranks)


def game_name_and_changed_rules(game: Game) -> str:
    """Return the name of a game, with the rule options that differ from their defaults.

    >>> from kranalyze.games import GAMES
    >>> game_name_and_changed_rules(GAMES["anrufen"].under({"all_pass": "dealer"}))
    'Anrufen (all_pass=dealer)'
    """
    rules = rules_text(game)
    return f"{game.name} ({rules})" if rules else game.name


def question_title(question: Question, deck: Deck = "french") -> str:
    """Return a title that names the contract and its declarers, for example ``Königmord by South``."""
    contract = question.contract
    if question.declarer is None:
        trump = ", no trump" if contract.trump else ""
        if question.trump is not None:
            trump = f", trump {suit_text(question.trump, deck)}"
        return f"{contract.name}, {question.leader.title} leading{trump}"
    second = "" if question.second is None else f" and {question.second.title}"
    return f"{contract.name} by {question.declarer.title}{second}"


def verdict_sentence(answer: Answer, deck: Deck = "french") -> str:
    """Return a line that says whether a contract can be made, and with which trump, called card and discard.

    For example: ``Durchmarsch by South: can be made, calling ♥T (held by East, Tens are high)``.
    """
    question = answer.question
    contract = question.contract
    value = answer.value
    heading = question_title(question, deck)
    if not answer.biddable:
        return f"{heading}: cannot be bid ({_NEEDS.get(contract.requires or '', 'no call leads to it')})"
    if contract.makeable_at is None:  # the contract counts tricks or points, and is neither made nor lost
        if value is None:
            return f"{heading}: each for himself"
        side = {question.leader, question.leader if question.partner is None else question.partner}
        takes = "take" if len(side) > 1 else "takes"
        return f"{heading}: {join_words(s.title for s in sorted(side))} {takes} {value}"
    choice = ""
    if question.trump is not None:
        choice += f", trump {suit_text(question.trump, deck)}"
    if contract.party == "called" and answer.calls:
        holder = "himself" if question.partner is None else question.partner.title
        tens = ", Tens are high" if contract.order == "KT" and question.order == "T" else ""
        called = join_words((card_text(c, deck) for c in answer.calls), "or")
        choice += f", calling {called} (held by {holder}{tens})"
    if answer.discard:
        choice += f", discarding {join_words(card_text(c, deck) for c in answer.discard)}"
    if choice and answer.free and not answer.makeable and contract.goal.yes_or_no:
        choice = f", whatever is chosen; shown here:{choice.removeprefix(',')}"
    degree = ""
    goal = contract.goal
    if value is not None and not goal.yes_or_no:  # show the value reached, and the value needed
        need = "" if answer.makeable else f", needs {contract.makeable_at}"
        degree = f" ({value} points{need})"
        if goal.last_winner_becomes_partner:
            degree = _TRICKS.get(value, "")
        elif goal.margin:
            degree = f" ({value:+d} points)"
        elif goal.signed:
            degree = f" ({'wins' if value > 0 else 'loses'} {abs(value)})"
    return f"{heading}: {_MADE[bool(answer.makeable)]}{degree}{choice}"


def _lead_lines_by_result(answer: Answer, deck: Deck) -> list[str]:
    """Return lines about the leader's possible first cards, the best result first.

    A line has a result, and all first cards that reach it.
    """
    contract = answer.question.contract
    groups: dict[int, list[str]] = {}
    for card, value in sorted((answer.leads or {}).items(), key=lambda lead: -lead[1]):
        groups.setdefault(value, []).append(card_text(card, deck))

    def outcome(value: int) -> str:
        """Format the value that best play reaches after a first card."""
        if answer.value is None:
            return f"{value:+d} {answer.game.unit}"
        if contract.makeable_at is None:
            return str(value)
        degree = f" ({value:{'+' if contract.goal.signed else ''}d})"
        if contract.goal.yes_or_no or contract.goal.last_winner_becomes_partner:
            degree = _TRICKS.get(value, "") if contract.goal.last_winner_becomes_partner else ""
        return _MADE[value >= contract.makeable_at] + degree

    width = max(map(len, map(outcome, groups)), default=0)
    return [f"{outcome(value).ljust(width)}  {' '.join(cards)}" for value, cards in groups.items()]


def line_text(line: Sequence[Trick], deck: Deck = "french", first: int = 1) -> list[str]:
    """Format tricks, one per line: number of the trick, its cards in order of play, and its winner.

    ``first`` is the number of the first trick in ``line``, from 1.
    """
    lines = []
    for number, trick in enumerate(line, first):
        cards = "  ".join(f"{seat.name} {card_text(card, deck)}" for seat, card in trick.cards)
        winner = "" if trick.winner is None else f"  {trick.winner.title}"
        lines.append(f"{number}  {cards}{winner}")
    return lines


def amount_text(amount: int, unit: str) -> str:
    """Format an amount with its unit, for example ``1 stake`` or ``70 chips``."""
    return f"{amount} {unit.removesuffix('s') if amount == 1 else unit}"


def signed_text(amount: int | None) -> str:
    """Format an amount with its sign: ``+40``, ``-120`` or ``0``. None becomes an empty text."""
    if amount is None:
        return ""
    return f"{amount:+d}" if amount else "0"


def payment(payoff: Sequence[int | None], unit: str) -> str:
    """Return a sentence that says which seats pay how much, and which seats are paid.

    >>> payment((-70, -70, 210, -70), "chips")
    'North, East and West pay South 70 chips each'
    >>> payment((40, -40, 40, -40), "chips")
    'East and West pay 40 chips each, North and South get 40 each'
    """
    won = {Seat(i): v for i, v in enumerate(payoff) if v and v > 0}
    lost = {Seat(i): -v for i, v in enumerate(payoff) if v and v < 0}
    if not won:
        return "nobody pays"

    def payment_sentence(amounts: Mapping[Seat, int], verb: str, whom: str = "", unit: str = "") -> str:
        """Return a sentence such as ``East and West pay 40 chips each``.

        ``amounts`` has the amount of each seat that pays or is paid. ``verb`` is ``pay`` or ``get``. ``whom``
        is a blank and the name of the seat that is paid, or empty.
        """
        texts = {seat: f"{whom} {amount_text(amount, unit)}".rstrip() for seat, amount in amounts.items()}
        if len(texts) > 1 and len(set(texts.values())) == 1:
            return f"{join_words(seat.title for seat in texts)} {verb}{texts.popitem()[1]} each"
        return join_words(f"{seat.title} {verb}s{text}" for seat, text in texts.items())

    if len(won) == len(set(lost.values())) == 1:
        return payment_sentence(lost, "pay", f" {next(iter(won)).title}", unit)
    if len(lost) == len(set(won.values())) == 1:
        share = amount_text(next(iter(won.values())), unit)
        return f"{next(iter(lost)).title} pays {join_words(seat.title for seat in won)} {share} each"
    return f"{payment_sentence(lost, 'pay', '', unit)}, {payment_sentence(won, 'get')}"


def answer_text(answer: Answer, deck: Deck = "french", board: str | None = None) -> str:
    """Format the double-dummy answer for a contract as text. The verdict comes first.

    Args:
        answer: the answer.
        deck: the deck (French or German) whose letters are used for cards.
        board: name of the board. None: no board is shown.
    """
    question = answer.question
    game = answer.game
    head = [game_name_and_changed_rules(game), f"{question.leader.title} leads"]
    if game.orders:
        head.append(f"order {ranks_high_to_low(question.order, game.pack, deck)}")
    if board:
        head.insert(0, f"Board {board}")
    lines = [
        verdict_sentence(answer, deck),
        "",
        " · ".join(head),
        "",
        answer.deal.diagram(deck, question.order),
        "",
    ]
    if answer.leads:
        shown = [f"  {line}" for line in _lead_lines_by_result(answer, deck)]
        lines += [f"{question.leader.title}'s first card", *shown, ""]
    if answer.line:
        heading = "A line that makes it" if answer.makeable else "The line that defeats it"
        if answer.makeable is None or not question.contract.goal.yes_or_no:
            heading = "Best play by everybody"
        lines += [heading, *(f"  {line}" for line in line_text(answer.line, deck)), ""]
    write_card = partial(card_text, deck=deck)
    write_suit = partial(suit_text, deck=deck)
    lines += [f"Note: {_remark(note, write_card, write_suit)}" for note in answer.notes]
    return "\n".join([*lines, *settlement_lines(answer)]).rstrip()


def _remark(remark: OtherAction, write_card: Callable[[Card], str], write_suit: Callable[[str], str]) -> str:
    """Return a sentence about something that a seat does besides playing cards, such as an announcement."""
    if remark.card is not None:
        return f"{remark.seat.title} lays {write_card(remark.card)} face down"
    if remark.suit is not None:
        return f"{remark.seat.title} {remark.kind} {remark.points} in {write_suit(remark.suit)}"
    return f"{remark.seat.title} announces {'100' if remark.announce == 'hundred' else 'all tricks'}"


def settlement_lines(answer: Answer) -> list[str]:
    """Return a line with the settlement under best play.

    If there are more than two parties, begin with a line that says which payment each seat can be sure of,
    whatever the other seats do.
    """
    lines: list[str] = []
    game = answer.game
    several = answer.many_parties
    sure = [f"{Seat(i).title} {amount:+d}" for i, amount in enumerate(answer.guarantee) if amount is not None]
    if several and sure:
        lines.append(f"Sure, whatever the others do: {', '.join(sure)} {game.unit}")
    if any(amount is not None for amount in answer.payoff):
        how = ", each playing for himself" if several else ""
        lines.append(f"Settlement{how}: {payment(answer.payoff, game.unit)}")
    return lines


def legend(words: Set[str], called: bool) -> str:
    """Return a legend that explains the marks in grids. Marks that do not occur are not explained.

    Args:
        words: all words that occur in the grids.
        called: whether the grids have contracts with a called partner.
    """
    partners = called and any(re.fullmatch(_PARTNER, word) for word in words)
    mark_texts = {
        f"{_NOT_BIDDABLE}: cannot be bid": _NOT_BIDDABLE in words,
        "N E S W: the partner": partners,
        "*: calling a Ten": called and any(word.endswith("*") for word in words),
        "=: alone": called and any("=" in word for word in words),
        "five, six: tricks taken": not words.isdisjoint(("five", "six")),
    }
    return "; ".join(text for text, is_used in mark_texts.items() if is_used)


def contracts_by_declarer_grid(rows: Iterable[Row], game: Game, deck: Deck = "french") -> str:
    """Format the answers on a deal as a grid: a line for each contract, a column for each declarer.

    A cell has one of four forms: yes or no, the choices (trump, partner) that make the contract, the best
    value with its choice, or the payment of each seat. A contract has a line for each leader or second
    declarer. A contract without a declarer has a line for each trump, and its columns are the leaders.
    """
    lines: dict[str, dict[Seat, list[Row]]] = {}
    for row in rows:
        contract = game.contract(row["contract"])
        label = contract.name
        if row["second"]:
            label += f" with {Seat[row['second']].title}"
        elif row["declarer"] is None:
            trump = _trump(row, deck) or "no trump"
            label += f", {trump}" if contract.trump else ""
        elif contract.leads != "declarer" and contract.bidders != "forehand":
            label += f", {row['leader']} leads"
        across = Seat[row["declarer"] or row["leader"]]
        lines.setdefault(label, {}).setdefault(across, []).append(row)
    seats = list(Seat)[: game.seats]
    table = [["", *(seat.title for seat in seats)]]
    for label, cells in lines.items():
        table.append([label, *(_cell(cells.get(seat, []), game, deck) for seat in seats)])
    return "\n".join(fit_columns(table, "<" * (len(seats) + 1)))


def _trump(row: Row, deck: Deck) -> str:
    """Format the trump of an answer. If there is no trump, the text is empty."""
    return suit_text(SUITS.index(row["trump"]), deck) if row["trump"] else ""


def _cell(rows: Sequence[Row], game: Game, deck: Deck) -> str:
    """Format a cell of the grid. ``rows`` are all answers for one contract and one declarer."""
    biddable = [row for row in rows if row["biddable"]]
    if not biddable:
        return _NOT_BIDDABLE if rows else ""
    contract = game.contract(rows[0]["contract"])
    has_result = contract.makeable_at is not None
    goal = contract.goal

    def choice_text(row: Row) -> str:
        """Format the trump and the partner's seat of an answer.

        The sign ``=`` instead of a seat means that the declarer is his own partner. A star means that the
        declarer calls a Ten, so that Tens rank above Kings.
        """
        if contract.party != "called":
            return _trump(row, deck) if has_result else ""
        ten = "*" if contract.order == "KT" and row["order"] == "T" else ""
        return _trump(row, deck) + (row["partner"] or "=") + ten

    if not has_result and biddable[0]["value"] is None:
        paid = (biddable[0][f"payoff_{seat.name.lower()}"] for seat in list(Seat)[: game.seats])
        return " ".join(f"{amount:+d}" for amount in paid)
    if not has_result or not goal.yes_or_no:
        best = max(biddable, key=lambda row: row["value"])
        value = f"{best['value']:{'+' if goal.signed else ''}d}"
        if goal.last_winner_becomes_partner:
            value = {1: "five", 3: "six"}.get(best["value"], "no")
        elif has_result:
            value = f"{'yes' if best['makeable'] else 'no'} {value}"
        return f"{value} {choice_text(best)}".rstrip()
    makeable = [row for row in biddable if row["makeable"]]
    choices = [text for text in dict.fromkeys(map(choice_text, makeable)) if text]
    if not choices:
        return "yes" if makeable else "no"
    if len(choices) > _SHOWN:
        choices = [*choices[: _SHOWN - 1], f"+{len(choices) - _SHOWN + 1}"]
    return " ".join(choices)


def answer_row(answer: Answer, board: str | None = None) -> dict[str, Any]:
    """Return an answer as a dict. ``kranalyze solve --json`` prints this dict.

    ``trump`` is the letter of a suit. ``leads`` has for each first card the value that the declarer's side
    can force after this card. ``guarantee`` and ``payoff`` have amounts by seat (null: not defined). The key
    ``discard`` exists in games with a talon. The key ``notes`` exists if seats do something other than
    playing cards.
    """
    question = answer.question
    game = answer.game

    def seat_name(seat: Seat | None) -> str | None:
        return None if seat is None else seat.name

    row = {
        "deal": answer.deal.text(seats=game.seats), "board": board, "rules": dict(answer.rules),
        "game": game.id, "contract": question.contract.id, "declarer": seat_name(question.declarer),
        "second": seat_name(question.second), "leader": seat_name(question.leader),
        "trump": question.trump,
        "partner": seat_name(question.partner), "order": question.order if game.orders else None,
        "calls": None if answer.calls is None else list(map(str, answer.calls)),
        "biddable": answer.biddable, "makeable": answer.makeable, "value": answer.value,
        "guarantee": dict(zip("NESW", answer.guarantee, strict=True)),
        "payoff": dict(zip("NESW", answer.payoff, strict=True)),
        "leads": {str(card): value for card, value in (answer.leads or {}).items()},
        "line": [
            {
                "leader": trick.leader.name,
                "cards": [[seat.name, str(card)] for seat, card in trick.cards],
                "winner": seat_name(trick.winner),
            }
            for trick in answer.line
        ],
    }  # fmt: skip
    if game.talon:
        row["discard"] = None if answer.discard is None else list(map(str, answer.discard))
    if answer.notes:
        row["notes"] = [_remark(note, str, suit_letter) for note in answer.notes]
    return row
