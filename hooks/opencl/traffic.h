/* traffic: the bytes that one copy touches, as a box; nothing is said of where a side is. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_OPENCL_TRAFFIC_H
#define HOOKS_OPENCL_TRAFFIC_H

#include "hooks/box.h"
#include "hooks/opencl/opencl.h"
#include "tracker/transfer.h"

/** The call reads one side and writes the other; one at 0 is nothing that we know. */
void traffic_access(struct opencl_call *call, const struct box *box);
/** Bytes that cross between host and device, for the table of copies. */
void traffic_note(struct opencl_call *call, const struct box *box,
                  enum transfer_direction direction);

/** The side that is a buffer: where it begins, by the arguments for buffer and offset. */
struct side traffic_buffer(const struct opencl_call *call, enum opencl_role buffer,
                           enum opencl_role offset);
/** Distances of a side; 0 where rows and slices follow one another. */
void traffic_pitch(struct side *side, const struct box *box, uint64_t row_pitch,
                   uint64_t slice_pitch);

#endif
