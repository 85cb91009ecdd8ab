/* The program's own filter ends it when it starts a process or reads memory through the kernel: the
 * report is made without.
 *
 * says: double-release
 * says: a seccomp filter of the process forbids to start arrowdev-check
 * reports: 0
 * status: 97 */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "filter.h"
#include "producer.h"

static int confine(void) {
    static const unsigned deadly[] = {SYS_clone, SYS_clone3, SYS_execve, SYS_process_vm_readv,
                                      SYS_process_vm_writev};
    const struct sock_fprog *program =
        filter_for(SECCOMP_RET_KILL_PROCESS, deadly, sizeof(deadly) / sizeof(deadly[0]));
    return !program || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, program);
}

int main(void) {
    struct ArrowArray array, copy;
    if (confine())
        puts("cannot be confined");
    export_array(some_array(4, RELEASE_GOOD), &array, NULL);
    copy = array;
    array.release(&array);
    copy.release(&copy);
    puts("all done");
    return 0;
}
