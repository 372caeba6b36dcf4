"""The reason that the trainer gives after an answer: the native core computes the same numbers."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
from pages import settle
from test_trainer import CARDS, advised, choose, forget

from kranalyze import Deal, read_kpn
from kranalyze._core import ffi
from kranalyze.cards import CARDS as PACK
from kranalyze.cards import cards_of
from kranalyze.core.calls import best_acts_to_end, position_worths
from kranalyze.core.hidden import sum_worths_of_legal_cards
from kranalyze.core.positionborder import play, play_stops_early
from kranalyze.core.task import GOALS, CorePosition, Task
from kranalyze.deal import Seat
from kranalyze.known.layouts import Knowledge, knowledge
from kranalyze.known.layoutsearch import search_per_layout
from kranalyze.kpn import Record
from running import EVENING

Visit = Callable[..., Any]
PHONE = {"width": 360, "height": 740, "touch": True}

#: Maximum number of layouts that the page values for a reason. WHOLE: if the page values all layouts.
#: DRAWN: if the page draws some of the layouts at random.
WHOLE, DRAWN = 400, 256

#: Script: returns the kind of the reason, its sentences (names of cards stand in brackets), the data about a
#: later trick (or null), and the sentence that says how many layouts were valued.
REASON = """() => {
  const reason = document.getElementById("reason");
  const words = reason.querySelector("p").cloneNode(true);
  for (const sign of words.querySelectorAll(".card-sign"))
    sign.replaceWith(`[${sign.querySelector(".heard").textContent}]`);
  return [reason.dataset.kind, words.textContent, reason.dataset.later ?? null,
          document.getElementById("cases").textContent];
}"""

SUITS = {"S": "Pik", "H": "Herz", "D": "Karo", "C": "Treff"}
RANKS = {"A": "Ass", "K": "König", "Q": "Dame", "J": "Bube", "T": "Zehner", "9": "Neuner", "8": "Achter",
         "7": "Siebener"}  # fmt: skip
NAMES = [f"{SUITS[str(card)[0]]}-{RANKS[str(card)[1]]}" for card in PACK]

#: Matches the part of a sentence that says by which amount a card is worse.
AMOUNT = re.compile(r"( im Schnitt)? um ([\d.,]+) \S+ schlechter")


@dataclass
class Recount:
    """The layouts that a reason is based on, valued again by the native core.

    Attributes:
        record: the game.
        known: what the player of the card knows.
        drawn: how many layouts are drawn. 0: all layouts are examined.
        worse: the card that the reason explains.
        better: the best card.
    """

    record: Record
    known: Knowledge
    drawn: int
    worse: int
    better: int

    @property
    def words(self) -> str:
        """The worse card, as sentences name it."""
        return f"[{NAMES[self.worse]}]"

    @cached_property
    def layouts(self) -> list[Deal]:
        return self.known.sample(self.drawn) if self.drawn else list(self.known.layouts())

    @cached_property
    def losses(self) -> list[float]:
        """For each layout, how much less the worse card brings than the better one, if best play follows."""
        search = search_per_layout(self.known)
        numbers = range(self.known.count)
        if self.drawn:
            numbers = self.known.situation.draw_numbers(0, 0, self.drawn)  # type: ignore[assignment]
        losses, before = [], 0
        ends, cases = self.known.situation.ends, self.known.situation.cases
        for number in numbers:
            case = next(i for i, end in enumerate(ends) if number < end)
            before = ends[case - 1] if case else 0
            in_case = number - before
            looked = sum_worths_of_legal_cards(search.looking, cases[case], range(in_case, in_case + 1))
            cards = list(cards_of(looked.legal))
            gap = looked.sums[cards.index(self.better)] - looked.sums[cards.index(self.worse)]
            losses.append(search.unit * gap / looked.looks)
        return losses

    def positions(self) -> Iterator[tuple[Task, CorePosition]]:
        """Yield for each layout the task, and the position in which the seat chooses a card."""
        looking = ffi.new("kr_looking *")
        ffi.buffer(looking)[:] = search_per_layout(self.known).looking
        places = [place.seat for place in self.known.hidden]
        for deal in self.layouts:
            masks = [deal.talon.mask if seat is None else deal.hand(seat).mask for seat in places]
            split = [i for i, mask in enumerate(masks) if mask & looking.split]
            case = split[0] if split else 0
            task = Task.unpack(ffi.buffer(ffi.addressof(looking.task[case])))
            seen = CorePosition.unpack(ffi.buffer(ffi.addressof(looking.position[case])))
            held = [hand | (deal.masks[seat] if Seat(seat) in places else 0)
                    for seat, hand in enumerate(seen.hands)]  # fmt: skip
            points = list(seen.points)
            for seat, mask in zip(places, masks, strict=True):
                if seat is None:
                    points[1] += sum(task.points[card % 8] for card in cards_of(mask))
            yield task, seen._replace(hands=tuple(held), points=tuple(points))

    def takers(self, card: int) -> Iterator[tuple[int, int] | None]:
        """Yield for each layout who takes the trick and with which card, if best play follows ``card``."""
        return (taker(task, position, card) for task, position in self.positions())

    def later(
        self, is_here: list[bool], most: int
    ) -> tuple[int, list[tuple[int, int, int, set[int], set[bool]]]]:
        """Play out the layouts in which the card is worse, and find the cards that make the difference.

        Args:
            is_here: for each layout, whether it counts.
            most: maximum number of layouts to play out.

        Returns:
            The number of layouts that could be played out (at most 40), and a list of tuples. A tuple is
            for a card that takes a trick after only one of the two compared cards. Item 0 says after which
            one: 0 for the worse card, 1 for the better card. If the trick does not explain why the card is
            worse, item 0 is greater by 2. Item 1 is the card that takes the trick. Item 2 is the number of
            layouts with such a trick. Item 3 has the seats that take the trick in these layouts. Item 4 says
            whether these seats are on the side of the seat to play.
        """
        worse = [i for i, loss in enumerate(self.losses) if loss > 0 and is_here[i]]
        count = min(len(worse), 40)
        wanted = [worse[len(worse) * k // count] for k in range(count)][:most]
        positions = list(self.positions())
        found: dict[tuple[int, int], list[int]] = {}
        sides: dict[tuple[int, int], set[bool]] = {}
        for index in wanted:
            task, position = positions[index]
            me = self.known.seat
            worse_line, better_line = (
                dict(tricks_after(task, position, card, me)) for card in (self.worse, self.better)
            )
            for after, line, other in ((0, worse_line, better_line), (1, better_line, worse_line)):
                for card in line.keys() - other.keys():
                    kind = after if is_bad(task, line[card], me) == (after == 0) else after + 2
                    found.setdefault((kind, card), []).append(line[card])
                    same = (task.side >> line[card] & 1) == (task.side >> me & 1)
                    sides.setdefault((kind, card), set()).add(same)
        return count, [(*key, len(seats), set(seats), sides[key]) for key, seats in found.items()]


def is_bad(task: Task, taker: int, me: int) -> bool:
    """Return whether it is bad for the seat ``me`` that the seat ``taker`` takes a trick."""
    same_side = (task.side >> taker & 1) == (task.side >> me & 1)
    if task.goal == GOALS["sweep"]:  # only tricks of the task's takers help the maximising side
        helps_aim = bool(task.takers >> taker & 1)
        return helps_aim != bool(task.side >> me & 1)
    return not same_side


def tricks_after(task: Task, position: CorePosition, card: int, me: int) -> Iterator[tuple[int, int]]:
    """Yield for each trick the card and the seat that take it, if best play follows ``card``."""
    if task.goal == GOALS["sweep"]:
        yield from tricks_of_sweep(task, position, card, me)
        return
    order = position.seat_order_of_trick(task.seats)
    after = play(task, position, card)._replace(declared=position.declared)
    cards = [*position.played, card]
    if len(cards) == len(order):
        yield cards[order.index(after.leader)], after.leader
        cards, order = [], after.seat_order_of_trick(task.seats)
    for act in best_acts_to_end(task, after):
        cards.append(act[1])
        if len(cards) == len(order):
            yield cards[order.index(act[6])], act[6]
            cards = []
            order = [seat for seat in (act[6] + k & 3 for k in range(4)) if task.seats >> seat & 1]


def tricks_of_sweep(task: Task, position: CorePosition, card: int, me: int) -> Iterator[tuple[int, int]]:
    """Yield for each trick the card and the seat that take it. Choose among equally good cards as players do.

    The takers (``task.takers``) must take tricks. A taker on the side of ``me`` plays a card that nobody can
    beat, or else its highest card. A taker on the other side plays its lowest card.

    Another seat on the side of ``me`` plays its highest card that does not take, and leads its lowest card.
    Another seat on the other side takes as cheaply as possible.
    """
    mine = task.side if task.side >> me & 1 else ~task.side
    chosen: int | None = card
    while True:
        order, cards = position.seat_order_of_trick(task.seats), list(position.played)
        while len(cards) < len(order):
            seat = order[len(cards)]
            if chosen is None:
                chosen = usual_card(task, position, seat, cards, bool(mine >> seat & 1))
            cards.append(chosen)
            position = play(task, position, chosen)._replace(declared=position.declared)
            chosen = None
        yield cards[order.index(position.leader)], position.leader
        if play_stops_early(task, position) or position.to_play(task.seats) is None:
            return


def usual_card(task: Task, position: CorePosition, seat: int, cards: list[int], is_mine: bool) -> int:
    """Return the card that a player would choose among the best cards of a sweep."""
    [worth] = position_worths([(task, position)])
    values = dict(worth.cards)
    best = (max if task.side >> seat & 1 else min)(values.values())
    equal = sorted((one for one in values if values[one] == best), key=lambda one: task.strength[one % 8])

    def power(one: int) -> tuple[bool, bool, int]:
        led = cards[0] if cards else one
        return one // 8 == task.trump, one // 8 == led // 8, task.strength[one % 8]

    def takes(one: int) -> bool:
        return all(power(one) > power(other) for other in cards)

    def is_master(one: int) -> bool:
        others = [c for who, hand in enumerate(position.hands) if who != seat for c in cards_of(hand)]
        return all(
            task.strength[c % 8] < task.strength[one % 8] for c in others if c // 8 == one // 8
        )

    taking = [one for one in equal if takes(one)]
    if task.takers >> seat & 1:
        sure = [one for one in taking if is_master(one)]
        return (sure[-1] if sure else equal[-1]) if is_mine else equal[0]
    if not is_mine:
        return (taking or equal)[0]
    ducking = [one for one in equal if not takes(one)] if cards else []
    return ducking[-1] if ducking else equal[0]


def taker(task: Task, position: CorePosition, card: int) -> tuple[int, int] | None:
    """Return who takes the trick, and with which card, if ``card`` is played. None: play stops first."""
    order = position.seat_order_of_trick(task.seats)
    after = play(task, position, card)._replace(declared=position.declared)
    cards, winner = [*position.played, card], after.leader
    for act in best_acts_to_end(task, after)[: len(order) - len(cards)]:
        cards.append(act[1])
        winner = act[6]
    return (winner, cards[order.index(winner)]) if len(cards) == len(order) else None


def often(n: int, of: int, some: str, always: str = "immer", never: str = "nie") -> str:
    """Return how often something happens, in words."""
    return always if n == of and n else some if n else never


def holding_of(words: str, recount: Recount) -> list[bool]:
    """Return for each layout whether a seat holds what a sentence says."""
    names = recount.record.names
    if pair := re.fullmatch(r"Sitzen \[(.+)\] und \[(.+)\] in einer Hand", words):
        both = sum(1 << NAMES.index(name) for name in pair.groups())
        seats = [place.seat for place in recount.known.hidden if place.seat is not None]
        return [any(deal.hand(seat).mask & both == both for seat in seats) for deal in recount.layouts]
    found = re.fullmatch(r"Hat (\w+) (?:\[(.+)\]|(kein|mindestens (\d)) (\w+))", words)
    assert found, words
    holder, card, _, least, suit = found.groups()
    hands = [deal.hand(names.index(holder)).mask for deal in recount.layouts]
    if card:
        return [bool(hand >> NAMES.index(card) & 1) for hand in hands]
    counts = [(hand >> 8 * list(SUITS.values()).index(suit) & 255).bit_count() for hand in hands]
    return [count >= int(least) if least else not count for count in counts]


def check_holding(words: str, recount: Recount) -> list[bool]:
    """Check a sentence about a holding: how often the card is worse with the holding, and how often without.

    Return for each layout whether a seat has the holding.
    """
    said = re.fullmatch(r"(.+) \((\d+) von (\d+) Fällen\), (.+)", words)
    assert said, words
    is_here, then = holding_of(said[1], recount), said[4]
    times, of = sum(is_here), len(is_here)
    assert (int(said[2]), int(said[3])) == (times, of)
    worse = [loss > 0 for loss in recount.losses]
    here = sum(map(int.__and__, map(int, worse), map(int, is_here)))
    there = sum(worse) - here
    assert then.startswith((f"verliert {recount.words} ", f"ist {recount.words} "))
    assert f" {often(here, times, f'in {here} davon')} " in then
    rest = "nie" if not there else "immer" if there == of - times else ""
    only = "nur " if there < here else ""
    assert then.endswith(f", sonst {rest}." if rest else f", sonst {only}in {there} von {of - times}.")
    assert here / times > there / (of - times)
    check_amount(then, [loss for loss, is_in in zip(recount.losses, is_here, strict=True) if is_in])
    return is_here


def check_trick(words: str, recount: Recount) -> str:
    """Check the sentence about who takes the trick after the worse card and after the better one.

    Return the text that follows this sentence.
    """
    first, rest = words.split(". ", 1)
    said = re.fullmatch(
        r"Nach \[(.+)\] (?:machst (du)|macht (\w+)(?: mit \[(.+)\])?) den Stich (.+), nach \[(.+)\] (.+)",
        first,
    )  # fmt: skip
    assert said, words
    worse, you, name, card, times, better, others = said.groups()
    assert [worse, better] == [NAMES[recount.worse], NAMES[recount.better]]
    seat = recount.known.seat if you else recount.record.names.index(name)
    counts = [
        sum(found is not None and found[0] == seat and card in (None, NAMES[found[1]])
            for found in recount.takers(one))
        for one in (recount.worse, recount.better)
    ]  # fmt: skip
    of = len(recount.layouts)
    assert times == often(counts[0], of, f"in {counts[0]} von {of} Fällen")
    assert others == often(counts[1], of, f"in {counts[1]} von {of} Fällen")
    return rest


def check_later(told: str, data: dict[str, Any], recount: Recount, is_here: list[bool]) -> None:
    """Check the sentence that says how often a card takes a trick after only one of the two cards."""
    count, found = recount.later(is_here, data["of"])
    assert 0 < data["of"] <= count
    times = {(kind, card): n for kind, card, n, _, _ in found}
    fitting = {
        (kind, card): n
        for (kind, card), n in times.items()
        if kind < 2 and n >= data["of"] / 2 and not times.get((kind + 2, card))
        and times.get((1 - kind, card), 0) + times.get((3 - kind, card), 0) <= n / 4
    }  # fmt: skip
    after, card = data["after"], data["card"]
    assert fitting[after, card] == data["times"] == max(fitting.values())
    usual = "immer" if data["times"] == data["of"] else "meist"
    one, other = (NAMES[c] for c in (recount.worse, recount.better)[:: -1 if after else 1])
    name, names = NAMES[card], recount.record.names
    if not data["isOwn"]:
        seats = next(seats for kind, c, _, seats, _ in found if (kind, c) == (after, card))
        sides = next(sides for kind, c, _, _, sides in found if (kind, c) == (after, card))
        who = names[seats.pop()] if len(seats) == 1 else "ein anderer"
        if who == "ein anderer" and len(sides) == 1:
            who = "dein Partner" if True in sides else "ein Gegner"
        taking = f"macht {who} dann {usual} mit [{name}] einen Stich"
        assert told == f"Nach [{one}] {taking}, nach [{other}] nicht."
    elif name == one:
        assert told == f"[{one}] macht dann {usual} selbst den Stich."
    elif name == other:
        assert told == (
            f"[{other}] macht dann {usual} später einen Stich, jetzt aber nicht." if after
            else f"Nach [{one}] bleibt [{other}] im Blatt und macht dann {usual} einen Stich."
        )  # fmt: skip
    else:
        assert told == f"Nach [{one}] machst du dann {usual} mit [{name}] einen Stich, nach [{other}] nicht."


def check_plain(words: str, recount: Recount) -> None:
    """Check the sentence that says how often the card is worse than the other, and how often it is better."""
    of = len(recount.layouts)
    worse, better = sum(loss > 0 for loss in recount.losses), sum(loss < 0 for loss in recount.losses)
    assert words.startswith(recount.words)
    assert f" {often(worse, of, f'in {worse} von {of} Fällen')} " in words
    assert words.endswith(f" {often(better, of, f'in {better}')}.")
    check_amount(words, recount.losses)


def check_amount(words: str, losses: list[float]) -> None:
    """Check the stated amount: the mean of all losses above 0. If the game is lost, no amount is stated."""
    costs = [loss for loss in losses if loss > 0]
    amount = AMOUNT.search(words)
    if amount is None:
        assert "das Spiel" in words and len(set(costs)) == 1
        return
    assert (amount[1] is None) == (len(set(costs)) == 1)
    shown = float(amount[2].replace(".", "").replace(",", "."))
    assert shown == pytest.approx(sum(costs) / len(costs), abs=0.051)


#: All kinds of facts that a reason can name. The reasons for most players name facts of all kinds.
ALL_KINDS = {"holding", "plain", "trick", "later"}


@pytest.mark.parametrize(
    ("name", "most", "kinds_of_facts"),
    [
        ("Dora", 8, ALL_KINDS - {"trick"}),
        ("Franz", 3, ALL_KINDS),
        pytest.param("Franz", 8, ALL_KINDS, marks=pytest.mark.long),
        pytest.param("Gustl", 8, ALL_KINDS, marks=pytest.mark.long),
        pytest.param("Emil", 8, ALL_KINDS, marks=pytest.mark.long),
    ],
)
def test_the_reason_is_counted_again(
    visit: Visit, judged_evening: Path, name: str, most: int, kinds_of_facts: set[str]
) -> None:
    """Every number in a reason equals the number that the native core computes over the same layouts.

    ``most``: maximum number of lessons to check for each kind of game.
    """
    games = read_kpn(EVENING).records
    page = visit(judged_evening, lang="de-AT", **PHONE)
    forget(page)
    page.locator("#my-mistakes").tap()
    choose(page, name)
    kinds, of_kind = Counter[str](), Counter[tuple[str, bool]]()
    for number in range(page.locator(CARDS).count()):
        row = page.locator(CARDS).nth(number)
        game, at = int(row.get_attribute("data-game")), int(row.get_attribute("data-at"))
        record = games[game]
        if record.second is not None or kinds[record.game] == most:
            continue
        kinds[record.game] += 1
        row.tap()
        advice = advised(record, at)
        worst = min(advice.cards, key=lambda one: one.mean)
        page.locator(f"button#play-{worst.card}").tap()
        settle(page)
        if page.locator("#reason").count():
            known = knowledge(record, at, record.play[at].seat)
            is_whole = known.count <= min(advice.looked_at, WHOLE)
            best = max(advice.cards, key=lambda one: one.mean)
            drawn = 0 if is_whole else min(advice.looked_at, DRAWN)
            recount = Recount(record, known, drawn, worst.card.number, best.card.number)
            kind, words, later, cases = page.evaluate(REASON)
            of, looked = (
                f"{n:,}".replace(",", "\N{NO-BREAK SPACE}")
                for n in (len(recount.layouts), advice.looked_at)
            )  # fmt: skip
            some = f"{of} der {looked}" if of != looked else f"die {of}"
            assert cases.startswith(f"Fälle: {some} Verteilungen der Tabelle")
            if later:
                words, told = words.removesuffix(".").rsplit(". ", 1)
                words += "."
            if kind == "trick":
                words = check_trick(words, recount)
            is_here = [True] * len(recount.layouts)
            if kind == "holding":
                is_here = check_holding(words, recount)
            else:
                check_plain(words, recount)
            if later:
                check_later(f"{told}.", json.loads(later), recount, is_here)
                of_kind["later", is_whole] += 1
            of_kind[kind, is_whole] += 1
        page.locator("#to-lessons").tap()
        page.locator("#lessons").wait_for()
    assert {kind for kind, _ in of_kind} == kinds_of_facts


@pytest.mark.parametrize("name", ["Dora", "Franz"])
def test_a_game_has_the_same_reason(visit: Visit, some_games: Path, name: str) -> None:
    """The view of a game gives the lesson's reason for a mistake, but does not address a player."""
    games = read_kpn(some_games.with_suffix(".kpn")).records
    page = visit(some_games, lang="de-AT", **PHONE)
    forget(page)
    page.locator("#my-mistakes").tap()
    choose(page, name)
    mistakes = page.locator(f"{CARDS}[data-verdict=mistake]")
    script = "() => ({ ...document.getElementById('reason').dataset })"
    number_of_reasons = 0
    for number in range(min(mistakes.count(), 6)):
        row = mistakes.nth(number)
        record, at = games[int(row.get_attribute("data-game"))], int(row.get_attribute("data-at"))
        row.tap()
        page.locator(f"button#play-{record.play[at].card}").tap()
        settle(page)
        if page.locator("#reason").count():
            lesson = page.evaluate(script)
            page.locator("#to-game").tap()
            page.locator("#card-panel #reason").wait_for()
            assert page.evaluate(script) == lesson
            words = page.locator("#card-panel").text_content()
            assert not re.search(r"\b(du|dir|dein|deine|machst|verlierst)\b", words)
            assert page.locator("#reason button").count() == 0
            page.go_back()
            number_of_reasons += 1
        page.locator("#to-lessons").tap()
        page.locator("#lessons").wait_for()
    assert number_of_reasons
