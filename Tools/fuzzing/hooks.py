"""What schemathesis checks beside the description: that nobody's words reach another one."""
import json
import os
from pathlib import Path

import schemathesis

SECRETS = json.loads(Path(os.environ["FUZZ_SECRETS"]).read_text())


@schemathesis.check
def words_of_others(ctx, response, case):
    """No answer to Bob contains what is Ada's."""
    text = response.content.decode(errors="replace")
    for word in SECRETS:
        assert word not in text, f"it tells {word}"
