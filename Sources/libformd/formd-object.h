#pragma once

#include <formd-types.h>

G_BEGIN_DECLS

const char *formd_object_get_name(FormdObject *self);
const char *formd_object_get_path(FormdObject *self);
FormdSession *formd_object_get_session(FormdObject *self);
GVariant *formd_object_lookup(FormdObject *self, const char *name);
void formd_object_call_async(FormdObject *self, const char *method, GVariant *arguments, GCancellable *cancellable,
                             GAsyncReadyCallback callback, gpointer user_data);
GVariant *formd_object_call_finish(FormdObject *self, GAsyncResult *result, GError **error);

G_END_DECLS
