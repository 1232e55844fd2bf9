// JSON with source positions. Text being edited is often broken, so the reader allows comments and trailing commas,
// and reports but accepts missing commas, single quotes and bare words.
//
// A node: { type, start, end, value, origin } where type is object, array, string, number, boolean, null or missing.
// Objects have members { name, start, end, value, comma }; arrays have items (nodes with `comma`); `comma` is the
// offset of the following comma, or -1. `inside` is the offset of the closing bracket. Each entry of a pattern has its
// own origin, so that it moves with the text before it (`rereadPattern`).

const deepest = 64;
const numberShape = /[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const wordShape = /[\p{L}_$][\p{L}\p{N}_$.-]*/uy;
const blankShape = /(?:[\s\uFEFF]+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
const stringEnd = /["'\\\n]/g;
const escapes = { __proto__: null, n: "\n", t: "\t", r: "\r", b: "\b", f: "\f", "/": "/", "\\": "\\", "\"": "\"" };
const words = { __proto__: null, true: true, false: false, null: null };

const strictNumber = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
const controlCharacter = /[\u0000-\u001F]/;

/** A value or an object's member; positions are relative to its origin's `shift`. */
class Node {
  constructor(origin, type, start, end, value) {
    this.origin = origin;
    this.type = type;
    this.value = value;
    this.first = start - origin.shift;
    this.last = end - origin.shift;
    this.commaAt = -1;
    /** @type {Node[] | undefined} */
    this.items;
    /** @type {Node[] | undefined} */
    this.members;
    /** @type {string | undefined} */
    this.name;
    /** @type {number | undefined} */
    this.insideAt;
  }

  get start() {
    return this.first + this.origin.shift;
  }

  get end() {
    return this.last + this.origin.shift;
  }

  set end(offset) {
    this.last = offset - this.origin.shift;
  }

  get comma() {
    return this.commaAt < 0 ? -1 : this.commaAt + this.origin.shift;
  }

  set comma(offset) {
    this.commaAt = offset < 0 ? -1 : offset - this.origin.shift;
  }

  get inside() {
    return this.insideAt === undefined ? undefined : this.insideAt + this.origin.shift;
  }

  set inside(offset) {
    this.insideAt = offset - this.origin.shift;
  }
}

/**
 * Reads a text: `{ root, problems }`, where a problem is `{ offset, message }`. Items of arrays at `itemDepth` get
 * their own origins; `offset` is the text's position in a longer one.
 */
export function readJSON(text, { itemDepth = 1, offset = 0 } = {}) {
  const reader = new Reader(text, itemDepth);
  const root = reader.value(0);
  reader.skip();
  if (reader.at < text.length) reader.problem("unexpected text after the end");
  for (const origin of reader.origins) origin.shift += offset;
  return { root, problems: reader.problems };
}

class Reader {
  at = 0;
  problems = [];
  origin = { shift: 0 };
  origins = [this.origin];

  constructor(text, itemDepth) {
    this.text = text;
    this.itemDepth = itemDepth;
  }

  problem(message, offset = this.at) {
    if (this.problems.length < 100) this.problems.push({ offset, message });
  }

  /** Skips white space and comments. */
  skip() {
    const code = this.text.charCodeAt(this.at);
    if (code > 32 && code < 128 && code !== 47) return;
    blankShape.lastIndex = this.at;
    this.at += blankShape.exec(this.text)[0].length;
  }

  peek() {
    this.skip();
    return this.text[this.at];
  }

  match(shape) {
    shape.lastIndex = this.at;
    const found = shape.exec(this.text)?.[0];
    if (found) this.at += found.length;
    return found;
  }

  node(type, start, value) {
    return new Node(this.origin, type, start, this.at, value);
  }

  /** Reads with a new origin. */
  apart(read) {
    const { origin } = this;
    this.origin = { shift: 0 };
    this.origins.push(this.origin);
    const result = read();
    this.origin = origin;
    return result;
  }

  missing(message) {
    this.problem(message);
    return this.node("missing", this.at, undefined);
  }

  value(depth) {
    const first = this.peek();
    const start = this.at;
    if (first === undefined) return this.missing("a value is missing at the end of the text");
    if (depth > deepest) return this.tooDeep(start);
    if (first === "{") return this.object(depth);
    if (first === "[") return this.array(depth);
    if (first === '"' || first === "'") return this.node("string", start, this.string());
    const number = this.match(numberShape);
    if (number) {
      // The value is shown although the library rejects it.
      if (!strictNumber.test(number)) this.problem(`“${number.slice(0, 20)}” is not a JSON number`, start);
      return this.node("number", start, Number(number));
    }
    const word = this.match(wordShape);
    if (word === undefined) return this.missing(`expected a value, found “${first}”`);
    if (word in words) return this.node(word === "null" ? "null" : "boolean", start, words[word]);
    this.problem(`“${word.slice(0, 20)}” is not a JSON value`, start);
    return this.node("missing", start, undefined);
  }

  tooDeep(start) {
    this.problem("too deeply nested");
    this.at = this.text.length;
    return this.node("missing", start, undefined);
  }

  string() {
    const quote = this.text[this.at];
    const start = this.at;
    if (quote === "'") this.problem("strings must be in double quotes");
    let value = "";
    this.at += 1;
    for (;;) {
      stringEnd.lastIndex = this.at;
      const stop = stringEnd.exec(this.text)?.index ?? this.text.length;
      const part = this.text.slice(this.at, stop);
      if (controlCharacter.test(part)) this.problem("a string contains a control character", this.at);
      value += part;
      this.at = stop;
      const sign = this.text[stop];
      if (sign === undefined || sign === "\n") {
        this.problem("the string is not closed", start);
        return value;
      }
      this.at += 1;
      if (sign === quote) return value;
      value += sign === "\\" ? this.escape() : sign;
    }
  }

  escape() {
    const sign = this.text[this.at] ?? "";
    this.at += sign.length;
    if (sign !== "u") {
      if (!(sign in escapes)) this.problem(`“\\${sign}” is not a valid escape`, this.at - sign.length - 1);
      return escapes[sign] ?? sign;
    }
    const digits = this.text.slice(this.at, this.at + 4);
    if (!/^[0-9a-fA-F]{4}$/.test(digits)) {
      this.problem("“\\u” must be followed by four hexadecimal digits");
      return "\uFFFD";
    }
    this.at += 4;
    return String.fromCharCode(parseInt(digits, 16));
  }

  array(depth) {
    const node = this.node("array", this.at, undefined);
    node.items = [];
    this.list(node, "]", () => {
      const item = depth === this.itemDepth ? this.apart(() => this.value(depth + 1)) : this.value(depth + 1);
      if (item.end > item.start) node.items.push(item);
      return item;
    });
    return node;
  }

  object(depth) {
    const node = this.node("object", this.at, undefined);
    node.members = [];
    this.list(node, "}", () => {
      const member = this.member(depth);
      if (member) node.members.push(member);
      return member;
    });
    return node;
  }

  member(depth) {
    const first = this.peek();
    const start = this.at;
    let name;
    if (first === '"' || first === "'") name = this.string();
    else if ((name = this.match(wordShape)) !== undefined) this.problem("keys must be in double quotes", start);
    else return void this.problem(`expected a key, found “${first}”`);
    if (this.peek() === ":") this.at += 1;
    else this.problem(`a colon is missing after “${name.slice(0, 20)}”`);
    const value = this.value(depth + 1);
    const node = this.node("member", start, value);
    node.name = name;
    return node;
  }

  /** Reads comma-separated parts up to a bracket. Each pass consumes at least one character. */
  list(node, close, readPart) {
    this.at += 1;
    for (;;) {
      const sign = this.peek();
      if (sign === undefined) {
        this.problem(`“${close}” is missing`);
        break;
      }
      if (sign === close) {
        node.inside = this.at;
        this.at += 1;
        break;
      }
      if (sign === "]" || sign === "}" || (close === "}" && (sign === "{" || sign === "["))) {
        this.problem(`“${close}” is missing before “${sign}”`);
        break;
      }
      const before = this.at;
      const part = sign === "," ? void this.problem("extra comma") : readPart();
      if (this.peek() === ",") {
        if (part) part.comma = this.at;
        this.at += 1;
      } else if (this.at === before) {
        this.at += 1;
      } else if (this.at < this.text.length && this.text[this.at] !== close) {
        this.problem("a comma is missing");
      }
    }
    node.inside ??= this.at;
    node.end = this.at;
  }
}

/** The last member with this name, as in most JSON readers. */
export function member(node, name) {
  return node?.type === "object" ? node.members.findLast((one) => one.name === name) : undefined;
}

export function child(node, name) {
  return member(node, name)?.value;
}
