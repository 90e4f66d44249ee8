"""What schemathesis does besides: it asks as many different people, with tables, games and rulebooks that are there.

`make api` gives the server's address in JANTAKU_API. Without this almost every answer would be 404 or 429.
"""

import json
import os
import random
import urllib.request

import schemathesis

BASE = os.environ["JANTAKU_API"]
SPECS = ["zan", "zung-jung", "ryanzou-chankan+hana(variation=1)", "tenhou(length=east)"]
pick = random.Random(1)


def address():
    """Somebody else each time: the server counts requests by address, and trusts what comes from this machine to name it."""
    return "10." + ".".join(str(pick.randrange(256)) for _ in range(3))


def post(path, body, cookie=""):
    headers = {"Content-Type": "application/json", "X-Forwarded-For": address(), "Cookie": cookie}
    asked = urllib.request.Request(BASE + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(asked) as answer:
        return json.load(answer), (answer.headers.get("Set-Cookie") or "").split(";")[0]


def opened(seats):
    table, cookie = post("/api/tables", {"rules": "zan", "seats": seats, "name": "Mika", "listed": True, "spectators": True})
    return table["table"], cookie


TABLES = [opened(seats) for seats in (["me", "open", "open"], ["me", "club", "club"], ["club", "club", "club"]) for _ in range(3)]
_, MEMBER = post("/api/account/open", {"name": "Sora", "password": "a long enough password", "claim": False})


@schemathesis.hook
def before_call(context, case, kwargs):
    case.headers = {**(case.headers or {}), "X-Forwarded-For": address()}
    table, host = pick.choice(TABLES)
    if case.path_parameters and pick.random() < 0.8:
        if "id" in case.path_parameters:
            case.path_parameters["id"] = table
        if "spec" in case.path_parameters:
            case.path_parameters["spec"] = pick.choice(SPECS)
    if pick.random() < 0.8:
        case.headers["Cookie"] = MEMBER if "/account" in case.path or "/me/" in case.path else host
