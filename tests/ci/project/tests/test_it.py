"""test_it: has as many faults as it is told, or nothing to do with Arrow."""

# SPDX-License-Identifier: Apache-2.0

import os

import pytest

FAULTS = os.environ.get("FAULTS", "0")


@pytest.mark.skipif(FAULTS == "none", reason="no Arrow here")
def test_it():
    import arrays

    array = arrays.export()
    array.release(array)
    if int(FAULTS) >= 1:
        arrays.release_twice()
    if int(FAULTS) >= 2:
        arrays.release_again()


def test_status():
    assert os.environ.get("BROKEN") is None
