/* A producer's memory is closed until it is touched: the program's own handler opens it then. The
 * producer closes it again, too, while the consumer holds the array.
 *
 * options: isolate=1:validate=1
 * expect: nothing
 * seen: 2 arrays, 2 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>

#include "lend.h"

static int64_t *values;

static void open_it(int number, siginfo_t *info, void *context) {
    (void)number, (void)info, (void)context;
    mprotect(values, 8192, PROT_READ | PROT_WRITE);
}

static void lend_and_read(void) {
    struct ArrowArray array;
    struct ArrowSchema schema;
    struct lent lent = {.format = "l", .rows = 1000, .n_buffers = 2, .buffers = {NULL, values}};
    export_array(lend(&lent), &array, &schema);
    printf("%ld\n", (long)((const int64_t *)array.buffers[1])[999]);
    mprotect(values, 8192, PROT_NONE);
    array.release(&array);
    schema.release(&schema);
}

int main(void) {
    struct sigaction action = {.sa_sigaction = open_it, .sa_flags = SA_SIGINFO};
    sigaction(SIGSEGV, &action, NULL);
    values = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    values[999] = 42;
    mprotect(values, 8192, PROT_NONE);
    lend_and_read(); /* left alone: the consumer touches the original */
    mprotect(values, 8192, PROT_READ | PROT_WRITE);
    lend_and_read(); /* copied */
    return 0;
}
