/* scene: what the tests of the tracker share: a report that only remembers, modules and stacks that
 * are numbers, and structures that live and die as the hooks would have it.
 *
 * Module n holds the addresses from CODE(n). Stack s was called from module s / 100; stack 9999 is
 * Python's. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_UNIT_SCENE_SCENE_H
#define TESTS_UNIT_SCENE_SCENE_H

#include <pthread.h>
#include <string.h>
#include <time.h>

#include "report/account.h"
#include "report/base/lock.h"
#include "report/base/memory.h"
#include "report/base/thread.h"
#include "report/module.h"
#include "report/record.h"
#include "tests/unit/unit.h"
#include "tracker/place.h"
#include "tracker/tracker.h"

enum { APP, PRODUCER, LIBARROW, PLUGIN, N_MODULES };
#define CODE(module) ((uintptr_t)((module) + 1) * 0x100000)

/** What was said, in order; what the record was given. */
extern struct finding scene_said[64];
extern unsigned scene_n_said, scene_n_objects, scene_n_events;
extern struct account_transfer scene_transfers[16]; /* only numbers live on */
extern unsigned scene_n_transfers;
extern struct account_sums scene_sums;
extern struct record_event scene_events[256]; /* by seq; only `kind` lives on */
extern char scene_line[256], scene_type[256], scene_state[32];

/** Dead objects wait here, as in the quarantine. */
extern struct object *scene_retired[4096];
extern unsigned scene_n_retired;

extern struct tracker_options scene_options;
extern const struct tracker_ops scene_ops;

/** Before each test: what an earlier one left alive is inherited by fork and not judged again. */
int scene_setup(void **state);
void scene_forget_all(void);

/** A row of module's code was called. */
struct site scene_site(int module, stack_id line);

/** Structs of the producer. */
struct ArrowArray scene_array(void);
struct ArrowSchema scene_schema(const char *format, const char *name);
struct ArrowArrayStream scene_stream(void);

/** As the hooks do with a new struct: the whole tree is adopted and holds thunks. */
struct object *scene_adopt_node(enum object_kind kind, uintptr_t self, struct object *parent,
                                const struct site *site, struct object *source);
struct object *scene_adopt(enum object_kind kind, void *self, struct site site,
                           struct object *source);
struct object *scene_export(enum object_kind kind, void *self, int module, stack_id line);

enum verdict scene_event(struct event event, struct site site);
/** A struct is handed to a row of this kind. */
void scene_hand(enum event_kind kind, struct object *object, void *self, struct site site);

enum verdict scene_release_begin(struct object *object, void *self, struct site site);
/** The hooks count a thread out of a callback. */
void scene_leave(struct object *object);
void scene_release_end(struct object *object, void *self, struct site site);
/** The whole of a release by a careful producer without children. */
enum verdict scene_release(struct object *object, void *self, int module, stack_id line);

const struct finding *scene_find(enum check_id check);
/** Exactly one finding, and it is this one. */
const struct finding *scene_only(enum check_id check);

#define assert_silent()                                                                            \
    do {                                                                                           \
        if (scene_n_said > 0)                                                                      \
            fail_msg("%u findings, the first: %s", scene_n_said, scene_said[0].message);           \
    } while (0)

#endif
