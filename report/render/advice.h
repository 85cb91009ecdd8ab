/* advice: what to do about a finding, in the user's own names. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_ADVICE_H
#define RENDER_ADVICE_H

#include "report/render/process.h"

/** The check's fix with its names filled in; "" when it has none or a name in it is not known. */
const char *advice_fix(const struct finding *finding);

/** The narrowest line that mutes it: slug and the user's function, Python line, or module. */
const char *advice_suppression(const struct finding *finding);

#endif
