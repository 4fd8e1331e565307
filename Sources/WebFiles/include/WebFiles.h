#pragma once

#include <stddef.h>

/// A file of `Page` or `Admin`, which is part of the program.
typedef struct web_file {
    /// The name under which it is served.
    const char *name;
    /// UTF-8 without an end mark.
    const char *text;
    size_t length;
} web_file;

/// The files of pages; the last one is followed by one without a name.
const web_file *web_files(void);

/// The files of the view for administrators, in the same way.
const web_file *web_admin_files(void);
