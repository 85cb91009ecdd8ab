/* play: reads a scenario of tests/order and calls OpenCL, operation by operation.
 *
 * play WAY FILE LINE    WAY: buffer, memory objects, or shared, shared virtual memory */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/names.h"

#include <CL/cl_icd.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shim/arrowdev_check.h"
#include "tests/order/crew.h"

#define SCRATCH ((size_t)4 << 20)

static char *scratch, *shared_scratch;

const int32_t play_device_type = 4;

/* libc's own. What is freed too early is used all the same: the memory that OpenCL shares, which it
 * has from malloc, stays. */
extern void __libc_free(void *pointer);
void free(void *pointer) {
    for (unsigned i = 0; names_are_shared && i < names_n; i++)
        if (pointer && names_all[i].pointer == pointer && !names_all[i].is_host)
            return;
    __libc_free(pointer);
}

static void take_one(const char *text) {
    if (n_words > 3 && (names_lists.n || names_lists.gives))
        play_skip("one event of two commands: ", text);
}

static void do_option(void) {}

static void do_thread(void) {
    crew_go_on_as(words[1]);
}

static void do_leave(void) {
    play_leave(words[1]);
}

static void do_enter(void) {
    play_enter(words[1]);
}

static void do_join(void) {
    crew_join(words[1]);
}

static void do_context(void) {
    if (strcmp(words[2], "0") != 0)
        play_skip("there is no second names_device", "");
    names_context(words[1]);
}

static void do_stream(void) {
    static const char *const kinds[] = {"legacy", "thread", "blocking"};
    bool is_unordered = play_says("unordered");
    cl_int code;
    for (unsigned i = 0; i < LENGTH(kinds); i++)
        if (play_says(kinds[i]))
            play_skip("there are no default streams", "");
    cl_context context = names_last_context(2);
    struct name *queue = names_add(words[1], QUEUE);
    const cl_queue_properties properties[] = {
        CL_QUEUE_PROPERTIES, is_unordered ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0, 0};
    queue->context = context;
    queue->queue = clCreateCommandQueueWithProperties(context, names_device, properties, &code);
    names_check("clCreateCommandQueueWithProperties", code);
    arrowdev_check_name_queue(queue->queue, queue->name);
}

/* Of work that nobody has seen: past the loader each object leads to its driver's functions. */
static cl_event unseen(cl_context context) {
    const cl_icd_dispatch *driver = *(const cl_icd_dispatch *const *)context;
    cl_event event;
    cl_int code;
    cl_command_queue queue = driver->clCreateCommandQueue(context, names_device, 0, &code);
    names_check("clCreateCommandQueue", code);
    OK(driver->clEnqueueMarker(queue, &event));
    OK(driver->clFlush(queue));
    return event;
}

static void do_event(void) {
    cl_context context = names_last_context(2);
    struct name *event = names_add(words[1], EVENT);
    event->context = context;
    if (play_says("foreign"))
        event->event = unseen(context);
}

static void do_taint(void) {
    struct name *queue = names_need(words[1], QUEUE);
    cl_event event = unseen(queue->context);
    OK(clEnqueueBarrierWithWaitList(queue->queue, 1, &event, NULL));
}

/* Bytes that no pattern is given for. */
static void do_fail(void) {
    struct name *queue = names_need(words[1], QUEUE);
    cl_mem buffer = clCreateBuffer(queue->context, 0, 64, NULL, NULL);
    if (clEnqueueFillBuffer(queue->queue, buffer, NULL, 0, 0, 64, 0, NULL, NULL) == CL_SUCCESS)
        play_fail("what has no pattern was filled", 0);
}

static void allocate(struct name *memory) {
    cl_int code = CL_MEM_OBJECT_ALLOCATION_FAILURE;
    if (memory->is_host || memory->is_pinned)
        memory->pointer = calloc(1, memory->size);
    if (memory->is_host)
        return;
    if (memory->is_pinned)
        memory->buffer = clCreateBuffer(memory->context, CL_MEM_USE_HOST_PTR, memory->size,
                                        memory->pointer, &code);
    else if (!names_are_shared)
        memory->buffer = clCreateBuffer(memory->context, 0, memory->size, NULL, &code);
    else
        memory->pointer = clSVMAlloc(memory->context, CL_MEM_READ_WRITE, memory->size, 0);
    if (memory->pointer)
        code = CL_SUCCESS;
    names_check("memory", code);
}

