"""Judge the deal and the tags of a record in the oracle: cards, sizes, piles and seats."""

from __future__ import annotations

from dataclasses import dataclass, field

from oracle.judgingrecord import ABSENT, PLAY_OPEN, UNSAID, Problem, Written
from oracle.judgingtables import CONTRACTS, MOST_CONTRA, TABLE, cards_in, in_pack, mask_of


@dataclass
class Dealt:
    """The hands that are known or follow from other cards (None: unknown), and the problems of the deal."""

    hands: list[int | None]
    talon: int | None = None
    known: int = 0
    problems: list[Problem] = field(default_factory=list)


def judge_deal(record: Written) -> Dealt:
    """Check that all cards are in the pack, no card is held twice, and hands have the right size."""
    game = record.game
    _, size, seats = TABLE[game]
    dealt = Dealt([record.hands[s] if s < seats and record.known >> s & 1 else None for s in range(4)])
    first = record.deal if record.deal >= 0 else 0
    order = [(first + i) % seats for i in range(seats)]
    written = [s for s in order if dealt.hands[s] is not None]
    holder: dict[int, int] = {}
    bad: set[int] = set()
    for seat in written:
        for card in cards_in(record.hands[seat]):
            place = seat * 32 + card
            if not in_pack(game, card):
                dealt.problems.append(Problem("hand_not_in_pack", "hand_card", place, (seat, card)))
                bad.add(seat)
            elif card in holder:
                dealt.problems.append(
                    Problem("hand_held_too", "hand_card", place, (seat, card, holder[card]))
                )
                bad.add(seat)
            else:
                holder[card] = seat
    for seat in written:
        count = len(cards_in(record.hands[seat]))
        right = 1 <= count <= 8 if game == "whist" else count == size
        if not right and seat not in bad:
            dealt.problems.append(Problem("hand_size", "hand", seat, (seat, count)))
    good = [s for s in written if s not in bad]
    sizes = [len(cards_in(record.hands[s])) for s in good]
    if game == "whist" and len(set(sizes)) > 1:
        args = tuple(s * 256 + n for s, n in zip(good, sizes, strict=True))
        dealt.problems.append(Problem("hands_unequal", "hand", good[0], (*args, *[-1] * (4 - len(args)))))
    if not dealt.problems:
        _fill(record, dealt)
    if record.deal == ABSENT and None in dealt.hands[:seats]:
        dealt.problems.append(Problem("deal_missing", "deal"))
    dealt.known = sum(1 << s for s in range(4) if s >= seats or dealt.hands[s] is not None)
    return dealt


def _fill(record: Written, dealt: Dealt) -> None:
    """Add hands and talon that follow from the other hands, and hands that a complete play shows."""
    game = record.game
    _, size, seats = TABLE[game]
    pack = mask_of([card for card in range(32) if in_pack(game, card)])
    unknown = [s for s in range(seats) if dealt.hands[s] is None]
    held = sum(hand for hand in dealt.hands[:seats] if hand is not None)
    if game == "anrufen3":
        if record.has_talon == 1:
            dealt.talon = record.talon
        elif not unknown:
            dealt.talon = pack & ~held
        return
    if len(unknown) == 1 and len(cards_in(held)) == size * (seats - 1):
        dealt.hands[unknown[0]] = pack & ~held
        return
    cells = record.cells
    whole = not record.flags & PLAY_OPEN
    if (
        whole
        and record.deal in (ABSENT, UNSAID)
        and len(cells) == size * seats
        and record.play >= 0
        and set(cells) == set(cards_in(pack))
    ):
        shown = [0] * seats
        for i, card in enumerate(cells):
            shown[(record.play + i) % seats] |= 1 << card
        for seat in unknown:
            dealt.hands[seat] = shown[seat]


def judge_tags(record: Written, hands: list[int | None]) -> list[Problem]:
    """Return the problems of talon, discard, seats, called card, trump, laid cards, Contra and Score."""
    game = record.game
    seats = TABLE[game][2]
    problems: list[Problem] = []
    for pile, has, cards in (
        ("talon", record.has_talon, record.talon),
        ("discard", record.has_discard, record.discard),
    ):
        if has != 1:
            continue
        if game != "anrufen3":
            problems.append(Problem("no_talon", pile))
            break
        strange = [card for card in cards_in(cards) if not in_pack(game, card)]
        problems += [Problem("card_not_in_pack", f"{pile}_card", card, (card,)) for card in strange]
        if len(cards_in(cards)) != 3 and not strange:
            problems.append(Problem("pile_size", pile, 0, (int(pile == "discard"), len(cards_in(cards)))))
    if game == "anrufen3" and record.has_talon == 1:
        for card in cards_in(record.talon):
            holder = [s for s in range(seats) if (hands[s] or 0) >> card & 1]
            if holder and in_pack(game, card):
                problems.append(Problem("talon_held", "talon_card", card, (card, holder[0])))
    for place in ("dealer", "declarer"):
        if getattr(record, place) >= seats:
            problems.append(Problem("no_west", place))
    if record.called >= 0:
        if not any(clause.calls for clause in CONTRACTS[game].values()):
            problems.append(Problem("game_no_call", "called"))
        elif not in_pack(game, record.called):
            problems.append(Problem("card_not_in_pack", "called", 0, (record.called,)))
    if record.trump >= 0 and game == "graden":
        problems.append(Problem("game_no_trump", "trump"))
    for seat, card in enumerate(record.laid):
        if card < 0:
            continue
        hand = hands[seat]
        if hand is not None and not hand >> card & 1:
            problems.append(Problem("laid_not_held", "laid", seat, (seat, card)))
        elif not in_pack(game, card):
            problems.append(Problem("card_not_in_pack", "laid", seat, (card,)))
    if record.contra > MOST_CONTRA.get(game, 0):
        problems.append(Problem("contra_too_many", "contra", 0, (record.contra,)))
    if record.scored:
        missing = ~record.scored & (1 << seats) - 1
        if missing:
            problems.append(Problem("score_missing", "score", 0, (missing,)))
    return problems
