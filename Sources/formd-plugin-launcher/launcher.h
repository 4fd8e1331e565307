// formd-plugin-launcher: confines its own process to what a plug-in needs, and then executes the plug-in.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What the daemon orders on the command line.
struct order {
    /// The plug-in's program. All paths are absolute and have no symbolic links.
    const char *program;
    /// The program's arguments, beginning with its name and ending with NULL.
    char *const *arguments;
    const char *folder;
    const char **reads;
    size_t read_count;
    /// What a program that delivers submissions may write; a plug-in has none.
    const char **writes;
    size_t write_count;
    bool network;
    /// The limit of the address space in bytes.
    uint64_t address_space;
    uint64_t descriptors;
    bool threads;
};

/// Prints a line for the log and ends the process with status 126, by which formd knows that the plug-in was not started.
_Noreturn void give_up(const char *what, const char *which);

/// Reads the command line. Ends the process if it is invalid.
struct order read_order(int count, char *const *arguments);

/// Sets resource limits that the process cannot raise later.
void set_limits(const struct order *order);

/// Restricts the process to reading its folder, the system's libraries and the paths in `reads`, to writing the paths in
/// `writes`, and to executing its program.
/// As far as the kernel can, it also denies network connections unless the order has `network`, and signals and abstract
/// sockets to processes outside.
/// Returns false if this kernel has no Landlock.
bool restrict_files(const struct order *order);

/// Restricts the process to the system calls of a program that reads, computes and answers, and to those that write files or
/// use the network if the order says so. Returns false if this kernel has no seccomp.
bool restrict_calls(const struct order *order);

/// Finds the interpreter of a program as the kernel does: the one that its first line or its ELF header names. Returns false if
/// the program has none.
bool interpreter_of(const char *program, char *path, size_t room);
