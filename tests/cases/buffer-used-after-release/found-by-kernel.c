/* A consumer writes the values of a released array to a file, by each function that the kernel
 * reads for: without us it would have written them, so it still does.
 *
 * options: isolate=1
 * expect: buffer-used-after-release error consumer main at late before drop origin export x7
 * seen: 7 arrays, 7 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include <fcntl.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "lend.h"

static const int64_t values[] = {3, 4, 5, 6};
static int file, ends[2];

/* Macros: the line that a report names is that of the one use. */
#define HAND_ON(how, bytes, size)                                                                  \
    ((how) == 0   ? write(file, bytes, size)                                                       \
     : (how) == 1 ? pwrite(file, bytes, size, 0)                                                   \
     : (how) == 2 ? writev(file, parts, 2)                                                         \
     : (how) == 3 ? pwritev(file, parts, 2, 0)                                                     \
     : (how) == 4 ? send(ends[0], bytes, size, 0)                                                  \
     : (how) == 5 ? sendmsg(ends[0], &message, 0)                                                  \
                  : (long)fwrite(bytes, 1, size, stdout))

static void late(int how) {
    struct ArrowArray array;
    struct ArrowSchema schema;
    struct lent lent = {.format = "l", .rows = 4, .n_buffers = 2, .buffers = {NULL, values}};
    export_array(lend(&lent), &array, &schema); // <- export
    const void *kept = array.buffers[1];
    array.release(&array); // <- drop
    schema.release(&schema);
    struct iovec parts[] = {{(void *)values, 8}, {(void *)kept, sizeof(values)}};
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
    long done = HAND_ON(how, kept, sizeof(values)); // <- late
    printf("%ld\n", done);
}

int main(void) {
    file = open("/dev/null", O_WRONLY);
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    for (int how = 0; how < 7; how++)
        late(how);
    return 0;
}
