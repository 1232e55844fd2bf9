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
  session = () => this.ask("GET", "/api/session");
  /** @type {() => Promise<Listing>} */
  files = () => this.ask("GET", "/api/files");
  /** @type {(paths: string[]) => Promise<{ shapes: Record<string, FileShape> }>} */
  shapes = (paths) => this.ask("POST", "/api/shapes", { paths });
  /** @type {(path: string) => Promise<FileText>} */
  file = (path) => this.ask("GET", `/api/file?path=${encodeURIComponent(path)}`);
  /** @type {(path: string, text: string, revision: string | null) => Promise<Saved>} */
  save = (path, text, revision) => this.ask("PUT", `/api/file?path=${encodeURIComponent(path)}`, { text, revision });
  /** @type {(path: string, to: string) => Promise<{}>} */
  move = (path, to) => this.ask("POST", "/api/move", { path, to });
  /** @type {(path: string, revision: string | null) => Promise<{}>} */
  remove = (path, revision) => this.ask("POST", "/api/delete", { path, revision });
  /** @type {(path: string, file: File) => Promise<{ revision: string }>} */
  saveSound = async (path, file) =>
    this.ask("PUT", `/api/sound?path=${encodeURIComponent(path)}`, { data: await base64(file) });
  /**
   * `signal` cancels the work, on the server too. With the number of a `sound` that was sent before, gives `undefined`
   * if the server no longer keeps it.
   *
   * @param {File} file
   * @param {{ signal: AbortSignal, job: string, sound?: number } & GenerateValues} options
   * @returns {Promise<{ text: string, sound: number, notes: string[] }>}
   */
  generate = async (file, { signal, job, ...options }) => {
    const data = options.sound === undefined ? await base64(file) : undefined;
    const path = `/api/generate?job=${encodeURIComponent(job)}`;
    const answer = await this.fetch("POST", path, { name: file.name, data, ...options }, signal);
    return answer.status === 204 ? undefined : answer.json();
  };

  /** @type {(job: string) => Promise<{ part?: number }>} */
  progress = (job) => this.ask("GET", `/api/progress?job=${encodeURIComponent(job)}`);
  /** @type {(request: Version & { from: number, to: number, columns: number }) => Promise<WaveRange>} */
  wave = (request) => this.ask("POST", "/api/wave", request);
  /** @type {(text: string, name: string) => Promise<Converted>} */
  convert = (text, name) => this.ask("POST", "/api/convert", { text, name });
  /** @type {(request: { text: string, as: string, name: string }) => Promise<Converted>} */
  export = (request) => this.ask("POST", "/api/export", request);
  /**
   * The text with one finding cured.
   *
   * @type {(request: { text: string, path: string, code: string, line?: number, column?: number, all?: boolean }) =>
   *   Promise<{ text: string, title: string }>}
   */
  cure = (request) => this.ask("POST", "/api/cure", request);
  /** @type {(request: FeelRequest) => Promise<FeelAnswer>} */
  feel = (request) => this.ask("POST", "/api/feel", request);
  /**
   * Cures one event for a motor.
   *
   * @type {(request: { text: string, path: string, motor: string, index: number }) =>
   *   Promise<{ text: string, title: string }>}
   */
  cureFelt = (request) => this.ask("POST", "/api/feel/cure", request);
  /** @type {(patterns: { name: string, text: string }[], path: string) => Promise<ArrayBuffer>} */
  share = async (patterns, path) => (await this.fetch("POST", "/api/share", { patterns, path })).arrayBuffer();
  /** @type {(request: Version & { columns: number }) => Promise<AnalysisAnswer>} */
  analyse = (request) => this.ask("POST", "/api/analyse", request);
  /** @type {() => Promise<PhoneFacts>} */
  phone = () => this.ask("GET", "/api/phone");
  /**
   * Shows a text on the phones; `text` is `null` if no pattern is open.
   *
   * @type {(shown: { text: string | null, path?: string, actuator?: string }) => Promise<PhoneFacts>}
   */
  showOnPhones = (shown) => this.ask("POST", "/api/phone/pattern", shown);
  /** @type {() => Promise<PhoneFacts>} */
  renewPhoneCode = () => this.ask("POST", "/api/phone/code", {});
  /** @type {() => Promise<PhoneFacts>} */
  disconnectPhones = () => this.ask("POST", "/api/phone/disconnect", {});
  /** @type {(actuator: string, seconds: number | undefined) => Promise<Reach>} */
  reach = (actuator, seconds) => this.ask("GET", `/api/reach?${new URLSearchParams({
    ...(actuator ? { actuator } : {}), ...(seconds === undefined ? {} : { seconds: String(seconds) }),
  })}`);
  /** @type {(request: Version & { gain: number }) => Promise<ArrayBuffer>} */
  render = async (request) => (await this.fetch("POST", "/api/render", request)).arrayBuffer();

  /** @type {(version: Version) => Promise<TakeFacts>} */
  take = (version) => this.ask("POST", "/api/take", version);
  /**
   * `signal` ends the work, on the server too.
   *
   * @type {(take: string, other: string, signal: AbortSignal) =>
   *   Promise<{ gain: number, otherGain: number } | undefined>}
   */
  match = async (take, other, signal) => {
    const path = `/api/match?take=${encodeURIComponent(take)}&other=${encodeURIComponent(other)}`;
    const answer = await this.fetch("GET", path, undefined, signal);
    return answer.status === 204 ? undefined : answer.json();
  };
  /**
   * A block of a take. Like `match`, gives `undefined` if the server no longer keeps the take.
   *
   * @type {(take: string, index: number) => Promise<{ channels: Float32Array[], isLast: boolean } | undefined>}
   */
  block = async (take, index) => {
    const answer = await this.fetch("GET", `/api/block?take=${encodeURIComponent(take)}&index=${index}`);
    if (answer.status === 204) return undefined;
    const samples = new Float32Array(await answer.arrayBuffer());
    const count = Number(answer.headers.get("X-Thrum-Channels"));
    const frames = samples.length / count;
    const channels = Array.from({ length: count }, (_, channel) =>
      samples.subarray(channel * frames, (channel + 1) * frames));
    return { channels, isLast: answer.headers.get("X-Thrum-Last") === "1" };
  };

  /** @param {string} method @param {string} path @param {object} [body] @param {AbortSignal} [signal] */
  async ask(method, path, body, signal) {
    const answer = await this.fetch(method, path, body, signal);
    return answer.json();
  }

  /** @param {string} method @param {string} path @param {object} [body] @param {AbortSignal} [signal] */
  async fetch(method, path, body, signal) {
    /** @type {Record<string, string>} */
    const headers = { "X-Thrum-Token": this.token ?? "" };
    if (body !== undefined) headers["Content-Type"] = "application/json";
    let answer;
    try {
      answer = body && isLong(body) ? await this.long.send(path, { method, headers, body, signal })
        : await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body), signal });
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
