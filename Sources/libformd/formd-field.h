#pragma once

#include <formd-types.h>

G_BEGIN_DECLS

/* Typing. */
void formd_field_insert_text(FormdField *self, const char *text);
void formd_field_delete(FormdField *self, const char *unit, int count);
void formd_field_move_caret(FormdField *self, const char *unit, int count, gboolean extend);
void formd_field_replace_range(FormdField *self, guint start, guint length, const char *text);
void formd_field_select(FormdField *self, guint start, guint length);
void formd_field_set_composition(FormdField *self, const char *text, guint caret);
void formd_field_edit(FormdField *self, const char *action, const char *text);
void formd_field_press_return(FormdField *self);
void formd_field_press_action_button(FormdField *self);
void formd_field_clear(FormdField *self);

/* Choosing. */
void formd_field_select_option(FormdField *self, guint index);
void formd_field_select_options(FormdField *self, const guint *indices, gsize count);
void formd_field_select_date(FormdField *self, const char *date);
void formd_field_toggle(FormdField *self);
void formd_field_step(FormdField *self, int count);

/* The focus, and what programs do. */
void formd_field_focus(FormdField *self);
void formd_field_blur(FormdField *self);
void formd_field_validate(FormdField *self, gboolean force);
void formd_field_reset(FormdField *self);
void formd_field_set_error(FormdField *self, const char *message);
void formd_field_reset_error(FormdField *self);
void formd_field_reveal_async(FormdField *self, GCancellable *cancellable, GAsyncReadyCallback callback,
                              gpointer user_data);
char *formd_field_reveal_finish(FormdField *self, GAsyncResult *result, GError **error);
void formd_field_edit_async(FormdField *self, const char *action, const char *text, GCancellable *cancellable,
                            GAsyncReadyCallback callback, gpointer user_data);
char *formd_field_edit_finish(FormdField *self, GAsyncResult *result, GError **error);

G_END_DECLS
