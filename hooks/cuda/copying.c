/* copying: copies and sets: what they read and write, and what their callers are after when they
 * return. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/cuda/copying.h"

#include "hooks/cuda/ask.h"
#include "hooks/cuda/effects.h"

/** What a staged copy leaves undone when its call returns shows only in larger ones. */
#define SMALL_TAIL ((uint64_t)64 << 10)

static enum where where_is(uintptr_t at, bool may_be_host) {
    return box_where(at, may_be_host, ask_memory);
}

static struct side side_of(CUmemorytype type, const void *host, CUdeviceptr device) {
    if (type == CU_MEMORYTYPE_ARRAY)
        return (struct side){.where = IN_NONE};
    uintptr_t at = type == CU_MEMORYTYPE_HOST ? (uintptr_t)host : device;
    return (struct side){.at = at, .where = where_is(at, type != CU_MEMORYTYPE_DEVICE)};
}

static uint64_t or_else(uint64_t given, uint64_t otherwise) {
    return given ? given : otherwise;
}

static struct box box_of_rows(const CUDA_MEMCPY2D *copy) {
    struct box box = {.width = copy->WidthInBytes, .height = copy->Height, .depth = 1};
    box.from = side_of(copy->srcMemoryType, copy->srcHost, copy->srcDevice);
    box.to = side_of(copy->dstMemoryType, copy->dstHost, copy->dstDevice);
    box.from.pitch = or_else(copy->srcPitch, box.width);
    box.to.pitch = or_else(copy->dstPitch, box.width);
    box.from.at += copy->srcY * box.from.pitch + copy->srcXInBytes;
    box.to.at += copy->dstY * box.to.pitch + copy->dstXInBytes;
    return box;
}

/* CUDA_MEMCPY3D and CUDA_MEMCPY3D_PEER have these members alike. */
#define BOX_OF_SLICES(box, copy)                                                                   \
    do {                                                                                           \
        (box).width = (copy)->WidthInBytes;                                                        \
        (box).height = (copy)->Height;                                                             \
        (box).depth = (copy)->Depth;                                                               \
        (box).from = side_of((copy)->srcMemoryType, (copy)->srcHost, (copy)->srcDevice);           \
        (box).to = side_of((copy)->dstMemoryType, (copy)->dstHost, (copy)->dstDevice);             \
        (box).from.pitch = or_else((copy)->srcPitch, (box).width);                                 \
        (box).to.pitch = or_else((copy)->dstPitch, (box).width);                                   \
        (box).from.slice = (box).from.pitch * or_else((copy)->srcHeight, (box).height);            \
        (box).to.slice = (box).to.pitch * or_else((copy)->dstHeight, (box).height);                \
        (box).from.at += (copy)->srcZ * (box).from.slice + (copy)->srcY * (box).from.pitch +       \
                         (copy)->srcXInBytes;                                                      \
        (box).to.at +=                                                                             \
            (copy)->dstZ * (box).to.slice + (copy)->dstY * (box).to.pitch + (copy)->dstXInBytes;   \
    } while (0)

static struct side side_of_line(const struct cuda_call *call, enum cuda_role host,
                                enum cuda_role device) {
    bool is_host = cuda_has(call, host);
    uintptr_t at = cuda_argument(call, is_host ? host : device);
    /* Where both sides are device pointers by type, either may lead to the host. */
    bool is_unified = cuda_has(call, ARG_SRC) && cuda_has(call, ARG_DST);
    return (struct side){.at = at, .where = where_is(at, is_host || is_unified)};
}

static struct box box_of(const struct cuda_call *call) {
    struct box box = {.height = 1, .depth = 1};
    if (cuda_has(call, ARG_ROWS))
        return box_of_rows((const CUDA_MEMCPY2D *)cuda_argument(call, ARG_ROWS));
    if (cuda_has(call, ARG_SLICES)) {
        const CUDA_MEMCPY3D *copy = (const CUDA_MEMCPY3D *)cuda_argument(call, ARG_SLICES);
        BOX_OF_SLICES(box, copy);
        return box;
    }
    if (cuda_has(call, ARG_PEER_SLICES)) {
        const CUDA_MEMCPY3D_PEER *copy =
            (const CUDA_MEMCPY3D_PEER *)cuda_argument(call, ARG_PEER_SLICES);
        BOX_OF_SLICES(box, copy);
        return box;
    }
    box.width = cuda_argument(call, ARG_SIZE);
    box.from = side_of_line(call, ARG_FROM, ARG_SRC);
    box.to = side_of_line(call, ARG_TO, ARG_DST);
    return box;
}

static bool is_pageable_upload(const struct box *box) {
    return box->from.where == IN_PAGEABLE && box_is_device(box->to.where);
}

