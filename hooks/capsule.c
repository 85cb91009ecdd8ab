/* capsule: what is seen when Python code makes or reads a capsule that carries an Arrow structure.
 */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/call.h"
#include "report/base/peek.h"
#include "report/pystack.h"
#include "tracker/tracker.h"

/* The names are the protocol: Apache Arrow documentation, "The Arrow PyCapsule Interface", "Capsule
 * names". */
static const struct {
    const char *name;
    enum object_kind kind;
} capsule_names[] = {
    {"arrow_schema", KIND_SCHEMA},
    {"arrow_array", KIND_ARRAY},
    {"arrow_array_stream", KIND_STREAM},
    {"arrow_device_array", KIND_DEVICE_ARRAY},
    {"arrow_device_array_stream", KIND_DEVICE_STREAM},
};

/* Only of a call that made or read a capsule: the interpreter has had to do with the name. */
static bool find_kind(uintptr_t name, enum object_kind *kind) {
    for (unsigned i = 0; name && i < LENGTH(capsule_names); i++)
        if (strcmp(capsule_names[i].name, (const char *)name) == 0) {
            *kind = capsule_names[i].kind;
            return true;
        }
    return false;
}

/* At no reference the destructor is running. Their number is the first word of an object (32 bits
 * of it from 3.12 on); without the GIL its thread's own come fourth, then those of all others,
 * above two bits of their state. */
static bool is_being_destroyed(uintptr_t capsule) {
    uint32_t words[6];
    if (peek(words, (const void *)capsule, sizeof(words)) != 0)
        return false;
    if (!pystack_is_free_threaded())
        return words[0] == 0;
    return words[3] == 0 && words[4] >> 2 == 0 && words[5] == 0;
}

/* Its destructor asked by a name that it no longer has: what it holds is given back by nobody. A
 * capsule's pointer stands behind its counts and its type (CPython, Objects/capsule.c). */
static void lose_renamed(uintptr_t capsule, uintptr_t name) {
    enum object_kind kind;
    uintptr_t self, head = pystack_is_free_threaded() ? 32 : 16;
    if (is_being_destroyed(capsule) && find_kind(name, &kind) &&
        peek(&self, (const void *)(capsule + head), sizeof(self)) == 0)
        tracker_capsule_gone(self, kind);
}

/* PyCapsule_GetPointer(capsule, name) */
void capsule_read(const struct hook_call *call) {
    enum object_kind kind;
    uintptr_t self = call->result;
    if (!self)
        lose_renamed(call->arguments[0], call->arguments[1]);
    if (!self || !find_kind(call->arguments[1], &kind))
        return;
    enum handover_role role = is_being_destroyed(call->arguments[0]) ? ROLE_DROPS : ROLE_PEEKS;
    if (role == ROLE_DROPS)
        tracker_capsule_gone(self, kind);
    /* Most destructors look at what was consumed long ago. */
    if (role == ROLE_DROPS && handover_is_released(kind, self))
        return;
    struct site site = handover_site(call->caller, call->row);
    site.may_fill = true;
    site.is_used = role == ROLE_PEEKS && tracker_capsule_is_used(self, kind, &site);
    const struct object *object = handover_see(kind, self, role, &site, NULL);
    if (object && role == ROLE_PEEKS)
        tracker_capsule_read(object);
}

/* PyCapsule_New(pointer, name, destructor) */
void capsule_made(const struct hook_call *call) {
    enum object_kind kind;
    if (!call->result || !find_kind(call->arguments[1], &kind))
        return;
    struct site site = handover_site(call->caller, call->row);
    tracker_capsule_made(call->arguments[0], kind, call->arguments[2] != 0, &site);
}
