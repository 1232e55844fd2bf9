import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { browserRig, bytesOf, diskRig, outcome } from "./module-rig.mjs";
import { page } from "./support.mjs";

const { revisionOf } = await page("module/bytes");

// The studio's server must answer alike: Tests/Tools/ThrumStudioTests/FolderLawTests.swift reads the same table.
const law = JSON.parse(readFileSync(new URL("../../SharedCases/folder-law.json", import.meta.url), "utf8"));
const rigs = { "kept by the browser": browserRig, "on the disk": diskRig };

const text = (bytes) => new TextDecoder().decode(bytes);
const texts = (content) => Object.fromEntries(Object.entries(content).map(([path, bytes]) => [path, text(bytes)]));
const revision = (known) => (known === null ? null : revisionOf(bytesOf(known)));
const names = (good) => law.longNames.filter(({ isGood }) => isGood === good)
  .map(({ unit, count }) => `${unit.repeat(count)}z.ahap`);
const sound = { arrayBuffer: async () => bytesOf("RIFF").buffer };

function ask(backend, { save, delete: remove, move, read, sound: path }) {
  if (save) return backend.save(save.path, save.text, revision(save.known));
  if (remove) return backend.remove(remove.path, revision(remove.known));
  if (move) return backend.move(move.path, move.to);
  if (read) return backend.file(read.path);
  return backend.saveSound(path.path, sound);
}

test("versions have the server's revisions", () => {
  for (const { text: content, revision: known } of law.revisions) assert.equal(revisionOf(bytesOf(content)), known);
});

for (const [place, makeRig] of Object.entries(rigs)) {
  for (const one of law.cases) {
    test(`as on the server, ${place}: ${one.name}`, async () => {
      const { backend, put, content } = makeRig();
      for (const [path, words] of Object.entries(one.files ?? {})) await put(path, bytesOf(words));
      for (const [path, hex] of Object.entries(one.bytes ?? {})) await put(path, Uint8Array.from(Buffer.from(hex, "hex")));
      const answer = await outcome(ask(backend, one));
      assert.equal(answer.status, one.status, answer.message);
      assert.equal(answer.code, one.code);
      if (one.code) assert.equal(answer.message, one.message ?? law.badPath);
      if (one.revisionOf) assert.equal(answer.revision, revision(one.revisionOf));
      if (one.save && one.status === 200) assert.equal(answer.revision, revision(one.save.text));
      if (one.read?.text !== undefined) {
        assert.equal(answer.text, one.read.text);
        assert.deepEqual(answer.notes, one.read.notes);
      }
      if (one.after) assert.deepEqual(texts(await content()), one.after);
    });
  }

  test(`as on the server, ${place}: names are accepted`, async () => {
    for (const path of [...law.goodNames, ...names(true)]) {
      const { backend, content } = makeRig();
      assert.equal((await outcome(backend.save(path, "{}", null))).message, undefined, path);
      assert.deepEqual(texts(await content()), { [path]: "{}" });
    }
  });

  test(`as on the server, ${place}: names are refused for every change, and for reading`, async () => {
    const refused = { status: 400, code: "badPath", message: law.badPath, revision: undefined };
    for (const path of [...law.badNames, ...names(false)]) {
      const { backend, put, content } = makeRig();
      await put("a.ahap", bytesOf("text"));
      assert.deepEqual(await outcome(backend.save(path, "{}", null)), refused, path);
      assert.deepEqual(await outcome(backend.remove(path, revision("text"))), refused, path);
      assert.deepEqual(await outcome(backend.move("a.ahap", path)), refused, path);
      assert.deepEqual(await outcome(backend.move(path, "b.ahap")), refused, path);
      assert.deepEqual(await outcome(backend.file(path)), refused, path);
      assert.deepEqual(texts(await content()), { "a.ahap": "text" });
    }
    for (const path of law.badSoundNames) {
      const { backend, content } = makeRig();
      assert.deepEqual(await outcome(backend.saveSound(path, sound)), { ...refused, message: law.badSoundPath }, path);
      assert.deepEqual(await content(), {});
    }
  });
}
