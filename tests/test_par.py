"""Par by backward induction equals par by a search of every auction, and is right on obvious deals."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import kranalyze
from kranalyze import Deal, Seat
from kranalyze.answers.par import Bidders, End, Ends, Vector, par_row, pars_of_deals
from kranalyze.cards import mask_of
from kranalyze.dealing import random_deals
from kranalyze.games import GAMES
from kranalyze.games.graden import GRADEN
from oracle.auction import ASCENDING, best_auction, legal, over, passed, turn
from plain_features import plain_columns
from running import run


def vector(rng: random.Random) -> Vector:
    """Return a settlement made of few values, so that equal settlements are frequent."""
    a, b, c = (rng.choice((-30, -10, 0, 10, 30)) for _ in range(3))
    return a, b, c, -a - b - c


def random_ends(rng: random.Random, contracts: int) -> Ends:
    """Return random results of the contracts on a deal where each seat may bid only few contracts."""
    chosen = rng.sample(ASCENDING, contracts)
    single = {(c, s, -1): End(vector(rng)) for c in chosen for s in range(4) if rng.random() < 0.7}
    double = {
        (c, s, t): End(vector(rng))
        for c, s, _ in single
        if c in ("bettler", "plauderer")
        for t in range(4)
        if t != s
    }
    return single | double | {("schurln", s, -1): End(vector(rng)) for s in range(4)}


def by_brute_force(ends: Ends, forehand: int) -> tuple[Any, Any]:
    def pays(outcome: Any) -> Vector:
        contract, first, second = outcome
        if first is None:
            return ends["schurln", forehand, -1].payoff
        return ends[contract, first, -1 if second is None else second].payoff

    return best_auction((), forehand, lambda contract, seat: (contract, seat, -1) in ends, pays)


@pytest.mark.parametrize("seed", range(40))
def test_par_is_what_a_search_of_every_auction_finds(seed: int) -> None:
    rng = random.Random(seed)
    ends = random_ends(rng, 1 + seed % 3)
    for dealer in Seat:
        payoff, said = by_brute_force(ends, (dealer + 1) % 4)
        found = Bidders(GRADEN, ends).par(dealer)
        assert found.payoff == payoff
        assert found.auction == said


def test_joined_bids_and_schurln_do_occur() -> None:
    outcomes = [Bidders(GRADEN, random_ends(random.Random(seed), 2)).par(Seat.N) for seed in range(60)]
    assert any(p.second is not None for p in outcomes)
    assert any(p.contract == "schurln" for p in outcomes)
    assert any(len(p.auction) > 5 for p in outcomes)


def test_the_auction_of_the_oracle_follows_the_rulings() -> None:
    """A pass is final. After a second Bettler, the first bidder speaks once more."""
    any_bid = legal([], 0, lambda contract, seat: True)
    assert any_bid == ["gut", *ASCENDING] and [c.id for c in GRADEN.contracts if c.rank] == list(ASCENDING)
    said = [(0, "bettler"), (1, "mit"), (2, "gut"), (3, "gut")]
    assert not over(said) and turn(said, 0) == 0 and passed(said) == {2, 3}
    assert "mit" not in legal(said, 0, lambda contract, seat: True)
    assert over([*said, (0, "gut")])
    higher = [*said, (0, "plauderer")]
    assert not over(higher) and turn(higher, 0) == 1
    assert legal(higher, 1, lambda contract, seat: contract == "hundert") == ["gut", "mit", "hundert"]
    assert over([(0, "gut"), (1, "gut"), (2, "gut"), (3, "gut")])
    assert over([(0, "gut"), (1, "bettler"), (2, "gut"), (3, "gut")])


EACH_A_SUIT = Deal.parse("N:AKQJT9... .AKQJT9.. ..AKQJT9. ...AKQJT9")


@pytest.mark.usefixtures("argued")
def test_whoever_speaks_first_bids_highest_when_everybody_can_make_everything() -> None:
    """Every seat holds a whole suit and can make a Hundertermord. The first to speak must bid it at once."""
    [(_, found)] = pars_of_deals(EACH_A_SUIT)
    for p in found:
        first = Seat((p.dealer + 1) % 4)
        assert (p.contract, p.declarer, p.second) == ("hundertermord", first, None)
        assert p.payoff[first] == 240 and sum(p.payoff) == 0
        assert [word for _, word in p.auction] == ["hundertermord", "gut", "gut", "gut"]


@pytest.mark.usefixtures("argued")
def test_nobody_can_stop_the_one_who_has_all_tops() -> None:
    """The first of two seats that can make a Königmord gets it, if no higher contract can be made.

    South and West hold A K Q of two suits each, which make a Königmord against all other hands. A
    Hundertermord fails, because others hold the Tens. North and East hold no card above a Jack. So whichever
    of South and West speaks first gets the Königmord.
    """
    deal = Deal.parse("N:JT9.JT9.. ..JT9.JT9 AKQ.AKQ.. ..AKQ.AKQ")
    [(_, found)] = pars_of_deals(deal, [Seat.S, Seat.E])
    assert [(p.contract, p.declarer, p.payoff) for p in found] == [
        ("koenigmord", Seat.W, (-70, -70, -70, 210)),
        ("koenigmord", Seat.S, (-70, -70, 210, -70)),
    ]


def test_par_of_short_deals_is_that_of_the_oracle() -> None:
    """With two cards in each hand, par equals the par of results that a plain search in Python has found."""
    from deals import with_endings
    from kranalyze.answers.par import results_of_contracts_on_deal
    from kranalyze.cards import cards_of
    from kranalyze.core.questionborder import questions
    from oracle import callable_cards, verdict

    rules = GRADEN.in_force
    frame = random_deals(GRADEN, 3, seed=12)
    for hands in frame.select("n", "e", "s", "w").iter_rows():
        deal = Deal(tuple(mask_of(list(cards_of(hand))[1:3]) for hand in hands))
        rows = []
        for question in questions(GRADEN.under(rules), selfish=True):
            calls = callable_cards(GRADEN, question, deal, rules)
            if calls == 0:
                continue
            seen = verdict(GRADEN, question, deal, rules)
            named = {} if calls is None else {"calls": [card_text(c) for c in cards_of(calls)]}
            rows.append(
                {
                    "contract": question.contract.id,
                    "declarer": None if question.declarer is None else question.declarer.name,
                    "second": None if question.second is None else question.second.name,
                    "leader": question.leader.name,
                    "biddable": seen.biddable,
                    **{f"payoff_{s}": pay for s, pay in zip("nesw", seen.payoff, strict=True)},
                    "calls": None,
                    **named,
                }
            )
        ends = results_of_contracts_on_deal(rows)
        [(_, found)] = pars_of_deals(deal, game=with_endings(GRADEN))
        assert [p.payoff for p in found] == [Bidders(GRADEN, ends).par(dealer).payoff for dealer in Seat]
        assert [p.auction for p in found] == [Bidders(GRADEN, ends).par(dealer).auction for dealer in Seat]


def card_text(card: int) -> str:
    from kranalyze.cards import card_letters

    return card_letters(card)


@pytest.mark.usefixtures("argued")
def test_deals_of_several_games_are_bid_each_by_its_own_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """If everybody can make every contract, the auction ends in the highest bid of the deal's game."""
    *bids, schurln = GAMES["graden"].contracts
    lower = replace(GRADEN, id="lower", contracts=(*bids[:5], schurln))
    monkeypatch.setitem(GAMES, lower.id, lower)
    both = pl.DataFrame([EACH_A_SUIT.masks] * 2, ["n", "e", "s", "w"], orient="row")
    found = pars_of_deals(both.with_columns(game=pl.Series(["graden", "lower"])), [Seat.W])
    assert [par.contract for _, [par] in found] == ["hundertermord", "hundert"]


