// Requests with long text, which a worker sends.

/** Text length above which the worker sends a request. */
const longest = 100_000;

/**
 * Whether sending a body would block the page.
 *
 * @param {object | undefined} body
 */
export const isLong = (body) =>
  String(/** @type {{ text?: unknown } | undefined} */ (body)?.text ?? "").length > longest;

/** Sends requests with long text from a worker. */
export class LongRequests {
  /** @type {Worker | undefined} */
  #worker;
  #count = 0;
  /** @type {Map<number, { resolve: (answer: Response) => void, reject: (error: Error) => void }>} */
  #waiting = new Map();

  /**
   * Like `fetch`.
   *
   * @param {string} path
   * @param {{ method: string, headers: Record<string, string>, body: object, signal?: AbortSignal }} request
   * @returns {Promise<Response>}
   */
  send(path, { method, headers, body, signal }) {
    const worker = this.#open();
    this.#count += 1;
    const id = this.#count;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      signal?.addEventListener("abort", () => worker.postMessage({ id, abort: true }), { once: true });
      worker.postMessage({ id, path, method, headers, body });
    });
  }

  #open() {
    if (this.#worker) return this.#worker;
    this.#worker = new Worker("server/request-worker.js", { type: "module" });
    this.#worker.onmessage = ({ data: { id, status, headers, bytes } }) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (status) waiting?.resolve(new Response(bytes, { status, headers }));
      else waiting?.reject(new Error("The request failed."));
    };
    return this.#worker;
  }
}
