"""Checks by schemathesis beyond the description: nobody's words reach another person."""
import json
import os
from pathlib import Path

import schemathesis

SECRETS = json.loads(Path(os.environ["FUZZ_SECRETS"]).read_text())


@schemathesis.check
def words_of_others(ctx, response, case):
    """No answer to Bob contains data of Ada's."""
    text = response.content.decode(errors="replace")
    for word in SECRETS:
        assert word not in text, f"it tells {word}"
