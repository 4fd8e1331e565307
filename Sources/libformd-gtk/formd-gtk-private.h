#pragma once

/* What the library's files share. Nothing here is exported. */

#include "formd-gtk.h"

#include <string.h>

/* How a field is filled in. */
typedef enum { FACE_NOTE, FACE_TEXT, FACE_TEXT_VIEW, FACE_TOGGLE, FACE_DATE, FACE_MENU, FACE_LIST, FACE_ROW } Face;

Face _formd_gtk_face(FormdField *field);

/* The widget of an element: a field with its label, control and hint; or a heading, a row's buttons, a review. */
GtkWidget *_formd_gtk_element_new(FormdElement *element, FormdSession *session);

/* Loads the answers again that a review shows. */
void _formd_gtk_review_update(GtkWidget *review);

/* The control of a field, without label and hint. The widget that takes the focus is `*focus`. */
GtkWidget *_formd_gtk_control_new(FormdField *field, GtkWidget **focus);

/* The list of a field's options with a search entry, for a popover. */
GtkWidget *_formd_gtk_options_new(FormdField *field, GtkPopover *popover);

/* The text of a secret that the user reveals; NULL shows the field's own text again. */
void _formd_gtk_text_reveal(GtkWidget *widget, const char *revealed);

/* Pango's markup of one of the field's plain texts: `text`, `label` or `hint`. */
char *_formd_gtk_markup(FormdField *field, const char *part, const char *text);

/* Marks the widget that shows a field, so that the view finds the field of the focused widget. */
void _formd_gtk_set_field(GtkWidget *widget, FormdField *field);
FormdField *_formd_gtk_get_field(GtkWidget *widget);
