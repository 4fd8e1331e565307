#include "formd-gtk-private.h"

/* A field with its label, control and hint. */

/* --- Which field a widget shows */

static GQuark field_quark(void) { return g_quark_from_static_string("formd-field"); }

void _formd_gtk_set_field(GtkWidget *widget, FormdField *field) {
    g_object_set_qdata_full(G_OBJECT(widget), field_quark(), g_object_ref(field), g_object_unref);
}

FormdField *_formd_gtk_get_field(GtkWidget *widget) { return g_object_get_qdata(G_OBJECT(widget), field_quark()); }

void _formd_gtk_follow(FormdField *field, GtkWidget *widget, void (*update)(GtkWidget *widget),
                       const char *const *properties) {
    for (; *properties != NULL; properties++) {
        g_autofree char *signal = g_strconcat("notify::", *properties, NULL);
        g_signal_connect_object(field, signal, G_CALLBACK(update), widget, G_CONNECT_SWAPPED);
    }
    update(widget);
}

gboolean _formd_gtk_animates(GtkWidget *widget) {
    gboolean is_animated = FALSE;
    g_object_get(gtk_widget_get_settings(widget), "gtk-enable-animations", &is_animated, NULL);
    return is_animated && gtk_widget_get_mapped(widget);
}

/* --- Texts */

/* The longest texts that are shown whole, in characters. */
#define LONGEST_TEXT 1000
#define LONGEST_NOTE 10000

static char *cut(const char *text, glong longest) {
    if (strlen(text) <= (gsize)longest || g_utf8_strlen(text, -1) <= longest) return g_strdup(text);
    g_autofree char *beginning = g_utf8_substring(text, 0, longest);
    return g_strconcat(beginning, "…", NULL);
}

char *_formd_gtk_cut(const char *text) { return cut(text, LONGEST_TEXT); }

static const struct {
    const char *style, *opening, *closing;
} styles[] = {{"strong", "<b>", "</b>"}, {"emphasis", "<i>", "</i>"}, {"code", "<tt>", "</tt>"},
              {"item", "•\u00a0", ""}};

/* Spans that overlap or lie outside the text, which formd does not send, are left out: the markup is always well formed. */
char *_formd_gtk_markup(FormdField *field, const char *part, const char *text) {
    g_autoptr(GString) markup = g_string_new(NULL);
    g_autofree char *shown = cut(text, strcmp(part, "text") == 0 ? LONGEST_NOTE : LONGEST_TEXT);
    const char *rest = shown;
    glong position = 0, length = g_utf8_strlen(shown, -1);
    GVariant *spans = formd_field_get_markup(field);
    gsize count = spans != NULL ? g_variant_n_children(spans) : 0;
    for (gsize index = 0; index < count; index++) {
        const char *of, *style, *address;
        guint start, size;
        g_variant_get_child(spans, index, "(&suu&s&s)", &of, &start, &size, &style, &address);
        if (strcmp(of, part) != 0 || size == 0) continue;
        if (start < position || start > length || size > length - start) continue;
        const char *opening = NULL, *closing = NULL;
        for (guint known = 0; known < G_N_ELEMENTS(styles); known++) {
            if (strcmp(style, styles[known].style) != 0) continue;
            opening = styles[known].opening;
            closing = styles[known].closing;
        }
        /* Only addresses of the web and of mail are links. */
        gboolean is_link = strcmp(style, "link") == 0 && (g_str_has_prefix(address, "https://") ||
            g_str_has_prefix(address, "http://") || g_str_has_prefix(address, "mailto:"));
        if (opening == NULL && !is_link) continue;
        const char *first = g_utf8_offset_to_pointer(rest, start - position);
        const char *last = g_utf8_offset_to_pointer(first, size);
        g_autofree char *before = g_markup_escape_text(rest, first - rest), *inside = g_markup_escape_text(first, last - first);
        g_string_append(markup, before);
        if (is_link) {
            g_autofree char *escaped = g_markup_escape_text(address, -1);
            g_string_append_printf(markup, "<a href=\"%s\">%s</a>", escaped, inside);
        } else {
            g_string_append_printf(markup, "%s%s%s", opening, inside, closing);
        }
        rest = last;
        position = (glong)start + (glong)size;
    }
    g_autofree char *end = g_markup_escape_text(rest, -1);
    g_string_append(markup, end);
    return g_string_free(g_steal_pointer(&markup), FALSE);
}

void _formd_gtk_label_set(GtkWidget *label, const char *text) {
    g_autofree char *shown = _formd_gtk_cut(text);
    gtk_label_set_text(GTK_LABEL(label), shown);
}

