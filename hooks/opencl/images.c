/* images: what is read and written of them where their bytes are memory that we know, a buffer's or
 * the host's, and on the host's side of a copy. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/opencl/api.h"
#include "hooks/opencl/buffers.h"
#include "hooks/opencl/effects.h"
#include "hooks/opencl/mapping.h"
#include "hooks/opencl/query.h"
#include "hooks/opencl/traffic.h"

/* From the first to the last of its bytes. */
static uint64_t size_of(const struct query_image *image) {
    return (image->depth - 1) * image->slice + (image->height - 1) * image->row +
           image->width * image->element;
}

void images_created(struct opencl_call *call) {
    struct query_image image;
    const struct query_storage storage = query_storage(call->result);
    struct buffers_place place = {.at = storage.host, .is_read_only = storage.is_read_only};
    struct buffers_place parent = {0};
    if (storage.parent && buffers_find(storage.parent, &parent))
        place.at = parent.at;
    if (!place.at || !query_image(call->result, &image))
        return;
    place.size = size_of(&image);
    place.is_read_only |= parent.is_read_only;
    buffers_add_view(call->result, &place, parent.at ? storage.parent : 0);
}

/* A region of an image; the box is as wide, in bytes, as the region in elements. */
static struct side side_of(const struct opencl_call *call, enum opencl_role role,
                           enum opencl_role origin, struct box *box) {
    const size_t *from = (const size_t *)opencl_argument(call, origin);
    const size_t *region = (const size_t *)opencl_argument(call, ARG_REGION);
    struct query_image image;
    struct buffers_place place;
    if (!query_image(opencl_argument(call, role), &image))
        return (struct side){0};
    box->width = region[0] * image.element;
    box->height = region[1];
    box->depth = region[2];
    if (!buffers_find(opencl_argument(call, role), &place))
        return (struct side){0};
    return (struct side){.at = place.at + from[0] * image.element + from[1] * image.row +
                               from[2] * image.slice,
                         .pitch = image.row,
                         .slice = image.slice};
}

static struct side host_side(const struct opencl_call *call, enum opencl_role role,
                             const struct box *box) {
    struct side side = {.at = opencl_argument(call, role)};
    traffic_pitch(&side, box, opencl_argument(call, ARG_ROW_PITCH),
                  opencl_argument(call, ARG_SLICE_PITCH));
    return side;
}

static struct side buffer_side(const struct opencl_call *call, enum opencl_role role,
                               enum opencl_role offset, const struct box *box) {
    struct side side = traffic_buffer(call, role, offset);
    traffic_pitch(&side, box, 0, 0);
    return side;
}

void images_read(struct opencl_call *call) {
    struct box box = {0};
    box.from = side_of(call, ARG_BUFFER, ARG_ORIGIN, &box);
    box.to = host_side(call, ARG_TO, &box);
    traffic_access(call, &box);
    traffic_note(call, &box, TRANSFER_D2H);
}

void images_written(struct opencl_call *call) {
    struct box box = {0};
    box.to = side_of(call, ARG_BUFFER, ARG_ORIGIN, &box);
    box.from = host_side(call, ARG_FROM, &box);
    traffic_access(call, &box);
    traffic_note(call, &box, TRANSFER_H2D);
}

void images_copied(struct opencl_call *call) {
    struct box box = {0};
    box.from = side_of(call, ARG_BUFFER, ARG_ORIGIN, &box);
    box.to = side_of(call, ARG_TARGET, ARG_TARGET_ORIGIN, &box);
    traffic_access(call, &box);
}

void images_filled(struct opencl_call *call) {
    struct box box = {0};
    box.to = side_of(call, ARG_BUFFER, ARG_ORIGIN, &box);
    traffic_access(call, &box);
}

void images_from_buffer(struct opencl_call *call) {
    struct box box = {0};
    box.to = side_of(call, ARG_TARGET, ARG_TARGET_ORIGIN, &box);
    box.from = buffer_side(call, ARG_BUFFER, ARG_OFFSET, &box);
    traffic_access(call, &box);
}

void images_to_buffer(struct opencl_call *call) {
    struct box box = {0};
    box.from = side_of(call, ARG_BUFFER, ARG_ORIGIN, &box);
    box.to = buffer_side(call, ARG_TARGET, ARG_TARGET_OFFSET, &box);
    traffic_access(call, &box);
}

/* Between its rows there may be bytes that are not mapped. */
void images_mapped(struct opencl_call *call) {
    struct box box = {0};
    struct side side = side_of(call, ARG_BUFFER, ARG_ORIGIN, &box);
    if (!side.at)
        return;
    const struct order_access mapped = box_whole(&box, &side, ORDER_READ, 0);
    mapping_began(call, call->result, &mapped);
}
