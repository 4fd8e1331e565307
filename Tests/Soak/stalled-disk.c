/* Preloaded into formd: in the first milliseconds of each period, the disk takes nothing, as DISK_STALLS=2000/35000 says. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static void wait_for_disk(void) {
    long stall, period;
    const char *stalls = getenv("DISK_STALLS");
    if (stalls == NULL || sscanf(stalls, "%ld/%ld", &stall, &period) != 2 || period <= 0) return;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    long passed = (now.tv_sec * 1000 + now.tv_nsec / 1000000) % period;
    if (passed < stall) usleep((useconds_t)(stall - passed) * 1000);
}

int fdatasync(int file) {
    wait_for_disk();
    return (int)syscall(SYS_fdatasync, file);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t position) {
    wait_for_disk();
    return syscall(SYS_pwrite64, file, bytes, count, position);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off_t position) {
    return pwrite(file, bytes, count, position);
}
