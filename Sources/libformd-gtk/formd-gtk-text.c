#include "formd-gtk-private.h"

/* Binds a GtkText or a GtkTextView to a field, in both directions.
 *
 * formd owns the text. What the user does in the widget is stopped before it changes the widget, and is sent to formd;
 * what the widget shows is what formd says. Keys refer to the text that formd has when it performs them, so they can
 * follow each other at any speed. Only clicks, drags and drops contain positions, which are those that the user sees.
 *
 * The widget is changed as little as possible, because each change of the caret resets the input method: only the part
 * of the text that differs is replaced, and the selection is set only if it differs. While an input method composes a
 * text, nothing is written at all. */

typedef struct {
    FormdField *field;
    GtkWidget *widget;      /* a GtkText or a GtkTextView; owns the binding */
    GtkTextBuffer *buffer;  /* of a GtkTextView */
    char *revealed;         /* shown in place of the field's text */
    gboolean is_writing;    /* the binding itself changes the widget */
    gboolean is_composing;  /* an input method has a preedit text */
    gboolean is_blocked;    /* a change of the user was stopped; the widget may move its caret until the next idle */
    int removed_start, removed_end; /* a deletion that is not sent yet, because a text may follow that replaces it */
    gboolean has_moved;     /* the user has changed the selection, which is not sent yet */
    guint unanswered;       /* selections that formd has not confirmed */
    guint idle;
} Binding;

#define KEY "formd-binding"

static Binding *binding_of(GtkWidget *widget) { return g_object_get_data(G_OBJECT(widget), KEY); }

static void free_binding(gpointer data) {
    Binding *self = data;
    if (self->idle != 0) g_source_remove(self->idle);
    g_clear_object(&self->buffer);
    g_object_unref(self->field);
    g_free(self->revealed);
    g_free(self);
}

/* --- The two kinds of widgets. Positions are in characters. */

static char *text_of(Binding *self) {
    if (self->buffer == NULL) return gtk_editable_get_chars(GTK_EDITABLE(self->widget), 0, -1);
    GtkTextIter start, end;
    gtk_text_buffer_get_bounds(self->buffer, &start, &end);
    return gtk_text_buffer_get_text(self->buffer, &start, &end, TRUE);
}

/* The selection; its caret is one of the two ends. */
static void get_selection(Binding *self, int *start, int *end) {
    if (self->buffer == NULL) {
        if (!gtk_editable_get_selection_bounds(GTK_EDITABLE(self->widget), start, end)) {
            *start = *end = gtk_editable_get_position(GTK_EDITABLE(self->widget));
        }
        return;
    }
    GtkTextIter first, last;
    gtk_text_buffer_get_selection_bounds(self->buffer, &first, &last);
    *start = gtk_text_iter_get_offset(&first);
    *end = gtk_text_iter_get_offset(&last);
}

static void select_range(Binding *self, int anchor, int caret) {
    if (self->buffer == NULL) {
        gtk_editable_select_region(GTK_EDITABLE(self->widget), anchor, caret);
        return;
    }
    GtkTextIter bound, insert;
    gtk_text_buffer_get_iter_at_offset(self->buffer, &bound, anchor);
    gtk_text_buffer_get_iter_at_offset(self->buffer, &insert, caret);
    gtk_text_buffer_select_range(self->buffer, &insert, &bound);
    gtk_text_view_scroll_mark_onscreen(GTK_TEXT_VIEW(self->widget), gtk_text_buffer_get_insert(self->buffer));
}

static void splice(Binding *self, int start, int end, const char *text, int bytes) {
    if (self->buffer == NULL) {
        GtkEditable *editable = GTK_EDITABLE(self->widget);
        int position = start;
        if (end > start) gtk_editable_delete_text(editable, start, end);
        if (bytes > 0) gtk_editable_insert_text(editable, text, bytes, &position);
        return;
    }
    GtkTextIter first, last;
    gtk_text_buffer_get_iter_at_offset(self->buffer, &first, start);
    gtk_text_buffer_get_iter_at_offset(self->buffer, &last, end);
    if (end > start) gtk_text_buffer_delete(self->buffer, &first, &last);
    if (bytes > 0) gtk_text_buffer_insert(self->buffer, &first, text, bytes);
}

