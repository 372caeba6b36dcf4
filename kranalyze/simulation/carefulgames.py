"""Deal, bid and play games of careful players, and write them as KPN (RULINGS: at the table)."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from typing import Any

from kranalyze.cards import SUITS
from kranalyze.core.careful import CarefulGames, StartingPoint, play_careful
from kranalyze.deal import Deal, Seat
from kranalyze.dealing import Undealt, random_below, random_stream
from kranalyze.games import Game
from kranalyze.kpn import Announcement, Call
from kranalyze.kpn.newgame import kpn_text
from kranalyze.simulation.carefulbids import DOUBLES, BidGame, BidKind, CarefulBidders, first_cards
from kranalyze.simulation.startingpoints import starting_point

#: How many numbers at the start of a game's random stream are reserved for dealing the cards. The next
#: numbers of the stream choose the cards that forehand sees first.
_OF_DEAL = 48


@dataclass(frozen=True, slots=True)
class Players:
    """The players of a series of games, and their settings.

    Attributes:
        game: the card game with its rule options.
        look: for each seat the number of layouts that it samples at a turn.
        slips: for each seat the share of turns (0 to 1) at which it plays a random legal card.
        names: name of the player on each seat. Empty: the players have no names.
        seed: seed of the series.
        bid_means: kind of mean payments by which the players bid: at the table, or with open cards.
    """

    game: Game
    look: tuple[int, int, int, int]
    slips: tuple[float, float, float, float]
    names: tuple[str, ...]
    seed: int
    bid_means: BidKind = "table"


def game_texts(players: Players, first: int, count: int, board: int) -> list[str]:
    """Play consecutive games of a series, and return the KPN text of each.

    The bids and cards of a game depend only on the settings of the players and on the number of the game.

    Args:
        players: the players, with the seed of the series.
        first: number of the first game to play, from 0.
        count: number of games.
        board: board number of the first game. Each later game has the next number.
    """
    game = players.game
    columns = Undealt(game).columns(first, count, players.seed)
    deals = [Deal((n, e, s, w), talon) for n, e, s, w, talon in zip(*columns, strict=True)]
    bids = [_bids(players, deal, first + i) for i, deal in enumerate(deals)]
    texts = list[str]()
    for is_played, group in groupby(range(count), lambda i: bids[i].contract is not None):
        places = list(group)
        if not is_played:
            texts += [_text(players, deals[i], bids[i], first + i, board + i) for i in places]
            continue
        start, end = places[0], places[-1] + 1
        puts = [
            starting_point(game, deals[i], bids[i], _forehand(game, first + i)) for i in places
        ]
        games = play_careful(
            puts, end - start, hands=[column[start:end] for column in columns[:4]],
            talon=columns[4][start:end] if game.talon else None, which=array("I", range(end - start)),
            look=players.look, slips=players.slips, seed=players.seed, first=first + start,
            to_the_end=True, workers=1,
        )  # fmt: skip
        courses = [_Course(put, games, i) for i, put in enumerate(puts)]
        texts += [
            _text(players, deals[i], bids[i], first + i, board + i, course)
            for i, course in zip(places, courses, strict=True)
        ]
    return texts


def _dealer(game: Game, number: int) -> Seat:
    """Return the dealer of the game with index ``number``. North deals game 0, East game 1, and so on."""
    return Seat(number % game.seats)


def _forehand(game: Game, number: int) -> Seat:
    """Return the seat left of the dealer in the game with index ``number``."""
    return Seat((_dealer(game, number) + 1) % game.seats)


def _bids(players: Players, deal: Deal, number: int) -> BidGame:
    """Let the players bid on ``deal``, the deal of the game with index ``number``. Return the outcome.

    The cards that forehand sees first are drawn at random.
    """
    game = players.game
    forehand = _forehand(game, number)
    hand = deal.masks[forehand]
    numbers = islice(random_stream(players.seed, number), _OF_DEAL, None)
    chances = [random_below(numbers, game.size - i) for i in range(game.seen)]
    seen = first_cards(hand, game.seen, chances) if game.seen else hand
    return CarefulBidders(game, deal.masks, forehand, players.look, seen, players.bid_means).bid()


@dataclass(frozen=True, slots=True)
class _Course:
    """A game that was played.

    Attributes:
        put: the starting point of the game: its contract with seats, trump and called card.
        games: columns with this game and the other games that were played in the same call of the C core.
        place: index of this game in the columns.
    """

    put: StartingPoint
    games: CarefulGames
    place: int

    def numbers_in_column(self, name: str) -> Sequence[int]:
        """Return the numbers of this game in the column ``name`` of ``games``."""
        return self.games.of(name, self.place)

    def words(self) -> Iterator[Announcement]:
        """Yield the announcements of trick 1, in the order in which the seats play."""
        row = self.put.game
        trump = self.put.question.trump
        for seat, _ in self.games.seats_and_cards_played(self.place)[: row.seats]:
            speaker = Seat(seat)
            for number, suit in enumerate(SUITS):
                if self.numbers_in_column("suits")[seat] >> number & 1:
                    yield Announcement(speaker, "marriage", suit, row.marriage[suit == trump])
            if self.numbers_in_column("hundred")[0] >> seat & 1:
                yield Announcement(speaker, "hundred")
            if self.numbers_in_column("all")[0] >> seat & 1:
                yield Announcement(speaker, "all")
            if self.numbers_in_column("raiser")[0] == seat:
                level = row.contracts[self.numbers_in_column("level")[0]]
                yield Announcement(speaker, "raise", level=level.id)
            if row.contra == "token" and self.numbers_in_column("contra_by")[0] >> seat & 1:
                yield Announcement(speaker, "contra")

    def doubles(self) -> list[Call]:
        """Return the calls after the bidding: Contra, Recontra, Subcontra, and the passes before these calls.

        The C core returns the set of seats that doubled, but not the call of each seat. If both seats of a
        side doubled, suppose that the seat whose turn came first made the first double.
        """
        row = self.put.game
        declarer = self.put.question.declarer
        if row.contra != "doubles" or declarer is None or self.put.forehand is None:
            return []
        doubled_by = self.numbers_in_column("contra_by")[0]
        next_seat = self.put.forehand
        calls = list[Call]()
        for level in range(self.numbers_in_column("contra")[0]):
            order = [Seat((next_seat + i) % row.seats) for i in range(row.seats)]
            speakers = [s for s in order if (s - declarer) % 2 != level % 2 and doubled_by >> s & 1]
            waiting = order[: order.index(speakers[0])]
            if any((s - declarer) % 2 != level % 2 for s in waiting):  # the doubler's partner passed first
                calls += [Call(s, "gut") for s in waiting]
            calls.append(Call(speakers[0], DOUBLES[level]))
            next_seat = (speakers[0] + 1) % row.seats
        return calls


def _text(
    players: Players, deal: Deal, bid: BidGame, number: int, board: int, course: _Course | None = None
) -> str:
    """Return the KPN text of the game with index ``number``.

    ``course`` has the cards and announcements of the game. ``course`` is None if all seats passed.
    """
    game = players.game
    calls: Sequence[Call] | None = bid.calls or None
    contract = None if bid.contract is None else game.contracts[bid.contract]
    values = dict[str, Any]()
    tags = {"Event": f"Simulated games, seed {players.seed}"}
    if course is not None and contract is not None:
        values = {
            "discard": course.numbers_in_column("discard")[0] or None, "face_down": _laid(course),
            "announce": list(course.words()), "contra": course.numbers_in_column("contra")[0],
            "play": course.games.seats_and_cards_played(course.place) or None,
        }  # fmt: skip
        calls = (*bid.calls, *course.doubles()) or None
        if contract.stake != "none":
            values["score"] = course.numbers_in_column("settlement")
        if game.calibration and bid.trump is None:
            tags["Trump"] = ""
    return kpn_text(
        deal, game.id, board=board, dealer=_dealer(game, number), auction=calls,
        contract=None if contract is None else contract.id,
        declarer=None if game.calibration else bid.declarer, second=bid.second, called=bid.called,
        trump=bid.trump, names=dict(enumerate(players.names[: game.seats])), tags=tags,
        rules={
            option.name: option.value_in(game)
            for option in game.options
            if option.value_in(game) != option.default_value
        },
        comments=[comment_on_settings_and_means(players, bid)], **values,
    )  # fmt: skip


def _laid(course: _Course) -> list[tuple[int, int]]:
    """Return the cards laid face down, as pairs of a seat and a card number.

    Cards are laid face down only if a contract has two declarers. Otherwise the list is empty.
    """
    seats = course.put.question
    bidders = [] if seats.second is None or seats.declarer is None else sorted((seats.declarer, seats.second))
    return [(int(seat), course.numbers_in_column("laid")[seat]) for seat in bidders]


def comment_on_settings_and_means(players: Players, bid: BidGame) -> str:
    """Return the comment of a record: the settings of the players, and the source of their mean payments."""
    seats = [Seat(seat).title for seat in range(players.game.seats)]
    looks = players.look[: len(seats)]
    look = ", ".join(f"{name} looks at {number}" for name, number in zip(seats, looks, strict=True))
    if len(set(looks)) == 1:
        look = f"every player looks at {looks[0]}"
    text = f"Simulated with seed {players.seed}. Before a card {look} layouts of the unseen cards."
    slips = [f"{name} {100 * share:.4g}%" for name, share in zip(seats, players.slips, strict=False) if share]
    if slips:
        text += f" Turns with a random card: {', '.join(slips)}."
    return text + _sentence_on_means(bid)


def _sentence_on_means(bid: BidGame) -> str:
    """Return a sentence that names the mean payments on which the players of a game based their bids.

    The text is empty if no player compared mean payments.
    """
    with_open_cards = " and ".join(_SOURCES[source] for source in sorted(bid.sources) if source in _SOURCES)
    if "table" not in bid.sources:
        if not with_open_cards:
            return ""
        return f" Bids and calls are those that pay most on average with open cards ({with_open_cards})."
    text = " Bids are those that pay most on average at the table (book of hands)"
    if with_open_cards:
        text += "; called cards, and calls that compare a contract of two bidders, are those that pay most "
        text += f"with open cards ({with_open_cards})"
    return text + "."


#: The sources of mean payments with open cards, and how a comment names each source.
_SOURCES = {"book": "book of hands", "sample": "sampled layouts"}
