// What Linux has and the Glibc module cannot show Swift.
#pragma once

#include <stdint.h>
#include <sys/types.h>

#include "plugin_process.h"

/// A new eventfd, non-blocking and closed on exec; negative errno if there is none.
int linux_eventfd(void);

/// Wakes whoever polls the eventfd.
void linux_eventfd_signal(int descriptor);

/// Takes what was signalled, so that the eventfd is not readable any more.
void linux_eventfd_clear(int descriptor);

/// From now on the process's memory is written to no core file, printed by no crash handler, and read by no other process
/// of its user. 0, or negative errno.
int linux_conceal_memory(void);

/// A descriptor for a child, readable when it has ended; negative errno if there is none.
int linux_pidfd_open(pid_t pid);

/// Who is at the other end of a Unix socket, as the kernel knows it; 0, or negative errno.
int linux_peer_credentials(int descriptor, uid_t *uid, gid_t *gid, pid_t *pid);

/// Sends bytes, with `number` descriptors beside the first of them; as many as the socket takes without waiting. How many
/// that were, or negative errno.
ssize_t linux_send(int socket, const void *bytes, size_t count, const int *descriptors, size_t number);

/// Receives at most `count` bytes without waiting, and the descriptors beside them, `*number` at most; then `*number` is
/// how many came. 0 at the end of the stream; negative errno, EPROTO where more descriptors came.
ssize_t linux_receive(int socket, void *bytes, size_t count, int *descriptors, size_t *number);
