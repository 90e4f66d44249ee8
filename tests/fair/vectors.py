#!/usr/bin/env python3
"""Fair walls once more, with nothing but hashlib: what comes out is tests/fair/vectors.json, which the table
(crates/table/src/fair) and the browser (web/src/fair.test.ts) must both reproduce.

    python3 tests/fair/vectors.py > tests/fair/vectors.json
"""

import hashlib
import json
import struct


def sha(data):
    return hashlib.sha256(data).digest()


def chacha_block(key, counter, nonce):
    """One block of RFC 8439, 2.3."""
    first = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574]
    first += list(struct.unpack("<8I", key)) + [counter] + list(struct.unpack("<3I", nonce))
    x = list(first)

    def quarter(a, b, c, d):
        for one, two, three, by in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            x[one] = (x[one] + x[two]) & 0xFFFFFFFF
            mixed = x[three] ^ x[one]
            x[three] = ((mixed << by) | (mixed >> (32 - by))) & 0xFFFFFFFF

    for _ in range(10):
        for q in ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15)):
            quarter(*q)
        for q in ((0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)):
            quarter(*q)
    return [(a + b) & 0xFFFFFFFF for a, b in zip(first, x)]


# The block of RFC 8439, 2.3.2, so that nothing below rests on a mistake.
RFC = chacha_block(bytes(range(32)), 1, bytes.fromhex("000000090000004a00000000"))
assert RFC[:4] == [0xE4E7F110, 0x15593BD1, 0x1FDD0F50, 0xC47120A3] and RFC[15] == 0x4E3C50A2


def words(key):
    counter = 0
    while True:
        yield from chacha_block(key, counter, bytes(12))
        counter += 1


def shuffled(key, count):
    stream, places = words(key), list(range(count))
    for i in range(count - 1, 0, -1):
        n = i + 1
        usable = 2**32 // n * n
        word = next(stream)
        while word >= usable:
            word = next(stream)
        other = word % n
        places[i], places[other] = places[other], places[i]
    return places


def chain(last, length=512):
    secrets = [last]
    for _ in range(length):
        secrets.append(sha(secrets[-1]))
    return secrets[::-1]


def terms(table, rules):
    """The second scheme covers the hash of the rulebook; games of earlier versions used the first."""
    return f"1:{table}" if rules is None else f"2:{table}:{rules.hex()}"


def commitment(table, rules, seat, s0, entropy):
    return sha(f"jantaku-commit:{terms(table, rules)}:{seat}:{s0.hex()}:{entropy.hex()}".encode())


def wall_key(table, rules, hand, secret, reveals):
    shown = ":".join("-" if entropy is None else entropy.hex() for entropy in reveals)
    return sha(f"jantaku-wall:{terms(table, rules)}:{hand}:{secret.hex()}:{shown}".encode())


def lots(table, rules, draw, secret, reveals):
    """For each seat, the one where its player sat before: all seats drawn, or only who is east first."""
    shown = ":".join("-" if entropy is None else entropy.hex() for entropy in reveals)
    key = sha(f"jantaku-lots:{terms(table, rules)}:{draw}:{secret.hex()}:{shown}".encode())
    if draw == "seats":
        return shuffled(key, len(reveals))
    east, count = next(words(key)), len(reveals)
    assert east < 2**32 // count * count
    return [(east + seat) % count for seat in range(count)]


def main():
    table, last = "kx7r2m9qpd", bytes(range(32))
    secrets = chain(last)
    reveals = [bytes([0x01]) * 32, None, sha(b"west"), sha(b"north")]
    lots_secret = sha(f"jantaku-lots-secret:{last.hex()}".encode())
    schemes = []
    for rules in (None, sha(b"rulebook")):
        hands = []
        for hand, count in ((1, 136), (2, 108), (12, 144), (512, 112)):
            key = wall_key(table, rules, hand, secrets[hand], reveals)
            hands.append({"hand": hand, "secret": secrets[hand].hex(), "key": key.hex(), "wall": shuffled(key, count)})
        commits = [e and commitment(table, rules, seat, secrets[0], e).hex() for seat, e in enumerate(reveals)]
        drawn = {draw: lots(table, rules, draw, lots_secret, reveals) for draw in ("seats", "east")}
        schemes.append({"rules": rules and rules.hex(), "commits": commits, "lots": drawn, "hands": hands})
    vectors = {
        "table": table,
        "last": last.hex(),
        "s0": secrets[0].hex(),
        "opened": [secret.hex() for secret in secrets[1:4]],
        "reveals": [e and e.hex() for e in reveals],
        "lots": {"secret": lots_secret.hex(), "promise": sha(lots_secret).hex()},
        "schemes": schemes,
    }
    text = json.dumps(vectors, indent=1)
    # A wall is one line.
    for hand in schemes[0]["hands"] + schemes[1]["hands"]:
        wide = ",\n".join(f"      {place}" for place in hand["wall"])
        text = text.replace(f"[\n{wide}\n     ]", json.dumps(hand["wall"], separators=(",", ":")))
    print(text)


main()
