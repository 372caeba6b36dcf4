// Trains a player on cards and bids that cost something. A lesson goes back to a turn of a logged game. It
// shows only what the player could know, and asks for a card or bid. Then it shows the values of the cards or
// bids by this knowledge.
import { bestBid, isGoodBid, isSameBid, madeChoice, nextBid, turnOfPlayer,
  withMeans } from "./bidlessons.js";
import { button, busily, h, quoted } from "./dom.js";
import { costlyCalls, dearest } from "./costs.js";
import { eveningOf, playedContract } from "./evening.js";
import { verdictOf } from "./figures.js";
import { forGood } from "./kept.js";
import { lacksValues, learned, lessonsOf, nextLesson, noteAnswer, openCards,
  restoreProgress } from "./lessons.js";
import { Model } from "./model.js";
import { isSmallLoss } from "./smallmistake.js";
import { storeVerdicts } from "./verdicts.js";
import { writeKpn } from "./writing.js";

export class Trainer {
  // judging: how many layouts are examined to judge a card (see judgeTurn). judging.slow has settings for the
  // first tricks of contracts whose positions take milliseconds to solve. judging.usual is for all other
  // cases. draw: function that draws the page. drawUntouched: function that draws the page while no finger or
  // mouse button is down.
  constructor(client, games, judging, draw, drawUntouched) {
    this.client = client;
    this.games = games;
    this.judging = judging;
    this.draw = draw;
    this.drawUntouched = drawUntouched;
    this.evening = [];
    this.name = "";
    this.lesson = null;
    this.work = 0;
    // left: number of cards (or calls, see subject) that are still to be judged. total: number at the start.
    this.left = 0;
    this.total = 0;
    // isForAll: whether the choices of all players are being judged. drawn: the time when the progress of
    // judging was last drawn.
    this.isForAll = false;
    this.drawn = 0;
    this.subject = "cards";
    // The kind of game (Graden, ...) whose lessons are shown, "" for all kinds.
    this.kind = "";
    // The keys of the lessons in the list, null before the list is drawn.
    this.listedKeys = null;
    this.onreason = () => {};
    // Whether the group of bad luck is unfolded in the list.
    this.isUnfolded = false;
  }

  // The lessons of the player in the chosen kind of game, in the order of lessonsOf.
  get lessons() {
    return lessonsOf(this.evening, this.name).filter(({ record }) => !this.kind || record.game === this.kind);
  }

  // The lessons in the list. Their order stays the same while calls are judged. A lesson that is found after
  // the list was drawn enters the list only after relist().
  get listed() {
    const byKey = new Map(this.lessons.map((lesson) => [lesson.key, lesson]));
    if (!this.listedKeys?.length) this.listedKeys = [...byKey.keys()];
    return this.listedKeys.map((key) => byKey.get(key)).filter(Boolean);
  }

  // Lets the list have all lessons again, in their order.
  relist() {
    this.listedKeys = null;
  }

  // Whether cards of the player are being judged, so that nobody knows which of them are mistakes.
  get isJudgingCards() {
    return this.left > 0 && this.subject === "cards" && this.evening.some((record) => {
      const seat = record.names?.indexOf(this.name) ?? -1;
      if (seat < 0 || !record.contract) return false;
      return lacksValues(record, seat) || openCards(record, seat).length > 0;
    });
  }

  // The kinds of games in which the player has lessons.
  get kinds() {
    return [...new Set(lessonsOf(this.evening, this.name).map(({ record }) => record.game))];
  }

  // The number of evenings in which the games were played.
  get evenings() {
    return new Set(this.evening.map(eveningOf)).size;
  }

  get names() {
    return [...new Set(this.evening.flatMap((record) => record.names ?? []).filter(Boolean))].sort((a, b) =>
      a.localeCompare(b));
  }

  // Opens the list of the lessons of the evening.
  open(evening) {
    if (evening !== this.evening) this.work++;
    this.evening = evening;
    this.lesson = null;
    this.relist();
    const kept = forGood.load("name");
    if (!this.name && this.names.includes(kept)) this.choose(kept);
  }

  // Chooses the player. The choice is remembered.
  choose(name) {
    this.name = name;
    this.kind = "";
    this.relist();
    this.isForAll = false;
    if (name) forGood.save("name", name);
    this.judge(++this.work);
  }

