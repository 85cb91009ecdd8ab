/* producer_in: what the files of libproducer.so share with each other. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CASES_LIB_PRODUCER_IN_H
#define CASES_LIB_PRODUCER_IN_H

#include "producer.h"

/** A callback that waits was entered: says so, goes on when told. */
void producer_enter(void);

#endif
