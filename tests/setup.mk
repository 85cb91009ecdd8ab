# setup: what the build and the tests need, and the targets that fetch it; nothing is fetched before it is said.
#
# SPDX-License-Identifier: Apache-2.0

VENV := build/venv
DEPS_BUILD := make gcc libc6-dev pkg-config uthash-dev libunwind-dev libdw-dev libiberty-dev libjansson-dev \
    python3-venv ca-certificates
DEPS_CHECK := g++ clang clang-format clang-tidy cppcheck libcmocka-dev python3-dev python3-jsonschema
DEPS_COUNTS := gdb binutils

.PHONY: deps-build deps-check deps-counts

deps-build:
	@tests/deps.sh $(DEPS_BUILD)

deps-check:
	@tests/deps.sh $(DEPS_BUILD) $(DEPS_CHECK)

deps-counts:
	@tests/deps.sh $(DEPS_BUILD) $(DEPS_CHECK) $(DEPS_COUNTS)

# The demo needs two of the packages only. Both Pythons are made anew when a version changes, and only then.
$(VENV)/.demo: tests/requirements.txt
	@rm -rf $(VENV)
	@tests/venv.sh $(VENV) $< pyarrow polars
	@touch $@

$(VENV)/.all: $(VENV)/.demo
	@tests/venv.sh $(VENV) tests/requirements.txt
	@touch $@

# pyvenv.cfg lies one folder up, so this Python finds the same packages.
$(VENV)/bin/python-shared: tests/pyshared.c $(VENV)/.all
	$(CC) -O2 $$(/usr/bin/python3-config --includes) $< -o $@ $$(/usr/bin/python3-config --ldflags --embed)