@pytest.mark.usefixtures("argued")
def test_columns() -> None:
    [(index, found)] = pars_of_deals([EACH_A_SUIT], [Seat.W, Seat.N])
    assert index == 0 and [tuple(par_row(p).values()) for p in found] == [
        ("W", "hundertermord", "N", None, None, "hundertermord gut gut gut", 240, -80, -80, -80),
        ("N", "hundertermord", "E", None, None, "hundertermord gut gut gut", -80, 240, -80, -80),
    ]


def test_a_condition_chooses_deals_and_keeps_their_numbers(tmp_path: Path) -> None:
    dealt = kranalyze.deals(40, seed=3)
    columns = [
        plain_columns([deal[s] for s in "nesw"], "graden", 4, deal["dealer"]) for deal in dealt.to_dicts()
    ]
    fits = [n for n, c in enumerate(columns) if c["s_aces"] >= 3 and c["dealer"] != "W"]
    assert 0 < len(fits) < 5
    where = "s_aces >= 3 AND dealer <> 'W'"
    found = kranalyze.par(dealt, where=where)
    assert found["deal"].to_list() == fits
    assert found.drop("deal").equals(kranalyze.par(dealt[fits]).drop("deal"))
    # The argument ``dealer`` replaces the dealers that the deals name.
    assert kranalyze.par(dealt, where="dealer = 'W'", dealer="S").is_empty()
    file = tmp_path / "deals.parquet"
    dealt.write_parquet(file)
    done = run("par", file, "--where", where, "--format", "csv")
    assert (done.status, done.err) == (0, "")
    rows = pl.read_csv(done.out.encode())
    assert rows["deal"].to_list() == fits
    assert rows["par_contract"].to_list() == found["par_contract"].to_list()
    assert run("par", file, "--where", "s_aces = 5").err == "no deal fulfils the condition\n"
    assert "write n_aces, e_aces" in run("par", file, "--where", "aces = 3").err
