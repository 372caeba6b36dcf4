// Lets the user set up a deal: choose the cards of hands, deal at random, or paste KPN.
import { bit, cardName, cardsOf, count, inOrder, packMask } from "./cards.js";
import { button, choice, h } from "./dom.js";
import { tile } from "./faces.js";
import { problemText } from "./problems.js";
import { roving } from "./roving.js";
import { localized, pick, seatName, t } from "./words.js";

// Maximum number of errors that are listed. Browsers would take seconds to show many thousands.
const SHOWN_ERRORS = 200;

export class Setup {
  constructor(games) {
    this.games = games;
    this.seat = 0;
    this.text = "";
    this.errors = null;
    this.good = [];
    this.begin(games[0].id);
  }

  begin(game, hands = null, rules = {}, dealer = 0) {
    this.game = this.games.find((one) => one.id === game);
    this.rules = { ...rules };
    this.dealer = dealer ?? 0;
    this.hands = (hands ?? [0, 0, 0, 0]).map((mask) => mask ?? 0);
    this.seat = this.next(0);
  }

  get pack() {
    return packMask(this.game.ranks);
  }

  get handed() {
    return this.hands.reduce((sum, mask) => (sum | mask) >>> 0, 0);
  }

  // The cards that are in no hand yet. In a game with a talon, the cards that are left when all hands are
  // full become the talon.
  get left() {
    return (this.pack & ~this.handed) >>> 0;
  }

  get missing() {
    return this.game.seats * this.game.size - count(this.handed);
  }

  get full() {
    return this.missing === 0;
  }

  next(from) {
    for (let i = 0; i < this.game.seats; i++) {
      const seat = (from + i) % this.game.seats;
      if (count(this.hands[seat]) < this.game.size) return seat;
    }
    return from;
  }

  give(card) {
    const seat = count(this.hands[this.seat]) < this.game.size ? this.seat : this.next(this.seat);
    if (count(this.hands[seat]) >= this.game.size) return;
    this.hands[seat] = (this.hands[seat] | bit(card)) >>> 0;
    this.seat = this.next(seat);
  }

  take(card) {
    const seat = this.hands.findIndex((mask) => mask & bit(card));
    this.hands[seat] = (this.hands[seat] & ~bit(card)) >>> 0;
    this.seat = seat;
  }

  // Deals the remaining cards at random. All ways to deal these cards are equally likely.
  fill() {
    const cards = cardsOf(this.left);
    const numbers = new Uint32Array(1);
    for (let i = cards.length - 1; i > 0; i--) {
      const most = Math.floor(2 ** 32 / (i + 1)) * (i + 1);
      do crypto.getRandomValues(numbers);
      while (numbers[0] >= most);
      const k = numbers[0] % (i + 1);
      [cards[i], cards[k]] = [cards[k], cards[i]];
    }
    for (let seat = 0; seat < this.game.seats; seat++)
      while (count(this.hands[seat]) < this.game.size)
        this.hands[seat] = (this.hands[seat] | bit(cards.pop())) >>> 0;
    this.seat = 0;
  }

  record() {
    return { game: this.game.id, rules: this.rules, hands: [...this.hands],
      talon: this.game.talon ? this.left : 0, dealer: this.dealer, fresh: true };
  }

  view(deck, actions) {
    const { game } = this;
    const seats = [0, 1, 2, 3].slice(0, game.seats);
    const order = game.order;
    const act = (what) => () => {
      what();
      actions.redraw();
    };
    return [
      h("h1", { class: "heard" }, t("setUp")),
      h("section", { class: "panel" }, h("h2", null, t("cards")),
        h("div", { class: "choices" },
          choice(t("game"), this.games.map((one) => [one.id, pick(one.name)]), game.id,
            (id) => act(() => this.begin(id))(), { id: "setup-game" }),
          choice(t("dealer"), seats.map((s) => [s, seatName(s)]), this.dealer,
            (s) => act(() => (this.dealer = Number(s)))(), { id: "setup-dealer" }),
          game.options.map((option) => this.option(option, act))),
        h("p", { class: "tools" }, button(t("random"), act(() => (this.hands.fill(0), this.fill())),
          { id: "setup-random" }),
          button(t("fill"), act(() => this.fill()), { id: "setup-fill", disabled: this.full }),
            button(t("clear"), act(() => this.begin(game.id, null, this.rules, this.dealer)),
              { id: "setup-clear" }),
          button(t("done"), actions.done, { id: "setup-done", class: "main", disabled: !this.full })),
        h("p", { class: "soft" }, t("editHelp")),
        h("div", { class: `setup seats${game.seats}` },
          seats.map((seat) => h("div", { class: `slot${seat === this.seat ? " chosen" : ""}` },
          h("button", { type: "button", class: "slot-name", id: `slot-${seat}`,
            "aria-pressed": String(seat === this.seat), onclick: act(() => (this.seat = seat)) },
            seatName(seat), ` ${count(this.hands[seat])}/${game.size}`),
          this.handOf(seat, deck, order, act)))),
        this.packOf(deck, order, act),
        h("p", { class: "soft", "aria-live": "polite" },
          this.full ? (game.talon ? [t("talon"), ": ",
            cardsOf(this.left).map((c) => cardName(c, deck)).join(" ")] : "")
              : t("stillMissing", { n: this.missing }))),
      this.kpn(actions),
    ];
  }

