/*
 * formd-plugin.h: plug-ins for formd in C, C++ and languages that can call C. One header, no library.
 *
 * A plug-in is a program that formd starts. It provides types, which are placeholder services, formatters, validators and
 * text measurers, and form definitions name them. formd sends questions to the types over a socket; this header implements
 * the protocol, and the plug-in only computes the answers. In exactly one source file:
 *
 *     #define FORMD_PLUGIN_IMPLEMENTATION
 *     #include <formd-plugin.h>
 *
 *     static void judge(void *instance, const formd_validator_question *question, formd_reply *reply) {
 *         if (question->value.length % 2 == 0) formd_reply_verdict(reply, FORMD_VALID, "");
 *         else formd_reply_verdict(reply, FORMD_INVALID, "An even number of bytes, please");
 *     }
 *
 *     int main(void) {
 *         static const formd_type types[] = {{.kind = FORMD_VALIDATOR, .name = "even", .judge = judge}};
 *         return formd_plugin_run(types, 1);
 *     }
 *
 * Rules for plug-ins:
 *
 *   - An answer must depend only on its question and the instance's configuration: formd caches answers, may repeat a
 *     question, and may send it to another process of the same plug-in.
 *   - A transaction waits at most 20 milliseconds for an answer and then continues without it. A process that has an
 *     unanswered question and sends no answer for 250 milliseconds is killed.
 *   - Questions may be hostile: a text can be any UTF-8 without NUL. formd sends no question that has more than 64 KiB with
 *     its configuration. Positions in texts are Unicode code points.
 *   - The process runs in a sandbox: it can read its own folder, the system's libraries, and the granted paths of its
 *     manifest's "reads"; it cannot write files, start processes, or open sockets.
 *   - What it prints to its standard error before the first question is logged, and later only if the administrator allows
 *     it. Never print a text that a user typed.
 *   - formd starts a process again that has ended. So end the process on an error that you cannot handle.
 *
 * Needs C99 (C11 for the checks) or C++17, a hosted environment and POSIX. Nothing here is thread-safe: everything
 * happens on the thread that called formd_plugin_run.
 */
#ifndef FORMD_PLUGIN_H
#define FORMD_PLUGIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the protocol that this header implements: the value of "protocol" in a manifest. */
#define FORMD_PLUGIN_PROTOCOL 1

/* ---- Texts ---- */

/* A text in UTF-8 that has no NUL and is NOT terminated by one. The texts of a question are valid until the type's function
 * returns. */
typedef struct formd_string {
    const char *bytes;
    size_t length;
} formd_string;

/* Makes a text of a C string, which must live longer than the text. NULL makes the empty text. */
formd_string formd_string_of(const char *text);

/* Whether two texts have the same bytes. */
bool formd_string_equal(formd_string one, formd_string other);

/* The number of code points. */
uint32_t formd_string_size(formd_string text);

/* The offset in bytes at which the code point with the index `position` begins; the length of the text if there are not so
 * many code points. */
size_t formd_string_offset(formd_string text, uint32_t position);

/* ---- Types ---- */

typedef enum formd_kind {
    FORMD_PLACEHOLDER = 1,
    FORMD_FORMATTER = 2,
    FORMD_VALIDATOR = 3,
    FORMD_MEASURER = 4
} formd_kind;

/* A rectangle in the field's coordinates, in logical pixels. The y axis points down. */
typedef struct formd_frame {
    double x, y, width, height;
} formd_frame;

typedef enum formd_field_state { FORMD_NORMAL = 1, FORMD_ACTIVE = 2, FORMD_DISABLED = 3 } formd_field_state;

typedef enum formd_container_state {
    FORMD_CONTAINER_ERROR = 1,
    FORMD_CONTAINER_ACTIVE = 2,
    FORMD_CONTAINER_NORMAL = 3,
    FORMD_CONTAINER_DISABLED = 4
} formd_container_state;

/* The question to a placeholder service: which layers are to be drawn over the field now? */
typedef struct formd_placeholder_question {
    formd_field_state field_state;
    formd_container_state container_state;
    /* The text that the field shows; in a secret field one bullet for each code point. */
    formd_string text;
    /* The service's own text, in the session's language. */
    formd_string placeholder;
    /* The field's width in logical pixels. */
    double width;
    /* The rectangle in which the text is drawn. */
    formd_frame input;
    /* Whether a button stands at the right end of the field. */
    bool has_button;
} formd_placeholder_question;

