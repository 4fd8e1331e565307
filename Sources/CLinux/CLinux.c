#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>

int linux_eventfd(void) {
    int descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return descriptor < 0 ? -errno : descriptor;
}

void linux_eventfd_signal(int descriptor) {
    // This fails only when the counter is full, and then the eventfd is readable.
    eventfd_write(descriptor, 1);
}

void linux_eventfd_clear(int descriptor) {
    eventfd_t count;
    eventfd_read(descriptor, &count);
}

int linux_conceal_memory(void) {
    // The Swift runtime handles these signals by printing the registers and the memory to which they point.
    const int crashes[] = {SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV};
    for (size_t index = 0; index < sizeof crashes / sizeof *crashes; index++) {
        if (signal(crashes[index], SIG_DFL) == SIG_ERR) return -errno;
    }
    struct rlimit none = {.rlim_cur = 0, .rlim_max = 0};
    // The limit alone does not prevent the kernel from passing a core dump to a program.
    if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) < 0 || setrlimit(RLIMIT_CORE, &none) < 0) return -errno;
    return 0;
}

// Called with the program itself first, and then with its libraries. Returns 1 to stop after the program.
static int unmap_code_of(struct dl_phdr_info *program, size_t size, void *unused) {
    (void)size;
    (void)unused;
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    for (size_t index = 0; index < program->dlpi_phnum; index++) {
        const ElfW(Phdr) *segment = &program->dlpi_phdr[index];
        // Pages that can be written may differ from the file.
        if (segment->p_type != PT_LOAD || segment->p_flags != (PF_R | PF_X)) continue;
        uintptr_t start = (program->dlpi_addr + segment->p_vaddr + page - 1) & ~(page - 1);
        uintptr_t end = (program->dlpi_addr + segment->p_vaddr + segment->p_memsz) & ~(page - 1);
        if (start < end) madvise((void *)start, end - start, MADV_DONTNEED);
    }
    return 1;
}

void linux_unmap_code(void) {
    dl_iterate_phdr(unmap_code_of, NULL);
}

int linux_pidfd_open(pid_t pid) {
    int descriptor = (int)syscall(SYS_pidfd_open, pid, 0);
    return descriptor < 0 ? -errno : descriptor;
}

int linux_has_children(void) {
    siginfo_t status;
    return waitid(P_ALL, 0, &status, WEXITED | WNOHANG | WNOWAIT) == 0;
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

int linux_accept(int socket) {
    int accepted;
    do {
        accepted = accept4(socket, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    } while (accepted < 0 && errno == EINTR);
    return accepted < 0 ? -errno : accepted;
}

/// SCM_MAX_FD of the kernel: the number of descriptors that one message carries.
enum { most_descriptors = 253 };

ssize_t linux_send(int socket, const void *bytes, size_t count, const int *descriptors, size_t number) {
    if (number > most_descriptors) return -EINVAL;
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof(int) * most_descriptors)];
    } control;
    struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (number > 0) {
        message.msg_control = control.bytes;
        message.msg_controllen = CMSG_SPACE(sizeof(int) * number);
        memset(control.bytes, 0, message.msg_controllen);
        control.header.cmsg_level = SOL_SOCKET;
        control.header.cmsg_type = SCM_RIGHTS;
        control.header.cmsg_len = CMSG_LEN(sizeof(int) * number);
        memcpy(CMSG_DATA(&control.header), descriptors, sizeof(int) * number);
    }
    ssize_t sent;
    do {
        sent = sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    } while (sent < 0 && errno == EINTR);
    return sent < 0 ? -errno : sent;
}

ssize_t linux_receive(int socket, void *bytes, size_t count, int *descriptors, size_t *number) {
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof(int) * most_descriptors)];
    } control;
    size_t capacity = *number;
    struct iovec part = {.iov_base = bytes, .iov_len = count};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control};
    *number = 0;
    ssize_t received;
    do {
        received = recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    } while (received < 0 && errno == EINTR);
    if (received < 0) return -errno;

    int is_wrong = (message.msg_flags & MSG_CTRUNC) != 0;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
        size_t came = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (size_t index = 0; index < came; index++) {
            int descriptor;
            memcpy(&descriptor, CMSG_DATA(header) + index * sizeof descriptor, sizeof descriptor);
            if (!is_wrong && *number < capacity) {
                descriptors[(*number)++] = descriptor;
            } else {
                is_wrong = 1;
                close(descriptor);
            }
        }
    }
    if (!is_wrong) return received;
    while (*number > 0) close(descriptors[--*number]);
    return -EPROTO;
}

void *linux_scratch(void) {
    static _Alignas(16) unsigned char scratch[16];
    return scratch;
}

const char *linux_program_path(void) {
    return (const char *)getauxval(AT_EXECFN);
}

int linux_sync_file_system(int descriptor) { return syncfs(descriptor) < 0 ? -errno : 0; }

int linux_memory_file(const char *name) {
    int descriptor = memfd_create(name, MFD_CLOEXEC);
    return descriptor < 0 ? -errno : descriptor;
}

int linux_become(const char *program, char *const *arguments, const int *descriptors, int count) {
    enum { first = 3, most = 8 };
    if (count > most) return -EINVAL;
    // Saves the descriptors that now have these numbers, with their flags, and copies the new descriptors to higher numbers.
    int kept[most], flags[most], copies[most];
    int error = 0;
    for (int index = 0; index < count; index++) {
        flags[index] = fcntl(first + index, F_GETFD);
        kept[index] = flags[index] < 0 ? -1 : fcntl(first + index, F_DUPFD_CLOEXEC, first + count);
        copies[index] = fcntl(descriptors[index], F_DUPFD_CLOEXEC, first + count);
        if (copies[index] < 0 || (flags[index] >= 0 && kept[index] < 0)) error = errno;
    }
    if (error == 0) {
        // Marks all other descriptors as closed on exec, because a library may have opened some without that flag.
        syscall(SYS_close_range, first + count, ~0U, 4 /* CLOSE_RANGE_CLOEXEC */);
        for (int index = 0; index < count; index++) dup2(copies[index], first + index);
        // The calling thread may be one that blocks all signals. The new program blocks what it handles itself; until then
        // the signals that ask it to end or to change must wait.
        sigset_t old, waiting;
        sigemptyset(&waiting);
        sigaddset(&waiting, SIGTERM);
        sigaddset(&waiting, SIGINT);
        sigaddset(&waiting, SIGUSR1);
        pthread_sigmask(SIG_SETMASK, &waiting, &old);
        execve(program, arguments, environ);
        error = errno;
        pthread_sigmask(SIG_SETMASK, &old, NULL);
        for (int index = 0; index < count; index++) {
            if (kept[index] < 0) {
                close(first + index);
            } else {
                dup2(kept[index], first + index);
                fcntl(first + index, F_SETFD, flags[index]);
            }
        }
    }
    for (int index = 0; index < count; index++) {
        if (kept[index] >= 0) close(kept[index]);
        if (copies[index] >= 0) close(copies[index]);
    }
    return -error;
}
