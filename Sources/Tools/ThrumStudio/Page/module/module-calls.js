// Questions to the worker that runs the module.

/** Asks the worker, and gives the answers in any order. */
export class ModuleCalls {
  #count = 0;
  /** @type {Map<number, { resolve: (value: any) => void, reject: (error: Error) => void }>} */
  #waiting = new Map();

  /**
   * @param {Worker} worker
   * @param {ArrayBuffer} module
   * @param {(error: Error) => void} onTrap the module failed and was started again
   */
  constructor(worker, module, onTrap) {
    this.worker = worker;
    this.onTrap = onTrap;
    this.module = module;
    worker.onmessage = ({ data }) => this.#receive(data);
    worker.onerror = (event) => this.#fail(new Error(event.message || "The browser does not start the module."));
  }

  /**
   * @template {keyof Questions} Name
   * @param {Name} name
   * @param {Questions[Name]["values"]} values
   * @param {Uint8Array} [file]
   * @returns {Promise<Questions[Name]["answer"]>}
   */
  ask(name, values, file) {
    return this.#send({ asked: { name, values, file } });
  }

  /**
   * Gives the worker a pattern's sound, or says that it is missing.
   *
   * @param {{ path: string, name: string, bytes?: Uint8Array }} sound
   * @returns {Promise<undefined>}
   */
  keep(sound) {
    return this.#send({ sound });
  }

  /** @param {object} message @returns {Promise<any>} */
  #send(message) {
    this.#count += 1;
    const id = this.#count;
    const module = id === 1 ? this.module : undefined;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.worker.postMessage({ id, module, ...message });
    });
  }

  /** @param {{ id: number, value?: any, error?: string, isTrap?: boolean, code?: string }} answer */
  #receive({ id, value, error, isTrap, code }) {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) return waiting?.resolve(value);
    const failure = Object.assign(new Error(error), { code });
    if (isTrap) this.onTrap(failure);
    return waiting?.reject(failure);
  }

  /** @param {Error} error */
  #fail(error) {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
