# The verbs that people type. Everything they do stands in tutor/start.py, which needs nothing but Python 3.11.
PYTHON := $(or $(shell command -v python3.13 || command -v python3.12 || command -v python3.11 || command -v python3),python3)

.PHONY: run test bench texts clean

run: ## start the site on this machine: PORT=8000 HOST=127.0.0.1
	@$(PYTHON) tutor/start.py run

test: ## the whole suite, browser tests included
	@$(PYTHON) tutor/start.py test $(ARGS)

bench: ## speed of the engine
	@$(PYTHON) tutor/start.py bench

texts: ## after a change of any text: bring the catalogs up to date, check and compile them
	@$(PYTHON) tutor/start.py texts

clean: ## forget the environment and the database
	@rm -rf .venv var
