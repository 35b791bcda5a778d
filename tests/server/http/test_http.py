"""HTTP routes: lists, import and export, links, the page and its headers, refusals."""

import http.client
import json
import os
import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from random import Random
from xml.etree import ElementTree

import pytest

from gomoku import Game, Rules
from gomoku.rules import OPENINGS, PRESETS, Kind
from gomoku.rules.openings import Answer
from gomoku.rules.records import Record, sgf
from gomoku.rules.variant import PARAMETERS
from gomoku.server import http as server_http
from gomoku.server.analysis import review
from gomoku.server.http import middleware, people, requests, site
from gomoku.server.http.static_files import StaticFiles
from gomoku.server.live import hub
from gomoku.server.ops.settings import Settings
from gomoku.server.rooms import records
from gomoku.server.storage.store import sqlite_url
from gomoku.server.wire.messages import Reason
from tests.server.conftest import ThreadServer
from tests.server.page import Page, request
from tests.support.stopwatch import Stopwatch

SGF = "(;FF[4]GM[4]SZ[19]RU[42]PB[Aoi]PW[Bram]EV[Cup]RE[B+R];B[jj];W[kj];B[ii];W[aa])"


def bring(ann: Page, text: str, query: str = "", status: int = 201):
    got, _, body = ann.http("POST", f"/api/import{query}", text.encode())
    assert got == status, body
    return json.loads(body)


def played(ann: Page, *cells: tuple[int, int], **options: str) -> str:
    room = ann.create("me", "me", **options)
    for cell in cells:
        assert ann.play(room, *cell)["type"] == "done"
    return room


def test_health(ann):
    health = ann.get("/api/health")
    assert health["ok"]
    assert health["sockets"] >= 1


def test_catalogue_is_complete(ann):
    known = ann.get("/api/rules")
    assert [preset["name"] for preset in known["presets"]] == list(PRESETS)
    assert [parameter["name"] for parameter in known["parameters"]] == list(PARAMETERS)
    assert [opening["name"] for opening in known["openings"]] == list(OPENINGS)
    assert [level["number"] for level in known["levels"]] == list(range(1, 11))
    assert set(known["reasons"]) == {str(reason) for reason in Reason}
    for words in re.findall(r'\{"en":"(.*?)","fr":"(.*?)"\}', json.dumps(known, separators=(",", ":"))):
        assert all(words)


def test_the_catalogue_in_english_alone(ann):
    whole, english = ann.get("/api/rules"), ann.get("/api/rules?language=en")
    assert english["levels"][0]["title"] == {"en": whole["levels"][0]["title"]["en"], "fr": ""}
    assert whole["levels"][0]["title"]["fr"]
    for found in (whole, english):
        for level in found["levels"]:
            level["title"].pop("fr")
    assert english["levels"] == whole["levels"]
    assert ann.http("GET", "/api/rules?language=xx")[0] == 400


def test_catalogue_is_compressed_and_cached(ann):
    status, headers, body = ann.http("GET", "/api/rules", headers={"Accept-Encoding": "gzip"})
    assert (status, headers["content-encoding"]) == (200, "gzip")
    assert len(body) < 8_000
    assert ann.http("GET", "/api/rules", headers={"If-None-Match": headers["etag"]})[0] == 304


def test_presets_equal_their_listed_values(ann):
    for preset in ann.get("/api/rules")["presets"]:
        spec = ";".join([preset["name"], *(f"{key}={value}" for key, value in preset["values"].items())])
        assert Rules.parse(spec) == Rules.preset(preset["name"])


def test_every_listed_value_is_accepted(ann):
    for parameter in ann.get("/api/rules")["parameters"]:
        for value in parameter["values"]:
            Rules.parse(f"42;{parameter['name']}={value['value']}")
        for number in (parameter["least"], parameter["most"]):
            if number is not None:
                Rules.parse(f"42;{parameter['name']}={number}")


