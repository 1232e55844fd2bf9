// Backing tracks, which the browser keeps for the next time that their patterns are opened.

/** @typedef {{ file: File, start: number }} KeptTrack */

const table = "tracks";
const mostTracks = 20;
const mostBytes = 200_000_000;

/** @type {Promise<IDBDatabase> | undefined} */
let opened;

function database() {
  opened ??= new Promise((resolve, reject) => {
    const opening = indexedDB.open("thrum", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(table);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  return opened;
}

/**
 * @template Value
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<Value>} ask
 * @returns {Promise<Value | undefined>} `undefined` if the browser keeps nothing, as in some private windows
 */
async function asked(mode, ask) {
  try {
    const store = (await database()).transaction(table, mode).objectStore(table);
    return await new Promise((resolve, reject) => {
      const request = ask(store);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  } catch {
    return undefined;
  }
}

/** @param {string} pattern its folder and path @returns {Promise<KeptTrack | undefined>} */
export function keptTrack(pattern) {
  return asked("readonly", (store) => store.get(pattern));
}

/**
 * Keeps the tracks that were chosen last, unless one is too large.
 *
 * @param {string} pattern
 * @param {KeptTrack | undefined} track `undefined` forgets it
 */
export async function keepTrack(pattern, track) {
  await asked("readwrite", (store) => store.delete(pattern));
  if (!track || track.file.size > mostBytes) return;
  const keys = (await asked("readonly", (store) => store.getAllKeys())) ?? [];
  /** @type {{ key: IDBValidKey, chosen: number }[]} */
  const others = await Promise.all(keys.map(async (key) =>
    ({ key, chosen: (await asked("readonly", (store) => store.get(key)))?.chosen ?? 0 })));
  for (const { key } of others.sort((one, other) => other.chosen - one.chosen).slice(mostTracks - 1)) {
    await asked("readwrite", (store) => store.delete(key));
  }
  await asked("readwrite", (store) => store.put({ ...track, chosen: Date.now() }, pattern));
}
