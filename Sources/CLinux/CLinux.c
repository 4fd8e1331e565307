#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

int linux_eventfd(void) {
    int descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return descriptor < 0 ? -errno : descriptor;
}

void linux_eventfd_signal(int descriptor) {
    // It can only fail when the counter is full, and then it is readable already.
    eventfd_write(descriptor, 1);
}

void linux_eventfd_clear(int descriptor) {
    eventfd_t count;
    eventfd_read(descriptor, &count);
}

int linux_conceal_memory(void) {
    // The Swift runtime's handler for these prints the registers, and what lies where they point.
    const int crashes[] = {SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV};
    for (size_t index = 0; index < sizeof crashes / sizeof *crashes; index++) {
        if (signal(crashes[index], SIG_DFL) == SIG_ERR) return -errno;
    }
    struct rlimit none = {.rlim_cur = 0, .rlim_max = 0};
    // The limit alone does not keep a core from a program that the kernel pipes it to.
    if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) < 0 || setrlimit(RLIMIT_CORE, &none) < 0) return -errno;
    return 0;
}

int linux_pidfd_open(pid_t pid) {
    int descriptor = (int)syscall(SYS_pidfd_open, pid, 0);
    return descriptor < 0 ? -errno : descriptor;
}

int linux_peer_credentials(int descriptor, uid_t *uid, gid_t *gid, pid_t *pid) {
    struct ucred credentials;
    socklen_t length = sizeof credentials;
    if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length) < 0) return -errno;
    *uid = credentials.uid;
    *gid = credentials.gid;
    *pid = credentials.pid;
    return 0;
}
