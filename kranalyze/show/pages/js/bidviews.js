// Draws a lesson about a bid: the player's own hand and the calls so far, the question, and the answer.
import { bestBid, bidOptions, isGoodBid, isSameBid, madeChoice } from "./bidlessons.js";
import { bidReasonLines } from "./bidreasonviews.js";
import { bidWords, bidWordsBeside, isOwnCard, suitNamed } from "./bidwords.js";
import { cardsOf, inOrder, maskOf } from "./cards.js";
import { LEAST_COST } from "./costs.js";
import { button, h, quoted } from "./dom.js";
import { nameOf, playedContract } from "./evening.js";
import { cardSign, tile } from "./faces.js";
import { SIDES, lessonCourse } from "./lessonboard.js";
import { answerHead, backs, capitalized, chips, lessonBar, numberWords, percent,
  progressLine } from "./lessonparts.js";
import { callWords } from "./panels.js";
import { problemText } from "./problems.js";
import { verdictWords } from "./smallmistake.js";
import { localized, pick, t } from "./words.js";

// Maximum number of rows in the table of bids.
const ROWS = 10;

// Returns the trump that forehand named before the auction, in words.
function trumpNamed({ trump, named }, facts, deck) {
  const suit = named ?? trump ?? -1;
  return facts.namesTrump && suit >= 0 ? [" · ", t("trump"), " ", suitNamed(suit, deck)] : null;
}

// Draws the lesson. actions: functions for its buttons: bid(option), next(), stop(), game(lesson),
// deal(lesson, hands, choice).
export function bidLessonView(trainer, facts, deck, actions) {
  const { lesson, advice, chosen, error } = trainer;
  const { record } = lesson;
  const isAsked = chosen === null;
  const asked = advice ? bidOptions(lesson, advice) : null;
  const titles = { contract: t("whatDoYouBid"), trump: t("whichTrump"), call: t("whichCall") };
  const made = madeChoice(record, lesson.seat, lesson.at);
  return [
    h("header", { class: "top" }, h("h1", { id: "title", tabindex: -1 },
      isAsked ? titles[asked?.what ?? "contract"] : t("theAnswer")),
    h("p", { class: "lead" }, t("board"), " ", quoted(record.board ?? lesson.game + 1), ": ",
      pick(facts.name), trumpNamed(record, facts, deck),
      asked && asked.what !== "contract" ? [" · ", t("youBid"), " ", bidWords({ ...made, call: null,
        trump: asked.what === "call" ? made.trump : null }, facts, deck)] : null), progressLine(trainer)),
    h("div", { class: "columns2" }, h("div", { class: "left" },
      bidBoard(lesson, facts, deck, asked?.what ?? "contract"),
      isAsked && !asked ? h("p", { class: "soft hint", role: "status" },
        error ? problemText(error, deck) : t("thinking")) : null,
      error ? lessonBar(actions) : null),
    h("div", { class: "right" },
      asked && isAsked ? options(asked, record.hands[lesson.seat], facts, deck, actions) : null,
      isAsked ? null : [answer(trainer, asked.what, facts, deck, actions), lessonBar(actions)],
      asked ? lessonCourse(lesson, callsBefore(lesson, asked.what), facts, deck) : null))];
}

// Lists the calls before the question. what: the part of the bid that the question is about (see bidOptions).
// If the question is about the trump or the called card, the list also has the player's own bid.
function callsBefore({ record: { auction }, at }, what) {
  const [seat, call] = auction[at];
  return [...auction.slice(0, at), ...(what === "contract" ? [] : [[seat, call]])];
}

