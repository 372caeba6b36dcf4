"""Records of games that come from a program: what is known of one, written as KPN and read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from kranalyze.cards import Deck, card_name, cards_of, suit_letter
from kranalyze.deal import Deal, Seat
from kranalyze.games import get_game
from kranalyze.kpn import Announcement, Call, Record, parse_kpn
from kranalyze.kpn.deals import score_text
from kranalyze.kpn.lexer import escape
from kranalyze.kpn.record import KNOWN_TAGS


def new_record(
    deal: Deal, game: str, *, board: int | None = None, dealer: int | None = None,
    rules: Mapping[str, str] | None = None, deck: Deck = "french", discard: int | None = None,
    contract: str | None = None, declarer: int | None = None, second: int | None = None,
    face_down: Iterable[tuple[int, int]] = (), called: int | None = None, trump: int | None = None,
    announce: Iterable[Announcement] = (), contra: int = 0, score: Sequence[int] | None = None,
    auction: Sequence[Call | str] | None = None, play: Sequence[tuple[int, int]] | None = None,
    unfinished: bool = False, names: Mapping[int, str] | None = None,
    tags: Mapping[str, str] | None = None, comments: Iterable[str] = (),
) -> Record:  # fmt: skip
    """The record of a game; suits are numbers, sets of cards masks, cards and calls in the order made.

    Raises:
        KpnError: what is wrong with it.
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
        "Talon": _cards(deal.talon_mask, deck) if deal.talon_mask else None,
        "Discard": None if discard is None else _cards(discard, deck),
        "Contract": contract,
        "Called": None if called is None else card_name(called, deck),
        "Trump": None if trump is None else suit_letter(trump, deck),
        "FaceDown": " ".join(f"{Seat(s).name}:{card_name(c, deck)}" for s, c in face_down) or None,
        "Announce": "; ".join(one.text(deck) for one in announce) or None,
        "Contra": str(contra) if contra else None,
        "Score": None if score is None else score_text(score, row.seats),
        **(tags or {}),
    }
    order = [*(name for name in KNOWN_TAGS if name in values), *(n for n in values if n not in KNOWN_TAGS)]
    lines = [f"; {comment}" for comment in comments]
    lines += [f'[{name} "{escape(value)}"]' for name in order if (value := values[name]) is not None]
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
            tricks[-1][seat] = card_name(card, deck)
        columns = [(leader + i) % row.seats for i in range(row.seats)]
        lines += [" ".join(trick.get(seat, "-") for seat in columns) for trick in tricks]
        lines += ["+"] * unfinished
    file = parse_kpn("\n".join(lines))
    for error in file.errors:
        raise error
    return file.records[0]


def _cards(mask: int, deck: Deck) -> str:
    """The cards of a mask, suits in order, high to low."""
    return " ".join(card_name(c, deck) for c in sorted(cards_of(mask), key=lambda c: (c >> 3, -(c & 7))))
