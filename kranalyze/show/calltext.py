"""Format advice about the next call in an auction as text."""

from __future__ import annotations

from kranalyze.cards import SUITS, Deck, cards_of, rank_of, strength, suit_text
from kranalyze.known.auctionlayouts import AuctionKnowledge
from kranalyze.show.advicetext import format_possible_layouts_sentence
from kranalyze.show.aligned import fit_columns, wrap_text
from kranalyze.show.text import card_text, game_name_and_changed_rules
from kranalyze.show.twoanswers import share_span
from kranalyze.simulation.calladvice import AuctionAdvice, CallAdvice


def call_advice_text(found: AuctionAdvice, deck: Deck | None = None, board: str | None = None) -> str:
    """Return advice to the seat whose turn it is in the auction, as text for people.

    Args:
        found: the advice.
        deck: the deck (French or German) whose letters are used for cards and suits. None: the deck of the
            record.
        board: name of the board. None: no board is shown.
    """
    known = found.knowledge
    letters = deck or known.record.deck
    first = f"Board {board} · " if board else ""
    calls = "  ".join(f"{call.seat.name} {call.text(letters)}" for call in known.calls)
    head = [
        f"{first}{game_name_and_changed_rules(known.game)} · {known.seat.title} to call",
        f"{known.seat.title} holds {_hand_text(known, letters)}",
    ]
    if known.trump is not None:
        head.append(f"Trump is {suit_text(SUITS.index(known.trump), letters)}")
    if calls:
        head.append(f"Calls so far: {calls}")
    blocks = [
        head,
        [format_possible_layouts_sentence(known.count)],
        _table(found, letters),
        [_explanation_of_columns(found)],
    ]
    return "\n\n".join("\n".join(block) for block in blocks)


def _hand_text(known: AuctionKnowledge, deck: Deck) -> str:
    """Return the hand of the seat as text: suit by suit, and each suit from high to low."""
    ranks = strength(known.game.contracts[0].order[0])
    held = sorted(cards_of(known.hand_mask), key=lambda card: (card >> 3, -ranks[rank_of(card)]))
    return " ".join(card_text(card, deck) for card in held)


def _table(found: AuctionAdvice, deck: Deck) -> list[str]:
    """Return the lines of a table with a row for each possible call, the greatest mean payment first."""
    unit = f"mean ({found.knowledge.game.unit})"
    rows = [("call", "", unit, "95%", "at table", "95%", "declares", "made", "games")]
    for choice in found.calls:
        figures = choice.careful
        low, high = figures.mean_interval
        rows.append((
            choice.call.text(deck), "best" if choice.best else "", f"{figures.mean:+.2f}",
            f"{low:+.1f} to {high:+.1f}", f"{figures.share:.1%}", share_span(figures.interval),
            f"{choice.declared / figures.games:.0%}", _made_text(choice), f"{figures.games:,}",
        ))  # fmt: skip
    return fit_columns(rows, "<<" + ">" * len(rows[0][2:]), "  ")


def _made_text(choice: CallAdvice) -> str:
    """Return how often the seat was paid, in per cent of the games in which the seat was declarer.

    Return a dash if the seat was never declarer.
    """
    return "–" if choice.made_share is None else f"{choice.made_share:.0%}"


def _explanation_of_columns(found: AuctionAdvice) -> str:
    """Return sentences that explain the columns of the table of calls."""
    seat = found.knowledge.seat.title
    return wrap_text(
        "After each call careful players finish the auction and play the game. They see only what their "
        f"seats can know, and judge by at most {found.calls[0].careful.look:,} layouts at a turn (--look). "
        f"at table: share of the games in which {seat} is paid. declares: share of the games in which {seat} "
        f"becomes declarer; made: share of these in which {seat} is paid. Calls that are clearly worse have "
        "fewer games (--games N: N games for each call)."
    )
