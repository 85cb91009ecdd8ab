/* commands: command buffers: what is put into one is done, all of it, each time it is enqueued. In
 * which order it is done among itself is nobody else's matter. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/opencl/commands.h"

#include "hooks/opencl/api.h"
#include "hooks/opencl/counts.h"
#include "hooks/opencl/effects.h"
#include "report/base/lock.h"
#include "report/base/memory.h"

struct page {
    struct page *older;
    unsigned n;
    struct order_access accesses[60];
};

struct commands {
    struct count count;
    uintptr_t queue; /* where it runs unless that is said again */
    struct page *newest;
    bool is_incomplete; /* no memory for some of it */
};

static struct counts all = {.size = sizeof(struct commands)};
LOCK_DEFINE(lock, LOCK_RUNTIME)

static struct commands *look(const struct opencl_call *call) {
    return (struct commands *)counts_find(&all, opencl_argument(call, ARG_COMMANDS));
}

void commands_created(struct opencl_call *call) {
    const cl_command_queue *queues = (const cl_command_queue *)opencl_argument(call, ARG_QUEUES);
    const struct commands commands = {.queue = (uintptr_t)queues[0]};
    counts_add(&all, call->result, &commands.count);
}

void commands_retained(struct opencl_call *call) {
    counts_retain(&all, opencl_argument(call, ARG_COMMANDS));
}

/* Before: the handle may be another's as soon as the call is made. */
void commands_release(struct opencl_call *call) {
    struct commands last = {0};
    counts_release(&all, opencl_argument(call, ARG_COMMANDS), &last.count);
    for (struct page *page; (page = last.newest);) {
        last.newest = page->older;
        memory_free(page, sizeof(*page));
    }
}

/* NULL without memory. */
static struct page *page_of(struct commands *commands) {
    struct page *page = commands->newest;
    if (page && page->n < LENGTH(page->accesses))
        return page;
    page = memory_alloc(sizeof(*page));
    if (!page)
        return NULL;
    page->older = commands->newest;
    commands->newest = page;
    return page;
}

/* Behind the queue stands memory, which is never NULL, or in later versions properties, which
 * nearly always are. */
void commands_align(struct opencl_call *call, uintptr_t *arguments) {
    enum { PROPERTIES = 2 };
    if (opencl_has(call, ARG_KERNEL) || call->arguments[PROPERTIES])
        return;
    for (unsigned i = 0; i < LENGTH(call->row->roles) - 1; i++)
        arguments[i] = call->arguments[i + (i >= PROPERTIES)];
    call->arguments = arguments;
}

void commands_keep(const struct opencl_call *call, const struct order_access *accesses,
                   unsigned n) {
    struct commands *commands = look(call);
    if (!commands)
        return;
    lock_acquire(&lock);
    for (unsigned i = 0; i < n; i++) {
        struct page *page = page_of(commands);
        if (page)
            page->accesses[page->n++] = accesses[i];
        else
            commands->is_incomplete = true;
    }
    lock_release(&lock);
}

uintptr_t commands_queue(const struct opencl_call *call) {
    const cl_command_queue *queues = (const cl_command_queue *)opencl_argument(call, ARG_QUEUES);
    if (queues && opencl_argument(call, ARG_N_QUEUES))
        return (uintptr_t)queues[0];
    const struct commands *commands = look(call);
    return commands ? commands->queue : 0;
}

/* What is in it does not change any more. */
void commands_put(struct opencl_call *call) {
    const struct commands *commands = look(call);
    for (struct page *page = commands ? commands->newest : NULL; page; page = page->older)
        opencl_accesses(call, page->accesses, page->n);
    if (!commands || commands->is_incomplete)
        order_op_tainted(&call->op, "a command buffer of which not all was seen");
}
