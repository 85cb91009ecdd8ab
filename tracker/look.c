/* look: where the members of each kind stand. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/look.h"

#include "report/base/peek.h"
#include "tracker/device.h"

static const struct {
    uint16_t release, size;
} layouts[N_KINDS] = {
    [KIND_ARRAY] = {offsetof(struct ArrowArray, release), sizeof(struct ArrowArray)},
    [KIND_SCHEMA] = {offsetof(struct ArrowSchema, release), sizeof(struct ArrowSchema)},
    [KIND_STREAM] = {offsetof(struct ArrowArrayStream, release), sizeof(struct ArrowArrayStream)},
    [KIND_DEVICE_ARRAY] = {offsetof(struct ArrowDeviceArray, array.release),
                           sizeof(struct ArrowDeviceArray)},
    [KIND_DEVICE_STREAM] = {offsetof(struct ArrowDeviceArrayStream, release),
                            sizeof(struct ArrowDeviceArrayStream)},
    [KIND_ASYNC_HANDLER] = {offsetof(struct ArrowAsyncDeviceStreamHandler, release),
                            sizeof(struct ArrowAsyncDeviceStreamHandler)},
    [KIND_ASYNC_TASK] = {offsetof(struct ArrowAsyncTask, extract_data),
                         sizeof(struct ArrowAsyncTask)},
};

bool look_read(enum object_kind kind, uintptr_t address, union look_struct *copy) {
    return peek(copy, (const void *)address, layouts[kind].size) == 0;
}

bool look_release(enum object_kind kind, uintptr_t address, uintptr_t *release) {
    return peek(release, (const void *)(address + layouts[kind].release), sizeof(*release)) == 0;
}

int64_t look_number(uintptr_t *at) {
    int32_t number;
    if (peek(&number, (const void *)*at, sizeof(number)) != 0)
        return LOOK_UNREADABLE;
    *at += sizeof(number);
    return number;
}

bool look_is_copy(enum object_kind kind, uintptr_t one, uintptr_t other) {
    uintptr_t a, b;
    return look_release(kind, one, &a) && look_release(kind, other, &b) && a != 0 && a == b;
}

static struct look of_array(const struct ArrowArray *array) {
    return (struct look){.release = (uintptr_t)array->release,
                         .members = {array->buffers, array->children, array->dictionary,
                                     array->private_data, array->n_buffers, array->n_children},
                         .length = array->length,
                         .device_type = DEVICE_CPU,
                         .device_id = -1};
}

struct look look_at_copy(enum object_kind kind, const void *copy) {
    const union look_struct *any = copy;
    struct look look = {.length = -1, .device_type = DEVICE_CPU, .device_id = -1};
    switch (kind) {
    case KIND_ARRAY:
        return of_array(&any->array);
    case KIND_DEVICE_ARRAY:
        look = of_array(&any->device_array.array);
        look.device_type = any->device_array.device_type;
        look.device_id = any->device_array.device_id;
        return look;
    case KIND_SCHEMA:
        look.release = (uintptr_t)any->schema.release;
        look.members = (struct object_members){
            NULL, any->schema.children,  any->schema.dictionary, any->schema.private_data,
            0,    any->schema.n_children};
        return look;
    case KIND_STREAM:
        look.release = (uintptr_t)any->stream.release;
        look.getters[0] = (uintptr_t)any->stream.get_schema;
        look.getters[1] = (uintptr_t)any->stream.get_next;
        look.getters[2] = (uintptr_t)any->stream.get_last_error;
        look.members.private_data = any->stream.private_data;
        return look;
    case KIND_DEVICE_STREAM:
        look.release = (uintptr_t)any->device_stream.release;
        look.getters[0] = (uintptr_t)any->device_stream.get_schema;
        look.getters[1] = (uintptr_t)any->device_stream.get_next;
        look.getters[2] = (uintptr_t)any->device_stream.get_last_error;
        look.members.private_data = any->device_stream.private_data;
        look.device_type = any->device_stream.device_type;
        return look;
    case KIND_ASYNC_HANDLER:
        look.release = (uintptr_t)any->handler.release;
        look.getters[0] = (uintptr_t)any->handler.on_schema;
        look.getters[1] = (uintptr_t)any->handler.on_next_task;
        look.getters[2] = (uintptr_t)any->handler.on_error;
        look.members.private_data = any->handler.private_data;
        look.device_type = 0;
        return look;
    case KIND_ASYNC_TASK:
        look.release = look.getters[1] = (uintptr_t)any->task.extract_data;
        look.members.private_data = any->task.private_data;
        look.device_type = 0;
        return look;
    case N_KINDS:
        break;
    }
    return look;
}

static bool are_all_null(const struct object_members *members) {
    return !members->buffers && !members->children && !members->dictionary &&
           !members->private_data;
}

enum look_likeness look_like(const struct object *object, uintptr_t address) {
    union look_struct copy;
    if (!look_read(object->kind, address, &copy))
        return LOOK_OTHER;
    struct look look = look_at_copy(object->kind, &copy);
    if (are_all_null(&look.members))
        return LOOK_EMPTY;
    const struct object_members *now = &look.members, *then = &object->members;
    bool is_same = (now->private_data && now->private_data == then->private_data) ||
                   (now->buffers && now->buffers == then->buffers) ||
                   (now->children && now->children == then->children);
    return is_same ? LOOK_SAME : LOOK_OTHER;
}
