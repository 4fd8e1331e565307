// Functions of Linux that Swift cannot call through the Glibc module.
#pragma once

#include <stdint.h>
#include <sys/types.h>

#include "child_process.h"
#include "plugin_process.h"
#include "terminal_guard.h"

/// Creates a non-blocking eventfd that is closed on exec. Returns it, or negative errno.
int linux_eventfd(void);

/// Makes the eventfd readable.
void linux_eventfd_signal(int descriptor);

/// Makes the eventfd not readable.
void linux_eventfd_clear(int descriptor);

/// Prevents the process's memory from being written to core files, printed by crash handlers, and read by other processes of
/// its user. Returns 0, or negative errno.
int linux_conceal_memory(void);

/// Removes the pages with the program's code from the process's memory. The kernel maps a page again, from the file, when its
/// code is next executed.
void linux_unmap_code(void);

/// Creates a descriptor for a child process that becomes readable when the process has ended. Returns it, or negative errno.
int linux_pidfd_open(pid_t pid);

/// Whether the process has children, including ended ones that were not reaped.
int linux_has_children(void);

/// Gets the credentials of the process at the other end of a Unix socket, as the kernel has recorded them. Returns 0, or
/// negative errno.
int linux_peer_credentials(int descriptor, uid_t *uid, gid_t *gid, pid_t *pid);

/// Accepts a connection to a listening socket without waiting. Returns its socket, which is non-blocking and closed on exec,
/// or negative errno.
int linux_accept(int socket);

/// Sends as many bytes as the socket accepts without waiting, and `number` descriptors together with the first byte. Returns
/// the number of bytes, or negative errno.
ssize_t linux_send(int socket, const void *bytes, size_t count, const int *descriptors, size_t number);

/// Receives at most `count` bytes without waiting, and at most `*number` descriptors with them; sets `*number` to the number
/// of received descriptors. Returns the number of bytes, 0 at the end of the stream, or negative errno: EPROTO if there were
/// more descriptors, which are closed.
ssize_t linux_receive(int socket, void *bytes, size_t count, int *descriptors, size_t *number);

/// A buffer of 16 bytes that is never read, for functions that must write bytes after an allocation has failed.
void *linux_scratch(void);

/// The path of the process's program as it was passed to `execve`. It may be relative to the working directory of that time.
const char *linux_program_path(void);

/// Returns when everything that was written to the file system of an open file is on the disk: 0, or negative errno.
int linux_sync_file_system(int descriptor);

/// Creates a file in memory that is closed on exec. Returns its descriptor, or negative errno.
int linux_memory_file(const char *name);

/// Makes this process execute another program. The process ID, environment, standard input, output and error stay the same;
/// the new program has `descriptors` under the numbers from 3 on, and all others are closed. Returns only if that fails, with
/// negative errno and without any change.
int linux_become(const char *program, char *const *arguments, const int *descriptors, int count);
