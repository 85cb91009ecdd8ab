/* No further process can be made: the renderer cannot start, the report is made without names.
 *
 * says: double-release
 * reports: any
 * status: 97 */
/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "filter.h"
#include "producer.h"

static int forbid_processes(void) {
    static const unsigned refused[] = {SYS_clone, SYS_clone3, SYS_fork, SYS_vfork};
    const struct sock_fprog *program =
        filter_for(SECCOMP_RET_ERRNO | EAGAIN, refused, sizeof(refused) / sizeof(refused[0]));
    return !program || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, program);
}

int main(void) {
    struct ArrowArray array, copy;
    if (forbid_processes())
        puts("cannot forbid");
    export_array(some_array(4, RELEASE_GOOD), &array, NULL);
    copy = array;
    array.release(&array);
    copy.release(&copy);
    puts("all done");
    return 0;
}
