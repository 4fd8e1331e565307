#include "client.h"

#include <errno.h>

/// Hands out what arrived beside the answers, so that neither the queue of the connection nor the socket fills up.
static int drain(bench_client *client) {
    int r;
    while ((r = sd_bus_process(client->bus, NULL)) > 0)
        ;
    return r < 0 ? bench_fail(client, r, "receiving signals", NULL) : 0;
}

static int read_answer(sd_bus_message *answer, int64_t *accepted) {
    const char *text;
    uint32_t caret;
    int is_accepted;
    int r = sd_bus_message_read(answer, "sub", &text, &caret, &is_accepted);
    if (r >= 0)
        *accepted += is_accepted;
    return r;
}

static int timed_call(bench_client *client, const bench_method *method, const char *text, int64_t *accepted) {
    sd_bus_message *call = NULL, *answer = NULL;
    sd_bus_error error = SD_BUS_ERROR_NULL;
    int r = bench_build(client->bus, method, text, &call);
    if (r >= 0)
        r = sd_bus_call(client->bus, call, 0, &error, &answer);
    if (r >= 0)
        r = read_answer(answer, accepted);
    if (r < 0)
        bench_fail(client, r, method->member, &error);
    sd_bus_error_free(&error);
    sd_bus_message_unref(answer);
    sd_bus_message_unref(call);
    return r;
}

int64_t bench_latency(bench_client *client, const bench_load *load, size_t count, uint64_t *durations) {
    int64_t accepted = 0;
    int r = bench_client_call(client, &load->reset, "", NULL, 0);
    for (size_t i = 0; r >= 0 && i < count; i++) {
        uint64_t start = bench_now();
        r = timed_call(client, &load->key, bench_text(load, i), &accepted);
        durations[i] = bench_now() - start;
        if (r >= 0 && bench_resets_after(load, i)) {
            r = bench_client_call(client, &load->reset, "", NULL, 0);
            if (r >= 0)
                r = drain(client);
        }
    }
    return r < 0 ? r : accepted;
}

static bool note_failure(bench_client *client, sd_bus_message *answer) {
    const sd_bus_error *error = sd_bus_message_get_error(answer);
    if (error && !client->run.failure)
        client->run.failure = bench_fail(client, -sd_bus_message_get_errno(answer), "a call failed", error);
    return error != NULL;
}

static int key_answered(sd_bus_message *answer, void *data, sd_bus_error *error) {
    (void)error;
    bench_client *client = data;
    client->run.unanswered--;
    if (!note_failure(client, answer)) {
        int r = read_answer(answer, &client->run.accepted);
        if (r < 0 && !client->run.failure)
            client->run.failure = bench_fail(client, r, "reading an answer", NULL);
    }
    return 0;
}

static int reset_answered(sd_bus_message *answer, void *data, sd_bus_error *error) {
    (void)error;
    bench_client *client = data;
    client->run.unanswered--;
    note_failure(client, answer);
    return 0;
}

/// Receives until fewer than `depth` calls are unanswered.
static int receive(bench_client *client, size_t depth) {
    while (!client->run.failure && client->run.unanswered >= depth) {
        int r = sd_bus_process(client->bus, NULL);
        if (r == 0)
            r = sd_bus_wait(client->bus, UINT64_MAX);
        if (r < 0 && r != -EINTR)
            return bench_fail(client, r, "waiting for answers", NULL);
    }
    return client->run.failure;
}

/// Sends a call as soon as fewer than `depth` are unanswered.
static int send_within(
    bench_client *client,
    size_t depth,
    const bench_method *method,
    const char *text,
    sd_bus_message_handler_t answered) {
    int r = receive(client, depth);
    if (r < 0)
        return r;
    sd_bus_message *call = NULL;
    r = bench_build(client->bus, method, text, &call);
    if (r >= 0)
        r = sd_bus_call_async(client->bus, NULL, call, answered, client, 0);
    sd_bus_message_unref(call);
    if (r < 0)
        return bench_fail(client, r, method->member, NULL);
    client->run.unanswered++;
    return 0;
}

int64_t bench_throughput(
    bench_client *client, const bench_load *load, size_t count, size_t depth, uint64_t *duration) {
    client->run = (struct bench_run){0};
    int r = bench_client_call(client, &load->reset, "", NULL, 0);
    uint64_t start = bench_now();
    for (size_t i = 0; r >= 0 && i < count; i++) {
        r = send_within(client, depth, &load->key, bench_text(load, i), key_answered);
        if (r >= 0 && bench_resets_after(load, i))
            r = send_within(client, depth, &load->reset, "", reset_answered);
    }
    if (r >= 0)
        r = receive(client, 1);
    *duration = bench_now() - start;
    return r < 0 ? r : client->run.accepted;
}
