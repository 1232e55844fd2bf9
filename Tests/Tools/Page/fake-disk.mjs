// A folder of the disk as a browser gives it to a page, in memory.

const failure = (name) => Object.assign(new Error(name), { name });

export class FakeFolder {
  kind = "directory";
  /** Files as bytes, folders as `FakeFolder`. */
  items = new Map();
  /** The error that every write meets. */
  writeFailure = undefined;
  /** Runs when a page has written, but not closed, and after it has asked for a folder: another program. */
  meanwhile = undefined;

  constructor(name, disk) {
    this.name = name;
    this.disk = disk ?? this;
  }

  async *entries() {
    for (const [name, item] of this.items) yield [name, item instanceof FakeFolder ? item : new FakeFile(this, name)];
  }

  async getDirectoryHandle(name, { create }) {
    const item = this.items.get(name);
    if (item instanceof FakeFolder) return item;
    if (item) throw failure("TypeMismatchError");
    if (!create) throw failure("NotFoundError");
    const folder = new FakeFolder(name, this.disk);
    this.items.set(name, folder);
    return folder;
  }

  async getFileHandle(name, { create } = {}) {
    if (name === "con.ahap") throw new TypeError("Name is not allowed.");
    const item = this.items.get(name);
    if (item instanceof FakeFolder) throw failure("TypeMismatchError");
    if (!item && !create) throw failure("NotFoundError");
    if (!item) this.items.set(name, new Uint8Array());
    return new FakeFile(this, name);
  }

  async removeEntry(name) {
    if (!this.items.delete(name)) throw failure("NotFoundError");
  }
}

class FakeFile {
  kind = "file";

  constructor(folder, name) {
    this.folder = folder;
    this.name = name;
  }

  async getFile() {
    const bytes = this.folder.items.get(this.name);
    if (!bytes) throw failure("NotFoundError");
    return { size: bytes.length, lastModified: 0, arrayBuffer: async () => bytes.slice().buffer };
  }

  async createWritable() {
    const { disk } = this.folder;
    if (disk.writeFailure) throw failure(disk.writeFailure);
    let written = new Uint8Array();
    return {
      write: async (bytes) => {
        written = bytes;
        disk.meanwhile?.();
      },
      close: async () => void this.folder.items.set(this.name, written),
      abort: async () => undefined,
    };
  }
}
