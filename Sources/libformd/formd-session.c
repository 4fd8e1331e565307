#include "formd-private.h"

/**
 * FormdSession:
 *
 * A form that a user fills in, kept by formd. The session is the list of its elements, a [iface@Gio.ListModel] of
 * [class@Formd.Element].
 *
 * A transaction of formd is taken in as a whole: the properties of the session, its fields and its elements get their
 * values; then the list changes; then `notify` is emitted for each property that differs; then the events; and last
 * [signal@Formd.Session::changed]. A program therefore never sees half a transaction.
 *
 * Everything happens in the thread-default main context of the thread that opened the session. Nothing blocks. Each
 * session has a connection of its own, which is made again when it breaks. While formd is not reachable,
 * [property@Formd.Session:connected] is false and calls wait. Afterwards, if formd has lost the session, the session is
 * opened again and its rows, texts and focus are restored.
 */
struct _FormdSession {
    FormdObject parent_instance;
    Connection *connection;
    GHashTable *fields;   /* by name */
    GPtrArray *elements;  /* in order */
    FormdField *keyboard;
    gsize size;           /* at least that of all values; measured again when it exceeds the limit */
    gboolean connected, responsive;
    char *close_reason;
};

struct _FormdSessionClass {
    FormdObjectClass parent_class;
};

/* --- The list of elements */

static GType get_item_type(GListModel *model) {
    (void)model;
    return FORMD_TYPE_ELEMENT;
}

static guint get_n_items(GListModel *model) { return FORMD_SESSION(model)->elements->len; }

static gpointer get_item(GListModel *model, guint position) {
    FormdSession *self = FORMD_SESSION(model);
    return position < self->elements->len ? g_object_ref(self->elements->pdata[position]) : NULL;
}

static void list_model_init(GListModelInterface *interface) {
    interface->get_item_type = get_item_type;
    interface->get_n_items = get_n_items;
    interface->get_item = get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE(FormdSession, formd_session, FORMD_TYPE_OBJECT,
                              G_IMPLEMENT_INTERFACE(G_TYPE_LIST_MODEL, list_model_init))

/* --- The class. The properties follow those of the contract. */

enum { CONNECTED = SESSION_PROPERTIES + 1, RESPONSIVE, CLOSE_REASON, PROPERTIES };
static GParamSpec *specs[PROPERTIES];

enum { CHANGED, REFUSED, REOPENED, PROBLEM, CLOSED, SIGNALS };
static guint signals[SIGNALS];

static void get_property(GObject *object, guint property, GValue *value, GParamSpec *spec) {
    FormdSession *self = FORMD_SESSION(object);
    switch (property) {
    case CONNECTED: g_value_set_boolean(value, self->connected); break;
    case RESPONSIVE: g_value_set_boolean(value, self->responsive); break;
    case CLOSE_REASON: g_value_set_string(value, self->close_reason); break;
    default: G_OBJECT_CLASS(formd_session_parent_class)->get_property(object, property, value, spec);
    }
}

static void dispose(GObject *object) {
    FormdSession *self = FORMD_SESSION(object);
    GHashTableIter fields;
    FormdObject *field;
    g_hash_table_iter_init(&fields, self->fields);
    while (g_hash_table_iter_next(&fields, NULL, (gpointer *)&field)) field->session = NULL;
    g_hash_table_remove_all(self->fields);
    if (self->keyboard != NULL) FORMD_OBJECT(self->keyboard)->session = NULL;
    g_clear_object(&self->keyboard);
    g_ptr_array_set_size(self->elements, 0);
    /* Calls that wait fail, and their handlers see a session that was given up. */
    FORMD_OBJECT(self)->session = NULL;
    g_clear_pointer(&self->connection, _formd_connection_dispose);
    G_OBJECT_CLASS(formd_session_parent_class)->dispose(object);
}

static void finalize(GObject *object) {
    FormdSession *self = FORMD_SESSION(object);
    g_hash_table_unref(self->fields);
    g_ptr_array_unref(self->elements);
    g_free(self->close_reason);
    G_OBJECT_CLASS(formd_session_parent_class)->finalize(object);
}

static void formd_session_init(FormdSession *self) {
    FormdObject *object = FORMD_OBJECT(self);
    object->session = self;
    self->responsive = TRUE;
    object->name = g_strdup("");
    self->fields = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_object_unref);
    self->elements = g_ptr_array_new_with_free_func(g_object_unref);
}

