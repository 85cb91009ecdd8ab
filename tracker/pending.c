/* pending: a list of ranges, without those that the host has waited for where it gets full. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/pending.h"

#include "report/base/memory.h"
#include "tracker/host.h"

/* Of more at once the oldest ones are forgotten. */
#define MOST 256

static struct pending {
    uintptr_t low, high;
    struct write write;
} list[MOST];
static unsigned n, oldest;

static bool is_done(const struct pending *pending) {
    return clock_covers(host_clock(), pending->write.point);
}

static void drop_done(void) {
    unsigned n_kept = 0;
    for (unsigned i = 0; i < n; i++)
        if (!is_done(&list[i]))
            list[n_kept++] = list[i];
    n = n_kept;
}

static struct pending *place(void) {
    if (n == MOST)
        drop_done();
    return n < MOST ? &list[n++] : &list[oldest++ % MOST];
}

void pending_add(uintptr_t low, uintptr_t high, const struct write *write) {
    *place() = (struct pending){low, high, *write};
}

static bool has(const struct segment *segment, struct point point) {
    for (const struct write *write = segment->writes; write; write = write->next)
        if (write->point.timeline == point.timeline && write->point.epoch == point.epoch)
            return true;
    return false;
}

static void put(struct segment *segment, const struct write *pending) {
    struct write *write = has(segment, pending->point) ? NULL : memory_alloc(sizeof(*write));
    if (!write)
        return;
    *write = *pending;
    write->next = segment->writes;
    segment->writes = write;
}

static bool settle(const struct pending *pending, uintptr_t low, uintptr_t high) {
    low = low > pending->low ? low : pending->low;
    high = high < pending->high ? high : pending->high;
    if (low >= high)
        return true;
    if (!segment_cut(low, high))
        return false;
    struct segment *segment = segment_from(low);
    for (; segment && segment->low < high; segment = segment_after(segment))
        if (!segment->allocation)
            put(segment, &pending->write);
    return true;
}

bool pending_fill(uintptr_t low, uintptr_t high) {
    bool is_kept = segment_fill(low, high, NULL);
    drop_done();
    for (unsigned i = 0; is_kept && i < n; i++)
        is_kept = settle(&list[i], low, high);
    return is_kept;
}

void pending_fork_child(void) {
    n = 0;
}