  facts(record) {
    return this.games.find(({ id }) => id === record.game);
  }

  // Returns the question about a turn for the core: the game as KPN, the seat, and the cards played before.
  question(record, at) {
    const model = this.modelOf(record);
    model.trace = model.fromRecord();
    const contract = model.contract;
    const seat = record.seats[at];
    const trick = Math.floor(at / model.playing);
    const isSlow = contract.slow || contract.parties || record.second !== undefined;
    const accuracy = (isSlow && this.judging.slow[trick]) || this.judging.usual;
    const after = this.isLaying(record, at) ? 0 : at;
    return { text: writeKpn(model, "french"), seat, after, card: record.play[at], accuracy };
  }

  // Returns the question about a call for the core: the game as KPN, the seat, and the index of the call.
  bidQuestion(record, seat, at) {
    const model = this.modelOf(record);
    model.trace = model.fromRecord();
    return { text: writeKpn(model, "french"), seat, at };
  }

  // Returns whether the card with the index `at` was laid face down. If a game has two declarers, each of
  // them lays a card face down before the first trick.
  isLaying(record, at) {
    const isBidder = [record.declarer, record.second].includes(record.seats[at]);
    return record.second !== undefined && isBidder && !record.seats.slice(0, at).includes(record.seats[at]);
  }

  modelOf(record) {
    const model = new Model(this.client, this.games, () => {});
    model.reset(record);
    return model;
  }

  // Computes the costs and verdicts that the page lacks for a player's cards and calls. The most expensive
  // cards come first. work: the number of this job. The job ends as soon as this.work is another number:
  // then another job has begun, or judging was stopped.
  async judge(work, name = this.name) {
    const mine = this.evening.filter((record) => record.names?.includes(name) && record.contract);
    this.left = this.total = mine.length;
    this.subject = "cards";
    for (const record of mine) {
      const seat = record.names.indexOf(name);
      if (lacksValues(record, seat)) await this.value(record, seat, work);
      if (work !== this.work) return;
    }
    const open = mine.flatMap((record) => this.turns(record, record.names.indexOf(name)));
    open.sort((a, b) => b.cost - a.cost);
    const calls = mine.filter((record) => turnOfPlayer(record, record.names.indexOf(name)) !== null);
    this.left = this.total = open.length;
    for (const { record, at, cost } of open) {
      await this.judgeCard(record, at, cost).catch(() => {});
      if (work !== this.work) return;
      this.left--;
      this.showProgress();
    }
    this.subject = "bids";
    this.left = this.total = calls.length;
    this.showProgress();
    for (const record of calls) {
      await this.judgeCall(record, record.names.indexOf(name)).catch(() => {});
      if (work !== this.work) return;
      this.left--;
      this.showProgress();
    }
    this.left = 0;
    if (!this.lesson) this.drawUntouched();
  }

  // Judges the cards and calls of all players of an evening, one player after the other.
  async judgeAll(evening) {
    this.open(evening);
    const work = ++this.work;
    this.isForAll = true;
    this.draw();
    for (const name of this.names) {
      await this.judge(work, name);
      if (work !== this.work) return;
    }
    this.stopJudging();
  }

  // Stops judging. The verdicts that were found so far are kept.
  stopJudging() {
    this.work++;
    this.left = 0;
    this.isForAll = false;
    if (!this.lesson) this.drawUntouched();
  }

  // Draws the progress of judging. While the choices of all players are being judged, draws at most twice a
  // second. Draws nothing while a lesson is open.
  showProgress() {
    const now = performance.now();
    // Do not draw if nothing is left: judge() then goes on with the calls, or draws at its end.
    if (!this.left || this.lesson || (this.isForAll && now - this.drawn < 500)) return;
    this.drawn = now;
    this.drawUntouched();
  }

  // Lists the turns of a seat that have no verdict yet (see openCards): { record, at, cost } each. cost: the
  // cost of the card played.
  turns(record, seat) {
    return openCards(record, seat).map((at) => {
      const only = { ...record, play: record.play.map((one, i) => (i === at ? one : -1)) };
      return { record, at, cost: dearest(only)?.cost ?? 0 };
    });
  }

