// The page's other files: next to it on a server, or packed into it.

/** @returns {Map<string, Uint8Array> | undefined} the packed files, by name */
const pack = () => /** @type {{ thrumPack?: Map<string, Uint8Array> }} */ (globalThis).thrumPack;

/**
 * The address of a script for a worker or a worklet.
 *
 * @param {string} name
 */
export function scriptAddress(name) {
  const bytes = pack()?.get(name);
  if (!bytes) return name;
  // From a disk, Chromium loads no worklet from the address of a blob.
  return `data:text/javascript;charset=utf-8,${encodeURIComponent(new TextDecoder().decode(bytes))}`;
}

/**
 * The bytes of a packed file; `undefined` if there is none of this name.
 *
 * @param {string} name
 */
export const packedFile = (name) => pack()?.get(name);

/** Names of all packed files. */
export const packedNames = () => [...pack()?.keys() ?? []];
