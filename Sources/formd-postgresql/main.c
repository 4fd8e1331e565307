// Usage: formd-postgresql NAME=VALUE...
//
// formd runs this program, confined, for a connection to a database. The arguments are libpq's parameters. It connects, performs
// the requests that it reads from its standard input, and writes the answers to its standard output, both as frames. It ends with
// 1 and a line on standard error when the connection cannot be made or is lost, and with 0 when its standard input ends.
//
// The statements of a request are sent in libpq's pipeline mode up to a synchronisation, which makes them one transaction. Many
// requests are under way at a time: the server answers in their order.

#define _GNU_SOURCE
#include "frames.h"

#include <errno.h>
#include <fcntl.h>
#include <libpq-fe.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    /// Requests that are sent before the first one is answered.
    most_requests = 256,
    /// While requests of so many bytes are not answered, no other one is read.
    most_request_bytes = 64 << 20,
    /// While so many bytes wait for formd, nothing is read from the server.
    most_waiting = 4 << 20,
    longest_message = 1024,
};

/// A request that was sent to the server.
struct request {
    uint32_t number;
    uint16_t statements;
    /// The number of statements whose results have ended.
    uint16_t ended;
    bool has_failed;
    size_t size;
    /// The answer, without its length.
    struct bytes answer;
};

static PGconn *connection;
/// A ring of those that were not answered.
static struct request requests[most_requests];
static size_t first_request, request_count, request_bytes;
/// What was read from formd, and what waits to be written to it.
static struct bytes input, output;
static bool needs_flush;
/// Why the server ends the connection, if it says so.
static char last_words[longest_message];

static void note_last_words(const PGresult *result) {
    const char *severity = PQresultErrorField(result, PG_DIAG_SEVERITY_NONLOCALIZED);
    const char *message = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
    if (severity == NULL || message == NULL || (strcmp(severity, "FATAL") != 0 && strcmp(severity, "PANIC") != 0)) return;
    snprintf(last_words, sizeof last_words, "%s: %s", severity, message);
}

static void note_notice(void *unused, const PGresult *notice) {
    (void)unused;
    note_last_words(notice);
}

/// Ends the process because the connection is lost, after formd has got the answers of requests that were performed.
__attribute__((noreturn)) static void lose(void) {
    fcntl(STDOUT_FILENO, F_SETFL, 0);
    for (size_t done = 0; done < output.length;) {
        ssize_t count = write(STDOUT_FILENO, output.start + done, output.length - done);
        if (count < 0 && errno != EINTR) break;
        if (count > 0) done += (size_t)count;
    }
    give_up("%s", last_words[0] != '\0' ? last_words : PQerrorMessage(connection));
}

// MARK: Answers

static size_t begin_frame(void) {
    size_t start = output.length;
    append_u32(&output, 0);
    return start;
}

static void end_frame(size_t start) {
    uint32_t length = (uint32_t)(output.length - start - sizeof length);
    memcpy(output.start + start, &length, sizeof length);
}

static void fail(struct request *request, const char *state, const PGresult *result, const char *message) {
    if (request->has_failed) return;
    request->has_failed = true;
    request->answer.length = 0;
    struct bytes *answer = &request->answer;
    append_u8(answer, answer_error);
    append_u32(answer, request->number);
    append_u16(answer, request->ended);
    // A hostile server can leave it out, or send a longer one.
    char five[5] = {'X', 'X', '0', '0', '0'};
    if (state != NULL && strlen(state) == sizeof five) memcpy(five, state, sizeof five);
    append(answer, five, sizeof five);
    const char *texts[] = {
        message, result == NULL ? NULL : PQresultErrorField(result, PG_DIAG_COLUMN_NAME),
        result == NULL ? NULL : PQresultErrorField(result, PG_DIAG_CONSTRAINT_NAME)};
    for (size_t i = 0; i < 3; i++) {
        const char *text = texts[i] != NULL ? texts[i] : "";
        append_counted(answer, text, strnlen(text, longest_message));
    }
}

static void add_rows(struct request *request, const PGresult *result) {
    if (request->has_failed) return;
    struct bytes *answer = &request->answer;
    append_u64(answer, strtoull(PQcmdTuples((PGresult *)result), NULL, 10));
    int columns = PQnfields(result), rows = columns == 0 ? 0 : PQntuples(result);
    append_u16(answer, (uint16_t)columns);
    for (int column = 0; column < columns; column++) {
        append_u32(answer, PQftype(result, column));
        append_u8(answer, PQfformat(result, column) == 1);
    }
    append_u32(answer, (uint32_t)rows);
    for (int row = 0; row < rows; row++) {
        for (int column = 0; column < columns; column++) {
            if (PQgetisnull(result, row, column)) append_u32(answer, UINT32_MAX);
            else append_counted(answer, PQgetvalue(result, row, column), (size_t)PQgetlength(result, row, column));
        }
        if (answer->length > longest_frame) return fail(request, "54000", NULL, "the rows are longer than 64 MiB");
    }
}

