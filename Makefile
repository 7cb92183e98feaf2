# Each target makes what it needs. PYTHON is the interpreter that the environment is made from (3.11 or later).
PYTHON ?= python3
BIN := .venv/bin
INSTALLED := .venv/.installed

# Python keeps what it compiled, for the many processes of one run.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: bundle test-browser bench-web screenshots demo check lint types test test-slow docs verdict-pages catalogue rulebook-document coverage-document coverage-of-clauses bench bench-smoke bench-search revisions-table mutation-score planted-faults

HILL := examples/suppressed-and-returning/hill.scenario.yaml
EDIT := examples/edits/compare-with-base/compare-with-base.edit.yaml

# Four things worth seeing: a table, a ruling explained, a difference, the tests of the examples.
demo: $(INSTALLED)
	@$(SHOW) eval $(HILL) -r r1 -r r2 -r r3 -r r4 --no-depends
	@$(SHOW) why $(HILL) guard Броня -r r4 --after 1 --no-depends --quiet
	@$(SHOW) diff r4 $(EDIT) --events 1 --quiet || test $$? -eq 1 # they differ
	@$(SHOW) test examples --quiet

# Runs `pyrules`, having said what it runs.
SHOW = show() { echo "$$ pyrules $$*"; $(BIN)/pyrules "$$@"; }; show

check: lint types test

lint: $(INSTALLED)
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: $(INSTALLED)
	$(BIN)/mypy

test: $(INSTALLED)
	$(BIN)/pytest -q -n 2 --dist loadgroup -m "not slow and not browser"

# Whole matrices, random searches and long games: a quarter of an hour.
test-slow: $(INSTALLED)
	$(BIN)/pytest -q -n 2 --dist loadgroup -m slow

# Puts beneath every command in the documents what it prints now: read the difference before it goes in.
docs: $(INSTALLED)
	$(BIN)/python tests/documents.py

# Brings the catalogues of translations up to date with the sources, and compiles them.
catalogue: $(INSTALLED)
	$(BIN)/python tests/catalogue.py

# Everything about the three edits of the examples, a page each.
verdict-pages: $(INSTALLED)
	mkdir -p verdict-pages
	for edit in examples/edits/*/*.edit.yaml; do \
	  $(BIN)/pyrules verdict $$edit --corpus examples --time-limit 300 \
	    --html verdict-pages/$$(basename $$edit .edit.yaml).html > /dev/null || test $$? -ne 2 || exit 2; \
	done

# What is made from the manifests: the rulebook in our words, and the index from clauses to files.
rulebook-document: $(INSTALLED)
	$(BIN)/python -m pyrules.report.rulebook_document > docs/rulebook.md
	$(BIN)/python -m pyrules.report.clause_index

# What became of every sentence of the texts, from the manifests.
coverage-document: $(INSTALLED)
	$(BIN)/python -m pyrules.report.coverage_document > docs/coverage.md

# Which modelled clauses decide something in an example; fails when one decides nothing anywhere.
coverage-of-clauses: $(INSTALLED)
	printf '%s\n' r1 r2 r3 r4 | xargs -P 2 -I BOOK $(BIN)/pyrules check BOOK --corpus examples \
	  --select unreached-clause --select unfelt-clause --select reach:BOOK

bench: $(INSTALLED)
	$(BIN)/python tests/bench.py
	$(BIN)/python tests/bench_bulk.py

bench-smoke: $(INSTALLED)
	$(BIN)/python tests/bench.py 1
	$(BIN)/python tests/bench_bulk.py 10

# Fifty clients that evaluate on the page at once, for a minute.
bench-web: $(INSTALLED)
	$(BIN)/python tests/bench_web.py

# How long the search for differences takes, by bound. Takes many minutes.
bench-search: $(INSTALLED)
	$(BIN)/python tests/bench_search.py

# The revisions against each other, with the smallest difference of each pair.
revisions-table: $(INSTALLED)
	$(BIN)/python -m pyrules.report.revisions_table > docs/revisions-compared.md

# Which mutations of a rule no example notices. Takes the better part of an hour.
mutation-score: $(INSTALLED)
	$(BIN)/python tests/mutation_score.py

# Which planted faults the search for differences finds. Takes many minutes.
planted-faults: $(INSTALLED)
	$(BIN)/python tests/planted_faults.py

# The page in a real browser, where there is Chromium (`apt-get install chromium`): a minute.
test-browser: $(INSTALLED)
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[browser]'
	$(BIN)/pytest -q -m "browser and not slow" tests/test_browser.py

# The pictures of the page in docs/: look at each before it goes in.
screenshots: $(INSTALLED)
	$(BIN)/python tests/screenshots.py

# What the page runs in a browser, from assets/ into the package. Takes node and npm.
bundle:
	cd assets && npm ci && node build.mjs

# The stamp says that the environment holds what pyproject.toml asks for.
$(INSTALLED): pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@
