#include "library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>

#include "CICU.h"

#define TEXT_OF(macro) TEXT(macro)
#define TEXT(token) #token

struct icu_functions icu;

/// Why ICU could not be loaded; empty if it could.
static char failure[256];

static void load(void)
{
    /// The offset in the structure of the pointer to the function.
    static const struct {
        const char *name;
        size_t place;
    } members[] = {
#define ICU_PLACE(function) {#function TEXT_OF(U_ICU_VERSION_SUFFIX), offsetof(struct icu_functions, function)},
        ICU_FUNCTIONS(ICU_PLACE)
    };
    // A function is bound when it is first called, which keeps much of the library out of memory. The functions of ICU's other
    // libraries are found in this one, which needs them.
    void *library = dlopen("libicui18n.so." TEXT_OF(U_ICU_VERSION_MAJOR_NUM), RTLD_LAZY | RTLD_LOCAL);
    for (size_t index = 0; library && index < sizeof members / sizeof *members; index++) {
        void *function = dlsym(library, members[index].name);
        if (!function)
            library = NULL;
        *(void **)((char *)&icu + members[index].place) = function;
    }
    if (!library)
        snprintf(failure, sizeof failure, "%s", dlerror());
}

const char *icu_load(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return *failure ? failure : NULL;
}
