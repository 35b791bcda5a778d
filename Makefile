# Gomoku. `make` on a fresh clone leaves the executable ./Gomoku; `make help` lists the rest.
#
# Everything that is installed goes into .venv, at the versions of constraints.txt and with the hashes of requirements/ (PyTorch: its version).
# Stamps inside it record what has been done: `build-tools` (the build dependencies, Node included), `packages` (the run-time
# dependencies), `installed` (the compiled core), `dev` (the tools of `make test`), `train` (PyTorch, for `make test-train`) and `release` (the
# tools of `make dist`). The page's own packages go into web/node_modules, at the versions and with the hashes of its lock file.

NAME   := Gomoku
PYTHON ?= python3

VENV := .venv
PY   := $(VENV)/bin/python
PYTEST := $(PY) -m pytest --dist loadfile --no-loadscope-reorder --durations 12
# Two recipes at a time, each with its output in one piece.
TOGETHER := $(MAKE) --no-print-directory --output-sync=target --jobs 2
# One line per step: its output goes to build/log, and is shown if it fails.
STEP := $(PY) tools/step.py
INSTALL := -m pip --disable-pip-version-check --quiet install --retries 3

PBRAIN := pbrain-gomoku
BUNDLE := dist/pbrain-gomoku

CORE := $(wildcard src/gomoku/core/*.pyx src/gomoku/core/*.pxd src/gomoku/core/*.py src/gomoku/core/threats/*.py)
PORTABLE := $(addprefix src/gomoku/,shortage.py system.py rules engine brain)
BRAIN := $(shell find $(PORTABLE) src/gomoku/core -name '*.py' -o -name '*.json' -o -name '*.net' -o -name '*.book')
# The page: sources, and what is built of them. Node is the one in .venv.
PAGE := src/gomoku/server/static/index.html
WEB  := web/index.html web/vite.config.ts web/tsconfig.json $(shell find web/src web/public -type f)
WEB_PACKAGES := web/package.json web/package-lock.json web/.npmrc
# Tests of time limits, which need the machine to themselves.
CLOCKED = $(shell grep --recursive --files-with-matches --include='*.py' 'pytest.mark.clock' tests)
# Tests of `make check`, which `make test` need not run again.
CHECKED := tests/test_project_imports.py tests/test_project_version.py tests/test_project_bench.py
NPM  := PATH="$(CURDIR)/$(VENV)/bin:$$PATH" npm --prefix web --no-update-notifier --loglevel error

# A venv and an editable install hold absolute paths: if the folder was moved, or Python is gone, they are made again.
MOVED := $(shell [ -x $(PY) ] && [ "$$(cat $(VENV)/made-in)" = "$$(pwd -P)" ] || echo anew)
UNPACKED := $(shell [ -e web/node_modules/.installed ] || echo anew)

CHECKS := check-types check-tests check-style check-page check-project

# With its compiled files kept, a test session starts in half the time.
unexport PYTHONDONTWRITEBYTECODE

.DELETE_ON_ERROR:
.PHONY: all pbrain page dist check-dist lock licences audit system-packages clean fclean re run test quick coverage check $(CHECKS) test-clock test-page test-train format screenshots bench signature soak fuzz help anew

all: $(NAME)

# --- the program ---

$(NAME): Makefile $(VENV)/installed $(VENV)/packages $(PAGE)
	@printf '%s\n' "$$LAUNCHER" > $@
	@chmod +x $@
	@echo "$@ is ready: ./$@ plays in the browser, ./$@ --help lists the rest"

# The packages that build the core are pinned too, so it is built with them, not in a throw-away environment.
$(VENV)/installed: pyproject.toml setup.py src/gomoku/__init__.py $(CORE) $(VENV)/build-tools
	@$(STEP) "compiling the core" $(PY) $(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

# Checks the system first, so that anything missing is reported before the downloads.
$(VENV)/build-tools: requirements/build.txt $(MOVED)
	@command -v "$(PYTHON)" > /dev/null || { echo "there is no $(PYTHON): try make PYTHON=/path/to/python3"; exit 1; }
	@$(if $(MOVED),$(PYTHON) tools/check_system.py "$(PYTHON)")
	@$(PYTHON) tools/step.py "making $(VENV) with $$($(PYTHON) --version)" sh -ec \
		'$(if $(MOVED),"$(PYTHON)" -m venv --clear $(VENV);) $(PY) $(INSTALL) --require-hashes --requirement $<'
	@pwd -P > $(VENV)/made-in
	@touch $@

# May be installed while the core is compiled.
$(VENV)/packages: requirements/server.txt $(VENV)/build-tools
	@$(STEP) "installing Python packages" $(PY) $(INSTALL) --require-hashes --requirement $<
	@touch $@

# Compiled when they are first used: most of their modules never are.
$(VENV)/dev: requirements/test.txt $(VENV)/build-tools | $(VENV)/packages
	@$(STEP) "installing the tools of make test" $(PY) $(INSTALL) --no-compile --require-hashes --requirement $<
	@touch $@

$(VENV)/release: requirements/release.txt $(VENV)/build-tools | $(VENV)/installed $(VENV)/packages
	@$(STEP) "installing the tools of make dist" $(PY) $(INSTALL) --require-hashes --requirement $<
	@touch $@

# The packages of the extra `train`: which files of PyTorch fit depends on the machine, so only their versions are pinned.
$(VENV)/train: constraints.txt | $(VENV)/dev
	@$(STEP) "installing PyTorch" $(PY) $(INSTALL) --constraint constraints.txt $$($(PY) -c \
		'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["train"])')
	@touch $@

page: $(PAGE)

# Its packages are installed first, if they have changed.
$(PAGE): $(WEB) $(WEB_PACKAGES) $(UNPACKED) | $(VENV)/build-tools
	@$(STEP) "building the page" sh -ec '$(if $(filter-out $(WEB),$?),$(NPM) ci; touch web/node_modules/.installed;) \
		$(NPM) run --silent build -- --logLevel warn'
	@touch $@

# For Gomocup: a folder to be zipped, and a link to the program in it.
pbrain: $(PBRAIN)

$(PBRAIN): $(BUNDLE)/pbrain-gomoku
	@ln -sfn $< $@
	@echo "$@ is ready; for a tournament zip $(BUNDLE)"

$(BUNDLE)/pbrain-gomoku: Makefile $(VENV)/installed src/gomoku/__init__.py $(BRAIN)
	@$(PY) -P -m gomoku.brain.bundle $(BUNDLE)

# Wheel and sdist. The wheel is built from the sdist, so that both are complete; auditwheel finds the oldest Linux it runs on.
dist: $(PAGE) $(VENV)/release
	@rm -rf build/dist dist/gomoku-*
	@$(STEP) "building sdist and wheel" $(PY) -m build --no-isolation --outdir build/dist
	@PATH="$(CURDIR)/$(VENV)/bin:$$PATH" $(STEP) "tagging the wheel" $(PY) tools/tag_wheel.py build/dist dist
	@ls -1 dist/gomoku-*

# Both as a user installs them: the wheel without a compiler and without Node, the sdist with a compiler only.
check-dist: dist $(VENV)/dev system-packages
	@$(PY) -m tools.check_dist

# The hashes of everything that constraints.txt pins, for every system and Python 3.11 to 3.14.
lock: $(VENV)/release
	@$(PY) tools/lock.py

# docs/LICENCES.md, after `make lock`.
licences: $(VENV)/dev $(VENV)/release $(PAGE)
	@$(PY) tools/licences.py

# Known vulnerabilities of the installed packages and of the page's build tools.
audit: $(VENV)/release $(PAGE)
	@for file in requirements/*.txt; do $(PY) -m pip_audit --strict --disable-pip --require-hashes --requirement $$file || exit; done
	@$(NPM) audit --audit=true

# --- development ---

run: $(NAME)
	@./$(NAME)

# The tests of time limits run one by one on a core that nothing else uses, while the other is taken by the checks. Then
# four test files at a time, even on few cores, since browsers and servers wait a lot; the longest first (tests/conftest.py).
test:
	@$(TOGETHER) $(NAME) $(VENV)/dev system-packages
	@$(TOGETHER) test-clock $(CHECKS) test-page
	@$(PYTEST) --numprocesses 4 -m "not clock and not train" $(CHECKED:%=--ignore=%)

test-clock:
	@$(PY) -m pytest -m clock $(CLOCKED)

test-page:
	@$(NPM) run --silent test

# The training of networks, which needs PyTorch: some 200 MB to be downloaded, so no part of `make test`.
test-train: $(NAME) $(VENV)/train
	@$(PY) -m pytest -m train tests/lab/learning/test_network_training.py

# The inner loop: everything that needs neither a server nor a browser.
quick: $(NAME) $(VENV)/dev test-page
	@$(PYTEST) --numprocesses 2 -m "not clock" tests/rules tests/core tests/engine tests/brain

# Line coverage of src/gomoku, subprocesses included: a summary here, the lines in build/coverage. Without the tests of
# limits of time and memory, which tracing would exceed.
coverage: $(NAME) $(VENV)/dev system-packages
	@rm -rf build/coverage && mkdir -p build/coverage
	@$(PY) -m coverage run -m pytest --quiet --numprocesses 4 --dist loadfile --no-loadscope-reorder -m "not clock and not memory and not train"
	@$(PY) -m coverage combine --quiet
	@$(PY) -m coverage html --quiet --directory build/coverage
	@$(PY) -m coverage report --format markdown > build/coverage/report.md
	@$(PY) -m coverage report --skip-covered --sort=cover

# System packages for the tests: a browser, and the real servers that deploy/ has examples for.
system-packages:
	@PATH="$$PATH:/usr/sbin"; missing=; \
	command -v chromium-headless-shell > /dev/null || { [ "$$(id -u)" != 0 ] && command -v chromium > /dev/null; } || \
		missing="$$missing chromium-headless-shell"; \
	command -v nginx > /dev/null || missing="$$missing nginx-light"; \
	command -v openssl > /dev/null || missing="$$missing openssl"; \
	command -v systemd-analyze > /dev/null || missing="$$missing systemd"; \
	[ -z "$$missing" ] || { \
		[ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null || { \
			echo "the tests need more: on Debian, apt install$$missing"; exit 1; }; \
		echo "installing$$missing"; \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $$missing > /dev/null; }

check:
	@$(TOGETHER) $(NAME) $(VENV)/dev
	@$(TOGETHER) $(CHECKS)

# A second run checks the modules that also run on Windows.
check-types:
	@$(PY) -m mypy
	@$(PY) -m mypy --platform win32 --cache-dir .mypy_cache/win32 $(PORTABLE)

check-style:
	@$(PY) -m ruff format --check
	@$(PY) -m ruff check

check-page:
	@$(NPM) run --silent check

check-project:
	@$(PY) -m pytest --quiet $(CHECKED)

# Checks that every test can be loaded. Run once before many processes load the tests, it also compiles them for all.
check-tests:
	@said=$$($(PY) -m pytest --collect-only --quiet --quiet 2>&1) || { echo "$$said"; exit 1; }

format: $(VENV)/dev $(PAGE)
	@$(PY) -m ruff format
	@$(PY) -m ruff check --fix
	@$(NPM) run --silent format

screenshots: $(NAME) $(VENV)/dev system-packages
	@$(PY) docs/make_screenshots.py

bench: $(NAME)
	@$(PY) benchmarks/rules_speed.py

# After a change of the search that a match has confirmed: commit the file, with `Bench:` in the message.
signature: $(NAME)
	@$(PY) -m gomoku.lab.signature --write tests/bench.txt

# Games under fault injection. CLUSTER=1: several processes with PostgreSQL and Redis.
MINUTES ?= 3
soak: $(NAME) $(VENV)/dev
	@$(PY) -m benchmarks.soak --minutes $(MINUTES) $(if $(CLUSTER),--cluster)

# Hostile input for every entry point, SECONDS each; continues where the last run stopped.
SECONDS ?= 60
fuzz: $(NAME) $(VENV)/dev
	@$(PY) -m benchmarks.fuzz --seconds $(SECONDS)

# --- cleaning up ---

# Intermediate files: nothing that ./Gomoku needs.
clean:
	rm -rf build .pytest_cache .mypy_cache .ruff_cache .hypothesis
	rm -f src/gomoku/core/*.c src/gomoku/core/*.pxi src/gomoku/core/*.html
	find src tests benchmarks -name __pycache__ -prune -exec rm -rf {} +

fclean: clean
	rm -rf $(NAME) $(PBRAIN) dist $(VENV) src/*.egg-info web/node_modules $(dir $(PAGE))
	rm -f src/gomoku/core/*.so

re: fclean
	@$(MAKE) --no-print-directory all

help:
	@echo "make          build everything and leave ./$(NAME)   (PYTHON=python3.12 chooses the interpreter)"
	@echo "make pbrain   build a Gomocup brain: ./$(PBRAIN), and $(BUNDLE) to be zipped"
	@echo "make dist     build wheel and sdist in dist/"
	@echo "make run      build and start the game"
	@echo "make test     check, then run every test"
	@echo "make test-train   install PyTorch and test the training of networks, which make test leaves out"
	@echo "make quick    the tests of rules, core, engine and brain, and the page's units"
	@echo "make coverage run every test and measure which lines they reach"
	@echo "make check    format, lint, strict types, direction of imports, version, bench signature"
	@echo "make format   format the sources with ruff and biome"
	@echo "make screenshots   take the pictures of the page in docs/images"
	@echo "make bench    measure the speed of the rules"
	@echo "make signature   store the bench signature after a change of the search"
	@echo "make soak     players, engines and spectators under fault injection   (MINUTES=30 for longer, CLUSTER=1 for several processes)"
	@echo "make fuzz     hostile input for every entry point   (SECONDS=600 for longer)"
	@echo "make check-dist   install both as a user would, and play with them"
	@echo "make lock     write the hashes in requirements/ after a change of constraints.txt"
	@echo "make licences write docs/LICENCES.md"
	@echo "make audit    look for known vulnerabilities in the installed packages"
	@echo "make clean    remove intermediate files; fclean: everything that was built; re: fclean, then all"

define LAUNCHER
#!/bin/sh
# Made by make. Starts the game from any folder, also through a symbolic link.
home=$$(dirname -- "$$(readlink -f -- "$$0")")
python=$$home/$(VENV)/bin/python
if [ ! -x "$$python" ]; then
    echo "$(NAME): $$home/$(VENV) is gone: run make in $$home" >&2
    exit 1
fi
if [ "$$*" = brain ]; then  # a manager is waiting: start at once, without the other packages
    exec "$$python" -I -S -c 'import sys; sys.path.insert(0, sys.argv[1]); from gomoku.brain.process import main; main()' "$$home/src"
fi
exec "$$python" -P -m gomoku "$$@"
endef
export LAUNCHER
