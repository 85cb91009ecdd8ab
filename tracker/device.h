/* device: what the specification says of each device type. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_DEVICE_H
#define TRACKER_DEVICE_H

#include "report/base/base.h"

#define DEVICE_CPU 1

/** What a sync_event of the device type is. */
enum device_events {
    EVENTS_NEVER,   /* there are none: sync_event is NULL */
    EVENTS_POINTER, /* a pointer to the event's handle */
    EVENTS_OBJECT,  /* a pointer to an object that is the event */
    EVENTS_OWN      /* whatever the producer documents */
};

struct device {
    const char *name;
    bool is_host; /* memory that the host reads as it stands */
    enum device_events events;
};

/** NULL for a type that the specification does not know. */
const struct device *device_of(int32_t type);

bool device_is_host(int32_t type);

/** Arrays of the type may have a sync_event whose form is known. */
bool device_has_events(int32_t type);

#endif
