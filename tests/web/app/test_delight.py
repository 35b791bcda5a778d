"""Doge mode, full screen, themes, languages, sounds, installation as an app."""

import json
import re

import pytest
from playwright.sync_api import Browser, expect

from tests.web.serving import Server
from tests.web.table import Table, close_dialog


def test_doge_mode_by_key_and_by_button(table: Table) -> None:
    page = table.page
    table.start("K10", "L10", "A1", "M10")
    page.keyboard.press("d")
    expect(page.locator(".board .stones use").first).to_have_attribute("href", "#s-dogeb")
    expect(page.locator(".peek")).to_be_visible()
    expect(page.locator("#s-dogew")).to_have_count(1)
    table.play("N10")
    expect(page.locator(".doge-words text")).to_have_count(1)
    expect(page.locator(".doge-words text")).to_have_count(0)
    # The accessible name does not change.
    expect(page.get_by_role("button", name="Undo")).to_have_text("oops")
    page.keyboard.press("d")
    expect(page.locator(".board .stones use").first).to_have_attribute("href", "#s-black")
    page.goto("/")
    page.get_by_role("button", name="Surprise").click()
    expect(page.locator(".slab .stones use").first).to_have_attribute("href", re.compile("#s-doge"))


def test_full_screen_by_key(table: Table) -> None:
    table.start()
    table.page.keyboard.press("f")
    table.page.wait_for_function("() => document.fullscreenElement !== null")
    table.page.keyboard.press("f")
    table.page.wait_for_function("() => document.fullscreenElement === null")


@pytest.mark.parametrize("theme", ["Slate", "Paper", "High contrast"])
def test_themes_are_chosen_and_remembered(table: Table, theme: str) -> None:
    page = table.page
    page.goto("/")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name=theme).check()
    page.get_by_role("radio", name="Dark").check()
    close_dialog(page)
    value = {"Slate": "slate", "Paper": "paper", "High contrast": "contrast"}[theme]
    page.reload()
    root = page.locator("html")
    expect(root).to_have_attribute("data-theme", value)
    expect(root).to_have_attribute("data-scheme", "dark")


def test_the_colour_scheme_follows_the_device(table: Table) -> None:
    table.page.emulate_media(color_scheme="dark")
    table.page.goto("/")
    expect(table.page.locator("html")).to_have_attribute("data-scheme", "dark")
    table.page.emulate_media(color_scheme="light")
    expect(table.page.locator("html")).to_have_attribute("data-scheme", "light")
    table.page.get_by_role("button", name="Dark colours").click()
    expect(table.page.locator("html")).to_have_attribute("data-scheme", "dark")


def test_french(table: Table) -> None:
    page = table.page
    table.start()
    page.get_by_label("Language").select_option(label="Français")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.get_by_role("button", name="Annuler")).to_be_visible()
    table.click("K10")
    expect(table.cell("K10")).to_have_attribute("aria-label", "K10, noir, dernier coup")
    page.goto("/")
    expect(page.get_by_role("heading", name="Nouvelle partie")).to_be_visible()
    expect(page.get_by_role("button", name="Commencer")).to_be_visible()
    for path in ("/learn", "/games"):
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        assert not re.search(r"\b(the|Games|Rules|stones)\b", page.locator("main").inner_text())


def test_the_page_is_in_french_for_a_french_browser(browser: Browser, server: Server) -> None:
    context = browser.new_context(base_url=server.address, locale="fr-FR", service_workers="block")
    page = context.new_page()
    page.goto("/")
    expect(page.get_by_role("heading", name="Nouvelle partie")).to_be_visible()
    context.close()


def test_sounds_play_unless_switched_off(table: Table) -> None:
    page = table.page
    page.add_init_script("""
        window.sounds = 0;
        const start = AudioScheduledSourceNode.prototype.start;
        AudioScheduledSourceNode.prototype.start = function (...a) { window.sounds += 1; return start.apply(this, a); };
    """)
    table.start()
    table.play("K10")
    page.wait_for_function("window.sounds > 0")
    page.keyboard.press("s")
    before = page.evaluate("window.sounds")
    table.play("L10")
    assert page.evaluate("window.sounds") == before


def test_the_page_can_be_installed_and_opens_offline(browser: Browser, server: Server) -> None:
    context = browser.new_context(base_url=server.address, locale="en-GB")
    page = context.new_page()
    page.goto("/")
    manifest = page.request.get(page.locator("link[rel=manifest]").get_attribute("href") or "")
    app = json.loads(manifest.text())
    assert app["name"] == "Gomoku"
    assert app["display"] == "standalone"
    for icon in app["icons"]:
        assert page.request.get(icon["src"]).ok
    page.wait_for_function("() => navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    context.set_offline(True)
    page.goto("/learn")
    expect(page.get_by_role("heading", name="How to play")).to_be_visible()
    context.close()
