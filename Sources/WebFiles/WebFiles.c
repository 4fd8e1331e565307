#include "WebFiles.h"

// `#embed` is of C23; clang has it in every C.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const char formd[] = {
#embed "Page/formd.js"
};

#define FILE(name, text) {name, text, sizeof text}

const web_file *web_files(void) {
    static const web_file files[] = {
        FILE("formd.js", formd),
        {NULL, NULL, 0},
    };
    return files;
}
