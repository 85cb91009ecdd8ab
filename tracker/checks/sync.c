/* sync: what is wrong with the event that a consumer waits for. One predicate a row of the group
 * SYNC: broken_ID. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/checks/judge.h"
#include "tracker/device.h"
#include "tracker/look.h"

static bool broken_EVENT_UNSUPPORTED(const struct judged *judged, struct finding *finding) {
    const struct device *device = device_of(judged->object->device_type);
    char address[24];
    if (judged->object->kind != KIND_DEVICE_ARRAY || !device || device->events != EVENTS_NEVER ||
        !judged->copy->device_array.sync_event)
        return false;
    JUDGE_MESSAGE(finding, judge_own_name(judged), " has a sync_event, device type ", device->name,
                  " has no events");
    JUDGE_NOTE(finding, "sync_event is ",
               judge_hex(address, (uintptr_t)judged->copy->device_array.sync_event));
    return true;
}

const struct judge_row sync_rows[] = {
#define IN_LIFETIME(ID, when)
#define IN_BUFFERS(ID, when)
#define IN_SYNC(ID, when) {CHECK_##ID, when, broken_##ID},
#define IN_FORM(ID, when)
#define IN_STREAMS(ID, when)
#define IN_TOOL(ID, when)
#define CHECK(ID, slug, group, severity, blame, certainty, cwe, document, section, level, anchor,  \
              says, fix, when)                                                                     \
    IN_##group(ID, when)
#include "report/checks.def"
#undef CHECK
    {0}};
