/* effects: the functions that effect.def names; each file of them is the kind of call it is about.
 *
 * Called between hook_enter_lightly() and hook_leave_lightly(), under no lock. What a pointer of
 * the program's leads to is read once HIP has read it itself. What is asked of HIP is asked before
 * the call: after it an answer could change what hipGetLastError() says to the program. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_ROCM_EFFECTS_H
#define HOOKS_ROCM_EFFECTS_H

#include "hooks/rocm/rocm.h"

/** Every step that effect.def names is a function of this kind, defined in the file of its stem. */
typedef void (*effects_fn)(struct rocm_call *call);

#define EFFECTS_DECLARE(name) void name(struct rocm_call *call)
EFFECTS_DECLARE(entry_answered);
EFFECTS_DECLARE(await_stream_created);
EFFECTS_DECLARE(await_stream_destroy);
EFFECTS_DECLARE(await_stream);
EFFECTS_DECLARE(await_host);
EFFECTS_DECLARE(await_event);
EFFECTS_DECLARE(await_stream_waited);
EFFECTS_DECLARE(await_event_created);
EFFECTS_DECLARE(await_event_opened);
EFFECTS_DECLARE(await_event_destroy);
EFFECTS_DECLARE(await_two_events);
EFFECTS_DECLARE(await_host_twice);
EFFECTS_DECLARE(await_recorded);
EFFECTS_DECLARE(await_record_failed);
EFFECTS_DECLARE(await_device);
EFFECTS_DECLARE(await_device_reset);
EFFECTS_DECLARE(deferred_function);
EFFECTS_DECLARE(deferred_failed);
EFFECTS_DECLARE(deferred_callback);
EFFECTS_DECLARE(heap_allocated);
EFFECTS_DECLARE(heap_allocated_rows);
EFFECTS_DECLARE(heap_allocated_pitched);
EFFECTS_DECLARE(heap_allocated_managed);
EFFECTS_DECLARE(heap_allocated_host);
EFFECTS_DECLARE(heap_allocated_async);
EFFECTS_DECLARE(heap_registered);
EFFECTS_DECLARE(heap_mapped);
EFFECTS_DECLARE(heap_opened);
EFFECTS_DECLARE(heap_global);
EFFECTS_DECLARE(heap_end);
EFFECTS_DECLARE(heap_free);
EFFECTS_DECLARE(heap_freed_async);
EFFECTS_DECLARE(moving_begin);
EFFECTS_DECLARE(moving_copied);
EFFECTS_DECLARE(moving_copied_peer);
EFFECTS_DECLARE(moving_copied_async);
EFFECTS_DECLARE(moving_batch);
EFFECTS_DECLARE(moving_begin_set);
EFFECTS_DECLARE(moving_set);
EFFECTS_DECLARE(moving_set_async);
EFFECTS_DECLARE(moving_discard);
EFFECTS_DECLARE(launching_begin);
EFFECTS_DECLARE(launching_launched);
EFFECTS_DECLARE(launching_timed);
EFFECTS_DECLARE(launching_many);
EFFECTS_DECLARE(launching_functions);
EFFECTS_DECLARE(launching_loaded);
EFFECTS_DECLARE(launching_opened);
EFFECTS_DECLARE(launching_fat_binary);
EFFECTS_DECLARE(launching_fat_kernel);
EFFECTS_DECLARE(launching_function);
EFFECTS_DECLARE(launching_unload);
EFFECTS_DECLARE(captures_began);
EFFECTS_DECLARE(captures_ended);
EFFECTS_DECLARE(captures_instantiated);
EFFECTS_DECLARE(captures_updated);
EFFECTS_DECLARE(captures_destroy);
EFFECTS_DECLARE(captures_enabled);
EFFECTS_DECLARE(captures_set_memcpy);
EFFECTS_DECLARE(captures_set_memset);
EFFECTS_DECLARE(captures_set_kernel);
EFFECTS_DECLARE(captures_set_record);
EFFECTS_DECLARE(captures_set_wait);
EFFECTS_DECLARE(captures_set_unknown);
EFFECTS_DECLARE(captures_launched);
EFFECTS_DECLARE(mailbox_written);
EFFECTS_DECLARE(mailbox_awaited);
EFFECTS_DECLARE(mailbox_batch);
EFFECTS_DECLARE(mailbox_outside);
EFFECTS_DECLARE(ruin_judge);

#endif
