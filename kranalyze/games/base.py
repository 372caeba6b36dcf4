"""What a game is made of: Goal, Contract, Option and Game, all rows of data."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Literal, overload

from kranalyze.frozen import frozen
from kranalyze.games.written import hint, meant

#: What the search decides, in the solver's own terms (see ``Goal``).
Kind = Literal["sweep", "exactly", "points", "tricks", "stakes", "race", "dealt", "last", "double", "most"]


class _OfKind(frozenset[Kind]):
    """What is true of goals of some kinds."""

    @overload
    def __get__(self, goal: None, _: object) -> _OfKind: ...
    @overload
    def __get__(self, goal: Goal, _: object) -> bool: ...
    def __get__(self, goal: Goal | None, _: object) -> bool | _OfKind:
        return self if goal is None else goal.kind in self


@frozen
class Goal:
    """What the declarer's side tries to force.

    Attributes:
        kind: ``sweep`` - every one of the first ``tricks`` tricks falls to the ``takers`` (and
            ``need`` points are reached); ``exactly`` - the side takes ``tricks`` tricks, no more and
            no fewer; ``points`` - most card points; ``tricks`` - most tricks;
            ``stakes`` - the whole Rußbach settlement; ``race`` - first to ``need`` points;
            ``dealt`` - won as dealt; ``last`` - the first tricks alone, the last one names the
            partner; ``double`` - two declarers who each take no trick; ``most`` - not to take the
            most points, each for himself.
        takers: in a sweep, who must take the tricks: the declarer alone, his side, or the others.
        tricks: in a sweep, how many tricks, 0 for all; in ``exactly``, how many.
        need: points that must be reached, 0 for none.
        low: in a race, fewer points than this lose double.
        stop: play stops as soon as ``need`` is reached.
        margin: points as the difference own - other, not own points alone.
        marriages: how they come to count for this goal: never; ``declared`` in trick 1, once the player
            takes a trick; registered on ``lead``, by the King or the Queen led.
        own_marriages: only the declarer's own marriages count (otherwise his side's, and in a
            margin or a race both sides').
    """

    kind: Kind
    takers: Literal["declarer", "side", "others"] = "side"
    tricks: int = 0
    need: int = 0
    low: int = 0
    stop: bool = False
    margin: bool = False
    marriages: Literal["none", "declared", "lead"] = "none"
    own_marriages: bool = False

    #: The value says no more than that it is made.
    yes_or_no = _OfKind(["sweep", "exactly", "dealt", "double"])
    #: The cards as dealt decide it, and nothing is played.
    as_dealt = _OfKind(["dealt"])
    #: The declarer's partner is who takes the last trick; the value is then in units of v.
    last_names_partner = _OfKind(["last"])
    #: There are no sides at all.
    each_for_himself = _OfKind(["most"])
    #: There are more than two interests (RULINGS: more than two parties).
    many_parties = _OfKind(["last", "double", "most"])
    #: 100 and all tricks may be announced in trick 1, and count.
    announced = _OfKind(["stakes"])
    #: Cards may be laid after play is over, and count for nothing.
    played_on = _OfKind(["race"])

    @property
    def ends_early(self) -> bool:
        """Whether play may be over before the last trick: as soon as points are reached."""
        return self.stop or self.kind == "race"

    @property
    def signed(self) -> bool:
        """Whether a value below 0 is a loss of that size."""
        return self.margin or self.kind == "race"


@frozen
class Contract:
    """One contract of a game.

    Attributes:
        id: lower-case ASCII, as in columns and on the command line.
        name: as printed to people.
        rank: place in the auction, None if it cannot be bid.
        goal: what the declarer's side tries to force.
        value: v of RULINGS, the settlement per payer and receiver.
        stake: how the value settles: ``fixed`` - v won or lost as it is makeable or not; ``value`` -
            the searched value x v // ``per``; ``search`` - the payoffs are searched for (``settles``,
            or play in which each seeks his own); ``none`` - nothing is settled.
        per: the divisor of stake ``value``.
        settles: the goal of the search that gives the payoff per payer, where it is not ``goal``.
        order: order of rank, ``K``, ``T`` or ``Z``; ``KT``: T if a Ten is called, else K.
        trump: whether the contract names a trump suit.
        party: who plays with the declarer: nobody, the holder of a called card, the player opposite.
        sits_out: the player opposite takes no part.
        bidders: who may bid it.
        leads: who leads to trick 1.
        requires: what the declarer must hold: ``marriage`` K+Q of a suit, ``suit`` all cards of one
            suit, ``trumps`` all cards of the trump suit.
        second: v when a second player undertakes the same (Mitbettler, Mitplauderer), 0: nobody may.
        loser_pays: when one of two succeeds, he is paid by the one who fails; otherwise pays him.
        open_after: after how many tricks the players who did not bid it lay their cards face up, 0: never.
        raises: ids of the contracts that the declarer's partner may raise it to in trick 1.
        makeable_at: least value that makes it, None where makeability means nothing.
        aliases: other names that are read, folded (lower case, ASCII, no blanks).
    """

    id: str
    name: str
    rank: int | None
    goal: Goal
    value: int
    order: Literal["K", "T", "Z", "KT"]
    stake: Literal["fixed", "value", "search", "none"] = "fixed"
    per: int = 1
    settles: Goal | None = None
    trump: bool = False
    party: Literal["alone", "called", "opposite"] = "alone"
    sits_out: bool = False
    bidders: Literal["any", "forehand", "forehand_side", "other_side", "not_forehand"] = "any"
    leads: Literal["declarer", "forehand"] = "declarer"
    requires: Literal["marriage", "suit", "trumps"] | None = None
    second: int = 0
    loser_pays: bool = True
    open_after: int = 0
    raises: tuple[str, ...] = ()
    makeable_at: int | None = 1
    aliases: tuple[str, ...] = ()


#: The largest number that an option may be, so that no settlement leaves 32 bits: in Rufmariasch 19 times as
#: much is won by a lone caller from each of three.
MOST = 1_000_000

_NUMBER = re.compile("[1-9][0-9]{0,6}")


@frozen
class Option:
    """A named rule option: its values, the default first, what it decides, and the field that obeys it.

    Attributes:
        values: empty means any whole number from 1 to ``MOST``.
        meaning: for people.
        sets: the field of the row that it governs: ``must_beat`` of the game, ``bettler.value`` of a
            contract. Whoever reads that field obeys the option; there is no other way to.
        to: what the field is for each of the values; the integer itself where ``values`` is empty.
    """

    name: str
    values: tuple[str, ...]
    meaning: str
    sets: str
    to: tuple[Any, ...] = ()
    default: str = ""

    @property
    def initial(self) -> str:
        """The default of RULINGS."""
        return self.default or self.values[0]

    def allows(self, value: str) -> bool:
        """Whether a value is one of the option's."""
        if self.values:
            return value in self.values
        return _NUMBER.fullmatch(value) is not None and int(value) <= MOST

    def put(self, game: Game, value: str) -> Game:
        """The game with the field as a value has it; the same object if nothing changes."""
        row, name = self._governed(game)
        wanted: dict[str, Any] = {name: self.to[self.values.index(value)] if self.values else int(value)}
        if wanted[name] == getattr(row, name):
            return game
        changed = replace(row, **wanted)
        if isinstance(changed, Game):
            return changed
        return replace(game, contracts=tuple(changed if c is row else c for c in game.contracts))

    def of(self, game: Game) -> str:
        """The value that is in force in a game."""
        found = getattr(*self._governed(game))
        return self.values[self.to.index(found)] if self.values else str(found)

    def _governed(self, game: Game) -> tuple[Game | Contract, str]:
        """The row that has the field, and its name."""
        contract, _, name = self.sets.rpartition(".")
        return next(c for c in game.contracts if c.id == contract) if contract else game, name


