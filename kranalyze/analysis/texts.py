"""One game in words for people: how it ended, card by card with marks, and the line that was missed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from kranalyze.analysis.bids import Bids, JudgedBid
from kranalyze.analysis.board import Position
from kranalyze.analysis.game import Analysed, Judged
from kranalyze.answers.answer import Answer, Trick, play_out
from kranalyze.answers.best import BestBid
from kranalyze.cards import Deck, cards_of
from kranalyze.deal import Seat
from kranalyze.games import Question
from kranalyze.kpn import Announcement, Record
from kranalyze.show.text import (
    amount_text,
    card_text,
    line_text,
    listed,
    money,
    order_text,
    payment,
    sentence,
    suit_text,
    title,
)

#: Said once wherever costs are shown.
NOTICE = (
    "Costs are double dummy: they know all the cards. That is not advice; a card that cost something may "
    "have been right on what the player could see."
)

#: Verdicts in words.
_VERDICTS = {
    "made": "made, and it could be made",
    "gift": "made, though it could not be made against best play",
    "lost": "lost, though it could be made",
    "hopeless": "lost, and it could not be made",
}

#: What a card did that changed who wins.
_TURNED = {"lost": "Here the contract was lost", "won": "From here the contract could be made"}


def game_text(game: Analysed, deck: Deck | None = None) -> str:
    """A game card by card.

    Args:
        deck: letters of cards, those of the record if it is None.
    """
    record = game.record
    letters = deck or record.deck
    blocks = [_head(game, letters)]
    if record.deal is not None:
        order = "K" if record.question is None else record.question.order
        blocks.append([record.deal.diagram(letters, order)])
    if game.problem is not None:
        blocks.append([game.problem.message[0].upper() + game.problem.message[1:]])
    blocks.append(_outcome(game))
    if game.cards:
        blocks.append(_cards(game, letters))
        blocks += _missed(game, letters)
    blocks.append(_rest(game, letters))
    return "\n\n".join("\n".join(block) for block in blocks if block)


def _head(game: Analysed, deck: Deck) -> list[str]:
    record, question, row = game.record, game.record.question, game.record.contract_row
    first = f"Board {record.board}: " if record.board else ""
    about = [record.game_row.name]
    if question is None:
        first += "no contract" if row is None else row.name
        first += "" if record.declarer is None else f" by {record.declarer.title}"
    else:
        first += title(question, deck) + "".join(f", {part}" for part in _chosen(record, question, deck))
        if record.game_row.orders:
            about.append(f"order {order_text(question.order, record.game_row.pack, deck)}")
    names = [f"{Seat(i).title} {name}" for i, name in enumerate(record.names) if name]
    if names:
        about.append(", ".join(names))
    return [first, " · ".join(about)]


def _chosen(record: Record, question: Question, deck: Deck) -> Iterator[str]:
    """Trump, called card, discard and doublings of a record."""
    if question.trump is not None and question.declarer is not None:
        yield f"trump {suit_text(question.trump, deck)}"
    if record.called is not None:
        holder = "the declarer" if question.partner is None else question.partner.title
        yield f"calling {card_text(record.called, deck)} (held by {holder})"
    if record.discard:
        yield f"discarding {listed(card_text(c, deck) for c in cards_of(record.discard))}"
    if record.contra:
        yield ("Contra", "Recontra", "Subcontra")[min(record.contra, 3) - 1]


def _outcome(game: Analysed) -> list[str]:
    record, unit = game.record, game.record.game_row.unit
    lines = []
    if game.verdict is not None:
        lines.append(f"The contract was {_VERDICTS[game.verdict]}.")
    elif game.makeable is not None:
        could = "could" if game.makeable else "could not"
        lines.append(f"The contract {could} be made; play is not finished.")
    if record.settlement is not None:
        lines.append(f"As played {payment(record.settlement, unit)}.")
    if any(amount is not None for amount in game.payoff) and game.payoff != record.settlement:
        selfish = game.replay is not None and game.replay.opening.parties
        how = "With best play, each for himself," if selfish else "With best play by everybody"
        lines.append(f"{how} {payment(game.payoff, unit)}.")
    if record.score is not None and record.settlement is not None and record.score != record.settlement:
        lines.append(f"The logged score is another one: {payment(record.score, unit)}.")
    return lines


def _cards(game: Analysed, deck: Deck) -> list[str]:
    """The tricks, a line each, and under it what each card cost."""
    record, facts = game.record, game.record.facts
    wide = max(len(card_text(c.move.card, deck)) for c in game.cards) + 4
    lines = [_said(said, deck) for said in record.announce]
    laid = {} if game.replay is None else game.replay.laid
    lines += [f"{Seat(seat).title} lays {card_text(card, deck)} face down" for seat, card in laid.items()]
    seats = 4 if game.replay is None else game.replay.opening.base.seats.bit_count()
    for number, cards in groupby(game.cards, lambda card: card.move.trick):
        trick = list(cards)
        cells = [f"{c.move.seat.name} {card_text(c.move.card, deck)}{c.mark}".ljust(wide) for c in trick]
        over = facts is not None and len(trick) == seats and number <= len(facts.winners)
        taker = facts.winners[number - 1].title if facts is not None and over else ""
        lines.append(f"{number:2}  {'  '.join(cells)}  {taker}".rstrip())
        lines += [f"      {text}" for c in trick for text in _costs(c, game, deck)]
    return lines


def _said(said: Announcement, deck: Deck) -> str:
    """An announcement in words."""
    who = said.seat.title
    if said.what == "marriage":
        suit = "" if said.suit is None else f" in {suit_text(said.suit, deck)}"
        return f"{who} declares {said.points}{suit}"
    if said.what == "raise":
        return f"{who} raises to {said.level}"
    words = {"hundred": "announces 100", "all": "announces all tricks", "contra": "says Contra"}
    return f"{who} {words[said.what]}"


def _costs(card: Judged, game: Analysed, deck: Deck) -> Iterable[str]:
    unit, who = game.record.game_row.unit, card.move.seat.title
    if card.cost_announce:
        yield f"{_words(card, game)} cost {who} {amount_text(card.cost_announce, unit)}"
    if card.cost:
        best = listed((card_text(c, deck) for c in card.best), "or")
        cost = f"{card_text(card.move.card, deck)} cost {who} {amount_text(card.cost, unit)}"
        turned = "" if card.turned is None else f". {_TURNED[card.turned]}"
        yield f"{cost} ({card.change}); best: {best}{turned}"
    if card.single is not None and card.single.verdict is not None:
        yield _verdict(card, who, unit, deck)


def _verdict(card: Judged, who: str, unit: str, deck: Deck) -> str:
    """The verdict on what the player could know, in words."""
    single, played, cost = card.single, card.move.card, card.cost or 0
    assert single is not None
    name, share = card_text(played, deck), f"{single.shares[played]:.0%}"
    if single.verdict == "unlucky":
        other = card.best[0]
        right = f"right: {share} against {single.shares[other]:.0%} for {card_text(other, deck)}"
        return f"{name} cost {who} {amount_text(cost, unit)}, but on what {who} could know it was {right}"
    best = listed((card_text(c, deck) for c in single.best), "or")
    against = f"was a mistake: {share} against {single.shares[single.best[0]]:.0%} for {best}"
    if single.verdict == "mistake":
        return f"On what {who} could know {name} {against}"
    return f"{name} cost {who} nothing as the cards lay, but on what {who} could know it {against}"


def _words(card: Judged, game: Analysed) -> str:
    """What it was in a player's words, or in their lack, that cost something."""
    said = [a.what for a in game.record.announce if a.seat == card.move.seat]
    if game.record.game_row.contra == "token":
        partner = game.role(card.move.seat) == "partner"
        if said:
            return "The raise" if partner else "Contra"
        return "Not raising" if partner else "Not saying Contra"
    return "What was said" if said else "Saying nothing"


