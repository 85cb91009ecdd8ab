# plugin: the pytest plug-in as pip installs it from the tree, on suites of tests with known faults.
#
# SPDX-License-Identifier: Apache-2.0

SUITES += plugin
PLUGIN := build/plugin/packages

# pip builds where the sources lie, so in a copy.
$(PLUGIN)/.all: $(wildcard report/python/*.toml report/python/*/*.py) $(VENV)/.all
	$(call SAY,PIP,$@)
	$(Q)rm -rf build/plugin && mkdir -p build/plugin && cp -r report/python build/plugin/source && \
	    $(VENV)/bin/python3 -m pip --disable-pip-version-check install -q --no-deps \
	    --target $(@D) build/plugin/source && touch $@

.PHONY: check-plugin
check-plugin: all $(PLUGIN)/.all  ## a finding fails the test that caused it, in pytest
	@tests/plugin/run.py
