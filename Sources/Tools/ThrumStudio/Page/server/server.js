// The requests to the studio's server.

import { Emitter } from "../pattern/emitter.js";
import { LiveConnection } from "./live-connection.js";
import { isLong, LongRequests } from "./long-requests.js";

export class Refusal extends Error {
  /** @param {number} status @param {RefusalBody | undefined} body */
  constructor(status, body) {
    super(body?.error?.message ?? `The server responded with status ${status}.`);
    this.status = status;
    this.code = body?.error?.code ?? "";
    this.body = body ?? {};
  }
}

export class Unreachable extends Error {
  constructor() {
    super("The studio's server is not responding.");
  }
}

/** @extends {Emitter<ServerEvents>} */
export class Server extends Emitter {
  long = new LongRequests();
  hasServer = true;
  canGenerate = true;
  canOpenFolders = false;
  /** A path to open if the folder has no pattern. */
  example = "";

  constructor() {
    super();
    const address = new URL(location.href);
    const given = address.searchParams.get("token");
    if (given) {
      remember(given);
      this.wanted = address.searchParams.get("open");
      address.searchParams.delete("token");
      address.searchParams.delete("open");
      history.replaceState(null, "", address);
    }
    this.token = given ?? recall();
  }

  get liveAddress() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    return `${scheme}//${location.host}/api/live?token=${encodeURIComponent(this.token ?? "")}`;
  }

  live() {
    return new LiveConnection(this);
  }

  chooseFolder = async () => false;

  /** @type {() => Promise<Session>} */
  session = () => this.request("GET", "/api/session");
  /** @type {() => Promise<Listing>} */
  files = () => this.request("GET", "/api/files");
  /** @type {(paths: string[]) => Promise<{ shapes: Record<string, FileShape> }>} */
  shapes = (paths) => this.request("POST", "/api/shapes", { paths });
  /** @type {(path: string) => Promise<FileText>} */
  file = (path) => this.request("GET", `/api/file?path=${encodeURIComponent(path)}`);
  /** @type {(path: string, text: string, revision: string | null) => Promise<Saved>} */
  save = (path, text, revision) =>
    this.request("PUT", `/api/file?path=${encodeURIComponent(path)}`, { text, revision });
  /** @type {(path: string, to: string) => Promise<{}>} */
  move = (path, to) => this.request("POST", "/api/move", { path, to });
  /** @type {(path: string, revision: string | null) => Promise<{}>} */
  remove = (path, revision) => this.request("POST", "/api/delete", { path, revision });
  /** @type {(path: string, file: File) => Promise<{ revision: string }>} */
  saveSound = async (path, file) =>
    this.request("PUT", `/api/sound?path=${encodeURIComponent(path)}`, { data: await base64(file) });
  /** @type {(job: string) => Promise<{ part?: number }>} */
  progress = (job) => this.request("GET", `/api/progress?job=${encodeURIComponent(job)}`);
  /** @type {(patterns: { name: string, text: string }[], path: string) => Promise<ArrayBuffer>} */
  share = async (patterns, path) => (await this.fetch("POST", "/api/share", { patterns, path })).arrayBuffer();
  /** @type {() => Promise<PhoneFacts>} */
  phone = () => this.request("GET", "/api/phone");
  /**
   * Shows a text on the phones; `text` is `null` if no pattern is open.
   *
   * @type {(shown: { text: string | null, path?: string, actuator?: string }) => Promise<PhoneFacts>}
   */
  showOnPhones = (shown) => this.request("POST", "/api/phone/pattern", shown);
  /** @type {() => Promise<PhoneFacts>} */
  renewPhoneCode = () => this.request("POST", "/api/phone/code", {});
  /** @type {() => Promise<PhoneFacts>} */
  disconnectPhones = () => this.request("POST", "/api/phone/disconnect", {});

  /**
   * Answers a question of the list; gives `undefined` if what it is about is no longer kept. `signal` ends the work,
   * on the server too; `job` names it for `progress`.
   *
   * @template {keyof Questions} Name
   * @param {Name} name
   * @param {Questions[Name]["values"]} values
   * @param {{ file?: Blob, signal?: AbortSignal, job?: string }} [options]
   * @returns {Promise<Questions[Name]["answer"]>}
   */
  ask = async (name, values, options = {}) => {
    const { file, signal, job } = options;
    const path = `/api/ask/${name}${job ? `?job=${encodeURIComponent(job)}` : ""}`;
    const body = file ? new Blob([`${JSON.stringify(values)}\n`, file], { type: "application/octet-stream" }) : values;
    const answer = await this.fetch("POST", path, body, signal);
    if (answer.status === 204) return undefined;
    const isJSON = answer.headers.get("Content-Type")?.startsWith("application/json");
    return isJSON ? answer.json() : answer.arrayBuffer();
  };

  /** @param {string} method @param {string} path @param {object} [body] */
  async request(method, path, body) {
    const answer = await this.fetch(method, path, body);
    return answer.json();
  }

  /** @param {string} method @param {string} path @param {object} [body] @param {AbortSignal} [signal] */
  async fetch(method, path, body, signal) {
    /** @type {Record<string, string>} */
    const headers = { "X-Thrum-Token": this.token ?? "" };
    if (body !== undefined) headers["Content-Type"] = body instanceof Blob ? body.type : "application/json";
    let answer;
    try {
      answer = body && isLong(body) ? await this.long.send(path, { method, headers, body, signal })
        : await fetch(path, { method, headers, body: contentOf(body), signal });
    } catch (caught) {
      const error = /** @type {Failure} */ (caught);
      if (signal?.aborted) throw error;
      this.emit("unreachable");
      throw new Unreachable();
    }
    if (answer.ok) return answer;
    const refusal = new Refusal(answer.status, await answer.json().catch(() => undefined));
    if (answer.status === 401) this.emit("stranger", refusal);
    throw refusal;
  }
}

/** @param {object | undefined} body */
const contentOf = (body) => (body === undefined || body instanceof Blob ? body : JSON.stringify(body));

/**
 * @param {Blob} file
 * @returns {Promise<string>}
 */
function base64(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      const address = String(reader.result);
      resolve(address.slice(address.indexOf(",") + 1));
    };
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

const place = "thrum.token";

/** @param {string} token stored for the life of the tab */
function remember(token) {
  try {
    sessionStorage.setItem(place, token);
  } catch {
    // The page still works, but only until it is reloaded.
  }
}

function recall() {
  try {
    return sessionStorage.getItem(place);
  } catch {
    return null;
  }
}
