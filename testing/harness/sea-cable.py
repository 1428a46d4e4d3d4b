"""Two network namespaces, NAME-vn (10.77.0.1) and NAME-sg (10.77.0.2), joined by a cable that delays what it carries.

sea-cable.py NAME MILLISECONDS reads commands: `delay MILLISECONDS`, `cut`, `join`. At the end of its input it ends what
runs in the namespaces and removes them. The kernel's own delay (netem) is missing in many containers.
"""
import collections
import fcntl
import os
import selectors
import signal
import struct
import subprocess
import sys
import time

TUNSETIFF, IFF_TUN, IFF_NO_PI = 0x400454CA, 0x0001, 0x1000
MOST_SECONDS = 3600


def run(*command, check=True):
    return subprocess.run(command, check=check, capture_output=True, text=True).stdout


class End:
    """One end of the cable, in a namespace of its own."""

    def __init__(self, name, address):
        self.name = name
        run("ip", "netns", "add", name)
        self.device = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
        link = f"t{os.getpid()}{name[-2:]}"
        fcntl.ioctl(self.device, TUNSETIFF, struct.pack("16sH22x", link.encode(), IFF_TUN | IFF_NO_PI))
        run("ip", "link", "set", link, "netns", name)
        run("ip", "-n", name, "addr", "add", f"{address}/24", "dev", link)
        run("ip", "-n", name, "link", "set", "lo", "up")
        run("ip", "-n", name, "link", "set", link, "up", "mtu", "65000", "txqueuelen", "10000")

    def remove(self):
        for sent in (signal.SIGTERM, signal.SIGKILL):
            pids = run("ip", "netns", "pids", self.name, check=False).split()
            for pid in pids:
                try:
                    os.kill(int(pid), sent)
                except ProcessLookupError:
                    pass
            if not pids:
                break
            time.sleep(0.5)
        run("ip", "netns", "del", self.name, check=False)


class Cable:
    def __init__(self, vn, sg, delay):
        self.ends = {vn.device: sg.device, sg.device: vn.device}
        self.delay = delay
        self.is_cut = False
        self.on_the_way = collections.deque()

    def obey(self, words):
        if words[0] == "delay":
            self.delay = float(words[1]) / 1000
        self.is_cut = {"cut": True, "join": False}.get(words[0], self.is_cut)

    def read(self, device):
        try:
            for _ in range(64):
                packet = os.read(device, 65536)
                if not self.is_cut:
                    self.on_the_way.append((time.monotonic() + self.delay, self.ends[device], packet))
        except BlockingIOError:
            pass

    def deliver(self):
        while self.on_the_way and self.on_the_way[0][0] <= time.monotonic():
            _, device, packet = self.on_the_way.popleft()
            try:
                if not self.is_cut:
                    os.write(device, packet)
            except OSError:
                pass  # The device's queue is full: a packet is lost.

    def wait(self):
        """Seconds until a packet arrives at the other end."""
        return max(0, self.on_the_way[0][0] - time.monotonic()) if self.on_the_way else 0.5


def carry(cable):
    selector = selectors.DefaultSelector()
    for device in cable.ends:
        selector.register(device, selectors.EVENT_READ, "device")
    selector.register(0, selectors.EVENT_READ, "commands")
    until = time.monotonic() + MOST_SECONDS
    while time.monotonic() < until:
        for key, _ in selector.select(cable.wait()):
            if key.data == "device":
                cable.read(key.fd)
                continue
            commands = os.read(0, 4096).decode()
            if not commands:
                return
            for line in commands.splitlines():
                cable.obey(line.split())
                print(line, flush=True)
        cable.deliver()


def main():
    name, delay = sys.argv[1], float(sys.argv[2]) / 1000
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda *_: sys.exit())
    ends = []
    try:
        ends.append(End(f"{name}-vn", "10.77.0.1"))
        ends.append(End(f"{name}-sg", "10.77.0.2"))
        print("ready", flush=True)
        carry(Cable(*ends, delay))
    finally:
        for end in ends:
            end.remove()


main()
