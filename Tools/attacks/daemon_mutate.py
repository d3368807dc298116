"""Changes valid requests at random: their lines, fields, bodies and frames."""
import json
import string
from urllib.parse import quote

METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "get", "PRI",
           "M" * 300, "GE T", "G\x00T", "", "PROPFIND", "POST\t"]
TEXTS = [
    "", " ", "\0", "a\0b", "\u202egnp.exe", "\u2066\u2067abc\u2069", "e\u0301" * 50, "a" + "\u0300" * 2000,
    "👩‍👩‍👧‍👦" * 20, "\ud800", "\udfff\ud800", "\ufeff", "\u2028", "\r\nSet-Cookie: a=b", "<script>alert(1)</script>",
    "'; DROP TABLE facts; --", "../../../../etc/passwd", "%s%n%x", "${jndi:ldap://x}", "x" * 5000, "x" * 60000,
    "-1", "0", "null", "NaN", "1e999", "9" * 400, "2026-02-30", "0000-00-00", "9999-12-31", "-4713-01-01",
    "+292278994-08-17", "25:61", "\u0661\u0662\u0663", "３", "1/0", "3/week", "Europe/../etc", "UTC\0", "ﬁ", "İ", "ß",
    "\x7f\x80\x9f", "\x1b[31m", "\\", '"', "ÿ" * 3000,
]
NUMBERS = [0, -1, 1, 2**31, -2**31 - 1, 2**53, 2**53 + 1, 2**63 - 1, -2**63, 2**63, 2**64, 10**30, 0.5, -0.0,
           1e308, 1e-320, 86399, 1441, 100000]
RAW = ["1e400", "-1e400", "NaN", "Infinity", "01", "1.", ".5", "+1", "0x10", "1E+", "tru", "nul", "'a'", '"\\u12"',
       '"\\ud800"', '"\\x"', "{,}", "[1,]", '{"a":1,"a":2}', "/**/1", '"\t"', '"\n"', "\ufeff{}"]
