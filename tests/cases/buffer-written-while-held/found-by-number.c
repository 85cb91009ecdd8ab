/* A consumer has the kernel write to the buffers that it was lent, by functions that few programs
 * use and by the numbers of system calls.
 *
 * options: isolate=1
 * expect: buffer-written-while-held error both main at into origin export x6
 * seen: 6 arrays, 6 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include <aio.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "lend.h"

static int64_t values[] = {3, 4, 5, 6};
static int file, ends[2];

static long done_by(struct aiocb *control) {
    const struct aiocb *const all[] = {control};
    while (aio_error(control) == EINPROGRESS)
        aio_suspend(all, 1, NULL);
    return aio_return(control);
}

/* A macro: the line that a report names is that of the one use. */
#define FILL(how, bytes, size)                                                                     \
    ((how) == 0   ? recvmmsg(ends[1], messages, 1, 0, NULL)                                        \
     : (how) == 1 ? process_vm_readv(getpid(), parts, 1, others, 1, 0)                             \
     : (how) == 2 ? aio_read(&control)                                                             \
     : (how) == 3 ? getrandom(bytes, size, 0)                                                      \
     : (how) == 4 ? getentropy(bytes, size)                                                        \
                  : syscall(SYS_read, file, bytes, size))

int main(void) {
    int64_t bytes[] = {7, 8, 9, 10};
    file = open("/dev/zero", O_RDONLY);
    socketpair(AF_UNIX, SOCK_DGRAM, 0, ends);
    printf("%ld\n", (long)send(ends[0], bytes, sizeof(bytes), 0));
    for (int how = 0; how < 6; how++) {
        struct ArrowArray array;
        struct ArrowSchema schema;
        struct lent lent = {.format = "l", .rows = 4, .n_buffers = 2, .buffers = {NULL, values}};
        export_array(lend(&lent), &array, &schema); // <- export
        void *place = (void *)array.buffers[1];
        struct iovec parts[] = {{place, sizeof(values)}}, others[] = {{bytes, sizeof(bytes)}};
        struct mmsghdr messages[] = {{.msg_hdr = {.msg_iov = parts, .msg_iovlen = 1}}};
        struct aiocb control = {.aio_fildes = file, .aio_buf = place, .aio_nbytes = sizeof(bytes)};
        long done = FILL(how, place, sizeof(values)); // <- into
        printf("%ld %ld\n", done, how == 2 ? done_by(&control) : 0);
        array.release(&array);
        schema.release(&schema);
    }
    return 0;
}
