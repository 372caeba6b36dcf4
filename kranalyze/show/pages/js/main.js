// Runs the page: draws its views, follows its address and keys, and defines the functions that other programs
// can call.
import { draftOf, listenToKeys, listenToSwipes, tableActions } from "./actions.js";
import { gameAddress, readAddress, setupAddress } from "./address.js";
import { Client } from "./client.js";
import { inflate } from "./packed.js";
import { busily, h } from "./dom.js";
import { front, nearListed } from "./front.js";
import { reasonPlace } from "./gamereason.js";
import { gameView } from "./gameview.js";
import { forGood, forThisTab } from "./kept.js";
import { setProblems } from "./problems.js";
import { Model } from "./model.js";
import { faceOf } from "./programs.js";
import { keptFocus, placeNow, restorePlace, scrollToTable } from "./roving.js";
import { Setup, selectPlace } from "./setup.js";
import { copyingActions, messenger, sharingActions } from "./sharing.js";
import { arrive, backToList, deepen, dropWrite, entry, rewrite, travel, writeSoon } from "./visits.js";
import { topBar } from "./topbar.js";
import { untouched } from "./touching.js";
import { bottomSeat, turning } from "./turning.js";
import { Trainer } from "./trainer.js";
import { trainingViews } from "./training.js";
import { setJudge, withVerdicts } from "./verdicts.js";
import { setLanguage, setWords, t } from "./words.js";

const data = JSON.parse(document.getElementById("data").textContent);
const unpacked = async (text) => JSON.parse(new TextDecoder().decode(await inflate(text)));
const texts = await unpacked(data.texts);
setWords(texts.words);
const games = await unpacked(data.games);
setProblems(texts, games);
setJudge(data.version, data.judging);
// written: the games in the file of the page. evening: the games in the list. They are either the written
// games, or games that the user pasted.
const written = data.evening ? withVerdicts(await unpacked(data.evening)) : [];
let evening = written;
// Whether this page holds only one game, which somebody has shared.
const isShared = data.startAddress !== undefined;
const root = document.getElementById("page");
const client = new Client(games);
const model = new Model(client, games, draw);
const setup = new Setup(games);
const state = { view: evening.length ? "front" : data.start ? "game" : "setup", game: -1, filter: {},
  deck: data.deck ?? forGood.load("deck"), draft: {}, message: "" };

// Returns the deck to show: the deck that the user chose, or else the deck of the record.
const deckOf = (record) => state.deck ?? record?.deck ?? (evening[0] ?? data.start)?.deck ?? "french";
const deckNow = () => deckOf(state.view === "game" ? model.record : evening[0]);

const drawUntouched = untouched(draw);
const trainer = new Trainer(client, games, data.judging, draw, drawUntouched);
const training = trainingViews(trainer, deckOf, { draw, show, enter, back: () => travel(-1),
  game: openFromLesson, table: layOut });
const VIEWS = {
  front: frontView, game: tableView, setup: () => [header(), setup.view(deckNow(), setupActions), tail()],
  train: () => [header(), training.train(), tail()], lesson: () => [header(), training.lesson(), tail()],
};

// ---- drawing

function draw() {
  const focusAgain = keptFocus();
  const shown = VIEWS[state.view]();
  root.replaceChildren(...[shown].flat(Infinity).filter(Boolean));
  root.className = `view-${state.view}`;
  focusAgain();
  keepAddress();
}

function header() {
  return topBar({ view: state.view, deck: deckNow(), isListed: evening.length > 0,
    isOfFile: written.length > 0, isExample: isExample(),
    isAnswer: state.view === "game" && trainer.lesson !== null && (isExample() || state.isFromLesson) },
  { back: () => travel(-1), toList, setUp: () => enter("setup"), ...sharing,
    deck: (deck) => (forGood.save("deck", deck), (state.deck = deck), draw()),
    language: (language) => (setLanguage(language), draw()) });
}

const tail = () => h("footer", { class: "foot soft" }, `kranalyze ${data.version}`);

function frontView() {
  const title = written.length ? data.title : t("pastedGames");
  const shown = { ...data, games, title, evening, isJudging: trainer.isForAll };
  return [header(), front(shown, state.filter, deckOf, frontActions), tail()];
}

// Draws the game, with the buttons of the page around it.
function tableView() {
  const near = (step) => nearListed(evening, state.filter, state.game, step);
  const isListed = evening.length > 0 && !model.record.isExample;
  const neighbours = isListed ? { previous: near(-1), next: near(1) } : null;
  const shown = { model, state, deck: deckNow(), bottom: bottomSeat(model), neighbours, isShared };
  const reason = () => reasonPlace(model, deckNow(), trainer);
  const buttons = { ...actions, ...sharing, ...copying, other, turnTable, reason,
    edit: written.length ? null : edit };
  return [header(), ...gameView(shown, buttons), tail()];
}

// ---- actions

const actions = tableActions(model, client, state, draw);

