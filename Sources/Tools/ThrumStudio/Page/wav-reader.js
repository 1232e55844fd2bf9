// @ts-check
/** Reads a WAV of 32-bit floats into `{ rate, channels }`, without conversion. */
export function readWAV(bytes) {
  const view = new DataView(bytes);
  const tag = (at) => String.fromCharCode(...new Uint8Array(bytes, at, 4));
  if (bytes.byteLength < 12 || tag(0) !== "RIFF" || tag(8) !== "WAVE") throw new Error("This is not a WAV file.");
  let format;
  for (let at = 12; at + 8 <= bytes.byteLength; ) {
    const size = view.getUint32(at + 4, true);
    const body = at + 8;
    if (tag(at) === "fmt ") format = readFormat(view, body);
    if (tag(at) === "data") return split(view, body, Math.min(size, bytes.byteLength - body), format);
    at = body + size + (size & 1);
  }
  throw new Error("The WAV file contains no samples.");
}

function readFormat(view, at) {
  const channels = view.getUint16(at + 2, true);
  if (view.getUint16(at + 14, true) !== 32) throw new Error("The WAV file does not contain 32-bit floats.");
  return { channels, rate: view.getUint32(at + 4, true) };
}

function split(view, at, size, format) {
  if (!format) throw new Error("The WAV file has no format chunk.");
  const frames = Math.floor(size / 4 / format.channels);
  const channels = Array.from({ length: format.channels }, () => new Float32Array(frames));
  for (let frame = 0; frame < frames; frame += 1) {
    for (let channel = 0; channel < format.channels; channel += 1) {
      channels[channel][frame] = view.getFloat32(at + (frame * format.channels + channel) * 4, true);
    }
  }
  return { rate: format.rate, channels };
}
