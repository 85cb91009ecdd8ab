/* storm: threads hand arrays over to each other, move them, release them, come and go, while others
 * load and unload a library that does the same; in the end one of them ends the process.
 *
 * storm SECONDS [calm]
 *
 * When it is calm, libraries are loaded and unloaded only before the threads begin and when they
 * have ended. It goes on until a thousand arrays were shown. Says how many there were. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/hold/goods.h"

enum { TRADERS = 4, PLACES = 16, ENOUGH = 1000 };

static _Atomic int is_over;
static _Atomic long n_shown;
static _Atomic(struct ArrowArray *) places[PLACES];

static void drop(struct ArrowArray *array) {
    if (array)
        array->release(array);
    free(array);
}

static struct ArrowArray *make(unsigned number) {
    struct ArrowArray *array = malloc(sizeof(*array));
    goods_export(number % 3 ? &goods_struct : &goods_flat, array);
    n_shown++;
    return array;
}

/* The struct's bytes go elsewhere; what is left says so. */
static void move(struct ArrowArray *from) {
    struct ArrowArray here = *from;
    from->release = NULL;
    free(from);
    here.release(&here);
}

static void take_child(struct ArrowArray *array) {
    if (array->n_children > 0) {
        struct ArrowArray child = *array->children[0];
        array->children[0]->release = NULL;
        child.release(&child);
    }
    drop(array);
}

static void trade(unsigned number) {
    struct ArrowArray *array = make(number);
    switch (number % 5) {
    case 0:
        move(array);
        break;
    case 1:
        take_child(array);
        break;
    case 2:
        drop(array);
        break;
    default:
        drop(atomic_exchange(&places[number % PLACES], array));
        break;
    }
}

static void *trade_on(void *first) {
    for (unsigned i = (unsigned)(uintptr_t)first; !is_over; i++)
        trade(i);
    return first;
}

static void *trade_a_little(void *first) {
    for (unsigned i = 0; i < 20; i++)
        trade(i + (unsigned)(uintptr_t)first);
    pthread_exit(NULL);
}

static void *come_and_go(void *unused) {
    for (uintptr_t i = 0; !is_over; i++) {
        pthread_t thread;
        pthread_create(&thread, NULL, trade_a_little, (void *)i);
        pthread_join(thread, NULL);
    }
    return unused;
}

static void load(const char *name) {
    void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!handle)
        exit(3);
    const int *shown = dlsym(handle, "plugin_shown");
    n_shown += shown ? 2 * *shown : 0;
    dlclose(handle);
}

static void *load_on(void *name) {
    while (!is_over)
        load(name);
    return name;
}

static void *end(void *unused) {
    for (int i = 0; i < PLACES; i++)
        drop(atomic_exchange(&places[i], NULL));
    printf("%ld shown\n", n_shown);
    exit(0);
    return unused;
}

int main(int argc, char **argv) {
    pthread_t threads[TRADERS + 3];
    int n = 0;
    if (argc < 2 || sigaction(SIGUSR1, &(struct sigaction){.sa_handler = SIG_IGN}, NULL) != 0)
        return 2;
    load(PLUGIN);
    for (; n < TRADERS; n++)
        pthread_create(&threads[n], NULL, trade_on, (void *)(uintptr_t)(n * 7));
    pthread_create(&threads[n++], NULL, come_and_go, NULL);
    if (argc == 2) {
        pthread_create(&threads[n++], NULL, load_on, PLUGIN);
        pthread_create(&threads[n++], NULL, load_on, "libz.so.1");
    }
    sleep((unsigned)atoi(argv[1]));
    while (n_shown < ENOUGH)
        usleep(1000);
    is_over = 1;
    while (n > 0)
        pthread_join(threads[--n], NULL);
    load(PLUGIN);
    pthread_create(&threads[0], NULL, end, NULL);
    pause();
    return 1;
}
