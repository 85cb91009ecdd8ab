/* What a checkpoint counted is told in lines, cut at a line's end; the record can be copied.
 *
 * expect: double-release error consumer main at second before first origin export
 * status: 127
 * seen: 2 arrays */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"
#include "shim/arrowdev_check.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/** Which of the record's lines are there: 1 its header, 2 the finding. */
static int copied(void) {
    static char record[1 << 20];
    FILE *file = tmpfile();
    int is_done = arrowdev_check_record(fileno(file));
    ssize_t n = pread(fileno(file), record, sizeof(record) - 1, 0);
    fclose(file);
    record[n > 0 ? n : 0] = '\0';
    return is_done * ((strncmp(record, "{\"k\":\"header\"", 13) == 0) +
                      2 * (strstr(record, "\"check\":\"double-release\"") != NULL));
}

int main(void) {
    struct ArrowArray array, copy, kept;
    char text[4096], cut[64];
    int both = ARROWDEV_CHECK_LIVE | ARROWDEV_CHECK_QUIET;
    int status = arrowdev_check_told(text, sizeof(text)) == 1 && text[0] == '\0';
    export_array(some_array(4, RELEASE_GOOD), &array, NULL); // <- export
    copy = array;
    array.release(&array); // <- first
    copy.release(&copy);   // <- second
    export_array(some_array(4, RELEASE_GOOD), &kept, NULL);
    arrowdev_check_checkpoint(both);
    size_t needed = arrowdev_check_told(text, sizeof(text));
    const char *live = strstr(text, "\narrowdev_check: live: array#2 ArrowArray, 4 rows, made at ");
    status += 2 * (strstr(text, "arrowdev_check: error: release of array#1 ") == text);
    status += 4 * (live && needed == strlen(text) + 1);
    status += 8 * (arrowdev_check_told(cut, sizeof(cut)) == needed && cut[0] == '\0');
    status += 16 * (copied() == 3);
    status += 64 * (arrowdev_check_told(NULL, 100) == needed);
    kept.release(&kept);
    arrowdev_check_checkpoint(both);
    return status + 32 * (arrowdev_check_told(text, sizeof(text)) == 1);
}
