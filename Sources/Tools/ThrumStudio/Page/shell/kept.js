// What the browser keeps in its database for this page: more than fits into its settings.

const tables = ["tracks", "histories"];

/** @type {Promise<IDBDatabase> | undefined} */
let opened;

function database() {
  opened ??= new Promise((resolve, reject) => {
    const opening = indexedDB.open("thrum", 2);
    opening.onupgradeneeded = () => {
      const { result } = opening;
      for (const name of tables) if (!result.objectStoreNames.contains(name)) result.createObjectStore(name);
    };
    opening.onsuccess = () => {
      // Lets a newer page in another tab change the tables.
      opening.result.onversionchange = () => opening.result.close();
      resolve(opening.result);
    };
    opening.onerror = () => reject(opening.error);
    opening.onblocked = () => reject(new Error("an older page holds the database"));
  });
  return opened;
}

/**
 * @template Value
 * @param {"tracks" | "histories"} table
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<Value>} ask
 * @returns {Promise<Value | undefined>} `undefined` if the browser keeps nothing, as in some private windows
 */
async function asked(table, mode, ask) {
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

/** @param {"tracks" | "histories"} table @param {string} place */
export const kept = (table, place) => asked(table, "readonly", (store) => store.get(place));

/**
 * Keeps a value, and of the others in its table the `most - 1` that were kept last.
 *
 * @param {"tracks" | "histories"} table
 * @param {string} place
 * @param {object | undefined} value `undefined` forgets it
 * @param {number} most
 */
export async function keepOf(table, place, value, most) {
  await asked(table, "readwrite", (store) => store.delete(place));
  if (!value) return;
  const keys = (await asked(table, "readonly", (store) => store.getAllKeys())) ?? [];
  /** @type {{ key: IDBValidKey, chosen: number }[]} */
  const others = await Promise.all(keys.map(async (key) =>
    ({ key, chosen: (await asked(table, "readonly", (store) => store.get(key)))?.chosen ?? 0 })));
  for (const { key } of others.sort((one, other) => other.chosen - one.chosen).slice(most - 1)) {
    await asked(table, "readwrite", (store) => store.delete(key));
  }
  await asked(table, "readwrite", (store) => store.put({ ...value, chosen: Date.now() }, place));
}
