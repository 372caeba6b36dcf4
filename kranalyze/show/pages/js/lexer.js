// KPN as it is written: tags, sections with their entries, comments; each with its place.

const SECTIONS = ["Auction", "Play"];
const NEW_GAME = ["Event", "Board", "Deal"];
const TAG = /^\[\s*([A-Za-z_][A-Za-z0-9_]*)\s*"((?:[^"\\]|\\.)*)"\s*(\]?)/;

// The games of some lines, { tags, sections, comments, line, bad }; fail(key, gaps, line, column) for what is
// wrong.
export class Lexer {
  constructor(fail) {
    this.report = fail;
    this.blocks = [];
    this.block = null;
    this.section = null;
    this.comment = null; // one that goes on over lines
  }

  read(lines) {
    lines.forEach((text, i) => this.line(text, i + 1));
    if (this.comment) {
      if (this.block) this.block.bad = true;
      this.report("commentOpen", {}, this.comment.line, this.comment.column);
    }
    return this.blocks.filter(({ tags, sections }) => tags.length || sections.length);
  }

  fail(line, column, key, gaps = {}) {
    this.begin(line).bad = true;
    this.report(key, gaps, line, column);
  }

  begin(line) {
    return (this.block ??= this.blocks[this.blocks.push({ tags: [], sections: [], comments: [], line,
      bad: false }) - 1]);
  }

  line(text, line) {
    let at = 0;
    if (this.comment) {
      const end = text.indexOf("}");
      this.comment.text += `\n${end < 0 ? text : text.slice(0, end)}`;
      if (end < 0) return;
      this.said(this.comment.text, line);
      [this.comment, at] = [null, end + 1];
    } else if (text.startsWith("%")) return;
    else if (!text.trim()) {
      [this.block, this.section] = [null, null];
      return;
    }
    while (at >= 0 && at < text.length) at = this.piece(text, at, line);
  }

  // What stands here; where the next begins, -1 if nothing can be made of the rest.
  piece(text, at, line) {
    const rest = text.slice(at);
    const space = /^\s+/.exec(rest);
    if (space) return at + space[0].length;
    if (rest[0] === ";") {
      this.said(rest.slice(1), line);
      return -1;
    }
    if (rest[0] === "{") return this.brace(rest, at, line);
    if (rest[0] === "[") return this.tag(rest, at, line);
    const [word] = /^[^\s;{[]+/.exec(rest);
    this.begin(line);
    if (this.section) this.section.entries.push({ text: word, notes: [], line, column: at + 1 });
    else {
      this.fail(line, at + 1, "outside", { text: rest.trim() });
      return -1;
    }
    return at + word.length;
  }

  brace(rest, at, line) {
    const end = rest.indexOf("}");
    if (end < 0) {
      this.comment = { text: rest.slice(1), line, column: at + 1 };
      return -1;
    }
    this.said(rest.slice(1, end), line);
    return at + end + 1;
  }

  // A comment belongs to the entry before it, else to the game.
  said(text, line) {
    (this.section?.entries.at(-1)?.notes ?? this.begin(line).comments).push(text.trim());
  }

  tag(rest, at, line) {
    const found = TAG.exec(rest);
    if (!found) {
      const [name, tag] = /^\[\s*([A-Za-z_]\w*)?\s*/.exec(rest);
      if (!tag) this.fail(line, at + 2, "tagName");
      else this.fail(line, at + name.length + 1, rest[name.length] === '"' ? "tagOpen" : "tagQuotes",
        { tag });
      return -1;
    }
    const [whole, name, value, close] = found;
    const given = (block) => block.tags.some((one) => one.name === name);
    if (this.block && NEW_GAME.includes(name) && given(this.block) && this.block.sections.length)
      this.block = null;
    const block = this.begin(line);
    if (!close) this.fail(line, at + whole.length + 1, "tagClose", { tag: name });
    if (name !== "Note" && given(block)) this.fail(line, at + 1, "tagTwice", { tag: name });
    const tag = { name, value: value.replace(/\\(.)/g, "$1"), line, column: at + whole.indexOf('"') + 2,
      of: this.section?.name };
    block.tags.push(tag);
    if (name === "Note") return at + whole.length;
    this.section = SECTIONS.includes(name) ? { ...tag, entries: [] } : null;
    if (this.section) block.sections.push(this.section);
    return at + whole.length;
  }
}
