#pragma once

#include <formd-types.h>

G_BEGIN_DECLS

const char *formd_element_get_kind(FormdElement *self);
const char *formd_element_get_id(FormdElement *self);
const char *formd_element_get_title(FormdElement *self);
guint formd_element_get_depth(FormdElement *self);
guint formd_element_get_page(FormdElement *self);
guint formd_element_get_span(FormdElement *self);
gboolean formd_element_get_visible(FormdElement *self);
gboolean formd_element_get_can_add(FormdElement *self);
gboolean formd_element_get_can_remove(FormdElement *self);
gboolean formd_element_get_can_move(FormdElement *self);
FormdField *formd_element_get_field(FormdElement *self);

G_END_DECLS
