#include "client.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

struct bench_subscriber {
    sd_bus *bus;
    pthread_t thread;
    /// Becomes readable when the thread is to end.
    int stop;
    atomic_uint_fast64_t count;
};

static int received(sd_bus_message *message, void *data, sd_bus_error *error) {
    (void)message;
    (void)error;
    bench_subscriber *subscriber = data;
    atomic_fetch_add_explicit(&subscriber->count, 1, memory_order_relaxed);
    return 0;
}

static void *listen_until_stopped(void *data) {
    bench_subscriber *subscriber = data;
    for (;;) {
        int r = sd_bus_process(subscriber->bus, NULL);
        if (r < 0)
            return NULL;
        if (r > 0)
            continue;
        struct pollfd sources[] = {
            {.fd = sd_bus_get_fd(subscriber->bus), .events = (short)sd_bus_get_events(subscriber->bus)},
            {.fd = subscriber->stop, .events = POLLIN},
        };
        if (poll(sources, 2, -1) < 0 && errno != EINTR)
            return NULL;
        if (sources[1].revents)
            return NULL;
    }
}

static int filter(sd_bus_message *message, void *data, sd_bus_error *error) {
    return sd_bus_message_is_signal(message, NULL, "Changed") > 0 ? received(message, data, error) : 0;
}

static int follow(bench_subscriber *subscriber, const bench_method *method) {
    int r = sd_bus_add_filter(subscriber->bus, NULL, filter, subscriber);
    if (r < 0)
        return r;
    return sd_bus_call_method(subscriber->bus, method->destination, method->path, method->interface, method->member,
        NULL, NULL, method->signature, 0);
}

int bench_subscriber_start(
    const char *address, const char *rule, const bench_method *method, bench_subscriber **subscriber) {
    *subscriber = NULL;
    bench_subscriber *new = calloc(1, sizeof *new);
    if (!new)
        return -ENOMEM;
    int r = 0;
    new->stop = eventfd(0, EFD_CLOEXEC);
    if (new->stop < 0)
        r = -errno;
    if (r >= 0)
        r = bench_connect(address, &new->bus);
    if (r >= 0)
        r = rule ? sd_bus_add_match(new->bus, NULL, rule, received, new) : follow(new, method);
    if (r >= 0)
        r = -pthread_create(&new->thread, NULL, listen_until_stopped, new);
    if (r < 0) {
        sd_bus_flush_close_unref(new->bus);
        if (new->stop >= 0)
            close(new->stop);
        free(new);
        return r;
    }
    *subscriber = new;
    return 0;
}

uint64_t bench_subscriber_count(const bench_subscriber *subscriber) {
    return atomic_load_explicit(&subscriber->count, memory_order_relaxed);
}

void bench_subscriber_stop(bench_subscriber *subscriber) {
    if (!subscriber)
        return;
    uint64_t one = 1;
    if (write(subscriber->stop, &one, sizeof one) == (ssize_t)sizeof one)
        pthread_join(subscriber->thread, NULL);
    sd_bus_flush_close_unref(subscriber->bus);
    close(subscriber->stop);
    free(subscriber);
}
