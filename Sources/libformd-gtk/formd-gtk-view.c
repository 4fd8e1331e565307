#include "formd-gtk-private.h"
#include "formd-gtk-words.h"

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
    GtkWidget *bar, *message, *answer, *form, *buttons, *previous, *progress, *next;
    GtkWidget *root;     /* whose focus is observed; not owned */
    guint unanswered;    /* moves of the focus that formd has not confirmed */
    guint building;      /* the idle source that makes the widgets of rows that are not visible yet */
    guint countdown;     /* the timer of an idle warning */
    guint remaining;     /* seconds until the session is reset or closed */
    gboolean is_moving;  /* the view itself moves the focus of the window */
    gboolean is_submitting;
    gboolean is_stale;   /* an element has changed since the rows were shown and hidden */
    gboolean has_moved;  /* formd has moved its focus, which GTK's has not followed */
    gboolean is_turning; /* another page is being shown */
    gboolean is_away;    /* the bar says that formd is not reachable */
    char *interrupted;   /* what the bar said before; NULL if it was hidden */
    guint page;          /* that is shown */
    gboolean is_faithful, asks_owner;
};

struct _FormdGtkViewClass {
    GtkWidgetClass parent_class;
};

G_DEFINE_FINAL_TYPE(FormdGtkView, formd_gtk_view, GTK_TYPE_WIDGET)

enum { NONE, SESSION, FAITHFUL, ASKS_OWNER, PROPERTIES };
static GParamSpec *specs[PROPERTIES];

enum { SUBMITTED, SIGNALS };
static guint signals[SIGNALS];

/* --- The bar */

static const char *word(FormdGtkView *self, unsigned word) { return _formd_gtk_word(self->session, word); }

/* Shows a message, which may have a button; NULL hides the bar. */
static void tell(FormdGtkView *self, const char *message, const char *button) {
    if (self->countdown != 0) g_source_remove(self->countdown);
    self->countdown = 0;
    self->is_away = FALSE;
    if (message != NULL) _formd_gtk_label_set(self->message, message);
    if (button != NULL) gtk_button_set_label(GTK_BUTTON(self->answer), button);
    gtk_widget_set_visible(self->answer, button != NULL);
    gtk_revealer_set_reveal_child(GTK_REVEALER(self->bar), message != NULL);
}

static void update_reach(FormdGtkView *self) {
    const char *reason = formd_session_get_close_reason(self->session);
    gboolean is_away = reason != NULL || !formd_session_get_connected(self->session) ||
                       !formd_session_get_responsive(self->session);
    if (is_away && !self->is_away) {
        gboolean is_shown = gtk_revealer_get_reveal_child(GTK_REVEALER(self->bar)) && self->countdown == 0;
        g_free(self->interrupted);
        self->interrupted = is_shown ? g_strdup(gtk_label_get_text(GTK_LABEL(self->message))) : NULL;
        tell(self, word(self, WORD_UNREACHABLE), NULL);
    } else if (!is_away && self->is_away) {
        tell(self, self->interrupted, NULL);
    }
    self->is_away = is_away;
    gtk_widget_set_sensitive(self->form, reason == NULL);
    gtk_widget_set_sensitive(self->buttons, reason == NULL);
}

static void warn(FormdGtkView *self) {
    g_autofree char *message = g_strdup_printf("%s %s %u s", word(self, WORD_IDLE_QUESTION),
                                               word(self, WORD_IDLE_REMOVES), self->remaining);
    gtk_label_set_text(GTK_LABEL(self->message), message);
}

static gboolean count_down(gpointer data) {
    FormdGtkView *self = data;
    if (self->remaining > 0) self->remaining--;
    warn(self);
    return G_SOURCE_CONTINUE;
}

