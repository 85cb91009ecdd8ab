/* isolate: plans the copies of a tree, and keeps what is known of each array's. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/isolate.h"

#include <fcntl.h>
#include <unistd.h>

#include "report/base/peek.h"
#include "report/module.h"
#include "tracker/device.h"
#include "tracker/element.h"
#include "tracker/plan.h"

/* Memory of released copies that new ones are made of. */
#define WAITING ((uint64_t)16 << 20)
/* What is compared at once. */
#define STEP 4096u
/* Producers that are told apart in the sums. */
#define PRODUCERS 32
/* Half of what the kernel allows by default, where it does not say. */
#define MAPPINGS 65530

static bool is_on;
static _Atomic bool is_used;
static enum copies_mode mode;
static const char *word; /* as the option says it */

/* Under copies_lock. */
static struct {
    uint64_t n_arrays, bytes;
    uint64_t n_left[N_COPIES_REASONS];
    struct {
        int module;
        uint64_t n_arrays, bytes;
    } verified[PRODUCERS];
    unsigned n_producers;
} sums;

bool isolate_is_used(void) {
    return atomic_load_explicit(&is_used, memory_order_relaxed);
}

bool isolate_is_on(void) {
    return is_on;
}

/* Whole numbers only: 0 when the file can't be read. */
static uint64_t read_number(const char *path) {
    char digits[24];
    uint64_t number = 0;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? 0 : read(fd, digits, sizeof(digits));
    if (fd >= 0)
        close(fd);
    for (ssize_t i = 0; i < n && digits[i] >= '0' && digits[i] <= '9' && number < 1u << 30; i++)
        number = number * 10 + (uint64_t)(digits[i] - '0');
    return number;
}

static uint64_t most_mappings(void) {
    uint64_t most = read_number("/proc/sys/vm/max_map_count");
    return (most ? most : MAPPINGS) / 2;
}

void isolate_init(const struct tracker_options *options) {
    word = options->isolate;
    is_on = strcmp(word, "0") != 0;
    mode = strcmp(word, "guard") == 0   ? COPIES_GUARD
           : strcmp(word, "front") == 0 ? COPIES_FRONT
                                        : COPIES_PLAIN;
    if (!is_on)
        return;
    const struct copies_limits limits = {.mode = mode,
                                         .live_bytes = (uint64_t)options->isolate_mb << 20,
                                         .closed_bytes = (uint64_t)options->quarantine_mb << 20,
                                         .waiting_bytes = WAITING,
                                         .mappings = most_mappings(),
                                         .whole = options->isolate_prefix};
    copies_init(&limits);
}

static void count_left(enum copies_reason reason) {
    lock_acquire(&copies_lock);
    sums.n_left[reason]++;
    lock_release(&copies_lock);
}

static void count_copied(const struct plan *plan) {
    uint64_t bytes = 0;
    for (const struct isolated *one = plan->first; one; one = one->next)
        for (uint32_t i = 0; i < one->n_copies; i++)
            bytes += one->copies[i].is_shared ? 0 : one->copies[i].end - one->copies[i].from;
    lock_acquire(&copies_lock);
    sums.n_arrays++;
    sums.bytes += bytes;
    lock_release(&copies_lock);
}

static void count_verified(const struct isolated *isolated, uint64_t bytes) {
    int module = isolated->object->producer;
    lock_acquire(&copies_lock);
    unsigned i = 0;
    while (i < sums.n_producers && sums.verified[i].module != module)
        i++;
    if (i == sums.n_producers && i < PRODUCERS)
        sums.verified[sums.n_producers++].module = module;
    if (i < PRODUCERS) {
        sums.verified[i].n_arrays += !isolated->object->parent;
        sums.verified[i].bytes += bytes;
    }
    lock_release(&copies_lock);
}

