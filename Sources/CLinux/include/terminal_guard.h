// What brings a terminal back when the program that draws on it crashes.
#pragma once

/// Remembers how a terminal is, and has it brought back when a signal ends the program that means a crash: SIGABRT, SIGSEGV,
/// SIGBUS, SIGILL, SIGFPE, SIGTRAP. `farewell` is what is written to the terminal then; it is not copied. Returns 0, or
/// negative errno.
int terminal_guard_begin(int descriptor, const char *farewell);

/// Brings the terminal's modes back, as they were at the beginning.
void terminal_guard_restore(void);

/// Forgets the terminal.
void terminal_guard_end(void);
