#include "formd-gtk-private.h"

/**
 * FormdGtkView:
 *
 * A whole form: its elements below one another, a bar for what the user has to know, and the buttons to turn the pages
 * and to submit. It follows the session; what the user does is sent to formd at once.
 *
 * The session should be opened with the option `layout` `none`, because GTK lays out the widgets.
 */
struct _FormdGtkView {
    GtkWidget parent_instance;
    FormdSession *session;
    GtkWidget *bar, *message, *form, *previous, *progress, *next;
    GtkWidget *root;     /* whose focus is observed; not owned */
    guint unanswered;    /* moves of the focus that formd has not confirmed */
    gboolean is_moving;  /* the view itself moves the focus of the window */
    gboolean is_submitting;
};

struct _FormdGtkViewClass {
    GtkWidgetClass parent_class;
};

G_DEFINE_FINAL_TYPE(FormdGtkView, formd_gtk_view, GTK_TYPE_WIDGET)

enum { NONE, SESSION, PROPERTIES };
static GParamSpec *specs[PROPERTIES];

enum { SUBMITTED, SIGNALS };
static guint signals[SIGNALS];

/* --- The bar */

static void tell(FormdGtkView *self, const char *message) {
    if (message != NULL) gtk_label_set_text(GTK_LABEL(self->message), message);
    gtk_revealer_set_reveal_child(GTK_REVEALER(self->bar), message != NULL);
}

static void update_reach(FormdGtkView *self) {
    const char *reason = formd_session_get_close_reason(self->session);
    g_autofree char *ended = reason != NULL ? g_strdup_printf("The form was closed: %s.", reason) : NULL;
    if (reason != NULL) tell(self, ended);
    else if (formd_session_get_connected(self->session)) tell(self, NULL);
    else tell(self, "The form service cannot be reached. What you type is kept until it is back.");
    gtk_widget_set_sensitive(self->form, reason == NULL);
    gtk_widget_set_sensitive(self->next, reason == NULL);
    gtk_widget_set_sensitive(self->previous, reason == NULL);
}

/* What the fields show themselves, or what the user sees at once, needs no message. */
static void refused(FormdSession *session, FormdObject *object, const char *method, const GError *error,
                    FormdGtkView *self) {
    (void)session, (void)object, (void)method;
    if (error->domain == FORMD_ERROR) {
        switch ((FormdError)error->code) {
        case FORMD_ERROR_NOT_VALID:
        case FORMD_ERROR_DISABLED:
        case FORMD_ERROR_ACTION_DISABLED:
        case FORMD_ERROR_OUT_OF_RANGE:
        case FORMD_ERROR_UNKNOWN_FIELD: return;
        default: break;
        }
    }
    tell(self, error->message);
}

static void problem(FormdSession *session, const GError *error, FormdGtkView *self) {
    (void)session;
    tell(self, error->message);
}

static void reopened(FormdSession *session, GStrv missing, FormdGtkView *self) {
    g_autoptr(GString) message = g_string_new("The form service has lost the form. It was restored");
    for (guint index = 0; missing[index] != NULL; index++) {
        FormdField *field = formd_session_get_field(session, missing[index]);
        g_string_append(message, index == 0 ? ", but without: " : ", ");
        g_string_append(message, field != NULL ? formd_field_get_label(field) : missing[index]);
    }
    g_string_append_c(message, '.');
    /* After the bar has said that formd is back. */
    tell(self, message->str);
}

/* --- The focus. GTK's focus and formd's follow each other. */

/* The field of the widget that has the focus of the window; NULL if it is outside of the form. */
static FormdField *focused_field(FormdGtkView *self) {
    GtkWidget *focus = self->root != NULL ? gtk_root_get_focus(GTK_ROOT(self->root)) : NULL;
    if (focus == NULL || !gtk_widget_is_ancestor(focus, self->form)) return NULL;
    while (focus != NULL && _formd_gtk_get_field(focus) == NULL) focus = gtk_widget_get_parent(focus);
    return focus != NULL ? _formd_gtk_get_field(focus) : NULL;
}