static struct element_array elements_of(const struct isolated *isolated) {
    return (struct element_array){.type = isolated->type,
                                  .length = isolated->length,
                                  .offset = isolated->offset,
                                  .buffers = isolated->list,
                                  .n_buffers = isolated->n_buffers};
}

/* The words of a finding about a byte of a copy. */
static struct isolate_access access_at(const struct copy *copy, enum isolate_act act,
                                       uint64_t byte) {
    const struct isolated *isolated = copy->of;
    struct element_array array = elements_of(isolated);
    struct isolate_access access = {.act = act,
                                    .object = isolated->object,
                                    .type = isolated->type,
                                    .buffer = copy->index,
                                    .byte = byte,
                                    .size = copy->end,
                                    .row = element_row(&array, copy->index, byte),
                                    .rows = isolated->length};
    element_column(isolated->object, access.column, sizeof(access.column));
    return access;
}

static enum copies_reason make_copies(const struct plan *plan) {
    size_t size = plan->n_copies * sizeof(struct copy *);
    struct copy **copies = size ? memory_alloc(size) : NULL;
    unsigned n = 0;
    if (size && !copies)
        return COPIES_MEMORY;
    for (struct isolated *one = plan->first; one; one = one->next)
        for (uint32_t i = 0; i < one->n_copies; i++)
            copies[n++] = &one->copies[i];
    enum copies_reason reason = copies_make(copies, n);
    memory_free(copies, size);
    return reason;
}

/* What the program's own handler may open when it is touched is not said to be lost. */
static bool is_lost(uintptr_t address) {
    char byte;
    return peek(&byte, (const void *)address, 1) != 0 && peek_is_lost((const void *)address);
}

/* Who lends what he no longer holds is found by the first access; it is not lost. */
static bool is_lost_at_first(uintptr_t address) {
    return !pages_is_ours(address) && is_lost(address);
}

/* The first buffer whose ends can't be read. */
static struct isolate_access find_unreadable(const struct plan *plan) {
    for (struct isolated *one = plan->first; one; one = one->next)
        for (uint32_t i = 0; i < one->n_copies; i++) {
            const struct copy *copy = &one->copies[i];
            if (is_lost_at_first(copy->original + copy->from))
                return access_at(copy, ISOLATE_LOST, copy->from);
            if (is_lost_at_first(copy->original + copy->end - 1))
                return access_at(copy, ISOLATE_LOST, copy->end - 1);
        }
    return (struct isolate_access){.act = ISOLATE_NONE};
}

static void adopt(struct plan *plan) {
    for (struct isolated *one = plan->first; one; one = one->next) {
        for (uint32_t i = 0; i < one->n_copies; i++)
            one->list[one->copies[i].index] = (const void *)one->copies[i].address;
        object_lock(one->object);
        one->object->isolated = one;
        object_unlock(one->object);
    }
}

static void free_all(struct plan *plan) {
    while (plan->first) {
        struct isolated *gone = plan->first;
        plan->first = gone->next;
        plan_free(gone);
    }
}

struct isolated *isolate_copy(struct object *root, struct isolate_access *access) {
    struct plan plan;
    *access = (struct isolate_access){.act = ISOLATE_NONE};
    if (!is_on || root->isolated || !root->type)
        return NULL;
    if (root->device_type != DEVICE_CPU) {
        count_left(COPIES_DEVICE);
        return NULL;
    }
    plan_tree(&plan, root, mode == COPIES_FRONT);
    if (plan.reason == COPIES_DONE)
        plan.reason = make_copies(&plan);
    if (plan.reason == COPIES_UNREADABLE)
        *access = find_unreadable(&plan);
    if (plan.reason != COPIES_DONE) {
        count_left(plan.reason);
        free_all(&plan);
        return NULL;
    }
    atomic_store(&is_used, true);
    count_copied(&plan);
    adopt(&plan);
    return plan.first;
}

const void *isolate_original(const struct object *object, const void *buffers) {
    const struct isolated *isolated = object->isolated;
    return isolated && buffers == isolated->list ? isolated->original : buffers;
}

