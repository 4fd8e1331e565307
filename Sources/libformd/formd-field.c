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