/* One line of text that a client draws. */
typedef struct formd_layer {
    formd_string text;
    /* Invisible layers have a place too, so that a client can fade them in and out. */
    bool visible;
    formd_frame frame;
    /* The size of the font in logical pixels, above 0 and at most 1000. */
    double font_size;
    /* "#RRGGBB" or "#AARRGGBB", or what it is for, so that it follows the form's palette: "accent", "error", "text",
     * "secondary", "disabled" or "background". */
    const char *color;
    /* The service's own name for the place of the layer: an identifier such as "top", or empty (or NULL) if the service has
     * only one place. */
    const char *position;
    /* Whether the layer follows the end of the field's text, `space` behind it, and keeps `margin` to the field's end. The
     * daemon or the client measures the text: `x` and the width of the frame do not count then. */
    bool follows_text;
    double space, margin;
} formd_layer;

/* The text of a field with its selection, its value, and whether it is complete. */
typedef struct formd_text {
    formd_string text;
    /* In code points. */
    uint32_t selection_start, selection_length;
    /* The text without what the formatter added. */
    formd_string value;
    /* Whether the text is complete, such as a number with all its digits. */
    bool complete;
} formd_text;

typedef enum formd_origin {
    FORMD_KEY = 1,
    FORMD_PASTE = 2,
    FORMD_DELETE_BACKWARD = 3,
    FORMD_DELETE_FORWARD = 4,
    FORMD_CUT = 5,
    FORMD_PROGRAM = 6
} formd_origin;

typedef enum formd_operation {
    /* Which text does the field have after an edit that replaces `length` code points of `current`, from `start` on, with
     * `text`? To refuse the edit, answer `current`. */
    FORMD_APPLY = 1,
    /* Which text shows the value `text`, which was not typed but set by a program? The caret is at the end. */
    FORMD_FORMAT = 2,
    /* Which text does the field have after editing ended with `current`? */
    FORMD_FINISH = 3,
    /* Which text does an empty field show while it has the focus? */
    FORMD_PREFIX = 4
} formd_operation;

/* The question to a formatter. `current` may be a text that this formatter would never have made. */
typedef struct formd_formatter_question {
    formd_operation operation;
    /* The session's language, a BCP 47 tag. */
    formd_string locale;
    /* For APPLY and FINISH: the text of the field. */
    formd_text current;
    /* For APPLY: the range that is replaced, in code points. */
    uint32_t start, length;
    /* For APPLY: the text that takes the place of the range. For FORMAT: the value. */
    formd_string text;
    /* For APPLY: what caused the edit. */
    formd_origin origin;
} formd_formatter_question;

#define FORMD_MAXIMUM_FIELDS 64

/* The question to a validator, which is never asked about an empty text. */
typedef struct formd_validator_question {
    /* The text that the field shows. */
    formd_string text;
    /* The text without what a formatter added. */
    formd_string value;
    formd_string locale;
    /* The ids and values of the fields that the definition names under the rule's key "fields". */
    size_t field_count;
    struct formd_named_value {
        formd_string id, value;
    } fields[FORMD_MAXIMUM_FIELDS];
} formd_validator_question;

typedef enum formd_verdict {
    FORMD_VALID = 1,
    /* The message is shown, but the form can be submitted. */
    FORMD_WARNING = 2,
    FORMD_INVALID = 3,
    /* The validator cannot decide now; the form is not submitted. */
    FORMD_UNAVAILABLE = 4
} formd_verdict;

/* The question to a text measurer: how much room does this text take? */
typedef struct formd_measurer_question {
    formd_string text;
    /* The name of the font's family; empty for the client's own font. */
    formd_string font_family;
    /* The size of the font in logical pixels. */
    double font_size;
    /* The distance between two baselines in logical pixels; 0 for that of the font. */
    double line_height;
    /* The width of the room in logical pixels. */
    double width;
} formd_measurer_question;

/* The answer to a question. A formatter, validator or measurer calls exactly one of the functions below, once; otherwise the
 * question is refused. A placeholder service calls formd_reply_layer for each layer; without a call it draws nothing. */
typedef struct formd_reply formd_reply;

/* For a placeholder service: adds a layer in front of the ones before. There may be at most 64. */
void formd_reply_layer(formd_reply *reply, const formd_layer *layer);

/* For a formatter: answers with a text. */
void formd_reply_text(formd_reply *reply, const formd_text *text);

/* For a formatter: answers with a text that has the caret at its end. */
void formd_reply_text_with_caret_at_end(formd_reply *reply, formd_string text, formd_string value, bool complete);

/* For a validator: answers with a verdict. The message is a sentence for the user of the form, of at most 1,024 code points. If
 * it is empty (or NULL), the message that the form's author wrote is shown. */
void formd_reply_verdict(formd_reply *reply, formd_verdict verdict, const char *message);

/* For a text measurer: answers with the number of lines, which is at least 1, and with height and width in logical pixels. */
void formd_reply_measure(formd_reply *reply, uint32_t lines, double height, double width);

