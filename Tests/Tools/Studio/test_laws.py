"""What the page reads while text is edited equals a full reading."""

import pathlib
import unittest

from rig import Studio, the_browser, TAP


class Laws(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.studio = Studio({"tap.ahap": TAP})
        cls.browser = the_browser()
        cls.browser.open(cls.studio.address)

    @classmethod
    def tearDownClass(cls):
        cls.studio.close()

    def test_incremental_reading_equals_a_full_reading(self):
        script = (pathlib.Path(__file__).parent / "reread.js").read_text(encoding="utf-8")
        for seed in (1, 2, 3):
            result = self.browser.run(script, seed, 1500)
            self.assertGreater(result.get("count", 0), 800, result)


if __name__ == "__main__":
    unittest.main()
