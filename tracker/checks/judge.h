/* judge: what a predicate is asked and how it answers; which predicates an event concerns.
 *
 * Predicates read, never change: the object is locked and in its old state. The finding comes with
 * everything its row of checks.def says, the place, the object and the guilty module filled in; the
 * predicate adds a sentence and lowers what is weaker here. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_CHECKS_JUDGE_H
#define TRACKER_CHECKS_JUDGE_H

#include "report/finding.h"
#include "tracker/event.h"

struct act;
union look_struct;

/** An event and what else a rule may depend on. */
struct judged {
    const struct event *event;
    const struct object *object;   /* NULL: nothing known stands there */
    const struct object *tree;     /* FORM, TYPED: its root, which knows what was said; else NULL */
    const union look_struct *copy; /* FORM, TYPED: the struct as it stands in memory */
    char *storage;   /* 24 bytes: the object's name is written when a sentence wants it */
    uint32_t inside; /* threads inside its callbacks, read once: they leave without its lock */
    stack_id origin; /* where it was made */
    uint64_t now_ns;
    uint64_t timeout_ns; /* callback_timeout_ms */
    bool main_ended;
    bool is_normal;                         /* EXIT: return from main or exit() */
    const char *bypassed, *bypassed_module; /* EXIT of the process: a function, NULL for none */
    const char *incomplete; /* EXIT of the process: what was dropped, NULL for nothing */
    const struct act *act;  /* DEVICE: what was broken (tracker/act.h) */
};

/** True: the rule is broken and the finding says how. */
typedef bool (*judge_fn)(const struct judged *judged, struct finding *finding);

/* The words of the column `when` in checks.def. */
#define ON(kind) (1u << EVENT_##kind)
#define REFUSES  (1u << 30) /* the call must not reach the producer */
#define ONCE     (1u << 31) /* said once for an object */

/** A row of checks.def with its predicate. */
struct judge_row {
    enum check_id check;
    uint32_t when; /* bits of enum event_kind, REFUSES, ONCE */
    judge_fn is_broken;
};

/** The rows of each group, in the order of checks.def; the last one has no predicate. */
extern const struct judge_row lifetime_rows[], buffer_rows[], content_rows[], sync_rows[],
    form_rows[], stream_rows[], copy_rows[], tool_rows[];

/** More than one event breaks are left out. */
#define JUDGE_MOST 3

/** What an event broke. */
struct verdicts {
    enum verdict verdict;
    unsigned n;
    struct finding findings[JUDGE_MOST];
};

/** Sort the rows by event; once, before the first. */
void judge_init(void);

/** Ask every predicate that this event concerns. */
void judge_event(const struct judged *judged, struct verdicts *verdicts);

/** The same, added to what was found before. @return how many those were */
unsigned judge_more(const struct judged *judged, struct verdicts *verdicts);

/** Write a sentence from parts; the last one is NULL. */
void judge_say(char *to, size_t size, const char *part, ...);
#define JUDGE_MESSAGE(finding, ...)                                                                \
    judge_say((finding)->message, sizeof((finding)->message), __VA_ARGS__, NULL)
#define JUDGE_NOTE(finding, ...)                                                                   \
    judge_say((finding)->note, sizeof((finding)->note), __VA_ARGS__, NULL)

/** Where a library met a struct that was released behind its back, after it was given it: name who
 * released it, not the library that does what it has to. */
void judge_blame_first(const struct judged *judged, struct finding *finding);
/** Where libraries were given two structs with one content, and each releases its own: name who
 * handed over the copy, and say where. */
void judge_blame_copier(const struct judged *judged, struct finding *finding);

/** Name another object in the finding as well. */
void judge_name(struct finding *finding, const struct object *object);

/** The name of the object judged, "" without one. */
const char *judge_own_name(const struct judged *judged);

/** The latest step of a timeline whose kind is among the bits, NULL when there is none. */
const struct transition *judge_last(const struct object *object, uint32_t kinds);

/** This thread is inside one of these callbacks (bits of enum callback) of the object. */
bool judge_is_within(const struct object *object, uint32_t callbacks);

/** "release", "get_next", ... for enum callback. */
const char *judge_callback(uint32_t callback);
/** The callback that an event is about. */
const char *judge_called(const struct event *event);

/** Numbers for sentences, in storage of 24 bytes. */
const char *judge_hex(char storage[24], uintptr_t number);
const char *judge_count(char storage[24], uint64_t number);
const char *judge_int(char storage[24], int64_t number);
/** "148.2 MiB", "208 B" */
const char *judge_size(char storage[24], uint64_t bytes);
/** "12.3 s" */
const char *judge_seconds(char storage[24], uint64_t ns);

#endif
