// ICU, which has the formats of numbers and dates in all languages. It is loaded when a language is first needed.
//
// formd is not linked with ICU: a daemon that only uses English starts without it, and runs on machines on which it is not
// installed. This header does not include ICU's own headers, because they conflict with the copy of ICU in Foundation.
//
// Locales have ICU's names (`zh_Hant_TW`). Texts are UTF-16. A function that writes a text returns the number of its code
// units, or -1 if ICU fails or the buffer is too small.
#pragma once

#include <stdbool.h>
#include <stdint.h>

/// Loads the version of ICU with whose headers formd was built, or else the newest that is installed (from 70); it stays
/// loaded. Returns NULL, or the reason why ICU cannot be loaded. Any thread may call it. All other functions require that it has succeeded, and an object that one of them
/// returns must be used by only one thread at a time.
const char *_Nullable icu_load(void);

// MARK: Locales

/// The locales that ICU has data for, with their older names (`zh_TW`); NULL if ICU fails.
typedef struct icu_locales icu_locales;
icu_locales *_Nullable icu_locales_open(void);
void icu_locales_close(icu_locales *_Nonnull locales);

/// The next locale's name, valid until the next call; NULL after the last one.
const char *_Nullable icu_locales_next(icu_locales *_Nonnull locales);

/// Whether the script of a locale, or else that of its language, is written from right to left.
bool icu_locale_is_right_to_left(const char *_Nonnull locale);

// MARK: Numbers

enum icu_number_style { ICU_DECIMAL, ICU_PERCENT, ICU_CURRENCY };

/// The format of integers of one style in a language; NULL if ICU fails.
typedef struct icu_numbers icu_numbers;

/// `currency` is a code of ISO 4217; other styles do not read it.
icu_numbers *_Nullable icu_numbers_open(
    enum icu_number_style style,
    const char *_Nonnull locale,
    const char *_Nonnull currency);
void icu_numbers_close(icu_numbers *_Nonnull numbers);

enum icu_number_symbol {
    ICU_DECIMAL_SEPARATOR,
    ICU_GROUPING_SEPARATOR,
    ICU_MONETARY_DECIMAL_SEPARATOR,
    ICU_MONETARY_GROUPING_SEPARATOR,
    ICU_MINUS,
    ICU_ZERO,
};

int32_t icu_numbers_symbol(
    const icu_numbers *_Nonnull numbers,
    enum icu_number_symbol symbol,
    uint16_t *_Nonnull text,
    int32_t capacity);

/// The number of digits in the last group (0 if digits are not grouped), or in the groups before it (0 if it is the same).
int32_t icu_numbers_group(const icu_numbers *_Nonnull numbers, bool isLast);

/// Writes a number, and sets `digits` to the positions at which its digits, including separators, begin and end.
int32_t icu_numbers_write(
    const icu_numbers *_Nonnull numbers,
    int64_t number,
    uint16_t *_Nonnull text,
    int32_t capacity,
    int32_t digits[_Nonnull 2]);

// MARK: Dates

/// The pattern in CLDR's letters with which a language formats the given fields, which are letters as well (`yMMdd`, at most
/// 16; `j` is the hour in the language's usual clock).
int32_t icu_date_pattern(
    const char *_Nonnull locale,
    const char *_Nonnull fields,
    uint16_t *_Nonnull text,
    int32_t capacity);

/// The names and digits of dates in a language; NULL if ICU fails.
typedef struct icu_dates icu_dates;
icu_dates *_Nullable icu_dates_open(const char *_Nonnull locale);
void icu_dates_close(icu_dates *_Nonnull dates);

enum icu_date_names {
    /// Twelve names in each list. Months beside a day and standalone months can have different forms.
    ICU_MONTHS,
    ICU_SHORT_MONTHS,
    ICU_LONE_MONTHS,
    ICU_SHORT_LONE_MONTHS,
    /// Seven names in each list, from 1 for Sunday.
    ICU_WEEKDAYS,
    ICU_SHORT_WEEKDAYS,
    ICU_SHORTEST_WEEKDAYS,
    ICU_NARROW_WEEKDAYS,
    /// Two names: before and after noon.
    ICU_DAY_PERIODS,
};

int32_t icu_dates_name(
    const icu_dates *_Nonnull dates,
    enum icu_date_names names,
    int32_t index,
    uint16_t *_Nonnull text,
    int32_t capacity);

/// The digit 0 in dates.
int32_t icu_dates_zero(const icu_dates *_Nonnull dates, uint16_t *_Nonnull text, int32_t capacity);

/// The first day of the week in a locale's region, 1 for Sunday; 0 if ICU fails.
int32_t icu_first_weekday(const char *_Nonnull locale);

// MARK: Plurals

/// The rules for a language's plural forms; NULL if ICU fails.
typedef struct icu_plurals icu_plurals;
icu_plurals *_Nullable icu_plurals_open(const char *_Nonnull locale);
void icu_plurals_close(icu_plurals *_Nonnull plurals);

/// CLDR's name of the plural form for a number.
int32_t icu_plurals_category(const icu_plurals *_Nonnull plurals, int64_t number, uint16_t *_Nonnull text, int32_t capacity);

// MARK: Lists

/// The format of lists in a language; NULL if ICU fails.
typedef struct icu_lists icu_lists;
icu_lists *_Nullable icu_lists_open(const char *_Nonnull locale);
void icu_lists_close(icu_lists *_Nonnull lists);

/// Writes several texts as one list. `things` contains the texts without separators, and `lengths` their numbers of code
/// units.
int32_t icu_lists_write(
    const icu_lists *_Nonnull lists,
    const uint16_t *_Nonnull things,
    const int32_t *_Nonnull lengths,
    int32_t count,
    uint16_t *_Nonnull text,
    int32_t capacity);

// MARK: Words

/// The word boundaries of a language; NULL if ICU fails.
typedef struct icu_words icu_words;
icu_words *_Nullable icu_words_open(const char *_Nonnull locale);
void icu_words_close(icu_words *_Nonnull words);

/// Starts reading a text, UTF-8 of `size` bytes, whose memory must stay valid while its words are read. Returns false if ICU
/// fails.
bool icu_words_read(icu_words *_Nonnull words, const char *_Nonnull text, int64_t size);

/// Sets `word` to the offsets at which the next word begins and ends, in bytes. Returns false after the last word. Spaces and
/// punctuation are not words.
bool icu_words_next(icu_words *_Nonnull words, int32_t word[_Nonnull 2]);
