#include "formd-private.h"

/**
 * FormdObject:
 *
 * What [class@Formd.Session] and [class@Formd.Field] have in common: an object of formd on D-Bus, a copy of its
 * properties, and calls to it.
 *
 * Reading a property reads memory. Its value is that of the last transaction that was taken in. `notify` is emitted
 * after everything that the transaction changed has its new value, for all objects of the session.
 */
G_DEFINE_ABSTRACT_TYPE(FormdObject, formd_object, G_TYPE_OBJECT)

enum { EVENT, SIGNALS };
static guint signals[SIGNALS];

static GParamSpec *property_spec(const FormdProperty *property) {
    GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;
    if (property->is_writable) flags |= G_PARAM_WRITABLE;
    const char *name = property->dashed;
    switch (property->signature[1] == '\0' ? property->signature[0] : '\0') {
    case 's': return g_param_spec_string(name, NULL, NULL, "", flags);
    case 'b': return g_param_spec_boolean(name, NULL, NULL, FALSE, flags);
    case 'u': return g_param_spec_uint(name, NULL, NULL, 0, G_MAXUINT, 0, flags);
    case 'i': return g_param_spec_int(name, NULL, NULL, G_MININT, G_MAXINT, 0, flags);
    case 't': return g_param_spec_uint64(name, NULL, NULL, 0, G_MAXUINT64, 0, flags);
    case 'd': return g_param_spec_double(name, NULL, NULL, -G_MAXDOUBLE, G_MAXDOUBLE, 0, flags);
    default:
        if (strcmp(property->signature, "as") == 0) return g_param_spec_boxed(name, NULL, NULL, G_TYPE_STRV, flags);
        return g_param_spec_variant(name, NULL, NULL, G_VARIANT_TYPE(property->signature), NULL, flags);
    }
}

static void get_property(GObject *object, guint identifier, GValue *value, GParamSpec *spec) {
    FormdObject *self = FORMD_OBJECT(object);
    unsigned index = identifier - 1;
    g_autofree const char **strings = NULL;
    switch (G_PARAM_SPEC_VALUE_TYPE(spec)) {
    case G_TYPE_STRING: g_value_set_string(value, _formd_object_string(self, index)); break;
    case G_TYPE_BOOLEAN: g_value_set_boolean(value, _formd_object_boolean(self, index)); break;
    case G_TYPE_UINT: g_value_set_uint(value, _formd_object_uint32(self, index)); break;
    case G_TYPE_INT: g_value_set_int(value, _formd_object_int32(self, index)); break;
    case G_TYPE_UINT64: g_value_set_uint64(value, _formd_object_uint64(self, index)); break;
    case G_TYPE_DOUBLE: g_value_set_double(value, _formd_object_double(self, index)); break;
    case G_TYPE_VARIANT: g_value_set_variant(value, _formd_object_variant(self, index)); break;
    default:
        strings = _formd_object_strv(self, index);
        g_value_set_boxed(value, strings);
    }
}

static void set_property(GObject *object, guint identifier, const GValue *value, GParamSpec *spec) {
    FormdObject *self = FORMD_OBJECT(object);
    GVariant *variant = NULL;
    switch (G_PARAM_SPEC_VALUE_TYPE(spec)) {
    case G_TYPE_STRING: {
        const char *string = g_value_get_string(value);
        variant = g_variant_new_string(string != NULL ? string : "");
        break;
    }
    case G_TYPE_BOOLEAN: variant = g_variant_new_boolean(g_value_get_boolean(value)); break;
    case G_TYPE_UINT: variant = g_variant_new_uint32(g_value_get_uint(value)); break;
    case G_TYPE_DOUBLE: variant = g_variant_new_double(g_value_get_double(value)); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, identifier, spec); return;
    }
    _formd_object_write(self, identifier - 1, variant);
}

void _formd_object_class_install(FormdObjectClass *class, const char *interface, const FormdProperty *properties,
                                 unsigned count) {
    class->interface = interface;
    class->properties = properties;
    class->count = count;
    /* GObject does not let a class inherit these two. */
    G_OBJECT_CLASS(class)->get_property = get_property;
    G_OBJECT_CLASS(class)->set_property = set_property;
    class->specs = g_new0(GParamSpec *, count + 1);
    for (unsigned index = 0; index < count; index++) class->specs[index + 1] = property_spec(&properties[index]);
    g_object_class_install_properties(G_OBJECT_CLASS(class), count + 1, class->specs);
}

static void constructed(GObject *object) {
    FormdObject *self = FORMD_OBJECT(object);
    self->values = g_new0(GVariant *, G_TYPE_INSTANCE_GET_CLASS(self, FORMD_TYPE_OBJECT, FormdObjectClass)->count);
    G_OBJECT_CLASS(formd_object_parent_class)->constructed(object);
}

