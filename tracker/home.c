/* home: buffers are held against the device type of their array, one by one. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/home.h"

#include "tracker/device.h"
#include "tracker/memory.h"
#include "tracker/object.h"

#define MOST_RUNTIMES 4

static bool (*asks_pageable[MOST_RUNTIMES])(int32_t device_type, uintptr_t at);

void home_ask(bool (*is_pageable)(int32_t device_type, uintptr_t at)) {
    for (unsigned i = 0; i < MOST_RUNTIMES && is_pageable; i++)
        if (!asks_pageable[i]) {
            asks_pageable[i] = is_pageable;
            return;
        }
}

static bool is_pageable(int32_t device_type, uintptr_t at) {
    for (unsigned i = 0; i < MOST_RUNTIMES && asks_pageable[i]; i++)
        if (asks_pageable[i](device_type, at))
            return true;
    return false;
}

static bool is_of_device(const struct memory_what *what) {
    return what->kind == MEMORY_DEVICE || what->kind == MEMORY_POOL;
}

/* A child that was moved out of a device array is a plain array, and rightly there. */
static bool is_plain(const struct object *array) {
    bool is_moved = array->kind == KIND_ARRAY && array->parent;
    return !is_moved && (array->kind == KIND_ARRAY || array->device_type == DEVICE_CPU);
}

/* Where no type tells its size a buffer may hold nothing, and then points anywhere. */
static bool has_bytes(const struct hold_buffer *buffer) {
    return buffer->at && buffer->certain && buffer->possible <= buffer->certain;
}

/* A pool may have its memory on the host, for those who know it. */
static bool is_misplaced(const struct object *array, const struct memory_what *what) {
    if (is_plain(array))
        return is_of_device(what);
    return device_is_host(array->device_type) && what->kind == MEMORY_DEVICE;
}

const char *home_wrong(const struct object *array, const struct hold_given *given) {
    bool plain = is_plain(array), on_device = array->kind == KIND_DEVICE_ARRAY && !plain;
    for (unsigned i = 0; i < given->n_buffers && (plain || on_device); i++) {
        const struct hold_buffer *buffer = &given->buffers[i];
        struct memory_what what;
        if (!has_bytes(buffer))
            continue;
        bool is_known = memory_at(buffer->at, &what);
        if (is_known && is_misplaced(array, &what))
            return "memory of a device";
        if (on_device && !is_known && is_pageable(array->device_type, buffer->at))
            return "pageable memory of the host";
    }
    return NULL;
}
