/* scene: stands in for report/ and hooks/ around the tracker. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/scene/scene.h"

static struct module scene_modules[N_MODULES] = {
    [APP] = {.id = APP, .path = "/opt/app", .name = "app"},
    [PRODUCER] = {.id = PRODUCER, .path = "/opt/libprod.so", .name = "libprod.so"},
    [LIBARROW] = {.id = LIBARROW, .path = "/usr/lib/libarrow.so.2600", .name = "libarrow.so.2600"},
    [PLUGIN] = {.id = PLUGIN, .path = "/opt/plugin.so", .name = "plugin.so"}};

int module_of(uintptr_t address) {
    int id = (int)(address / 0x100000) - 1;
    return address < CODE(N_MODULES) && id >= 0 ? id : -1;
}
void module_date_by(uint64_t (*last_event)(void)) {}

const struct module *module_get(int id) {
    return id >= 0 && id < N_MODULES ? &scene_modules[id] : NULL;
}

const struct stack_frame *stack_frames(stack_id stack, unsigned *n) {
    static const struct stack_frame python[] = {{.pc = 1}, {.file = "/opt/job.py", .line = 3}};
    *n = stack == 9999 ? 2 : 0;
    return python;
}
int stack_module_of_caller(stack_id stack) {
    return (int)(stack / 100);
}

const struct check finding_checks[N_CHECKS] = {
#define CHECK(ID, its_slug, its_group, its_severity, its_blame, its_certainty, ...)                \
    {.slug = its_slug,                                                                             \
     .group = #its_group,                                                                          \
     .severity = SEVERITY_##its_severity,                                                          \
     .blame = BLAME_##its_blame,                                                                   \
     .certainty = CERTAINTY_##its_certainty},
#include "report/checks.def"
#undef CHECK
};

/* What was said, in order. */
struct finding scene_said[64];
unsigned scene_n_said;
unsigned scene_n_objects, scene_n_events;
struct record_event scene_events[256]; /* by seq, names cut off */
char scene_line[256], scene_type[256], scene_state[32];

static pthread_mutex_t scene_mutex = PTHREAD_MUTEX_INITIALIZER;

void finding_init(const struct finding_policy *policy) {}
void finding_add_line(struct text *line, const struct finding *finding) {}
const struct finding *finding_at(unsigned index, uint64_t *count) {
    return NULL;
}

uint32_t finding_report(struct finding *finding) {
    pthread_mutex_lock(&scene_mutex);
    if (scene_n_said < LENGTH(scene_said))
        scene_said[scene_n_said] = *finding;
    uint32_t id = ++scene_n_said;
    pthread_mutex_unlock(&scene_mutex);
    return id;
}
bool finding_is_known(const struct finding *finding) {
    return false;
}
struct finding_counts finding_counts(void) {
    return (struct finding_counts){0};
}
void record_begin(void) {}
bool record_is_begun(void) {
    return true;
}
void record_say(const char *line) {
    strncpy(scene_line, line, sizeof(scene_line) - 1);
}
void record_object(const struct record_object *object) {
    pthread_mutex_lock(&scene_mutex);
    scene_n_objects++;
    strncpy(scene_type, object->type ? object->type : "", sizeof(scene_type) - 1);
    strncpy(scene_state, object->state, sizeof(scene_state) - 1);
    pthread_mutex_unlock(&scene_mutex);
}
struct account_transfer scene_transfers[16];
unsigned scene_n_transfers;
struct account_sums scene_sums;
void account_transfer(const struct account_transfer *transfer) {
    if (scene_n_transfers < LENGTH(scene_transfers))
        scene_transfers[scene_n_transfers++] = *transfer;
}
void account_sums(const struct account_sums *sums) {
    scene_sums = *sums;
}
void record_module(int id) {}
void record_event(const struct record_event *event) {
    pthread_mutex_lock(&scene_mutex);
    scene_n_events++;
    if (event->seq < LENGTH(scene_events))
        scene_events[event->seq] = *event;
    pthread_mutex_unlock(&scene_mutex);
}

/* Dead objects wait here, as in the quarantine. */
struct object *scene_retired[4096];
unsigned scene_n_retired;

