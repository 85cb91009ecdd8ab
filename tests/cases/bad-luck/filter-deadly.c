/* The program's own filter, set up by syscall(), ends it at what it needs no more and we do: what
 * came before is reported before it, from then on the hooks pass through, in new threads too.
 *
 * expect: double-release error consumer main at second before first
 * limits: a seccomp filter of the process ends it at calls that watching needs
 * reports: 1
 * status: 0 */
/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "filter.h"
#include "producer.h"

static int confine(void) {
    static const unsigned deadly[] = {SYS_openat, SYS_mincore, SYS_rt_sigaction, SYS_sigaltstack};
    const struct sock_fprog *program =
        filter_for(SECCOMP_RET_KILL_PROCESS, deadly, sizeof(deadly) / sizeof(deadly[0]));
    return !program || syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, program) != 0;
}

static void *trade(void *unused) {
    struct ArrowArray array;
    export_array(some_struct(4, 2, RELEASE_GOOD), &array, NULL);
    import_array(&array, NULL);
    return unused;
}

int main(void) {
    struct ArrowArray array, copy, kept;
    pthread_t thread;
    /* The allocator asks for what it does with a first thread before there is a filter. */
    if (pthread_create(&thread, NULL, trade, NULL) == 0)
        pthread_join(thread, NULL);
    export_array(some_array(4, RELEASE_GOOD), &array, NULL);
    export_array(some_array(8, RELEASE_GOOD), &kept, NULL);
    copy = array;
    array.release(&array); // <- first
    copy.release(&copy);   // <- second
    puts("so far");
    if (confine())
        puts("cannot be confined");
    trade(NULL);
    kept.release(&kept);
    if (pthread_create(&thread, NULL, trade, NULL) == 0)
        pthread_join(thread, NULL);
    puts("all done");
    return 0;
}
