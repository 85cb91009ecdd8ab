/* lookup: functions of the driver that the driver itself hands out. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_CUDA_LOOKUP_H
#define HOOKS_CUDA_LOOKUP_H

#include "hooks/cuda/cuda.h"

/** After cuGetProcAddress has answered: ours for what has a row. */
void lookup_answered(struct cuda_call *call);

/** cuGetExportTable: left alone, counted. */
void lookup_table(struct cuda_call *call);

/** Says in the report's limits what was handed out and left alone; NULL: nothing. */
const char *lookup_limit(void);

#endif