// Draws the table before a call: the player's own hand, and the calls of all seats so far. what: the part of
// the bid that the question is about. If this part is the trump or the called card, the player has already
// named the contract.
function bidBoard(lesson, facts, deck, what) {
  const { record, seat: me, at, game } = lesson;
  const seats = Array.from({ length: facts.seats }, (_, i) => (me + i) % facts.seats);
  const calls = callsBefore(lesson, what);
  const own = [0, 1, 2, 3].flatMap((suit) => inOrder(record.hands[me], suit, facts.order));
  const head = (seat) => h("h2", null,
    h("span", { class: "name" }, seat === me ? t("you") : quoted(nameOf(record, seat))),
    h("span", { class: "state" }, [what !== "contract" && seat === me ? "declarerRole" : null,
      record.dealer === seat ? "dealerRole" : null].map((role) =>
      (role ? h("span", { class: "role" }, t(role)) : null))));
  const called = calls.length ? "called" : "";
  return h("div", { class: `board lesson bidding ${called} seats${facts.seats}`, id: "lesson-board",
    "data-game": game, "data-at": at },
    seats.map((seat, i) => h("section", { "aria-label": nameOf(record, seat),
      class: `hand ${SIDES[facts.seats][i]}${seat === me ? " mover" : ""}` }, head(seat),
      h("div", { class: "cards" }, seat === me ? own.map((card) => tile(card, deck))
        : backs(cardsOf(record.hands[seat]).length)),
      h("p", { class: "said" }, calls.filter(([who]) => who === seat).map(([, call, trump], k) =>
        [k ? ", " : "", callWords(facts, call, trump, deck)])))),
    h("div", { class: "middle" }, h("p", { class: "soft" }, calls.length ? "" : t("nobodyCalled"))));
}

// Draws the options as buttons. hand: mask of the player's own cards. A player who calls one of his own cards
// plays alone, and the button of such a card says so.
function options({ what, options: list }, hand, facts, deck, actions) {
  const words = ({ choice }) => (what === "call"
    ? [cardSign(choice.call, deck), isOwnCard(choice.call, hand) ? h("small", null, " ", t("alone")) : null]
    : what === "trump" ? suitNamed(choice.trump, deck)
    : choice ? pick(facts.contracts.find(({ id }) => id === choice.contract).name) : t("passing"));
  const order = (option) => (what === "contract" ? facts.contracts.findIndex(({ id }) =>
    id === option.choice?.contract) : Number(option.key));
  const draw = (option) => button(words(option), () => actions.bid(option), { id: `bid-${option.key}` });
  const sorted = [...list].sort((a, b) => order(a) - order(b));
  return h("div", { class: `bid-options of-${what}`, id: "bid-options", role: "group" },
    what === "call" ? rowsOfSuits(sorted, facts).map((row) => h("div", { class: "row" }, row.map(draw)))
      : sorted.map(draw));
}

// Groups the options for the called card by suit. Returns a list for each suit. In a list, the cards stand in
// the order of rank, as in a hand.
function rowsOfSuits(list, { order }) {
  const mask = maskOf(list.map(({ choice }) => choice.call));
  const rows = [0, 1, 2, 3].map((suit) => inOrder(mask, suit, order));
  return rows.map((row) => row.map((card) => list.find(({ choice }) => choice.call === card)));
}

function answer(trainer, what, facts, deck, actions) {
  const { lesson, advice, chosen } = trainer;
  const { record, seat, at, cost, verdict } = lesson;
  const hand = record.hands[seat];
  const isRight = isGoodBid(chosen, advice);
  const made = madeChoice(record, seat, at);
  const figures = made && advice.choices.find((choice) => isSameBid(choice, made));
  // The verdict "unlucky" says that the bid was not clearly worse than the best bid. But its mean may still
  // be lower by LEAST_COST or more. Then nobody can say whether the bid was right, and the page shows "too
  // close" instead of the verdict.
  const best = bestBid(advice);
  const isUnsure = verdict === "unlucky" && figures && best && best.mean - figures.mean >= LEAST_COST;
  const shown = isUnsure ? "" : verdict;
  return h("section", { class: "panel", id: "answer-panel" },
    answerHead(isRight, !isRight ? [t("betterWas"), " ", bidWords(best, facts, deck, hand)]
      : !isSameBid(best, chosen.choice) ? t("closeBest")
      : [t("thatIsRight"), " ", bidWords(best, facts, deck, hand)], actions),
    h("p", null, made ? [t("youBid"), " ", bidWords(made, facts, deck, hand), ". "] : [t("youPassed"), " "],
      cost ? t("bidCostOpen", { cost: chips(cost, facts) }) : t("bidCostNothing")),
    h("p", { id: "luck", "data-verdict": verdict }, h("b", { class: `luck ${shown}` },
      capitalized([isSameBid(made, chosen.choice) ? "" : t("atThatTime"),
        verdictWords({ ...lesson, verdict: shown }, playedContract(record, trainer.games))]
        .filter(Boolean).join(" "))), ": ",
      t(shown ? `${shown}Bid_` : "closeBid_", { other: t(`${what}Other_`) })),
    h("div", { id: "reason-place", "aria-live": "polite" }, bidReasonLines(trainer, facts, deck, actions)),
    bidTable(trainer, made, facts, deck),
    h("p", { class: "tools" }, button(t("toTheGame"), () => actions.game({ ...lesson, at: 0 }),
      { id: "to-game" })));
}

