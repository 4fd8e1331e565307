#include "formd-gtk-private.h"
#include "formd-gtk-words.h"

/* The list of a field's options: formd searches them, and only those that are shown are loaded. GtkDropDown is not used,
 * because it searches in the client and needs all of them. */

typedef struct {
    FormdField *field;
    FormdOptions *options;
    GtkPopover *popover; /* owns the list */
    GtkWidget *search, *list, *nothing;
    GtkSingleSelection *selection;
} List;

static void free_list(gpointer data) {
    List *self = data;
    g_signal_handlers_disconnect_by_data(self->options, self);
    g_object_unref(self->field);
    g_object_unref(self->options);
    g_free(self);
}

/* A row: a check mark for a chosen option, and the label, which may come later. */
static void update_row(GtkListItem *item) {
    FormdOption *option = gtk_list_item_get_item(item);
    FormdField *field = g_object_get_data(G_OBJECT(item), "field");
    GtkWidget *row = gtk_list_item_get_child(item);
    if (option == NULL || row == NULL) return;
    GtkWidget *label = gtk_widget_get_first_child(row), *mark = gtk_widget_get_last_child(row);
    _formd_gtk_label_set(label, formd_option_get_loaded(option) ? formd_option_get_label(option) : "…");
    gtk_widget_set_opacity(mark, formd_option_get_loaded(option) && _formd_gtk_is_chosen(field, formd_option_get_index(option)) ? 1 : 0);
}

static void setup_row(GtkSignalListItemFactory *factory, GtkListItem *item, List *self) {
    (void)factory;
    GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6), *label = gtk_label_new(NULL);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
    gtk_widget_set_hexpand(label, TRUE);
    gtk_box_append(GTK_BOX(row), label);
    gtk_box_append(GTK_BOX(row), gtk_image_new_from_icon_name("object-select-symbolic"));
    gtk_list_item_set_child(item, row);
    g_object_set_data_full(G_OBJECT(item), "field", g_object_ref(self->field), g_object_unref);
    g_signal_connect_object(self->field, "notify::selected-options", G_CALLBACK(update_row), item, G_CONNECT_SWAPPED);
}

static void bind_row(GtkSignalListItemFactory *factory, GtkListItem *item, List *self) {
    (void)factory, (void)self;
    g_signal_connect_object(gtk_list_item_get_item(item), "notify::label", G_CALLBACK(update_row), item, G_CONNECT_SWAPPED);
    update_row(item);
}

static void unbind_row(GtkSignalListItemFactory *factory, GtkListItem *item, List *self) {
    (void)factory, (void)self;
    g_signal_handlers_disconnect_by_func(gtk_list_item_get_item(item), update_row, item);
}

static void choose(List *self, guint position) {
    g_autoptr(FormdOption) option = g_list_model_get_item(G_LIST_MODEL(self->options), position);
    if (option == NULL || !formd_option_get_loaded(option)) return;
    formd_field_select_option(self->field, formd_option_get_index(option));
    if (!formd_field_get_multiple(self->field)) gtk_popover_popdown(self->popover);
}

static void activated(GtkListView *list, guint position, List *self) {
    (void)list;
    choose(self, position);
}

static void update_nothing(List *self) {
    gboolean is_empty = g_list_model_get_n_items(G_LIST_MODEL(self->options)) == 0;
    gtk_widget_set_visible(self->nothing, is_empty && !formd_options_get_loading(self->options));
}

static void searched(GtkSearchEntry *entry, List *self) {
    formd_options_set_filter(self->options, gtk_editable_get_text(GTK_EDITABLE(entry)));
}

static void search_activated(GtkSearchEntry *entry, List *self) {
    (void)entry;
    guint position = gtk_single_selection_get_selected(self->selection);
    choose(self, position == GTK_INVALID_LIST_POSITION ? 0 : position);
}

static void stopped(GtkSearchEntry *entry, List *self) {
    (void)entry;
    gtk_popover_popdown(self->popover);
}

