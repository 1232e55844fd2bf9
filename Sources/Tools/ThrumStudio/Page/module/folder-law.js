// Which names files in the folder may have, and what each refusal says: the server's law of files.
//
// `FolderPath.swift` and `ChangeRoutes.swift` follow it too; Tests/SharedCases/folder-law.json runs against both.

import { Refusal } from "../server/server.js";

const patternEndings = ["ahap", "haptic", "he"];
const soundEndings = ["wav", "aif", "aiff", "aifc", "caf", "flac", "ogg", "oga", "opus", "mp3"];
const [longestPath, longestName] = [1024, 255];

/** @param {string} text */
const byteCount = (text) => new TextEncoder().encode(text).length;

/** @param {string} name */
const isName = (name) =>
  name !== "" && !name.startsWith(".") && byteCount(name) <= longestName && !/[\0-\x1F\x7F\\]/.test(name);

/**
 * Whether a path stays in the folder, and none of its names is hidden or has control characters or backslashes.
 *
 * @param {string} path
 */
export const isFolderPath = (path) => byteCount(path) <= longestPath && path.split("/").every(isName);

/** @param {string} path @param {string[]} endings */
const endingOf = (path, endings) => endings.find((ending) => path.toLowerCase().endsWith(`.${ending}`));

/**
 * The format that a file's name says, such as `ahap`; `undefined` for a file that is no pattern.
 *
 * @param {string} path
 */
export const formatOf = (path) => (isFolderPath(path) ? endingOf(path, patternEndings) : undefined);

/** @param {string} path */
export const isSoundPath = (path) => isFolderPath(path) && endingOf(path, soundEndings) !== undefined;

/** @param {number} status @param {string} code @param {string} message @param {{ revision?: string }} [more] */
export const refusal = (status, code, message, more = {}) => new Refusal(status, { error: { code, message }, ...more });

export const badPath = () => {
  const [last, ...others] = patternEndings.map((ending) => `.${ending}`).reverse();
  return refusal(400, "badPath",
    `the path must name a library pattern, or a ${others.reverse().join(", ")} or ${last} file in the folder`);
};

export const badSoundPath = () => refusal(400, "badPath",
  `the name of a sound must end in ${soundEndings.map((ending) => `.${ending}`).join(", ")}`);

/** @param {string} path @param {string} revision of the version that another program has written */
export const changed = (path, revision) =>
  refusal(409, "changed", `${path} has changed; nothing was written`, { revision });

/** @param {string} path */
export const missing = (path) => refusal(404, "notFound", `${path} does not exist`);

/** @param {string} path */
export const gone = (path) => refusal(404, "notFound", `${path} no longer exists; save it as a new file`);

/** @param {string} path */
export const taken = (path) => refusal(409, "exists", `${path} already exists`);

export const linked = () =>
  refusal(400, "badPath", "part of the path is a link or not a folder; links are not followed");

/** @param {string} path */
export const notPlain = (path) => refusal(400, "badPath", `${path} is not a plain file`);

/** @param {string} path */
export const notAllowed = (path) =>
  refusal(400, "badPath", `${path}: the browser does not allow this name; choose another`);

/** @param {string} path */
export const otherSound = (path) =>
  refusal(409, "exists", `the folder already contains another ${path}: rename this one first`);

/**
 * The refusal for an error of the browser's database or of a folder of the disk.
 *
 * @param {string} path
 * @param {unknown} caught
 */
export function refusalOf(path, caught) {
  if (caught instanceof Refusal) return caught;
  const { name, kind, message } = /** @type {Error & { kind?: string }} */ (caught);
  switch (kind ?? name) {
    case "full": return refusal(507, "diskFull", `${path}: ${message}; nothing was written`);
    case "QuotaExceededError": return refusal(507, "diskFull", `${path}: the disk is full; nothing was written`);
    case "blocked": return refusal(403, "notPermitted", `${path}: ${message}`);
    case "NotAllowedError": case "SecurityError":
      return refusal(403, "notPermitted",
        `${path}: the browser does not let this page change the folder; open the folder again and allow it`);
    case "NoModificationAllowedError":
      return refusal(503, "busy", `${path}: another program is writing to it; nothing was changed. Try again.`);
    case "newer": case "older": return refusal(503, "busy", `${path}: ${message}`);
    case "NotFoundError": return missing(path);
    case "TypeMismatchError": return linked();
    default: return refusal(500, "failed", `${path}: ${message}`);
  }
}