static void end_request(struct request *request) {
    if (!request->has_failed && request->ended != request->statements) give_up("the server has left out an answer");
    size_t start = begin_frame();
    append(&output, request->answer.start, request->answer.length);
    end_frame(start);
    free(request->answer.start);
    request_bytes -= request->size;
    first_request = (first_request + 1) % most_requests;
    request_count--;
}

/// Takes the results that have arrived.
static void take_results(void) {
    while (request_count > 0 && output.length < most_waiting && !PQisBusy(connection)) {
        struct request *request = &requests[first_request];
        PGresult *result = PQgetResult(connection);
        if (result == NULL) {
            // The results of a statement have ended, or the error of the transaction's end.
            if (PQstatus(connection) == CONNECTION_BAD) lose();
            if (request->ended == request->statements && !request->has_failed) give_up("the server has answered too much");
            if (request->ended < request->statements) request->ended++;
            continue;
        }
        switch (PQresultStatus(result)) {
        case PGRES_TUPLES_OK:
        case PGRES_COMMAND_OK:
        case PGRES_EMPTY_QUERY: add_rows(request, result); break;
        case PGRES_PIPELINE_ABORTED: break;
        case PGRES_PIPELINE_SYNC: end_request(request); break;
        case PGRES_FATAL_ERROR:
            note_last_words(result);
            if (PQstatus(connection) == CONNECTION_BAD) lose();
            fail(request, PQresultErrorField(result, PG_DIAG_SQLSTATE), result,
                 PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY));
            break;
        default: give_up("the server has answered with %s", PQresStatus(PQresultStatus(result)));
        }
        PQclear(result);
    }
}

static void take_notifications(void) {
    PGnotify *notification;
    while ((notification = PQnotifies(connection)) != NULL) {
        size_t start = begin_frame();
        append_u8(&output, answer_notification);
        append_u8(&output, notification->be_pid == PQbackendPID(connection));
        append_counted(&output, notification->relname, strlen(notification->relname));
        append_counted(&output, notification->extra, strlen(notification->extra));
        end_frame(start);
        PQfreemem(notification);
    }
}

// MARK: Requests

static void send_statement(struct reader *reader) {
    int is_binary = read_u8(reader);
    const char *text = read_text(reader);
    uint16_t count = read_u16(reader);
    const char **values = calloc(count + 1u, sizeof *values);
    int *lengths = calloc(count + 1u, sizeof *lengths), *formats = calloc(count + 1u, sizeof *formats);
    if (values == NULL || lengths == NULL || formats == NULL) give_up("no memory");
    for (uint16_t i = 0; i < count; i++) {
        uint32_t length;
        switch (read_u8(reader)) {
        case 0: break;
        case 1: values[i] = read_text(reader); break;
        case 2:
            values[i] = read_counted(reader, &length);
            lengths[i] = (int)length;
            formats[i] = 1;
            break;
        default: give_up("formd has sent a parameter of an unknown kind");
        }
    }
    if (PQsendQueryParams(connection, text, count, NULL, values, lengths, formats, is_binary) == 0) lose();
    free(values);
    free(lengths);
    free(formats);
}

static void send_request(const char *frame, size_t length) {
    struct reader reader = {frame, frame + length};
    struct request *request = &requests[(first_request + request_count) % most_requests];
    *request = (struct request){.size = length};
    request->number = read_u32(&reader);
    request->statements = read_u16(&reader);
    if (request->statements == 0) give_up("formd has sent a request without statements");
    append_u8(&request->answer, answer_rows);
    append_u32(&request->answer, request->number);
    append_u16(&request->answer, request->statements);
    for (uint16_t i = 0; i < request->statements; i++) send_statement(&reader);
    if (reader.next != reader.end) give_up("formd has sent a frame that is too long");
    if (PQpipelineSync(connection) == 0) lose();
    request_count++;
    request_bytes += length;
    needs_flush = true;
}

static bool has_room(void) { return request_count < most_requests && request_bytes < most_request_bytes; }