static void do_memory(void) {
    static const char *const kinds[] = {"pool", "managed", "registered", "mapped"};
    char *end;
    for (unsigned i = 0; i < LENGTH(kinds); i++)
        if (play_says(kinds[i]))
            play_skip("no such memory: ", kinds[i]);
    cl_context context = names_last_context(3);
    struct name *memory = names_add(words[1], MEMORY);
    memory->context = context;
    memory->size = names_bytes(words[2], &end);
    memory->is_host = play_says("pageable");
    memory->is_pinned = play_says("pinned");
    allocate(memory);
}

static void put_write(cl_command_queue queue, const struct part *to) {
    static const char seven = 7;
    if (to->memory->buffer)
        OK(clEnqueueFillBuffer(queue, to->memory->buffer, &seven, 1, to->offset, to->size, AFTER));
    else if (to->memory->is_host)
        play_skip("the device writes to the host alone", "");
    else
        OK(clEnqueueSVMMemFill(queue, names_pointer(to), &seven, 1, to->size, AFTER));
}

static void put_read(cl_command_queue queue, const struct part *from) {
    if (from->memory->buffer)
        OK(clEnqueueReadBuffer(queue, from->memory->buffer, CL_FALSE, from->offset, from->size,
                               scratch, AFTER));
    else if (from->memory->is_host)
        play_skip("the device reads from the host alone", "");
    else
        OK(clEnqueueSVMMemcpy(queue, CL_FALSE, shared_scratch, names_pointer(from), from->size,
                              AFTER));
}

static void do_write(void) {
    names_take_lists();
    take_one("write");
    for (unsigned i = 2; i < n_words; i++) {
        struct part part = names_part(words[i]);
        put_write(names_queue(words[1])->queue, &part);
    }
}

static void do_read(void) {
    names_take_lists();
    take_one("read");
    for (unsigned i = 2; i < n_words; i++) {
        struct part part = names_part(words[i]);
        put_read(names_queue(words[1])->queue, &part);
    }
}

static void do_copy(void) {
    names_take_lists();
    cl_command_queue queue = names_queue(words[1])->queue;
    struct part to = names_part(words[2]), from = names_part(words[3]);
    size_t size = to.size < from.size ? to.size : from.size;
    if (to.memory->buffer && from.memory->buffer)
        OK(clEnqueueCopyBuffer(queue, from.memory->buffer, to.memory->buffer, from.offset,
                               to.offset, size, AFTER));
    else if (to.memory->buffer)
        OK(clEnqueueWriteBuffer(queue, to.memory->buffer, CL_FALSE, to.offset, size,
                                names_pointer(&from), AFTER));
    else if (from.memory->buffer)
        OK(clEnqueueReadBuffer(queue, from.memory->buffer, CL_FALSE, from.offset, size,
                               names_pointer(&to), AFTER));
    else
        OK(clEnqueueSVMMemcpy(queue, CL_FALSE, names_pointer(&to), names_pointer(&from), size,
                              AFTER));
}

/* One that has these arguments and does nothing with them: which of them it may write is what its
 * types say. */
static cl_kernel kernel_of(cl_context context, const bool *is_const, unsigned n) {
    char source[1024] = "kernel void touch(";
    const char *text = source;
    cl_int code;
    for (unsigned i = 0; i < n; i++)
        snprintf(source + strlen(source), sizeof(source) - strlen(source), "%sglobal %schar *a%u",
                 i ? ", " : "", is_const[i] ? "const " : "", i);
    strcat(source, ") {}");
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &code);
    names_check("clCreateProgramWithSource", code);
    OK(clBuildProgram(program, 1, &names_device, "-cl-kernel-arg-info", NULL, NULL));
    cl_kernel kernel = clCreateKernel(program, "touch", &code);
    names_check("clCreateKernel", code);
    return kernel;
}

static void set_argument(cl_kernel kernel, unsigned i, const struct part *part) {
    cl_mem object = part->memory->buffer ? names_object(part) : NULL;
    if (object)
        OK(clSetKernelArg(kernel, i, sizeof(object), &object));
    else
        OK(clSetKernelArgSVMPointer(kernel, i, names_pointer(part)));
}