  // Computes the values of a seat's cards in a pasted game, with all cards open. The values of the other
  // players' cards do not change.
  async value(record, seat, work) {
    const model = this.modelOf(record);
    if (!model.complete) return;
    const cards = (record.play ?? []).map((_, at) => record.cards?.[at] ?? [[]]);
    for (let at = 0; at < cards.length && work === this.work; at++) {
      if (record.seats[at] !== seat) continue;
      const isLaying = this.isLaying(record, at);
      const question = model.question(isLaying ? [] : record.play.slice(0, at));
      // The declarer lays a card face down first, then the second declarer. So the question about the second
      // declarer's card keeps the card that the declarer laid. The question about the declarer's card keeps
      // no card.
      if (isLaying) question.laid = question.laid.filter(([who]) => who !== seat && seat === record.second);
      const answer = await this.client.ask("stand", question).catch(() => null);
      cards[at] = [Object.entries(answer?.cards ?? {}).flatMap(([card, worth]) => [Number(card), worth])];
    }
    if (work !== this.work) return;
    Object.assign(record, { cards, isValued: true });
    storeVerdicts(record);
  }

  // Judges a card by what its player could know, and stores the verdict in the record as an analysis does.
  async judgeCard(record, at, cost) {
    const { layouts, looked, cards } = await this.client.ask("advise", this.question(record, at));
    const figures = cards.find(({ card }) => card === record.play[at]);
    const known = [at, verdictOf(figures, cost), layouts, looked,
      cards.map(({ card, share, mean }) => [card, share, mean])];
    record.known = [...(record.known ?? []).filter(([index]) => index !== at), known];
    storeVerdicts(record);
  }

  // Judges the call of a seat by the seat's hand alone, and stores the result in the record as an analysis
  // does.
  async judgeCall(record, seat) {
    const at = turnOfPlayer(record, seat);
    const own = madeChoice(record, seat, at);
    const { cost, paid, most, bids } = await this.client.ask("judgeBid",
      { ...this.bidQuestion(record, seat, at), own });
    const played = paid ?? record.payoff?.[seat] ?? record.settlement?.[seat] ?? 0;
    const isWorthless = most === null || (!own && most <= 0);
    const open = isWorthless ? 0 : Math.max(0, most - played);
    record.turns = [...(record.turns ?? []), [at, seat, cost, open, bids]];
    storeVerdicts(record);
  }

  // Judges the call of a lesson again, over all random deals that were drawn for the lesson's answer. On a
  // slow machine, the first judgement used fewer deals (PATIENCE in bidding.js).
  async judgeAgain(lesson) {
    const { record, seat } = lesson;
    const turns = record.turns ?? [];
    record.turns = turns.filter(([at, who]) => at !== lesson.at || who !== seat);
    await this.judgeCall(record, seat).catch(() => (record.turns = turns));
    const [call] = costlyCalls(record).filter((one) => one.at === lesson.at && one.seat === seat);
    const { cost, loss, verdict } = call ?? { cost: lesson.cost, loss: 0, verdict: "" };
    Object.assign(lesson, { cost, loss, verdict });
  }

  // ---- a lesson

  // Asks the question of a lesson. Returns false if no lesson is left.
  ask(lesson = nextLesson(this.lessons)) {
    this.lesson = lesson;
    this.isAgain = lesson !== null && learned().of[lesson.key]?.right === false;
    this.chosen = this.advice = this.reason = this.error = null;
    if (!lesson) return false;
    const { record, at, seat, kind } = lesson;
    busily(async () => {
      if (kind === "bid") {
        const asked = this.bidQuestion(record, seat, at);
        const advice = await this.client.ask("bids", asked).catch((error) => ((this.error = error), null));
        if (this.lesson !== lesson) return;
        if (advice && lesson.record.alone === undefined) await this.judgeAgain(lesson);
        if (this.lesson !== lesson) return;
        this.advice = advice && withMeans(lesson, advice);
        this.draw();
        document.querySelector("#bid-options button")?.focus({ preventScroll: true });
        return;
      }
      const asked = { ...this.question(record, at), withFloors: true };
      const advice = await this.client.ask("advise", asked).catch((error) => ((this.error = error), null));
      if (this.lesson !== lesson) return;
      this.advice = advice;
      this.draw();
      document.querySelector("#lesson-board button.tile")?.focus({ preventScroll: true });
    });
    return true;
  }

