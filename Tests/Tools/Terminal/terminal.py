"""Runs a command on a pseudo-terminal: reads its output, sends keys and signals."""

import contextlib
import fcntl
import os
import pty
import re
import resource
import select
import signal
import struct
import subprocess
import termios
import time

PATIENCE = 20.0


def lead_job(terminal, told):
    """Becomes a shell with the terminal, writes its child's pid, and returns in the child, which becomes its job."""
    os.setsid()
    fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
    job = os.fork()
    if job == 0:
        os.setpgid(0, 0)
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)
        os.tcsetpgrp(terminal, os.getpid())
        # The test runner may have inherited ignored signals, from `nohup` or a shell that runs it in the background.
        for number in (signal.SIGTTOU, signal.SIGINT, signal.SIGQUIT, signal.SIGHUP, signal.SIGTERM, signal.SIGTSTP):
            signal.signal(number, signal.SIG_DFL)
        return
    os.write(told, job.to_bytes(4, "little"))
    os.closerange(0, 256)
    status = os.waitpid(job, 0)[1]
    if os.WIFSIGNALED(status):
        # Ends with the job's signal, without a second core dump.
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        signal.signal(os.WTERMSIG(status), signal.SIG_DFL)
        os.kill(os.getpid(), os.WTERMSIG(status))
    os._exit(os.waitstatus_to_exitcode(status))


class Terminal:
    """A command with its own terminal as standard input and standard error. It runs as a shell's job, because Ctrl-Z
    stops a process only if a shell could continue it."""

    def __init__(self, *arguments, columns=100, output=subprocess.DEVNULL, environment=None):
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        self.before = termios.tcgetattr(slave)
        heard, told = os.pipe()
        self.process = subprocess.Popen(
            arguments, stdin=slave, stdout=output, stderr=slave, preexec_fn=lambda: lead_job(slave, told), close_fds=True,
            env=environment)
        os.close(told)
        self.pid = int.from_bytes(os.read(heard, 4), "little")
        os.close(heard)
        self.slave = slave
        self.shown = ""

    def press(self, keys):
        os.write(self.master, keys.encode())

    def read(self, seconds=0.05):
        """Reads new output, and returns all output since the last match."""
        if select.select([self.master], [], [], seconds)[0]:
            try:
                self.shown += os.read(self.master, 65536).decode("utf-8", "replace")
            except OSError:
                pass
        return self.shown

    def wait_for(self, pattern):
        """Waits until the output matches, and discards it up to the end of the match."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            found = re.search(pattern, self.read(), re.S)
            if found:
                self.shown = self.shown[found.end():]
                return found
        raise AssertionError(f"“{pattern}” was not shown; the last was {self.shown[-300:]!r}")

    def line(self):
        """The current status line, or the next one if none is pending: an unchanged line is not written again."""
        self.shown = "".join(self.shown.rpartition("\r\x1b[K")[1:]) if "\r\x1b[K" in self.shown else ""
        return self.wait_for(r"\r\x1b\[K([^\r\x1b]+)(?=\r|\Z)").group(1)

    def wait_for_line(self, pattern):
        """Waits for a status line that matches."""
        end = time.monotonic() + PATIENCE
        line = ""
        while time.monotonic() < end:
            line = self.line()
            if re.search(pattern, line):
                return line
        raise AssertionError(f"no status line has “{pattern}”; the last was {line!r}")

    def signal(self, number):
        os.kill(self.pid, number)

    def end(self):
        """Waits for the command to end. Returns its exit code, negative for a signal."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None and time.monotonic() < end:
            self.read()
        if self.process.poll() is None:
            raise AssertionError(f"it does not end; the last was {self.shown[-300:]!r}")
        self.read(0)
        return self.process.returncode

    def is_restored(self):
        """Whether the terminal has its original mode again."""
        flags = termios.ICANON | termios.ECHO | termios.ISIG
        return termios.tcgetattr(self.slave)[3] & flags == self.before[3] & flags

    def is_stopped(self):
        with open(f"/proc/{self.pid}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] == "T"

    def close(self):
        if self.process.poll() is None:
            # The shell may have seen its job end, as after `signal(SIGKILL)`, and be about to end itself.
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
            self.process.wait()
        os.close(self.master)
        os.close(self.slave)
