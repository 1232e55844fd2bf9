// Nodes of JSON with source positions: values, and the members of objects.
//
// A node: { type, start, end, value, origin } where type is object, array, string, number, boolean, null or missing.
// Objects have members { name, start, end, value, comma }; arrays have items (nodes with `comma`); `comma` is the
// offset of the following comma, or -1. `inside` is the offset of the closing bracket. Each entry of a pattern has its
// own origin, so that it moves with the text before it (`rereadPattern`).

/** @typedef {{ shift: number }} Origin */
/** @typedef {string | number | boolean | null | undefined | Node} Value of a member: the node of its value */

/** A value or an object's member; positions are relative to its origin's `shift`. */
export class Node {
  /** @param {Origin} origin @param {string} type @param {number} start @param {number} end @param {Value} value */
  constructor(origin, type, start, end, value) {
    this.origin = origin;
    this.type = type;
    this.value = value;
    this.first = start - origin.shift;
    this.last = end - origin.shift;
    this.commaAt = -1;
    // Absent from other nodes, which their types leave out.
    /** @type {Node[]} Of arrays. */
    this.items;
    /** @type {Node[]} Of objects. */
    this.members;
    /** @type {string} Of members. */
    this.name;
    /** @type {number} Of arrays and objects. */
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

  /** @returns {number} */
  get inside() {
    return this.insideAt + this.origin.shift;
  }

  set inside(offset) {
    this.insideAt = offset - this.origin.shift;
  }
}

/**
 * The last member with this name, as in most JSON readers.
 *
 * @param {Node | undefined} node
 * @param {string} name
 */
export function member(node, name) {
  return node?.type === "object" ? node.members.findLast((one) => one.name === name) : undefined;
}

/** @param {Node | undefined} node @param {string} name */
export const child = (node, name) => /** @type {Node | undefined} */ (member(node, name)?.value);
