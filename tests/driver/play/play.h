/* play: does what a scenario of tests/order says with the driver's own functions. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_DRIVER_PLAY_H
#define TESTS_DRIVER_PLAY_H

#include "tests/driver/play/lines.h"

#include <cuda.h>

/** The functions used, however they were got hold of. */
#define PLAY_FUNCTIONS(ONE)                                                                        \
    ONE(cuInit, 2000, "")                                                                          \
    ONE(cuDeviceGet, 2000, "")                                                                     \
    ONE(cuCtxCreate, 12050, "_v4")                                                                 \
    ONE(cuCtxDestroy, 4000, "_v2")                                                                 \
    ONE(cuCtxSetCurrent, 4000, "")                                                                 \
    ONE(cuCtxSynchronize, 2000, "")                                                                \
    ONE(cuCtxRecordEvent, 12050, "")                                                               \
    ONE(cuCtxWaitEvent, 12050, "")                                                                 \
    ONE(cuStreamCreate, 2000, "")                                                                  \
    ONE(cuStreamDestroy, 4000, "_v2")                                                              \
    ONE(cuStreamSynchronize, 2000, "")                                                             \
    ONE(cuStreamWaitEvent, 3020, "")                                                               \
    ONE(cuStreamWriteValue32, 11070, "_v2")                                                        \
    ONE(cuStreamWaitValue32, 11070, "_v2")                                                         \
    ONE(cuEventCreate, 2000, "")                                                                   \
    ONE(cuEventDestroy, 4000, "_v2")                                                               \
    ONE(cuEventRecord, 2000, "")                                                                   \
    ONE(cuEventSynchronize, 2000, "")                                                              \
    ONE(cuMemAlloc, 3020, "_v2")                                                                   \
    ONE(cuMemAllocManaged, 6000, "")                                                               \
    ONE(cuMemHostAlloc, 2020, "")                                                                  \
    ONE(cuMemHostRegister, 6050, "_v2")                                                            \
    ONE(cuMemHostUnregister, 4000, "")                                                             \
    ONE(cuMemFree, 3020, "_v2")                                                                    \
    ONE(cuMemFreeHost, 2000, "")                                                                   \
    ONE(cuMemAllocAsync, 11020, "")                                                                \
    ONE(cuMemFreeAsync, 11020, "")                                                                 \
    ONE(cuMemcpyAsync, 4000, "")                                                                   \
    ONE(cuMemcpyPeer, 4000, "")                                                                    \
    ONE(cuMemsetD8Async, 3020, "")                                                                 \
    ONE(cuLaunchHostFunc, 10000, "")                                                               \
    ONE(cuModuleLoadData, 2000, "")                                                                \
    ONE(cuModuleGetFunction, 2000, "")                                                             \
    ONE(cuLaunchKernel, 4000, "")                                                                  \
    ONE(cuLaunchKernelEx, 11060, "")                                                               \
    ONE(cuGraphCreate, 10000, "")                                                                  \
    ONE(cuGraphAddMemcpyNode, 10000, "")                                                           \
    ONE(cuGraphAddMemsetNode, 10000, "")                                                           \
    ONE(cuGraphAddKernelNode, 12000, "_v2")                                                        \
    ONE(cuGraphAddEmptyNode, 10000, "")                                                            \
    ONE(cuGraphAddEventRecordNode, 11010, "")                                                      \
    ONE(cuGraphAddEventWaitNode, 11010, "")                                                        \
    ONE(cuGraphInstantiateWithFlags, 11040, "")                                                    \
    ONE(cuGraphExecUpdate, 12000, "_v2")                                                           \
    ONE(cuGraphLaunch, 10000, "")

struct play_driver {
#define PLAY_MEMBER(name, since, suffix) __typeof__(&name) name;
    PLAY_FUNCTIONS(PLAY_MEMBER)
#undef PLAY_MEMBER
};
extern struct play_driver cu;

/** direct, dlsym, lookup, old-lookup: which way the functions are found; dlsym-thread and
 * lookup-thread: those whose default stream is the thread's own. */
void play_find_driver(const char *way);
extern bool play_is_per_thread;

/** A kernel that is handed these pointers; is_const by the way its name is mangled. */
CUfunction play_kernel(const bool *is_const, unsigned n);

/** What the scenario's names stand for. */
struct play_range play_range_of(const char *text);
CUevent play_event_of(const char *name);
/** The graph of nodes in the words of a scenario; @scratch takes what they read. */
CUgraph play_graph(char **words, unsigned n, CUdeviceptr scratch, CUcontext context);
/** Ends where the call has failed, unless the device is lost. */
extern bool play_is_lost;
void play_check(const char *what, CUresult code);
#define OK(call) play_check(#call, call)

#endif