/* Bits of a bitmap that belong to no row say nothing. */
static unsigned char mask_of(const struct isolated *isolated, uint32_t index, uint64_t byte) {
    bool is_bitmap = index == 0 && extent_has_bitmap(isolated->type->form);
    unsigned mask = 0xff;
    if (!is_bitmap && isolated->type->form != FORM_BITS)
        return 0xff;
    int64_t first = isolated->offset - (int64_t)byte * 8;
    int64_t end = isolated->offset + isolated->length - (int64_t)byte * 8;
    if (first > 0)
        mask &= first < 8 ? 0xffu << first : 0;
    if (end < 8)
        mask &= end > 0 ? (1u << end) - 1 : 0;
    return (unsigned char)mask;
}

/* Up to a page of it: the first byte that can't be read. */
static uint64_t first_unreadable(const struct copy *copy, uint64_t at) {
    char byte;
    uintptr_t address = copy->original + at;
    bool begins_well = peek(&byte, (const void *)address, 1) == 0;
    return begins_well ? (address | (PAGES_SIZE - 1)) + 1 - copy->original : at;
}

/* What became of the original, and the byte, counted from the buffer's address, where that shows;
 * nothing did when the byte is the end. */
static enum isolate_act compare(const struct copy *copy, uint64_t *byte) {
    unsigned char now[STEP];
    uint64_t at = copy->begin > copy->from ? copy->begin : copy->from;
    /* Nearly always all of it is, which is soon seen. */
    size_t most = at < copy->end ? (copy->end - at) & ~(uint64_t)63 : 0;
    if (most > 0 &&
        peek_is_same((const void *)(copy->original + at), (const void *)(copy->address + at), most))
        at += most;
    while (at < copy->end) {
        size_t n = copy->end - at < STEP ? copy->end - at : STEP;
        const unsigned char *then = (const unsigned char *)copy->address + at;
        if (peek(now, (const void *)(copy->original + at), n) != 0) {
            *byte = first_unreadable(copy, at);
            return is_lost(copy->original + *byte) ? ISOLATE_LOST : ISOLATE_NONE;
        }
        for (size_t i = 0; memcmp(now, then, n) != 0 && i < n; i++)
            if ((now[i] ^ then[i]) & mask_of(copy->of, copy->index, at + i)) {
                *byte = at + i;
                return ISOLATE_CHANGED;
            }
        at += n;
    }
    *byte = copy->end;
    return ISOLATE_NONE;
}

static void tell_values(const struct copy *copy, struct isolate_access *access) {
    const struct isolated *isolated = copy->of;
    struct element_array array = elements_of(isolated);
    uint32_t width = element_width(isolated->type, copy->index);
    int64_t row = isolated->offset + access->row;
    if (width == 0 && access->row >= 0 && array.type->form != FORM_VARIABLE) {
        /* the very bit */
        unsigned char then, now;
        if (peek(&then, (const char *)copy->address + access->byte, 1) != 0 ||
            peek(&now, (const void *)(copy->original + access->byte), 1) != 0)
            return;
        unsigned differ = (then ^ now) & mask_of(isolated, copy->index, access->byte);
        row = (int64_t)access->byte * 8 + __builtin_ctz(differ | 0x100);
        access->row = row - isolated->offset;
    }
    element_value(isolated->type, copy->index, (const void *)copy->address, row, access->before,
                  sizeof(access->before));
    element_value(isolated->type, copy->index, (const void *)copy->original, row, access->after,
                  sizeof(access->after));
}

/* What others hold too is compared by the last of them, and what the consumer wrote not at all. */
static bool is_to_compare(struct copy *copy) {
    lock_acquire(&copies_lock);
    bool is_last = copy->map->key.end == 0 || copy->map->n_holders == 1;
    bool was_written = copy->map->was_written;
    if (!is_last)
        copies_leave_locked(copy);
    lock_release(&copies_lock);
    return is_last && !was_written;
}

