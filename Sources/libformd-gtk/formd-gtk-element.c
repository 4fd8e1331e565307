#include "formd-gtk-private.h"

/* An element of a form: a field with its label, control and hint; the heading of a section, a group or a row; a review. */

/* --- Which field a widget shows */

static GQuark field_quark(void) { return g_quark_from_static_string("formd-field"); }

void _formd_gtk_set_field(GtkWidget *widget, FormdField *field) {
    g_object_set_qdata_full(G_OBJECT(widget), field_quark(), g_object_ref(field), g_object_unref);
}

FormdField *_formd_gtk_get_field(GtkWidget *widget) { return g_object_get_qdata(G_OBJECT(widget), field_quark()); }

/* --- Markup */

static const struct {
    const char *style, *opening, *closing;
} styles[] = {{"strong", "<b>", "</b>"}, {"emphasis", "<i>", "</i>"}, {"code", "<tt>", "</tt>"}};

/* Spans that overlap or lie outside the text, which formd does not send, are left out: the markup is always well formed. */
char *_formd_gtk_markup(FormdField *field, const char *part, const char *text) {
    g_autoptr(GString) markup = g_string_new(NULL);
    const char *rest = text;
    glong position = 0, length = g_utf8_strlen(text, -1);
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

static GtkWidget *wrapped_label(const char *text) {
    GtkWidget *label = gtk_label_new(text);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_label_set_wrap(GTK_LABEL(label), TRUE);
    gtk_label_set_wrap_mode(GTK_LABEL(label), PANGO_WRAP_WORD_CHAR);
    return label;
}

/* --- A field */

typedef struct {
    FormdField *field; /* not owned: the widget owns it */
    Face face;
    GtkWidget *box, *label, *hint, *focus;
} Parts;

static void update_field(Parts *self) {
    FormdField *field = self->field;
    if (self->face == FACE_NOTE) {
        g_autofree char *markup = _formd_gtk_markup(field, "text", formd_field_get_text(field));
        gtk_label_set_markup(GTK_LABEL(self->label), markup);
        return;
    }
    gboolean is_valid = formd_field_get_valid(field), is_required = formd_field_get_required(field);
    const char *label = formd_field_get_label(field), *hint = formd_field_get_hint_text(field);
    gboolean has_hint = formd_field_get_hint_visible(field) && hint[0] != '\0';
    g_autofree char *markup = _formd_gtk_markup(field, "label", label);
    g_autofree char *marked = is_required ? g_strconcat(markup, " <span alpha=\"60%\">*</span>", NULL) : g_strdup(markup);
    gtk_label_set_markup(GTK_LABEL(self->label), marked);
    g_autofree char *hint_markup = _formd_gtk_markup(field, "hint", hint);
    if (has_hint) gtk_label_set_markup(GTK_LABEL(gtk_revealer_get_child(GTK_REVEALER(self->hint))), hint_markup);
    gtk_revealer_set_reveal_child(GTK_REVEALER(self->hint), has_hint);
    GtkWidget *hint_label = gtk_revealer_get_child(GTK_REVEALER(self->hint));
    if (is_valid) {
        gtk_widget_remove_css_class(self->focus, "error");
        gtk_widget_remove_css_class(hint_label, "error");
        gtk_widget_add_css_class(hint_label, "dim-label");
    } else {
        gtk_widget_add_css_class(self->focus, "error");
        gtk_widget_add_css_class(hint_label, "error");
        gtk_widget_remove_css_class(hint_label, "dim-label");
    }
    gtk_widget_set_sensitive(self->box, formd_field_get_enabled(field));

    /* GTK before 4.14 does not pass "required" and error messages on to assistive technologies, so the description has
     * them, too. */
    GtkAccessible *accessible = GTK_ACCESSIBLE(self->focus);
    g_autofree char *description = g_strconcat(is_required ? "* " : "", has_hint ? hint : "", NULL);
    gtk_accessible_update_property(accessible, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description,
                                   GTK_ACCESSIBLE_PROPERTY_REQUIRED, is_required, -1);
    gtk_accessible_update_state(accessible, GTK_ACCESSIBLE_STATE_INVALID,
                                is_valid ? GTK_ACCESSIBLE_INVALID_FALSE : GTK_ACCESSIBLE_INVALID_TRUE, -1);
}

static void field_notified(GtkWidget *box) { update_field(g_object_get_data(G_OBJECT(box), "formd-parts")); }

static GtkWidget *field_new(FormdField *field) {
    Parts *self = g_new0(Parts, 1);
    self->field = field;
    self->face = _formd_gtk_face(field);
    self->box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 3);
    _formd_gtk_set_field(self->box, field);
    g_object_set_data_full(G_OBJECT(self->box), "formd-parts", self, g_free);
    self->label = wrapped_label(NULL);
    GtkWidget *control = _formd_gtk_control_new(field, &self->focus);
    /* A check button has its own label. */
    if (self->face != FACE_TOGGLE) gtk_box_append(GTK_BOX(self->box), self->label);
    else gtk_box_append(GTK_BOX(self->box), control);
    if (self->face == FACE_TOGGLE) g_object_set_data_full(G_OBJECT(self->box), "label", g_object_ref_sink(self->label), g_object_unref);
    else if (control != NULL) gtk_box_append(GTK_BOX(self->box), control);
    if (control != NULL) {
        gtk_widget_add_css_class(self->label, "caption-heading");
        /* The label is the accessible name, too. A check button and a menu button have names of their own. */
        gboolean is_named = self->face == FACE_TOGGLE || self->face == FACE_DATE || self->face == FACE_MENU;
        if (!is_named) gtk_label_set_mnemonic_widget(GTK_LABEL(self->label), self->focus);
        self->hint = gtk_revealer_new();
        GtkWidget *hint = wrapped_label(NULL);
        gtk_widget_add_css_class(hint, "caption");
        gtk_revealer_set_child(GTK_REVEALER(self->hint), hint);
        gtk_box_append(GTK_BOX(self->box), self->hint);
    }
    static const char *const properties[] = {
        "notify::label", "notify::hint-text", "notify::hint-visible", "notify::valid", "notify::required",
        "notify::enabled", "notify::markup",
    };
    for (guint index = 0; index < G_N_ELEMENTS(properties); index++) {
        g_signal_connect_object(field, properties[index], G_CALLBACK(field_notified), self->box, G_CONNECT_SWAPPED);
    }
    if (self->face == FACE_NOTE) {
        g_signal_connect_object(field, "notify::text", G_CALLBACK(field_notified), self->box, G_CONNECT_SWAPPED);
    }
    update_field(self);
    return self->box;
}

