"""Compute how careful players continue a game, with exact chances (RULINGS: at the table).

At each turn the player enumerates the possible layouts. In each layout he searches every choice to the end
with open cards. Equal choices are equally likely. The oracle draws no random layouts. Players learn nothing
from how the others play.
"""
# mypy: no-strict-optional

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from enumerating import all_layouts, hands_before_play, laid_away, laid_face_down
from kranalyze.cards import CARDS, SUITS, cards_of, letter_of_suit, mask_of, number_of_suit
from kranalyze.deal import Deal, Seat
from kranalyze.games import Question
from kranalyze.hands import Hand
from kranalyze.kpn import Announcement, Move, Record
from oracle.play import legal, play_rules
from oracle.played import Positions
from oracle.said import Played, Said
from oracle.settling import marriages
from oracle.table import forced_card
from oracle.verdict import Seats

#: For each level of Anrufen, the levels to which it can be raised.
RAISES = {
    "simple": ("hundred", "all_tricks", "all_hundred"),
    "hundred": ("all_hundred",),
    "all_tricks": ("all_hundred",),
}


class TooLongError(Exception):
    """The search needs more positions than the caller allows."""


class Choice(NamedTuple):
    """The choice of a seat at its turn.

    Attributes:
        words: announcements that the seat makes with its card in trick 1.
        card: number of the card that is played or laid face down; before the discard: mask of the discarded
            cards.
    """

    words: tuple[Said, ...]
    card: int


@dataclass
class CarefulOracle:
    """Finds the chances of a game whose players take every possible layout into account.

    Attributes:
        slips: for each seat the share of its turns at which it plays at random: each legal card is equally
            likely. At such a turn the seat announces nothing, except marriages in Rufmariasch.
        most: largest number of positions that may be searched.
    """

    slips: Sequence[Fraction] = (Fraction(0),) * 4
    most: int = 4000
    searched: int = 0
    _values: dict[object, Seats] = field(default_factory=dict)

    def settlements(self, record: Record) -> dict[Seats, Fraction]:
        """Return the settlements that a record can lead to, with the chance of each.

        Raises:
            TooLongError: the search needs too many positions.
        """
        seat = turn(record)
        if seat is None:
            return {self._end(record): Fraction(1)}
        total: dict[Seats, Fraction] = {}
        for choice, chance in self.choices(record).items():
            for pays, share in self.settlements(after_choice(record, seat, choice)).items():
                total[pays] = total.get(pays, Fraction(0)) + chance * share
        return total

    def choices(self, record: Record) -> dict[Choice, Fraction]:
        """Return the choices of the seat to move, with the chance of each."""
        seat = turn(record)
        options = list(options_of(record, seat))
        chances: dict[Choice, Fraction] = {}
        share = self.slips[seat]
        if share < 1:
            means = {option: Fraction(0) for option in options}
            if len(options) > 1:
                means = self.means(record, seat, options)
            for choice, chance in best(means).items():
                chances[choice] = (1 - share) * chance
        if share:
            plain = [option for option in options if option.words == silent(record, seat)]
            for choice in plain:
                chances[choice] = chances.get(choice, Fraction(0)) + share / len(plain)
        return chances

    def means(self, record: Record, seat: int, options: Sequence[Choice]) -> dict[Choice, Fraction]:
        """Return for each choice its mean result over the possible layouts."""
        totals = dict.fromkeys(options, 0)
        looks = 0
        for hands, away in self._layouts(record, seat):
            for laid in lying(record, seat, hands):
                looks += 1
                for option in options:
                    totals[option] += self._worth(record, seat, hands, away, laid, option)
        return {option: Fraction(total, looks) for option, total in totals.items()}

    def mean_of_game(self, record: Record, seat: int) -> Fraction:
        """Return the mean settlement of a seat over the possible layouts before the first card.

        In each layout all cards are open from the first card on.
        """
        layouts = self._layouts(record, seat)
        values = [self._forced(record, hands, away, (), (), ())[seat] or 0 for hands, away in layouts]
        return Fraction(sum(values), len(values))

    def _layouts(self, record: Record, seat: int) -> Iterator[tuple[tuple[int, ...], int]]:
        """Yield the hands before the first card, and the discard, of each possible layout."""
        if undiscarded(record):
            yield from before_the_discard(record)
            return
        after = len(record.play)
        gone = [mask_of(m.number for m in record.play if m.seat == s) for s in range(4)]
        for *left, hidden in all_layouts(record, after, seat):
            hands = tuple(hand | cards for hand, cards in zip(left, gone, strict=True))
            yield hands, hidden or laid_away(record)

    def _worth(
        self, record: Record, seat: int, hands: tuple[int, ...], away: int, laid: Mapping[int, int],
        option: Choice,
    ) -> int:  # fmt: skip
        """Return the result that a seat can force after a choice in a layout."""
        cards = tuple(m.number for m in record.play)
        said = (*said_of(record), *option.words)
        if undiscarded(record):
            held = (*hands[:seat], hands[seat] & ~option.card, *hands[seat + 1 :])
            pays = self._forced(record, held, option.card, cards, said, ())
        elif to_lay(record) is not None:
            pair = {**laid, seat: option.card}
            pays = self._forced(record, hands, away, cards, said, tuple(sorted(pair.items())))
        else:
            lie = tuple(sorted(laid.items()))
            pays = self._forced(record, hands, away, (*cards, option.card), said, lie)
        worth = pays[seat]
        assert worth is not None
        return worth

    def _end(self, record: Record) -> Seats:
        """Return the settlement of a game that is decided."""
        hands, cards = tuple(hands_before_play(record)), tuple(m.number for m in record.play)
        laid = laid_face_down(record)
        return self._forced(record, hands, laid_away(record), cards, tuple(said_of(record)), laid)

    def _forced(
        self, record: Record, hands: tuple[int, ...], away: int, cards: tuple[int, ...],
        said: tuple[Said, ...], laid: tuple[tuple[int, int], ...],
    ) -> Seats:  # fmt: skip
        """Return for each seat the settlement that it can force with open cards.

        In whist each seat of the leader's side gets the number of tricks of this side. The other seats get
        the same number, but negative.
        """
        key = (hands, away, cards, said, laid, record.contra)
        if key in self._values:
            return self._values[key]
        self.searched += 1
        if self.searched > self.most:
            raise TooLongError
        question = question_in(record, hands)
        n, e, s, w = hands
        played = Played(Deal((n, e, s, w), away), cards, said, away or None, laid, record.contra)
        positions = Positions(record.game_row, question, record.rules, played)
        if record.game == "whist":
            value = positions.value(len(cards))
            own = (question.leader, (question.leader + 2) % 4)
            pays: Seats = tuple(value if seat in own else -value for seat in range(4))
        else:
            lie = len(laid) if question.second is not None and not cards else None
            pays = positions.forced(len(cards), laid=lie)
        self._values[key] = pays
        return pays


