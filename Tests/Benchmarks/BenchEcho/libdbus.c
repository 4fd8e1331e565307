#include "echo.h"

#include <dbus/dbus.h>
#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

// MARK: - The methods

static DBusHandlerResult answer(DBusConnection *connection, DBusMessage *reply) {
    if (reply)
        dbus_connection_send(connection, reply, NULL);
    dbus_message_unref(reply);
    return DBUS_HANDLER_RESULT_HANDLED;
}

static DBusHandlerResult echo(DBusConnection *connection, DBusMessage *call, const char *text) {
    dbus_uint32_t caret = (dbus_uint32_t)strlen(text);
    dbus_bool_t is_accepted = TRUE;
    DBusMessage *reply = dbus_message_new_method_return(call);
    dbus_message_append_args(reply, DBUS_TYPE_STRING, &text, DBUS_TYPE_UINT32, &caret, DBUS_TYPE_BOOLEAN, &is_accepted,
        DBUS_TYPE_INVALID);
    return answer(connection, reply);
}

static void open_property(
    DBusMessageIter *array, DBusMessageIter *entry, DBusMessageIter *variant, const char *name, const char *type) {
    dbus_message_iter_open_container(array, DBUS_TYPE_DICT_ENTRY, NULL, entry);
    dbus_message_iter_append_basic(entry, DBUS_TYPE_STRING, &name);
    dbus_message_iter_open_container(entry, DBUS_TYPE_VARIANT, type, variant);
}

static void append_text(DBusMessageIter *array, const char *name, const char *text) {
    DBusMessageIter entry, variant;
    open_property(array, &entry, &variant, name, "s");
    dbus_message_iter_append_basic(&variant, DBUS_TYPE_STRING, &text);
    dbus_message_iter_close_container(&entry, &variant);
    dbus_message_iter_close_container(array, &entry);
}

static void append_selection(DBusMessageIter *array, dbus_uint32_t caret) {
    DBusMessageIter entry, variant, pair;
    dbus_uint32_t none = 0;
    open_property(array, &entry, &variant, "Selection", "(uu)");
    dbus_message_iter_open_container(&variant, DBUS_TYPE_STRUCT, NULL, &pair);
    dbus_message_iter_append_basic(&pair, DBUS_TYPE_UINT32, &caret);
    dbus_message_iter_append_basic(&pair, DBUS_TYPE_UINT32, &none);
    dbus_message_iter_close_container(&variant, &pair);
    dbus_message_iter_close_container(&entry, &variant);
    dbus_message_iter_close_container(array, &entry);
}

static void tell(DBusConnection *connection, DBusMessage *call, const char *text) {
    const char *path = dbus_message_get_path(call), *interface = dbus_message_get_interface(call), *origin = "user";
    dbus_uint64_t revision = strlen(text);
    DBusMessageIter arguments, array;
    DBusMessage *signal = dbus_message_new_signal(path, "org.freedesktop.DBus.Properties", "PropertiesChanged");
    dbus_message_iter_init_append(signal, &arguments);
    dbus_message_iter_append_basic(&arguments, DBUS_TYPE_STRING, &interface);
    dbus_message_iter_open_container(&arguments, DBUS_TYPE_ARRAY, "{sv}", &array);
    append_text(&array, "Text", text);
    append_text(&array, "Value", text);
    append_selection(&array, (dbus_uint32_t)strlen(text));
    append_text(&array, "MaskStatus", "incomplete");
    append_text(&array, "LastEdit", "inserted");
    dbus_message_iter_close_container(&arguments, &array);
    dbus_message_iter_open_container(&arguments, DBUS_TYPE_ARRAY, "s", &array);
    dbus_message_iter_close_container(&arguments, &array);
    answer(connection, signal);

    signal = dbus_message_new_signal(path, interface, "TextChanged");
    dbus_message_append_args(signal, DBUS_TYPE_STRING, &text, DBUS_TYPE_STRING, &text, DBUS_TYPE_STRING, &origin,
        DBUS_TYPE_UINT64, &revision, DBUS_TYPE_INVALID);
    answer(connection, signal);
}

