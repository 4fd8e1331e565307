#include "client.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

uint64_t bench_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

int bench_fail(bench_client *client, int code, const char *what, const sd_bus_error *error) {
    const char *reason = error && error->message ? error->message : strerror(-code);
    const char *name = error && error->name ? error->name : "";
    snprintf(client->message, sizeof client->message, "%s: %s%s%s", what, reason, *name ? " " : "", name);
    return code;
}

int bench_connect(const char *address, sd_bus **bus) {
    sd_bus *new = NULL;
    const char *unique_name = NULL;
    int r = sd_bus_new(&new);
    if (r >= 0)
        r = sd_bus_set_address(new, address);
    if (r >= 0)
        r = sd_bus_set_bus_client(new, true);
    if (r >= 0)
        r = sd_bus_start(new);
    if (r >= 0)
        r = sd_bus_get_unique_name(new, &unique_name);
    if (r < 0) {
        sd_bus_close_unref(new);
        return r;
    }
    *bus = new;
    return 0;
}

int bench_client_open(const char *address, bench_client **client) {
    *client = NULL;
    bench_client *new = calloc(1, sizeof *new);
    if (!new)
        return -ENOMEM;
    new->name_owned = -1;
    int r = bench_connect(address, &new->bus);
    if (r < 0) {
        free(new);
        return r;
    }
    *client = new;
    return 0;
}

void bench_client_close(bench_client *client) {
    if (!client)
        return;
    sd_bus_slot_unref(client->name_watch);
    sd_bus_flush_close_unref(client->bus);
    free(client);
}

const char *bench_client_message(const bench_client *client) {
    return client->message;
}

int bench_build(sd_bus *bus, const bench_method *method, const char *text, sd_bus_message **message) {
    sd_bus_message *new = NULL;
    int r = sd_bus_message_new_method_call(
        bus, &new, method->destination, method->path, method->interface, method->member);
    if (r >= 0 && strcmp(method->signature, "s") == 0)
        r = sd_bus_message_append_basic(new, 's', text);
    else if (r >= 0 && strcmp(method->signature, "sa{sv}") == 0)
        r = sd_bus_message_append(new, "sa{sv}", text, 0);
    else if (r >= 0 && strcmp(method->signature, "a{sv}") == 0)
        r = sd_bus_message_append(new, "a{sv}", 0);
    else if (r >= 0 && *method->signature)
        r = -EINVAL;
    if (r < 0) {
        sd_bus_message_unref(new);
        return r;
    }
    *message = new;
    return 0;
}

int bench_client_call(bench_client *client, const bench_method *method, const char *text, char *reply, size_t size) {
    sd_bus_message *call = NULL, *answer = NULL;
    sd_bus_error error = SD_BUS_ERROR_NULL;
    if (size)
        reply[0] = '\0';
    int r = bench_build(client->bus, method, text, &call);
    if (r >= 0)
        r = sd_bus_call(client->bus, call, 0, &error, &answer);
    if (r < 0) {
        r = bench_fail(client, r, method->member, &error);
    } else if (size) {
        char type = 0;
        const char *first = NULL;
        if (sd_bus_message_peek_type(answer, &type, NULL) > 0 && (type == 's' || type == 'o')
            && sd_bus_message_read_basic(answer, type, &first) > 0)
            snprintf(reply, size, "%s", first);
    }
    sd_bus_error_free(&error);
    sd_bus_message_unref(answer);
    sd_bus_message_unref(call);
    return r < 0 ? r : 0;
}
