/* play: reads a scenario and calls the driver, operation by operation.
 *
 * play WAY FILE LINE    the scenario that begins at this line of a file of tests/order */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/driver/play/play.h"
#include "shim/arrowdev_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/driver/control.h"
#include "tests/order/crew.h"

#define ALL_OPERATIONS                                                                             \
    ONE(option, 3)                                                                                 \
    ONE(thread, 2)                                                                                 \
    ONE(leave, 2)                                                                                  \
    ONE(enter, 2)                                                                                  \
    ONE(join, 2)                                                                                   \
    ONE(table, 4)                                                                                  \
    ONE(context, 3)                                                                                \
    ONE(stream, 2)                                                                                 \
    ONE(event, 2)                                                                                  \
    ONE(memory, 3)                                                                                 \
    ONE(memory_on, 4)                                                                              \
    ONE(write, 3)                                                                                  \
    ONE(read, 3)                                                                                   \
    ONE(copy, 4)                                                                                   \
    ONE(kernel, 2)                                                                                 \
    ONE(record, 3)                                                                                 \
    ONE(wait, 3)                                                                                   \
    ONE(sync, 2)                                                                                   \
    ONE(sync_event, 2)                                                                             \
    ONE(sync_context, 2)                                                                           \
    ONE(fail, 2)                                                                                   \
    ONE(fence, 3)                                                                                  \
    ONE(wait_context, 3)                                                                           \
    ONE(record_context, 3)                                                                         \
    ONE(publish, 4)                                                                                \
    ONE(await, 4)                                                                                  \
    ONE(graph, 3)                                                                                  \
    ONE(callback, 2)                                                                               \
    ONE(destroy_stream, 2)                                                                         \
    ONE(destroy_event, 2)                                                                          \
    ONE(destroy_context, 2)                                                                        \
    ONE(lose, 2)                                                                                   \
    ONE(free, 2)                                                                                   \
    ONE(free_on, 3)                                                                                \
    ONE(export, 3)                                                                                 \
    ONE(export_host, 3)                                                                            \
    ONE(release, 2)                                                                                \
    ONE(release_begin, 2)

enum memory { DEVICE, POOL, MANAGED, PINNED, REGISTERED, PAGEABLE };

static struct name {
    char name[32];
    enum { CONTEXT, STREAM, EVENT, MEMORY, GRAPH } kind;
    CUcontext context; /* its own, or the one it is in */
    CUstream stream;
    CUevent event;
    enum memory memory;
    struct play_range range;
    CUgraphExec exec;
} names[PLAY_NAMES];
static unsigned n_names;
static CUdeviceptr scratch;
static CUcontext first_context;

static struct name *look(const char *name, int kind) {
    for (unsigned i = n_names; i-- > 0;)
        if ((int)names[i].kind == kind && strcmp(names[i].name, name) == 0)
            return &names[i];
    return NULL;
}

static struct name *need(const char *name, int kind) {
    struct name *found = look(name, kind);
    if (!found)
        play_skip("not known: ", name);
    return found;
}

static struct name *add(const char *name, int kind) {
    struct name *made = &names[n_names++];
    memset(made, 0, sizeof(*made));
    snprintf(made->name, sizeof(made->name), "%s", name);
    made->kind = kind;
    return made;
}

static void enter(CUcontext context) {
    OK(cu.cuCtxSetCurrent(context));
}

static CUcontext make_context(const char *name, int ordinal) {
    CUdevice device;
    if (cu.cuDeviceGet(&device, ordinal) != CUDA_SUCCESS)
        play_skip("there is no second device", "");
    struct name *context = add(name, CONTEXT);
    OK(cu.cuCtxCreate(&context->context, NULL, 0, device));
    return context->context;
}

static CUcontext context_of(const char *name) {
    struct name *context = look(name, CONTEXT);
    return context ? context->context : make_context(name, 0);
}

/* The last of the words, where it names a context: c1 unless said. */
static CUcontext last_context(unsigned from) {
    for (unsigned i = from; i < n_words; i++)
        if (words[i][0] == 'c' && words[i][1] >= '0' && words[i][1] <= '9')
            return context_of(words[i]);
    return first_context;
}

struct play_range play_range_of(const char *text) {
    char name[32], *end;
    size_t length = strcspn(text, "[");
    snprintf(name, sizeof(name), "%.*s", (int)length, text);
    if (text[strlen(text) - 1] == '?')
        play_skip("a buffer of unknown size: ", text);
    struct play_range range = need(name, MEMORY)->range;
    if (!text[length])
        return range;
    size_t low = play_number(text + length + 1, &end), high = play_number(end + 1, &end);
    return (struct play_range){range.at + low, high - low};
}

