// What the browser keeps for this page, in its database. Not in `localStorage`: for pages that were opened from the
// disk, Chromium loses part of what is put there.

/** @typedef {"values" | "files" | "tracks" | "histories"} Table */

/** @type {Table[]} */
const tables = ["values", "files", "tracks", "histories"];

/** @type {Promise<IDBDatabase> | undefined} */
let opened;

function database() {
  opened ??= new Promise((resolve, reject) => {
    const opening = indexedDB.open("thrum", 3);
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
 * The answer to one request, once what it writes is written.
 *
 * @template Value
 * @param {Table} table
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<Value>} ask
 * @returns {Promise<Value>} rejected if the browser keeps nothing, as in some private windows, or has no room
 */
export async function asked(table, mode, ask) {
  const transaction = (await database()).transaction(table, mode);
  return new Promise((resolve, reject) => {
    const request = ask(transaction.objectStore(table));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = transaction.onerror = () => reject(transaction.error ?? request.error);
    // Without waiting for the request, so that it is also written if the page is being closed.
    transaction.commit();
  });
}

/**
 * @template Value
 * @param {Table} table
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<Value>} ask
 * @returns {Promise<Value | undefined>} `undefined` if the browser keeps nothing
 */
const askedIfKept = (table, mode, ask) => asked(table, mode, ask).catch(() => undefined);

// Small values, which are known without waiting.

/** @type {Map<string, any>} */
const values = new Map();

/** Reads the values that were kept. Before anything else of the page. */
export async function recall() {
  const [names, all] = await Promise.all([
    askedIfKept("values", "readonly", (store) => store.getAllKeys()),
    askedIfKept("values", "readonly", (store) => store.getAll())]);
  for (const [index, name] of (names ?? []).entries()) values.set(String(name), all?.[index]);
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
 * @param {unknown} value `undefined` removes what was kept
 */
export function keep(name, value) {
  if (value === undefined) values.delete(name);
  else values.set(name, structuredClone(value));
  askedIfKept("values", "readwrite", (store) =>
    (value === undefined ? store.delete(name) : /** @type {IDBRequest<any>} */ (store.put(value, name))));
}

// Tables of which only the latest entries are kept.

/** @param {Table} table @param {string} place */
export const kept = (table, place) => askedIfKept(table, "readonly", (store) => store.get(place));

/**
 * Keeps a value, and of the others in its table the `most - 1` that were kept last.
 *
 * @param {Table} table
 * @param {string} place
 * @param {object | undefined} value `undefined` forgets it
 * @param {number} most
 */
export async function keepOf(table, place, value, most) {
  await askedIfKept(table, "readwrite", (store) => store.delete(place));
  if (!value) return;
  const keys = (await askedIfKept(table, "readonly", (store) => store.getAllKeys())) ?? [];
  /** @type {{ key: IDBValidKey, chosen: number }[]} */
  const others = await Promise.all(keys.map(async (key) =>
    ({ key, chosen: (await askedIfKept(table, "readonly", (store) => store.get(key)))?.chosen ?? 0 })));
  for (const { key } of others.sort((one, other) => other.chosen - one.chosen).slice(most - 1)) {
    await askedIfKept(table, "readwrite", (store) => store.delete(key));
  }
  await askedIfKept(table, "readwrite", (store) => store.put({ ...value, chosen: Date.now() }, place));
}
