"""Whether all that was confirmed is kept, once, at each node."""
import json
from collections import Counter
from dataclasses import dataclass, field

from .client import Client
from .cluster import Cluster
from .writer import Writer


@dataclass
class Count:
    acknowledged: int = 0
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    # People to whom nodes show different things.
    different: list[int] = field(default_factory=list)


def count(cluster: Cluster, writers: list[Writer]) -> Count:
    """Compares what each person was told with what each node exports."""
    result = Count()
    for writer in writers:
        exports = [export(writer, node.port) for node in cluster.nodes]
        notes = labels(exports[0])
        confirmed = {write.label for write in writer.writes}
        result.acknowledged += len(confirmed)
        result.lost += [label for label in sorted(confirmed) if label not in notes]
        result.doubled += [label for label, number in sorted(notes.items()) if number > 1]
        if any(labels(other) != notes for other in exports[1:]):
            result.different.append(writer.number)
    return result


def export(writer: Writer, port: int) -> dict:
    """What a node holds of a person; asked of the node itself."""
    client = direct(writer, port)
    try:
        return client.ask("GET", "/data/export.json")
    finally:
        client.close()


def direct(writer: Writer, port: int) -> Client:
    """Another connection of the same person."""
    own = writer.client
    return Client(port, own.host, own.source, own.token)


def labels(document) -> Counter:
    """How often each check was recorded, by the note that it came with."""
    found: Counter = Counter()

    def collect(value):
        if isinstance(value, dict):
            note = value.get("note")
            if isinstance(note, str) and note.startswith("w"):
                found[note] += 1
            for item in value.values():
                collect(item)
        elif isinstance(value, list):
            for item in value:
                collect(item)
        elif isinstance(value, str) and value.startswith("{"):
            collect(json.loads(value))

    collect(document)
    return found
