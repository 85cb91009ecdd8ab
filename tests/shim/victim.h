/* victim: what the ways to end and the ways to handle a signal share. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_SHIM_VICTIM_H
#define TESTS_SHIM_VICTIM_H

/** One way, a function and its row: WAY(name) { ... return 99; }, run by its name. */
struct way {
    const char *name;
    int (*run)(void);
};
extern const struct way __start_ways[], __stop_ways[];

#define WAY(name)                                                                                  \
    static int way_##name(void);                                                                   \
    __attribute__((used, section("ways"))) static const struct way row_##name = {#name,            \
                                                                                 way_##name};      \
    static int way_##name(void)

/** A page that must not be touched. */
extern char *victim_page;

/** Call the hooked function, unless SEEN=0. */
void victim_see(void);

/** One line of output, compared between the plain and the watched run. */
void victim_say(const char *what, long number);

/** sigaction(signal, NULL, ...) as output. */
void victim_show(int signal);

void victim_in_thread(void (*function)(void));

/** Touch the page; and a stack without end. Their names are to show in a report. */
void victim_faults(void);
int victim_overflows(int depth);

#endif
