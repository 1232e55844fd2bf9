// @ts-check
/** Tells listeners what happened. */
export class Emitter {
  #listeners = new Map();

  /** Calls `listener` whenever `name` happens; the result ends that. */
  on(name, listener) {
    if (!this.#listeners.has(name)) this.#listeners.set(name, new Set());
    this.#listeners.get(name).add(listener);
    return () => this.#listeners.get(name).delete(listener);
  }

  emit(name, detail) {
    for (const listener of this.#listeners.get(name) ?? []) listener(detail);
  }
}
