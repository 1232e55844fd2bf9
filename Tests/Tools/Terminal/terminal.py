"""A command on a pseudo-terminal: what it shows, keys, signals."""

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
    """Becomes a shell that has the terminal, and returns in the child that is to be its job; writes the job's pid."""
    os.setsid()
    fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
    job = os.fork()
    if job == 0:
        os.setpgid(0, 0)
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)
        os.tcsetpgrp(terminal, os.getpid())
        # Whoever runs the tests may ignore some: `nohup` does, and a shell for what it puts in the background.
        for number in (signal.SIGTTOU, signal.SIGINT, signal.SIGQUIT, signal.SIGHUP, signal.SIGTERM, signal.SIGTSTP):
            signal.signal(number, signal.SIG_DFL)
        return
    os.write(told, job.to_bytes(4, "little"))
    os.closerange(0, 256)
    status = os.waitpid(job, 0)[1]
    if os.WIFSIGNALED(status):
        # Ends as its job has ended, without a core of its own.
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        signal.signal(os.WTERMSIG(status), signal.SIG_DFL)
        os.kill(os.getpid(), os.WTERMSIG(status))
    os._exit(os.waitstatus_to_exitcode(status))


class Terminal:
    """Runs a command with a terminal of its own for standard input and standard error, as a shell's job: only where a
    shell could continue it does Ctrl-Z stop a process."""

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
        """Takes what is shown now."""
        if select.select([self.master], [], [], seconds)[0]:
            try:
                self.shown += os.read(self.master, 65536).decode("utf-8", "replace")
            except OSError:
                pass
        return self.shown

    def wait_for(self, pattern):
        """Waits until something is shown, and forgets all up to it."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            found = re.search(pattern, self.read(), re.S)
            if found:
                self.shown = self.shown[found.end():]
                return found
        raise AssertionError(f"“{pattern}” was not shown; the last was {self.shown[-300:]!r}")

    def line(self):
        """The status line as it stands, or as it is shown next: one that stays the same is not written again."""
        self.shown = "".join(self.shown.rpartition("\r\x1b[K")[1:]) if "\r\x1b[K" in self.shown else ""
        return self.wait_for(r"\r\x1b\[K([^\r\x1b]+)(?=\r|\Z)").group(1)

    def wait_for_line(self, pattern):
        """Waits for a status line of a kind."""
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
        """Waits for the end; returns the exit code, negative for a signal."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None and time.monotonic() < end:
            self.read()
        if self.process.poll() is None:
            raise AssertionError(f"it does not end; the last was {self.shown[-300:]!r}")
        self.read(0)
        return self.process.returncode

    def is_restored(self):
        """Whether the terminal is as it was before."""
        flags = termios.ICANON | termios.ECHO | termios.ISIG
        return termios.tcgetattr(self.slave)[3] & flags == self.before[3] & flags

    def is_stopped(self):
        with open(f"/proc/{self.pid}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] == "T"

    def close(self):
        if self.process.poll() is None:
            os.kill(self.pid, signal.SIGKILL)
            self.process.wait()
        os.close(self.master)
        os.close(self.slave)
