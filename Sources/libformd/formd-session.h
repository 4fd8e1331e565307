#pragma once

#include <formd-types.h>

G_BEGIN_DECLS

void formd_session_open_async(const char *address, const char *form, GVariant *options, GCancellable *cancellable,
                              GAsyncReadyCallback callback, gpointer user_data);
void formd_session_open_definition_async(const char *address, const char *definition, GVariant *options,
                                         GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data);
void formd_session_attach_async(const char *address, const char *path, GCancellable *cancellable,
                                GAsyncReadyCallback callback, gpointer user_data);
FormdSession *formd_session_open_finish(GAsyncResult *result, GError **error);
FormdSession *formd_session_open_definition_finish(GAsyncResult *result, GError **error);
FormdSession *formd_session_attach_finish(GAsyncResult *result, GError **error);

gboolean formd_session_get_connected(FormdSession *self);
gboolean formd_session_get_responsive(FormdSession *self);
const char *formd_session_get_close_reason(FormdSession *self);
FormdField *formd_session_get_field(FormdSession *self, const char *name);
FormdField *formd_session_get_keyboard(FormdSession *self);
const char *formd_session_get_label(FormdSession *self, const char *button);

void formd_session_set_values(FormdSession *self, GVariant *values);
void formd_session_set_errors(FormdSession *self, GVariant *errors);

void formd_session_submit_async(FormdSession *self, GCancellable *cancellable, GAsyncReadyCallback callback,
                                gpointer user_data);
GVariant *formd_session_submit_finish(FormdSession *self, GAsyncResult *result, GError **error);
void formd_session_submit_document_async(FormdSession *self, GCancellable *cancellable, GAsyncReadyCallback callback,
                                         gpointer user_data);
char *formd_session_submit_document_finish(FormdSession *self, GAsyncResult *result, GError **error);
void formd_session_get_review_async(FormdSession *self, GCancellable *cancellable, GAsyncReadyCallback callback,
                                    gpointer user_data);
GVariant *formd_session_get_review_finish(FormdSession *self, GAsyncResult *result, GError **error);

G_END_DECLS
