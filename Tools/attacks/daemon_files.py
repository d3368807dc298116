"""Files of other apps and of this one: valid, changed at random, or made to exhaust their reader."""
import hashlib
import io
import json
import os
import sqlite3
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

from .daemon_house import MARKER
from .daemon_mutate import NUMBERS, TEXTS, changed_document
from .damage import spoil

DAY = 86_400_000
SCHEMA = """
CREATE TABLE Habits (id INTEGER PRIMARY KEY AUTOINCREMENT, archived INTEGER, color INTEGER, description TEXT,
  freq_den INTEGER, freq_num INTEGER, highlight INTEGER, name TEXT, position INTEGER, reminder_hour INTEGER,
  reminder_min INTEGER, reminder_days INTEGER, type INTEGER, target_type INTEGER, target_value REAL, unit TEXT,
  question TEXT, uuid TEXT);
CREATE TABLE Repetitions (id INTEGER PRIMARY KEY AUTOINCREMENT, habit INTEGER, timestamp INTEGER, value INTEGER,
  notes TEXT);
"""
EDITS = [
    "UPDATE {table} SET {column} = ?", "UPDATE {table} SET {column} = ? WHERE rowid = 1",
    "ALTER TABLE {table} RENAME COLUMN {column} TO other", "DROP TABLE {table}", "DELETE FROM {table}",
    "INSERT INTO {table} ({column}) VALUES (?)", "CREATE INDEX i ON {table} ({column})",
    "ALTER TABLE {table} ADD COLUMN more DEFAULT 'x'", "PRAGMA user_version = 26", "PRAGMA user_version = -1",
    "PRAGMA user_version = 12", "INSERT INTO {table} SELECT NULL, * FROM (SELECT 1)",
]


def loop_database(folder: Path) -> bytes:
    """A backup of Loop Habit Tracker."""
    file = folder / "made.db"
    file.unlink(missing_ok=True)
    base = sqlite3.connect(file)
    base.executescript(SCHEMA)
    base.execute("PRAGMA user_version = 24")
    for number, name in enumerate(["Read", "Run"], 1):
        base.execute(
            "INSERT INTO Habits VALUES (?, 0, 3, 'note', 7, 3, 0, ?, ?, 8, 30, 127, ?, 0, 5.0, 'km', 'Did you?', ?)",
            (number, f"{name} {MARKER}", number, number - 1, f"{number:032x}"),
        )
        for day in range(12):
            base.execute("INSERT INTO Repetitions (habit, timestamp, value, notes) VALUES (?, ?, ?, 'fine')",
                         (number, 1_767_225_600_000 + day * DAY, 2 if number == 1 else 1500))
    base.commit()
    base.close()
    return file.read_bytes()


def edited_database(random, whole: bytes, folder: Path) -> bytes:
    """The backup after some random statements."""
    file = folder / "edited.db"
    file.write_bytes(whole)
    base = sqlite3.connect(file)
    for _ in range(random.choice([1, 1, 2, 5])):
        table = random.choice(["Habits", "Repetitions"])
        column = random.choice(["id", "name", "color", "freq_den", "freq_num", "type", "target_value", "position",
                                "habit", "timestamp", "value", "notes", "uuid", "reminder_days", "reminder_hour"])
        statement = random.choice(EDITS).format(table=table, column=column)
        value = random.choice([*TEXTS, *NUMBERS, None, b"\x00\xff", random.randbytes(20)])
        try:
            base.execute(statement, (value,) if "?" in statement else ())
        except (sqlite3.Error, OverflowError, UnicodeError):
            continue
    base.commit()
    base.close()
    return file.read_bytes()


