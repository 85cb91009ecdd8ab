/* Who made the array releases a copy of the struct that a library has, which then releases its own,
 * as it has to: the report opens at the copy's release.
 *
 * expect: double-release error consumer main before first origin export
 * says: found-copy-released.c:19:5: error: release of array#1 called a second time
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include <dlfcn.h>
#include <pthread.h>

#include "producer.h"

int main(void) {
    struct ArrowArray array, copy;
    pthread_t thread;
    void *library = dlopen("libduckdb.so", RTLD_NOW);
    export_array(some_array(4, RELEASE_GOOD), &array, NULL); // <- export
    copy = array;
    copy.release(&copy); // <- first
    pthread_create(&thread, NULL, (void *(*)(void *))dlsym(library, "consumer_release"), &array);
    pthread_join(thread, NULL);
    return 0;
}
