/* traffic: reads, writes, copies and fills: which bytes they touch. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/opencl/traffic.h"

#include "hooks/opencl/api.h"
#include "hooks/opencl/buffers.h"
#include "hooks/opencl/effects.h"
#include "report/base/thread.h"
#include "tracker/memory.h"

/* The host's memory has to stay as it is until the command is done, says OpenCL, and it is read
 * when the command runs (tried on PoCL). */
void traffic_access(struct opencl_call *call, const struct box *box) {
    struct order_access accesses[BOX_MOST];
    bool is_blocking = (cl_bool)opencl_argument(call, ARG_BLOCKING);
    unsigned n = 0;
    if (box->from.at)
        n += box_side(accesses, box, &box->from, ORDER_READ, ORDER_UNSTAGED);
    if (box->to.at)
        n += box_side(accesses + n, box, &box->to, ORDER_WRITE, is_blocking ? 0 : ORDER_LATER);
    opencl_accesses(call, accesses, n);
}

void traffic_note(struct opencl_call *call, const struct box *box,
                  enum transfer_direction direction) {
    const struct transfer transfer = {.direction = direction,
                                      .from = box->from.at,
                                      .to = box->to.at,
                                      .size = box->width * box->height * box->depth,
                                      .blocked_ns =
                                          call->began_ns ? thread_clock_ns() - call->began_ns : 0,
                                      .is_pageable = true};
    if (memory_is_tracked(transfer.from, transfer.size) ||
        memory_is_tracked(transfer.to, transfer.size)) {
        opencl_locate(call);
        transfer_note(&transfer, &call->site);
    }
}

struct side traffic_buffer(const struct opencl_call *call, enum opencl_role buffer,
                           enum opencl_role offset) {
    struct buffers_place place;
    if (!buffers_find(opencl_argument(call, buffer), &place))
        return (struct side){0};
    return (struct side){.at = place.at + opencl_argument(call, offset)};
}

static uint64_t or_else(uint64_t given, uint64_t otherwise) {
    return given ? given : otherwise;
}

void traffic_pitch(struct side *side, const struct box *box, uint64_t row_pitch,
                   uint64_t slice_pitch) {
    side->pitch = or_else(row_pitch, box->width);
    side->slice = or_else(slice_pitch, side->pitch * box->height);
}

/* A side of a rectangle: its origin in bytes, rows and slices. */
static void bend(struct side *side, const struct box *box, const size_t *origin, uint64_t row_pitch,
                 uint64_t slice_pitch) {
    traffic_pitch(side, box, row_pitch, slice_pitch);
    if (side->at)
        side->at += origin[0] + origin[1] * side->pitch + origin[2] * side->slice;
}

/* The first two pitches are the buffer's, or the source's. */
static void bend_both(const struct opencl_call *call, struct box *box, struct side *first,
                      struct side *second, enum opencl_role second_origin) {
    const size_t *region = (const size_t *)opencl_argument(call, ARG_REGION);
    box->width = region[0];
    box->height = region[1];
    box->depth = region[2];
    bend(first, box, (const size_t *)opencl_argument(call, ARG_ORIGIN),
         opencl_argument(call, ARG_ROW_PITCH), opencl_argument(call, ARG_SLICE_PITCH));
    bend(second, box, (const size_t *)opencl_argument(call, second_origin),
         opencl_argument(call, ARG_OTHER_ROW_PITCH), opencl_argument(call, ARG_OTHER_SLICE_PITCH));
}

static struct box box_of(const struct opencl_call *call) {
    return (struct box){.width = opencl_argument(call, ARG_SIZE), .height = 1, .depth = 1};
}

void traffic_read(struct opencl_call *call) {
    struct box box = box_of(call);
    box.from = traffic_buffer(call, ARG_BUFFER, ARG_OFFSET);
    box.to.at = opencl_argument(call, ARG_TO);
    if (opencl_has(call, ARG_REGION))
        bend_both(call, &box, &box.from, &box.to, ARG_HOST_ORIGIN);
    traffic_access(call, &box);
    traffic_note(call, &box, TRANSFER_D2H);
}

void traffic_written(struct opencl_call *call) {
    struct box box = box_of(call);
    box.from.at = opencl_argument(call, ARG_FROM);
    box.to = traffic_buffer(call, ARG_BUFFER, ARG_OFFSET);
    if (opencl_has(call, ARG_REGION))
        bend_both(call, &box, &box.to, &box.from, ARG_HOST_ORIGIN);
    traffic_access(call, &box);
    traffic_note(call, &box, TRANSFER_H2D);
}

void traffic_copied(struct opencl_call *call) {
    struct box box = box_of(call);
    box.from = traffic_buffer(call, ARG_BUFFER, ARG_OFFSET);
    box.to = traffic_buffer(call, ARG_TARGET, ARG_TARGET_OFFSET);
    if (opencl_has(call, ARG_REGION))
        bend_both(call, &box, &box.from, &box.to, ARG_TARGET_ORIGIN);
    traffic_access(call, &box);
}

void traffic_filled(struct opencl_call *call) {
    struct box box = box_of(call);
    box.to = traffic_buffer(call, ARG_BUFFER, ARG_OFFSET);
    traffic_access(call, &box);
}

void traffic_pointers(struct opencl_call *call) {
    struct box box = box_of(call);
    box.from.at = opencl_argument(call, ARG_FROM);
    box.to.at = opencl_argument(call, ARG_TO);
    traffic_access(call, &box);
}

void traffic_pointer_filled(struct opencl_call *call) {
    struct box box = box_of(call);
    box.to.at = opencl_argument(call, ARG_TO);
    traffic_access(call, &box);
}

void traffic_migrated(struct opencl_call *call) {
    const cl_mem *objects = (const cl_mem *)opencl_argument(call, ARG_BUFFERS);
    struct buffers_place place;
    if (!(opencl_argument(call, ARG_MIGRATION) & CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED))
        return;
    for (unsigned i = 0; i < (unsigned)opencl_argument(call, ARG_N_BUFFERS); i++) {
        if (!buffers_find((uintptr_t)objects[i], &place))
            continue;
        const struct order_access access = {place.at, place.size, ORDER_WRITE, 0};
        opencl_accesses(call, &access, 1);
    }
}
