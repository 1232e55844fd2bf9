"""Answers as feedbackd's haptic interface on the session bus, and writes the calls to a file, a JSON line each.

    dbus-run-session -- sh -c '/usr/bin/python3 feedbackd.py LOG [denying|dying|hanging] & …'

At the fourth call, it ends if dying, and stops answering if hanging.

Needs Debian's python3-dbus and python3-gi.
"""

import json
import os
import signal
import sys
import time

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)


class Haptic(dbus.service.Object):
    def __init__(self, bus, log, mode):
        super().__init__(bus, "/org/sigxcpu/Feedback")
        self.log, self.mode, self.calls = log, mode, 0

    @dbus.service.method("org.sigxcpu.Feedback.Haptic", in_signature="sa(du)", out_signature="b")
    def Vibrate(self, program, pattern):
        self.log.write(json.dumps([time.monotonic(), str(program), [[float(a), int(b)] for a, b in pattern]]) + "\n")
        self.log.flush()
        self.calls += 1
        if self.calls == 4 and self.mode == "dying":
            os._exit(0)
        if self.calls == 4 and self.mode == "hanging":
            signal.pause()
        return self.mode != "denying"


with open(sys.argv[1], "w", encoding="utf-8") as file:
    bus = dbus.SessionBus()
    haptic = Haptic(bus, file, "".join(sys.argv[2:]))
    # The name comes last: whoever sees it can call.
    name = dbus.service.BusName("org.sigxcpu.Feedback", bus)
    GLib.MainLoop().run()
