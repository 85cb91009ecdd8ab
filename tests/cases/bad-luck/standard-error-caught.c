/* Standard error is caught in a file without a name while the first array crosses, as pytest does
 * for each test; the report goes where it leads at the end.
 *
 * expect: double-release error consumer main at twice before once origin export
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <unistd.h>

#include "producer.h"

int main(void) {
    struct ArrowArray array, copy;
    int kept = dup(STDERR_FILENO);
    FILE *caught = tmpfile();
    dup2(fileno(caught), STDERR_FILENO);
    export_array(some_array(4, RELEASE_GOOD), &array, NULL); // <- export
    copy = array;
    array.release(&array); // <- once
    copy.release(&copy);   // <- twice
    dup2(kept, STDERR_FILENO);
    close(kept);
    fclose(caught);
    puts("done");
    return 0;
}
