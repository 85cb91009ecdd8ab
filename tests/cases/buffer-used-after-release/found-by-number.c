/* A consumer hands the values of a released array to the kernel by functions that few programs use,
 * and by the numbers of system calls; a ring is made, too, of which nothing more is seen.
 *
 * options: isolate=1
 * expect: buffer-used-after-release error consumer main at late before drop origin export x8
 * limits: io_uring
 * seen: 8 arrays, 8 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include <aio.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "lend.h"

static const int64_t values[] = {3, 4, 5, 6};
static int64_t copies[4];
static int file, ends[2], pipes[2];

static long written(struct aiocb *control) {
    const struct aiocb *const all[] = {control};
    while (aio_error(control) == EINPROGRESS)
        aio_suspend(all, 1, NULL);
    return aio_return(control);
}

/* Macros: the line that a report names is that of the one use. */
#define HAND_ON(how, bytes, size)                                                                  \
    ((how) == 0   ? sendmmsg(ends[0], messages, 1, 0)                                              \
     : (how) == 1 ? vmsplice(pipes[1], parts, 1, 0)                                                \
     : (how) == 2 ? process_vm_writev(getpid(), parts, 1, others, 1, 0)                            \
     : (how) == 3 ? aio_write(&control)                                                            \
     : (how) == 4 ? syscall(SYS_write, file, bytes, size)                                          \
     : (how) == 5 ? syscall(SYS_pwritev, file, parts, 1, 0L, 0L)                                   \
     : (how) == 6 ? syscall(SYS_process_vm_writev, getpid(), parts, 1L, others, 1L, 0L)            \
                  : syscall(SYS_sendto, ends[0], bytes, size, 0L, NULL, 0L))

static void late(int how) {
    struct ArrowArray array;
    struct ArrowSchema schema;
    struct lent lent = {.format = "l", .rows = 4, .n_buffers = 2, .buffers = {NULL, values}};
    export_array(lend(&lent), &array, &schema); // <- export
    void *kept = (void *)array.buffers[1];
    array.release(&array); // <- drop
    schema.release(&schema);
    struct iovec parts[] = {{kept, sizeof(values)}}, others[] = {{copies, sizeof(copies)}};
    struct mmsghdr messages[] = {{.msg_hdr = {.msg_iov = parts, .msg_iovlen = 1}}};
    struct aiocb control = {.aio_fildes = file, .aio_buf = kept, .aio_nbytes = sizeof(values)};
    long done = HAND_ON(how, kept, sizeof(values)); // <- late
    printf("%ld %ld\n", done, how == 3 ? written(&control) : copies[3]);
}

int main(void) {
    char room[128] = {0}; /* struct io_uring_params */
    long ring = syscall(SYS_io_uring_setup, 4, room);
    if (ring >= 0)
        close((int)ring);
    file = open("/dev/null", O_WRONLY);
    socketpair(AF_UNIX, SOCK_DGRAM, 0, ends);
    printf("%d\n", pipe(pipes));
    for (int how = 0; how < 8; how++)
        late(how);
    return 0;
}