static struct name *stream_of(const char *name) {
    struct name *stream = need(name, STREAM);
    enter(stream->context);
    return stream;
}

/* It is in the environment. */
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
    if (strcmp(words[1], "c1") == 0 && strcmp(words[2], "0") != 0)
        play_skip("the first context lies on another device", "");
    if (!look(words[1], CONTEXT))
        make_context(words[1], atoi(words[2]));
}

static void do_stream(void) {
    static bool has_thread;
    CUcontext context = last_context(2);
    struct name *stream = add(words[1], STREAM);
    play_refuse_flags(2);
    stream->context = context;
    enter(context);
    if (play_says("legacy")) {
        stream->stream = play_is_per_thread ? CU_STREAM_LEGACY : NULL;
        return;
    }
    if (play_says("thread")) {
        if (has_thread)
            play_skip("default streams of two threads", "");
        has_thread = true;
        stream->stream = play_is_per_thread ? NULL : CU_STREAM_PER_THREAD;
        return;
    }
    OK(cu.cuStreamCreate(&stream->stream,
                         play_says("blocking") ? CU_STREAM_DEFAULT : CU_STREAM_NON_BLOCKING));
    arrowdev_check_name_queue(stream->stream, stream->name);
}

static void do_event(void) {
    if (play_says("foreign"))
        play_skip("an event of another process", "");
    struct name *event = add(words[1], EVENT);
    event->context = last_context(2);
    enter(event->context);
    OK(cu.cuEventCreate(&event->event, CU_EVENT_DISABLE_TIMING));
}

static void allocate(struct name *memory) {
    CUdeviceptr *at = &memory->range.at;
    size_t size = memory->range.size;
    CUstream stream;
    switch (memory->memory) {
    case DEVICE:
        OK(cu.cuMemAlloc(at, size));
        break;
    case POOL:
        OK(cu.cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
        OK(cu.cuMemAllocAsync(at, size, stream));
        OK(cu.cuStreamSynchronize(stream));
        break;
    case MANAGED:
        OK(cu.cuMemAllocManaged(at, size, CU_MEM_ATTACH_GLOBAL));
        break;
    case PINNED:
        OK(cu.cuMemHostAlloc((void **)at, size, 0));
        break;
    default:
        *at = (CUdeviceptr)aligned_alloc(4096, (size + 4095) / 4096 * 4096);
        if (memory->memory == REGISTERED)
            OK(cu.cuMemHostRegister((void *)*at, size, 0));
    }
}

static void do_memory(void) {
    static const char *const kinds[] = {"device", "pool",       "managed",
                                        "pinned", "registered", "pageable"};
    char *end;
    if (play_says("mapped"))
        play_skip("mapped memory", "");
    struct name *memory = add(words[1], MEMORY);
    memory->range.size = play_number(words[2], &end);
    for (unsigned i = 0; i < LENGTH(kinds); i++)
        if (play_says(kinds[i]))
            memory->memory = i;
    memory->context = last_context(3);
    enter(memory->context);
    allocate(memory);
}

static void do_memory_on(void) {
    char *end;
    CUdeviceptr old = n_words > 5 ? need(words[5], MEMORY)->range.at : 0;
    struct name *stream = stream_of(words[1]), *memory = add(words[2], MEMORY);
    memory->range.size = play_number(words[3], &end);
    memory->memory = POOL;
    memory->context = stream->context;
    OK(cu.cuMemAllocAsync(&memory->range.at, memory->range.size, stream->stream));
    if (old && old != memory->range.at)
        play_skip("the pool gave another address", "");
}

static bool is_host(const char *text) {
    char name[32];
    snprintf(name, sizeof(name), "%.*s", (int)strcspn(text, "["), text);
    return need(name, MEMORY)->memory >= PINNED;
}

static void do_write(void) {
    play_refuse_flags(3);
    struct name *stream = stream_of(words[1]);
    for (unsigned i = 2; i < n_words; i++) {
        struct play_range range = play_range_of(words[i]);
        if (is_host(words[i]))
            OK(cu.cuMemcpyAsync(range.at, scratch, range.size, stream->stream));
        else
            OK(cu.cuMemsetD8Async(range.at, 7, range.size, stream->stream));
    }
}

static void do_read(void) {
    play_refuse_flags(3);
    struct name *stream = stream_of(words[1]);
    for (unsigned i = 2; i < n_words; i++) {
        struct play_range range = play_range_of(words[i]);
        OK(cu.cuMemcpyAsync(scratch, range.at, range.size, stream->stream));
    }
}

static void do_copy(void) {
    play_refuse_flags(4);
    struct name *stream = stream_of(words[1]);
    struct play_range to = play_range_of(words[2]), from = play_range_of(words[3]);
    OK(cu.cuMemcpyAsync(to.at, from.at, to.size < from.size ? to.size : from.size, stream->stream));
}

static void do_table(void) {
    static CUdeviceptr table[PLAY_WORDS];
    struct name *stream = stream_of(words[1]);
    struct play_range to = play_range_of(words[2]);
    for (unsigned i = 3; i < n_words; i++)
        table[i - 3] = play_range_of(words[i]).at;
    OK(cu.cuMemcpyAsync(to.at, (CUdeviceptr)table, to.size, stream->stream));
}

static void launch(struct name *stream, CUfunction kernel, void **params, CUevent event) {
    CUlaunchAttribute attribute = {.id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT};
    attribute.value.programmaticEvent.event = event;
    CUlaunchConfig config = {.gridDimX = 1,
                             .gridDimY = 1,
                             .gridDimZ = 1,
                             .blockDimX = 1,
                             .blockDimY = 1,
                             .blockDimZ = 1,
                             .hStream = stream->stream,
                             .attrs = &attribute,
                             .numAttrs = 1};
    if (event)
        OK(cu.cuLaunchKernelEx(&config, kernel, params, NULL));
    else
        OK(cu.cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, stream->stream, params, NULL));
}

