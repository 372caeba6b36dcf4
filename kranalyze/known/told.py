"""A game told in arguments, not in a file: a deal with unknown hands, contract, cards in playing order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from kranalyze.cards import card_name, hand_mask, pack_mask, parse_card, parse_suit, suit_of
from kranalyze.deal import Deal, Seat
from kranalyze.games import Contract, Game, Question, get_game
from kranalyze.known.situation import order_of
from kranalyze.kpn import Move, Record
from kranalyze.play import PlayRules, next_seat, play_rules, winner


def told(
    deal: Deal,
    *,
    game: str | Game,
    contract: str | Contract,
    declarer: Seat | int | str | None = None,
    second: Seat | int | str | None = None,
    called: int | str | None = None,
    trump: int | str | None = None,
    leader: Seat | int | str | None = None,
    discard: int | str | None = None,
    contra: int = 0,
    play: str | Iterable[int] = (),
    face_down: Mapping[Seat, int] | None = None,
    rules: Mapping[str, str] | None = None,
) -> Record:
    """The record of a game of which perhaps one hand is known; what contradicts itself shows when it is used.

    Args:
        deal: hands before the first card; ``anrufen3``: before the talon is taken, or with the discard gone.
        leader: where the contract leaves it open.
        discard: mask, or cards as text.
        play: cards in playing order, ``"SA ST H9"`` or their numbers.
        face_down: the cards laid for trick 1, as far as they are known.

    Raises:
        ValueError: hands that do not fit the game, an unknown name, a declarer or leader that is missing.
    """
    declarer, second, leader = (None if s is None else Seat.parse(s) for s in (declarer, second, leader))
    called = parse_card(called) if isinstance(called, str) else called
    trump = parse_suit(trump) if isinstance(trump, str) else trump
    discard = None if discard is None else hand_mask(discard)
    play = map(parse_card, play.replace(",", " ").split()) if isinstance(play, str) else play
    given = get_game(game) if isinstance(game, str) else game
    options = given.rules(rules)
    row = given.under(options)
    asked = row.contract(contract if isinstance(contract, str) else contract.id)
    played = tuple(play)
    _check(deal, row, played)
    first = declarer if asked.leads == "declarer" and asked.makeable_at is not None else leader
    if declarer is None and asked.makeable_at is not None:
        raise ValueError("the declarer is not known")
    if first is None:
        raise ValueError(f"who leads to {asked.name} is not known")
    if called is not None and asked.party != "called":
        raise ValueError(f"no card is called in {asked.name}")
    if trump is not None and not asked.trump and not row.bidding.trump:
        raise ValueError(f"{asked.name} is played without trump")
    if called is not None and asked.trump and row.called_trump and trump is None:
        trump = suit_of(called)
    order = order_of(asked, called)
    question = Question(asked, declarer, first, order, second, trump if asked.trump else None)
    moves = _moves(list(played), first, play_rules(row, question))
    return Record(
        items=(),
        game=row.id,
        rules=options,
        deal=deal,
        discard=discard,
        contract=asked.id,
        declarer=declarer,
        second=second,
        face_down=tuple((face_down or {}).items()),
        called=called,
        trump=trump,
        contra=contra,
        leader=first,
        play=tuple(moves),
    )


def _check(deal: Deal, game: Game, played: tuple[int, ...]) -> None:
    sizes = [hand.bit_count() for s, hand in enumerate(deal.hands) if hand is not None and s < game.seats]
    talon = game.talon if deal.talon else 0
    deal.check(game.pack, game.size, game.seats, talon, game.endings)
    if not sizes:
        raise ValueError("no hand is known")
    for i, card in enumerate(played):
        if not pack_mask(game.pack) >> card & 1:
            raise ValueError(f"{card_name(card)} is played, which is not in the pack of {game.id}")
        if card in played[:i]:
            raise ValueError(f"{card_name(card)} is played twice")


def _moves(cards: list[int], leader: Seat, rules: PlayRules) -> list[Move]:
    """The cards with their seats."""
    moves: list[Move] = []
    trick: list[Move] = []
    seat = int(leader)
    for i, card in enumerate(cards):
        trick.append(Move(Seat(seat), card, i // len(rules.seats) + 1, len(trick) + 1))
        moves.append(trick[-1])
        seat = next_seat(seat, rules)
        if len(trick) == len(rules.seats):
            seat = trick[winner([move.card for move in trick], rules)].seat
            trick = []
    return moves


def to_play(record: Record, after: int) -> Seat:
    """The seat whose turn it is after so many cards.

    Raises:
        ValueError: the contract, its trump or who leads is not known, or there is no such position.
    """
    if after < len(record.play):
        return record.play[after].seat
    contract = record.contract_row
    if contract is None or record.leader is None:
        raise ValueError("the contract of the record is not known in full")
    trump = record.trump if contract.trump else None
    order = order_of(contract, record.called)
    question = Question(contract, record.declarer, record.leader, order, record.second, trump)
    rules = play_rules(record.game_row, question)
    again = _moves([move.card for move in record.play[:after]] + [0], record.leader, rules)
    return again[-1].seat
