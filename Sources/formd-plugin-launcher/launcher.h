// formd-plugin-launcher: takes away from a process everything that a plug-in does not need, then becomes the plug-in.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What the daemon says on the command line.
struct order {
    /// Absolute, without symbolic links, like the paths in `reads`.
    const char *program;
    const char *folder;
    const char **reads;
    size_t read_count;
    /// Bytes.
    uint64_t address_space;
    uint64_t descriptors;
    bool threads;
};

/// Ends the process with a line for the log: status 126, which formd knows as "not started".
_Noreturn void give_up(const char *what, const char *which);

/// Reads the command line; gives up on one that makes no sense.
struct order read_order(int count, char *const *arguments);

/// Sets limits that nothing after this can raise.
void set_limits(const struct order *order);

/// Lets the process read its folder, the system's libraries and what its manifest names, execute its program, and touch
/// no other file; nor reach a process or an address outside. False: this kernel has no Landlock.
bool restrict_files(const struct order *order);

/// Lets the process make no system call but those that a program needs which reads, thinks and answers. False: this
/// kernel has no seccomp.
bool restrict_calls(const struct order *order);

/// What interprets a program, as the kernel finds it: the interpreter that its first line or its ELF header names.
/// False: nothing does.
bool interpreter_of(const char *program, char *path, size_t room);
