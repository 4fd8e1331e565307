#include "client.h"

#include <errno.h>
#include <stdio.h>

static int name_owner_changed(sd_bus_message *message, void *data, sd_bus_error *error) {
    (void)error;
    bench_client *client = data;
    const char *name, *old_owner, *new_owner;
    if (sd_bus_message_read(message, "sss", &name, &old_owner, &new_owner) >= 0) {
        client->name_owned = *new_owner != '\0';
        client->name_when = bench_now();
    }
    return 0;
}

int bench_client_watch_name(bench_client *client, const char *name) {
    char rule[512];
    snprintf(
        rule, sizeof rule,
        "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',"
        "member='NameOwnerChanged',arg0='%s'",
        name);
    client->name_watch = sd_bus_slot_unref(client->name_watch);
    client->name_owned = -1;
    int r = sd_bus_add_match(client->bus, &client->name_watch, rule, name_owner_changed, client);
    return r < 0 ? bench_fail(client, r, "AddMatch", NULL) : 0;
}

int bench_client_await_name(bench_client *client, bool owned, uint64_t timeout, uint64_t *when) {
    uint64_t deadline = bench_now() + timeout;
    while (client->name_owned != (int)owned) {
        int r = sd_bus_process(client->bus, NULL);
        if (r < 0)
            return bench_fail(client, r, "waiting for a name", NULL);
        if (r > 0)
            continue;
        uint64_t now = bench_now();
        if (now >= deadline)
            return bench_fail(client, -ETIMEDOUT, "waiting for a name", NULL);
        r = sd_bus_wait(client->bus, (deadline - now) / 1000 + 1);
        if (r < 0 && r != -EINTR)
            return bench_fail(client, r, "waiting for a name", NULL);
    }
    client->name_owned = -1;
    *when = client->name_when;
    return 0;
}
