"""copies: all that leaves the device is of an array that is held: the report counts its bytes."""

# SPDX-License-Identifier: Apache-2.0

import ctypes

import arrays
from rocm.bindings import hip

ROCM = 10
SIZE = 1 << 20


def ok(answer):
    """What a call answered behind its status."""
    assert answer[0] == hip.hipError_t.hipSuccess, answer
    return answer[1] if len(answer) == 2 else None


def at(address):
    """An address as the package wants it."""
    return ctypes.c_void_p(address)


stream = ok(hip.hipStreamCreateWithFlags(1))
event = ok(hip.hipEventCreateWithFlags(2))
source = ok(hip.hipMalloc(SIZE))
ok(hip.hipMemsetAsync(source, 7, SIZE, stream))
ok(hip.hipEventRecord(event, stream))
exported = arrays.Exported(int(source), SIZE, int(event), kind=ROCM)
struct, pointer, guard = arrays.take(exported)
ok(hip.hipEventSynchronize(at(guard)))
pinned = ok(hip.hipHostMalloc(SIZE, 0))
ok(hip.hipMemcpyDtoHAsync(pinned, at(pointer), SIZE, stream))
ok(hip.hipMemcpyDtoHAsync(pinned, at(pointer + 4096), 12345, stream))
ok(hip.hipStreamSynchronize(stream))
result = bytearray(1000)
ok(hip.hipMemcpyDtoH(result, at(pointer), len(result)))
arrays.release(struct)
print(result.count(7))