/// Sends the requests that were read.
static void send_requests(void) {
    size_t done = 0;
    uint32_t length;
    while (has_room() && input.length - done >= sizeof length) {
        memcpy(&length, input.start + done, sizeof length);
        if (length > longest_frame) give_up("formd has sent a frame of %u bytes", length);
        if (input.length - done - sizeof length < length) break;
        send_request(input.start + done + sizeof length, length);
        done += sizeof length + length;
    }
    if (done > 0) drop(&input, done);
}

static void read_requests(void) {
    static char buffer[256 << 10];
    ssize_t count = read(STDIN_FILENO, buffer, sizeof buffer);
    if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) {
        PQfinish(connection);
        exit(0);
    }
    if (count > 0) append(&input, buffer, (size_t)count);
}

static void write_answers(void) {
    if (output.length == 0) return;
    ssize_t count = write(STDOUT_FILENO, output.start, output.length);
    if (count < 0 && errno != EAGAIN && errno != EINTR) exit(0);
    if (count > 0) drop(&output, (size_t)count);
}

// MARK: -

/// libpq goes on without most of the files that it does not find.
static void check_file(const char *name, const char *path) {
    static const char *const files[] = {"sslrootcert", "sslcert", "sslkey", "passfile"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        if (strcmp(name, files[i]) == 0 && access(path, R_OK) < 0) give_up("%s: %s", path, strerror(errno));
    }
}

static void connect_to(int count, char *const *parameters) {
    // The last ones hold for all connections: nothing is read but what formd has named, and nothing is written.
    const char *const fixed[] = {
        "application_name=formd", "client_encoding=UTF8", "gssencmode=disable", "keepalives_idle=30",
        "keepalives_interval=10", "keepalives_count=3", "tcp_user_timeout=60000",
    };
    size_t fixed_count = sizeof fixed / sizeof *fixed, total = (size_t)count + fixed_count;
    const char **names = calloc(total + 1, sizeof *names), **values = calloc(total + 1, sizeof *values);
    if (names == NULL || values == NULL) give_up("no memory");
    for (size_t i = 0; i < total; i++) {
        char *name = strdup(i < (size_t)count ? parameters[i] : fixed[i - (size_t)count]);
        char *value = name == NULL ? NULL : strchr(name, '=');
        if (value == NULL) give_up("a parameter is not NAME=VALUE");
        *value = '\0';
        names[i] = name;
        values[i] = value + 1;
        check_file(names[i], values[i]);
    }
    connection = PQconnectdbParams(names, values, 0);
    if (connection == NULL) give_up("no memory");
    if (PQstatus(connection) != CONNECTION_OK) lose();
    PQsetNoticeReceiver(connection, note_notice, NULL);
    if (PQsetnonblocking(connection, 1) != 0 || PQenterPipelineMode(connection) == 0) lose();
}

int main(int count, char *argv[]) {
    connect_to(count - 1, argv + 1);
    for (int i = STDIN_FILENO; i <= STDOUT_FILENO; i++) {
        if (fcntl(i, F_SETFL, O_NONBLOCK) < 0) give_up("formd's socket cannot be used");
    }
    size_t start = begin_frame();
    append_u8(&output, answer_connected);
    end_frame(start);

    for (;;) {
        bool reads_requests = has_room(), reads_server = output.length < most_waiting;
        short server_events = (short)((reads_server ? POLLIN : 0) | (needs_flush ? POLLOUT : 0));
        // A descriptor of which nothing is wanted would still report its end, again and again.
        struct pollfd descriptors[] = {
            {reads_requests ? STDIN_FILENO : -1, POLLIN, 0},
            {output.length > 0 ? STDOUT_FILENO : -1, POLLOUT, 0},
            {server_events != 0 ? PQsocket(connection) : -1, server_events, 0},
        };
        if (poll(descriptors, 3, -1) < 0 && errno != EINTR) give_up("poll: %s", strerror(errno));

        if (descriptors[0].revents != 0) read_requests();
        send_requests();
        if ((descriptors[2].revents & ~POLLOUT) != 0 && PQconsumeInput(connection) == 0) {
            // The server may have said why before.
            take_results();
            lose();
        }
        if (needs_flush) {
            int waiting = PQflush(connection);
            if (waiting < 0) {
                PQconsumeInput(connection);
                take_results();
                lose();
            }
            needs_flush = waiting > 0;
        }
        take_results();
        take_notifications();
        // Requests for which there was no room.
        send_requests();
        write_answers();
        if (PQstatus(connection) == CONNECTION_BAD) lose();
    }
}
