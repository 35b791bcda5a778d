"""Every test is a new visitor, although all of a process share one browser context."""

import pytest
from playwright.sync_api import Page

STORED = "[localStorage.length, sessionStorage.length, document.cookie, (await indexedDB.databases()).length, (await caches.keys()).length]"
STORE = """async () => {
    localStorage.kept = sessionStorage.kept = document.cookie = 'kept=1';
    await caches.open('kept');
    await new Promise(done => { indexedDB.open('kept').onsuccess = done; });
    return (await navigator.permissions.query({ name: 'clipboard-read' })).state;
}"""


@pytest.mark.parametrize("visit", ["first", "second"])
def test_nothing_is_left_of_an_earlier_visit(page: Page, visit: str) -> None:
    assert page.context.cookies() == []
    page.goto("/api/health")
    assert page.evaluate(f"async () => {STORED}") == [0, 0, "", 0, 0]
    assert page.evaluate(STORE) != "granted"
    assert page.evaluate(f"async () => {STORED}") == [1, 1, "kept=1", 1, 1]
    page.context.grant_permissions(["clipboard-read"])
    page.emulate_media(color_scheme="dark")
