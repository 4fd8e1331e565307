// ICU's functions, by the names of its documentation.
#pragma once

// ICU puts its version behind the name of every function (`unum_open_72`), which its headers hide with macros. They are turned off:
// the loader adds the version.
#define U_DISABLE_RENAMING 1
#include <stdint.h>
#include <unicode/ubrk.h>
#include <unicode/ucal.h>
#include <unicode/udat.h>
#include <unicode/udatpg.h>
#include <unicode/ulistformatter.h>
#include <unicode/uloc.h>
#include <unicode/unum.h>
#include <unicode/unumberformatter.h>
#include <unicode/upluralrules.h>
#include <unicode/utext.h>

/// The functions that formd calls.
#define ICU_FUNCTIONS(function) \
    function(ubrk_close) \
    function(ubrk_current) \
    function(ubrk_getRuleStatus) \
    function(ubrk_next) \
    function(ubrk_open) \
    function(ubrk_setUText) \
    function(ucal_close) \
    function(ucal_getAttribute) \
    function(ucal_open) \
    function(udat_close) \
    function(udat_getNumberFormat) \
    function(udat_getSymbols) \
    function(udat_open) \
    function(udatpg_close) \
    function(udatpg_getBestPattern) \
    function(udatpg_open) \
    function(uenum_close) \
    function(uenum_next) \
    function(ulistfmt_close) \
    function(ulistfmt_format) \
    function(ulistfmt_open) \
    function(uloc_isRightToLeft) \
    function(uloc_openAvailableByType) \
    function(unum_close) \
    function(unum_getAttribute) \
    function(unum_getSymbol) \
    function(unum_open) \
    function(unum_setTextAttribute) \
    function(unumf_close) \
    function(unumf_closeResult) \
    function(unumf_formatInt) \
    function(unumf_openForSkeletonAndLocale) \
    function(unumf_openResult) \
    function(unumf_resultNextFieldPosition) \
    function(unumf_resultToString) \
    function(uplrules_close) \
    function(uplrules_open) \
    function(uplrules_select) \
    function(utext_close) \
    function(utext_openUTF8)

struct icu_functions {
#define ICU_MEMBER(name) __typeof__(name) *name;
    ICU_FUNCTIONS(ICU_MEMBER)
#undef ICU_MEMBER
};

/// Filled in by `icu_load`.
extern struct icu_functions icu;

/// What a function of `CICU.h` answers that writes a text: how many code units it has written, or -1.
static inline int32_t icu_count(int32_t count, int32_t capacity, UErrorCode status)
{
    return U_SUCCESS(status) && count <= capacity ? count : -1;
}
