"""Containerfile and deploy/compose.yaml: valid, and in step with the program. `.github/workflows/test.yml` builds and runs them."""

import json
import re
import shlex
import socket
import subprocess
import sys
import sysconfig
import threading
from pathlib import Path
from typing import Any

import pytest
import typer.main
import yaml  # type: ignore[import-untyped]
from pathspec import GitIgnoreSpec
from typer.testing import CliRunner

from gomoku.cli import app

ROOT = Path(__file__).parents[2]
CONTAINERFILE = ROOT / "Containerfile"
COMPOSE = ROOT / "deploy" / "compose.yaml"
NGINX = (ROOT / "deploy" / "nginx-gomoku.conf").read_text("utf-8")
PORT = "8420"
IGNORED = GitIgnoreSpec.from_lines((ROOT / ".gitignore").read_text("utf-8").splitlines())
"""Paths that are not under version control."""

SERVICES: dict[str, Any] = yaml.safe_load(COMPOSE.read_text("utf-8"))["services"]
INSTRUCTIONS = [
    (word, rest.strip())
    for word, rest in re.findall(
        r"^([A-Z]+) (.*)$", re.sub(r"\\\n", " ", CONTAINERFILE.read_text("utf-8")), re.MULTILINE
    )
]


def given(word: str) -> list[str]:
    """The arguments of every use of an instruction in the Containerfile."""
    return [rest for name, rest in INSTRUCTIONS if name == word]


def parse(arguments: list[str]) -> dict[str, Any]:
    """The options of a command line of `gomoku`. Raises an error for unknown ones."""
    name, *options = arguments
    command = typer.main.get_command(app).commands[name]  # type: ignore[attr-defined]
    return dict(command.make_context(name, options).params)


