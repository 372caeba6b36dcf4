// Stores the verdicts on cards and calls that the page has worked out, so that a reload does not lose them.
import { forGood } from "./kept.js";

// Names of the fields of a record on which its verdicts depend.
const JUDGED = ["game", "rules", "hands", "talon", "discard", "contract", "declarer", "second", "leader",
  "called", "trump", "contra", "laid", "announce", "auction", "seats", "play"];

// Names of the fields of a record that are stored: the verdicts on cards, and on calls.
const STORED = ["known", "turns"];

const START = "verdicts ";

// Maximum number of games whose verdicts are stored. The verdicts of a game take up to 15 kB, and browsers
// store 5 MB.
const MOST = 240;

// The beginning of the names under which this program stores verdicts.
let ours = START;

// Sets the version of the program that judges, and the settings that say how many layouts it examines.
// Removes stored verdicts of other versions or with other settings.
export function setJudge(version, judging) {
  ours = `${START}${version} ${JSON.stringify(judging)} `;
  for (const name of forGood.names(START)) if (!name.startsWith(ours)) forGood.remove(name);
  removeOldest();
}

const storeName = (record) => ours + JSON.stringify(JUDGED.map((key) => record[key]));

// If too many verdicts are stored, removes the verdicts of the games that were judged first.
function removeOldest() {
  const names = forGood.names(ours);
  if (names.length <= MOST) return;
  const age = new Map(names.map((name) => [name, forGood.load(name)?.saved ?? 0]));
  names.sort((a, b) => age.get(b) - age.get(a));
  names.slice(MOST).forEach((name) => forGood.remove(name));
}

// Stores the verdicts of a record. Card values are stored, too, if the page has worked them out.
export function storeVerdicts(record) {
  const name = storeName(record);
  const isNew = !forGood.load(name);
  const { known, turns } = record;
  forGood.save(name, { saved: Date.now(), known, turns, cards: record.isValued ? record.cards : undefined });
  if (isNew) removeOldest();
}

// Adds the stored verdicts and card values to records that lack them. Returns the records.
export function withVerdicts(records) {
  for (const record of records) {
    const stored = forGood.load(storeName(record));
    for (const key of STORED) {
      const own = record[key] ?? [];
      const more = (stored?.[key] ?? []).filter(([at]) => own.every(([index]) => index !== at));
      if (more.length) record[key] = [...own, ...more];
    }
    if (stored?.cards && !record.cards) Object.assign(record, { cards: stored.cards, isValued: true });
  }
  return records;
}
