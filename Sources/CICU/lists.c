#include <stdlib.h>

#include "CICU.h"
#include "library.h"

icu_lists *icu_lists_open(const char *locale)
{
    UErrorCode status = U_ZERO_ERROR;
    UListFormatter *lists = icu.ulistfmt_open(locale, &status);
    return U_SUCCESS(status) ? (icu_lists *)lists : NULL;
}

void icu_lists_close(icu_lists *lists)
{
    icu.ulistfmt_close((UListFormatter *)lists);
}

int32_t icu_lists_write(
    const icu_lists *lists,
    const uint16_t *things,
    const int32_t *lengths,
    int32_t count,
    uint16_t *text,
    int32_t capacity)
{
    const UChar **starts = calloc(count, sizeof *starts);
    if (!starts)
        return -1;
    for (int32_t index = 0; index < count; index++) {
        starts[index] = things;
        things += lengths[index];
    }
    UErrorCode status = U_ZERO_ERROR;
    int32_t written =
        icu.ulistfmt_format((const UListFormatter *)lists, starts, lengths, count, text, capacity, &status);
    free(starts);
    return icu_count(written, capacity, status);
}
