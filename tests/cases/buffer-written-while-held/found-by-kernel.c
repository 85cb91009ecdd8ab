/* A consumer reads a file into the buffers that it was lent, by each function that the kernel
 * writes for.
 *
 * options: isolate=1
 * expect: buffer-written-while-held error both main at into origin export x6
 * seen: 6 arrays, 6 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include <fcntl.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "lend.h"

static int64_t values[] = {3, 4, 5, 6};
static int file, ends[2];

/* A macro: the line that a report names is that of the one use. */
#define FILL(how, bytes, size)                                                                     \
    ((how) == 0   ? read(file, bytes, size)                                                        \
     : (how) == 1 ? pread(file, bytes, size, 0)                                                    \
     : (how) == 2 ? readv(file, &part, 1)                                                          \
     : (how) == 3 ? recv(ends[1], bytes, size, 0)                                                  \
     : (how) == 4 ? recvmsg(ends[1], &message, 0)                                                  \
                  : (long)fread(bytes, 1, size, stream))

int main(void) {
    char bytes[64] = "0123456789abcdef0123456789abcdef";
    FILE *stream = fopen("/dev/zero", "r");
    file = open("/dev/zero", O_RDONLY);
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    printf("%ld\n", (long)send(ends[0], bytes, sizeof(bytes), 0));
    for (int how = 0; how < 6; how++) {
        struct ArrowArray array;
        struct ArrowSchema schema;
        struct lent lent = {.format = "l", .rows = 4, .n_buffers = 2, .buffers = {NULL, values}};
        export_array(lend(&lent), &array, &schema); // <- export
        void *lent_values = (void *)array.buffers[1];
        struct iovec part = {lent_values, sizeof(values)};
        struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
        long done = FILL(how, lent_values, sizeof(values)); // <- into
        printf("%ld\n", done);
        array.release(&array);
        schema.release(&schema);
    }
    return 0;
}