static void do_kernel(void) {
    bool is_const[PLAY_WORDS];
    struct part parts[PLAY_WORDS];
    static const size_t one = 1;
    unsigned n = 0;
    names_take_lists();
    struct name *queue = names_queue(words[1]);
    for (unsigned i = 2; i < n_words; i++) {
        if (strncmp(words[i], "programmatic:", 13) == 0)
            play_skip("a kernel cannot be given: ", words[i]);
        is_const[n] = strncmp(words[i], "const:", 6) == 0;
        parts[n] = names_part(words[i] + (is_const[n] ? 6 : 0));
        if (parts[n++].memory->is_host)
            play_skip("a kernel cannot be given: ", words[i]);
    }
    cl_kernel kernel = kernel_of(queue->context, is_const, n);
    for (unsigned i = 0; i < n; i++)
        set_argument(kernel, i, &parts[i]);
    OK(clEnqueueNDRangeKernel(queue->queue, kernel, 1, NULL, &one, NULL, AFTER));
}

static void do_marker(void) {
    names_take_lists();
    OK(clEnqueueMarkerWithWaitList(names_queue(words[1])->queue, AFTER));
}

static void do_barrier(void) {
    names_take_lists();
    OK(clEnqueueBarrierWithWaitList(names_queue(words[1])->queue, AFTER));
}

static void do_flush(void) {
    OK(clFlush(names_need(words[1], QUEUE)->queue));
}

static void do_promise(void) {
    cl_context context = names_last_context(2);
    cl_int code;
    struct name *event = names_add(words[1], EVENT);
    event->context = context;
    event->event = clCreateUserEvent(context, &code);
    names_check("clCreateUserEvent", code);
}

static void do_keep(void) {
    OK(clSetUserEventStatus(names_event(words[1])->event, CL_COMPLETE));
}

/* A marker's event; where a scenario records, its work has begun. */
static void do_record(void) {
    struct name *event = names_need(words[1], EVENT), *queue = names_need(words[2], QUEUE);
    if (event->event)
        play_skip("an event stands for one command for ever", "");
    if (event->context != queue->context)
        play_skip("an event is of its queue's context", "");
    OK(clEnqueueMarkerWithWaitList(queue->queue, 0, NULL, &event->event));
    OK(clFlush(queue->queue));
}

static void do_wait(void) {
    struct name *queue = names_need(words[1], QUEUE), *event = names_event(words[2]);
    if (event->context != queue->context)
        play_skip("an event is of its queue's context", "");
    OK(clEnqueueBarrierWithWaitList(queue->queue, 1, &event->event, NULL));
}

static void do_sync(void) {
    for (unsigned i = 1; i < n_words; i++)
        OK(clFinish(names_need(words[i], QUEUE)->queue));
}

/* All later work of the context waits. */
static void do_wait_context(void) {
    struct name *event = names_event(words[2]);
    cl_context context = names_context(words[1]);
    if (event->context != context)
        play_skip("an event is of its queue's context", "");
    for (unsigned i = 0; i < names_n; i++)
        if (names_all[i].kind == QUEUE && names_all[i].context == context)
            OK(clEnqueueBarrierWithWaitList(names_all[i].queue, 1, &event->event, NULL));
}

static void do_sync_event(void) {
    OK(clWaitForEvents(1, &names_event(words[1])->event));
}

static void finish(cl_context context) {
    for (unsigned i = 0; i < names_n; i++) {
        struct name *name = &names_all[i];
        if (name->kind != QUEUE || (context && name->context != context))
            continue;
        if (!name->is_gone)
            OK(clFinish(name->queue));
        else if (context)
            OK(clWaitForEvents(1, &name->event));
    }
}

static void do_sync_context(void) {
    finish(names_context(words[1]));
}

static void CL_CALLBACK say_entered(cl_event event, cl_int status, void *flag) {
    (void)event;
    (void)status;
    *(volatile bool *)flag = true;
}

static void do_callback(void) {
    static volatile bool entered;
    cl_command_queue queue = names_need(words[1], QUEUE)->queue;
    cl_event event;
    entered = false;
    OK(clEnqueueMarkerWithWaitList(queue, 0, NULL, &event));
    OK(clSetEventCallback(event, CL_COMPLETE, say_entered, (void *)&entered));
    OK(clFlush(queue));
    while (!entered)
        sched_yield();
}

static void do_destroy_stream(void) {
    struct name *queue = names_need(words[1], QUEUE);
    OK(clEnqueueMarker(queue->queue, &queue->event));
    OK(clReleaseCommandQueue(queue->queue));
    queue->is_gone = true;
}

