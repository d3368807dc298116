"""Almost valid values, from a seeded random generator."""
import json
import random
from urllib.parse import quote, quote_from_bytes

ODD = [
    None, True, False, 0, -1, 1, 7, 1.5, 2**31, 2**53 + 1, 2**63 - 1, 2**63, -(2**63), 2**64, 1e308,
    "", " ", "x", "\x00", "a\u0000b", "\u202e\u2066", "é" * 300, "\ud83d\udd25", "x" * 5000, "null",
    "../../etc/passwd", "%2e%2e", "'; DROP TABLE accounts; --", "<script>alert(1)</script>",
    "2026-13-99", "-0001-01-01", "00" * 32, "ff" * 16, [], {}, [[]], [None], {"": None}, ["x"] * 600,
]  # fmt: skip
IN_PATHS = [
    "x", "..", "%00", "%2e%2e%2f", "%ff%fe", "0" * 32, "f" * 32, "F" * 32, "0" * 3000, "%F0%9F%94%A5",
    "-1", "a%20b", "2026-01-01", "2026-13-99", "9999-12-31", "%2Fetc", "{id}",
]  # fmt: skip
QUERIES = ["after", "before", "limit", "all", "from", "to", "zone", "code", "token", "next", "back",
           "day", "habit", "page", "month", "year", "view", "invitation", "id", "milestone"]  # fmt: skip


class Dice:
    """The next random choices; the same for the same seed."""

    def __init__(self, seed: str):
        self.random = random.Random(seed)

    def any_of(self, items):
        return items[self.random.randrange(len(items))]

    def happens(self, chance: float) -> bool:
        return self.random.random() < chance

    def query(self, ids: list[str]) -> str:
        if self.happens(0.6):
            return ""
        values = [*ids, *IN_PATHS, "0", "1", "9999999999999999999", "true", "2026-01-01", "%", "&=&"]
        names = [self.any_of(QUERIES) for _ in range(self.random.randint(1, 3))]
        return "?" + "&".join(f"{name}={self.any_of(values)}" for name in names)

    def changed(self, value, ids: list[str]):
        """The value with one of its places changed."""
        if isinstance(value, dict) and value and self.happens(0.9):
            name = self.any_of(sorted(value))
            if self.happens(0.2):
                return {key: item for key, item in value.items() if key != name}
            if self.happens(0.1):
                return {**value, str(self.any_of(ODD))[:50]: self.any_of(ODD)}
            return {**value, name: self.changed(value[name], ids)}
        if isinstance(value, list) and value and self.happens(0.8):
            index = self.random.randrange(len(value))
            return [*value[:index], self.changed(value[index], ids), *value[index + 1 :]]
        return self.any_of(ids) if self.happens(0.2) else self.any_of(ODD)

    def body(self, document, ids: list[str]) -> tuple[str | None, bytes]:
        """The type and the bytes of an almost valid document."""
        kind = self.random.random()
        if kind < 0.15:
            return "application/json", encoded(document)
        if kind < 0.75:
            for _ in range(self.random.randint(1, 2)):
                document = self.changed(document, ids)
            return "application/json", encoded(document)
        text = encoded(document)
        place = self.random.randrange(len(text))
        return self.any_of([
            ("application/json", text[:place]),
            ("application/json", text[:place] + b"\xff\x00" + text[place:]),
            ("application/json", b""),
            ("application/json", b"[" * 20_000),
            ("application/json", b'{"x":' * 5000 + b"1" + b"}" * 5000),
            ("application/json", b'{"number":1e999,"level":NaN,"name":1e-999}'),
            ("application/json", text + text),
            ("application/json", b" " * 70_000 + text),
            ("application/json; charset=utf-16", text.decode().encode("utf-16")),
            ("text/plain", text), ("", text), (None, text), ("application/xml", b"<a/>"),
        ])  # fmt: skip

    def form(self, fields: dict[str, str], ids: list[str]) -> tuple[str | None, bytes]:
        fields = dict(fields)
        for _ in range(self.random.randint(0, 2)):
            name = self.any_of(sorted(fields) or ["email"])
            value = self.any_of(ids) if self.happens(0.3) else self.any_of(ODD)
            fields[name] = str(value)
        if fields and self.happens(0.15):
            del fields[self.any_of(sorted(fields))]
        text = "&".join(f"{quote(name)}={quoted(value)}" for name, value in fields.items()).encode()
        usual = "application/x-www-form-urlencoded"
        if self.happens(0.8):
            return usual, text
        return self.any_of([
            (usual, b"%"), (usual, b"=&=&&=%zz&" + text), (usual, text + b"&" + text),
            (usual, b"a=" + b"b" * 40_000), (usual, b""), (None, text), ("text/plain", text),
            ("application/json", b"{}"), ("multipart/form-data", text),
            ("multipart/form-data; boundary=x", b"--x\r\n\r\n" + text),
            ("multipart/form-data; boundary=x", multipart(fields)),
        ])  # fmt: skip


def encoded(document) -> bytes:
    return json.dumps(document).encode()


def quoted(text: str) -> str:
    return quote_from_bytes(text.encode(errors="surrogatepass"))


def multipart(fields: dict[str, str]) -> bytes:
    parts = [
        f'--x\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        for name, value in fields.items()
    ]
    return "".join(parts).encode(errors="surrogatepass") + b"--x--\r\n"
