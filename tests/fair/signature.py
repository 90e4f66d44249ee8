#!/usr/bin/env python3
"""The signature of a log once more, after RFC 8032 with nothing but hashlib: what comes out is tests/fair/signature.json, which the
program (crates/record/tests/logs/signed.rs) and the browser (web/src/signature.test.ts) must both reproduce.

    python3 tests/fair/signature.py > tests/fair/signature.json
"""

import hashlib
import json

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P


def root_of_x(y):
    """The even x of the point with this y."""
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    assert (x * x - square) % P == 0
    return x if x % 2 == 0 else P - x


BASE_Y = 4 * pow(5, -1, P) % P
BASE = (root_of_x(BASE_Y), BASE_Y)


def add(one, other):
    (x1, y1), (x2, y2) = one, other
    mixed = D * x1 * x2 * y1 * y2 % P
    x = (x1 * y2 + x2 * y1) * pow(1 + mixed, -1, P) % P
    y = (y1 * y2 + x1 * x2) * pow(1 - mixed, -1, P) % P
    return x, y


def times(number, point):
    total = (0, 1)
    while number:
        if number & 1:
            total = add(total, point)
        point = add(point, point)
        number >>= 1
    return total


def encoded(point):
    x, y = point
    return (y | (x & 1) << 255).to_bytes(32, "little")


def number(*parts):
    return int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little") % ORDER


def secret(seed):
    digest = hashlib.sha512(seed).digest()
    scalar = int.from_bytes(digest[:32], "little") & ~7 & (1 << 255) - 1 & ~(1 << 255) | 1 << 254
    return scalar, digest[32:]


def public(seed):
    return encoded(times(secret(seed)[0], BASE))


def sign(seed, message):
    scalar, prefix = secret(seed)
    r = number(prefix, message)
    shown = encoded(times(r, BASE))
    s = (r + number(shown, public(seed), message) * scalar) % ORDER
    return shown + s.to_bytes(32, "little")


# The third test of RFC 8032, 7.1, so that nothing below rests on a mistake.
RFC = bytes.fromhex("c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7")
assert public(RFC).hex() == "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025"
assert sign(RFC, bytes.fromhex("af82")).hex().startswith("6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac")

log = '{"log":"jantaku"}\n'
seed, total = bytes(range(32)), hashlib.sha256(log.encode()).hexdigest()
key = public(seed)
digits = hashlib.sha256(key).hexdigest()[:32]
print(
    json.dumps(
        {
            "seed": seed.hex(),
            "log": log,
            "sum": total,
            "key": key.hex(),
            "fingerprint": " ".join(digits[at : at + 4] for at in range(0, 32, 4)),
            "signature": sign(seed, f"jantaku-log:1:{total}".encode()).hex(),
        },
        indent=1,
    )
)