/* Gives GTK's focus to the widget of a field. */
static void show_focus(FormdGtkView *self) {
    const char *name = formd_session_get_focused_field(self->session);
    FormdField *field = name[0] != '\0' ? formd_session_get_field(self->session, name) : NULL;
    if (field == NULL || self->unanswered > 0 || field == focused_field(self)) return;
    for (GtkWidget *row = gtk_widget_get_first_child(self->form); row != NULL; row = gtk_widget_get_next_sibling(row)) {
        GtkWidget *child = gtk_revealer_get_child(GTK_REVEALER(row));
        if (_formd_gtk_get_field(child) != field || !gtk_revealer_get_reveal_child(GTK_REVEALER(row))) continue;
        self->is_moving = TRUE;
        gtk_widget_child_focus(child, GTK_DIR_TAB_FORWARD);
        self->is_moving = FALSE;
        return;
    }
}

static void focus_answered(GObject *object, GAsyncResult *result, gpointer data) {
    g_autoptr(FormdGtkView) self = data;
    g_autoptr(GVariant) answer = formd_object_call_finish(FORMD_OBJECT(object), result, NULL);
    self->unanswered--;
    if (self->session != NULL) show_focus(self);
}

/* The user has moved the focus of the window: with Tab, a click, or an assistive technology. */
static void root_focus_changed(FormdGtkView *self) {
    if (self->is_moving || self->session == NULL) return;
    GtkWidget *focus = gtk_root_get_focus(GTK_ROOT(self->root));
    if (focus == NULL || !gtk_widget_is_ancestor(focus, self->form)) return;
    FormdField *field = focused_field(self);
    const char *name = formd_session_get_focused_field(self->session);
    if (field == NULL) return;
    if (self->unanswered == 0 && strcmp(name, formd_object_get_name(FORMD_OBJECT(field))) == 0) return;
    self->unanswered++;
    formd_object_call_async(FORMD_OBJECT(field), "Focus", NULL, NULL, focus_answered, g_object_ref(self));
}

static void root(GtkWidget *widget) {
    FormdGtkView *self = FORMD_GTK_VIEW(widget);
    GTK_WIDGET_CLASS(formd_gtk_view_parent_class)->root(widget);
    self->root = GTK_WIDGET(gtk_widget_get_root(widget));
    g_signal_connect_object(self->root, "notify::focus-widget", G_CALLBACK(root_focus_changed), self, G_CONNECT_SWAPPED);
}

static void unroot(GtkWidget *widget) {
    FormdGtkView *self = FORMD_GTK_VIEW(widget);
    if (self->root != NULL) g_signal_handlers_disconnect_by_func(self->root, root_focus_changed, self);
    self->root = NULL;
    GTK_WIDGET_CLASS(formd_gtk_view_parent_class)->unroot(widget);
}

/* --- The elements. Each is in a revealer, so that it appears and disappears as the form's conditions say. */

static void update_row(FormdGtkView *self, GtkWidget *row) {
    FormdElement *element = g_object_get_data(G_OBJECT(row), "element");
    guint pages = self->session != NULL && formd_session_get_pages(self->session) != NULL
                      ? (guint)g_variant_n_children(formd_session_get_pages(self->session))
                      : 0;
    gboolean is_on_page = pages == 0 || formd_element_get_page(element) == formd_session_get_page(self->session);
    gboolean is_submitted = strcmp(formd_session_get_state(self->session), "submitted") == 0;
    gboolean is_end = strcmp(formd_element_get_kind(element), "end") == 0;
    gboolean is_shown = is_end ? is_submitted : formd_element_get_visible(element) && is_on_page;
    /* A page is turned at once; a condition moves what is below it. What is not shown is not there for assistive
     * technologies either. */
    gtk_widget_set_visible(row, is_on_page && (is_shown || gtk_revealer_get_child_revealed(GTK_REVEALER(row))));
    gtk_revealer_set_reveal_child(GTK_REVEALER(row), is_shown);
    gtk_widget_set_margin_start(row, (int)MIN(formd_element_get_depth(element), 8) * 12);
}

static void element_changed(GtkWidget *row) {
    GtkWidget *view = gtk_widget_get_ancestor(row, FORMD_GTK_TYPE_VIEW);
    if (view != NULL && FORMD_GTK_VIEW(view)->session != NULL) update_row(FORMD_GTK_VIEW(view), row);
}