#: Whether the duty to beat is played (RULINGS: common play rules); any game may have it.
BEAT = Option(
    "beat", ("all", "none"), "whether a player who can beat the trick so far must", "must_beat", (True, False)
)


@frozen
class Bidding:
    """How an auction goes; it begins with forehand, and whoever has passed is out of it.

    Attributes:
        once: each seat speaks once, and forehand plays the first contract if nobody bids; otherwise it
            goes on until all but one have passed.
        rounds: how often all may pass before the auction is passed out.
        ties: a bid may equal the last: both then name their trumps, and the suit (0-3, S H D C) that
            stands earlier here wins; empty: every bid ranks above the last.
        trump: forehand has named a trump suit before, whatever is bid.
    """

    once: bool = False
    rounds: int = 1
    ties: tuple[int, ...] = ()
    trump: bool = False


@frozen
class Game:
    """A game: its pack, its rules of play and its contracts.

    Attributes:
        points: card points of the natural ranks 7 8 9 T J Q K A.
        last: points for the last trick.
        marriage: points of a marriage in a plain suit and in trumps.
        must_trump, must_beat: the duties of RULINGS, common play rules.
        pairs: the seats opposite are partners for good, and game points go to both.
        unit: what the settlement is counted in (``chips``).
        bidding: how the auction goes.
        dealer_bids: the dealer must bid once all have passed in the last round; otherwise nobody plays.
        contra: what a Contra does: ``doubles`` the stake (said in the auction), adds one ``token`` (said
            in trick 1), or None: it is not said.
        called_trump: the suit of the called card is trump.
        call_own: an own card may be called, which makes it 1 v 3.
        opening_marriage: whether a marriage may be registered on the opening lead; ``pending``: it counts
            once the side has taken a trick.
        seen: cards that forehand has seen when he calls or names the trump, 0: all of them.
        usual: deals whose hands are of its size are taken to be of it where nothing says.
        book: the bundled book of the odds of its hands, by the default rules.
        orders: whether the contracts differ in their order of rank (column ``order``).
        endings: shorter hands of one size are played too.
        calibration: it is for comparison with other solvers; a trump may be left out.
    """

    id: str
    name: str
    pack: int
    size: int
    contracts: tuple[Contract, ...]
    unit: str
    seats: int = 4
    talon: int = 0
    points: tuple[int, ...] = (0, 0, 0, 10, 0, 0, 0, 10)
    last: int = 10
    marriage: tuple[int, int] = (20, 40)
    must_trump: bool = True
    must_beat: bool = True
    pairs: bool = False
    bidding: Bidding = Bidding()
    dealer_bids: bool = False
    contra: Literal["doubles", "token"] | None = None
    called_trump: bool = False
    call_own: bool = True
    opening_marriage: Literal["yes", "no", "pending"] = "yes"
    seen: int = 0
    usual: bool = False
    book: str | None = None
    orders: bool = False
    endings: bool = False
    options: tuple[Option, ...] = ()
    calibration: bool = False

    def __post_init__(self) -> None:
        ids = [contract.id for contract in self.contracts]
        ranks = [contract.rank for contract in self.contracts if contract.rank is not None]
        if len(set(ids)) < len(ids) or ranks != sorted(set(ranks)):
            raise ValueError(f"contracts of {self.id}: ids must differ, ranks rise in the order of the list")
        if len({option.name for option in self.options}) < len(self.options):
            raise ValueError(f"rule options of {self.id}: their names must differ")
        for option in self.options:
            try:
                option.of(self)
            except (AttributeError, StopIteration, ValueError):
                raise ValueError(f"rule option {option.name} of {self.id} governs no field of it") from None

    def contract(self, name: str | Contract) -> Contract:
        """The contract of an id, of a name (with or without umlauts, blanks and capitals) or of a row.

        Raises:
            ValueError: no such contract; the message lists the known ones.
        """
        ids, name = [c.id for c in self.contracts], name.id if isinstance(name, Contract) else name
        if name not in ids:
            names = {c.id: (c.id, c.name, *c.aliases) for c in self.contracts}
            name = meant("contract", name, names, f" of {self.id}")
        return self.contracts[ids.index(name)]

    def contracts_of(self, names: Iterable[str | Contract]) -> list[Contract]:
        """The contracts of ids or names, in the game's order; those of other games are passed over.

        Raises:
            ValueError: the game has none of them; the message lists the known ones.
        """
        found, missing = [], []
        for name in names:
            try:
                found.append(self.contract(name))
            except ValueError as error:
                missing.append(error)
        if missing and not found:
            raise missing[0]
        return [contract for contract in self.contracts if contract in found]

    @property
    def most_contra(self) -> int:
        """The greatest number of Contra calls: Subcontra is the third where each doubles."""
        return {None: 0, "token": 1, "doubles": 3}[self.contra]

    @property
    def goals(self) -> list[Goal]:
        """The goals of its contracts, and those by which they settle."""
        return [goal for c in self.contracts for goal in (c.goal, c.settles) if goal is not None]

    @property
    def passed_out(self) -> Contract | None:
        """What is played when nobody bids, each for himself (Schurln); None: nothing is."""
        return next((c for c in self.contracts if c.goal.each_for_himself), None)

    @property
    def in_force(self) -> dict[str, str]:
        """The value of every rule option, as the row has it."""
        return {option.name: option.of(self) for option in self.options}

    def under(self, given: Mapping[str, str] | None) -> Game:
        """The row of the game by some rule options: itself where they say nothing new.

        Raises:
            ValueError: an unknown option or value; the message lists the known ones.
        """
        game = self
        for name, value in dict(given or {}).items():
            option = next((o for o in self.options if o.name == name), None)
            if option is None:
                known = hint(name, {o.name: (o.name,) for o in self.options})
                raise ValueError(f"unknown rule option {name!r} of {self.id}, {known}")
            if not option.allows(str(value)):
                known = ", ".join(option.values) or f"a whole number from 1 to {MOST:,}"
                raise ValueError(f"rule option {name} of {self.id} cannot be {value!r}, known: {known}")
            game = option.put(game, str(value))
        return game
