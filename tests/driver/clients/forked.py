"""forked: a child that was forked has no use of a device: its calls fail, and what it inherited
stays the parent's to release.
"""

# planted: release-in-forked-child error observed

# SPDX-License-Identifier: Apache-2.0

import os
import sys

import arrays
from cuda.bindings import driver

SIZE = 1 << 16


def ok(answer):
    """What a call answered behind its status."""
    assert answer[0] == driver.CUresult.CUDA_SUCCESS, answer
    return answer[1] if len(answer) == 2 else None


ok(driver.cuInit(0))
context = ok(driver.cuCtxCreate(None, 0, ok(driver.cuDeviceGet(0))))
stream = ok(driver.cuStreamCreate(1))
event = ok(driver.cuEventCreate(2))
source = ok(driver.cuMemAlloc(SIZE))
ok(driver.cuMemsetD8Async(source, 7, SIZE, stream))
ok(driver.cuEventRecord(event, stream))
struct, pointer, guard = arrays.take(arrays.Exported(int(source), SIZE, int(event)))
child = os.fork()
if child == 0:
    result = bytearray(4)
    # Before its event, had it been the parent's.
    (failed,) = driver.cuMemcpyDtoH(result, pointer, len(result))
    print("the child is told", int(failed), flush=True)
    if "planted" in sys.argv:
        arrays.release(struct)
    sys.exit(0)
os.waitpid(child, 0)
ok(driver.cuEventSynchronize(driver.CUevent(guard)))
arrays.release(struct)
print("done")
