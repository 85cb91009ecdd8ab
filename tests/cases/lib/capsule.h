/* capsule: Python's capsules for C programs, served by libcapsule_fake.so under their real names.
 *
 * A capsule's reference count lies where Python's lies; in a destructor it is 0, as there. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CASES_LIB_CAPSULE_H
#define CASES_LIB_CAPSULE_H

#include <stdbool.h>
#include <stdint.h>

struct capsule {
    intptr_t references;
    void *type;
    void *pointer;
    const char *name;
    void *context;
    void (*destructor)(struct capsule *);
};

struct capsule *PyCapsule_New(void *pointer, const char *name,
                              void (*destructor)(struct capsule *));
void *PyCapsule_GetPointer(struct capsule *capsule, const char *name);
int PyCapsule_IsValid(struct capsule *capsule, const char *name);

/** Give a reference back; the last one calls the destructor. */
void capsule_drop(struct capsule *capsule);

/** Destructors that release what is still live, for arrays, schemas and streams. */
void capsule_release_array(struct capsule *capsule);
void capsule_release_schema(struct capsule *capsule);
void capsule_release_stream(struct capsule *capsule);

#endif