/* For a type of any kind: refuses the question. The message is for the form's author and must not repeat a field's text. */
void formd_reply_refuse(formd_reply *reply, const char *message);

/* A type. Set the one function that belongs to its kind; the other functions stay NULL. */
typedef struct formd_type {
    formd_kind kind;
    /* The name, as in the manifest: a letter, then letters, digits, "-", "_" and "."; at most 64 characters. */
    const char *name;
    /* Makes an instance from a configuration, which is a JSON object with the keys that stand beside the type's name in the
     * definition. If the configuration is invalid, writes a message for the form's author into `error`, which holds `error_size`
     * bytes, and returns false. NULL if the type has no configuration. */
    bool (*create)(formd_string configuration, void **instance, char *error, size_t error_size);
    /* Frees an instance. May be NULL. */
    void (*destroy)(void *instance);

    void (*draw)(void *instance, const formd_placeholder_question *question, formd_reply *reply);
    void (*format)(void *instance, const formd_formatter_question *question, formd_reply *reply);
    void (*judge)(void *instance, const formd_validator_question *question, formd_reply *reply);
    void (*measure)(void *instance, const formd_measurer_question *question, formd_reply *reply);
} formd_type;

/* Answers questions until formd ends the conversation. Returns the value that main should return: 0 at the end of the
 * conversation, 64 if the program was not started by formd, 71 if there is no memory, 76 if formd sent something that the
 * protocol does not have. */
int formd_plugin_run(const formd_type *types, size_t count);

/* ---- Configurations ---- */

/* These functions read the value of a key of a JSON object. They return false if the object does not have the key, or if its
 * value is of another type. A text is written with its escapes decoded and with a terminating NUL; if it does not fit into
 * `size` bytes, the function returns false. */
bool formd_json_text(formd_string object, const char *key, char *text, size_t size);
bool formd_json_number(formd_string object, const char *key, double *number);
bool formd_json_bool(formd_string object, const char *key, bool *value);

#ifdef __cplusplus
}
#endif
#endif /* FORMD_PLUGIN_H */

/* ==================================================================================================================== */

#if defined(FORMD_PLUGIN_IMPLEMENTATION) && !defined(FORMD_PLUGIN_IMPLEMENTED)
#define FORMD_PLUGIN_IMPLEMENTED

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    formd__socket = 3,
    formd__header = 16,
    formd__payload = 256 * 1024,
    formd__packet = 16 + 256 * 1024,
    formd__instances = 256,
    formd__layers = 64
};

enum { formd__hello = 1, formd__configure = 2, formd__ask = 3, formd__answer = 4, formd__refusal = 5, formd__goodbye = 6 };

/* Writes a payload or a packet. `failed` is set once a value did not fit or could not be encoded. */
typedef struct formd__writer {
    uint8_t *bytes;
    size_t length, room;
    bool failed;
} formd__writer;

typedef struct formd__reader {
    const uint8_t *bytes;
    size_t left;
    bool failed;
} formd__reader;

struct formd_reply {
    formd_kind kind;
    formd__writer *writer;
    /* How many functions were called; for a placeholder service, how many layers there are. */
    unsigned calls;
    /* The layers that follow the text. */
    struct {
        unsigned layer;
        double space, margin;
    } anchors[formd__layers];
    unsigned anchor_count;
    bool refused;
    char message[512];
};

typedef struct formd__instance {
    const formd_type *type;
    void *state;
    /* Why the instance could not be made; empty if it was made. */
    char error[512];
    bool known;
} formd__instance;

formd_string formd_string_of(const char *text) {
    formd_string string;
    string.bytes = text == NULL ? "" : text;
    string.length = text == NULL ? 0 : strlen(text);
    return string;
}

bool formd_string_equal(formd_string one, formd_string other) {
    return one.length == other.length && (one.length == 0 || memcmp(one.bytes, other.bytes, one.length) == 0);
}

uint32_t formd_string_size(formd_string text) {
    uint32_t count = 0;
    for (size_t i = 0; i < text.length; i++) count += ((uint8_t)text.bytes[i] & 0xC0) != 0x80;
    return count;
}

size_t formd_string_offset(formd_string text, uint32_t position) {
    size_t i = 0;
    for (; i < text.length; i++) {
        if (((uint8_t)text.bytes[i] & 0xC0) == 0x80) continue;
        if (position-- == 0) break;
    }
    return i;
}

/* -- Reading -- */

static const uint8_t *formd__take(formd__reader *reader, size_t count) {
    if (reader->failed || count > reader->left) {
        reader->failed = true;
        return NULL;
    }
    const uint8_t *bytes = reader->bytes;
    reader->bytes += count;
    reader->left -= count;
    return bytes;
}

