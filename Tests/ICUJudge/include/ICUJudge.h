// ICU's own formatters, which tests compare formd's with. Other than formd, the tests are linked with ICU.
//
// Texts are UTF-8. A function that writes one returns the number of its bytes, or -1 if ICU fails or the text has no room.
#pragma once

#include <stdint.h>

/// Every locale that ICU has data for.
int32_t judge_locale_count(void);
const char *_Nonnull judge_locale(int32_t index);

/// Writes a decimal number as a skeleton of ICU says (`currency/EUR .00`).
int32_t judge_number(
    const char *_Nonnull locale,
    const char *_Nonnull skeleton,
    const char *_Nonnull number,
    char *_Nonnull text,
    int32_t capacity);

/// CLDR's pattern for dates or times in the Gregorian calendar: `style` is 0 for the full one to 3 for the short one.
int32_t judge_pattern(const char *_Nonnull locale, int style, int isTime, char *_Nonnull text, int32_t capacity);

/// Writes a moment, in seconds since 1970, in UTC and in the Gregorian calendar.
int32_t judge_moment(
    const char *_Nonnull locale,
    const char *_Nonnull pattern,
    int64_t seconds,
    char *_Nonnull text,
    int32_t capacity);
