/* traffic: the bytes that one copy touches, rows of a box on either side. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_OPENCL_TRAFFIC_H
#define HOOKS_OPENCL_TRAFFIC_H

#include "hooks/opencl/opencl.h"
#include "tracker/transfer.h"

/** Rows of one side; distances in bytes. */
struct traffic_side {
    uintptr_t at; /* 0: nothing that we know */
    uint64_t pitch, slice;
};

/** Reads one side, writes the other; width in bytes. */
struct traffic_box {
    struct traffic_side from, to;
    uint64_t width, height, depth;
};

/** The call does that. */
void traffic_access(struct opencl_call *call, const struct traffic_box *box);
/** Bytes that cross between host and device, for the table of copies. */
void traffic_note(struct opencl_call *call, const struct traffic_box *box,
                  enum transfer_direction direction);

/** The side that is a buffer: where it begins, by the arguments for buffer and offset. */
struct traffic_side traffic_buffer(const struct opencl_call *call, enum opencl_role buffer,
                                   enum opencl_role offset);
/** Distances of a side; 0 where rows and slices follow one another. */
void traffic_pitch(struct traffic_side *side, const struct traffic_box *box, uint64_t row_pitch,
                   uint64_t slice_pitch);

#endif