static uint64_t formd__read_number(formd__reader *reader, size_t size) {
    const uint8_t *bytes = formd__take(reader, size);
    uint64_t value = 0;
    for (size_t i = size; bytes != NULL && i > 0; i--) value = value << 8 | bytes[i - 1];
    return value;
}

static double formd__read_double(formd__reader *reader) {
    uint64_t bits = formd__read_number(reader, 8);
    double value;
    memcpy(&value, &bits, sizeof value);
    if (!isfinite(value)) reader->failed = true;
    return value;
}

static formd_string formd__read_string(formd__reader *reader) {
    formd_string string = {"", 0};
    size_t length = (size_t)formd__read_number(reader, 4);
    const uint8_t *bytes = formd__take(reader, length);
    if (bytes != NULL) {
        string.bytes = (const char *)bytes;
        string.length = length;
    }
    return string;
}

static formd_frame formd__read_frame(formd__reader *reader) {
    formd_frame frame;
    frame.x = formd__read_double(reader);
    frame.y = formd__read_double(reader);
    frame.width = formd__read_double(reader);
    frame.height = formd__read_double(reader);
    return frame;
}

static formd_text formd__read_text(formd__reader *reader) {
    formd_text text;
    text.text = formd__read_string(reader);
    text.selection_start = (uint32_t)formd__read_number(reader, 4);
    text.selection_length = (uint32_t)formd__read_number(reader, 4);
    text.value = formd__read_string(reader);
    text.complete = formd__read_number(reader, 1) != 0;
    return text;
}

/* -- Writing -- */

static void formd__append(formd__writer *writer, const void *bytes, size_t count) {
    if (writer->failed || count > writer->room - writer->length) {
        writer->failed = true;
        return;
    }
    if (count > 0) memcpy(writer->bytes + writer->length, bytes, count);
    writer->length += count;
}

static void formd__write_number(formd__writer *writer, uint64_t value, size_t size) {
    uint8_t bytes[8];
    for (size_t i = 0; i < size; i++) bytes[i] = (uint8_t)(value >> (8 * i));
    formd__append(writer, bytes, size);
}

static void formd__write_double(formd__writer *writer, double value) {
    uint64_t bits;
    if (!isfinite(value)) writer->failed = true;
    memcpy(&bits, &value, sizeof bits);
    formd__write_number(writer, bits, 8);
}

static void formd__write_string(formd__writer *writer, formd_string string) {
    if (string.length > formd__payload || (string.length > 0 && memchr(string.bytes, 0, string.length) != NULL)) {
        writer->failed = true;
        return;
    }
    formd__write_number(writer, string.length, 4);
    formd__append(writer, string.bytes, string.length);
}

static void formd__write_header(formd__writer *writer, unsigned kind, uint32_t request, size_t length) {
    formd__append(writer, "FRMP", 4);
    formd__write_number(writer, FORMD_PLUGIN_PROTOCOL, 2);
    formd__write_number(writer, kind, 2);
    formd__write_number(writer, request, 4);
    formd__write_number(writer, length, 4);
}

/* -- Replies -- */

void formd_reply_layer(formd_reply *reply, const formd_layer *layer) {
    formd__writer *writer = reply->writer;
    if (reply->kind != FORMD_PLACEHOLDER || ++reply->calls > formd__layers) {
        formd_reply_refuse(reply, "it gave more layers than there may be, or gave them for another kind of type");
        return;
    }
    formd__write_string(writer, layer->text);
    formd__write_number(writer, layer->visible, 1);
    formd__write_double(writer, layer->frame.x);
    formd__write_double(writer, layer->frame.y);
    formd__write_double(writer, layer->frame.width);
    formd__write_double(writer, layer->frame.height);
    formd__write_double(writer, layer->font_size);
    formd__write_string(writer, formd_string_of(layer->color));
    formd__write_string(writer, formd_string_of(layer->position));
    if (layer->follows_text) {
        reply->anchors[reply->anchor_count].layer = reply->calls - 1;
        reply->anchors[reply->anchor_count].space = layer->space;
        reply->anchors[reply->anchor_count].margin = layer->margin;
        reply->anchor_count++;
    }
}

/* Begins an answer. Returns false, and refuses the question, if there is an answer already or the type is of another kind. */
static bool formd__begin(formd_reply *reply, formd_kind kind) {
    if (reply->kind == kind && ++reply->calls == 1) return true;
    formd_reply_refuse(reply, "it answered twice, or as another kind of type");
    return false;
}

