/* threads: what a scenario's threads leave and enter: by the first letter of its name a lock is a
 * mutex (l), a semaphore (k) or a condition (q), of which nobody waits for the other. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <semaphore.h>
#include <string.h>

#include "tests/driver/play/lines.h"

static struct meeting {
    char name[16];
    pthread_mutex_t mutex;
    pthread_cond_t condition;
    sem_t semaphore;
} meetings[8];

static struct meeting *meeting_of(const char *name) {
    for (unsigned i = 0; i < LENGTH(meetings); i++) {
        struct meeting *meeting = &meetings[i];
        if (strcmp(meeting->name, name) == 0)
            return meeting;
        if (meeting->name[0])
            continue;
        strncpy(meeting->name, name, sizeof(meeting->name) - 1);
        pthread_mutex_init(&meeting->mutex, NULL);
        pthread_cond_init(&meeting->condition, NULL);
        sem_init(&meeting->semaphore, 0, 0);
        return meeting;
    }
    play_skip("too many locks: ", name);
}

void play_leave(const char *name) {
    struct meeting *meeting = meeting_of(name);
    if (*name == 'k') {
        sem_post(&meeting->semaphore);
    } else if (*name == 'q') {
        pthread_cond_signal(&meeting->condition);
    } else {
        pthread_mutex_lock(&meeting->mutex);
        pthread_mutex_unlock(&meeting->mutex);
    }
}

void play_enter(const char *name) {
    static const struct timespec long_ago = {.tv_sec = 1};
    struct meeting *meeting = meeting_of(name);
    if (*name == 'k') {
        sem_trywait(&meeting->semaphore);
        return;
    }
    pthread_mutex_lock(&meeting->mutex);
    if (*name == 'q')
        pthread_cond_timedwait(&meeting->condition, &meeting->mutex, &long_ago);
    pthread_mutex_unlock(&meeting->mutex);
}
