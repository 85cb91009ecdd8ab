/* jumps: a timer's handler leaves what it interrupted by siglongjmp, wherever that is: exports,
 * releases, and releases of children inside of them.
 *
 * jumps JUMPS [late | lasting]
 *
 * late: the handler comes after the first structure; lasting: the process stays for some seconds.
 *
 * Nothing here allocates, so a program may do so; what was left is never touched again. Says how
 * many arrays were shown for sure. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "tests/cases/lib/arrow_fake.h"

enum { CHILDREN = 20, TREES = 8000 };

static struct tree { struct ArrowArray root, children[CHILDREN], *list[CHILDREN]; } trees[TREES];

static int64_t values[1];
static const void *buffers[2] = {NULL, values}, *none[1] = {NULL};
static sigjmp_buf out;
static volatile sig_atomic_t may_jump, n_jumps;

static void release_child(struct ArrowArray *array) {
    array->release = NULL;
}

static void release_root(struct ArrowArray *array) {
    for (int i = 0; i < CHILDREN; i++)
        array->children[i]->release(array->children[i]);
    array->release = NULL;
}

static bool fill(const struct source *source, void *into, struct ArrowSchema *schema) {
    struct ArrowArray *array = into;
    struct tree *tree = (struct tree *)into;
    (void)source, (void)schema;
    for (int i = 0; i < CHILDREN; i++) {
        tree->children[i] = (struct ArrowArray){
            .length = 1, .n_buffers = 2, .buffers = buffers, .release = release_child};
        tree->list[i] = &tree->children[i];
    }
    *array = (struct ArrowArray){.length = 1,
                                 .n_buffers = 1,
                                 .buffers = none,
                                 .n_children = CHILDREN,
                                 .children = tree->list,
                                 .release = release_root};
    return true;
}

static void jump(int signal) {
    (void)signal;
    if (may_jump) {
        may_jump = 0;
        n_jumps++;
        siglongjmp(out, 1);
    }
}

static void set_timer(long us) {
    const struct itimerval time = {.it_value = {.tv_usec = us}};
    setitimer(ITIMER_REAL, &time, NULL);
}

int main(int argc, char **argv) {
    static const struct source source = {fill};
    int wanted = argc > 1 ? atoi(argv[1]) : 100;
    volatile int n_shown = argc > 2 && strcmp(argv[2], "late") == 0;
    if (n_shown) {
        export_array(&source, &trees[0].root, NULL);
        trees[0].root.release(&trees[0].root);
    }
    sigaction(SIGALRM, &(struct sigaction){.sa_handler = jump}, NULL);
    for (volatile int i = n_shown; i < TREES && n_jumps < wanted; i++) {
        struct ArrowArray *root = &trees[i].root;
        if (sigsetjmp(out, 1) != 0)
            continue;
        may_jump = 1;
        set_timer(1 + i * 37 % 400);
        export_array(&source, root, NULL);
        n_shown++;
        root->release(root);
        may_jump = 0;
        set_timer(0);
    }
    if (argc > 2 && !strcmp(argv[2], "lasting"))
        sleep(4);
    printf("%d jumps, %d shown\n", (int)n_jumps, n_shown);
    return 0;
}
