/* spans: walks a tree beside its type, or without one, and notes where its buffers lie. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/spans.h"

#include "report/base/memory.h"
#include "report/base/peek.h"
#include "tracker/device.h"
#include "tracker/extent.h"
#include "tracker/hold.h"
#include "tracker/look.h"
#include "tracker/memory.h"
#include "tracker/named.h"
#include "tracker/syncevent.h"

/* What a tree has beyond that is not held. */
#define MOST_BUFFERS 1024
/* Of a buffer whose size can't be told the first byte is certain. */
#define LEAST 1

struct gathering {
    struct hold_buffer *buffers;
    unsigned n;
    bool is_host, is_cut;
};

static void add(struct gathering *gathering, const void *at, uint64_t size) {
    if (!at)
        return;
    if (gathering->n == MOST_BUFFERS) {
        gathering->is_cut = true;
        return;
    }
    gathering->buffers[gathering->n++] = (struct hold_buffer){
        named_address((uintptr_t)at), size > 0 ? size : LEAST, size > 0 ? size : 0};
}

static bool gather_typed(const struct extent_node *node, void *context) {
    struct gathering *gathering = context;
    struct extent extent;
    bool is_empty = node->copy.length == 0;
    for (int64_t i = 0; i < node->copy.n_buffers && !is_empty; i++) {
        bool is_known = extent_find(&extent, node->type, &node->copy, i, gathering->is_host);
        add(gathering, extent_buffer(node, i), is_known ? extent.end : 0);
    }
    return true;
}

static void gather_untyped(struct gathering *gathering, const struct object *object) {
    struct ArrowArray copy;
    const void *buffer;
    if (peek(&copy, (const void *)object->address, sizeof(copy)) != 0 || copy.length == 0)
        return;
    for (int64_t i = 0; i < copy.n_buffers && i < MOST_BUFFERS; i++)
        if (copy.buffers && peek(&buffer, &copy.buffers[i], sizeof(buffer)) == 0)
            add(gathering, buffer, 0);
}

/* The children's objects are a tree of their own: those that were moved out left it. */
static void gather_tree(struct gathering *gathering, const struct object *object) {
    const struct object *child = object->children;
    gather_untyped(gathering, object);
    for (; child; child = child->sibling)
        if (!child->moved_out)
            gather_tree(gathering, child);
}

/* Where the size is not known it reaches to the end of the allocation, or to the next buffer. */
static void bound(struct gathering *gathering, struct hold_buffer *buffer) {
    struct memory_what what;
    if (buffer->possible || !memory_at(buffer->at, &what))
        return;
    uintptr_t end = what.base + what.size;
    for (unsigned i = 0; i < gathering->n; i++)
        if (gathering->buffers[i].at > buffer->at && gathering->buffers[i].at < end)
            end = gathering->buffers[i].at;
    buffer->possible = end - buffer->at;
}

static void gather(struct gathering *gathering, struct object *object) {
    const struct ArrowArray *array = (const struct ArrowArray *)object->address;
    bool fits = object->type && !object->parent && !object->child_left &&
                extent_each(object->type, array, gather_typed, gathering);
    if (!fits) {
        gathering->n = 0;
        object_lock(object);
        gather_tree(gathering, object);
        object_unlock(object);
    }
    for (unsigned i = 0; i < gathering->n; i++)
        bound(gathering, &gathering->buffers[i]);
}

static void find_event(const struct object *object, struct hold_given *given) {
    union look_struct copy;
    uint64_t handle;
    given->is = HOLD_NO_EVENT;
    if (object->kind != KIND_DEVICE_ARRAY || !look_read(object->kind, object->address, &copy) ||
        !copy.device_array.sync_event)
        return;
    uint64_t pointer = (uintptr_t)copy.device_array.sync_event;
    bool is_readable = peek(&handle, copy.device_array.sync_event, sizeof(handle)) == 0;
    const struct device *device = device_of(object->device_type);
    if (is_readable && device && device->events == EVENTS_OBJECT)
        handle = syncevent_of_object(object->device_type, copy.device_array.sync_event);
    bool is_handle = syncevent_is_known(pointer) && !(is_readable && syncevent_is_known(handle));
    given->is = is_handle ? HOLD_HANDLE : is_readable ? HOLD_EVENT : HOLD_UNREADABLE;
    given->event = is_handle ? pointer : handle;
}

static bool is_watched(const struct object *object) {
    const struct device *device = device_of(object->device_type);
    bool is_array = object->kind == KIND_ARRAY || object->kind == KIND_DEVICE_ARRAY;
    return is_array && device && (device->is_host || device_has_events(object->device_type));
}

static void with_buffers(struct object *object, const struct object *parent,
                         const struct site *site) {
    struct gathering gathering = {.is_host = device_is_host(object->device_type)};
    struct hold_given given = {0};
    size_t size = MOST_BUFFERS * sizeof(*gathering.buffers);
    gathering.buffers = memory_alloc(size);
    if (!gathering.buffers) {
        order_note_dropped();
        return;
    }
    find_event(object, &given);
    gather(&gathering, object);
    if (gathering.is_cut)
        order_note_dropped();
    given.buffers = gathering.buffers;
    given.n_buffers = gathering.n;
    if (parent)
        hold_moved(parent, object, &given);
    else
        hold_begin(object, &given, site);
    memory_free(gathering.buffers, size);
}

void spans_hold(struct object *root, const struct site *site) {
    if (order_is_active() && is_watched(root) && (!root->parent || root->moved_out))
        with_buffers(root, NULL, site);
}

void spans_moved(struct object *child, const struct site *site) {
    const struct object *root = child->parent;
    if (!order_is_active() || !is_watched(child))
        return;
    while (root && root->parent && !root->moved_out)
        root = root->parent;
    if (root)
        with_buffers(child, root, site);
}

/* What its sync_event points to now, where that is an event. */
static void look_again(struct object *object, const struct site *site) {
    struct hold_given given = {0};
    find_event(object, &given);
    if (given.is == HOLD_EVENT && syncevent_is_known(given.event))
        syncevent_found(object, given.event, site);
}

void spans_release(const struct event *event) {
    if (!order_is_active())
        return;
    if (event->kind == EVENT_RELEASE_BEGIN) {
        look_again(event->object, event->site);
        hold_release_begin(event->object, event->site);
    } else if (event->kind == EVENT_RELEASE_END || event->kind == EVENT_THROW) {
        hold_release_end(event->object, event->site);
    }
}
