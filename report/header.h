/* header: what the record's first line says of the process: who it is, where it runs, what it was
 * asked. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_HEADER_H
#define REPORT_HEADER_H

#include <sys/types.h>

#include "report/base/text.h"

struct header {
    pid_t parent;                                 /* recorded process that forked us, 0 for none */
    const char *options_json, *options_from_json; /* objects, as text */
};

/** Write the line. The caller holds LOCK_RECORD. */
void header_write(struct text *line, const struct header *header);

/** Basename of the executable; lives for ever. The caller holds LOCK_RECORD. */
const char *header_exe_name(void);

#endif
