/* launching: kernels: every word of their parameters that lies in memory we know is an access. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/rocm/launching.h"

#include "hooks/rocm/effects.h"
#include "hooks/rocm/inquiry.h"
#include "hooks/rocm/layouts.h"
#include "report/base/peek.h"
#include "tracker/nested.h"
#include "tracker/syncevent.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static _Atomic uint64_t n_unread;

uint64_t launching_n_unread(void) {
    return atomic_load(&n_unread);
}

/* Before: what is asked of HIP is asked now. */
static struct layout layout_of(const struct rocm_call *call) {
    bool is_of_module = rocm_has(call, ARG_FUNCTION);
    return layouts_of(rocm_argument(call, is_of_module ? ARG_FUNCTION : ARG_HOST_KERNEL),
                      is_of_module);
}

void launching_loaded(struct rocm_call *call) {
    layouts_loaded(rocm_made(call, ARG_NEW_MODULE), rocm_argument(call, ARG_IMAGE));
}

/* The file may be cut short while it is read, and a name may lead to what is no file. */
void launching_opened(struct rocm_call *call) {
    const char *path = (const char *)rocm_argument(call, ARG_NAME);
    int fd = path ? open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) : -1;
    struct stat file;
    if (fd < 0)
        return;
    if (fstat(fd, &file) == 0 && S_ISREG(file.st_mode) && file.st_size > 0) {
        size_t size = (size_t)file.st_size;
        void *image = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (image != MAP_FAILED) {
            layouts_loaded(rocm_made(call, ARG_NEW_MODULE), (uintptr_t)image);
            munmap(image, size);
        }
    }
    close(fd);
}

/* Its image is read when a kernel of it is launched: it stays as long as the program's code. */
void launching_fat_binary(struct rocm_call *call) {
    struct hip_fat_binary binary;
    uintptr_t at = rocm_argument(call, ARG_IMAGE);
    if (peek(&binary, (const void *)at, sizeof(binary)) == 0 && binary.magic == HIP_FAT_BINARY)
        layouts_fat(call->answer, (uintptr_t)binary.image);
}

void launching_fat_kernel(struct rocm_call *call) {
    layouts_stands_for(rocm_argument(call, ARG_HOST_KERNEL), rocm_argument(call, ARG_MODULE),
                       (const char *)rocm_argument(call, ARG_NAME));
}

void launching_function(struct rocm_call *call) {
    layouts_given(rocm_made(call, ARG_NEW_FUNCTION), rocm_argument(call, ARG_MODULE),
                  (const char *)rocm_argument(call, ARG_NAME));
}

/* Handles may come again for other kernels. */
void launching_unload(struct rocm_call *call) {
    layouts_unload(rocm_argument(call, ARG_MODULE));
}

struct reached {
    struct order_access *accesses;
    unsigned n;
};

/* Every aligned word: pointers lie in structs by value too. */
static void reach(struct reached *reached, const char *bytes, size_t size, bool is_constant,
                  uint32_t flags) {
    for (size_t at = 0; at + sizeof(uintptr_t) <= size && reached->n < LAUNCHING_MOST;
         at += sizeof(uintptr_t)) {
        uintptr_t word;
        memcpy(&word, bytes + at, sizeof(word));
        if (!memory_is_watched(word))
            continue;
        reached->accesses[reached->n++] =
            (struct order_access){word, 0, is_constant ? ORDER_READ : ORDER_MAY_WRITE, flags};
        reached->n +=
            nested_reached(word, reached->accesses + reached->n, LAUNCHING_MOST - reached->n);
    }
}

/* The other form: a list of keys and values that describe one buffer. */
static const char *buffer_of(void *const *extra, size_t *size) {
    const char *buffer = NULL;
    *size = 0;
    for (unsigned i = 0; i < 8 && extra[i] != HIP_EXTRA_END; i += 2) {
        if (extra[i] == HIP_EXTRA_POINTER)
            buffer = extra[i + 1];
        if (extra[i] == HIP_EXTRA_SIZE && extra[i + 1])
            *size = *(const size_t *)extra[i + 1];
    }
    return buffer;
}

