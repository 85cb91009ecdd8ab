/* suspect: calls that were given a released struct and have not returned.
 *
 * Whether such a call refused the struct is known only afterwards, so that is when it is judged; a
 * call that crashes on it instead is judged by the crash. Locks: none, a few places for all
 * threads; what finds no place is judged after the call alone. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_SUSPECT_H
#define HOOKS_SUSPECT_H

#include "hooks/call.h"

/** A released struct goes into a call. */
void suspect_note(const struct hook_call *call, enum object_kind kind, enum handover_role role,
                  uintptr_t self, const struct site *site);

/** A call begins or has returned: what this thread noted of it, and of calls that it left by a
 * jump or an exception, is forgotten. */
void suspect_forget(const struct hook_call *call);

/** This thread crashed: judge what the calls were given that it is inside of. */
void suspect_crashed(void);

#endif