/* --- From formd to the widget */

/* Replaces the part of the widget's text that differs from `wanted`. Returns the length of the text in characters. */
static int write_text(Binding *self, const char *wanted) {
    g_autofree char *shown = text_of(self);
    const char *first = shown, *second = wanted;
    int start = 0;
    while (*first != '\0' && g_utf8_get_char(first) == g_utf8_get_char(second)) {
        first = g_utf8_next_char(first);
        second = g_utf8_next_char(second);
        start++;
    }
    const char *shown_end = first + strlen(first), *wanted_end = second + strlen(second);
    while (shown_end > first && wanted_end > second) {
        const char *before = g_utf8_prev_char(shown_end), *same = g_utf8_prev_char(wanted_end);
        if (g_utf8_get_char(before) != g_utf8_get_char(same)) break;
        shown_end = before;
        wanted_end = same;
    }
    int removed = (int)g_utf8_strlen(first, shown_end - first);
    if (removed > 0 || wanted_end > second) splice(self, start, start + removed, second, (int)(wanted_end - second));
    return (int)g_utf8_strlen(wanted, -1);
}

static void flush(Binding *self);

static void synchronize(Binding *self) {
    if (self->is_writing || self->is_composing) return;
    /* What the user has selected is a part of the text that is still shown. */
    flush(self);
    self->is_writing = TRUE;
    int length = write_text(self, self->revealed != NULL ? self->revealed : formd_field_get_text(self->field));
    GVariant *selection = formd_object_lookup(FORMD_OBJECT(self->field), "Selection");
    if (selection != NULL && !self->has_moved && self->unanswered == 0) {
        guint first, count;
        g_variant_get(selection, "(uu)", &first, &count);
        int start = (int)MIN(first, (guint)length), end = start + (int)MIN(count, (guint)(length - start));
        int shown_start, shown_end;
        get_selection(self, &shown_start, &shown_end);
        /* The direction of a selection is the widget's: a drag goes on while its range comes back. */
        gboolean is_forward = formd_field_get_caret(self->field) != first;
        if (shown_start != start || shown_end != end) select_range(self, is_forward ? start : end, is_forward ? end : start);
    }
    self->is_writing = FALSE;
}

static void field_changed(GtkWidget *widget) {
    synchronize(binding_of(widget));
}

void _formd_gtk_text_reveal(GtkWidget *widget, const char *revealed) {
    Binding *self = binding_of(widget);
    g_free(self->revealed);
    self->revealed = g_strdup(revealed);
    synchronize(self);
}

/* --- From the widget to formd */

static void selected(GObject *field, GAsyncResult *result, gpointer data) {
    g_autoptr(GtkWidget) widget = data;
    g_autoptr(GVariant) answer = formd_object_call_finish(FORMD_OBJECT(field), result, NULL);
    Binding *self = binding_of(widget);
    if (self == NULL) return;
    self->unanswered--;
    synchronize(self);
}

static void replace(Binding *self, int start, int end, const char *text) {
    formd_field_replace_range(self->field, (guint)start, (guint)(end - start), text);
}

/* Sends what has waited, before the next operation. */
static void flush(Binding *self) {
    if (self->removed_end > self->removed_start) {
        int start = self->removed_start, end = self->removed_end;
        self->removed_start = self->removed_end = 0;
        replace(self, start, end, "");
    }
    if (self->has_moved) {
        int start, end;
        self->has_moved = FALSE;
        get_selection(self, &start, &end);
        self->unanswered++;
        formd_object_call_async(FORMD_OBJECT(self->field), "Select", g_variant_new("(uu)", start, end - start), NULL,
                                selected, g_object_ref(self->widget));
    }
}

