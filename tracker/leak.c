/* leak: walks the live objects once, gathers groups and single findings, then says them. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/leak.h"

#include "report/base/table.h"
#include "report/base/text.h"
#include "tracker/custody.h"
#include "tracker/draft.h"
#include "tracker/origin.h"
#include "tracker/tell.h"
#include "tracker/tracker.h"

/* Objects of one check, origin and last holder. Single findings are groups that nothing joins. */
struct group {
    UT_hash_handle hh;
    struct {
        uint64_t check, single;
        const struct origin *origin;
        int64_t holder;
    } key;
    struct group *next; /* in the order they were met */
    struct finding finding;
    uint64_t n, bytes;
    uint64_t newest_ns;
    enum object_kind kind;
    char first[24], last[24]; /* names */
    uint64_t last_seq;        /* when the last of them was made */
};

/* Trees in outline that one thread made at one place. Whatever is found of one is found of all: so
 * many as a finding names are drawn, the others are only counted. */
struct crowd {
    UT_hash_handle hh;
    struct {
        const struct origin *origin;
        int64_t holder;
        uint64_t tid;
    } key;
    unsigned n_drawn;
    uint64_t n; /* of the others */
    uint64_t last_seq, last_ns;
    uint32_t last_number;
};

struct gathering {
    const struct judged *end;
    bool (*is_within)(const struct object *object);
    struct crowd *crowds;
    struct group *table;
    struct group *first, **next;
    uint64_t n_singles;
    unsigned n_spares;
};

/* For a process that has spent its memory: then, of all times, the leaks are worth saying. */
static struct group spares[16];

static bool is_spare(const struct group *group) {
    return group >= spares && group < spares + LENGTH(spares);
}

static bool makes_groups(enum check_id check) {
    return check == CHECK_NEVER_RELEASED || check == CHECK_HELD_AT_ABRUPT_END ||
           check == CHECK_ASYNC_TASK_NOT_EXTRACTED;
}

/* A group in the table, when there is memory for both. */
static struct group *add_to_table(struct gathering *gathering, const struct group *wanted) {
    struct group *group = memory_alloc(sizeof(*group));
    if (!group)
        return NULL;
    group->key = wanted->key;
    HASH_ADD(hh, gathering->table, key, sizeof(group->key), group);
    if (!group->hh.tbl) {
        memory_free(group, sizeof(*group));
        return NULL;
    }
    return group;
}

static struct group *find(struct gathering *gathering, const struct group *wanted) {
    struct group *group;
    HASH_FIND(hh, gathering->table, &wanted->key, sizeof(wanted->key), group);
    for (unsigned i = 0; i < gathering->n_spares && !group; i++)
        if (memcmp(&spares[i].key, &wanted->key, sizeof(wanted->key)) == 0)
            group = &spares[i];
    return group;
}

static struct group *add(struct gathering *gathering, const struct group *wanted) {
    struct group *group = add_to_table(gathering, wanted);
    if (!group && gathering->n_spares < LENGTH(spares)) {
        group = &spares[gathering->n_spares++];
        *group = *wanted;
    }
    return group;
}

static int holder_of(const struct object *object) {
    struct custody_of capsule;
    return custody_find(object, &capsule) ? capsule.holder : object->consumer;
}

static struct group *group_of(struct gathering *gathering, const struct object *object,
                              const struct finding *finding) {
    struct group wanted = {
        .key = {.check = finding->check, .origin = object->origin, .holder = holder_of(object)}};
    if (!makes_groups(finding->check))
        wanted.key.single = ++gathering->n_singles;
    struct group *group = find(gathering, &wanted);
    if (group)
        return group;
    group = add(gathering, &wanted);
    if (!group) {
        tracker_drop(object->kind, "no memory for the findings at the end");
        return NULL;
    }
    group->finding = *finding;
    group->finding.n_objects = 0;
    group->kind = object->kind;
    record_module((int)wanted.key.holder);
    object_name(object, group->first);
    *gathering->next = group;
    gathering->next = &group->next;
    return group;
}

/* The group's story is that of its first object; the next three are named as well. */
static void join(struct group *group, struct object *object, const struct finding *finding) {
    const char *state = finding->check == CHECK_NEVER_RELEASED ? "never-released" : "live";
    struct finding *sum = &group->finding;
    if (group->n == 0) {
        sum->now = finding->now;
        if (object->parent)
            tell_object_locked(object->parent);
        tell_timeline_locked(object, sum);
    }
    if (finding->severity > sum->severity)
        sum->severity = finding->severity;
    if (sum->n_objects < FINDING_MAX_OBJECTS) {
        judge_name(sum, object);
        tell_object_as_locked(object, state);
    }
    object_name(object, group->last);
    group->n++;
    group->bytes += object->bytes;
    group->last_seq = object->first ? object->first->seq : 0;
    if (object->first && object->first->time_ns > group->newest_ns)
        group->newest_ns = object->first->time_ns;
}

static struct crowd *crowd_of(struct gathering *gathering, const struct draft *draft) {
    struct crowd *crowd, wanted = {.key = {draft->origin, draft->actor, draft->tid}};
    HASH_FIND(hh, gathering->crowds, &wanted.key, sizeof(wanted.key), crowd);
    if (crowd || !(crowd = memory_alloc(sizeof(*crowd))))
        return crowd;
    crowd->key = wanted.key;
    HASH_ADD(hh, gathering->crowds, key, sizeof(crowd->key), crowd);
    if (crowd->hh.tbl)
        return crowd;
    memory_free(crowd, sizeof(*crowd));
    return NULL;
}