FIELDS = [
    ("Host", ["evil.example", "localhost", "127.0.0.1", "[::1]", "", "a b", "127.0.0.1:99999", "127.0.0.1:",
              "localhost.", "LOCALHOST", "trellis-00000000.localhost", "@", "[", "é"]),
    ("Origin", ["null", "http://evil.example", "", "http://127.0.0.1", "https://localhost", "file://", "a" * 5000]),
    ("Referer", ["http://evil.example/", "", "a" * 8000]),
    ("Cookie", ["a", "=", ";;;", "trellis-session=", "trellis-session=0; trellis-session=1", "trellis-message=a.b",
                "trellis-message=%7B%7D.0", "trellis-asking=0", "; ".join(f"c{n}=v" for n in range(500)),
                "trellis-session=" + "f" * 64, "trellis-session=" + "A" * 9000]),
    ("Authorization", ["Bearer", "Bearer ", "bearer " + "0" * 64, "Basic YTpi", "Bearer " + "f" * 20000, "Digest",
                       "Bearer  x", "Bearer x, Bearer y"]),
    ("Range", ["bytes=0-", "bytes=0-0,1-1,2-2", "bytes=-1", "bytes=9-1", "bytes=0-18446744073709551616", "x",
               "bytes=" + ",".join(f"{n}-" for n in range(1000))]),
    ("If-None-Match", ["*", '""', 'W/"x"', ",,,", '"' + "a" * 9000, ",".join(f'"{n}"' for n in range(2000))]),
    ("If-Modified-Since", ["Sun, 06 Nov 1994 08:49:37 GMT", "x", "Sun, 99 Nov 99999999 99:99:99 GMT"]),
    ("Transfer-Encoding", ["chunked", "gzip, chunked", "chunked, chunked", "xchunked", "identity", "chunked\x0b",
                           "", "CHUNKED", "chunked;q=1"]),
    ("Content-Length", ["0", "-1", "+5", "5, 5", "5, 6", "0x10", "99999999999999999999", "1e3", "", " ", "33554433",
                        "9223372036854775807", "3;"]),
    ("Content-Type", ["application/json", "text/plain", "", "application/x-www-form-urlencoded; charset=utf-16",
                      "multipart/form-data", "multipart/form-data; boundary=", 'multipart/form-data; boundary="',
                      "multipart/form-data; boundary=" + "b" * 5000, "application/json; charset=utf-7", "a/b/c", ";"]),
    ("Content-Encoding", ["gzip", "br", "gzip, gzip", "identity"]),
    ("Accept-Encoding", ["gzip", "gzip;q=0", "*;q=0", "gzip;q=9", "br, zstd", "identity;q=0", "," * 3000, "gzip;q="]),
    ("Accept", ["*/*", "text/event-stream", "", "a" * 3000]),
    ("Expect", ["100-continue", "200-ok", "100-continue, 100-continue"]),
    ("Connection", ["close", "keep-alive", "upgrade", "close, keep-alive", "Authorization", "Host", ""]),
    ("Upgrade", ["h2c", "websocket", "TLS/1.0"]),
    ("HTTP2-Settings", ["AAMAAABkAAQAAP__"]),
    ("Sec-Fetch-Site", ["cross-site", "same-site", "none", "same-origin", "x", ""]),
    ("Sec-Purpose", ["prefetch"]),
    ("X-Trellis-Fragment", ["1", "0", "é"]),
    ("X-Forwarded-For", ["127.0.0.1", "::1"]),
    ("X-Forwarded-Host", ["evil.example"]),
    ("X-HTTP-Method-Override", ["DELETE"]),
    ("Idempotency-Key", ["a", "", "a" * 128, "a" * 129, "é", "../x", "\t", "same-key-each-time"]),
    ("Last-Event-ID", ["-1", "99999999999999999999", "x", "0"]),
    ("User-Agent", ["", "\x01", "Firefox/" * 2000]),
    ("Trailer", ["Authorization"]),
    ("TE", ["trailers, deflate"]),
    ("Max-Forwards", ["0"]),
    ("Proxy-Authorization", ["Bearer x"]),
    ("Accept-Language", ["en", "xx-" * 1000]),
]


class Draft:
    """A request in parts, and whether its frame says exactly where it ends."""

    def __init__(self, method: str, target: str, fields: list[tuple[str, str]], body: bytes):
        self.method, self.target, self.fields, self.body = method, target, fields, body
        self.version = "HTTP/1.1"
        self.is_whole = True
        self.frame: bytes | None = None
        self.changes: list[str] = []

    def bytes(self) -> bytes:
        fields, body = list(self.fields), self.body
        if self.frame is not None:
            body = self.frame
            fields.append(("Transfer-Encoding", "chunked"))
        elif self.body or self.method == "POST":
            fields.append(("Content-Length", str(len(body))))
        lines = [f"{self.method} {self.target} {self.version}"]
        lines += [f"{name}: {value}" for name, value in fields]
        head = "\r\n".join(lines) + "\r\n\r\n"
        return head.encode("utf-8", "surrogatepass") + body


def mutate(random, draft: Draft) -> None:
    """One change of any kind."""
    change = random.choices(
        [method, target, query, field, many_fields, version, document, form, body_bytes, chunks],
        [2, 5, 5, 14, 2, 2, 14, 8, 4, 6],
    )[0]
    change(random, draft)
    draft.changes.append(change.__name__)


def method(random, draft: Draft) -> None:
    draft.method = random.choice(METHODS)
    draft.is_whole = False