def asked_in(opening: str) -> set[tuple[str, Kind, tuple[str | int, ...]]]:
    """Every question that an opening can ask, found by walking through its decisions."""
    found = set()
    todo = [Game(Rules.preset("renju"), opening)]
    while todo:
        game = todo.pop()
        decision = game.decision
        assert decision is not None
        found.add((decision.step, decision.kind, decision.choices))
        if decision.step == "play":
            continue
        answers: Sequence[Answer]
        if decision.kind in (Kind.CHOICE, Kind.NUMBER):
            answers = list(decision.choices)[:3]
        elif decision.kind is Kind.OFFER:
            cells = [
                (x, y) for y, x in ((3, 4), (2, 9), (4, 12), (1, 1), (6, 13), (5, 2), (9, 0), (12, 5), (13, 8), (14, 3))
            ]
            answers = [tuple(cells[: decision.count])]
        else:
            answers = [game.allowed_cells()[0]]
        for answer in answers:
            following = game.copy()
            following.decide(answer)
            todo.append(following)
    return found


@pytest.mark.parametrize("opening", OPENINGS)
def test_every_question_has_a_text(ann, opening):
    known = ann.get("/api/rules")
    for step, kind, choices in asked_in(opening):
        assert step in known["steps"] or f"{step}.{kind}" in known["steps"], (step, kind)
        if kind is Kind.CHOICE:
            assert set(choices) <= set(known["answers"])


def test_list_search_and_delete(ann):
    rooms = [played(ann, (9, 9)), played(ann, rules="renju"), played(ann, (3, 3), (4, 4), rules="pente")]
    listed = ann.get("/api/games")
    assert [game["room"] for game in listed["games"]] == rooms[::-1]
    line = listed["games"][0]
    assert (line["actions"], line["last"], line["names"], line["phase"]) == (2, [4, 4], ["Ann", "Ann"], "playing")
    assert line["rows"][3][3] == "X"
    assert ann.get("/api/games?search=renju")["total"] == 1
    assert ann.get("/api/games?limit=1&offset=1")["games"][0]["room"] == rooms[1]
    assert ann.get("/api/games?phase=over") == {"games": [], "total": 0, "me": ann.me}
    assert ann.http("DELETE", f"/api/games/{rooms[1]}")[0] == 204
    assert ann.until(lambda m: m["type"] == "gone")["room"] == rooms[1]
    assert ann.http("DELETE", f"/api/games/{rooms[1]}")[0] == 404
    assert ann.get("/api/games")["total"] == 2
    assert ann.command("undo", room=rooms[1])["reason"] == "unknown_room"


def test_list_holds_own_games_only(server, ann):
    played(ann, (9, 9))
    with server.page() as bob:
        assert bob.get("/api/games")["total"] == 0


@pytest.mark.parametrize("query", ["limit=0", "limit=x", "offset=-1", "phase=nothing", "limit=100000000000000000000"])
def test_malformed_list_queries_are_refused(ann, query):
    status, _, body = ann.http("GET", f"/api/games?{query}")
    assert status == 400
    assert json.loads(body)["reason"] == "malformed"


def test_snapshot_over_http(ann):
    room = played(ann, (9, 9))
    snapshot = ann.get(f"/api/games/{room}")
    assert (snapshot["room"], snapshot["state"]["ply"]) == (room, 1)


def test_import_and_export_sgf(ann):
    made = bring(ann, SGF)["rooms"][0]
    assert (made["names"], made["title"], made["stones_played"]) == (["Aoi", "Bram"], "Cup", 4)
    assert made["outcome"] == {"by": "resignation", "winner": "X", "player": "P1"}
    status, headers, body = ann.http("GET", f"/api/games/{made['room']}/export/sgf")
    assert status == 200
    assert "attachment" in headers["content-disposition"]
    record = sgf.loads(body.decode())
    assert record.game.moves == ((9, 9), (10, 9), (8, 8), (0, 0))
    assert (record.black, record.white, record.event, record.result) == ("Aoi", "Bram", "Cup", "B+R")
    again = bring(ann, body.decode())["rooms"][0]
    assert again["rows"] == made["rows"]


@pytest.mark.parametrize("format", ["sgf", "psq", "rec", "pos", "link"])
def test_every_format_round_trips(ann, format):
    options = {"rules": "freestyle;size=20"}
    room = played(ann, (9, 9), (10, 10), (3, 4), **options)
    _, _, body = ann.http("GET", f"/api/games/{room}/export/{format}")
    made = bring(ann, body.decode(), f"?format={format}&rules=freestyle;size=20")["rooms"][0]
    assert made["rows"] == ann.state(room)["rows"]


