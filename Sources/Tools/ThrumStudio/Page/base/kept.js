// What the browser keeps for this page, in its database. Not in `localStorage`: for pages that were opened from the
// disk, Chromium loses part of what is put there.

import { Emitter } from "../pattern/emitter.js";
import { begin, storageFailure } from "./database.js";

/** @typedef {import("./database.js").Table} Table */

/**
 * The answer to one question. Rejected with a `StorageFailure`, as in some private windows.
 *
 * @template Value
 * @param {Table} table
 * @param {(store: IDBObjectStore) => IDBRequest<Value>} ask
 * @returns {Promise<Value>}
 */
export async function read(table, ask) {
  const store = (await begin(table, "readonly")).objectStore(table);
  return new Promise((resolve, reject) => {
    const request = ask(store);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(storageFailure(request.error));
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
 * Changes a table. Fulfilled once it is written; rejected with a `StorageFailure`, also if there is no room.
 *
 * @param {Table} table
 * @param {(store: IDBObjectStore) => unknown} change
 * @returns {Promise<void>}
 */
export async function write(table, change) {
  const transaction = await begin(table, "readwrite");
  return new Promise((resolve, reject) => {
    try {
      change(transaction.objectStore(table));
    } catch (caught) {
      return reject(storageFailure(caught));
    }
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(storageFailure(transaction.error));
    // At once, so that it is also written if the page is being closed.
    return transaction.commit();
  });
}

/**
 * Changes one entry, unless it is another one by now: no other tab can write in between.
 *
 * @param {Table} table
 * @param {string} name
 * @param {(now: any) => boolean} isSeen whether the entry, `undefined` if there is none, is the one to replace
 * @param {object | undefined} value `undefined` removes the entry
 * @returns {Promise<boolean>} whether it was changed
 */
export async function exchange(table, name, isSeen, value) {
  const transaction = await begin(table, "readwrite");
  return new Promise((resolve, reject) => {
    const store = transaction.objectStore(table);
    let isChanged = false;
    const request = store.get(name);
    request.onsuccess = () => {
      isChanged = isSeen(request.result);
      if (isChanged) value ? store.put(value, name) : store.delete(name);
    };
    transaction.oncomplete = () => resolve(isChanged);
    transaction.onabort = () => reject(storageFailure(transaction.error ?? request.error));
  });
}

/**
 * Says when something is no longer kept: `lost` at the first failure of a table, `again` when it works again.
 *
 * @type {Emitter<KeepingEvents>}
 */
export const keeping = new Emitter();
/** @type {Set<Table>} */
const failing = new Set();

/** @param {Table} table @param {Promise<void>} writing */
async function watched(table, writing) {
  try {
    await writing;
    if (failing.delete(table)) keeping.emit("again", { table });
  } catch (caught) {
    if (failing.has(table)) return;
    failing.add(table);
    keeping.emit("lost", { table, reason: storageFailure(caught).message });
  }
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
 * Keeps a value, until the page closes if the browser keeps nothing (`keeping` says so).
 *
 * @param {string} name
 * @param {unknown} value that is not changed afterwards; `undefined` removes what was kept
 */
export function keep(name, value) {
  if (value === undefined) values.delete(name);
  else values.set(name, value);
  watched("values", write("values", (store) => (value === undefined ? store.delete(name) : store.put(value, name))));
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
  await watched(table, write(table, (store) =>
    (value ? store.put({ ...value, chosen: Date.now() }, place) : store.delete(place))));
  if (!value) return;
  const keys = (await read(table, (store) => store.getAllKeys()).catch(nothing)) ?? [];
  /** @type {{ key: IDBValidKey, chosen: number }[]} */
  const others = await Promise.all(keys.filter((key) => key !== place).map(async (key) =>
    ({ key, chosen: (await read(table, (store) => store.get(key)).catch(nothing))?.chosen ?? 0 })));
  for (const { key } of others.sort((one, other) => other.chosen - one.chosen).slice(most - 1)) {
    await write(table, (store) => store.delete(key)).catch(nothing);
  }
}