/* The user does nothing. The session will be reset or closed. */
static void idle_warning(FormdSession *session, const char *name, GVariant *arguments, FormdGtkView *self) {
    (void)session, (void)name;
    self->remaining = 0;
    g_variant_lookup(arguments, "seconds", "u", &self->remaining);
    tell(self, "", word(self, WORD_GO_ON));
    warn(self);
    self->countdown = g_timeout_add_seconds(1, count_down, self);
}

static void answered(FormdGtkView *self) {
    if (self->session != NULL) formd_session_extend(self->session);
    tell(self, NULL, NULL);
}

/* What the fields show themselves, or what the user sees at once, needs no message. */
static void refused(FormdSession *session, FormdObject *object, const char *method, const GError *error,
                    FormdGtkView *self) {
    (void)session, (void)object;
    /* A calendar shows days that the form does not accept. */
    gboolean is_day = strcmp(method, "SelectDate") == 0;
    if (error->domain == FORMD_ERROR) {
        switch ((FormdError)error->code) {
        case FORMD_ERROR_NOT_VALID:
        case FORMD_ERROR_DISABLED:
        case FORMD_ERROR_ACTION_DISABLED:
        case FORMD_ERROR_OUT_OF_RANGE:
        case FORMD_ERROR_UNKNOWN_FIELD:
            if (!is_day) return;
            break;
        default: break;
        }
    }
    tell(self, error->message, NULL);
}

static void problem(FormdSession *session, const GError *error, FormdGtkView *self) {
    (void)session;
    tell(self, error->message, NULL);
}

static void reopened(FormdSession *session, GStrv missing, FormdGtkView *self) {
    /* Nothing is missing: the user need not know. */
    if (missing[0] == NULL) return;
    g_autoptr(GString) message = g_string_new(word(self, WORD_RESTARTED));
    for (guint index = 0; missing[index] != NULL; index++) {
        FormdField *field = formd_session_get_field(session, missing[index]);
        g_string_append(message, index == 0 ? ": " : ", ");
        g_string_append(message, field != NULL ? formd_field_get_label(field) : missing[index]);
    }
    tell(self, message->str, NULL);
}

/* --- The elements. Each is in a revealer, its row, so that it appears and disappears as the form's conditions say. The
 * widgets of a row are made when it can be seen, those of other rows when there is nothing else to do: a form of 300
 * fields is shown at once. */

/* The rows that are made at once: more than fit on a screen. */
#define FIRST_ROWS 20
/* What a row without widgets takes up. */
#define USUAL_HEIGHT 62
/* How long the user waits while rows are made, in microseconds. */
#define PATIENCE 8000

static void build(FormdGtkView *self, GtkWidget *row) {
    if (gtk_revealer_get_child(GTK_REVEALER(row)) != NULL) return;
    FormdElement *element = _formd_gtk_get_element(row);
    FormdField *field = formd_element_get_field(element);
    GtkWidget *child = self->is_faithful && field != NULL ? _formd_gtk_drawn_new(field)
                                                          : _formd_gtk_element_new(element, self->session);
    if (!self->is_faithful) g_object_set(child, "margin-top", 5, "margin-bottom", 5, NULL);
    gtk_widget_set_size_request(row, -1, -1);
    gtk_revealer_set_child(GTK_REVEALER(row), child);
}

static void update_headers(FormdGtkView *self);

static gboolean build_some(gpointer data) {
    FormdGtkView *self = data;
    gint64 end = g_get_monotonic_time() + PATIENCE;
    /* Rows that are not shown come last. */
    for (int shown = 1; shown >= 0; shown--) {
        GtkWidget *row = gtk_widget_get_first_child(self->form);
        for (; row != NULL; row = gtk_widget_get_next_sibling(row)) {
            if (gtk_revealer_get_child(GTK_REVEALER(row)) != NULL || gtk_widget_get_visible(row) < shown) continue;
            if (g_get_monotonic_time() > end) return G_SOURCE_CONTINUE;
            build(self, row);
        }
    }
    self->building = 0;
    update_headers(self);
    return G_SOURCE_REMOVE;
}

