/* producer: the benchmark's other side of the boundary, in a library of its own. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_BENCH_PRODUCER_H
#define TESTS_BENCH_PRODUCER_H

#include "tracker/abi/arrow.h"

#define PRODUCER_EXPORT                                                                            \
    "_ZN5arrow17ExportRecordBatchERKNS_11RecordBatchEP10ArrowArrayP11ArrowSchema"

/** arrow::ExportRecordBatch(const RecordBatch&, ArrowArray*, ArrowSchema*); @rows points to an
 * int64_t. */
void *producer_export(void *status, const void *rows, struct ArrowArray *out,
                      struct ArrowSchema *schema) __asm__(PRODUCER_EXPORT);

#endif
