# setup: what the build and the tests need, said before it is fetched; the demo and the suites.
#
# SPDX-License-Identifier: Apache-2.0

DEPS_BUILD := make gcc libc6-dev uthash-dev libunwind-dev libdw-dev libiberty-dev libjansson-dev \
    opencl-c-headers python3-venv ca-certificates
DEPS_CHECK := git g++ libc6-dbg libgtest-dev libgmock-dev clang lld libclang-rt-14-dev \
    clang-format clang-tidy cppcheck shellcheck libcmocka-dev cmake python3-dev python3-jsonschema \
    python3-gdal xz-utils libxml2-utils tidy groff-base chromium chromium-driver \
    python3-selenium pocl-opencl-icd ocl-icd-opencl-dev libjemalloc2 libtcmalloc-minimal4 \
    libmimalloc2.0 valgrind
DEPS_COUNTS := gdb binutils


## What is needed, and the demo
.PHONY: deps-build deps-check deps-counts
deps-build:  ## install the Debian packages that the build and the demo need, where missing
	@tests/deps.sh $(DEPS_BUILD)

deps-check:  ## install what the tests and lints need besides
	@tests/deps.sh $(DEPS_BUILD) $(DEPS_CHECK)

deps-counts:
	@tests/deps.sh $(DEPS_BUILD) $(DEPS_CHECK) $(DEPS_COUNTS)

# The demo needs two packages only. Both Pythons are made anew when a version changes, else never.
$(VENV)/.demo: tests/requirements.txt
	@tests/venv.sh --anew $(VENV) $< pyarrow polars
	@touch $@

$(VENV)/.all: $(VENV)/.demo
	@tests/venv.sh $(VENV) tests/requirements.txt
	@touch $@

# pyvenv.cfg lies one folder up, so this Python finds the same packages.
$(VENV)/bin/python-shared: tests/pyshared.c $(VENV)/.all
	$(call SAY,CC,$@)
	$(Q)$(CC) -O2 $$(/usr/bin/python3-config --includes) $< -o $@ \
	    $$(/usr/bin/python3-config --ldflags --embed)

build/examples/lib%.so: examples/%.c
	$(call SAY,CC,$@)
	$(Q)mkdir -p $(@D) && $(CC) -g -O1 -Wall -Wextra -fPIC -shared -o $@ $<

# A second make, as the first has looked at the system before the packages were there.
.PHONY: demo
demo: deps-build  ## build, run a small program with two faults under the library, show the report
	@$(MAKE) --no-print-directory all $(VENV)/.demo build/examples/libsink.so
	@tests/demo.sh

## Test
# Every tests/*.mk adds its suites; check-SUITE ends in the closing line that tally.sh adds up.
SUITES += setup apps

.PHONY: check check-setup check-apps check-counts
# The packages first, then a make that sees them: cuda.h may be in one of them.
check: deps-check  ## run every suite and add up
	@$(MAKE) --no-print-directory $(VENV)/.all
	@$(MAKE) --no-print-directory all
	@tests/tally.sh $(foreach suite,$(SUITES),'$(MAKE) --no-print-directory check-$(suite)')

check-setup:  ## what making build/venv anew leaves alone
	@tests/setup.sh

check-apps: all $(VENV)/bin/python-shared  ## programs on released packages, plain and watched
	@tests/apps/run.py

check-counts: deps-counts $(VENV)/.all  ## compare tests/apps/counts.tsv with gdb's count
	@tests/apps/count.py
