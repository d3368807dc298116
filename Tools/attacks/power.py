"""Loses power at points of a script: what was not synced is kept, lost or torn.

The script runs once, and every call that writes is recorded. The disk is then replayed up to a point.
Each write since the last sync of its file, and each change of a name since the last sync of its folder,
is kept or lost at random. Changes of names are kept up to some point in their order, as in file systems
with a journal; writes are kept or lost individually, or torn at a sector.
"""
import shutil
import struct

from .home import Fall

COMMANDS = 200
SECTOR = 512


class Record:
    """A recorded call."""

    def __init__(self, letter, path, other, place, data):
        self.letter, self.path, self.other, self.place, self.data = letter, path, other, place, data


def records(file):
    data, at = file.read_bytes(), 0
    while at < len(data):
        letter = chr(data[at])
        first, second, size = struct.unpack_from("<III", data, at + 1)
        (place,) = struct.unpack_from("<q", data, at + 13)
        at += 21
        path = data[at:at + first].decode()
        other = data[at + first:at + first + second].decode()
        at += first + second
        yield Record(letter, path, other, place, data[at:at + size])
        at += size


def confirmation(file, number):
    """Records that the program has confirmed a command."""
    with open(file, "ab") as log:
        log.write(b"!" + struct.pack("<IIIq", 0, 0, 0, number))


class File:
    """The contents of a file: what is certainly on the disk, and the changes since."""

    def __init__(self):
        self.synced, self.pending = bytearray(), []

    def change(self, content: bytearray, record, size=None):
        if record.letter == "t":
            del content[record.place:]
            content.extend(bytes(record.place - len(content)))
            return
        data = record.data if size is None else record.data[:size]
        if len(content) < record.place:
            content.extend(bytes(record.place - len(content)))
        content[record.place:record.place + len(data)] = data

    def sync(self):
        for record in self.pending:
            self.change(self.synced, record)
        self.pending = []

    def after_loss(self, random) -> bytes:
        content = bytearray(self.synced)
        keeping = random.choice([0.0, 0.5, 0.9, 1.0])
        for record in self.pending:
            if random.random() < keeping:
                torn = record.letter == "w" and len(record.data) > SECTOR and random.random() < 0.2
                sectors = len(record.data) // SECTOR
                self.change(content, record, random.randint(0, sectors) * SECTOR if torn else None)
        return bytes(content)


class Disk:
    """The names in a folder, and the files behind them."""

    def __init__(self, folder, obeys_syncs=True):
        self.folder, self.obeys_syncs = str(folder), obeys_syncs
        self.names, self.synced_names, self.pending = {}, {}, []
        # The file that was created by each recorded creation.
        self.created = {}

    def rename(self, names, record):
        if record.letter == "c":
            names.setdefault(record.path, self.created[id(record)])
        elif record.letter == "u":
            names.pop(record.path, None)
        elif record.path in names:
            names[record.other] = names[record.path]
            if record.letter == "r":
                del names[record.path]

    def play(self, record):
        if record.letter in "crlu":
            if record.letter == "c":
                self.created[id(record)] = self.names.get(record.path) or File()
            self.rename(self.names, record)
            self.pending.append(record)
        elif record.letter == "s" and self.obeys_syncs:
            if record.path in self.names:
                self.names[record.path].sync()
            elif record.path == self.folder:
                for change in self.pending:
                    self.rename(self.synced_names, change)
                self.pending = []
        elif record.letter in "wt" and record.path in self.names:
            self.names[record.path].pending.append(record)

    def after_loss(self, random) -> dict:
        names = dict(self.synced_names)
        for change in self.pending[:random.randint(0, len(self.pending))]:
            self.rename(names, change)
        return {path: file.after_loss(random) for path, file in names.items()}


def record_script(workshop, home, log):
    """Runs the script, and returns the titles in the order in which they were confirmed."""
    attack = {"ATTACK_RECORD": log}
    shutil.rmtree(home.path, ignore_errors=True)
    home.path.mkdir()
    home.must("settings", "copies", "off", attack=attack)
    confirmed = []
    for number in range(COMMANDS):
        title = f"Thing {number:04}"
        home.must("add", title, attack=attack)
        confirmation(log, number)
        confirmed.append(title)
    return confirmed


def powers(workshop, random, number) -> str:
    home, log = workshop.home(), workshop.folder / "record"
    confirmed = record_script(workshop, home, log)
    script = list(records(log))
    # At syncs and right after them, where the certain contents change; sometimes anywhere else.
    syncs = [place + after for place, record in enumerate(script) if record.letter == "s" for after in (0, 1)]
    points = sorted(random.choice(syncs) if random.random() < 0.8 else random.randrange(len(script))
                    for _ in range(number))
    lose_power(home, random, script, points, confirmed, Disk(home.path))
    prove(home, random, script, confirmed)
    return f"{len(confirmed)} commands, {len(syncs) // 2} syncs; nothing confirmed was lost"


def lose_power(home, random, script, points, confirmed, disk):
    """Replays the script up to each of the points, and checks what is left there."""
    played, reached = 0, 0
    for point in points:
        for record in script[played:point]:
            if record.letter == "!":
                reached = record.place + 1
            else:
                disk.play(record)
        played = point
        shutil.rmtree(home.path)
        home.path.mkdir()
        for path, content in disk.after_loss(random).items():
            # The index of the log exists only in memory.
            if not path.endswith("-shm"):
                with open(path, "wb") as file:
                    file.write(content)
        try:
            home.check(set(confirmed[:reached]))
        except Fall as fall:
            raise Fall(f"at call {point} of {len(script)}, after {reached} commands: {fall}") from None


def prove(home, random, script, confirmed):
    """Shows that the attack would find a loss: a disk that ignores syncs must lose something."""
    points = [len(script) - 1 - round for round in range(5)]
    try:
        lose_power(home, random, script, sorted(points), confirmed, Disk(home.path, obeys_syncs=False))
    except Fall:
        return
    raise Fall("a disk that ignores every sync lost nothing: the attack does not work")
