#include "formd-gtk-private.h"

/* The control of a field: what a user types into, presses or chooses from. */

/* As in formd's terminal front end: more options than these are a menu in any case, or if the form does not say. */
#define MOST_LISTED 12
#define MOST_LISTED_UNASKED 6

/* The most characters of options that are beside one another. */
#define LONGEST_ROW 48

static gboolean are_short(FormdField *field) {
    g_autofree const char **labels = formd_field_get_options(field);
    glong length = 0;
    for (guint index = 0; labels[index] != NULL && length <= LONGEST_ROW; index++) {
        length += g_utf8_strlen(labels[index], LONGEST_ROW * 6) + 4;
    }
    return length <= LONGEST_ROW;
}

Face _formd_gtk_face(FormdField *field) {
    const char *type = formd_field_get_field_type(field), *input = formd_field_get_input(field);
    const char *display = formd_field_get_display(field);
    guint count = formd_field_get_option_count(field);
    if (strcmp(type, "note") == 0) return FACE_NOTE;
    if (strcmp(type, "textView") == 0) return FACE_TEXT_VIEW;
    if (strcmp(input, "toggle") == 0) return FACE_TOGGLE;
    if (strcmp(input, "date") == 0) return FACE_DATE;
    if (strcmp(input, "options") != 0) return strcmp(display, "slider") == 0 ? FACE_SLIDER : FACE_TEXT;
    if (count > MOST_LISTED || strcmp(display, "menu") == 0) return FACE_MENU;
    if (strcmp(display, "list") == 0) return FACE_LIST;
    if (strcmp(display, "grid") == 0 && !formd_field_get_multiple(field)) return FACE_GRID;
    if (strcmp(display, "rating") == 0 && !formd_field_get_multiple(field)) return FACE_RATING;
    if (display[0] != '\0') return are_short(field) ? FACE_ROW : FACE_LIST;
    return count <= MOST_LISTED_UNASKED ? FACE_LIST : FACE_MENU;
}

/* --- A line of text, with the buttons that its kind has */

static void revealed(GObject *field, GAsyncResult *result, gpointer data) {
    g_autoptr(GtkWidget) entry = data;
    g_autofree char *text = formd_field_reveal_finish(FORMD_FIELD(field), result, NULL);
    if (formd_field_get_secure_entry(FORMD_FIELD(field))) return;
    GtkEditable *delegate = gtk_editable_get_delegate(GTK_EDITABLE(entry));
    if (delegate != NULL) _formd_gtk_text_reveal(GTK_WIDGET(delegate), text);
}

/* A secret's text is only known to those who ask for it. */
static void update_secret(GtkWidget *entry) {
    FormdField *field = _formd_gtk_get_field(entry);
    GtkEditable *delegate = gtk_editable_get_delegate(GTK_EDITABLE(entry));
    gboolean is_hidden = formd_field_get_secure_entry(field);
    gtk_entry_set_visibility(GTK_ENTRY(entry), TRUE);
    if (!is_hidden) formd_field_reveal_async(field, NULL, revealed, g_object_ref(entry));
    else if (delegate != NULL) _formd_gtk_text_reveal(GTK_WIDGET(delegate), NULL);
}

void _formd_gtk_follow_secret(FormdField *field, GtkWidget *entry) {
    if (!formd_field_get_secret(field)) return;
    _formd_gtk_follow(field, entry, update_secret, (const char *const[]){"secure-entry", "revision", NULL});
}

const char *_formd_gtk_icon(const char *image) {
    if (strcmp(image, "eyeOff") == 0) return "view-reveal-symbolic";
    if (strcmp(image, "eyeOn") == 0) return "view-conceal-symbolic";
    return strcmp(image, "clear") == 0 ? "edit-clear-symbolic" : image;
}

