"""`thrum devices`, with ALSA devices from a configuration file."""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

THRUM = os.environ["THRUM"]
DEVICES = """
pcm.speaker { type null hint { show on description "A loudspeaker" } }
pcm.lavrate { type null hint { show on description "Rate Converter Plugin Using Libav/FFmpeg Library" } }
pcm.oss { type null hint { show on description "Open Sound System" } }
"""


class Devices(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.configuration = pathlib.Path(self.folder.name, "asound.conf")
        self.configuration.write_text(DEVICES, encoding="utf-8")

    def names(self, *options):
        environment = dict(os.environ, ALSA_CONFIG_PATH=str(self.configuration))
        result = subprocess.run(
            [THRUM, "devices", "--json", *options], capture_output=True, check=True, env=environment, timeout=20)
        return {device["name"] for device in json.loads(result.stdout)["devices"] if device["kind"] == "alsa"}

    def test_plug_ins_that_convert_for_another_device_are_listed_only_with_all(self):
        self.assertEqual(self.names(), {"speaker"})
        self.assertEqual(self.names("--all"), {"speaker", "lavrate", "oss"})


if __name__ == "__main__":
    unittest.main()