const frontActions = {
  open,
  train: () => {
    state.place = { ...placeNow(), id: "my-mistakes" };
    trainer.open(evening);
    enter("train");
  },
  judgeAll: () => trainer.judgeAll(evening),
  stopJudging: () => trainer.stopJudging(),
  filter: (more) => (Object.assign(state.filter, more), draw()),
  // Stores a choice of the user. The page is not drawn again, because it already shows this choice.
  keep: (more) => Object.assign(state.filter, more),
  evening: (name) => {
    frontActions.filter({ evening: name });
    document.getElementById("games").scrollIntoView();
  },
  player: (name) => {
    frontActions.filter({ player: state.filter.player === name ? "" : name });
    document.getElementById("games").scrollIntoView();
  },
};

const turnTable = turning(draw);
const showMessage = messenger(state, draw);
const sharing = sharingActions(model, data, deckNow, showMessage);
const copying = copyingActions(model, state, deckNow, { draw, showMessage, writeAddress });

const setupActions = {
  redraw: draw,
  done: () => {
    if (!setup.full) return;
    pasted([]);
    state.draft = {};
    goDeeper();
    take(setup.record());
  },
  read: () => busily(async () => {
    const { records, errors } = await client.ask("pasted", setup.text);
    forThisTab.save("pasted", setup.text);
    setup.errors = errors;
    setup.good = records;
    if (errors.length) draw();
    else setupActions.use();
  }),
  // Shows the pasted games that have no error: a single game on the table, or several games as a list.
  use: () => {
    const { good } = setup;
    pasted(good.length > 1 ? good : []);
    if (good.length > 1) enter("front");
    else if (good.length) lay(good[0]);
    else draw();
  },
  place: (line, column) => selectPlace(setup.text, line, column),
};

// Lists pasted games like the games of an evening. Does nothing if the file of the page contains games.
function pasted(records) {
  if (!written.length) [evening, state.game, state.filter] = [withVerdicts(records), -1, {}];
}

// Opens the table with a record, as a new view in the browser's history.
function lay(record) {
  goDeeper();
  return putDown(record);
}

// Puts a record on the table. Fills the form for other contracts with the question of this record.
function putDown(record) {
  setup.begin(record.game, record.hands, record.rules, record.dealer);
  state.draft = draftOf(record);
  return take(record);
}

// Puts the record that the page's file contains (data.start) on the table. A shared game opens as it was when
// it was shared: at the same position, with the same cards.
async function putDownStart() {
  await putDown(data.start);
  if (data.startAddress) await goTo(readAddress(`#${data.startAddress}`, games));
}

// Goes to a position of the game on the table. The argument is the address that readAddress returns.
async function goTo({ wish, played, announcements, at }) {
  if (wish.contract) await model.change(wish);
  if (played) await model.follow(played, announcements);
  await model.go(at);
}

function take(record) {
  state.view = "game";
  state.copied = "";
  model.reset(record);
  return model.refresh();
}

function edit() {
  setup.begin(model.wish.game, model.wish.hands, model.wish.rules, model.wish.dealer);
  setup.errors = null;
  enter("setup");
}

// Adds an entry to the browser's history for a view that is opened from the present one.
function goDeeper() {
  if (state.view === "lesson") state.lessonPlace = placeNow();
  if (state.view === "train") state.trainPlace = placeNow();
  writeAddress();
  deepen();
}

// Opens a view from the present one.
function enter(view) {
  goDeeper();
  show(view);
}

function show(view) {
  state.view = view;
  state.message = state.copied = "";
  draw();
  scrollToTable();
}

// Opens a game from the list.
function open(i, at = 0) {
  state.place = placeNow();
  goDeeper();
  return turnTo(i, at);
}

// Opens a game from a lesson about it.
function openFromLesson(i, at) {
  goDeeper();
  return turnTo(i, at, true);
}

// Puts an example deal on the table. The user can step through the cards `play`. The first `at` of these
// cards are already played.
async function layOut(record, play, at) {
  goDeeper();
  await putDown(record);
  await model.follow(play, []);
  await model.go(at);
  scrollToTable();
}

// Puts on the table the game with index i in the evening, after its first `at` cards. isFromLesson: whether
// the user comes from a lesson.
function turnTo(i, at = 0, isFromLesson = false) {
  state.game = i;
  state.isFromLesson = isFromLesson;
  state.message = "";
  const record = evening[i];
  state.draft = draftOf(record);
  window.scrollTo(0, 0);
  return take(record).then(() => (at ? model.go(at) : null)).then(scrollToTable);
}

// Goes to the previous or next game of the list, in the order in which the list is shown.
function other(step) {
  const next = nearListed(evening, state.filter, state.game, step);
  if (!next) return null;
  state.place = { id: `game-${next.i}`, y: null };
  return turnTo(next.i);
}

// Returns to the list of games, and to its entry in the browser's history.
function toList() {
  showList();
  backToList();
}

