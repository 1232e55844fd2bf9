// What tells contents of files apart.

/** @param {Uint8Array | undefined} one @param {Uint8Array | undefined} other */
export const isEqual = (one, other) =>
  one?.length === other?.length && (one ?? []).every((byte, place) => byte === other?.[place]);

/**
 * Tells versions of a file apart, as the server does: FNV-1a with 64 bits, in two halves, and the length.
 *
 * @param {Uint8Array} bytes
 */
export function revisionOf(bytes) {
  const word = 2 ** 32;
  let [high, low] = [0xCBF29CE4, 0x84222325];
  for (const byte of bytes) {
    const mixed = (low ^ byte) >>> 0;
    // Times 2^40 + 0x1B3.
    const product = mixed * 0x1B3;
    high = (high * 0x1B3 + Math.floor(product / word) + ((mixed << 8) >>> 0)) % word;
    low = product % word;
  }
  const digits = low.toString(16);
  return `${high ? high.toString(16) + digits.padStart(8, "0") : digits}-${bytes.length}`;
}
