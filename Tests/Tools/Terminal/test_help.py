"""Where `thrum help` sends readers, and that every command's manual has examples."""

import os
import re
import shutil
import subprocess
import tempfile
import unittest

THRUM = os.environ["THRUM"]


def run(*arguments):
    return subprocess.run(arguments, stdout=subprocess.PIPE, text=True, check=True).stdout


class Help(unittest.TestCase):
    def test_help_leads_to_what_is_installed(self):
        with tempfile.TemporaryDirectory() as prefix:
            os.makedirs(prefix + "/bin")
            thrum = shutil.copy(THRUM, prefix + "/bin/thrum")
            bare = run(thrum, "help")
            self.assertIn("thrum manual | man -l -", bare)
            self.assertNotIn("file://", bare)
            for path in ("share/man/man1/thrum.1.gz", "share/doc/thrum/html/index.html"):
                os.makedirs(os.path.dirname(os.path.join(prefix, path)))
                open(os.path.join(prefix, path), "w").close()
            for arguments in (["help"], ["help", "play"], ["play", "--help"], ["--help"], []):
                text = run(thrum, *arguments)
                self.assertRegex(text, r"(?m)^  man thrum$", arguments)
                self.assertIn(f"\n  file://{os.path.realpath(prefix)}/share/doc/thrum/html/index.html\n", text)
            self.assertNotIn("MORE:", run(thrum, "--version"))
            self.assertNotIn("MORE:", run(thrum, "manual"))

    def test_the_manual_of_every_command_has_examples(self):
        manual = run(THRUM, "manual")
        sections = re.split(r"(?m)^\.SS ", manual)[1:]
        self.assertGreater(len(sections), 15)
        for section in sections:
            name = section.split("\n")[0]
            self.assertRegex(section, rf"Examples:\n(?:.*\n)*?  {name}\b".replace("\\-", r"\\-"), name)


if __name__ == "__main__":
    unittest.main()
