// Restricts the system calls of the process with a seccomp filter, which libseccomp makes.

#define _GNU_SOURCE
#include "launcher.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

/// Calls that are allowed with any arguments: they act on the process itself, or on descriptors that it has.
static const char *const harmless[] = {
    // Memory. mmap and mprotect have rules of their own below.
    "brk", "madvise", "mincore", "mremap", "munmap", "membarrier",
    // Descriptors. open, openat and fcntl have rules of their own below.
    "close", "close_range", "dup", "dup2", "dup3", "fadvise64", "fstat", "getdents", "getdents64", "lseek",
    "pread64", "preadv", "read", "readv", "write", "writev",
    // Properties of files. Landlock does not restrict these calls, so a plug-in can tell whether any file exists.
    "access", "faccessat", "faccessat2", "fstatfs", "getcwd", "lstat", "newfstatat", "readlink", "readlinkat", "stat",
    "statfs", "statx",
    // The socket that formd has passed to the process.
    "getpeername", "getsockname", "getsockopt", "recvfrom", "recvmsg", "sendmsg", "sendto", "shutdown",
    // Waiting.
    "epoll_create", "epoll_create1", "epoll_ctl", "epoll_pwait", "epoll_pwait2", "epoll_wait", "eventfd2", "futex",
    "futex_waitv", "nanosleep", "pause", "pipe", "pipe2", "poll", "ppoll", "pselect6", "restart_syscall",
    "sched_yield", "select", "timerfd_create", "timerfd_gettime", "timerfd_settime",
    // Clocks and random numbers.
    "clock_getres", "clock_gettime", "clock_nanosleep", "getrandom", "gettimeofday", "time", "times",
    // Handling of signals.
    "rt_sigaction", "rt_sigpending", "rt_sigprocmask", "rt_sigreturn", "rt_sigsuspend", "rt_sigtimedwait", "sigaltstack",
    // Properties and the end of the process itself.
    "arch_prctl", "exit", "exit_group", "getegid", "geteuid", "getgid", "getgroups", "getpgrp", "getpid", "getppid",
    "getresgid", "getresuid", "getrlimit", "getrusage", "getsid", "gettid", "getuid", "get_robust_list",
    "rseq", "sched_getaffinity", "sched_getparam", "sched_getscheduler", "set_robust_list", "set_tid_address",
    "sysinfo", "uname", "umask",
};

/// Calls that ordinary programs may try, and that fail with EPERM. All calls on neither list fail with ENOSYS, so that a C
/// library which is newer than these lists falls back to an older call.
static const char *const forbidden[] = {
    "socket", "socketpair", "connect", "bind", "listen", "accept", "accept4", "fork", "vfork", "execveat", "ptrace",
    "process_vm_readv", "process_vm_writev", "kill", "tkill", "creat", "mkdir", "mkdirat", "mknod", "mknodat", "unlink",
    "unlinkat", "rename", "renameat", "renameat2", "link", "linkat", "symlink", "symlinkat", "truncate", "ftruncate",
    "chmod", "fchmod", "fchmodat", "chown", "fchown", "fchownat", "lchown", "chdir", "fchdir", "chroot", "mount",
    "unshare", "setns", "setrlimit", "setsid", "setpgid", "setuid", "setgid", "memfd_create", "io_setup",
    "shmget", "semget", "msgget", "mq_open", "keyctl", "add_key", "bpf", "perf_event_open", "setpriority",
    "sched_setscheduler", "sched_setaffinity",
};

/// Calls on the list above that a program may make which writes files.
static const char *const writing_files[] = {
    "mkdir", "mkdirat", "unlink", "unlinkat", "rename", "renameat", "renameat2", "link", "linkat", "ftruncate", NULL,
};

/// Calls on the list above that a program may make which uses the network.
static const char *const connecting[] = {"connect", NULL};

static bool has(const char *const *names, const char *name) {
    for (; *names != NULL; names++) {
        if (strcmp(*names, name) == 0) return true;
    }
    return false;
}

static scmp_filter_ctx filter;

static void rule(uint32_t action, const char *name, unsigned count, const struct scmp_arg_cmp *arguments) {
    int call = seccomp_syscall_resolve_name(name);
    // This architecture or this version of libseccomp does not know the call, so there is no number to make a rule for. If the
    // kernel knows it, it fails with ENOSYS like all calls without a rule.
    if (call == __NR_SCMP_ERROR || call < 0) return;
    int result = seccomp_rule_add_array(filter, action, call, count, arguments);
    if (result < 0) {
        errno = -result;
        give_up("make a rule for", name);
    }
}

static void allow(const char *name) { rule(SCMP_ACT_ALLOW, name, 0, NULL); }

static void rule_if(uint32_t action, const char *name, struct scmp_arg_cmp argument) {
    rule(action, name, 1, &argument);
}

static void allow_if(const char *name, struct scmp_arg_cmp argument) { rule_if(SCMP_ACT_ALLOW, name, argument); }

/// Allows a call whose argument has none of the `denied` bits, and refuses it with EPERM otherwise. There is one rule for each
/// combination of bits, because it is not defined which of several overlapping rules for one call applies.
static void allow_without(const char *name, unsigned argument, const uint64_t *denied, size_t count) {
    uint64_t mask = 0;
    for (size_t i = 0; i < count; i++) mask |= denied[i];
    for (uint64_t set = 0; set < 1ULL << count; set++) {
        uint64_t bits = 0;
        for (size_t i = 0; i < count; i++) {
            if (set & 1ULL << i) bits |= denied[i];
        }
        rule_if(set == 0 ? SCMP_ACT_ALLOW : SCMP_ACT_ERRNO(EPERM), name,
                SCMP_CMP64(argument, SCMP_CMP_MASKED_EQ, mask, bits));
    }
}

