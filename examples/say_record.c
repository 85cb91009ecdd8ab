/* say_record: a server that never ends copies its record to a file when something went wrong, of
 * which the program makes a report while the server runs on.
 *
 *     arrowdev_check: error: array#1 has length -1 [negative-length] at ...
 *     error: array#1 has length -1 [negative-length]
 *     1 error, 0 warnings, 0 suppressed (1 struct) -> end not recorded
 *     the server runs on
 *
 * exit: 97
 * SPDX-License-Identifier: Apache-2.0 */
#include "shim/arrowdev_check.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "numbers.h"

static void report(void) {
    char path[] = "/tmp/say_record.XXXXXX", command[128];
    int fd = mkstemp(path);
    if (fd >= 0 && arrowdev_check_record(fd)) {
        snprintf(command, sizeof(command), "build/arrowdev-check report %s >&2", path);
        unsetenv("LD_PRELOAD");
        (void)!system(command);
    }
    close(fd);
    unlink(path);
}

static void serve(struct ArrowArray *answer) {
    arrowdev_check_gives(ARROWDEV_CHECK_ARRAY, answer);
    answer->release(answer);
}

int main(void) {
    struct ArrowArray answer;
    numbers_fill(&answer, 1);
    answer.length = -1; /* the fault */
    serve(&answer);
    if (arrowdev_check_checkpoint(0))
        report();
    fprintf(stderr, "the server runs on\n");
    return 0;
}
