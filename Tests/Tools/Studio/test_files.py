"""Opening, dropping and saving files, and changes to them by other programs."""

import pathlib
import signal

from rig import OTHER, PageTest, TAP

SOUND = (pathlib.Path(__file__).parents[3] / "Patterns/Sounds/bell.wav").read_bytes()

CLIP = """{"version": {"major": 1, "minor": 0, "patch": 0}, "metadata": {}, "signals": {"continuous": {"envelopes": {"amplitude": [
    {"time": 0, "amplitude": 0.5, "emphasis": {"amplitude": 0.8, "frequency": 0.5}}, {"time": 1, "amplitude": 0}]}}}}"""


def drop(page, name, text):
    page.b.run("""const data = new DataTransfer(); data.items.add(new File([arguments[1]], arguments[0]));
        document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }))""", name, text)


class Files(PageTest):
    files = {"tap.ahap": TAP, "other.ahap": OTHER}

    def test_the_folder_and_the_library_are_listed_and_filtered(self):
        self.open_file()
        self.assertEqual(self.b.text("#document-name"), "tap.ahap")
        self.assertEqual(self.text, TAP)
        self.b.type("#filter", "heartb")
        shown = self.b.run("return [...document.querySelectorAll('#file-list [data-path]')].map((one) => one.dataset.path)")
        self.assertEqual(shown, ["library:heartbeat"])
        self.b.press("Enter")
        self.b.wait("document.getElementById('document-name').textContent === 'heartbeat'")
        self.assertEqual(self.b.text("#document-state"), "built-in")

    def test_a_dropped_file_is_opened(self):
        drop(self, "mine.ahap", OTHER)
        self.b.wait("document.getElementById('document-name').textContent === 'mine.ahap'")
        self.assertEqual(self.text, OTHER)
        self.assertEqual(self.b.text("#document-state"), "not in the folder")
        self.assertIn("mine.ahap", self.b.text("#file-list"))

    def test_a_dropped_clip_is_opened_as_the_pattern_it_converts_to(self):
        drop(self, "rain.haptic", CLIP)
        self.b.wait("document.getElementById('document-name').textContent === 'rain.ahap'")
        self.assertIn("HapticContinuous", self.text)
        self.assertIn("rain.haptic", self.b.text("#banners"))
        drop(self, "broken.haptic", "{")
        self.b.wait("document.getElementById('banners').textContent.includes('broken.haptic')")

    def slow(self, path):
        """Holds back the page's requests for a path until they are released or aborted."""
        self.b.run("""const [path] = arguments;
            const real = window.fetch;
            const held = new Promise((done) => { window.letGo = done });
            window.fetch = async (address, options) => {
                if (String(address).startsWith(path)) await Promise.race([held, new Promise((_, refuse) =>
                    options.signal?.addEventListener("abort", () => refuse(options.signal.reason)))]);
                return real(address, options);
            };""", path)

    def test_two_clicks_on_a_slow_file_open_it_once(self):
        self.slow("/api/file?")
        for _ in range(2):
            self.b.click('#file-list [data-path="tap.ahap"]')
        self.b.run("window.letGo()")
        self.b.wait("document.getElementById('text').value.length > 0")
        self.drawn()
        self.set_text(OTHER)
        # If the path were open twice, the edited document would be the second and the list would show the first.
        self.b.wait("""document.querySelector('[data-path="tap.ahap"]').textContent.includes("edited")""")

    def test_making_a_pattern_from_a_sound_can_be_cancelled(self):
        self.slow("/api/ask/generate")
        self.drop("bell.wav", SOUND)
        self.banner("is a sound")
        self.press_in_banner("Make pattern")
        self.banner("Making a pattern")
        self.press_in_banner("Cancel")
        self.b.wait("document.getElementById('banners').textContent === ''")
        self.assertEqual(self.b.text("#document-name"), "No pattern")

    def test_pasted_text_is_opened(self):
        self.b.run("""const data = new DataTransfer(); data.setData("text/plain", arguments[0]);
            document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }))""", OTHER)
        self.b.wait("document.getElementById('text').value.length > 0")
        self.assertEqual(self.text, OTHER)

    def edit(self):
        self.open_file()
        self.b.drag([self.spot(0.2, 0.8), self.spot(0.35, 0.8)])
        return self.text

    def test_saving_writes_the_text_unchanged(self):
        text = self.edit()
        self.b.press("Control+s")
        self.b.wait("document.getElementById('document-state').textContent === 'saved'")
        self.assertEqual(self.studio.read("tap.ahap"), text)
        self.assertNotEqual(text, TAP)

    def test_an_edited_text_stays_open_when_another_is_opened(self):
        text = self.edit()
        self.open_file("other.ahap")
        self.b.wait("document.getElementById('document-name').textContent === 'other.ahap'")
        self.assertIn("edited", self.b.text('[data-path="tap.ahap"]'))
        self.open_file()
        self.b.wait("document.getElementById('document-name').textContent === 'tap.ahap'")
        self.assertEqual(self.text, text)

    def test_a_new_pattern_is_saved_under_a_name_in_the_folder(self):
        self.b.click("#new-file")
        self.b.click("#add-transient")
        text = self.text
        self.b.press("Control+s")
        self.b.wait("document.getElementById('name-dialog').open")
        self.b.run("document.getElementById('file-name').select()")
        self.b.press(*"tap.ahap", "Enter")
        self.b.wait("document.getElementById('name-problem').textContent.includes('exists')")
        self.b.run("document.getElementById('file-name').select()")
        self.b.press(*"new.ahap", "Enter")
        self.b.wait("document.getElementById('document-state').textContent === 'saved'")
        self.assertEqual(self.studio.read("new.ahap"), text)
        self.b.wait("document.querySelector('[data-path=\"new.ahap\"]')")

    mayComplain = True  # the browser logs a 409 as an error

    def follows(self, save):
        self.open_file()
        self.b.run("document.getElementById('timeline').focus()")
        self.b.press("ArrowRight", "ArrowRight")
        save("tap.ahap", OTHER)
        self.b.wait("document.getElementById('text').value.includes('0.300')", what="the text on disk")
        self.assertEqual(self.text, OTHER)
        self.assertEqual(self.b.text("#document-state"), "saved")
        self.assertEqual(self.b.text("#position"), "0.200")
        self.b.press("a")
        self.assertEqual(self.text, TAP)
        self.assertIn("before the reload", self.b.text("#document-state"))

    def test_an_unedited_text_follows_a_save_that_replaces_the_file(self):
        self.follows(self.studio.replace)

    def test_an_unedited_text_follows_a_save_into_the_file(self):
        self.follows(self.studio.overwrite)

    def test_an_edited_text_prompts_after_an_outside_save_and_nothing_is_lost(self):
        mine = self.edit()
        self.studio.replace("tap.ahap", OTHER)
        self.b.wait("document.querySelector('[data-banner^=conflict]')", what="the question")
        self.assertEqual(self.text, mine)
        self.shot("conflict")
        self.b.click("[data-banner^=conflict] button:nth-child(2)")
        self.b.wait("!document.getElementById('show-a').disabled")
        self.assertEqual(self.text, mine)
        self.b.click("#show-a")
        self.assertEqual(self.text, OTHER)
        self.b.click("#show-b")
        self.b.press("Control+s")
        self.b.wait("document.getElementById('document-state').textContent === 'saved'")
        self.assertEqual(self.studio.read("tap.ahap"), mine)

    def test_download_mine_downloads_the_version_in_question_whatever_is_shown(self):
        mine = self.edit()
        self.b.click('#file-list [data-path="other.ahap"]')
        self.b.wait("document.getElementById('document-name').textContent === 'other.ahap'")
        self.studio.replace("tap.ahap", OTHER)
        self.b.wait("document.querySelector('[data-banner^=conflict]')", what="the question")
        self.b.run("""const real = URL.createObjectURL; URL.createObjectURL = (blob) => { window.blob = blob; return real(blob) };
            HTMLAnchorElement.prototype.click = async function () { window.kept = [this.download, await window.blob.text()] }""")
        self.press_in_banner("Download mine")
        self.assertEqual(self.b.wait("window.kept", what="the download"), ["tap.ahap", mine])

    def reads(self):
        """The files that the page has read."""
        return self.b.run("""return performance.getEntriesByType("resource").map(({ name }) => new URL(name))
            .filter(({ pathname }) => pathname === "/api/file").map(({ searchParams }) => searchParams.get("path"))""")

    def test_an_added_or_removed_file_is_not_a_reason_to_read_the_open_ones(self):
        for path in ("tap.ahap", "other.ahap"):
            self.open_file(path)
        before = self.reads()
        (self.studio.folder / "new.ahap").write_text(TAP, encoding="utf-8")
        self.b.wait("document.querySelector('#file-list [data-path=\"new.ahap\"]')", what="the new file in the list")
        (self.studio.folder / "new.ahap").unlink()
        self.b.wait("!document.querySelector('#file-list [data-path=\"new.ahap\"]')", what="its end")
        (self.studio.folder / "tap.ahap").unlink()
        self.banner("deleted or moved outside the studio")
        self.assertEqual(self.reads(), [*before, "tap.ahap"])

    def test_taking_the_version_on_disk_keeps_the_edited_one_as_a(self):
        mine = self.edit()
        self.studio.replace("tap.ahap", OTHER)
        self.b.wait("document.querySelector('[data-banner^=conflict]')", what="the question")
        self.b.click("[data-banner^=conflict] button:nth-child(1)")
        self.b.wait("document.getElementById('text').value.includes('0.300')")
        self.b.click("#show-a")
        self.assertEqual(self.text, mine)
        self.b.click("#show-b")
        self.b.click("#undo")
        self.assertEqual(self.text, mine)

    def test_unsaved_changes_survive_a_closed_page(self):
        mine = self.edit()
        self.until(lambda: "Secret" in self.b.kept(), "the draft")
        self.b.open("about:blank")
        self.visit()
        self.b.wait("document.querySelector('[data-banner=drafts]')", what="the offer")
        self.b.click("[data-banner=drafts] button")
        self.b.wait("document.getElementById('text').value.length > 0")
        self.assertEqual(self.text, mine)
        self.assertIn("edited", self.b.text("#document-state"))

    def test_a_lost_server_is_reported_and_nothing_is_lost(self):
        mine = self.edit()
        self.studio.end(signal.SIGKILL)
        self.b.wait("document.querySelector('[data-banner=gone]')", what="the banner")
        self.assertEqual(self.b.text("#connection"), "not connected")
        self.assertIn("run it again and open the address", self.b.text("[data-banner=gone]"))
        self.shot("gone")
        self.b.run("document.getElementById('timeline').focus()")
        self.b.press("ArrowUp")
        self.b.press("Control+s")
        self.b.wait("document.querySelector('[data-banner=problem]')", what="the failed save")
        self.b.press("Control+z")
        self.assertEqual(self.text, mine)

    def test_a_restarted_server_needs_its_new_address(self):
        mine = self.edit()
        port = self.studio.port
        self.studio.end(signal.SIGKILL)
        self.b.wait("document.querySelector('[data-banner=gone]')", what="the banner")
        self.studio.begin(port)
        self.b.wait("document.querySelector('[data-banner=stranger]')", what="the word about the new address")
        self.assertEqual(self.text, mine)
        self.visit()
        self.b.wait("document.querySelector('[data-banner=drafts]')", what="the offer")
        self.b.click("[data-banner=drafts] button")
        self.b.wait("document.getElementById('text').value.length > 0")
        self.assertEqual(self.text, mine)

    def test_leaving_with_unsaved_changes_prompts(self):
        asks = """const leaving = new Event("beforeunload", { cancelable: true }); dispatchEvent(leaving);
            return leaving.defaultPrevented"""
        self.open_file()
        self.assertFalse(self.b.run(asks))
        self.b.drag([self.spot(0.2, 0.8), self.spot(0.35, 0.8)])
        self.assertTrue(self.b.run(asks))
        self.b.press("Control+s")
        self.b.wait("document.getElementById('document-state').textContent === 'saved'")
        self.assertFalse(self.b.run(asks))


