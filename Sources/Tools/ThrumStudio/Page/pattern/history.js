// The steps of undo and redo.

/** Undo history of `{ text, selection, label }`, shorter for long text. Changes with equal marks count as one. */
export class History {
  /** @type {Step[]} */
  #past = [];
  /** @type {Step[]} */
  #future = [];
  /** @type {string | undefined} */
  #mark;

  /** @param {Step} state */
  constructor(state) {
    this.state = state;
  }

  /** @param {Step} state @param {string} [mark] */
  push(state, mark) {
    if (mark === undefined || mark !== this.#mark) {
      this.#past.push(this.state);
      const most = Math.max(20, Math.min(1000, Math.floor(5e7 / (state.text.length + 1))));
      while (this.#past.length > most) this.#past.shift();
    }
    this.#mark = mark;
    this.#future = [];
    this.state = state;
  }

  /** Separates the next change from the last, whatever its mark. */
  seal() {
    this.#mark = undefined;
  }

  get list() {
    const states = [...this.#past, this.state, ...this.#future.toReversed()];
    return { labels: states.map(({ label }) => label), at: this.#past.length };
  }

  /** @param {number} index */
  goTo(index) {
    const before = this.#past.length;
    while (this.#past.length > index && this.undo());
    while (this.#past.length < index && this.redo());
    return this.#past.length !== before;
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  undo() {
    if (!this.canUndo) return false;
    this.#future.push(this.state);
    this.state = this.#past.pop() ?? this.state;
    this.seal();
    return true;
  }

  redo() {
    if (!this.canRedo) return false;
    this.#past.push(this.state);
    this.state = this.#future.pop() ?? this.state;
    this.seal();
    return true;
  }
}
