# peers: the tests that released packages bring along, plain and watched.
#
# SPDX-License-Identifier: Apache-2.0

SUITES += peers
LONG   += peers-long

PEERS_SDISTS := adbc-driver-manager adbc-driver-sqlite deltalake geoarrow-c geoarrow-pyarrow \
    nanoarrow narwhals
PEERS_C := array_stream_test array_test schema_test

build/peers/.all: tests/peers/fetch.sh build/venv/.all
	$(call SAY,PIP,$@)
	$(Q)$< build/venv/bin/python3 $(@D) $(PEERS_SDISTS) && touch $@

build/peers/.nanoarrow: tests/peers/nanoarrow.sh build/peers/.all
	$(call SAY,CXX,$@)
	$(Q)CC='$(CC)' CXX='$(CXX)' $< build/venv/bin/python3 $(@D) $(PEERS_C) && touch $@

.PHONY: check-peers check-peers-long
check-peers: all build/peers/.nanoarrow  ## tests that released packages bring along
	@tests/peers/run.py

check-peers-long: all build/peers/.all
	@tests/peers/run.py --long
