# Short names for what CI runs; every recipe works inside any virtual environment.
PYTHON ?= python3
export PYTHON

.PHONY: mutate build test test-long lint docs sanitize bench wheels

build:  ## install into the current environment, the core compiled
	$(PYTHON) -m pip install .

test:  ## what CI runs on every change
	pytest -n auto

test-long:  ## the full-size comparisons as well, which take minutes
	pytest -n auto -m "long or not long"

lint:  ## needs: pip install '.[test]' --group lint
	.ci/lint

docs:  ## needs: pip install . --group docs; the site with guides and reference, into build/docs/
	$(PYTHON) scripts/build_docs.py

sanitize:  ## needs: pip install --group sanitize; address, undefined behaviour, threads
	.ci/sanitize asan tsan

bench:  ## needs: pip install '.[oracle]'
	$(PYTHON) scripts/bench.py

wheels:  ## needs: pip install . --group wheels; for Linux, macOS and Windows, into dist/
	$(PYTHON) scripts/build_wheels.py

mutate:  ## needs: pip install '.[test]' --group sanitize; every change of a kept list must make a test fail, in some minutes
	$(PYTHON) scripts/mutate.py
