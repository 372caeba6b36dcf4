"""Data classes that describe card games: Goal, Contract, Option, Bidding and Game.

All rules are fields of these classes. Code outside this package reads these fields, and makes no decision by
the id of a game or contract. The declarer's side is the declarer and the partner, or the declarer alone if
there is no partner. The letter v stands for the basic value of a contract (RULINGS).
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

from kranalyze.games.naming import id_of_name, unknown_name
from kranalyze.texts.problems import problem_text

#: The kinds of goals that a contract can have. ``Goal.kind`` explains them. The core has a search for each
#: kind.
Kind = Literal["sweep", "exactly", "points", "tricks", "stakes", "race", "dealt", "last", "double", "most"]


class Goal(NamedTuple):
    """The aim of the declarer's side in a contract.

    Attributes:
        kind: the kind of the goal.

            - ``sweep``: the ``takers`` take each of the first n tricks, where n is ``tricks``, and get
              ``need`` points.
            - ``exactly``: the side takes exactly ``tricks`` tricks.
            - ``points``: the side takes as many card points as it can.
            - ``tricks``: the side takes as many tricks as it can.
            - ``stakes``: the side maximizes its whole settlement, by the rules of Rußbach.
            - ``race``: the first side to reach ``need`` points wins.
            - ``dealt``: the contract is won with the cards as dealt, without play.
            - ``last``: the declarer alone takes all tricks but the last. The winner of the last trick becomes
              the partner.
            - ``double``: two declarers both try to take no trick.
            - ``most``: there are no sides. Each player tries not to take the most points.
        takers: the players who must take the tricks of a ``sweep``: ``declarer`` (the declarer alone),
            ``side`` (the declarer and the partner), or ``others`` (the opponents).
        tricks: in a ``sweep``, how many tricks from the first on must be taken (0: all). In ``exactly``, how
            many tricks the side must take.
        need: how many points the side needs to win; 0: the side needs no points.
        low: only for a ``race``: the stake is doubled if the loser has fewer points than this number.
        stop: whether play stops as soon as the contract is won or lost. For example, the contract is won when
            the declarer's side has ``need`` points.
        margin: whether the value of a play is the points of the declarer's side minus the points of the
            opponents. False: the value is the points of the declarer's side.
        marriages: the way in which marriages count. ``none``: they do not count. ``declared``: they are
            declared in trick 1, and count when their player has taken a trick. ``lead``: a marriage counts
            when its King or Queen is led.
        own_marriages: whether only the declarer's own marriages count. False: the marriages of the declarer
            and the partner count. In a race, or if ``margin`` is set, the marriages of the opponents count
            for the opponents.
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

    @property
    def yes_or_no(self) -> bool:
        """Whether the search returns only 1 (the contract is made) or 0 (the contract is lost)."""
        return self.kind in ("sweep", "exactly", "dealt", "double")

    @property
    def decided_without_play(self) -> bool:
        """Whether the dealt cards alone decide the contract, so that no card is played."""
        return self.kind == "dealt"

    @property
    def last_winner_becomes_partner(self) -> bool:
        """Whether the winner of the last trick becomes the declarer's partner.

        If so, the search returns a multiple of v, the basic value of the contract.
        """
        return self.kind == "last"

    @property
    def each_for_himself(self) -> bool:
        """Whether each player plays alone, so that there are no sides."""
        return self.kind == "most"

    @property
    def allows_announcing(self) -> bool:
        """Whether players may announce in trick 1 that they will get 100 points or all tricks."""
        return self.kind == "stakes"

    @property
    def played_on(self) -> bool:
        """Whether a record may have cards that were played after a side had won. These cards do not count."""
        return self.kind == "race"

    @property
    def ends_early(self) -> bool:
        """Whether play may end before the last trick, because the contract is already won or lost."""
        return self.stop or self.kind == "race"

    @property
    def signed(self) -> bool:
        """Whether the search can return a negative value. For example, -20 means that the side loses 20."""
        return self.margin or self.kind == "race"


