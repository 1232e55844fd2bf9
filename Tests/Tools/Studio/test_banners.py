"""Messages at the top of the page: one per file, gone with their cause and with their file."""

from rig import OTHER, PageTest, TAP
from test_files import CLIP


class Banners(PageTest):
    files = {"tap.ahap": TAP, "other.ahap": OTHER, "broken.haptic": "{"}
    mayComplain = True  # refused requests are logged as errors

    def banners(self):
        return self.b.run("return [...document.querySelectorAll('.banner')].map((one) => one.textContent)")

    def test_the_notes_about_a_file_are_closed_with_it(self):
        self.drop("rain.haptic", CLIP.encode())
        self.banner("rain.haptic")
        self.b.wait("document.getElementById('document-name').textContent === 'rain.ahap'")
        self.b.click("#file-list .close")
        self.banner("was closed without being saved")
        self.assertEqual(len(self.banners()), 1, self.banners())

    def close_edited(self, name):
        self.drop(name, TAP.encode())
        self.b.wait("document.getElementById('document-name').textContent === arguments[0]", name)
        self.b.click("#add-transient")
        self.b.click("#file-list .close")
        self.banner(name)

    def test_two_patterns_closed_unsaved_can_both_be_reopened(self):
        for name in ("one.ahap", "two.ahap"):
            self.close_edited(name)
        self.assertEqual(len(self.banners()), 2, self.banners())

    def shown(self):
        return self.b.run("""return [...document.querySelectorAll('.banner')].filter((one) => one.offsetParent)
            .map((one) => one.querySelector("p").textContent)""")

    def test_one_banner_is_shown_at_a_time_and_the_others_can_be_reached(self):
        for name in ("one.ahap", "two.ahap"):
            self.close_edited(name)
        self.assertEqual(self.shown(), ["“two.ahap” was closed without being saved."])
        self.assertEqual(self.b.text(".banner:not([hidden]) .next-banner"), "1 more")
        self.b.click(".banner:not([hidden]) .next-banner")
        self.assertEqual(self.shown(), ["“one.ahap” was closed without being saved."])
        self.b.click(".banner:not([hidden]) .next-banner")
        self.assertEqual(self.shown(), ["“two.ahap” was closed without being saved."])
        self.b.click(".banner:not([hidden]) .close-banner")
        self.assertEqual(self.shown(), ["“one.ahap” was closed without being saved."])
        self.assertFalse(self.b.run("return Boolean(document.querySelector('.banner:not([hidden]) .next-banner').offsetParent)"))

    def test_a_message_about_an_open_file_waits_until_that_file_is_shown(self):
        self.drop("rain.haptic", CLIP.encode())
        self.banner("rain.haptic")
        self.open_file()
        self.assertEqual(self.shown(), [])
        self.show_files()
        self.b.run("[...document.querySelectorAll('#file-list [role=treeitem]')].find((one) => one.textContent.includes('rain')).click()")
        self.b.wait("document.getElementById('document-name').textContent === 'rain.ahap'")
        self.assertEqual(len(self.shown()), 1)

    def test_a_file_has_one_banner_which_is_removed_when_it_is_resolved(self):
        self.open_file()
        self.b.click("#add-transient")
        path = self.studio.folder / "tap.ahap"
        path.unlink()
        self.banner("deleted or moved outside")
        path.write_text(OTHER, encoding="utf-8")
        self.banner("you have unsaved changes here")
        self.assertEqual(len(self.banners()), 1, self.banners())
        self.b.click("[data-banner=conflict] button")
        self.b.wait("document.getElementById('text').value.includes('0.300')")
        self.assertEqual(self.banners(), [])

    def test_a_failure_to_open_a_file_is_removed_when_the_file_opens(self):
        self.b.click('#file-list [data-path="broken.haptic"]')
        self.banner("“broken.haptic” could not be opened")
        self.studio.replace("broken.haptic", CLIP)
        self.b.click('#file-list [data-path="broken.haptic"]')
        self.b.wait("document.getElementById('text').value.length > 0")
        self.assertFalse(any("could not be opened" in one for one in self.banners()), self.banners())

    def test_a_question_stays_when_another_message_about_its_file_appears(self):
        self.open_file()
        self.b.click("#add-transient")
        self.studio.replace("tap.ahap", OTHER)
        self.banner("you have unsaved changes here")
        self.b.press("Control+s")
        self.drawn()
        self.banner("you have unsaved changes here")
