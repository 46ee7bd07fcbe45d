# Everything a person or CI does, from Python 3.11+ and make alone; the rest is fetched into .venv.
#   make play   build the lodge and open it at http://localhost:8600
#   make test   every check and every test, in a real browser too
#   make check  ruff, formatting, strict mypy        make site   build dist/
#   make bench  measure                              make clean  forget all that was made
#   make pictures   a picture of every state of every screen, or STATES=table for those so named

SHELL := /bin/sh
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play test check site bench pictures browser clean lock

VENV := .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip --quiet --quiet --disable-pip-version-check --require-virtualenv
NEWER := 'import sys; sys.exit(sys.version_info < (3, 11))'
NODE := 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)'
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	"$$p" -c $(NEWER) 2>/dev/null && echo "$$p" && break; done)
export PATH := $(CURDIR)/$(VENV)/bin:$(PATH)

SOURCES = $(shell find engine web -type f \
	-not -path '*/node_modules*' -not -path '*/__pycache__/*' 2>/dev/null)

help:
	@sed -n '2,6s/^# *//p' Makefile

play: dist/index.html
	@$(PY) -m relay

site: dist/index.html

# A browser that got no processor in time may fail a story once: it is told again, and named at the
# end. Twice is a fault, and so is a name that comes up again.
test: check browser dist/index.html
	$(PY) -m pytest tests
	LODGE_SITE=dist $(PY) -m pytest e2e --screenshot only-on-failure --reruns 1 -r R

check: $(VENV)/dev
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy

bench: $(VENV)/bench $(VENV)/node browser
	@missed=; for bench in tests/bench/*.py; do \
		echo "$$bench"; PYTHONPATH=.:web/py $(PY) "$$bench" || missed="$$missed $$bench"; done; \
		test -z "$$missed" || { echo "Missed:$$missed"; exit 1; }

pictures: browser dist/index.html
	@PYTHONPATH=.:web/py $(PY) -m e2e.gallery "$(STATES)"

browser: $(VENV)/dev
	@$(PY) -m e2e.browser

# Whatever times the build leaves on what it copies, the page itself is touched last: the stamp.
dist/index.html: $(SOURCES) $(VENV)/play $(VENV)/node
	@echo "Building the site ..."
	@$(PY) -m web.build --out dist
	@touch $@

$(VENV)/bin/python:
	@test -n "$(PYTHON)" || { \
		echo "Python 3.11 or newer is needed; name yours: make PYTHON=/path/to/python3"; exit 1; }
	@"$(PYTHON)" -c $(NEWER) 2>/dev/null || { echo "$(PYTHON) is no Python 3.11 or newer"; exit 1; }
	@"$(PYTHON)" -m venv $(VENV) || { rm -rf $(VENV); \
		echo "Python's venv is missing; on Debian or Ubuntu: apt-get install python3-venv"; exit 1; }

$(VENV)/play: pyproject.toml requirements.lock | $(VENV)/bin/python
	@echo "Fetching what the lodge runs on ..."
	@$(PIP) install --constraint requirements.lock --editable .
	@touch $@

$(VENV)/dev: $(VENV)/play
	@echo "Fetching what its tests need ..."
	@$(PIP) install --constraint requirements.lock --editable '.[dev]'
	@touch $@

$(VENV)/bench: $(VENV)/dev
	@echo "Fetching what the bench plays beside ..."
	@$(PIP) install --constraint requirements.lock --editable '.[bench]'
	@touch $@

$(VENV)/node: $(VENV)/play
	@{ node -e $(NODE) && npm --version; } >/dev/null 2>&1 || { \
		echo "Fetching Node ..."; \
		$(PIP) install --constraint requirements.lock --editable '.[node]'; }
	@touch $@

# Newest versions within pyproject's ranges, to be tested and committed.
lock: | $(VENV)/bin/python
	@"$(PYTHON)" -m venv --clear .venv-lock
	@.venv-lock/bin/python -m pip --quiet --quiet install --editable '.[bench,dev,node]'
	@.venv-lock/bin/python -m pip --quiet --quiet freeze --exclude-editable > requirements.lock
	@rm -rf .venv-lock

clean:
	rm -rf $(VENV) .venv-lock .cache dist test-results web/runtime/node_modules *.egg-info
	rm -rf .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