/* A buffer of parameters is read as a code object says, else as it comes: as weaker evidence. */
static void reach_buffer(struct reached *reached, const struct layout *layout, const char *buffer,
                         size_t size) {
    if (!layout->has_offsets) {
        reach(reached, buffer, size, false, ORDER_KERNEL | ORDER_OPAQUE);
        return;
    }
    for (unsigned i = 0; i < layout->n; i++)
        if (layout->offset[i] + (size_t)layout->size[i] <= size)
            reach(reached, buffer + layout->offset[i], layout->size[i], layout->constants >> i & 1,
                  ORDER_KERNEL);
}

static unsigned accesses_of(const struct layout *layout, void *const *params, void *const *extra,
                            struct order_access *accesses) {
    struct reached reached = {.accesses = accesses};
    for (unsigned i = 0; params && i < layout->n; i++)
        if (layout->size[i])
            reach(&reached, params[i], layout->size[i], layout->constants >> i & 1, ORDER_KERNEL);
    size_t size = 0;
    const char *buffer = !params && extra ? buffer_of(extra, &size) : NULL;
    if (buffer)
        reach_buffer(&reached, layout, buffer, size);
    if (params && !layout->is_told)
        atomic_fetch_add(&n_unread, 1);
    return reached.n;
}

static void access_params(struct rocm_call *call, const struct layout *layout, void *const *params,
                          void *const *extra) {
    struct order_access accesses[LAUNCHING_MOST];
    unsigned n = accesses_of(layout, params, extra, accesses);
    if (n)
        hook_locate(&call->site);
    order_accesses(&call->op, accesses, n);
}

void launching_begin(struct rocm_call *call) {
    layout_of(call);
}

void launching_launched(struct rocm_call *call) {
    struct layout layout = layout_of(call);
    access_params(call, &layout, (void **)rocm_argument(call, ARG_PARAMS),
                  (void **)rocm_argument(call, ARG_EXTRA));
}

/* The first event is recorded when the kernel begins, the other when it is done. */
void launching_timed(struct rocm_call *call) {
    uint64_t begins = rocm_argument(call, ARG_EVENT), ends = rocm_argument(call, ARG_EVENT2);
    if (begins || ends)
        hook_locate(&call->site);
    if (begins)
        syncevent_recorded(&call->op, begins, SYNCEVENT_PROGRAMMATIC);
    launching_launched(call);
    if (ends)
        syncevent_recorded(&call->op, ends, SYNCEVENT_NORMAL);
}

/* One kernel on a stream of each device; all of them wait for all work of these devices before, and
 * all that follows there waits for them. */

struct one {
    uintptr_t function, stream;
    void *const *params;
};

static void launch_each(struct rocm_call *call, struct one (*nth)(const void *list, unsigned i),
                        const void *list, unsigned n, bool is_of_module) {
    for (unsigned i = 0; i < n; i++) {
        struct one one = nth(list, i);
        call->stream = inquiry_stream_of(one.stream, false);
        order_begin(&call->op, &call->stream, &call->site);
        for (unsigned j = 0; j < n; j++)
            order_op_fences(&call->op, inquiry_stream_of(nth(list, j).stream, false).context, 0);
        struct layout layout = layouts_of(one.function, is_of_module);
        access_params(call, &layout, one.params, NULL);
        order_end(&call->op);
    }
}

static struct one nth_launch(const void *list, unsigned i) {
    const struct hip_launch *launch = (const struct hip_launch *)list + i;
    return (struct one){(uintptr_t)launch->function, (uintptr_t)launch->stream, launch->params};
}

static struct one nth_function(const void *list, unsigned i) {
    const struct hip_function_launch *launch = (const struct hip_function_launch *)list + i;
    return (struct one){(uintptr_t)launch->function, (uintptr_t)launch->stream, launch->params};
}

void launching_many(struct rocm_call *call) {
    launch_each(call, nth_launch, (const void *)rocm_argument(call, ARG_LAUNCHES),
                (unsigned)rocm_argument(call, ARG_COUNT), false);
}

void launching_functions(struct rocm_call *call) {
    launch_each(call, nth_function, (const void *)rocm_argument(call, ARG_FUNCTION_LAUNCHES),
                (unsigned)rocm_argument(call, ARG_N32), true);
}

unsigned launching_of_kernel(const struct hip_kernel *kernel, struct order_access *accesses) {
    uintptr_t function = (uintptr_t)kernel->function;
    struct layout layout = layouts_of(function, layouts_is_given(function));
    return accesses_of(&layout, kernel->params, kernel->extra, accesses);
}
