"""The Play section: fixed seat columns into cards in playing order, each held and legal."""

from __future__ import annotations

from kranalyze.cards import RANKS, cards_of, rank_of, suit_of
from kranalyze.deal import Seat
from kranalyze.frozen import frozen
from kranalyze.games import Game, Question
from kranalyze.games.played import Facts, Marriage, run_race
from kranalyze.kpn.deals import card_of
from kranalyze.kpn.draft import Draft
from kranalyze.kpn.record import Move
from kranalyze.play import play_rules, turn_order, why_illegal, winner

_KING, _QUEEN = RANKS.index("K"), RANKS.index("Q")


@frozen
class Placed:
    """An entry of the Play section: a card, None for ``-``, and the index of the entry."""

    card: int | None
    entry: int


def read_rows(draft: Draft, game: Game) -> list[list[Placed]]:
    """The rows of the Play section up to the first one with a wrong entry, a cell for each column."""
    section = draft.section("Play")
    texts = [] if section is None else [entry.text for entry in section.entries]
    end = next((i for i, text in enumerate(texts) if text in ("*", "+")), len(texts))
    before, good = len(draft.problems), end
    cells: list[Placed] = []
    played: set[int] = set()
    for i, text in enumerate(texts[:end]):
        cells.append(Placed(None if text == "-" else _read_card(draft, text, i, played), i))
        if good == end and len(draft.problems) > before:
            good = i - i % game.seats
    if end + 1 < len(texts):
        draft.fail_entry("Play", end + 1, f"{texts[end + 1]!r} stands after the end of the Play")
    if len(draft.problems) == before and not _lines_are_tricks(draft, game, end, end < len(texts)):
        good = 0
    return [cells[i : min(i + game.seats, good)] for i in range(0, good, game.seats)]


def _read_card(draft: Draft, text: str, entry: int, played: set[int]) -> int | None:
    """The card of an entry; None after noting what is wrong with it."""
    card = card_of(text, draft.deck)
    if card is None:
        draft.fail_entry("Play", entry, f"unknown card {text!r}")
    elif (strange := draft.not_in_pack(card)) is not None:
        draft.fail_entry("Play", entry, strange)
    elif card in played:
        draft.fail_entry("Play", entry, f"{draft.card(card)} has been played already")
    else:
        played.add(card)
        return card
    return None


def _lines_are_tricks(draft: Draft, game: Game, end: int, ended: bool) -> bool:
    """See that a line is a whole trick, or several; one trick may go on where a comment broke the line."""
    lines: list[list[int]] = []
    for at in draft.block.entry_spots.get("Play", ())[:end]:
        if not lines or "\n" in draft.text[lines[-1][-1] : at]:
            lines.append([])
        lines[-1].append(at)
    start = filled = 0  # where the trick at hand begins, and how many of its columns are there
    for line in lines:
        start = start if filled else line[0]
        if filled + len(line) > game.seats and (filled or len(line) % game.seats):
            filled = filled or len(line)
            break
        filled = (filled + len(line)) % game.seats
    else:
        filled = 0 if ended else filled
    if filled:
        draft.fail_at(start, f"a trick has {game.seats} columns, here are {filled}")
    return not filled


