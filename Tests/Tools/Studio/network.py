"""A second network namespace, joined to this one by a pair of virtual cards: a phone's side of the network."""

import contextlib
import ctypes
import http.client
import os
import subprocess

NEW_NETWORK = 0x40000000
libc = ctypes.CDLL(None, use_errno=True)


def ip(*words):
    result = subprocess.run(["ip", *words], capture_output=True, text=True)
    if result.returncode != 0:
        raise OSError(f"ip {' '.join(words)}: {result.stderr.strip()}")


def enter_private_network():
    """Moves this thread, and the programs that it starts, to a network namespace of which no other program knows.

    A browser aborts what it is loading when a card appears (ERR_NETWORK_CHANGED), and other tests have browsers, too.
    """
    if libc.unshare(NEW_NETWORK) != 0:
        raise OSError(ctypes.get_errno(), "unshare")
    ip("link", "set", "lo", "up")


class Network:
    """`here` is an address of this side, `there` of the other one."""

    def __init__(self):
        number = os.getpid() % 16_384
        self.name = f"thrum-{os.getpid()}"
        prefix = f"10.91.{number // 64}.{number % 64 * 4}".rsplit(".", 1)
        self.here, self.there = (f"{prefix[0]}.{int(prefix[1]) + part}" for part in (1, 2))
        near, self.far = f"tn{os.getpid()}", f"tf{os.getpid()}"
        self.command = ["ip", "netns", "exec", self.name]
        ip("netns", "add", self.name)
        try:
            ip("link", "add", near, "type", "veth", "peer", "name", self.far, "netns", self.name)
            # Addresses of IPv6 would come seconds later.
            ip("link", "set", near, "addrgenmode", "none")
            ip("-n", self.name, "link", "set", self.far, "addrgenmode", "none")
            ip("addr", "add", f"{self.here}/30", "dev", near)
            ip("link", "set", near, "up")
            for words in (["addr", "add", f"{self.there}/30", "dev", self.far], ["link", "set", self.far, "up"],
                          ["link", "set", "lo", "up"]):
                ip("-n", self.name, *words)
        except OSError:
            self.close()
            raise

    def close(self):
        """Removes the namespace, and with it both cards."""
        ip("netns", "del", self.name)

    @contextlib.contextmanager
    def entered(self):
        """Lets this thread make sockets on the other side."""
        with open("/proc/self/ns/net") as own, open(f"/run/netns/{self.name}") as other:
            self.enter(other)
            try:
                yield
            finally:
                self.enter(own)

    @staticmethod
    def enter(namespace):
        if libc.setns(namespace.fileno(), NEW_NETWORK) != 0:
            raise OSError(ctypes.get_errno(), "setns")


class Connection(http.client.HTTPConnection):
    """A connection on the other side of a network, or on this one without it."""

    def __init__(self, host, port, network, timeout=60):
        super().__init__(host, port, timeout=timeout)
        self.network = network

    def connect(self):
        with self.network.entered() if self.network else contextlib.nullcontext():
            super().connect()