static gboolean when_idle(gpointer data) {
    Binding *self = data;
    self->idle = 0;
    self->is_blocked = FALSE;
    flush(self);
    synchronize(self);
    return G_SOURCE_REMOVE;
}

static void wait_for_idle(Binding *self) {
    if (self->idle == 0) self->idle = g_idle_add_full(G_PRIORITY_HIGH_IDLE, when_idle, self, NULL);
}

/* The user inserts a text: by a key, an input method, an emoji chooser, a drop or a middle click. */
static void user_inserts(Binding *self, int position, const char *text, gssize bytes) {
    g_autofree char *inserted = bytes < 0 ? g_strdup(text) : g_strndup(text, (gsize)bytes);
    int start, end, removed_start = self->removed_start, removed_end = self->removed_end;
    get_selection(self, &start, &end);
    self->removed_start = self->removed_end = 0;
    /* The deletion was stopped, so the text may come at either end of what it replaces. */
    gboolean replaces = removed_end > removed_start && position >= removed_start && position <= removed_end;
    gboolean is_at_caret = replaces ? removed_start == start && removed_end == end : start == end && position == start;
    if (replaces) position = removed_start;
    else if (removed_end > removed_start) replace(self, removed_start, removed_end, "");
    flush(self);
    /* The caret of the widget may be older than formd's, which is where the text belongs. */
    if (is_at_caret) formd_field_insert_text(self->field, inserted);
    else replace(self, position, replaces ? removed_end : position, inserted);
    self->is_blocked = TRUE;
    wait_for_idle(self);
}

static void user_deletes(Binding *self, int start, int end) {
    self->removed_start = start;
    self->removed_end = end;
    self->is_blocked = TRUE;
    wait_for_idle(self);
}

static void user_moves(Binding *self) {
    if (self->is_writing || self->is_blocked || self->is_composing) return;
    self->has_moved = TRUE;
    wait_for_idle(self);
}

static void editable_insert(GtkEditable *editable, const char *text, int bytes, int *position, Binding *self) {
    if (self->is_writing) return;
    g_signal_stop_emission_by_name(editable, "insert-text");
    user_inserts(self, *position, text, bytes);
}

static void editable_delete(GtkEditable *editable, int start, int end, Binding *self) {
    if (self->is_writing) return;
    g_signal_stop_emission_by_name(editable, "delete-text");
    int length = (int)g_utf8_strlen(gtk_editable_get_text(editable), -1);
    user_deletes(self, start, end < 0 ? length : end);
}

static void buffer_insert(GtkTextBuffer *buffer, GtkTextIter *position, const char *text, int bytes, Binding *self) {
    if (self->is_writing) return;
    g_signal_stop_emission_by_name(buffer, "insert-text");
    user_inserts(self, gtk_text_iter_get_offset(position), text, bytes);
}

static void buffer_delete(GtkTextBuffer *buffer, GtkTextIter *start, GtkTextIter *end, Binding *self) {
    if (self->is_writing) return;
    g_signal_stop_emission_by_name(buffer, "delete-range");
    int first = gtk_text_iter_get_offset(start), last = gtk_text_iter_get_offset(end);
    user_deletes(self, MIN(first, last), MAX(first, last));
}

static void buffer_mark_set(GtkTextBuffer *buffer, GtkTextIter *position, GtkTextMark *mark, Binding *self) {
    (void)position;
    if (mark == gtk_text_buffer_get_insert(buffer) || mark == gtk_text_buffer_get_selection_bound(buffer)) user_moves(self);
}

/* --- Keys. These signals are emitted before the widget looks at its own text, which may be older than formd's. */

static gboolean is_right_to_left(Binding *self) {
    return gtk_widget_get_direction(self->widget) == GTK_TEXT_DIR_RTL;
}

