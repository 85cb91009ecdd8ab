"""device: an array on the second device says so, or names the first."""

# planted: device-id-mismatch error

# SPDX-License-Identifier: Apache-2.0

import sys

import arrays
from cuda.bindings import driver

SIZE = 1 << 16


def ok(answer):
    """What a call answered behind its status."""
    assert answer[0] == driver.CUresult.CUDA_SUCCESS, answer
    return answer[1] if len(answer) == 2 else None


ok(driver.cuInit(0))
context = ok(driver.cuCtxCreate(None, 0, ok(driver.cuDeviceGet(1))))
stream = ok(driver.cuStreamCreate(1))
event = ok(driver.cuEventCreate(2))
source = ok(driver.cuMemAlloc(SIZE))
ok(driver.cuMemsetD8Async(source, 7, SIZE, stream))
ok(driver.cuEventRecord(event, stream))
device = 0 if "planted" in sys.argv else 1
struct, _, guard = arrays.take(arrays.Exported(int(source), SIZE, int(event), device))
ok(driver.cuEventSynchronize(driver.CUevent(guard)))
arrays.release(struct)
print("done")
