// How long ICU itself takes to a first number, in a program that has not loaded it: prints nanoseconds.
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define U_DISABLE_RENAMING 1
#include <unicode/unum.h>

#define TEXT_OF(macro) TEXT(macro)
#define TEXT(token) #token
#define FUNCTION(name) __typeof__(name) *name = dlsym(library, #name TEXT_OF(U_ICU_VERSION_SUFFIX))

int main(void)
{
    struct timespec before, after;
    clock_gettime(CLOCK_MONOTONIC, &before);
    void *library = dlopen("libicui18n.so." TEXT_OF(U_ICU_VERSION_MAJOR_NUM), RTLD_LAZY | RTLD_LOCAL);
    if (!library)
        return 1;
    FUNCTION(unum_open);
    FUNCTION(unum_formatDouble);
    UErrorCode status = U_ZERO_ERROR;
    UChar text[32];
    UNumberFormat *format = unum_open(UNUM_DECIMAL, NULL, 0, "de", NULL, &status);
    int32_t count = unum_formatDouble(format, 1234.5, text, 32, NULL, &status);
    clock_gettime(CLOCK_MONOTONIC, &after);
    static const UChar expected[] = {'1', '.', '2', '3', '4', ',', '5'};
    if (U_FAILURE(status) || count != 7 || memcmp(text, expected, sizeof expected))
        return 1;
    printf("%lld\n", (after.tv_sec - before.tv_sec) * 1000000000LL + after.tv_nsec - before.tv_nsec);
    return 0;
}
