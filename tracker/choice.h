/* choice: the severity of each check, by its row and the options `checks` and `leaks`. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_CHOICE_H
#define TRACKER_CHOICE_H

#include "report/base/options.h"
#include "report/finding.h"

/**
 * Read a list: NAME, a group or `all` on, -NAME off, error:NAME warning:NAME note:NAME.
 *
 * @severities  the defaults in, the choice out
 * @complaints  a sentence for each word that is no check, one a line
 */
void choice_read(const struct tracker_options *options, enum severity severities[N_CHECKS],
                 struct text *complaints);

#endif