/* --- The heading of a section, a group or a row */

/* The group of a row and the row's number: GROUP_ROW. */
static gboolean parse_row(FormdElement *element, char **group, guint *row) {
    const char *identifier = formd_element_get_id(element), *underscore = strrchr(identifier, '_');
    guint64 number;
    if (underscore == NULL || !g_ascii_string_to_unsigned(underscore + 1, 10, 0, G_MAXUINT, &number, NULL)) return FALSE;
    *group = g_strndup(identifier, (gsize)(underscore - identifier));
    *row = (guint)number;
    return TRUE;
}

/* The row's position in its group, and the number of rows. */
static gboolean find_row(FormdSession *session, const char *group, guint row, guint *position, guint *count) {
    GVariant *groups = formd_session_get_groups(session);
    gsize size = groups != NULL ? g_variant_n_children(groups) : 0;
    for (gsize index = 0; index < size; index++) {
        g_autoptr(GVariant) entry = g_variant_get_child_value(groups, index);
        const char *name;
        g_variant_get_child(entry, 0, "&s", &name);
        if (strcmp(name, group) != 0) continue;
        g_autoptr(GVariant) rows = g_variant_get_child_value(entry, 2);
        *count = (guint)g_variant_n_children(rows);
        for (*position = 0; *position < *count; ++*position) {
            guint number;
            g_variant_get_child(rows, *position, "u", &number);
            if (number == row) return TRUE;
        }
    }
    return FALSE;
}

