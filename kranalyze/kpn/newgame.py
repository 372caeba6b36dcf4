"""Write the KPN text of a game from Python values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from kranalyze.cards import Card, Deck, card_letters, cards_of, suit_letter
from kranalyze.deal import Deal, Seat
from kranalyze.games import get_game
from kranalyze.hands import Hand
from kranalyze.kpn.actions import Announcement, Call
from kranalyze.kpn.deals import score_text
from kranalyze.kpn.items import KNOWN_TAGS
from kranalyze.kpn.lexer import escape_tag_value


def kpn_text(
    deal: Deal, game: str, *, board: int | None = None, dealer: int | None = None,
    rules: Mapping[str, str] | None = None, deck: Deck = "french", discard: Hand | int | None = None,
    contract: str | None = None, declarer: int | None = None, second: int | None = None,
    face_down: Iterable[tuple[int, Card | int]] = (), called: Card | int | None = None,
    trump: str | int | None = None,
    announce: Iterable[Announcement] = (), contra: int = 0, score: Sequence[int] | None = None,
    auction: Sequence[Call | str] | None = None, play: Sequence[tuple[int, int]] | None = None,
    unfinished: bool = False, names: Mapping[int, str] | None = None,
    tags: Mapping[str, str] | None = None, comments: Iterable[str] = (),
) -> str:  # fmt: skip
    """Return the KPN text of a game.

    Only ``game`` is checked. If an argument is None, its tag is left out.

    Args:
        deal: the hands and the talon.
        game: id of the game.
        board: number of the board.
        dealer: seat of the dealer.
        rules: rule options to write, as a mapping from names to values.
        deck: deck whose card letters are used.
        discard: the discard, as a hand or as a mask of cards.
        contract: id of the contract.
        declarer: seat of the declarer.
        second: seat of the second declarer.
        face_down: cards laid face down: pairs of a seat and a card.
        called: the called card.
        trump: the trump suit: its letter, or its number 0-3 (S H D C).
        announce: announcements of trick 1, in the order in which they were said.
        contra: how many times Contra was called.
        score: chips that each seat won or lost.
        auction: calls in order. A call may also be a text, as written in KPN.
        play: pairs of a seat and the card that it plays, in playing order.
        unfinished: whether the game was broken off before the last card.
        names: name of the player on each seat.
        tags: further tags: the value of each tag by its name. A further tag replaces the tag of the same name
            that another argument gives.
        comments: texts of comments before the first tag.

    Raises:
        ValueError: the game is unknown.
    """
    row = get_game(game)
    seats = {"Dealer": dealer, "Declarer": declarer, "Second": second}
    values = {
        "Game": row.id,
        "Deal": deal.text(deck, seats=row.seats),
        "Deck": None if deck == "french" else deck,
        "Rules": " ".join(f"{name}={value}" for name, value in (rules or {}).items()) or None,
        "Board": None if board is None else str(board),
        **{Seat(seat).title: name for seat, name in (names or {}).items()},
        **{name: None if seat is None else Seat(seat).name for name, seat in seats.items()},
        "Talon": cards_text(deal.talon_mask, deck) if deal.talon_mask else None,
        "Discard": None if discard is None else cards_text(Hand(discard).mask, deck),
        "Contract": contract,
        "Called": None if called is None else Card(called).text(deck),
        "Trump": None if trump is None else suit_letter(trump, deck),
        "FaceDown": " ".join(f"{Seat(s).name}:{Card(c).text(deck)}" for s, c in face_down) or None,
        "Announce": "; ".join(word.text(deck) for word in announce) or None,
        "Contra": str(contra) if contra else None,
        "Score": None if score is None else score_text(score, row.seats),
        **(tags or {}),
    }
    order = [*(name for name in KNOWN_TAGS if name in values), *(n for n in values if n not in KNOWN_TAGS)]
    lines = [f"; {comment}" for comment in comments]
    lines += [
        f'[{name} "{escape_tag_value(value)}"]' for name in order if (value := values[name]) is not None
    ]
    if auction is not None:
        opener = auction[0].seat if dealer is None and isinstance(auction[0], Call) else None
        first = Seat(((dealer or 0) + 1) % row.seats) if opener is None else opener
        calls = (call if isinstance(call, str) else call.text(deck) for call in auction)
        lines += [f'[Auction "{first.name}"]', *calls]
    if play is not None:
        leader = play[0][0]
        lines.append(f'[Play "{Seat(leader).name}"]')
        tricks: list[dict[int, str]] = []
        for seat, card in play:
            if not tricks or seat in tricks[-1]:
                tricks.append({})
            tricks[-1][seat] = card_letters(card, deck)
        columns = [(leader + i) % row.seats for i in range(row.seats)]
        lines += [" ".join(trick.get(seat, "-") for seat in columns) for trick in tricks]
        lines += ["+"] * unfinished
    return "\n".join(lines) + "\n"


def cards_text(mask: int, deck: Deck) -> str:
    """Return the cards of a mask as a text.

    The suits are in the order S H D C, and the cards of a suit go from high to low.
    """
    return " ".join(card_letters(c, deck) for c in sorted(cards_of(mask), key=lambda c: (c >> 3, -(c & 7))))
