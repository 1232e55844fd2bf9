import assert from "node:assert/strict";
import { test } from "node:test";
import { browserRig, bytesOf, database, outcome } from "./module-rig.mjs";
import { page } from "./support.mjs";

const { revisionOf } = await page("module/bytes");
const { keep, keeping, keepOf, kept } = await page("base/kept");
const { lossInWords } = await page("studio/kept-notice");
const old = revisionOf(bytesOf("old"));
const later = () => new Promise((resolve) => setTimeout(resolve, 20));

async function saved() {
  const rig = browserRig();
  await rig.put("a.ahap", bytesOf("old"));
  return rig;
}

test("a database that a newer page has closed is opened again", async () => {
  const { backend } = await saved();
  const before = database.openings;
  await database.upgrade();
  assert.equal(database.connections.size, 1, "this page lets the newer one change the tables");
  assert.equal((await outcome(backend.save("a.ahap", "new", old))).status, 200);
  assert.equal(new TextDecoder().decode(await backend.folder.read("a.ahap")), "new");
  assert.equal(database.openings, before + 2);
});

test("a database that the browser has closed without a word is opened again", async () => {
  const { backend } = await saved();
  for (const connection of [...database.connections]) connection.close();
  assert.equal((await outcome(backend.save("a.ahap", "new", old))).status, 200);
});

test("a version that another tab saves during a save stays", async () => {
  const { backend, put } = await saved();
  database.meanwhile = () => {
    database.meanwhile = undefined;
    database.tables.get("files").set("a.ahap", { bytes: new Blob(["theirs"]), modified: 1, version: "theirs" });
  };
  const answer = await outcome(backend.save("a.ahap", "new", old));
  assert.deepEqual([answer.status, answer.code], [409, "changed"]);
  assert.equal(new TextDecoder().decode(await backend.folder.read("a.ahap")), "theirs");
  await put("a.ahap", bytesOf("old"));
});

test("a version that another tab saves during a deletion stays", async () => {
  const { backend } = await saved();
  database.meanwhile = () => {
    database.meanwhile = undefined;
    database.tables.get("files").set("a.ahap", { bytes: new Blob(["old"]), modified: 1, version: "theirs" });
    database.tables.get("files").set("a.ahap", { bytes: new Blob(["new"]), modified: 1, version: "theirs" });
  };
  assert.equal((await outcome(backend.remove("a.ahap", old))).code, "changed");
  assert.equal(new TextDecoder().decode(await backend.folder.read("a.ahap")), "new");
});

for (const [where, failure, status, code, words] of [
  ["commitFailure", "QuotaExceededError", 507, "diskFull", /no room left for this page.*; nothing was written$/],
  ["commitFailure", "UnknownError", 500, "failed", /database failed/],
  ["openFailure", "SecurityError", 403, "notPermitted", /as in some private windows/],
  ["openFailure", "InvalidStateError", 403, "notPermitted", /as in some private windows/],
]) {
  test(`a save that fails with ${failure} (${where}) says why`, async () => {
    const { backend } = await saved();
    for (const connection of [...database.connections]) connection.close();
    database[where] = failure;
    const answer = await outcome(backend.save("b.ahap", "new", null));
    assert.deepEqual([answer.status, answer.code], [status, code]);
    assert.match(answer.message, words);
    database[where] = undefined;
    assert.equal((await outcome(backend.save("b.ahap", "new", null))).status, 200, "it works again without a reload");
  });
}

test("files that cannot be read are not missing", async () => {
  const { backend } = await saved();
  for (const connection of [...database.connections]) connection.close();
  database.openFailure = "SecurityError";
  await assert.rejects(backend.folder.list(), /private windows/);
  assert.equal((await outcome(backend.file("a.ahap"))).code, "notPermitted");
  database.openFailure = undefined;
  assert.equal((await outcome(backend.file("a.ahap"))).text, "old");
});

test("what is no longer kept is said once, with its cause, and again when it works", async () => {
  await saved();
  const said = [];
  keeping.on("lost", ({ table, reason }) => said.push(lossInWords(table, reason)));
  keeping.on("again", ({ table }) => said.push(`again: ${table}`));
  database.commitFailure = "QuotaExceededError";
  for (let count = 0; count < 5; count += 1) {
    keep("thrum.drafts.x", { count });
    await later();
  }
  assert.deepEqual(said, ["Unsaved work and settings are no longer kept for the next time: the browser has no room left " +
    "for this page; delete files that it keeps. Save or download your work before you close this page."]);
  await keepOf("tracks", "a", { file: 1 }, 3);
  assert.equal(said.length, 2);
  assert.match(said[1], /^The backing track is no longer kept/);
  database.commitFailure = undefined;
  keep("thrum.drafts.x", { count: 6 });
  await keepOf("tracks", "a", { file: 1 }, 3);
  assert.deepEqual(said.slice(2), ["again: values", "again: tracks"]);
  assert.equal((await kept("tracks", "a")).file, 1);
});
