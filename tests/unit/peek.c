/* peek: the three ways to copy foreign memory give the same answers, and none of them crashes. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/base/peek.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#include "tests/unit/unit.h"

static char *readable, *boundary, *read_only; /* boundary: the page after it is not mapped */
static int n_faults;

static void on_fault(int signal, siginfo_t *info, void *context) {
    greg_t *pc = &((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
    uintptr_t resume = peek_resume((uintptr_t)*pc);
    if (!resume)
        _exit(99);
    *pc = (greg_t)resume;
    n_faults++;
}

static int set_up(void **state) {
    char *pages = mmap(NULL, 4 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    readable = pages;
    boundary = pages + 4096;
    munmap(pages + 2 * 4096, 4096);
    read_only = pages + 3 * 4096;
    mprotect(read_only, 4096, PROT_READ);
    memset(readable, 'r', 4096);
    memset(boundary, 'b', 4096);
    return 0;
}

/** In each test that wants it: cmocka sets its own handler before each. */
static void install_handler(void) {
    struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO};
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGBUS, &action, NULL);
    peek_trust_handler(true);
    peek_forget_mask();
    n_faults = 0;
}

/** What must hold whichever way is taken. */
static void check_all(void) {
    char copy[8192];
    static char big[3 * 4096];
    assert_int_equal(peek(copy, readable, 100), 0);
    assert_memory_equal(copy, readable, 100);
    assert_int_equal(peek(copy, readable + 4000, 200), 0); /* over a page's border */
    assert_memory_equal(copy, readable + 4000, 200);
    assert_int_equal(peek(copy, readable, 8192), 0);
    assert_memory_equal(copy, readable, 8192);
    assert_int_equal(peek(copy, readable, 0), 0);
    assert_int_equal(peek(copy, NULL, 8), -EFAULT);
    assert_int_equal(peek(copy, (void *)0x4141414141414141, 8), -EFAULT); /* not canonical */
    assert_int_equal(peek(copy, boundary + 4090, 80), -EFAULT);           /* half of it */
    assert_int_equal(peek(big, readable, 3 * 4096), -EFAULT);

    assert_int_equal(peek_write(readable + 8, "12345678", 8), 0);
    assert_memory_equal(readable + 8, "12345678", 8);
    memset(readable + 8, 'r', 8);
    assert_int_equal(peek_write(read_only, "x", 1), -EFAULT);
    assert_int_equal(peek_write(NULL, "x", 1), -EFAULT);
    assert_int_equal(read_only[0], 0);
}

static void check_strings(void) {
    char copy[300];
    memcpy(readable + 90,
           "over one step: "
           "0123456789 0123456789 0123456789 0123456789",
           59);
    assert_int_equal(peek_string(copy, sizeof copy, readable + 90), 58);
    assert_string_equal(copy, readable + 90);
    assert_int_equal(peek_string(copy, 5, readable + 90), 4);
    assert_string_equal(copy, "over");
    assert_int_equal(peek_string(copy, sizeof copy, boundary + 4092), 4); /* runs off the map */
    assert_string_equal(copy, "bbbb");
    assert_int_equal(peek_string(copy, sizeof copy, boundary + 4096), -EFAULT);
    assert_true(peek_equals(boundary + 4092, "bbbb", 4));
    assert_false(peek_equals(boundary + 4092, "bbbc", 4));
    assert_false(peek_equals(boundary + 4092, "bbbb", 5)); /* runs off the map */
    memset(readable, 'r', 4096);
}

static void the_kernel_copies(void **state) {
    peek_trust_handler(false);
    check_all();
    check_strings();
    assert_int_equal(n_faults, 0);
}

static void faults_are_resumed(void **state) {
    install_handler();
    check_all();
    check_strings();
    assert_true(n_faults > 5);
    peek_trust_handler(false);
}

static void a_word_faults_where_it_is_read(void **state) {
    uintptr_t word = 0;
    install_handler();
    memcpy(readable + 16, "\1\2\3\4\5\6\7", 8);
    assert_int_equal(peek_get(&word, readable + 16), 0);
    assert_int_equal(word, 0x7060504030201);
    assert_int_equal(peek_put(readable + 16, word << 8), 0);
    assert_memory_equal(readable + 16, "\0\1\2\3\4\5\6\7", 8);
    assert_int_equal(n_faults, 0);
    assert_int_equal(peek_get(&word, boundary + 4092), -EFAULT); /* half of it */
    assert_int_equal(peek_get(&word, NULL), -EFAULT);
    assert_int_equal(peek_put(read_only + 8, 1), -EFAULT);
    assert_int_equal(peek_put((void *)0x4141414141414141, 1), -EFAULT);
    assert_int_equal(n_faults, 4);
    assert_int_equal(read_only[8], 0);
    memset(readable, 'r', 4096);
    peek_trust_handler(false);
}

static void each_word_of_a_pair_counts(void **state) {
    enum { N = 8 };
    uintptr_t held[2 * N] = {0};
    struct peek_pair pairs[N];
    install_handler();
    for (unsigned i = 0; i < N; i++)
        pairs[i] = (struct peek_pair){.at = &held[2 * i]};
    for (size_t n = 4; n <= N; n += 4) {
        assert_int_equal(peek_match_pairs(pairs, n), 0);
        for (unsigned byte = 0; byte < sizeof(held); byte++) {
            ((char *)held)[byte] ^= 1;
            assert_int_equal(peek_match_pairs(pairs, n) == 0, byte >= n * 2 * sizeof(held[0]));
            ((char *)held)[byte] ^= 1;
        }
    }
    n_faults = 0;
    pairs[N - 1].at = (const uintptr_t *)(boundary + 4096 - sizeof(uintptr_t)); /* half of it */
    assert_int_equal(peek_match_pairs(pairs, N), -EFAULT);
    assert_int_equal(n_faults, 1);
    peek_trust_handler(false);
}

static void what_differs_is_not_the_same(void **state) {
    enum { SIZE = 1024 };
    char one[SIZE], other[SIZE];
    install_handler();
    memset(one, 'b', SIZE);
    for (int at = 0; at < SIZE; at++) {
        memset(other, 'b', SIZE);
        assert_true(peek_is_same(one, other, SIZE));
        other[at] ^= 1;
        assert_int_equal(peek_is_same(one, other, SIZE), false);
        assert_int_equal(peek_is_same(one, other, 64), at >= 64);
    }
    assert_true(peek_is_same(one, boundary + 4096 - SIZE, SIZE));
    n_faults = 0;
    assert_false(peek_is_same(one, boundary + 4096 - SIZE + 64, SIZE));
    assert_false(peek_is_same(boundary + 4096 - SIZE + 64, one, SIZE));
    assert_int_equal(n_faults, 2);
    peek_trust_handler(false);
}

static void a_blocked_signal_is_no_death(void **state) {
    install_handler();
    for (int i = 0; i < 2; i++) {
        sigset_t set, old;
        sigemptyset(&set);
        sigaddset(&set, i == 0 ? SIGSEGV : SIGBUS);
        sigprocmask(SIG_BLOCK, &set, &old);
        peek_forget_mask();
        n_faults = 0;
        check_all();
        check_strings();
        assert_int_equal(n_faults, 0);
        sigprocmask(SIG_SETMASK, &old, NULL);
    }
    peek_forget_mask();
    check_all();
    assert_true(n_faults > 0);
    peek_trust_handler(false);
}

static void the_end_of_a_file_is_no_death(void **state) {
    int fd = memfd_create("short", 0);
    assert_int_equal(ftruncate(fd, 100), 0);
    char *mapped = mmap(NULL, 8192, PROT_READ, MAP_SHARED, fd, 0);
    close(fd);
    char copy[16];
    install_handler();
    assert_int_equal(peek(copy, mapped + 4096, 8), -EFAULT);
    peek_trust_handler(false);
    assert_int_equal(peek(copy, mapped + 4096, 8), -EFAULT);
    munmap(mapped, 8192);
}

static void what_a_handler_may_open_is_not_lost(void **state) {
    char *closed = mmap(NULL, 8192, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    munmap(closed + 4096, 4096);
    errno = 77;
    assert_true(peek_is_lost(closed + 4095));
    assert_true(peek_is_lost(closed + 4096));
    peek_note_pager(true);
    assert_false(peek_is_lost(closed + 4095));
    assert_true(peek_is_lost(closed + 4096));
    assert_int_equal(errno, 77);
    peek_note_pager(false);
    munmap(closed, 4096);
}

static void forbid_process_vm(void) {
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_process_vm_readv, 2, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_process_vm_writev, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
    };
    struct sock_fprog program = {.len = LENGTH(code), .filter = code};
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    assert_int_equal(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program), 0);
}

/* The last test: the filter stays. */
static void a_pipe_copies_in_a_sandbox(void **state) {
    forbid_process_vm();
    peek_trust_handler(false);
    check_all();
    check_strings();
    int fd = open("/dev/null", O_RDONLY);
    check_all();
    int next = open("/dev/null", O_RDONLY);
    assert_int_equal(next, fd + 1); /* the pipes are closed again */
    close(fd);
    close(next);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_kernel_copies),
        cmocka_unit_test(faults_are_resumed),
        cmocka_unit_test(a_word_faults_where_it_is_read),
        cmocka_unit_test(each_word_of_a_pair_counts),
        cmocka_unit_test(what_differs_is_not_the_same),
        cmocka_unit_test(a_blocked_signal_is_no_death),
        cmocka_unit_test(the_end_of_a_file_is_no_death),
        cmocka_unit_test(what_a_handler_may_open_is_not_lost),
        cmocka_unit_test(a_pipe_copies_in_a_sandbox),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