static DBusHandlerResult received(DBusConnection *connection, DBusMessage *call, void *data) {
    (void)data;
    const char *text = ":p.1";
    if (dbus_message_is_method_call(call, DBUS_INTERFACE_DBUS, "Hello")) {
        DBusMessage *reply = dbus_message_new_method_return(call);
        dbus_message_append_args(reply, DBUS_TYPE_STRING, &text, DBUS_TYPE_INVALID);
        return answer(connection, reply);
    }
    if (!dbus_message_get_args(call, NULL, DBUS_TYPE_STRING, &text, DBUS_TYPE_INVALID))
        return DBUS_HANDLER_RESULT_NOT_YET_HANDLED;
    if (dbus_message_is_method_call(call, ECHO_NAME, "EchoAndTell"))
        tell(connection, call, text);
    return echo(connection, call, text);
}

// MARK: - The loop

enum { most_watches = 64 };
static DBusWatch *watches[most_watches];
static DBusConnection *connections[most_watches];

static dbus_bool_t add_watch(DBusWatch *watch, void *data) {
    (void)data;
    for (int i = 0; i < most_watches; i++) {
        if (!watches[i]) {
            watches[i] = watch;
            return TRUE;
        }
    }
    return FALSE;
}

static void remove_watch(DBusWatch *watch, void *data) {
    (void)data;
    for (int i = 0; i < most_watches; i++) {
        if (watches[i] == watch)
            watches[i] = NULL;
    }
}

static void accepted(DBusServer *server, DBusConnection *connection, void *data) {
    (void)server;
    (void)data;
    for (int i = 0; i < most_watches; i++) {
        if (connections[i])
            continue;
        connections[i] = dbus_connection_ref(connection);
        dbus_connection_set_watch_functions(connection, add_watch, remove_watch, NULL, NULL, NULL);
        dbus_connection_add_filter(connection, received, NULL, NULL);
        return;
    }
}

static int poll_once(void) {
    struct pollfd descriptors[most_watches];
    DBusWatch *polled[most_watches];
    nfds_t count = 0;
    for (int i = 0; i < most_watches; i++) {
        if (!watches[i] || !dbus_watch_get_enabled(watches[i]))
            continue;
        unsigned flags = dbus_watch_get_flags(watches[i]);
        short events = (flags & DBUS_WATCH_READABLE ? POLLIN : 0) | (flags & DBUS_WATCH_WRITABLE ? POLLOUT : 0);
        descriptors[count] = (struct pollfd){.fd = dbus_watch_get_unix_fd(watches[i]), .events = events};
        polled[count++] = watches[i];
    }
    if (poll(descriptors, count, -1) < 0)
        return -errno;
    for (nfds_t i = 0; i < count; i++) {
        short events = descriptors[i].revents;
        unsigned flags = (events & POLLIN ? DBUS_WATCH_READABLE : 0) | (events & POLLOUT ? DBUS_WATCH_WRITABLE : 0)
            | (events & POLLERR ? DBUS_WATCH_ERROR : 0) | (events & POLLHUP ? DBUS_WATCH_HANGUP : 0);
        int is_present = 0;
        for (int k = 0; k < most_watches; k++) is_present |= watches[k] == polled[i];
        if (flags && is_present)
            dbus_watch_handle(polled[i], flags);
    }
    return 0;
}

int echo_serve_libdbus(const char *path) {
    char address[256];
    snprintf(address, sizeof address, "unix:path=%s", path);
    DBusServer *server = dbus_server_listen(address, NULL);
    if (!server)
        return -EADDRNOTAVAIL;
    dbus_server_set_new_connection_function(server, accepted, NULL, NULL);
    dbus_server_set_watch_functions(server, add_watch, remove_watch, NULL, NULL, NULL);
    int r = 0;
    while (r >= 0) {
        r = poll_once();
        for (int i = 0; i < most_watches; i++) {
            while (connections[i] && dbus_connection_dispatch(connections[i]) == DBUS_DISPATCH_DATA_REMAINS)
                ;
            if (connections[i] && !dbus_connection_get_is_connected(connections[i])) {
                dbus_connection_unref(connections[i]);
                connections[i] = NULL;
            }
        }
    }
    return r;
}
