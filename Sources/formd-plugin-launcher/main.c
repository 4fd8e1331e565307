// Usage: formd-plugin-launcher [--threads] [--network] [--read PATH]... [--write PATH]... --address-space BYTES --descriptors N
//            --folder DIR PROGRAM [ARGUMENT]...
//
// formd starts this program with a socket as descriptor 3, a pipe as standard error, and no other descriptor of formd's; or, to
// deliver a submission, without the socket, and with the answers as standard input. The program confines itself and then
// executes PROGRAM, so the plug-in runs in this process and is confined from its beginning.
//
// If the kernel lacks a part of the confinement, the program continues without it; the daemon detects and reports that. If
// the kernel has the part but refuses it, the process ends: a plug-in never runs with less confinement than the machine has.

#define _GNU_SOURCE
#include "launcher.h"

#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

void give_up(const char *what, const char *which) {
    int error = errno;
    dprintf(STDERR_FILENO, "cannot %s%s%s: %s\n", what, which ? " " : "", which ? which : "", strerror(error));
    _exit(126);
}

static uint64_t number(const char *text) {
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (errno == 0 && (*text < '0' || *text > '9' || *end != '\0')) errno = EINVAL;
    if (errno != 0) give_up("read the number", text);
    return value;
}

struct order read_order(int count, char *const *arguments) {
    static const struct option options[] = {
        {"read", required_argument, NULL, 'r'},        {"address-space", required_argument, NULL, 'a'},
        {"descriptors", required_argument, NULL, 'd'}, {"folder", required_argument, NULL, 'f'},
        {"threads", no_argument, NULL, 't'},           {"write", required_argument, NULL, 'w'},
        {"network", no_argument, NULL, 'n'},           {0},
    };
    struct order order = {
        .reads = calloc((size_t)count + 1, sizeof(char *)), .writes = calloc((size_t)count + 1, sizeof(char *))};
    if (order.reads == NULL || order.writes == NULL) give_up("begin", NULL);
    for (int option; (option = getopt_long(count, arguments, "+", options, NULL)) != -1;) {
        switch (option) {
        case 'r': order.reads[order.read_count++] = optarg; break;
        case 'a': order.address_space = number(optarg); break;
        case 'd': order.descriptors = number(optarg); break;
        case 'f': order.folder = optarg; break;
        case 't': order.threads = true; break;
        case 'w': order.writes[order.write_count++] = optarg; break;
        case 'n': order.network = true; break;
        default: errno = EINVAL; give_up("understand the command line", NULL);
        }
    }
    if (order.folder == NULL || order.address_space == 0 || order.descriptors == 0 || optind >= count) {
        errno = EINVAL;
        give_up("understand the command line", NULL);
    }
    order.program = arguments[optind];
    order.arguments = arguments + optind;
    return order;
}

static void limit(int resource, uint64_t value, const char *name) {
    struct rlimit now;
    if (getrlimit(resource, &now) < 0) give_up("read the limit of", name);
    // The limit may be lower already, and a process may not raise its hard limit.
    rlim_t least = now.rlim_max < value ? now.rlim_max : value;
    struct rlimit limit = {.rlim_cur = least, .rlim_max = least};
    if (setrlimit(resource, &limit) < 0) give_up("limit", name);
}

void set_limits(const struct order *order) {
    limit(RLIMIT_CORE, 0, "core dumps");
    if (order->write_count == 0) limit(RLIMIT_FSIZE, 0, "the size of files");
    limit(RLIMIT_MEMLOCK, 0, "locked memory");
    limit(RLIMIT_MSGQUEUE, 0, "message queues");
    limit(RLIMIT_SIGPENDING, 64, "pending signals");
    limit(RLIMIT_NOFILE, order->descriptors, "descriptors");
    limit(RLIMIT_AS, order->address_space, "memory");
}

int main(int count, char *argv[]) {
    struct order order = read_order(count, argv);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) give_up("give up privileges", NULL);
    // Until execve, this keeps core dumps from being written and other processes of this user from reading the memory. execve
    // undoes it; from then on the limit on core dumps and Landlock do the same.
    if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) < 0) give_up("hide the memory", NULL);
    restrict_files(&order);
    set_limits(&order);
    restrict_calls(&order);

    char *const environment[] = {"PATH=/usr/bin:/bin", "LANG=C.UTF-8", NULL};
    execve(order.program, order.arguments, environment);
    give_up("start", order.program);
}
