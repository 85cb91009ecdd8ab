/* server: makes two arrays a line of input, releases one of them, and goes on until the input ends.
 *
 * server [handles | ignores]    what it does about USR2; each line says what it knows of that */
/* SPDX-License-Identifier: Apache-2.0 */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "producer.h"

#define MOST 100

static volatile sig_atomic_t n_signals;

static void count(int signal) {
    n_signals++;
}

static const char *disposition(void) {
    struct sigaction now;
    sigaction(SIGUSR2, NULL, &now);
    return now.sa_handler == SIG_DFL   ? "default"
           : now.sa_handler == SIG_IGN ? "ignored"
           : now.sa_handler == count   ? "own"
                                       : "foreign";
}

static void work(struct ArrowArray *kept) {
    struct ArrowArray array;
    export_array(some_array(4, RELEASE_GOOD), kept, NULL);
    export_array(some_array(4, RELEASE_GOOD), &array, NULL);
    array.release(&array);
}

int main(int argc, char **argv) {
    static struct ArrowArray kept[MOST];
    const char *manner = argc > 1 ? argv[1] : "";
    char line[64];
    int n = 0;
    if (strcmp(manner, "handles") == 0)
        signal(SIGUSR2, count);
    if (strcmp(manner, "ignores") == 0)
        signal(SIGUSR2, SIG_IGN);
    setlinebuf(stdout);
    puts("ready");
    while (n < MOST && fgets(line, sizeof(line), stdin)) {
        work(&kept[n++]);
        printf("%d signals, %s\n", (int)n_signals, disposition());
    }
    while (n > 0) {
        n--;
        kept[n].release(&kept[n]);
    }
    return 0;
}
