/* advice: what to do about a finding, in the user's own names. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_ADVICE_H
#define RENDER_ADVICE_H

#include "report/render/process.h"

/** What to do about it (idiom_fix()) with the names filled in; "" where there is nothing, or a name
 * is not known. */
const char *advice_fix(const struct finding *finding);

/** The narrowest line that suppresses it, less its reason: slug and the user's function, Python
 * line, or module. */
const char *advice_suppression(const struct finding *finding);

/** A value as a suppression may have it. */
const char *advice_in_quotes(const char *value);

#endif
