#include "formd-gtk-private.h"

/* The elements besides fields: the heading of a section, a group or a row; a review. */

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
    _formd_gtk_label_set(self->label, is_row ? numbered : title);
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
    self->label = _formd_gtk_label_new(NULL);
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

/* --- A review of the answers, each with a button that leads to its field */

/* The element of a field; NULL if there is none. */
static FormdElement *element_of(FormdSession *session, const char *field) {
    for (guint index = 0; index < g_list_model_get_n_items(G_LIST_MODEL(session)); index++) {
        g_autoptr(FormdElement) element = g_list_model_get_item(G_LIST_MODEL(session), index);
        if (formd_element_get_field(element) != NULL && strcmp(formd_element_get_id(element), field) == 0) return element;
    }
    return NULL;
}

static void edit_pressed(GtkWidget *button, FormdSession *session) {
    const char *name = g_object_get_data(G_OBJECT(button), "field");
    FormdElement *element = element_of(session, name);
    if (element == NULL) return;
    formd_session_show_page(session, formd_element_get_page(element));
    formd_field_focus(formd_element_get_field(element));
}

static void add_answer(GtkWidget *grid, int line, FormdSession *session, const char *name, const char *label,
                       const char *text) {
    GtkWidget *question = _formd_gtk_label_new(label), *answer = _formd_gtk_label_new(text);
    GtkWidget *edit = gtk_button_new_from_icon_name("document-edit-symbolic");
    gtk_widget_add_css_class(question, "dim-label");
    gtk_label_set_selectable(GTK_LABEL(answer), TRUE);
    gtk_widget_set_focusable(answer, FALSE);
    gtk_widget_set_hexpand(answer, TRUE);
    gtk_widget_add_css_class(edit, "flat");
    gtk_accessible_update_property(GTK_ACCESSIBLE(edit), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
    g_object_set_data_full(G_OBJECT(edit), "field", g_strdup(name), g_free);
    g_signal_connect_object(edit, "clicked", G_CALLBACK(edit_pressed), session, 0);
    gtk_grid_attach(GTK_GRID(grid), question, 0, line, 1, 1);
    gtk_grid_attach(GTK_GRID(grid), answer, 1, line, 1, 1);
    gtk_grid_attach(GTK_GRID(grid), edit, 2, line, 1, 1);
}

static void reviewed(GObject *session, GAsyncResult *result, gpointer data) {
    g_autoptr(GtkWidget) review = data;
    g_autoptr(GVariant) answers = formd_session_get_review_finish(FORMD_SESSION(session), result, NULL);
    GtkWidget *grid = gtk_widget_get_last_child(review), *child;
    GVariant *before = g_object_get_data(G_OBJECT(review), "answers");
    if (answers == NULL || grid == NULL || (before != NULL && g_variant_equal(before, answers))) return;
    g_object_set_data_full(G_OBJECT(review), "answers", g_variant_ref(answers), (GDestroyNotify)g_variant_unref);
    while ((child = gtk_widget_get_first_child(grid)) != NULL) gtk_grid_remove(GTK_GRID(grid), child);
    gsize count = g_variant_n_children(answers);
    for (gsize index = 0; index < count; index++) {
        const char *name, *label, *text;
        g_variant_get_child(answers, index, "(&s&s&s)", &name, &label, &text);
        add_answer(grid, (int)index, FORMD_SESSION(session), name, label, text);
    }
}

static void update_review(GtkWidget *review) {
    FormdSession *session = g_object_get_data(G_OBJECT(review), "session");
    if (gtk_widget_get_mapped(review)) formd_session_get_review_async(session, NULL, reviewed, g_object_ref(review));
}

static GtkWidget *review_new(FormdElement *element, FormdSession *session) {
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
    GtkWidget *title = _formd_gtk_label_new(formd_element_get_title(element)), *grid = gtk_grid_new();
    gtk_widget_add_css_class(title, "title-4");
    gtk_grid_set_column_spacing(GTK_GRID(grid), 18);
    gtk_box_append(GTK_BOX(box), title);
    gtk_box_append(GTK_BOX(box), grid);
    g_object_set_data_full(G_OBJECT(box), "session", g_object_ref(session), g_object_unref);
    g_signal_connect(box, "map", G_CALLBACK(update_review), NULL);
    g_signal_connect_object(session, "changed", G_CALLBACK(update_review), box, G_CONNECT_SWAPPED);
    return box;
}

GtkWidget *_formd_gtk_element_new(FormdElement *element, FormdSession *session) {
    FormdField *field = formd_element_get_field(element);
    if (field != NULL) return _formd_gtk_field_new(field);
    if (strcmp(formd_element_get_kind(element), "review") == 0) return review_new(element, session);
    return heading_new(element, session);
}