static void update_button(GtkWidget *entry) {
    FormdField *field = _formd_gtk_get_field(entry);
    GVariant *button = formd_field_get_action_button(field);
    gboolean is_visible = FALSE;
    const char *image = "";
    if (button != NULL) {
        g_variant_lookup(button, "visible", "b", &is_visible);
        g_variant_lookup(button, "image", "&s", &image);
    }
    const char *icon = _formd_gtk_icon(image), *label = "";
    FormdSession *session = formd_object_get_session(FORMD_OBJECT(field));
    if (strcmp(image, "eyeOff") == 0) label = "show";
    if (strcmp(image, "eyeOn") == 0) label = "hide";
    if (strcmp(image, "clear") == 0) label = "clear";
    gtk_entry_set_icon_from_icon_name(GTK_ENTRY(entry), GTK_ENTRY_ICON_SECONDARY, is_visible ? icon : NULL);
    if (is_visible && session != NULL && label[0] != '\0') {
        gtk_entry_set_icon_tooltip_text(GTK_ENTRY(entry), GTK_ENTRY_ICON_SECONDARY,
                                        formd_session_get_label(session, label));
    }
}

static void button_pressed(GtkEntry *entry, GtkEntryIconPosition position, gpointer data) {
    (void)position, (void)data;
    formd_field_press_action_button(_formd_gtk_get_field(GTK_WIDGET(entry)));
}

static void update_placeholder(GtkWidget *entry) {
    FormdField *field = _formd_gtk_get_field(entry);
    const char *placeholder = formd_field_get_placeholder(field);
    /* Otherwise the title is in the place of the placeholder. */
    gboolean is_shown = formd_field_get_focused(field) && strcmp(placeholder, formd_field_get_label(field)) != 0;
    gtk_entry_set_placeholder_text(GTK_ENTRY(entry), is_shown ? placeholder : NULL);
}

static void stepped(GtkWidget *button, FormdField *field) {
    formd_field_step(field, g_object_get_data(G_OBJECT(button), "up") != NULL ? 1 : -1);
}

static GtkWidget *step_button(FormdField *field, const char *icon, gboolean is_up) {
    GtkWidget *button = gtk_button_new_from_icon_name(icon);
    g_object_set_data(G_OBJECT(button), "up", is_up ? button : NULL);
    g_signal_connect_object(button, "clicked", G_CALLBACK(stepped), field, 0);
    /* The arrow keys do the same in the entry. */
    gtk_widget_set_focusable(button, FALSE);
    gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL, is_up ? "+" : "−", -1);
    return button;
}

static gboolean steps(FormdField *field) {
    GVariant *keyboard = formd_field_get_keyboard(field);
    const char *purpose = "";
    if (keyboard != NULL) g_variant_lookup(keyboard, "purpose", "&s", &purpose);
    return strcmp(purpose, "integer") == 0 ||
           strcmp(purpose, "decimal") == 0 || strcmp(purpose, "date") == 0 || strcmp(purpose, "time") == 0;
}

static gboolean step_key(GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state,
                         FormdField *field) {
    (void)controller, (void)code;
    if ((key != GDK_KEY_Up && key != GDK_KEY_Down) || (state & GDK_MODIFIER_MASK & ~GDK_LOCK_MASK) != 0) return FALSE;
    if (!steps(field)) return FALSE;
    formd_field_step(field, key == GDK_KEY_Up ? 1 : -1);
    return TRUE;
}

