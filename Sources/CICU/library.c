#include "library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "CICU.h"

struct icu_functions icu;

/// Why ICU could not be loaded; empty if it could.
static char failure[256];

/// Finds all functions of a version of ICU, which has the version behind their names. A function is bound when it is first
/// called, which keeps much of the library out of memory. The functions of ICU's other libraries are found in this one,
/// which needs them.
static bool bind(int version)
{
    static const struct {
        const char *name;
        size_t offset;
    } members[] = {
#define ICU_OFFSET(function) {#function, offsetof(struct icu_functions, function)},
        ICU_FUNCTIONS(ICU_OFFSET)
    };
    char name[64];
    snprintf(name, sizeof name, "libicui18n.so.%d", version);
    void *library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
    for (size_t index = 0; library && index < sizeof members / sizeof *members; index++) {
        snprintf(name, sizeof name, "%s_%d", members[index].name, version);
        void *function = dlsym(library, name);
        if (!function)
            return false;
        *(void **)((char *)&icu + members[index].offset) = function;
    }
    return library;
}

/// Versions of ICU agree in these functions, and each Debian has one of its own, so that another version than that of the
/// headers serves as well.
static void load(void)
{
    enum { NEWEST = 99, OLDEST = 70 };
    if (bind(U_ICU_VERSION_MAJOR_NUM))
        return;
    snprintf(failure, sizeof failure, "%s", dlerror());
    for (int version = NEWEST; version >= OLDEST; version--)
        if (bind(version)) {
            *failure = 0;
            return;
        }
}

const char *icu_load(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return *failure ? failure : NULL;
}
