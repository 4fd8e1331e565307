#include "formd-private.h"

/**
 * FormdField:
 *
 * A field of a session. Its properties are those of the contract. Offsets and lengths are in Unicode code points.
 *
 * The functions that edit return at once. formd performs them in the order of the calls, on the text that the field has
 * then, and the properties change when it has done so. What it refuses is reported by [signal@Formd.Session::refused].
 */
struct _FormdField {
    FormdObject parent_instance;
};

struct _FormdFieldClass {
    FormdObjectClass parent_class;
};

G_DEFINE_FINAL_TYPE(FormdField, formd_field, FORMD_TYPE_OBJECT)

static void formd_field_init(FormdField *self) { (void)self; }

static void formd_field_class_init(FormdFieldClass *class) {
    _formd_object_class_install(&class->parent_class, FORMD_NAME ".Field", _formd_field_properties, FIELD_PROPERTIES);
}

FormdField *_formd_field_new(FormdSession *session, const char *name, char *path) {
    FormdField *self = g_object_new(FORMD_TYPE_FIELD, NULL);
    self->parent_instance.session = session;
    self->parent_instance.name = g_strdup(name);
    self->parent_instance.path = path;
    return self;
}

static void send(FormdField *self, const char *method, GVariant *arguments) {
    _formd_object_send(FORMD_OBJECT(self), method, arguments);
}

/**
 * formd_field_insert_text:
 * @self: a field
 * @text: the text
 *
 * Inserts a text at the caret, or replaces the selection.
 */
void formd_field_insert_text(FormdField *self, const char *text) {
    g_return_if_fail(FORMD_IS_FIELD(self) && text != NULL);
    send(self, "InsertText", g_variant_new("(s)", text));
}

/**
 * formd_field_delete:
 * @self: a field
 * @unit: `character`, `word`, `line` or `text`
 * @count: how many units; a negative number deletes backward
 *
 * Deletes the selection, or the text between the caret and the position to which formd_field_move_caret() would move it.
 */
void formd_field_delete(FormdField *self, const char *unit, int count) {
    g_return_if_fail(FORMD_IS_FIELD(self) && unit != NULL);
    send(self, "Delete", g_variant_new("(si)", unit, count));
}

/**
 * formd_field_move_caret:
 * @self: a field
 * @unit: `character`, `word`, `line` or `text`
 * @count: how many units; a negative number moves backward
 * @extend: whether the other end of the selection stays
 *
 * Moves the caret.
 */
void formd_field_move_caret(FormdField *self, const char *unit, int count, gboolean extend) {
    g_return_if_fail(FORMD_IS_FIELD(self) && unit != NULL);
    send(self, "MoveCaret", g_variant_new("(sib)", unit, count, extend));
}

/**
 * formd_field_replace_range:
 * @self: a field
 * @start: the first character
 * @length: the number of characters
 * @text: what replaces them
 *
 * Replaces a part of the text. Only for positions that the user sees: an earlier edit may move them.
 */
void formd_field_replace_range(FormdField *self, guint start, guint length, const char *text) {
    g_return_if_fail(FORMD_IS_FIELD(self) && text != NULL);
    send(self, "ReplaceRange", g_variant_new("(uus)", start, length, text));
}

/**
 * formd_field_select:
 * @self: a field
 * @start: the first character
 * @length: the number of characters; 0 places the caret
 *
 * Selects a part of the text.
 */
void formd_field_select(FormdField *self, guint start, guint length) {
    g_return_if_fail(FORMD_IS_FIELD(self));
    send(self, "Select", g_variant_new("(uu)", start, length));
}

/**
 * formd_field_set_composition:
 * @self: a field
 * @text: the text that an input method is composing; an empty text ends the composition
 * @caret: the caret in @text
 *
 * Shows the text of an input method in place of the selection, without making it part of the field's text.
 */