static gboolean is_on_page(FormdGtkView *self, FormdElement *element) {
    GVariant *pages = formd_session_get_pages(self->session);
    return pages == NULL || g_variant_n_children(pages) == 0 ||
           formd_element_get_page(element) == formd_session_get_page(self->session);
}

/* Whether something of a section or a row is shown: a field, a note, or the button that adds a row. */
static gboolean has_content(FormdGtkView *self, GtkWidget *heading) {
    guint depth = formd_element_get_depth(_formd_gtk_get_element(heading));
    while ((heading = gtk_widget_get_next_sibling(heading)) != NULL) {
        FormdElement *element = _formd_gtk_get_element(heading);
        if (formd_element_get_depth(element) <= depth) return FALSE;
        gboolean is_shown = formd_element_get_visible(element) && is_on_page(self, element);
        if (is_shown && (formd_element_get_field(element) != NULL || formd_element_get_can_add(element))) return TRUE;
    }
    return FALSE;
}

static gboolean is_shown(FormdGtkView *self, GtkWidget *row) {
    FormdElement *element = _formd_gtk_get_element(row);
    const char *kind = formd_element_get_kind(element);
    if (!formd_element_get_visible(element) || !is_on_page(self, element)) return FALSE;
    if (strcmp(kind, "end") == 0) return strcmp(formd_session_get_state(self->session), "submitted") == 0;
    if (strcmp(kind, "group") == 0 && formd_element_get_can_add(element)) return TRUE;
    gboolean is_heading = strcmp(kind, "section") == 0 || strcmp(kind, "row") == 0 || strcmp(kind, "group") == 0;
    return !is_heading || has_content(self, row);
}

static void update_row(FormdGtkView *self, GtkWidget *row) {
    gboolean shown = is_shown(self, row);
    /* A page is turned at once; a condition moves what is below it. What is not shown is not there for assistive
     * technologies either. */
    gboolean is_leaving = is_on_page(self, _formd_gtk_get_element(row)) &&
                          gtk_revealer_get_child_revealed(GTK_REVEALER(row)) && gtk_widget_get_mapped(row);
    if (self->is_turning) gtk_revealer_set_reveal_child(GTK_REVEALER(row), shown);
    gtk_widget_set_visible(row, shown || is_leaving);
    gtk_revealer_set_reveal_child(GTK_REVEALER(row), shown);
}

static void show_focus(FormdGtkView *self);

static void row_revealed(GtkWidget *row) {
    GtkWidget *view = gtk_widget_get_ancestor(row, FORMD_GTK_TYPE_VIEW);
    if (view == NULL || FORMD_GTK_VIEW(view)->session == NULL) return;
    update_row(FORMD_GTK_VIEW(view), row);
    if (FORMD_GTK_VIEW(view)->has_moved) show_focus(FORMD_GTK_VIEW(view));
}

/* The labels of the options are above the first of the table's rows. */
static void update_headers(FormdGtkView *self) {
    GVariant *before = NULL;
    for (GtkWidget *row = gtk_widget_get_first_child(self->form); row != NULL; row = gtk_widget_get_next_sibling(row)) {
        if (!gtk_revealer_get_reveal_child(GTK_REVEALER(row))) continue;
        FormdField *field = formd_element_get_field(_formd_gtk_get_element(row));
        GtkWidget *child = gtk_revealer_get_child(GTK_REVEALER(row));
        gboolean is_grid = field != NULL && _formd_gtk_face(field) == FACE_GRID;
        GVariant *options = is_grid ? formd_object_lookup(FORMD_OBJECT(field), "Options") : NULL;
        gboolean is_same = options != NULL && before != NULL && g_variant_equal(options, before);
        if (is_grid && child != NULL) _formd_gtk_field_show_header(child, !is_same);
        before = options;
    }
}

