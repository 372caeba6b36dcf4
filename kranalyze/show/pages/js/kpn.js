// KPN as a page reads and writes it: tags, the deal, the play; errors with line and column. Which card may be played
// when is not known here: the core says so when the cards are followed.
import { SEATS, bit, cardName, cardsOf, count, dealText, packMask, parseCard, parseRank, parseSuit, SUITS } from "./cards.js";
import { contractOf, fold } from "./names.js";

const TITLES = ["North", "East", "South", "West"];
const SECTIONS = ["Auction", "Play"];
const NEW_GAME = ["Event", "Board", "Deal"];

// Records, and what is wrong: [{ line, column, message }]. A bare deal is read too.
export function readKpn(text, games, forced = null) {
  const errors = [];
  const lines = text.replace(/^\ufeff/, "").split(/\r\n|\n|\r/);
  if (!/[[\]]/.test(text) && /^\s*[NESW]\s*:/i.test(text)) return bareDeal(lines, games, forced, errors);
  const blocks = lex(lines, errors);
  const records = [];
  for (const block of blocks) {
    const before = errors.length;
    const record = block.bad ? null : understand(block, games, forced, errors);
    if (record && errors.length === before && !block.bad) records.push(record);
  }
  errors.sort((a, b) => a.line - b.line || a.column - b.column);
  return { records, errors };
}

function bareDeal(lines, games, forced, errors) {
  const at = lines.findIndex((line) => line.trim());
  const value = lines[at].trimEnd();
  const lead = value.length - value.trimStart().length;
  const tag = { name: "Deal", value: value.trimStart(), line: at + 1, column: lead + 1 };
  const size = value.split(":")[1]?.trim().split(/\s+/)[0]?.replace(/[.]/g, "").replaceAll("10", "T").length;
  const game = forced ?? games.find((one) => one.size === size && one.seats === value.split(":")[1].trim().split(/\s+/).length)?.id ?? games[0].id;
  const record = understand({ tags: [tag, { name: "Game", value: game, line: at + 1, column: 1 }], sections: [], line: at + 1 }, games, null, errors);
  return { records: record && !errors.length ? [record] : [], errors };
}

// ---- what is written

