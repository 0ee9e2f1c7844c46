"""Write the golden texts again after the kept charts or the layout have changed: `python tests/golden/write.py`.

The faces in the logs stay as they are. What a face means (the columns total, chart and result) and the text are written
anew, but only after the independent oracle has come to the same sheet, column by column, by the charts in `charts`. The
pinned dice of `dice_stream.csv` are never written again: a seed means the same race for ever.
"""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1])]

FACES = ["roll", "post", "horse", "red", "white"]


def main() -> None:
    """Write every case, or none where the oracle disagrees."""
    import pandas as pd
    from topstretch.replay import ReplayDice

    from differential.judge import judge
    from golden.cases import CASES, log_text, replayed
    from golden.kept import FOLDER

    written = []
    for case in CASES.values():
        sheet, text = replayed(case, ReplayDice(pd.read_csv(case.log)[FACES]))
        judge(sheet, FOLDER)
        written.append((case, log_text(sheet), text))
    for case, log, text in written:
        case.log.write_text(log, encoding="utf-8")
        case.text.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