static void locate_where_tracked(struct cuda_call *call, const struct order_access *accesses,
                                 unsigned n) {
    for (unsigned i = 0; i < n; i++)
        if (memory_is_tracked(accesses[i].at, accesses[i].size)) {
            cuda_locate(call);
            return;
        }
}

static void access_box(struct cuda_call *call, const struct box *box, uint32_t read_flags,
                       uint32_t write_flags, bool reads) {
    box_access(&call->op, &call->site, box, read_flags, write_flags, reads);
}

/* For the table of copies, which is kept from the first structure on. */
void copying_begin_clock(struct cuda_call *call) {
    call->began_ns = box_clock();
}

static void note(struct cuda_call *call, const struct box *box, bool is_peer) {
    box_note(&call->site, box, call->began_ns, is_peer);
}

/* A copy from pageable memory first waits for the stream, then stages what it reads. */
void copying_before(struct cuda_call *call) {
    struct box box = box_of(call);
    copying_begin_clock(call);
    if (!is_pageable_upload(&box))
        return;
    order_wait_stream(&call->wait, &call->stream);
    call->is_waiting = true;
}

/* Back from a synchronous copy the host has its source read, but the target may still be in the
 * writing where that went by stages; where no host memory takes part nothing was waited for. */
void copying_copied(struct cuda_call *call) {
    struct box box = box_of(call);
    if (call->is_waiting) {
        uint64_t size = box.width * box.height * box.depth;
        order_waited_host(&call->wait, &call->site);
        call->is_waiting = false;
        access_box(call, &box, 0, size <= SMALL_TAIL ? ORDER_SMALL_TAIL : 0, false);
        note(call, &box, false);
        return;
    }
    access_box(call, &box, 0, 0, true);
    note(call, &box, false);
    if (!box_is_device(box.from.where) || !box_is_device(box.to.where))
        order_op_waited(&call->op);
}

void copying_copied_peer(struct cuda_call *call) {
    struct box box = box_of(call);
    uint64_t to = cuda_argument(call, ARG_CONTEXT), from = cuda_argument(call, ARG_CONTEXT2);
    if (cuda_has(call, ARG_PEER_SLICES)) {
        const CUDA_MEMCPY3D_PEER *copy =
            (const CUDA_MEMCPY3D_PEER *)cuda_argument(call, ARG_PEER_SLICES);
        to = (uint64_t)copy->dstContext;
        from = (uint64_t)copy->srcContext;
    }
    order_op_fences(&call->op, to, from);
    access_box(call, &box, 0, 0, true);
    note(call, &box, true);
    if (!box_is_device(box.from.where) || !box_is_device(box.to.where))
        order_op_waited(&call->op);
}

void copying_copied_async(struct cuda_call *call) {
    struct box box = box_of(call);
    access_box(call, &box, 0, 0, true);
    note(call, &box, cuda_has(call, ARG_CONTEXT2) || cuda_has(call, ARG_PEER_SLICES));
    if (!box_is_device(box.from.where) && !box_is_device(box.to.where))
        order_op_waited(&call->op);
}

static uint32_t flags_of(CUmemcpySrcAccessOrder order) {
    return order == CU_MEMCPY_SRC_ACCESS_ORDER_DURING_API_CALL ||
                   order == CU_MEMCPY_SRC_ACCESS_ORDER_ANY
               ? ORDER_OUT_OF_ORDER
               : 0;
}

/* Attributes hold from the copy that they name on to the next one's. */
void copying_batch(struct cuda_call *call) {
    const CUdeviceptr *to = (const CUdeviceptr *)cuda_argument(call, ARG_TARGETS);
    const CUdeviceptr *from = (const CUdeviceptr *)cuda_argument(call, ARG_SOURCES);
    const size_t *sizes = (const size_t *)cuda_argument(call, ARG_SIZES);
    const CUmemcpyAttributes *hints = (const CUmemcpyAttributes *)cuda_argument(call, ARG_HINTS);
    const size_t *firsts = (const size_t *)cuda_argument(call, ARG_HINT_FIRSTS);
    size_t n_hints = cuda_argument(call, ARG_N_HINTS), hint = 0;
    for (size_t i = 0; i < cuda_argument(call, ARG_N); i++) {
        while (hints && firsts && hint + 1 < n_hints && firsts[hint + 1] <= i)
            hint++;
        struct box box = {.width = sizes[i], .height = 1, .depth = 1};
        box.from = (struct side){.at = from[i], .where = where_is(from[i], true)};
        box.to = (struct side){.at = to[i], .where = where_is(to[i], true)};
        access_box(call, &box, hints && n_hints ? flags_of(hints[hint].srcAccessOrder) : 0, 0,
                   true);
        note(call, &box, false);
    }
}

