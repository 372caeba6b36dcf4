"""Build the page with a card table: a single file with deals, records, the rules of games, and the solver.

The scripts of the page contain no rules of games. The page has the same data about games and contracts as
Python. The C core, compiled to WebAssembly, does the rest. It lists the contracts that can be solved, with
their seats and trumps. It solves these contracts, and settles the results.
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import b85encode
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kranalyze.analysis.bids import number_of_bidding_calls
from kranalyze.cards import PACK_RANKS, Card, number_of_suit
from kranalyze.core.questionborder import questions
from kranalyze.core.task import many_parties
from kranalyze.deal import Deal, Seat
from kranalyze.games import GAMES, Contract, Game, Option
from kranalyze.games.aims import aim_of
from kranalyze.games.question import contract_deciding_trump
from kranalyze.games.written import rules_text, written_rules
from kranalyze.known.accuracy import SLOW, USUAL
from kranalyze.kpn import Record
from kranalyze.show.pages.frame import (
    bilingual_option_and_value_labels,
    bundle,
    bundles_with_common_part,
    document,
    english_and_german,
    read_page_file,
    read_style,
    script_digest,
)
from kranalyze.show.pages.gamerows import default_game_row_as_base64, option_byte_changes
from kranalyze.texts.problems import problem_texts_by_code
from kranalyze.version import VERSION

if TYPE_CHECKING:
    from kranalyze.analysis.bids import JudgedBid, JudgedTurn
    from kranalyze.analysis.game import Analysed
    from kranalyze.answers.best import BestBid
    from kranalyze.answers.bidworth import BidWorth


def board_data(
    title: str, *, games: Sequence[Mapping[str, Any]] = (), start: Mapping[str, Any] | None = None,
    notes: Sequence[str] = (), lang: str | None = None, deck: str | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Return the data of a page with a card table. Pages differ only in their data.

    ``table_page`` explains the arguments.
    """
    return {
        "title": title, "lang": lang, "deck": deck, "start": start,
        "evening": _packed(list(games), _FAST) if games else "", "notes": list(notes),
    }  # fmt: skip


def table_page(
    title: str, *, games: Sequence[Mapping[str, Any]] = (), start: Mapping[str, Any] | None = None,
    notes: Sequence[str] = (), lang: str | None = None, deck: str | None = None,
) -> str:  # fmt: skip
    """Build a page with a card table.

    Args:
        title: title of the page.
        games: dicts of the analysed games that the page lists, from ``analysed_rows``.
        start: dict of the deal or record that lies on the table when the page opens, from ``deal_row`` or
            ``record_page_data``. None: one of ``games``, or an empty table if there are no games.
        notes: lines about records that were left out.
        lang: language of the page, ``en`` or ``de``. None: the language of the browser.
        deck: deck of the page, ``french`` or ``german``. None: the deck of each record.
    """
    page_data = board_data(title, games=games, start=start, notes=notes, lang=lang, deck=deck)
    return page_from_board_data(page_data)


def page_from_board_data(page_data: Mapping[str, Any]) -> str:
    """Build the page with a card table from its data, which ``board_data`` returns."""
    facts, solver, style, common, program = _fixed()
    data = {
        **page_data, "version": VERSION, "games": facts, "texts": _texts(), "judging": _JUDGING,
    }  # fmt: skip
    loader = bundle("start")
    shared, main, _ = bundles_with_common_part("main", "worker")
    scripts = f"{script_digest(loader)} {script_digest(shared + main)}"
    policy = (
        f"default-src 'none'; script-src {scripts} 'wasm-unsafe-eval'; "
        f"style-src {script_digest(_FIRST_STYLE)} {script_digest(_style())}; "
        "img-src data:; worker-src blob:; base-uri 'none'; form-action 'none'"
    )
    metas = (
        f'http-equiv="Content-Security-Policy" content="{policy}"',
        'name="viewport" content="width=device-width, initial-scale=1"',
        'name="referrer" content="no-referrer"',
    )
    body = '<main id="page"><noscript>kranalyze: this page needs scripts.</noscript></main>'
    blocks = {"data": data, "solver": solver, "style": style, "common": common, "program": program}
    return document(page_data["title"], metas, _FIRST_STYLE, body, blocks, loader, page_data["lang"])


