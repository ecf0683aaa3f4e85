# Two commands: `make demo` builds Desert Rats into build/, `make test` runs the tests. Each sets itself up.
.PHONY: demo test long release lint format schemas codes shelf completion clauses mutants traces lock clean help

PY := .venv/bin/python

help: ## what there is to make
	@grep -E '^[a-z]+:.*##' Makefile | sed -E 's/:.*## /\t/' | expand -t 12

demo: ## set up, check Desert Rats and print it into build/
	@scripts/setup
	$(PY) -m scenario_forge check desert-rats --errata all
	$(PY) -m scenario_forge build desert-rats --paper A4 --paper Letter --output build

test: ## set up and run the tests
	@scripts/setup
	@scripts/run_tests

long: ## all tests, also those of which .ci/run tries a share, all docs, four games a scenario by each player, benchmarks
	@scripts/setup
	@scripts/run_tests -m "long or not long"
	for game in content/*/; do $(PY) -m scenario_forge check $$game --errata all --play --games 4 --strict || exit 1; done
	$(PY) scripts/run_docs.py
	for script in benchmarks/[a-z]*.py; do $(PY) $$script || exit 1; done

release: ## from a clean tree: wheel, source archive, PDFs, checksums and notes, into dist/
	@scripts/setup
	$(PY) scripts/release.py

lint: ## ruff, mypy --strict, import order
	@scripts/setup
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy
	.venv/bin/lint-imports --config pyproject.toml

format: ## lay out the code
	@scripts/setup
	.venv/bin/ruff check --fix .
	.venv/bin/ruff format .

schemas: ## write the JSON Schemas anew
	@scripts/setup
	$(PY) -m scenario_forge schema --output schemas

codes: ## write the index of diagnostics anew
	@scripts/setup
	$(PY) scripts/codes.py

shelf: ## write the page of the rule modules anew
	@scripts/setup
	$(PY) scripts/shelf.py

completion: ## write anew what the Tab key completes: verbs, options, codes
	@scripts/setup
	$(PY) scripts/completion.py

clauses: ## write anew which tests pin which clause (GAME=massawa: show how many each of its clauses has)
	@scripts/setup
	$(PY) scripts/clauses.py
	$(if $(GAME),$(PY) scripts/clauses.py $(GAME))

mutants: ## change one condition after another and see which tests notice (an hour; can be interrupted; GAME=massawa)
	@scripts/setup
	mkdir -p build benchmarks/mutants
	-$(PY) scripts/mutants.py --kind conditions --jobs 2 $(if $(GAME),--game $(GAME)) \
	  --log build/mutants$(if $(GAME),-$(GAME)).jsonl \
	  --report benchmarks/mutants/conditions$(if $(GAME),-$(GAME)).md

traces: ## follow every traced game and say which goes otherwise than before (fifteen minutes)
	@scripts/setup
	$(PY) scripts/follow_traces.py

lock: ## resolve the dependencies anew, newest and oldest (needs uv)
	uv pip compile pyproject.toml --quiet --group dev --universal --generate-hashes --python-version 3.11 \
	  --custom-compile-command "make lock" -o requirements.lock
	uv pip compile pyproject.toml --quiet --extra edit --resolution lowest-direct --universal --generate-hashes \
	  --python-version 3.11 --custom-compile-command "make lock" -o requirements-oldest.lock

clean: ## remove what was built
	rm -rf build/* .venv dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
