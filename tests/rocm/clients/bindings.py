"""bindings: rocm-bindings-hip, AMD's own layer for Python: one stream writes, another one reads."""

# planted: read-before-event error observed
# planted late: read-before-event error latent

# SPDX-License-Identifier: Apache-2.0

import ctypes
import sys
import time

import arrays
from rocm.bindings import hip

ROCM = 10
NON_BLOCKING, NO_TIMING = 1, 2
SIZE = 1 << 20


def ok(answer):
    """What a call answered behind its status."""
    assert answer[0] == hip.hipError_t.hipSuccess, answer
    return answer[1] if len(answer) == 2 else None


# The runtime is told when the writes may run, so that no time decides.
control = ctypes.CDLL("libamdhip64.so.6")
control.driver_pending.restype = ctypes.c_size_t
for function in (control.driver_hold, control.driver_let_go, control.driver_pending):
    function.argtypes = [ctypes.c_void_p]
writes, reads = (ok(hip.hipStreamCreateWithFlags(NON_BLOCKING)) for _ in range(2))
event = ok(hip.hipEventCreateWithFlags(NO_TIMING))
source, target = (ok(hip.hipMalloc(SIZE)) for _ in range(2))
if "planted" in sys.argv:
    control.driver_hold(int(writes))
ok(hip.hipMemsetAsync(source, 7, SIZE, writes))
ok(hip.hipEventRecord(event, writes))
exported = arrays.Exported(int(source), SIZE, int(event), kind=ROCM)
struct, pointer, guard = arrays.take(exported)
while "late" in sys.argv and control.driver_pending(int(writes)):
    time.sleep(0.001)  # HIP is not asked about the event
if not {"late", "planted"} & set(sys.argv):
    ok(hip.hipStreamWaitEvent(reads, ctypes.c_void_p(guard), 0))
TO_DEVICE = hip.hipMemcpyKind.hipMemcpyDeviceToDevice
ok(hip.hipMemcpyAsync(target, ctypes.c_void_p(pointer), SIZE, TO_DEVICE, reads))
ok(hip.hipStreamSynchronize(reads))
control.driver_let_go(int(writes))
arrays.release(struct)
result = bytearray(4)
ok(hip.hipMemcpy(result, target, len(result), hip.hipMemcpyKind.hipMemcpyDeviceToHost))
print("read", "what was written" if bytes(result) == b"\7\7\7\7" else "too early")
