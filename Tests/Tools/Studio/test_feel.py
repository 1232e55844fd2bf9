"""Verdicts on motors: lanes, findings, cures, and what is judged while editing."""

import json
import xml.etree.ElementTree as ET

from rig import PageTest
from test_formats import keep_downloads, take_download

WEAK = json.dumps({"Version": 1.0, "Pattern": [
    {"Event": {"Time": 0.0, "EventType": "HapticTransient", "EventParameters": [
        {"ParameterID": "HapticIntensity", "ParameterValue": 0.17}]}},
    {"Event": {"Time": 0.5, "EventType": "HapticContinuous", "EventDuration": 0.4, "EventParameters": [
        {"ParameterID": "HapticIntensity", "ParameterValue": 1}]}}]})


class Feel(PageTest):
    files = {"weak.ahap": WEAK}

    def setUp(self):
        super().setUp()
        self.open_file("weak.ahap")
        self.tab("findings")

    def judge(self, *motors):
        self.b.run("document.querySelector('.felt-on').open = true")
        for motor in motors:
            self.b.run("document.querySelector(`#felt-on [data-motor=${arguments[0]}] input`).click()", motor)

    def findings(self):
        return self.b.run("return [...document.querySelectorAll('#findings .finding')].map((one) => one.textContent)")

    def felt(self, words):
        self.until(lambda: any(words in line for line in self.findings()), f"a finding with “{words}”")

    def test_a_chosen_motor_gets_a_lane_and_findings_with_a_cure(self):
        self.judge("watch-taptic")
        self.felt("on Watch, the event at 0.000 s is not felt")
        self.b.run("[...document.querySelectorAll('#findings .cure')].find((one) => one.title.includes('FEEL')).click()")
        self.b.wait("!document.getElementById('findings').textContent.includes('is not felt')",
                    what="the finding being gone")
        self.assertGreater(self.parameter(0, "HapticIntensity"), 0.2)
        self.assertEqual(self.parameter(1, "HapticIntensity"), 1)
        self.b.run("document.getElementById('timeline').focus()")
        self.b.press("Control+z")
        self.felt("is not felt")
        self.assertEqual(self.parameter(0, "HapticIntensity"), 0.17)

    def test_a_mark_in_the_lane_leads_to_the_cure(self):
        self.judge("watch-taptic")
        self.felt("is not felt")
        self.tab("text")
        box = self.box("#timeline")
        # The lane is the lowest panel.
        place = (self.spot(0.0, 0.5)[0], box["top"] + box["height"] - 14)
        self.b.drag([place, place])
        self.b.wait("document.activeElement.classList.contains('cure')", what="the cure having the focus")
        self.b.press("Enter")
        self.until(lambda: self.parameter(0, "HapticIntensity") > 0.2, "the cure")

    def test_verdicts_follow_edits_and_several_motors(self):
        self.judge("watch-taptic", "erm-coin")
        self.felt("on Eccentric motor")
        self.tab("text")
        self.set_text(WEAK.replace("0.17", "0.95"))
        self.until(lambda: not any("on Watch" in line for line in self.findings()),
                   "the edited event being felt")
        self.felt("on Eccentric motor")
        self.judge("erm-coin", "watch-taptic")
        self.b.wait("!document.getElementById('findings').textContent.includes('FEEL')", what="no motor, no verdict")

    def test_thousands_of_events_are_judged_off_the_page(self):
        events = [{"Event": {"Time": round(0.03 * index, 3), "EventType": "HapticTransient", "EventParameters": [
            {"ParameterID": "HapticIntensity", "ParameterValue": (index % 100) / 100}]}} for index in range(5000)]
        self.tab("text")
        self.set_text(json.dumps({"Version": 1.0, "Pattern": events}))
        self.tab("findings")
        self.judge("coin-lra-175")
        self.felt("on Coin motor, 175 Hz")
        self.assertLessEqual(len(self.findings()), 301)

    def test_a_pattern_is_made_cured_for_a_coin_motor_and_taken_to_android(self):
        """The walk of a newcomer, by what Docs/Studio.md says."""
        keep_downloads(self.b)
        self.b.run("document.getElementById('timeline').focus()")
        self.b.press("u")
        self.b.wait("document.getElementById('text').value.includes('Pattern')", what="a new pattern")
        self.drawn()
        self.b.run("document.getElementById('timeline').focus()")
        self.b.press("t")
        self.until(lambda: len(self.pattern()) == 1, "the tap")
        self.b.press("i", "Control+a", "0", ".", "1", "6", "Enter")
        self.until(lambda: self.parameter(0, "HapticIntensity") == 0.16, "the weak tap")
        self.tab("findings")
        self.judge("coin-lra-175")
        self.felt("on Coin motor, 175 Hz, the event at 0.000 s is not felt")
        self.b.run("[...document.querySelectorAll('#findings .cure')].find((one) => one.title.includes('FEEL')).click()")
        self.until(lambda: self.parameter(0, "HapticIntensity") > 0.2, "the cure")
        name, text = take_download(self.b, "waveform.xml")
        root = ET.fromstring(text)
        self.assertTrue(name.endswith(".xml"))
        self.assertGreater(max(int(entry.get("amplitude")) for entry in root[0]), 5)
        self.assertIn("on Coin motor, 175 Hz: no noticeable change", self.banner(name))