function lex(lines, errors) {
  const blocks = [];
  let block = null;
  let section = null;
  let comment = null;
  const fail = (line, column, message) => errors.push({ line, column, message }) && block && (block.bad = true);
  const begin = (line) => (block ??= blocks[blocks.push({ tags: [], sections: [], line }) - 1]);
  lines.forEach((text, i) => {
    const line = i + 1;
    let at = 0;
    if (comment) {
      const end = text.indexOf("}");
      if (end < 0) return;
      [comment, at] = [null, end + 1];
    } else if (text.startsWith("%")) return;
    else if (!text.trim()) {
      [block, section] = [null, null];
      return;
    }
    while (at < text.length) {
      const rest = text.slice(at);
      const space = /^\s+/.exec(rest);
      if (space) {
        at += space[0].length;
        continue;
      }
      if (rest[0] === ";") return;
      if (rest[0] === "{") {
        const end = rest.indexOf("}");
        if (end < 0) {
          comment = { line, column: at + 1 };
          return;
        }
        at += end + 1;
        continue;
      }
      if (rest[0] === "[") {
        const tag = /^\[\s*([A-Za-z_][A-Za-z0-9_]*)\s*"((?:[^"\\]|\\.)*)"\s*(\]?)/.exec(rest);
        if (!tag) {
          begin(line);
          const name = /^\[\s*([A-Za-z_]\w*)?\s*/.exec(rest);
          const column = at + name[0].length + 1;
          if (!name[1]) fail(line, at + 2, 'a tag begins with its name, as in [Board "1"]');
          else if (rest[name[0].length] === '"') fail(line, column, `the value of ${name[1]} is not closed by a double quote`);
          else fail(line, column, `the value of ${name[1]} must stand in double quotes`);
          return;
        }
        const [whole, name, value, close] = tag;
        if (NEW_GAME.includes(name) && block?.tags.some((one) => one.name === name) && block.sections.length) block = null;
        begin(line);
        const column = at + whole.indexOf('"') + 2;
        if (!close) fail(line, at + whole.length + 1, `the tag ${name} is not closed by ]`);
        if (name !== "Note" && block.tags.some((one) => one.name === name)) fail(line, at + 1, `the tag ${name} is given twice`);
        const clean = { name, value: value.replace(/\\(.)/g, "$1"), line, column };
        block.tags.push(clean);
        section = SECTIONS.includes(name) ? { ...clean, entries: [] } : null;
        if (section) block.sections.push(section);
        at += whole.length;
        continue;
      }
      const word = /^[^\s;{[]+/.exec(rest)[0];
      begin(line);
      if (section) section.entries.push({ text: word, line, column: at + 1 });
      else {
        fail(line, at + 1, `'${rest.trim()}' stands outside of tags, comments and sections`);
        return;
      }
      at += word.length;
    }
  });
  if (comment && block) block.bad = true;
  if (comment) errors.push({ ...comment, message: "the comment is not closed by }" });
  return blocks;
}

// ---- what it means

function understand(block, games, forced, errors) {
  const tags = new Map(block.tags.map((tag) => [tag.name, tag]));
  const fail = (tag, offset, message) => {
    const at = typeof tag === "string" ? tags.get(tag) : tag;
    errors.push({ line: at?.line ?? block.line, column: (at?.column ?? 1) + offset, message });
  };
  const value = (name) => {
    const given = tags.get(name)?.value.trim();
    return given === undefined || given === "?" || given === "" ? null : given;
  };
  const named = forced ?? value("Game");
  const game = named === null ? null : games.find((one) => fold(one.id) === fold(named) || one.name.some((n) => fold(n) === fold(named)));
  if (!named) fail(null, 0, "the game has no tag Game");
  else if (!game) fail("Game", 0, `unknown game '${named}', known: ${games.map((one) => one.id).join(", ")}`);
  if (!value("Deal")) fail(null, 0, "the game has no tag Deal");
  if (!game || !value("Deal")) return null;
  const deck = fold(value("Deck") ?? "french") === "german" ? "german" : "french";
  const before = errors.length;
  const record = { game: game.id, deck, rules: {}, names: TITLES.map((name) => value(name)), board: value("Board"), event: value("Event"),
    date: value("Date"), talon: 0, contra: 0, laid: [], fresh: true };
  record.hands = readHands(tags.get("Deal"), game, deck, fail);
  const seat = (name) => {
    const given = value(name);
    if (given === null) return undefined;
    const found = TITLES.findIndex((title, i) => [title.toUpperCase(), SEATS[i]].includes(given.toUpperCase()));
    if (found < 0) fail(name, 0, `unknown seat '${given}': N, E, S or W`);
    else if (found >= game.seats) fail(name, 0, `${game.id} is played without West`);
    else return found;
    return undefined;
  };
  const cards = (name) => (value(name) ?? "").split(/\s+/).filter(Boolean).map((word) => {
    const card = parseCard(word, deck);
    if (card < 0) fail(name, tags.get(name).value.indexOf(word), `unknown card '${word}'`);
    return card;
  });
  for (const [key, name] of [["dealer", "Dealer"], ["declarer", "Declarer"], ["second", "Second"]]) record[key] = seat(name);
  for (const word of (value("Rules") ?? "").split(/\s+/).filter(Boolean)) {
    const [name, given] = word.split("=");
    const option = game.options.find((o) => o.name === name);
    const fits = option && (option.values.length ? option.values.includes(given) : /^[1-9]\d{0,3}$/.test(given ?? ""));
    if (!fits) fail("Rules", tags.get("Rules").value.indexOf(word), `unknown rule option '${word}'`);
    else record.rules[name] = given;
  }
  if (value("Contract")) {
    try {
      record.contract = contractOf(game, value("Contract")).id;
    } catch (error) {
      fail("Contract", 0, error.message);
    }
  } else if (game.contracts.filter((c) => !c.dealt).length === 1) record.contract = game.contracts[0].id;
  if (value("Called")) [record.called] = cards("Called");
  if (value("Trump")) {
    record.trump = parseSuit(value("Trump"), deck);
    if (record.trump < 0) fail("Trump", 0, `unknown suit '${value("Trump")}'`);
  }
  if (value("Contra")) record.contra = Number(value("Contra")) || 0;
  if (!record.hands) return null;
  readTalon(record, game, deck, cards, fail, tags);
  if (errors.length > before) return null;
  for (const word of (value("FaceDown") ?? "").split(/\s+/).filter(Boolean)) {
    const at = SEATS.indexOf(word[0]?.toUpperCase());
    const card = parseCard(word.slice(2), deck);
    if (at < 0 || card < 0) fail("FaceDown", tags.get("FaceDown").value.indexOf(word), `unknown card '${word}'`);
    else record.laid.push([at, card]);
  }
  readSections(record, block, game, deck, fail);
  return errors.length > before ? null : record;
}

function readHands(tag, game, deck, fail) {
  const value = tag.value;
  const head = /^\s*([^:]*):/.exec(value);
  if (!head) return void fail(tag, 0, 'a deal begins with a seat and a colon, as in "N:..."');
  const first = SEATS.indexOf(head[1].trim().toUpperCase());
  if (head[1].trim().length !== 1 || first < 0) return void fail(tag, 0, `unknown seat '${head[1]}': N, E, S or W`);
  if (first >= game.seats) return void fail(tag, 0, `a deal of ${game.seats} hands has no West`);
  const words = [...value.slice(head[0].length).matchAll(/\S+/g)].map((m) => ({ text: m[0], at: m.index + head[0].length }));
  if (words.length !== game.seats) return void fail(tag, 0, `a deal of ${game.id} has ${game.seats} hands, here are ${words.length}`);
  const pack = packMask(game.ranks);
  const hands = [0, 0, 0, 0];
  let good = true;
  const bad = (at, message) => ((good = false), fail(tag, at, message));
  words.forEach(({ text, at }, i) => {
    const seat = (first + i) % game.seats;
    if (text === "-") return bad(at, `the hand of ${TITLES[seat]} is not known`);
    if (text.split(".").length !== 4) return bad(at, `a hand has four suits divided by dots, '${text}' has ${text.split(".").length}`);
    let suit = 0;
    for (let k = 0; k < text.length; k++) {
      if (text[k] === ".") {
        suit++;
        continue;
      }
      const ten = text.slice(k, k + 2) === "10";
      const rank = parseRank(ten ? "T" : text[k], deck);
      const name = SUITS[deck][suit] + text[k].toUpperCase();
      const card = suit * 8 + rank;
      if (rank < 0) bad(at + k, `unknown card '${SUITS[deck][suit]}${text[k]}'`);
      else if (!(pack & bit(card))) bad(at + k, `${TITLES[seat]} holds ${name}, which is not in the ${game.ranks.length * 4} cards of ${game.id}`);
      else {
        const other = hands.findIndex((mask) => mask & bit(card));
        if (other === seat) bad(at + k, `${TITLES[seat]} holds ${name}, which is held twice`);
        else if (other >= 0) bad(at + k, `${TITLES[seat]} holds ${name}, which is held by ${TITLES[other]} too`);
        hands[seat] = (hands[seat] | bit(card)) >>> 0;
      }
      if (ten) k++;
    }
  });
  if (!good) return null;
  const sizes = words.map((_, i) => count(hands[(first + i) % game.seats]));
  if (game.endings) {
    if (new Set(sizes).size === 1 && sizes[0] >= 1 && sizes[0] <= game.size) return hands;
    const listed = hands.slice(0, game.seats).map((mask, seat) => `${TITLES[seat]} ${count(mask)}`).join(", ");
    return void fail(tag, words[0].at, `hands of unequal size: ${listed}`);
  }
  sizes.forEach((size, i) => size !== game.size && bad(words[i].at, `${TITLES[(first + i) % game.seats]} has ${size} cards, ${game.id} has ${game.size}`));
  return good ? hands : null;
}

function readTalon(record, game, deck, cards, fail, tags) {
  for (const name of ["Talon", "Discard"]) {
    if (!tags.has(name) || !tags.get(name).value.trim() || tags.get(name).value.trim() === "?") continue;
    if (!game.talon) {
      fail(name, 0, name === "Talon" ? `${game.id} has no talon` : `nothing is laid away in ${game.id}`);
      continue;
    }
    const mask = cards(name).filter((card) => card >= 0).reduce((sum, card) => (sum | bit(card)) >>> 0, 0);
    if (count(mask) !== game.talon) fail(name, 0, `the ${name.toLowerCase()} has ${game.talon} cards, here are ${count(mask)}`);
    record[name.toLowerCase()] = mask;
  }
  if (!game.talon) return;
  const rest = (packMask(game.ranks) & ~record.hands.reduce((sum, mask) => sum | mask, 0)) >>> 0;
  if (!record.talon) record.talon = rest;
  else if (record.talon !== rest) {
    const twice = cardsOf(record.talon).find((card) => record.hands.some((mask) => mask & bit(card)));
    const holder = record.hands.findIndex((mask) => mask & bit(twice ?? 0));
    const column = tags.get("Talon").value.toUpperCase().indexOf(cardName(twice ?? 0, deck));
    fail("Talon", Math.max(0, column), twice === undefined ? "the talon is not what the hands leave" : `the talon has ${cardName(twice, deck)}, which ${TITLES[holder]} holds`);
  }
  const foreign = cardsOf(record.discard ?? 0).find((card) => !((record.hands[record.declarer] | record.talon) & bit(card)));
  if (record.declarer !== undefined && foreign !== undefined)
    fail("Discard", tags.get("Discard").value.toUpperCase().indexOf(cardName(foreign, deck)), `${TITLES[record.declarer]} does not hold the ${cardName(foreign, deck)}`);
}

// The cards of the Play in playing order can only be told once it is known who takes each trick: the rows are kept.
function readSections(record, block, game, deck, fail) {
  const auction = block.sections.find((one) => one.name === "Auction");
  if (auction) {
    let seat = SEATS.indexOf(auction.value.trim().toUpperCase());
    record.auction = [];
    for (const { text } of auction.entries) {
      if (/^[$=!?*+]/.test(text)) continue;
      const [call, suit] = text.split(":");
      const contract = game.contracts.find((one) => one.aliases.some((alias) => fold(alias) === fold(call)));
      record.auction.push([seat, contract?.id ?? (["pass", "weiter"].includes(call.toLowerCase()) ? "gut" : call.toLowerCase()), suit ? parseSuit(suit, deck) : null]);
      seat = (seat + 1) % game.seats;
    }
  }
  const play = block.sections.find((one) => one.name === "Play");
  if (!play) return;
  const contract = game.contracts.find((one) => one.id === record.contract);
  if (play.entries.length && !contract) return void fail(play, 0, "cards are played, but the contract is not known");
  if (play.entries.length && contract.dealt) return void fail(play.entries[0], 0, `${contract.name[0]} is won as dealt, nothing is played`);
  const first = SEATS.indexOf(play.value.trim().toUpperCase());
  if (play.value.trim().length !== 1 || first < 0) return void fail(play, 0, `a Play begins with a seat, not '${play.value}'`);
  record.leader = first;
  record.led = { line: play.line, column: play.column };
  const lines = new Map();
  let over = false;
  const seen = new Set();
  for (const entry of play.entries) {
    const text = entry.text.replace(/[!?]+$/, "");
    if (/^(=\d+=|\$\d+)?$/.test(text)) continue;
    if (over) return void fail({ line: entry.line, column: entry.column }, 0, `'${entry.text}' stands after the end of the Play`);
    if (text === "*" || text === "+") {
      over = true;
      continue;
    }
    let card = null;
    if (text !== "-") {
      card = parseCard(text, deck);
      if (card < 0) fail({ line: entry.line, column: entry.column }, 0, `unknown card '${text}'`);
      else if (seen.has(card)) fail({ line: entry.line, column: entry.column }, 0, `${text} has been played already`);
      seen.add(card);
    }
    lines.set(entry.line, [...(lines.get(entry.line) ?? []), { card, line: entry.line, column: entry.column }]);
  }
  const rows = [...lines.values()];
  const odd = rows.find((row) => row.length !== game.seats);
  if (odd && !odd.some(({ card }) => card === -1)) fail(odd[0], 0, `a trick has ${game.seats} columns, here are ${odd.length}`);
  record.rows = rows.map((row) => Array.from({ length: 4 }, (_, i) => row[(i - first + game.seats) % game.seats] ?? { card: null, line: row[0].line, column: row[0].column }));
}

// Follow the rows by what the core says: the cards in playing order, or the first one that cannot be.
export async function followRows(record, stand) {
  const played = [];
  let found = await stand(record, played);
  if (record.rows?.length && found.leader !== record.leader && found.biddable)
    return { played, error: { ...record.led, message: `${TITLES[found.leader]} leads to trick 1, not ${TITLES[record.leader]}` } };
  for (const [number, row] of (record.rows ?? []).entries()) {
    for (let turn = 0; turn < 4; turn++) {
      if (found.over || found.to_play === null) break;
      const seat = found.lays ? found.leader : found.to_play;
      if (found.takers.length > number) break;
      const { card, line, column } = row[seat];
      if (card === null) {
        const early = row.findIndex((cell, who) => cell.card !== null && !played.includes(cell.card) && who !== seat);
        if (early < 0) return { played };
        const message = `${TITLES[early]} plays ${cardName(row[early].card, record.deck)} before ${TITLES[seat]} has played`;
        return { played, error: { line: row[early].line, column: row[early].column, message } };
      }
      if (found.lays || !(card in found.cards)) {
        const laid = found.lays;
        if (!laid) {
          const may = Object.keys(found.cards).map((c) => cardName(Number(c), record.deck)).reverse();
          const held = (found.hands[seat] >>> card) & 1;
          const why = held ? `cannot play ${cardName(card, record.deck)} here, but ${may.join(" ")}` : `does not hold the ${cardName(card, record.deck)}`;
          return { played, error: { line, column, message: `${TITLES[seat]} ${why}` } };
        }
        // Two Bettlers: what they played to trick 1 is what they had laid.
        for (const who of [record.declarer, record.second]) if (row[who].card !== null && !record.laid.some(([s]) => s === who)) record.laid.push([who, row[who].card]);
        found = await stand(record, played);
        turn--;
        continue;
      }
      played.push(card);
      found = await stand(record, played);
    }
    const idle = row.findIndex(({ card }) => card !== null && !played.includes(card));
    if (idle >= 0 && found.takers.length > number) {
      const { line, column } = row[idle];
      return { played, error: { line, column, message: `${TITLES[idle]} sits out and plays no card` } };
    }
  }
  return { played };
}

// ---- writing

export function writeKpn(model, deck) {
  const { wish, record, facts } = model;
  const lines = [];
  const tag = (name, value) => value !== null && value !== undefined && value !== "" && lines.push(`[${name} "${String(value).replace(/(["\\])/g, "\\$1").replace(/[\r\n]+/g, " ")}"]`);
  const name = (card) => cardName(card, deck);
  tag("Event", record.event);
  tag("Date", record.date);
  tag("Board", record.board);
  ["North", "East", "South", "West"].forEach((title, seat) => tag(title, record.names?.[seat]));
  tag("Game", wish.game);
  tag("Rules", Object.entries(wish.rules ?? {}).map(([key, value]) => `${key}=${value}`).join(" "));
  if (deck === "german") tag("Deck", "german");
  if (wish.dealer !== undefined) tag("Dealer", SEATS[wish.dealer]);
  tag("Deal", dealText(wish.hands, facts.seats, deck));
  const found = model.found ?? {};
  if (facts.talon && wish.talon) {
    tag("Talon", cardsOf(wish.talon).map(name).join(" "));
    const discard = wish.discard ?? found.discard;
    if (discard && wish.contract) tag("Discard", cardsOf(discard).map(name).join(" "));
  }
  if (wish.contract) {
    tag("Contract", wish.contract);
    const declarer = wish.declarer ?? found.declarer;
    if (declarer !== undefined && declarer !== null) tag("Declarer", SEATS[declarer]);
    if (wish.second !== undefined) tag("Second", SEATS[wish.second]);
    if (wish.laid?.length) tag("FaceDown", wish.laid.map(([seat, card]) => `${SEATS[seat]}:${name(card)}`).join(" "));
    const called = wish.called ?? found.calls?.[0];
    if (called !== undefined && called !== null) tag("Called", name(called));
    const trump = wish.trump ?? found.trump;
    if (model.contract.trump && trump !== undefined && trump !== null) tag("Trump", trump < 0 ? null : SUITS[deck][trump]);
    if (wish.contra) tag("Contra", wish.contra);
    const moves = model.trace?.moves ?? [];
    if (moves.length) {
      const leader = moves[0].seat;
      lines.push(`[Play "${SEATS[leader]}"]`);
      const tricks = Map.groupBy ? Map.groupBy(moves, (m) => m.trick) : moves.reduce((map, m) => map.set(m.trick, [...(map.get(m.trick) ?? []), m]), new Map());
      for (const list of tricks.values())
        lines.push(Array.from({ length: facts.seats }, (_, i) => list.find((m) => m.seat === (leader + i) % facts.seats)).map((m) => (m ? name(m.card) : "-")).join(" "));
      if (!found.over && model.path.length < cardsOf(wish.hands[0]).length * facts.seats) lines.push("+");
    }
  }
  return `% KPN 1.0\n\n${lines.join("\n")}\n`;
}
