// FriBidi, which orders texts by Unicode's bidirectional algorithm. This header wraps FriBidi's macros in functions, because
// Swift cannot import macros with computations.
#pragma once

#include <fribidi.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/// Whether a text is written from right to left. Its first letter determines this; `otherwise` applies to a text without
/// letters.
static inline bool bidi_is_right_to_left(const uint32_t *text, int length, bool otherwise)
{
    for (int index = 0; index < length; index++) {
        FriBidiCharType type = fribidi_get_bidi_type(text[index]);
        if (FRIBIDI_IS_LETTER(type))
            return FRIBIDI_IS_RTL(type);
    }
    return otherwise;
}

/// Computes the embedding level of each of a paragraph's code points, which is odd where the text is written from right to
/// left, and its type, which `bidi_order_line` needs. Replaces `text` with the code points to draw: mirrored brackets and
/// joined Arabic letters. There must be at least one code point. Returns false if there is not enough memory.
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
        // Without ligatures, so that the number of code points does not change.
        fribidi_shape(FRIBIDI_FLAG_SHAPE_MIRRORING | FRIBIDI_FLAG_SHAPE_ARAB_PRES, levels, length, joining, text);
    }
    free(brackets);
    free(joining);
    return succeeds;
}

/// Writes to `order` the indices in the paragraph of a line's code points, in their order from left to right. `order` has
/// room for the whole paragraph. Returns false if there is not enough memory.
static inline bool bidi_order_line(
    const uint32_t *types, int8_t *levels, int start, int length, bool is_right_to_left, int32_t *order)
{
    FriBidiParType direction = is_right_to_left ? FRIBIDI_PAR_RTL : FRIBIDI_PAR_LTR;
    for (int index = start; index < start + length; index++)
        order[index] = index;
    return fribidi_reorder_line(0, types, length, start, direction, levels, NULL, order) != 0;
}