static struct side side_of_operand(const CUmemcpy3DOperand *operand, const CUextent3D *extent) {
    if (operand->type != CU_MEMCPY_OPERAND_TYPE_POINTER)
        return (struct side){.where = IN_NONE};
    uint64_t pitch = or_else(operand->op.ptr.rowLength, extent->width);
    uintptr_t at = operand->op.ptr.ptr;
    return (struct side){.at = at,
                         .pitch = pitch,
                         .slice = pitch * or_else(operand->op.ptr.layerHeight, extent->height),
                         .where = where_is(at, true)};
}

static void access_operation(struct cuda_call *call, const CUDA_MEMCPY3D_BATCH_OP *op) {
    struct box box = {.from = side_of_operand(&op->src, &op->extent),
                      .to = side_of_operand(&op->dst, &op->extent),
                      .width = op->extent.width,
                      .height = op->extent.height,
                      .depth = op->extent.depth};
    access_box(call, &box, flags_of(op->srcAccessOrder), 0, true);
    note(call, &box, false);
}

void copying_batch_3d(struct cuda_call *call) {
    const CUDA_MEMCPY3D_BATCH_OP *ops =
        (const CUDA_MEMCPY3D_BATCH_OP *)cuda_argument(call, ARG_BATCH);
    for (size_t i = 0; i < cuda_argument(call, ARG_N); i++)
        access_operation(call, &ops[i]);
}

void copying_batch_op(struct cuda_call *call) {
    access_operation(call, (const CUDA_MEMCPY3D_BATCH_OP *)cuda_argument(call, ARG_BATCH));
}

void copying_decompress(struct cuda_call *call) {
    const CUmemDecompressParams *params =
        (const CUmemDecompressParams *)cuda_argument(call, ARG_DECOMPRESSIONS);
    for (size_t i = 0; i < cuda_argument(call, ARG_N); i++) {
        const struct order_access accesses[] = {
            {(uintptr_t)params[i].src, params[i].srcNumBytes, ORDER_READ, 0},
            {(uintptr_t)params[i].dst, params[i].dstNumBytes, ORDER_WRITE, 0},
            {(uintptr_t)params[i].dstActBytes, sizeof(cuuint32_t), ORDER_WRITE, 0}};
        locate_where_tracked(call, accesses, 2);
        order_accesses(&call->op, accesses, params[i].dstActBytes ? 3 : 2);
    }
}

static struct box box_of_set(const struct cuda_call *call) {
    static const struct {
        enum cuda_role role;
        unsigned size;
    } elements[] = {{ARG_ELEMENTS1, 1}, {ARG_ELEMENTS2, 2}, {ARG_ELEMENTS4, 4}};
    struct box box = {.height = 1, .depth = 1, .from = {.where = IN_NONE}};
    for (unsigned i = 0; i < LENGTH(elements); i++)
        box.width += cuda_argument(call, elements[i].role) * elements[i].size;
    if (cuda_has(call, ARG_HEIGHT))
        box.height = cuda_argument(call, ARG_HEIGHT);
    uintptr_t at = cuda_argument(call, ARG_DST);
    box.to = (struct side){at, cuda_argument(call, ARG_PITCH), 0, where_is(at, false)};
    return box;
}

void copying_set_async(struct cuda_call *call) {
    struct box box = box_of_set(call);
    access_box(call, &box, 0, 0, false);
}

/* Without "Async" it is as asynchronous, but for pinned memory of the host. */
void copying_set(struct cuda_call *call) {
    struct box box = box_of_set(call);
    access_box(call, &box, 0, 0, false);
    if (box.to.where == IN_PINNED)
        order_op_waited(&call->op);
}

void copying_discard(struct cuda_call *call) {
    const CUdeviceptr *to = (const CUdeviceptr *)cuda_argument(call, ARG_TARGETS);
    const size_t *sizes = (const size_t *)cuda_argument(call, ARG_SIZES);
    for (size_t i = 0; i < cuda_argument(call, ARG_N); i++) {
        const struct order_access access = {to[i], sizes[i], ORDER_WRITE, 0};
        locate_where_tracked(call, &access, 1);
        order_accesses(&call->op, &access, 1);
    }
}

unsigned copying_of_copy(const CUDA_MEMCPY3D *copy, struct order_access *accesses) {
    struct box box = {0};
    BOX_OF_SLICES(box, copy);
    unsigned n = box_side(accesses, &box, &box.from, ORDER_READ, 0);
    return n + box_side(accesses + n, &box, &box.to, ORDER_WRITE, 0);
}

unsigned copying_of_set(const CUDA_MEMSET_NODE_PARAMS *set, struct order_access *accesses) {
    struct box box = {.width = set->width * set->elementSize, .height = set->height, .depth = 1};
    box.to = (struct side){set->dst, set->pitch, 0, where_is(set->dst, false)};
    return box_side(accesses, &box, &box.to, ORDER_WRITE, 0);
}
