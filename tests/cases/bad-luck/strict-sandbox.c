/* In seccomp's strict mode any system call but read and write ends the process. What came before is
 * reported before it; from then on the hooks pass through.
 *
 * expect: double-release error consumer main at second before first
 * limits: a thread in seccomp's strict mode is not watched
 * reports: 1
 * status: 0 */
/* SPDX-License-Identifier: Apache-2.0 */
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "producer.h"

static void say(const char *text, size_t length) {
    if (write(STDOUT_FILENO, text, length) != (ssize_t)length)
        syscall(SYS_exit, 1);
}
#define SAY(text) say(text, sizeof(text) - 1)

int main(void) {
    struct ArrowArray array, copy, struct_array, given;
    struct ArrowSchema schema;
    struct ArrowArrayStream stream;
    const struct source *const more = some_array(16, RELEASE_GOOD);
    export_array(some_array(4, RELEASE_GOOD), &array, NULL);
    export_array(some_struct(8, 2, RELEASE_GOOD), &struct_array, &schema);
    export_stream(some_stream(1, STREAM_GOOD), &stream);
    copy = array;
    array.release(&array); // <- first
    copy.release(&copy);   // <- second
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT, 0, 0, 0))
        return 77; /* it has a filter already */
    export_array(more, &given, NULL);
    import_array(&given, NULL);
    SAY("an array has come and gone\n");
    import_schema(&schema);
    struct_array.release(&struct_array);
    SAY("structs are released\n");
    stream.release(&stream);
    SAY("and a stream\n");
    syscall(SYS_exit, 0);
}