typedef struct {
    FormdElement *element;
    FormdSession *session; /* not owned */
    GtkWidget *label, *add, *up, *down, *remove;
} Heading;

static void free_heading(gpointer data) {
    Heading *self = data;
    g_object_unref(self->element);
    g_free(self);
}

static void update_heading(GtkWidget *box) {
    Heading *self = g_object_get_data(G_OBJECT(box), "formd-heading");
    const char *kind = formd_element_get_kind(self->element), *title = formd_element_get_title(self->element);
    g_autofree char *group = NULL;
    guint row, position = 0, count = 0;
    g_autofree char *numbered = NULL;
    gboolean is_row = strcmp(kind, "row") == 0 && parse_row(self->element, &group, &row) &&
                      find_row(self->session, group, row, &position, &count);
    if (is_row) numbered = g_strdup_printf("%s %u", title, position + 1);
    gtk_label_set_text(GTK_LABEL(self->label), is_row ? numbered : title);
    gtk_widget_set_visible(self->add, formd_element_get_can_add(self->element));
    gtk_button_set_label(GTK_BUTTON(self->add), formd_session_get_label(self->session, "addRow"));
    gtk_widget_set_visible(self->remove, formd_element_get_can_remove(self->element));
    gtk_widget_set_tooltip_text(self->remove, formd_session_get_label(self->session, "removeRow"));
    gboolean can_move = is_row && formd_element_get_can_move(self->element);
    gtk_widget_set_visible(self->up, can_move && position > 0);
    gtk_widget_set_visible(self->down, can_move && position + 1 < count);
}

static void add_pressed(Heading *self) { formd_session_add_row(self->session, formd_element_get_id(self->element), -1); }

static void remove_pressed(Heading *self) {
    g_autofree char *group = NULL;
    guint row;
    if (parse_row(self->element, &group, &row)) formd_session_remove_row(self->session, group, row);
}

static void move(Heading *self, int distance) {
    g_autofree char *group = NULL;
    guint row, position, count;
    if (!parse_row(self->element, &group, &row) || !find_row(self->session, group, row, &position, &count)) return;
    formd_session_move_row(self->session, group, row, (guint)((int)position + distance));
}

static void up_pressed(Heading *self) { move(self, -1); }
static void down_pressed(Heading *self) { move(self, 1); }

static GtkWidget *heading_button(GtkWidget *box, const char *icon, void (*pressed)(Heading *), Heading *heading) {
    GtkWidget *button = icon != NULL ? gtk_button_new_from_icon_name(icon) : gtk_button_new();
    if (icon != NULL) gtk_widget_add_css_class(button, "flat");
    g_signal_connect_swapped(button, "clicked", G_CALLBACK(pressed), heading);
    gtk_box_append(GTK_BOX(box), button);
    return button;
}

