#!/usr/bin/python3
"""play: the scenarios of tests/order by calls of HIP, as tests/driver/play.py does it by those of
CUDA: the findings are the same where the runtimes agree.

play.py BUILD [WAY...]    WAYS below
"""

# SPDX-License-Identifier: Apache-2.0

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "driver"))
import play  # noqa: E402

play.PROGRAM = "rocm/play"
play.WAIT = "hipStreamWaitEvent("
WAITS = "hipFree waits for the device"
SYNCHRONOUS = "a copy of pageable memory is done when its call returns"
play.UNLIKE |= {
    "37 release_in_flight_memfree": WAITS,
    "37b release_in_flight_memfree_pool": WAITS,
    "38g host_source_pageable_released_in_flight": SYNCHRONOUS,
}
# dlsym and lookup, too, whose functions are the same ones: watched/ways.c.
play.WAYS = ["direct", "dlsym-thread", "lookup-thread"]

if __name__ == "__main__":
    sys.exit(play.main())