static void do_kernel(void) {
    bool is_const[PLAY_WORDS];
    CUdeviceptr at[PLAY_WORDS];
    void *params[PLAY_WORDS];
    CUevent event = NULL;
    unsigned n = 0;
    play_refuse_flags(2);
    struct name *stream = stream_of(words[1]);
    for (unsigned i = 2; i < n_words; i++) {
        if (strncmp(words[i], "programmatic:", 13) == 0) {
            event = need(words[i] + 13, EVENT)->event;
            continue;
        }
        is_const[n] = strncmp(words[i], "const:", 6) == 0;
        at[n] = play_range_of(words[i] + (is_const[n] ? 6 : 0)).at;
        params[n] = &at[n];
        n++;
    }
    launch(stream, play_kernel(is_const, n), params, event);
}

static void do_record(void) {
    struct name *stream = stream_of(words[2]), *event = need(words[1], EVENT);
    CUresult code = cu.cuEventRecord(event->event, stream->stream);
    if (event->context == stream->context)
        play_check("cuEventRecord", code);
}

static void do_wait(void) {
    struct name *stream = stream_of(words[1]);
    OK(cu.cuStreamWaitEvent(stream->stream, need(words[2], EVENT)->event, 0));
}

static void do_sync(void) {
    for (unsigned i = 1; i < n_words; i++)
        OK(cu.cuStreamSynchronize(stream_of(words[i])->stream));
}

static void do_sync_event(void) {
    struct name *event = need(words[1], EVENT);
    enter(event->context);
    OK(cu.cuEventSynchronize(event->event));
}

static void do_sync_context(void) {
    enter(context_of(words[1]));
    OK(cu.cuCtxSynchronize());
}

static void do_fail(void) {
    if (cu.cuMemsetD8Async(0, 7, 16, stream_of(words[1])->stream) == CUDA_SUCCESS)
        play_fail("cuMemsetD8Async of nothing succeeded", 0);
}

static void do_fence(void) {
    CUcontext one = context_of(words[2]), other = n_words > 3 ? context_of(words[3]) : one;
    if (stream_of(words[1])->stream)
        play_skip("a barrier on a stream that is not the default one", "");
    OK(cu.cuMemcpyPeer(scratch, one, scratch + 64, other, 16));
}

static void do_wait_context(void) {
    OK(cu.cuCtxWaitEvent(context_of(words[1]), need(words[2], EVENT)->event));
}

static void do_record_context(void) {
    OK(cu.cuCtxRecordEvent(context_of(words[2]), need(words[1], EVENT)->event));
}

static void do_publish(void) {
    struct name *stream = stream_of(words[1]);
    OK(cu.cuStreamWriteValue32(stream->stream, play_range_of(words[2]).at, (unsigned)atoi(words[3]),
                               0));
}

