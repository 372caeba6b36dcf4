"""The Play section: fixed seat columns into cards in playing order, each held and legal."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby

from kranalyze.cards import cards_of, rank_of, ranks_mask, suit_mask, suit_of
from kranalyze.deal import Seat
from kranalyze.games import Question
from kranalyze.games.played import Facts, Marriage, run_race
from kranalyze.kpn.auction import END
from kranalyze.kpn.deals import card_of
from kranalyze.kpn.lexer import Flaw
from kranalyze.kpn.record import Move
from kranalyze.kpn.tags import Draft
from kranalyze.play import play_rules, turn_order, why_illegal, winner

_SEATS = tuple(Seat)

#: An entry of the Play section: its index, and the card, None for ``-``.
Placed = tuple[int, int | None]


def read_rows(draft: Draft) -> list[list[Placed]]:
    """The rows of the Play section up to the first one with a wrong entry, a cell for each column."""
    texts, seats = [entry.text for entry in draft.entries("Play")], draft.row.seats
    end = next((i for i, text in enumerate(texts) if text in END), len(texts))
    before, good = len(draft.problems), end
    cells: list[Placed] = []
    played: set[int | None] = set()
    for i, text in enumerate(texts[:end]):
        card = card_of(text, draft.deck)
        cells.append((i, card))
        try:
            if card is None and text != "-":
                raise ValueError(f"unknown card {text!r}")
            if card is not None:
                draft.check_pack(card)
                if card in played:
                    raise ValueError(f"{draft.card(card)} has been played already")
        except ValueError as error:
            draft.fail_entry("Play", i, str(error))
            good = min(good, i - i % seats)
        played.add(card)
    if end + 1 < len(texts):
        draft.fail_entry("Play", end + 1, f"{texts[end + 1]!r} stands after the end of the Play")
    if len(draft.problems) == before and not _lines_are_tricks(draft, end, end < len(texts)):
        good = 0
    return [cells[i : min(i + seats, good)] for i in range(0, good, seats)]


def _lines_are_tricks(draft: Draft, end: int, ended: bool) -> bool:
    """See that a line is a whole trick, or several; one trick may go on where a comment broke the line."""
    places, text = draft.block.spots.get("Play", [])[1 : end + 1], draft.block.text
    lines = [[*line] for _, line in groupby(places, lambda at: text.rfind("\n", 0, at))]
    seats, start, filled = draft.row.seats, 0, 0  # where a trick begins, and its columns so far
    for line in lines:
        start = start if filled else line[0]
        if filled + len(line) > seats and (filled or len(line) % seats):
            filled = filled or len(line)
            break
        filled = (filled + len(line)) % seats
    else:
        filled = 0 if ended else filled
    if filled:
        draft.problems.append(Flaw(start, f"a trick has {seats} columns, here are {filled}"))
    return not filled


class Table:
    """The play of a game as it goes along."""

    def __init__(self, draft: Draft, question: Question) -> None:
        game = draft.row
        self.draft, self.game, self.question = draft, game, question
        self.rules = play_rules(game, question)
        self.first = self.leader = question.leader
        self.size = game.size if draft.deal is None or not game.endings else draft.deal.size  # in tricks
        self.hands = [draft.held(seat) for seat in range(4)]
        if game.talon and draft.declarer is not None and (hand := draft.held(draft.declarer)) is not None:
            left = None if draft.discard is None else (hand | draft.talon) & ~draft.discard
            self.hands[draft.declarer] = left
        levels = (question.contract, *map(game.contract, question.contract.raises))
        self.registers = question.trump is not None and any(c.goal.marriages == "lead" for c in levels)
        self.moves: list[Move] = []
        self.winners: list[Seat] = []
        self.points: list[int] = []
        self.marriages: list[Marriage] = []
        self.stopped: Seat | None = None  # whose card is missing
        self.torn = False  # a card after that has been found
        self.over: str | None = None  # why no further card is played
        self.counted: tuple[int, int] | None = None  # tricks and marriages when a Rufer was over

    @property
    def ended(self) -> bool:
        """Whether every card has been played."""
        return len(self.winners) == self.size

    def row(self, cells: list[Placed]) -> None:
        """One trick, its cells in column order."""
        by_seat = {_SEATS[(self.first + i) % self.game.seats]: cell for i, cell in enumerate(cells)}
        for seat in by_seat.keys() - self.rules.seats:
            if by_seat[seat][1] is not None:
                self.draft.fail_entry("Play", by_seat[seat][0], f"{seat.title} sits out and plays no card")
        order = [_SEATS[s] for s in turn_order(self.leader, self.rules)]
        trick: list[int] = []
        for seat in order:
            entry, card = by_seat.get(seat, (-1, None))
            if card is None:
                self.stopped = seat if self.stopped is None else self.stopped
            elif self.stopped is None:
                self._card(seat, card, entry, trick)
            elif not self.torn:
                self.torn = True
                what = f"{seat.title} plays {self.draft.card(card)}"
                self.draft.fail_entry("Play", entry, f"{what} before {self.stopped.title} has played")
        if len(trick) == len(order):
            self.leader = order[winner(trick, self.rules)]
            self.winners.append(self.leader)
            points = sum(self.game.points[rank_of(c)] for c in trick)
            self.points.append(points + (self.game.last if self.ended else 0))
            self._look()

    def _card(self, seat: Seat, card: int, entry: int, trick: list[int]) -> None:
        """A card in its turn: held, legal, and not after the end of the game."""
        draft, hand, number = self.draft, self.hands[seat], len(self.winners)
        if self.over is not None and self.counted is None:
            self.counted = 0, 0  # said once
            draft.fail_entry("Play", entry, f"{seat.title} plays {draft.card(card)}, but {self.over}")
        if hand is not None:
            free = number == 0 and seat == self.question.second and hand >> card & 1
            laid = dict(draft.face_down) if number == 0 else {}
            forced = laid.get(seat, card if free else None)
            broken = why_illegal(card, hand, trick, self.rules, forced, draft.deck)
            if broken is not None:
                draft.fail_entry("Play", entry, f"{seat.title} {broken}")
            self.hands[seat] = hand & ~(1 << card)
        trick.append(card)
        self.moves.append(Move(seat, card, number + 1, len(trick), entry))
        may = self.registers and (number > 0 or self.game.opening_marriage != "no")
        if may and len(trick) == 1 and hand is not None:
            # A marriage is registered by leading its King or Queen while holding both.
            couple = ranks_mask("KQ") & suit_mask(suit_of(card))
            if couple >> card & 1 and hand & couple == couple:
                points = self.game.marriage[suit_of(card) == self.question.trump]
                self.marriages.append(Marriage(seat, points, number))
                self._look()

    def _look(self) -> None:
        """Whether a Rufer or a Schnapser is over: somebody has enough, or the tricks for it are played."""
        goal = self.question.contract.goal
        if not goal.ends_early or self.over is not None:
            return
        race = run_race(self.game, self.question, self.facts())
        if race.reached is not None:
            side = ("North and South", "East and West")[(self.question.first + race.reached) % 2]
            self.over = f"play is over: {side} have {race.totals[race.reached]} points"
            if goal.played_on:  # what follows is kept, and counts for nothing (RULINGS: bauernschnapsen)
                self.counted = len(self.winners), len(self.marriages)
        elif goal.stop and 0 < goal.tricks <= len(self.winners):
            self.over = f"play is over after trick {goal.tricks}"

    def facts(self) -> Facts:
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
            contra=self.draft.contra,
        )


def play_rows(draft: Draft, question: Question) -> Table:
    """The table after the cards; in playing order if that alone makes sense and is asked for."""
    game = draft.row
    table, rows, contract = Table(draft, question), read_rows(draft), question.contract
    if not rows:
        return table
    if contract.goal.as_dealt:
        draft.fail_entry("Play", 0, f"{contract.name} is won as dealt, nothing is played")
    elif game.talon and draft.discard is None and draft.deal is not None:
        draft.fail("Play", "cards are played, but the discard is not known")
    elif len(rows) > table.size:
        said = f"{game.id} has {table.size} tricks, here are {len(rows)}"
        draft.fail_entry("Play", rows[table.size][0][0], said)
    else:
        before = len(draft.problems)
        for row in rows:
            table.row(row)
        if len(draft.problems) > before:
            return _in_playing_order(draft, table, rows, before)
    return table


def _in_playing_order(draft: Draft, table: Table, rows: list[list[Placed]], before: int) -> Table:
    """The table if the columns are good play in playing order and that is asked for; else as it is."""
    problems, wrong, seats = draft.problems, draft.problems[before:], table.game.seats
    again, turned = Table(draft, table.question), list[Placed]()
    del problems[before:]
    for row in rows:
        order = turn_order(again.leader, again.rules)
        if not len(row) == len(order) == seats or any(card is None for _, card in row):
            break
        by_seat = dict(zip(order, row, strict=True))
        turned += [by_seat[(again.first + i) % seats] for i in range(seats)]
        again.row(turned[-seats:])
    good, section = len(turned) == seats * len(rows) and len(problems) == before, draft.section("Play")
    del problems[before:]
    if not good or section is None:
        problems += wrong
        return table
    if not draft.as_played:
        hint = "columns are seats, not playing order; `kranalyze convert --as-played` reads them so"
        problems.append(Flaw(wrong[0].at, f"{wrong[0].message}: {hint}"))
        return table
    # The section is written by seats.
    by_seats = [entry for entry, _ in turned]
    by_seats += sorted(set(range(len(section.entries))) - set(by_seats))
    spots = draft.block.spots["Play"]
    spots[1:] = [spots[i + 1] for i in by_seats]
    written = replace(section, entries=tuple(section.entries[i] for i in by_seats))
    draft.items = tuple(written if item is section else item for item in draft.items)
    again.moves = [replace(move, entry=by_seats.index(move.entry)) for move in again.moves]
    return again
