"""Every page of every product on a machine without any network."""

import fcntl
import json
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

import pytest
from household import Household
from test_every_page import PRODUCTS, lived_in, pages


@pytest.mark.requirement("H-20")
@pytest.mark.parametrize("product", PRODUCTS)
def test_without_a_network_every_page_is_there_and_nothing_tries_to_leave(product):
    if subprocess.run([*NAMESPACE, "true"], capture_output=True).returncode != 0:
        pytest.skip("this machine allows no network namespaces")
    walk = subprocess.run(
        [*NAMESPACE, sys.executable, __file__, product], capture_output=True, text=True
    )
    assert walk.returncode == 0, walk.stdout + walk.stderr
    seen = json.loads(walk.stdout)
    assert set(seen["answers"].values()) == {200}, seen
    assert seen["tried to leave"] == 0
    assert seen["when one tries"] > 0, "the kernel counts what tries"


# What follows runs in a network namespace of its own, which has nothing but its own loopback.

NAMESPACE = ["unshare", "--map-root-user", "--net"]
SET_FLAGS, UP = 0x8914, 0x1  # SIOCSIFFLAGS and IFF_UP of linux/if.h


def raise_loopback():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as handle:
        fcntl.ioctl(handle, SET_FLAGS, struct.pack("16sh", b"lo", UP))


def without_a_route():
    """How many packets had no way to go, as the kernel counts them (proc_pid_net(5))."""
    names, numbers = [
        line.split() for line in Path("/proc/net/snmp").read_text().splitlines() if line[:3] == "Ip:"
    ]
    count = int(numbers[names.index("OutNoRoutes")])
    for line in Path("/proc/net/snmp6").read_text().splitlines():
        if line.startswith("Ip6OutNoRoutes"):
            count += int(line.split()[1])
    return count


def walk(product):
    home = Household(tempfile.mkdtemp(prefix="home-"), product)
    try:
        lived_in(home)
        home.start()
        address = f"http://127.0.0.1:{home.port}"

        def fetch(path):
            asked = urllib.request.Request(address + path)
            asked.add_header("Authorization", f"Bearer {home.token}")
            return urllib.request.urlopen(asked, timeout=10)

        answers = {}
        for path in [*pages(home), "/api/v1/openapi.json", "/manifest.webmanifest", "/sw.js"]:
            with fetch(path) as answer:
                answers[path] = answer.status
        home.cli("add", "Write") if product != "sober" else home.cli("sober", "mark")
        # As long as a page is open it hears of changes; the daemon does its own things meanwhile.
        with fetch("/api/v1/events") as events:
            events.read(1)
            time.sleep(1)
        before = without_a_route()
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as handle:
            # An address that the internet keeps for documentation.
            handle.connect_ex(("192.0.2.1", 53))
        return {
            "answers": answers,
            "tried to leave": before,
            "when one tries": without_a_route() - before,
        }
    finally:
        home.stop()
        shutil.rmtree(home.path, ignore_errors=True)


if __name__ == "__main__":
    raise_loopback()
    print(json.dumps(walk(sys.argv[1])))
