// Detects the kind of a file by its first bytes.

const sounds = [
  /^RIFF....WAVE/s, /^FORM....AIF[FC]/s, /^caff/, /^fLaC/, /^OggS/, /^ID3/, /^\xff[\xe2-\xff]/, /^....ftypM4A/s,
];
/** @type {[RegExp, string][]} */
const others = [[/^\x89PNG|^\xff\xd8\xff|^GIF8|^RIFF....WEBP/s, "an image"], [/^....ftyp|^\x1aE\xdf\xa3/s, "a video"],
  [/^PK\x03\x04/, "an archive"], [/^%PDF/, "a PDF"]];

// An effect in JSON: Thrum's format, two lists for Android's builders, or OpenHarmony's channels.
/** @param {string} text */
const isEffect = (text) => /^\{/.test(text) && (/"format"\s*:\s*"android-vibration"/.test(text)
  || (/"timings"\s*:\s*\[/.test(text) && /"amplitudes"\s*:\s*\[/.test(text))
  || (/"MetaData"\s*:/.test(text) && /"Channels"\s*:\s*\[/.test(text)));

/**
 * `"pattern"`, `"clip"` (`.haptic`, `.he` or an effect, converted by the server), `"sound"`, or a description.
 *
 * @param {File} file
 */
export async function kindOf(file) {
  const bytes = new Uint8Array(await file.slice(0, 4096).arrayBuffer());
  const start = String.fromCharCode(...bytes.subarray(0, 64));
  if (sounds.some((form) => form.test(start))) return "sound";
  const other = others.find(([form]) => form.test(start));
  if (other) return other[1];
  if (file.size === 0) return "empty";
  // UTF-16 text contains null bytes and starts with a byte-order mark.
  const isWide = /^(\xff\xfe|\xfe\xff)/.test(start);
  if (!isWide && bytes.includes(0)) return "not text";
  if (/\.(haptic|he)$/i.test(file.name)) return "clip";
  const text = new TextDecoder(isWide ? "utf-16" : "utf-8").decode(bytes).trimStart();
  if (/^<(\?xml|!--|vibration)/.test(text) || isEffect(text)) return "clip";
  return /\.(ahap|json)$/i.test(file.name) || /^(\{|\[|\/\/|\/\*)/.test(text) ? "pattern" : "text, but not a pattern";
}
