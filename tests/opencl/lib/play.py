#!/usr/bin/python3
"""play: the scenarios of tests/order by calls of OpenCL, as tests/driver/play.py does by those of
CUDA: the findings are the same where the runtimes agree.

play.py BUILD [WAY...]    ways: on memory objects, and on shared virtual memory
"""

# SPDX-License-Identifier: Apache-2.0

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "driver"))
import play  # noqa: E402

play.PROGRAM = "opencl/play"
play.WAIT = "clEnqueueBarrierWithWaitList("
play.STREAM = "queue"
play.WAYS = ["buffer", "shared"]
GONE = "what is freed would be written: the program would crash"
EACH = "each queue has a wait of its own for what was not seen"
play.UNLIKE |= {
    "72 pageable_buffer_on_a_device": "memory of the host may be the device's too",
    "38g host_source_pageable": "released-with-work-in-flight: nothing is staged",
    "72h device_buffer_in_a_plain_array (buffer)": "a memory object is no pointer",
    "buffer_used_after_release: freed in the release callback (buffer)": GONE,
    "ok_memory_reused_after_release (buffer)": GONE,
    "taint_of_a_context_is_over": EACH,
    "taint_of_a_context_goes_on": EACH,
}
play.ELSEWHERE |= {
    "buffer-used-after-release (buffer)": "the other way: of a memory object the handle ends too",
    "free-on-unordered-stream (buffer)": "the other way: no call frees a memory object in order",
    "context-destroyed-while-held": "extension: other objects keep their context",
    "device-lost": "no error is said to be one that lasts",
    "event-never-recorded": "event-never-recorded: an event comes with its command",
    "event-not-completion": "event-not-completion",
    "event-rerecorded": "event-rerecorded: a cl_event is exchanged for another",
    "event-wrong-device": "devices have no numbers",
    "host-pointer-on-device": "memory of the host may be the device's too",
}
del play.ELSEWHERE["event-not-flushed"]

if __name__ == "__main__":
    sys.exit(play.main())
