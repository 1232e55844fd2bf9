"""A git repository in a folder, with `thrum` on PATH and without the machine's settings."""

import os
import pathlib
import subprocess
import tempfile
import unittest

THRUM = os.environ["THRUM"]


class RepositoryTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        programs, self.tree = self.folder / "programs", self.folder / "tree"
        programs.mkdir()
        self.tree.mkdir()
        (programs / "thrum").symlink_to(THRUM)
        self.environment = dict(
            os.environ, PATH=f"{programs}:{os.environ['PATH']}", HOME=str(self.folder), GIT_CONFIG_NOSYSTEM="1",
            GIT_AUTHOR_NAME="x", GIT_AUTHOR_EMAIL="x@x", GIT_COMMITTER_NAME="x", GIT_COMMITTER_EMAIL="x@x")
        self.git("init", "-q", ".")

    def git(self, *words):
        answer = subprocess.run(
            ["git", *words], cwd=self.tree, env=self.environment, capture_output=True, text=True, check=False)
        self.assertEqual(answer.returncode, 0, answer.stderr)
        return answer.stdout