void _formd_gtk_check_set(GtkWidget *check, const char *text) {
    g_autofree char *shown = _formd_gtk_cut(text);
    gtk_check_button_set_label(GTK_CHECK_BUTTON(check), shown);
    /* A long label must not widen the window. */
    GtkWidget *label = gtk_widget_get_last_child(check);
    if (GTK_IS_LABEL(label)) g_object_set(label, "wrap", TRUE, "wrap-mode", PANGO_WRAP_WORD_CHAR, NULL);
}

GtkWidget *_formd_gtk_label_new(const char *text) {
    GtkWidget *label = gtk_label_new(NULL);
    if (text != NULL) _formd_gtk_label_set(label, text);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_label_set_wrap(GTK_LABEL(label), TRUE);
    gtk_label_set_wrap_mode(GTK_LABEL(label), PANGO_WRAP_WORD_CHAR);
    return label;
}

/* --- A field */

typedef struct {
    FormdField *field; /* not owned: the widget owns it */
    Face face;
    GtkWidget *label, *hint, *focus;
    GtkWidget *header; /* of a table; NULL in other fields */
} Parts;

#define KEY "formd-parts"

/* The longest label, in characters, that is a title in the control. */
#define LONGEST_TITLE 60

static void set_class(GtkWidget *widget, const char *class, gboolean has) {
    if (has) gtk_widget_add_css_class(widget, class);
    else gtk_widget_remove_css_class(widget, class);
}

static void update_note(GtkWidget *label) {
    FormdField *field = _formd_gtk_get_field(label);
    g_autofree char *markup = _formd_gtk_markup(field, "text", formd_field_get_text(field));
    gtk_label_set_markup(GTK_LABEL(label), markup);
}

/* GTK before 4.14 does not pass "required" and error messages on to assistive technologies, so the description has them,
 * too. */
void _formd_gtk_describe(GtkWidget *focus, FormdField *field) {
    gboolean is_valid = formd_field_get_valid(field), is_required = formd_field_get_required(field);
    const char *hint = formd_field_get_hint_visible(field) ? formd_field_get_hint_text(field) : "";
    g_autofree char *description = g_strconcat(is_required ? "* " : "", hint, NULL);
    gtk_accessible_update_property(GTK_ACCESSIBLE(focus), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description,
                                   GTK_ACCESSIBLE_PROPERTY_REQUIRED, is_required, -1);
    gtk_accessible_update_state(GTK_ACCESSIBLE(focus), GTK_ACCESSIBLE_STATE_INVALID,
                                is_valid ? GTK_ACCESSIBLE_INVALID_FALSE : GTK_ACCESSIBLE_INVALID_TRUE, -1);
}

static void update_field(GtkWidget *box) {
    Parts *self = g_object_get_data(G_OBJECT(box), KEY);
    FormdField *field = self->field;
    gboolean is_valid = formd_field_get_valid(field), is_required = formd_field_get_required(field);
    const char *label = formd_field_get_label(field), *hint = formd_field_get_hint_text(field);
    gboolean has_hint = formd_field_get_hint_visible(field) && hint[0] != '\0';
    g_autofree char *markup = _formd_gtk_markup(field, "label", label);
    g_autofree char *marked = is_required ? g_strconcat(markup, " <span alpha=\"60%\">*</span>", NULL) : g_strdup(markup);
    gtk_label_set_markup(GTK_LABEL(self->label), marked);
    gtk_widget_set_visible(self->label, label[0] != '\0' || is_required);
    GtkWidget *hint_label = gtk_revealer_get_child(GTK_REVEALER(self->hint));
    if (has_hint) {
        g_autofree char *hint_markup = _formd_gtk_markup(field, "hint", hint);
        gtk_label_set_markup(GTK_LABEL(hint_label), hint_markup);
    }
    gtk_revealer_set_reveal_child(GTK_REVEALER(self->hint), has_hint);
    gboolean is_warning = is_valid && formd_field_get_warning(field)[0] != '\0';
    set_class(self->focus, "error", !is_valid);
    set_class(self->label, "error", !is_valid);
    set_class(hint_label, "error", !is_valid);
    set_class(hint_label, "warning", is_warning);
    set_class(hint_label, "dim-label", is_valid && !is_warning);
    gtk_widget_set_sensitive(box, formd_field_get_enabled(field));
    _formd_gtk_describe(self->focus, field);
}

/* --- A row of a table: the label, and the options in columns; above the first row the labels of the options. */

