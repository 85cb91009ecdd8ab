/* direct: does a module reach a function of its own without a slot that could be led elsewhere? */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_DIRECT_H
#define HOOKS_DIRECT_H

#include "report/base/base.h"

/**
 * Looks through all of the module, 4 KiB at a time: some 50 ms for one of 60 MB.
 *
 * @return  true when an instruction there or a pointer leads to the function, or nobody can say;
 *          what a compiler has put into its callers leaves no trace
 */
bool direct_reaches(uintptr_t function);

#endif
