/* streams: the steps of a finding about a device, host and streams side by side. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_STREAMS_H
#define RENDER_STREAMS_H

#include "report/render/process.h"
#include "report/render/sheet.h"

/** The paragraph `lanes`, with what no path leads along below it. False, and nothing is written,
 * where no step was on a stream. */
bool streams_table(const struct finding *finding, struct sheet *sheet);

#endif
