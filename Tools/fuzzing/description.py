"""The description of an API, adapted for a fuzzer."""
import json

# The placeholder for every id in the description's examples.
PLACE = "0197a1b2c3d40000aaaabbbbccccdddd"


def example(document: dict, path: str):
    """A body that an operation accepts."""
    return document["paths"][path]["post"]["requestBody"]["content"]["application/json"]["example"]


def fitted(document: dict, ids: list[str]) -> dict:
    """The description with examples of existing data, so that requests get past "there is no such
    habit": the ids are used in turn.

    Idempotency keys are left out: generated ones repeat, and a repeated one is rejected, as it
    should be.
    """
    pieces = json.dumps(document).split(PLACE)
    text = pieces[0]
    for index, piece in enumerate(pieces[1:]):
        text += (ids[index % len(ids)] if ids else PLACE) + piece
    document = json.loads(text)
    for path in document["paths"].values():
        for operation in path.values():
            kept = [item for item in operation["parameters"] if item["name"] != "Idempotency-Key"]
            operation["parameters"] = kept
    return document


def with_ids(document: dict, *people: dict[str, str]) -> dict:
    """The description with the ids of each person's data as examples for its paths."""
    for path, item in document["paths"].items():
        found = [person[kind] for person in people for kind in kinds(path) if kind in person]
        for operation in item.values():
            for parameter in operation["parameters"]:
                if parameter["in"] == "path" and parameter["name"] in ("id", "habit"):
                    examples = {str(index): {"value": id} for index, id in enumerate(found)}
                    parameter["examples"] = examples
    return document


def kinds(path: str) -> list[str]:
    """The values that a path parameter may have."""
    for part, names in [
        ("/operator/", ["account"]), ("/sessions/", ["session"]), ("/people/", ["person", "friend"]),
        ("/blocked/", ["person"]), ("/hidden/", ["person", "friend"]),
        ("/invitations/", ["invitation"]), ("/posts/", ["post", "friends-post"]),
    ]:  # fmt: skip
        if part in path:
            return names
    return ["habit"]
