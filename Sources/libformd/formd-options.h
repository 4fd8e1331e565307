#pragma once

#include <formd-types.h>

G_BEGIN_DECLS

gboolean formd_option_get_loaded(FormdOption *self);
guint formd_option_get_index(FormdOption *self);
const char *formd_option_get_value(FormdOption *self);
const char *formd_option_get_label(FormdOption *self);

FormdOptions *formd_options_new(FormdField *field);
FormdField *formd_options_get_field(FormdOptions *self);
const char *formd_options_get_filter(FormdOptions *self);
void formd_options_set_filter(FormdOptions *self, const char *filter);
gboolean formd_options_get_loading(FormdOptions *self);

G_END_DECLS
