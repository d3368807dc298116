"""Reminders that are due during the run, and the place where they arrive."""
import http.server
import json
import threading
import time
from collections import defaultdict

from .client import Client
from .processes import free_port

# Seconds after which a notice whose sender was killed is sent again, under the same id.
LEASE = 120
# The server gives devices some seconds to show a notice themselves.
GRACE = 25
MOST_REMINDERS = 12


class Receiver:
    """A webhook: it accepts every notice, and remembers when."""

    def __init__(self):
        self.port = free_port()
        # The times at which a notice arrived, by person and id.
        self.arrivals: dict[tuple[str, str], list[float]] = defaultdict(list)
        self.kinds: dict[tuple[str, str], str] = {}
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                receiver.take(self.path, json.loads(body))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", self.port), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def take(self, path: str, notice: dict):
        key = (path, notice["id"])
        self.arrivals[key].append(time.monotonic())
        self.kinds[key] = notice["kind"]

    def reminders(self) -> int:
        return sum(kind == "reminder" for kind in list(self.kinds.values()))

    def repeats(self) -> tuple[int, int]:
        """How many notices arrived again while another attempt was under way, and after its lease."""
        soon = late = 0
        for times in list(self.arrivals.values()):
            for first, second in zip(times, times[1:]):
                soon += second - first < LEASE
                late += second - first >= LEASE
        return soon, late


def expect(receiver: Receiver, client: Client, person: int, minutes: int) -> int:
    """Has a person reminded at the full minutes from now on; returns how often."""
    habit = client.make_habit(f"Reminded {person}")
    client.ask("POST", "/api/v1/reminders/set-preference", {"preference": "quiet-hours", "value": "off"})
    wish = {"address": f"http://127.0.0.1:{receiver.port}/{person}", "topics": ["reminders"]}
    client.ask("PUT", "/api/v1/push/webhook", wish)
    now = time.gmtime(time.time() + 30)
    count = min(minutes, MOST_REMINDERS)
    for later in range(1, count + 1):
        slot = {"minutes": (now.tm_hour * 60 + now.tm_min + later) % 1440}
        wish = {"habit": habit, "slot": slot, "weekdays": []}
        client.ask("POST", "/api/v1/reminders/set-reminder", wish)
    return count
