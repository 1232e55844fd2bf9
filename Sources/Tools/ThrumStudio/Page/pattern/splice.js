// Edits to a text at given offsets, which leave everything else unchanged. An edit: { start, end, text }.

import { partitionPoint } from "./sorted.js";

/**
 * Applies edits made for one text. Skips edits that overlap an earlier one.
 *
 * @param {string} text
 * @param {Edit[]} edits
 */
export function spliced(text, edits) {
  const sorted = edits.toSorted((a, b) => a.start - b.start || a.end - b.end);
  let result = "";
  let at = 0;
  for (const edit of sorted) {
    if (edit.start < at) continue;
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at);
}

/**
 * The range in which two texts differ, found quickly by comparing halves.
 *
 * @param {string} before
 * @param {string} after
 */
export function difference(before, after) {
  const start = common(Math.min(before.length, after.length), (low, high) =>
    before.slice(low, high) === after.slice(low, high));
  const same = common(Math.min(before.length, after.length) - start, (low, high) =>
    before.slice(before.length - high, before.length - low) === after.slice(after.length - high, after.length - low));
  return { start, oldEnd: before.length - same, newEnd: after.length - same };
}

/**
 * The largest count, up to `most`, for which `isEqual` holds.
 *
 * @param {number} most
 * @param {(low: number, high: number) => boolean} isEqual
 */
function common(most, isEqual) {
  let known = 0;
  return partitionPoint(most, (index) => {
    const isLonger = isEqual(known, index + 1);
    if (isLonger) known = index + 1;
    return isLonger;
  });
}

/**
 * A number as text, with a decimal point if the old one had one.
 *
 * @param {number} value
 */
export function numberLiteral(value, before = "") {
  const rounded = Math.round(value * 1e6) / 1e6;
  const text = Object.is(rounded, -0) ? "0" : String(rounded);
  if (/e/.test(text)) return rounded.toFixed(6).replace(/0+$/, "0");
  return before.includes(".") && !text.includes(".") ? `${text}.0` : text;
}

/** @param {string} text @param {TextNode} node @param {number} value */
export function replaceNumber(text, node, value) {
  return { start: node.start, end: node.end, text: numberLiteral(value, text.slice(node.start, node.end)) };
}

/** @param {TextNode} node */
const parts = (node) => node.items ?? node.members;

/**
 * Start of the line and indentation, if only white space precedes the offset.
 *
 * @param {string} text
 * @param {number} offset
 */
function indentAt(text, offset) {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  const before = text.slice(start, offset);
  return /^\s*$/.test(before) && start > 0 ? { start, indent: before } : undefined;
}

/**
 * Appends parts to an array or object, in the layout of its last part.
 *
 * @param {string} text
 * @param {TextNode} node
 * @param {string[]} literals
 */
export function appendParts(text, node, literals) {
  if (literals.length === 0 || !parts(node)) return [];
  const last = parts(node).at(-1);
  if (!last) return [appendFirst(text, node, literals)];
  const line = indentAt(text, last.start);
  const hasComma = last.comma >= 0;
  const end = hasComma ? last.comma + 1 : last.end;
  const remark = remarkAt(text, end);
  const gap = line || remark ? `\n${line?.indent ?? ""}` : " ";
  const added = `${gap}${literals.join(`,${gap}`)}`;
  if (hasComma) return [{ start: end + remark, end: end + remark, text: `${added},` }];
  if (remark === 0) return [{ start: end, end, text: `,${added}` }];
  return [{ start: end, end, text: "," }, { start: end + remark, end: end + remark, text: added }];
}

/**
 * Length of a comment after a part, on the same line.
 *
 * @param {string} text
 * @param {number} at
 */
function remarkAt(text, at) {
  const rest = text.slice(at, text.indexOf("\n", at) < 0 ? text.length : text.indexOf("\n", at));
  return /^[ \t]*(?:\/\/.*|\/\*(?:(?!\*\/).)*\*\/)/.exec(rest)?.[0].length ?? 0;
}

/** @param {string} text @param {TextNode} node @param {string[]} literals */
function appendFirst(text, node, literals) {
  const end = node.inside;
  const inner = text.slice(node.start + 1, end);
  const line = indentAt(text, end) ?? indentAt(text, node.start);
  if (node.type === "object") return { start: end, end, text: ` ${literals.join(", ")} ` };
  const base = line?.indent ?? "";
  const body = literals.map((literal) => `\n${base}    ${literal}`).join(",");
  const start = /^\s*$/.test(inner) ? node.start + 1 : end;
  return { start, end, text: `${body}\n${base}` };
}

/**
 * Removes parts of an array or object, along with their commas; comments stay.
 *
 * @param {string} text
 * @param {TextNode} node
 * @param {number[]} indexes
 */
export function removeParts(text, node, indexes) {
  const list = parts(node) ?? [];
  const gone = new Set(indexes.filter((index) => index in list));
  const edits = [];
  for (const index of gone) {
    const part = list[index];
    const edit = widened(text, part, part.comma);
    edits.push(edit);
    if (part.comma < 0) continue;
    let end = part.comma + 1;
    // A first part has no white space before it, so that after it goes.
    if (edit.start === part.start) while (text[end] === " " || text[end] === "\t") end += 1;
    edits.push({ start: part.comma, end, text: "" });
  }
  const lastKept = list.findLastIndex((_, index) => !gone.has(index));
  if (lastKept >= 0 && lastKept < list.length - 1 && list.at(-1).comma < 0) {
    const comma = list[lastKept].comma;
    if (comma >= 0) edits.push({ start: comma, end: comma + 1, text: "" });
  }
  return joined(edits);
}

/**
 * Extends a removal to the preceding white space, and to the line if it becomes empty.
 *
 * @param {string} text
 * @param {Pick<Edit, "start" | "end">} part
 * @param {number} comma
 */
function widened(text, { start, end }, comma) {
  while (start > 0 && /[ \t]/.test(text[start - 1])) start -= 1;
  const behind = Math.max(end, comma + 1);
  const isAlone = /^[ \t]*(?:\r?\n|$)/.test(text.slice(behind, behind + 200));
  if (isAlone && start > 0 && text[start - 1] === "\n") start -= 1;
  return { start, end, text: "" };
}

/**
 * Merges adjacent and overlapping removals.
 *
 * @param {Edit[]} edits
 */
function joined(edits) {
  /** @type {Edit[]} */
  const result = [];
  for (const edit of edits.sort((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last && edit.start <= last.end) last.end = Math.max(last.end, edit.end);
    else result.push({ ...edit });
  }
  return result;
}