def target(random, draft: Draft) -> None:
    path, mark, rest = draft.target.partition("?")
    parts = path.split("/")
    spot = random.randrange(1, len(parts)) if len(parts) > 1 else 0
    odd = quote(random.choice(TEXTS)[:3000].encode("utf-8", "surrogatepass"))
    match random.randrange(14):
        case 0:
            path = f"http://evil.example{path}"
        case 1:
            path = f"http://{dict(draft.fields).get('Host', '')}{path}"
        case 2:
            path = "/" + path
        case 3:
            path = "/" + "/".join(["x"] * random.choice([1, 100, 3000]))
        case 4:
            parts[spot] = odd
        case 5:
            parts[spot] = random.choice(["..", ".", "", "%2e%2e", "%2f", "%00", "%", "%zz", "%ff", "%c0%af", "~"])
        case 6:
            parts[spot] = "".join(f"%{ord(letter):02x}" for letter in parts[spot] if ord(letter) < 256)
        case 7:
            path = random.choice(["*", "", "evil.example:80", "x", "\\", "/\\evil.example", "#", "http:", "/\x01"])
        case 8:
            path += "/" * random.choice([1, 2, 500])
        case 9:
            path += "é\u202e"
        case 10:
            path += " "
        case 11:
            path = path.upper()
        case 12:
            path += "a" * random.choice([8000, 8190, 9000, 31000, 33000, 70000])
        case 13:
            parts[spot] = random.choice(["0" * 32, "f" * 32, "2026-02-30", "-1", "9999-12-31", "0001-01-01"])
    changed = "/".join(parts)
    draft.target = (changed if changed != draft.target.partition("?")[0] else path) + mark + rest
    if any(letter in draft.target for letter in " \t\r\n\x01") or not draft.target:
        draft.is_whole = False


def query(random, draft: Draft) -> None:
    path, _, rest = draft.target.partition("?")
    pairs = [pair.split("=", 1) + [""] for pair in rest.split("&")] if rest else []
    odd = quote(random.choice(TEXTS)[:2000].encode("utf-8", "surrogatepass"))
    if pairs and random.random() < 0.6:
        pairs[random.randrange(len(pairs))][1] = random.choice([odd, str(random.choice(NUMBERS))])
    name = random.choice(["days", "weeks", "habit", "day", "next", "code", "key", "embed", "limit", "back", odd, ""])
    pairs += [[name, odd]] * random.choice([0, 0, 1, 2, 200])
    draft.target = path + "?" + random.choice(["&", "&", "&&", ";"]).join(f"{pair[0]}={pair[1]}" for pair in pairs)


def field(random, draft: Draft) -> None:
    name, values = random.choice(FIELDS)
    value = random.choice(values)
    match random.randrange(8):
        case 0:
            draft.fields = [pair for pair in draft.fields if pair[0] != name]
        case 1 if draft.fields:
            draft.fields.append(random.choice(draft.fields))
        case 2:
            value += random.choice(["\x00", "\x01", "\x7f", "\r", "\n", "\t", "é", "\x0b"])
            draft.is_whole = False
        case 3:
            draft.fields = [pair for pair in draft.fields if pair[0] != name]
            draft.fields.insert(0, (name, value))
        case _:
            draft.fields.append((name, value))
    if name in ("Transfer-Encoding", "Content-Length", "Expect", "Upgrade", "HTTP2-Settings", "Connection"):
        draft.is_whole = False


def many_fields(random, draft: Draft) -> None:
    match random.randrange(5):
        case 0:
            draft.fields += [(f"X-{number}", "v") for number in range(random.choice([90, 101, 2000]))]
        case 1:
            draft.fields.append(("X-Long", "v" * random.choice([8000, 32000, 33000, 100000])))
        case 2:
            draft.fields.append(("N" * random.choice([300, 40000]), "v"))
        case 3:
            draft.fields.append((random.choice(["", " X", "X ", "X\x00", "é", "X Y", "(", ":"]), "v"))
        case 4:
            draft.fields.append(("X-Folded", "a\r\n b\r\n\tc"))
    draft.is_whole = False


def version(random, draft: Draft) -> None:
    draft.version = random.choice(["HTTP/1.0", "HTTP/0.9", "HTTP/2.0", "HTTP/1.9", "HTTP/11", "http/1.1", "", "HTTP/",
                                   "HTTP/1.1 ", "HTTP/1.1\x00", "HTTQ/1.1", "HTTP/9999999999.1"])
    draft.is_whole = False


