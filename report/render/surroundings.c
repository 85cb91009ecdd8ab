/* surroundings: asks the kernel, the loader and the files; changes nothing. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/surroundings.h"

#include "report/render/launch.h"
#include "report/render/store.h"

#include <dlfcn.h>
#include <elfutils/libdwelf.h>
#include <fcntl.h>
#include <gnu/libc-version.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

/* The line of a file that begins so, without that and without quotes; NULL when it has none. */
static const char *line_of(const char *path, const char *begin) {
    char line[256], *found = NULL;
    FILE *file = fopen(path, "re");
    while (file && !found && fgets(line, sizeof line, file))
        if (!strncmp(line, begin, strlen(begin)))
            found = line + strlen(begin);
    if (file)
        fclose(file);
    if (!found)
        return NULL;
    found += strspn(found, " \t\"");
    found[strcspn(found, "\"\n")] = '\0';
    return store_string(found);
}

static bool is_in_container(void) {
    return !access("/.dockerenv", F_OK) || !access("/run/.containerenv", F_OK);
}

const char *surroundings_system(void) {
    struct utsname kernel = {.release = "?"};
    const char *name = line_of("/etc/os-release", "PRETTY_NAME=");
    uname(&kernel);
    return store_format("%s, kernel %s, glibc %s%s", name ? name : "Linux", kernel.release,
                        gnu_get_libc_version(), is_in_container() ? ", in a container" : "");
}

/* In a process of its own: what a runtime does when it is loaded is not ours to suffer. */
static bool can_be_loaded(const char *library) {
    int status = 1;
    pid_t pid = fork();
    if (pid == 0)
        _exit(dlopen(library, RTLD_LAZY | RTLD_LOCAL) ? 0 : 1);
    return pid > 0 && waitpid(pid, &status, 0) == pid && status == 0;
}

/* Is the library built with a row for this function? Its name stands in it then. */
static bool is_watched(const char *function) {
    const char *path = launch_library();
    int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    off_t size = fd >= 0 ? lseek(fd, 0, SEEK_END) : 0;
    void *file = size > 0 ? mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE, fd, 0) : MAP_FAILED;
    bool is_in = false;
    if (file != MAP_FAILED) {
        is_in = memmem(file, (size_t)size, function, strlen(function) + 1);
        munmap(file, (size_t)size);
    }
    if (fd >= 0)
        close(fd);
    return is_in;
}

/* A runtime that stands on a driver is watched through that one. */
const char *surroundings_devices(void) {
    static const struct {
        const char *name, *library, *function;
    } runtimes[] = {
        {"CUDA driver", "libcuda.so.1", "cuEventRecord"},
        {"CUDA runtime 13", "libcudart.so.13", "cuEventRecord"},
        {"CUDA runtime 12", "libcudart.so.12", "cuEventRecord"},
        {"HIP 7", "libamdhip64.so.7", "hipEventRecord"},
        {"HIP 6", "libamdhip64.so.6", "hipEventRecord"},
        {"HIP 5", "libamdhip64.so.5", "hipEventRecord"},
        {"OpenCL", "libOpenCL.so.1", "clCreateUserEvent"},
        {"Level Zero", "libze_loader.so.1", "zeEventCreate"},
        {"Vulkan", "libvulkan.so.1", "vkCreateEvent"},
    };
    struct sheet list = {0};
    for (size_t i = 0; i < sizeof runtimes / sizeof *runtimes; i++)
        if (can_be_loaded(runtimes[i].library))
            sheet_format(&list, "%s%s (%s)", list.length ? ", " : "", runtimes[i].name,
                         is_watched(runtimes[i].function) ? "watched"
                                                          : "not watched by this library");
    bool has_nodes = !access("/dev/nvidia0", F_OK) || !access("/dev/kfd", F_OK);
    if (!list.length)
        sheet_add(&list, "no CUDA, HIP, OpenCL, Level Zero or Vulkan library is found");
    sheet_add(&list, has_nodes ? "; there is a device" : "; no GPU is here");
    return list.data;
}

static bool can_read_by_call(void) {
    int from = 7, to = 0;
    struct iovec here = {&to, sizeof to}, there = {&from, sizeof from};
    return process_vm_readv(getpid(), &here, 1, &there, 1, 0) == (ssize_t)sizeof to && to == from;
}

static bool has_memfd(void) {
    int fd = memfd_create("arrowdev_check", MFD_CLOEXEC);
    return fd >= 0 && close(fd) == 0;
}

const char *surroundings_limits(void) {
    const char *seccomp = line_of("/proc/self/status", "Seccomp:");
    const char *scope = line_of("/proc/sys/kernel/yama/ptrace_scope", "");
    const char *rights = line_of("/proc/self/status", "NoNewPrivs:");
    struct sheet line = {0};
    sheet_add(&line, !seccomp               ? "/proc cannot be read"
                     : strcmp(seccomp, "0") ? "seccomp filters system calls"
                                            : "no seccomp");
    sheet_format(&line, "; ptrace_scope %s", scope ? scope : "not known");
    sheet_add(&line, rights && !strcmp(rights, "1") ? "; no new privileges" : "");
    sheet_add(&line, can_read_by_call() ? "; process_vm_readv works"
                                        : "; process_vm_readv is forbidden: with handle_signals=0 "
                                          "memory is tried with a pipe, which is slower");
    sheet_add(&line, has_memfd() ? "; memfd works"
                                 : "; memfd is forbidden: records lie in unlinked files");
    return line.data;
}

static const char *build_id_of(const char *path) {
    struct sheet hex = {0};
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    elf_version(EV_CURRENT);
    Elf *elf = fd >= 0 ? elf_begin(fd, ELF_C_READ, NULL) : NULL;
    const void *bits = NULL;
    ssize_t length = elf ? dwelf_elf_gnu_build_id(elf, &bits) : 0;
    sheet_add(&hex, length > 0 ? "" : "none");
    for (ssize_t i = 0; i < length; i++)
        sheet_format(&hex, "%02x", ((const unsigned char *)bits)[i]);
    if (elf)
        elf_end(elf);
    if (fd >= 0)
        close(fd);
    return hex.data;
}

const char *surroundings_library(void) {
    const char *path = launch_library();
    return path ? store_format("%s (build-id %s)", path, build_id_of(path))
                : "none: it lies neither beside arrowdev-check nor in ../lib";
}