// Shows the list at the place where it was left, with the focus on the game that was open.
function showList() {
  show("front");
  const { id = `game-${state.game}`, y = null } = state.place ?? {};
  const row = document.getElementById(id) ?? document.getElementById(`game-${state.game}`);
  row?.focus({ preventScroll: true });
  if (y === null) row?.scrollIntoView({ block: "center" });
  else window.scrollTo(0, y);
}

// Shows the lesson at the place where it was left.
function showLesson() {
  show("lesson");
  restorePlace(state.lessonPlace);
}

// ---- the address, keys and swipes

const isExample = () => state.view === "game" && Boolean(model.record?.isExample);
function address() {
  if (state.view === "setup") return setupAddress(setup);
  if (state.view === "train" || state.view === "lesson") return "train";
  // The cards of an example belong to no game of the evening. So the address of an example is that of the
  // lessons.
  if (isExample() && written.length) return "train";
  // A deal with unknown hands has no address.
  if (state.view !== "game" || (!written.length && !model.complete)) return "";
  if (isShared && model.record === data.start) return gameAddress(model, 0);
  return gameAddress(model, written.length ? state.game : null);
}

const keepAddress = () => writeSoon(state.view, writeAddress);

function writeAddress() {
  dropWrite();
  // The browser's history does not store an example: Forward and Reload show its lesson instead.
  rewrite({ view: isExample() ? "lesson" : state.view, game: state.game }, address());
}

// Goes to the view of the address. Returns false if the address names no view.
async function followAddress(hash) {
  dropWrite();
  if (hash === "#train" && evening.length) {
    showTraining();
    return true;
  }
  try {
    const address = readAddress(hash, games);
    const { number, record, edit: editing } = address;
    if (written.length) {
      if (!written[number]) return false;
      await turnTo(number);
    } else if (isShared && number !== null) await putDown(data.start);
    else {
      if (!record) return false;
      const game = games.find((one) => one.id === record.game);
      setup.begin(record.game, record.hands, record.rules, record.dealer);
      if (editing || (!setup.full && !game.endings)) {
        show("setup");
        return true;
      }
      await putDown(record);
    }
    await goTo(record ? { ...address, wish: {} } : address);
    return true;
  } catch (error) {
    state.message = error;
    return false;
  }
}

function showTraining() {
  trainer.open(evening);
  show("train");
}

// Goes to the view of an entry of the browser's history.
async function returnTo({ view, game }, hash) {
  arrive();
  if (view === "front" && evening.length) showList();
  else if (view === "setup") show("setup");
  else if (view === "lesson" && trainer.lesson) showLesson();
  else if (view === "train" || view === "lesson") {
    showTraining();
    restorePlace(state.trainPlace);
  }
  else if (view === "game" && !written.length && evening[game]) {
    await turnTo(game);
    await goTo({ ...readAddress(hash, games), wish: {} });
  } else if (!(await followAddress(hash))) {
    if (data.start) await putDownStart();
    else show(evening.length ? "front" : "setup");
  }
}

listenToKeys({
  ArrowLeft: () => model.back(), ArrowRight: () => model.forward(), Home: () => model.go(0),
    End: () => model.go(model.path.length),
  ArrowUp: () => evening.length && other(-1), ArrowDown: () => evening.length && other(1),
  Escape: () => (model.branched && model.record.play?.length ? model.backToRecord() : evening.length &&
    toList()),
}, () => state.view === "game");
document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape" && (state.view === "train" || state.view === "lesson")) travel(-1);
});
listenToSwipes(root, () => model.forward(), () => model.back());
// The event popstate has the state of an entry if the user pressed Back or Forward. It has no state if the
// user typed an address.
let visited = "";
window.addEventListener("popstate", ({ state: visit }) => {
  visited = visit ? location.href : "";
  if (visit) busily(() => returnTo(visit, location.hash));
});
window.addEventListener("hashchange", ({ newURL }) => {
  if (newURL && newURL === visited) return;
  busily(() => followAddress(newURL ? new URL(newURL).hash : location.hash));
});
window.addEventListener("pagehide", writeAddress);

window.kranalyze = faceOf(client, data.version);
setLanguage(data.lang ?? (navigator.languages ?? [navigator.language]).map((code) =>
  code.slice(0, 2)).find((code) => code === "de" || code === "en") ?? "en");
history.scrollRestoration = "manual";

// Reads the pasted text again after the user has reloaded the page.
async function readAgain() {
  setup.text = forThisTab.load("pasted") ?? "";
  if (!setup.text) return;
  const { records } = await client.ask("pasted", setup.text);
  pasted(records.length > 1 ? records : []);
}

const wasHere = Boolean(history.state);
if (wasHere && !written.length && !data.start) await readAgain();
if (wasHere) await returnTo(entry(), location.hash);
else if (!(await followAddress(location.hash))) {
  if (data.start) await putDownStart();
  else draw();
}
if (state.view === "game") scrollToTable();
document.documentElement.dataset.ready = "1";
performance.mark("ready");
setTimeout(() => client.begin(), 50);
