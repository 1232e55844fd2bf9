// JSON with source positions. Text being edited is often broken, so the reader allows comments and trailing commas,
// and reports but accepts missing commas, single quotes and bare words.

import { Node } from "./json-node.js";
import { table } from "./vocabulary.js";

const deepest = 64;
const numberShape = /[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const wordShape = /[\p{L}_$][\p{L}\p{N}_$.-]*/uy;
const blankShape = /(?:[\s\uFEFF]+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
const stringEnd = /["'\\\n]/g;
const escapes = table({ n: "\n", t: "\t", r: "\r", b: "\b", f: "\f", "/": "/", "\\": "\\", "\"": "\"" });
/** @type {Record<string, boolean | null>} */
const words = table({ true: true, false: false, null: null });

const strictNumber = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
const controlCharacter = /[\u0000-\u001F]/;

/**
 * Reads a text: `{ root, problems }`, where a problem is `{ offset, message }`. Items of arrays at `itemDepth` get
 * their own origins; `offset` is the text's position in a longer one.
 *
 * @param {string} text
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
  /** @type {{ offset: number, message: string }[]} */
  problems = [];
  origin = { shift: 0 };
  origins = [this.origin];

  /** @param {string} text @param {number} itemDepth */
  constructor(text, itemDepth) {
    this.text = text;
    this.itemDepth = itemDepth;
  }

  /** @param {string} message */
  problem(message, offset = this.at) {
    if (this.problems.length < 100) this.problems.push({ offset, message });
  }

  /** Skips white space and comments. */
  skip() {
    const code = this.text.charCodeAt(this.at);
    if (code > 32 && code < 128 && code !== 47) return;
    blankShape.lastIndex = this.at;
    this.at += blankShape.exec(this.text)?.[0].length ?? 0;
  }

  peek() {
    this.skip();
    return this.text[this.at];
  }

  /** @param {RegExp} shape */
  match(shape) {
    shape.lastIndex = this.at;
    const found = shape.exec(this.text)?.[0];
    if (found) this.at += found.length;
    return found;
  }

  /** @param {string} type @param {number} start @param {import("./json-node.js").Value} value */
  node(type, start, value) {
    return new Node(this.origin, type, start, this.at, value);
  }

  /**
   * Reads with a new origin.
   *
   * @param {() => Node} read
   */
  apart(read) {
    const { origin } = this;
    this.origin = { shift: 0 };
    this.origins.push(this.origin);
    const result = read();
    this.origin = origin;
    return result;
  }

  /** @param {string} message */
  missing(message) {
    this.problem(message);
    return this.node("missing", this.at, undefined);
  }

  /** @param {number} depth */
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

  /** @param {number} start */
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

  /** @param {number} depth */
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

  /** @param {number} depth */
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

  /** @param {number} depth */
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

  /**
   * Reads comma-separated parts up to a bracket. Each pass consumes at least one character.
   *
   * @param {Node} node
   * @param {string} close
   * @param {() => Node | undefined} readPart
   */
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
    if (node.insideAt === undefined) node.inside = this.at;
    node.end = this.at;
  }
}
