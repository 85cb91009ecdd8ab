/* fallback: the report that the process can make itself: no lines, no inlined functions, only what
 * the dynamic symbol tables name. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_FALLBACK_H
#define REPORT_FALLBACK_H

#include "report/record.h"

/** Say on standard error what was found, and first why nothing better can be had. Outside any lock:
 * it enters the loader. */
void fallback_write(const struct report_options *options, const char *why,
                    const struct record_activity *activity);

#endif