struct isolate_access isolate_verify(struct object *object) {
    struct isolated *isolated = object->isolated;
    struct isolate_access access = {.act = ISOLATE_NONE};
    uint64_t bytes = 0;
    if (!isolated || isolated->is_verified)
        return access;
    isolated->is_verified = true;
    for (uint32_t i = 0; i < isolated->n_copies && access.act == ISOLATE_NONE; i++) {
        struct copy *copy = &isolated->copies[i];
        if (!is_to_compare(copy))
            continue;
        uint64_t byte;
        enum isolate_act act = compare(copy, &byte);
        bytes += act == ISOLATE_NONE && byte == copy->end ? copy->end - copy->from : 0;
        if (act == ISOLATE_NONE)
            continue;
        access = access_at(copy, act, byte);
        if (act == ISOLATE_CHANGED)
            tell_values(copy, &access);
    }
    count_verified(isolated, bytes);
    return access;
}

void isolate_close(struct object *object) {
    struct isolated *isolated = object->isolated;
    if (!isolated)
        return;
    lock_acquire(&copies_lock);
    for (uint32_t i = 0; i < isolated->n_copies; i++)
        copies_leave_locked(&isolated->copies[i]);
    lock_release(&copies_lock);
}

void isolate_forget(struct object *object) {
    struct isolated *isolated = object->isolated;
    if (!isolated)
        return;
    object->isolated = NULL;
    lock_acquire(&copies_lock);
    for (uint32_t i = 0; i < isolated->n_copies; i++)
        copies_forget_locked(&isolated->copies[i]);
    lock_release(&copies_lock);
    plan_free(isolated);
}

static enum isolate_act judge_locked(const struct copy *copy, uintptr_t address, int64_t gap,
                                     bool is_write) {
    const struct copy_map *map = copy->map;
    if (map->is_closed)
        return ISOLATE_AFTER_RELEASE;
    if (is_write)
        return ISOLATE_WRITTEN;
    if (gap > 0 && address >= map->pages.end)
        return ISOLATE_OVERREAD;
    return gap < 0 && address < map->pages.begin ? ISOLATE_UNDERREAD : ISOLATE_NONE;
}

static const struct copy_map *map_of(const struct isolated *isolated, uint32_t index) {
    for (uint32_t i = 0; i < isolated->n_copies; i++)
        if (isolated->copies[i].index == index)
            return isolated->copies[i].map;
    return NULL;
}

/* Offsets of released strings are closed as the strings are. */
static void find_row_of_string_locked(const struct copy *copy, struct isolate_access *access) {
    bool is_string = access->type->form == FORM_VARIABLE && copy->index == 2;
    const struct copy_map *offsets = is_string ? map_of(copy->of, 1) : NULL;
    struct element_array array = elements_of(copy->of);
    if (!offsets || !offsets->is_closed || offsets->is_dropped)
        return;
    if (pages_set(offsets->pages.begin, offsets->pages.end, PAGES_READ))
        access->row = element_row(&array, copy->index, access->byte);
    pages_set(offsets->pages.begin, offsets->pages.end, PAGES_CLOSED);
}

/* After a read a later write is told too. */
static uint32_t bit_of(enum isolate_act act, bool is_write) {
    return 1u << (2 * act + is_write);
}

/* What goes far beyond a buffer gets to where no copy ever was: it is that of the last one. */
static struct copy *nearest_locked(uintptr_t address, int64_t *gap) {
    uintptr_t last = pages_last_before(address);
    struct copy *copy = copies_at_locked(last ? last : address, gap);
    if (copy && last)
        *gap += (int64_t)(address - last);
    return copy;
}