static void update_rows(FormdGtkView *self) {
    for (GtkWidget *row = gtk_widget_get_first_child(self->form); row != NULL; row = gtk_widget_get_next_sibling(row)) {
        update_row(self, row);
    }
}

static GtkWidget *row_new(FormdGtkView *self, FormdElement *element) {
    GtkWidget *row = gtk_revealer_new(), *child = _formd_gtk_element_new(element, self->session);
    gtk_widget_set_margin_top(child, 6);
    gtk_widget_set_margin_bottom(child, 6);
    gtk_revealer_set_child(GTK_REVEALER(row), child);
    g_object_set_data_full(G_OBJECT(row), "element", g_object_ref(element), g_object_unref);
    g_signal_connect(row, "notify::child-revealed", G_CALLBACK(element_changed), NULL);
    static const char *const properties[] = {"notify::visible", "notify::page", "notify::depth"};
    for (guint index = 0; index < G_N_ELEMENTS(properties); index++) {
        g_signal_connect_object(element, properties[index], G_CALLBACK(element_changed), row, G_CONNECT_SWAPPED);
    }
    return row;
}

static void items_changed(GListModel *session, guint position, guint removed, guint added, FormdGtkView *self) {
    GtkWidget *row = gtk_widget_get_first_child(self->form), *before = NULL;
    for (guint index = 0; index < position && row != NULL; index++) {
        before = row;
        row = gtk_widget_get_next_sibling(row);
    }
    while (removed-- > 0 && row != NULL) {
        GtkWidget *next = gtk_widget_get_next_sibling(row);
        gtk_box_remove(GTK_BOX(self->form), row);
        row = next;
    }
    for (guint index = position; index < position + added; index++) {
        g_autoptr(FormdElement) element = g_list_model_get_item(session, index);
        row = row_new(self, element);
        gtk_box_insert_child_after(GTK_BOX(self->form), row, before);
        update_row(self, row);
        before = row;
    }
}

/* --- Pages and submission */

static void update_buttons(FormdGtkView *self) {
    GVariant *pages = formd_session_get_pages(self->session);
    guint count = pages != NULL ? (guint)g_variant_n_children(pages) : 0, page = formd_session_get_page(self->session);
    gboolean is_last = page + 1 >= count;
    gtk_widget_set_visible(self->previous, page > 0);
    gtk_button_set_label(GTK_BUTTON(self->previous), formd_session_get_label(self->session, "previous"));
    gtk_button_set_label(GTK_BUTTON(self->next), formd_session_get_label(self->session, is_last ? "submit" : "next"));
    g_autofree char *progress = count > 1 ? g_strdup_printf("%u / %u", page + 1, count) : NULL;
    gtk_label_set_text(GTK_LABEL(self->progress), progress != NULL ? progress : "");
    update_rows(self);
}

static void update_direction(FormdGtkView *self) {
    gboolean is_rtl = strcmp(formd_session_get_direction(self->session), "rtl") == 0;
    gtk_widget_set_direction(self->form, is_rtl ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR);
}

static void submitted(GObject *session, GAsyncResult *result, gpointer data) {
    g_autoptr(FormdGtkView) self = data;
    g_autoptr(GError) error = NULL;
    g_autofree char *document = formd_session_submit_document_finish(FORMD_SESSION(session), result, &error);
    self->is_submitting = FALSE;
    if (document != NULL) g_signal_emit(self, signals[SUBMITTED], 0, document);
    else if (self->session != NULL) refused(self->session, FORMD_OBJECT(session), "SubmitDocument", error, self);
}

/**
 * formd_gtk_view_submit:
 * @self: a view
 *
 * Submits the form, as the button does. If a field has an error, it gets the focus; otherwise
 * [signal@FormdGtk.View::submitted] is emitted.
 */
void formd_gtk_view_submit(FormdGtkView *self) {
    g_return_if_fail(FORMD_GTK_IS_VIEW(self));
    if (self->session == NULL || self->is_submitting) return;
    self->is_submitting = TRUE;
    formd_session_submit_document_async(self->session, NULL, submitted, g_object_ref(self));
}

