/* Hardened systems refuse to map memory that can be executed: nothing of ours needs any.
 *
 * reports: any
 * says: 0 errors */
/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "producer.h"

#define LOAD(member)       BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, member))
#define IF(value, yes, no) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, yes, no)

/** mmap of anonymous memory and mprotect with PROT_EXEC fail with EACCES. */
static int forbid_new_code(void) {
    struct sock_filter code[] = {
        LOAD(nr),
        IF(SYS_mprotect, 1, 0),
        IF(SYS_mmap, 0, 3),
        LOAD(args[2]),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof(code) / sizeof(code[0]), code};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

int main(void) {
    struct ArrowArray array;
    struct ArrowArrayStream stream;
    export_array(some_array(4, RELEASE_GOOD), &array, NULL);
    export_stream(some_stream(1, STREAM_GOOD), &stream);
    if (forbid_new_code())
        puts("cannot forbid");
    array.release(&array);
    stream.release(&stream);
    return 0;
}