@dataclass(frozen=True, slots=True)
class Contract:
    """A contract of a card game, with its rules.

    >>> from kranalyze import GAMES
    >>> contract = GAMES["graden"].contract("Königmord")
    >>> contract.id, contract.name, contract.value
    ('koenigmord', 'Königmord', 70)

    Attributes:
        id: identifier in columns and on the command line, in lower-case ASCII.
        name: name that people read.
        rank: rank in the auction. A bid of higher rank beats a bid of lower rank. None: the contract cannot
            be bid.
        goal: the aim of the declarer's side.
        value: v of RULINGS, the basic value. Each payer pays this amount to each receiver.
        stake: the rule that converts the value of the search to the settlement.

            - ``fixed``: the settlement is v for a win, and -v for a loss.
            - ``value``: the settlement is (value of the search) x v // ``per``.
            - ``search``: the settlement is the result of a search. If the contract has sides, this is a
              search for the goal ``settles``.
            - ``none``: there is no settlement.
        per: divisor of the settlement for the stake ``value``.
        settles: goal of the search that finds the settlement (what each payer pays). None: the same as
            ``goal``.
        order: order of ranks (``cards.ORDERS``): ``K``, ``T`` or ``Z``. ``KT``: T if the declarer calls a
            Ten, otherwise K.
        trump: whether the contract has a trump suit, which a player names.
        party: the declarer's side: the declarer alone, the declarer and the holder of a called card, or the
            declarer and the player opposite.
        sits_out: whether the player opposite the declarer does not play.
        bidders: the players who may bid the contract.
        leads: the player who leads to trick 1.
        requires: cards that the declarer must hold. ``marriage``: King and Queen of a suit. ``suit``: all
            cards of a suit. ``trumps``: all cards of the trump suit. None: no requirement.
        second: basic value v of the contract if a second player joins the bid (as Mitbettler or
            Mitplauderer); 0: nobody can join.
        loser_pays: rule for a contract that two players bid, and that only one of them makes. True: the
            player who has failed pays the other. False: the player who has made the contract pays the other.
        open_after: number of tricks after which the declarer's opponents lay their cards face up; 0: never.
        raises: ids of the contracts to which the declarer's partner may raise this contract in trick 1.
        makeable_at: the contract is made if the search returns at least this value. None: the contract is
            neither made nor lost.
        aliases: other names that users may write, in the form that ``naming.fold_name`` returns.
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


#: The largest number to which a user may set a rule option. With this limit, settlements fit into 32 bits.
#: The largest settlement is 57 times this number. It occurs in Rufmariasch, where a lone caller can win 19
#: times this number from each of three players.
MOST = 1_000_000


class Option(NamedTuple):
    """A rule option: its allowed values, and the field of a game or contract that the option changes.

    Attributes:
        name: name of the option in a Rules tag.
        values: the allowed values. The first value is the default. Empty: any integer from 1 to ``MOST`` is
            allowed.
        meaning: explanation for people.
        sets: the field that the option changes. ``must_beat`` is a field of the game. ``bettler.value`` is
            the field ``value`` of the contract ``bettler``. Other code reads only this field, never the
            option.
        to: for each of ``values`` the value that the field gets. Empty if any integer is allowed. The field
            then gets the integer itself.
        default: the default if any integer is allowed. Otherwise the first of ``values`` is the default.
    """

    name: str
    values: tuple[str, ...]
    meaning: str
    sets: str
    to: tuple[Any, ...] = ()
    default: str = ""

    @property
    def default_value(self) -> str:
        """The default value of the option, as in RULINGS."""
        return self.default or self.values[0]

    def allows(self, value: str) -> bool:
        """Return whether a user may set the option to a value."""
        if self.values:
            return value in self.values
        return re.fullmatch("[1-9][0-9]{0,6}", value) is not None and int(value) <= MOST

    def set_value(self, game: "Game", value: str) -> "Game":
        """Return a game in which this option has the value ``value``.

        If the option already has this value, return ``game`` itself.
        """
        row, name = self._field(game)
        wanted: dict[str, Any] = {name: self.to[self.values.index(value)] if self.values else int(value)}
        if wanted[name] == getattr(row, name):
            return game
        changed = replace(row, **wanted)
        if isinstance(changed, Game):
            return changed
        return replace(game, contracts=tuple(changed if c is row else c for c in game.contracts))

    def value_in(self, game: "Game") -> str:
        """Return the value of this option in a game."""
        field_value = getattr(*self._field(game))
        return self.values[self.to.index(field_value)] if self.values else str(field_value)

    def _field(self, game: "Game") -> "tuple[Game | Contract, str]":
        """Return the game or contract whose field this option changes, and the name of this field."""
        contract, _, name = self.sets.rpartition(".")
        if not contract:
            return game, name
        return next(c for c in game.contracts if c.id == contract), name


#: Whether a player who can beat the cards of a trick must do so (RULINGS: common play rules). Any game may
#: have this option.
BEAT = Option(
    "beat", ("all", "none"), "whether a player who can beat the trick must do so", "must_beat", (True, False)
)


class Bidding(NamedTuple):
    """The rules of an auction. Forehand begins, and a pass is final.

    Attributes:
        once: True: each seat calls only once, and forehand plays the first contract if nobody bids. False:
            the auction goes on until all seats but one have passed.
        rounds: if all seats pass in this many rounds, the auction ends without a bid.
        ties: rule for bids of equal rank. An empty text means that each bid must rank above the last bid.
            Otherwise a bid may equal the last bid. Then both bidders name their trumps, and the higher suit
            wins. The text has the letters of the suits from high to low.
        trump: whether forehand names a trump suit before the auction.
    """

    once: bool = False
    rounds: int = 1
    ties: str = ""
    trump: bool = False


#: The usual auction. It ends if all seats pass in the first round. Each bid must rank above the bid before.
_ONE_ROUND = Bidding()


@dataclass(frozen=True, slots=True)
class Game:
    """A card game: its pack, its rules of play and its contracts.

    >>> from kranalyze import GAMES
    >>> game = GAMES["graden"]
    >>> game.name, game.size, len(game.contracts)
    ('Königrufen (Graden)', 6, 10)

    Attributes:
        id: identifier in columns and on the command line, in lower-case ASCII.
        name: name that people read.
        pack: number of cards in the pack.
        size: number of cards in a hand.
        contracts: the contracts, in ascending order of rank.
        unit: unit of the settlement, for example ``chips``.
        seats: number of players.
        talon: number of cards in the talon; 0: no talon.
        points: card points of the ranks 7 8 9 T J Q K A, in this order.
        last: points that a side gets for winning the last trick.
        marriage: two numbers: points of a marriage in a plain suit, and points of a marriage in trumps.
        must_trump: whether players who cannot follow suit must trump (RULINGS: common play rules).
        must_beat: whether players who can beat the cards of a trick must do so (RULINGS: common play rules).
        pairs: whether opposite seats are permanent partners. Both partners then get game points.
        bidding: rules of the auction.
        dealer_bids: whether the dealer must bid if all seats have passed in the last round. False: the deal
            is then not played.
        contra: effect of Contra. ``doubles``: Contra is called in the auction, and doubles the stake.
            ``token``: Contra is called in trick 1, and adds a token. None: there is no Contra.
        called_trump: whether the suit of the called card is trump.
        call_own: whether the declarer may call a card of his own hand. He then plays alone against three.
        opening_marriage: whether the opening lead can register a marriage. ``pending``: the lead can register
            the marriage, but the marriage counts only when the side of its player has taken a trick.
        seen: forehand has seen this many of its cards when it calls a card or names trump; 0: all cards.
        usual: whether a deal without the name of a game is read as a deal of this game, if its hands have
            ``size`` cards.
        book: name of the bundled book with the odds of all hands under the default rules. None: no book.
        orders: whether contracts of the game have different orders of ranks (column ``order``).
        endings: whether a deal may have shorter hands of equal size.
        options: the rule options.
        calibration: whether the game only serves to compare solvers. Such a game may be played without trump.
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
    bidding: Bidding = _ONE_ROUND
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
                option.value_in(self)
            except (AttributeError, StopIteration, ValueError):
                raise ValueError(f"rule option {option.name} of {self.id} governs no field of it") from None

    def __hash__(self) -> int:
        # Hash only a few fields. Hashing all contracts would take longer than a lookup in a dict.
        value = self.contracts[0].value
        return hash((self.id, value, self.must_beat, self.call_own, self.opening_marriage, self.called_trump))

    def contract(self, name: str | Contract) -> Contract:
        """Return the contract with the id or name ``name``.

        Two names are the same if ``naming.fold_name`` converts them to the same text. If the argument is a
        ``Contract``, return the contract of this game that has the same id.

        Raises:
            ValueError: the game has no such contract. The message lists its contracts.
        """
        ids = [contract.id for contract in self.contracts]
        if isinstance(name, Contract):
            name = name.id
        if name not in ids:
            names = {c.id: (c.id, c.name, *c.aliases) for c in self.contracts}
            name = id_of_name("contract_unknown", name, names, game=self.id)
        return self.contracts[ids.index(name)]

    def known_contracts(self, names: Iterable[str | Contract]) -> list[Contract]:
        """Return the contracts with these ids or names, in the game's order. Skip unknown names.

        Raises:
            ValueError: all names are unknown. The message lists the contracts of the game.
        """
        known: list[Contract] = []
        missing: list[ValueError] = []
        for name in names:
            try:
                known.append(self.contract(name))
            except ValueError as error:
                missing.append(error)
        if missing and not known:
            raise missing[0]
        return [contract for contract in self.contracts if contract in known]

    @property
    def most_contra(self) -> int:
        """How many Contra calls are possible: 3 if Contra doubles the stake, 1 if it adds a token, else 0."""
        return {None: 0, "token": 1, "doubles": 3}[self.contra]

    @property
    def goals(self) -> list[Goal]:
        """The goals of all contracts: for each contract ``goal``, and ``settles`` if the contract has it."""
        return [goal for c in self.contracts for goal in (c.goal, c.settles) if goal is not None]

    @property
    def passed_out(self) -> Contract | None:
        """The contract that is played if nobody bids (Schurln). Each player then plays alone.

        It is None if the game has no such contract.
        """
        return next((c for c in self.contracts if c.goal.each_for_himself), None)

    @property
    def in_force(self) -> dict[str, str]:
        """The current values of all rule options. The key is the name of the option."""
        return {option.name: option.value_in(self) for option in self.options}

    def under(self, rules: Mapping[str, str] | None) -> "Game":
        """Return a game in which rule options have the values of ``rules``.

        If all options already have these values, return this game itself.

        Raises:
            ValueError: an option or a value is unknown. The message lists the known options or values.
        """
        game = self
        for name, value in dict(rules or {}).items():
            option = next((o for o in self.options if o.name == name), None)
            if option is None:
                names = {o.name: (o.name,) for o in self.options}
                raise unknown_name("rule_unknown", name, names, game=self.id)
            if not option.allows(str(value)):
                known = ", ".join(option.values) or problem_text("rule_number", {"most": f"{MOST:,}"})
                gaps = {"option": name, "game": self.id, "text": value, "known": known}
                raise ValueError(problem_text("rule_value", gaps))
            game = option.set_value(game, str(value))
        return game
