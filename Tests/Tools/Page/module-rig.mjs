// The page without a server, over folders in memory.

import { FakeDatabase } from "./fake-database.mjs";
import { FakeFolder } from "./fake-disk.mjs";
import { page } from "./support.mjs";

globalThis.location = { hash: "", protocol: "file:" };
globalThis.HTMLElement = class {
  dataset = {};
  append() {}
  setAttribute() {}
  addEventListener() {}
  querySelector = () => null;
  querySelectorAll = () => [];
};
/** Texts of the banners that were shown. */
export const banners = [];
const places = new Map([["banners", Object.assign(new HTMLElement(), { append: (banner) => banners.push(banner) })]]);
globalThis.document = {
  addEventListener() {},
  createElement: () => new HTMLElement(),
  getElementById(id) {
    if (!places.has(id)) places.set(id, new HTMLElement());
    return places.get(id);
  },
};
/** Answers what every page asks first. */
globalThis.Worker = class {
  postMessage({ id, asked }) {
    const value = { presets: [{ name: "tap", about: "one tap" }], actuators: [{ name: "coin" }], monitors: [], exports: [] };
    if (asked?.name === "catalogue") queueMicrotask(() => this.onmessage({ data: { id, value } }));
  }
};
globalThis.thrumPack = new Map([
  ["thrum.wasm", new Uint8Array(4)], ["module/module-worker.js", new Uint8Array(1)],
  ["library/heartbeat.ahap", new TextEncoder().encode("{}")],
]);
export const database = new FakeDatabase();
globalThis.indexedDB = database;

const { ModuleBackend } = await page("module/module-backend");
const { DiskFolder } = await page("module/disk-folder");

export const bytesOf = (text) => new TextEncoder().encode(text);

/** A backend over a folder that the browser keeps, and the folder's content. */
export function browserRig() {
  database.tables.get("files")?.clear();
  Object.assign(database, { commitFailure: undefined, openFailure: undefined, meanwhile: undefined });
  const backend = new ModuleBackend();
  return {
    backend,
    put: (path, bytes) => backend.folder.write(path, bytes),
    content: async () => Object.fromEntries(await Promise.all((await backend.folder.list()).map(async ({ path }) =>
      [path, await backend.folder.read(path)]))),
  };
}

/** A backend over a folder of the disk, and the folder's content. */
export function diskRig() {
  const disk = new FakeFolder("patterns");
  const backend = new ModuleBackend();
  backend.folder = new DiskFolder(disk);
  const all = (folder, prefix) => [...folder.items].flatMap(([name, item]) =>
    (item instanceof FakeFolder ? all(item, `${prefix}${name}/`) : [[prefix + name, item]]));
  return {
    backend, disk,
    put: async (path, bytes) => {
      const names = path.split("/");
      let folder = disk;
      for (const name of names.slice(0, -1)) folder = await folder.getDirectoryHandle(name, { create: true });
      folder.items.set(names.at(-1), bytes);
    },
    content: async () => Object.fromEntries(all(disk, "")),
  };
}

/** What an answer or a refusal says. */
export async function outcome(asking) {
  try {
    return { status: 200, ...await asking };
  } catch (caught) {
    if (caught.status === undefined) throw caught;
    const { status, code, message, body } = caught;
    return { status, code, message, revision: body.revision };
  }
}
