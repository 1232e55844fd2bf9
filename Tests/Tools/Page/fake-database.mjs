// A browser's database in memory: transactions run one after the other, each request in a turn of its own.

const failure = (name, message = name) => Object.assign(new Error(message), { name });

export class FakeDatabase {
  tables = new Map();
  version = 0;
  /** Open connections, as a browser knows them. */
  connections = new Set();
  /** How often it was opened. */
  openings = 0;
  /** The error that every commit meets, such as a full disk. */
  commitFailure = undefined;
  /** The error of opening. */
  openFailure = undefined;
  /** Runs before each transaction of this mode: another tab. */
  meanwhile = undefined;

  open(_name, wanted) {
    const opening = {};
    setTimeout(() => {
      if (this.openFailure) {
        opening.error = failure(this.openFailure);
        return opening.onerror();
      }
      const version = wanted ?? Math.max(this.version, 1);
      if (version < this.version) {
        opening.error = failure("VersionError");
        return opening.onerror();
      }
      if (version > this.version) for (const one of [...this.connections]) one.onversionchange?.();
      opening.result = new FakeConnection(this);
      this.openings += 1;
      if (version > this.version) {
        this.version = version;
        opening.onupgradeneeded?.();
      }
      return opening.onsuccess();
    });
    return opening;
  }

  /** What another page with a newer version does. */
  upgrade() {
    const opening = this.open("thrum", this.version + 1);
    return new Promise((resolve) => {
      opening.onsuccess = resolve;
    });
  }
}

class FakeConnection {
  isOpen = true;

  constructor(database) {
    this.database = database;
    database.connections.add(this);
    this.objectStoreNames = { contains: (name) => database.tables.has(name) };
  }

  createObjectStore(name) {
    this.database.tables.set(name, new Map());
  }

  close() {
    this.isOpen = false;
    this.database.connections.delete(this);
  }

  transaction(name, mode) {
    if (!this.isOpen) throw failure("InvalidStateError", "The database connection is closing.");
    if (!this.database.tables.has(name)) throw failure("NotFoundError");
    return new FakeTransaction(this.database, name, mode);
  }
}

class FakeTransaction {
  error = null;
  #requests = [];
  #isOver = false;

  constructor(database, name, mode) {
    const table = database.tables.get(name);
    const draft = new Map(table);
    this.isWriting = mode === "readwrite";
    const request = (work) => {
      if (this.#isOver) throw failure("TransactionInactiveError");
      const asked = { work };
      this.#requests.push(asked);
      return asked;
    };
    const change = (work) => {
      if (!this.isWriting) throw failure("ReadOnlyError");
      return request(work);
    };
    this.store = {
      get: (key) => request(() => draft.get(key)),
      getAll: () => request(() => [...draft.values()]),
      getAllKeys: () => request(() => [...draft.keys()]),
      put: (value, key) => {
        const copy = structuredClone(value);
        return change(() => void draft.set(key, copy));
      },
      delete: (key) => change(() => void draft.delete(key)),
    };
    setTimeout(() => {
      if (this.isWriting) database.meanwhile?.();
      for (const [key, value] of table) draft.set(key, value);
      this.#run();
      this.#isOver = true;
      if (!this.isWriting) return this.oncomplete?.();
      if (database.commitFailure) {
        this.error = failure(database.commitFailure);
        return this.onabort?.();
      }
      table.clear();
      for (const [key, value] of draft) table.set(key, value);
      return this.oncomplete?.();
    });
  }

  #run() {
    for (let asked = this.#requests.shift(); asked; asked = this.#requests.shift()) {
      asked.result = asked.work();
      asked.onsuccess?.();
    }
  }

  objectStore() {
    return this.store;
  }

  commit() {}
}
