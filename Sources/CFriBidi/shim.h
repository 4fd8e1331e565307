// FriBidi, which orders texts by Unicode's bidirectional algorithm. What FriBidi has as macros is here as functions, because
// Swift does not see macros that compute.
#pragma once

#include <fribidi.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/// Whether a text runs from right to left: as its first letter does, or as it is told if it has no letter.
static inline bool bidi_is_right_to_left(const uint32_t *text, int length, bool otherwise)
{
    for (int index = 0; index < length; index++) {
        FriBidiCharType type = fribidi_get_bidi_type(text[index]);
        if (FRIBIDI_IS_LETTER(type))
            return FRIBIDI_IS_RTL(type);
    }
    return otherwise;
}

/// Gives each of a paragraph's code points its level, which is odd where the text runs from right to left, and its type, which
/// `bidi_order_line` wants. `text` becomes what is to be drawn: brackets turned round, Arabic letters joined. There has to be
/// one code point at least. Returns false if there is no memory.
static inline bool bidi_resolve(uint32_t *text, int length, bool is_right_to_left, uint32_t *types, int8_t *levels)
{
    FriBidiParType direction = is_right_to_left ? FRIBIDI_PAR_RTL : FRIBIDI_PAR_LTR;
    FriBidiBracketType *brackets = (FriBidiBracketType *)calloc((size_t)length, sizeof *brackets);
    FriBidiArabicProp *joining = (FriBidiArabicProp *)calloc((size_t)length, sizeof *joining);
    bool succeeds = brackets && joining;
    if (succeeds) {
        fribidi_get_bidi_types(text, length, types);
        fribidi_get_bracket_types(text, length, types, brackets);
        succeeds = fribidi_get_par_embedding_levels_ex(types, brackets, length, &direction, levels) != 0;
    }
    if (succeeds) {
        fribidi_get_joining_types(text, length, joining);
        fribidi_join_arabic(types, length, levels, joining);
        // Without ligatures, so that each code point stays one.
        fribidi_shape(FRIBIDI_FLAG_SHAPE_MIRRORING | FRIBIDI_FLAG_SHAPE_ARAB_PRES, levels, length, joining, text);
    }
    free(brackets);
    free(joining);
    return succeeds;
}

/// Puts the places of a line's code points in the paragraph into the order in which they stand from left to right. `order` has
/// room for the whole paragraph. Returns false if there is no memory.
static inline bool bidi_order_line(
    const uint32_t *types, int8_t *levels, int start, int length, bool is_right_to_left, int32_t *order)
{
    FriBidiParType direction = is_right_to_left ? FRIBIDI_PAR_RTL : FRIBIDI_PAR_LTR;
    for (int index = start; index < start + length; index++)
        order[index] = index;
    return fribidi_reorder_line(0, types, length, start, direction, levels, NULL, order) != 0;
}
