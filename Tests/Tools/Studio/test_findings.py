"""Findings and their cures."""

from rig import PageTest, TAP

WRONG = """{
    "Pattern": [ // one
        { "Event": { "Time": 0.2, "EventType": "HapticTransent", "EventParameters": [
            { "ParameterID": "HapticIntensity", "ParameterValue": 1.5 }
        ] } },
        { "Event": { "Time": -0.5, "EventType": "HapticTransient" } },
        { "Event": { "Time": 0.5, "EventType": "HapticContinuous", "EventDuration": 0.4, "EventParameters": [
            { "ParameterID": "HapticIntensity", "ParameterValue": 0.01 }
        ] } },
        { "Event": { "Time": 1.0, "EventType": "AudioCustom", "EventWaveformPath": "gone.wav" } },
    ]
}
"""


class Findings(PageTest):
    files = {"wrong.ahap": WRONG, "tap.ahap": TAP}

    def setUp(self):
        super().setUp()
        self.show_files()
        self.b.click('#file-list [data-path="wrong.ahap"]')
        self.tab("findings")
        self.wait_for("AHAP023")

    def codes(self):
        return self.b.run("return [...document.querySelectorAll('#findings .code')].map((one) => one.textContent)")

    def wait_for(self, code):
        self.until(lambda: code in self.codes(), f"the finding {code}")

    def cure(self, code):
        before = len(self.codes())
        self.b.wait("""((row) => { row?.click(); return row !== undefined })(
            [...document.querySelectorAll("#findings .cure")].find((one) => one.title.endsWith(`(${arguments[0]})`)))""",
                    code, what=f"a cure of {code}")
        self.until(lambda: code not in self.codes(), f"the cure of {code}")
        return before

    def test_findings_of_one_kind_are_cured_at_once(self):
        many = TAP.replace('"Time": 0.2', '"Time": -0.2').replace('"Time": 0.5, "EventType"', '"Time": -0.5, "EventType"')
        self.tab("text")
        self.set_text(many)
        self.tab("findings")
        self.b.button("#findings", "Fix all 2")
        self.b.wait("!document.getElementById('text').value.includes('-0.')", what="both cures")
        self.b.run("document.getElementById('timeline').focus()")
        self.b.press("Control+z")
        self.assertEqual(self.text, many)

    def test_many_findings_of_one_kind_are_folded(self):
        event = '{ "Event": { "Time": -%d, "EventType": "HapticTransient" } }'
        self.tab("text")
        self.set_text('{"Version": 1, "Pattern": [%s]}' % ",".join(event % number for number in range(1, 8)))
        self.tab("findings")
        self.b.wait("document.querySelector('#findings .kind')?.textContent.includes('7 of this kind')", what="the kind")
        rows = "document.querySelectorAll('#findings .kind .finding')"
        self.assertFalse(self.b.run(f"return [...{rows}].some((one) => one.checkVisibility())"))
        self.b.click("#findings .kind summary")
        self.assertEqual(self.b.run(f"return [...{rows}].filter((one) => one.checkVisibility()).length"), 7)
        self.b.button("#findings", "Fix all 7")
        self.b.wait("!document.getElementById('text').value.includes('-')", what="the cures")

    def test_each_cure_is_one_click_and_one_undo(self):
        before = self.text
        for code in ("AHAP023", "AHAP024", "AHAP006", "AHAP007", "AHAP101"):
            self.cure(code)
        self.assertIn('"EventType": "HapticTransient", "EventParameters"', self.text)
        self.assertIn('"Comments": [ "one" ]', self.text)
        for _ in range(5):
            self.b.press("Control+z")
        self.assertEqual(self.text, before)
        self.b.press("Control+Shift+z")
        self.assertEqual(self.text, WRONG.replace("HapticTransent", "HapticTransient"))

    def test_all_cures_leave_only_what_needs_a_decision(self):
        for _ in range(20):
            codes = self.codes()
            cures = self.b.run("return [...document.querySelectorAll('#findings .cure')].map((one) => one.title)")
            if not cures:
                break
            self.b.click("#findings .cure")
            self.until(lambda: self.codes() != codes, f"the effect of {cures[0]}")
        self.assertEqual(self.codes(), ["AHAP124"])

    def test_the_history_names_the_cure(self):
        self.cure("AHAP024")
        self.tab("history")
        self.assertIn("Start at 0", self.b.text("#history li:last-child"))

    def test_a_cure_keeps_the_focus_in_the_list(self):
        self.b.run("document.querySelector('#findings .cure').focus()")
        codes = self.codes()
        self.b.press("Enter")
        self.until(lambda: self.codes() != codes, "the cure")
        self.assertTrue(self.b.run("return document.getElementById('findings').contains(document.activeElement)"))

    def test_a_version_for_comparison_is_not_cured(self):
        self.b.click("#keep-a")
        self.b.run("document.getElementById('timeline').focus()")
        self.cure("AHAP024")
        self.b.click("#show-a")
        self.wait_for("AHAP024")
        self.b.run("[...document.querySelectorAll('#findings .cure')].find((one) => one.title.endsWith('(AHAP024)')).click()")
        self.b.wait("document.getElementById('notice').textContent.includes('comparison only')")
        self.assertIn("AHAP024", self.codes())
