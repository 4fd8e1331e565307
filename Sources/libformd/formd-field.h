#pragma once

#include <formd-types.h>

G_BEGIN_DECLS

/* Typing. */
void formd_field_edit(FormdField *self, const char *action, const char *text);

/* Choosing. */
void formd_field_select_options(FormdField *self, const guint *indices, gsize count);
void formd_field_step(FormdField *self, int count);

/* The focus, and what programs do. */
void formd_field_reveal_async(FormdField *self, GCancellable *cancellable, GAsyncReadyCallback callback,
                              gpointer user_data);
char *formd_field_reveal_finish(FormdField *self, GAsyncResult *result, GError **error);
void formd_field_edit_async(FormdField *self, const char *action, const char *text, GCancellable *cancellable,
                            GAsyncReadyCallback callback, gpointer user_data);
char *formd_field_edit_finish(FormdField *self, GAsyncResult *result, GError **error);

G_END_DECLS
