/* deed: words for what operations on a device did, for the sentences of predicates. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_CHECKS_DEED_H
#define TRACKER_CHECKS_DEED_H

#include "tracker/act.h"
#include "tracker/checks/judge.h"

/** The act of this check, NULL for another one's; the finding is as heavy as the act at most, and
 * names its array and what was done before. */
const struct act *deed_act(const struct judged *judged, enum check_id check,
                           struct finding *finding);

/** "devarray#4", "memory" where it isn't known; in storage of 24 bytes. */
const char *deed_array(const struct act *act, char storage[24]);
/** "stream#3", "the host"; in storage of 24 bytes. */
const char *deed_where(const struct deed *deed, char storage[24]);
/** "event#9"; in storage of 24 bytes. */
const char *deed_event(const struct act *act, char storage[24]);
/** "read", "written", "given to a kernel", "allocated", ... */
const char *deed_done(const struct deed *deed);

/** Rows of buffer.c, where it was done on a device. */
bool deed_is_freed(const struct judged *judged, struct finding *finding);
bool deed_is_used(const struct judged *judged, struct finding *finding);
bool deed_is_written(const struct judged *judged, struct finding *finding);

#endif
