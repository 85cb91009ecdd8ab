/* checkpoint: two marks, how many findings and events there had been. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/checkpoint.h"

#include <stdatomic.h>

#include "report/base/text.h"
#include "report/place.h"
#include "report/record.h"
#include "tracker/object.h"
#include "tracker/origin.h"
#include "tracker/type.h"

static _Atomic uint64_t last_seq;
static _Atomic uint32_t last_findings;

/* One walk over what lives. */
struct walk {
    uint64_t after; /* this event */
    int n;
};

/* "arrowdev_check: live: array#3 ArrowArray struct<id: int64>, 4 rows, made at demo.py:12" */
static void say_object(const struct object *object) {
    char storage[512], name[24];
    struct text line = text_begin(storage, sizeof(storage));
    text_add(&line, "arrowdev_check: live: ");
    text_add(&line, object_name(object, name));
    text_add(&line, " ");
    text_add(&line, object_kind_name(object->kind));
    if (object->type) {
        text_add(&line, " ");
        text_add(&line, object->type->name);
    }
    if (object->length >= 0) {
        text_add(&line, ", ");
        text_add_int(&line, object->length);
        text_add(&line, " rows");
    }
    text_add(&line, ", made at ");
    place_add(&line, origin_stack(object->origin));
    record_say(storage);
}

static void visit(struct object *object, void *context) {
    struct walk *walk = context;
    object_lock(object);
    if (object->state == STATE_LIVE && !object->is_ignored && object->first &&
        object->first->seq > walk->after && object->generation == object_generation()) {
        walk->n++;
        say_object(object);
    }
    object_unlock(object);
}

int checkpoint_take(bool says_live) {
    struct finding_counts counts = finding_counts();
    uint32_t findings = counts.errors + counts.warnings;
    struct walk walk = {.after = atomic_exchange(&last_seq, object_last_seq())};
    int n = (int)(findings - atomic_exchange(&last_findings, findings));
    if (says_live)
        object_each_live(visit, &walk);
    return n + walk.n;
}

void checkpoint_fork_child(void) {
    atomic_store(&last_findings, 0);
}
