/* typed: the rows held against the headers: each function is there, has as many arguments as its
 * row has roles, and takes what each role says. Nothing of it is ever run. */
/* SPDX-License-Identifier: Apache-2.0 */

#include "hooks/each.h"
#include "hooks/opencl/api.h"

/* A variable of each type: a constant 0 would do for nearly any. */
#define ROLE(name, type) extern __typeof__(type) typed_##name;
#include "hooks/opencl/role.def"
#undef ROLE
#define typed_X        0
#define ARGUMENT(role) typed_##role

#pragma GCC diagnostic error "-Wconversion"
#pragma GCC diagnostic error "-Wincompatible-pointer-types"
#pragma GCC diagnostic error "-Wint-conversion"
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

#ifdef CL_KHR_COMMAND_BUFFER_EXTENSION_VERSION
#if CL_KHR_COMMAND_BUFFER_EXTENSION_VERSION > CL_MAKE_VERSION(0, 9, 4)
#define CL_COMMAND(...)
#endif
#endif

__attribute__((unused)) static size_t check_types(void) {
    return 0
#define CL(symbol, effect, ...) +sizeof(symbol(EACH(ARGUMENT, ##__VA_ARGS__)))
#include "hooks/opencl/rows.def"
        ;
}
