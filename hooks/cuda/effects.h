/* effects: the functions that effect.def names; each file of them is the kind of call it is about.
 *
 * Called between hook_enter_lightly() and hook_leave_lightly(), under no lock. What a pointer of
 * the program's leads to is read once the driver has read it itself. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_CUDA_EFFECTS_H
#define HOOKS_CUDA_EFFECTS_H

#include "hooks/cuda/cuda.h"

/** Every step that effect.def names is a function of this kind, defined in the file of its stem. */
typedef void (*effects_fn)(struct cuda_call *call);

#define EFFECTS_DECLARE(name) void name(struct cuda_call *call)
EFFECTS_DECLARE(waits_stream_created);
EFFECTS_DECLARE(waits_stream_destroy);
EFFECTS_DECLARE(waits_stream);
EFFECTS_DECLARE(waits_host);
EFFECTS_DECLARE(waits_host_twice);
EFFECTS_DECLARE(waits_event);
EFFECTS_DECLARE(waits_two_events);
EFFECTS_DECLARE(waits_stream_waited);
EFFECTS_DECLARE(waits_event_created);
EFFECTS_DECLARE(waits_event_opened);
EFFECTS_DECLARE(waits_event_destroy);
EFFECTS_DECLARE(waits_recorded);
EFFECTS_DECLARE(waits_record_failed);
EFFECTS_DECLARE(waits_context);
EFFECTS_DECLARE(waits_context_recorded);
EFFECTS_DECLARE(waits_context_waited);
EFFECTS_DECLARE(hostcall_function);
EFFECTS_DECLARE(hostcall_node);
EFFECTS_DECLARE(hostcall_callback);
EFFECTS_DECLARE(hostcall_failed);
EFFECTS_DECLARE(context_detached);
EFFECTS_DECLARE(context_end);
EFFECTS_DECLARE(context_retained);
EFFECTS_DECLARE(context_keep_primary);
EFFECTS_DECLARE(context_primary_ended);
EFFECTS_DECLARE(storage_allocated);
EFFECTS_DECLARE(storage_allocated_rows);
EFFECTS_DECLARE(storage_allocated_managed);
EFFECTS_DECLARE(storage_allocated_host);
EFFECTS_DECLARE(storage_allocated_async);
EFFECTS_DECLARE(storage_registered);
EFFECTS_DECLARE(storage_mapped);
EFFECTS_DECLARE(storage_opened);
EFFECTS_DECLARE(storage_global);
EFFECTS_DECLARE(storage_free);
EFFECTS_DECLARE(storage_freed_async);
EFFECTS_DECLARE(copying_before);
EFFECTS_DECLARE(copying_begin_clock);
EFFECTS_DECLARE(copying_copied);
EFFECTS_DECLARE(copying_copied_peer);
EFFECTS_DECLARE(copying_copied_async);
EFFECTS_DECLARE(copying_batch);
EFFECTS_DECLARE(copying_batch_3d);
EFFECTS_DECLARE(copying_batch_op);
EFFECTS_DECLARE(copying_decompress);
EFFECTS_DECLARE(copying_set);
EFFECTS_DECLARE(copying_set_async);
EFFECTS_DECLARE(copying_discard);
EFFECTS_DECLARE(kernel_launched);
EFFECTS_DECLARE(kernel_launched_ex);
EFFECTS_DECLARE(kernel_launched_many);
EFFECTS_DECLARE(kernel_unload);
EFFECTS_DECLARE(shadow_set_bytes);
EFFECTS_DECLARE(shadow_set_word);
EFFECTS_DECLARE(shadow_launched);
EFFECTS_DECLARE(opaque_texture_made);
EFFECTS_DECLARE(opaque_texture_destroy);
EFFECTS_DECLARE(opaque_map_made);
EFFECTS_DECLARE(walk_capture_began);
EFFECTS_DECLARE(walk_capture_ended);
EFFECTS_DECLARE(walk_instantiated);
EFFECTS_DECLARE(walk_updated);
EFFECTS_DECLARE(walk_destroy);
EFFECTS_DECLARE(walk_enabled);
EFFECTS_DECLARE(walk_set_memcpy);
EFFECTS_DECLARE(walk_set_memset);
EFFECTS_DECLARE(walk_set_kernel);
EFFECTS_DECLARE(walk_set_record);
EFFECTS_DECLARE(walk_set_wait);
EFFECTS_DECLARE(walk_set_unknown);
EFFECTS_DECLARE(walk_launched);
EFFECTS_DECLARE(value_written);
EFFECTS_DECLARE(value_awaited);
EFFECTS_DECLARE(value_batch);
EFFECTS_DECLARE(value_outside);
EFFECTS_DECLARE(loss_judge);

#endif
