/// What the parts of the library share.
#pragma once

#include "CBusBench.h"

#include <systemd/sd-bus.h>

/// A pipelined run of calls: what its answers have told so far.
struct bench_run {
    size_t unanswered;
    int64_t accepted;
    /// The first negative errno, or 0.
    int failure;
};

struct bench_client {
    sd_bus *bus;
    sd_bus_slot *name_watch;
    /// Who owns the watched name: 1 somebody, 0 nobody, -1 no news.
    int name_owned;
    uint64_t name_when;
    /// Here, not in a frame of the function that runs it: answers that are late after a failure still find it.
    struct bench_run run;
    char message[512];
};

/// Opens an sd-bus connection and waits for the answer to Hello.
int bench_connect(const char *address, sd_bus **bus);

/// Builds a call of `method`; the caller owns `*message`.
int bench_build(sd_bus *bus, const bench_method *method, const char *text, sd_bus_message **message);

/// Notes a failure for `bench_client_message`, and hands `code` back.
int bench_fail(bench_client *client, int code, const char *what, const sd_bus_error *error);

/// The text that call number `index` sends.
static inline const char *bench_text(const bench_load *load, size_t index) {
    return load->texts[index % load->text_count];
}

/// Whether the load is reset after call number `index`.
static inline bool bench_resets_after(const bench_load *load, size_t index) {
    return (index + 1) % load->text_count == 0;
}