static void formd_session_class_init(FormdSessionClass *class) {
    GObjectClass *object_class = G_OBJECT_CLASS(class);
    _formd_object_class_install(&class->parent_class, FORMD_NAME ".Session", _formd_session_properties,
                                SESSION_PROPERTIES);
    object_class->get_property = get_property;
    object_class->dispose = dispose;
    object_class->finalize = finalize;
    GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;
    /**
     * FormdSession:connected: (getter get_connected)
     *
     * Whether formd is reachable and the properties are up to date.
     */
    specs[CONNECTED] = g_param_spec_boolean("connected", NULL, NULL, FALSE, flags);
    /**
     * FormdSession:responsive: (getter get_responsive)
     *
     * Whether formd answers calls within 2 seconds. An edit that waits longer is not lost.
     */
    specs[RESPONSIVE] = g_param_spec_boolean("responsive", NULL, NULL, TRUE, flags);
    /**
     * FormdSession:close-reason: (getter get_close_reason)
     *
     * Why the session has ended, as in [signal@Formd.Session::closed]; %NULL while it has not.
     */
    specs[CLOSE_REASON] = g_param_spec_string("close-reason", NULL, NULL, NULL, flags);
    for (unsigned property = CONNECTED; property < PROPERTIES; property++) {
        g_object_class_install_property(object_class, property, specs[property]);
    }
    GType type = G_TYPE_FROM_CLASS(class);
    /**
     * FormdSession::changed:
     * @self: the session
     * @revision: the session's revision
     *
     * A transaction was taken in, or several.
     */
    signals[CHANGED] = g_signal_new("changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                    G_TYPE_UINT64);
    /**
     * FormdSession::refused:
     * @self: the session
     * @object: the session, or the field whose method it was
     * @method: the name of the method in the contract
     * @error: the error
     *
     * formd has not performed an edit. The error is %FORMD_ERROR_DISCONNECTED if it is unknown whether it did.
     */
    signals[REFUSED] = g_signal_new("refused", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 3,
                                    FORMD_TYPE_OBJECT, G_TYPE_STRING, G_TYPE_ERROR);
    /**
     * FormdSession::reopened:
     * @self: the session
     * @missing: the names of the fields whose texts could not be restored
     *
     * formd had lost the session, and it was opened again. The texts of secret fields are always missing, because
     * programs do not know them.
     */
    signals[REOPENED] = g_signal_new("reopened", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                     G_TYPE_STRV);
    /**
     * FormdSession::problem:
     * @self: the session
     * @problem: the error
     *
     * formd sent a transaction that does not follow the contract. Nothing of it was taken in, and the session is followed
     * again; after the sixth time it ends. Or formd refused to let the session be followed again after an interruption,
     * because a limit was exceeded or formd did not answer; another attempt follows.
     */
    signals[PROBLEM] = g_signal_new("problem", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                    G_TYPE_ERROR);
    /**
     * FormdSession::closed:
     * @self: the session
     * @reason: the reason in the contract, such as `closed` or `idle`; `unreachable` if the session could not be found
     *   again after formd was restarted; `contract` if formd breaks its contract again and again
     *
     * The session has ended. No other signal follows.
     */
    signals[CLOSED] = g_signal_new("closed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                   G_TYPE_STRING);
}

Connection *_formd_session_connection(FormdSession *self) { return self->connection; }

/* --- Taking in a transaction */

#define LARGEST_STATE (64 << 20)

/* Whether the state is not too large with these changes. */
static gboolean fits(FormdSession *self, GVariant *changes, GError **error) {
    gsize size = g_variant_get_size(changes);
    if (self->size + size > LARGEST_STATE) {
        self->size = _formd_object_size(FORMD_OBJECT(self));
        GHashTableIter fields;
        FormdObject *field;
        g_hash_table_iter_init(&fields, self->fields);
        while (g_hash_table_iter_next(&fields, NULL, (gpointer *)&field)) self->size += _formd_object_size(field);
    }
    self->size += size;
    if (self->size <= LARGEST_STATE) return TRUE;
    g_set_error(error, FORMD_ERROR, FORMD_ERROR_PROTOCOL, "the state has more than %d bytes", LARGEST_STATE);
    return FALSE;
}

/* The field with this name; makes it if there is none. */
static FormdObject *field_named(FormdSession *self, const char *name) {
    FormdField *field = g_hash_table_lookup(self->fields, name);
    if (field != NULL) return FORMD_OBJECT(field);
    field = _formd_field_new(self, name, g_strconcat(FORMD_OBJECT(self)->path, "/field/", name, NULL));
    g_hash_table_insert(self->fields, FORMD_OBJECT(field)->name, field);
    return FORMD_OBJECT(field);
}

static void freeze(GPtrArray *frozen, gpointer object) {
    g_object_freeze_notify(G_OBJECT(object));
    g_ptr_array_add(frozen, g_object_ref(object));
}

/* Thaws the object, which emits `notify`. A handler may give up the session. */
static void thaw(gpointer object) {
    g_object_thaw_notify(G_OBJECT(object));
    g_object_unref(object);
}

static void forget(FormdSession *self, const char *name) {
    FormdObject *field = g_hash_table_lookup(self->fields, name);
    if (field == NULL) return;
    field->session = NULL;
    g_hash_table_remove(self->fields, name);
}

/* The elements after the change, in order. Those that stay are the same objects. */
static GPtrArray *elements_of_structure(FormdSession *self, GPtrArray *frozen) {
    g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint index = 0; index < self->elements->len; index++) {
        FormdElement *element = self->elements->pdata[index];
        char *key = g_strconcat(formd_element_get_kind(element), " ", formd_element_get_id(element), NULL);
        g_hash_table_insert(known, key, element);
    }
    GPtrArray *elements = g_ptr_array_new_with_free_func(g_object_unref);
    GVariant *structure = formd_session_get_structure(self);
    gsize count = structure != NULL ? g_variant_n_children(structure) : 0;
    for (gsize index = 0; index < count; index++) {
        g_autoptr(GVariant) entry = g_variant_get_child_value(structure, index);
        const char *kind = "", *identifier = "";
        g_variant_lookup(entry, "kind", "&s", &kind);
        g_variant_lookup(entry, "id", "&s", &identifier);
        g_autofree char *key = g_strconcat(kind, " ", identifier, NULL);
        FormdElement *element = g_hash_table_lookup(known, key);
        /* A second entry for the same element, which no form has, gets an object of its own. */
        g_hash_table_remove(known, key);
        if (element != NULL) freeze(frozen, g_object_ref(element));
        else element = g_object_new(FORMD_TYPE_ELEMENT, NULL);
        _formd_element_set_kind(element, kind);
        _formd_element_set_id(element, identifier);
        gboolean has_field = strcmp(kind, "field") == 0 || strcmp(kind, "note") == 0 || strcmp(kind, "end") == 0;
        _formd_element_update(element, entry, has_field ? g_hash_table_lookup(self->fields, identifier) : NULL);
        g_ptr_array_add(elements, element);
    }
    return elements;
}

/* Replaces the elements that differ, which lie between a common beginning and a common end. */
static void replace_elements(FormdSession *self, GPtrArray *elements) {
    g_autoptr(GPtrArray) before = g_steal_pointer(&self->elements);
    guint start = 0, same = 0, shorter = MIN(before->len, elements->len);
    while (start < shorter && before->pdata[start] == elements->pdata[start]) start++;
    while (same < shorter - start &&
           before->pdata[before->len - 1 - same] == elements->pdata[elements->len - 1 - same]) same++;
    self->elements = elements;
    guint removed = before->len - same - start, added = elements->len - same - start;
    if (removed + added > 0) g_list_model_items_changed(G_LIST_MODEL(self), start, removed, added);
}

static void emit_events(FormdSession *self, GVariant *events) {
    GVariantIter iterator;
    const char *name;
    GVariant *arguments;
    g_variant_iter_init(&iterator, events);
    while (self->connection != NULL && g_variant_iter_loop(&iterator, "(&s@a{sv})", &name, &arguments)) {
        const char *field_name = NULL;
        FormdObject *field = NULL;
        if (g_variant_lookup(arguments, "field", "&s", &field_name)) {
            field = g_hash_table_lookup(self->fields, field_name);
        }
        if (field != NULL) {
            g_object_ref(field);
            _formd_object_event(field, name, arguments);
            g_object_unref(field);
        }
        _formd_object_event(FORMD_OBJECT(self), name, arguments);
    }
}

void _formd_session_problem(FormdSession *self, const GError *problem) {
    g_signal_emit(self, signals[PROBLEM], 0, problem);
}

/* Takes in the answer of Follow (`is_whole`: fields that it does not mention are gone) or a signal Changed. Takes in nothing
 * of what breaks the contract. */
gboolean _formd_session_take_in(FormdSession *self, gboolean is_whole, guint64 revision, GVariant *changes,
                                GVariant *removed, GVariant *events, GError **error) {
    GHashTable *known = is_whole ? NULL : self->fields;
    if (!_formd_transaction_is_consistent(self, known, revision, changes, removed, error)) return FALSE;
    if (is_whole) self->size = 0;
    if (!fits(self, changes, error)) return FALSE;
    g_autoptr(FormdSession) kept = g_object_ref(self);
    g_autoptr(GPtrArray) frozen = g_ptr_array_new();
    g_autoptr(GHashTable) mentioned = g_hash_table_new(g_str_hash, g_str_equal);
    gboolean has_new_structure = is_whole;
    freeze(frozen, self);

    GVariantIter names, objects;
    const char *name;
    GVariantIter *properties;
    g_variant_iter_init(&names, removed);
    while (!is_whole && g_variant_iter_loop(&names, "&s", &name)) forget(self, name);
    g_variant_iter_init(&objects, changes);
    while (g_variant_iter_next(&objects, "(&sa{sv})", &name, &properties)) {
        g_autoptr(GVariantIter) owned = properties;
        gboolean is_session = name[0] == '\0';
        guint before = g_hash_table_size(self->fields);
        FormdObject *object = is_session ? FORMD_OBJECT(self) : field_named(self, name);
        if (g_hash_table_size(self->fields) != before) has_new_structure = TRUE;
        if (!is_session) {
            g_hash_table_add(mentioned, object->name);
            freeze(frozen, object);
        }
        const char *property;
        GVariant *value;
        while (g_variant_iter_loop(owned, "{&sv}", &property, &value)) {
            gboolean differs = _formd_object_store(object, property, value);
            if (differs && is_session && strcmp(property, "Structure") == 0) has_new_structure = TRUE;
        }
    }
    g_autoptr(GVariant) number = g_variant_ref_sink(g_variant_new_uint64(revision));
    _formd_object_store(FORMD_OBJECT(self), "Revision", number);
    if (is_whole) {
        g_autoptr(GPtrArray) gone = g_ptr_array_new_with_free_func(g_free);
        GHashTableIter iterator;
        g_hash_table_iter_init(&iterator, self->fields);
        while (g_hash_table_iter_next(&iterator, (gpointer *)&name, NULL)) {
            if (!g_hash_table_contains(mentioned, name)) g_ptr_array_add(gone, g_strdup(name));
        }
        for (guint index = 0; index < gone->len; index++) forget(self, gone->pdata[index]);
    }
    if (has_new_structure) replace_elements(self, elements_of_structure(self, frozen));
    for (guint index = 0; index < frozen->len; index++) thaw(frozen->pdata[index]);
    if (events != NULL) emit_events(self, events);
    if (self->connection != NULL) g_signal_emit(self, signals[CHANGED], 0, revision);
    return TRUE;
}

void _formd_session_set_connected(FormdSession *self, gboolean is_connected) {
    if (self->connected == is_connected) return;
    self->connected = is_connected;
    g_object_notify_by_pspec(G_OBJECT(self), specs[CONNECTED]);
}

void _formd_session_set_responsive(FormdSession *self, gboolean is_responsive) {
    if (self->responsive == is_responsive) return;
    self->responsive = is_responsive;
    g_object_notify_by_pspec(G_OBJECT(self), specs[RESPONSIVE]);
}

void _formd_session_end(FormdSession *self, const char *reason) {
    self->close_reason = g_strdup(reason);
    g_object_notify_by_pspec(G_OBJECT(self), specs[CLOSE_REASON]);
    _formd_session_set_connected(self, FALSE);
    g_signal_emit(self, signals[CLOSED], 0, reason);
}

void _formd_session_refused(FormdSession *self, FormdObject *object, const char *method, const GError *error) {
    g_signal_emit(self, signals[REFUSED], 0, object, method, error);
}

void _formd_session_reopened(FormdSession *self, GStrv missing) {
    g_signal_emit(self, signals[REOPENED], 0, missing);
}

/* --- Opening */

static void open_session(Opening *opening, gpointer tag, GCancellable *cancellable, GAsyncReadyCallback callback,
                         gpointer user_data) {
    FormdSession *self = g_object_new(FORMD_TYPE_SESSION, NULL);
    GTask *task = g_task_new(NULL, cancellable, callback, user_data);
    g_task_set_source_tag(task, tag);
    self->connection = _formd_connection_new(self, opening);
    /* The task owns the session until it has returned it. */
    g_task_set_task_data(task, self, g_object_unref);
    _formd_connection_open(self->connection, task);
}

static Opening *opening_with(const char *address, GVariant *options) {
    Opening *opening = g_new0(Opening, 1);
    opening->address = g_strdup(address);
    opening->options = g_variant_ref_sink(options != NULL ? options : g_variant_new("a{sv}", NULL));
    return opening;
}

/**
 * formd_session_open_async:
 * @address: (nullable): a D-Bus address, such as that of formd's private socket, or `system`; %NULL is the session bus
 * @form: the name of an installed form
 * @options: (nullable): the options of OpenSession in the contract, `a{sv}`; if it is floating, it is consumed
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async): called when the session is open and its properties are known
 * @user_data: for @callback
 *
 * Opens a session of an installed form. With the options `token` and `attach` it may exist already.
 */
void formd_session_open_async(const char *address, const char *form, GVariant *options, GCancellable *cancellable,
                              GAsyncReadyCallback callback, gpointer user_data) {
    g_return_if_fail(form != NULL);
    g_return_if_fail(options == NULL || g_variant_is_of_type(options, G_VARIANT_TYPE_VARDICT));
    Opening *opening = opening_with(address, options);
    opening->form = g_strdup(form);
    open_session(opening, formd_session_open_async, cancellable, callback, user_data);
}

/**
 * formd_session_open_definition_async:
 * @address: (nullable): a D-Bus address, or `system`; %NULL is the session bus
 * @definition: a form definition in JSON
 * @options: (nullable): the options of OpenDefinition in the contract, `a{sv}`; if it is floating, it is consumed
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async): called when the session is open and its properties are known
 * @user_data: for @callback
 *
 * Opens a session of a form that the program brings.
 */
void formd_session_open_definition_async(const char *address, const char *definition, GVariant *options,
                                         GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data) {
    g_return_if_fail(definition != NULL);
    g_return_if_fail(options == NULL || g_variant_is_of_type(options, G_VARIANT_TYPE_VARDICT));
    Opening *opening = opening_with(address, options);
    opening->form = g_strdup(definition);
    opening->is_definition = TRUE;
    open_session(opening, formd_session_open_definition_async, cancellable, callback, user_data);
}

/**
 * formd_session_attach_async:
 * @address: (nullable): a D-Bus address, or `system`; %NULL is the session bus
 * @path: the path of an open session
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async): called when the properties of the session are known
 * @user_data: for @callback
 *
 * Follows a session that another program has opened.
 */
void formd_session_attach_async(const char *address, const char *path, GCancellable *cancellable,
                                GAsyncReadyCallback callback, gpointer user_data) {
    g_return_if_fail(path != NULL && g_variant_is_object_path(path));
    Opening *opening = opening_with(address, NULL);
    opening->path = g_strdup(path);
    open_session(opening, formd_session_attach_async, cancellable, callback, user_data);
}

/**
 * formd_session_open_finish:
 * @result: the result
 * @error: for the error
 *
 * Returns: (transfer full): the session
 */
FormdSession *formd_session_open_finish(GAsyncResult *result, GError **error) {
    g_return_val_if_fail(g_task_is_valid(result, NULL), NULL);
    return g_task_propagate_pointer(G_TASK(result), error);
}

/**
 * formd_session_open_definition_finish:
 * @result: the result
 * @error: for the error
 *
 * Returns: (transfer full): the session
 */
FormdSession *formd_session_open_definition_finish(GAsyncResult *result, GError **error) {
    return formd_session_open_finish(result, error);
}

/**
 * formd_session_attach_finish:
 * @result: the result
 * @error: for the error
 *
 * Returns: (transfer full): the session
 */
FormdSession *formd_session_attach_finish(GAsyncResult *result, GError **error) {
    return formd_session_open_finish(result, error);
}

/* --- What is known of the session */

/**
 * formd_session_get_connected: (get-property connected)
 * @self: a session
 *
 * Returns: whether formd is reachable and the properties are up to date
 */
gboolean formd_session_get_connected(FormdSession *self) {
    g_return_val_if_fail(FORMD_IS_SESSION(self), FALSE);
    return self->connected;
}

/**
 * formd_session_get_responsive: (get-property responsive)
 * @self: a session
 *
 * Returns: whether formd answers calls within 2 seconds
 */
gboolean formd_session_get_responsive(FormdSession *self) {
    g_return_val_if_fail(FORMD_IS_SESSION(self), FALSE);
    return self->responsive;
}

/**
 * formd_session_get_close_reason: (get-property close-reason)
 * @self: a session
 *
 * Returns: (nullable): why the session has ended; %NULL while it has not
 */
const char *formd_session_get_close_reason(FormdSession *self) {
    g_return_val_if_fail(FORMD_IS_SESSION(self), NULL);
    return self->close_reason;
}

/**
 * formd_session_get_field:
 * @self: a session
 * @name: the name of a field
 *
 * Returns: (transfer none) (nullable): the field; %NULL if the form has no such field at present
 */
FormdField *formd_session_get_field(FormdSession *self, const char *name) {
    g_return_val_if_fail(FORMD_IS_SESSION(self) && name != NULL, NULL);
    return g_hash_table_lookup(self->fields, name);
}

/**
 * formd_session_get_keyboard:
 * @self: a session
 *
 * Gets an object that stands for the field that has the focus at the moment when formd performs a call. A program that
 * sends its keys there needs not wait after Tab or Enter. It has no properties of its own.
 *
 * Returns: (transfer none): the object
 */
FormdField *formd_session_get_keyboard(FormdSession *self) {
    g_return_val_if_fail(FORMD_IS_SESSION(self) && self->connection != NULL, NULL);
    if (self->keyboard == NULL) {
        char *path = g_strconcat(FORMD_OBJECT(self)->path, "/focused", NULL);
        self->keyboard = _formd_field_new(self, "", path);
    }
    return self->keyboard;
}

/**
 * formd_session_get_label:
 * @self: a session
 * @button: the name of a button in the property `Labels`, such as `submit`
 *
 * Returns: the button's label in the session's language; an empty text if there is none
 */
const char *formd_session_get_label(FormdSession *self, const char *button) {
    g_return_val_if_fail(FORMD_IS_SESSION(self) && button != NULL, NULL);
    GVariant *labels = formd_session_get_labels(self);
    const char *label = "";
    if (labels != NULL) g_variant_lookup(labels, button, "&s", &label);
    return label;
}

/* --- Calls without an answer */

static void send(FormdSession *self, const char *method, GVariant *arguments) {
    _formd_object_send(FORMD_OBJECT(self), method, arguments);
}

/**
 * formd_session_set_values:
 * @self: a session
 * @values: the texts by field, `a{ss}`; if it is floating, it is consumed
 *
 * Sets the texts of many fields.
 */
void formd_session_set_values(FormdSession *self, GVariant *values) {
    g_return_if_fail(FORMD_IS_SESSION(self) && g_variant_is_of_type(values, G_VARIANT_TYPE("a{ss}")));
    send(self, "SetValues", g_variant_new("(@a{ss})", values));
}

/**
 * formd_session_set_errors:
 * @self: a session
 * @errors: the messages by field, `a{ss}`; if it is floating, it is consumed
 *
 * Shows error messages at fields.
 */
void formd_session_set_errors(FormdSession *self, GVariant *errors) {
    g_return_if_fail(FORMD_IS_SESSION(self) && g_variant_is_of_type(errors, G_VARIANT_TYPE("a{ss}")));
    send(self, "SetErrors", g_variant_new("(@a{ss})", errors));
}

/* --- Calls with an answer */

static GVariant *value_of_answer(FormdSession *self, GAsyncResult *result, const char *type, GError **error) {
    g_autoptr(GVariant) answer = formd_object_call_finish(FORMD_OBJECT(self), result, error);
    if (answer == NULL) return NULL;
    if (g_variant_is_of_type(answer, G_VARIANT_TYPE(type))) return g_variant_get_child_value(answer, 0);
    g_set_error(error, FORMD_ERROR, FORMD_ERROR_PROTOCOL, "formd answered with the type %s instead of %s",
                g_variant_get_type_string(answer), type);
    return NULL;
}

/**
 * formd_session_submit_async:
 * @self: a session
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async): called with the values
 * @user_data: for @callback
 *
 * Validates the form and gets all values, including secrets. Fails with %FORMD_ERROR_NOT_VALID if a field has an error;
 * the fields show their errors then.
 */
void formd_session_submit_async(FormdSession *self, GCancellable *cancellable, GAsyncReadyCallback callback,
                                gpointer user_data) {
    formd_object_call_async(FORMD_OBJECT(self), "Submit", NULL, cancellable, callback, user_data);
}

/**
 * formd_session_submit_finish:
 * @self: a session
 * @result: the result
 * @error: for the error
 *
 * Returns: (transfer full): the values by field, `a{ss}`
 */
GVariant *formd_session_submit_finish(FormdSession *self, GAsyncResult *result, GError **error) {
    return value_of_answer(self, result, "(a{ss})", error);
}

/**
 * formd_session_submit_document_async:
 * @self: a session
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async): called with the document
 * @user_data: for @callback
 *
 * Like [method@Session.submit_async], with the values as one JSON object.
 */
void formd_session_submit_document_async(FormdSession *self, GCancellable *cancellable, GAsyncReadyCallback callback,
                                         gpointer user_data) {
    formd_object_call_async(FORMD_OBJECT(self), "SubmitDocument", NULL, cancellable, callback, user_data);
}

/**
 * formd_session_submit_document_finish:
 * @self: a session
 * @result: the result
 * @error: for the error
 *
 * Returns: (transfer full): the JSON object
 */
char *formd_session_submit_document_finish(FormdSession *self, GAsyncResult *result, GError **error) {
    g_autoptr(GVariant) document = value_of_answer(self, result, "(s)", error);
    return document != NULL ? g_variant_dup_string(document, NULL) : NULL;
}

/**
 * formd_session_get_review_async:
 * @self: a session
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async): called with the answers
 * @user_data: for @callback
 *
 * Gets the answers as a person reads them, without secrets.
 */
void formd_session_get_review_async(FormdSession *self, GCancellable *cancellable, GAsyncReadyCallback callback,
                                    gpointer user_data) {
    formd_object_call_async(FORMD_OBJECT(self), "GetReview", NULL, cancellable, callback, user_data);
}

/**
 * formd_session_get_review_finish:
 * @self: a session
 * @result: the result
 * @error: for the error
 *
 * Returns: (transfer full): the name, the label and the displayed text of each visible field, `a(sss)`
 */
GVariant *formd_session_get_review_finish(FormdSession *self, GAsyncResult *result, GError **error) {
    return value_of_answer(self, result, "(a(sss))", error);
}
