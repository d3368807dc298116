"""The answer of a server to a request."""
import json


class Answer:
    """The answer to a request for a path; `sent` is the whole content of the request, decoded, if the
    caller has kept it.
    """

    def __init__(
        self, status: int, fields: dict[str, str], body: bytes, path: str = "", sent: str = ""
    ):
        self.status, self.fields, self.body = status, fields, body
        self.path, self.sent = path, sent

    @property
    def text(self) -> str:
        return self.body.decode(errors="replace")

    @property
    def type(self) -> str:
        return self.fields.get("content-type", "").split(";")[0].strip().lower()

    @property
    def document(self):
        """The parsed document, or None if it is not JSON."""
        try:
            return json.loads(self.body)
        except ValueError:
            return None

    @property
    def code(self) -> str:
        """What went wrong, as the server names it; the status if something else has answered."""
        document = self.document
        code = document.get("code") if isinstance(document, dict) else None
        return code or f"status-{self.status}"

    @property
    def pause(self) -> float | None:
        """Seconds that the server asks for before another attempt."""
        text = self.fields.get("retry-after", "")
        return float(text) if text.isdigit() else None

    def __str__(self):
        return f"{self.status} {self.text[:300]}"
