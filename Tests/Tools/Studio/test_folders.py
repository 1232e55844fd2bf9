"""The law of files over a real browser's database and its own file system, whose handles are those of an opened folder.

Tests/Tools/Page/folder-law.test.mjs runs the same table over folders in memory.
"""

import json
import pathlib

from rig import PageTest

LAW = pathlib.Path(__file__).resolve().parents[2] / "SharedCases/folder-law.json"

# Runs the cases over a folder that `make` gives; returns what did not come as the table says.
RUN = """
const [law, place] = arguments;
const { FolderChanges } = await import("/module/folder-changes.js");
const { BrowserFolder } = await import("/module/browser-folder.js");
const { DiskFolder } = await import("/module/disk-folder.js");
const { revisionOf } = await import("/module/texts.js");
const { write } = await import("/base/kept.js");
const bytesOf = (text) => new TextEncoder().encode(text);
const revision = (text) => (text === null ? null : revisionOf(bytesOf(text)));
const root = await navigator.storage.getDirectory();
const empty = async () => {
  await write("files", (store) => store.clear());
  for await (const name of root.keys()) await root.removeEntry(name, { recursive: true });
};
const problems = [];
const say = (name, what) => problems.push(`${name}: ${JSON.stringify(what)}`);
const outcome = async (asking) => {
  try { return { status: 200, ...await asking }; } catch (caught) {
    return { status: caught.status, code: caught.code, message: caught.message, revision: caught.body?.revision };
  }
};
const makeFolder = () => (place === "disk" ? new DiskFolder(root) : new BrowserFolder());
const ask = (changes, one) => {
  if (one.save) return changes.save(one.save.path, one.save.text, revision(one.save.known));
  if (one.delete) return changes.remove(one.delete.path, revision(one.delete.known));
  if (one.move) return changes.move(one.move.path, one.move.to);
  return changes.read(one.read.path).then(() => ({}));
};
let count = 0;
for (const one of law.cases.filter(({ files, sound }) => files && !sound)) {
  await empty();
  const folder = makeFolder();
  for (const [path, text] of Object.entries(one.files)) await folder.write(path, bytesOf(text));
  const answer = await outcome(ask(new FolderChanges(() => folder), one));
  if (answer.status !== one.status || answer.code !== one.code) say(one.name, answer);
  if (one.code && answer.message !== (one.message ?? law.badPath)) say(one.name, answer.message);
  if (one.revisionOf && one.code && answer.revision !== revision(one.revisionOf)) say(one.name, answer.revision);
  for (const [path, text] of Object.entries(one.after)) {
    const bytes = await folder.read(path);
    if (!bytes || new TextDecoder().decode(bytes) !== text) say(one.name, `${path} is lost`);
  }
  for (const { path } of await folder.list()) if (!(path in one.after)) say(one.name, `${path} is left`);
  count += 1;
}
await empty();
for (const path of law.goodNames) {
  const answer = await outcome(new FolderChanges(makeFolder).save(path, "{}", null));
  if (answer.status !== 200) say(path, answer.message);
}
await empty();
return { count, problems };
"""

# A newer page changes the tables; this page can still read and write them.
NEWER = """
const { BrowserFolder } = await import("/module/browser-folder.js");
const folder = new BrowserFolder();
await folder.write("a.ahap", new TextEncoder().encode("text"));
const { version } = (await indexedDB.databases()).find(({ name }) => name === "thrum");
await new Promise((resolve, reject) => {
  const opening = indexedDB.open("thrum", version + 1);
  opening.onsuccess = () => resolve(opening.result.close());
  opening.onerror = () => reject(opening.error);
});
await folder.write("b.ahap", new TextEncoder().encode("more"));
const read = async (path) => new TextDecoder().decode(await folder.read(path));
return [await read("a.ahap"), await read("b.ahap")];
"""


class Folders(PageTest):
    files = {"tap.ahap": '{"Version": 1.0, "Pattern": []}'}

    def run_law(self, place):
        answer = self.b.run(f"return (async function () {{ {RUN} }}).apply(null, arguments)", json.loads(LAW.read_text()), place)
        self.assertEqual(answer["problems"], [])
        self.assertGreater(answer["count"], 25)

    def test_the_law_holds_in_the_browsers_database(self):
        self.run_law("browser")

    def test_the_law_holds_in_an_opened_folder(self):
        self.run_law("disk")

    def test_a_database_that_a_newer_page_has_changed_is_opened_again(self):
        answer = self.b.run(f"return (async function () {{ {NEWER} }})()")
        self.assertEqual(answer, ["text", "more"])
        self.b.run("return new Promise((resolve) => { const closing = indexedDB.deleteDatabase('thrum'); "
                   "closing.onsuccess = closing.onblocked = closing.onerror = () => resolve(1); })")
