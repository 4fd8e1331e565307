// Functions of Linux that Swift cannot call through the Glibc module.
#pragma once

#include <stdint.h>
#include <sys/types.h>

#include "child_process.h"
#include "plugin_process.h"
#include "terminal_guard.h"

/// Makes an eventfd that does not block and is closed on exec. Returns it, or negative errno.
int linux_eventfd(void);

/// Makes the eventfd readable.
void linux_eventfd_signal(int descriptor);

/// Makes the eventfd not readable.
void linux_eventfd_clear(int descriptor);

/// Makes a timer of the monotonic clock that is closed on exec. Returns its descriptor, or negative errno.
int linux_timer(void);

/// Lets the timer expire once, so many nanoseconds from now, which must not be 0.
void linux_timer_start(int descriptor, uint64_t nanoseconds);

/// Waits until the timer expires.
void linux_timer_wait(int descriptor);

/// From now on the process's memory is written to no core file, printed by no crash handler, and not readable by other
/// processes of its user. Returns 0, or negative errno.
int linux_conceal_memory(void);

/// Takes the pages with the program's code out of the process's memory. The kernel maps each again, from the file, when its code
/// is called next.
void linux_unmap_code(void);

/// Makes a descriptor for a child process that is readable once the process has ended. Returns it, or negative errno.
int linux_pidfd_open(pid_t pid);

/// Whether the process has children, be it one that has ended and was not reaped.
int linux_has_children(void);

/// Tells the process at the other end of a Unix socket, as the kernel saw it. Returns 0, or negative errno.
int linux_peer_credentials(int descriptor, uid_t *uid, gid_t *gid, pid_t *pid);

/// Accepts a connection to a listening socket without waiting. Returns its socket, which does not block and is closed on
/// exec, or negative errno.
int linux_accept(int socket);

/// Sends as many bytes as the socket takes without waiting, and `number` descriptors beside the first byte. Returns the
/// number of bytes, or negative errno.
ssize_t linux_send(int socket, const void *bytes, size_t count, const int *descriptors, size_t number);

/// Receives at most `count` bytes without waiting, and at most `*number` descriptors beside them; sets `*number` to the number
/// of descriptors that came. Returns the number of bytes, 0 at the end of the stream, or negative errno: EPROTO if more
/// descriptors came, which are closed.
ssize_t linux_receive(int socket, void *bytes, size_t count, int *descriptors, size_t *number);

/// A place for 16 bytes that nobody reads, for whoever has to write somewhere and has no memory.
void *linux_scratch(void);

/// The path that the process's program was started by, as `execve` was given it. It may be relative to the folder of then.
const char *linux_program_path(void);

/// Makes a file in memory that is closed on exec. Returns its descriptor, or negative errno.
int linux_memory_file(const char *name);

/// Makes this process run another program, which keeps the process's number, environment, standard input, output and error,
/// and has the descriptors under the numbers from 3 on; all others are closed. Returns only if that fails, with negative
/// errno: then everything is as it was.
int linux_become(const char *program, char *const *arguments, const int *descriptors, int count);
