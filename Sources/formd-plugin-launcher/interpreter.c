#define _GNU_SOURCE
#include "launcher.h"

#include <elf.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/// Finds the interpreter of a script: the path after `#!` in its first line, without arguments.
static bool script_interpreter(const char *bytes, size_t length, char *path, size_t room) {
    size_t start = 2;
    while (start < length && (bytes[start] == ' ' || bytes[start] == '\t')) start++;
    size_t end = start;
    while (end < length && bytes[end] != ' ' && bytes[end] != '\t' && bytes[end] != '\n') end++;
    if (end == length || end == start || end - start >= room || bytes[start] != '/') return false;
    memcpy(path, bytes + start, end - start);
    path[end - start] = '\0';
    return true;
}

static bool elf_interpreter(int file, char *path, size_t room) {
    Elf64_Ehdr header;
    if (pread(file, &header, sizeof header, 0) != (ssize_t)sizeof header) return false;
    if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_phentsize != sizeof(Elf64_Phdr)) return false;
    for (unsigned i = 0; i < header.e_phnum; i++) {
        Elf64_Phdr segment;
        off_t place = (off_t)(header.e_phoff + i * sizeof segment);
        if (pread(file, &segment, sizeof segment, place) != (ssize_t)sizeof segment) return false;
        if (segment.p_type != PT_INTERP) continue;
        if (segment.p_filesz == 0 || segment.p_filesz > room) return false;
        if (pread(file, path, segment.p_filesz, (off_t)segment.p_offset) != (ssize_t)segment.p_filesz) return false;
        return path[segment.p_filesz - 1] == '\0' && path[0] == '/';
    }
    return false;
}

bool interpreter_of(const char *program, char *path, size_t room) {
    int file = open(program, O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    char start[512];
    ssize_t length = read(file, start, sizeof start);
    bool found = false;
    if (length > 2 && memcmp(start, "#!", 2) == 0) {
        found = script_interpreter(start, (size_t)length, path, room);
    } else if (length >= SELFMAG && memcmp(start, ELFMAG, SELFMAG) == 0) {
        found = elf_interpreter(file, path, room);
    }
    close(file);
    return found;
}
