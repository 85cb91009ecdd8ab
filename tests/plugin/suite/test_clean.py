"""test_clean: nothing is wrong here."""

# SPDX-License-Identifier: Apache-2.0

import arrays
import polars as pl
import pyarrow as pa
import pytest


@pytest.mark.parametrize("n", range(8))
def test_round_trip(n):
    frame = pl.DataFrame({"amount": range(n), "item": ["tea"] * n})
    assert pl.from_arrow(frame.to_arrow()).equals(frame)
    assert pa.table(frame)["amount"].to_pylist() == list(range(n))


@pytest.mark.arrowdev_limit_live(0)
def test_released():
    array = arrays.export()
    array.release(array)


def test_skipped():
    pytest.skip("not today")


@pytest.mark.xfail(reason="known")
def test_known():
    assert pa.array([1]).sum().as_py() == 2