class Table:
    """The play of a game as it goes along."""

    def __init__(self, draft: Draft, game: Game, question: Question) -> None:
        self.draft, self.game, self.question = draft, game, question
        self.rules = play_rules(game, question)
        self.first = self.leader = question.leader
        self.hands = [self._hand(seat) for seat in range(4)]
        self.moves: list[Move] = []
        self.winners: list[Seat] = []
        self.points: list[int] = []
        self.marriages: list[Marriage] = []
        self.stopped: Seat | None = None  # whose card is missing
        self.torn = False  # a card after that has been found
        self.over: str | None = None  # why no further card is played
        self.counted: tuple[int, int] | None = None  # tricks and marriages when a Rufer was over
        self.late = False  # a further card has been found

    def _hand(self, seat: int) -> int | None:
        hand, draft = self.draft.held(seat), self.draft
        if hand is None or not self.game.talon or seat != draft.declarer:
            return hand
        return None if draft.discard is None else (hand | draft.talon) & ~draft.discard

    @property
    def size(self) -> int:
        """Tricks of the whole game."""
        deal = self.draft.deal
        return self.game.size if deal is None or not self.game.endings else deal.size

    @property
    def ended(self) -> bool:
        """Whether every card has been played."""
        return len(self.winners) == self.size

    def row(self, cells: list[Placed]) -> None:
        """One trick, its cells in column order."""
        seats = self.game.seats
        by_seat = {Seat((self.first + i) % seats): cell for i, cell in enumerate(cells)}
        for sitting in set(by_seat) - set(self.rules.seats):
            if by_seat[sitting].card is not None:
                self._fail(by_seat[sitting], f"{sitting.title} sits out and plays no card")
        order = [Seat(s) for s in turn_order(self.leader, self.rules)]
        trick: list[int] = []
        for turn, seat in enumerate(order, 1):
            cell = by_seat.get(seat)
            if cell is None or cell.card is None:
                self.stopped = seat if self.stopped is None else self.stopped
            elif self.stopped is None:
                self._card(seat, cell.card, cell, trick, turn)
            elif not self.torn:
                self.torn = True
                what = f"{seat.title} plays {self.draft.card(cell.card)}"
                self._fail(cell, f"{what} before {self.stopped.title} has played")
        if len(trick) == len(order):
            self.leader = order[winner(trick, self.rules)]
            self.winners.append(self.leader)
            points = sum(self.game.points[rank_of(c)] for c in trick)
            self.points.append(points + (self.game.last if self.ended else 0))
            self._look()

    def _fail(self, cell: Placed, message: str) -> None:
        self.draft.fail_entry("Play", cell.entry, message)

    def _card(self, seat: Seat, played: int, cell: Placed, trick: list[int], turn: int) -> None:
        """A card in its turn: held, legal, and not after the end of the game."""
        if self.over is not None and self.counted is None and not self.late:
            self.late = True
            self._fail(cell, f"{seat.title} plays {self.draft.card(played)}, but {self.over}")
        hand = self.hands[seat]
        number = len(self.winners)
        laid = dict(self.draft.face_down) if number == 0 else {}
        if hand is not None:
            free = number == 0 and seat == self.question.second and hand >> played & 1
            forced = laid.get(seat, played if free else None)
            broken = why_illegal(played, hand, trick, self.rules, forced, self.draft.deck)
            if broken is not None:
                self._fail(cell, f"{seat.title} {broken}")
            self.hands[seat] = hand & ~(1 << played)
        if not trick:
            self._register(seat, played, hand, number)
        trick.append(played)
        self.moves.append(Move(seat, played, number + 1, turn, cell.entry))

    def _register(self, seat: Seat, played: int, hand: int | None, number: int) -> None:
        """A marriage registered by leading its King or Queen while holding both."""
        game, trump, contract, suit = self.game, self.question.trump, self.question.contract, suit_of(played)
        levels = (contract, *(game.contract(level) for level in contract.raises))
        whole = hand is not None and all(hand >> suit * 8 + rank & 1 for rank in (_KING, _QUEEN))
        if not whole or trump is None or rank_of(played) not in (_KING, _QUEEN):
            return
        if any(level.goal.marriages == "lead" for level in levels) and (
            number > 0 or game.opening_marriage != "no"
        ):
            self.marriages.append(Marriage(seat, game.marriage[suit == trump], number))
            self._look()

    def _look(self) -> None:
        """Whether a Rufer or a Schnapser is over: somebody has enough, or the tricks for it are played."""
        goal = self.question.contract.goal
        if not goal.ends_early or self.over is not None:
            return
        facts = Facts(tuple(self.winners), tuple(self.points), marriages=tuple(self.marriages))
        race = run_race(self.game, self.question, facts)
        if race.reached is not None:
            declarer = self.first if self.question.declarer is None else self.question.declarer
            side = ("North and South", "East and West")[(declarer + race.reached) % 2]
            self.over = f"play is over: {side} have {race.totals[race.reached]} points"
            if goal.played_on:  # what follows is kept, and counts for nothing (RULINGS: bauernschnapsen)
                self.counted = len(self.winners), len(self.marriages)
        elif goal.stop and 0 < goal.tricks <= len(self.winners):
            self.over = f"play is over after trick {goal.tricks}"

    def facts(self, contra: int) -> Facts:
        """What happened, announcements included."""
        game, said, discard = self.game, self.draft.announce, self.draft.discard or 0
        declared = [Marriage(a.seat, a.points) for a in said if a.what == "marriage"]
        raised = next((a.level for a in said if a.what == "raise"), None)
        tricks, marriages = self.counted or (len(self.winners), len(self.marriages))
        return Facts(
            winners=tuple(self.winners[:tricks]),
            points=tuple(self.points[:tricks]),
            ended=self.ended,
            marriages=tuple(declared or self.marriages[:marriages]),
            discard=sum(game.points[rank_of(c)] for c in cards_of(discard)),
            hundreds=tuple(a.seat for a in said if a.what == "hundred"),
            alls=tuple(a.seat for a in said if a.what == "all"),
            raised=None if raised is None else game.contract(raised),
            contra=contra,
        )


def in_seats(table: Table, rows: list[list[Placed]]) -> list[list[Placed]] | None:
    """The rows of a table by seats, if their columns are good play when read in playing order."""
    problems, seats = table.draft.problems, table.game.seats
    again, before = Table(table.draft, table.game, table.question), len(problems)
    turned: list[list[Placed]] = []
    for row in rows:
        order = turn_order(again.leader, again.rules)
        if not len(row) == len(order) == seats or any(cell.card is None for cell in row):
            break
        by_seat = dict(zip(order, row, strict=True))
        turned.append([by_seat[(again.first + i) % seats] for i in range(seats)])
        again.row(turned[-1])
    good = len(turned) == len(rows) and len(problems) == before
    del problems[before:]
    return turned if good else None
