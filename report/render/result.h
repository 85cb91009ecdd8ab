/* result: one finding as SARIF has it. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_RESULT_H
#define RENDER_RESULT_H

#include "report/render/process.h"

/** Its rule's index is that of its check in the catalogue. Made between facts_begin() and
 * facts_end(). */
json_t *result_of(const struct finding *finding);

#endif
