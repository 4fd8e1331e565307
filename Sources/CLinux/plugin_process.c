#define _GNU_SOURCE
#include "plugin_process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

/// Lets formd's end not block. Returns 0, or closes both and returns negative errno.
static int prepare(int ends[2]) {
    if (fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0) return 0;
    int error = errno;
    close(ends[0]);
    close(ends[1]);
    return -error;
}

int plugin_process_socket_pair(int ends[2], int packet_room) {
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) < 0) return -errno;
    for (int i = 0; i < 2; i++) setsockopt(ends[i], SOL_SOCKET, SO_SNDBUF, &packet_room, sizeof packet_room);
    return prepare(ends);
}

int plugin_process_stream_pair(int ends[2]) {
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0) return -errno;
    return prepare(ends);
}

int plugin_process_pipe(int ends[2]) {
    if (pipe2(ends, O_CLOEXEC) < 0) return -errno;
    return prepare(ends);
}

int plugin_process_landlock_version(void) {
    // The last argument asks for the version; the kernel's headers may be too old to have the call's structure.
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, 1);
    return version < 0 ? 0 : (int)version;
}

int plugin_process_has_seccomp(void) {
    return prctl(PR_GET_SECCOMP, 0, 0, 0, 0) >= 0;
}

static int no_core(void) {
    struct rlimit limit = {0};
    return setrlimit(RLIMIT_CORE, &limit);
}

/// The child's part before it executes the plug-in. It shares the parent's memory until then (vfork), so it only makes system
/// calls and writes only to its own stack.
static int become_plugin(
    const char *program, char *const *arguments, const char *folder, int input, int output, int socket, int log,
    pid_t parent) {
    char *const environment[] = {"PATH=/usr/bin:/bin", "LANG=C.UTF-8", NULL};

    struct sigaction standard = {.sa_handler = SIG_DFL};
    for (int number = 1; number < NSIG; number++) sigaction(number, &standard, NULL);
    sigset_t none;
    sigemptyset(&none);

    if (prctl(PR_SET_PDEATHSIG, SIGKILL) < 0) return -1;
    if (getppid() != parent) {
        errno = ESRCH;
        return -1;
    }
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return -1;
    if (setsid() < 0) return -1;
    if (chdir(folder) < 0) return -1;

    // First moves the descriptors to numbers that are not among their final numbers.
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (null < 0) return -1;
    int moved_input = fcntl(input < 0 ? null : input, F_DUPFD_CLOEXEC, 10);
    int moved_output = fcntl(output < 0 ? null : output, F_DUPFD_CLOEXEC, 10);
    int moved_socket = fcntl(socket < 0 ? null : socket, F_DUPFD_CLOEXEC, 10);
    int moved_log = fcntl(log, F_DUPFD_CLOEXEC, 10);
    if (moved_input < 0 || moved_output < 0 || moved_socket < 0 || moved_log < 0) return -1;
    if (dup2(moved_input, 0) < 0 || dup2(moved_output, 1) < 0 || dup2(moved_log, 2) < 0) return -1;
    if (socket >= 0 && dup2(moved_socket, 3) < 0) return -1;
    if (syscall(SYS_close_range, socket < 0 ? 3 : 4, ~0U, 0) < 0) return -1;

    if (no_core() < 0) return -1;

    sigprocmask(SIG_SETMASK, &none, NULL);
    return execve(program, arguments, environment);
}

pid_t plugin_process_start(
    const char *program, char *const *arguments, const char *folder, int input, int output, int socket, int log) {
    // A signal must not run one of the parent's handlers in the child.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);

    volatile int error = 0;
    pid_t parent = getpid();
    pid_t child = vfork();
    if (child == 0) {
        become_plugin(program, arguments, folder, input, output, socket, log, parent);
        error = errno;
        _exit(127);
    }
    if (child < 0) error = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (child < 0) return -error;
    if (error != 0) {
        // The child has failed to execute the plug-in. It is a zombie that must be reaped here.
        syscall(SYS_wait4, child, NULL, 0, NULL);
        return -error;
    }
    return child;
}
