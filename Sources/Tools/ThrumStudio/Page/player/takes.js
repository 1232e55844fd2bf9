// Rendered sound of versions, in blocks from the server.

import { blockOf } from "../pattern/whole-sound.js";

/** Blocks that the page keeps, across all takes: about 12 MB. */
const mostBlocks = 64;
const mostTakes = 6;
const mostMatches = 40;

/** @typedef {{ channels: Float32Array[], isLast: boolean }} Block */

/** The samples of versions, fetched in blocks as needed; the same as those of `thrum render`. */
export class Takes {
  /** @type {{ version: Version, take: Take }[]} The one used last is first. */
  #known = [];
  /** @type {Map<string, Block>} The one used last is last. */
  #blocks = new Map();
  /** @type {Map<string, Promise<number>>} */
  #matches = new Map();
  /** @type {AbortController | undefined} Ends the last request for a match. */
  #matching;

  /** @param {Server} server */
  constructor(server) {
    this.server = server;
  }

  /**
   * Notes a version's take, from its analysis.
   *
   * @param {Version} version
   * @param {TakeFacts} facts
   */
  learn(version, facts) {
    const take = new Take(this, version, facts);
    this.#known = [{ version, take }, ...this.#known.filter((one) => !isSame(one.version, version))]
      .slice(0, mostTakes);
    return take;
  }

  /** @param {Version} version */
  known(version) {
    const found = this.#known.find((one) => isSame(one.version, version));
    if (found) this.#known = [found, ...this.#known.filter((one) => one !== found)];
    return found?.take;
  }

  /** @param {Version} version */
  async of(version) {
    return this.known(version) ?? this.learn(version, await this.server.ask("take", version));
  }

  /** @param {string} key */
  recall(key) {
    const block = this.#blocks.get(key);
    if (block) this.#keep(key, block);
    return block;
  }

  /** @param {string} key @param {Block} block */
  #keep(key, block) {
    this.#blocks.delete(key);
    this.#blocks.set(key, block);
    if (this.#blocks.size > mostBlocks) this.#blocks.delete(this.#blocks.keys().next().value);
  }

  /**
   * Fetches a block. A take that the server has dropped is made again.
   *
   * @param {Take} take @param {number} index
   * @returns {Promise<Block>}
   */
  async block(take, index) {
    const key = `${take.id} ${index}`;
    const known = this.recall(key);
    if (known) return known;
    const block = blockOf(await this.#renewing([take], () => this.server.ask("block", { take: take.id, index })));
    this.#keep(`${take.id} ${index}`, block);
    return block;
  }

  /**
   * The gain that makes a version as strong as another, dB.
   *
   * @param {Version} version @param {Version} other
   */
  async match(version, other) {
    const [take, second] = [await this.of(version), await this.of(other)];
    const key = `${take.id} ${second.id}`;
    if (this.#matches.size > mostMatches) this.#matches.clear();
    const match = this.#matches.get(key) ?? this.#match(take, second);
    this.#matches.set(key, match);
    match.catch(() => this.#matches.delete(key));
    return match;
  }

  /** @param {Take} take @param {Take} other */
  async #match(take, other) {
    // Only the latest versions matter, so the last request is ended: a browser keeps few connections open, and saving
    // needs one.
    this.#matching?.abort();
    this.#matching = new AbortController();
    const { signal } = this.#matching;
    const ask = () => this.server.ask("match", { take: take.id, other: other.id }, { signal });
    const { gain } = await this.#renewing([take, other], ask);
    return gain;
  }

  /**
   * Asks about takes; if the server has dropped one, makes them again and asks once more.
   *
   * @template Answer @param {Take[]} takes @param {() => Promise<Answer | undefined>} ask
   */
  async #renewing(takes, ask) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    for (const take of takes) take.facts = await this.server.ask("take", take.version);
    const again = await ask();
    if (again === undefined) throw new Error("The studio discarded this sound. Try again.");
    return again;
  }
}

/** A version's samples. */
export class Take {
  /** @param {Takes} takes @param {Version} version @param {TakeFacts} facts */
  constructor(takes, version, facts) {
    this.takes = takes;
    this.version = version;
    this.facts = facts;
  }

  get id() {
    return this.facts.take;
  }

  get blockFrames() {
    return this.facts.blockFrames;
  }

  /** @param {number} index */
  block(index) {
    return this.takes.block(this, index);
  }
}

/** @param {Version} a @param {Version} b */
const isSame = (a, b) => a.text === b.text && a.path === b.path && a.actuator === b.actuator && a.monitor === b.monitor;
