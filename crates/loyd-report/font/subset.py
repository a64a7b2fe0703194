#!/usr/bin/env python3
"""Make the two subsets of Arimo in this folder, and the table of their advances.

    pip install fonttools
    python3 subset.py FOLDER_WITH_ARIMO

The folder has Arimo-Regular.ttf and Arimo-Bold.ttf of version 1.33. Without hints, kerning and
layout tables, the width of a text is the sum of the advances of its characters.
"""

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

HERE = Path(__file__).resolve().parent
TABLE = HERE.parent / "src" / "typeface" / "advances.rs"

# Latin, the Greek letters of statistics and units, and punctuation, arrows and signs of texts.
CHARACTERS = (
    "U+0020-007E,U+00A0-017F,U+03BC,U+03C3,U+2013,U+2014,U+2018-201A,U+201C-201E,U+2022,U+2026,"
    "U+2032,U+2033,U+2190-2193,U+2212,U+221A,U+221E,U+2248,U+2260,U+2264,U+2265,U+FFFD"
)


def make(source, weight):
    out = HERE / f"Arimo-{weight}.ttf"
    subset.main([
        str(source / f"Arimo-{weight}.ttf"),
        f"--unicodes={CHARACTERS}",
        "--no-hinting",
        "--layout-features=",
        "--no-legacy-kern",
        "--notdef-outline",
        "--drop-tables+=DSIG,GDEF,GPOS,GSUB,gasp",
        "--name-IDs=0,1,2,3,4,5,6,13,14",
        f"--output-file={out}",
    ])
    return TTFont(out)


def advances(font):
    """Advances by character, as runs of consecutive characters."""
    runs = []
    for code, glyph in sorted(font.getBestCmap().items()):
        if not runs or code != runs[-1][0] + len(runs[-1][1]):
            runs.append((code, []))
        runs[-1][1].append(font["hmtx"][glyph][0])
    return runs


def table(name, what, font):
    lines = [f"/// {what}", f"pub(super) const {name}: &[(u32, &[u16])] = &["]
    for first, run in advances(font):
        lines.append(f"    (0x{first:04x}, &[{', '.join(map(str, run))}]),")
    return "\n".join(lines + ["];"])


def main():
    source = Path(sys.argv[1])
    regular, bold = make(source, "Regular"), make(source, "Bold")
    units = regular["head"].unitsPerEm
    assert units == bold["head"].unitsPerEm
    head = (
        "//! Advances of the characters of the embedded font, made by `font/subset.py`: runs of\n"
        "//! characters with consecutive numbers, each with its first.\n"
    )
    parts = [
        head,
        f"/// The units of an em.\npub(super) const UNITS: u16 = {units};\n",
        table("REGULAR", "Of the ordinary weight.", regular) + "\n",
        table("BOLD", "Of the bold weight.", bold) + "\n",
    ]
    TABLE.write_text("\n".join(parts))


if __name__ == "__main__":
    main()