static bool is_in_crowd(const struct draft *draft, void *context) {
    if (draft->generation != object_generation())
        return true; /* its parent's business */
    if (custody_has(draft->nodes[0].place, KIND_ARRAY))
        return false;
    struct crowd *crowd = crowd_of(context, draft);
    if (!crowd || crowd->n_drawn < FINDING_MAX_OBJECTS) {
        if (crowd)
            crowd->n_drawn++;
        return false;
    }
    crowd->n++;
    crowd->last_seq = draft->seq;
    crowd->last_ns = draft->time_ns;
    crowd->last_number = draft->number;
    return true;
}

static void add_crowd(struct gathering *gathering, const struct crowd *crowd) {
    struct group wanted = {.key = {.check = gathering->end->is_normal ? CHECK_NEVER_RELEASED
                                                                      : CHECK_HELD_AT_ABRUPT_END,
                                   .origin = crowd->key.origin,
                                   .holder = crowd->key.holder}};
    struct group *group = crowd->n ? find(gathering, &wanted) : NULL;
    if (!group)
        return;
    group->n += crowd->n;
    if (crowd->last_ns > group->newest_ns)
        group->newest_ns = crowd->last_ns;
    if (crowd->last_seq > group->last_seq) {
        object_name_of(KIND_ARRAY, crowd->last_number, group->last);
        group->last_seq = crowd->last_seq;
    }
}

static void add_crowds(struct gathering *gathering) {
    struct crowd *crowd, *next;
    HASH_ITER(hh, gathering->crowds, crowd, next) {
        add_crowd(gathering, crowd);
        HASH_DELETE(hh, gathering->crowds, crowd);
        memory_free(crowd, sizeof(*crowd));
    }
}

static void visit(struct object *object, void *context) {
    struct gathering *gathering = context;
    struct event event = *gathering->end->event;
    struct judged judged = *gathering->end;
    struct verdicts verdicts;
    char name[24];
    event.object = object;
    judged.event = &event;
    judged.object = object;
    judged.storage = name;
    object_lock(object);
    judge_event(&judged, &verdicts);
    if (object->is_ignored || gathering->is_within(object))
        verdicts.n = 0;
    for (unsigned i = 0; i < verdicts.n; i++) {
        struct group *group = group_of(gathering, object, &verdicts.findings[i]);
        if (group)
            join(group, object, &verdicts.findings[i]);
    }
    object_unlock(object);
}

/* "3 arrays never released, 148.2 MiB" */
static void write_message(struct group *group, const char *what) {
    struct finding *finding = &group->finding;
    char number[24], size[24];
    judge_count(number, group->n);
    judge_size(size, group->bytes);
    judge_say(finding->message, sizeof(finding->message), group->n == 1 ? group->first : number,
              group->n == 1 ? "" : " ", group->n == 1 ? "" : object_kind_word(group->kind, true),
              what, group->bytes ? ", " : "", group->bytes ? size : "", NULL);
    if (group->n > FINDING_MAX_OBJECTS)
        JUDGE_NOTE(finding, group->first, " to ", group->last);
}

static void write_trend(struct group *group, const struct origin_counts *counts, uint64_t now_ns) {
    struct finding *finding = &group->finding;
    char seconds[24];
    if (origin_grew(counts))
        judge_say(finding->trend, sizeof(finding->trend), "grows", NULL);
    else if (counts->made == 1)
        judge_say(finding->trend, sizeof(finding->trend),
                  group->newest_ns < now_ns / 10 ? "once at start" : "once", NULL);
    else
        judge_say(finding->trend, sizeof(finding->trend), "flat since ",
                  judge_seconds(seconds, now_ns - group->newest_ns), NULL);
}

static void say(struct group *group, const struct judged *end) {
    struct finding *finding = &group->finding;
    struct origin_counts counts = origin_counts(group->key.origin);
    if (finding->check == CHECK_NEVER_RELEASED) {
        finding->group_live = group->n;
        finding->group_made = counts.made;
        finding->group_bytes = group->bytes;
        write_trend(group, &counts, end->now_ns);
        counts.samples[counts.n_samples++] = counts.live;
        finding->group_samples = counts.samples;
        finding->n_group_samples = counts.n_samples;
        write_message(group, " never released");
    } else if (finding->check == CHECK_HELD_AT_ABRUPT_END) {
        write_message(group, " still held");
    } else if (finding->check == CHECK_ASYNC_TASK_NOT_EXTRACTED) {
        write_message(group, " never extracted");
    }
    finding_report(finding);
}

bool leak_tell(const struct judged *end, bool (*is_within)(const struct object *object)) {
    struct gathering gathering = {.end = end, .is_within = is_within};
    gathering.next = &gathering.first;
    bool done = object_each_live(visit, is_in_crowd, &gathering);
    add_crowds(&gathering);
    HASH_CLEAR(hh, gathering.table);
    while (gathering.first) {
        struct group *group = gathering.first;
        gathering.first = group->next;
        say(group, end);
        if (!is_spare(group))
            memory_free(group, sizeof(*group));
    }
    return done;
}
