"""Runs one `trellis` as a person does, with the clock and the zone in the script's hand."""

import datetime
import json
import os
import subprocess


class Failure(Exception):
    """A command ended otherwise than the script expects."""


class Person:
    """A home folder, what time it is there, and the program that is used."""

    def __init__(self, program, home, zone="UTC"):
        self.program = program
        self.home = home
        self.zone = zone
        self.now = "2025-01-01T00:00:00Z"
        # Copies are made by a process of its own, which may outlive the command.
        os.makedirs(home, exist_ok=True)
        with open(os.path.join(home, "copies-off"), "w", encoding="utf-8"):
            pass

    def at(self, day, time="08:00:00"):
        """Sets the clock: to a time of a day, both in UTC."""
        self.now = f"{day}T{time}Z"

    def run(self, *words):
        """Runs a command that must succeed; returns what it printed, as bytes."""
        environment = {
            "PATH": "/usr/bin:/bin",
            "LANG": "C.UTF-8",
            "TRELLIS_HOME": self.home,
            "TRELLIS_NOW": self.now,
            "TZ": self.zone,
        }
        if "LD_LIBRARY_PATH" in os.environ:
            environment["LD_LIBRARY_PATH"] = os.environ["LD_LIBRARY_PATH"]
        done = subprocess.run(
            [self.program, *words],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            check=False,
        )
        if done.returncode != 0:
            said = (done.stdout + done.stderr).decode()
            raise Failure(f"{self.now}: trellis {' '.join(words)}: {done.returncode}\n{said}")
        return done.stdout

    def do(self, *words):
        """Runs a command that must succeed; returns its document."""
        return json.loads(self.run(*words, "--json"))

    def bring(self, files, source):
        """Imports a file, or a folder of files, of another program: names and their texts."""
        folder = self.home + ".import"
        os.makedirs(folder)
        for name, text in files.items():
            os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        alone = list(files)[0] if len(files) == 1 else ""
        self.do("import", os.path.join(folder, alone), "--from", source)
        for name in files:
            os.remove(os.path.join(folder, name))
        os.rmdir(folder)


def days(first, count):
    """`count` days from `first` on, as they are written."""
    start = datetime.date.fromisoformat(first)
    return [str(start + datetime.timedelta(days=number)) for number in range(count)]


def until(first, last):
    """The days from `first` to `last`."""
    span = datetime.date.fromisoformat(last) - datetime.date.fromisoformat(first)
    return days(first, span.days + 1)
