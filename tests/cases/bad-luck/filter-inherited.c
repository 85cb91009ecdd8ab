/* The process begins with a filter that ends it when it reads memory through the kernel, as
 * services have it: that is not tried.
 *
 * expect: double-release error consumer main at second before first */
/* SPDX-License-Identifier: Apache-2.0 */
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "producer.h"

#define LOAD(member) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, member))
#define KILL(number)                                                                               \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1),                                             \
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS)

static int confine(void) {
    struct sock_filter code[] = {
        LOAD(nr),
        KILL(SYS_process_vm_readv),
        KILL(SYS_process_vm_writev),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof(code) / sizeof(code[0]), code};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
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