static void do_destroy_event(void) {
    OK(clReleaseEvent(names_event(words[1])->event));
}

static void do_free(void) {
    struct name *memory = names_need(words[1], MEMORY);
    if (memory->buffer)
        OK(clReleaseMemObject(memory->buffer));
    else
        clSVMFree(memory->context, memory->pointer);
}

static void do_free_on(void) {
    void *pointer = names_need(words[2], MEMORY)->pointer;
    names_take_lists();
    if (names_need(words[2], MEMORY)->buffer)
        play_skip("no call frees a memory object in order", "");
    OK(clEnqueueSVMFree(names_queue(words[1])->queue, 1, &pointer, NULL, NULL, AFTER));
}

static unsigned ranges_of(unsigned from, struct play_range *ranges) {
    for (unsigned i = from; i < n_words; i++) {
        if (words[i][strlen(words[i]) - 1] == '?')
            play_skip("a buffer of unknown size: ", words[i]);
        struct part part = names_part(words[i]);
        uintptr_t at =
            part.memory->pointer ? (uintptr_t)names_pointer(&part) : (uintptr_t)names_object(&part);
        ranges[i - from] = (struct play_range){at, part.size};
    }
    return n_words - from;
}

static void do_export(void) {
    struct play_range ranges[PLAY_WORDS];
    void *event = NULL;
    if (strncmp(words[2], "handle:", 7) == 0)
        event = names_event(words[2] + 7)->event;
    else if (strcmp(words[2], "nowhere") == 0)
        event = (void *)64;
    else if (strcmp(words[2], "-") != 0)
        event = &names_event(words[2])->event;
    unsigned n = ranges_of(3, ranges);
    play_export(words[1], true, event, ranges, n);
}

static void do_export_host(void) {
    struct play_range ranges[PLAY_WORDS];
    unsigned n = ranges_of(2, ranges);
    play_export(words[1], false, NULL, ranges, n);
}

static void do_release(void) {
    play_release(words[1], NULL);
}

static void do_release_begin(void) {
    play_release(words[1], play_run_lines);
}

static const struct play_operation operations[] = {{"option", 3, do_option},
                                                   {"thread", 2, do_thread},
                                                   {"leave", 2, do_leave},
                                                   {"enter", 2, do_enter},
                                                   {"join", 2, do_join},
                                                   {"context", 3, do_context},
                                                   {"stream", 2, do_stream},
                                                   {"event", 2, do_event},
                                                   {"memory", 3, do_memory},
                                                   {"write", 3, do_write},
                                                   {"read", 3, do_read},
                                                   {"copy", 4, do_copy},
                                                   {"kernel", 2, do_kernel},
                                                   {"marker", 2, do_marker},
                                                   {"barrier", 2, do_barrier},
                                                   {"flush", 2, do_flush},
                                                   {"promise", 2, do_promise},
                                                   {"keep", 2, do_keep},
                                                   {"record", 3, do_record},
                                                   {"wait", 3, do_wait},
                                                   {"wait_context", 3, do_wait_context},
                                                   {"sync", 2, do_sync},
                                                   {"sync_event", 2, do_sync_event},
                                                   {"sync_context", 2, do_sync_context},
                                                   {"callback", 2, do_callback},
                                                   {"taint", 2, do_taint},
                                                   {"fail", 2, do_fail},
                                                   {"destroy_stream", 2, do_destroy_stream},
                                                   {"destroy_event", 2, do_destroy_event},
                                                   {"free", 2, do_free},
                                                   {"free_on", 3, do_free_on},
                                                   {"export", 3, do_export},
                                                   {"export_host", 3, do_export_host},
                                                   {"release", 2, do_release},
                                                   {"release_begin", 2, do_release_begin}};

int main(int argc, char **argv) {
    cl_platform_id platform;
    (void)argc;
    names_are_shared = strcmp(argv[1], "shared") == 0;
    play_read(argv[2], (unsigned)atoi(argv[3]), operations, LENGTH(operations));
    if (clGetPlatformIDs(1, &platform, NULL) != CL_SUCCESS)
        play_skip("no platform", "");
    OK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &names_device, NULL));
    scratch = malloc(SCRATCH);
    if (names_are_shared)
        shared_scratch = clSVMAlloc(names_context("c1"), CL_MEM_READ_WRITE, SCRATCH, 0);
    play_run_lines();
    finish(NULL);
    return 0;
}
