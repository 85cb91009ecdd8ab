/* finding: something that broke a rule, as plain data. Printing decides nothing; judging is the
 * tracker's.
 *
 * Locks: LOCK_FINDING. Findings with equal check, now and before are one finding with a count, but
 * for one that is worse than all of them so far; leak groups, and those with no place of their own,
 * count as one when their origin and the kind of object are the same too. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_FINDING_H
#define REPORT_FINDING_H

#include "report/base/text.h"
#include "report/stack.h"

enum check_id {
#define CHECK(ID, ...) CHECK_##ID,
#include "report/checks.def"
#undef CHECK
    N_CHECKS
};

/** A bit for each check. */
typedef unsigned __int128 check_set;
#define CHECK_BIT(id) ((check_set)1 << (id))

enum severity { SEVERITY_OFF, SEVERITY_NOTE, SEVERITY_WARNING, SEVERITY_ERROR };
enum blame {
    BLAME_PRODUCER,
    BLAME_CONSUMER,
    BLAME_BOTH,
    BLAME_CALLER,
    BLAME_LAST_HOLDER,
    BLAME_NONE
};
enum certainty { CERTAINTY_OBSERVED, CERTAINTY_INFERRED, CERTAINTY_LATENT };

/** What checks.def says of a check that the process itself needs. */
struct check {
    const char *slug;
    const char *group; /* upper case, as in checks.def */
    enum severity severity;
    enum blame blame;
    enum certainty certainty;
};

extern const struct check finding_checks[N_CHECKS];

#define FINDING_MAX_OBJECTS 4
#define FINDING_MAX_EVENTS  16

struct finding {
    enum check_id check;
    enum severity severity; /* SEVERITY_OFF: not to be reported */
    enum certainty certainty;
    enum blame blame;
    uint32_t tid;     /* of the thread that did it */
    uint64_t time_ns; /* thread_clock_ns() */
    stack_id now;     /* where the rule was broken */
    stack_id before;  /* what made it wrong: the first release, the move, ... 0 for none */
    stack_id origin;  /* where the object came from */
    uint32_t n_objects;
    uint32_t n_events;
    char objects[FINDING_MAX_OBJECTS][24]; /* "array#17" */
    uint64_t
        events[FINDING_MAX_EVENTS]; /* seq of the timeline's events, the last one is the `>` row */
    const char *callback; /* the producer's callback that it is about, "get_next"; NULL for none */
    uintptr_t callback_code; /* its own function */
    char who[64];            /* basename of the guilty module, "" when not known */
    char message[256];       /* one sentence with the object's name, no full stop */
    char note[256]; /* "through a copy at 0x.. of the struct last seen at 0x..", "" for none */
    /* never-released groups only: */
    uint64_t group_live;           /* structures of this group still alive, 0 elsewhere */
    uint64_t group_made;           /* made by this origin */
    uint64_t group_bytes;          /* host bytes of the live ones */
    char trend[64];                /* "grows", "flat since 3 s", "once at start" */
    const uint64_t *group_samples; /* how many lived when 1, 2, 4, .. were made, then at the end */
    unsigned n_group_samples;
};

/** What the repeats of a finding were about, by the words before '#' in objects[0]. */
struct finding_kinds {
    unsigned n;
    struct {
        char word[12]; /* "array" */
        uint64_t count;
    } of[5]; /* more kinds than there are */
};

/** What the options make of all findings. */
struct finding_policy {
    enum severity severities[N_CHECKS];
    bool lowers_latent; /* a latent error is a warning */
    check_set halts;    /* a bit for each check whose finding ends the process: thread_self.halts */
};

/** Set once before the first finding. NULL for the defaults of checks.def. */
void finding_init(const struct finding_policy *policy);

/**
 * Say a finding: the first of its kind goes to the record and, as one line without names, to stderr
 * at once
 * (`arrowdev_check: error: MESSAGE [slug] at MODULE+0xOFFSET` or the Python file and line); a
 * repeat is counted. The objects and events it names must have been recorded before. Is as it was
 * afterwards.
 *
 * @return the finding's number, 0 when its check is off
 */
uint32_t finding_report(struct finding *finding);

/** It would only be counted: one like it was reported before. */
bool finding_is_known(const struct finding *finding);

/** How many findings there are so far, by severity (repeats counted once). */
struct finding_counts {
    uint32_t errors, warnings, notes;
};
struct finding_counts finding_counts(void);

/** "error", "warning", "note", "off". */
const char *finding_severity_name(enum severity severity);

/** The line that standard error gets of a finding, without its newline. */
void finding_add_line(struct text *line, const struct finding *finding);

/** The findings kept, oldest first, at most 200; NULL at the end. They stay until a fork. */
const struct finding *finding_at(unsigned index, uint64_t *count);

/** Write the counts of repeated findings to the record; for the end of the process. */
void finding_end(void);

/** In a forked child: what the parent found is the parent's. */
void finding_fork_child(void);

#endif
