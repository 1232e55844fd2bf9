import { Emitter } from "./emitter.js";

/** The server said no: `code` and `status` tell why, `message` tells a person. */
export class Refusal extends Error {
  constructor(status, body) {
    super(body?.error?.message ?? `The server answered ${status}.`);
    this.status = status;
    this.code = body?.error?.code ?? "";
    this.body = body ?? {};
  }
}

/** The server could not be reached. */
export class Unreachable extends Error {
  constructor() {
    super("The studio's server is not responding.");
  }
}

/** Requests to `thrum studio`, with the token of its run. */
export class Server extends Emitter {
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

  session = () => this.ask("GET", "/api/session");
  files = () => this.ask("GET", "/api/files");
  file = (path) => this.ask("GET", `/api/file?path=${encodeURIComponent(path)}`);
  save = (path, text, revision) => this.ask("PUT", `/api/file?path=${encodeURIComponent(path)}`, { text, revision });
  move = (path, to) => this.ask("POST", "/api/move", { path, to });
  remove = (path, revision) => this.ask("POST", "/api/delete", { path, revision });
  saveSound = async (path, file) => this.ask("PUT", `/api/sound?path=${encodeURIComponent(path)}`, { data: await base64(file) });
  /** `signal` gives the work up, here and in the server. */
  generate = async (file, { signal, ...options }) =>
    this.ask("POST", "/api/generate", { name: file.name, data: await base64(file), ...options }, signal);

  progress = (job) => this.ask("GET", `/api/progress?job=${encodeURIComponent(job)}`);
  wave = (request) => this.ask("POST", "/api/wave", request);
  convert = (text, name) => this.ask("POST", "/api/convert", { text, name });
  export = (request) => this.ask("POST", "/api/export", request);
  analyse = (request) => this.ask("POST", "/api/analyse", request);
  render = async (request) => (await this.fetch("POST", "/api/render", request)).arrayBuffer();

  async ask(method, path, body, signal) {
    const answer = await this.fetch(method, path, body, signal);
    return answer.json();
  }

  async fetch(method, path, body, signal) {
    const headers = { "X-Thrum-Token": this.token ?? "" };
    if (body !== undefined) headers["Content-Type"] = "application/json";
    let answer;
    try {
      answer = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body), signal });
    } catch (error) {
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

/** A file's bytes as text. */
function base64(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result.slice(reader.result.indexOf(",") + 1));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

const place = "thrum.token";

/** The token lives as long as the tab; a browser that keeps nothing asks for the address again. */
function remember(token) {
  try {
    sessionStorage.setItem(place, token);
  } catch {
    // Works until the page is loaded again.
  }
}

function recall() {
  try {
    return sessionStorage.getItem(place);
  } catch {
    return null;
  }
}
