// The steps of undo and redo.

/**
 * Removes the oldest step without a name or, if all have one, the oldest.
 *
 * @template {{ name?: string }} One
 * @param {One[]} steps
 */
function dropOldest(steps) {
  const index = Math.max(0, steps.findIndex(({ name }) => name === undefined));
  return steps.splice(index, 1)[0];
}

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
      while (this.#past.length > most) dropOldest(this.#past);
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
    return { steps: [...this.#past, this.state, ...this.#future.toReversed()], at: this.#past.length };
  }

  /**
   * The steps without the oldest unnamed ones, so that their texts have at most `characters` together.
   *
   * @param {number} characters
   */
  latest(characters) {
    const steps = this.list.steps.map(({ text, label, name }) => ({ text, label, name }));
    let { at } = this.list;
    let length = steps.reduce((sum, { text }) => sum + text.length, 0);
    while (length > characters && at > 0) {
      length -= dropOldest(steps).text.length;
      at -= 1;
    }
    return { steps: length > characters ? [] : steps, at };
  }

  /**
   * Takes up the steps of an earlier session. If the text has changed since, they come before it.
   *
   * @param {{ steps: { text: string, label: string, name?: string }[], at: number }} earlier
   * @returns whether there were any
   */
  recall({ steps, at }) {
    const [first = this.state] = this.#past;
    const same = steps[at]?.text === first.text ? at : steps.findLastIndex(({ text }) => text === first.text);
    const kept = steps.map((step) => ({ ...step, selection: [] }));
    if (same >= 0) Object.assign(first, { label: kept[same].label, name: kept[same].name });
    else first.label = "Changed elsewhere";
    if (same >= 0 && this.#past.length + this.#future.length === 0) this.#future = kept.slice(same + 1).toReversed();
    this.#past.unshift(...(same >= 0 ? kept.slice(0, same) : kept));
    return kept.length > 1 || same < 0;
  }

  /** Whether there is more than the text itself. */
  get isWorthKeeping() {
    return this.canUndo || this.canRedo || this.state.name !== undefined;
  }

  /** @param {number} index @param {string} name empty for none */
  name(index, name) {
    const step = this.list.steps[index];
    if (step) step.name = name || undefined;
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
