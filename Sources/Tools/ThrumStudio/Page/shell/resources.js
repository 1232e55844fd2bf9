// The page's other files: next to it on a server, or packed into it.

/** @type {Map<string, string>} Addresses of packed files, by name. */
const addresses = new Map();

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
  const known = addresses.get(name) ?? URL.createObjectURL(new Blob([bytes], { type: "text/javascript" }));
  addresses.set(name, known);
  return known;
}

/**
 * The bytes of a packed file; `undefined` if there is none of this name.
 *
 * @param {string} name
 */
export const packedFile = (name) => pack()?.get(name);

/** Names of all packed files. */
export const packedNames = () => [...pack()?.keys() ?? []];
