/* idiom: the runtime of a finding's first object, by the name of its device, and the language of
 * who has to mend it. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/idiom.h"

#include "report/render/focus.h"
#include "report/render/process.h"

#include <string.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))

/* Places in the catalogue. */
enum {
#define CHECK(ID, ...) AT_##ID,
#include "report/checks.def"
#undef CHECK
};

enum runtime { ANY, EARLIER, CLOSURE, HOST, OPENCL, ONEAPI, ROCM };

static const struct {
    enum runtime runtime;
    const char *device, *stream;
} runtimes[] = {
#define RUNTIME(ID, device, stream) {ID, device, stream},
#include "report/fixes.def"
};

static const struct {
    enum runtime runtime;
    int check;
    const char *text;
} fixes[] = {
#define FIX(ID, check, text) {ID, AT_##check, text},
#include "report/fixes.def"
};

/* Its place among the runtimes; COUNT(runtimes): none of them. Devices are named "opencl:0". */
static size_t runtime_of(const struct finding *finding) {
    const struct object *object =
        finding->n_objects ? facts_object(finding->process, finding->objects[0]) : NULL;
    const char *device = object && object->device ? object->device : "";
    size_t i = 0;
    while (i < COUNT(runtimes) && (strncmp(device, runtimes[i].device, strcspn(device, ":")) ||
                                   runtimes[i].device[strcspn(device, ":")]))
        i++;
    return i;
}

const char *idiom_stream(const struct finding *finding) {
    size_t i = runtime_of(finding);
    return i < COUNT(runtimes) ? runtimes[i].stream : "stream";
}

static const char *look(const struct finding *finding, enum runtime runtime) {
    for (size_t i = 0; i < COUNT(fixes); i++)
        if (fixes[i].runtime == runtime && &catalogue_checks[fixes[i].check] == finding->check)
            return fixes[i].text;
    return NULL;
}

static bool is_in_python(const struct finding *finding, int stack) {
    const struct spot *place = trace_place(trace_of(finding->process, finding->stacks[stack]));
    return place && place->is_python;
}

/* The producer's callback is a Python function, which ctypes or cffi made code of no module for. */
static bool is_closure(const struct finding *finding) {
    return finding->callback && !finding->callback_module &&
           (is_in_python(finding, STACK_NOW) || is_in_python(finding, STACK_ORIGIN));
}

/* NULL where none is fitter than the check's own. */
static const char *fitter(const struct finding *finding) {
    size_t i = runtime_of(finding);
    const char *own = i < COUNT(runtimes) ? look(finding, runtimes[i].runtime) : NULL;
    if (own || (i < COUNT(runtimes) && runtimes[i].runtime != HOST))
        return own;
    if (focus_earlier(finding))
        return look(finding, EARLIER);
    return is_closure(finding) ? look(finding, CLOSURE) : NULL;
}

const char *idiom_fix(const struct finding *finding, unsigned n) {
    const char *own = fitter(finding);
    const char *usual = own ? own : finding->check->fix;
    if (n == 0)
        return usual;
    return n == 1 ? look(finding, ANY) : NULL;
}