/* Where nobody publishes it the host does: nothing is to hang. */
static void do_await(void) {
    struct name *stream = stream_of(words[1]);
    struct play_range range = play_range_of(words[2]);
    if (!driver_hold)
        play_skip("the host cannot write to the device", "");
    OK(cu.cuStreamWaitValue32(stream->stream, range.at, (unsigned)atoi(words[3]),
                              CU_STREAM_WAIT_VALUE_GEQ));
    *(volatile unsigned *)range.at = (unsigned)atoi(words[3]);
}

CUevent play_event_of(const char *name) {
    return need(name, EVENT)->event;
}

static void do_graph(void) {
    CUgraphExecUpdateResultInfo info;
    struct name *stream = stream_of(words[1]), *known = look(words[2], GRAPH);
    CUgraph graph = play_graph(words + 3, n_words - 3, scratch, first_context);
    if (known) {
        OK(cu.cuGraphExecUpdate(known->exec, graph, &info));
    } else {
        known = add(words[2], GRAPH);
        OK(cu.cuGraphInstantiateWithFlags(&known->exec, graph, 0));
    }
    OK(cu.cuGraphLaunch(known->exec, stream->stream));
}

static void say_entered(void *flag) {
    *(volatile bool *)flag = true;
}

static void do_callback(void) {
    static volatile bool entered;
    struct name *stream = stream_of(words[1]);
    entered = false;
    OK(cu.cuLaunchHostFunc(stream->stream, say_entered, (void *)&entered));
    while (!entered)
        sched_yield();
}

static void do_destroy_stream(void) {
    OK(cu.cuStreamDestroy(stream_of(words[1])->stream));
}

static void do_destroy_event(void) {
    OK(cu.cuEventDestroy(need(words[1], EVENT)->event));
}

static void do_destroy_context(void) {
    CUcontext context = context_of(words[1]);
    enter(context);
    OK(cu.cuCtxDestroy(context));
    if (context == first_context)
        return;
    enter(first_context);
}

static void do_lose(void) {
    if (!driver_fail)
        play_skip("a device is not lost on demand", "");
    if (strcmp(words[1], "0") != 0)
        play_skip("the second device is lost", "");
    play_is_lost = true;
    driver_fail("cuInit", CUDA_ERROR_ILLEGAL_ADDRESS, 1);
    cu.cuInit(0);
}

static void do_free(void) {
    struct name *memory = need(words[1], MEMORY);
    enter(memory->context);
    if (memory->memory <= MANAGED)
        OK(cu.cuMemFree(memory->range.at));
    else if (memory->memory == PINNED)
        OK(cu.cuMemFreeHost((void *)memory->range.at));
    else if (memory->memory == REGISTERED)
        OK(cu.cuMemHostUnregister((void *)memory->range.at));
}

static void do_free_on(void) {
    OK(cu.cuMemFreeAsync(need(words[2], MEMORY)->range.at, stream_of(words[1])->stream));
}

static unsigned ranges_of(unsigned from, struct play_range *ranges) {
    for (unsigned i = from; i < n_words; i++)
        ranges[i - from] = play_range_of(words[i]);
    return n_words - from;
}

static void do_export(void) {
    struct play_range ranges[PLAY_WORDS];
    void *event = NULL;
    if (strncmp(words[2], "handle:", 7) == 0)
        event = need(words[2] + 7, EVENT)->event;
    else if (strcmp(words[2], "nowhere") == 0)
        event = (void *)64;
    else if (strcmp(words[2], "-") != 0)
        event = &need(words[2], EVENT)->event;
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

static const struct play_operation operations[] = {
#define ONE(word, least) {#word, least, do_##word},
    ALL_OPERATIONS
#undef ONE
};

static void touch(void **params, const unsigned *grid, const unsigned *block) {}

static void add_kernels(void) {
    static const size_t sizes[] = {8, 8, 8, 8, 8, 8, 8, 8};
    static const char *const parts[] = {"c_1", "c_2", "c_3", "c_4", "c_5", "c_6", "c_7", "c_8"};
    driver_kernel("touch_0", touch, sizes, 0);
    for (unsigned i = 0; i < LENGTH(parts); i++)
        driver_kernel(parts[i], touch, sizes, i + 1);
}

int main(int argc, char **argv) {
    play_find_driver(argv[1]);
    play_read(argv[2], (unsigned)atoi(argv[3]), operations, LENGTH(operations));
    if (driver_kernel)
        add_kernels();
    if (cu.cuInit(0) != CUDA_SUCCESS)
        play_skip("no device", "");
    first_context = make_context("c1", 0);
    OK(cu.cuMemAlloc(&scratch, (size_t)16 << 20));
    play_run_lines();
    return 0;
}
