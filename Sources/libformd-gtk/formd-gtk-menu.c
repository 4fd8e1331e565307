#include "formd-gtk-private.h"

/* A button that opens a list of options or a calendar. */

static void update_menu(GtkWidget *button) {
    FormdField *field = _formd_gtk_get_field(button);
    FormdSession *session = formd_object_get_session(FORMD_OBJECT(field));
    const char *text = formd_field_get_text(field);
    GtkWidget *label = g_object_get_data(G_OBJECT(button), "label");
    gboolean is_empty = text[0] == '\0';
    _formd_gtk_label_set(label, is_empty && session != NULL ? formd_session_get_label(session, "choose") : text);
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

/* What the popover shows is made when it is opened first. */
static void create_calendar(GtkMenuButton *button, gpointer data) {
    (void)data;
    GtkPopover *popover = gtk_menu_button_get_popover(button);
    if (gtk_popover_get_child(popover) != NULL) return;
    FormdSession *session = formd_object_get_session(FORMD_OBJECT(_formd_gtk_get_field(GTK_WIDGET(button))));
    GtkWidget *calendar = gtk_calendar_new(), *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
    /* For the day that the calendar shows when it opens: a click on it changes nothing. */
    GtkWidget *done = gtk_button_new_with_label(session != NULL ? formd_session_get_label(session, "done") : "✓");
    gtk_box_append(GTK_BOX(box), calendar);
    gtk_box_append(GTK_BOX(box), done);
    gtk_popover_set_child(popover, box);
    g_signal_connect_swapped(done, "clicked", G_CALLBACK(choose_day), calendar);
    g_signal_connect(calendar, "day-selected", G_CALLBACK(day_selected), NULL);
    g_signal_connect(popover, "show", G_CALLBACK(show_calendar), calendar);
}

static void create_options(GtkMenuButton *button, gpointer data) {
    (void)data;
    GtkPopover *popover = gtk_menu_button_get_popover(button);
    if (gtk_popover_get_child(popover) != NULL) return;
    gtk_popover_set_child(popover, _formd_gtk_options_new(_formd_gtk_get_field(GTK_WIDGET(button)), popover));
}

GtkWidget *_formd_gtk_menu_new(FormdField *field, Face face, GtkWidget **focus) {
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
    _formd_gtk_set_field(popover, field);
    gtk_menu_button_set_popover(GTK_MENU_BUTTON(button), popover);
    gtk_menu_button_set_create_popup_func(GTK_MENU_BUTTON(button), face == FACE_DATE ? create_calendar : create_options,
                                          NULL, NULL);
    _formd_gtk_follow(field, button, update_menu, (const char *const[]){"text", "label", NULL});
    *focus = button;
    return button;
}