TABLES = {
    "Habits.csv": "Position,Name,Type,Question,Description,FrequencyNumerator,FrequencyDenominator,Color,Unit,"
                  "Target Type,Target Value,Archived?\n"
                  f"001,Read {MARKER},YES_NO,Did you?,,1,1,#FF8F00,,,,false\n"
                  "002,Run,NUMERICAL,,,2,3,#00897B,km,AT_LEAST,5.0,false\n",
    "Checkmarks.csv": "Date,Read,Run,\n2026-01-02,YES_MANUAL,1500,\n2026-01-01,NO,UNKNOWN,\n",
    "001 Read/Checkmarks.csv": "Date,Value,Notes\n2026-01-05,SKIP,\n2026-01-04,NO,\n2026-01-03,YES_AUTO,x\n",
    "002 Run/Checkmarks.csv": "Date,Value,Notes\n2026-01-05,1500,\n2026-01-04,3000,\"a, b\"\n",
}


def archive(tables: dict[str, str | bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in tables.items():
            packed.writestr(name, text)
    return file.getvalue()


def changed_tables(random) -> dict[str, str | bytes]:
    """The tables of a CSV export, with some cells changed."""
    tables: dict[str, str | bytes] = dict(TABLES)
    for _ in range(random.choice([1, 1, 3])):
        name = random.choice(sorted(tables))
        rows = [line.split(",") for line in str(TABLES.get(name, "")).split("\n")]
        row = random.choice(rows)
        odd = random.choice([*TEXTS, *map(str, NUMBERS), '"', '""', '"a\nb"', "\t", ";"])
        row[random.randrange(len(row))] = odd
        tables[name] = "\n".join(",".join(row) for row in rows).encode("utf-8", "surrogatepass")
        if random.random() < 0.2:
            tables[random.choice(["../x", "/etc/x", "a/" * 100 + "x", "Habits.csv/", "é", "a\\b"])] = "x"
        if random.random() < 0.1:
            del tables[name]
    return tables


# Invisible or misleading characters.
NAMES = ["a\0b", "\x1b[31mred", "\u202egnp.exe", "\u200b", "a" + "\u0300" * 20_000, "a\nb", "x" * 5000]


def odd_texts() -> bytes:
    """A file of Beaver Habits whose names and notes break the rules for texts."""
    habits = [{"name": name, "id": f"{number}", "tags": ["t"], "star": True,
               "records": [{"day": "2026-01-01", "done": True, "text": name}]} for number, name in enumerate(NAMES)]
    return json.dumps({"user_email": "a", "habits": habits}).encode()


HARSH = "! Mine\nRead: 1\nRun: 3/7\nSwim: 2w\n"
HARSH_LOG = "".join(f"2026-01-0{day} : Read : y : fine : 2.5\n" for day in range(1, 9))
BEAVER = {"user_email": "a@example.org", "exported_at": "2026-01-01 00:00:00", "habits": [
    {"name": "Read", "id": "a1", "tags": ["mind"], "star": True,
     "period": {"period_type": "W", "period_count": 1, "target_count": 2},
     "records": [{"day": "2026-01-01", "done": True}, {"day": "2026-01-02", "done": False, "text": "ill #skip"}]}]}
TABLE_HABIT = {"habits": [
    {"create_t": 1767225600, "name": "Walk", "freq_type": 3, "freq_custom": "[1,1]", "start_date": 20454, "type": 1,
     "status": 1, "desc": "d", "color": 2, "daily_goal": 5.0, "daily_goal_unit": "km", "reminder_quest": "Ran?",
     "group_id": "g", "reminder": '{"type":3,"time":{"hour":7,"minute":30},"extra":[1,7]}',
     "records": [{"record_date": 20454, "record_type": 1, "record_value": 1.0, "create_t": 1767260000},
                 {"record_date": 20456, "record_type": 2, "record_value": 0, "reason": "ill"}]}],
    "groups": [{"uuid": "g", "name": "Body"}]}


def changed_export(random, text: str) -> bytes:
    """An export of this app, with some facts changed and checksums that match."""
    export = json.loads(text)
    for _ in range(random.choice([1, 1, 2, 5])):
        fact = random.choice(export["facts"])
        match random.randrange(6):
            case 0:
                fact[random.choice(sorted(fact))] = random.choice([*TEXTS[:30], *NUMBERS, None])
            case 1:
                fact["clock"] = random.choice([0, -1, 2**62, 2**63 - 1, fact.get("clock", 1) or 1])
            case 2:
                export["facts"].append(dict(fact))
            case _:
                try:
                    fact["payload"] = json.loads(changed_document(random, fact["payload"]))
                except (ValueError, RecursionError):
                    continue
                packed = json.dumps(fact["payload"], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
                fact["payloadHash"] = hashlib.sha256(packed.encode("utf-8", "surrogatepass")).hexdigest()
                if random.random() < 0.7:
                    fact["id"] = random.randbytes(16).hex()
    return json.dumps(export).encode()


def changed(random, folder: Path, export: str) -> tuple[str, bytes]:
    """A name and the contents of a file that somebody could import."""
    kind = random.choice(["database", "edited", "tables", "archive", "habits", "log", "beaver", "table", "facts",
                          "export"])
    match kind:
        case "database":
            return "loop.db", bytes(spoil(random, bytearray(loop_database(folder))))
        case "edited":
            return "loop.db", edited_database(random, loop_database(folder), folder)
        case "tables":
            return "loop.zip", archive(changed_tables(random))
        case "archive":
            return "loop.zip", bytes(spoil(random, bytearray(archive(dict(TABLES)))))
        case "habits":
            return "habits", bytes(spoil(random, bytearray(HARSH.encode())))
        case "log":
            return "log", bytes(spoil(random, bytearray(HARSH_LOG.encode())))
        case "beaver" | "table":
            document = json.loads(json.dumps(BEAVER if kind == "beaver" else TABLE_HABIT))
            return f"{kind}.json", changed_document(random, document).encode("utf-8", "surrogatepass")
        case "facts":
            return "export.json", changed_export(random, export)
    return "export.json", bytes(spoil(random, bytearray(export.encode())))


def folder_of(random, folder: Path) -> Path:
    """A folder as Loop or harsh leave it, with changes; only for the command line."""
    place = folder / "as-a-folder"
    for file in sorted(place.rglob("*"), reverse=True) if place.exists() else []:
        file.rmdir() if file.is_dir() and not file.is_symlink() else file.unlink()
    place.mkdir(exist_ok=True)
    files = {"habits": HARSH, "log": HARSH_LOG} if random.random() < 0.5 else dict(TABLES)
    for name, text in files.items():
        (place / name).parent.mkdir(exist_ok=True)
        data = text.encode()
        (place / name).write_bytes(bytes(spoil(random, bytearray(data))) if random.random() < 0.5 else data)
    match random.randrange(5):
        case 0:
            os.symlink("/dev/zero", place / "more.csv")
        case 1:
            os.symlink(".", place / "round")
        case 2:
            os.mkfifo(place / "pipe.csv")
    return place


# Files that are made to exhaust their reader.

def with_schema(folder: Path, *statements: str) -> bytes:
    file = folder / "hostile.db"
    file.unlink(missing_ok=True)
    base = sqlite3.connect(file)
    base.execute("PRAGMA user_version = 24")
    for statement in statements:
        base.execute(statement)
    base.commit()
    base.close()
    return file.read_bytes()


def bomb(beginning: bytes, rest: bytes, megabytes: int) -> bytes:
    """An archive whose table is a thousand times as large as itself."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        with packed.open("Habits.csv", "w") as table:
            table.write(beginning)
            for _ in range(megabytes):
                table.write(rest * (1 << 20))
    return file.getvalue()


def declared(size: int) -> bytes:
    """An archive whose only file claims to be much larger than it is."""
    packed = bytearray(archive({"Habits.csv": "a"}))
    at = packed.rindex(b"PK\x01\x02")
    packed[at + 24:at + 28] = packed[22:26] = size.to_bytes(4, "little")
    return bytes(packed)


def hostile(folder: Path) -> dict[str, Callable[[], bytes]]:
    """The functions that make the files, by name; no file is larger than a form may be."""
    whole = loop_database(folder)
    huge_pages = bytearray(whole)
    huge_pages[28:32] = b"\xff\xff\xff\xfe"
    endless = ("WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) "
               "SELECT x AS id, 'n' || x AS name FROM c")
    repetitions = "CREATE TABLE Repetitions (id INTEGER PRIMARY KEY, habit INTEGER, timestamp INTEGER)"
    habits = "CREATE TABLE Habits (id INTEGER PRIMARY KEY, name TEXT)"
    return {
        "commas.zip": lambda: bomb(b"Position,Name\n", b",", 100),
        "zeros.zip": lambda: bomb(b"", b"\0", 200),
        "many.zip": lambda: archive({f"{number}.csv": "x" for number in range(30_000)}),
        "declared.zip": lambda: declared(0xFFFFFFF0),
        "declared-half.zip": lambda: declared(255 << 20),
        "deep-folders.zip": lambda: archive({"a/" * 30_000 + "Habits.csv": TABLES["Habits.csv"]}),
        "view.db": lambda: with_schema(folder, f"CREATE VIEW Habits AS {endless}", repetitions),
        "generated.db": lambda: with_schema(
            folder, "CREATE TABLE Habits (id INTEGER PRIMARY KEY, name TEXT AS (zeroblob(900000000 + id)))",
            repetitions, "INSERT INTO Habits (id) VALUES (1)"),
        "trigger.db": lambda: with_schema(
            folder, habits, repetitions,
            "CREATE TRIGGER t AFTER UPDATE ON Habits BEGIN SELECT randomblob(1000000000); END",
            "INSERT INTO Habits VALUES (1, 'a')"),
        "virtual.db": lambda: with_schema(folder, "CREATE VIRTUAL TABLE Habits USING fts5(id, name)", repetitions),
        "index.db": lambda: with_schema(
            folder, habits, repetitions, "CREATE INDEX i ON Habits (hex(zeroblob(length(name) * 1000)))",
            "INSERT INTO Habits VALUES (1, 'a')"),
        "long-name.db": lambda: with_schema(
            folder, habits, repetitions, "INSERT INTO Habits VALUES (1, hex(zeroblob(8000000)))"),
        "huge.db": lambda: bytes(huge_pages),
        "journal-mode.db": lambda: whole[:18] + b"\x02\x02" + whole[20:],
        "pages.db": lambda: whole[:16] + b"\x00\x01" + whole[18:],
        "deep.json": lambda: b'{"habits":' + b"[" * (4 << 20),
        "deep-whole.json": lambda: b'{"habits":' + b"[" * 200_000 + b"]" * 200_000 + b"}",
        "deep-objects.json": lambda: b'{"habits":' * 200_000 + b"1" + b"}" * 200_000,
        "numbers.json": lambda: b'{"habits":[' + b"1," * (8 << 20) + b"1]}",
        "keys.json": lambda: b"{" + b",".join(b'"%x":1' % number for number in range(1 << 20)) + b',"habits":[]}',
        "digits.json": lambda: b'{"habits":[{"name":"a","records":[],"star":true,"create_t":' + b"9" * (8 << 20) + b"}]}",
        "text.json": lambda: b'{"habits":[{"name":"' + b"\\u0300" * (4 << 20) + b'","records":[],"star":true}]}',
        "trellis.json": lambda: b'{"facts":[' + b"[]," * (6 << 20) + b'[]],"format":"trellis-space","version":1}',
        "trellis-deep.json": lambda: b'{"facts":' + b"[" * (2 << 20) + b'"trellis-space"',
        "log": lambda: b"2026-01-01 : Read : y : " + b"x" * (16 << 20) + b"\n",
        "lines": lambda: b"\n" * (16 << 20),
        "utf16.csv": lambda: TABLES["Habits.csv"].encode("utf-16"),
        "gzip.json": lambda: zlib.compress(bytes(1 << 20)),
        "empty": lambda: b"",
        "largest.json": lambda: b'{"habits":"' + b"x" * (31 << 20) + b'"}',
    }