static GtkWidget *entry_new(FormdField *field, GtkWidget **focus) {
    GtkWidget *entry = gtk_entry_new();
    _formd_gtk_set_field(entry, field);
    gtk_widget_set_hexpand(entry, TRUE);
    formd_gtk_bind_text(field, entry);
    g_signal_connect(entry, "icon-press", G_CALLBACK(button_pressed), NULL);
    _formd_gtk_follow(field, entry, update_button, (const char *const[]){"action-button", NULL});
    _formd_gtk_follow(field, entry, update_placeholder, (const char *const[]){"placeholder", "focused", "label", NULL});
    _formd_gtk_follow_secret(field, entry);
    GtkEventController *keys = gtk_event_controller_key_new();
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE);
    g_signal_connect_object(keys, "key-pressed", G_CALLBACK(step_key), field, 0);
    gtk_widget_add_controller(entry, keys);
    *focus = entry;
    if (!steps(field)) return entry;
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
    gtk_widget_add_css_class(box, "linked");
    gtk_box_append(GTK_BOX(box), entry);
    gtk_box_append(GTK_BOX(box), step_button(field, "list-remove-symbolic", FALSE));
    gtk_box_append(GTK_BOX(box), step_button(field, "list-add-symbolic", TRUE));
    return box;
}

/* --- Several lines of text. The height follows the text, up to a limit. */

static GtkWidget *text_view_new(FormdField *field, GtkWidget **focus) {
    GtkWidget *view = gtk_text_view_new(), *scrolled = gtk_scrolled_window_new(), *frame = gtk_frame_new(NULL);
    gtk_text_view_set_wrap_mode(GTK_TEXT_VIEW(view), GTK_WRAP_WORD_CHAR);
    gtk_text_view_set_accepts_tab(GTK_TEXT_VIEW(view), FALSE);
    g_object_set(view, "top-margin", 6, "bottom-margin", 6, "left-margin", 8, "right-margin", 8, NULL);
    formd_gtk_bind_text(field, view);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), view);
    gtk_scrolled_window_set_propagate_natural_height(GTK_SCROLLED_WINDOW(scrolled), TRUE);
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_min_content_height(GTK_SCROLLED_WINDOW(scrolled), 64);
    gtk_scrolled_window_set_max_content_height(GTK_SCROLLED_WINDOW(scrolled), 240);
    gtk_frame_set_child(GTK_FRAME(frame), scrolled);
    *focus = view;
    return frame;
}

/* --- A toggle, whose label is the field's */

static gboolean is_on(FormdField *field) { return strcmp(formd_field_get_value(field), "true") == 0; }

static void update_toggle(GtkWidget *check) {
    FormdField *field = _formd_gtk_get_field(check);
    g_autofree char *label = g_strconcat(formd_field_get_label(field), formd_field_get_required(field) ? " *" : "", NULL);
    _formd_gtk_check_set(check, label);
    g_object_set_data(G_OBJECT(check), "is-writing", check);
    gtk_check_button_set_active(GTK_CHECK_BUTTON(check), is_on(field));
    g_object_set_data(G_OBJECT(check), "is-writing", NULL);
}

/* formd decides: the button shows its answer. */
static void toggled(GtkWidget *check) {
    FormdField *field = _formd_gtk_get_field(check);
    if (g_object_get_data(G_OBJECT(check), "is-writing") != NULL) return;
    update_toggle(check);
    formd_field_toggle(field);
}

static GtkWidget *toggle_new(FormdField *field, GtkWidget **focus) {
    GtkWidget *check = gtk_check_button_new();
    _formd_gtk_set_field(check, field);
    _formd_gtk_follow(field, check, update_toggle, (const char *const[]){"value", "label", "required", NULL});
    g_signal_connect(check, "toggled", G_CALLBACK(toggled), NULL);
    *focus = check;
    return check;
}

GtkWidget *_formd_gtk_control_new(FormdField *field, GtkWidget **focus) {
    Face face = _formd_gtk_face(field);
    switch (face) {
    case FACE_NOTE: return NULL;
    case FACE_TEXT: return entry_new(field, focus);
    case FACE_TEXT_VIEW: return text_view_new(field, focus);
    case FACE_SLIDER: return _formd_gtk_slider_new(field, focus);
    case FACE_TOGGLE: return toggle_new(field, focus);
    case FACE_DATE:
    case FACE_MENU: return _formd_gtk_menu_new(field, face, focus);
    default: return _formd_gtk_choices_new(field, face, focus);
    }
}
