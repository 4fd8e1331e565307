#pragma once

#include <formd.h>
#include <gtk/gtk.h>

/* libformd-gtk: a form session of formd as widgets of GTK 4. */

G_BEGIN_DECLS

typedef struct _FormdGtkView FormdGtkView;
typedef struct _FormdGtkViewClass FormdGtkViewClass;

#define FORMD_GTK_TYPE_VIEW (formd_gtk_view_get_type())
GType formd_gtk_view_get_type(void);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FormdGtkView, g_object_unref)

G_GNUC_UNUSED static inline FormdGtkView *FORMD_GTK_VIEW(gpointer object) {
    return G_TYPE_CHECK_INSTANCE_CAST(object, formd_gtk_view_get_type(), FormdGtkView);
}
G_GNUC_UNUSED static inline gboolean FORMD_GTK_IS_VIEW(gpointer object) {
    return G_TYPE_CHECK_INSTANCE_TYPE(object, formd_gtk_view_get_type());
}

GtkWidget *formd_gtk_view_new(FormdSession *session);
FormdSession *formd_gtk_view_get_session(FormdGtkView *self);
void formd_gtk_view_submit(FormdGtkView *self);
void formd_gtk_view_show_message(FormdGtkView *self, const char *message);

void formd_gtk_bind_text(FormdField *field, GtkWidget *widget);

G_END_DECLS
