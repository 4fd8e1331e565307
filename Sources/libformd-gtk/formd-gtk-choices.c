#include "formd-gtk-private.h"

/* Options that are all visible: below one another, beside one another, as stars, or as a row of a table. */

gboolean _formd_gtk_is_chosen(FormdField *field, guint option) {
    GVariant *chosen = formd_field_get_selected_options(field);
    gsize count = 0;
    const guint32 *indices = chosen != NULL ? g_variant_get_fixed_array(chosen, &count, sizeof *indices) : NULL;
    for (gsize index = 0; index < count; index++) {
        if (indices[index] == option) return TRUE;
    }
    return FALSE;
}

/* --- Check buttons, of which one or several are active */

static void update_choices(GtkWidget *box) {
    FormdField *field = _formd_gtk_get_field(box);
    guint position = 0;
    g_object_set_data(G_OBJECT(box), "is-writing", box);
    for (GtkWidget *check = gtk_widget_get_first_child(box); check != NULL; check = gtk_widget_get_next_sibling(check)) {
        gtk_check_button_set_active(GTK_CHECK_BUTTON(check), _formd_gtk_is_chosen(field, position++));
    }
    g_object_set_data(G_OBJECT(box), "is-writing", NULL);
}

static guint position_of(GtkWidget *child) {
    guint position = 0;
    while ((child = gtk_widget_get_prev_sibling(child)) != NULL) position++;
    return position;
}

/* formd decides: the buttons show its answer. */
static void choice_toggled(GtkWidget *check, GtkWidget *box) {
    if (g_object_get_data(G_OBJECT(box), "is-writing") != NULL) return;
    FormdField *field = _formd_gtk_get_field(box);
    /* In a group, the button that was active before reports, too. */
    if (!gtk_check_button_get_active(GTK_CHECK_BUTTON(check)) && !formd_field_get_multiple(field)) return;
    update_choices(box);
    formd_field_select_option(field, position_of(check));
}

static GtkWidget *check_new(FormdField *field, Face face, const char *label) {
    GtkWidget *check = gtk_check_button_new();
    if (face == FACE_GRID) {
        /* The label is above the table. */
        g_autofree char *name = g_strconcat(formd_field_get_label(field), " ", label, NULL);
        gtk_accessible_update_property(GTK_ACCESSIBLE(check), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
        gtk_widget_set_halign(check, GTK_ALIGN_CENTER);
    } else {
        _formd_gtk_check_set(check, label);
    }
    return check;
}

static void fill_choices(GtkWidget *box) {
    FormdField *field = _formd_gtk_get_field(box);
    Face face = _formd_gtk_face(field);
    GtkWidget *child;
    while ((child = gtk_widget_get_first_child(box)) != NULL) gtk_widget_unparent(child);
    g_autofree const char **labels = formd_field_get_options(field);
    GtkCheckButton *group = NULL;
    for (guint index = 0; labels != NULL && labels[index] != NULL; index++) {
        GtkWidget *check = check_new(field, face, labels[index]);
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

/* --- Stars: as many are full as the chosen option has places */

static void update_stars(GtkWidget *box) {
    FormdField *field = _formd_gtk_get_field(box);
    int chosen = formd_field_get_selected_option(field), position = 0;
    for (GtkWidget *star = gtk_widget_get_first_child(box); star != NULL; star = gtk_widget_get_next_sibling(star)) {
        gtk_button_set_label(GTK_BUTTON(star), position <= chosen ? "★" : "☆");
        g_autofree const char **labels = formd_field_get_options(field);
        const char *label = labels != NULL && (int)g_strv_length((GStrv)labels) > position ? labels[position] : "";
        gtk_accessible_update_property(GTK_ACCESSIBLE(star), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
        gtk_accessible_update_state(GTK_ACCESSIBLE(star), GTK_ACCESSIBLE_STATE_CHECKED,
                                    position == chosen ? GTK_ACCESSIBLE_TRISTATE_TRUE : GTK_ACCESSIBLE_TRISTATE_FALSE, -1);
        gtk_widget_set_tooltip_text(star, label);
        /* One stop for Tab, as a group of radio buttons. */
        gtk_widget_set_focusable(star, position == MAX(chosen, 0));
        position++;
    }
}

static void star_clicked(GtkWidget *star, FormdField *field) { formd_field_select_option(field, position_of(star)); }

static gboolean star_key(GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, FormdField *field) {
    (void)code, (void)state;
    GtkWidget *box = gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(controller));
    gboolean is_rtl = gtk_widget_get_direction(box) == GTK_TEXT_DIR_RTL;
    int step = key == GDK_KEY_Up || key == (is_rtl ? GDK_KEY_Left : GDK_KEY_Right)    ? 1
               : key == GDK_KEY_Down || key == (is_rtl ? GDK_KEY_Right : GDK_KEY_Left) ? -1
                                                                                       : 0;
    int next = MAX(formd_field_get_selected_option(field), -1) + step;
    if (step == 0) return FALSE;
    if (next >= 0 && (guint)next < formd_field_get_option_count(field)) formd_field_select_option(field, (guint)next);
    return TRUE;
}

static void fill_stars(GtkWidget *box) {
    FormdField *field = _formd_gtk_get_field(box);
    GtkWidget *child;
    while ((child = gtk_widget_get_first_child(box)) != NULL) gtk_widget_unparent(child);
    for (guint index = 0; index < formd_field_get_option_count(field); index++) {
        GtkWidget *star = g_object_new(GTK_TYPE_BUTTON, "accessible-role", GTK_ACCESSIBLE_ROLE_RADIO, NULL);
        gtk_widget_add_css_class(star, "flat");
        gtk_widget_add_css_class(star, "star");
        g_signal_connect_object(star, "clicked", G_CALLBACK(star_clicked), field, 0);
        gtk_box_append(GTK_BOX(box), star);
    }
    update_stars(box);
}

/* --- All of them */

GtkWidget *_formd_gtk_choices_new(FormdField *field, Face face, GtkWidget **focus) {
    GtkAccessibleRole role = formd_field_get_multiple(field) ? GTK_ACCESSIBLE_ROLE_GROUP : GTK_ACCESSIBLE_ROLE_RADIO_GROUP;
    GtkOrientation orientation = face == FACE_LIST ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL;
    GtkWidget *box = g_object_new(GTK_TYPE_BOX, "accessible-role", role, "orientation", orientation, "homogeneous",
                                  face == FACE_GRID, "spacing", face == FACE_ROW ? 12 : 0, NULL);
    _formd_gtk_set_field(box, field);
    if (face == FACE_RATING) {
        GtkEventController *keys = gtk_event_controller_key_new();
        g_signal_connect_object(keys, "key-pressed", G_CALLBACK(star_key), field, 0);
        gtk_widget_add_controller(box, keys);
    }
    _formd_gtk_follow(field, box, face == FACE_RATING ? fill_stars : fill_choices, (const char *const[]){"options", NULL});
    _formd_gtk_follow(field, box, face == FACE_RATING ? update_stars : update_choices,
                      (const char *const[]){"selected-options", NULL});
    *focus = box;
    return box;
}
