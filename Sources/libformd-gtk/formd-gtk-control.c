#include "formd-gtk-private.h"

/* The control of a field: what a user types into, presses or chooses from. */

/* As in formd's terminal front end: more options than these are a menu in any case, or if the form does not say. */
#define MOST_LISTED 12
#define MOST_LISTED_UNASKED 6

Face _formd_gtk_face(FormdField *field) {
    const char *type = formd_field_get_field_type(field), *input = formd_field_get_input(field);
    const char *display = formd_field_get_display(field);
    guint count = formd_field_get_option_count(field);
    if (strcmp(type, "note") == 0) return FACE_NOTE;
    if (strcmp(type, "textView") == 0) return FACE_TEXT_VIEW;
    if (strcmp(input, "toggle") == 0) return FACE_TOGGLE;
    if (strcmp(input, "date") == 0) return FACE_DATE;
    if (strcmp(input, "options") != 0) return FACE_TEXT;
    if (count > MOST_LISTED || strcmp(display, "menu") == 0) return FACE_MENU;
    if (strcmp(display, "list") == 0) return FACE_LIST;
    if (display[0] != '\0') return FACE_ROW;
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

static void update_button(GtkWidget *entry) {
    FormdField *field = _formd_gtk_get_field(entry);
    GVariant *button = formd_field_get_action_button(field);
    gboolean is_visible = FALSE;
    const char *image = "";
    if (button != NULL) {
        g_variant_lookup(button, "visible", "b", &is_visible);
        g_variant_lookup(button, "image", "&s", &image);
    }
    const char *icon = image, *label = "";
    FormdSession *session = formd_object_get_session(FORMD_OBJECT(field));
    if (strcmp(image, "eyeOff") == 0) icon = "view-reveal-symbolic", label = "show";
    if (strcmp(image, "eyeOn") == 0) icon = "view-conceal-symbolic", label = "hide";
    if (strcmp(image, "clear") == 0) icon = "edit-clear-symbolic", label = "clear";
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
    gboolean differs = strcmp(placeholder, formd_field_get_label(field)) != 0;
    gtk_entry_set_placeholder_text(GTK_ENTRY(entry), differs ? placeholder : NULL);
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
    return strcmp(formd_field_get_display(field), "slider") == 0 || strcmp(purpose, "integer") == 0 ||
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
    g_signal_connect_object(field, "notify::action-button", G_CALLBACK(update_button), entry, G_CONNECT_SWAPPED);
    g_signal_connect_object(field, "notify::placeholder", G_CALLBACK(update_placeholder), entry, G_CONNECT_SWAPPED);
    update_button(entry);
    update_placeholder(entry);
    if (formd_field_get_secret(field)) {
        g_signal_connect_object(field, "notify::secure-entry", G_CALLBACK(update_secret), entry, G_CONNECT_SWAPPED);
        g_signal_connect_object(field, "notify::revision", G_CALLBACK(update_secret), entry, G_CONNECT_SWAPPED);
        update_secret(entry);
    }
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
    gtk_check_button_set_label(GTK_CHECK_BUTTON(check), label);
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
    static const char *const properties[] = {"notify::value", "notify::label", "notify::required"};
    for (guint index = 0; index < G_N_ELEMENTS(properties); index++) {
        g_signal_connect_object(field, properties[index], G_CALLBACK(update_toggle), check, G_CONNECT_SWAPPED);
    }
    update_toggle(check);
    g_signal_connect(check, "toggled", G_CALLBACK(toggled), NULL);
    *focus = check;
    return check;
}

/* --- Options that are all visible */

static void update_choices(GtkWidget *box) {
    FormdField *field = _formd_gtk_get_field(box);
    GVariant *chosen = formd_field_get_selected_options(field);
    gsize count = 0;
    const guint32 *indices = chosen != NULL ? g_variant_get_fixed_array(chosen, &count, sizeof *indices) : NULL;
    guint position = 0;
    g_object_set_data(G_OBJECT(box), "is-writing", box);
    for (GtkWidget *check = gtk_widget_get_first_child(box); check != NULL; check = gtk_widget_get_next_sibling(check)) {
        gboolean is_chosen = FALSE;
        for (gsize index = 0; index < count; index++) is_chosen |= indices[index] == position;
        gtk_check_button_set_active(GTK_CHECK_BUTTON(check), is_chosen);
        position++;
    }
    g_object_set_data(G_OBJECT(box), "is-writing", NULL);
}

static void choice_toggled(GtkWidget *check, GtkWidget *box) {
    if (g_object_get_data(G_OBJECT(box), "is-writing") != NULL) return;
    FormdField *field = _formd_gtk_get_field(box);
    gboolean is_active = gtk_check_button_get_active(GTK_CHECK_BUTTON(check));
    /* In a group, the button that was active before reports, too. */
    if (!is_active && !formd_field_get_multiple(field)) return;
    guint position = 0;
    for (GtkWidget *before = check; (before = gtk_widget_get_prev_sibling(before)) != NULL;) position++;
    update_choices(box);
    formd_field_select_option(field, position);
}

static void fill_choices(GtkWidget *box) {
    FormdField *field = _formd_gtk_get_field(box);
    GtkWidget *child;
    while ((child = gtk_widget_get_first_child(box)) != NULL) gtk_box_remove(GTK_BOX(box), child);
    g_autofree const char **labels = formd_field_get_options(field);
    GtkCheckButton *group = NULL;
    for (guint index = 0; labels != NULL && labels[index] != NULL; index++) {
        GtkWidget *check = gtk_check_button_new_with_label(labels[index]);
        if (!formd_field_get_multiple(field)) {
            gtk_check_button_set_group(GTK_CHECK_BUTTON(check), group);
            if (group == NULL) group = GTK_CHECK_BUTTON(check);
        }
        gtk_box_append(GTK_BOX(box), check);
    }
    update_choices(box);
    for (child = gtk_widget_get_first_child(box); child != NULL; child = gtk_widget_get_next_sibling(child)) {
        g_signal_connect(child, "toggled", G_CALLBACK(choice_toggled), box);
    }
}

static GtkWidget *choices_new(FormdField *field, GtkOrientation orientation, GtkWidget **focus) {
    GtkWidget *box = g_object_new(GTK_TYPE_BOX, "orientation", orientation, "spacing",
                                  orientation == GTK_ORIENTATION_HORIZONTAL ? 12 : 0, "accessible-role",
                                  formd_field_get_multiple(field) ? GTK_ACCESSIBLE_ROLE_GROUP
                                                                  : GTK_ACCESSIBLE_ROLE_RADIO_GROUP, NULL);
    _formd_gtk_set_field(box, field);
    g_signal_connect_object(field, "notify::options", G_CALLBACK(fill_choices), box, G_CONNECT_SWAPPED);
    g_signal_connect_object(field, "notify::selected-options", G_CALLBACK(update_choices), box, G_CONNECT_SWAPPED);
    fill_choices(box);
    *focus = box;
    return box;
}

/* --- A button that opens a list or a calendar */

static void update_menu(GtkWidget *button) {
    FormdField *field = _formd_gtk_get_field(button);
    FormdSession *session = formd_object_get_session(FORMD_OBJECT(field));
    const char *text = formd_field_get_text(field);
    GtkWidget *label = g_object_get_data(G_OBJECT(button), "label");
    gboolean is_empty = text[0] == '\0';
    gtk_label_set_text(GTK_LABEL(label), is_empty && session != NULL ? formd_session_get_label(session, "choose") : text);
    if (is_empty) gtk_widget_add_css_class(label, "dim-label");
    else gtk_widget_remove_css_class(label, "dim-label");
    /* A screen reader reads the name of a button, which therefore contains the value, too. */
    g_autofree char *name = g_strconcat(formd_field_get_label(field), " ", text, NULL);
    gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static int month_of(GtkCalendar *calendar) {
    g_autoptr(GDateTime) day = gtk_calendar_get_date(calendar);
    return g_date_time_get_year(day) * 12 + g_date_time_get_month(day);
}

static void choose_day(GtkCalendar *calendar) {
    GtkWidget *popover = gtk_widget_get_ancestor(GTK_WIDGET(calendar), GTK_TYPE_POPOVER);
    g_autoptr(GDateTime) day = gtk_calendar_get_date(calendar);
    g_autofree char *date = g_date_time_format(day, "%Y-%m-%d");
    formd_field_select_date(_formd_gtk_get_field(popover), date);
    gtk_popover_popdown(GTK_POPOVER(popover));
}

/* The calendar also reports this when another month is shown, which chooses no day yet. */
static void day_selected(GtkCalendar *calendar) {
    int before = GPOINTER_TO_INT(g_object_get_data(G_OBJECT(calendar), "month")), month = month_of(calendar);
    g_object_set_data(G_OBJECT(calendar), "month", GINT_TO_POINTER(month));
    if (g_object_get_data(G_OBJECT(calendar), "is-writing") == NULL && month == before) choose_day(calendar);
}

static void show_calendar(GtkWidget *popover, GtkCalendar *calendar) {
    FormdField *field = _formd_gtk_get_field(popover);
    GVariant *range = formd_field_get_date_range(field);
    const char *date = formd_field_get_date(field);
    if (date[0] == '\0' && range != NULL) g_variant_get_child(range, 2, "&s", &date);
    int year, month, day;
    if (sscanf(date, "%d-%d-%d", &year, &month, &day) != 3) return;
    g_autoptr(GDateTime) shown = g_date_time_new_local(year, month, day, 12, 0, 0);
    if (shown == NULL) return;
    g_object_set_data(G_OBJECT(calendar), "is-writing", calendar);
    gtk_calendar_select_day(calendar, shown);
    g_object_set_data(G_OBJECT(calendar), "month", GINT_TO_POINTER(month_of(calendar)));
    g_object_set_data(G_OBJECT(calendar), "is-writing", NULL);
}

static GtkWidget *menu_new(FormdField *field, Face face, GtkWidget **focus) {
    GtkWidget *button = gtk_menu_button_new(), *popover = gtk_popover_new();
    GtkWidget *content = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6), *label = gtk_label_new(NULL);
    _formd_gtk_set_field(button, field);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
    gtk_widget_set_hexpand(label, TRUE);
    gtk_widget_set_hexpand(content, TRUE);
    gtk_widget_set_halign(content, GTK_ALIGN_FILL);
    gtk_box_append(GTK_BOX(content), label);
    gtk_box_append(GTK_BOX(content),
                   gtk_image_new_from_icon_name(face == FACE_DATE ? "x-office-calendar-symbolic" : "pan-down-symbolic"));
    g_object_set_data(G_OBJECT(button), "label", label);
    gtk_menu_button_set_child(GTK_MENU_BUTTON(button), content);
    /* GTK places the child in the middle. */
    gtk_widget_set_halign(gtk_widget_get_parent(content), GTK_ALIGN_FILL);
    gtk_menu_button_set_popover(GTK_MENU_BUTTON(button), popover);
    if (face == FACE_DATE) {
        GtkWidget *calendar = gtk_calendar_new(), *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
        FormdSession *session = formd_object_get_session(FORMD_OBJECT(field));
        /* For the day that the calendar shows when it opens: a click on it changes nothing. */
        GtkWidget *done = gtk_button_new_with_label(session != NULL ? formd_session_get_label(session, "done") : "✓");
        _formd_gtk_set_field(popover, field);
        gtk_box_append(GTK_BOX(box), calendar);
        gtk_box_append(GTK_BOX(box), done);
        gtk_popover_set_child(GTK_POPOVER(popover), box);
        g_signal_connect_swapped(done, "clicked", G_CALLBACK(choose_day), calendar);
        g_signal_connect(calendar, "day-selected", G_CALLBACK(day_selected), NULL);
        g_signal_connect(popover, "show", G_CALLBACK(show_calendar), calendar);
    } else {
        gtk_popover_set_child(GTK_POPOVER(popover), _formd_gtk_options_new(field, GTK_POPOVER(popover)));
    }
    g_signal_connect_object(field, "notify::text", G_CALLBACK(update_menu), button, G_CONNECT_SWAPPED);
    g_signal_connect_object(field, "notify::label", G_CALLBACK(update_menu), button, G_CONNECT_SWAPPED);
    update_menu(button);
    *focus = button;
    return button;
}

GtkWidget *_formd_gtk_control_new(FormdField *field, GtkWidget **focus) {
    Face face = _formd_gtk_face(field);
    switch (face) {
    case FACE_NOTE: return NULL;
    case FACE_TEXT: return entry_new(field, focus);
    case FACE_TEXT_VIEW: return text_view_new(field, focus);
    case FACE_TOGGLE: return toggle_new(field, focus);
    case FACE_LIST: return choices_new(field, GTK_ORIENTATION_VERTICAL, focus);
    case FACE_ROW: return choices_new(field, GTK_ORIENTATION_HORIZONTAL, focus);
    case FACE_DATE:
    case FACE_MENU: break;
    }
    return menu_new(field, face, focus);
}
