"""Stored studies: saved as they change, found again, shared by address; a killed server loses none."""

import json
from typing import Any

import pytest

from gomoku.server.analysis import study_store
from tests.server.conftest import ThreadServer
from tests.server.page import Page

START = {"rules": "freestyle;size=15", "rows": ["." * 15] * 15, "to_move": "X", "taken": [0, 0]}


def call(page: Page, method: str, path: str, body: Any = None) -> tuple[int, Any]:
    data = None if body is None else json.dumps(body).encode()
    status, _, answer = page.http(method, path, data)
    return status, json.loads(answer) if answer else None


def draft(*cells: tuple[int, int], **study: Any) -> dict[str, Any]:
    nodes = [{"parent": -1}, *({"parent": number, "cell": cell} for number, cell in enumerate(cells))]
    return {"study": {"start": START, "nodes": nodes, **study}, "at": len(cells)}


def keep(page: Page, given: dict[str, Any], room: str | None = None) -> dict[str, Any]:
    status, saved = call(page, "POST", "/api/studies", {"draft": given, "room": room})
    assert status == 200, saved
    found: dict[str, Any] = saved
    return found


def test_a_study_is_kept_changed_found_and_deleted(server: ThreadServer) -> None:
    with server.page() as ann:
        name = keep(ann, draft((7, 7), title="Two threes", black="Aoi"))["id"]
        later = draft((7, 7), (8, 8), title="Two threes", black="Aoi")
        assert call(ann, "PUT", f"/api/studies/{name}", {"draft": later, "version": 1})[1]["version"] == 2
        found = ann.get(f"/api/studies/{name}")
        assert (found["version"], found["mine"], found["draft"]["at"]) == (2, True, 2)
        assert [node["cell"] for node in found["draft"]["study"]["nodes"]] == [None, [7, 7], [8, 8]]
        keep(ann, draft((1, 1)))
        listed = ann.get("/api/studies")
        assert (listed["total"], [line["moves"] for line in listed["studies"]]) == (2, [1, 2])
        listed = ann.get("/api/studies?search=THREES")
        assert [(line["title"], line["black"], line["reviewed"]) for line in listed["studies"]] == [
            ("Two threes", "Aoi", False)
        ]
        assert listed["studies"][0]["rows"][8] == "........O......"
        assert call(ann, "DELETE", f"/api/studies/{name}")[0] == 204
        assert call(ann, "GET", f"/api/studies/{name}")[0] == 404
        assert ann.get("/api/studies")["total"] == 1


def test_a_change_made_elsewhere_is_not_overwritten(server: ThreadServer) -> None:
    with server.page() as ann:
        name = keep(ann, draft((7, 7)))["id"]
        path = f"/api/studies/{name}"
        assert call(ann, "PUT", path, {"draft": draft((1, 1)), "version": 1})[0] == 200
        status, problem = call(ann, "PUT", path, {"draft": draft((2, 2)), "version": 1})
        assert (status, problem["reason"]) == (400, "stale")
        assert ann.get(path)["draft"]["study"]["nodes"][1]["cell"] == [1, 1]


def test_others_may_look_with_the_address_unless_it_is_private(server: ThreadServer) -> None:
    with server.page() as ann, server.page() as bob:
        name = keep(ann, draft((7, 7)))["id"]
        path = f"/api/studies/{name}"
        found = bob.get(path)
        assert (found["mine"], found["access"]) == (False, "link")
        for refused in (
            call(bob, "PUT", path, {"draft": draft((1, 1)), "version": 1}),
            call(bob, "PUT", f"{path}/access", {"access": "private"}),
        ):
            assert refused[1]["reason"] == "not_owner"
        assert call(bob, "DELETE", path)[0] == 404
        assert bob.get("/api/studies")["total"] == 0
        assert call(ann, "PUT", f"{path}/access", {"access": "private"})[0] == 200
        assert call(bob, "GET", path)[0] == 404
        assert call(ann, "PUT", path, {"draft": draft((1, 1)), "version": 1})[0] == 200
        assert ann.get("/api/studies")["studies"][0]["access"] == "private", "also after a change"


