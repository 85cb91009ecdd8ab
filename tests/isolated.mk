# isolated: consumers get copies of buffers: planted faults on released packages are found, and
# programs without one run as before.
#
# SPDX-License-Identifier: Apache-2.0

# What the others do besides is long, or has nothing to do with buffers.
ISOLATED_APPS := adbc_duckdb arro3_tables cffi_ints ctypes_capsule datafusion_sql device_arrays \
    duck_query duck_reader duck_scan duck_udf gc_cycle generator_half mp_fork na_builder na_stream \
    nested_types pa_na pa_polars pd_frames polars_capsule polars_to_pa threads_mix type_matrix

SUITES += isolated isolated-apps

.PHONY: check-isolated check-isolated-apps check-isolated-all
check-isolated: all $(VENV)/.all  ## faults on host memory in released packages
	@tests/isolated/run.py

check-isolated-apps: all $(VENV)/bin/python-shared  ## programs on released packages, isolated
	@tests/apps/run.py --isolate 1 --python static $(ISOLATED_APPS)

check-isolated-all: all $(VENV)/bin/python-shared  ## all of them, with both Pythons and guard
	@tests/apps/run.py --isolate 1
	@tests/apps/run.py --isolate guard
