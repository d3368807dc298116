"""People who record checks through the balancer, and remember what was confirmed."""
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from fuzzing.answer import Answer

from .client import Client, Refused, Unanswered, fresh_key

# The longest time in seconds that a writer waits before another attempt; the server may ask for more.
LONGEST_PAUSE = 1.0
# Seconds to wait after an answer that does not say how long, or after none.
USUAL_PAUSE = 0.2
PASSING = (429, 502, 503, 504)
CHECK = "/api/v1/tracking/set-check"


@dataclass
class Write:
    """One check, which may take several attempts."""

    label: str
    begun: float
    ended: float = 0
    # What each failed attempt was answered.
    errors: list[str] = field(default_factory=list)


class Writer:
    """A person with an account, a habit and a connection of their own."""

    def __init__(self, number: int, port: int, host: str, pause: float):
        self.number, self.pause = number, pause
        # As from a computer of their own: limits and the balancer tell people apart by the address.
        source = f"127.0.{1 + number // 200}.{1 + number % 200}"
        self.client = Client(port, host, source)
        self.habit, self.day = "", ""
        self.count = 0
        self.current: Write | None = None
        self.writes: list[Write] = []
        self.longest_wish = 0.0
        self.fall: str | None = None
        self.ends = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)

    def settle(self):
        self.client.sign_up(f"writer-{self.number}@example.org")
        self.habit = self.client.make_habit(f"Habit {self.number}")
        self.day = time.strftime("%Y-%m-%d", time.gmtime())

    def run(self):
        try:
            while not self.ends.is_set():
                self.write()
                self.ends.wait(self.pause)
        except Refused as refused:
            self.fall = f"writer {self.number}: {refused}"

    def stop(self):
        self.ends.set()

    def write(self):
        """Records one check, and does not give up before it is confirmed."""
        self.count += 1
        write = self.current = Write(f"w{self.number}-{self.count}.", time.monotonic())
        key = fresh_key()
        document = {
            "habit": self.habit, "day": self.day, "mark": "done", "adds": 1000, "note": write.label
        }
        while not self.is_confirmed(write, document, key):
            if write.errors[-1] == "outcome-unknown":
                if self.is_there(write):
                    break
                key = fresh_key()
            if self.ends.is_set() and time.monotonic() - write.begun > 60:
                raise Refused(f"{write.label} was not confirmed within a minute: {write.errors[-3:]}")
        write.ended = time.monotonic()
        self.writes.append(write)
        self.current = None

    def is_confirmed(self, write: Write, document: dict, key: str) -> bool:
        """Makes one attempt; waits after one that failed, as long as the server asks for at most."""
        try:
            answer = self.client.send("POST", CHECK, document, key)
        except Unanswered as unanswered:
            write.errors.append(str(unanswered).split(":")[0])
            time.sleep(USUAL_PAUSE)
            return False
        if answer.status == 200:
            return True
        write.errors.append(answer.code)
        if answer.status not in PASSING and answer.code not in ("in-progress", "outcome-unknown"):
            raise Refused(f"a check was answered {answer}")
        self.wait(answer)
        return False

    def wait(self, answer: Answer):
        wish = answer.pause if answer.pause is not None else USUAL_PAUSE
        self.longest_wish = max(self.longest_wish, wish)
        time.sleep(min(wish, LONGEST_PAUSE))

    def is_there(self, write: Write) -> bool:
        """Looks whether a check was kept, as the server asks its clients to."""
        return write.label in str(self.client.ask("GET", "/data/export.json"))


def settle(writers: list[Writer], more) -> int:
    """Signs all up, a few at a time, and calls `more` for each; returns the sum of its numbers."""

    def settle_one(writer: Writer) -> int:
        writer.settle()
        return more(writer)

    with ThreadPoolExecutor(max_workers=4) as pool:
        return sum(pool.map(settle_one, writers))