static void update_rows(FormdGtkView *self) {
    guint made = 0, page = formd_session_get_page(self->session);
    gboolean is_complete = TRUE;
    self->is_stale = FALSE;
    self->is_turning = page != self->page;
    self->page = page;
    GtkWidget *first = gtk_widget_get_first_child(self->form);
    for (GtkWidget *row = first; row != NULL; row = gtk_widget_get_next_sibling(row)) {
        gboolean shown = is_shown(self, row);
        if (shown) update_row(self, row);
        if (shown && made++ < FIRST_ROWS) build(self, row);
        else if (gtk_revealer_get_child(GTK_REVEALER(row)) == NULL) is_complete = FALSE;
    }
    update_headers(self);
    GtkWidget *focus = self->root != NULL ? gtk_root_get_focus(GTK_ROOT(self->root)) : NULL;
    for (GtkWidget *row = first; row != NULL; row = gtk_widget_get_next_sibling(row)) {
        if (is_shown(self, row)) continue;
        /* Otherwise GTK would look for another widget for the focus, even after formd has given it to a field. */
        if (focus != NULL && gtk_widget_is_ancestor(focus, row)) gtk_root_set_focus(GTK_ROOT(self->root), NULL);
        update_row(self, row);
    }
    if (!is_complete && self->building == 0) {
        self->building = g_idle_add_full(G_PRIORITY_DEFAULT_IDLE, build_some, self, NULL);
    }
}

static void element_changed(FormdGtkView *self) { self->is_stale = TRUE; }

static GtkWidget *row_new(FormdGtkView *self, FormdElement *element) {
    GtkWidget *row = gtk_revealer_new();
    _formd_gtk_set_element(row, element);
    gtk_widget_set_size_request(row, -1, USUAL_HEIGHT);
    g_signal_connect(row, "notify::child-revealed", G_CALLBACK(row_revealed), NULL);
    g_signal_connect_object(element, "notify", G_CALLBACK(element_changed), self, G_CONNECT_SWAPPED);
    return row;
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
    if (self->unanswered > 0) return;
    self->has_moved = FALSE;
    if (field == NULL || field == focused_field(self)) return;
    for (GtkWidget *row = gtk_widget_get_first_child(self->form); row != NULL; row = gtk_widget_get_next_sibling(row)) {
        if (formd_element_get_field(_formd_gtk_get_element(row)) != field) continue;
        if (!gtk_revealer_get_reveal_child(GTK_REVEALER(row))) continue;
        build(self, row);
        self->is_moving = TRUE;
        /* A field that is only appearing cannot have the focus yet. */
        self->has_moved = !gtk_widget_child_focus(gtk_revealer_get_child(GTK_REVEALER(row)), GTK_DIR_TAB_FORWARD);
        self->is_moving = FALSE;
        return;
    }
}

static void focus_moved(FormdGtkView *self) { self->has_moved = TRUE; }

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
    /* A popover that closes may give the focus back to a widget of a page that is not shown any more. */
    if (focus == NULL || !gtk_widget_is_ancestor(focus, self->form) || !gtk_widget_is_drawable(focus)) return;
    FormdField *field = focused_field(self);
    const char *name = formd_session_get_focused_field(self->session);
    if (field == NULL) return;
    if (self->unanswered == 0 && strcmp(name, formd_object_get_name(FORMD_OBJECT(field))) == 0) return;
    self->unanswered++;
    formd_object_call_async(FORMD_OBJECT(field), "Focus", NULL, NULL, focus_answered, g_object_ref(self));
}

/* The room for a title in a control, and what a theme does not know. */
static const char style[] =
    "formtitle > entry, formtitle > box > entry { padding-top: 16px; min-height: 32px; }"
    "formtitle > label.error { color: @error_color; }"
    "formdrawn > entry, formdrawn > entry:focus-within { background: none; border: none; box-shadow: none; outline: none;"
    " padding: 0; min-height: 0; }"
    "formdrawn > textview, formdrawn > textview > text { background: none; color: inherit; }"
    "formdrawn > button { padding: 0; min-width: 0; min-height: 0; }"
    "button.star { padding: 2px 6px; min-width: 0; font-size: 150%; }";