static void scene_retire(struct object *object) {
    struct object *oldest = NULL;
    pthread_mutex_lock(&scene_mutex);
    unsigned at = scene_n_retired++ % LENGTH(scene_retired);
    if (scene_n_retired > LENGTH(scene_retired))
        oldest = scene_retired[at];
    scene_retired[at] = object;
    pthread_mutex_unlock(&scene_mutex);
    if (oldest)
        tracker_forget(oldest);
}

struct tracker_options scene_options = {.checks = "",
                                        .latent = "error",
                                        .halt_on = "",
                                        .sample = 1,
                                        .leaks = true,
                                        .callback_timeout_ms = 10000,
                                        .event_timeout_ms = 10000,
                                        .host_clock = "global",
                                        .copy_budget_d2h = -1,
                                        .copy_budget_h2d = -1,
                                        .events = "findings",
                                        .isolate = "0",
                                        .memory_budget_mb = 64};
static bool is_in_place(const struct object *object) {
    return true;
}
static bool is_within(const struct object *object) {
    return false;
}
static void typed(struct object *array, const struct site *site) {}

const struct tracker_ops scene_ops = {
    .retire = scene_retire, .is_in_place = is_in_place, .is_within = is_within, .typed = typed};

void scene_forget_all(void) {
    for (unsigned i = 0; i < scene_n_retired && i < LENGTH(scene_retired); i++)
        tracker_forget(scene_retired[i]);
    scene_n_retired = 0;
}

/* What an earlier test left alive is the forked-away parent's: not judged again. */
int scene_setup(void **state) {
    static bool is_set_up;
    if (!is_set_up) {
        memory_init((size_t)64 << 20);
        thread_note_process();
        object_init();
    }
    is_set_up = true;
    scene_options.checks = "";
    scene_options.leaks = true;
    scene_options.callback_timeout_ms = 10000;
    scene_options.events = "findings";
    tracker_init(&scene_options, &scene_ops);
    tracker_fork_child();
    scene_forget_all();
    scene_n_said = scene_n_objects = scene_n_events = 0;
    memset(scene_said, 0, sizeof(scene_said));
    return 0;
}

struct site scene_site(int module, stack_id line) {
    static _Atomic uint64_t calls;
    return (struct site){.caller = CODE(module) + line,
                         .stack = (stack_id)module * 100 + line,
                         .actor = module,
                         .row = 1,
                         .call = atomic_fetch_add(&calls, 1) + 1};
}

/* A thunk no producer would ever write. */
static uintptr_t scene_thunk(const struct object *object) {
    return 0x700000000000u + object->kind * 0x1000000u + object->number * 16u;
}

static uintptr_t *scene_release_of(enum object_kind kind, uintptr_t self) {
    static const size_t offsets[N_KINDS] = {offsetof(struct ArrowArray, release),
                                            offsetof(struct ArrowSchema, release),
                                            offsetof(struct ArrowArrayStream, release),
                                            offsetof(struct ArrowDeviceArray, array.release),
                                            offsetof(struct ArrowDeviceArrayStream, release),
                                            offsetof(struct ArrowAsyncDeviceStreamHandler, release),
                                            offsetof(struct ArrowAsyncTask, extract_data)};
    return (uintptr_t *)(self + offsets[kind]);
}

struct object *scene_adopt_node(enum object_kind kind, uintptr_t self, struct object *parent,
                                const struct site *site, struct object *source) {
    struct object *object = tracker_adopt(kind, self, (void *)self, parent, site, source);
    assert_non_null(object);
    *scene_release_of(kind, self) = scene_thunk(object);
    object->thunk = object->number;
    return object;
}

static void scene_adopt_children(struct object *object, enum object_kind kind, uintptr_t self,
                                 const struct site *site) {
    const struct ArrowSchema *schema = (void *)self;
    const struct ArrowArray *array = (void *)self;
    bool is_schema = kind == KIND_SCHEMA;
    enum object_kind child_kind = is_schema ? KIND_SCHEMA : KIND_ARRAY;
    int64_t n = is_schema ? schema->n_children : array->n_children;
    uintptr_t dictionary = is_schema ? (uintptr_t)schema->dictionary : (uintptr_t)array->dictionary;
    for (int64_t i = 0; i < n; i++) {
        uintptr_t child =
            is_schema ? (uintptr_t)schema->children[i] : (uintptr_t)array->children[i];
        scene_adopt_children(scene_adopt_node(child_kind, child, object, site, NULL), child_kind,
                             child, site);
    }
    if (dictionary)
        scene_adopt_children(scene_adopt_node(child_kind, dictionary, object, site, NULL),
                             child_kind, dictionary, site);
}

