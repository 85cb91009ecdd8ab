/* confine: a thread that leaves itself but a few system calls: any of ours would be its end.
 *
 * Only by the name that programs use: who makes the call with syscall() is not noticed. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <linux/seccomp.h>
#include <stdarg.h>
#include <sys/prctl.h>

#include "shim/route.h"

EXPORT int prctl(int option, ...) {
    unsigned long words[4]; /* as many as there can be: libc takes them all, too */
    va_list rest;
    va_start(rest, option);
    for (size_t i = 0; i < LENGTH(words); i++)
        words[i] = va_arg(rest, unsigned long);
    va_end(rest);
    route_init();
    bool is_strict = option == PR_SET_SECCOMP && words[0] == SECCOMP_MODE_STRICT && hook_confine();
    int result = route_next.prctl(option, words[0], words[1], words[2], words[3]);
    if (is_strict && result != 0)
        hook_unconfine();
    return result;
}
