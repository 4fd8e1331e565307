#include "ICUJudge.h"

#include <stdio.h>
#include <unicode/udat.h>
#include <unicode/uloc.h>
#include <unicode/unumberformatter.h>
#include <unicode/ustring.h>

enum { room = 512 };
static const UChar utc[] = {'U', 'T', 'C'};

static int32_t utf8(const UChar *units, int32_t count, UErrorCode status, char *text, int32_t capacity)
{
    int32_t bytes = 0;
    u_strToUTF8(text, capacity, &bytes, units, count, &status);
    return U_SUCCESS(status) ? bytes : -1;
}

static void gregorian(const char *locale, char name[ULOC_FULLNAME_CAPACITY])
{
    snprintf(name, ULOC_FULLNAME_CAPACITY, "%s@calendar=gregorian", locale);
}

int32_t judge_locale_count(void)
{
    return uloc_countAvailable();
}

const char *judge_locale(int32_t index)
{
    return uloc_getAvailable(index);
}

int32_t judge_number(const char *locale, const char *skeleton, const char *number, char *text, int32_t capacity)
{
    UErrorCode status = U_ZERO_ERROR;
    UChar words[room], units[room];
    int32_t count = 0;
    u_strFromUTF8(words, room, &count, skeleton, -1, &status);
    UNumberFormatter *formatter = unumf_openForSkeletonAndLocale(words, count, locale, &status);
    UFormattedNumber *result = unumf_openResult(&status);
    unumf_formatDecimal(formatter, number, -1, result, &status);
    count = unumf_resultToString(result, units, room, &status);
    unumf_closeResult(result);
    unumf_close(formatter);
    return utf8(units, count, status, text, capacity);
}

int32_t judge_pattern(const char *locale, int style, int isTime, char *text, int32_t capacity)
{
    char name[ULOC_FULLNAME_CAPACITY];
    gregorian(locale, name);
    UErrorCode status = U_ZERO_ERROR;
    UChar units[room];
    UDateFormatStyle time = isTime ? (UDateFormatStyle)style : UDAT_NONE;
    UDateFormatStyle date = isTime ? UDAT_NONE : (UDateFormatStyle)style;
    UDateFormat *format = udat_open(time, date, name, utc, 3, NULL, 0, &status);
    int32_t count = udat_toPattern(format, 0, units, room, &status);
    udat_close(format);
    return utf8(units, count, status, text, capacity);
}

int32_t judge_moment(const char *locale, const char *pattern, int64_t seconds, char *text, int32_t capacity)
{
    char name[ULOC_FULLNAME_CAPACITY];
    gregorian(locale, name);
    UErrorCode status = U_ZERO_ERROR;
    UChar letters[room], units[room];
    int32_t count = 0;
    u_strFromUTF8(letters, room, &count, pattern, -1, &status);
    UDateFormat *format = udat_open(UDAT_PATTERN, UDAT_PATTERN, name, utc, 3, letters, count, &status);
    count = udat_format(format, (UDate)seconds * 1000, units, room, NULL, &status);
    udat_close(format);
    return utf8(units, count, status, text, capacity);
}
