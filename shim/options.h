/* options: ARROWDEV_CHECK_OPTIONS read once into each stage's own struct.
 *
 * `name=value` separated by `:`, space or newline; a value with a separator in quotes, where a `:`
 * separates only before another `name=`;
 * `include=FILE` has more, one a line, `#` comments. Later ones win. An unknown or malformed one is
 * said with its place and nearest neighbour; the others hold and the run goes on. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SHIM_OPTIONS_H
#define SHIM_OPTIONS_H

#include "report/base/options.h"

/** All stages' options with where each came from. */
struct options {
    struct shim_options shim;
    struct tracker_options tracker;
    struct report_options report;
    const char *values_json; /* {"exitcode":97,...} */
    const char *from_json;   /* {"exitcode":"env",...} */
};

/** Called for each complaint, one line without the newline. */
typedef void (*options_say)(const char *line);

/**
 * Defaults, then the variable's text.
 *
 * @text  value of ARROWDEV_CHECK_OPTIONS, NULL when unset
 * @say   where complaints and help go; kept until the process shows a structure is the caller's
 * business
 */
void options_parse(struct options *options, const char *text, options_say say);

/** The help text: one line an option. */
void options_help(options_say say);

#endif
