# The verbs that people type. Everything they do stands in tutor/start.py, which needs nothing but Python 3.11.
# The first Python on this machine that is new enough and really runs; else python3, which then says what is wrong.
NEW_ENOUGH = import sys; sys.exit(sys.version_info < (3, 11))
PYTHON := $(or $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do $$p -c '$(NEW_ENOUGH)' 2>/dev/null && echo $$p && break; done),python3)

.PHONY: run test test-postgres bench load texts pdf puzzles audit clean

run: ## start the site on this machine: PORT=8000 HOST=127.0.0.1
	@$(PYTHON) tutor/start.py run

test: ## the whole suite, browser tests included
	@$(PYTHON) tutor/start.py test $(ARGS)

test-postgres: ## the tests of the site on a real PostgreSQL with Redis and nginx
	@$(PYTHON) tutor/start.py test-postgres $(ARGS)

bench: ## speed of the engine
	@$(PYTHON) tutor/start.py bench

load: ## speed of the production server under many visitors
	@$(PYTHON) tutor/start.py load $(ARGS)

texts: ## after a change of any text: bring the catalogs up to date, check and compile them
	@$(PYTHON) tutor/start.py texts

pdf: ## print the rules of every preset in every language into var/pdf
	@$(PYTHON) tutor/start.py pdf

puzzles: ## mine and prove the stored set of problems: ARGS="--themes R1,E4"
	@$(PYTHON) tutor/start.py puzzles $(ARGS)

audit: ## known faults in dependencies, licences, bill of materials
	@$(PYTHON) tutor/start.py audit $(ARGS)

clean: ## forget the environment and the database
	@rm -rf .venv var
