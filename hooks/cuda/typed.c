/* typed: the rows held against the header: each function is there, has as many arguments as its row
 * has roles, and takes what each role says. Nothing of it is ever run. */
/* SPDX-License-Identifier: Apache-2.0 */
#define __CUDA_API_VERSION_INTERNAL /* all variants under their own names */
#include <cuda.h>
#include <stddef.h>

#include "hooks/each.h"

#if defined(CUDA_VERSION) && CUDA_VERSION < 13000
#error "the CUDA adapter needs the cuda.h of CUDA 13.0 or later"
#endif

/* A variable of each type: a constant 0 would do for nearly any. */
#define ROLE(name, type) extern __typeof__(type) typed_##name;
#include "hooks/cuda/role.def"
#undef ROLE
#define typed_X        0
#define ARGUMENT(role) typed_##role

#pragma GCC diagnostic error "-Wconversion"
#pragma GCC diagnostic error "-Wincompatible-pointer-types"
#pragma GCC diagnostic error "-Wint-conversion"
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

__attribute__((unused)) static size_t check_types(void) {
    return 0
#define CUDA_ROWS_CHECKED
#define CU(symbol, since, effect, ...) +sizeof(symbol(EACH(ARGUMENT, ##__VA_ARGS__)))
#include "hooks/cuda/rows.def"
        ;
}