def turning(game: Analysed) -> list[Judged]:
    """The cards whose better line is shown: all that changed who wins, else the dearest."""
    marked = [card for card in game.cards if card.mark == "??"]
    costly = sorted((card for card in game.cards if card.cost), key=lambda card: -(card.cost or 0))
    return marked or costly[:1]


def better_line(card: Judged) -> tuple[Trick, ...]:
    """Best play from where a card was played; of cards equally good the lowest."""
    return () if card.point is None else play_out(*card.point.pair)[0]


def _missed(game: Analysed, deck: Deck) -> Iterator[list[str]]:
    for card in turning(game):
        if line := better_line(card):
            seat, number = card.move.seat, card.move.trick
            against = " against all the others" if card.point and card.point.measure.parties else ""
            what = f"The line that {seat.title} missed in trick {number}{against}"
            yield [what, *_tricks(line, deck, number)]


def _tricks(line: Sequence[Trick], deck: Deck, first: int) -> list[str]:
    return [f" {text}" for text in line_text(line, deck, first)]


def _rest(game: Analysed, deck: Deck) -> list[str]:
    """Other contracts, and what everybody gave away."""
    record, unit = game.record, game.record.game_row.unit
    lines = []
    if game.best is not None and record.declarer is not None:
        best, amount = _choice(game.best, deck), amount_text(game.best.payoff, unit)
        lines.append(f"{record.declarer.title}'s best contract: {best}, {amount}")
    elif record.declarer is not None and game.makeable is not None and game.problem is None:
        lines.append(f"{record.declarer.title} could not have made any contract")
    for i, passed in enumerate(game.passed):
        if passed is not None:
            amount = amount_text(passed.payoff, unit)
            lines.append(f"{Seat(i).title} could have made a higher one: {_choice(passed, deck)}, {amount}")
    if game.bids is not None:
        lines += _bids(game.bids, record, deck)
    if game.cost_discard:
        lines.append(f"The discard cost {amount_text(game.cost_discard, unit)}")
    if game.cards:
        given = zip(Seat, game.given_away[: record.game_row.seats], strict=False)
        lines.append(f"Given away ({unit}): {', '.join(f'{seat.title} {amount}' for seat, amount in given)}")
    return lines