def test_text_and_svg_export(ann):
    room = played(ann, (9, 9), (8, 8))
    _, headers, body = ann.http("GET", f"/api/games/{room}/export/txt?move=1")
    assert headers["content-type"].startswith("text/plain")
    text = body.decode()
    assert "1. K10" in text
    assert "J11" not in text.splitlines()[-1]
    _, headers, body = ann.http("GET", f"/api/games/{room}/export/svg?numbers=true")
    assert headers["content-type"].startswith("image/svg+xml")
    assert "sandbox" in headers["content-security-policy"]
    ElementTree.fromstring(body)


def test_lossy_export_of_an_opening(ann):
    room = played(ann, (9, 9), (8, 8), (7, 8), opening="swap")
    status, _, body = ann.http("GET", f"/api/games/{room}/export/psq")
    assert status == 400
    assert "opening" in json.loads(body)["detail"]
    assert ann.http("GET", f"/api/games/{room}/export/psq?lossy=true")[0] == 200


@pytest.mark.parametrize("path", ["export/exe", "export/sgf?move=99", "export/svg?move=-1", "export/sgf?lossy=perhaps"])
def test_malformed_exports_are_refused(ann, path):
    room = played(ann, (9, 9))
    assert ann.http("GET", f"/api/games/{room}/{path}")[0] == 400


def test_a_link_holds_the_whole_game(server, ann):
    room = played(ann, (9, 9), (8, 8), (7, 7))
    shared = ann.get(f"/api/games/{room}/link")
    with server.page() as bob:
        seen = bob.get(f"/api/shared/{shared['link']}")
        assert seen["state"]["rows"] == ann.state(room)["rows"]
        assert [action["cell"] for action in seen["actions"]] == [[9, 9], [8, 8], [7, 7]]
        assert bob.get("/api/games")["total"] == 0, "a shared link stores nothing"
        kept = bring(bob, shared["link"])["rooms"][0]
        bob.watch(kept["room"])
        assert bob.play(kept["room"], 3, 3)["type"] == "done"
    damaged = shared["link"][:-1] + ("a" if shared["link"][-1] != "a" else "b")
    assert ann.http("GET", f"/api/shared/{damaged}")[0] == 400


@pytest.mark.parametrize(
    "text", ["", "hello world", "(;FF[4]GM[4]SZ[19];B[zz])", "(;GM[1]SZ[19];B[aa])", "g1~broken", "(" * 10_000]
)
def test_unreadable_files_are_refused(ann, text):
    problem = bring(ann, text, status=400)
    assert problem["reason"] == "unreadable"
    assert problem["detail"]
    assert ann.get("/api/games")["total"] == 0


def test_file_size_limit(ann):
    status, _, body = ann.http("POST", "/api/import", b" " * 5_000_001)
    assert status == 413
    assert json.loads(body)["reason"] == "too_big"


def test_collection_becomes_several_rooms(ann):
    assert len(bring(ann, SGF * 3)["rooms"]) == 3
    assert ann.get("/api/games")["total"] == 3


def long_game() -> str:
    """A game of 60 moves without a winner, as SGF."""
    rng = Random(5)
    game = Game(Rules.parse("freestyle;size=15"))
    while len(game.moves) < 60:
        game.play(rng.choice(game.allowed_cells()))
        if game.is_over:
            game.undo()
    return game.to_sgf()


def test_long_import_does_not_block_others(server, ann):
    """A file of 150 games is imported while another client plays."""
    with server.page() as bob, ThreadPoolExecutor(1) as other:
        room = bob.create("me", "me")
        coming = other.submit(bring, ann, long_game() * 150)
        slowest, moves = 0.0, 0
        while not coming.done() and moves < 19:
            watch = Stopwatch(os.getpid())
            assert bob.play(room, moves, (5 * moves) % 19)["type"] == "done"
            slowest = max(slowest, watch.seconds())
            moves += 1
        assert len(coming.result()["rooms"]) == 150
        assert moves > 3, "the import blocked the event loop"
        assert slowest < 2
    assert ann.get("/api/games?limit=1")["total"] == 150


@pytest.mark.parametrize("count", [201, 5001])
def test_limit_of_games_per_import(ann, count):
    assert "games" in bring(ann, SGF * count, status=400)["detail"]
    assert ann.get("/api/games")["total"] == 0


def test_limit_of_moves_per_import(ann, monkeypatch):
    monkeypatch.setattr(records, "MAX_IMPORTED_MOVES", 10)
    assert "too many moves" in bring(ann, SGF * 3, status=400)["detail"]


