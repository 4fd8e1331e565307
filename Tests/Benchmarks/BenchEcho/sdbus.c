#include "echo.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <systemd/sd-bus.h>
#include <unistd.h>

static int echo(sd_bus_message *call, void *data, sd_bus_error *error) {
    (void)data;
    (void)error;
    const char *text;
    int r = sd_bus_message_read(call, "s", &text);
    if (r < 0)
        return r;
    return sd_bus_reply_method_return(call, "sub", text, (unsigned)strlen(text), 1);
}

static int echo_and_tell(sd_bus_message *call, void *data, sd_bus_error *error) {
    const char *text;
    int r = sd_bus_message_read(call, "s", &text);
    if (r < 0)
        return r;
    sd_bus *bus = sd_bus_message_get_bus(call);
    const char *path = sd_bus_message_get_path(call), *interface = sd_bus_message_get_interface(call);
    unsigned caret = (unsigned)strlen(text);
    r = sd_bus_emit_signal(bus, path, "org.freedesktop.DBus.Properties", "PropertiesChanged", "sa{sv}as", interface,
        5, "Text", "s", text, "Value", "s", text, "Selection", "(uu)", caret, 0, "MaskStatus", "s", "incomplete",
        "LastEdit", "s", "inserted", 0);
    if (r >= 0)
        r = sd_bus_emit_signal(
            bus, path, interface, "TextChanged", "ssst", text, text, "user", (uint64_t)caret);
    if (r < 0)
        return r;
    r = sd_bus_message_rewind(call, 1);
    return r < 0 ? r : echo(call, data, error);
}

static const sd_bus_vtable echo_vtable[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_METHOD("Echo", "s", "sub", echo, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("EchoAndTell", "s", "sub", echo_and_tell, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_VTABLE_END,
};

static int process(sd_bus *bus) {
    int r = 0;
    while (r >= 0) {
        r = sd_bus_process(bus, NULL);
        if (r == 0)
            r = sd_bus_wait(bus, UINT64_MAX);
    }
    return r;
}

int echo_serve_bus(const char *address) {
    sd_bus *bus = NULL;
    int r = sd_bus_new(&bus);
    if (r >= 0)
        r = sd_bus_set_address(bus, address);
    if (r >= 0)
        r = sd_bus_set_bus_client(bus, 1);
    if (r >= 0)
        r = sd_bus_start(bus);
    if (r >= 0)
        r = sd_bus_add_object_vtable(bus, NULL, ECHO_PATH, ECHO_NAME, echo_vtable, NULL);
    if (r >= 0)
        r = sd_bus_request_name(bus, ECHO_NAME, 0);
    if (r >= 0)
        r = process(bus);
    sd_bus_close_unref(bus);
    return r;
}

// MARK: - On a socket

/// The client says hello as it does to a bus.
static int hello(sd_bus_message *call, void *data, sd_bus_error *error) {
    (void)data;
    (void)error;
    return sd_bus_reply_method_return(call, "s", ":p.1");
}

static const sd_bus_vtable driver_vtable[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_METHOD("Hello", "", "s", hello, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_VTABLE_END,
};

static int serve_client(int client) {
    sd_bus *bus = NULL;
    sd_id128_t identifier;
    int r = sd_bus_new(&bus);
    if (r >= 0)
        r = sd_bus_set_fd(bus, client, client);
    if (r >= 0)
        r = sd_id128_randomize(&identifier);
    if (r >= 0)
        r = sd_bus_set_server(bus, 1, identifier);
    if (r >= 0)
        r = sd_bus_add_object_vtable(bus, NULL, ECHO_PATH, ECHO_NAME, echo_vtable, NULL);
    if (r >= 0)
        r = sd_bus_add_object_vtable(bus, NULL, "/org/freedesktop/DBus", "org.freedesktop.DBus", driver_vtable, NULL);
    if (r >= 0)
        r = sd_bus_start(bus);
    if (r >= 0)
        r = process(bus);
    sd_bus_close_unref(bus);
    return r;
}

int echo_serve_socket(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path)
        return -ENAMETOOLONG;
    strcpy(address.sun_path, path);
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (listener < 0 || bind(listener, (struct sockaddr *)&address, sizeof address) < 0 || listen(listener, 8) < 0)
        return -errno;
    for (;;) {
        int client = accept(listener, NULL, NULL);
        if (client < 0)
            return -errno;
        int r = serve_client(client);
        if (r != -ECONNRESET && r != -ENOTCONN)
            return r;
    }
}
