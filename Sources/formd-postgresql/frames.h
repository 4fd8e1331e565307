// The frames between formd and formd-postgresql. `Sources/PostgreSQL/DatabaseFrames.swift` describes them, and has the same in
// Swift.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { longest_frame = 64 << 20, answer_connected = 1, answer_rows, answer_error, answer_notification };

/// Prints a line that says why the connection has ended, and ends the process.
__attribute__((noreturn, format(printf, 1, 2))) void give_up(const char *format, ...);

/// Bytes that grow.
struct bytes {
    char *start;
    size_t length, room;
};

void append(struct bytes *bytes, const void *start, size_t length);
void append_u8(struct bytes *bytes, uint8_t number);
void append_u16(struct bytes *bytes, uint16_t number);
void append_u32(struct bytes *bytes, uint32_t number);
void append_u64(struct bytes *bytes, uint64_t number);
/// Appends bytes, preceded by their length.
void append_counted(struct bytes *bytes, const char *start, size_t length);

/// Removes bytes from the beginning; releases the memory if none are left and it is much.
void drop(struct bytes *bytes, size_t length);

/// A part of a frame that was received. Ends the process instead of reading beyond its end.
struct reader {
    const char *next, *end;
};

uint8_t read_u8(struct reader *reader);
uint16_t read_u16(struct reader *reader);
uint32_t read_u32(struct reader *reader);
/// Reads bytes and their length.
const char *read_counted(struct reader *reader, uint32_t *length);
/// Reads a text, which ends with NUL and contains no other.
const char *read_text(struct reader *reader);
