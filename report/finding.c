/* finding: counts equal ones, hands the first of each to the record, and says it in one line. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/finding.h"

#include "report/base/lock.h"
#include "report/base/table.h"
#include "report/base/text.h"
#include "report/base/thread.h"
#include "report/live.h"
#include "report/place.h"
#include "report/record.h"

const struct check finding_checks[N_CHECKS] = {
#define CHECK(id, name, of_group, level, side, how_sure, ...)                                      \
    [CHECK_##id] = {.slug = name,                                                                  \
                    .group = #of_group,                                                            \
                    .severity = SEVERITY_##level,                                                  \
                    .blame = BLAME_##side,                                                         \
                    .certainty = CERTAINTY_##how_sure},
#include "report/checks.def"
#undef CHECK
};

/** What makes two findings one. */
struct key {
    uint32_t check;
    uint32_t severity;
    stack_id now, before;
    /* Only where now does not tell groups apart: */
    stack_id origin;
    char kind[12];  /* "array" */
    uintptr_t code; /* of the callback that is at fault whoever calls it, and there is no now */
};

struct counted {
    UT_hash_handle hh;
    struct key key;
    uint32_t id;
    uint64_t count, told; /* told: the count that the record has */
    uint64_t last_ns;
    struct finding_kinds kinds;
    struct finding *finding; /* for the report without names; of the first ones only */
};

/* More are not printed by default. */
#define MAX_KEPT 200

LOCK_DEFINE(finding_lock, LOCK_FINDING)
static struct counted *all;
static uint32_t last_id;
static uint32_t n_by_severity[SEVERITY_ERROR + 1];
static uint32_t n_said[N_CHECKS], n_said_in_all;
static struct finding_policy policy;
static bool is_set;

_Static_assert(N_CHECKS <= 128, "policy.halts has a bit for each");

void finding_init(const struct finding_policy *given) {
    policy = given ? *given : (struct finding_policy){0};
    for (unsigned i = 0; i < N_CHECKS && !given; i++)
        policy.severities[i] = finding_checks[i].severity;
    is_set = true;
}

/** The tracker knows the choice too and what is weaker, or worse, here; what is off stays off. */
static enum severity severity_of(const struct finding *finding) {
    bool is_latent = policy.lowers_latent && finding->certainty == CERTAINTY_LATENT;
    if (is_set && policy.severities[finding->check] == SEVERITY_OFF)
        return SEVERITY_OFF;
    return is_latent && finding->severity == SEVERITY_ERROR ? SEVERITY_WARNING : finding->severity;
}

/** The word in the name of its first object, "" for none. */
static void kind_of(const struct finding *finding, char kind[12]) {
    struct text text = text_begin(kind, 12);
    if (finding->n_objects > 0)
        text_add_bytes(&text, finding->objects[0], strcspn(finding->objects[0], "#"));
}

/* What one callback does wrong it does wherever it is called from. */
static bool is_of_code(const struct finding *finding) {
    return finding->callback_code && (finding->check == CHECK_RELEASE_NOT_CLEARED ||
                                      finding->check == CHECK_CHILD_NOT_RELEASED ||
                                      finding->check == CHECK_STRUCT_FREED_BY_CALLBACK);
}

static struct key key_of(const struct finding *finding) {
    struct key key = {.check = finding->check,
                      .severity = severity_of(finding),
                      .now = finding->now,
                      .before = finding->before};
    if (is_of_code(finding)) {
        key.now = key.before = 0;
        key.code = finding->callback_code;
    } else if (finding->group_made > 0 || finding->now == 0) {
        key.origin = finding->origin;
        kind_of(finding, key.kind);
    }
    return key;
}

/* What was weak the first time may be sure the next: that is another one. Weak ones are counted
 * with what was sure before. */
static struct counted *find_locked(const struct finding *finding) {
    struct key key = key_of(finding);
    struct counted *counted = NULL;
    for (; key.severity <= SEVERITY_ERROR && !counted; key.severity++)
        HASH_FIND(hh, all, &key, sizeof key, counted);
    return counted;
}

bool finding_is_known(const struct finding *finding) {
    if (lock_is_mine(&finding_lock))
        return false;
    lock_acquire(&finding_lock);
    bool is_known = find_locked(finding) != NULL;
    lock_release(&finding_lock);
    return is_known;
}

/** NULL without memory: then the next of its kind passes for a new one. */
static struct counted *add_locked(const struct key *key, const struct finding *finding,
                                  uint32_t id) {
    struct counted *new = memory_alloc(sizeof *new);
    if (!new)
        return NULL;
    new->key = *key;
    new->id = id;
    HASH_ADD(hh, all, key, sizeof new->key, new);
    if (!new->hh.tbl) {
        memory_free(new, sizeof *new);
        return NULL;
    }
    if (id <= MAX_KEPT)
        new->finding = memory_alloc(sizeof *finding);
    if (new->finding)
        *new->finding = *finding;
    return new;
}