static void add_style(GdkDisplay *display) {
    if (g_object_get_data(G_OBJECT(display), "formd-style") != NULL) return;
    GtkCssProvider *provider = gtk_css_provider_new();
    gtk_css_provider_load_from_data(provider, style, -1);
    gtk_style_context_add_provider_for_display(display, GTK_STYLE_PROVIDER(provider),
                                               GTK_STYLE_PROVIDER_PRIORITY_THEME + 1);
    g_object_set_data_full(G_OBJECT(display), "formd-style", provider, g_object_unref);
}

/* formd draws for the desktop's light or dark style, and with its size of texts. */
static void follow_desktop(FormdGtkView *self) {
    GtkWidget *widget = GTK_WIDGET(self);
    GdkRGBA color;
    if (!self->is_faithful || self->session == NULL || gtk_widget_get_root(widget) == NULL) return;
    if (gtk_style_context_lookup_color(gtk_widget_get_style_context(widget), "theme_bg_color", &color)) {
        const char *scheme = color.red + color.green + color.blue < 1.5 ? "dark" : "light";
        if (strcmp(scheme, formd_session_get_color_scheme(self->session)) != 0) {
            formd_session_set_color_scheme(self->session, scheme);
        }
    }
    int resolution = 0;
    g_object_get(gtk_widget_get_settings(widget), "gtk-xft-dpi", &resolution, NULL);
    double scale = resolution > 0 ? CLAMP(resolution / 1024.0 / 96, 0.5, 4) : 1;
    if (scale != formd_session_get_text_scale(self->session)) formd_session_set_text_scale(self->session, scale);
}

static void css_changed(GtkWidget *widget, GtkCssStyleChange *change) {
    GTK_WIDGET_CLASS(formd_gtk_view_parent_class)->css_changed(widget, change);
    follow_desktop(FORMD_GTK_VIEW(widget));
}

static void root(GtkWidget *widget) {
    FormdGtkView *self = FORMD_GTK_VIEW(widget);
    add_style(gtk_widget_get_display(widget));
    GTK_WIDGET_CLASS(formd_gtk_view_parent_class)->root(widget);
    self->root = GTK_WIDGET(gtk_widget_get_root(widget));
    follow_desktop(self);
    g_signal_connect_object(self->root, "notify::focus-widget", G_CALLBACK(root_focus_changed), self, G_CONNECT_SWAPPED);
}

static void unroot(GtkWidget *widget) {
    FormdGtkView *self = FORMD_GTK_VIEW(widget);
    if (self->root != NULL) g_signal_handlers_disconnect_by_func(self->root, root_focus_changed, self);
    self->root = NULL;
    GTK_WIDGET_CLASS(formd_gtk_view_parent_class)->unroot(widget);
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
        before = row;
    }
    self->is_stale = TRUE;
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
    gtk_widget_set_visible(self->buttons, strcmp(formd_session_get_state(self->session), "submitted") != 0);
    self->is_stale = TRUE;
}

