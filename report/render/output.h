/* output: where the reports go: a terminal, or files with their names. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_OUTPUT_H
#define RENDER_OUTPUT_H

#include "report/render/format.h"

struct output {
    int standard;       /* the descriptor of what is for a person */
    bool has_last_line; /* of a run, or a process that ends: standard has it whatever else it has */
};

/** Write all formats that the settings want; false, after a complaint, when one cannot be. */
bool output_write(const struct report *report, const struct output *output);

/** ", report FILE" for each file that the formats go to. */
void output_add_files(const struct report *report, const struct output *output,
                      struct sheet *sheet);

#endif
