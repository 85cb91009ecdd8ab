/* choice: what becomes of each check's findings, by its row and the options `checks`, `leaks`,
 * `latent` and `halt_on`. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_CHOICE_H
#define TRACKER_CHOICE_H

#include "report/base/options.h"
#include "report/finding.h"

/**
 * `checks` is a list of NAME, a group or `all` on, -NAME off, error:NAME warning:NAME note:NAME;
 * `halt_on` one of names, groups, `all`.
 *
 * @policy      out
 * @complaints  a sentence for each word that is no check, one a line
 */
void choice_read(const struct tracker_options *options, struct finding_policy *policy,
                 struct text *complaints);

#endif
