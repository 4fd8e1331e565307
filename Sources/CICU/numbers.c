#include <string.h>

#include "CICU.h"
#include "library.h"

icu_numbers *icu_numbers_open(enum icu_number_style style, const char *locale, const char *currency)
{
    static const UNumberFormatStyle styles[] = {
        [ICU_DECIMAL] = UNUM_DECIMAL,
        [ICU_PERCENT] = UNUM_PERCENT,
        [ICU_CURRENCY] = UNUM_CURRENCY,
    };
    UErrorCode status = U_ZERO_ERROR;
    UNumberFormat *format = icu.unum_open(styles[style], NULL, 0, locale, NULL, &status);
    if (U_FAILURE(status))
        return NULL;
    if (style == ICU_CURRENCY) {
        UChar code[4] = {0};
        for (int32_t index = 0; index < 3 && currency[index]; index++)
            code[index] = (UChar)currency[index];
        icu.unum_setTextAttribute(format, UNUM_CURRENCY_CODE, code, 3, &status);
    }
    icu.unum_setAttribute(format, UNUM_MAX_FRACTION_DIGITS, 0);
    // By itself ICU does not heed how many digits the language wants before the first separator.
    icu.unum_setAttribute(format, UNUM_MINIMUM_GROUPING_DIGITS, UNUM_MINIMUM_GROUPING_DIGITS_AUTO);
    if (U_FAILURE(status)) {
        icu.unum_close(format);
        return NULL;
    }
    return (icu_numbers *)format;
}

void icu_numbers_close(icu_numbers *numbers)
{
    icu.unum_close((UNumberFormat *)numbers);
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
    int32_t count = icu.unum_getSymbol((const UNumberFormat *)numbers, symbols[symbol], text, capacity, &status);
    return icu_count(count, capacity, status);
}

int32_t icu_numbers_group(const icu_numbers *numbers, bool isLast)
{
    const UNumberFormat *format = (const UNumberFormat *)numbers;
    if (!icu.unum_getAttribute(format, UNUM_GROUPING_USED))
        return 0;
    return icu.unum_getAttribute(format, isLast ? UNUM_GROUPING_SIZE : UNUM_SECONDARY_GROUPING_SIZE);
}

int32_t icu_numbers_write(const icu_numbers *numbers, int64_t number, uint16_t *text, int32_t capacity, int32_t digits[2])
{
    UErrorCode status = U_ZERO_ERROR;
    UFieldPositionIterator *fields = icu.ufieldpositer_open(&status);
    if (U_FAILURE(status))
        return -1;
    int32_t count =
        icu.unum_formatDoubleForFields((const UNumberFormat *)numbers, (double)number, text, capacity, fields, &status);
    int32_t begin, end, field;
    bool isFound = false;
    while ((field = icu.ufieldpositer_next(fields, &begin, &end)) >= 0) {
        if (field == UNUM_INTEGER_FIELD) {
            digits[0] = begin;
            digits[1] = end;
            isFound = true;
        }
    }
    icu.ufieldpositer_close(fields);
    return isFound ? icu_count(count, capacity, status) : -1;
}
