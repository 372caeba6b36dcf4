"""One game in words for people: how it ended, card by card with marks, and the line that was missed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kranalyze.analysis.bids import Bids, JudgedBid
from kranalyze.analysis.board import Standing
from kranalyze.analysis.costs import Judged, Single
from kranalyze.analysis.game import Analysed
from kranalyze.answers.best import BestBid
from kranalyze.answers.line import Trick, play_out
from kranalyze.cards import Deck, cards_of
from kranalyze.deal import Seat
from kranalyze.games import Game
from kranalyze.kpn import Announcement, Record
from kranalyze.show.text import (
    amount_text,
    card_text,
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
    record, question = game.record, game.record.question
    board = f"Board {record.board}: " if record.board else ""
    if question is None:
        row = record.contract_row
        name = "no contract" if row is None else row.name
        by = "" if record.declarer is None else f" by {record.declarer.title}"
        first = f"{board}{name}{by}"
    else:
        first = f"{board}{title(question, deck)}{_chosen(record, deck)}"
    names = [f"{Seat(i).title} {name}" for i, name in enumerate(record.names) if name]
    about = [record.game_row.name]
    if question is not None and record.game_row.orders:
        about.append(f"order {order_text(question.order, record.game_row.pack, deck)}")
    if names:
        about.append(", ".join(names))
    return [first, " · ".join(about)]


def _chosen(record: Record, deck: Deck) -> str:
    """Trump, called card, discard and doublings of a record."""
    question, parts = record.question, list[str]()
    if question is None:
        return ""
    if question.trump is not None and question.declarer is not None:
        parts.append(f"trump {suit_text(question.trump, deck)}")
    if record.called is not None:
        holder = "the declarer" if question.partner is None else question.partner.title
        parts.append(f"calling {card_text(record.called, deck)} (held by {holder})")
    if record.discard:
        parts.append(f"discarding {listed(card_text(c, deck) for c in cards_of(record.discard))}")
    if record.contra:
        parts.append("Contra" if record.contra == 1 else ("Recontra", "Subcontra")[min(record.contra, 3) - 2])
    return "".join(f", {part}" for part in parts)


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
    record = game.record
    wide = max(len(card_text(c.move.card, deck)) for c in game.cards) + 4
    lines = [_said(said, deck) for said in record.announce]
    laid = {} if game.replay is None else game.replay.laid
    lines += [f"{Seat(seat).title} lays {card_text(card, deck)} face down" for seat, card in laid.items()]
    trick: list[Judged] = []
    for card, following in zip(game.cards, [*game.cards[1:], None], strict=True):
        trick.append(card)
        if following is not None and following.move.turn > 1:
            continue
        cells = [f"{c.move.seat.name} {card_text(c.move.card, deck)}{c.mark}".ljust(wide) for c in trick]
        taker = _taker(game, card.move.trick, len(trick))
        lines.append(f"{card.move.trick:2}  {'  '.join(cells)}  {taker}".rstrip())
        lines += [f"      {text}" for c in trick for text in _costs(c, game, deck)]
        trick = []
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


def _taker(game: Analysed, trick: int, cards: int) -> str:
    facts = game.record.facts
    seats = 4 if game.replay is None else game.replay.opening.base.seats.bit_count()
    if facts is None or cards < seats or trick > len(facts.winners):
        return ""
    return facts.winners[trick - 1].title


def _costs(card: Judged, game: Analysed, deck: Deck) -> Iterable[str]:
    unit, who = game.record.game_row.unit, card.move.seat.title
    if card.cost_announce:
        yield f"{_words(card, game)} cost {who} {amount_text(card.cost_announce, unit)}"
    if card.cost:
        best = listed((card_text(c, deck) for c in card.best), "or")
        cost = f"{card_text(card.move.card, deck)} cost {who} {amount_text(card.cost, unit)}"
        yield f"{cost} ({card.change}); best: {best}{_turn(card)}"
    if card.single is not None:
        text = _verdict(card.single, who, amount_text(card.cost or 0, unit), deck)
        if text:
            yield text


def _verdict(single: Single, who: str, amount: str, deck: Deck) -> str:
    """The verdict in words, empty if there is none.

    Args:
        who: the player.
        amount: what the card cost with all cards open, in words.
    """
    card = card_text(single.card, deck)
    share = f"{single.shares[single.card]:.0%}"
    best = listed((card_text(c, deck) for c in single.best), "or")
    against = f"{share} against {single.shares[single.best[0]]:.0%} for {best}"
    if single.verdict == "unlucky":
        other = single.better
        right = ""
        if other is not None:
            right = f": {share} against {single.shares[other]:.0%} for {card_text(other, deck)}"
        return f"{card} cost {who} {amount}, but on what {who} could know it was right{right}"
    if single.verdict == "mistake":
        return f"On what {who} could know {card} was a mistake: {against}"
    if single.verdict == "lucky":
        lay = f"{card} cost {who} nothing as the cards lay"
        return f"{lay}, but on what {who} could know it was a mistake: {against}"
    return ""


def _words(card: Judged, game: Analysed) -> str:
    """What it was in a player's words, or in their lack, that cost something."""
    said = [a.what for a in game.record.announce if a.seat == card.move.seat]
    if game.record.game_row.contra == "token":
        partner = game.role(card.move.seat) == "partner"
        if said:
            return "The raise" if partner else "Contra"
        return "Not raising" if partner else "Not saying Contra"
    return "What was said" if said else "Saying nothing"


