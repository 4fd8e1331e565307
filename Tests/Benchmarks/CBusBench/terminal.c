#define _GNU_SOURCE
#include "CBusBench.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

const short bench_spawn_in_session = POSIX_SPAWN_SETSID;

int bench_terminal_open(int columns, int lines, char *name, size_t capacity) {
    int descriptor = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (descriptor < 0) return -errno;
    struct winsize size = {.ws_row = (unsigned short)lines, .ws_col = (unsigned short)columns};
    if (grantpt(descriptor) < 0 || unlockpt(descriptor) < 0 || ptsname_r(descriptor, name, capacity) != 0
        || ioctl(descriptor, TIOCSWINSZ, &size) < 0) {
        int error = errno;
        close(descriptor);
        return -error;
    }
    return descriptor;
}