/* A transaction has been taken in. Rows are shown before one of them gets the focus. */
static void session_changed(FormdGtkView *self) {
    if (self->is_stale) update_rows(self);
    if (self->has_moved) show_focus(self);
    if (self->countdown != 0) tell(self, NULL, NULL);
    if (self->is_faithful) gtk_widget_queue_resize(self->form);
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
 * Submits the form, as the button does, or asks the owner of the session to do so. If a field has an error, it gets the focus; otherwise
 * [signal@FormdGtk.View::submitted] is emitted.
 */
void formd_gtk_view_submit(FormdGtkView *self) {
    g_return_if_fail(FORMD_GTK_IS_VIEW(self));
    if (self->session == NULL || self->is_submitting) return;
    if (self->asks_owner) {
        formd_session_request_submit(self->session);
        return;
    }
    self->is_submitting = TRUE;
    formd_session_submit_document_async(self->session, NULL, submitted, g_object_ref(self));
}

/**
 * formd_gtk_view_show_message:
 * @self: a view
 * @message: (nullable): a message of the program for the user; %NULL hides the bar
 *
 * Shows a message in the view's bar, until there is another one.
 */
void formd_gtk_view_show_message(FormdGtkView *self, const char *message) {
    g_return_if_fail(FORMD_GTK_IS_VIEW(self));
    tell(self, message, NULL);
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
        {"notify::labels", update_buttons},   {"notify::state", update_buttons},
        {"notify::direction", update_direction}, {"notify::focused-field", focus_moved},
        {"notify::connected", update_reach},  {"notify::close-reason", update_reach},
        {"notify::responsive", update_reach},
        {"changed", session_changed},
    };
    for (guint index = 0; index < G_N_ELEMENTS(updates); index++) {
        g_signal_connect_object(session, updates[index].signal, G_CALLBACK(updates[index].handler), self,
                                G_CONNECT_SWAPPED);
    }
    g_signal_connect_object(session, "items-changed", G_CALLBACK(items_changed), self, 0);
    g_signal_connect_object(session, "refused", G_CALLBACK(refused), self, 0);
    g_signal_connect_object(session, "problem", G_CALLBACK(problem), self, 0);
    g_signal_connect_object(session, "reopened", G_CALLBACK(reopened), self, G_CONNECT_AFTER);
    g_signal_connect_object(session, "event::IdleWarning", G_CALLBACK(idle_warning), self, 0);
    items_changed(G_LIST_MODEL(session), 0, 0, g_list_model_get_n_items(G_LIST_MODEL(session)), self);
    update_buttons(self);
    update_direction(self);
    update_reach(self);
}

static void constructed(GObject *object) {
    FormdGtkView *self = FORMD_GTK_VIEW(object);
    G_OBJECT_CLASS(formd_gtk_view_parent_class)->constructed(object);
    if (self->session == NULL) return;
    if (self->is_faithful) {
        g_object_set(self->form, "margin-start", 0, "margin-end", 0, "margin-top", 0, "margin-bottom", 0, NULL);
        gtk_widget_add_css_class(self->form, "view");
        _formd_gtk_flow_set_session(gtk_widget_get_layout_manager(self->form), self->session);
    }
    update_rows(self);
}

static void get_property(GObject *object, guint property, GValue *value, GParamSpec *spec) {
    FormdGtkView *self = FORMD_GTK_VIEW(object);
    if (property == SESSION) g_value_set_object(value, self->session);
    else if (property == FAITHFUL) g_value_set_boolean(value, self->is_faithful);
    else if (property == ASKS_OWNER) g_value_set_boolean(value, self->asks_owner);
    else G_OBJECT_WARN_INVALID_PROPERTY_ID(object, property, spec);
}

static void set_property(GObject *object, guint property, const GValue *value, GParamSpec *spec) {
    FormdGtkView *self = FORMD_GTK_VIEW(object);
    if (property == SESSION) set_session(self, g_value_get_object(value));
    else if (property == FAITHFUL) self->is_faithful = g_value_get_boolean(value);
    else if (property == ASKS_OWNER) self->asks_owner = g_value_get_boolean(value);
    else G_OBJECT_WARN_INVALID_PROPERTY_ID(object, property, spec);
}

static void dispose(GObject *object) {
    FormdGtkView *self = FORMD_GTK_VIEW(object);
    GtkWidget *child;
    if (self->session != NULL) g_signal_handlers_disconnect_by_data(self->session, self);
    if (self->building != 0) g_source_remove(self->building);
    if (self->countdown != 0) g_source_remove(self->countdown);
    self->building = self->countdown = 0;
    while ((child = gtk_widget_get_first_child(GTK_WIDGET(self))) != NULL) gtk_widget_unparent(child);
    g_clear_object(&self->session);
    g_clear_pointer(&self->interrupted, g_free);
    G_OBJECT_CLASS(formd_gtk_view_parent_class)->dispose(object);
}

