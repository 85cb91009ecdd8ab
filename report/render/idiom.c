/* idiom: the runtime of a finding's first object, by the name of its device. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/idiom.h"

#include "report/render/process.h"

#include <string.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))

/* Places in the catalogue. */
enum {
#define CHECK(ID, ...) AT_##ID,
#include "report/checks.def"
#undef CHECK
};

enum runtime { ANY, OPENCL, ONEAPI, ROCM };

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

const char *idiom_fix(const struct finding *finding, unsigned n) {
    size_t i = runtime_of(finding);
    const char *own = i < COUNT(runtimes) ? look(finding, runtimes[i].runtime) : NULL;
    const char *usual = own ? own : finding->check->fix;
    if (n == 0)
        return usual;
    return n == 1 ? look(finding, ANY) : NULL;
}
