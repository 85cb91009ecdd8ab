/* journal: the line in the making, and which stacks and modules have been written. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/journal.h"

#include <stdatomic.h>

#include "report/base/lock.h"
#include "report/base/memory.h"
#include "report/line.h"
#include "report/module.h"
#include "report/spool.h"

#define LINE_SIZE  65536u
#define LINE_SPARE 8192u /* for the longest frame and what follows the list */

#define MAX_MODULES 8192u

LOCK_DEFINE(record_lock, LOCK_RECORD)

/* Guarded by record_lock, but for the counter. */
static char storage[LINE_SIZE];
static struct text line;
static bool insists;
static _Atomic uint64_t n_skipped;
static struct {
    unsigned char *bits;
    size_t size;
} stacks_written;
static unsigned char modules_written[MAX_MODULES]; /* enum below */
enum { NOT_WRITTEN, WRITTEN, WRITTEN_AS_UNLOADED };

static void begin_line(void) {
    line = text_begin(storage, sizeof storage);
}

struct text *journal_enter(void) {
    if (lock_is_mine(&record_lock)) {
        atomic_fetch_add(&n_skipped, 1);
        return NULL;
    }
    lock_acquire(&record_lock);
    insists = false;
    begin_line();
    return &line;
}

void journal_insist(void) {
    insists = true;
}

void journal_next(void) {
    if (line.cut)
        atomic_fetch_add(&n_skipped, 1);
    else if (line.length > 0)
        spool_add(line.data, line.length, insists);
    begin_line();
}

void journal_leave(void) {
    journal_next();
    lock_release(&record_lock);
}

void journal_module(int id) {
    const struct module *module = module_get(id);
    bool unloaded = module && __atomic_load_n(&module->unloaded, __ATOMIC_RELAXED);
    unsigned char state = unloaded ? WRITTEN_AS_UNLOADED : WRITTEN;
    if (!module || (unsigned)id >= MAX_MODULES || modules_written[id] == state)
        return;
    modules_written[id] = state;
    line_begin(&line, "module");
    line_int(&line, "id", id);
    line_text(&line, "path", module->path);
    line_text(&line, "build_id", module->build_id[0] ? module->build_id : NULL);
    line_hex(&line, "base", module->base);
    line_bool(&line, "unloaded", unloaded);
    if (unloaded)
        line_uint(&line, "unloaded_at", module->unloaded_at);
    line_bool(&line, "system", module->is_system);
    line_end(&line);
    journal_next();
}

static void add_frame(const struct stack_frame *frame) {
    const struct module *module = frame->pc ? module_get(frame->module) : NULL;
    text_add(&line, "[");
    if (frame->pc) {
        text_add_int(&line, module ? module->id : -1);
        text_add(&line, ",");
        text_add_uint(&line, frame->pc - (module ? module->base : 0));
        text_add(&line, frame->exact ? ",1" : "");
    } else {
        line_python(&line, frame);
    }
    text_add(&line, "]");
}

static void write_stack(stack_id id) {
    unsigned n, i = 0;
    const struct stack_frame *frames = stack_frames(id, &n);
    for (unsigned frame = 0; frame < n; frame++)
        if (frames[frame].pc && frames[frame].module >= 0)
            journal_module(frames[frame].module);
    line_begin(&line, "stack");
    line_uint(&line, "id", id);
    line_name(&line, "hash");
    text_add(&line, "\"");
    text_add_digits(&line, stack_hash(id), 16);
    text_add(&line, "\"");
    line_name(&line, "frames");
    text_add(&line, "[");
    for (; i < n && line.length < LINE_SIZE - LINE_SPARE; i++) {
        line_comma(&line, i == 0);
        add_frame(&frames[i]);
    }
    text_add(&line, "]");
    line_bool(&line, "truncated", i < n || stack_is_cut(id));
    line_end(&line);
    journal_next();
}

/** One bit a stack; without memory for it the line is written again, which does no harm. */
static bool is_stack_written(stack_id id) {
    size_t byte = id / 8;
    if (byte >= stacks_written.size) {
        size_t size = byte < 128 ? 256 : byte * 2;
        unsigned char *bits = memory_alloc(size);
        if (!bits)
            return false;
        if (stacks_written.bits)
            memcpy(bits, stacks_written.bits, stacks_written.size);
        memory_free(stacks_written.bits, stacks_written.size);
        stacks_written.bits = bits;
        stacks_written.size = size;
    }
    bool is_written = stacks_written.bits[byte] >> id % 8 & 1;
    stacks_written.bits[byte] |= (unsigned char)(1u << id % 8);
    return is_written;
}

void journal_stack(stack_id id) {
    if (id != 0 && !is_stack_written(id))
        write_stack(id);
}

void journal_unloaded_modules(void) {
    for (unsigned id = 0; id < MAX_MODULES; id++)
        if (modules_written[id] == WRITTEN)
            journal_module((int)id);
}

uint64_t journal_dropped(void) {
    return spool_dropped() + atomic_load(&n_skipped);
}

void journal_fork_child(void) {
    spool_fork_child();
    memory_free(stacks_written.bits, stacks_written.size);
    stacks_written.bits = NULL;
    stacks_written.size = 0;
    memset(modules_written, NOT_WRITTEN, sizeof modules_written);
    atomic_store(&n_skipped, 0);
}
