#pragma once

#include <formd-types.h>

G_BEGIN_DECLS

FormdOptions *formd_options_new(FormdField *field);
FormdField *formd_options_get_field(FormdOptions *self);
const char *formd_options_get_filter(FormdOptions *self);
void formd_options_set_filter(FormdOptions *self, const char *filter);
gboolean formd_options_get_loading(FormdOptions *self);

G_END_DECLS
