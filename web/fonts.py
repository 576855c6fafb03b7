"""Cut the page's fonts down to the letters of its languages, under names of their own, as their licence asks.

    pip install "fonttools[woff]" && python web/fonts.py

What else somebody may write comes from the whole fonts, which a browser fetches only then.
"""

from pathlib import Path

from fontTools.subset import Options, Subsetter, save_font
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

WEB = Path(__file__).parent
WHOLE = WEB / "node_modules" / "@fontsource-variable"
CUT = WEB / "src" / "fonts"
FONTS = {"display": ("playfair-display", (400, 900)), "text": ("libre-franklin", (400, 800))}
LETTERS = {
    "latin": {
        *map(chr, range(0x20, 0x7F)),
        *map(chr, range(0xC0, 0x100)),
        *"\u00a0§©«°·º»¼½¾–—‘’“”„‚…•‹›€←→↑↓−",
    },
    "latin-ext": set("ĄąĆćĘęŁłŃńŚśŹźŻżČčĎďĚěŇňŘřŠšŤťŮůŽž"),
}
FEATURES = ["kern", "lnum", "tnum", "locl"]
FAMILY, UNIQUE, FULL, POSTSCRIPT = 1, 3, 4, 6  # where a font says its name


def cut(name: str, whole: str, weights: tuple[int, int], part: str) -> None:
    """One font with the letters of a part, as heavy as the page needs it."""
    font = TTFont(WHOLE / whole / "files" / f"{whole}-{part}-wght-normal.woff2")
    options = Options(flavor="woff2", layout_features=FEATURES, hinting=False, name_IDs=[0, 1, 2, 13, 14])
    letters = Subsetter(options)
    letters.populate(text="".join(LETTERS[part]))
    letters.subset(font)
    font = instantiateVariableFont(font, {"wght": weights})
    for record in font["name"].names:
        if record.nameID in (FAMILY, UNIQUE, FULL, POSTSCRIPT):
            record.string = f"Gruppetto{name.capitalize()}"
    save_font(font, str(CUT / f"{name}-{part}.woff2"), options)


if __name__ == "__main__":
    for name, (whole, weights) in FONTS.items():
        for part in LETTERS:
            cut(name, whole, weights, part)
        licence = (WHOLE / whole / "LICENSE").read_text("utf-8")
        (CUT / f"{name}-LICENSE.txt").write_text(licence, "utf-8")
