"""What can happen to the bytes of a file, whatever they mean."""

import random

from trust.file_values import ENCODINGS, LINE_ENDS, LONG, ODD_BYTES


def any_slice(rng: random.Random, length: int) -> slice:
    """A short piece of something so long."""
    start = int(rng.random() * (length + 1))
    return slice(start, min(length, start + rng.choice((0, 1, 1, 2, 5, 20, 100))))


def flipped_bit(rng: random.Random, data: bytes, other: bytes) -> bytes:
    at = int(rng.random() * max(len(data), 1))
    return data[:at] + bytes(byte ^ (1 << rng.randrange(8)) for byte in data[at : at + 1]) + data[at + 1 :]


def replaced_piece(rng: random.Random, data: bytes, other: bytes) -> bytes:
    where, new = any_slice(rng, len(data)), rng.randbytes(rng.choice((1, 1, 2, 8)))
    return data[: where.start] + new + data[where.stop :]


def inserted_bytes(rng: random.Random, data: bytes, other: bytes) -> bytes:
    where = any_slice(rng, len(data))
    return data[: where.start] + rng.choice(ODD_BYTES) * rng.choice((1, 1, 1, 2, 50)) + data[where.start :]


def cut_out(rng: random.Random, data: bytes, other: bytes) -> bytes:
    where = any_slice(rng, len(data))
    return data[: where.start] + data[where.stop :]


def cut_off(rng: random.Random, data: bytes, other: bytes) -> bytes:
    at = int(rng.random() * (len(data) + 1))
    return data[:at] if rng.random() < 0.7 else data[at:]


def doubled_piece(rng: random.Random, data: bytes, other: bytes) -> bytes:
    where = any_slice(rng, len(data))
    return data[: where.stop] + data[where] * rng.choice((1, 2, 10)) + data[where.stop :]


def spliced(rng: random.Random, data: bytes, other: bytes) -> bytes:
    mine, theirs = int(rng.random() * len(data)), int(rng.random() * len(other))
    return data[:mine] + other[theirs:]


def encoded(rng: random.Random, data: bytes, other: bytes) -> bytes:
    return data.decode("utf-8", "replace").encode(rng.choice(ENCODINGS), "replace")


def other_line_ends(rng: random.Random, data: bytes, other: bytes) -> bytes:
    end = rng.choice(LINE_ENDS).encode()
    return data.replace(b"\n", end) if rng.random() < 0.7 else data.replace(b"\n", end, rng.randint(1, 5))


def other_separators(rng: random.Random, data: bytes, other: bytes) -> bytes:
    return data.replace(b",", rng.choice((b";", b"\t", b"|", b" ", b", ", b"\xef\xbc\x8c")))


def very_long_line(rng: random.Random, data: bytes, other: bytes) -> bytes:
    where, size = any_slice(rng, len(data)), rng.choice(LONG)
    return (
        data[: where.start]
        + rng.choice((b"x", b"9", b",", b'"', b" ", b"#", b"-", b"\n", b"\xc3\xa9")) * size
        + data[where.stop :]
    )


def quoted_pieces(rng: random.Random, data: bytes, other: bytes) -> bytes:
    cells = data.split(b",")
    at = int(rng.random() * len(cells))
    cells[at] = rng.choice((b'"%s', b'%s"', b'"%s"', b'"%s\n"', b'""%s""', b'"%s" ', b' "%s"', b'"%s"x')) % cells[at]
    return b",".join(cells)


def nothing_but(rng: random.Random, data: bytes, other: bytes) -> bytes:
    return rng.choice(
        (
            b"",
            b"\n",
            b"\xef\xbb\xbf",
            b",",
            b'"',
            b"#",
            b"\0",
            rng.randbytes(200),
            b" \t\n,,\n",
            data.partition(b"\n")[0],
        )
    )
