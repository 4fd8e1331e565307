#include "CICU.h"
#include "library.h"

icu_words *icu_words_open(const char *locale)
{
    UErrorCode status = U_ZERO_ERROR;
    UBreakIterator *words = icu.ubrk_open(UBRK_WORD, locale, NULL, 0, &status);
    return U_SUCCESS(status) ? (icu_words *)words : NULL;
}

void icu_words_close(icu_words *words)
{
    icu.ubrk_close((UBreakIterator *)words);
}

bool icu_words_read(icu_words *words, const char *text, int64_t size)
{
    UErrorCode status = U_ZERO_ERROR;
    UText *utext = icu.utext_openUTF8(NULL, text, size, &status);
    icu.ubrk_setUText((UBreakIterator *)words, utext, &status);
    // The iterator has its own handle of the text.
    if (utext)
        icu.utext_close(utext);
    return U_SUCCESS(status);
}

bool icu_words_next(icu_words *words, int32_t word[2])
{
    UBreakIterator *iterator = (UBreakIterator *)words;
    do {
        word[0] = icu.ubrk_current(iterator);
        word[1] = icu.ubrk_next(iterator);
        if (word[1] == UBRK_DONE)
            return false;
    } while (icu.ubrk_getRuleStatus(iterator) < UBRK_WORD_NONE_LIMIT);
    return true;
}
