#include "formd-private.h"

#define ERROR_PREFIX FORMD_NAME ".Error."

static const GDBusErrorEntry entries[] = {
    {FORMD_ERROR_UNKNOWN_FORM, ERROR_PREFIX "UnknownForm"},
    {FORMD_ERROR_INVALID_DEFINITION, ERROR_PREFIX "InvalidDefinition"},
    {FORMD_ERROR_UNKNOWN_SESSION, ERROR_PREFIX "UnknownSession"},
    {FORMD_ERROR_UNKNOWN_FIELD, ERROR_PREFIX "UnknownField"},
    {FORMD_ERROR_SESSION_EXISTS, ERROR_PREFIX "SessionExists"},
    {FORMD_ERROR_ACCESS_DENIED, ERROR_PREFIX "AccessDenied"},
    {FORMD_ERROR_NOT_VALID, ERROR_PREFIX "NotValid"},
    {FORMD_ERROR_DISABLED, ERROR_PREFIX "Disabled"},
    {FORMD_ERROR_ACTION_DISABLED, ERROR_PREFIX "ActionDisabled"},
    {FORMD_ERROR_OUT_OF_RANGE, ERROR_PREFIX "OutOfRange"},
    {FORMD_ERROR_TEXT_TOO_LONG, ERROR_PREFIX "TextTooLong"},
    {FORMD_ERROR_INVALID_TEXT, ERROR_PREFIX "InvalidText"},
    {FORMD_ERROR_INVALID_ARGUMENT, ERROR_PREFIX "InvalidArgument"},
    {FORMD_ERROR_STALE_REVISION, ERROR_PREFIX "StaleRevision"},
    {FORMD_ERROR_LIMIT_EXCEEDED, ERROR_PREFIX "LimitExceeded"},
    {FORMD_ERROR_PLUGIN_UNAVAILABLE, ERROR_PREFIX "PluginUnavailable"},
    {FORMD_ERROR_PENDING, ERROR_PREFIX "Pending"},
    {FORMD_ERROR_CHECK_UNAVAILABLE, ERROR_PREFIX "CheckUnavailable"},
    {FORMD_ERROR_ALREADY_SUBMITTED, ERROR_PREFIX "AlreadySubmitted"},
    {FORMD_ERROR_STORE_UNAVAILABLE, ERROR_PREFIX "StoreUnavailable"},
};

/**
 * formd_error_quark:
 *
 * Returns: the error domain of formd
 */
G_DEFINE_QUARK(formd-error-quark, formd_error)

/* The errors of a call that formd has certainly not performed: nobody owned the name. */
gboolean _formd_error_is_unreached(const GError *error) {
    return g_error_matches(error, G_DBUS_ERROR, G_DBUS_ERROR_SERVICE_UNKNOWN) ||
           g_error_matches(error, G_DBUS_ERROR, G_DBUS_ERROR_NAME_HAS_NO_OWNER);
}

static gboolean is_disconnection(const GError *error) {
    return _formd_error_is_unreached(error) || g_error_matches(error, G_DBUS_ERROR, G_DBUS_ERROR_NO_REPLY) ||
           g_error_matches(error, G_DBUS_ERROR, G_DBUS_ERROR_DISCONNECTED) ||
           g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CLOSED);
}

/* Translates the error of a call to the library's domain. Does not register the contract's names with GDBus, because
 * that registry belongs to the whole process. */
void _formd_error_translate(GError *error) {
    g_autofree char *name = g_dbus_error_get_remote_error(error);
    if (is_disconnection(error)) {
        g_dbus_error_strip_remote_error(error);
        error->domain = FORMD_ERROR;
        error->code = FORMD_ERROR_DISCONNECTED;
        return;
    }
    /* The reply to a call has another type than the contract says. */
    gboolean is_misshapen = name == NULL && g_error_matches(error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
    if (name == NULL && !is_misshapen) return;
    error->domain = FORMD_ERROR;
    error->code = is_misshapen ? FORMD_ERROR_PROTOCOL : FORMD_ERROR_FAILED;
    for (unsigned index = 0; index < G_N_ELEMENTS(entries); index++) {
        if (g_strcmp0(entries[index].dbus_error_name, name) == 0) error->code = entries[index].error_code;
    }
    if (error->code == FORMD_ERROR_FAILED || is_misshapen) return;
    /* GDBus writes the name into the message: "GDBus.Error:NAME: MESSAGE". */
    const char *message = strstr(error->message, name);
    if (message != NULL && g_str_has_prefix(message + strlen(name), ": ")) {
        char *stripped = g_strdup(message + strlen(name) + 2);
        g_free(error->message);
        error->message = stripped;
    }
}
