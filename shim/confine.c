/* confine: a thread that leaves itself but a few system calls: some of ours would be its end.
 *
 * Strict mode ends it at any. What a filter would say to our calls is asked of the filter, once: at
 * one that ends what watching needs, all there is is written before it; at one that ends the start
 * of a process the report at the end is made without. An instruction of the program's own is not
 * noticed. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "shim/confine.h"

#include <linux/seccomp.h>
#include <stdarg.h>
#include <sys/prctl.h>

#include "report/base/sandbox.h"
#include "shim/filter.h"
#include "shim/route.h"

struct confinement {
    const struct sock_fprog *filter; /* NULL: strict mode, or none at all */
    bool is_confined, lets_start;
};

static struct confinement before(bool is_strict, const void *filter) {
    struct confinement it = {.filter = filter};
    it.lets_start = filter && filter_lets_start(filter);
    it.is_confined = (is_strict || (filter && !filter_lets_watch(filter))) && hook_confine(filter);
    return it;
}

static void after(const struct confinement *it, bool is_done) {
    if (is_done && it->filter)
        sandbox_note(it->lets_start);
    if (!is_done && it->is_confined)
        hook_unconfine(it->filter);
}

EXPORT int prctl(int option, ...) {
    unsigned long words[4]; /* as many as there can be: libc takes them all, too */
    va_list rest;
    va_start(rest, option);
    for (size_t i = 0; i < LENGTH(words); i++)
        words[i] = va_arg(rest, unsigned long);
    va_end(rest);
    route_init();
    bool is_ours = option == PR_SET_SECCOMP;
    struct confinement it =
        before(is_ours && words[0] == SECCOMP_MODE_STRICT,
               is_ours && words[0] == SECCOMP_MODE_FILTER ? (const void *)words[1] : NULL);
    int result = route_next.prctl(option, words[0], words[1], words[2], words[3]);
    after(&it, result == 0);
    return result;
}

/* 0, a descriptor, or -1. */
long confine_seccomp(long number, unsigned operation, unsigned flags, const void *filter) {
    route_init();
    struct confinement it = before(operation == SECCOMP_SET_MODE_STRICT,
                                   operation == SECCOMP_SET_MODE_FILTER ? filter : NULL);
    long result = route_next.syscall(number, operation, flags, filter);
    after(&it, result >= 0);
    return result;
}
