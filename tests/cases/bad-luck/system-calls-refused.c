/* A sandbox refuses what asks who and where a thread is, and what could look into memory. The
 * findings come all the same.
 *
 * expect: double-release error consumer main at second before first
 * expect: never-released error last-holder main at leak
 * seen: 2 arrays */
/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "filter.h"
#include "producer.h"

static int confine(void) {
    static const unsigned refused[] = {SYS_getpid,
                                       SYS_gettid,
                                       SYS_tgkill,
                                       SYS_rt_sigprocmask,
                                       SYS_sigaltstack,
                                       SYS_process_vm_readv,
                                       SYS_process_vm_writev,
                                       SYS_clock_gettime};
    const struct sock_fprog *program =
        filter_for(SECCOMP_RET_ERRNO | EPERM, refused, sizeof(refused) / sizeof(refused[0]));
    return !program || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, program);
}

int main(void) {
    struct ArrowArray array, copy, forgotten;
    if (confine())
        puts("cannot be confined");
    export_array(some_array(4, RELEASE_GOOD), &array, NULL);
    export_array(some_array(8, RELEASE_GOOD), &forgotten, NULL); // <- leak
    copy = array;
    array.release(&array); // <- first
    copy.release(&copy);   // <- second
    puts("all done");
    return 0;
}
