"""copies: all that is copied, down, up and to another device, is of an array that is held: the
report counts the bytes that the driver counts."""

# SPDX-License-Identifier: Apache-2.0

import arrays
from cuda.bindings import driver

SIZE = 1 << 20


def ok(answer):
    """What a call answered behind its status."""
    assert answer[0] == driver.CUresult.CUDA_SUCCESS, answer
    return answer[1] if len(answer) == 2 else None


ok(driver.cuInit(0))
elsewhere = ok(driver.cuCtxCreate(None, 0, ok(driver.cuDeviceGet(1))))
far = ok(driver.cuMemAlloc(SIZE))
context = ok(driver.cuCtxCreate(None, 0, ok(driver.cuDeviceGet(0))))
stream = ok(driver.cuStreamCreate(1))
event = ok(driver.cuEventCreate(2))
source = ok(driver.cuMemAlloc(SIZE))
ok(driver.cuMemsetD8Async(source, 7, SIZE, stream))
ok(driver.cuEventRecord(event, stream))
struct, pointer, guard = arrays.take(arrays.Exported(int(source), SIZE, int(event)))
ok(driver.cuEventSynchronize(driver.CUevent(guard)))
pinned = ok(driver.cuMemAllocHost(SIZE))
ok(driver.cuMemcpyDtoHAsync(pinned, pointer, SIZE, stream))
ok(driver.cuMemcpyDtoHAsync(pinned, pointer + 4096, 12345, stream))
ok(driver.cuStreamSynchronize(stream))
result = bytearray(1000)
ok(driver.cuMemcpyDtoH(result, pointer, len(result)))
filled = ok(driver.cuEventCreate(2))
ok(driver.cuEventRecord(filled, stream))
staging = arrays.take(arrays.Exported(pinned, SIZE, int(filled), kind=arrays.CUDA_HOST))[0]
target = ok(driver.cuMemAlloc(SIZE))
ok(driver.cuMemcpyHtoDAsync(target, pinned, SIZE - 100, stream))
ok(driver.cuMemcpyHtoD(target, pinned + 512, 300))
ok(driver.cuMemcpyPeerAsync(far, elsewhere, pointer, context, SIZE // 2, stream))
ok(driver.cuStreamSynchronize(stream))
arrays.release(staging)
arrays.release(struct)
print(result.count(7))