def test_rules_for_files_without_any(ann):
    made = bring(ann, "h8i8h9", "?format=pos&rules=renju")["rooms"][0]
    assert made["rules"] == "renju"
    assert bring(ann, "h8", "?format=pos&rules=chess", 400)["reason"] == "unreadable"


@pytest.mark.parametrize("method", ["POST", "DELETE"])
@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Origin": "null"},
        {"Origin": "http://[127.0.0.1"},
    ],
)
def test_cross_site_requests_change_nothing(ann, method, headers):
    room = played(ann, (9, 9))
    path = "/api/import" if method == "POST" else f"/api/games/{room}"
    status, _, body = ann.http(method, path, SGF.encode() if method == "POST" else None, headers)
    assert status == 403
    assert json.loads(body)["reason"] == "foreign"
    assert ann.get("/api/games")["total"] == 1


def test_foreign_host_is_refused(server):
    """DNS rebinding: another site's name that resolves to this address."""
    for host in ("evil.example", "127.0.0.1[", "[::1"):
        assert request(server.address, "GET", "/api/games", headers={"Host": host})[0] == 403, host
    assert request(server.address, "GET", "/api/games", headers={"Host": "localhost:1"})[0] == 200


@pytest.mark.parametrize("path", ["/api/nothing", "/api/games/nowhere", "/api/games/nowhere/export/sgf", "/api"])
def test_unknown_routes(ann, path):
    status, headers, body = ann.http("GET", path)
    assert (status, headers["content-type"]) == (404, "application/json")
    assert json.loads(body)["detail"]


def test_every_route_is_documented():
    text = (Path(__file__).parents[3] / "docs" / "SERVER.md").read_text(encoding="utf-8")
    table = text.split("\n## HTTP\n")[1].split("\n## ")[0]
    documented = {(method, without_names(path)) for method, path in re.findall(r"`([A-Z]+) (/[^`?]+)", table)}
    names = [
        name
        for package in (server_http, people)
        for _, name, _ in iter_modules(package.__path__, f"{package.__name__}.")
    ]
    handlers = [handler for name in names for handler in getattr(import_module(name), "ROUTES", ())]
    assert len(handlers) > 80
    for handler in (handler for handler in handlers if handler not in (site.nothing_here, site.page)):
        for method in handler.http_methods:
            for path in handler.paths:
                assert (method, without_names(path)) in documented, f"{method} {path}"


def without_names(path: str) -> str:
    """A path with `{}` for each parameter."""
    return re.sub(r"{.*?}", "{}", path)


def test_method_not_allowed(ann):
    assert ann.http("PUT", "/api/games")[0] in (404, 405)
    assert ann.http("POST", "/")[0] in (404, 405)


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/health", 200),
        ("GET", "/api/nothing", 404),
        ("GET", "/nothing.js", 404),
        ("POST", "/nothing", 405),
        ("PUT", "/api/games", 405),
        ("BREW", "/api/games", 405),
        ("GET", "/api/games/%ff%fe", 404),
    ],
)
def test_every_response_has_the_security_headers_once(ann, server, method, path, status):
    """Including responses of the router itself: unknown routes, wrong methods."""
    line = http.client.HTTPConnection(server.address.removeprefix("http://"))
    line.request(method, path)
    answer = line.getresponse()
    assert answer.status == status
    for name, value in middleware.HEADERS:
        assert answer.headers.get_all(name.decode()) == [value.decode()], name
    assert len(answer.headers.get_all("x-request-id", [])) == 1
    line.close()


def test_favicon(ann, server, tmp_path, monkeypatch):
    (tmp_path / "icons").mkdir()
    (tmp_path / "icons" / "icon-192.png").write_bytes(b"\x89PNG")
    monkeypatch.setattr(server.app.state, "static_files", StaticFiles(tmp_path))
    status, headers, body = ann.http("GET", "/favicon.ico")
    assert (status, headers["content-type"], body) == (200, "image/png", b"\x89PNG")
    assert (Path(__file__).parents[3] / "web" / "public" / site.ICON.lstrip("/")).is_file(), "the file of the page"


def test_rate_limit_of_requests(tmp_path):
    settings = Settings(sqlite_url(tmp_path / "a.sqlite"), engines=1, requests_per_minute=5)
    with ThreadServer(settings) as server:
        answers = [request(server.address, "GET", "/api/health") for _ in range(8)]
    assert [status for status, _, _ in answers] == [200] * 5 + [429] * 3
    assert json.loads(answers[-1][2])["reason"] == "too_fast"
    assert 1 <= int(answers[-1][1]["retry-after"]) <= 60


