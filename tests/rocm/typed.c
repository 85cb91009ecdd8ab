/* typed: rows and types of hooks/rocm held against the headers of HIP 5.2: each function is there,
 * has as many arguments as its row has roles, and takes what each role says; what is declared of
 * its structs lies where theirs does. Nothing of it is ever run. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <hip/hip_runtime_api.h>
#include <stddef.h>

#define HIP_SUCCESS OUR_SUCCESS /* the header has one of this name */
#include "hooks/each.h"
#include "hooks/rocm/hip.h"

/* Of later versions: no row that is held against these has them. */
typedef void hipMemcpy3DPeerParms;
typedef void hipFunctionLaunchParams;

/* A variable of each type: a constant 0 would do for nearly any. */
#define ROLE(name, type) extern __typeof__(type) typed_##name;
#include "hooks/rocm/role.def"
#undef ROLE
#define typed_X        0
#define ARGUMENT(role) typed_##role

#pragma GCC diagnostic error "-Wconversion"
#pragma GCC diagnostic error "-Wincompatible-pointer-types"
#pragma GCC diagnostic error "-Wint-conversion"
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

__attribute__((unused)) static size_t check_types(void) {
    return 0
#define ROCM_ROWS_CHECKED
#define HIP(symbol, effect, ...) +sizeof(symbol(EACH(ARGUMENT, ##__VA_ARGS__)))
#include "hooks/rocm/rows.def"
        ;
}

#define SAME(ours, member, theirs, its)                                                            \
    _Static_assert(offsetof(ours, member) == offsetof(theirs, its) &&                              \
                       sizeof(((ours *)0)->member) == sizeof(((theirs *)0)->its),                  \
                   #ours "." #member " is not " #theirs "." #its);
#define EQUAL(ours, theirs)                                                                        \
    _Static_assert((long)(ours) == (long)(theirs), #ours " is not " #theirs);

SAME(struct hip_parms, from.array, struct hipMemcpy3DParms, srcArray)
SAME(struct hip_parms, from.position, struct hipMemcpy3DParms, srcPos)
SAME(struct hip_parms, from.pitched, struct hipMemcpy3DParms, srcPtr)
SAME(struct hip_parms, to.array, struct hipMemcpy3DParms, dstArray)
SAME(struct hip_parms, to.position, struct hipMemcpy3DParms, dstPos)
SAME(struct hip_parms, to.pitched, struct hipMemcpy3DParms, dstPtr)
SAME(struct hip_parms, extent, struct hipMemcpy3DParms, extent)
SAME(struct hip_pitched, pitch, struct hipPitchedPtr, pitch)
SAME(struct hip_pitched, height, struct hipPitchedPtr, ysize)
SAME(struct hip_place, z, struct hipExtent, depth)
SAME(struct hip_rows, from.x, hip_Memcpy2D, srcXInBytes)
SAME(struct hip_rows, from.type, hip_Memcpy2D, srcMemoryType)
SAME(struct hip_rows, from.host, hip_Memcpy2D, srcHost)
SAME(struct hip_rows, from.device, hip_Memcpy2D, srcDevice)
SAME(struct hip_rows, from.pitch, hip_Memcpy2D, srcPitch)
SAME(struct hip_rows, to.y, hip_Memcpy2D, dstY)
SAME(struct hip_rows, to.device, hip_Memcpy2D, dstDevice)
SAME(struct hip_rows, to.pitch, hip_Memcpy2D, dstPitch)
SAME(struct hip_rows, width, hip_Memcpy2D, WidthInBytes)
SAME(struct hip_rows, height, hip_Memcpy2D, Height)
SAME(struct hip5_slices, from.z, HIP_MEMCPY3D, srcZ)
SAME(struct hip5_slices, from.type, HIP_MEMCPY3D, srcMemoryType)
SAME(struct hip5_slices, from.device, HIP_MEMCPY3D, srcDevice)
SAME(struct hip5_slices, from.height, HIP_MEMCPY3D, srcHeight)
SAME(struct hip5_slices, to.x, HIP_MEMCPY3D, dstXInBytes)
SAME(struct hip5_slices, to.device, HIP_MEMCPY3D, dstDevice)
SAME(struct hip5_slices, to.pitch, HIP_MEMCPY3D, dstPitch)
SAME(struct hip5_slices, depth, HIP_MEMCPY3D, Depth)
SAME(struct hip_memset, at, hipMemsetParams, dst)
SAME(struct hip_memset, element_size, hipMemsetParams, elementSize)
SAME(struct hip_memset, height, hipMemsetParams, height)
SAME(struct hip_memset, pitch, hipMemsetParams, pitch)
SAME(struct hip_memset, width, hipMemsetParams, width)
SAME(struct hip_kernel, block, hipKernelNodeParams, blockDim)
SAME(struct hip_kernel, extra, hipKernelNodeParams, extra)
SAME(struct hip_kernel, function, hipKernelNodeParams, func)
SAME(struct hip_kernel, params, hipKernelNodeParams, kernelParams)
SAME(struct hip_launch, function, hipLaunchParams, func)
SAME(struct hip_launch, params, hipLaunchParams, args)
SAME(struct hip_launch, stream, hipLaunchParams, stream)
SAME(struct hip_pointer_attributes, type, hipPointerAttribute_t, memoryType)
SAME(struct hip_pointer_attributes, device, hipPointerAttribute_t, device)
SAME(struct hip_pointer_attributes, is_managed, hipPointerAttribute_t, isManaged)

EQUAL(HIP5_HOST, hipMemoryTypeHost)
EQUAL(HIP5_DEVICE, hipMemoryTypeDevice)
EQUAL(HIP5_ARRAY, hipMemoryTypeArray)
EQUAL(HIP_NON_BLOCKING, hipStreamNonBlocking)
EQUAL(HIP_STREAM_PER_THREAD, hipStreamPerThread)
EQUAL(HIP_EXTRA_POINTER, HIP_LAUNCH_PARAM_BUFFER_POINTER)
EQUAL(HIP_EXTRA_SIZE, HIP_LAUNCH_PARAM_BUFFER_SIZE)
EQUAL(HIP_EXTRA_END, HIP_LAUNCH_PARAM_END)
EQUAL(HIP_ECC_NOT_CORRECTABLE, hipErrorECCNotCorrectable)
EQUAL(HIP_INVALID_HANDLE, hipErrorInvalidHandle)
EQUAL(HIP_NOT_FOUND, hipErrorNotFound)
EQUAL(HIP_NOT_READY, hipErrorNotReady)
EQUAL(HIP_ILLEGAL_ADDRESS, hipErrorIllegalAddress)
EQUAL(HIP_LAUNCH_TIME_OUT, hipErrorLaunchTimeOut)
EQUAL(HIP_ASSERT, hipErrorAssert)
EQUAL(HIP_LAUNCH_FAILURE, hipErrorLaunchFailure)
EQUAL(HIP_UNKNOWN, hipErrorUnknown)
