// How a plug-in's process begins.
#pragma once

#include <stdint.h>
#include <sys/types.h>

/// A SEQPACKET pair, closed on exec, with room for packets of `packet_room` bytes. The first end does not block; it is
/// formd's. 0, or negative errno.
int plugin_process_socket_pair(int ends[2], int packet_room);

/// A pipe, closed on exec, whose reading end does not block. 0, or negative errno.
int plugin_process_pipe(int ends[2]);

/// Which version of Landlock the kernel has; 0: none.
int plugin_process_landlock_version(void);

/// Whether the kernel can filter system calls.
int plugin_process_has_seccomp(void);

/// Starts `program` with `arguments`, the program's own name first and NULL last, in `folder` with `socket` as descriptor 3, `log` as its standard error, /dev/null as the other two,
/// and no other descriptor; without the caller's environment, signal mask and handlers; in a session of its own. It dies
/// with the calling thread, gains no privileges and dumps no core.
///
/// Does not wait for more than the exec. Gives the process's id, or negative errno. Both descriptors stay the caller's.
pid_t plugin_process_start(
    const char *program, char *const *arguments, const char *folder, int socket, int log);