static void key_moves(GtkWidget *widget, GtkMovementStep step, int count, gboolean extend, Binding *self) {
    const char *unit;
    switch (step) {
    case GTK_MOVEMENT_VISUAL_POSITIONS: count = is_right_to_left(self) ? -count : count; unit = "character"; break;
    case GTK_MOVEMENT_LOGICAL_POSITIONS: unit = "character"; break;
    case GTK_MOVEMENT_WORDS: count = is_right_to_left(self) ? -count : count; unit = "word"; break;
    case GTK_MOVEMENT_DISPLAY_LINE_ENDS:
        /* Where a line of a text view is wrapped only the widget knows. */
        if (self->buffer != NULL) return;
        unit = "line";
        break;
    case GTK_MOVEMENT_PARAGRAPH_ENDS: unit = "line"; break;
    case GTK_MOVEMENT_BUFFER_ENDS: unit = "text"; break;
    default: return;
    }
    g_signal_stop_emission_by_name(widget, "move-cursor");
    flush(self);
    formd_field_move_caret(self->field, unit, count, extend);
}

static void key_deletes(GtkWidget *widget, GtkDeleteType type, int count, Binding *self) {
    const char *unit = "character";
    if (type == GTK_DELETE_WORD_ENDS || type == GTK_DELETE_WORDS) unit = "word";
    if (type >= GTK_DELETE_DISPLAY_LINES && type <= GTK_DELETE_PARAGRAPHS) unit = "line";
    g_signal_stop_emission_by_name(widget, "delete-from-cursor");
    flush(self);
    formd_field_delete(self->field, unit, count);
}

static void key_backspace(GtkWidget *widget, Binding *self) {
    g_signal_stop_emission_by_name(widget, "backspace");
    flush(self);
    formd_field_delete(self->field, "character", -1);
}

static void key_inserts(GtkWidget *widget, const char *text, Binding *self) {
    g_signal_stop_emission_by_name(widget, "insert-at-cursor");
    flush(self);
    formd_field_insert_text(self->field, text);
}

static void key_overwrites(GtkWidget *widget, Binding *self) {
    (void)self;
    g_signal_stop_emission_by_name(widget, "toggle-overwrite");
}

static void key_returns(GtkWidget *widget, Binding *self) {
    g_signal_stop_emission_by_name(widget, "activate");
    flush(self);
    formd_field_press_return(self->field);
}

/* Enter in a text view, which has no signal for it. */
static gboolean view_key(GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, Binding *self) {
    (void)controller, (void)code;
    if (key != GDK_KEY_Return && key != GDK_KEY_KP_Enter && key != GDK_KEY_ISO_Enter) return FALSE;
    if ((state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SHIFT_MASK)) != 0 || self->is_composing) return FALSE;
    flush(self);
    formd_field_press_return(self->field);
    return TRUE;
}

static void composes(GtkWidget *widget, const char *preedit, Binding *self) {
    (void)widget;
    gboolean was_composing = self->is_composing;
    self->is_composing = preedit[0] != '\0';
    if (!was_composing && !self->is_composing) return;
    flush(self);
    formd_field_set_composition(self->field, preedit, (guint)g_utf8_strlen(preedit, -1));
    if (!self->is_composing) wait_for_idle(self);
}

/* Some input methods do not end their preedit text when the focus leaves. */
static void focus_leaves(GtkEventControllerFocus *controller, Binding *self) {
    (void)controller;
    self->is_composing = FALSE;
    wait_for_idle(self);
}

/* --- The clipboard */

static void copied(GObject *field, GAsyncResult *result, gpointer data) {
    g_autoptr(GtkWidget) widget = data;
    g_autofree char *text = formd_field_edit_finish(FORMD_FIELD(field), result, NULL);
    if (text != NULL && text[0] != '\0') gdk_clipboard_set_text(gtk_widget_get_clipboard(widget), text);
}

static void copy(Binding *self, const char *action) {
    flush(self);
    formd_field_edit_async(self->field, action, NULL, NULL, copied, g_object_ref(self->widget));
}

static void clipboard_cuts(GtkWidget *widget, Binding *self) {
    g_signal_stop_emission_by_name(widget, "cut-clipboard");
    copy(self, "cut");
}