def test_public_studies_are_listed_for_everyone(server: ThreadServer) -> None:
    with server.page() as ann, server.page() as bob:
        names = [keep(ann, draft((7, number), title=f"Lesson {'abc'[number]}"))["id"] for number in range(3)]
        assert bob.get("/api/studies/public") == {"studies": [], "total": 0}, "a link makes no study public"
        for name in names[:2]:
            assert call(ann, "PUT", f"/api/studies/{name}/access", {"access": "public"})[0] == 200
        status, problem = call(bob, "PUT", f"/api/studies/{names[2]}/access", {"access": "public"})
        assert (status, problem["reason"]) == (403, "not_owner")
        listed = bob.get("/api/studies/public")
        assert (listed["total"], {line["id"] for line in listed["studies"]}) == (2, set(names[:2]))
        assert ann.cookie
        assert ann.cookie.split("=")[1].split(".")[0] not in json.dumps(listed), "the owners are not named"
        assert [line["title"] for line in bob.get("/api/studies/public?search=lesson%20b")["studies"]] == ["Lesson b"]
        first, second = (bob.get(f"/api/studies/public?limit=1&offset={at}") for at in (0, 1))
        assert first["total"] == second["total"] == 2
        assert first["studies"] != second["studies"]
        for wrong in ("limit=0", "limit=201", "offset=-1", "search=" + "a" * 201):
            assert call(bob, "GET", f"/api/studies/public?{wrong}")[0] == 400
        assert not bob.get(f"/api/studies/{names[0]}")["mine"]
        later = {"draft": draft((7, 0), (8, 8), title="Lesson a"), "version": 1}
        assert call(ann, "PUT", f"/api/studies/{names[0]}", later)[0] == 200
        assert bob.get("/api/studies/public")["studies"][0]["moves"] == 2, "a change does not end it"
        for access in ("private", "link"):
            assert call(ann, "PUT", f"/api/studies/{names[0]}/access", {"access": access})[0] == 200
            assert [line["id"] for line in bob.get("/api/studies/public")["studies"]] == [names[1]]
        assert call(ann, "DELETE", f"/api/studies/{names[1]}")[0] == 204
        assert bob.get("/api/studies/public")["total"] == 0


def test_a_game_has_one_study(server: ThreadServer) -> None:
    with server.page() as ann, server.page() as bob:
        first = keep(ann, draft((7, 7)), "room-1")
        assert first["is_new"]
        again = keep(ann, draft((8, 8)), "room-1")
        assert (again["id"], again["is_new"]) == (first["id"], False)
        assert keep(bob, draft((7, 7)), "room-1")["id"] != first["id"]
        assert keep(ann, draft((7, 7)))["id"] != first["id"]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"nodes": [{"parent": 0}]}, "malformed"),
        ({"nodes": [{"parent": -1}, {"parent": 0, "cell": [1, 1]}, {"parent": 1, "cell": [1, 1]}]}, "occupied"),
        ({"start": START | {"rules": "chess"}}, "bad_options"),
    ],
)
def test_what_is_no_study_is_refused(server: ThreadServer, change: dict[str, Any], reason: str) -> None:
    with server.page() as ann:
        given = {"study": draft((7, 7))["study"] | change}
        status, problem = call(ann, "POST", "/api/studies", {"draft": given})
        assert (status, problem["reason"]) == (400, reason)
        assert ann.get("/api/studies")["total"] == 0


PROOF: dict[str, Any] = {
    "outcome": "win",
    "decided": True,
    "nodes": [
        {"move": [4, 4], "plies": 3, "defence": {"replies": [{"cells": [[5, 4]], "node": 1}], "rest": 1}},
        {"move": [0, 4], "plies": 1},
    ],
    "win": 0,
    "plies": 3,
    "line": [[4, 4], [5, 4], [0, 4]],
}