static GtkWidget *heading_new(FormdElement *element, FormdSession *session) {
    Heading *self = g_new0(Heading, 1);
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    self->element = g_object_ref(element);
    self->session = session;
    g_object_set_data_full(G_OBJECT(box), "formd-heading", self, free_heading);
    self->label = wrapped_label(NULL);
    gtk_widget_set_hexpand(self->label, TRUE);
    gtk_widget_add_css_class(self->label, strcmp(formd_element_get_kind(element), "row") == 0 ? "heading" : "title-4");
    gtk_box_append(GTK_BOX(box), self->label);
    self->add = heading_button(box, NULL, add_pressed, self);
    self->up = heading_button(box, "go-up-symbolic", up_pressed, self);
    self->down = heading_button(box, "go-down-symbolic", down_pressed, self);
    self->remove = heading_button(box, "user-trash-symbolic", remove_pressed, self);
    gtk_accessible_update_property(GTK_ACCESSIBLE(self->up), GTK_ACCESSIBLE_PROPERTY_LABEL, "↑", -1);
    gtk_accessible_update_property(GTK_ACCESSIBLE(self->down), GTK_ACCESSIBLE_PROPERTY_LABEL, "↓", -1);
    gtk_accessible_update_property(GTK_ACCESSIBLE(self->remove), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   formd_session_get_label(session, "removeRow"), -1);
    g_signal_connect_object(element, "notify", G_CALLBACK(update_heading), box, G_CONNECT_SWAPPED);
    g_signal_connect_object(session, "notify::groups", G_CALLBACK(update_heading), box, G_CONNECT_SWAPPED);
    g_signal_connect_object(session, "notify::labels", G_CALLBACK(update_heading), box, G_CONNECT_SWAPPED);
    update_heading(box);
    return box;
}

/* --- A review of the answers */

static void reviewed(GObject *session, GAsyncResult *result, gpointer data) {
    g_autoptr(GtkWidget) review = data;
    g_autoptr(GVariant) answers = formd_session_get_review_finish(FORMD_SESSION(session), result, NULL);
    GtkWidget *grid = gtk_widget_get_last_child(review), *child;
    if (answers == NULL || grid == NULL) return;
    while ((child = gtk_widget_get_first_child(grid)) != NULL) gtk_grid_remove(GTK_GRID(grid), child);
    gsize count = g_variant_n_children(answers);
    for (gsize index = 0; index < count; index++) {
        const char *name, *label, *text;
        g_variant_get_child(answers, index, "(&s&s&s)", &name, &label, &text);
        GtkWidget *question = wrapped_label(label), *answer = wrapped_label(text);
        gtk_widget_add_css_class(question, "dim-label");
        gtk_label_set_selectable(GTK_LABEL(answer), TRUE);
        gtk_widget_set_hexpand(answer, TRUE);
        gtk_grid_attach(GTK_GRID(grid), question, 0, (int)index, 1, 1);
        gtk_grid_attach(GTK_GRID(grid), answer, 1, (int)index, 1, 1);
    }
}

void _formd_gtk_review_update(GtkWidget *review) {
    FormdSession *session = g_object_get_data(G_OBJECT(review), "session");
    if (session != NULL && gtk_widget_get_mapped(review)) {
        formd_session_get_review_async(session, NULL, reviewed, g_object_ref(review));
    }
}

static void review_mapped(GtkWidget *review) { _formd_gtk_review_update(review); }

static void review_changed(GtkWidget *review) { _formd_gtk_review_update(review); }

static GtkWidget *review_new(FormdElement *element, FormdSession *session) {
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6), *title = wrapped_label(formd_element_get_title(element));
    GtkWidget *grid = gtk_grid_new();
    gtk_widget_add_css_class(title, "title-4");
    gtk_grid_set_column_spacing(GTK_GRID(grid), 18);
    gtk_grid_set_row_spacing(GTK_GRID(grid), 6);
    gtk_box_append(GTK_BOX(box), title);
    gtk_box_append(GTK_BOX(box), grid);
    g_object_set_data(G_OBJECT(box), "session", session);
    g_signal_connect(box, "map", G_CALLBACK(review_mapped), NULL);
    g_signal_connect_object(session, "changed", G_CALLBACK(review_changed), box, G_CONNECT_SWAPPED);
    return box;
}

GtkWidget *_formd_gtk_element_new(FormdElement *element, FormdSession *session) {
    FormdField *field = formd_element_get_field(element);
    if (field != NULL) return field_new(field);
    if (strcmp(formd_element_get_kind(element), "review") == 0) return review_new(element, session);
    return heading_new(element, session);
}
