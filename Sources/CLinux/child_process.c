#define _GNU_SOURCE
#include "child_process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/// The child's part before it executes the program. It shares the parent's memory until then (vfork), so it only makes system
/// calls and writes only to its own stack.
static int become(const char *program, char *const *arguments, int log, pid_t parent) {
    struct sigaction standard = {.sa_handler = SIG_DFL};
    for (int number = 1; number < NSIG; number++) sigaction(number, &standard, NULL);
    if (prctl(PR_SET_PDEATHSIG, SIGTERM) < 0) return -1;
    if (getppid() != parent) {
        errno = ESRCH;
        return -1;
    }
    if (setsid() < 0) return -1;
    int null = open("/dev/null", O_RDONLY);
    int moved_log = fcntl(log, F_DUPFD_CLOEXEC, 10);
    if (null < 0 || moved_log < 0) return -1;
    if (dup2(null, 0) < 0 || dup2(moved_log, 1) < 0 || dup2(moved_log, 2) < 0) return -1;
    if (syscall(SYS_close_range, 3, ~0U, 0) < 0) return -1;
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    return execv(program, arguments);
}

pid_t child_process_start(const char *program, char *const *arguments, int log) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    volatile int error = 0;
    pid_t parent = getpid();
    pid_t child = vfork();
    if (child == 0) {
        become(program, arguments, log, parent);
        error = errno;
        _exit(127);
    }
    if (child < 0) error = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (error == 0) return child;
    if (child > 0) waitpid(child, NULL, 0);
    return -error;
}
