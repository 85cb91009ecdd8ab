/* driver: the software driver does late what a device does late, and waits for what it must. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "tests/driver/driver.h"

#include <cmocka.h>

#define SIZE     ((size_t)4096)
#define OK(call) assert_int_equal(call, CUDA_SUCCESS)

static CUcontext context;
static CUdeviceptr buffer, other;
static CUstream producer, consumer;

static int begin(void **state) {
    OK(cuInit(0));
    OK(cuCtxCreate_v2(&context, 0, 0));
    OK(cuMemAlloc_v2(&buffer, SIZE));
    OK(cuMemAlloc_v2(&other, SIZE));
    OK(cuStreamCreate(&producer, CU_STREAM_NON_BLOCKING));
    OK(cuStreamCreate(&consumer, CU_STREAM_NON_BLOCKING));
    memset((void *)buffer, 0xa5, SIZE);
    return 0;
}

static int end(void **state) {
    driver_let_go(producer);
    driver_let_go(consumer);
    driver_let_go(NULL);
    OK(cuCtxDestroy_v2(context));
    return 0;
}

static unsigned char first(CUdeviceptr pointer) {
    return *(volatile unsigned char *)pointer;
}

static void work_waits_until_the_stream_comes_to_it(void **state) {
    driver_hold(producer);
    OK(cuMemsetD8Async(buffer, 7, SIZE, producer));
    assert_int_equal(cuStreamQuery(producer), CUDA_ERROR_NOT_READY);
    assert_int_equal(driver_pending(producer), 1);
    assert_int_equal(first(buffer), 0xa5);
    driver_let_go(producer);
    OK(cuStreamSynchronize(producer));
    assert_int_equal(first(buffer), 7);
}

static void a_reader_that_does_not_wait_reads_stale_bytes(void **state) {
    driver_hold(producer);
    OK(cuMemsetD8Async(buffer, 7, SIZE, producer));
    OK(cuMemcpyDtoDAsync_v2(other, buffer, SIZE, consumer));
    OK(cuStreamSynchronize(consumer));
    assert_int_equal(first(other), 0xa5);
}

static void a_reader_that_waits_for_the_event_reads_what_was_written(void **state) {
    CUevent event;
    OK(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
    OK(cuEventQuery(event));
    driver_hold(producer);
    OK(cuMemsetD8Async(buffer, 7, SIZE, producer));
    OK(cuEventRecord(event, producer));
    assert_int_equal(cuEventQuery(event), CUDA_ERROR_NOT_READY);
    OK(cuStreamWaitEvent(consumer, event, 0));
    OK(cuMemcpyDtoDAsync_v2(other, buffer, SIZE, consumer));
    OK(cuEventDestroy_v2(event));
    assert_int_equal(cuStreamQuery(consumer), CUDA_ERROR_NOT_READY);
    driver_let_go(producer);
    OK(cuStreamSynchronize(consumer));
    assert_int_equal(first(other), 7);
}

static void an_event_never_recorded_orders_nothing(void **state) {
    CUevent event;
    OK(cuEventCreate(&event, 0));
    driver_hold(producer);
    OK(cuMemsetD8Async(buffer, 7, SIZE, producer));
    OK(cuStreamWaitEvent(consumer, event, 0));
    OK(cuStreamSynchronize(consumer));
    assert_int_equal(first(buffer), 0xa5);
}

static void an_event_belongs_to_one_context(void **state) {
    CUcontext second;
    CUevent event;
    OK(cuCtxCreate_v2(&second, 0, 1));
    OK(cuEventCreate(&event, 0));
    assert_int_equal(cuEventRecord(event, producer), CUDA_ERROR_INVALID_HANDLE);
    OK(cuCtxDestroy_v2(second));
}

static void blocking_streams_and_the_legacy_one_wait_for_each_other(void **state) {
    CUstream blocking;
    OK(cuStreamCreate(&blocking, CU_STREAM_DEFAULT));
    driver_hold(NULL);
    OK(cuMemsetD8Async(buffer, 7, SIZE, NULL));
    OK(cuMemcpyDtoDAsync_v2(other, buffer, SIZE, blocking));
    assert_int_equal(cuStreamQuery(blocking), CUDA_ERROR_NOT_READY);
    OK(cuMemcpyDtoDAsync_v2(other, buffer, SIZE, consumer));
    OK(cuStreamSynchronize(consumer));
    assert_int_equal(first(other), 0xa5);
    driver_let_go(NULL);
    OK(cuStreamSynchronize(blocking));
    assert_int_equal(first(other), 7);
    driver_hold(blocking);
    OK(cuMemsetD8Async(buffer, 9, SIZE, blocking));
    OK(cuMemsetD8_v2(other, 8, SIZE));
    assert_int_equal(cuStreamQuery(NULL), CUDA_ERROR_NOT_READY);
    driver_let_go(blocking);
    OK(cuStreamSynchronize(NULL));
    assert_int_equal(first(other), 8);
}

static void a_thread_has_a_default_stream_of_its_own(void **state) {
    driver_hold(CU_STREAM_PER_THREAD);
    OK(cuMemsetD8Async_ptsz(buffer, 7, SIZE, NULL));
    assert_int_equal(cuStreamQuery_ptsz(NULL), CUDA_ERROR_NOT_READY);
    assert_int_equal(driver_pending(CU_STREAM_PER_THREAD), 1);
    assert_int_equal(driver_pending(CU_STREAM_LEGACY), 0);
    driver_let_go(CU_STREAM_PER_THREAD);
    OK(cuStreamSynchronize_ptsz(NULL));
    assert_int_equal(first(buffer), 7);
}

static void synchronous_copies_wait_as_documented(void **state) {
    void *pinned, *pageable = malloc(SIZE * 64);
    CUdeviceptr big;
    OK(cuMemAlloc_v2(&big, SIZE * 64));
    OK(cuMemAllocHost_v2(&pinned, SIZE));
    memset(pinned, 3, SIZE);
    memset(pageable, 4, SIZE * 64);
    OK(cuMemcpyHtoD_v2(buffer, pinned, SIZE));
    assert_int_equal(first(buffer), 3);
    driver_hold_next_tail();
    OK(cuMemcpyHtoD_v2(big, pageable, SIZE * 64));
    assert_int_equal(first(big), 0xa5);
    memset(pageable, 5, SIZE * 64);
    driver_open_tail();
    OK(cuStreamSynchronize(NULL));
    assert_int_equal(first(big), 4);
    driver_hold(NULL);
    OK(cuMemcpyDtoD_v2(other, big, SIZE));
    assert_int_equal(cuStreamQuery(NULL), CUDA_ERROR_NOT_READY);
    driver_let_go(NULL);
    OK(cuMemcpyDtoH_v2(pageable, other, SIZE));
    assert_int_equal(first((CUdeviceptr)pageable), 4);
    free(pageable);
    OK(cuMemFreeHost(pinned));
}

static void an_async_copy_reads_its_host_source_late(void **state) {
    char *source = malloc(SIZE);
    memset(source, 1, SIZE);
    driver_hold(producer);
    OK(cuMemcpyHtoDAsync_v2(buffer, source, SIZE, producer));
    memset(source, 2, SIZE);
    driver_let_go(producer);
    OK(cuStreamSynchronize(producer));
    assert_int_equal(first(buffer), 2);
    free(source);
}

static void pool_memory_is_used_again_in_stream_order(void **state) {
    CUdeviceptr one, two;
    OK(cuMemAllocAsync(&one, SIZE, producer));
    OK(cuMemsetD8Async(one, 1, SIZE, producer));
    driver_hold(producer);
    OK(cuMemFreeAsync(one, producer));
    OK(cuMemAllocAsync(&two, SIZE, consumer));
    assert_int_equal(one, two);
    assert_int_equal(cuStreamQuery(consumer), CUDA_ERROR_NOT_READY);
    driver_let_go(producer);
    OK(cuStreamSynchronize(consumer));
    assert_int_equal(first(two), 0xa5);
    OK(cuMemFree_v2(two));
}

static void memory_is_known_by_its_addresses(void **state) {
    unsigned type, managed;
    CUdeviceptr base, unified;
    size_t size;
    int device, stack;
    OK(cuMemAllocManaged(&unified, SIZE, CU_MEM_ATTACH_GLOBAL));
    OK(cuMemGetAddressRange_v2(&base, &size, buffer + 100));
    assert_int_equal(base, buffer);
    assert_int_equal(size, SIZE);
    OK(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, buffer));
    assert_int_equal(type, CU_MEMORYTYPE_DEVICE);
    OK(cuPointerGetAttribute(&device, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, buffer));
    assert_int_equal(device, 0);
    OK(cuPointerGetAttribute(&managed, CU_POINTER_ATTRIBUTE_IS_MANAGED, unified));
    assert_true(managed);
    assert_int_equal(
        cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, (CUdeviceptr)&stack),
        CUDA_ERROR_INVALID_VALUE);
    OK(cuMemFree_v2(unified));
    assert_int_equal(cuMemFree_v2(unified), CUDA_ERROR_INVALID_VALUE);
}

static void kernels_are_functions_of_the_host(void **state) {
    CUmodule module;
    CUfunction function;
    size_t offset, size;
    OK(cuModuleLoadData(&module, "anything"));
    OK(cuModuleGetFunction(&function, module, "_Z10fill_bytesPcmi"));
    assert_int_equal(cuModuleGetFunction(&function, module, "none"), CUDA_ERROR_NOT_FOUND);
    OK(cuFuncGetParamInfo(function, 2, &offset, &size));
    assert_int_equal(offset, 16);
    assert_int_equal(size, 4);
    assert_int_equal(cuFuncGetParamInfo(function, 3, &offset, &size), CUDA_ERROR_INVALID_VALUE);
    size_t n = SIZE;
    int value = 5;
    void *params[] = {&buffer, &n, &value};
    driver_hold(producer);
    OK(cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, producer, params, NULL));
    value = 6;
    driver_let_go(producer);
    OK(cuStreamSynchronize(producer));
    assert_int_equal(first(buffer), 5);
}

static CUresult refused;

static void call_the_driver(void *data) {
    refused = cuMemsetD8_v2(buffer, 1, 1);
    *(int *)data = 1;
}

static void host_functions_run_in_order_and_may_not_call(void **state) {
    int ran = 0;
    driver_hold(producer);
    OK(cuLaunchHostFunc(producer, call_the_driver, &ran));
    assert_int_equal(ran, 0);
    driver_let_go(producer);
    OK(cuStreamSynchronize(producer));
    assert_int_equal(ran, 1);
    assert_int_equal(refused, CUDA_ERROR_NOT_PERMITTED);
}

static void a_capture_becomes_a_graph(void **state) {
    CUgraph graph;
    CUgraphExec exec;
    CUgraphNode nodes[8];
    size_t n = 8;
    CUevent event;
    OK(cuEventCreate(&event, 0));
    OK(cuStreamBeginCapture_v2(producer, CU_STREAM_CAPTURE_MODE_GLOBAL));
    OK(cuMemsetD8Async(buffer, 7, SIZE, producer));
    OK(cuEventRecord(event, producer));
    OK(cuStreamWaitEvent(consumer, event, 0));
    OK(cuMemcpyDtoDAsync_v2(other, buffer, SIZE, consumer));
    OK(cuEventRecord(event, consumer));
    OK(cuStreamWaitEvent(producer, event, 0));
    assert_int_equal(cuStreamSynchronize(producer), CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
    OK(cuStreamEndCapture(producer, &graph));
    OK(cuGraphGetNodes(graph, nodes, &n));
    assert_int_equal(n, 2);
    CUgraphNode after[2];
    size_t n_after = 2;
    OK(cuGraphNodeGetDependencies_v2(nodes[1], after, NULL, &n_after));
    assert_int_equal(n_after, 1);
    assert_ptr_equal(after[0], nodes[0]);
    CUDA_MEMSET_NODE_PARAMS set;
    OK(cuGraphMemsetNodeGetParams(nodes[0], &set));
    assert_int_equal(set.dst, buffer);
    assert_int_equal(first(buffer), 0xa5);
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    OK(cuGraphLaunch(exec, consumer));
    OK(cuStreamSynchronize(consumer));
    assert_int_equal(first(other), 7);
}

static void handles_are_used_again(void **state) {
    CUstream again;
    driver_hold(producer);
    OK(cuMemsetD8Async(buffer, 7, SIZE, producer));
    CUstream old = producer;
    driver_let_go(producer);
    OK(cuStreamDestroy_v2(producer));
    assert_int_equal(cuStreamQuery(old), CUDA_ERROR_INVALID_HANDLE);
    OK(cuStreamCreate(&again, CU_STREAM_NON_BLOCKING));
    assert_ptr_equal(again, old);
    OK(cuCtxSynchronize());
    assert_int_equal(first(buffer), 7);
}

static void functions_are_found_by_version_and_flags(void **state) {
    void *old, *new, *thread;
    CUdriverProcAddressQueryResult status;
    OK(cuGetProcAddress_v2("cuMemcpyHtoDAsync", &old, 2000, 0, &status));
    OK(cuGetProcAddress_v2("cuMemcpyHtoDAsync", &new, 12000, 0, &status));
    OK(cuGetProcAddress_v2("cuMemcpyHtoDAsync", &thread, 12000, 2, &status));
    assert_ptr_equal(old, cuMemcpyHtoDAsync);
    assert_ptr_equal(new, cuMemcpyHtoDAsync_v2);
    assert_ptr_equal(thread, cuMemcpyHtoDAsync_v2_ptsz);
    OK(cuGetProcAddress_v2("cuMemcpyHtoDAsync", &thread, 3020, 2, &status));
    assert_null(thread);
    assert_int_equal(status, CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT);
    OK(cuGetProcAddress_v2("", &thread, 12000, 0, &status));
    assert_int_equal(status, CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
    assert_int_equal(cuGetProcAddress("cuNothing", &old, 12000, 0), CUDA_ERROR_NOT_FOUND);
}

static void calls_fail_on_demand_and_bytes_are_counted(void **state) {
    uint64_t before = driver_bytes(DRIVER_D2D), calls = driver_calls("cuMemcpyDtoD_v2");
    OK(cuMemcpyDtoD_v2(other, buffer, SIZE));
    assert_int_equal(driver_bytes(DRIVER_D2D) - before, SIZE);
    assert_int_equal(driver_calls("cuMemcpyDtoD_v2") - calls, 1);
    driver_fail("cuMemAlloc_v2", CUDA_ERROR_OUT_OF_MEMORY, 1);
    CUdeviceptr pointer;
    assert_int_equal(cuMemAlloc_v2(&pointer, SIZE), CUDA_ERROR_OUT_OF_MEMORY);
    OK(cuMemAlloc_v2(&pointer, SIZE));
}

/* Last: nothing works after it. */
static void a_lost_device_stays_lost(void **state) {
    OK(cuCtxSynchronize());
    driver_fail("*", CUDA_ERROR_ILLEGAL_ADDRESS, 2);
    OK(cuMemsetD8Async(buffer, 1, SIZE, producer));
    assert_int_equal(cuStreamSynchronize(producer), CUDA_ERROR_ILLEGAL_ADDRESS);
    assert_int_equal(cuMemFree_v2(buffer), CUDA_ERROR_ILLEGAL_ADDRESS);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
    const struct CMUnitTest tests[] = {
        TEST(work_waits_until_the_stream_comes_to_it),
        TEST(a_reader_that_does_not_wait_reads_stale_bytes),
        TEST(a_reader_that_waits_for_the_event_reads_what_was_written),
        TEST(an_event_never_recorded_orders_nothing),
        TEST(an_event_belongs_to_one_context),
        TEST(blocking_streams_and_the_legacy_one_wait_for_each_other),
        TEST(a_thread_has_a_default_stream_of_its_own),
        TEST(synchronous_copies_wait_as_documented),
        TEST(an_async_copy_reads_its_host_source_late),
        TEST(pool_memory_is_used_again_in_stream_order),
        TEST(memory_is_known_by_its_addresses),
        TEST(kernels_are_functions_of_the_host),
        TEST(host_functions_run_in_order_and_may_not_call),
        TEST(a_capture_becomes_a_graph),
        TEST(handles_are_used_again),
        TEST(functions_are_found_by_version_and_flags),
        TEST(calls_fail_on_demand_and_bytes_are_counted),
        cmocka_unit_test_setup(a_lost_device_stays_lost, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