def _choice(choice: BestBid, deck: Deck) -> str:
    trump = "" if choice.trump is None else f", trump {suit_text(choice.trump, deck)}"
    called = ""
    if choice.calls:
        called = f", calling {listed((card_text(c, deck) for c in choice.calls), 'or')}"
    return f"{choice.contract.name}{trump}{called}"


def _bids(bids: Bids, record: Record, deck: Deck) -> list[str]:
    """The bids in words, a line each; none where there is nothing to say."""
    lines, unit = [], record.game_row.unit
    if bids.mean is not None and bids.best is not None and record.declarer is not None:
        who = record.declarer.title
        best = f"the best bid, {_bid(bids.best, deck)}, {bids.best.mean:+.1f}"
        other = best if bids.cost else "and no bid pays more"
        lines.append(
            f"With {who}'s hand alone this contract pays {bids.mean:+.1f} {unit} on average, {other}."
        )
    for seat, bid in enumerate(bids.passed):
        if bid is not None:
            text = f"{Seat(seat).title} passed, though with that hand alone {_bid(bid, deck)}"
            lines.append(f"{text} pays {bid.mean:+.1f} {unit} on average.")
    return lines


def _bid(bid: JudgedBid, deck: Deck) -> str:
    trump = "" if bid.trump is None else f" in {suit_text(bid.trump, deck)}"
    call = "" if bid.call is None else f" calling {card_text(bid.call, deck)}"
    return f"{bid.contract.name}{trump}{call}"


def position_text(
    position: Position, answer: Answer, deck: Deck | None = None, board: str | None = None
) -> str:
    """A position for people: what can still be forced, and by which cards, the best group first.

    Args:
        answer: what `Position.answer` says of it.
        board: its name, where the record of the position does not say it.
    """
    record, game = position.record, answer.game
    letters, name = deck or record.deck, board or record.board
    after, number, turn, seat = position.place()
    about = f"{f'Board {name} · ' if name else ''}{game.name} · after {after} card{'' if after == 1 else 's'}"
    where = f"trick {number}, card {turn}, {seat.title} to play"
    head = [sentence(answer, letters), "", f"{about}: {where}"]
    if position.trick:
        held = "  ".join(f"{one.name} {card_text(card, letters)}" for one, card in position.trick)
        head.append(f"On the table: {held}")
    groups: dict[int, list[int]] = {}
    for card, amount in position.amounts().items():
        groups.setdefault(amount, []).append(card)
    lays = answer.question.second is not None and not after
    forced = [f"What {seat.title} can force ({game.unit}) by {'laying face down' if lays else 'playing'}"]
    for amount in sorted(groups, reverse=True):
        forced.append(f"  {amount:+5d}  {' '.join(card_text(c, letters) for c in groups[amount])}")
    blocks = [head, [position.hands.diagram(letters, answer.question.order)], forced]
    if answer.line:
        blocks.append(["Best play from here", *_tricks(answer.line, letters, number)])
    blocks.append(money(answer))
    return "\n\n".join("\n".join(block) for block in blocks if block)