void formd_reply_text(formd_reply *reply, const formd_text *text) {
    if (!formd__begin(reply, FORMD_FORMATTER)) return;
    formd__write_string(reply->writer, text->text);
    formd__write_number(reply->writer, text->selection_start, 4);
    formd__write_number(reply->writer, text->selection_length, 4);
    formd__write_string(reply->writer, text->value);
    formd__write_number(reply->writer, text->complete, 1);
}

void formd_reply_text_with_caret_at_end(formd_reply *reply, formd_string text, formd_string value, bool complete) {
    formd_text whole;
    whole.text = text;
    whole.selection_start = formd_string_size(text);
    whole.selection_length = 0;
    whole.value = value;
    whole.complete = complete;
    formd_reply_text(reply, &whole);
}

void formd_reply_verdict(formd_reply *reply, formd_verdict verdict, const char *message) {
    if (!formd__begin(reply, FORMD_VALIDATOR)) return;
    formd__write_number(reply->writer, verdict, 1);
    formd__write_string(reply->writer, formd_string_of(message));
}

void formd_reply_measure(formd_reply *reply, uint32_t lines, double height, double width) {
    if (!formd__begin(reply, FORMD_MEASURER)) return;
    formd__write_number(reply->writer, lines, 4);
    formd__write_double(reply->writer, height);
    formd__write_double(reply->writer, width);
}

void formd_reply_refuse(formd_reply *reply, const char *message) {
    if (reply->refused) return;
    reply->refused = true;
    snprintf(reply->message, sizeof reply->message, "%s", message == NULL ? "" : message);
}

/* -- Questions -- */

static void formd__draw(const formd__instance *instance, formd__reader *reader, formd_reply *reply) {
    formd_placeholder_question question;
    question.field_state = (formd_field_state)formd__read_number(reader, 1);
    question.container_state = (formd_container_state)formd__read_number(reader, 1);
    question.text = formd__read_string(reader);
    question.placeholder = formd__read_string(reader);
    question.width = formd__read_double(reader);
    question.input = formd__read_frame(reader);
    question.has_button = formd__read_number(reader, 1) != 0;
    if (reader->failed || reader->left > 0) return;
    /* The number of layers stands before the layers, but is known only after they were written. */
    size_t count = reply->writer->length;
    formd__write_number(reply->writer, 0, 2);
    instance->type->draw(instance->state, &question, reply);
    if (!reply->writer->failed) reply->writer->bytes[count] = (uint8_t)reply->calls;
    if (reply->anchor_count == 0) return;
    formd__write_number(reply->writer, reply->anchor_count, 2);
    for (unsigned i = 0; i < reply->anchor_count; i++) {
        formd__write_number(reply->writer, reply->anchors[i].layer, 2);
        formd__write_double(reply->writer, reply->anchors[i].space);
        formd__write_double(reply->writer, reply->anchors[i].margin);
    }
}

static void formd__format(const formd__instance *instance, formd__reader *reader, formd_reply *reply) {
    formd_formatter_question question;
    memset(&question, 0, sizeof question);
    question.operation = (formd_operation)formd__read_number(reader, 1);
    question.locale = formd__read_string(reader);
    if (question.operation == FORMD_APPLY || question.operation == FORMD_FINISH) {
        question.current = formd__read_text(reader);
    }
    if (question.operation == FORMD_APPLY) {
        question.start = (uint32_t)formd__read_number(reader, 4);
        question.length = (uint32_t)formd__read_number(reader, 4);
        question.text = formd__read_string(reader);
        question.origin = (formd_origin)formd__read_number(reader, 1);
    } else if (question.operation == FORMD_FORMAT) {
        question.text = formd__read_string(reader);
    }
    if (reader->failed || reader->left > 0) return;
    instance->type->format(instance->state, &question, reply);
}

static void formd__judge(const formd__instance *instance, formd__reader *reader, formd_reply *reply) {
    formd_validator_question question;
    question.text = formd__read_string(reader);
    question.value = formd__read_string(reader);
    question.locale = formd__read_string(reader);
    question.field_count = (size_t)formd__read_number(reader, 2);
    if (question.field_count > FORMD_MAXIMUM_FIELDS) reader->failed = true;
    for (size_t i = 0; !reader->failed && i < question.field_count; i++) {
        question.fields[i].id = formd__read_string(reader);
        question.fields[i].value = formd__read_string(reader);
    }
    if (reader->failed || reader->left > 0) return;
    instance->type->judge(instance->state, &question, reply);
}

static void formd__measure(const formd__instance *instance, formd__reader *reader, formd_reply *reply) {
    formd_measurer_question question;
    question.text = formd__read_string(reader);
    question.font_family = formd__read_string(reader);
    question.font_size = formd__read_double(reader);
    question.line_height = formd__read_double(reader);
    question.width = formd__read_double(reader);
    if (reader->failed || reader->left > 0) return;
    instance->type->measure(instance->state, &question, reply);
}

