# Each target sets up .venv by itself on a machine with python3 (3.11 or newer).
PYTHON ?= python3
BIN := .venv/bin
SOURCES := $(shell find topstretch data -type f -not -path '*/__pycache__/*') pyproject.toml README.md

.PHONY: race test verify mutants bench docs lint types clean

race: .venv/wheel
	$(BIN)/topstretch play champagne-2009 --version fullplay --seed 7

test: .venv/wheel
	$(BIN)/pytest -n 2

# The long proofs: hours, not minutes. Each writes what it did and found to docs/accuracy.md.
PROOF := PYTHONPATH=tests $(BIN)/python -m
verify: .venv/wheel
	$(BIN)/pytest -m verify
	$(PROOF) engine.agreement --races 100000000 --workers 2 --write docs/accuracy.md
	$(PROOF) trust.races --races 20000 --workers 2 --write docs/accuracy.md
	$(PROOF) trust.files --inputs 1000000 --workers 2 --write docs/accuracy.md
	$(PROOF) trust.file_commands --inputs 4000 --write docs/accuracy.md
	$(PROOF) trust.file_kills --tries 200 --write docs/accuracy.md
	$(PROOF) trust.dice_statistics --dice 1000000000 --write docs/accuracy.md
	$(PROOF) trust.versions --suite 3.11/oldest 3.13/newest --write docs/accuracy.md
	$(PROOF) trust.packaging --write docs/accuracy.md

# Small changes of the rules, the dice, the cards and the money, each of which a test must notice.
mutants: .venv/dev
	$(BIN)/python tools/mutants.py --write docs/accuracy.md

# Timings, as ratios; nothing is asserted. Writes docs/benchmarks.md.
bench: .venv/wheel
	$(BIN)/python -m bench

docs: .venv/wheel .venv/docs
	$(BIN)/sphinx-build -q -W --keep-going docs docs/_build

.venv/docs: .venv/dev
	$(BIN)/python tools/dev_requirements.py docs | xargs -d '\n' $(BIN)/pip install --quiet --disable-pip-version-check
	touch $@

lint: .venv/dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: .venv/dev
	$(BIN)/mypy

.venv/dev: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -c 'import sys; sys.exit(sys.version_info < (3, 11) and "topstretch needs Python 3.11 or newer")'
	$(BIN)/pip install --quiet --disable-pip-version-check hatchling build
	$(BIN)/python tools/dev_requirements.py plots testing dev | xargs -d '\n' $(BIN)/pip install --quiet --disable-pip-version-check
	touch $@

# The tests run against the built wheel, as a user would install it, never against the checkout.
.venv/wheel: .venv/dev $(SOURCES)
	rm -rf dist
	$(BIN)/python -m build --wheel --no-isolation --outdir dist . > dist.log 2>&1 || { cat dist.log; exit 1; }
	rm -f dist.log
	$(BIN)/pip install --quiet --disable-pip-version-check --force-reinstall --no-deps dist/*.whl
	touch $@

clean:
	rm -rf .venv dist build