def deals_page(rows: Sequence[Mapping[str, Any]], file: str, lang: str | None, deck: str | None) -> str:
    """Build the page for a file of deals.

    If the file has one deal, this deal lies on the table. If it has several deals, the page lists them.

    Args:
        rows: dicts of the deals, from ``record_page_data``.
        file: name of the file, for the title.
        lang: as for ``table_page``.
        deck: as for ``table_page``.
    """
    if len(rows) > 1:
        title = _common_start_of_events(row.get("event") for row in rows) or Path(file).stem
        return table_page(title, games=rows, lang=lang, deck=deck)
    return table_page("kranalyze", start=rows[0] if rows else None, lang=lang, deck=deck)


def _common_start_of_events(events: Iterable[str | None]) -> str:
    """Return the text before the first comma or digit of an event.

    If this text is not the same in all events, return an empty text.
    """
    starts = {re.split(r"[,\d]", event or "")[0].strip() for event in events}
    return starts.pop() if len(starts) == 1 else ""


def evening_page(
    games: Sequence[Analysed], notes: Sequence[str] = (), lang: str | None = None, deck: str | None = None
) -> str:
    """Build the page of analysed games.

    ``evening_data`` explains the title of the page, ``table_page`` explains the arguments.
    """
    return page_from_board_data(evening_data(games, notes, lang, deck))


def evening_data(
    games: Sequence[Analysed], notes: Sequence[str] = (), lang: str | None = None, deck: str | None = None
) -> dict[str, Any]:
    """Return the data of the page of analysed games. ``table_page`` explains the arguments.

    The title is the first of these texts that exists:

    - the Event that all records have in common,
    - the Site that all records have in common,
    - the Date that all records have in common,
    - the first and the last date,
    - the common start of the Events of all records (``_common_start_of_events``),
    - the name of the file.
    """
    title = _common_start_of_events(game.record.tag("Event") for game in games)
    if not title:
        title = Path(games[0].record.file).stem if games else "kranalyze"
    dates = sorted({date for game in games if (date := game.record.tag("Date")) is not None})
    if len(dates) > 1:
        title = f"{dates[0]} – {dates[-1]}"
    for name in ("Date", "Site", "Event"):
        values = {game.record.tag(name) for game in games}
        if len(values) == 1 and None not in values:
            title = str(values.pop())
    return board_data(title, games=analysed_rows(games), notes=notes, lang=lang, deck=deck)


#: How accurately the page's trainer judges a card: how many layouts of the unseen cards it examines, and how
#: wide the intervals of shares may be. ``slow`` is for the first tricks of contracts that take long to solve.
#: ``analyze --single-dummy`` judges with the same settings.
_JUDGING = {"usual": USUAL, "slow": SLOW}

#: Level of compression for games. Level 9 takes five times as long for a result that is 3 % smaller.
_FAST = 6

#: Table that replaces the digits of base 85 that have a meaning in HTML. js/packed.js has the same digits.
_DIGITS = str.maketrans("&<>", ",./")


def _packed(content: Any, level: int = 9) -> str:
    """Compress bytes, or a value converted to JSON. Return the result in base 85.

    Base 85 is 6 % shorter than base 64.
    """
    if not isinstance(content, bytes):
        content = json.dumps(content, separators=(",", ":")).encode()
    return b85encode(zlib.compress(content, level)).decode().translate(_DIGITS)


#: Style of the page until its script has unpacked the full style. With this style, a dark screen stays dark.
_FIRST_STYLE = "html{color-scheme:light dark}"


@cache
def _style() -> str:
    """Return the style of the page: the style of all reports, and the style of the card table."""
    return read_style("style.css") + read_style("table.css")


