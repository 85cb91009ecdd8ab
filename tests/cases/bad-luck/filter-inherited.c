/* The process begins with a filter that ends it when it reads memory through the kernel, as
 * services have it: that is not tried.
 *
 * expect: double-release error consumer main at second before first */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "filter.h"
#include "producer.h"

static int confine(void) {
    static const unsigned deadly[] = {SYS_process_vm_readv, SYS_process_vm_writev};
    const struct sock_fprog *program =
        filter_for(SECCOMP_RET_KILL_PROCESS, deadly, sizeof(deadly) / sizeof(deadly[0]));
    return !program || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, program);
}

int main(int argc, char **argv) {
    struct ArrowArray array, copy;
    if (argc == 1) {
        if (confine())
            puts("cannot be confined");
        return execl(argv[0], argv[0], "confined", NULL);
    }
    export_array(some_array(4, RELEASE_GOOD), &array, NULL);
    copy = array;
    array.release(&array); // <- first
    copy.release(&copy);   // <- second
    puts("all done");
    return 0;
}
