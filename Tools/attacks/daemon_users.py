"""Two users of one machine, and the processes that they start."""
import json
import os
import traceback
from collections.abc import Callable
from pathlib import Path

from .daemon_house import House, Place
from .home import Fall

# The place of both users' homes, in separate mounts.
BASE = Path("/mnt")
OWNER, NEIGHBOUR = 61234, 65534


def in_child(work: Callable, user: int | None = None):
    """The result of a function that runs in a separate process of that user."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.close(reading)
            if user is not None:
                os.setgroups([])
                os.setgid(user)
                os.setuid(user)
            words = json.dumps({"value": work()})
            status = 0
        except Fall as fall:
            words = json.dumps({"fall": str(fall)})
        except BaseException as error:
            words = json.dumps({"error": origin(error)})
        finally:
            with os.fdopen(writing, "w") as pipe:
                pipe.write(words)
            os._exit(status)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        said = json.loads(pipe.read() or '{"error": "it ended"}')
    os.waitpid(child, 0)
    if "fall" in said:
        raise Fall(said["fall"])
    if "error" in said:
        raise RuntimeError(said["error"])
    return said["value"]


def origin(error: BaseException) -> str:
    """An error in one line, with the places in the attack that it passed through, the latest last."""
    frames = [f"{Path(frame.filename).name}:{frame.lineno}" for frame in traceback.extract_tb(error.__traceback__)]
    return f"{type(error).__name__}: {error} ({' '.join(frames)})"


def neighbour(work: Callable):
    """The result of a function that the neighbour runs."""
    return in_child(work, NEIGHBOUR)


def owner_house(place: Place, product: str = "hobbyist", **environment: str) -> House:
    """A home of the owner, who is not root."""
    return place.house(product, OWNER, **environment)


def usual(place: Place) -> dict[str, str]:
    """A home in the usual place, whose socket file is in the runtime folder."""
    base = place.folder / f"usual-{place.count}"
    base.mkdir(mode=0o755)
    os.chown(base, OWNER, OWNER)
    return {"HOME": str(base), "TRELLIS_HOME": str(base / ".local/share/trellis"),
            "XDG_RUNTIME_DIR": f"/run/user/{OWNER}"}
