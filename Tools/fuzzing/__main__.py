"""The parts of Tools/fuzz-api that speak to a program, one at a time.

Usage: python3 -m fuzzing daemon PORT FOLDER
       python3 -m fuzzing server PORT FOLDER
       python3 -m fuzzing routes PORT FOLDER SEED CASES

daemon and server wait for the program, create some data, write its description for the fuzzer to
FOLDER/openapi.json, and print the token of the caller. routes sends generated requests to each route
of the server, compares Ada's data with her data before, and fails with what was wrong.
"""
import json
import sys
import time
from pathlib import Path

from .caller import Caller
from .description import example, fitted, with_ids
from .people import Town
from .server import Fuzzer, compare

ROOT = Path(__file__).resolve().parents[2]


def main(words: list[str]) -> int:
    match words:
        case ["daemon", port, folder]:
            print(prepare_daemon(Caller(int(port)), Path(folder)))
        case ["server", port, folder]:
            print(prepare_server(Caller(int(port)), Path(folder)))
        case ["routes", port, folder, seed, cases]:
            return try_routes(Caller(int(port)), Path(folder), seed, int(cases))
        case _:
            print(__doc__.strip())
            return 0 if words in (["--help"], ["-h"]) else 64
    return 0


def prepare_daemon(caller: Caller, folder: Path) -> str:
    def token() -> str:
        found = sorted(folder.rglob("*token*"))
        return found[0].read_text().strip() if found else "fuzz"

    def fetch(path: str, body=None):
        fields = {"Authorization": f"Bearer {token()}", "Content-Type": "application/json"}
        return caller.send(
            "GET" if body is None else "POST",
            path,
            fields,
            None if body is None else json.dumps(body).encode(),
        )

    wait(lambda: fetch("/api/v1/openapi.json").status == 200)
    document = fetch("/api/v1/openapi.json").document
    path = "/api/v1/tracking/create-habit"
    if path in document["paths"]:
        ids = [fetch(path, example(document, path)).document["id"]]
    else:
        begun = fetch("/api/v1/sobriety/begin-run", {"substance": "Zinnia"})
        ids = [begun.document["sobriety"]["substance"]["id"]]
    write(folder / "openapi.json", fitted(document, ids))
    return token()


def prepare_server(caller: Caller, folder: Path) -> str:
    wait(lambda: caller.send("GET", "/health/ready", {}, None).status == 200)
    town = Town(caller)
    document = town.settle()
    ids = [town.bob.ids["habit"], town.ada.ids["habit"]]
    fit = with_ids(fitted(document, ids), town.bob.ids, town.ada.ids)
    write(folder / "openapi.json", fit)
    write(folder / "secrets.json", town.secrets)
    town.save(folder / "people.json", town.wait_for_rest())
    return town.bob.token


def try_routes(caller: Caller, folder: Path, seed: str, cases: int) -> int:
    town = Town(caller)
    before = town.load(folder / "people.json")
    description = json.loads((folder / "openapi.json").read_text())
    # Earlier requests may have deleted his data.
    town.bob.live(description, "Writing", "What Bob thinks.")
    fuzzer = Fuzzer(ROOT, town, description, seed, cases)
    fuzzer.run()
    findings = fuzzer.findings + compare(before, town.ada.holdings())
    for finding in findings:
        print(finding)
    told = ", ".join(f"{count} × {status}" for status, count in sorted(fuzzer.statuses.items()))
    print(f"{len(fuzzer.routes)} routes, {caller.requests} requests, answered {told}")
    return 1 if findings else 0


def wait(is_there):
    for _ in range(300):
        try:
            if is_there():
                return
        except OSError:
            pass
        time.sleep(0.1)
    sys.exit("The program does not answer.")


def write(file: Path, document):
    file.write_text(json.dumps(document))


sys.exit(main(sys.argv[1:]))
