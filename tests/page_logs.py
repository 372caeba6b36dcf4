"""Make faulty logs for the page's KPN parser, and read them with the command line's reader."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from typing import Any

from analysing import analysed
from kpn_games import random_game
from kranalyze.cards import card_letters, cards_of, hand_text
from kranalyze.games import GAMES
from kranalyze.kpn import KpnError, Record, parse_kpn, record_text

Change = Callable[[random.Random, str], str]

_CALLS = (
    "gut", "gut", "gut", "pass", "weiter", "mit", "AP", "ap", "contra", "recontra", "subcontra", "Königmord",
    "DURCHMARSCH", "simple:H", "simple:S", "all_tricks:D", "hundred:X", "no_tricks", "no_tricks:H", "schurln",
    "+", "*", "gut!", "=1=", "bettlr", "koenig",
)  # fmt: skip
_VALUES = {
    "Game": (*GAMES, "Rußbach", "gradn", "", "?"),
    "Rules": (
        "unit=20000", "unit=1000000", "unit=1000001", "unit=0", "call_own=yes", "free_call=yes", "beat=none",
        "bettler_value=4", "opening_marriage=pending", "mitbettler=as_printed call_own=no", "cal_own=yes",
        "x", "all_pass=dealer", "call_own=maybe",
    ),
    "Deck": ("german", "french", "German ", "swiss"),
    "Dealer": ("N", "e", "Süd", "WEST", "ost", "O", "X"),
    "Declarer": ("N", "E", "S", "W", "nord", "?", ""),
    "Second": ("N", "E", "S", "W", ""),
    "Deal": ("?", "#", "", "-", "N:- - - -", "N:- - -", "N:AKQ.A.A.A - - -"),
    "Talon": ("SA", "HA HK HQ", "?", "SA SA S9"),
    "Discard": ("SA", "HA HK HQ", "?", "S9 H9 D9"),
    "Contract": (
        "bettler", "simple", "hundred", "rufer", "Herrengang", "tricks", "durchm", "Alle Stiche", "?", "",
    ),
    "FaceDown": ("N:SA", "E:HA W:C9", "N:SA N:SK", "SA", "N:", "W:XX"),
    "Called": ("SA", "H10", "D9", "C7", "EX", "?", ""),
    "Trump": ("S", "H", "d", "E", "", "?", "X"),
    "Contra": ("0", "1", "2", "3", "4", "-0", "+1", "one", "9999999999"),
    "Score": ("N:3", "N:3 E:-1 S:-1 W:-1", "n:1 e:1 s:-2", "N:-0 E:0 S:0 W:0", "N:x", "N:1 N:1"),
    "Board": ("1", "#", "?", "\\\"1\\\"", "a\\\\b"),
}  # fmt: skip
_WORDS = (
    "40", "20", "20 H", "40 S", "20 D x", "100", "all", "ALL", "raise hundred", "raise all_hundred",
    "raise all tricks", "raise", "contra", "contra 2", "30", "",
)  # fmt: skip


def log(rng: random.Random, number: int) -> str:
    """Return random games as KPN. ``number`` selects the kind of the first game. Other kinds are random."""
    kinds = [list(GAMES)[number % len(GAMES)], *rng.choices(list(GAMES), k=rng.choice((0, 0, 1, 3)))]
    return "\n".join(record_text(random_game(rng, kind)) for kind in kinds)


def with_faults(rng: random.Random, text: str) -> str:
    """Return the log with one or a few random changes, like the mistakes that people make."""
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 6))):
        text = rng.choice(_CHANGES)(rng, text)
    return text


def _in_section(name: str, change: Callable[[random.Random, list[str]], Sequence[str]]) -> Change:
    """Return a change that applies ``change`` to the words in one section of a game."""

    def changed(rng: random.Random, text: str) -> str:
        places = list(re.finditer(rf'\[{name} "[^"\n]*"\]\n((?:[^\[\n]+\n)*)', text))
        if not places:
            return text
        place = rng.choice(places)
        width = len(place[1].split("\n")[0].split()) or 4
        words = list(change(rng, place[1].split()))
        lines = (" ".join(words[i : i + width]) + "\n" for i in range(0, len(words), width))
        return text[: place.start(1)] + "".join(lines) + text[place.end(1) :]

    return changed


def _calls(rng: random.Random, words: list[str]) -> Sequence[str]:
    game = GAMES[rng.choice(list(GAMES))]
    call = rng.choice((*_CALLS, *(c.id for c in game.contracts)))
    at = rng.randrange(len(words) + 1)
    return [*words[:at], call, *words[at + rng.randrange(3) :]]


def _whole_auction(rng: random.Random, text: str) -> str:
    """Replace the auction of one game by random calls whose bids mostly rise."""
    places = list(re.finditer(r'\[Game "(\w+)"\]', text))
    if not places:
        return text
    place = rng.choice(places)
    contracts = [c.id for c in GAMES[place[1]].contracts] if place[1] in GAMES else ["bettler"]
    words, at = list[str](), 0
    for _ in range(rng.randrange(3, 14)):
        what = rng.random()
        if what < 0.35 and at < len(contracts):
            at += rng.choice((0, 0, 1, 1, 2))
            words.append(contracts[min(at, len(contracts) - 1)])
        elif what < 0.5:
            words.append(rng.choice(_CALLS))
        else:
            words.append("gut")
    auction = f'[Auction "{rng.choice("NESW")}"]\n{" ".join(words)}\n'
    dropped = re.compile(r"\[(Contract|Declarer|Second|Score)[^\n]*\n")
    rest = dropped.sub("", text[place.end() :], count=rng.randrange(5))
    if rng.random() < 0.7:  # without a dealer, any seat may begin
        rest = re.sub(r"\[Dealer[^\n]*\n", "", rest, count=1)
    start = rest.find("[Play")
    start = len(rest) if start < 0 else start
    before = re.sub(r'\[Auction[^\n]*\n(?:[^\[\n]+\n)*', "", rest[:start], count=1)
    return text[: place.end()] + before + auction + rest[start:]


def _cards(rng: random.Random, words: list[str]) -> Sequence[str]:
    if not words:
        return words
    at, other = rng.randrange(len(words)), rng.randrange(len(words))
    kind = rng.randrange(6)
    if kind < 2:
        words[at], words[other] = words[other], words[at]
    elif kind == 2:
        words[at] = rng.choice("SHDCLE") + rng.choice([*"AKQJTOU987", "10"])
    elif kind == 3:
        words[at] = rng.choice(("-", "*", "+", "SX", "!", "=3=", "$1"))
    elif kind == 4:
        del words[at : at + rng.choice((1, 1, 4, 8))]
    else:
        # Rotate the cards of each line, so that the line begins with another seat.
        turn, whole = rng.randrange(1, 4), len(words) - len(words) % 4
        words[:whole] = [words[i - i % 4 + (i + turn) % 4] for i in range(whole)]
    return words


def _tag(rng: random.Random, text: str) -> str:
    """Change a tag: delete it, repeat it, or give it another value. Or insert another tag before it."""
    places = list(re.finditer(r'\[(\w+) "((?:[^"\\\n]|\\.)*)"\]\n', text))
    if not places:
        return text
    place, kind = rng.choice(places), rng.randrange(8)
    name = rng.choice(list(_VALUES)) if kind == 7 else place[1]
    value = rng.choice(_VALUES.get(name, ("?", "", "#")))
    line = {0: "", 1: place[0] * 2, 2: f'[{place[1]} "#"]\n', 3: f'[{place[1]} "?"]\n'}.get(
        kind, f'[{name} "{value}"]\n'
    )
    kept = place[0] if kind == 7 else ""
    return text[: place.start()] + line + kept + text[place.end() :]


def _hands(rng: random.Random, text: str) -> str:
    """Change a deal: hide a hand, replace a card, add or remove a hand, or use another notation."""
    places = list(re.finditer(r'\[Deal "(\w):([^"\n]*)"\]', text))
    if not places:
        return text
    place = rng.choice(places)
    hands = place[2].split()
    at, kind = rng.randrange(len(hands)), rng.randrange(6)
    if kind == 0:
        hands[at] = "-"
    elif kind == 1:
        hands[at] = hands[at].replace("T", "10").lower()
    elif kind == 2 and len(hands[at]) > 4:
        where = rng.randrange(len(hands[at]))
        hands[at] = hands[at][:where] + rng.choice("AKQJT987.XOU") + hands[at][where + 1 :]
    elif kind == 3:
        hands.append(hands[at]) if rng.random() < 0.5 else hands.pop(at)
    elif kind == 4:
        suits = hands[at].split(".")
        hands[at] = "".join(sign + ranks for sign, ranks in zip("♠♥♦♣", suits, strict=False) if ranks)
    first = rng.choice(("N", place[1], "W"))
    joined = " | ".join(hands) if kind == 5 else " ".join(hands)
    return f'{text[: place.start()]}[Deal "{first}:{joined}"]{text[place.end() :]}'


def _announce(rng: random.Random, text: str) -> str:
    words = "; ".join(f"{rng.choice('NESWX')} {rng.choice(_WORDS)}" for _ in range(rng.randrange(1, 5)))
    at = text.find("[Play") if "[Play" in text else len(text)
    return f'{text[:at]}[Announce "{words}"]\n{text[at:]}'


def _layout(rng: random.Random, text: str) -> str:
    """Insert a blank line, a comment or a sign at any place, or put tags of the whole evening above."""
    if rng.random() < 0.25:
        above = '[Event "Club"]\n[West "Žofie"]\n' + rng.choice(
            ("", '[Game "graden"]\n', '[Rules "call_own=yes"]\n[Game "graden"]\n', '[Deck "german"]\n')
        )
        return f"{above}\n{text}"
    at = rng.randrange(len(text) + 1)
    put = rng.choice(
        (
            "\n\n", "\n", " ", "{a comment}", "; to the end\n", "{", "}", '"', "[", "]", "𝄞", "\r\n", "\\",
            "%", "\0",
        )
    )  # fmt: skip
    return text[:at] + put + text[at + rng.randrange(2) :]


_CHANGES: tuple[Change, ...] = (
    _in_section("Auction", _calls), _whole_auction, _in_section("Play", _cards), _in_section("Play", _cards),
    _tag, _tag, _hands, _announce, _layout,
)  # fmt: skip


def read_by_python(text: str) -> dict[str, Any]:
    """Return what ``window.kranalyze.read`` must return, computed by the reader of the command line."""
    file = parse_kpn(text)
    return {"records": [_facts(record) for record in file.records], "errors": [*map(_error, file.problems)]}


def _error(problem: KpnError) -> dict[str, Any]:
    return {
        "line": problem.line, "column": problem.column, "severity": problem.severity, "text": problem.message,
        "record": problem.record,
    }  # fmt: skip


def _facts(record: Record) -> dict[str, Any]:
    """Return the columns of ``analyze --json`` that need no solver."""
    seats, facts, question = record.game_row.seats, record.facts, record.question
    hands = None if record.deal is None else record.deal.hand_masks
    trump = None if question is None else question.trump
    partner = None if question is None else question.partner
    (sums,) = analysed([record], best=False)

    def four(values: Sequence[Any] | None) -> list[Any]:
        return [None if values is None or seat >= seats else values[seat] for seat in range(4)]

    def cards(mask: int) -> list[str]:
        return [card_letters(card) for card in cards_of(mask)]

    def letter(seat: int | None) -> str | None:
        return None if seat is None else "NESW"[seat]

    return {
        "record": record.index, "line": record.line, "board": record.board, "event": record.tag("Event"),
        "date": record.tag("Date"), "game": record.game,
        "dealer": None if record.forehand is None else letter((record.forehand - 1) % seats),
        "hands": [None if hand is None else hand_text(hand) for hand in four(hands)],
        "talon": cards(record.talon.mask),
        "discard": None if record.discard is None else cards(record.discard.mask),
        "auction": " ".join(call.text() for call in record.auction) or None,
        "contract": record.contract, "declarer": letter(record.declarer), "second": letter(record.second),
        "leader": letter(record.leader), "trump": trump,
        "called": None if record.called is None else str(record.called), "partner": letter(partner),
        "raised": None if facts is None or facts.raised is None else facts.raised.id,
        "contra": record.contra, "player": list(record.names), "played": len(record.play),
        "play": [card_letters(move.number) for move in record.play],
        "finished": record.settlement is not None or record.finished,
        "tricks": list(sums.tricks), "points": list(sums.points),
        "settlement": record.settlement and four(record.settlement),
        "score": record.score and four(record.score),
    }  # fmt: skip
