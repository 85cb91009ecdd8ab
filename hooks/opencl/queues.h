/* queues: which stream of the tracker a command queue is. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_OPENCL_QUEUES_H
#define HOOKS_OPENCL_QUEUES_H

#include "tracker/order.h"

/** One not met before is asked what it is. */
struct order_stream queues_stream(uintptr_t queue);

#endif