static void clipboard_copies(GtkWidget *widget, Binding *self) {
    g_signal_stop_emission_by_name(widget, "copy-clipboard");
    copy(self, "copy");
}

static void pasted(GObject *clipboard, GAsyncResult *result, gpointer data) {
    g_autoptr(FormdField) field = data;
    g_autofree char *text = gdk_clipboard_read_text_finish(GDK_CLIPBOARD(clipboard), result, NULL);
    if (text != NULL) formd_field_edit(field, "paste", text);
}

static void clipboard_pastes(GtkWidget *widget, Binding *self) {
    g_signal_stop_emission_by_name(widget, "paste-clipboard");
    flush(self);
    gdk_clipboard_read_text_async(gtk_widget_get_clipboard(widget), NULL, pasted, g_object_ref(self->field));
}

/* --- Binding */

static void update_keyboard(GtkWidget *widget) {
    static const struct {
        const char *name;
        GtkInputPurpose purpose;
    } purposes[] = {
        {"name", GTK_INPUT_PURPOSE_NAME},    {"integer", GTK_INPUT_PURPOSE_DIGITS}, {"decimal", GTK_INPUT_PURPOSE_NUMBER},
        {"phone", GTK_INPUT_PURPOSE_PHONE},  {"email", GTK_INPUT_PURPOSE_EMAIL},    {"url", GTK_INPUT_PURPOSE_URL},
        {"pin", GTK_INPUT_PURPOSE_PIN},      {"password", GTK_INPUT_PURPOSE_PASSWORD},
    };
    Binding *self = binding_of(widget);
    GVariant *keyboard = formd_field_get_keyboard(self->field);
    if (keyboard == NULL) return;
    const char *purpose = "text", *capitals = "";
    gboolean corrects = TRUE;
    g_autofree const char **hints = NULL;
    g_variant_lookup(keyboard, "purpose", "&s", &purpose);
    g_variant_lookup(keyboard, "autocapitalization", "&s", &capitals);
    g_variant_lookup(keyboard, "correction", "b", &corrects);
    g_variant_lookup(keyboard, "hints", "^a&s", &hints);
    GtkInputPurpose found = GTK_INPUT_PURPOSE_FREE_FORM;
    for (guint index = 0; index < G_N_ELEMENTS(purposes); index++) {
        if (strcmp(purposes[index].name, purpose) == 0) found = purposes[index].purpose;
    }
    GtkInputHints flags = corrects ? GTK_INPUT_HINT_NONE : GTK_INPUT_HINT_NO_SPELLCHECK;
    if (hints != NULL && g_strv_contains(hints, "spellcheck")) flags |= GTK_INPUT_HINT_SPELLCHECK;
    if (hints != NULL && g_strv_contains(hints, "private")) flags |= GTK_INPUT_HINT_PRIVATE;
    if (strcmp(capitals, "words") == 0) flags |= GTK_INPUT_HINT_UPPERCASE_WORDS;
    if (strcmp(capitals, "sentences") == 0) flags |= GTK_INPUT_HINT_UPPERCASE_SENTENCES;
    if (strcmp(capitals, "characters") == 0) flags |= GTK_INPUT_HINT_UPPERCASE_CHARS;
    g_object_set(widget, "input-purpose", found, "input-hints", flags, NULL);
}

static void update_editable(GtkWidget *widget) {
    Binding *self = binding_of(widget);
    gboolean is_editable = !formd_field_get_read_only(self->field) && !formd_field_get_computed(self->field);
    g_object_set(widget, "editable", is_editable, NULL);
}

static void connect(Binding *self, const char *signal, GCallback handler) {
    g_signal_connect(self->widget, signal, handler, self);
}

/**
 * formd_gtk_bind_text:
 * @field: a field that is typed
 * @widget: a [iface@Gtk.Editable] whose text is edited by a [class@Gtk.Text], such as a [class@Gtk.Entry]; or a
 *   [class@Gtk.TextView]
 *
 * Makes @widget show the text of @field, and sends what the user types to formd. The widget's own undo is turned off,
 * because formd has a history of the whole form. The binding ends with the widget, which has at most one.
 */