@cache
def _fixed() -> tuple[str, dict[str, str], str, str, str]:
    """Return five compressed parts that are the same in all pages.

    They are, in this order:

    - the list of games,
    - a dict with the core and the script of the workers,
    - the style of the card table,
    - the modules that both the page and the workers need,
    - the script of the page.
    """
    core = Path(__file__).with_name("kr.wasm").read_bytes()
    facts = [game_facts(game) for game in GAMES.values()]
    common, main, worker = (text.encode() for text in bundles_with_common_part("main", "worker"))
    solver = {"wasm": _packed(core), "worker": _packed(worker)}
    return _packed(facts), solver, _packed(_style().encode()), _packed(common), _packed(main)


@cache
def _texts() -> str:
    """Return the compressed texts of the page, in English and German: words, messages, errors in records."""
    texts = {name: json.loads(read_page_file(f"{name}.json")) for name in ("words", "messages")}
    return _packed(texts | problem_texts_for_page())


def problem_texts_for_page() -> dict[str, Any]:
    """Return the texts of all errors and warnings about records, in the form that ``problems.js`` reads.

    Returns:
        A dict with two keys. ``problems`` has a list for each error code. The list has the English text, the
        German text and, if the C core reports values with the error, the names of these values. ``inside``
        has for each language the words that fill placeholders in the texts.
    """
    rows = dict(problem_texts_by_code())
    inside = rows.pop("words")
    names = ("en", "de", "args")
    problems = {code: [row[name] for name in names if name in row] for code, row in rows.items()}
    return {"problems": problems, "inside": inside}


def game_facts(game: Game) -> dict[str, Any]:
    """Return the data that the scripts of a page need about a card game."""
    return {
        "row": default_game_row_as_base64(game), "id": game.id,
        "name": english_and_german(game.name), "unit": english_and_german(game.unit),
        "one": english_and_german(game.unit.removesuffix("s")),
        "ranks": PACK_RANKS[game.pack], "size": game.size,
        "seats": game.seats, "talon": game.talon, "endings": game.endings,
        "marriages": any(game.marriage),
        "declares": any(goal.marriages == "declared" for goal in game.goals),
        "announces": any(goal.allows_announcing for goal in game.goals),
        "namesTrump": game.bidding.trump, "orders": game.orders, "order": "K" if game.orders else "T",
        "options": [_rule_facts(option) | option_byte_changes(game, option) for option in game.options],
        "contracts": [_contract_facts(game, contract) for contract in game.contracts],
    }  # fmt: skip


def _rule_facts(option: Option) -> dict[str, Any]:
    """Return the data that the scripts of a page need about a rule option."""
    label, shown = bilingual_option_and_value_labels(option)
    return {
        "name": option.name, "label": label, "values": list(option.values), "shown": shown,
        "initial": option.default_value, "meaning": english_and_german(option.meaning),
    }  # fmt: skip


def _contract_facts(game: Game, contract: Contract) -> dict[str, Any]:
    """Return the data that the scripts of a page need about a contract."""
    names = [contract.id, contract.name, *contract.aliases]
    by = contract_deciding_trump(game, contract)
    by_one = questions(game, [contract], selfish=True)[0]
    return {
        "id": contract.id, "name": english_and_german(contract.name), "names": list(dict.fromkeys(names)),
        "called": contract.party == "called", "trump": contract.trump, "order": contract.order,
        "second": bool(contract.second), "bid": contract.rank is not None,
        "byForehand": contract.bidders == "forehand", "raises": list(contract.raises),
        "declared": contract.makeable_at is not None, "forehand": contract.leads == "forehand",
        "graded": not (contract.goal.yes_or_no or contract.goal.each_for_himself),
        "supposed": None if by is None else by.id, "dealt": contract.goal.decided_without_play,
        "parties": many_parties(game, by_one), "slow": contract.settles is not None,
        "aim": aim_of(contract), "value": contract.value,
    }  # fmt: skip


# The functions below make rows for the page. A row is a dict that describes a deal, a record or an analysed
# game. In a row, cards, seats and suits are numbers.


