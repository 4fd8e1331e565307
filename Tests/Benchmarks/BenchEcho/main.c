// What every call through a bus costs anyway: a service whose method answers at once, in the shape in which InsertText
// answers, alone or after two signals. Takes the bus's address; ends with the bus.

#include <stdio.h>
#include <string.h>
#include <systemd/sd-bus.h>

static int echo(sd_bus_message *call, void *data, sd_bus_error *error) {
    (void)data;
    (void)error;
    const char *text;
    int r = sd_bus_message_read(call, "s", &text);
    if (r < 0)
        return r;
    return sd_bus_reply_method_return(call, "sub", text, (unsigned)strlen(text), 1);
}

/// Answers as `echo` does, after two signals such as those that tell of a key: what nothing that tells of changes can do
/// without.
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

static int serve(const char *address) {
    sd_bus *bus = NULL;
    int r = sd_bus_new(&bus);
    if (r >= 0)
        r = sd_bus_set_address(bus, address);
    if (r >= 0)
        r = sd_bus_set_bus_client(bus, 1);
    if (r >= 0)
        r = sd_bus_start(bus);
    if (r >= 0)
        r = sd_bus_add_object_vtable(bus, NULL, "/org/formd/BenchEcho1", "org.formd.BenchEcho1", echo_vtable, NULL);
    if (r >= 0)
        r = sd_bus_request_name(bus, "org.formd.BenchEcho1", 0);
    while (r >= 0) {
        r = sd_bus_process(bus, NULL);
        if (r == 0)
            r = sd_bus_wait(bus, UINT64_MAX);
    }
    sd_bus_close_unref(bus);
    return r;
}

int main(int count, char **arguments) {
    if (count != 2) {
        fprintf(stderr, "usage: bench-echo BUS-ADDRESS\n");
        return 2;
    }
    int r = serve(arguments[1]);
    fprintf(stderr, "bench-echo: %s\n", strerror(-r));
    return 1;
}
