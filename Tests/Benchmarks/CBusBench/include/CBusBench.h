/// The client of the benchmarks: sd-bus, the same code towards every service that is measured.
///
/// A connection is used by one thread at a time. Functions return 0, or a count that they name, or a negative errno;
/// after a negative answer `bench_client_message` says what went wrong.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A connection to a message bus or to a service's private socket.
typedef struct bench_client bench_client;

/// A connection of its own, on a thread of its own, that receives signals and counts them.
typedef struct bench_subscriber bench_subscriber;

/// Which method to call. The strings are borrowed for the length of the call that they are given to.
typedef struct bench_method {
    const char *destination;
    const char *path;
    const char *interface;
    const char *member;
    /// "", "s", "a{sv}" or "sa{sv}", the dictionary always empty: nothing else is ever sent.
    const char *signature;
} bench_method;

/// What a round of calls repeats: each of `texts` in turn to `key`, then `reset` once with an empty text.
typedef struct bench_load {
    /// Takes a string, answers (s text, u caret, b accepted).
    bench_method key;
    /// Brings the service back to where the first text starts from. Its answer is ignored unless it is an error.
    bench_method reset;
    const char *const *texts;
    size_t text_count;
} bench_load;

/// Nanoseconds of CLOCK_MONOTONIC: the clock of every time in this header.
uint64_t bench_now(void);

/// Connects to `address` (as in DBUS_SESSION_BUS_ADDRESS) and says Hello, waiting for the answer.
/// `*client` is null after a failure.
int bench_client_open(const char *address, bench_client **client);

/// Closes the connection. Null is allowed.
void bench_client_close(bench_client *client);

/// What the last failure was, in words. Valid until the next call with this client.
const char *bench_client_message(const bench_client *client);

/// Calls a method and waits. When the answer begins with a string or an object path, it is copied to `reply`, cut to
/// `size` bytes with the closing zero; otherwise `reply` becomes empty. `reply` may be null when `size` is 0.
int bench_client_call(bench_client *client, const bench_method *method, const char *text, char *reply, size_t size);

/// From now on the bus tells this connection who owns `name`. Call it before whatever makes the name be taken.
int bench_client_watch_name(bench_client *client, const char *name);

/// Waits until the watched name has an owner (`owned`) or has none, as told since the watch began or the last call.
/// `*when` is the time at which this process read the news. -ETIMEDOUT after `timeout` nanoseconds.
int bench_client_await_name(bench_client *client, bool owned, uint64_t timeout, uint64_t *when);

/// Makes `count` calls to the load's key, one after another, and writes how long each took to `durations`, from
/// before the message was built until its answer was read. Resets are made between them and not measured.
/// Returns how many were answered "accepted".
int64_t bench_latency(bench_client *client, const bench_load *load, size_t count, uint64_t *durations);

/// Makes `count` calls to the load's key with at most `depth` unanswered at a time; resets take part in the depth and
/// in the time, but not in the count. Writes how long it all took to `*duration`.
/// Returns how many were answered "accepted".
int64_t bench_throughput(
    bench_client *client, const bench_load *load, size_t count, size_t depth, uint64_t *duration);

/// Connects to `address` and counts signals, until stopped: those that match `rule` or, if it is null, the signals Changed
/// after a call of `method`, which takes one empty array. `*subscriber` is null after a failure.
int bench_subscriber_start(
    const char *address, const char *rule, const bench_method *method, bench_subscriber **subscriber);

/// Signals received so far.
uint64_t bench_subscriber_count(const bench_subscriber *subscriber);

/// Ends the thread and closes its connection. Null is allowed.
void bench_subscriber_stop(bench_subscriber *subscriber);

/// The flag of `posix_spawn` that gives a program a session of its own.
extern const short bench_spawn_in_session;

/// Opens a pseudo-terminal of that size. Returns the end that a terminal's window has, and puts the path of the other one into
/// `name`; or returns negative errno.
int bench_terminal_open(int columns, int lines, char *name, size_t capacity);
