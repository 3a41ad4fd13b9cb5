# Two commands are enough: `make play` and `make test`. Each sets up what it needs.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
CHECKED := tests/laws
PAGE := coven/server/static/index.html
PAGE_SOURCES := $(shell find web/src web/public web/*.json web/*.ts web/*.js web/*.html -type f 2>/dev/null)
NODE := $(BIN)/python tools/page.py

# Containers often forbid Python to keep compiled modules; every test process would then compile all tests anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test fast check page shots bench coverage container-check clean help

play: $(VENV)/ready $(PAGE) ## set everything up and open the table in the browser (ARGS=--lan for phones on your network)
	@$(BIN)/coven prepare
	@$(BIN)/coven serve $(ARGS)

test: $(VENV)/ready-dev $(PAGE) check ## set everything up and run the whole suite, and its fast part on other Pythons
	$(BIN)/python -m pytest -n 5 --dist worksteal # many tests wait: more workers than cores
	NUMBA_BOUNDSCHECK=1 $(BIN)/python -m pytest -n 3 --dist worksteal $(CHECKED) # the laws, with bounds checked
	$(BIN)/python tools/pythons.py

fast: $(VENV)/ready-dev $(PAGE) ## the fast part of the suite, under a minute
	$(BIN)/python -m pytest -n 3 -m "not slow" # many tests wait

check: $(VENV)/ready-dev $(PAGE) ## lint, types, imports, clause table, docs
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(NODE) check
	$(BIN)/python -m pytest tests/test_clauses.py tests/test_docs.py

page: $(PAGE) ## build the page

shots: $(VENV)/ready-dev $(PAGE) ## screenshots of home, each phase and the end, and all moments judged at ten sizes
	$(BIN)/python -m tests.browser.shots
	$(BIN)/python -m tests.browser.layout build/layout

bench: $(VENV)/ready-dev $(PAGE) ## measure what the README claims, into bench/results.md
	$(BIN)/python -m bench.run

coverage: $(VENV)/ready-dev ## line and branch coverage of the rules in plain Python
	$(BIN)/coverage run -m pytest -m "not slow" && $(BIN)/coverage report

container-check: $(VENV)/ready ## run the steps of docs/hosting/Containerfile in empty Debian folders (root, debootstrap, minutes)
	rm -rf build/container && $(BIN)/python tools/container.py build/container

clean: ## remove the environment and everything built
	rm -rf $(VENV) web/node_modules coven/server/static build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis

help: ## this list
	@grep -E '^[a-z-]+:.*##' Makefile | sed 's/:.*## /\t/' | expand -t 16

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Coven needs Python 3.11 or newer: try make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || \
		{ echo "Python cannot make an environment here: on Debian, install python3-venv"; exit 1; }

$(VENV)/ready: pyproject.toml constraints.txt | $(BIN)/python
	@echo "Setting up (once) ..."
	@$(PIP) install --quiet --constraint constraints.txt --editable .
	@touch $@

$(PAGE): $(PAGE_SOURCES) tools/page.py | $(VENV)/ready
	@$(NODE) build

$(VENV)/ready-dev: $(VENV)/ready
	@$(PIP) install --quiet --constraint constraints.txt --editable ".[dev]"
	@touch $@