def deal_row(deal: Deal, game: Game, rules: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Return the dict that describes a deal for the page. The dict has no contract."""
    chosen = written_rules(rules_text(game.under(rules)))
    return _without_empty({
        "game": game.id, "rules": chosen, "hands": list(deal.hand_masks), "talon": deal.talon_mask,
    })  # fmt: skip


def row_with_question(row: Mapping[str, Any], question: Mapping[str, Any]) -> dict[str, Any]:
    """Add to the row of a deal or record the contract that the page shall solve, and return the new row.

    If the record has another contract, the new row leaves out the play of the record.

    Args:
        row: dict that describes the deal or record.
        question: contract, declarer, trump and so on, by name. If a value is None, the user chooses it.
    """
    known = {name: value for name, value in question.items() if value is not None}
    if all(row.get(name, known[name]) == known[name] for name in known):
        return dict(row) | known
    kept = ("board", "event", "date", "game", "rules", "deck", "names", "hands", "talon", "dealer")
    return {name: row[name] for name in kept if name in row} | known


def _without_empty(row: dict[str, Any]) -> dict[str, Any]:
    """Return a copy of a dict without the keys whose value is None, or an empty text, list or dict."""
    return {key: value for key, value in row.items() if value not in (None, [], {}, "")}


def record_page_data(record: Record, face_down: Iterable[tuple[Seat, Card]] | None = None) -> dict[str, Any]:
    """Return the dict that describes a record for the page.

    Args:
        record: the record.
        face_down: the cards laid face down, each with its seat. None: the cards that the record names.
    """
    deal, question, contract = record.deal, record.question, record.contract_row
    trump = None if question is None else number_of_suit(question.trump)
    if question is not None and trump is None and question.contract.trump:
        trump = -1  # -1: played without trump, though the contract allows one
    return _without_empty({
        "board": record.board, "event": record.tag("Event"), "date": record.tag("Date"), "game": record.game,
        "rules": written_rules(rules_text(record.game_row)),
        "deck": record.deck, "names": list(record.names) if any(record.names) else None,
        "dealer": record.dealer, "hands": None if deal is None else list(deal.hand_masks),
        "talon": record.talon.mask, "discard": None if record.discard is None else record.discard.mask,
        "contract": record.contract,
        "declarer": record.declarer,
        "second": record.second, "leader": record.leader,
        "called": None if record.called is None else record.called.number, "trump": trump,
        "named": number_of_suit(record.trump) if contract is not None and not contract.trump else None,
        "contra": record.contra,
        "laid": [
            [seat, card.number] for seat, card in (record.face_down if face_down is None else face_down)
        ],
        "announce": [
            [word.seat, word.what, number_of_suit(word.suit), word.points, word.level]
            for word in record.announce
        ],
        "auction": [[call.seat, call.call, number_of_suit(call.trump)] for call in record.auction],
        "bidding": number_of_bidding_calls(record) if record.auction else None,
        "seats": [move.seat for move in record.play], "play": [move.number for move in record.play],
        "partner": None if question is None else question.partner,
        "takers": [] if record.facts is None else list(record.facts.winners),
        "settlement": record.settlement, "score": record.score,
        "notes": _notes(record), "comments": [comment.text.strip() for comment in record.comments],
    })  # fmt: skip


def _notes(record: Record) -> list[list[Any]]:
    """Return the notes and comments on cards. Each is a pair: the card's index in play order, and a text."""
    section = record.section("Play")
    if section is None:
        return []
    texts = {f"={note.number}=": note.text for note in record.notes if note.section == "Play"}
    notes = list[list[Any]]()
    for index, move in enumerate(record.play):
        entry = section.entries[move.entry]
        notes += [[index, texts[mark]] for mark in entry.marks if mark in texts]
        notes += [[index, comment.text.strip()] for comment in entry.comments]
    return notes


def analysed_rows(games: Sequence[Analysed]) -> list[dict[str, Any]]:
    """Return the dicts that describe analysed games for the page."""
    from kranalyze.answers.bidworth import open_hand_worths_of_bids

    bids = open_hand_worths_of_bids([game.record for game in games])
    return [_analysed_row(game, own) for game, own in zip(games, bids, strict=True)]


def _analysed_row(game: Analysed, bids: Sequence[BidWorth]) -> dict[str, Any]:
    """Return the dict that describes an analysed game. ``bids`` says what bids were worth with open cards."""
    from kranalyze.show.gametext import best_line_instead_of_card, cards_with_better_line_shown

    record, question, alone = game.record, game.record.question, game.bids
    row = record_page_data(record, game.laid.items() if game.followed else ()) | {
        "verdict": game.verdict, "makeable": game.makeable, "made": game.made, "value": game.value,
        "payoff": list(game.payoff) if any(amount is not None for amount in game.payoff) else None,
        "givenAway": game.given_away if game.followed else None, "costDiscard": game.cost_discard,
        "best": _bid(game.best), "passed": list(map(_bid, game.passed)),
        "problem": None if game.problem is None else game.problem.message,
        "order": None if question is None else question.order,
        "bids": [[bid.call, bid.makeable, bid.payoff] for bid in bids],
        "alone": alone and _without_empty({  # mean payments of bids, if only the bidder's hand is known
            "kind": alone.kind,
            "mean": None if alone.mean is None else round(alone.mean, 2),
            "best": None if alone.mean is None else _bid(alone.best),
            "passed": list(map(_bid, alone.passed)) if any(alone.passed) else None,
        }),
        "cards": [], "missed": [],
        "turns": None if alone is None else [_call_and_its_costs(game, turn) for turn in alone.turns],
    }  # fmt: skip
    for card in game.cards:
        values = [number for played, amount in card.worths.items() for number in (played.number, amount)]
        judged = [values, card.mark, game.turned(card) or "", card.cost_announce]
        while len(judged) > 1 and not judged[-1]:
            judged.pop()
        row["cards"].append(judged)
    for card in cards_with_better_line_shown(game):
        line = [c.number for trick in best_line_instead_of_card(card) for _, c in trick.cards]
        # ``line`` begins with the cards that were in the trick before this card was played. Leave them out.
        in_trick = 0 if card.point is None else len(card.point.position.played)
        row["missed"].append([game.cards.index(card), line[in_trick:]])
    # Single dummy: share and mean of each card that the player could have played.
    row["known"] = [
        [index, card.verdict or "", single.layouts, single.looked_at,
         [[c.card.number, round(c.share, 4), round(c.mean, 4)] for c in single.cards]]
        for index, card in enumerate(game.cards)
        if (single := card.single) is not None
    ]  # fmt: skip
    return _without_empty(row)


def _call_and_its_costs(game: Analysed, turn: JudgedTurn) -> list[Any]:
    """Return a list that describes a call in the auction and what it cost.

    The list has the index of the call, the seat, two costs of the call, and the possible bids with their mean
    payments. The first cost is judged from the seat's own hand, without the other hands. The second cost is
    judged with all cards known. A pass counts as a payment of 0.
    """
    bids, seat = game.bids, turn.seat
    assert bids is not None
    is_declarer = seat == game.record.declarer
    passed = bids.passed[seat]
    on_hand = bids.cost if is_declarer else None if passed is None else passed.mean
    if is_declarer and turn.may_pass and on_hand is not None and bids.best is not None:
        on_hand += max(0, -bids.best.mean)
    better = game.best if is_declarer else game.passed[seat] if game.passed else None
    played = game.payoff[seat]
    most = None if better is None else better.payoff
    if is_declarer and turn.may_pass:
        most = max(most or 0, 0)
    loss = 0 if most is None else most - (played or 0)
    choices = [
        [bid.contract.id, number_of_suit(bid.trump), bid.calls[0].number if bid.calls else None,
         round(bid.mean, 2)]
        for bid in turn.bids
    ]  # fmt: skip
    return [turn.call, int(seat), round(on_hand or 0, 2), max(0, loss), choices]


def _bid(bid: BestBid | JudgedBid | None) -> dict[str, Any] | None:
    """Return a dict with a contract that could have been bid, and its payment. None if ``bid`` is None."""
    from kranalyze.answers.best import BestBid

    if bid is None:
        return None
    paid = {"payoff": bid.payoff} if isinstance(bid, BestBid) else {"mean": round(bid.mean, 2)}
    calls = None if bid.calls is None else [card.number for card in bid.calls]
    return {"contract": bid.contract.id, "trump": number_of_suit(bid.trump), "calls": calls, **paid}
