#include "CICU.h"
#include "library.h"

icu_plurals *icu_plurals_open(const char *locale)
{
    UErrorCode status = U_ZERO_ERROR;
    UPluralRules *rules = icu.uplrules_open(locale, &status);
    return U_SUCCESS(status) ? (icu_plurals *)rules : NULL;
}

void icu_plurals_close(icu_plurals *plurals)
{
    icu.uplrules_close((UPluralRules *)plurals);
}

int32_t icu_plurals_category(const icu_plurals *plurals, int64_t number, uint16_t *text, int32_t capacity)
{
    UErrorCode status = U_ZERO_ERROR;
    int32_t count = icu.uplrules_select((const UPluralRules *)plurals, (double)number, text, capacity, &status);
    return icu_count(count, capacity, status);
}
