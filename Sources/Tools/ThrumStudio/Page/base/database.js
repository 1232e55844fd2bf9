// The browser's database for this page: opening it, again if need be, and why it keeps nothing.

/** @typedef {"values" | "files" | "tracks" | "histories" | "sources"} Table */

/** @type {Table[]} */
const tables = ["values", "files", "tracks", "histories", "sources"];
const version = 4;

/**
 * Why something is not kept. The message is a clause without a full stop: the cause, then the remedy.
 */
export class StorageFailure extends Error {
  /** @param {"full" | "blocked" | "newer" | "older" | "failed"} kind @param {string} message */
  constructor(kind, message) {
    super(message);
    this.kind = kind;
  }
}

const newer = () => new StorageFailure("newer",
  "a newer version of this page has changed the browser's database; load this page again");
const blocked = () => new StorageFailure("blocked",
  "this browser lets the page keep nothing, as in some private windows; allow it to store data, or use another window");

/**
 * @param {unknown} caught
 * @returns {StorageFailure}
 */
export function storageFailure(caught) {
  if (caught instanceof StorageFailure) return caught;
  const { name = "", message = "" } = /** @type {Partial<Error>} */ (caught ?? {});
  switch (name) {
    case "QuotaExceededError":
      return new StorageFailure("full", "the browser has no room left for this page; delete files that it keeps");
    case "SecurityError": case "NotAllowedError": return blocked();
    case "VersionError": case "NotFoundError": return newer();
    case "InvalidStateError": case "AbortError":
      return new StorageFailure("failed", "the browser has closed this page's database; load this page again");
    default:
      return new StorageFailure("failed",
        `the browser's database failed${message ? ` (“${message}”)` : ""}; load this page again`);
  }
}

/** @type {Promise<IDBDatabase> | undefined} */
let opened;

/** @param {number} [wanted] the version; without it, the one that exists */
function open(wanted) {
  return new Promise((resolve, reject) => {
    // Some browsers have no database in private windows.
    if (!globalThis.indexedDB) return void reject(blocked());
    /** @type {IDBOpenDBRequest} */
    let opening;
    try {
      opening = indexedDB.open("thrum", wanted);
    } catch {
      return void reject(blocked());
    }
    let isLate = false;
    opening.onupgradeneeded = () => {
      const { result } = opening;
      for (const name of tables) if (!result.objectStoreNames.contains(name)) result.createObjectStore(name);
    };
    opening.onsuccess = () => {
      if (isLate) return opening.result.close();
      return resolve(opening.result);
    };
    opening.onerror = () => {
      const isBlocked = opening.error?.name === "InvalidStateError";
      reject(isBlocked ? blocked() : opening.error);
    };
    opening.onblocked = () => {
      isLate = true;
      reject(new StorageFailure("older",
        "another tab shows an older version of this page, which holds the database; close that tab"));
    };
  });
}

/** @returns {Promise<IDBDatabase>} */
async function openAny() {
  try {
    return await open(version);
  } catch (caught) {
    // A newer page has given the database another version; the tables of this one are still there.
    if (/** @type {Error} */ (caught).name === "VersionError") return open();
    throw caught;
  }
}

function database() {
  if (opened) return opened;
  const opening = openAny().then((result) => {
    const forget = () => {
      if (opened === opening) opened = undefined;
    };
    // Lets a newer page in another tab change the tables. The next use opens the database again.
    result.onversionchange = () => {
      result.close();
      forget();
    };
    result.onclose = forget;
    return result;
  });
  opened = opening;
  opening.catch(() => {
    if (opened === opening) opened = undefined;
  });
  return opening;
}

/**
 * Begins a transaction. If the database was closed meanwhile, it is opened again.
 *
 * @param {Table} table
 * @param {IDBTransactionMode} mode
 * @returns {Promise<IDBTransaction>} rejected with a `StorageFailure`
 */
export async function begin(table, mode) {
  try {
    try {
      return (await database()).transaction(table, mode);
    } catch (caught) {
      if (/** @type {Error} */ (caught).name !== "InvalidStateError") throw caught;
      opened = undefined;
      return (await database()).transaction(table, mode);
    }
  } catch (caught) {
    throw storageFailure(caught);
  }
}
