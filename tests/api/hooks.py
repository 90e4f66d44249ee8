"""What schemathesis does besides: it asks as many different people, with tables, games and rulebooks that are there.

`make api` gives the server's address in JANTAKU_API. Without this almost every answer would be 404 or 429.
"""

import itertools
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


def post(path, body, cookie="", method="POST"):
    headers = {"Content-Type": "application/json", "X-Forwarded-For": address(), "Cookie": cookie}
    asked = urllib.request.Request(BASE + path, json.dumps(body).encode(), headers, method=method)
    with urllib.request.urlopen(asked) as answer:
        return json.load(answer), (answer.headers.get("Set-Cookie") or "").split(";")[0]


def opened(seats):
    table, cookie = post("/api/tables", {"rules": "zan", "seats": seats, "name": "Mika", "listed": True, "spectators": True})
    return table["table"], cookie


def book_text(name, stick):
    """A rulebook that can be saved and played."""
    header = f'[rulebook]\nid = "{name}"\nname = {{ en = "Our club" }}\nextends = "tenhou"\n'
    clause = f'\n[[clause]]\nid = "C-1"\nsays = "A stick costs {stick}."\nsets = {{ riichi.stick = {stick} }}\n'
    return header + clause


def saved(name, listed, cookie=""):
    """A rulebook with its owner; whoever has no session gets one."""
    body = {"text": book_text(name, 500), "listed": listed, "note": "First edition", "who": "Mika"}
    book, session = post("/api/books", body, cookie)
    return book["name"], book["request"], session or cookie


def edited(book):
    name, _, cookie = book
    body = {"text": book_text(name, 800), "listed": name.startswith("listed"), "note": "Dearer", "who": "Mika", "edition": 1}
    post(f"/api/books/{name}", body, cookie, "PUT")
    return book


TABLES = [opened(seats) for seats in (["me", "open", "open"], ["me", "club", "club"], ["club", "club", "club"]) for _ in range(3)]
_, MEMBER = post("/api/account/open", {"name": "Sora", "password": "a long enough password", "claim": False})
BOOKS = [edited(saved(f"{kind}-{n}", kind == "listed")) for kind in ("listed", "private") for n in range(3)]
REQUESTS = [request for _, request, _ in BOOKS]
SPECS += REQUESTS + [REQUESTS[-1] + "(length=east)"]
COMPARED, COMPARER = post("/api/books/changes", {"before": REQUESTS[-1], "after": {"text": book_text("other", 100)}, "hands": 100})
removed = itertools.count()


def name_of(book, method):
    """What names a rulebook for its owner and for others; one that is to be removed is made first."""
    if method == "DELETE":
        book = saved(f"removed-{next(removed)}", pick.random() < 0.5)
    name, request, cookie = book
    return pick.choice([name, request]), cookie


@schemathesis.hook
def before_call(context, case, kwargs):
    case.headers = {**(case.headers or {}), "X-Forwarded-For": address()}
    (table, cookie), book = pick.choice(TABLES), pick.choice(BOOKS)
    if "/account" in case.path or "/me/" in case.path:
        cookie = MEMBER
    if case.path_parameters and pick.random() < 0.8:
        if "/changes/" in case.path:
            case.path_parameters["id"], cookie = COMPARED["id"], COMPARER
        elif "id" in case.path_parameters:
            case.path_parameters["id"] = table
        if "spec" in case.path_parameters:
            case.path_parameters["spec"] = pick.choice(SPECS)
        if "name" in case.path_parameters:
            case.path_parameters["name"], cookie = name_of(book, case.method)
        if "edition" in case.path_parameters:
            case.path_parameters["edition"] = pick.choice(["1", "2"])
    if case.query and "base" in case.query and pick.random() < 0.8:
        case.query["base"] = pick.choice(SPECS)
    if isinstance(case.body, dict) and pick.random() < 0.5:
        if isinstance(case.body.get("rules"), str):
            case.body["rules"] = pick.choice(SPECS)
        if isinstance(case.body.get("text"), str):
            case.body["text"] = book_text(book[0], pick.randrange(100, 2000, 100))
        if isinstance(case.body.get("edition"), int):
            case.body["edition"] = pick.choice([1, 2, 3])
    if pick.random() < 0.8:
        case.headers["Cookie"] = cookie


@schemathesis.hook
def after_call(context, case, response):
    """Whoever begins a comparison of rulebooks cancels it: the line for them is short, and a full one answers 503."""
    if case.method == "POST" and case.path == "/api/books/changes" and response.status_code == 200:
        session = (response.headers.get("set-cookie") or [case.headers.get("Cookie", "")])[0].split(";")[0]
        post(f"/api/books/changes/{response.json()['id']}", {}, session, "DELETE")