# Bodies

def spot(random, document):
    """A random place in a document: its container and key."""
    places, waiting = [], [document]
    while waiting:
        one = waiting.pop()
        pairs = one.items() if isinstance(one, dict) else enumerate(one) if isinstance(one, list) else ()
        for key, value in pairs:
            places.append((one, key))
            waiting.append(value)
    return random.choice(places) if places else (None, None)


def document(random, draft: Draft) -> None:
    """A changed JSON body."""
    try:
        content = json.loads(draft.body)
    except (ValueError, RecursionError):
        return body_bytes(random, draft)
    text = changed_document(random, content)
    if random.random() < 0.1:
        text = random.choice(["\ufeff", " " * 9000, "[", "{"]) + text + random.choice(["", "x", "\0", "}"])
    draft.body = text.encode(random.choice(["utf-8"] * 9 + ["utf-16"]), "surrogatepass")


def changed_document(random, content) -> str:
    """The text of a JSON document with some changes."""
    hole = "HOLE-IN-A-DOCUMENT"
    raw = hole
    for _ in range(random.choice([1, 1, 1, 2, 4])):
        holder, key = spot(random, content)
        if holder is None:
            content = random.choice([[], {}, 1, "x", None, hole])
            break
        match random.randrange(9):
            case 0:
                holder[key] = random.choice(TEXTS)
            case 1:
                holder[key] = random.choice(NUMBERS)
            case 2:
                holder[key] = random.choice([None, True, [], {}, [[]], {"": ""}])
            case 3:
                holder[key] = [holder[key]] * random.choice([1, 2, 1000])
            case 4 if isinstance(holder, dict):
                del holder[key]
            case 5 if isinstance(holder, dict):
                holder[random.choice(TEXTS)[:100]] = holder[key]
            case 6:
                holder[key], raw = hole, random.choice(RAW)
            case 7:
                holder[key], raw = hole, deep(random)
            case 8:
                holder[key] = "".join(chr(random.randrange(1, 0xD7FF)) for _ in range(random.choice([1, 9, 300])))
    return json.dumps(content, ensure_ascii=random.random() < 0.5).replace(json.dumps(hole), raw, 1)


def deep(random) -> str:
    depth = random.choice([10, 100, 511, 513, 5000, 100000])
    return random.choice(["[" * depth + "]" * depth, '{"a":' * depth + "1" + "}" * depth, "[" * depth])


def form(random, draft: Draft) -> None:
    """Changed fields of a form."""
    if b"Content-Disposition" in draft.body:
        return parts(random, draft)
    pairs = [pair.partition("=") for pair in draft.body.decode("latin-1").split("&")]
    pairs = [(name, value) for name, _, value in pairs]
    odd = quote(random.choice(TEXTS)[:20000].encode("utf-8", "surrogatepass"))
    place = random.randrange(len(pairs))
    name, value = pairs[place]
    match random.randrange(8):
        case 0 | 1:
            pairs[place] = (name, odd)
        case 2:
            del pairs[place]
        case 3:
            pairs += [(name, value)] * random.choice([1, 5, 3000])
        case 4:
            pairs += [(f"{name}" + "[a]" * random.choice([1, 2000]), odd)]
        case 5:
            pairs += [(f"field{number}", odd[:10]) for number in range(random.choice([10, 5000]))]
        case 6:
            pairs[place] = (name, random.choice(["%", "%zz", "%ff%fe", "+", "%00", "a=b", "&", "%u0041"]))
        case 7:
            pairs += [(random.choice(["key", "back", "token", "file", odd]), odd)]
    draft.body = "&".join(f"{name}={value}" for name, value in pairs).encode()