static void next_pressed(FormdGtkView *self) {
    if (self->session == NULL) return;
    GVariant *pages = formd_session_get_pages(self->session);
    guint count = pages != NULL ? (guint)g_variant_n_children(pages) : 0;
    if (formd_session_get_page(self->session) + 1 >= count) formd_gtk_view_submit(self);
    else formd_session_next_page(self->session);
}

static void previous_pressed(FormdGtkView *self) {
    if (self->session != NULL) formd_session_previous_page(self->session);
}

/* --- The widget */

static gboolean undo(GtkWidget *widget, GVariant *arguments, gpointer data) {
    (void)arguments, (void)data;
    if (FORMD_GTK_VIEW(widget)->session == NULL) return FALSE;
    formd_session_undo(FORMD_GTK_VIEW(widget)->session);
    return TRUE;
}

static gboolean redo(GtkWidget *widget, GVariant *arguments, gpointer data) {
    (void)arguments, (void)data;
    if (FORMD_GTK_VIEW(widget)->session == NULL) return FALSE;
    formd_session_redo(FORMD_GTK_VIEW(widget)->session);
    return TRUE;
}

static gboolean submit_key(GtkWidget *widget, GVariant *arguments, gpointer data) {
    (void)arguments, (void)data;
    formd_gtk_view_submit(FORMD_GTK_VIEW(widget));
    return TRUE;
}

static void add_shortcut(GtkEventController *shortcuts, const char *keys, GtkShortcutFunc action) {
    GtkShortcut *shortcut = gtk_shortcut_new(gtk_shortcut_trigger_parse_string(keys),
                                             gtk_callback_action_new(action, NULL, NULL));
    gtk_shortcut_controller_add_shortcut(GTK_SHORTCUT_CONTROLLER(shortcuts), shortcut);
}

static void set_session(FormdGtkView *self, FormdSession *session) {
    if (session == NULL) return;
    self->session = g_object_ref(session);
    static const struct {
        const char *signal;
        void (*handler)(FormdGtkView *);
    } updates[] = {
        {"notify::page", update_buttons},     {"notify::pages", update_buttons},
        {"notify::labels", update_buttons},   {"notify::state", update_rows},
        {"notify::direction", update_direction}, {"notify::focused-field", show_focus},
        {"notify::connected", update_reach},  {"notify::close-reason", update_reach},
    };
    for (guint index = 0; index < G_N_ELEMENTS(updates); index++) {
        g_signal_connect_object(session, updates[index].signal, G_CALLBACK(updates[index].handler), self,
                                G_CONNECT_SWAPPED);
    }
    g_signal_connect_object(session, "items-changed", G_CALLBACK(items_changed), self, 0);
    g_signal_connect_object(session, "refused", G_CALLBACK(refused), self, 0);
    g_signal_connect_object(session, "problem", G_CALLBACK(problem), self, 0);
    g_signal_connect_object(session, "reopened", G_CALLBACK(reopened), self, G_CONNECT_AFTER);
    items_changed(G_LIST_MODEL(session), 0, 0, g_list_model_get_n_items(G_LIST_MODEL(session)), self);
    update_buttons(self);
    update_direction(self);
    update_reach(self);
}

static void get_property(GObject *object, guint property, GValue *value, GParamSpec *spec) {
    if (property == SESSION) g_value_set_object(value, FORMD_GTK_VIEW(object)->session);
    else G_OBJECT_WARN_INVALID_PROPERTY_ID(object, property, spec);
}

static void set_property(GObject *object, guint property, const GValue *value, GParamSpec *spec) {
    if (property == SESSION) set_session(FORMD_GTK_VIEW(object), g_value_get_object(value));
    else G_OBJECT_WARN_INVALID_PROPERTY_ID(object, property, spec);
}

static void dispose(GObject *object) {
    FormdGtkView *self = FORMD_GTK_VIEW(object);
    GtkWidget *child;
    if (self->session != NULL) g_signal_handlers_disconnect_by_data(self->session, self);
    while ((child = gtk_widget_get_first_child(GTK_WIDGET(self))) != NULL) gtk_widget_unparent(child);
    g_clear_object(&self->session);
    G_OBJECT_CLASS(formd_gtk_view_parent_class)->dispose(object);
}