def best(means: Mapping[Choice, Fraction]) -> dict[Choice, Fraction]:
    """Return the best choices with their chances: greatest mean, then fewest announcements.

    All cards of the best choices are equally likely. Best choices with the same card are equally likely, too.
    """
    top = max(means.values())
    equal = [choice for choice, mean in means.items() if mean == top]
    fewest = min(len(choice.words) for choice in equal)
    equal = [choice for choice in equal if len(choice.words) == fewest]
    by_card: dict[int, list[Choice]] = {}
    for choice in equal:
        by_card.setdefault(choice.card, []).append(choice)
    return {choice: Fraction(1, len(by_card) * len(by_card[choice.card])) for choice in equal}


# turns


def undiscarded(record: Record) -> bool:
    """Return whether the declarer still has to discard."""
    return bool(record.game_row.talon) and record.discard is None


def to_lay(record: Record) -> int | None:
    """Return the bidder who has to lay his card face down now, None if nobody has to."""
    if record.second is None or record.play:
        return None
    lying = [seat for seat, _ in record.face_down]
    return next((s for s in (record.declarer, record.second) if s not in lying), None)


def turn(record: Record) -> int | None:
    """Return the seat to move, None if play has ended or is decided."""
    if undiscarded(record):
        return record.declarer
    laying = to_lay(record)
    if laying is not None:
        return laying
    positions = true_positions(record)
    return None if positions.ended() else positions.seat(len(record.play))


def true_positions(record: Record) -> Positions:
    """Return the positions of a record with its true hands."""
    hands = hands_before_play(record)
    away = laid_away(record)
    laid = laid_face_down(record)
    cards = tuple(m.number for m in record.play)
    n, e, s, w = hands
    deal, said = Deal((n, e, s, w), away), tuple(said_of(record))
    played = Played(deal, cards, said, away or None, laid, record.contra)
    return Positions(record.game_row, question_in(record, tuple(hands)), record.rules, played)


def question_in(record: Record, hands: tuple[int, ...]) -> Question:
    """Return the question of a record in a layout. The holder of the called card is the partner."""
    if record.called is None:
        return record.question
    holder = next(s for s in range(4) if hands[s] >> record.called.number & 1)
    return record.question._replace(partner=None if holder == record.declarer else Seat(holder))


