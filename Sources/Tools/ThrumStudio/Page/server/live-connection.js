// The WebSocket to the live engine.

import { Emitter } from "../pattern/emitter.js";

const pauses = [0.5, 1, 2, 4, 8, 15];

/**
 * Messages arrive as events named after their `type`, and sound as `samples` events. Reconnects by itself.
 *
 * @extends {Emitter<LiveEvents>}
 */
export class LiveConnection extends Emitter {
  /** @type {WebSocket | undefined} */
  #socket;
  #failures = 0;
  /** @type {number | undefined} */
  #timer;
  #pings = new Map();
  #nextID = 1;
  /** @type {number[]} Recent round trips, ms. */
  roundTrips = [];
  state = { engine: "unknown", sound: { to: "browser", name: "browser", rate: 48000, delay: 0 } };

  /** @param {import("./server.js").Server} server */
  constructor(server) {
    super();
    this.server = server;
  }

  /** Whether an engine answers, whose sound comes as samples. */
  get hasEngine() {
    return true;
  }

  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  open() {
    clearTimeout(this.#timer);
    const socket = new WebSocket(this.server.liveAddress);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => this.opened();
    socket.onmessage = ({ data }) => this.receive(data);
    socket.onclose = () => this.lost(socket);
    this.#socket = socket;
  }

  opened() {
    this.#failures = 0;
    this.emit("open");
    this.ping();
  }

  /** @param {WebSocket} socket */
  lost(socket) {
    if (socket !== this.#socket) return;
    const pause = pauses[Math.min(this.#failures, pauses.length - 1)];
    this.#failures += 1;
    this.#pings.clear();
    this.emit("lost", { pause, failures: this.#failures });
    this.#timer = setTimeout(() => this.open(), pause * 1000);
  }

  /** @param {string | ArrayBuffer} data */
  receive(data) {
    if (data instanceof ArrayBuffer) return this.emit("samples", new Float32Array(data, 0, data.byteLength >> 2));
    let message;
    try {
      message = JSON.parse(data);
    } catch {
      return undefined;
    }
    if (message.type === "pong") this.pong(message.id);
    if (message.type === "state") this.state = message;
    return this.emit(message.type, message);
  }

  /**
   * Sends a message; returns whether that was possible.
   *
   * @param {object} message
   */
  send(message) {
    if (!this.isOpen) return false;
    this.#socket?.send(JSON.stringify(message));
    return true;
  }

  get nextID() {
    return this.#nextID++;
  }

  ping() {
    const id = this.nextID;
    this.#pings.set(id, performance.now());
    this.send({ type: "ping", id });
  }

  /** @param {number} id */
  pong(id) {
    const sent = this.#pings.get(id);
    if (sent === undefined) return;
    this.#pings.delete(id);
    this.roundTrips = [...this.roundTrips.slice(-8), performance.now() - sent];
  }

  /** Median round trip, ms. */
  get roundTrip() {
    return this.roundTrips.toSorted((a, b) => a - b)[this.roundTrips.length >> 1];
  }
}
