#include "CICU.h"
#include "library.h"

icu_locales *icu_locales_open(void)
{
    UErrorCode status = U_ZERO_ERROR;
    UEnumeration *locales = icu.uloc_openAvailableByType(ULOC_AVAILABLE_WITH_LEGACY_ALIASES, &status);
    return U_SUCCESS(status) ? (icu_locales *)locales : NULL;
}

const char *icu_locales_next(icu_locales *locales)
{
    UErrorCode status = U_ZERO_ERROR;
    return icu.uenum_next((UEnumeration *)locales, NULL, &status);
}

void icu_locales_close(icu_locales *locales)
{
    icu.uenum_close((UEnumeration *)locales);
}

bool icu_locale_is_right_to_left(const char *locale)
{
    return icu.uloc_isRightToLeft(locale);
}
