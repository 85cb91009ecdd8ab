/* capsule: libcapsule_fake.so, capsules without an interpreter. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "capsule.h"

#include <stdlib.h>
#include <string.h>

#include "tracker/abi/arrow.h"

struct capsule *PyCapsule_New(void *pointer, const char *name,
                              void (*destructor)(struct capsule *)) {
    struct capsule *capsule = calloc(1, sizeof(*capsule));
    capsule->references = 1;
    capsule->pointer = pointer;
    capsule->name = name;
    capsule->destructor = destructor;
    return capsule;
}

int PyCapsule_IsValid(struct capsule *capsule, const char *name) {
    return capsule && strcmp(capsule->name, name) == 0;
}

void *PyCapsule_GetPointer(struct capsule *capsule, const char *name) {
    return PyCapsule_IsValid(capsule, name) ? capsule->pointer : NULL;
}

void capsule_drop(struct capsule *capsule) {
    if (--capsule->references > 0)
        return;
    if (capsule->destructor)
        capsule->destructor(capsule);
    free(capsule);
}

void capsule_release_array(struct capsule *capsule) {
    struct ArrowArray *array = PyCapsule_GetPointer(capsule, "arrow_array");
    if (array->release)
        array->release(array);
}

void capsule_release_schema(struct capsule *capsule) {
    struct ArrowSchema *schema = PyCapsule_GetPointer(capsule, "arrow_schema");
    if (schema->release)
        schema->release(schema);
}

void capsule_release_stream(struct capsule *capsule) {
    struct ArrowArrayStream *stream = PyCapsule_GetPointer(capsule, "arrow_array_stream");
    if (stream->release)
        stream->release(stream);
}
