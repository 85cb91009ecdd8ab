/* checkpoint: marks, how many findings and events there had been, for the program's own questions
 * and for snapshots. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/checkpoint.h"

#include <stdatomic.h>

#include "report/base/text.h"
#include "report/place.h"
#include "report/record.h"
#include "report/snapshot.h"
#include "tracker/draft.h"
#include "tracker/number.h"
#include "tracker/object.h"
#include "tracker/origin.h"
#include "tracker/tell.h"
#include "tracker/type.h"

#define NOTHING_TOLD UINT64_MAX

/* What a checkpoint looks back on, for the next one and for its lines. */
static struct {
    _Atomic uint64_t seq; /* at the last that was of what lives */
    _Atomic uint32_t errors_and_warnings;
    _Atomic uint32_t findings, findings_before; /* notes too */
    _Atomic uint64_t seq_before;                /* NOTHING_TOLD when it was of findings alone */
} last = {.seq_before = NOTHING_TOLD};

/* Lines that go out, or into a text. */
struct teller {
    struct text *text; /* NULL: to standard error */
    size_t needed;
    bool is_full;
};

static void tell(struct teller *teller, struct text *line) {
    if (!teller->text) {
        record_say(line->data);
        return;
    }
    text_add(line, "\n");
    teller->needed += line->length;
    teller->is_full |= teller->text->length + line->length >= teller->text->size;
    if (!teller->is_full)
        text_add_bytes(teller->text, line->data, line->length);
}

/* One walk over what lives. */
struct walk {
    uint64_t after, until; /* these events */
    int n;
    struct teller *teller; /* NULL: counts only */
};

/* "arrowdev_check: live: array#3 ArrowArray struct<id: int64>, 4 rows, made at demo.py:12" */
static void tell_object(struct teller *teller, const struct object *object) {
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
    tell(teller, &line);
}

static bool is_of_now(const struct walk *walk, uint64_t seq, uint32_t made_in) {
    return seq > walk->after && seq <= walk->until && made_in == object_generation();
}

/* What is only counted need not be drawn. */
static bool is_counted(const struct draft *draft, void *context) {
    struct walk *walk = context;
    bool counts = is_of_now(walk, draft->seq, draft->generation);
    if (counts && walk->teller)
        return false;
    walk->n += counts;
    return true;
}

static void visit(struct object *object, void *context) {
    struct walk *walk = context;
    object_lock(object);
    if (object->state == STATE_LIVE && !object->is_ignored && object->first &&
        is_of_now(walk, object->first->seq, object->generation)) {
        walk->n++;
        if (walk->teller)
            tell_object(walk->teller, object);
    }
    object_unlock(object);
}

static int count_live(bool is_said) {
    struct teller teller = {.text = NULL};
    struct walk walk = {.until = number_last_step(), .teller = is_said ? &teller : NULL};
    walk.after = atomic_exchange(&last.seq, walk.until);
    atomic_store(&last.seq_before, walk.after);
    object_each_live(visit, is_counted, &walk);
    return walk.n;
}

int checkpoint_take(bool of_live, bool is_said) {
    struct finding_counts counts = finding_counts();
    uint32_t both = counts.errors + counts.warnings;
    uint32_t before = atomic_exchange(&last.findings, both + counts.notes);
    atomic_store(&last.findings_before, before);
    atomic_store(&last.seq_before, NOTHING_TOLD);
    int n = (int)(both - atomic_exchange(&last.errors_and_warnings, both));
    return of_live ? n + count_live(is_said) : n;
}

static void tell_findings(struct teller *teller) {
    char storage[1024];
    uint64_t count;
    const struct finding *finding;
    uint32_t end = atomic_load(&last.findings);
    for (uint32_t i = atomic_load(&last.findings_before); i < end; i++) {
        if (!(finding = finding_at(i, &count)))
            break;
        struct text line = text_begin(storage, sizeof(storage));
        finding_add_line(&line, finding);
        if (finding->severity > SEVERITY_NOTE)
            tell(teller, &line);
    }
}

size_t checkpoint_tell(char *storage, size_t size) {
    struct text text = text_begin(storage, size);
    struct teller teller = {.text = &text, .needed = 1};
    struct walk walk = {
        .after = atomic_load(&last.seq_before), .until = atomic_load(&last.seq), .teller = &teller};
    tell_findings(&teller);
    if (walk.after != NOTHING_TOLD)
        object_each_live(visit, is_counted, &walk);
    return teller.needed;
}

/* More of them are counted only. */
#define SNAPSHOT_MOST 1000

static _Atomic uint64_t snapshot_seq; /* at the last one */

struct snapshot_walk {
    struct snapshot *snapshot;
    uint64_t after;
    unsigned n_drawn;
};

static bool is_beyond(const struct draft *draft, void *context) {
    struct snapshot_walk *walk = context;
    if (walk->n_drawn++ < SNAPSHOT_MOST)
        return false;
    walk->snapshot->n_new += draft->seq > walk->after;
    walk->snapshot->n_live++;
    return true;
}

static void take(struct object *object, void *context) {
    const struct snapshot_walk *walk = context;
    object_lock(object);
    if (object->state == STATE_LIVE && !object->is_ignored) {
        walk->snapshot->bytes += object->bytes;
        walk->snapshot->n_new += object->first && object->first->seq > walk->after;
        if (walk->snapshot->n_live++ < SNAPSHOT_MOST)
            tell_object_locked(object);
    }
    object_unlock(object);
}

void checkpoint_snapshot(struct snapshot *snapshot) {
    struct snapshot_walk walk = {.snapshot = snapshot};
    walk.after = atomic_exchange(&snapshot_seq, number_last_step());
    object_each_live(take, is_beyond, &walk);
}

void checkpoint_fork_child(void) {
    atomic_store(&snapshot_seq, 0);
    atomic_store(&last.errors_and_warnings, 0);
    atomic_store(&last.findings, 0);
    atomic_store(&last.findings_before, 0);
    atomic_store(&last.seq_before, NOTHING_TOLD);
}
