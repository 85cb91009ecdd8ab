/* A daemon closes all descriptors from 3 on and opens files of its own: none of our bytes land
 * there.
 *
 * expect: double-release error consumer main at second
 * seen: any */
/* SPDX-License-Identifier: Apache-2.0 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "producer.h"

int main(void) {
    struct ArrowArray first, array, copy;
    export_array(some_array(4, RELEASE_GOOD), &first, NULL);
    closefrom(3);
    int files[64];
    char name[] = "/tmp/arrowdev-case-XXXXXX";
    files[0] = mkstemp(name);
    unlink(name);
    for (int i = 1; i < 64; i++)
        files[i] = dup(files[0]);
    for (int fd = 100; fd < 1024; fd++)
        dup2(files[0], fd);
    export_array(some_array(4, RELEASE_GOOD), &array, NULL);
    copy = array;
    array.release(&array);
    copy.release(&copy); // <- second
    first.release(&first);
    struct stat status;
    fstat(files[0], &status);
    printf("%ld bytes in my file\n", (long)status.st_size);
    return 0;
}
