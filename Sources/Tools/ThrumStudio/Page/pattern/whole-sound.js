// All samples of a version, from its blocks.

/** The longest sound that is downloaded, seconds. */
const longest = 600;

/**
 * The channels of a block's bytes (the question “block”).
 *
 * @param {ArrayBuffer} bytes
 */
export function blockOf(bytes) {
  const [count, isLast] = new Uint32Array(bytes, 0, 2);
  const samples = new Float32Array(bytes, 8);
  const frames = samples.length / count;
  const channels = Array.from({ length: count }, (_, channel) =>
    samples.subarray(channel * frames, (channel + 1) * frames));
  return { channels, isLast: isLast === 1 };
}

/**
 * The version's left and right channel, in one piece each.
 *
 * @param {Pick<Server, "ask">} server
 * @param {Questions["take"]["values"]} version
 */
export async function wholeSound(server, version) {
  const { take, sampleRate, blockFrames } = await server.ask("take", version);
  /** @type {Float32Array[][]} */
  const blocks = [];
  for (let isLast = false; !isLast;) {
    if (blocks.length * blockFrames > longest * sampleRate) {
      throw new Error(`the pattern is longer than ${longest} s; use \`thrum render\` to write it to a file`);
    }
    const bytes = await server.ask("block", { take, index: blocks.length });
    if (!bytes) throw new Error("The sound was discarded. Try again.");
    const block = blockOf(bytes);
    blocks.push(block.channels);
    ({ isLast } = block);
  }
  return { sampleRate, channels: [0, 1].map((side) => joined(blocks.map((block) => block[side] ?? block[0]))) };
}

/**
 * A WAV file of a version, with the bytes that `thrum render --format float` writes.
 *
 * @param {Pick<Server, "ask">} server
 * @param {Questions["take"]["values"]} version
 */
export async function waveFile(server, version) {
  const { sampleRate, channels: [left, right] } = await wholeSound(server, version);
  const header = new Uint8Array(await server.ask("waveHeader", { frames: left.length, sampleRate }));
  const file = new Uint8Array(header.length + 8 * left.length);
  file.set(header);
  const view = new DataView(file.buffer, header.length);
  for (let frame = 0; frame < left.length; frame += 1) {
    view.setFloat32(8 * frame, left[frame], true);
    view.setFloat32(8 * frame + 4, right[frame], true);
  }
  return file.buffer;
}

/** @param {Float32Array[]} parts */
function joined(parts) {
  const all = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let place = 0;
  for (const part of parts) {
    all.set(part, place);
    place += part.length;
  }
  return all;
}
