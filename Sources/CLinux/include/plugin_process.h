// How a plug-in's process begins.
#pragma once

#include <stdint.h>
#include <sys/types.h>

/// A SEQPACKET pair, closed on exec, with room for packets of `packet_room` bytes. The first end does not block; it is
/// formd's. 0, or negative errno.
int plugin_process_socket_pair(int ends[2], int packet_room);

/// A pipe, closed on exec, whose reading end does not block. 0, or negative errno.
int plugin_process_pipe(int ends[2]);

/// Starts `program` in `folder` with `socket` as descriptor 3, `log` as its standard error, /dev/null as the other two,
/// and no other descriptor; without the caller's environment, signal mask and handlers; in a session of its own. It dies
/// with the calling thread, gains no privileges, dumps no core, and has the limits given.
///
/// Does not wait for more than the exec. Gives the process's id, or negative errno. Both descriptors stay the caller's.
pid_t plugin_process_start(
    const char *program, const char *folder, int socket, int log, uint64_t address_space, uint64_t descriptors);
