// The start of a plug-in's process.
#pragma once

#include <stdint.h>
#include <sys/types.h>

/// Makes a pair of SEQPACKET sockets, closed on exec, with room for packets of `packet_room` bytes. The first end, which is
/// formd's, does not block. Returns 0, or negative errno.
int plugin_process_socket_pair(int ends[2], int packet_room);

/// Makes a pair of STREAM sockets, closed on exec. The first end, which is formd's, does not block. Returns 0, or negative errno.
int plugin_process_stream_pair(int ends[2]);

/// Makes a pipe, closed on exec, whose reading end does not block. Returns 0, or negative errno.
int plugin_process_pipe(int ends[2]);

/// The version of Landlock that the kernel has; 0 if it has none.
int plugin_process_landlock_version(void);

/// Whether the kernel can filter system calls.
int plugin_process_has_seccomp(void);

/// Starts `program` in `folder` with `arguments`, which begin with the program's own name and end with NULL.
///
/// The process has `socket` as descriptor 3, `log` as its standard error, `input` and `output` as its standard input and output,
/// and no other descriptor; instead of -1 it has /dev/null, or no socket. It does not have the caller's environment, signal
/// mask and handlers. It has a session of its own, dies with the calling thread, gains no privileges and dumps no core.
///
/// Waits for the exec and no longer. Returns the process's id, or negative errno. All descriptors remain the caller's.
pid_t plugin_process_start(
    const char *program, char *const *arguments, const char *folder, int input, int output, int socket, int log);