static void finalize(GObject *object) {
    FormdObject *self = FORMD_OBJECT(object);
    unsigned count = G_TYPE_INSTANCE_GET_CLASS(self, FORMD_TYPE_OBJECT, FormdObjectClass)->count;
    for (unsigned index = 0; index < count; index++) g_clear_pointer(&self->values[index], g_variant_unref);
    g_free(self->values);
    g_free(self->name);
    g_free(self->path);
    G_OBJECT_CLASS(formd_object_parent_class)->finalize(object);
}

static void formd_object_init(FormdObject *self) { (void)self; }

static void formd_object_class_init(FormdObjectClass *class) {
    GObjectClass *object_class = G_OBJECT_CLASS(class);
    object_class->constructed = constructed;
    object_class->finalize = finalize;
    object_class->get_property = get_property;
    object_class->set_property = set_property;
    /**
     * FormdObject::event:
     * @self: the object
     * @name: the event's name in the contract, such as `ReturnPressed`; it is also the signal's detail
     * @arguments: its arguments by name, of the type `a{sv}`
     *
     * Something happened that is not a change of a property. Emitted after all properties of the transaction have been
     * taken in. A field's event is emitted by the field, and then by the session.
     */
    signals[EVENT] = g_signal_new("event", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST | G_SIGNAL_DETAILED, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_VARIANT);
}

void _formd_object_event(FormdObject *self, const char *name, GVariant *arguments) {
    /* A name that no handler has asked for gets no quark, because quarks are never freed. */
    g_signal_emit(self, signals[EVENT], g_quark_try_string(name), name, arguments);
}

/* --- Properties */

/* The index of a property; -1 if there is none. The table is sorted by name. */
static int find(FormdObjectClass *class, const char *name) {
    int low = 0, high = (int)class->count - 1;
    while (low <= high) {
        int middle = (low + high) / 2, order = strcmp(name, class->properties[middle].name);
        if (order == 0) return middle;
        if (order < 0) high = middle - 1;
        else low = middle + 1;
    }
    return -1;
}

/* Whether a value has the type of the property. A newer formd may have further properties, which are ignored. */
gboolean _formd_object_class_accepts(FormdObjectClass *class, const char *name, GVariant *value, GError **error) {
    int index = find(class, name);
    if (index < 0 || g_variant_is_of_type(value, G_VARIANT_TYPE(class->properties[index].signature))) return TRUE;
    g_set_error(error, FORMD_ERROR, FORMD_ERROR_PROTOCOL, "formd sent the property %s with the type %s", name,
                g_variant_get_type_string(value));
    return FALSE;
}

gsize _formd_object_size(FormdObject *self) {
    unsigned count = G_TYPE_INSTANCE_GET_CLASS(self, FORMD_TYPE_OBJECT, FormdObjectClass)->count;
    gsize size = 0;
    for (unsigned index = 0; index < count; index++) {
        if (self->values[index] != NULL) size += g_variant_get_size(self->values[index]);
    }
    return size;
}

/* Takes in a value that the class accepts. Queues `notify` if it differs. */
gboolean _formd_object_store(FormdObject *self, const char *name, GVariant *value) {
    FormdObjectClass *class = G_TYPE_INSTANCE_GET_CLASS(self, FORMD_TYPE_OBJECT, FormdObjectClass);
    int index = find(class, name);
    if (index < 0) return FALSE;
    if (self->values[index] != NULL && g_variant_equal(self->values[index], value)) return FALSE;
    g_clear_pointer(&self->values[index], g_variant_unref);
    self->values[index] = g_variant_ref(value);
    g_object_notify_by_pspec(G_OBJECT(self), class->specs[index + 1]);
    return TRUE;
}

GVariant *_formd_object_variant(FormdObject *self, unsigned property) { return self->values[property]; }

#define READER(type, name, default)                                                                                    \
    type _formd_object_##name(FormdObject *self, unsigned property) {                                                  \
        GVariant *value = self->values[property];                                                                      \
        return value != NULL ? g_variant_get_##name(value) : default;                                                  \
    }

READER(gboolean, boolean, FALSE)
READER(guint, uint32, 0)
READER(int, int32, 0)
READER(guint64, uint64, 0)
READER(double, double, 0)

const char *_formd_object_string(FormdObject *self, unsigned property) {
    GVariant *value = self->values[property];
    return value != NULL ? g_variant_get_string(value, NULL) : "";
}

