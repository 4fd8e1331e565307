// Child processes that end with their parent at the latest.
#pragma once

#include <sys/types.h>

/// Starts `program` with `arguments`, which begin with the program's own name and end with NULL. It has `log` as its standard
/// output and error and /dev/null as its standard input, a session of its own, and no signal blocked or ignored; it gets SIGTERM
/// when the calling thread ends. Waits for the exec and no longer. Returns the process's id, or negative errno.
pid_t child_process_start(const char *program, char *const *arguments, int log);