/// Allows a call unless its argument has both of two bits.
static void allow_not_both(const char *name, unsigned argument, uint64_t one, uint64_t other) {
    const uint64_t sets[] = {0, one, other, one | other};
    for (size_t i = 0; i < 4; i++) {
        rule_if(i < 3 ? SCMP_ACT_ALLOW : SCMP_ACT_ERRNO(EPERM), name,
                SCMP_CMP64(argument, SCMP_CMP_MASKED_EQ, one | other, sets[i]));
    }
}

bool restrict_calls(const struct order *order) {
    if (prctl(PR_GET_SECCOMP, 0, 0, 0, 0) < 0 && errno == EINVAL) return false;
    filter = seccomp_init(SCMP_ACT_ERRNO(ENOSYS));
    if (filter == NULL) give_up("begin a filter", NULL);
    // On another architecture, such as the one of 32 bits, the same number is another call.
    seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
    // Lets the filter compare in a binary tree instead of a list: every system call of the plug-in passes through it.
    seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2);

    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++) allow(harmless[i]);
    for (size_t i = 0; i < sizeof forbidden / sizeof *forbidden; i++) {
        const char *name = forbidden[i];
        bool is_socket = order->network && strcmp(name, "socket") == 0;
        bool is_allowed = (order->write_count > 0 && has(writing_files, name)) || (order->network && has(connecting, name));
        if (is_allowed) allow(name);
        else if (!is_socket) rule(SCMP_ACT_ERRNO(EPERM), name, 0, NULL);
    }
    if (order->network) {
        // No other family of sockets: one of Unix would reach programs on this machine.
        const int families[] = {AF_INET, AF_INET6};
        for (size_t i = 0; i < 2; i++) allow_if("socket", SCMP_A0_32(SCMP_CMP_EQ, (scmp_datum_t)families[i]));
        const char *const calls[] = {"setsockopt", "sendmmsg", "recvmmsg"};
        for (size_t i = 0; i < 3; i++) allow(calls[i]);
        allow_if("ioctl", SCMP_A1(SCMP_CMP_EQ, FIONREAD));
        allow_if("ioctl", SCMP_A1(SCMP_CMP_EQ, FIONBIO));
    }

    if (order->write_count > 0) {
        const char *const calls[] = {"open", "openat", "fsync", "fdatasync", "flock", "pwrite64", "pwritev", "fallocate"};
        for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) allow(calls[i]);
    } else {
        // Files can only be opened to read, and none can be made. Landlock restricts which files; this rule holds also on
        // kernels without Landlock.
        const uint64_t writing[] = {O_WRONLY, O_RDWR, O_CREAT, O_TRUNC, O_TMPFILE & ~O_DIRECTORY};
        allow_without("open", 1, writing, sizeof writing / sizeof *writing);
        allow_without("openat", 2, writing, sizeof writing / sizeof *writing);
    }
    // No memory can be both writable and executable.
    allow_not_both("mmap", 2, PROT_WRITE, PROT_EXEC);
    allow_not_both("mprotect", 2, PROT_WRITE, PROT_EXEC);

    // Commands that copy a descriptor, and read or set its flags. The commands below them are refused, because they choose a
    // process and the signal that it gets when the descriptor is ready.
    const int commands[] = {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL};
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        allow_if("fcntl", SCMP_A1_32(SCMP_CMP_EQ, (scmp_datum_t)commands[i]));
    }
    const int aiming[] = {F_SETOWN, F_SETOWN_EX, F_SETSIG};
    for (size_t i = 0; i < sizeof aiming / sizeof *aiming; i++) {
        rule_if(SCMP_ACT_ERRNO(EPERM), "fcntl", SCMP_A1_32(SCMP_CMP_EQ, (scmp_datum_t)aiming[i]));
    }

    // Interpreters set or clear the close-on-exec flag of every file that they open. No other ioctl is needed.
    allow_if("ioctl", SCMP_A1(SCMP_CMP_EQ, FIOCLEX));
    allow_if("ioctl", SCMP_A1(SCMP_CMP_EQ, FIONCLEX));
    // abort() sends a signal to the process itself. Executing the plug-in does not change the number of the process.
    allow_if("tgkill", SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)getpid()));
    allow_if("prctl", SCMP_A0(SCMP_CMP_EQ, PR_SET_NAME));
    allow_if("prctl", SCMP_A0(SCMP_CMP_EQ, PR_GET_NAME));
    // The process can read its limits but not set them.
    allow_if("prlimit64", SCMP_A2(SCMP_CMP_EQ, 0));

    if (order->threads) {
        // A new thread shares all these things with its process, so clone is allowed only with all these flags. A filter cannot
        // see the arguments of clone3; it fails with ENOSYS, and then libraries use clone.
        const uint64_t thread = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD;
        allow_if("clone", SCMP_A0(SCMP_CMP_MASKED_EQ, thread, thread));
    } else {
        rule(SCMP_ACT_ERRNO(EPERM), "clone", 0, NULL);
        rule(SCMP_ACT_ERRNO(EPERM), "clone3", 0, NULL);
    }
    // The launcher needs execve to become the plug-in. With Landlock no other program can be executed; without Landlock, any
    // program that the plug-in executes is confined by this filter as well.
    allow("execve");

    int result = seccomp_load(filter);
    if (result < 0) {
        errno = -result;
        give_up("restrict system calls", NULL);
    }
    // The memory of the filter's description is not released, because execve releases it.
    return true;
}