static void formd__write_refusal(formd__writer *packet, uint32_t request, unsigned reason, const char *message) {
    size_t length = strlen(message);
    formd__write_header(packet, formd__refusal, request, 5 + length);
    formd__write_number(packet, reason, 1);
    formd__write_string(packet, formd_string_of(message));
}

/* Appends the frame that answers a question. */
static void formd__answer_to(
    const formd__instance *instance, formd__reader *reader, uint32_t request, formd__writer *packet) {
    if (instance == NULL || !instance->known) {
        formd__write_refusal(packet, request, 2, "there is no such instance");
        return;
    }
    if (instance->error[0] != '\0') {
        formd__write_refusal(packet, request, 1, instance->error);
        return;
    }
    size_t start = packet->length;
    formd__write_header(packet, formd__answer, request, 0);
    size_t payload = packet->length;
    formd_reply reply;
    memset(&reply, 0, sizeof reply);
    reply.kind = instance->type->kind;
    reply.writer = packet;
    switch (reply.kind) {
    case FORMD_PLACEHOLDER: formd__draw(instance, reader, &reply); break;
    case FORMD_FORMATTER: formd__format(instance, reader, &reply); break;
    case FORMD_VALIDATOR: formd__judge(instance, reader, &reply); break;
    case FORMD_MEASURER: formd__measure(instance, reader, &reply); break;
    }
    unsigned reason = 0;
    if (reader->failed || reader->left > 0) {
        reason = 2;
        snprintf(reply.message, sizeof reply.message, "the question is not understood");
    } else if (reply.refused) {
        reason = 3;
    } else if (packet->failed) {
        reason = 3;
        snprintf(reply.message, sizeof reply.message, "the answer cannot be sent");
    } else if (reply.calls == 0 && reply.kind != FORMD_PLACEHOLDER) {
        reason = 3;
        snprintf(reply.message, sizeof reply.message, "it gave no answer");
    }
    if (reason != 0) {
        packet->length = start;
        packet->failed = false;
        formd__write_refusal(packet, request, reason, reply.message);
        return;
    }
    formd__writer length = {packet->bytes + start + 12, 0, 4, false};
    formd__write_number(&length, packet->length - payload, 4);
}

static const formd_type *formd__find(const formd_type *types, size_t count, unsigned kind, formd_string name) {
    for (size_t i = 0; i < count; i++) {
        if ((unsigned)types[i].kind == kind && formd_string_equal(formd_string_of(types[i].name), name)) return &types[i];
    }
    return NULL;
}

static bool formd__can_answer(const formd_type *type) {
    switch (type->kind) {
    case FORMD_PLACEHOLDER: return type->draw != NULL;
    case FORMD_FORMATTER: return type->format != NULL;
    case FORMD_VALIDATOR: return type->judge != NULL;
    case FORMD_MEASURER: return type->measure != NULL;
    }
    return false;
}

static void formd__make(formd__instance *instance, const formd_type *type, formd_string configuration) {
    if (instance->known && instance->type != NULL && instance->type->destroy != NULL && instance->error[0] == '\0') {
        instance->type->destroy(instance->state);
    }
    memset(instance, 0, sizeof *instance);
    instance->known = true;
    instance->type = type;
    if (type == NULL) {
        snprintf(instance->error, sizeof instance->error, "there is no such type");
    } else if (type->create != NULL) {
        bool made = type->create(configuration, &instance->state, instance->error, sizeof instance->error);
        instance->error[sizeof instance->error - 1] = '\0';
        if (made) {
            instance->error[0] = '\0';
        } else if (instance->error[0] == '\0') {
            snprintf(instance->error, sizeof instance->error, "the configuration makes no sense");
        }
    }
}

/* -- The conversation -- */

static bool formd__send(formd__writer *packet) {
    if (packet->length == 0) return true;
    ssize_t sent;
    do {
        sent = send(formd__socket, packet->bytes, packet->length, MSG_NOSIGNAL);
    } while (sent < 0 && errno == EINTR);
    packet->length = 0;
    return sent >= 0;
}

static void formd__greet(const formd_type *types, size_t count, formd__writer *packet) {
    size_t start = packet->length;
    formd__write_header(packet, formd__hello, 0, 0);
    formd__write_number(packet, count, 2);
    for (size_t i = 0; i < count; i++) {
        formd__write_number(packet, types[i].kind, 1);
        formd__write_string(packet, formd_string_of(types[i].name));
    }
    formd__writer length = {packet->bytes + start + 12, 0, 4, false};
    formd__write_number(&length, packet->length - start - formd__header, 4);
}

