/* device_struct: a device array whose struct was filled member by member, some left out.
 *
 *   examples/device_struct.c:67:5: warning: devarray#1 has a sync_event, device type cpu has no events [event-unsupported]
 *
 *     what    devarray#1  ArrowDeviceArray  4 rows
 *     who     producer (libcolumn.so)      observed      1 time
 *
 *     owner      ms      thread  event   by                        owner afterwards
 *           >   0.548    main    export  main device_struct.c:67   device_struct at 0x55fa..f2a0 (annotation) -- sync_event
 *                                                                  is 0x5a5a..5a5a
 *
 *     now     #0 main                 examples/device_struct.c:67
 *     origin  as now
 *
 *     spec    C Device Data Interface, "Synchronization event types", table
 *             On a device type without events sync_event is NULL.
 *             https://arrow.apache.org/docs/format/CDeviceDataInterface.html#synchronization-event-types
 *     fix     Set sync_event = NULL.
 *     more    arrowdev-check explain event-unsupported        mute: event-unsupported fun:main reason:".."
 *
 *   examples/device_struct.c:67:5: error: devarray#1 lies on the CPU and has device id 6510615555426900570 [device-id-mismatch]
 *
 *     what    devarray#1  ArrowDeviceArray  4 rows
 *     who     producer (libcolumn.so)      observed      1 time
 *
 *     owner      ms      thread  event   by                        owner afterwards
 *           >   0.548    main    export  main device_struct.c:67   device_struct at 0x55fa..f2a0 (annotation)
 *
 *     now     #0 main                 examples/device_struct.c:67
 *     origin  as now
 *
 *     spec    C Device Data Interface, "The ArrowDeviceArray structure", MUST
 *             device_id names the device that the buffers lie on; on the CPU, which has no numbers, it is -1.
 *             https://arrow.apache.org/docs/format/CDeviceDataInterface.html#c.ArrowDeviceArray.device_id
 *     fix     Set device_id to the device that the buffers were allocated on, -1 for the CPU.
 *     more    arrowdev-check explain device-id-mismatch        mute: device-id-mismatch fun:main reason:".."
 *
 *   examples/device_struct.c:67:5: warning: the reserved bytes of devarray#1 are not zero [reserved-not-zero]
 *
 *     what    devarray#1  ArrowDeviceArray  4 rows
 *     who     producer (libcolumn.so)      observed      1 time
 *
 *     owner      ms      thread  event   by                        owner afterwards
 *           >   0.548    main    export  main device_struct.c:67   device_struct at 0x55fa..f2a0 (annotation) -- they are
 *                                                                  0x5a5a..5a5a, 0x5a5a..5a5a, 0x5a5a..5a5a
 *
 *     now     #0 main                 examples/device_struct.c:67
 *     origin  as now
 *
 *     spec    C Device Data Interface, "The ArrowDeviceArray structure", MUST
 *             The producer sets the reserved bytes to zero.
 *             https://arrow.apache.org/docs/format/CDeviceDataInterface.html#c.ArrowDeviceArray.reserved
 *     fix     Before the struct is filled: memset(s, 0, sizeof(*s));
 *     more    arrowdev-check explain reserved-not-zero        mute: reserved-not-zero fun:main reason:".."
 */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "column.h"

int main(void) {
    struct ArrowDeviceArray *out = malloc(sizeof(*out));
    memset(out, 0x5a, sizeof(*out)); /* what malloc returns is as good as that */
    column_fill(&out->array);
    out->device_type = 1; /* device_id, sync_event and reserved are what they were */
    arrowdev_check_gives(ARROWDEV_CHECK_DEVICE_ARRAY, out);
    out->array.release(&out->array);
    free(out);
    return 0;
}
