#pragma once

#include <stddef.h>

/// A file of `Catalogues`, which is part of the program.
typedef struct message_file {
    /// A BCP 47 tag.
    const char *language;
    /// UTF-8 without an end mark.
    const char *text;
    size_t length;
} message_file;

/// The files; the last one is followed by one without a language.
const message_file *message_files(void);
