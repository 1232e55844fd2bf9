// Records what the page sends to its audio output, before the page loads: `heard.samples()`, `heard.first`.
(() => {
  const worklet = `registerProcessor("tap", class extends AudioWorkletProcessor {
    chunk = new Float32Array(2 * 128 * 75); at = 0; isOpen = false;
    constructor() { super(); this.port.onmessage = () => { this.isOpen = false; this.at = 0; }; }
    process([input]) {
      const [left, right] = input.length > 0 ? [input[0], input[1] ?? input[0]] : [];
      if (!this.isOpen && left?.some((one, index) => one !== 0 || right[index] !== 0)) {
        this.isOpen = true;
        this.port.postMessage({ first: currentFrame });
      }
      if (!this.isOpen) return true;
      for (let index = 0; index < 128; index += 1) {
        this.chunk[this.at] = left ? left[index] : 0;
        this.chunk[this.at + 1] = left ? right[index] : 0;
        this.at += 2;
      }
      if (this.at === this.chunk.length) {
        this.port.postMessage({ chunk: this.chunk }, [this.chunk.buffer]);
        this.chunk = new Float32Array(2 * 128 * 75);
        this.at = 0;
      }
      return true;
    }
  });`;
  const heard = { chunks: [], first: undefined, isRecording: true };
  window.heard = heard;
  /** Begins again at the next sound. */
  heard.clear = () => { heard.chunks = []; heard.first = undefined; heard.node?.port.postMessage(0); };
  /** Frames as base64, left and right interleaved. */
  heard.samples = () => new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result.slice(reader.result.indexOf(",") + 1));
    reader.readAsDataURL(new Blob(heard.chunks));
  });
  const connected = new WeakMap();
  const tapped = new WeakMap();
  const connect = AudioNode.prototype.connect;
  const tap = (context) => {
    const node = new AudioWorkletNode(context, "tap", { numberOfInputs: 1, numberOfOutputs: 1, channelCount: 2,
      channelCountMode: "explicit" });
    node.port.onmessage = ({ data: { first, chunk } }) => {
      if (first !== undefined) heard.first ??= performance.now();
      if (chunk && heard.isRecording) heard.chunks.push(chunk);
    };
    connect.call(node, context.destination);
    tapped.set(context, node);
    heard.node = node;
    for (const one of connected.get(context) ?? []) connect.call(one, node);
  };
  AudioNode.prototype.connect = function (to, ...rest) {
    if (to instanceof AudioDestinationNode) {
      const { context } = this;
      connected.set(context, [...(connected.get(context) ?? []), this]);
      if (tapped.get(context)) connect.call(this, tapped.get(context));
    }
    return connect.call(this, to, ...rest);
  };
  const addModule = AudioWorklet.prototype.addModule;
  const contexts = new WeakMap();
  const Context = window.AudioContext;
  window.AudioContext = class extends Context {
    constructor(...given) {
      super(...given);
      contexts.set(this.audioWorklet, this);
      this.close = () => { heard.isClosed = true; return super.close(); };
    }
  };
  AudioWorklet.prototype.addModule = async function (...given) {
    const context = contexts.get(this);
    if (context && !tapped.has(context)) {
      tapped.set(context, undefined);
      const address = URL.createObjectURL(new Blob([worklet], { type: "text/javascript" }));
      await addModule.call(this, address);
      tap(context);
    }
    return addModule.call(this, ...given);
  };
})();
