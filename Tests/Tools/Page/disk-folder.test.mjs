import assert from "node:assert/strict";
import { test } from "node:test";
import { bytesOf, diskRig, outcome } from "./module-rig.mjs";
import { page } from "./support.mjs";

const { revisionOf } = await page("module/bytes");
const { DiskFolder } = await page("module/disk-folder");
const old = revisionOf(bytesOf("old"));
const text = (bytes) => bytes && new TextDecoder().decode(bytes);

/** Another program writes when the page has written, but not yet put its version in place. */
async function raced(files, change, meanwhile) {
  const rig = diskRig();
  for (const [path, words] of Object.entries(files)) await rig.put(path, bytesOf(words));
  rig.disk.meanwhile = () => {
    rig.disk.meanwhile = undefined;
    meanwhile(rig.disk.items);
  };
  const answer = await outcome(change(rig.backend));
  const content = await rig.content();
  return { answer, content: Object.fromEntries(Object.entries(content).map(([path, bytes]) => [path, text(bytes)])) };
}

test("a version that another program saves during a save stays", async () => {
  const { answer, content } = await raced({ "a.ahap": "old" }, (backend) => backend.save("a.ahap", "new", old),
    (items) => items.set("a.ahap", bytesOf("theirs")));
  assert.deepEqual([answer.status, answer.code, answer.revision], [409, "changed", revisionOf(bytesOf("theirs"))]);
  assert.deepEqual(content, { "a.ahap": "theirs" });
});

test("a file that another program deletes during a save does not come back", async () => {
  const { answer, content } = await raced({ "a.ahap": "old" }, (backend) => backend.save("a.ahap", "new", old),
    (items) => items.delete("a.ahap"));
  assert.deepEqual([answer.status, answer.message], [404, "a.ahap no longer exists; save it as a new file"]);
  assert.deepEqual(content, {});
});

test("a file that another program makes during the first save stays", async () => {
  const { answer, content } = await raced({}, (backend) => backend.save("a.ahap", "new", null),
    (items) => items.set("a.ahap", bytesOf("theirs")));
  assert.equal(answer.code, "changed");
  assert.deepEqual(content, { "a.ahap": "theirs" });
});

test("a version that another program saves during a rename stays, without a copy of the earlier one", async () => {
  const { answer, content } = await raced({ "a.ahap": "old" }, (backend) => backend.move("a.ahap", "b.ahap"),
    (items) => items.set("a.ahap", bytesOf("theirs")));
  assert.equal(answer.code, "changed");
  assert.deepEqual(content, { "a.ahap": "theirs" });
});

test("a name that another program takes during a rename stays with its file", async () => {
  const { answer, content } = await raced({ "a.ahap": "old" }, (backend) => backend.move("a.ahap", "b.ahap"),
    (items) => items.set("b.ahap", bytesOf("theirs")));
  assert.deepEqual([answer.status, answer.message], [409, "b.ahap already exists"]);
  assert.deepEqual(content, { "a.ahap": "old", "b.ahap": "theirs" });
});

test("changes run one after the other", async () => {
  const { backend, put, content } = diskRig();
  await put("a.ahap", bytesOf("old"));
  const answers = await Promise.all(["1", "2", "3"].map((words) => outcome(backend.save("a.ahap", words, old))));
  assert.deepEqual(answers.map(({ status }) => status), [200, 409, 409]);
  assert.equal(text((await content())["a.ahap"]), "1");
});

for (const [failure, status, code, words] of [
  ["QuotaExceededError", 507, "diskFull", /the disk is full; nothing was written$/],
  ["NotAllowedError", 403, "notPermitted", /open the folder again and allow it$/],
  ["NoModificationAllowedError", 503, "busy", /another program is writing to it/],
  ["OtherError", 500, "failed", /OtherError$/],
]) {
  test(`a write that fails with ${failure} says why, and leaves nothing`, async () => {
    const { backend, disk, content } = diskRig();
    disk.writeFailure = failure;
    const answer = await outcome(backend.save("a.ahap", "new", null));
    assert.deepEqual([answer.status, answer.code], [status, code]);
    assert.match(answer.message, words);
    assert.deepEqual(await content(), {});
  });
}

test("a name that the browser does not allow is refused", async () => {
  const { backend, content } = diskRig();
  const answer = await outcome(backend.save("con.ahap", "new", null));
  assert.deepEqual([answer.status, answer.code], [400, "badPath"]);
  assert.match(answer.message, /^con\.ahap: the browser does not allow this name; choose another$/);
  assert.deepEqual(await content(), {});
});

test("only patterns with names that can be opened are listed, and no hidden ones", async () => {
  const { backend, disk, put } = diskRig();
  for (const path of ["b.ahap", "sub/a.haptic", "c.he", ".hidden.ahap", ".git/a.ahap", "a\\b.ahap", "a\nb.ahap", "notes.txt",
    "node_modules/x.ahap", "bell.wav"]) await put(path, bytesOf("{}"));
  backend.folder = new DiskFolder(disk);
  assert.deepEqual((await backend.folder.list()).map(({ path }) => path), ["b.ahap", "c.he", "sub/a.haptic"]);
});
