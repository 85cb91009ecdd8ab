/* No further process can be made: the renderer cannot start, the report is made without names.
 *
 * says: double-release
 * reports: any
 * status: 97 */
/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "producer.h"

#define LOAD(member)       BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, member))
#define IF(value, yes, no) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, yes, no)

static int forbid_processes(void) {
    struct sock_filter code[] = {
        LOAD(nr),
        IF(SYS_clone, 4, 0),
        IF(SYS_clone3, 3, 0),
        IF(SYS_fork, 2, 0),
        IF(SYS_vfork, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EAGAIN),
    };
    struct sock_fprog program = {sizeof(code) / sizeof(code[0]), code};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
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