static void formd_gtk_view_class_init(FormdGtkViewClass *class) {
    GObjectClass *object_class = G_OBJECT_CLASS(class);
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(class);
    object_class->get_property = get_property;
    object_class->set_property = set_property;
    object_class->dispose = dispose;
    widget_class->root = root;
    widget_class->unroot = unroot;
    gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BOX_LAYOUT);
    gtk_widget_class_set_css_name(widget_class, "formview");
    gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_FORM);
    /**
     * FormdGtkView:session: (getter get_session)
     *
     * The session that is shown.
     */
    specs[SESSION] = g_param_spec_object("session", NULL, NULL, FORMD_TYPE_SESSION,
                                         G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
    g_object_class_install_properties(object_class, PROPERTIES, specs);
    /**
     * FormdGtkView::submitted:
     * @self: the view
     * @document: the values as a JSON object
     *
     * The user has submitted the form.
     */
    signals[SUBMITTED] = g_signal_new("submitted", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                      G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void formd_gtk_view_init(FormdGtkView *self) {
    GtkWidget *widget = GTK_WIDGET(self);
    gtk_orientable_set_orientation(GTK_ORIENTABLE(gtk_widget_get_layout_manager(widget)), GTK_ORIENTATION_VERTICAL);

    self->bar = gtk_revealer_new();
    self->message = g_object_new(GTK_TYPE_LABEL, "wrap", TRUE, "xalign", 0.0f, "margin-start", 12, "margin-end", 12,
                                 "margin-top", 8, "margin-bottom", 8, "accessible-role", GTK_ACCESSIBLE_ROLE_ALERT, NULL);
    gtk_widget_add_css_class(self->message, "warning");
    gtk_revealer_set_child(GTK_REVEALER(self->bar), self->message);
    gtk_widget_set_parent(self->bar, widget);

    self->form = g_object_new(GTK_TYPE_BOX, "orientation", GTK_ORIENTATION_VERTICAL, "margin-start", 18, "margin-end",
                              18, "margin-top", 12, "margin-bottom", 12, NULL);
    GtkWidget *scrolled = gtk_scrolled_window_new();
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), self->form);
    gtk_widget_set_vexpand(scrolled, TRUE);
    gtk_widget_set_parent(scrolled, widget);

    GtkWidget *buttons = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12);
    g_object_set(buttons, "margin-start", 18, "margin-end", 18, "margin-top", 12, "margin-bottom", 12, NULL);
    self->previous = gtk_button_new();
    self->progress = gtk_label_new(NULL);
    self->next = gtk_button_new();
    gtk_widget_set_hexpand(self->progress, TRUE);
    gtk_widget_add_css_class(self->progress, "dim-label");
    gtk_widget_add_css_class(self->next, "suggested-action");
    g_signal_connect_swapped(self->previous, "clicked", G_CALLBACK(previous_pressed), self);
    g_signal_connect_swapped(self->next, "clicked", G_CALLBACK(next_pressed), self);
    gtk_box_append(GTK_BOX(buttons), self->previous);
    gtk_box_append(GTK_BOX(buttons), self->progress);
    gtk_box_append(GTK_BOX(buttons), self->next);
    gtk_widget_set_parent(buttons, widget);

    /* Before the widgets, whose own undo is off, see these keys. */
    GtkEventController *shortcuts = gtk_shortcut_controller_new();
    gtk_event_controller_set_propagation_phase(shortcuts, GTK_PHASE_CAPTURE);
    add_shortcut(shortcuts, "<Control>z", undo);
    add_shortcut(shortcuts, "<Control><Shift>z", redo);
    add_shortcut(shortcuts, "<Control>s", submit_key);
    gtk_widget_add_controller(widget, shortcuts);
}

/**
 * formd_gtk_view_new:
 * @session: a session
 *
 * Returns: (transfer floating): a view of the session
 */
GtkWidget *formd_gtk_view_new(FormdSession *session) {
    g_return_val_if_fail(FORMD_IS_SESSION(session), NULL);
    return g_object_new(FORMD_GTK_TYPE_VIEW, "session", session, NULL);
}

/**
 * formd_gtk_view_get_session: (get-property session)
 * @self: a view
 *
 * Returns: (transfer none): the session
 */
FormdSession *formd_gtk_view_get_session(FormdGtkView *self) {
    g_return_val_if_fail(FORMD_GTK_IS_VIEW(self), NULL);
    return self->session;
}
