"""Changes the journal's files, and files to import, at random."""
import shutil
import sqlite3

from .home import Fall

READS = [("today",), ("list",), ("history",), ("verify",), ("doctor",), ("export",)]

EDITS = [
    "UPDATE facts SET seq = seq + 1000000 WHERE seq = (SELECT max(seq) FROM facts)",
    "UPDATE spaces SET head = head + 1000000",
    "UPDATE facts SET seq = 9223372036854775807 WHERE seq = (SELECT max(seq) FROM facts)",
    "UPDATE facts SET form = NULL, body = x'7B' WHERE seq = 3",
    "UPDATE facts SET form = NULL, body = NULL",
    "UPDATE facts SET body = zeroblob(length(body)) WHERE seq = 3",
    "UPDATE facts SET kind = kind + 1",
    "UPDATE facts SET entity = entity + 1",
    "UPDATE facts SET form = form + 1",
    "UPDATE terms SET value = 'x' || value WHERE sort = 1",
    "UPDATE terms SET value = randomblob(16) WHERE sort = 2 AND key = 2",
    "UPDATE terms SET value = value + 1 WHERE sort = 3",
    "UPDATE terms SET value = CAST(replace(CAST(value AS TEXT), 'i', 'u') AS BLOB) WHERE sort = 4",
    "UPDATE terms SET value = randomblob(50) WHERE sort = 4 AND key = 1",
    "DELETE FROM terms WHERE key = 1",
    "UPDATE facts SET reading = -1, version = -5",
    "UPDATE facts SET reading = -9223372036854775808",
    "UPDATE facts SET id = randomblob(16)",
    "UPDATE facts SET payload_hash = randomblob(8)",
    "UPDATE facts SET payload_hash = x'00' WHERE seq = 3",
    "DELETE FROM facts WHERE seq % 3 = 0",
    "DELETE FROM spaces",
    "DELETE FROM meta",
    "UPDATE spaces SET id = randomblob(16)",
    "UPDATE alarms SET at = 9223372036854775807",
    "UPDATE snapshots SET bytes = randomblob(1000)",
    "DROP TABLE facts",
    "PRAGMA user_version = 77",
]


def fill(home, habits=12):
    home.make()
    for number in range(habits):
        home.must("add", f"Habit {number:02}")
        home.must("check", f"Habit {number:02}")
    return home


def spoil(random, data: bytearray) -> bytearray:
    """Changes bytes, cuts, repeats or fills with zeros."""
    for _ in range(random.choice([1, 1, 2, 10])):
        if not data:
            return data
        place, size = random.randrange(len(data)), random.choice([1, 1, 8, 64, 4096])
        match random.randrange(5):
            case 0:
                data[place] ^= 1 << random.randrange(8)
            case 1:
                data[place:place + size] = bytes(len(data[place:place + size]))
            case 2:
                data[place:place + size] = random.randbytes(len(data[place:place + size]))
            case 3:
                del data[place:place + (size if random.random() < 0.7 else len(data))]
            case 4:
                data[place:place] = data[place:place + size]
    return data


def tamper(random, home) -> str:
    """Changes one file of a home; returns what it did."""
    if random.random() < 0.4:
        edit = random.choice(EDITS)
        database = sqlite3.connect(home.path / "space.db")
        try:
            database.execute(edit)
            database.commit()
        finally:
            database.close()
        return edit
    files = [name for name in ["space.db", "space.db-wal", "space.db.head"] if (home.path / name).exists()]
    name = random.choice(files)
    if random.random() < 0.15:
        (home.path / name).unlink()
        return f"removed {name}"
    (home.path / name).write_bytes(spoil(random, bytearray((home.path / name).read_bytes())))
    return f"spoiled {name}"


def tampers(workshop, random, number) -> str:
    source = fill(workshop.home("source"))
    whole = source.must("export").out
    ends = {"found": 0, "harmless": 0, "mended": 0}
    for round in range(number):
        home = workshop.home("tampered")
        shutil.rmtree(home.path, ignore_errors=True)
        shutil.copytree(source.path, home.path)
        what = tamper(random, home)
        try:
            outcomes = {words: home.run(*words, timeout=20) for words in READS}
            if outcomes["verify",].status == 0:
                if outcomes["export",].out != whole:
                    raise Fall("verify finds nothing, but the contents differ")
                ends["harmless"] += 1
                continue
            ends["found"] += 1
            if home.run("doctor", "--mend", timeout=20).status == 0:
                home.must("verify")
                home.must("add", "Afterwards")
                ends["mended"] += 1
        except Fall as fall:
            raise Fall(f"round {round}, {what}: {fall}") from None
    return f"{ends['found']} found, {ends['mended']} of them mended, {ends['harmless']} without harm"


def samples(workshop, home):
    """Functions that change one file of a format at random, and the path to import afterwards."""
    folder = workshop.folder / "samples"
    export = folder / "export.json"
    folder.mkdir()
    home.must("export", "--out", export)
    (folder / "harsh").mkdir()
    (folder / "harsh" / "habits").write_text("! Mine\nRead: 1\nRun: 3/7\n")
    (folder / "harsh" / "log").write_text(
        "".join(f"2026-01-0{day} : Read : y : fine : 2.5\n" for day in range(1, 9))
    )
    (folder / "beaver.json").write_text(
        '{"user_email": "a@example.org", "exported_at": "2026-01-01 00:00:00", "habits": ['
        '{"name": "Read", "id": "a1", "tags": ["mind"], "records": ['
        '{"day": "2026-01-01", "done": true}, {"day": "2026-01-02", "done": true, "text": "ill"}]}]}'
    )
    (folder / "loop").mkdir()
    (folder / "loop" / "001 A").mkdir()
    (folder / "loop" / "Habits.csv").write_text("Position,Name,Type\n001,A,YES_NO\n")
    (folder / "loop" / "001 A" / "Checkmarks.csv").write_text(
        "Date,Value,Notes\n2026-01-05,SKIP,\n2026-01-04,NO,\n2026-01-03,YES_AUTO,x\n"
    )
    return [
        (export, export), (folder / "harsh" / "habits", folder / "harsh"),
        (folder / "harsh" / "log", folder / "harsh"), (folder / "beaver.json", folder / "beaver.json"),
        (folder / "loop" / "Habits.csv", folder / "loop"),
        (folder / "loop" / "001 A" / "Checkmarks.csv", folder / "loop"),
    ]


def imports(workshop, random, number) -> str:
    home = fill(workshop.home(), habits=4)
    files = [(file, path, file.read_bytes()) for file, path in samples(workshop, home)]
    before = home.titles()
    taken = 0
    for round in range(number):
        file, path, whole = random.choice(files)
        file.write_bytes(spoil(random, bytearray(whole)))
        try:
            if home.run("import", path, timeout=30).status == 0:
                taken += 1
            home.check(before)
        except Fall as fall:
            raise Fall(f"round {round}, {file}: {fall}") from None
        file.write_bytes(whole)
        if round % 40 == 39:
            fill(home, habits=4)
    if taken == 0:
        raise Fall("nothing was imported: the attack does not reach the readers")
    return f"{taken} taken over, {number - taken} refused in words; everything whole"
