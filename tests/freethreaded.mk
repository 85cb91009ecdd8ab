# freethreaded: a Python without the GIL, which no package has: made from Debian's source of 3.13.
#
# SPDX-License-Identifier: Apache-2.0

LONG += freethreaded-long

FREE        := $(BUILD)/freethreaded
FREE_SOURCE := https://deb.debian.org/debian/pool/main/p/python3.13/python3.13_3.13.5.orig.tar.xz
FREE_SUM    := 93e583f243454e6e9e4588ca2c2662206ad961659863277afcdb96801647d640
FREE_DEPS   := curl xz-utils zlib1g-dev libffi-dev libssl-dev
# The latest that have wheels for it.
FREE_PACKAGES := pyarrow==24.0.0 nanoarrow==0.8.0
FREE_PROGRAMS := ctypes_capsule exit_capsules exit_status gc_cycle mp_fork mp_forkserver \
    na_builder na_stream os_exit pa_na

$(FREE)/.made: tests/freethreaded.mk tests/freethreaded.sh
	@tests/deps.sh $(FREE_DEPS)
	@tests/freethreaded.sh $(FREE) $(FREE_SOURCE) $(FREE_SUM) $(FREE_PACKAGES)
	@touch $@

.PHONY: check-freethreaded-long
check-freethreaded-long: all $(FREE)/.made
	@$(MAKE) --no-print-directory $(BUILD)/unit/pystack $(UNIT_FIXTURES)
	@PATH=$(abspath $(FREE))/bin:$$PATH tests/tally.sh 'tests/unit.sh $(BUILD)/unit/pystack' \
	    'tests/hold/run.py -k free_threaded' \
	    'tests/apps/run.py --python free $(FREE_PROGRAMS)'