def test_hadolint_has_nothing_to_say():
    program = Path(sysconfig.get_path("scripts")) / "hadolint"
    done = subprocess.run([program, CONTAINERFILE], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


def test_compose_fits_its_schema():
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", str(COMPOSE)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


# --- the image ---


def test_copied_files_exist():
    assert given("COPY")[0] == ". ."
    [(_, *sources, _)] = [shlex.split(line) for line in given("COPY") if line.startswith("--from=build")]
    assert given("WORKDIR")[0] == "/build"
    for source in sources:
        path = source.removeprefix("/build/")
        made = path == "dist/*.whl"  # by make dist, the one command of the first stage
        assert made or (ROOT / path).exists(), path
    assert given("RUN")[0] == "make dist"
    assert re.search(r"^dist:", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)


def test_the_image_is_built_of_all_that_is_under_version_control():
    patterns = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    paths = [line.replace("**", "some").replace("*", "some") for line in patterns if line[:1] not in ("", "#")]
    assert [path for path in paths if not IGNORED.match_file(f"{path}/file")] == [".git"]


def test_the_image_serves_as_an_unprivileged_user():
    assert [user.split(":")[0] for user in given("USER")] == [PORT]
    assert f"useradd --uid {PORT} " in given("RUN")[1]
    options = parse(json.loads(given("CMD")[0]))
    assert options["host"] == "0.0.0.0"
    assert [str(options["port"])] == given("EXPOSE") == [PORT]
    assert options["database"].startswith(given("VOLUME")[0] + "/")
    assert json.loads(given("ENTRYPOINT")[0]) == ["gomoku"]


def test_the_health_check_asks_the_server():
    """The command in the Containerfile fails without a server; its address is a route of ours."""
    [health] = given("HEALTHCHECK")
    program, option, code = json.loads(health.partition("CMD ")[2])
    assert (program, option) == ("python", "-c")
    assert f"http://127.0.0.1:{PORT}/api/health" in code
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    done = subprocess.run([sys.executable, "-c", code.replace(PORT, str(port))], capture_output=True, check=False)
    assert done.returncode == 1
    assert "`GET /api/health`" in (ROOT / "docs" / "HOSTING.md").read_text("utf-8")


# --- compose ---


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_has_few_rights(name: str):
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert "healthcheck" in service or service["image"] == "gomoku"  # the image has its own
    if service["image"] != "gomoku":
        assert re.search(r":\d", service["image"]), "an image without a version changes by itself"
    assert not service.get("privileged")


def test_no_secret_is_written_down():
    """Passwords come from the environment, and compose stops where they are missing."""
    text = COMPOSE.read_text("utf-8")
    assert re.findall(r"PASSWORD: (.*)", text) == [
        "${DATABASE_PASSWORD:?a password of your choice}",
        "${DATABASE_PASSWORD}",
    ]
    assert "${HOST_NAME:?" in text
    assert IGNORED.match_file("deploy/.env")


def test_the_services_fit_together():
    server, postgres, nginx = SERVICES["gomoku"], SERVICES["postgres"], SERVICES["nginx"]
    options = parse(server["command"])
    assert options["host"] == "0.0.0.0"
    assert str(options["port"]) == PORT
    found = re.fullmatch(r"postgresql://(\w+)@(\w+)/(\w+)", options["database"])
    assert found
    assert (found[1], found[3]) == (postgres["environment"]["POSTGRES_USER"], postgres["environment"]["POSTGRES_DB"])
    assert found[2] in SERVICES
    assert options["redis"].removeprefix("redis://") in SERVICES
    # nginx shares the server's network: the example reaches the server, and is published there
    assert nginx["network_mode"] == "service:gomoku"
    assert f"server 127.0.0.1:{PORT};" in NGINX
    listened = set(re.findall(r"listen (\d+)", NGINX))
    assert {entry.split(":")[1] for entry in server["ports"]} == listened
    for volume in nginx["volumes"]:
        source, target = re.sub(r"\$\{CERTIFICATES:-(.*?)\}", r"\1", volume).split(":")[:2]
        assert (COMPOSE.parent / source).is_file() if source.startswith(".") else target in NGINX, volume


def test_nginx_gets_its_name():
    """The command of the service writes the example with the name of the host."""
    script = SERVICES["nginx"]["command"][-1].replace("$$", "$")
    [sed, _, source, target] = re.match(r"(sed \"[^\"]*\") ()(\S+) > (\S+) && exec nginx", script).groups()  # type: ignore[union-attr]
    assert source in "".join(SERVICES["nginx"]["volumes"])
    assert Path(target).parent.as_posix() in SERVICES["nginx"]["tmpfs"]
    command = f"{sed} {ROOT / 'deploy' / 'nginx-gomoku.conf'}"
    done = subprocess.run(
        ["sh", "-c", command], env={"HOST_NAME": "go.test"}, capture_output=True, text=True, check=True
    )
    assert "play.example" not in done.stdout
    assert done.stdout.count("go.test") == NGINX.count("play.example") > 2


def test_the_password_reaches_postgresql(monkeypatch: pytest.MonkeyPatch):
    """PGPASSWORD is used where the address has no password: here by a server that asks for it and hangs up."""
    received = []

    def serve(listener: socket.socket) -> None:
        with listener.accept()[0] as client:
            size = int.from_bytes(client.recv(4))
            if size == 8:  # a request for TLS
                client.recv(4)
                client.sendall(b"N")
                size = int.from_bytes(client.recv(4))
            client.recv(size - 4)
            client.sendall(b"R\0\0\0\x08\0\0\0\x03")  # AuthenticationCleartextPassword
            received.append(client.recv(1000))

    monkeypatch.setenv("PGPASSWORD", "open sesame")
    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=serve, args=(listener,), daemon=True)
        thread.start()
        address = f"postgresql://gomoku@127.0.0.1:{listener.getsockname()[1]}/gomoku"
        result = CliRunner().invoke(app, ["db", "upgrade", "--database", address])
        thread.join(10)
    assert result.exit_code == 1
    assert received == [b"p\0\0\0\x10open sesame\0"]
