"""What may stand in a file that nobody meant to hand in, and values that some column or other allows."""

NASTY = (
    "", " ", "\t", "x", "-", "+", "--1", "+-4", ".", "4.", ".4", "4.0", "4.5.6", "1,5", "1_0", "0x10", "1e3", "1E999",
    "-1e999", "nan", "NaN", "inf", "-inf", "Infinity", "1e-400", "-0", "+0", "00", "007", "0" * 400, "9" * 9,
    "9" * 10, "9" * 5000, "-" + "9" * 400, "1/0", "0/1", "0-0", "1-0", "7-2", "7/2", "evens", "1/3", "0." + "3" * 40,
    "true", "None", "null", "#REF!", "=1+1", "@SUM(A1)", "+1+1", "-1-1", "=cmd|' /C calc'!A0", "'5", '"', '""', "'",
    "`", "\\", "\\n", "%s", "%n", "{0}", "{{7*7}}", "${7*7}", "$(id)", "; DROP TABLE", "../../etc/passwd",
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "&lt;", "\x1b[31mred\x1b[0m", "\x1b]0;title\x07",
    "\x07", "\x08", "\x7f", "\x85", "\x1a", "\r", "\n", "a\nb", "a\r\nb", "a\rb", "a\0b", "\u202eevil",
    "\u2066x\u2069", "\u200f", "\u200b", "\u00a0", "\u00ad", "\ufeff", "\ufeff5", "\u2028", "\u2029", "\ue000",
    "\u0301", "e\u0301" * 30, "４２", "٤٢", "४", "½", "²", "Ⅷ", "−5", "–5", "５．５", "\U0001d7d8", "\U0001f3c7",
    "\U0010ffff", "İ", "ı", "ß", "ﬀ", "Å", "ǅ", "Σς", "a" * 80, "a" * 81, "a" * 200, "a" * 501, "a" * 4001, "é" * 80,
    "all", "1-6", "6-1", "0-7", "9999 or more", "0 or less", "5-4", "0-9999", "99999", "10000000.00", "9.999", "t",
    "5t", "5tt", "-20t", "+t", "#", "# x: y",
)  # fmt: skip
POOL = (
    *map(str, range(-36, 64)), "99", "100", "150", "195", "196", "199", "200", "201", "500", "999", "1000", "1700",
    "1800", "1973", "2200", "9999", "50000", "200000", "999999999", "0.25", "0.05", "0.5", "2.25", "7.75", "24.0",
    "23.75", "50", "50.0", "99.75", "100.0", "0.001", "1000.0", "999.999999999", "1-1", "1-999999", "999999/101",
    "9999-1", "evens", "7/2", "1:3", "0.000000001", "0-9999", "0-1", "1-2", "0 or less", "9999 or more", "9999999.99",
    "0.00", "0", "00.1", "all", "1-6", "3", "6", "4-6", "YES", "no", "Yes", "a", "E", "e", "c", "Slow", "FAST",
    "fast", "normal", "dirt", "TURF", "synthetic", "firm", "sloppy", "nothing", "out", "disqualified",
    "test: disqualified", "test: power", "Fav", "A", "D", "Class", "trip", "Ride", "colt", "MARE", "filly",
    "best-year", "CAREER", "champion", "maiden", "front", "deep closer", "unknown", "poor", "world", "none", "title",
    "turf poor", "turf best", "ride", "career age", "card", "roll", "one", "two", "wild", "hedge", "river",
    "hoof print", "left", "right", "obstacle", "harness", "steeplechase", "cards", "rail", "predict", "play",
    "discard", "draw", "pace", "form", "trouble", "photo", "odds", "break", "setup", "race_pace", "-20t", "20t", "0t",
    "9t", "x", "a" * 40, "a" * 80, "é" * 80, "O'Brien", "=1+1", "-1+1", "@x", "'=x", "<b>", "\U0001f3c7",
)  # fmt: skip
ODD_CHARACTERS = (
    "\0\t\n\r\x0b\x0c\x1a\x1b\x1c\x7f\x85\u00a0\u200b\u200f\u202e\u2028\u2029\ufeff\ufffd\U0001f3c7,;\"'#:=+-@０٣é"
)
ODD_BYTES = (
    b"\0", b"\xff", b"\xfe", b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\xc3", b"\xc0\x80", b"\xed\xa0\x80",
    b"\xf4\x90\x80\x80", b"\xf8\x88\x80\x80\x80", b"\r", b"\r\n", b"\n", b"\n\r", b"\x1a", b'"', b'""', b",", b",,,,",
    b"#", b"\n#", b"\x85", b"\xa0", b"\x1b[2J", b"PK\x03\x04", b"\x89PNG\r\n\x1a\n", b"\x1f\x8b\x08", b"<html>",
    b"{}", b"\xe2\x80\xae",
)  # fmt: skip
ENCODINGS = (
    "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-8-sig", "latin-1", "cp1252", "cp037", "utf-7", "shift_jis",
    "koi8-r",
)  # fmt: skip
LINE_ENDS = (
    "\r", "\r\n", "\n\r", "\r\r\n", "\n\n", "\x0b", "\x0c", "\x85", "\u2028", " \n", ",\n", "\n,,,\n", ";\n",
)  # fmt: skip
LONG = (
    1_000, 30_000, 131_072, 131_073, 300_000,
)  # fmt: skip
