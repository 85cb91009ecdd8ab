/* device: the table of device types by number. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/device.h"

static const struct device devices[] = {
#define DEVICE(number, name, is_host, events) [number] = {name, is_host, EVENTS_##events},
#include "tracker/device.def"
#undef DEVICE
};

const struct device *device_of(int32_t type) {
    bool is_known = type >= 0 && type < (int32_t)LENGTH(devices) && devices[type].name;
    return is_known ? &devices[type] : NULL;
}

bool device_has_events(int32_t type) {
    const struct device *device = device_of(type);
    return device && (device->events == EVENTS_POINTER || device->events == EVENTS_OBJECT);
}

bool device_is_host(int32_t type) {
    const struct device *device = device_of(type);
    return device && device->is_host;
}