def parts(random, draft: Draft) -> None:
    """Changed parts of a form with files."""
    body = draft.body
    edge = body.split(b"\r\n")[0]
    match random.randrange(8):
        case 0:
            body = body.replace(edge, edge[:-1], 1)
        case 1:
            body = body.replace(b'name="', random.choice([b"name=", b'nome="', b'name="\x00', b'name="a" name="']), 1)
        case 2:
            body = body.replace(edge + b"--", b"")
        case 3:
            body = body * random.choice([2, 40])
        case 4:
            body = body.replace(b"\r\n", random.choice([b"\n", b"\r", b"\r\n\r\n"]), random.choice([1, 100]))
        case 5:
            body = body.replace(b'filename="', b'filename="' + random.choice(
                [b"../../", b"/etc/", b"\x00", b"n" * 70000, b"\xff", b'"; filename="', b"%2e%2e%2f"]))
        case 6:
            body = body.replace(b"Content-Type", b"Content-Type: x\r\n" * random.choice([1, 5000]) + b"X", 1)
        case 7:
            body = (edge + b"\r\n") * random.choice([3, 20000]) + body
    draft.body = body


def body_bytes(random, draft: Draft) -> None:
    body = bytearray(draft.body)
    for _ in range(random.choice([1, 2, 8])):
        place, size = random.randrange(len(body) + 1), random.choice([1, 2, 16, 500])
        match random.randrange(4):
            case 0:
                body[place:place + size] = random.randbytes(size)
            case 1:
                del body[place:place + size]
            case 2:
                body[place:place] = body[:size]
            case 3:
                body[place:place] = random.choice([b"\x00", b"\xff\xfe", b"\xc0\x80", b"\xed\xa0\x80", b"\r\n", b"%"])
    draft.body = bytes(body)


# Frames

def chunks(random, draft: Draft) -> None:
    """The body in chunks, mostly invalid ones."""
    rest, frame = draft.body or b"abc", b""
    while rest:
        size = random.choice([1, 7, 100, 4096])
        piece, rest = rest[:size], rest[size:]
        frame += f"{len(piece):x}".encode() + b"\r\n" + piece + b"\r\n"
        if len(frame) > 4000:
            frame += f"{len(rest):x}".encode() + b"\r\n" + rest + b"\r\n" if rest else b""
            break
    frame += b"0\r\n\r\n"
    draft.body, draft.frame = b"", frame
    match random.randrange(9):
        case 0:
            return
        case 1:
            draft.frame = frame[:random.randrange(len(frame))]
        case 2:
            sizes = [b"-1", b"fffffffffffffffff", b"0x3", b"3 ", b"zz", b"", b"7fffffffffffffff"]
            draft.frame = random.choice(sizes) + b"\r\nabc\r\n0\r\n\r\n"
        case 3:
            draft.frame = frame.replace(b"\r\n", b";" + b"e" * random.choice([3, 70000]) + b"=1\r\n", 1)
        case 4:
            draft.frame = frame[:-2] + b"X-Trailer: 1\r\nAuthorization: Bearer x\r\n\r\n"
        case 5:
            draft.frame = frame.replace(b"\r\n", b"\n")
        case 6:
            draft.frame = frame + b"trailing rubbish"
        case 7:
            draft.frame = frame[:-2] + b"T: v\r\n" * 5000 + b"\r\n"
        case 8:
            draft.fields.append(("Content-Length", str(len(frame))))
    draft.is_whole = False


def spoil(random, data: bytes) -> bytes:
    """Changes the bytes of a whole request."""
    data = bytearray(data)
    for _ in range(random.choice([1, 1, 3, 10])):
        place, size = random.randrange(len(data) + 1), random.choice([1, 1, 4, 40])
        match random.randrange(6):
            case 0:
                data[place:place + size] = random.randbytes(size)
            case 1:
                del data[place:place + size]
            case 2:
                data[place:place] = data[place:place + size]
            case 3:
                data[place:place] = random.choice([b"\r\n", b"\n", b"\r", b"\x00", b" ", b"\r\n\r\n", b":", b"\x80"])
            case 4:
                del data[place:]
            case 5:
                data[place:place] = random.choice(string.printable).encode() * random.choice([2, 300])
    return bytes(data)
