// Stores the verdicts on cards and calls that the page has worked out, so that a reload does not lose them.
import { forGood } from "./kept.js";

// Names of the fields of a record on which its verdicts depend.
const JUDGED = ["game", "rules", "hands", "talon", "discard", "contract", "declarer", "second", "leader",
  "called", "trump", "contra", "laid", "announce", "auction", "seats", "play"];

const storeName = (record) => JSON.stringify(JUDGED.map((key) => record[key]));

export const storeVerdicts = (record) =>
  forGood.save(storeName(record), { known: record.known, turns: record.turns });

// Adds the stored verdicts to records that lack them. Returns the records.
export function withVerdicts(records) {
  for (const record of records) {
    const stored = forGood.load(storeName(record));
    for (const key of ["known", "turns"]) {
      const own = record[key] ?? [];
      const more = (stored?.[key] ?? []).filter(([at]) => own.every(([index]) => index !== at));
      if (more.length) record[key] = [...own, ...more];
    }
  }
  return records;
}
