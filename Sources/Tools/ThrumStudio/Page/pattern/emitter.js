// Events between the page's parts.

/** @template Events what listeners get, by the event's name */
export class Emitter {
  /** @type {Map<keyof Events, Set<(detail: never) => void>>} */
  #listeners = new Map();

  /**
   * Adds a listener; the returned function removes it.
   *
   * @template {keyof Events} Name
   * @param {Name} name
   * @param {(detail: Events[Name]) => void} listener
   */
  on(name, listener) {
    const known = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, known.add(listener));
    return () => known.delete(listener);
  }

  /**
   * @template {keyof Events} Name
   * @param {Name} name
   * @param {Events[Name]} [detail]
   */
  emit(name, detail) {
    for (const listener of this.#listeners.get(name) ?? []) listener(/** @type {never} */ (detail));
  }
}
