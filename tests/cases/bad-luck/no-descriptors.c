/* No further file can be opened.
 *
 * says: double-release
 * reports: any
 * status: 97 */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <sys/resource.h>

#include "producer.h"

int main(void) {
    struct ArrowArray array, copy;
    setrlimit(RLIMIT_NOFILE, &(struct rlimit){3, 3});
    export_array(some_array(4, RELEASE_GOOD), &array, NULL);
    copy = array;
    array.release(&array);
    copy.release(&copy);
    puts("all done");
    return 0;
}