// Returns whether a pass leads to a contract without declarer, in which each seat plays for itself. This is
// so if all other seats have passed, and if the game has such a contract.
const isLastPass = ({ record: { auction }, at }, { seats, contracts }) => at === seats - 1 &&
  auction.slice(0, at).every(([, call]) => call === "gut") &&
  contracts.some(({ parties, declared }) => parties && !declared);

// Returns a sentence that says that a pass counts as 0. If another seat has bid, the sentence names this
// seat.
function passWords({ record, at, seat: me }) {
  const bid = record.auction.slice(0, at).findLast(([, call]) => call !== "gut" && call !== "mit");
  if (!bid || bid[0] === me) return t("passCountsZero");
  return t("passLeavesTo", { seat: nameOf(record, bid[0]) });
}

// Draws a table with the best bid of each option, the bid that the user chose now, and the bid that was made
// in the logged game.
function bidTable({ advice, chosen, lesson }, made, facts, deck) {
  const { choices, deals, kind } = advice;
  const isAtTable = kind === "table";
  const isMade = (choice) => made && choice.contract === made.contract &&
    (isAtTable || choice.call === made.call) &&
    (choice.trump ?? null) === made.trump;
  const { what, options: asked } = bidOptions(lesson, advice);
  const top = asked.map(({ choice }) => choice).filter(Boolean).slice(0, ROWS);
  const isChosen = (choice) => choice === chosen.choice;
  const listed = choices.filter((choice) => top.includes(choice) || isChosen(choice) || isMade(choice));
  const best = what === "contract" ? bestBid(advice) : choices[0];
  const mayPass = what === "contract" && advice.mayPass;
  // The rows are in the order of the means. A pass (null) has the mean 0, so its row stands before the
  // losses.
  const [gains, losses] = [listed.filter(({ mean }) => mean >= 0), listed.filter(({ mean }) => mean < 0)];
  const rows = mayPass ? [...gains, null, ...losses] : listed;
  const notes = (choice) => [isChosen(choice) ? t("you") : "",
    (choice ? isMade(choice) : !made) ? t("atThatTime") : ""];
  return [h("h3", null, t("onYourHand")),
    h("table", { class: "numbers", id: "bids" }, h("thead", null, h("tr", null, h("td", null),
      isAtTable ? null : h("th", { scope: "col" }, t("share")),
      h("th", { scope: "col" }, `${t("mean")} (${pick(facts.unit)})`))),
    h("tbody", null, rows.map((choice) => h("tr",
      { "data-contract": choice?.contract ?? "pass", "data-mean": choice?.mean ?? 0 },
      h("th", { scope: "row" }, what === "call" ? bidWordsBeside(choice, choices[0], facts, deck)
        : bidWords(choice, facts, deck, lesson.record.hands[lesson.seat]),
        choice === best ? h("i", { title: t("best") }, " ★") : null,
        h("small", null, ` ${notes(choice).filter(Boolean).join(", ")}`)),
      isAtTable ? null : h("td", null, choice ? percent(choice.share) : ""),
      h("td", null, choice ? numberWords(choice.mean) : "0"))))),
    h("p", { class: "soft" }, isAtTable ? [t("meansTable"), "."] : t("overDeals", { n: localized(deals) }),
      mayPass ? [" ", passWords(lesson)] : null,
      mayPass && isLastPass(lesson, facts) ? [" ", t("passLeadsToSchurln")] : null)];
}
