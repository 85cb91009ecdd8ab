/* A program that handles its own faults, one of them raised inside a callback, sees them as ever.
 *
 * expect: nothing
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "producer.h"

static char *page;

static void on_fault(int number, siginfo_t *info, void *context) {
    (void)context;
    if (number != SIGSEGV || info->si_addr != page)
        abort();
    mprotect(page, 4096, PROT_READ | PROT_WRITE);
}

static void release(struct ArrowArray *array) {
    page[0] = 1;
    array->release = NULL;
}

int main(void) {
    static const void *none[1];
    struct ArrowArray array, made = {.n_buffers = 1, .buffers = none, .release = release};
    struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO}, old;
    page = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    sigaction(SIGSEGV, &action, NULL);
    export_array(verbatim(&made, sizeof(made)), &array, NULL);
    sigaction(SIGSEGV, NULL, &old);
    puts(old.sa_sigaction == on_fault ? "my handler" : "another handler");
    array.release(&array);
    return 0;
}
