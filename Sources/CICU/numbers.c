#include <stdio.h>
#include <stdlib.h>

#include "CICU.h"
#include "library.h"

/// Two of ICU's formatters: the older one returns its symbols, and the newer one implements all rules of CLDR.
struct icu_numbers {
    UNumberFormat *symbols;
    UNumberFormatter *formatter;
};

icu_numbers *icu_numbers_open(enum icu_number_style style, const char *locale, const char *currency)
{
    static const UNumberFormatStyle styles[] = {
        [ICU_DECIMAL] = UNUM_DECIMAL,
        [ICU_PERCENT] = UNUM_PERCENT,
        [ICU_CURRENCY] = UNUM_CURRENCY,
    };
    static const char *const units[] = {[ICU_DECIMAL] = "", [ICU_PERCENT] = "percent", [ICU_CURRENCY] = "currency/"};
    char words[64];
    UChar skeleton[sizeof words];
    int32_t length = snprintf(words, sizeof words, "precision-integer %s%.3s", units[style], currency);
    for (int32_t index = 0; index < length; index++)
        skeleton[index] = (UChar)words[index];

    icu_numbers *numbers = calloc(1, sizeof *numbers);
    if (!numbers)
        return NULL;
    UErrorCode status = U_ZERO_ERROR;
    numbers->symbols = icu.unum_open(styles[style], NULL, 0, locale, NULL, &status);
    numbers->formatter = icu.unumf_openForSkeletonAndLocale(skeleton, length, locale, &status);
    if (style == ICU_CURRENCY && U_SUCCESS(status))
        // Some currencies have separators of their own in some locales.
        icu.unum_setTextAttribute(numbers->symbols, UNUM_CURRENCY_CODE, skeleton + length - 3, 3, &status);
    if (U_SUCCESS(status))
        return numbers;
    icu_numbers_close(numbers);
    return NULL;
}

void icu_numbers_close(icu_numbers *numbers)
{
    icu.unum_close(numbers->symbols);
    icu.unumf_close(numbers->formatter);
    free(numbers);
}

int32_t icu_numbers_symbol(const icu_numbers *numbers, enum icu_number_symbol symbol, uint16_t *text, int32_t capacity)
{
    static const UNumberFormatSymbol symbols[] = {
        [ICU_DECIMAL_SEPARATOR] = UNUM_DECIMAL_SEPARATOR_SYMBOL,
        [ICU_GROUPING_SEPARATOR] = UNUM_GROUPING_SEPARATOR_SYMBOL,
        [ICU_MONETARY_DECIMAL_SEPARATOR] = UNUM_MONETARY_SEPARATOR_SYMBOL,
        [ICU_MONETARY_GROUPING_SEPARATOR] = UNUM_MONETARY_GROUPING_SEPARATOR_SYMBOL,
        [ICU_MINUS] = UNUM_MINUS_SIGN_SYMBOL,
        [ICU_ZERO] = UNUM_ZERO_DIGIT_SYMBOL,
    };
    UErrorCode status = U_ZERO_ERROR;
    int32_t count = icu.unum_getSymbol(numbers->symbols, symbols[symbol], text, capacity, &status);
    return icu_count(count, capacity, status);
}

int32_t icu_numbers_group(const icu_numbers *numbers, bool isLast)
{
    if (!icu.unum_getAttribute(numbers->symbols, UNUM_GROUPING_USED))
        return 0;
    return icu.unum_getAttribute(numbers->symbols, isLast ? UNUM_GROUPING_SIZE : UNUM_SECONDARY_GROUPING_SIZE);
}

int32_t icu_numbers_write(const icu_numbers *numbers, int64_t number, uint16_t *text, int32_t capacity, int32_t digits[2])
{
    UErrorCode status = U_ZERO_ERROR;
    UFormattedNumber *result = icu.unumf_openResult(&status);
    // If all fields were requested, ICU would search for invisible characters beside the sign, and first build the set of
    // these characters.
    UFieldPosition integer = {.field = UNUM_INTEGER_FIELD};
    int32_t count = -1;
    bool isFound = false;
    if (U_SUCCESS(status)) {
        icu.unumf_formatInt(numbers->formatter, number, result, &status);
        count = icu.unumf_resultToString(result, text, capacity, &status);
        isFound = icu.unumf_resultNextFieldPosition(result, &integer, &status);
        digits[0] = integer.beginIndex;
        digits[1] = integer.endIndex;
    }
    icu.unumf_closeResult(result);
    return isFound ? icu_count(count, capacity, status) : -1;
}
