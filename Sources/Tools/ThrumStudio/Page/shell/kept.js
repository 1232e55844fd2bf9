// What the browser keeps for this page, in its database. Not in `localStorage`: for pages that were opened from the
// disk, Chromium loses part of what is put there.

/** @typedef {"values" | "files" | "tracks" | "histories" | "sources"} Table */

/** @type {Table[]} */
const tables = ["values", "files", "tracks", "histories", "sources"];

/** @type {Promise<IDBDatabase> | undefined} */
let opened;

function database() {
  opened ??= new Promise((resolve, reject) => {
    const opening = indexedDB.open("thrum", 4);
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
 * The answer to one question. Rejected if the browser keeps nothing, as in some private windows.
 *
 * @template Value
 * @param {Table} table
 * @param {(store: IDBObjectStore) => IDBRequest<Value>} ask
 * @returns {Promise<Value>}
 */
export async function read(table, ask) {
  const store = (await database()).transaction(table, "readonly").objectStore(table);
  return new Promise((resolve, reject) => {
    const request = ask(store);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * Everything in a table, with its names. Rejected as `read`.
 *
 * @param {Table} table
 * @returns {Promise<[name: string, value: any][]>}
 */
export async function entries(table) {
  /** @type {IDBRequest<IDBValidKey[]> | undefined} */
  let names;
  const all = await read(table, (store) => {
    names = store.getAllKeys();
    return store.getAll();
  });
  return all.map((value, index) => [String(names?.result[index]), value]);
}

/**
 * Changes a table. Fulfilled once it is written; rejected also if there is no room.
 *
 * @param {Table} table
 * @param {(store: IDBObjectStore) => unknown} change
 * @returns {Promise<void>}
 */
export async function write(table, change) {
  const transaction = (await database()).transaction(table, "readwrite");
  return new Promise((resolve, reject) => {
    change(transaction.objectStore(table));
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
    // At once, so that it is also written if the page is being closed.
    transaction.commit();
  });
}

const nothing = () => undefined;

// Small values, which are known without waiting.

/** @type {Map<string, any>} */
const values = new Map();

/** Reads the values that were kept. Before anything else of the page. */
export async function recall() {
  for (const [name, value] of (await entries("values").catch(nothing)) ?? []) values.set(name, value);
}

/**
 * @template Value
 * @param {string} name
 * @param {Value} otherwise
 * @returns {Value}
 */
export const load = (name, otherwise) => structuredClone(values.get(name)) ?? otherwise;

/** @param {string} start @returns {string[]} */
export const namesWith = (start) => [...values.keys()].filter((name) => name.startsWith(start));

/**
 * Keeps a value, until the page closes if the browser keeps nothing.
 *
 * @param {string} name
 * @param {unknown} value that is not changed afterwards; `undefined` removes what was kept
 */
export function keep(name, value) {
  if (value === undefined) values.delete(name);
  else values.set(name, value);
  write("values", (store) => (value === undefined ? store.delete(name) : store.put(value, name))).catch(nothing);
}

// Tables of which only the latest entries are kept.

/** @param {Table} table @param {string} place */
export const kept = (table, place) => read(table, (store) => store.get(place)).catch(nothing);

/**
 * Keeps a value, and of the others in its table the `most - 1` that were kept last.
 *
 * @param {Table} table
 * @param {string} place
 * @param {object | undefined} value `undefined` forgets it
 * @param {number} most
 */
export async function keepOf(table, place, value, most) {
  // In one change: a page that is being closed would lose what it had removed first.
  await write(table, (store) => (value ? store.put({ ...value, chosen: Date.now() }, place) : store.delete(place)))
    .catch(nothing);
  if (!value) return;
  const keys = (await read(table, (store) => store.getAllKeys()).catch(nothing)) ?? [];
  /** @type {{ key: IDBValidKey, chosen: number }[]} */
  const others = await Promise.all(keys.filter((key) => key !== place).map(async (key) =>
    ({ key, chosen: (await read(table, (store) => store.get(key)).catch(nothing))?.chosen ?? 0 })));
  for (const { key } of others.sort((one, other) => other.chosen - one.chosen).slice(most - 1)) {
    await write(table, (store) => store.delete(key)).catch(nothing);
  }
}
