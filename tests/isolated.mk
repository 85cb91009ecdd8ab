# isolated: consumers get copies of buffers: planted faults on released packages are found, and
# programs without one run as before.
#
# SPDX-License-Identifier: Apache-2.0

# What the others do besides is long, or has nothing to do with buffers.
ISOLATED_APPS := adbc_duckdb arro3_tables cffi_ints ctypes_capsule datafusion_sql device_arrays \
    duck_query duck_reader duck_scan duck_udf gc_cycle generator_half mp_fork na_builder na_stream \
    nested_types pa_na pa_polars pd_frames polars_capsule polars_to_pa threads_mix type_matrix

SUITES += isolated isolated-apps

LONG += isolated-full isolated-guard isolated-front

.PHONY: check-isolated check-isolated-apps check-isolated-full check-isolated-guard \
    check-isolated-front
check-isolated: all $(VENV)/.all  ## faults on host memory in released packages
	@tests/isolated/run.py

check-isolated-apps: all $(VENV)/bin/python-shared  ## programs on released packages, isolated
	@tests/apps/run.py --isolate 1 --python static $(ISOLATED_APPS)

check-isolated-full: all $(VENV)/bin/python-shared  ## all of them, content looked at too
	@tests/apps/run.py --isolate 1:validate=1

check-isolated-guard: all $(VENV)/bin/python-shared  ## all of them, reads beyond the end too
	@tests/apps/run.py --isolate guard

check-isolated-front: all $(VENV)/bin/python-shared  ## all of them, reads before the first row too
	@tests/apps/run.py --isolate front
