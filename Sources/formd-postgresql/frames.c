#define _GNU_SOURCE
#include "frames.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void give_up(const char *format, ...) {
    char line[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line - 1, format, arguments);
    va_end(arguments);
    // libpq writes several lines, such as one for each address of a host.
    size_t length = strlen(line);
    while (length > 0 && line[length - 1] == '\n') length--;
    for (size_t i = 0; i < length; i++) {
        if (line[i] == '\n') line[i] = ';';
        else if (line[i] == '\t') line[i] = ' ';
    }
    fprintf(stderr, "%.*s\n", (int)length, line);
    exit(1);
}

void append(struct bytes *bytes, const void *start, size_t length) {
    if (length > bytes->room - bytes->length) {
        size_t room = bytes->length + length;
        if (room < 2 * bytes->room) room = 2 * bytes->room;
        bytes->start = realloc(bytes->start, room);
        if (bytes->start == NULL) give_up("no memory");
        bytes->room = room;
    }
    if (length > 0) memcpy(bytes->start + bytes->length, start, length);
    bytes->length += length;
}

void append_u8(struct bytes *bytes, uint8_t number) { append(bytes, &number, sizeof number); }
void append_u16(struct bytes *bytes, uint16_t number) { append(bytes, &number, sizeof number); }
void append_u32(struct bytes *bytes, uint32_t number) { append(bytes, &number, sizeof number); }
void append_u64(struct bytes *bytes, uint64_t number) { append(bytes, &number, sizeof number); }

void append_counted(struct bytes *bytes, const char *start, size_t length) {
    append_u32(bytes, (uint32_t)length);
    append(bytes, start, length);
}

void drop(struct bytes *bytes, size_t length) {
    bytes->length -= length;
    if (bytes->length > 0) memmove(bytes->start, bytes->start + length, bytes->length);
    else if (bytes->room > 1 << 20) {
        free(bytes->start);
        *bytes = (struct bytes){0};
    }
}

static const char *take(struct reader *reader, size_t length) {
    if (length > (size_t)(reader->end - reader->next)) give_up("formd has sent a frame that ends early");
    const char *start = reader->next;
    reader->next += length;
    return start;
}

uint8_t read_u8(struct reader *reader) { return (uint8_t)*take(reader, 1); }

uint16_t read_u16(struct reader *reader) {
    uint16_t number;
    memcpy(&number, take(reader, sizeof number), sizeof number);
    return number;
}

uint32_t read_u32(struct reader *reader) {
    uint32_t number;
    memcpy(&number, take(reader, sizeof number), sizeof number);
    return number;
}

const char *read_counted(struct reader *reader, uint32_t *length) {
    *length = read_u32(reader);
    return take(reader, *length);
}

const char *read_text(struct reader *reader) {
    uint32_t length;
    const char *text = read_counted(reader, &length);
    if (read_u8(reader) != 0 || memchr(text, 0, length) != NULL) give_up("formd has sent a text with NUL, or without its end");
    return text;
}