class Restarted(PageTest):
    files = {"tap.ahap": TAP}
    mayComplain = True
    port = None

    def test_unsaved_changes_and_settings_survive_a_restart_of_the_command(self):
        self.open_file()
        self.b.choose("#grid", "50")
        self.b.click("#add-transient")
        mine = self.text
        self.until(lambda: "Secret" in self.b.kept(), "the draft")
        self.studio.end(signal.SIGTERM)
        self.b.open("about:blank")
        self.studio.begin(None)
        self.visit()
        self.assertEqual(self.b.value("#grid"), "50")
        self.b.wait("document.querySelector('[data-banner=drafts]')", what="the offer")
        self.b.click("[data-banner=drafts] button")
        self.b.wait("document.getElementById('text').value.length > 0")
        self.assertEqual(self.text, mine)


class ReadOnly(PageTest):
    write = False

    def test_without_write_saving_is_explained(self):
        self.open_file()
        self.assertEqual(self.b.text("#document-state"), "read-only")
        self.b.drag([self.spot(0.2, 0.8), self.spot(0.35, 0.8)])
        self.b.press("Control+s")
        self.b.wait("document.querySelector('[data-banner=readonly]')")
        self.assertIn("--write", self.b.text("[data-banner=readonly]"))
        self.assertEqual(self.studio.read("tap.ahap"), TAP)


class Stranger(PageTest):
    mayComplain = True

    def test_without_a_token_the_page_says_where_to_go(self):
        self.assertNotIn("token", self.b.run("return location.href"))
        self.b.run("sessionStorage.clear()")
        self.b.open(self.studio.address.split("?")[0])
        self.b.wait("!document.getElementById('gate').hidden")
        self.assertIn("Open the address", self.b.text("#gate"))
        self.shot("gate")
        self.b.open(self.studio.address.split("?")[0] + "?token=wrong")
        self.b.wait("!document.getElementById('gate').hidden && document.getElementById('app').hidden")
