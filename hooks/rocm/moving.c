/* moving: copies and sets: what they read and write, and what their callers are after when they
 * return. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/rocm/moving.h"

#include "hooks/rocm/effects.h"
#include "hooks/rocm/inquiry.h"
#include "report/base/peek.h"

static enum where where_is(uintptr_t at) {
    return box_where(at, true, inquiry_memory);
}

static uint64_t or_else(uint64_t given, uint64_t otherwise) {
    return given ? given : otherwise;
}

static struct side side_of(int type, const void *host, const void *device) {
    bool is_new = inquiry_is_new();
    if (type == (is_new ? HIP6_ARRAY : HIP5_ARRAY))
        return (struct side){.where = IN_NONE};
    uintptr_t at = (uintptr_t)(type == (is_new ? HIP6_HOST : HIP5_HOST) ? host : device);
    return (struct side){.at = at, .where = where_is(at)};
}

static struct side side_of_rows(const struct hip_rows_side *given, uint64_t width) {
    struct side side = side_of(given->type, given->host, given->device);
    side.pitch = or_else(given->pitch, width);
    side.at += given->y * side.pitch + given->x;
    return side;
}

static struct box box_of_rows(const struct hip_rows *copy) {
    return (struct box){.from = side_of_rows(&copy->from, copy->width),
                        .to = side_of_rows(&copy->to, copy->width),
                        .width = copy->width,
                        .height = copy->height,
                        .depth = 1};
}

/* The two layouts have the same members. */
#define SIDE_OF_SLICES(side, given, copy)                                                          \
    do {                                                                                           \
        (side) = side_of((given)->type, (given)->host, (given)->device);                           \
        (side).pitch = or_else((given)->pitch, (copy)->width);                                     \
        (side).slice = (side).pitch * or_else((given)->height, (copy)->height);                    \
        (side).at += (given)->z * (side).slice + (given)->y * (side).pitch + (given)->x;           \
    } while (0)
#define BOX_OF_SLICES(box, copy)                                                                   \
    do {                                                                                           \
        SIDE_OF_SLICES((box).from, &(copy)->from, copy);                                           \
        SIDE_OF_SLICES((box).to, &(copy)->to, copy);                                               \
        (box).width = (copy)->width;                                                               \
        (box).height = (copy)->height;                                                             \
        (box).depth = (copy)->depth;                                                               \
    } while (0)

static struct box box_of_slices(const struct hip6_slices *copy) {
    struct box box;
    BOX_OF_SLICES(box, copy);
    return box;
}

static struct box box_of_old_slices(const struct hip5_slices *copy) {
    struct box box;
    BOX_OF_SLICES(box, copy);
    return box;
}

static struct side side_of_parms(const struct hip_copy_side *given) {
    const struct hip_pitched *pitched = &given->pitched;
    if (given->array || !pitched->ptr)
        return (struct side){.where = IN_NONE};
    struct side side = {.at = (uintptr_t)pitched->ptr,
                        .pitch = pitched->pitch,
                        .slice = pitched->pitch * pitched->height,
                        .where = where_is((uintptr_t)pitched->ptr)};
    side.at += given->position.z * side.slice + given->position.y * side.pitch + given->position.x;
    return side;
}

/* Where an array takes part its elements are counted, and each is a byte at least. */
static struct box box_of_sides(const struct hip_copy_side *from, const struct hip_copy_side *to,
                               const struct hip_place *extent) {
    return (struct box){.from = side_of_parms(from),
                        .to = side_of_parms(to),
                        .width = extent->x,
                        .height = or_else(extent->y, 1),
                        .depth = or_else(extent->z, 1)};
}

static struct box box_of_parms(const struct hip_parms *copy) {
    return box_of_sides(&copy->from, &copy->to, &copy->extent);
}

static struct side side_of_line(const struct rocm_call *call, uintptr_t at, enum rocm_role pitch) {
    return (struct side){
        .at = at, .pitch = rocm_argument(call, pitch), .where = at ? where_is(at) : IN_NONE};
}

static struct box box_of_line(const struct rocm_call *call) {
    uintptr_t from = rocm_argument(call, rocm_has(call, ARG_FROM) ? ARG_FROM : ARG_SOURCE);
    struct box box = {.from = side_of_line(call, from, ARG_FROM_PITCH),
                      .to = side_of_line(call, rocm_argument(call, ARG_TO), ARG_TO_PITCH),
                      .width = rocm_argument(call, ARG_SIZE),
                      .height = 1,
                      .depth = 1};
    if (rocm_has(call, ARG_HEIGHT)) {
        box.width = rocm_argument(call, ARG_WIDTH);
        box.height = rocm_argument(call, ARG_HEIGHT);
    }
    return box;
}

static bool fetch(const struct rocm_call *call, enum rocm_role role, void *copy, size_t size) {
    uintptr_t at = rocm_argument(call, role);
    return at && peek(copy, (const void *)at, size) == 0;
}

