"""HTTP/1.1 over raw sockets: sends any bytes, and parses the answers strictly."""
import gzip
import re
import socket
import struct
import zlib

from .home import Fall

PATIENCE = 10
LONGEST_HEAD = 64 << 10


class Closed(Exception):
    """The other side closed the connection before an answer began."""


class Answer:
    """A response that was read to its end."""

    def __init__(self, status: int, fields: list[tuple[str, str]], body: bytes, closes: bool):
        self.status, self.fields, self.body, self.closes = status, fields, body, closes

    def field(self, name: str) -> str | None:
        return next((value for key, value in self.fields if key == name.lower()), None)

    def text(self) -> bytes:
        """The fields and the body in readable form."""
        head = "\n".join(f"{name}: {value}" for name, value in self.fields).encode("latin-1")
        return head + b"\n\n" + self.plain()

    def plain(self) -> bytes:
        if self.field("content-encoding") != "gzip" or not self.body:
            return self.body
        try:
            return gzip.decompress(self.body)
        except (OSError, EOFError, zlib.error) as error:
            raise Fall(f"a compressed answer cannot be unpacked: {error}") from None

    def __str__(self):
        return f"{self.status} {self.plain()[:200]!r}"


class Wire:
    """One connection to the daemon: to a TCP port, to a socket file, or an existing one."""

    def __init__(self, place: int | str | socket.socket, patience: float = PATIENCE, host: str = "127.0.0.1"):
        if isinstance(place, socket.socket):
            self.socket = place
            self.socket.settimeout(patience)
        elif isinstance(place, int):
            self.socket = socket.create_connection((host, place), timeout=patience)
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        else:
            self.socket = socket.socket(socket.AF_UNIX)
            self.socket.settimeout(patience)
            self.socket.connect(place)
        self.rest = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def send(self, data: bytes) -> None:
        """Sends all of it, unless the other side closes before: it may already have answered."""
        try:
            self.socket.sendall(data)
        except (BrokenPipeError, ConnectionResetError):
            pass

    def end(self) -> None:
        """Signals that nothing more will be sent."""
        try:
            self.socket.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    def close(self, abruptly: bool = False) -> None:
        if abruptly:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()

    # Answers

    def answer(self, method: str = "GET") -> Answer:
        """The next answer; `method` is that of its request. For a stream of events only the head is read.

        Raises Closed if there is none, and Fall if it is not HTTP or does not arrive.
        """
        while True:
            status, fields = self._head()
            if status >= 200:
                return self._whole(status, fields, method)

    def head_alone(self) -> Answer:
        """An answer whose body is not read, such as a stream of events."""
        status, fields = self._head()
        return Answer(status, fields, b"", True)

    def _more(self) -> bool:
        try:
            piece = self.socket.recv(1 << 16)
        except TimeoutError:
            raise Fall(f"no answer within {self.socket.gettimeout()} s") from None
        except ConnectionResetError:
            return False
        self.rest += piece
        return bool(piece)

    def _head(self) -> tuple[int, list[tuple[str, str]]]:
        while b"\r\n\r\n" not in self.rest:
            if len(self.rest) > LONGEST_HEAD:
                raise Fall("the head of an answer does not end")
            if not self._more():
                if self.rest and b"\r\n\r\n" not in self.rest:
                    raise Closed("in the middle of a head")
                raise Closed()
        head, _, self.rest = self.rest.partition(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        if not re.fullmatch(r"HTTP/1\.[01] [1-5]\d\d( [\x20-\x7e]*)?", lines[0]):
            raise Fall(f"an answer begins with {lines[0]!r}")
        fields = []
        for line in lines[1:]:
            match = re.fullmatch(r"([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([^\x00-\x08\x0a-\x1f\x7f]*)", line)
            if not match:
                raise Fall(f"an answer has the field {line!r}")
            fields.append((match[1].lower(), match[2].rstrip()))
        return int(lines[0][9:12]), fields

    def _whole(self, status: int, fields: list[tuple[str, str]], method: str) -> Answer:
        named = dict(fields)
        closes = "close" in named.get("connection", "").lower()
        if named.get("content-type", "").startswith("text/event-stream"):
            return Answer(status, fields, b"", True)
        if method == "HEAD" or status in (204, 304):
            return Answer(status, fields, b"", closes)
        if named.get("transfer-encoding", "").lower() == "chunked":
            return Answer(status, fields, self._chunks(), closes)
        if "content-length" in named:
            return Answer(status, fields, self._take(int(named["content-length"])), closes)
        while self._more():
            pass
        body, self.rest = self.rest, b""
        return Answer(status, fields, body, True)

    def _take(self, count: int) -> bytes:
        while len(self.rest) < count:
            if not self._more():
                raise Closed("in the middle of a body")
        taken, self.rest = self.rest[:count], self.rest[count:]
        return taken

    def _line(self) -> bytes:
        while b"\r\n" not in self.rest:
            if not self._more():
                raise Closed("in the middle of a chunk")
        line, _, self.rest = self.rest.partition(b"\r\n")
        return line

    def _chunks(self) -> bytes:
        body = b""
        while True:
            size = int(self._line().split(b";")[0], 16)
            if size == 0:
                while self._line():
                    pass
                return body
            body += self._take(size)
            if self._take(2) != b"\r\n":
                raise Fall("a chunk of an answer does not end where it should")


def request(
    method: str, target: str, fields: list[tuple[str, str]], body: bytes | None = None
) -> bytes:
    """The bytes of a well-formed request."""
    lines = [f"{method} {target} HTTP/1.1"] + [f"{name}: {value}" for name, value in fields]
    if body is not None:
        lines.append(f"Content-Length: {len(body)}")
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1") + (body or b"")
