#pragma once

/* What the library's files share. Nothing here is exported. */

#include "formd-gtk.h"

#include <string.h>

/* How a field is filled in. */
typedef enum {
    FACE_NOTE,
    FACE_TEXT,
    FACE_TEXT_VIEW,
    FACE_SLIDER,
    FACE_TOGGLE,
    FACE_DATE,
    FACE_MENU,
    FACE_LIST,
    FACE_ROW,
    FACE_RATING,
    FACE_GRID,
} Face;

Face _formd_gtk_face(FormdField *field);

/* A text of the window itself in the session's language; `word` is a WORD_ of formd-gtk-words.h. */
const char *_formd_gtk_word(FormdSession *session, unsigned word);

/* The widget of an element: a field with its label, control and hint; or a heading, a row's buttons, a review. */
GtkWidget *_formd_gtk_element_new(FormdElement *element, FormdSession *session);
GtkWidget *_formd_gtk_field_new(FormdField *field);

/* A field as formd draws it, with its frames, colours and heights. */
GtkWidget *_formd_gtk_drawn_new(FormdField *field);

/* The icon of an image that a field's button has in the contract. */
const char *_formd_gtk_icon(const char *image);

/* Reveals the text of a secret in the entry while the user wants to see it. */
void _formd_gtk_follow_secret(FormdField *field, GtkWidget *entry);

/* Tells assistive technologies what is wrong with a field, and what it needs. */
void _formd_gtk_describe(GtkWidget *focus, FormdField *field);

/* Shows the labels of the options above a row of a table. */
void _formd_gtk_field_show_header(GtkWidget *widget, gboolean is_first);

/* Whether a change of a widget is animated: it can be seen, and the user has not reduced motion. */
gboolean _formd_gtk_animates(GtkWidget *widget);

/* A label that wraps. */
GtkWidget *_formd_gtk_label_new(const char *text);
void _formd_gtk_label_set(GtkWidget *label, const char *text);

/* Gives a check button a label that wraps. */
void _formd_gtk_check_set(GtkWidget *check, const char *text);

/* At most as much of a text as can be shown quickly: Pango takes seconds to wrap a word of 64 kB. Free it. */
char *_formd_gtk_cut(const char *text);

/* The control of a field, without label and hint. The widget that takes the focus is `*focus`. */
GtkWidget *_formd_gtk_control_new(FormdField *field, GtkWidget **focus);
GtkWidget *_formd_gtk_choices_new(FormdField *field, Face face, GtkWidget **focus);
GtkWidget *_formd_gtk_menu_new(FormdField *field, Face face, GtkWidget **focus);
GtkWidget *_formd_gtk_slider_new(FormdField *field, GtkWidget **focus);

/* The title of a field in its control: large in an empty one, small above a text. */
GtkWidget *_formd_gtk_title_new(GtkWidget *control, GtkWidget *label, FormdField *field);

/* The list of a field's options with a search entry, for a popover. */
GtkWidget *_formd_gtk_options_new(FormdField *field, GtkPopover *popover);

/* Whether an option is chosen. */
gboolean _formd_gtk_is_chosen(FormdField *field, guint index);

/* The text of a secret that the user reveals; NULL shows the field's own text again. */
void _formd_gtk_text_reveal(GtkWidget *widget, const char *revealed);

/* Pango's markup of one of the field's plain texts: `text`, `label` or `hint`. */
char *_formd_gtk_markup(FormdField *field, const char *part, const char *text);

/* Marks the widget that shows a field, so that the view finds the field of the focused widget. */
void _formd_gtk_set_field(GtkWidget *widget, FormdField *field);
FormdField *_formd_gtk_get_field(GtkWidget *widget);

/* Calls `update` with the widget when one of the field's properties changes; the list ends with NULL. */
void _formd_gtk_follow(FormdField *field, GtkWidget *widget, void (*update)(GtkWidget *widget),
                       const char *const *properties);

/* The layout of the form: the elements from top to bottom, in twelve columns if there is room; or formd's own layout. */
GtkLayoutManager *_formd_gtk_flow_new(void);
void _formd_gtk_flow_set_session(GtkLayoutManager *flow, FormdSession *session);
FormdElement *_formd_gtk_get_element(GtkWidget *row);
void _formd_gtk_set_element(GtkWidget *row, FormdElement *element);