struct isolate_access isolate_find(uintptr_t address, bool is_write, bool *is_new) {
    struct isolate_access access = {.act = ISOLATE_NONE};
    int64_t gap = 0;
    *is_new = false;
    if (!pages_is_ours(address))
        return access;
    lock_acquire(&copies_lock);
    struct copy *copy = nearest_locked(address, &gap);
    if (!copy) {
        access.act = ISOLATE_AFTER_RELEASE;
        *is_new = true;
    } else {
        /* What reads many bytes at once may begin before the first. */
        uint64_t byte = address > copy->address ? address - copy->address : 0;
        access = access_at(copy, judge_locked(copy, address, gap, is_write), byte);
        *is_new = !(copy->said & bit_of(access.act, is_write));
        if (*is_new && gap <= 0)
            find_row_of_string_locked(copy, &access);
        copy->said |= bit_of(access.act, is_write);
    }
    lock_release(&copies_lock);
    access.gap = gap;
    access.is_write = is_write;
    return access;
}

bool isolate_open(uintptr_t address, bool is_write) {
    int64_t gap = 0;
    lock_acquire(&copies_lock);
    struct copy *copy = copies_at_locked(address, &gap);
    uintptr_t page = address & ~(uintptr_t)(PAGES_SIZE - 1);
    bool is_open = copy ? copies_open_locked(copy, gap, is_write)
                        : pages_set(page, page + PAGES_SIZE, is_write ? PAGES_WRITE : PAGES_READ);
    lock_release(&copies_lock);
    return is_open;
}

bool isolate_let_through(uintptr_t address, bool is_write) {
    uintptr_t page = address & ~(uintptr_t)(PAGES_SIZE - 1);
    if (!lock_is_mine(&copies_lock))
        return isolate_open(address, is_write);
    return pages_set(page, page + PAGES_SIZE, is_write ? PAGES_WRITE : PAGES_READ);
}

static const char *const reasons[N_COPIES_REASONS] = {
    [COPIES_NO_SCHEMA] = "whose schema was not seen",
    [COPIES_DEVICE] = "not on the CPU",
    [COPIES_MISFIT] = "that do not fit their schema",
    [COPIES_SIZE] = "with buffers of unknown size",
    [COPIES_CHILD] = "with children that are not watched",
    [COPIES_UNREADABLE] = "with buffers that can't be read",
    [COPIES_BUDGET] = "beyond isolate_mb",
    [COPIES_MAPPINGS] = "beyond what the kernel maps",
    [COPIES_MEMORY] = "beyond memory_budget_mb"};

/* What was seen and never came here had no schema. */
static uint64_t without_schema_locked(uint64_t n_seen) {
    uint64_t n_met = sums.n_arrays;
    for (unsigned i = 0; i < N_COPIES_REASONS; i++)
        n_met += sums.n_left[i];
    return n_seen > n_met ? n_seen - n_met : 0;
}

void isolate_activity(struct record_activity *activity) {
    static struct coverage said;
    if (!is_on)
        return;
    lock_acquire(&copies_lock);
    said = (struct coverage){.mode = word, .arrays = sums.n_arrays, .bytes = sums.bytes};
    for (unsigned i = 0; i < N_COPIES_REASONS; i++) {
        uint64_t n =
            i == COPIES_NO_SCHEMA ? without_schema_locked(activity->arrays_seen) : sums.n_left[i];
        if (n == 0 || !reasons[i])
            continue;
        said.left[said.n_left].why = reasons[i];
        said.left[said.n_left++].arrays = n;
    }
    for (unsigned i = 0; i < sums.n_producers; i++) {
        said.verified[i].arrays = sums.verified[i].n_arrays;
        said.verified[i].bytes = sums.verified[i].bytes;
    }
    said.n_verified = sums.n_producers;
    lock_release(&copies_lock);
    for (unsigned i = 0; i < said.n_verified; i++) {
        const struct module *module = module_get(sums.verified[i].module);
        said.verified[i].producer = module ? module->name : "code made at run time";
    }
    activity->isolated = &said;
}

void isolate_fork_child(void) {
    memset(&sums, 0, sizeof(sums));
}