const char **_formd_object_strv(FormdObject *self, unsigned property) {
    GVariant *value = self->values[property];
    return value != NULL ? g_variant_get_strv(value, NULL) : g_new0(const char *, 1);
}

/**
 * formd_object_get_name:
 * @self: an object
 *
 * Returns: the field's name; an empty string for the session
 */
const char *formd_object_get_name(FormdObject *self) {
    g_return_val_if_fail(FORMD_IS_OBJECT(self), NULL);
    return self->name;
}

/**
 * formd_object_get_path:
 * @self: an object
 *
 * Returns: (nullable): the path on D-Bus; %NULL for a session that is not open yet
 */
const char *formd_object_get_path(FormdObject *self) {
    g_return_val_if_fail(FORMD_IS_OBJECT(self), NULL);
    return self->path;
}

/**
 * formd_object_get_session:
 * @self: an object
 *
 * Returns: (transfer none) (nullable): the session; %NULL if the program has given it up
 */
FormdSession *formd_object_get_session(FormdObject *self) {
    g_return_val_if_fail(FORMD_IS_OBJECT(self), NULL);
    return self->session;
}

/**
 * formd_object_lookup:
 * @self: an object
 * @name: the name of a property in the contract, such as `MaskBlocks`
 *
 * Returns: (transfer none) (nullable): the value of the property; %NULL if it is not known
 */
GVariant *formd_object_lookup(FormdObject *self, const char *name) {
    g_return_val_if_fail(FORMD_IS_OBJECT(self) && name != NULL, NULL);
    int index = find(G_TYPE_INSTANCE_GET_CLASS(self, FORMD_TYPE_OBJECT, FormdObjectClass), name);
    return index < 0 ? NULL : self->values[index];
}

/* --- Calls */

static void call(FormdObject *self, const char *interface, const char *method, GVariant *arguments, GTask *task) {
    g_autoptr(GVariant) sunk = g_variant_ref_sink(arguments != NULL ? arguments : g_variant_new("()"));
    if (self->session != NULL) {
        _formd_connection_call(_formd_session_connection(self->session), self, interface, method, sunk, task);
    } else if (task != NULL) {
        g_task_return_new_error(task, FORMD_ERROR, FORMD_ERROR_DISCONNECTED, "the session was given up");
        g_object_unref(task);
    }
}

/* Calls a method and does not wait for the answer. A refusal is reported by the session. */
void _formd_object_send(FormdObject *self, const char *method, GVariant *arguments) {
    call(self, G_TYPE_INSTANCE_GET_CLASS(self, FORMD_TYPE_OBJECT, FormdObjectClass)->interface, method, arguments, NULL);
}

void _formd_object_write(FormdObject *self, unsigned property, GVariant *value) {
    FormdObjectClass *class = G_TYPE_INSTANCE_GET_CLASS(self, FORMD_TYPE_OBJECT, FormdObjectClass);
    const char *name = class->properties[property].name;
    call(self, "org.freedesktop.DBus.Properties", "Set", g_variant_new("(ssv)", class->interface, name, value), NULL);
}

/**
 * formd_object_call_async:
 * @self: an object
 * @method: a method of the contract, such as `Configure`
 * @arguments: (nullable): the arguments, a tuple; if it is floating, it is consumed
 * @cancellable: (nullable): a cancellable; cancelling does not undo what formd has done
 * @callback: (scope async): called with the answer
 * @user_data: for @callback
 *
 * Calls a method that has no function of its own. Calls and edits are performed in the order in which the program makes
 * them. When @callback is called, the changes of the call have been taken in.
 */
void formd_object_call_async(FormdObject *self, const char *method, GVariant *arguments, GCancellable *cancellable,
                             GAsyncReadyCallback callback, gpointer user_data) {
    g_return_if_fail(FORMD_IS_OBJECT(self));
    g_return_if_fail(method != NULL && g_dbus_is_member_name(method));
    g_return_if_fail(arguments == NULL || g_variant_is_of_type(arguments, G_VARIANT_TYPE_TUPLE));
    GTask *task = g_task_new(self, cancellable, callback, user_data);
    g_task_set_source_tag(task, formd_object_call_async);
    call(self, G_TYPE_INSTANCE_GET_CLASS(self, FORMD_TYPE_OBJECT, FormdObjectClass)->interface, method, arguments, task);
}

/**
 * formd_object_call_finish:
 * @self: an object
 * @result: the result
 * @error: for the error
 *
 * Returns: (transfer full): the answer's values, a tuple
 */
GVariant *formd_object_call_finish(FormdObject *self, GAsyncResult *result, GError **error) {
    g_return_val_if_fail(g_task_is_valid(result, self), NULL);
    return g_task_propagate_pointer(G_TASK(result), error);
}
