/* stream: streams, events, functions that a stream calls, and waits for words. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/rocm/runtime/runtime.h"

HIP(hipStreamCreate, (CUstream * stream), (stream)) {
    return (int)cuStreamCreate(stream, CU_STREAM_DEFAULT);
}

HIP(hipStreamCreateWithFlags, (CUstream * stream, unsigned flags), (stream, flags)) {
    return (int)cuStreamCreate(stream, flags);
}

HIP(hipStreamCreateWithPriority, (CUstream * stream, unsigned flags, int priority),
    (stream, flags, priority)) {
    return (int)cuStreamCreateWithPriority(stream, flags, priority);
}

HIP(hipStreamDestroy, (CUstream stream), (stream)) {
    return (int)cuStreamDestroy_v2(stream);
}

PAIR(hipStreamSynchronize, (CUstream stream), (stream), (OWN(stream))) {
    return (int)cuStreamSynchronize(stream);
}

PAIR(hipStreamQuery, (CUstream stream), (stream), (OWN(stream))) {
    return (int)cuStreamQuery(stream);
}

PAIR(hipStreamWaitEvent, (CUstream stream, CUevent event, unsigned flags), (stream, event, flags),
     (OWN(stream), event, flags)) {
    return (int)cuStreamWaitEvent(stream, event, flags);
}

PAIR(hipStreamGetFlags, (CUstream stream, unsigned *flags), (stream, flags), (OWN(stream), flags)) {
    return (int)cuStreamGetFlags(stream, flags);
}

HIP(hipStreamGetDevice, (CUstream stream, int *device), (stream, device)) {
    return (int)cuStreamGetDevice(stream, device);
}

PAIR(hipStreamIsCapturing, (CUstream stream, int *status), (stream, status),
     (OWN(stream), status)) {
    return (int)cuStreamIsCapturing(stream, (CUstreamCaptureStatus *)status);
}

HIP(hipThreadExchangeStreamCaptureMode, (int *mode), (mode)) {
    return (int)cuThreadExchangeStreamCaptureMode((CUstreamCaptureMode *)mode);
}

PAIR(hipStreamBeginCapture, (CUstream stream, int mode), (stream, mode), (OWN(stream), mode)) {
    return (int)cuStreamBeginCapture_v2(stream, (CUstreamCaptureMode)mode);
}

PAIR(hipStreamEndCapture, (CUstream stream, CUgraph *graph), (stream, graph),
     (OWN(stream), graph)) {
    return (int)cuStreamEndCapture(stream, graph);
}

PAIR(hipLaunchHostFunc, (CUstream stream, CUhostFn function, void *data), (stream, function, data),
     (OWN(stream), function, data)) {
    return (int)cuLaunchHostFunc(stream, function, data);
}

PAIR(hipStreamAddCallback, (CUstream stream, CUstreamCallback callback, void *data, unsigned flags),
     (stream, callback, data, flags), (OWN(stream), callback, data, flags)) {
    return (int)cuStreamAddCallback(stream, callback, data, flags);
}

HIP(hipEventCreate, (CUevent * event), (event)) {
    return (int)cuEventCreate(event, CU_EVENT_DEFAULT);
}

HIP(hipEventCreateWithFlags, (CUevent * event, unsigned flags), (event, flags)) {
    return (int)cuEventCreate(event, flags & (CU_EVENT_BLOCKING_SYNC | CU_EVENT_DISABLE_TIMING));
}

HIP(hipEventDestroy, (CUevent event), (event)) {
    return (int)cuEventDestroy_v2(event);
}

PAIR(hipEventRecord, (CUevent event, CUstream stream), (event, stream), (event, OWN(stream))) {
    return (int)cuEventRecord(event, stream);
}

HIP(hipEventRecordWithFlags, (CUevent event, CUstream stream, unsigned flags),
    (event, stream, flags)) {
    return (int)cuEventRecordWithFlags(event, stream, flags);
}

HIP(hipEventQuery, (CUevent event), (event)) {
    return (int)cuEventQuery(event);
}

HIP(hipEventSynchronize, (CUevent event), (event)) {
    return (int)cuEventSynchronize(event);
}

HIP(hipEventElapsedTime, (float *milliseconds, CUevent start, CUevent stop),
    (milliseconds, start, stop)) {
    return (int)cuEventElapsedTime(milliseconds, start, stop);
}

HIP(hipStreamWriteValue32, (CUstream stream, CUdeviceptr at, uint32_t value, unsigned flags),
    (stream, at, value, flags)) {
    return (int)cuStreamWriteValue32_v2(stream, at, value, 0);
}

HIP(hipStreamWriteValue64, (CUstream stream, CUdeviceptr at, uint64_t value, unsigned flags),
    (stream, at, value, flags)) {
    return (int)cuStreamWriteValue64_v2(stream, at, value, 0);
}

/* Words behind a mask are none of the core's. */
HIP(hipStreamWaitValue32,
    (CUstream stream, CUdeviceptr at, uint32_t value, unsigned flags, uint32_t mask),
    (stream, at, value, flags, mask)) {
    return mask == UINT32_MAX ? (int)cuStreamWaitValue32_v2(stream, at, value, flags)
                              : CUDA_ERROR_NOT_SUPPORTED;
}

HIP(hipStreamWaitValue64,
    (CUstream stream, CUdeviceptr at, uint64_t value, unsigned flags, uint64_t mask),
    (stream, at, value, flags, mask)) {
    return mask == UINT64_MAX ? (int)cuStreamWaitValue64_v2(stream, at, value, flags)
                              : CUDA_ERROR_NOT_SUPPORTED;
}
