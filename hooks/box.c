/* box: copies as accesses. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/box.h"

#include "hooks/hook.h"
#include "report/base/thread.h"
#include "tracker/nested.h"
#include "tracker/transfer.h"

/** Rows told apart in one copy; of more the rest is taken as a whole, as weaker evidence. */
#define ROWS (BOX_MOST / 2)

enum where box_where(uintptr_t at, bool may_be_host, box_ask_fn ask) {
    struct memory_what what;
    if (!at)
        return IN_NONE;
    if (!memory_at(at, &what) && (!may_be_host || ask(at, &what) != 0))
        return may_be_host ? IN_PAGEABLE : IN_UNSEEN;
    if (what.kind == MEMORY_MANAGED)
        return IN_MANAGED;
    bool is_host = what.kind == MEMORY_PINNED || what.kind == MEMORY_REGISTERED;
    return is_host ? IN_PINNED : IN_DEVICE;
}

bool box_is_device(enum where where) {
    return where == IN_DEVICE || where == IN_MANAGED || where == IN_UNSEEN;
}

static bool is_dense(const struct box *box, const struct side *side) {
    return (box->height == 1 || side->pitch == box->width) &&
           (box->depth == 1 || side->slice == box->width * box->height);
}

static uint64_t size_of(const struct box *box, const struct side *side) {
    return (box->depth - 1) * side->slice + (box->height - 1) * side->pitch + box->width;
}

struct order_access box_whole(const struct box *box, const struct side *side,
                              enum order_effect effect, uint32_t flags) {
    return (struct order_access){side->at, size_of(box, side), effect,
                                 flags | (is_dense(box, side) ? 0 : ORDER_OPAQUE)};
}

static uintptr_t row_at(const struct box *box, const struct side *side, uint64_t row) {
    return side->at + row / box->height * side->slice + row % box->height * side->pitch;
}

unsigned box_side(struct order_access *accesses, const struct box *box, const struct side *side,
                  enum order_effect effect, uint32_t flags) {
    uint64_t rows = box->height * box->depth;
    if (side->where == IN_NONE || box->width * rows == 0)
        return 0;
    if (side->where == IN_MANAGED)
        flags |= ORDER_MANAGED;
    if (is_dense(box, side)) {
        accesses[0] = box_whole(box, side, effect, flags);
        return 1;
    }
    unsigned n = 0;
    for (; n < rows && n < ROWS; n++)
        accesses[n] = (struct order_access){row_at(box, side, n), box->width, effect, flags};
    if (rows > ROWS) {
        struct order_access *rest = &accesses[ROWS - 1];
        uintptr_t end = side->at + size_of(box, side);
        *rest = (struct order_access){rest->at, end - rest->at, effect, flags | ORDER_OPAQUE};
    }
    return n;
}

/* Before the first structure only what was seen has a history. */
static bool may_be_tracked(const struct box *box) {
    static const bool is_seen[] = {[IN_PINNED] = true, [IN_DEVICE] = true, [IN_MANAGED] = true};
    return record_is_begun() || (box->from.where < IN_UNSEEN && is_seen[box->from.where]) ||
           (box->to.where < IN_UNSEEN && is_seen[box->to.where]);
}

void box_access(struct order_op *op, struct site *site, const struct box *box, uint32_t read_flags,
                uint32_t write_flags, bool reads) {
    struct order_access accesses[2 * ROWS];
    unsigned n = reads ? box_side(accesses, box, &box->from, ORDER_READ, read_flags) : 0;
    n += box_side(accesses + n, box, &box->to, ORDER_WRITE, write_flags);
    for (unsigned i = 0; i < n && may_be_tracked(box) && !site->stack; i++)
        if (memory_is_tracked(accesses[i].at, accesses[i].size))
            hook_locate(site);
    order_accesses(op, accesses, n);
    if (UNLIKELY(nested_most() > 0) && !box_is_device(box->from.where) &&
        box->from.where != IN_NONE && box_is_device(box->to.where) && box->height * box->depth == 1)
        nested_copied(box->to.at, box->from.at, box->width);
}

uint64_t box_clock(void) {
    return record_is_begun() ? thread_clock_ns() : 0;
}

/* Of bytes that nobody follows no stack was taken. */
void box_note(const struct site *site, const struct box *box, uint64_t began_ns, bool is_peer) {
    bool from = box_is_device(box->from.where), to = box_is_device(box->to.where);
    if (!site->stack || !record_is_begun() || (from == to && !(from && is_peer)) ||
        box->from.where == IN_NONE || box->to.where == IN_NONE)
        return;
    struct transfer transfer = {.direction = is_peer && from && to ? TRANSFER_PEER
                                             : from                ? TRANSFER_D2H
                                                                   : TRANSFER_H2D,
                                .from = box->from.at,
                                .to = box->to.at,
                                .size = box->width * box->height * box->depth};
    transfer.is_pageable = box->from.where == IN_PAGEABLE || box->to.where == IN_PAGEABLE;
    transfer.blocked_ns = began_ns ? thread_clock_ns() - began_ns : 0;
    transfer_note(&transfer, site);
}
