// Events between the page's parts.

export class Emitter {
  #listeners = new Map();

  /** Adds a listener; the returned function removes it. */
  on(name, listener) {
    if (!this.#listeners.has(name)) this.#listeners.set(name, new Set());
    this.#listeners.get(name).add(listener);
    return () => this.#listeners.get(name).delete(listener);
  }

  emit(name, detail) {
    for (const listener of this.#listeners.get(name) ?? []) listener(detail);
  }
}
