/* crew: a table of threads, with two pipes for each. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/order/crew.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST 16

typedef void (*run_fn)(void);

static struct member {
    char name[16]; /* "" when it has ended */
    pthread_t thread;
    int orders[2], answers[2];
} members[MOST];
static unsigned n_members;
static int at_hand = -1; /* main() */

static void tell(int pipe, run_fn run) {
    if (write(pipe, &run, sizeof(run)) != sizeof(run))
        abort();
}

static run_fn hear(int pipe) {
    run_fn run;
    if (read(pipe, &run, sizeof(run)) != sizeof(run))
        abort();
    return run;
}

static void *serve(void *argument) {
    struct member *member = argument;
    for (run_fn run; (run = hear(member->orders[0]));) {
        run();
        tell(member->answers[1], run);
    }
    return NULL;
}

void crew_do(void (*run)(void)) {
    const struct member *member = &members[at_hand];
    if (at_hand < 0 || pthread_equal(member->thread, pthread_self())) {
        run();
        return;
    }
    tell(member->orders[1], run);
    hear(member->answers[0]);
}

static int find(const char *name) {
    for (unsigned i = 0; i < n_members; i++)
        if (strcmp(members[i].name, name) == 0)
            return (int)i;
    return -1;
}

_Bool crew_go_on_as(const char *name) {
    int known = find(name);
    if (known >= 0 || strcmp(name, "t0") == 0) {
        at_hand = known;
        return 0;
    }
    struct member *member = &members[n_members];
    if (n_members == MOST || pipe(member->orders) || pipe(member->answers))
        abort();
    snprintf(member->name, sizeof(member->name), "%s", name);
    if (pthread_create(&member->thread, NULL, serve, member))
        abort();
    at_hand = (int)n_members++;
    return 1;
}

static pthread_t end(struct member *member) {
    tell(member->orders[1], NULL);
    pthread_join(member->thread, NULL);
    for (unsigned i = 0; i < 2; i++) {
        close(member->orders[i]);
        close(member->answers[i]);
    }
    member->name[0] = '\0';
    return member->thread;
}

pthread_t crew_join(const char *name) {
    int known = find(name);
    if (known < 0)
        abort();
    return end(&members[known]);
}

void crew_forget(void) {
    for (unsigned i = 0; i < n_members; i++)
        if (members[i].name[0])
            end(&members[i]);
    n_members = 0;
    at_hand = -1;
}
