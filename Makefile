# Two commands do everything: `make play` opens the game, `make test` runs every test.
# Each sets up what it needs in .venv first; nothing but Python 3.11 or later has to be there.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
ROOMS := $(patsubst %/pyproject.toml,%,$(wildcard examples/*/pyproject.toml))  # games in packages of their own
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.DEFAULT_GOAL := help
.PHONY: help play test chromium bench coverage mutants drill goldens web docs clean

help: ## What can be made
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 10

play: $(VENV)/installed ## Set everything up and open the game
	@$(BIN)/gruppetto serve --open

test: $(VENV)/developing chromium ## Set everything up, check the code, run every test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/gruppetto warmup
	$(BIN)/pytest -n auto --dist worksteal

bench: $(VENV)/installed ## Measure, with the goals beside the figures
	$(BIN)/gruppetto bench --cold

PART ?= all

drill: $(VENV)/developing ## The slow attacks (PART=… for one, PART=list for what there is; MINUTES=…, AGAIN=1)
	@$(BIN)/python tests/drill/parts.py $(PART) $(if $(MINUTES),--minutes $(MINUTES)) $(if $(AGAIN),--again)

GAME ?= $$($(BIN)/python tests/tools/rooms.py)

coverage: $(VENV)/developing ## Lines and branches of every rule that the rule tests run (GAME=… for one game)
	@for game in $(GAME); do GRUPPETTO_INTERPRETED=1 $(BIN)/python tests/tools/rule_coverage.py $$game --keep || exit 1; done

mutants: $(VENV)/developing ## Plant faults in the rules and see which the rule tests notice (GAME=… for one game)
	@for game in $(GAME); do GRUPPETTO_INTERPRETED=1 $(BIN)/python tests/tools/mutants.py $$game --keep || exit 1; done

goldens: $(VENV)/developing ## Write the golden races of every game anew (GAME=… for one)
	$(BIN)/python tests/goldens/golden.py $(GAME)

web: $(VENV)/developing ## The browser app with hot reload, beside a server of its own
	$(BIN)/python web/develop.py

docs: $(VENV)/developing ## Build the site into site/, with the tables of observations and columns made anew
	$(BIN)/python tests/tools/observations.py
	$(BIN)/python tests/tools/columns.py
	$(BIN)/zensical build --clean

clean: ## Remove what was built, the virtual environment too
	rm -rf $(VENV) site dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis

chromium:
	@command -v chromium >/dev/null || command -v google-chrome >/dev/null || \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then apt-get update -qq && apt-get install -y -qq chromium; \
	else echo 'The browser tests need Chromium. Install it (Debian: apt-get install chromium) and try again.'; exit 1; fi

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo 'Gruppetto needs Python 3.11 or later; this is '"$$($(PYTHON) -V)"'. Try: make PYTHON=python3.11 …'; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q --upgrade pip

$(VENV)/installed: $(VENV)/bin/python pyproject.toml hatch_build.py $(wildcard web/*.*) $(shell find web/src web/public src/gruppetto/locales -type f 2>/dev/null)
	$(BIN)/python -m pip install -q --editable .
	@touch $@

$(VENV)/developing: $(VENV)/installed $(addsuffix /pyproject.toml,$(ROOMS))
	$(BIN)/python -m pip install -q --group dev $(addprefix --editable ,$(ROOMS))
	cd web && PATH="$(CURDIR)/$(BIN):$$PATH" npm ci --no-audit --no-fund
	@touch $@
