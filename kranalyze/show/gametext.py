"""Format analysed games (card by card) and positions of games as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Any

from kranalyze.answers.best import BestBid
from kranalyze.cards import Card, Deck, named_cards, suit_text
from kranalyze.deal import Seat
from kranalyze.kpn import Announcement
from kranalyze.show.text import (
    amount_text,
    answer_row,
    card_text,
    game_name_and_changed_rules,
    join_words,
    line_text,
    payment,
    question_title,
    ranks_high_to_low,
    settlement_lines,
    verdict_sentence,
)

if TYPE_CHECKING:
    from kranalyze.analysis.bids import JudgedBid
    from kranalyze.analysis.board import Position
    from kranalyze.analysis.game import Analysed, Judged
    from kranalyze.answers.answer import Answer, Trick

#: Notice that explains the costs of cards. A command prints the notice once, after the last game.
NOTICE = (
    "Costs are double dummy: they know all the cards. That is not advice; a card that cost something may "
    "have been right on what the player could see."
)

#: Words for the verdicts on a contract, which compare the result with best play.
VERDICTS = {
    "made": "made, and it could be made",
    "gift": "made, though it could not be made against best play",
    "lost": "lost, though it could be made",
    "hopeless": "lost, and it could not be made",
}

#: Texts for a card that changed whether the contract can be made. The keys are results of
#: ``Analysed.turned``.
_TURNED = {"lost": "Here the contract was lost", "won": "From here the contract could be made"}

#: Subjects of sentences about the cost of speaking or not speaking in trick 1. The first text is for a player
#: who announced nothing, the second for a player who announced something. The key None is for games in which
#: players can declare marriages and make the announcements "100" and "all tricks". In other games the key is
#: the player's role.
_SPOKEN = {
    None: ("Saying nothing", "What was said"),
    "partner": ("Not raising", "The raise"),
    "defender": ("Not saying Contra", "Contra"),
}

#: The arguments ``trump`` and ``call`` of ``_Told.bid``, for a bid in the middle of a sentence.
_BRIEFLY = (" in", "")


def game_text(game: Analysed, deck: Deck | None = None) -> str:
    """Format an analysed game, card by card.

    Args:
        game: the game.
        deck: the deck (French or German) whose letters are used for cards. None: the deck of the record.
    """
    record, told = game.record, _Told(game, deck or game.record.deck)
    order = "K" if record.question is None else record.question.order
    blocks = [
        told.head(),
        [] if record.deal is None else [record.deal.diagram(told.deck, order)],
        [] if game.problem is None else [game.problem.message[0].upper() + game.problem.message[1:]],
        told.outcome(),
        *([told.tricks(), *told.best_lines_instead()] if game.cards else ()),
        told.contract_bid_and_cost_lines(),
    ]
    return "\n\n".join("\n".join(lines) for block in blocks if (lines := list(block)))


class _Told:
    """Formats the parts of the text of an analysed game, with the card letters of a deck."""

    def __init__(self, game: Analysed, deck: Deck) -> None:
        self.game, self.record, self.deck = game, game.record, deck
        self.row, self.unit = game.record.game_row, game.record.game_row.unit

    def cards(self, cards: Iterable[Card], last: str = "or") -> str:
        """Format cards as a list for a sentence. ``last`` is the word before the last card: "or" or "and"."""
        return join_words((card_text(card, self.deck) for card in cards), last)

    def amount_or_zero(self, amount: int | None) -> str:
        """Format an amount with the unit of the game. None is shown as 0."""
        return amount_text(amount or 0, self.unit)

    def bid(self, bid: BestBid | JudgedBid, trump: str = ", trump", call: str = ",") -> str:
        """Format a bid: its contract, its trump, and the cards that it can call with the same result.

        Args:
            bid: the bid.
            trump: text to put before the trump.
            call: text to put before the word "calling", which introduces the cards that the bid can call.
        """
        suit = "" if bid.trump is None else f"{trump} {suit_text(bid.trump, self.deck)}"
        return f"{bid.contract.name}{suit}{f'{call} calling {self.cards(bid.calls)}' if bid.calls else ''}"

    def head(self) -> Iterator[str]:
        """Yield two lines.

        The first line has the contract with called card, trump and so on. The second line has the card game
        and the players.
        """
        record, question, contract = self.record, self.record.question, self.record.contract_row
        first, about = (
            [f"Board {record.board}: " if record.board else ""],
            [game_name_and_changed_rules(self.row)],
        )
        if question is None:
            first[0] += "no contract" if contract is None else contract.name
            first[0] += "" if record.declarer is None else f" by {record.declarer.title}"
        else:
            first[0] += question_title(question, self.deck)
            if question.trump is not None and question.declarer is not None:
                first.append(f"trump {suit_text(question.trump, self.deck)}")
            if record.called is not None:
                holder = "the declarer" if question.partner is None else question.partner.title
                first.append(f"calling {card_text(record.called, self.deck)} (held by {holder})")
            if record.discard:
                first.append(f"discarding {self.cards(named_cards(record.discard.mask), 'and')}")
            if record.contra:
                first.append(("Contra", "Recontra", "Subcontra")[min(record.contra, 3) - 1])
            if self.row.orders:
                about.append(f"order {ranks_high_to_low(question.order, self.row.pack, self.deck)}")
        names = [f"{Seat(i).title} {name}" for i, name in enumerate(record.names) if name]
        yield ", ".join(first)
        yield " · ".join((*about, ", ".join(names)) if names else about)

    def outcome(self) -> Iterator[str]:
        """Yield the verdict on the contract, the settlement, and the settlement under best play."""
        game, record, unit = self.game, self.record, self.unit
        if game.verdict is not None:
            yield f"The contract was {VERDICTS[game.verdict]}."
        elif game.makeable is not None:
            yield f"The contract {'could' if game.makeable else 'could not'} be made; play is not finished."
        if record.settlement is not None:
            yield f"As played {payment(record.settlement, unit)}."
        if any(amount is not None for amount in game.payoff) and game.payoff != record.settlement:
            alone = game.has_more_than_two_parties
            how = "With best play, each for himself," if alone else "With best play by everybody"
            yield f"{how} {payment(game.payoff, unit)}."
        if record.score is not None and record.settlement not in (None, record.score):
            yield f"The logged score is another one: {payment(record.score, unit)}."

    def tricks(self) -> Iterator[str]:
        """Yield the announcements in trick 1, the cards laid face down, and each trick with its costs."""
        facts, deck = self.record.facts, self.deck
        wide = max(len(card_text(c.move.card, deck)) for c in self.game.cards) + 4
        yield from (word_text(word, deck) for word in self.record.announce)
        for seat, card in self.game.laid.items():
            yield f"{seat.title} lays {card_text(card, self.deck)} face down"
        for number, cards in groupby(self.game.cards, lambda card: card.move.trick):
            trick = list(cards)
            texts = [f"{c.move.seat.name} {card_text(c.move.card, deck)}{c.mark}" for c in trick]
            over = facts is not None and number <= len(facts.winners)
            taker = facts.winners[number - 1].title if facts is not None and over else ""
            yield f"{number:2}  {'  '.join(text.ljust(wide) for text in texts)}  {taker}".rstrip()
            yield from (f"      {text}" for card in trick for text in self.costs(card))

    def costs(self, card: Judged) -> Iterator[str]:
        """Yield lines about the cost of a card, and about its single-dummy verdict.

        The verdict says whether the card was right by what the player could know. If speaking or not speaking
        in trick 1 cost the player something, the first line shows this cost. There may be no lines.
        """
        from kranalyze.analysis.roles import role_of

        seat, who, name = card.move.seat, card.move.seat.title, self.cards([card.move.card])
        if card.cost_announce:
            said = any(word.seat == seat for word in self.record.announce)
            role = role_of(seat, self.record.question) if self.row.contra == "token" else None
            yield f"{_SPOKEN[role][said]} cost {who} {self.amount_or_zero(card.cost_announce)}"
        cost = f"{name} cost {who} {self.amount_or_zero(card.cost)}"
        if card.cost:
            turned = self.game.turned(card)
            turning_point = "" if turned is None else f". {_TURNED[turned]}"
            yield f"{cost} ({card.change}); best: {self.cards(card.best)}{turning_point}"
        single = card.single
        if single is None or card.verdict is None:
            return
        better = card.best[:1] if card.verdict == "unlucky" else single.best
        share, better_share = (f"{single.of(c).share:.0%}" for c in (card.move.card, better[0]))
        against = f"{share} against {better_share} for {self.cards(better)}"
        if card.verdict == "mistake":
            yield f"On what {who} could know {name} was a mistake: {against}"
        elif card.verdict == "unlucky":
            yield f"{cost}, but on what {who} could know it was right: {against}"
        else:
            lay = f"{name} cost {who} nothing as the cards lay"
            yield f"{lay}, but on what {who} could know it was a mistake: {against}"

    def best_lines_instead(self) -> Iterator[list[str]]:
        """Yield for each of the worst cards a list of text lines that show best play in place of the card."""
        for card in cards_with_better_line_shown(self.game):
            if line := best_line_instead_of_card(card):
                against = " against all the others" if self.game.has_more_than_two_parties else ""
                trick, texts = card.move.trick, line_text(line, self.deck, card.move.trick)
                what = f"The line that {card.move.seat.title} missed in trick {trick}{against}"
                yield [what, *(f" {text}" for text in texts)]

    def contract_bid_and_cost_lines(self) -> Iterator[str]:
        """Yield the last lines: better contracts, what bids pay on average, and what each seat gave away.

        The average of a bid is over all deals in which the bidder has the same hand.
        """
        game, declarer, bids = self.game, self.record.declarer, self.game.bids
        if declarer is not None and game.best is not None:
            best, amount = self.bid(game.best), self.amount_or_zero(game.best.payoff)
            yield f"{declarer.title}'s best contract: {best}, {amount}"
        elif declarer is not None and game.passed and game.makeable is not None and game.problem is None:
            yield f"{declarer.title} could not have made any contract"
        for seat, passed in zip(Seat, game.passed, strict=False):
            if passed is not None:
                could = f"{self.bid(passed)}, {self.amount_or_zero(passed.payoff)}"
                yield f"{seat.title} could have made a higher one: {could}"
        how = "at the table" if bids is not None and bids.kind == "table" else "with open cards"
        if bids is not None and bids.mean is not None and bids.best is not None and declarer is not None:
            best = f"the best bid, {self.bid(bids.best, *_BRIEFLY)}, {bids.best.mean:+.1f}"
            compared = best if bids.cost else "and no bid pays more"
            pays = f"this contract pays {bids.mean:+.1f} {self.unit} on average {how}"
            yield f"With {declarer.title}'s hand alone {pays}, {compared}."
        for seat, bid in zip(Seat, () if bids is None else bids.passed, strict=False):
            if bid is not None:
                pays = f"{self.bid(bid, *_BRIEFLY)} pays {bid.mean:+.1f} {self.unit} on average {how}"
                yield f"{seat.title} passed, though with that hand alone {pays}."
        if game.cost_discard:
            yield f"The discard cost {self.amount_or_zero(game.cost_discard)}"
        if game.cards and not any(game.given_away):
            yield "Nobody gave anything away"
        elif game.cards:
            costs = zip(Seat, game.given_away[: self.row.seats], strict=False)
            yield f"Given away ({self.unit}): {', '.join(f'{seat.title} {cost}' for seat, cost in costs)}"


def word_text(word: Announcement, deck: Deck) -> str:
    """Format an announcement in trick 1, for example ``East declares 20 in ♥``."""
    words = {"hundred": "announces 100", "all": "announces all tricks", "contra": "says Contra"}
    text = words.get(word.what, f"raises to {word.level}")
    if word.what == "marriage":
        suit = "" if word.suit is None else f" in {suit_text(word.suit, deck)}"
        text = f"declares {word.points}{suit}"
    return f"{word.seat.title} {text}"


def cards_with_better_line_shown(game: Analysed) -> list[Judged]:
    """Return the worst cards of a game: those for which the text also shows best play.

    If cards changed who wins, return all these cards. Otherwise return only the costliest card. If no card
    cost anything, the list is empty.
    """
    marked = [card for card in game.cards if card.mark == "??"]
    costly = sorted((card for card in game.cards if card.cost), key=lambda card: -(card.cost or 0))
    return marked or costly[:1]


def best_line_instead_of_card(card: Judged) -> tuple[Trick, ...]:
    """Return the tricks of best play from the position before a card was played.

    If several cards are equally good, the card with the lowest number is played. If the position is unknown,
    the result is empty.
    """
    from kranalyze.answers.answer import best_play

    point = card.point
    return () if point is None else best_play(point.task, point.position)[0]


def position_text(
    position: Position, answer: Answer, deck: Deck | None = None, board: str | None = None
) -> str:
    """Format a position and its double-dummy answer.

    The text shows for each legal card the payment that the seat to play can force, the best card first.

    Args:
        position: the position.
        answer: the answer for the position, from `Position.answer`.
        deck: the deck (French or German) whose letters are used for cards. None: the deck of the record.
        board: name of the board. None: the name in the record, if any.
    """
    record, game = position.record, answer.game
    letters, name = deck or record.deck, board or record.board
    after, number, turn, seat = position.place()
    board_title = f"Board {name} · " if name else ""
    about = (
        f"{board_title}{game_name_and_changed_rules(game)} · after {after} card{'' if after == 1 else 's'}"
    )
    where = f"trick {number}, card {turn}, {seat.title} to play"
    head = [verdict_sentence(answer, letters), "", f"{about}: {where}"]
    if position.trick:
        table = "  ".join(f"{player.name} {card_text(card, letters)}" for player, card in position.trick)
        head.append(f"On the table: {table}")
    if position.announce:
        words = (word_text(word, letters) for word in position.announce)
        head.append(f"Said in trick 1: {', '.join(words)}")
    lays = answer.question.second is not None and not after and seat not in dict(record.face_down)
    forced = [f"What {seat.title} can force ({game.unit}) by {'laying face down' if lays else 'playing'}"]
    ranked = sorted(position.amounts().items(), key=lambda pair: -pair[1])
    for amount, cards in groupby(ranked, lambda pair: pair[1]):
        forced.append(f"  {amount:+5d}  {' '.join(card_text(card, letters) for card, _ in cards)}")
    blocks = [head, [position.hands.diagram(letters, answer.question.order)], forced]
    if answer.line:
        line = (f" {text}" for text in line_text(answer.line, letters, number))
        blocks.append(["Best play from here", *line])
    blocks.append(settlement_lines(answer))
    return "\n\n".join("\n".join(block) for block in blocks if block)


def position_row(position: Position, answer: Answer) -> dict[str, Any]:
    """Return the dict for a position that ``kranalyze solve --after N --json`` prints.

    Args:
        position: the position.
        answer: the answer for the position, from `Position.answer`.
    """
    row = answer_row(answer, position.record.board)
    del row["leads"]
    after, trick, turn, seat = position.place()
    return row | {
        "after": after,
        "trick": trick,
        "turn": turn,
        "to_play": seat.name,
        "hands": position.hands.text(seats=answer.game.seats),
        "played": [[seat.name, str(card)] for seat, card in position.trick],
        "announce": "; ".join(word.text() for word in position.announce) or None,
        "cards": {str(card): amount for card, amount in position.amounts().items()},
    }