void formd_field_set_composition(FormdField *self, const char *text, guint caret) {
    g_return_if_fail(FORMD_IS_FIELD(self) && text != NULL);
    send(self, "SetComposition", g_variant_new("(su)", text, caret));
}

/**
 * formd_field_edit:
 * @self: a field
 * @action: `cut`, `copy`, `paste`, `select`, `selectAll` or `delete`
 * @text: (nullable): the text to paste
 *
 * Performs an action of an edit menu. Use [method@Field.edit_async] to get the text that was cut or copied.
 */
void formd_field_edit(FormdField *self, const char *action, const char *text) {
    g_return_if_fail(FORMD_IS_FIELD(self) && action != NULL);
    send(self, "PerformEditAction", g_variant_new("(ss)", action, text != NULL ? text : ""));
}

/**
 * formd_field_press_return:
 * @self: a field
 *
 * Presses the return key.
 */
void formd_field_press_return(FormdField *self) {
    g_return_if_fail(FORMD_IS_FIELD(self));
    send(self, "PressReturn", NULL);
}

/**
 * formd_field_press_action_button:
 * @self: a field
 *
 * Presses the button at the field's end, such as a password's eye.
 */
void formd_field_press_action_button(FormdField *self) {
    g_return_if_fail(FORMD_IS_FIELD(self));
    send(self, "PressActionButton", NULL);
}

/**
 * formd_field_clear:
 * @self: a field
 *
 * Presses the clear button.
 */
void formd_field_clear(FormdField *self) {
    g_return_if_fail(FORMD_IS_FIELD(self));
    send(self, "Clear", NULL);
}

/**
 * formd_field_select_option:
 * @self: a field
 * @index: the option's index in the complete list
 *
 * Chooses an option. If [property@Field:multiple] is true, adds it to the chosen options, or removes it.
 */
void formd_field_select_option(FormdField *self, guint index) {
    g_return_if_fail(FORMD_IS_FIELD(self));
    send(self, "SelectOption", g_variant_new("(u)", index));
}

/**
 * formd_field_select_options:
 * @self: a field
 * @indices: (array length=count): the indices
 * @count: their number
 *
 * Chooses exactly these options, if [property@Field:multiple] is true.
 */
void formd_field_select_options(FormdField *self, const guint *indices, gsize count) {
    g_return_if_fail(FORMD_IS_FIELD(self) && (indices != NULL || count == 0));
    GVariant *array = g_variant_new_fixed_array(G_VARIANT_TYPE_UINT32, indices, count, sizeof *indices);
    send(self, "SelectOptions", g_variant_new("(@au)", array));
}

/**
 * formd_field_select_date:
 * @self: a field
 * @date: a day in ISO 8601
 *
 * Chooses a day.
 */
void formd_field_select_date(FormdField *self, const char *date) {
    g_return_if_fail(FORMD_IS_FIELD(self) && date != NULL);
    send(self, "SelectDate", g_variant_new("(s)", date));
}

/**
 * formd_field_toggle:
 * @self: a field
 *
 * Turns a toggle on or off.
 */
void formd_field_toggle(FormdField *self) {
    g_return_if_fail(FORMD_IS_FIELD(self));
    send(self, "Toggle", NULL);
}

/**
 * formd_field_step:
 * @self: a field
 * @count: how many steps; a negative number steps down
 *
 * Increases a number or the part of a date or time at the caret, or chooses the next option.
 */
void formd_field_step(FormdField *self, int count) {
    g_return_if_fail(FORMD_IS_FIELD(self));
    if (count == 0) return;
    guint steps = count > 0 ? (guint)count : 0 - (guint)count;
    send(self, count > 0 ? "StepUp" : "StepDown", g_variant_new("(u)", steps));
}

/**
 * formd_field_focus:
 * @self: a field
 *
 * Gives the focus to the field if it can have it.
 */
void formd_field_focus(FormdField *self) {
    g_return_if_fail(FORMD_IS_FIELD(self));
    send(self, "Focus", NULL);
}