static void formd_gtk_view_class_init(FormdGtkViewClass *class) {
    GObjectClass *object_class = G_OBJECT_CLASS(class);
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(class);
    object_class->get_property = get_property;
    object_class->set_property = set_property;
    object_class->constructed = constructed;
    object_class->dispose = dispose;
    widget_class->css_changed = css_changed;
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
    /**
     * FormdGtkView:faithful:
     *
     * Whether fields are drawn with formd's frames, colours and heights, as the form's style wants, instead of as the
     * desktop's widgets. The session must be opened with a layout then.
     */
    specs[FAITHFUL] = g_param_spec_boolean("faithful", NULL, NULL, FALSE,
                                           G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
    /**
     * FormdGtkView:asks-owner:
     *
     * Whether submitting asks the session's owner to submit the form (`RequestSubmit`), instead of submitting it. Then
     * [signal@FormdGtk.View::submitted] is not emitted.
     */
    specs[ASKS_OWNER] = g_param_spec_boolean("asks-owner", NULL, NULL, FALSE,
                                             G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
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
    GtkWidget *line = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12);
    g_object_set(line, "margin-start", 12, "margin-end", 12, "margin-top", 8, "margin-bottom", 8, NULL);
    self->message = g_object_new(GTK_TYPE_LABEL, "wrap", TRUE, "wrap-mode", PANGO_WRAP_WORD_CHAR, "xalign", 0.0f, "lines",
                                 6, "ellipsize", PANGO_ELLIPSIZE_END, "hexpand", TRUE, "accessible-role",
                                 GTK_ACCESSIBLE_ROLE_ALERT, NULL);
    self->answer = g_object_new(GTK_TYPE_BUTTON, "visible", FALSE, NULL);
    gtk_widget_add_css_class(self->message, "warning");
    g_signal_connect_swapped(self->answer, "clicked", G_CALLBACK(answered), self);
    gtk_box_append(GTK_BOX(line), self->message);
    gtk_box_append(GTK_BOX(line), self->answer);
    gtk_revealer_set_child(GTK_REVEALER(self->bar), line);
    gtk_widget_set_parent(self->bar, widget);

    self->form = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    gtk_widget_set_layout_manager(self->form, _formd_gtk_flow_new());
    g_object_set(self->form, "margin-start", 18, "margin-end", 18, "margin-top", 12, "margin-bottom", 12, NULL);
    GtkWidget *scrolled = gtk_scrolled_window_new();
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), self->form);
    gtk_widget_set_vexpand(scrolled, TRUE);
    gtk_widget_set_parent(scrolled, widget);

    self->buttons = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12);
    g_object_set(self->buttons, "margin-start", 18, "margin-end", 18, "margin-top", 12, "margin-bottom", 12, NULL);
    self->previous = gtk_button_new();
    self->progress = gtk_label_new(NULL);
    self->next = gtk_button_new();
    gtk_widget_set_hexpand(self->progress, TRUE);
    gtk_widget_add_css_class(self->progress, "dim-label");
    gtk_widget_add_css_class(self->next, "suggested-action");
    g_signal_connect_swapped(self->previous, "clicked", G_CALLBACK(previous_pressed), self);
    g_signal_connect_swapped(self->next, "clicked", G_CALLBACK(next_pressed), self);
    gtk_box_append(GTK_BOX(self->buttons), self->previous);
    gtk_box_append(GTK_BOX(self->buttons), self->progress);
    gtk_box_append(GTK_BOX(self->buttons), self->next);
    gtk_widget_set_parent(self->buttons, widget);

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