void formd_gtk_bind_text(FormdField *field, GtkWidget *widget) {
    g_return_if_fail(FORMD_IS_FIELD(field) && GTK_IS_WIDGET(widget));
    while (GTK_IS_EDITABLE(widget) && !GTK_IS_TEXT(widget)) {
        GtkEditable *delegate = gtk_editable_get_delegate(GTK_EDITABLE(widget));
        g_return_if_fail(delegate != NULL);
        widget = GTK_WIDGET(delegate);
    }
    g_return_if_fail((GTK_IS_TEXT(widget) || GTK_IS_TEXT_VIEW(widget)) && binding_of(widget) == NULL);
    Binding *self = g_new0(Binding, 1);
    self->field = g_object_ref(field);
    self->widget = widget;
    g_object_set_data_full(G_OBJECT(widget), KEY, self, free_binding);
    if (GTK_IS_TEXT_VIEW(widget)) {
        /* A buffer of the binding's own, which nothing else edits. */
        self->buffer = gtk_text_buffer_new(NULL);
        gtk_text_buffer_set_enable_undo(self->buffer, FALSE);
        gtk_text_view_set_buffer(GTK_TEXT_VIEW(widget), self->buffer);
        g_signal_connect(self->buffer, "insert-text", G_CALLBACK(buffer_insert), self);
        g_signal_connect(self->buffer, "delete-range", G_CALLBACK(buffer_delete), self);
        g_signal_connect(self->buffer, "mark-set", G_CALLBACK(buffer_mark_set), self);
        GtkEventController *keys = gtk_event_controller_key_new();
        gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE);
        g_signal_connect(keys, "key-pressed", G_CALLBACK(view_key), self);
        gtk_widget_add_controller(widget, keys);
    } else {
        gtk_editable_set_enable_undo(GTK_EDITABLE(widget), FALSE);
        connect(self, "insert-text", G_CALLBACK(editable_insert));
        connect(self, "delete-text", G_CALLBACK(editable_delete));
        connect(self, "activate", G_CALLBACK(key_returns));
        g_signal_connect_swapped(widget, "notify::cursor-position", G_CALLBACK(user_moves), self);
        g_signal_connect_swapped(widget, "notify::selection-bound", G_CALLBACK(user_moves), self);
    }
    connect(self, "move-cursor", G_CALLBACK(key_moves));
    connect(self, "delete-from-cursor", G_CALLBACK(key_deletes));
    connect(self, "backspace", G_CALLBACK(key_backspace));
    connect(self, "insert-at-cursor", G_CALLBACK(key_inserts));
    connect(self, "toggle-overwrite", G_CALLBACK(key_overwrites));
    connect(self, "cut-clipboard", G_CALLBACK(clipboard_cuts));
    connect(self, "copy-clipboard", G_CALLBACK(clipboard_copies));
    connect(self, "paste-clipboard", G_CALLBACK(clipboard_pastes));
    connect(self, "preedit-changed", G_CALLBACK(composes));
    GtkEventController *focus = gtk_event_controller_focus_new();
    g_signal_connect(focus, "leave", G_CALLBACK(focus_leaves), self);
    gtk_widget_add_controller(widget, focus);

    static const char *const texts[] = {"notify::text", "notify::selection", "notify::caret"};
    for (guint index = 0; index < G_N_ELEMENTS(texts); index++) {
        g_signal_connect_object(field, texts[index], G_CALLBACK(field_changed), widget, G_CONNECT_SWAPPED);
    }
    g_signal_connect_object(field, "notify::keyboard", G_CALLBACK(update_keyboard), widget, G_CONNECT_SWAPPED);
    g_signal_connect_object(field, "notify::read-only", G_CALLBACK(update_editable), widget, G_CONNECT_SWAPPED);
    update_keyboard(widget);
    update_editable(widget);
    synchronize(self);
}
