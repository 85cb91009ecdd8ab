/* bridge: asks libraries and streams; arrow::ExportType and arrow::ExportSchema by the Itanium C++
 * ABI. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/bridge.h"

#include "hooks/callback.h"
#include "hooks/hook.h"
#include "hooks/row.h"
#include "hooks/thunk.h"
#include "report/base/peek.h"
#include "report/module.h"
#include "tracker/tracker.h"

#define EXPORT_TYPE    "_ZN5arrow10ExportTypeERKNS_8DataTypeEP11ArrowSchema"
#define EXPORT_COLUMNS "_ZN5arrow12ExportSchemaERKNS_6SchemaEP11ArrowSchema"

/* arrow::Status is one pointer, NULL when all is well, returned in memory of the caller. */
typedef void *(*export_fn)(void **status, const void *type, struct ArrowSchema *schema);

bool bridge_is_on;
static void *(*resolve)(const char *name);

void bridge_init(bool looks, void *(*given)(const char *name)) {
    bridge_is_on = looks;
    resolve = given;
}

/* Another copy of the library has types of its own. */
void *bridge_beside(uintptr_t function, const char *name) {
    const struct hook_row *row = bridge_is_on ? hook_find(name) : NULL;
    int module = module_of(function);
    uintptr_t found = 0;
    for (unsigned i = 0; row && i < row->n_functions && !found; i++) {
        uintptr_t real = atomic_load(&row->reals[i]);
        found = real && module_of(real) == module ? real : 0;
    }
    if (bridge_is_on && !found)
        found = (uintptr_t)resolve(name);
    return found && module_of(found) == module ? (void *)found : NULL;
}

static void release(struct ArrowSchema *schema) {
    if (schema->release)
        schema->release(schema);
}

void bridge_import(struct object *array, uintptr_t pointer, bool columns,
                   const struct hook_call *call, const struct site *site) {
    struct ArrowSchema schema = {0};
    const void *type;
    void *status = NULL;
    if (LIKELY(!bridge_is_on) || array->type ||
        peek(&type, (const void *)pointer, sizeof(type)) != 0 || !type)
        return;
    export_fn exporter =
        (export_fn)bridge_beside(call->real, columns ? EXPORT_COLUMNS : EXPORT_TYPE);
    if (!exporter)
        return;
    exporter(&status, type, &schema);
    if (!status)
        tracker_typed(array, &schema, site);
    release(&schema);
}

unsigned bridge_find_unwanted(const struct hook_call *call) {
    const struct call_form *form = &row_forms[call->row];
    for (unsigned i = 0; i < CALL_MAX_CLAUSES && form->clauses[i].verb; i++) {
        const struct call_clause *clause = &form->clauses[i];
        if (clause->optional && call->arguments[clause->argument - 1] == 0)
            return clause->argument;
    }
    return 0;
}

void bridge_exported(struct object *array, struct ArrowSchema *schema, const struct site *site) {
    if (array && !array->type)
        tracker_typed(array, schema, site);
    release(schema);
}

uintptr_t bridge_unasked(const struct object *stream) {
    bool is_stream = stream->kind == KIND_STREAM || stream->kind == KIND_DEVICE_STREAM;
    if (LIKELY(!bridge_is_on) || !is_stream || stream->type || stream->thunk == THUNK_NONE)
        return 0;
    uintptr_t asked = thunk_get(stream->thunk + callback_place(CALLBACK_GET_SCHEMA))->original;
    /* The program never calls it: it may be anything. */
    return module_begins_function(asked) ? asked : 0;
}

void bridge_answered(struct object *stream, const struct ArrowSchema *schema) {
    if (module_is_code((uintptr_t)schema->release))
        tracker_stream_typed(stream, schema);
}
