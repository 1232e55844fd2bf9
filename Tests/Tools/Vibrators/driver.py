"""A vibrator's driver, mocked under a command by umockdev.

    umockdev-wrapper /usr/bin/python3 driver.py LOG COMMAND...

The command finds /dev/input/event7, which takes rumble effects. Its calls are written to LOG, a JSON line each:
[seconds, "upload", strong of 0…1, milliseconds], [seconds, "play"], [seconds, "stop"] or [seconds, "erase"]. With the
variable UNPLUG=N, the device is gone after N calls. Ends with the command's exit code. Needs Debian's umockdev,
gir1.2-umockdev-1.0 and python3-gi.
"""

import errno
import json
import os
import struct
import subprocess
import sys
import threading
import time

import gi

gi.require_version("UMockdev", "1.0")
from gi.repository import GLib, UMockdev  # noqa: E402

# linux/input.h
EVIOCSFF, EVIOCRMFF, EVIOCGEFFECTS = 0x40304580, 0x40044581, 0x80044584
EVIOCGBIT_FF, EVIOCGBIT_KEY, EVIOCGNAME = 0x4535, 0x4521, 0x4506
EV_FF, FF_RUMBLE, FF_PERIODIC = 0x15, 0x50, 0x51
EFFECT = 48
"""Size of struct ff_effect."""

DEVICE = """P: /devices/platform/vibrator/input/input7/event7
N: input/event7
E: DEVNAME=/dev/input/event7
E: FEEDBACKD_TYPE=vibra
E: SUBSYSTEM=input
A: dev=13:71
"""


class Driver(UMockdev.IoctlBase):
    def __init__(self, log, unplug):
        super().__init__()
        self.log, self.calls, self.unplug = log, 0, unplug

    def note(self, client, *call):
        """Records a call, and returns whether the device is still there."""
        self.calls += 1
        if self.unplug is not None and self.calls > self.unplug:
            client.complete(-1, errno.ENODEV)
            return False
        self.log.write(json.dumps([time.monotonic(), *call]) + "\n")
        self.log.flush()
        return True

    def do_handle_ioctl(self, client):
        request, argument = client.get_request() & 0xFFFFFFFF, client.get_arg()
        kind, size = request & 0xFFFF, request >> 16 & 0x3FFF
        if kind in (EVIOCGBIT_FF, EVIOCGBIT_KEY):
            bits = bytearray(size)
            for bit in (FF_RUMBLE, FF_PERIODIC) if kind == EVIOCGBIT_FF else ():
                bits[bit // 8] |= 1 << bit % 8
            argument.resolve(0, size).update(0, bytes(bits))
            client.complete(size, 0)
        elif kind == EVIOCGNAME:
            name = b"Mocked vibrator\0"
            argument.resolve(0, size).update(0, name)
            client.complete(len(name), 0)
        elif request == EVIOCGEFFECTS:
            argument.resolve(0, 4).update(0, struct.pack("<i", 16))
            client.complete(0, 0)
        elif request == EVIOCSFF:
            data = argument.resolve(0, EFFECT)
            effect = bytes(data.retrieve())
            milliseconds, strong = struct.unpack_from("<H", effect, 10)[0], struct.unpack_from("<H", effect, 16)[0]
            if self.note(client, "upload", strong / 65535, milliseconds):
                data.update(2, struct.pack("<h", 3))
                client.complete(0, 0)
        elif request == EVIOCRMFF:
            if self.note(client, "erase"):
                client.complete(0, 0)
        else:
            return False
        return True

    def do_handle_write(self, client):
        written = bytes(client.get_arg().retrieve())
        kind, _, value = struct.unpack_from("<HHi", written, len(written) - 8)
        if kind != EV_FF or self.note(client, "play" if value else "stop"):
            client.complete(len(written), 0)
        return True


def main(log, *command):
    bed = UMockdev.Testbed.new()
    bed.add_from_string(DEVICE)
    unplug = os.environ.get("UNPLUG")
    with open(log, "w", encoding="utf-8") as file:
        driver = Driver(file, None if unplug is None else int(unplug))
        bed.attach_ioctl("/dev/input/event7", driver)
        loop = GLib.MainLoop()
        threading.Thread(target=loop.run, daemon=True).start()
        # The test bed changes the environment where Python does not see it.
        code = subprocess.run(command, env=dict(os.environ, UMOCKDEV_DIR=bed.get_root_dir()), check=False).returncode
    return code if code >= 0 else 128 - code


sys.exit(main(*sys.argv[1:]))
