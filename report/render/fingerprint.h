/* fingerprint: what a finding is called from run to run, on any machine and after a rebuild.
 *
 * adc1:CHECK:HASH(now):HASH(before or origin); a group of structures never released has one hash,
 * of its origin. A hash covers functions and module basenames (without version) of the first four
 * user frames, or of the first four where no frame is the user's; no lines, addresses or paths. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_FINGERPRINT_H
#define RENDER_FINGERPRINT_H

#include "report/render/process.h"

/** The result stays. */
const char *fingerprint_of(const struct finding *finding);

#endif
