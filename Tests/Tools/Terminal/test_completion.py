"""Completion in bash, with the script that the command prints."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from terminal import Terminal

THRUM = os.path.abspath(os.environ["THRUM"])


@unittest.skipUnless(shutil.which("bash"), "there is no bash")
class Bash(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        place = pathlib.Path(self.folder.name)
        for name in ("sub/a.ahap", "sub/b.ahap", "other/c.ahap", "tap.ahap"):
            (place / name).parent.mkdir(exist_ok=True)
            (place / name).write_text("{}", encoding="utf-8")
        (place / "empty").mkdir()
        script = place / ".script"
        script.write_text(subprocess.run(
            [THRUM, "--generate-completion-script", "bash"], capture_output=True, check=True, text=True).stdout)
        path = f"{os.path.dirname(THRUM)}:{os.environ['PATH']}"
        self.bash = Terminal(
            "bash", "--norc", "--noprofile", "-i",
            environment=dict(os.environ, PATH=path, PS1="ready> ", TERM="dumb", INPUTRC="/dev/null"))
        self.addCleanup(self.bash.close)
        self.bash.wait_for("ready> ")
        self.bash.press(f"cd {place} && . ./.script && bind 'set bell-style none'\n")
        self.bash.wait_for("ready> ")

    def test_listed_folders_have_one_slash(self):
        self.bash.press("thrum info \t\t")
        listed = self.bash.wait_for(r"tap\.ahap").string
        self.assertRegex(listed, r"\bsub/ ")
        self.assertNotIn("//", listed)

    def test_a_folder_is_completed_to_its_files(self):
        self.bash.press("thrum info su\t")
        self.bash.wait_for(r"info sub/")
        self.bash.press("a\t")
        self.bash.wait_for(r"a\.ahap ")

    def test_an_empty_folder_is_completed(self):
        self.bash.press("thrum lint em\t")
        self.bash.wait_for(r"lint empty/")


if __name__ == "__main__":
    unittest.main()