  // Notes the user's bid (an option of the question) as the answer, and looks for a reason.
  answerBid(option) {
    const { lesson, advice } = this;
    this.chosen = option;
    this.before = noteAnswer(lesson, isGoodBid(option, advice));
    this.draw();
    showVerdict();
    const better = bestBid(advice);
    const made = madeChoice(lesson.record, lesson.seat, lesson.at);
    const other = isGoodBid(option, advice) ? made : option.choice;
    const worse = isSameBid(better, other) ? nextBid(better, advice) : other;
    if (!better && !worse) return;
    busily(async () => {
      const asked = { ...this.bidQuestion(lesson.record, lesson.seat, lesson.at), better, worse,
        isAtTable: advice.kind === "table" };
      const reason = await this.client.ask("bidReason", asked).catch(() => null);
      if (this.lesson !== lesson || this.advice !== advice) return;
      this.reason = reason && { ...reason, better, worse };
      this.onreason();
    });
  }

  // Notes the user's card as the answer, and looks for a reason.
  answer(card) {
    const { lesson, advice } = this;
    this.chosen = card;
    this.before = noteAnswer(lesson, this.isGood(card));
    this.draw();
    showVerdict();
    const [better, worse] = this.compared();
    if (better === worse) return;
    busily(async () => {
      const reason = await this.findReason(lesson.record, lesson.at, [better, worse], advice.looked);
      if (this.lesson !== lesson || this.advice !== advice) return;
      this.reason = reason;
      this.onreason();
    });
  }

  // Returns the reason why the card `worse` is worse than the card `better` at a turn, null if there is none.
  // looked: number of layouts that were examined to judge the cards.
  findReason(record, at, [better, worse], looked) {
    const { text, seat, after } = this.question(record, at);
    return this.client.ask("reason", { text, seat, after, better, worse, looked }).catch(() => null);
  }

  // Returns the reason why the card that was played at a turn was a mistake. The result also has the two
  // cards that the reason compares (`compared`). Returns null if there is no reason.
  async reasonOfMistake(record, at) {
    const [, , , looked, cards] = record.known.find(([index]) => index === at);
    const [[better]] = [...cards].sort(([, , mean], [, , other]) => other - mean);
    const compared = [better, record.play[at]];
    const reason = await this.findReason(record, at, compared, looked);
    return reason && { ...reason, compared };
  }

  // Takes the last answer back, so that it does not count, and asks the lesson again.
  takeBack() {
    restoreProgress(this.before);
    this.chosen = this.reason = null;
    // answer() or answerBid() may still be waiting for a reason. They drop the reason if this.advice is not
    // the object that it was at their start. So replace it by a copy.
    this.advice = { ...this.advice };
    this.draw();
    document.querySelector("#lesson-board button.tile, #bid-options button")?.focus({ preventScroll: true });
  }

  figures(card) {
    return this.advice.cards.find((one) => one.card === card);
  }

  // Returns whether a card is a right answer. A card is right if no other card is clearly better over the
  // layouts that were examined, or if its loss is small.
  isGood(card) {
    const { best, costLow, mean } = this.figures(card);
    const loss = Math.max(...this.advice.cards.map((one) => one.mean)) - mean;
    return best || costLow <= 0 || isSmallLoss(loss, playedContract(this.lesson.record, this.games));
  }

  // Returns the two cards that a reason compares: the best card, then a worse one. There are three candidates
  // for the worse one: the card that the user chose, then the card played in the game, then the second-best
  // card. The first candidate that is not the best card is returned.
  compared() {
    const [best, next] = [...this.advice.cards].sort((a, b) => b.mean - a.mean);
    const others = [this.chosen, this.lesson.card, next?.card].filter((card) => card !== best.card);
    return [best.card, others[0] ?? best.card];
  }

  // Returns the number of lessons whose last answer was right.
  get right() {
    const { of } = learned();
    return this.lessons.filter(({ key }) => of[key]?.right).length;
  }
}

// Gives the focus to the verdict on an answer, and scrolls as far as needed to read it.
function showVerdict() {
  const verdict = document.getElementById("verdict");
  verdict?.focus({ preventScroll: true });
  verdict?.scrollIntoView({ block: "nearest" });
}

// Draws the buttons with which the user chooses a player.
export const nameChoice = (trainer, word, act) => h("section", { class: "panel", id: "names" },
  h("h2", null, word), h("div", { class: "tools" }, trainer.names.map((name, i) =>
    button(quoted(name), () => act(name), { id: `name-${i}` }))));