static int formd__complain(const char *what, int status) {
    fprintf(stderr, "%s\n", what);
    return status;
}

/* Handles one frame. Returns -1 to go on, or the value that formd_plugin_run returns. */
static int formd__receive(
    const formd_type *types, size_t count, formd__instance *instances, formd__reader *packet, formd__writer *out) {
    const uint8_t *magic = formd__take(packet, 4);
    uint64_t version = formd__read_number(packet, 2);
    uint64_t kind = formd__read_number(packet, 2);
    uint32_t request = (uint32_t)formd__read_number(packet, 4);
    size_t length = (size_t)formd__read_number(packet, 4);
    formd__reader payload = {formd__take(packet, length), length, false};
    if (magic == NULL || memcmp(magic, "FRMP", 4) != 0) return formd__complain("formd is not understood: no frame", 76);
    if (version != FORMD_PLUGIN_PROTOCOL) {
        /* This hello tells the daemon, which speaks another version of the protocol, the version of this plug-in. */
        formd__greet(types, count, out);
        formd__send(out);
        return formd__complain("formd speaks another version of the protocol", 76);
    }
    if (packet->failed) return formd__complain("formd is not understood: a frame ends too early", 76);
    switch (kind) {
    case formd__hello: formd__greet(types, count, out); break;
    case formd__configure: {
        size_t number = (size_t)formd__read_number(&payload, 2);
        unsigned type = (unsigned)formd__read_number(&payload, 1);
        formd_string name = formd__read_string(&payload);
        formd_string configuration = formd__read_string(&payload);
        if (payload.failed || payload.left > 0 || number >= formd__instances) {
            return formd__complain("formd is not understood: a bad configuration", 76);
        }
        formd__make(&instances[number], formd__find(types, count, type, name), configuration);
        break;
    }
    case formd__ask: {
        size_t number = (size_t)formd__read_number(&payload, 2);
        /* Sends the answers so far, so that the packet has room for the longest answer. */
        if (out->length > 0 && !formd__send(out)) return 0;
        formd__answer_to(number < formd__instances ? &instances[number] : NULL, &payload, request, out);
        break;
    }
    case formd__goodbye: return 0;
    default: return formd__complain("formd is not understood: a frame of an unknown kind", 76);
    }
    return -1;
}

int formd_plugin_run(const formd_type *types, size_t count) {
    int type = 0;
    socklen_t size = sizeof type;
    if (getsockopt(formd__socket, SOL_SOCKET, SO_TYPE, &type, &size) < 0 || type != SOCK_SEQPACKET) {
        return formd__complain("this program is a plug-in: formd starts it", 64);
    }
    for (size_t i = 0; i < count; i++) {
        if (!formd__can_answer(&types[i])) return formd__complain("a type has no function for its kind", 64);
    }
    uint8_t *in = (uint8_t *)malloc(formd__packet);
    uint8_t *out = (uint8_t *)malloc(formd__packet);
    formd__instance *instances = (formd__instance *)calloc(formd__instances, sizeof *instances);
    int status = in == NULL || out == NULL || instances == NULL ? 71 : -1;
    formd__writer packet = {out, 0, formd__packet, false};
    while (status < 0) {
        ssize_t length = recv(formd__socket, in, formd__packet, MSG_TRUNC);
        if (length < 0 && errno == EINTR) continue;
        if (length <= 0) {
            status = 0;
            break;
        }
        if (length > formd__packet) {
            status = formd__complain("formd sent more than a packet", 76);
            break;
        }
        formd__reader reader = {in, (size_t)length, false};
        while (status < 0 && reader.left > 0) status = formd__receive(types, count, instances, &reader, &packet);
        if (status < 0 && !formd__send(&packet)) status = 0;
    }
    free(in);
    free(out);
    free(instances);
    return status;
}

/* -- A reader for the JSON of configurations; formd has checked that it is well-formed -- */

