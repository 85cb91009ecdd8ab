/* The strict mode cannot be had any more where there is a filter: the thread is watched as before.
 *
 * expect: double-release error consumer main at second before first
 * reports: any */
/* SPDX-License-Identifier: Apache-2.0 */
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdio.h>
#include <sys/prctl.h>

#include "producer.h"

int main(void) {
    struct ArrowArray array, copy;
    struct sock_filter allow[] = {BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
    struct sock_fprog program = {1, allow};
    export_array(some_array(4, RELEASE_GOOD), &array, NULL);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) ||
        !prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT))
        puts("this kernel does it in another way");
    copy = array;
    array.release(&array); // <- first
    copy.release(&copy);   // <- second
    return 0;
}
