"""Write the golden frames and actions anew: python -m tests.golden.regenerate [SCENE ...]

They are read by the Python and the TypeScript tests alike. Regenerate them only when the protocol
changes, and read the difference.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tests.golden.messages import ACTIONS
from tests.golden.scenes import SCENES

from steersman.session.action_json import plain_action
from steersman.wire.frames import decode_frame

HERE = Path(__file__).parent
MOST_NUMBERS = 64
"""Of each column, so many are written out for people and tests to read."""


def main() -> None:
    messages = [{"id": number} | plain_action(each) for number, each in enumerate(ACTIONS, 1)]
    (HERE / "actions.json").write_text(json.dumps(messages, indent=1) + "\n")
    for scene in sys.argv[1:] or SCENES:
        for name, frame in SCENES[scene]().items():
            header, columns = decode_frame(frame)
            values = {
                key: column.ravel()[:MOST_NUMBERS].tolist() for key, column in columns.items()
            }
            (HERE / f"{name}.bin").write_bytes(frame)
            text = json.dumps({**header, "values": values}, indent=1, ensure_ascii=False)
            (HERE / f"{name}.json").write_text(text + "\n")


if __name__ == "__main__":
    main()
