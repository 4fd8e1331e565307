#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#include "CZip.h"

static struct zip_functions functions;
static bool is_loaded;

static bool bind(void *library)
{
    static const struct {
        const char *name;
        size_t offset;
    } members[] = {
#define ZIP_OFFSET(function) {#function, offsetof(struct zip_functions, function)},
        ZIP_FUNCTIONS(ZIP_OFFSET)
    };
    for (size_t index = 0; index < sizeof members / sizeof *members; index++) {
        void *function = dlsym(library, members[index].name);
        if (!function)
            return false;
        *(void **)((char *)&functions + members[index].offset) = function;
    }
    return true;
}

static void load(void)
{
    static const char *const names[] = {"libzip.so.5", "libzip.so.4"};
    for (size_t index = 0; !is_loaded && index < sizeof names / sizeof *names; index++) {
        void *library = dlopen(names[index], RTLD_LAZY | RTLD_LOCAL);
        is_loaded = library && bind(library);
    }
}

const struct zip_functions *zip_load(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_loaded ? &functions : NULL;
}
