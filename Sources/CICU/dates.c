#include <stdio.h>

#include "CICU.h"
#include "library.h"

/// Dates in forms are days of the Gregorian calendar, even if a locale prefers another calendar.
static void gregorian(const char *locale, char name[ULOC_FULLNAME_CAPACITY])
{
    snprintf(name, ULOC_FULLNAME_CAPACITY, "%s@calendar=gregorian", locale);
}

int32_t icu_date_pattern(const char *locale, const char *fields, uint16_t *text, int32_t capacity)
{
    char name[ULOC_FULLNAME_CAPACITY];
    gregorian(locale, name);
    UErrorCode status = U_ZERO_ERROR;
    UDateTimePatternGenerator *generator = icu.udatpg_open(name, &status);
    if (U_FAILURE(status))
        return -1;
    UChar skeleton[16];
    int32_t length = 0;
    while (length < 16 && fields[length]) {
        skeleton[length] = (UChar)fields[length];
        length++;
    }
    int32_t count = icu.udatpg_getBestPattern(generator, skeleton, length, text, capacity, &status);
    icu.udatpg_close(generator);
    return icu_count(count, capacity, status);
}

icu_dates *icu_dates_open(const char *locale)
{
    char name[ULOC_FULLNAME_CAPACITY];
    gregorian(locale, name);
    static const UChar zone[] = {'U', 'T', 'C'};
    UErrorCode status = U_ZERO_ERROR;
    UDateFormat *format = icu.udat_open(UDAT_SHORT, UDAT_SHORT, name, zone, 3, NULL, 0, &status);
    return U_SUCCESS(status) ? (icu_dates *)format : NULL;
}

void icu_dates_close(icu_dates *dates)
{
    icu.udat_close((UDateFormat *)dates);
}

int32_t icu_dates_name(const icu_dates *dates, enum icu_date_names names, int32_t index, uint16_t *text, int32_t capacity)
{
    static const UDateFormatSymbolType types[] = {
        [ICU_MONTHS] = UDAT_MONTHS,
        [ICU_SHORT_MONTHS] = UDAT_SHORT_MONTHS,
        [ICU_LONE_MONTHS] = UDAT_STANDALONE_MONTHS,
        [ICU_SHORT_LONE_MONTHS] = UDAT_STANDALONE_SHORT_MONTHS,
        [ICU_WEEKDAYS] = UDAT_WEEKDAYS,
        [ICU_SHORT_WEEKDAYS] = UDAT_SHORT_WEEKDAYS,
        [ICU_SHORTEST_WEEKDAYS] = UDAT_STANDALONE_SHORTER_WEEKDAYS,
        [ICU_NARROW_WEEKDAYS] = UDAT_STANDALONE_NARROW_WEEKDAYS,
        [ICU_DAY_PERIODS] = UDAT_AM_PMS,
    };
    UErrorCode status = U_ZERO_ERROR;
    int32_t count = icu.udat_getSymbols((const UDateFormat *)dates, types[names], index, text, capacity, &status);
    return icu_count(count, capacity, status);
}

int32_t icu_dates_zero(const icu_dates *dates, uint16_t *text, int32_t capacity)
{
    UErrorCode status = U_ZERO_ERROR;
    const UNumberFormat *numbers = icu.udat_getNumberFormat((const UDateFormat *)dates);
    int32_t count = icu.unum_getSymbol(numbers, UNUM_ZERO_DIGIT_SYMBOL, text, capacity, &status);
    return icu_count(count, capacity, status);
}

int32_t icu_first_weekday(const char *locale)
{
    char name[ULOC_FULLNAME_CAPACITY];
    gregorian(locale, name);
    static const UChar zone[] = {'U', 'T', 'C'};
    UErrorCode status = U_ZERO_ERROR;
    UCalendar *calendar = icu.ucal_open(zone, 3, name, UCAL_GREGORIAN, &status);
    if (U_FAILURE(status))
        return 0;
    int32_t day = icu.ucal_getAttribute(calendar, UCAL_FIRST_DAY_OF_WEEK);
    icu.ucal_close(calendar);
    return day;
}