/* As handover_see() does with a new struct. */
struct object *scene_adopt(enum object_kind kind, void *self, struct site site,
                           struct object *source) {
    struct object *root = scene_adopt_node(kind, (uintptr_t)self, NULL, &site, source);
    if (kind != KIND_STREAM && kind != KIND_DEVICE_STREAM && !kind_is_async(kind))
        scene_adopt_children(root, kind, (uintptr_t)self, &site);
    tracker_adopted(root, &site);
    return root;
}

struct object *scene_export(enum object_kind kind, void *self, int module, stack_id line) {
    return scene_adopt(kind, self, scene_site(module, line), NULL);
}

enum verdict scene_event(struct event event, struct site site) {
    event.site = &site;
    return tracker_event(&event);
}

/* A struct is handed to a row of this kind. */
void scene_hand(enum event_kind kind, struct object *object, void *self, struct site site) {
    site.takes = kind == EVENT_IMPORT;
    scene_event((struct event){.kind = kind, .object = object, .self = (uintptr_t)self}, site);
}

enum verdict scene_release_begin(struct object *object, void *self, struct site site) {
    return scene_event(
        (struct event){.kind = EVENT_RELEASE_BEGIN, .object = object, .self = (uintptr_t)self},
        site);
}

void scene_leave(struct object *object) {
    atomic_fetch_sub(&object->inside, 1);
}

void scene_release_end(struct object *object, void *self, struct site site) {
    scene_leave(object);
    scene_event(
        (struct event){.kind = EVENT_RELEASE_END, .object = object, .self = (uintptr_t)self}, site);
}

/* The whole of a release by a careful producer without children. */
enum verdict scene_release(struct object *object, void *self, int module, stack_id line) {
    struct site site = scene_site(module, line);
    if (scene_release_begin(object, self, site) == VERDICT_REFUSE)
        return VERDICT_REFUSE;
    *scene_release_of(object->kind, (uintptr_t)self) = 0;
    scene_release_end(object, self, site);
    return VERDICT_FORWARD;
}

const struct finding *scene_find(enum check_id check) {
    for (unsigned i = 0; i < scene_n_said && i < LENGTH(scene_said); i++)
        if (scene_said[i].check == check)
            return &scene_said[i];
    return NULL;
}

/* Exactly one finding, and it is this one. */
const struct finding *scene_only(enum check_id check) {
    if (scene_n_said != 1 || scene_said[0].check != check)
        fail_msg("%u findings, the first: %s", scene_n_said,
                 scene_n_said ? scene_said[0].message : "-");
    return &scene_said[0];
}

/* A producer's array: whatever stands behind it, its members are set. */
struct ArrowArray scene_array(void) {
    static int64_t values[4] = {1, 2, 3, 4};
    static const void *buffers[2] = {NULL, values};
    return (struct ArrowArray){.length = 4,
                               .n_buffers = 2,
                               .buffers = buffers,
                               .release = (void (*)(struct ArrowArray *))CODE(PRODUCER),
                               .private_data = values};
}

struct ArrowSchema scene_schema(const char *format, const char *name) {
    static int anything;
    return (struct ArrowSchema){.format = format,
                                .name = name,
                                .release = (void (*)(struct ArrowSchema *))CODE(PRODUCER),
                                .private_data = &anything};
}

struct ArrowArrayStream scene_stream(void) {
    static int anything;
    return (struct ArrowArrayStream){
        .get_schema =
            (int (*)(struct ArrowArrayStream *, struct ArrowSchema *))(CODE(PRODUCER) + 1),
        .get_next = (int (*)(struct ArrowArrayStream *, struct ArrowArray *))(CODE(PRODUCER) + 2),
        .release = (void (*)(struct ArrowArrayStream *))CODE(PRODUCER),
        .private_data = &anything};
}
