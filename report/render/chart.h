/* chart: a finding about a device as a picture: host threads and streams as lanes, calls that lead
 * from one to the other, events from their record to a wait, and the order that is missing. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_CHART_H
#define RENDER_CHART_H

#include "report/render/sheet.h"
#include "report/render/streams.h"

/** As SVG, the steps from left to right, the last one marked; nothing for no steps. */
void chart_add(const struct finding *finding, const struct streams_step *steps, size_t n,
               struct sheet *sheet);

#endif
