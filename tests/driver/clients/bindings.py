"""bindings: cuda-bindings, NVIDIA's own layer for Python: one stream writes, another one reads."""

# planted: read-before-event error observed
# planted late: read-before-event error latent

# SPDX-License-Identifier: Apache-2.0

import sys
import time

import arrays
from cuda.bindings import driver

SIZE = 1 << 20


def ok(answer):
    """What a call answered behind its status."""
    assert answer[0] == driver.CUresult.CUDA_SUCCESS, answer
    return answer[1] if len(answer) == 2 else None


ok(driver.cuInit(0))
context = ok(driver.cuCtxCreate(None, 0, ok(driver.cuDeviceGet(0))))
writes, reads = (ok(driver.cuStreamCreate(1)) for _ in range(2))
event = ok(driver.cuEventCreate(2))
source, target = (ok(driver.cuMemAlloc(SIZE)) for _ in range(2))
ok(driver.cuMemsetD8Async(source, 7, SIZE, writes))
ok(driver.cuEventRecord(event, writes))
struct, pointer, guard = arrays.take(arrays.Exported(int(source), SIZE, int(event)))
if "late" in sys.argv:
    time.sleep(0.3)  # long enough for the event, which nobody asks about
elif "planted" not in sys.argv:
    ok(driver.cuStreamWaitEvent(reads, driver.CUevent(guard), 0))
ok(driver.cuMemcpyDtoDAsync(target, pointer, SIZE, reads))
ok(driver.cuStreamSynchronize(reads))
arrays.release(struct)
result = bytearray(4)
ok(driver.cuMemcpyDtoH(result, target, len(result)))
print("read", "what was written" if bytes(result) == b"\7\7\7\7" else "too early")