/* Read with care: HIP itself has not read it yet. */
static struct box box_of(const struct rocm_call *call) {
    static const struct {
        enum rocm_role role;
        size_t size;
    } forms[] = {{ARG_ROWS, sizeof(struct hip_rows)},
                 {ARG_PARMS, sizeof(struct hip_parms)},
                 {ARG_PEER_PARMS, sizeof(struct hip_peer_parms)}};
    union {
        struct hip_rows rows;
        struct hip_parms parms;
        struct hip_peer_parms peers;
        struct hip5_slices slices5;
        struct hip6_slices slices6;
    } copy;
    size_t slices_size = inquiry_is_new() ? sizeof(copy.slices6) : sizeof(copy.slices5);
    if (fetch(call, ARG_SLICES, &copy, slices_size))
        return inquiry_is_new() ? box_of_slices(&copy.slices6) : box_of_old_slices(&copy.slices5);
    for (unsigned i = 0; i < LENGTH(forms); i++)
        if (fetch(call, forms[i].role, &copy, forms[i].size))
            return forms[i].role == ARG_ROWS ? box_of_rows(&copy.rows)
                   : forms[i].role == ARG_PARMS
                       ? box_of_parms(&copy.parms)
                       : box_of_sides(&copy.peers.from, &copy.peers.to, &copy.peers.extent);
    return box_of_line(call);
}

void moving_begin(struct rocm_call *call) {
    call->began_ns = box_clock();
    call->box = box_of(call);
}

static void access_box(struct rocm_call *call, uint32_t write_flags, bool reads, bool is_peer) {
    box_access(&call->op, &call->site, &call->box, 0, write_flags, reads);
    box_note(&call->site, &call->box, call->began_ns, is_peer);
}

static bool is_within_devices(const struct box *box) {
    return box_is_device(box->from.where) && box_is_device(box->to.where);
}

/* Back from a synchronous copy the host has it all done, but where no host memory takes part. */
void moving_copied(struct rocm_call *call) {
    access_box(call, 0, true, false);
    if (!is_within_devices(&call->box))
        order_op_waited(&call->op);
}

void moving_copied_peer(struct rocm_call *call) {
    access_box(call, 0, true, true);
}

/* HIP documents that a copy of memory that is not pinned is done synchronously. */
void moving_copied_async(struct rocm_call *call) {
    access_box(call, 0, true, false);
    if (call->box.from.where == IN_PAGEABLE || call->box.to.where == IN_PAGEABLE)
        order_op_waited(&call->op);
}

void moving_batch(struct rocm_call *call) {
    const uintptr_t *to = (const uintptr_t *)rocm_argument(call, ARG_TARGETS);
    const uintptr_t *from = (const uintptr_t *)rocm_argument(call, ARG_SOURCES);
    const size_t *sizes = (const size_t *)rocm_argument(call, ARG_SIZES);
    for (size_t i = 0; i < rocm_argument(call, ARG_N); i++) {
        call->box = (struct box){.from = {.at = from[i], .where = where_is(from[i])},
                                 .to = {.at = to[i], .where = where_is(to[i])},
                                 .width = sizes[i],
                                 .height = 1,
                                 .depth = 1};
        access_box(call, 0, true, false);
    }
}

void moving_begin_set(struct rocm_call *call) {
    static const struct {
        enum rocm_role role;
        unsigned size;
    } elements[] = {{ARG_ELEMENTS1, 1}, {ARG_ELEMENTS2, 2}, {ARG_ELEMENTS4, 4}};
    struct box *box = &call->box;
    *box = (struct box){.height = 1, .depth = 1, .from = {.where = IN_NONE}};
    for (unsigned i = 0; i < LENGTH(elements); i++)
        box->width += rocm_argument(call, elements[i].role) * elements[i].size;
    if (rocm_has(call, ARG_HEIGHT))
        box->height = rocm_argument(call, ARG_HEIGHT);
    if (rocm_has(call, ARG_DEPTH))
        box->depth = rocm_argument(call, ARG_DEPTH);
    box->to = side_of_line(call, rocm_argument(call, ARG_TO), ARG_TO_PITCH);
    box->to.slice = box->to.pitch * rocm_argument(call, ARG_TO_HEIGHT);
}

void moving_set_async(struct rocm_call *call) {
    access_box(call, 0, false, false);
}

/* Whether the host waits for a set of the device's memory differs by version, and none says. */
void moving_set(struct rocm_call *call) {
    bool is_host = call->box.to.where == IN_PINNED || call->box.to.where == IN_PAGEABLE;
    access_box(call, ORDER_MANAGED, false, false);
    if (is_host)
        order_op_waited(&call->op);
}

void moving_discard(struct rocm_call *call) {
    const uintptr_t *to = (const uintptr_t *)rocm_argument(call, ARG_TARGETS);
    const size_t *sizes = (const size_t *)rocm_argument(call, ARG_SIZES);
    for (size_t i = 0; i < rocm_argument(call, ARG_N); i++) {
        const struct order_access access = {to[i], sizes[i], ORDER_WRITE, 0};
        if (memory_is_tracked(to[i], sizes[i]))
            hook_locate(&call->site);
        order_accesses(&call->op, &access, 1);
    }
}

unsigned moving_of_copy(const struct hip_parms *copy, struct order_access *accesses) {
    struct box box = box_of_parms(copy);
    unsigned n = box_side(accesses, &box, &box.from, ORDER_READ, 0);
    return n + box_side(accesses + n, &box, &box.to, ORDER_WRITE, 0);
}

unsigned moving_of_set(const struct hip_memset *set, struct order_access *accesses) {
    uintptr_t at = (uintptr_t)set->at;
    struct box box = {.to = {.at = at, .pitch = set->pitch, .where = where_is(at)},
                      .width = set->width * set->element_size,
                      .height = or_else(set->height, 1),
                      .depth = 1};
    return box_side(accesses, &box, &box.to, ORDER_WRITE, 0);
}
