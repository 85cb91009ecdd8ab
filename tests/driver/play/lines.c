/* lines: reads a scenario and has its operations done, word by word. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/driver/play/lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/order/crew.h"

char *words[PLAY_WORDS];
unsigned n_words;

static char lines[256][512];
static unsigned n_lines, at_line;
static const struct play_operation *operations;
static unsigned n_operations;

void play_skip(const char *why, const char *what) {
    fprintf(stderr, "play: %s%s\n", why, what);
    _exit(77); /* work that goes on may need what exit handlers take away */
}

void play_fail(const char *what, int code) {
    fprintf(stderr, "play: %s: %d\n", what, code);
    _exit(2);
}

bool play_says(const char *word) {
    for (unsigned i = 2; i < n_words; i++)
        if (strcmp(words[i], word) == 0)
            return true;
    return false;
}

void play_refuse_flags(unsigned from) {
    static const char *const flags[] = {"opaque", "managed", "small-tail", "out-of-order",
                                        "after:", "gives:",  "unordered"};
    for (unsigned i = from; i < n_words; i++)
        for (unsigned j = 0; j < LENGTH(flags); j++)
            if (strncmp(words[i], flags[j], strlen(flags[j])) == 0)
                play_skip("what calls cannot be given: ", flags[j]);
}

size_t play_number(const char *text, char **end) {
    size_t n = strtoull(text, end, 10);
    if (**end == 'K' || **end == 'M')
        n <<= *(*end)++ == 'K' ? 10 : 20;
    return n;
}

static void run_operation(void) {
    for (char *c = words[0]; *c; c++)
        *c = *c == '-' ? '_' : *c;
    for (unsigned i = 0; i < n_operations; i++)
        if (strcmp(words[0], operations[i].word) == 0 && n_words >= operations[i].least) {
            operations[i].run();
            return;
        }
    play_skip("no call does that: ", words[0]);
}

void play_run_lines(void) {
    while (at_line < n_lines) {
        char *rest = NULL, *line = lines[at_line++];
        n_words = 0;
        for (char *word = strtok_r(line, " \t\n", &rest); word && n_words < PLAY_WORDS;
             word = strtok_r(NULL, " \t\n", &rest))
            words[n_words++] = word;
        if (n_words == 0 || strcmp(words[0], "expect") == 0)
            continue;
        if (strcmp(words[0], "release-end") == 0)
            return;
        crew_do(run_operation);
    }
}

void play_read(const char *path, unsigned first, const struct play_operation *known,
               unsigned n_known) {
    operations = known;
    n_operations = n_known;
    FILE *file = fopen(path, "r");
    char line[512];
    for (unsigned n = 1; file && fgets(line, sizeof(line), file); n++) {
        line[strcspn(line, "#\n")] = '\0';
        if (n > first && strncmp(line, "scenario", 8) == 0)
            break;
        if (n > first && n_lines < LENGTH(lines))
            strcpy(lines[n_lines++], line);
    }
    if (!file)
        play_fail(path, 0);
    fclose(file);
}
