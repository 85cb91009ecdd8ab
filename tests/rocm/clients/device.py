"""device: an array on the second device says so, or names the first."""

# planted: device-id-mismatch error

# SPDX-License-Identifier: Apache-2.0

import ctypes
import sys

import arrays
from rocm.bindings import hip

ROCM = 10
SIZE = 1 << 16


def ok(answer):
    """What a call answered behind its status."""
    assert answer[0] == hip.hipError_t.hipSuccess, answer
    return answer[1] if len(answer) == 2 else None


ok(hip.hipSetDevice(1))
stream = ok(hip.hipStreamCreateWithFlags(1))
event = ok(hip.hipEventCreateWithFlags(2))
source = ok(hip.hipMalloc(SIZE))
ok(hip.hipMemsetAsync(source, 7, SIZE, stream))
ok(hip.hipEventRecord(event, stream))
device = 0 if "planted" in sys.argv else 1
exported = arrays.Exported(int(source), SIZE, int(event), device, kind=ROCM)
struct, _, guard = arrays.take(exported)
ok(hip.hipEventSynchronize(ctypes.c_void_p(guard)))
arrays.release(struct)
print("done")
