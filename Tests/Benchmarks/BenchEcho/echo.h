/// The service that every measured service is compared with: methods that answer at once, in the shape in which InsertText
/// answers, alone (`Echo`) or after two signals such as those that tell of a key (`EchoAndTell`).
///
/// It is served in three ways, each of which returns a negative errno when it ends.
#pragma once

#define ECHO_NAME "org.formd.BenchEcho1"
#define ECHO_PATH "/org/formd/BenchEcho1"

/// Serves on a message bus, with sd-bus.
int echo_serve_bus(const char *address);

/// Serves whoever connects to the socket at `path`, one after another, with sd-bus.
int echo_serve_socket(const char *path);

/// Serves whoever connects to the socket at `path`, with libdbus alone.
int echo_serve_libdbus(const char *path);