def _turn(card: Judged) -> str:
    """Whether with this card the contract was lost, or became makeable."""
    point = card.point
    if card.mark != "??" or point is None or point.measure.parties:
        return ""
    own = bool(point.measure.base.side >> card.move.seat & 1)
    return ". Here the contract was lost" if own else ". From here the contract could be made"


def turning(game: Analysed) -> list[Judged]:
    """The cards whose better line is shown: all that changed who wins, else the dearest."""
    marked = [card for card in game.cards if card.mark == "??"]
    costly = sorted((card for card in game.cards if card.cost), key=lambda card: -(card.cost or 0))
    return marked or costly[:1]


def better_line(card: Judged) -> tuple[Trick, ...]:
    """Best play from where a card was played; of cards equally good the lowest."""
    if card.point is None:
        return ()
    tricks, _ = play_out(*card.point.pair)
    return tricks


def _missed(game: Analysed, deck: Deck) -> list[list[str]]:
    blocks = []
    for card in turning(game):
        line = better_line(card)
        if line:
            seat, number = card.move.seat, card.move.trick
            against = " against all the others" if card.point and card.point.measure.parties else ""
            what = f"The line that {seat.title} missed in trick {number}{against}"
            blocks.append([what, *_tricks(line, deck, number)])
    return blocks


def _tricks(line: Sequence[Trick], deck: Deck, first: int) -> list[str]:
    """Tricks from a number on, a line each."""
    lines = []
    for number, trick in enumerate(line, first):
        cells = "  ".join(f"{seat.name} {card_text(card, deck)}" for seat, card in trick.cards)
        lines.append(f"{number:2}  {cells}" + ("" if trick.winner is None else f"  {trick.winner.title}"))
    return lines


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
        given = ", ".join(
            f"{Seat(i).title} {amount}" for i, amount in enumerate(game.given_away[: record.game_row.seats])
        )
        lines.append(f"Given away ({unit}): {given}")
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
        line = f"With {who}'s hand alone this contract pays {bids.mean:+.1f} {unit} on average"
        if bids.cost:
            line += f", the best bid, {_bid(bids.best, deck)}, {bids.best.mean:+.1f}"
        else:
            line += ", and no bid pays more"
        lines.append(line + ".")
    for seat, bid in enumerate(bids.passed):
        if bid is not None:
            text = f"{Seat(seat).title} passed, though with that hand alone {_bid(bid, deck)}"
            lines.append(f"{text} pays {bid.mean:+.1f} {unit} on average.")
    return lines


def _bid(bid: JudgedBid, deck: Deck) -> str:
    parts = [bid.contract.name]
    if bid.trump is not None:
        parts.append(f"in {suit_text(bid.trump, deck)}")
    if bid.call is not None:
        parts.append(f"calling {card_text(bid.call, deck)}")
    return " ".join(parts)


def standing_text(standing: Standing, deck: Deck | None = None, board: str | None = None) -> str:
    """A position for people: what can still be forced, and by which cards.

    Args:
        board: its name, where the record of the position does not say it.
    """
    record, answer = standing.record, standing.answer
    letters, game, question = deck or record.deck, answer.game, answer.question
    board = board or record.board
    name = f"Board {board} · " if board else ""
    head = [
        sentence(answer, letters),
        "",
        f"{name}{game.name} · after {standing.after} card{'' if standing.after == 1 else 's'}: "
        f"trick {standing.trick}, card {standing.turn}, {standing.seat.title} to play",
    ]
    if standing.played:
        held = "  ".join(f"{seat.name} {card_text(card, letters)}" for seat, card in standing.played)
        head.append(f"On the table: {held}")
    diagram = standing.hands.diagram(letters, question.order)
    blocks = [head, [diagram], _standing_cards(standing, letters, game)]
    if answer.line:
        blocks.append(["Best play from here", *_tricks(answer.line, letters, standing.trick)])
    blocks.append(money(answer))
    return "\n\n".join("\n".join(block) for block in blocks if block)


def _standing_cards(standing: Standing, deck: Deck, game: Game) -> list[str]:
    """The mover's cards, grouped by what he can force after them, the best group first."""
    groups: dict[int, list[int]] = {}
    for card, amount in standing.cards.items():
        groups.setdefault(amount, []).append(card)
    lays = standing.answer.question.second is not None and not standing.after
    doing = "laying face down" if lays else "playing"
    lines = [f"What {standing.seat.title} can force ({game.unit}) by {doing}"]
    for amount in sorted(groups, reverse=True):
        lines.append(f"  {amount:+5d}  {' '.join(card_text(c, deck) for c in groups[amount])}")
    return lines