/* The arrow keys move in the list while the search entry has the focus. */
static gboolean search_key(GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, List *self) {
    (void)controller, (void)code, (void)state;
    guint count = g_list_model_get_n_items(G_LIST_MODEL(self->options));
    guint position = gtk_single_selection_get_selected(self->selection);
    if ((key != GDK_KEY_Down && key != GDK_KEY_Up) || count == 0) return FALSE;
    if (position == GTK_INVALID_LIST_POSITION) position = 0;
    else if (key == GDK_KEY_Down) position = MIN(position + 1, count - 1);
    else position = position > 0 ? position - 1 : 0;
    gtk_single_selection_set_selected(self->selection, position);
    gtk_widget_activate_action(self->list, "list.scroll-to-item", "u", position);
    return TRUE;
}

static void shown(GtkWidget *popover, List *self) {
    (void)popover;
    gtk_editable_set_text(GTK_EDITABLE(self->search), "");
    gtk_widget_grab_focus(self->search);
}

/* The shortest list that has a search entry. */
#define SEARCHED 8

GtkWidget *_formd_gtk_options_new(FormdField *field, GtkPopover *popover) {
    List *self = g_new0(List, 1);
    self->field = g_object_ref(field);
    self->popover = popover;
    self->options = formd_options_new(field);
    self->search = gtk_search_entry_new();
    GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
    g_signal_connect(factory, "setup", G_CALLBACK(setup_row), self);
    g_signal_connect(factory, "bind", G_CALLBACK(bind_row), self);
    g_signal_connect(factory, "unbind", G_CALLBACK(unbind_row), self);
    self->selection = gtk_single_selection_new(g_object_ref(G_LIST_MODEL(self->options)));
    gtk_single_selection_set_autoselect(self->selection, FALSE);
    gtk_single_selection_set_can_unselect(self->selection, TRUE);
    self->list = gtk_list_view_new(GTK_SELECTION_MODEL(self->selection), factory);
    gtk_list_view_set_single_click_activate(GTK_LIST_VIEW(self->list), TRUE);
    g_signal_connect(self->list, "activate", G_CALLBACK(activated), self);
    gtk_accessible_update_property(GTK_ACCESSIBLE(self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   formd_field_get_label(field), -1);
    g_signal_connect(self->search, "search-changed", G_CALLBACK(searched), self);
    g_signal_connect(self->search, "activate", G_CALLBACK(search_activated), self);
    g_signal_connect(self->search, "stop-search", G_CALLBACK(stopped), self);
    GtkEventController *keys = gtk_event_controller_key_new();
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE);
    g_signal_connect(keys, "key-pressed", G_CALLBACK(search_key), self);
    gtk_widget_add_controller(self->search, keys);
    gtk_widget_set_visible(self->search, formd_field_get_option_count(field) >= SEARCHED);
    g_signal_connect(popover, "show", G_CALLBACK(shown), self);

    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6), *scrolled = gtk_scrolled_window_new();
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), self->list);
    gtk_scrolled_window_set_propagate_natural_height(GTK_SCROLLED_WINDOW(scrolled), TRUE);
    gtk_scrolled_window_set_max_content_height(GTK_SCROLLED_WINDOW(scrolled), 320);
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
    gtk_widget_set_size_request(scrolled, 240, -1);
    self->nothing = gtk_label_new(_formd_gtk_word(formd_object_get_session(FORMD_OBJECT(field)), WORD_NOTHING_FOUND));
    gtk_widget_add_css_class(self->nothing, "dim-label");
    g_signal_connect_swapped(self->options, "notify::loading", G_CALLBACK(update_nothing), self);
    g_signal_connect_swapped(self->options, "items-changed", G_CALLBACK(update_nothing), self);
    gtk_widget_set_visible(self->nothing, FALSE);
    gtk_box_append(GTK_BOX(box), self->search);
    gtk_box_append(GTK_BOX(box), self->nothing);
    gtk_box_append(GTK_BOX(box), scrolled);
    g_object_set_data_full(G_OBJECT(box), "formd-options", self, free_list);
    return box;
}
