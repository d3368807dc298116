"""Ends commands at system calls that write, or makes those calls fail."""
import errno
import time

from .home import Fall

ERRORS = [errno.EIO, errno.ENOSPC, errno.EINTR, errno.EDQUOT, errno.EROFS]


def count(home, *words) -> int:
    """The number of calls that can be attacked in a command like this one."""
    file = home.workshop.folder / "count"
    file.unlink(missing_ok=True)
    home.must(*words, attack={"ATTACK_COUNT": file})
    return int(file.read_text())


class Script:
    """Commands that each write one distinguishable thing, and their outcomes."""

    def __init__(self, home, random):
        self.home, self.random = home, random
        self.number, self.confirmed, self.refused = 0, set(), set()
        self.calls = max(count(home, "add", f"Counted {number}") for number in range(2))

    def step(self, **attack) -> str:
        """Runs a command with these options of `Home.run`; returns how it ended."""
        if self.confirmed and self.random.random() < 0.25:
            return self.delete(self.random.choice(sorted(self.confirmed)), **attack)
        self.number += 1
        title = f"Thing {self.number:05}"
        outcome = self.home.run("add", title, **attack)
        # What was printed before the end is confirmed, however the command ended.
        if outcome.status == 0 or title in outcome.out:
            self.confirmed.add(title)
        elif self.is_refused(outcome):
            self.refused.add(title)
        return self.end(outcome)

    def delete(self, title, **attack) -> str:
        """Erases something, which also rewrites the log."""
        outcome = self.home.run("delete", title, "--yes", **attack)
        if outcome.status == 0:
            self.confirmed.discard(title)
            self.refused.add(title)
        elif not self.is_refused(outcome):
            # It may be there or not.
            self.confirmed.discard(title)
        return self.end(outcome)

    @staticmethod
    def is_refused(outcome) -> bool:
        """Whether the program reported that nothing of the command was kept."""
        words = " ".join(outcome.err.split())
        return outcome.status == 1 and "not kept" in words and "may or may not" not in words

    @staticmethod
    def end(outcome) -> str:
        return {0: "confirmed", -9: "killed"}.get(outcome.status, "refused")

    def duration(self) -> float:
        """The seconds that a command takes."""
        begun = time.monotonic()
        self.home.must("add", "Timed")
        return time.monotonic() - begun

    def renew(self):
        """Begins a new home now and then, since a long list makes each check slower."""
        if self.number % 50 == 0:
            self.home.make()
            self.confirmed, self.refused = set(), set()


def kills(workshop, random, number) -> str:
    home = workshop.home().make()
    script = Script(home, random)
    ends = {"confirmed": 0, "killed": 0, "refused": 0}
    duration = script.duration()
    for round in range(number):
        if random.random() < 0.3:
            after = random.uniform(0, duration * 1.2)
            options, words = {"kill_after": after}, f"killed after {after:.4f} s"
        else:
            at = random.randint(1, script.calls + 1)
            options = {"attack": {"ATTACK_HOW": "kill", "ATTACK_AT": at}}
            words = f"killed at call {at} of {script.calls}"
        ends[script.step(**options)] += 1
        try:
            home.check(script.confirmed)
        except Fall as fall:
            raise Fall(f"round {round}, {words}: {fall}") from None
        script.renew()
    if ends["killed"] == 0:
        raise Fall("nothing was killed: the attack does not work")
    return f"{ends['killed']} killed, {ends['confirmed']} confirmed before; nothing lost"


def errors(workshop, random, number) -> str:
    home = workshop.home().make()
    script = Script(home, random)
    ends = {"confirmed": 0, "refused": 0}
    for round in range(number):
        at, code = random.randint(1, script.calls + 1), random.choice(ERRORS)
        how = random.choice(["once", "lasting"])
        if how == "lasting" and code == errno.EINTR:
            # A call that is always interrupted is repeated without end, as it should be.
            how = "once"
        end = script.step(attack={"ATTACK_HOW": how, "ATTACK_AT": at, "ATTACK_ERRNO": code})
        ends[end] += 1
        try:
            home.check(script.confirmed, script.refused)
        except Fall as fall:
            name = errno.errorcode[code]
            raise Fall(f"round {round}, {name} {how} at call {at} of {script.calls}: {fall}") from None
        script.renew()
    if ends["refused"] == 0:
        raise Fall("nothing failed: the attack does not work")
    return f"{ends['refused']} refused in words, {ends['confirmed']} confirmed all the same; nothing lost"
