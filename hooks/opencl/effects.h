/* effects: the functions that effect.def names; each file of them is the kind of call it is about.
 *
 * Called between hook_enter_lightly() and hook_leave_lightly(), under no lock. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_OPENCL_EFFECTS_H
#define HOOKS_OPENCL_EFFECTS_H

#include "hooks/opencl/opencl.h"

#define EFFECTS_DECLARE(name) void name(struct opencl_call *call)
EFFECTS_DECLARE(extension_answered);
EFFECTS_DECLARE(queues_created);
EFFECTS_DECLARE(queues_retained);
EFFECTS_DECLARE(queues_release);
EFFECTS_DECLARE(queues_flushed);
EFFECTS_DECLARE(queues_finish);
EFFECTS_DECLARE(queues_finished);
EFFECTS_DECLARE(contexts_created);
EFFECTS_DECLARE(contexts_retained);
EFFECTS_DECLARE(contexts_release);
EFFECTS_DECLARE(events_promised);
EFFECTS_DECLARE(events_keep);
EFFECTS_DECLARE(events_retained);
EFFECTS_DECLARE(events_release);
EFFECTS_DECLARE(events_wait);
EFFECTS_DECLARE(events_waited);
EFFECTS_DECLARE(events_asked);
EFFECTS_DECLARE(events_timed);
EFFECTS_DECLARE(events_call_back);
EFFECTS_DECLARE(events_made);
EFFECTS_DECLARE(events_call_failed);
EFFECTS_DECLARE(events_wait_failed);
EFFECTS_DECLARE(buffers_outside);
EFFECTS_DECLARE(buffers_created);
EFFECTS_DECLARE(buffers_divided);
EFFECTS_DECLARE(buffers_retained);
EFFECTS_DECLARE(buffers_release);
EFFECTS_DECLARE(buffers_allocated);
EFFECTS_DECLARE(buffers_allocated_host);
EFFECTS_DECLARE(buffers_free);
EFFECTS_DECLARE(buffers_free_waiting);
EFFECTS_DECLARE(buffers_free_queued);
EFFECTS_DECLARE(buffers_freed_queued);
EFFECTS_DECLARE(buffers_free_failed);
EFFECTS_DECLARE(traffic_read);
EFFECTS_DECLARE(traffic_written);
EFFECTS_DECLARE(traffic_copied);
EFFECTS_DECLARE(traffic_filled);
EFFECTS_DECLARE(traffic_pointers);
EFFECTS_DECLARE(traffic_pointer_filled);
EFFECTS_DECLARE(traffic_migrated);
EFFECTS_DECLARE(mapping_mapped);
EFFECTS_DECLARE(mapping_unmapped);
EFFECTS_DECLARE(images_created);
EFFECTS_DECLARE(images_read);
EFFECTS_DECLARE(images_written);
EFFECTS_DECLARE(images_copied);
EFFECTS_DECLARE(images_filled);
EFFECTS_DECLARE(images_from_buffer);
EFFECTS_DECLARE(images_to_buffer);
EFFECTS_DECLARE(images_mapped);
EFFECTS_DECLARE(launch_argument);
EFFECTS_DECLARE(launch_pointer);
EFFECTS_DECLARE(launch_pointers);
EFFECTS_DECLARE(launch_created);
EFFECTS_DECLARE(launch_cloned);
EFFECTS_DECLARE(launch_retained);
EFFECTS_DECLARE(launch_release);
EFFECTS_DECLARE(launch_put);
EFFECTS_DECLARE(launch_native);
EFFECTS_DECLARE(commands_created);
EFFECTS_DECLARE(commands_retained);
EFFECTS_DECLARE(commands_release);
EFFECTS_DECLARE(commands_put);

#endif
