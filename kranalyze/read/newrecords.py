"""Make records from Python values (deal, names, calls, announcements, cards), and check them by the rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kranalyze.arguments import ArgumentError, Expected, checked
from kranalyze.cards import Card, Deck, card_letters, card_of, list_of_cards, mask_of, parse_suit, suit_letter
from kranalyze.deal import Deal, Laid, Seat
from kranalyze.games import DEFAULT, Contract, Game, get_game
from kranalyze.games.written import rules_text
from kranalyze.kpn.actions import Call
from kranalyze.kpn.items import KNOWN_TAGS
from kranalyze.kpn.record import Record
from kranalyze.read.loggedrows import CellError, record_of_row

#: For columns of a log, the argument of ``new_record`` that fills the column. If a column and its argument
#: have the same name, the column is left out. Error messages name the argument, because the caller does not
#: know the columns.
_KEYWORDS = {
    "n": "deal", "called": "call", "score_n": "score", "opener": "dealer",
    **{f"player_{seat}": "names" for seat in "nesw"},
}  # fmt: skip


@checked(
    game=Expected.GAME, contract=Expected.CONTRACT, declarer=Expected.SEAT, second=Expected.SEAT,
    call=Expected.CARD, trump=Expected.TRUMP, leader=Expected.SEAT, dealer=Expected.SEAT,
    discard=Expected.CARDS, contra=Expected.NUMBER, face_down=Expected.CARDS_BY_SEAT, rules=Expected.RULES,
    play=Expected.CARDS, announce=Expected.TEXT, auction=Expected.CALLS, names=Expected.NAMES,
    score=Expected.AMOUNTS, board=Expected.BOARD, tags=Expected.TAGS, deck=Expected.DECK,
)  # fmt: skip
def new_record(
    deal: Deal | str | None = None, *, game: str | Game = DEFAULT, contract: str | Contract | None = None,
    declarer: Seat | str | int | None = None, second: Seat | str | int | None = None,
    call: Card | str | int | None = None, trump: str | int | None = None,
    leader: Seat | str | int | None = None, dealer: Seat | str | int | None = None,
    discard: str | Iterable[Card | str | int] | None = None, contra: int = 0,
    auction: str | Iterable[Call | str] | None = None, announce: str | None = None,
    face_down: Laid | None = None,
    play: str | Iterable[Card | str | int] | None = None,
    names: Sequence[str | None] | Mapping[str, str] | Mapping[Seat, str] | None = None,
    score: Sequence[int] | None = None, board: str | int | None = None,
    rules: Mapping[str, str] | None = None, deck: Deck = "french", tags: Mapping[str, str] | None = None,
) -> Record:  # fmt: skip
    """Make the record of a game. A fact that is not passed is derived from other arguments, or unknown.

    If ``play`` has only some of the cards, the record is unfinished. ``Position.of_record`` returns the
    position after any number of these cards. From this position the game can be played on.

    Args:
        deal: the hands before the first card.
        game, contract, declarer, second, call, trump, leader, dealer, discard, contra, rules: as for
            ``solve``. If there is an auction, contract and declarer follow from it.
        auction: the calls in order. The seat left of the dealer calls first. For example
            ``"bettler gut durchmarsch gut gut"``.
        announce: the announcements of trick 1, written as in the KPN tag Announce. For example
            ``"N 40 H; S 100"``: North declares 40 in hearts, South announces 100.
        face_down: for each seat the card that it laid face down for trick 1.
        play: the cards in playing order.
        names: a list with the names of the players N E S W, or a mapping from seats to names.
        score: chips that each seat won, as the players wrote them down, in the order N E S W.
        board: number or name of the board.
        deck: deck whose card letters the record uses: ``"french"`` or ``"german"``.
        tags: further tags of KPN, such as ``Event``: a mapping from names to values.

    Raises:
        ValueError: the arguments contradict each other or the rules. The message names an argument.

    >>> record = new_record(
    ...     "N:A.J.Q9.K9 QJ.AK.K.T 9.T9.JT.J KT.Q.A.AQ", contract="durchmarsch", declarer="W", call="SA",
    ...     names={"W": "Emil"}, play="CA C9 CT CJ DA")
    >>> record.finished, record.names[3], record.play[4].card
    (False, 'Emil', ♦A)
    """
    row = get_game(game).under(rules)
    dealt = _deal(deal)
    cards = None if play is None else [card_letters(card) for card in list_of_cards(play)]
    cell: dict[str, Any] = {
        "game": row.id,
        "rules": rules_text(row),
        "deck": None if deck == "french" else deck,
        **dict(zip("nesw", (None,) * 4 if dealt is None else dealt.hand_masks, strict=True)),
        "talon": None if dealt is None else dealt.talon_mask or None,
        "contract": None if contract is None else row.contract(contract).id,
        "declarer": _seat(declarer),
        "second": _seat(second),
        "called": None if call is None else card_letters(card_of(call)),
        "trump": _trump(trump),
        "leader": _seat(leader),
        "dealer": _seat(dealer),
        "discard": None if discard is None else mask_of(list_of_cards(discard)),
        "contra": contra,
        "announce": None if announce is None else announce.split(";"),
        "face_down": [f"{Seat.parse(seat)}:{Card(card)}" for seat, card in (face_down or {}).items()] or None,
        "board": None if board is None else str(board),
        "play": cards,
        "tags": _further_tags(tags),
    }
    cell |= _auction(auction) | _names(names) | _score(score, row)
    try:
        return record_of_row(cell)
    except CellError as error:
        keyword = _KEYWORDS.get(error.column, error.column)
        raise ValueError(f"{keyword}: {error.message}" if keyword else error.message) from None


def _deal(deal: Deal | str | None) -> Deal | None:
    """Return the deal that was passed to ``new_record``, or None if no deal was passed.

    Raises:
        ValueError: the deal cannot be read. The message begins with ``deal:``.
    """
    try:
        return None if deal is None else Deal.of(deal)
    except ValueError as error:
        raise ValueError(f"deal: {error}") from None


def _seat(seat: Seat | str | int | None) -> str | None:
    """Return the letter of a seat (N, E, S or W), or None if no seat was passed."""
    return None if seat is None else Seat.parse(seat).name


def _trump(trump: str | int | None) -> str | None:
    """Return the letter of the trump suit, ``-`` for a game without trump, or None for an unknown trump."""
    if trump is None:
        return None
    if isinstance(trump, str) and trump.strip().lower() in ("none", "nt"):
        return "-"
    return suit_letter(parse_suit(trump) if isinstance(trump, str) else trump)


def _auction(auction: str | Iterable[Call | str] | None) -> dict[str, Any]:
    """Return the columns ``auction`` (texts of the calls) and ``opener`` (letter of the first caller's seat).

    ``opener`` is None if the first call is a text, because the text of a call does not name a seat.
    """
    if auction is None:
        return {}
    calls = auction.split() if isinstance(auction, str) else list(auction)
    first = calls[0] if calls else None
    texts = [call.text() if isinstance(call, Call) else call for call in calls]
    return {"auction": texts, "opener": first.seat.name if isinstance(first, Call) else None}


def _names(names: Sequence[str | None] | Mapping[Any, str] | None) -> dict[str, Any]:
    """Return the columns ``player_n`` to ``player_w`` with the names of the players. An unknown name is None.

    Raises:
        ArgumentError: ``names`` is a list, but does not have four names.
    """
    if isinstance(names, Mapping):
        return {f"player_{Seat.parse(seat).name.lower()}": name for seat, name in names.items()}
    if names is not None and len(names) != len(Seat):
        raise ArgumentError("names", "four names are expected, or names by seat:", names)
    return {f"player_{seat}": name for seat, name in zip("nesw", names or (None,) * 4, strict=True)}


def _score(score: Sequence[int] | None, game: Game) -> dict[str, Any]:
    """Return the columns ``score_n`` to ``score_w`` with the chips that each seat won.

    Raises:
        ArgumentError: ``score`` has neither four amounts nor one amount for each player of the game.
    """
    if score is None:
        return {}
    if len(score) not in (game.seats, len(Seat)):
        raise ArgumentError("score", f"{game.seats} amounts", score)
    return {f"score_{seat}": amount for seat, amount in zip("nesw", score, strict=False)}


def _further_tags(tags: Mapping[str, str] | None) -> list[dict[str, str]] | None:
    """Return the column of further KPN tags: tags for which ``new_record`` has no argument.

    Raises:
        ValueError: ``new_record`` has an argument for one of the tags. For example, ``board`` sets Board.
    """
    for name in tags or {}:
        if name in KNOWN_TAGS and name not in ("Event", "Site", "Date"):
            raise ValueError(f"tags: {name} is the value of an argument")
    return [{"key": name, "value": value} for name, value in (tags or {}).items()] or None
