/* forks: threads export and release, some load and unload libraries, while the main thread forks;
 * each child exports and releases once. With "first" the parent shows no structure.
 *
 * forks CHILDREN TRADERS LOADERS [first]
 *
 * A child that does not end within five minutes is killed and counted. The children end by _exit():
 * exit() waits for the loader's lock, with or without us. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/hold/goods.h"

static _Atomic int is_over;

static void trade(unsigned number) {
    struct ArrowArray array;
    goods_export(number % 2 ? &goods_struct : &goods_flat, &array);
    array.release(&array);
}

/* At least once, also where the children have come and gone before it began. */
static void *trade_on(void *unused) {
    for (unsigned i = 0; i == 0 || !is_over; i++)
        trade(i);
    return unused;
}

static void *load_on(void *name) {
    while (!is_over) {
        void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
        if (handle)
            dlclose(handle);
    }
    return name;
}

/* Until it ends or takes too long. */
static int await(pid_t child) {
    const time_t end = time(NULL) + 300;
    int status;
    for (int i = 0; time(NULL) < end; i++) {
        if (waitpid(child, &status, WNOHANG) == child)
            return status;
        usleep(i < 100 ? 50 : 1000);
    }
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    return -1;
}

static int run_children(int n) {
    int failed = 0;
    for (int i = 0; i < n && failed == 0; i++) {
        pid_t child = fork();
        if (child == 0) {
            trade((unsigned)i);
            trade((unsigned)i + 1);
            _exit(0);
        }
        int status = await(child);
        failed += status != 0;
        if (status)
            printf("child %d: status %#x\n", i, status);
    }
    return failed;
}

int main(int argc, char **argv) {
    static char *const libraries[] = {"libz.so.1", "libbz2.so.1.0", "liblzma.so.5"};
    if (argc < 4)
        return 2;
    int traders = atoi(argv[2]), n = traders + atoi(argv[3]);
    pthread_t threads[n + 1];
    for (int i = 0; i < n; i++)
        pthread_create(&threads[i], NULL, i < traders ? trade_on : load_on,
                       i < traders ? NULL : libraries[i % 3]);
    int failed = run_children(atoi(argv[1]));
    is_over = 1;
    for (int i = 0; i < n; i++)
        pthread_join(threads[i], NULL);
    printf("%d children failed\n", failed);
    return failed != 0;
}