static const char *formd__skip_space(const char *at, const char *end) {
    while (at < end && (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r')) at++;
    return at;
}

/* The end of the value that begins at `at`. */
static const char *formd__skip_value(const char *at, const char *end) {
    unsigned depth = 0;
    while (at < end) {
        char c = *at;
        if (c == '"') {
            for (at++; at < end && *at != '"'; at++) {
                if (*at == '\\' && at + 1 < end) at++;
            }
            if (at < end) at++;
            if (depth == 0) return at;
            continue;
        }
        if (c == '{' || c == '[') depth++;
        if (c == '}' || c == ']') {
            if (depth == 0) return at;
            if (--depth == 0) return at + 1;
        }
        if (depth == 0 && c == ',') return at;
        at++;
    }
    return end;
}

/* The first byte of the value of a key, and in `end` the end of the object; NULL if the object does not have the key. */
static const char *formd__member(formd_string object, const char *key, const char **end) {
    const char *at = object.bytes;
    *end = object.bytes + object.length;
    size_t length = strlen(key);
    at = formd__skip_space(at, *end);
    if (at == *end || *at != '{') return NULL;
    for (at++;;) {
        at = formd__skip_space(at, *end);
        if (at == *end || *at != '"') return NULL;
        const char *name = at + 1;
        at = formd__skip_value(at, *end);
        bool found = (size_t)(at - name) == length + 1 && memcmp(name, key, length) == 0;
        at = formd__skip_space(at, *end);
        if (at == *end || *at != ':') return NULL;
        at = formd__skip_space(at + 1, *end);
        if (found) return at;
        at = formd__skip_space(formd__skip_value(at, *end), *end);
        if (at == *end || *at != ',') return NULL;
        at++;
    }
}

static int formd__hex(const char *at, const char *end) {
    int value = 0;
    for (int i = 0; i < 4; i++, at++) {
        if (at >= end) return -1;
        int digit = *at >= '0' && *at <= '9' ? *at - '0' : (*at | 32) >= 'a' && (*at | 32) <= 'f' ? (*at | 32) - 'a' + 10 : -1;
        if (digit < 0) return -1;
        value = value << 4 | digit;
    }
    return value;
}

static size_t formd__encode(uint32_t scalar, char *out) {
    if (scalar < 0x80) {
        out[0] = (char)scalar;
        return 1;
    }
    size_t count = scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4;
    for (size_t i = count; i > 1; i--, scalar >>= 6) out[i - 1] = (char)(0x80 | (scalar & 0x3F));
    out[0] = (char)((0xF00 >> count & 0xFF) | scalar);
    return count;
}

bool formd_json_text(formd_string object, const char *key, char *text, size_t size) {
    const char *end;
    const char *at = formd__member(object, key, &end);
    if (at == NULL || at == end || *at != '"') return false;
    size_t length = 0;
    for (at++; at < end && *at != '"';) {
        char bytes[4];
        size_t count = 1;
        bytes[0] = *at++;
        if (bytes[0] == '\\' && at < end) {
            char escape = *at++;
            const char *from = "\"\\/bfnrt";
            const char *place = strchr(from, escape);
            if (escape == 'u') {
                int unit = formd__hex(at, end);
                if (unit <= 0) return false;
                at += 4;
                uint32_t scalar = (uint32_t)unit;
                if (unit >= 0xD800 && unit < 0xDC00 && end - at > 6 && at[0] == '\\' && at[1] == 'u') {
                    int low = formd__hex(at + 2, end);
                    if (low < 0xDC00 || low > 0xDFFF) return false;
                    scalar = 0x10000 + (((uint32_t)unit - 0xD800) << 10) + ((uint32_t)low - 0xDC00);
                    at += 6;
                } else if (unit >= 0xD800 && unit <= 0xDFFF) {
                    return false;
                }
                count = formd__encode(scalar, bytes);
            } else if (place != NULL && escape != '\0') {
                bytes[0] = "\"\\/\b\f\n\r\t"[place - from];
            } else {
                return false;
            }
        }
        if (length + count >= size) return false;
        memcpy(text + length, bytes, count);
        length += count;
    }
    if (size == 0 || at == end) return false;
    text[length] = '\0';
    return true;
}

bool formd_json_number(formd_string object, const char *key, double *number) {
    const char *end;
    const char *at = formd__member(object, key, &end);
    if (at == NULL || at == end || (*at != '-' && (*at < '0' || *at > '9'))) return false;
    char copy[64];
    size_t length = (size_t)(formd__skip_value(at, end) - at);
    while (length > 0 && (at[length - 1] == ' ' || at[length - 1] == '\n' || at[length - 1] == '\t')) length--;
    if (length >= sizeof copy) return false;
    memcpy(copy, at, length);
    copy[length] = '\0';
    char *rest;
    double value = strtod(copy, &rest);
    if (*rest != '\0' || !isfinite(value)) return false;
    *number = value;
    return true;
}

bool formd_json_bool(formd_string object, const char *key, bool *value) {
    const char *end;
    const char *at = formd__member(object, key, &end);
    if (at == NULL) return false;
    if (end - at >= 4 && memcmp(at, "true", 4) == 0) {
        *value = true;
        return true;
    }
    if (end - at >= 5 && memcmp(at, "false", 5) == 0) {
        *value = false;
        return true;
    }
    return false;
}

#ifdef __cplusplus
}
#endif
#endif /* FORMD_PLUGIN_IMPLEMENTATION */