/**
 * formd_field_blur:
 * @self: a field
 *
 * Takes the focus from the field.
 */
void formd_field_blur(FormdField *self) {
    g_return_if_fail(FORMD_IS_FIELD(self));
    send(self, "Blur", NULL);
}

/**
 * formd_field_validate:
 * @self: a field
 * @force: whether to validate a field that shows an error already
 *
 * Validates the field.
 */
void formd_field_validate(FormdField *self, gboolean force) {
    g_return_if_fail(FORMD_IS_FIELD(self));
    send(self, "Validate", g_variant_new("(b)", force));
}

/**
 * formd_field_reset:
 * @self: a field
 *
 * Restores the text with which the session was opened.
 */
void formd_field_reset(FormdField *self) {
    g_return_if_fail(FORMD_IS_FIELD(self));
    send(self, "Reset", NULL);
}

/**
 * formd_field_set_error:
 * @self: a field
 * @message: the message
 *
 * Sets the field to the error state.
 */
void formd_field_set_error(FormdField *self, const char *message) {
    g_return_if_fail(FORMD_IS_FIELD(self) && message != NULL);
    send(self, "SetError", g_variant_new("(s)", message));
}

/**
 * formd_field_reset_error:
 * @self: a field
 *
 * Removes the error.
 */
void formd_field_reset_error(FormdField *self) {
    g_return_if_fail(FORMD_IS_FIELD(self));
    send(self, "ResetError", NULL);
}

static char *text_of_answer(FormdField *self, GAsyncResult *result, GError **error) {
    g_autoptr(GVariant) answer = formd_object_call_finish(FORMD_OBJECT(self), result, error);
    if (answer == NULL) return NULL;
    char *text = NULL;
    if (g_variant_is_of_type(answer, G_VARIANT_TYPE("(s)"))) g_variant_get(answer, "(s)", &text);
    else g_set_error(error, FORMD_ERROR, FORMD_ERROR_PROTOCOL, "formd answered no text");
    return text;
}

/**
 * formd_field_reveal_async:
 * @self: a field
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async): called with the text
 * @user_data: for @callback
 *
 * Gets the text, even of a secret field, whose other properties show bullets.
 */
void formd_field_reveal_async(FormdField *self, GCancellable *cancellable, GAsyncReadyCallback callback,
                              gpointer user_data) {
    formd_object_call_async(FORMD_OBJECT(self), "Reveal", NULL, cancellable, callback, user_data);
}

/**
 * formd_field_reveal_finish:
 * @self: a field
 * @result: the result
 * @error: for the error
 *
 * Returns: (transfer full): the text
 */
char *formd_field_reveal_finish(FormdField *self, GAsyncResult *result, GError **error) {
    return text_of_answer(self, result, error);
}

/**
 * formd_field_edit_async:
 * @self: a field
 * @action: `cut`, `copy`, `paste`, `select`, `selectAll` or `delete`
 * @text: (nullable): the text to paste
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async): called with the text that was cut or copied
 * @user_data: for @callback
 *
 * Performs an action of an edit menu.
 */
void formd_field_edit_async(FormdField *self, const char *action, const char *text, GCancellable *cancellable,
                            GAsyncReadyCallback callback, gpointer user_data) {
    g_return_if_fail(FORMD_IS_FIELD(self) && action != NULL);
    formd_object_call_async(FORMD_OBJECT(self), "PerformEditAction",
                            g_variant_new("(ss)", action, text != NULL ? text : ""), cancellable, callback, user_data);
}

/**
 * formd_field_edit_finish:
 * @self: a field
 * @result: the result
 * @error: for the error
 *
 * Returns: (transfer full): the text that was cut or copied; otherwise an empty text
 */
char *formd_field_edit_finish(FormdField *self, GAsyncResult *result, GError **error) {
    return text_of_answer(self, result, error);
}