  // Draws the cards of a hand. A click on a card puts it back into the pack.
  handOf(seat, deck, order, act) {
    const cards = [0, 1, 2, 3].flatMap((suit) => inOrder(this.hands[seat], suit, order));
    const hand = h("div", { class: "cards", role: "group", "aria-label": seatName(seat) }, cards.map((card) =>
      tile(card, deck, { onclick: act(() => this.take(card)), data: { id: `held-${cardName(card)}` } })));
    return roving(hand, [hand], `hand-${seat}`, `slot-${seat}`);
  }

  // Draws the pack: cards that can still be given to a hand, and the empty places of the other cards.
  packOf(deck, order, act) {
    const shown = (card) => (this.left & bit(card)
      ? tile(card, deck, { onclick: this.full ? null : act(() => this.give(card)),
        data: { id: `pack-${cardName(card)}` } })
      : tile(card, deck, { classes: "gone" }));
    const rows = [0, 1, 2, 3].map((suit) =>
      h("div", { class: "cards" }, inOrder(this.pack, suit, order).map(shown)));
    return roving(h("div", { class: "pack", "aria-label": t("pack"), role: "group" }, rows), rows, "pack",
      "setup-done");
  }

  option(option, act) {
    const value = this.rules[option.name] ?? option.initial;
    const change = (choice) => act(() => (choice === option.initial ? delete this.rules[option.name]
      : (this.rules[option.name] = choice)))();
    const label = pick(option.label);
    const shown = option.values.map((name, i) => [name, pick(option.shown[i])]);
    if (option.values.length)
      return choice(h("abbr", { title: pick(option.meaning) }, label), shown, value, change,
        { id: `rule-${option.name}` });
    const { most } = option;
    return h("label", { class: "choice" }, h("span", { title: pick(option.meaning) }, label),
      h("input", { type: "number", min: 1, max: most, value, id: `rule-${option.name}`,
        onchange: (e) => change(String(Math.max(1,
          Math.min(most, Math.trunc(Number(e.target.value)) || 1)))) }));
  }

  kpn(actions) {
    const errors = this.errors;
    const more = (errors?.length ?? 0) - SHOWN_ERRORS;
    return h("section", { class: "panel" }, h("h2", null, t("pasteKpn")),
      h("p", { class: "soft" }, t("kpnHelp")),
      h("textarea", { id: "kpn", rows: 8, spellcheck: "false", "aria-label": t("kpnHelp"), value: this.text,
        oninput: (e) => (this.text = e.target.value) }),
      h("p", { class: "tools" }, button(t("read"), actions.read, { id: "kpn-read", class: "main" })),
      errors?.length ? h("div", { role: "alert", id: "kpn-errors" },
        h("p", null, errors.length === 1 ? t("oneError") : t("errors", { n: errors.length })),
        h("ul", null, errors.slice(0, SHOWN_ERRORS).map((error) => h("li", null,
          h("button", { type: "button", class: "place",
            onclick: () => actions.place(error.line, error.column) }, `${error.line}:${error.column}`), " ",
              problemText(error)))),
        more > 0 ? h("p", { id: "kpn-more" }, t("moreErrors", { n: localized(more) })) : null,
        this.good.length ? h("p", null, button(t(this.good.length > 1 ? "useGames" : "useGame",
          { n: this.good.length }), actions.use, { id: "kpn-use" })) : null) : null);
  }
}

// Selects the character at a place of the pasted text. line, column: the place, counted from 1.
export function selectPlace(text, line, column) {
  const area = document.getElementById("kpn");
  const lines = text.split(/\r\n|\n|\r/);
  const before = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  const characters = [...lines[line - 1]];
  const at = before + characters.slice(0, column - 1).join("").length;
  area.focus();
  area.setSelectionRange(at, at + (characters[column - 1]?.length ?? 0));
}