static GtkWidget *table_line(GtkWidget *label, GtkWidget *options) {
    GtkWidget *line = g_object_new(GTK_TYPE_GRID, "column-homogeneous", TRUE, "column-spacing", 6, NULL);
    gtk_grid_attach(GTK_GRID(line), label, 0, 0, 2, 1);
    gtk_grid_attach(GTK_GRID(line), options, 2, 0, 3, 1);
    return line;
}

static void fill_header(GtkWidget *options) {
    FormdField *field = _formd_gtk_get_field(options);
    g_autofree const char **labels = formd_field_get_options(field);
    GtkWidget *child;
    while ((child = gtk_widget_get_first_child(options)) != NULL) gtk_box_remove(GTK_BOX(options), child);
    for (guint index = 0; labels != NULL && labels[index] != NULL; index++) {
        GtkWidget *label = _formd_gtk_label_new(labels[index]);
        g_object_set(label, "xalign", 0.5f, "justify", GTK_JUSTIFY_CENTER, "valign", GTK_ALIGN_END, NULL);
        gtk_widget_add_css_class(label, "caption");
        gtk_widget_add_css_class(label, "dim-label");
        gtk_box_append(GTK_BOX(options), label);
    }
}

static GtkWidget *header_new(FormdField *field) {
    GtkWidget *options = g_object_new(GTK_TYPE_BOX, "homogeneous", TRUE, "spacing", 3, NULL);
    _formd_gtk_set_field(options, field);
    _formd_gtk_follow(field, options, fill_header, (const char *const[]){"options", NULL});
    GtkWidget *line = table_line(gtk_label_new(NULL), options);
    gtk_widget_set_visible(line, FALSE);
    return line;
}

void _formd_gtk_field_show_header(GtkWidget *widget, gboolean is_first) {
    Parts *self = g_object_get_data(G_OBJECT(widget), KEY);
    if (self != NULL && self->header != NULL) gtk_widget_set_visible(self->header, is_first);
}

/* --- The whole */

static GtkWidget *note_new(FormdField *field) {
    GtkWidget *label = _formd_gtk_label_new(NULL);
    _formd_gtk_set_field(label, field);
    _formd_gtk_follow(field, label, update_note, (const char *const[]){"text", "markup", NULL});
    return label;
}

GtkWidget *_formd_gtk_field_new(FormdField *field) {
    Face face = _formd_gtk_face(field);
    if (face == FACE_NOTE) return note_new(field);
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 3);
    Parts *self = g_new0(Parts, 1);
    self->field = field;
    self->face = face;
    _formd_gtk_set_field(box, field);
    g_object_set_data_full(G_OBJECT(box), KEY, self, g_free);
    self->label = _formd_gtk_label_new(NULL);
    GtkWidget *control = _formd_gtk_control_new(field, &self->focus);
    if (face == FACE_TEXT && g_utf8_strlen(formd_field_get_label(field), LONGEST_TITLE * 6) <= LONGEST_TITLE) {
        control = _formd_gtk_title_new(control, self->label, field);
    } else if (face == FACE_GRID) {
        self->header = header_new(field);
        gtk_box_append(GTK_BOX(box), self->header);
        control = table_line(self->label, control);
    } else if (face == FACE_TOGGLE) {
        /* A check button has its own label. */
        g_object_set_data_full(G_OBJECT(box), "label", g_object_ref_sink(self->label), g_object_unref);
    } else {
        gtk_widget_add_css_class(self->label, "caption-heading");
        gtk_box_append(GTK_BOX(box), self->label);
    }
    gtk_box_append(GTK_BOX(box), control);
    /* The label is the accessible name, too. A check button and a menu button have names of their own. */
    gboolean is_named = face == FACE_TOGGLE || face == FACE_DATE || face == FACE_MENU;
    if (!is_named) gtk_label_set_mnemonic_widget(GTK_LABEL(self->label), self->focus);
    self->hint = gtk_revealer_new();
    GtkWidget *hint = _formd_gtk_label_new(NULL);
    gtk_widget_add_css_class(hint, "caption");
    gtk_widget_set_margin_start(hint, face == FACE_TEXT ? 10 : 0);
    gtk_revealer_set_child(GTK_REVEALER(self->hint), hint);
    gtk_box_append(GTK_BOX(box), self->hint);
    _formd_gtk_follow(field, box, update_field, (const char *const[]){
        "label", "hint-text", "hint-visible", "valid", "warning", "required", "enabled", "markup", NULL});
    return box;
}
