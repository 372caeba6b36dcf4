"""Parse a game of KPN: convert a block of text to numbers for the judge.

The parser does not know the rules of the card games. It only reports text that it cannot read. The judge, a
part of the C core (``solver/judge.h``), checks everything else against the rules.
"""

from __future__ import annotations

from kranalyze.bridge import has_bridge_hand
from kranalyze.cards import number_of_suit
from kranalyze.core import numbers
from kranalyze.core.judging import absent_fields
from kranalyze.kpn.deals import ANY
from kranalyze.kpn.items import KNOWN_TAGS
from kranalyze.kpn.lexer import Block
from kranalyze.kpn.parsed import Parsed
from kranalyze.kpn.record import Record
from kranalyze.kpn.sections import (
    read_announce_tag,
    read_auction_calls,
    read_play_cells,
    read_section_first_seats,
)
from kranalyze.kpn.tagvalues import read_tags

#: Tags that belong to a game. A block without any of these tags is a deal without a game.
_OF_A_GAME = KNOWN_TAGS[KNOWN_TAGS.index("Discard") : KNOWN_TAGS.index("Play") + 1]


def parse_game(block: Block, in_turns: bool = False) -> Parsed:
    """Return a game as numbers, with an error for each part of its text that cannot be read.

    Args:
        block: the block of the game.
        in_turns: True: the section Play has the cards in the order of play. False: the section should have a
            column for each seat.
    """
    parsed = Parsed(block, flaws=list(block.problems))
    if has_bridge_hand(block.tags.get("Deal", "")):
        parsed.flaws.clear()  # report only that this is a bridge deal, and no errors that follow from it
        parsed.add_tag_error("Deal", "deal_of_bridge")
        return parsed
    read_tags(parsed)
    if parsed.game is ANY:
        if "Deal" not in block.tags and not block.problems:
            parsed.add_tag_error("Deal", "deal_missing")
        return parsed
    if block.problems:
        parsed.ill |= numbers.ILL_BLOCK
    only_deal = block.tags.keys().isdisjoint(_OF_A_GAME)
    parsed.fields["flags"] = numbers.ONLY_DEAL if only_deal else 0
    if in_turns:
        parsed.fields["flags"] |= numbers.IN_TURNS
    if parsed.flaws:
        parsed.ill |= numbers.ILL_TAGS
    if not only_deal:
        read_section_first_seats(parsed)
        read_auction_calls(parsed)
        read_announce_tag(parsed)
    read_play_cells(parsed)
    return parsed


def parse_words(record: Record, text: str) -> Parsed:
    """Return the words in the value of a tag Announce (declarations, announcements and so on) as numbers.

    Args:
        record: the record of the game. It must have a contract and hands.
        text: the value of the tag.
    """
    parsed = Parsed(Block("", tags={"Announce": text}), record.game_row, deck=record.deck)
    contracts = [contract.id for contract in parsed.game.contracts]
    numbers_of = {
        "dealer": record.dealer, "declarer": record.declarer, "second": record.second,
        "called": None if record.called is None else record.called.number,
        "trump": number_of_suit(record.trump), "play": record.leader,
        "contract": None if record.contract is None else contracts.index(record.contract),
    }  # fmt: skip
    parsed.fields = absent_fields()
    parsed.fields |= {name: int(number) for name, number in numbers_of.items() if number is not None}
    if record.deal is not None:
        parsed.fields["deal"] = 0
        known = [seat for seat in range(parsed.game.seats) if record.deal.hand_masks[seat] is not None]
        parsed.fields["known"] = sum(1 << seat for seat in known)
        parsed.hands = [hand or 0 for hand in record.deal.hand_masks]
    read_announce_tag(parsed)
    return parsed