def options_of(record: Record, seat: int) -> Iterator[Choice]:
    """Yield all choices of a seat at its turn."""
    if undiscarded(record):
        held = record.deal.mask(seat) | record.deal.talon_mask
        for cards in combinations(cards_of(held), record.deal.talon_mask.bit_count()):
            yield Choice((), mask_of(cards))
        return
    hand = hands_before_play(record)[seat]
    if to_lay(record) is not None:
        for card in cards_of(hand):
            yield Choice((), card)
        return
    positions = true_positions(record)
    state = positions.states[-1]
    rules = play_rules(record.game_row, record.question)
    cards_allowed = list(cards_of(legal(state.hands[seat], state.trick, rules, forced_card(state, seat))))
    words = list(words_of(record, seat)) if len(record.play) < len(rules.seats) else [()]
    for saying in words:
        for card in cards_allowed:
            yield Choice(saying, card)


def words_of(record: Record, seat: int) -> Iterator[tuple[Said, ...]]:
    """Yield each combination of announcements that a seat may make in trick 1.

    In Rufmariasch there is only one: the seat declares all marriages that it holds.
    """
    hand = hands_before_play(record)[seat]
    trump = number_of_suit(record.question.trump)
    couples = [Said(seat, "marriage", suit) for suit in marriages(hand, trump)]
    if record.game == "rufmariasch":
        yield tuple(couples)
        return
    if record.game == "russbach":
        sayings = [*couples, Said(seat, "hundred"), Said(seat, "all_tricks")]
        for count in range(len(sayings) + 1):
            yield from combinations(sayings, count)
        return
    yield ()
    if not record.game.startswith("anrufen") or seat == record.declarer:
        return
    if record.called is not None and hand >> record.called.number & 1:
        for level in RAISES.get(record.contract, ()):
            yield (Said(seat, "raise", level=level),)
    elif all(word.what != "contra" for word in record.announce):
        yield (Said(seat, "contra"),)


def silent(record: Record, seat: int) -> tuple[Said, ...]:
    """Return the announcements of a seat that plays at random: none, but in Rufmariasch all its marriages."""
    first = len(record.play) < len(play_rules(record.game_row, record.question).seats)
    if record.game != "rufmariasch" or not first:
        return ()
    return next(words_of(record, seat))


def lying(record: Record, seat: int, hands: tuple[int, ...]) -> Iterator[dict[int, int]]:
    """Yield what may lie face down in a layout, as far as a seat can know.

    Each dictionary has one possible combination of cards, by the seat that laid the card.
    """
    if record.second is None:
        yield {}
        return
    own = {s: card for s, card in laid_face_down(record) if s == seat}
    if not record.play:
        first = int(record.declarer)
        if seat == first:
            yield own
        else:
            for card in cards_of(hands[first]):
                yield {**own, first: card}
        return
    bidders = (record.declarer, record.second)
    shown = {int(m.seat): m.number for m in record.play if m.trick == 1 and m.seat in bidders}
    if record.second in shown or seat == record.second:
        yield {**own, **shown}
        return
    for card in cards_of(hands[record.second]):
        yield {**shown, int(record.second): card}


def before_the_discard(record: Record) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the layouts that the declarer cannot exclude after taking the talon and before discarding.

    A layout is a pair. The first item has all hands, with the talon in the declarer's hand. The second item
    is the discard, which is still empty: 0.
    """
    own = record.deal.mask(record.declarer) | record.deal.talon_mask
    one, two = (s for s in range(3) if s != record.declarer)
    unseen = record.deal.mask(one) | record.deal.mask(two)
    for cards in combinations(cards_of(unseen), record.deal.mask(one).bit_count()):
        hands = [0, 0, 0, 0]
        hands[record.declarer] = own
        hands[one] = mask_of(cards)
        hands[two] = unseen & ~hands[one]
        yield tuple(hands), 0


def said_of(record: Record) -> Iterator[Said]:
    """Yield the announcements of the seats that have played to trick 1."""
    heard = {m.seat for m in record.play}
    for word in record.announce:
        if word.seat in heard:
            what = "all_tricks" if word.what == "all" else word.what
            yield Said(int(word.seat), what, number_of_suit(word.suit), word.level)


def after_choice(record: Record, seat: int, choice: Choice) -> Record:
    """Return the record after a choice of a seat."""
    if undiscarded(record):
        return replace(record, discard=Hand(choice.card))
    if to_lay(record) is not None:
        return replace(record, face_down=(*record.face_down, (Seat(seat), CARDS[choice.card])))
    seats = len(play_rules(record.game_row, record.question).seats)
    number = len(record.play)
    move = Move(Seat(seat), choice.card, number // seats + 1, number % seats + 1)
    words = tuple(
        Announcement(
            Seat(seat), "all" if said.what == "all_tricks" else said.what, letter_of_suit(said.suit),
            0 if said.suit is None else 40 if SUITS[said.suit] == record.question.trump else 20, said.level,
        )
        for said in choice.words
    )  # fmt: skip
    heard = {m.seat for m in record.play}
    kept = tuple(word for word in record.announce if word.seat in heard)
    return replace(record, announce=(*kept, *words), play=(*record.play, move))
