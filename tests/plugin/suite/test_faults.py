"""test_faults: each test's name says what must become of it."""

# SPDX-License-Identifier: Apache-2.0

import arrays
import pytest

kept = []


@pytest.fixture
def spoilt():
    array = arrays.export()
    copy = arrays.ArrowArray.from_buffer_copy(array)
    array.release(array)
    copy.release(copy)  # in fixture
    return 1


@pytest.fixture
def spoils_late():
    yield 1
    array = arrays.export()
    copy = arrays.ArrowArray.from_buffer_copy(array)
    array.release(array)
    copy.release(copy)  # in teardown


def test_fails():
    arrays.release_twice()


def test_fails_too():
    arrays.release_twice()


def test_passes_before():
    pass


def test_errors_in_setup(spoilt):
    assert spoilt


def test_errors_in_teardown(spoils_late):
    assert spoils_late


def test_fails_itself():
    array = arrays.export()
    copy = arrays.ArrowArray.from_buffer_copy(array)
    array.release(array)
    copy.release(copy)
    assert array is copy, "its own failure"


@pytest.mark.arrowdev_ignore(reason="releases twice on purpose")
def test_passes_as_ignored():
    arrays.release_again()


@pytest.mark.xfail(strict=True, reason="released twice by the library below")
def test_xfails():
    array = arrays.export()
    copy = arrays.ArrowArray.from_buffer_copy(array)
    array.release(array)
    copy.release(copy)


@pytest.mark.arrowdev_limit_live(1)
def test_errors_as_two_live_on():
    kept.extend((arrays.export(), arrays.export()))


@pytest.mark.arrowdev_limit_live(2)
def test_passes_as_two_may_live_on():
    kept.extend((arrays.export(), arrays.export()))


@pytest.mark.arrowdev_ignore(reason="they stay")
def test_passes_as_nobody_asks():
    kept.extend((arrays.export(), arrays.export()))
