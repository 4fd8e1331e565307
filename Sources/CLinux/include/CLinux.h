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

/// From now on the process's memory is written to no core file, printed by no crash handler, and not readable by other
/// processes of its user. Returns 0, or negative errno.
int linux_conceal_memory(void);

/// Takes the pages with the program's code out of the process's memory. The kernel maps each again, from the file, when its code
/// is called next.
void linux_unmap_code(void);

/// Makes a descriptor for a child process that is readable once the process has ended. Returns it, or negative errno.
int linux_pidfd_open(pid_t pid);

/// Tells the process at the other end of a Unix socket, as the kernel saw it. Returns 0, or negative errno.
int linux_peer_credentials(int descriptor, uid_t *uid, gid_t *gid, pid_t *pid);

/// Sends as many bytes as the socket takes without waiting, and `number` descriptors beside the first byte. Returns the
/// number of bytes, or negative errno.
ssize_t linux_send(int socket, const void *bytes, size_t count, const int *descriptors, size_t number);

/// Receives at most `count` bytes without waiting, and at most `*number` descriptors beside them; sets `*number` to the number
/// of descriptors that came. Returns the number of bytes, 0 at the end of the stream, or negative errno: EPROTO if more
/// descriptors came, which are closed.
ssize_t linux_receive(int socket, void *bytes, size_t count, int *descriptors, size_t *number);
