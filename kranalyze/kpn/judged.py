"""Judge parsed games. Report each problem that the judge finds, with its place in the text.

The judge is the part of the C core that checks games against the rules (``solver/judge.h``). A word of trick
1 is an announcement, for example of a marriage or of 100 points. A cell is a card in the section Play,
or ``-`` in place of a card.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from kranalyze.core import numbers
from kranalyze.core.judging import Problem, judge_records
from kranalyze.kpn.actions import Announcement
from kranalyze.kpn.deals import listed_cards
from kranalyze.kpn.lexer import Flaw
from kranalyze.kpn.parsed import Parsed
from kranalyze.kpn.parsing import parse_words
from kranalyze.kpn.record import Record
from kranalyze.kpn.views import announcements
from kranalyze.texts.problems import Place, judged_gaps, problem_text

#: The judge reports a number for the place of a problem. This dict has for each number the name of the tag or
#: section that the number stands for.
_TAGS = {
    numbers.AT_GAME: "Game", numbers.AT_DEAL: "Deal", numbers.AT_HAND: "Deal", numbers.AT_HAND_CARD: "Deal",
    numbers.AT_TALON: "Talon", numbers.AT_TALON_CARD: "Talon", numbers.AT_DISCARD: "Discard",
    numbers.AT_DISCARD_CARD: "Discard", numbers.AT_DEALER: "Dealer", numbers.AT_CONTRACT: "Contract",
    numbers.AT_DECLARER: "Declarer", numbers.AT_SECOND: "Second", numbers.AT_LAID: "FaceDown",
    numbers.AT_CALLED: "Called", numbers.AT_TRUMP: "Trump", numbers.AT_WORD: "Announce",
    numbers.AT_CONTRA: "Contra", numbers.AT_SCORE: "Score", numbers.AT_SCORE_OF: "Score",
    numbers.AT_AUCTION: "Auction", numbers.AT_CALL: "Auction",
    numbers.AT_PLAY: "Play", numbers.AT_CELL: "Play", numbers.AT_LINES: "Play",
}  # fmt: skip

#: A word is what a seat says in trick 1, for example a marriage. Its part 1 is the kind, its part 2 the suit.
#: Some problems lie in only one part of a word; for these the table has the number of the part. All other
#: problems concern the whole word.
_PARTS = {
    numbers.WORD_UNKNOWN: 1, numbers.MARRIAGES_BY_LEAD: 1, numbers.MARRIAGES_NOT_COUNTED: 1,
    numbers.MARRIAGE_POINTS: 1,
    numbers.MARRIAGE_NOT_HELD: 2, numbers.TRUMP_MARRIAGE_NOT_HELD: 1,
}  # fmt: skip

#: Numbers of the places that are only a part of a tag's value. If a problem lies in such a place, the judge
#: also reports the index of this part. The parser knows where each part begins.
_PARTS_OF_VALUES = (
    numbers.AT_HAND, numbers.AT_TALON_CARD, numbers.AT_DISCARD_CARD, numbers.AT_LAID, numbers.AT_SCORE_OF,
)  # fmt: skip


class Ruling(NamedTuple):
    """What the judge has found out about a game: its facts and its problems."""

    facts: Any  # facts of the game, as a C struct ``kr_facts``
    flaws: list[Flaw]  # all problems of the game that the parser or the judge has found


def judge_games(games: Sequence[Parsed], playing_order_allowed: bool = False) -> list[Ruling]:
    """Judge parsed games. The card game of each record must be known (``parsed.game`` is not ``ANY``).

    Args:
        games: the parsed games.
        playing_order_allowed: whether the cards of a trick may be written in the order of play. False: they
            must be in columns by seat.
    """
    judged = judge_records([parsed.numbers(playing_order_allowed) for parsed in games])
    return [
        Ruling(of_game.facts, _flaws(parsed, of_game.facts, of_game.problems))
        for parsed, of_game in zip(games, judged, strict=True)
    ]


def read_words(record: Record, text: str) -> tuple[Announcement, ...]:
    """Parse and judge the announcements in the value of an Announce tag.

    The record must have a contract and hands.

    Raises:
        ValueError: an announcement cannot be read, or is not allowed.
    """
    parsed = parse_words(record, text)
    (verdict,) = judge_games([parsed])
    for flaw in verdict.flaws:
        raise ValueError(flaw.message)
    return announcements(parsed, verdict.facts)


def _flaws(parsed: Parsed, facts: Any, problems: Sequence[Problem]) -> list[Flaw]:
    """Return the problems of a game that the parser and the judge have found.

    Leave out the parser's problems in calls if the judge has not read the calls. The same holds for words of
    trick 1, and for cells. If the judge reports a problem in a call, leave out the parser's problems in this
    call. If the judge reports a problem in a word, leave out the parser's problem in the suit of this word.
    """
    flaws = list(parsed.flaws)
    judged_at = {(problem.place, problem.at) for problem in problems}
    if facts.calls_read:
        starts = parsed.block.spots.get("Auction", [])[1:]
        ruled = {starts[index] for place, index in judged_at if place == numbers.AT_CALL}
        flaws += [flaw for flaw in parsed.call_flaws if flaw.at not in ruled]
    if facts.words_read:
        flaws += parsed.word_flaws
        words = enumerate(parsed.words)
        flaws += [w.flaw for i, w in words if w.flaw is not None and (numbers.AT_WORD, i) not in judged_at]
    if facts.cells_read:
        flaws += parsed.cell_flaws
    for problem in problems:
        code = numbers.PROBLEM_CODES[problem.code]
        gaps = judged_gaps(code, problem.args) | {"columns": parsed.line_columns}
        message = problem_text(code, gaps, Place(parsed.game, parsed.deck, _token(parsed, problem)))
        if problem.in_playing_order:
            message = problem_text("playing_order", {"message": message})
        flaws.append(Flaw(_spot(parsed, problem), message, "warning" if problem.is_warning else "error"))
    return flaws


def _token(parsed: Parsed, problem: Problem) -> str:
    """Return the text of the call or word in which a problem lies.

    If the problem lies elsewhere, return an empty text.
    """
    if problem.place == numbers.AT_CALL:
        return parsed.entries("Auction")[problem.at].text
    return parsed.words[problem.at].text if problem.place == numbers.AT_WORD else ""


def _spot(parsed: Parsed, problem: Problem) -> int:
    """Return where a problem lies in the text, as the index of a character."""
    place, index, name = problem.place, problem.at, _TAGS[problem.place]
    if place in (numbers.AT_CALL, numbers.AT_CELL):
        return parsed.block.spots[name][index + 1]
    if place == numbers.AT_LINES:
        return parsed.spots["Lines", 0]
    at = parsed.spots.get((name, index), 0)
    if place == numbers.AT_HAND_CARD:
        at = _card_spot_in_deal(parsed, index >> 5, index & 31)
    elif place == numbers.AT_WORD:
        part = _PARTS.get(problem.code, 0)
        at = parsed.words[index].parts[part]
    elif place not in _PARTS_OF_VALUES:
        at = 0
    return parsed.block.place_in_tag(name, at)


def _card_spot_in_deal(parsed: Parsed, seat: int, card: int) -> int:
    """Return where a card of a seat is written in the value of Deal, as the index of a character."""
    at = parsed.spots["Deal", seat]
    text = parsed.block.tags["Deal"][at:]
    end = text.find("|") if "|" in parsed.block.tags["Deal"] else -1
    word = text[:end] if end >= 0 else text if "|" in parsed.block.tags["Deal"] else text.split()[0]
    cards = listed_cards(word, at, parsed.deck, lambda message, spot: None)
    return next((spot for listed, spot in cards if listed == card), at)
