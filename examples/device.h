/* device: the producer of the pages on devices: a column of bytes in a GPU's memory, its stream and
 * its event. By CUDA's driver; one of software will do. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EXAMPLES_DEVICE_H
#define EXAMPLES_DEVICE_H

#include <cuda.h>

#include "column.h"

#define DEVICE_SIZE ((size_t)1 << 20)

struct device_column {
    CUdeviceptr values; /* DEVICE_SIZE bytes on the current device */
    CUstream stream;
    CUevent event; /* made, not recorded */
    const void *buffers[2];
};

/** The device's primary context becomes the current one. */
void device_use(int device);

/** On the current device, the first one if none is: memory, a stream that does not wait for the
 * default one, an event. */
void device_make(struct device_column *column);

/** An array over it, handed over; its release does nothing. @sync_event NULL: the data is there */
void device_give(struct device_column *column, void *sync_event, struct ArrowDeviceArray *out);

/** Waits for the device, and frees what device_make() has made. */
void device_drop(struct device_column *column);

#endif
