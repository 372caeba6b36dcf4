"""Find the settlement of a played game and the values of its positions by plain search."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kranalyze.cards import mask_of, number_of_suit
from kranalyze.deal import Seat
from kranalyze.games import Game, Question
from oracle import pointgames
from oracle.asked import Asked, Rules, amount, ask, biddable, many_sided, pays, two_sided
from oracle.play import play_rules, turn_order, why_illegal
from oracle.said import Played, check_said, in_force
from oracle.search import Facts, Parties, Search, each_for_himself, two_sides
from oracle.stakes import Stakes, StakesSearch, say
from oracle.table import IllegalPlay, State, forced_card, mover, play
from oracle.verdict import Seats, committed, discards

_AS_DEALT = ("herrengang", "herrenschnapser")


class Positions:
    """The positions of one played game.

    Searches with the same task share a dictionary of states. An announcement counts only after its player has
    made it, at the player's turn in trick 1. In Rußbach and Rufmariasch, the players whose turn in trick 1 is
    still to come choose their announcements freely. In Anrufen the search adds no announcements. In Anrufen
    for three, before the discard, the declarer chooses the best discard.

    Attributes:
        states: the positions of the game. states[n] is the position after the first n cards.
    """

    def __init__(self, game: Game, question: Question, rules: Rules, played: Played) -> None:
        """Follow a game.

        Raises:
            ValueError: the rulings do not know the question, an announcement could not be made by any player,
                or cards were played before the discard.
            IllegalPlay: a player does not hold the card that he played, or the card breaks a rule.
        """
        self.asked = ask(game, question, rules)
        self.played = played
        self.rules = play_rules(game.under(rules), question)
        self._searches: dict[tuple[str, tuple[int, ...]], Search[Any]] = {}
        check_said(self.asked, played)
        if self._undiscarded and played.cards:
            raise ValueError("cards were played before the declarer discarded")
        self.states = self._states()

    def seat(self, after: int) -> int:
        """Return the seat whose turn it is after the first ``after`` cards."""
        return mover(self.states[after], self.rules)

    def forced(self, after: int, spoken: bool = False, laid: int | None = None) -> Seats:
        """Return the settlement that each of N E S W can force after the first ``after`` cards.

        In a contract of two sides, a seat plays together with its side. Otherwise it plays against all
        others.

        Args:
            after: number of cards played.
            spoken: whether the player to move has already made the announcements of this record.
            laid: number of face-down cards on the table before the first card is led, if there are two
                bidders. None: 0. After the first card the number is 2, and the argument is ignored.

        Raises:
            ValueError: the contract has no settlement, or the face-down cards are not known.
        """
        if self.asked.parties:
            return self._parties(after, laid)[1]
        asked = self._now(after, spoken)
        if (asked.game.id, asked.id) == ("russbach", "simple"):
            stake: int | None = self._sides(asked, after, spoken, stakes=True)
        else:
            stake = amount(asked, self.value(after, spoken))
        if stake is None:
            raise ValueError(f"{asked.game.id} {asked.id} settles nothing")
        return pays(asked, stake)

    def value(self, after: int, spoken: bool = False) -> int:
        """Return the value for the declarer's side after ``after`` cards, in contracts with two sides.

        Raises:
            ValueError: the contract has more than two parties, or needs five cards that the declarer lacks.
        """
        asked = self._now(after, spoken)
        if asked.parties:
            raise ValueError(f"{asked.id} has more than two parties")
        if asked.id in _AS_DEALT:
            if not biddable(asked, self.played.deal):
                raise ValueError(f"{asked.id} needs its five cards")
            return 1
        return self._sides(asked, after, spoken, stakes=False)

    def ended(self) -> bool:
        """Return whether play has ended: no card is left, play has stopped, or the contract is decided."""
        if self.asked.id in _AS_DEALT:
            return True
        if self._undiscarded:
            return False
        after = len(self.played.cards)
        asked = self._now(after, True)
        hands = self.states[0].hands
        search = self._search(asked, hands, stakes=asked.game.id == "russbach" and asked.id == "simple")
        state, facts, _ = self._follow(search, asked, hands, after, True)
        return search.course.over(facts) or (not state.trick and not state.hands[state.leader])

    @property
    def _undiscarded(self) -> bool:
        return self.asked.game.id == "anrufen3" and self.played.discard is None

    def _states(self) -> tuple[State, ...]:
        played, asked, second = self.played, self.asked, self.asked.question.second
        hands = list(played.deal.masks)
        if played.discard is not None:
            hands[asked.first] = (hands[asked.first] | played.deal.talon_mask) & ~played.discard
        laid = played.face_down
        if second is not None and not laid and len(played.cards) > (second - asked.first) % 4:
            laid = ((asked.first, played.cards[0]), (second, played.cards[(second - asked.first) % 4]))
        states = [State(tuple(hands), asked.question.leader, (), laid)]
        for i, card in enumerate(played.cards):
            state = states[-1]
            seat = mover(state, self.rules)
            reason = why_illegal(card, state.hands[seat], state.trick, self.rules, forced_card(state, seat))
            if reason is not None:
                raise IllegalPlay(seat, card, i // len(self.rules.seats) + 1, len(state.trick) + 1, reason)
            states.append(play(state, card, self.rules))
        return tuple(states)

    def _now(self, after: int, spoken: bool) -> Asked:
        order = turn_order(self.asked.question.leader, self.rules)
        return in_force(self.asked, self.played, set(order[: after + int(spoken)]))

    def _sides(self, asked: Asked, after: int, spoken: bool, stakes: bool) -> int:
        begun = [(self.states[0].hands, 0)]
        if asked.game.id == "anrufen3":
            begun = list(discards(asked, self.played.deal, self.played.discard))
        values = []
        for hands, base in begun:
            search: Search[int] = self._search(asked, hands, stakes)
            state, facts, gain = self._follow(search, asked, hands, after, spoken)
            values.append(search.outcome(state, facts, spoken) + gain + base)
        return max(values)

    def _search(self, asked: Asked, hands: tuple[int, ...], stakes: bool) -> Search[Any]:
        key = ("stakes" if stakes else asked.level, hands)
        size = hands[asked.question.leader].bit_count()
        if key not in self._searches:
            if asked.parties:
                choose = each_for_himself(asked.declarers)
                self._searches[key] = Search(self.rules, many_sided(asked), choose, size)
            elif stakes:
                trump = number_of_suit(asked.question.trump)
                self._searches[key] = StakesSearch(self.rules, hands, asked.side, trump)
            else:
                course = two_sided(asked, hands, ask_marriages=True)
                self._searches[key] = Search(self.rules, course, two_sides(asked.side), size)
        return self._searches[key]

    def _follow(
        self, search: Search[Any], asked: Asked, hands: tuple[int, ...], after: int, spoken: bool
    ) -> tuple[State, Facts, int]:
        """Follow the first ``after`` cards, or the cards until play stops.

        Return the position that is reached, the facts of the search there, and the value gained so far.
        """
        state = replace(self.states[0], hands=hands)
        facts, gain = search.course.start, 0
        for card in self.played.cards[:after]:
            facts = self._saying(search, asked, facts, state)
            state, facts, more = search.step(state, facts, card)
            gain += more
            if search.course.over(facts):
                return state, facts, gain
        if spoken:
            facts = self._saying(search, asked, facts, state)
        return state, facts, gain

    def _saying(self, search: Search[Any], asked: Asked, facts: Facts, state: State) -> Facts:
        """Return the facts after the player to move has made his announcements at his turn in trick 1."""
        seat = mover(state, self.rules)
        if search.course.speak is None or state.hands[seat].bit_count() != search.size:
            return facts
        mine = [said for said in self.played.said if said.seat == seat]
        trump = number_of_suit(asked.question.trump)
        declared = sum(40 if said.suit == trump else 20 for said in mine if said.what == "marriage")
        if not isinstance(facts, Stakes):
            return pointgames.declare(facts, seat, declared)
        words = {said.what for said in mine}
        team = 0 if seat in asked.side else 1
        said = say(facts.words, seat, team, declared, "hundred" in words, "all_tricks" in words)
        return facts._replace(words=said)

    def _parties(self, after: int, laid: int | None) -> Parties:
        start = self.states[0]
        search: Search[Parties] = self._search(self.asked, start.hands, stakes=False)
        if self.asked.question.second is None or after > 0 or laid == 2:
            if self.asked.question.second is not None and len(start.face_down) < 2:
                raise ValueError("the cards laid face down are not known")
            state, facts, _ = self._follow(search, self.asked, start.hands, after, True)
            return search.outcome(state, facts)
        may_lay = list(start.hands)
        if laid == 1:
            first = forced_card(start, self.asked.first)
            if first is None:
                raise ValueError("the card laid face down is not known")
            may_lay[self.asked.first] = mask_of([first])
        return committed(
            self.asked.declarers,
            may_lay,
            search.choose,
            lambda pair: search.outcome(replace(start, face_down=pair), search.course.start),
        )


def settle(game: Game, question: Question, rules: Rules, played: Played) -> Seats:
    """Return the settlement N E S W of a game that was played to its end.

    Rußbach counts declarations and announcements, Anrufen counts raise and Contra, Bauernschnapsen counts
    doublings. Cards that are played after a Rufer or a Schnapser stops, or after a contract is decided,
    change nothing.

    Raises:
        ValueError: play is not finished, an announcement could not be made by any player, or the contract has
            no settlement.
        IllegalPlay: a player does not hold the card that he played, or the card breaks a rule.
    """
    positions = Positions(game, question, rules, played)
    if not positions.ended():
        raise ValueError("play is not finished")
    return positions.forced(len(played.cards), spoken=True, laid=2)


def position_value(
    game: Game,
    question: Question,
    rules: Rules,
    played: Played,
    seat: Seat | int | None = None,
    spoken: bool = False,
) -> int:
    """Return the settlement that a seat can force from the present position (see ``Positions.forced``).

    Args:
        game: the game.
        question: the contract in play.
        rules: the rule options.
        played: the game so far.
        seat: the seat whose settlement is returned; None: the player to move.
        spoken: whether the player to move has already made the announcements of this record.

    Raises:
        ValueError: the contract has no settlement, or an announcement could not be made by any player.
        IllegalPlay: a player does not hold the card that he played, or the card breaks a rule.
    """
    positions = Positions(game, question, rules, played)
    after = len(played.cards)
    pay = positions.forced(after, spoken)[positions.seat(after) if seat is None else seat]
    if pay is None:
        raise ValueError("West has no part in a game of three")
    return pay