def test_temporary_errors_say_when_to_retry(ann, monkeypatch):
    wish = {"start": {"rules": "42", "rows": ["." * 19] * 19, "to_move": "X"}, "moves": [[9, 9]], "ms": 100}
    monkeypatch.setattr(review, "MAX_REVIEWS", 0)
    monkeypatch.setattr(hub, "MAX_ROOMS", 0)
    busy = ann.http("POST", "/api/review", json.dumps(wish).encode())
    many = ann.http("POST", "/api/import", SGF.encode())
    for (status, headers, body), expected in ((busy, (503, "busy")), (many, (429, "too_many"))):
        assert (status, json.loads(body)["reason"]) == expected
        assert headers["retry-after"] == str(requests.RETRY_AFTER)
    assert "retry-after" not in ann.http("POST", "/api/import", b"nonsense")[1]


# --- the page ---


@pytest.fixture
def built(server, tmp_path):
    """A built page, as Vite writes it."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text(
        "<!doctype html><script>let a = 1</script><script src='/assets/a.js'></script>"
    )
    (tmp_path / "assets" / "app-1234.js").write_text("console.log(1);" * 100)
    (tmp_path / "sw.js").write_text("// worker")
    (tmp_path.parent / "secret.txt").write_text("secret")
    (tmp_path / ".hidden").write_text("secret")
    before = server.app.state.static_files
    server.app.state.static_files = StaticFiles(tmp_path)
    yield server
    server.app.state.static_files = before


@pytest.mark.parametrize("path", ["/", "/games", "/game/abc123", "/shared/g1~42~~~c0~d5TuX8", "/learn/rules"])
def test_every_path_of_the_page_serves_the_page(built, path):
    status, headers, body = request(built.address, "GET", path)
    assert status == 200
    assert b"<!doctype html>" in body
    assert headers["cache-control"] == "no-cache"
    assert headers["content-type"] == "text/html; charset=utf-8"
    assert "sha256-" in headers["content-security-policy"]
    assert re.match(r"gomoku_visitor=\S+; Max-Age=\d+; Path=/; HttpOnly; SameSite=Lax$", headers["set-cookie"])


def test_the_page_answers_head_requests(server, built):
    for path in ("/", "/games"):
        status, headers, body = request(server.address, "HEAD", path)
        assert (status, body) == (200, b"")
        assert headers["etag"] == request(server.address, "GET", path)[1]["etag"]


def test_hashed_files_are_immutable(built):
    status, headers, body = request(built.address, "GET", "/assets/app-1234.js", headers={"Accept-Encoding": "gzip"})
    assert status == 200
    assert "immutable" in headers["cache-control"]
    assert "etag" not in headers, "it is never revalidated"
    assert "set-cookie" not in headers, "a shared cache would hand one visitor's cookie to others"
    assert headers["content-encoding"] == "gzip"
    assert len(body) < 200
    assert headers["content-type"].startswith("text/javascript")
    status, headers, _ = request(built.address, "GET", "/sw.js")
    assert headers["cache-control"] == "no-cache"
    assert request(built.address, "GET", "/sw.js", headers={"If-None-Match": headers["etag"]})[0] == 304


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/assets/../../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/.hidden",
        "/assets/x.js",
        "/a\\..\\b.txt",
    ],
)
def test_nothing_outside_the_folder_is_served(built, path):
    status, _, body = request(built.address, "GET", path)
    assert b"secret" not in body
    assert status in (200, 400, 404)


def test_page_not_built(server, tmp_path):
    before = server.app.state.static_files
    server.app.state.static_files = StaticFiles(tmp_path)
    status, _, body = request(server.address, "GET", "/")
    server.app.state.static_files = before
    assert status == 503
    assert b"make" in body


def test_schema_is_served(ann):
    assert "FromClient" in ann.get("/api/schema")["$defs"]


def test_record_of_an_ai_game_names_its_level(ann):
    room = ann.create(level=4)
    ann.play(room, 9, 9)
    ann.until_my_turn(room)
    _, _, body = ann.http("GET", f"/api/games/{room}/export/sgf")
    record: Record = sgf.loads(body.decode())
    assert record.white == "Gomoku AI, level 4"
    assert record.times
