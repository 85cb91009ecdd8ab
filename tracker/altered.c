/* altered: compares the members at each hand-over with those of the first. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/altered.h"

#include "report/base/memory.h"
#include "tracker/isolate.h"
#include "tracker/look.h"

static bool are_same(const struct object_members *one, const struct object_members *other) {
    return one->buffers == other->buffers && one->children == other->children &&
           one->dictionary == other->dictionary && one->private_data == other->private_data &&
           one->n_buffers == other->n_buffers && one->n_children == other->n_children;
}

/* Who hands it over had it; what a function gives was in that function's hands. */
static int holder_of(const struct event *event) {
    return event->kind == EVENT_EXPORT ? event->object->consumer : event->site->actor;
}

void altered_free(struct object *object) {
    memory_free(object->altered, sizeof(*object->altered));
    object->altered = NULL;
}

void altered_note_locked(const struct event *event) {
    struct object *object = event->object;
    union look_struct copy;
    if (kind_is_async(object->kind) || !look_read(object->kind, event->self, &copy))
        return;
    struct object_members now = look_at_copy(object->kind, &copy).members;
    now.buffers = isolate_original(object, now.buffers);
    if (are_same(&now, &object->members)) {
        altered_free(object);
        return;
    }
    if (object->altered && are_same(&now, &object->altered->members))
        return;
    if (!object->altered)
        object->altered = memory_alloc(sizeof(*object->altered));
    if (object->altered)
        *object->altered = (struct altered){.members = now,
                                            .stack = event->site->stack,
                                            .before = object->last ? object->last->stack : 0,
                                            .holder = holder_of(event)};
}

const struct altered *altered_find(const struct event *event) {
    const struct altered *altered = event->object->altered;
    return altered && are_same(&altered->members, &event->members) ? altered : NULL;
}