/** May one more line of this check go out at once? The tenth says that it was the last. */
static bool may_say_locked(const struct finding *finding, bool *is_last) {
    const struct report_options *options = record_options();
    int64_t of_check = options ? options->max_reports_per_check : 10;
    int64_t in_all = options ? options->max_reports : 200;
    if (finding->severity == SEVERITY_NOTE && !(options && options->verbosity > 0))
        return false;
    if (n_said[finding->check] >= of_check || n_said_in_all >= in_all)
        return false;
    n_said_in_all++;
    *is_last = ++n_said[finding->check] == of_check;
    return true;
}

static const char *const severity_words[] = {"off", "note", "warning", "error"};

const char *finding_severity_name(enum severity severity) {
    return severity_words[severity];
}

void finding_add_line(struct text *line, const struct finding *finding) {
    text_add(line, "arrowdev_check: ");
    text_add(line, severity_words[finding->severity]);
    text_add(line, ": ");
    text_add(line, finding->message);
    text_add(line, " [");
    text_add(line, finding_checks[finding->check].slug);
    text_add(line, "]");
    stack_id stack = finding->now ? finding->now : finding->origin;
    if (stack) {
        text_add(line, finding->now ? " at " : " made at ");
        place_add(line, stack);
    }
}

static void say(const struct finding *finding, bool is_last) {
    char storage[1024];
    struct text line = text_begin(storage, sizeof storage);
    finding_add_line(&line, finding);
    if (is_last)
        text_add(&line, " (more of this check are counted only)");
    record_say(storage);
}

static void count_kind_locked(struct finding_kinds *kinds, const struct finding *finding) {
    char word[sizeof kinds->of->word];
    unsigned i = 0;
    kind_of(finding, word);
    while (i < kinds->n && strcmp(kinds->of[i].word, word) != 0)
        i++;
    if (i == LENGTH(kinds->of) || !word[0])
        return;
    if (i == kinds->n)
        memcpy(kinds->of[kinds->n++].word, word, sizeof word);
    kinds->of[i].count++;
}

/** Its number; *is_new and *is_said tell what is left to do. */
static uint32_t count_locked(const struct finding *finding, bool *is_new, bool *is_said,
                             bool *is_last) {
    struct key key = key_of(finding);
    struct counted *counted = find_locked(finding);
    *is_new = !counted;
    if (*is_new) {
        n_by_severity[finding->severity]++;
        live_add(LIVE_ERRORS + (SEVERITY_ERROR - finding->severity), 1);
        *is_said = may_say_locked(finding, is_last);
        counted = add_locked(&key, finding, ++last_id);
    }
    if (!counted)
        return last_id;
    counted->count++;
    counted->told += *is_new;
    counted->last_ns = finding->time_ns;
    count_kind_locked(&counted->kinds, finding);
    return counted->id;
}

uint32_t finding_report(struct finding *finding) {
    bool is_new, is_said = false, is_last = false;
    enum severity given = finding->severity, severity = severity_of(finding);
    if (severity == SEVERITY_OFF || lock_is_mine(&finding_lock))
        return 0;
    finding->severity = severity; /* in place: a copy would take much of a small stack */
    lock_acquire(&finding_lock);
    uint32_t id = count_locked(finding, &is_new, &is_said, &is_last);
    lock_release(&finding_lock);
    if (is_new) {
        record_begin();
        record_finding(id, finding);
    }
    if (is_said)
        say(finding, is_last);
    if (is_new && policy.halts >> finding->check & 1)
        thread_self.halts = true;
    finding->severity = given;
    return id;
}

struct finding_counts finding_counts(void) {
    bool mine = lock_is_mine(&finding_lock);
    if (!mine)
        lock_acquire(&finding_lock);
    struct finding_counts counts = {.errors = n_by_severity[SEVERITY_ERROR],
                                    .warnings = n_by_severity[SEVERITY_WARNING],
                                    .notes = n_by_severity[SEVERITY_NOTE]};
    if (!mine)
        lock_release(&finding_lock);
    return counts;
}

const struct finding *finding_at(unsigned index, uint64_t *count) {
    const struct finding *finding = NULL;
    if (lock_is_mine(&finding_lock))
        return NULL;
    lock_acquire(&finding_lock);
    for (struct counted *at = all; at && !finding; at = at->hh.next) {
        if (!at->finding || index-- > 0)
            continue;
        finding = at->finding;
        *count = at->count;
    }
    lock_release(&finding_lock);
    return finding;
}

void finding_end(void) {
    if (lock_is_mine(&finding_lock))
        return;
    lock_acquire(&finding_lock);
    for (struct counted *at = all; at; at = at->hh.next) {
        if (at->count > at->told)
            record_count(at->id, at->count, at->last_ns, &at->kinds);
        at->told = at->count;
    }
    lock_release(&finding_lock);
}

void finding_fork_child(void) {
    struct counted *at, *next;
    HASH_ITER(hh, all, at, next) {
        HASH_DELETE(hh, all, at);
        memory_free(at->finding, sizeof *at->finding);
        memory_free(at, sizeof *at);
    }
    last_id = 0;
    n_said_in_all = 0;
    memset(n_by_severity, 0, sizeof n_by_severity);
    memset(n_said, 0, sizeof n_said);
}