def test_what_was_proved_is_kept_with_its_position(start_process: Any) -> None:
    server = start_process()
    given = draft((7, 7), (8, 8)) | {"proofs": [{"node": 1, "proof": PROOF, "nodes": 12, "ms": 34, "depth": 5}]}
    with server.page() as ann:
        name = keep(ann, given)["id"]
        cookie = ann.cookie
        server.kill()
    with start_process().page(cookie) as ann:
        (kept,) = ann.get(f"/api/studies/{name}")["draft"]["proofs"]
        assert (kept["node"], kept["nodes"], kept["ms"], kept["depth"]) == (1, 12, 34, 5)
        assert {key: kept["proof"][key] for key in ("outcome", "win", "line")} == {
            key: PROOF[key] for key in ("outcome", "win", "line")
        }
        assert kept["proof"]["nodes"][0]["defence"]["replies"] == [{"cells": [[5, 4]], "node": 1}]
        path = f"/api/studies/{name}"
        assert call(ann, "PUT", path, {"draft": draft((7, 7)), "version": 1})[0] == 200
        assert ann.get(path)["draft"]["proofs"] == []


@pytest.mark.parametrize(
    ("proofs", "reason"),
    [
        ([{"node": 2, "proof": PROOF}], "malformed"),
        ([{"node": 0, "proof": PROOF | {"win": 2}}], "malformed"),
        ([{"node": 0, "proof": PROOF | {"nodes": [PROOF["nodes"][0]]}}], "malformed"),
        ([{"node": 0, "proof": PROOF | {"nodes": PROOF["nodes"] * 201}}], "too_big"),
        ([{"node": 0, "proof": PROOF}] * 41, "malformed"),
    ],
)
def test_what_is_no_proof_is_refused(server: ThreadServer, proofs: list[Any], reason: str) -> None:
    with server.page() as ann:
        status, problem = call(ann, "POST", "/api/studies", {"draft": draft((7, 7)) | {"proofs": proofs}})
        assert (status >= 400, problem["reason"]) == (True, reason)


def test_limit_of_studies(server: ThreadServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study_store, "MAX_STUDIES", 1)
    with server.page() as ann:
        keep(ann, draft((7, 7)))
        status, problem = call(ann, "POST", "/api/studies", {"draft": draft((1, 1))})
        assert (status, problem["reason"]) == (429, "too_many")


def test_a_killed_server_loses_no_study(start_process: Any) -> None:
    server = start_process()
    with server.page() as ann:
        name = keep(ann, draft((7, 7)))["id"]
        assert call(ann, "PUT", f"/api/studies/{name}", {"draft": draft((7, 7), (8, 8)), "version": 1})[0] == 200
        cookie = ann.cookie
        server.kill()
    again = start_process()
    with again.page(cookie) as ann:
        found = ann.get(f"/api/studies/{name}")
    assert (found["mine"], found["version"], len(found["draft"]["study"]["nodes"])) == (True, 2, 3)


def test_a_game_continues_from_a_position_of_a_study(server: ThreadServer) -> None:
    rows = ["." * 15] * 7 + ["..OOO.........."] + ["." * 15] * 7
    start = START | {"rows": rows, "to_move": "X"}
    with server.page() as ann:
        status, made = call(ann, "POST", "/api/study/play", {"start": start, "moves": [[1, 7]], "level": 3})
        assert status == 201, made
        state = ann.get(f"/api/games/{made['rooms'][0]['room']}")["state"]
        assert [(seat["color"], seat["holder"]["type"]) for seat in state["seats"]] == [("X", "ai"), ("O", "person")]
        assert (state["rows"][7], state["to_move"]) == (".XOOO..........", "O")
        status, made = call(ann, "POST", "/api/study/play", {"start": start})
        assert [
            seat["holder"]["type"] for seat in ann.get(f"/api/games/{made['rooms'][0]['room']}")["state"]["seats"]
        ] == [
            "person",
            "person",
        ]
        won = START | {"rows": [*rows[:7], "..OOOO.........", *rows[8:]], "to_move": "O"}
        status, problem = call(ann, "POST", "/api/study/play", {"start": won, "moves": [[6, 7]]})
        assert (status, problem["reason"]) == (400, "game_over")
        large = {"rules": "freestyle;size=52", "rows": ["." * 52] * 52, "to_move": "X", "taken": [0, 0]}
        status, problem = call(ann, "POST", "/api/study/play", {"start": large, "level": 3})
        assert (status, problem["reason"]) == (400, "bad_options")
