// A plug-in that does what it is told, however bad. A word in the text that it is asked about, or in the file `behaviour`
// of its folder at its start, says what: `crash!`, `hang!` and so on; see `acts`. Without one it is a good plug-in:
//
//   echo    a placeholder that shows the field's text
//   upper   a formatter that makes ASCII letters capitals
//   even    a validator that wants an even number of code points, and says which it got

#define _GNU_SOURCE
#define FORMD_PLUGIN_IMPLEMENTATION
#include "formd-plugin.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>

static void say(const char *what, long result) {
    fprintf(stderr, "zoo: %s: %s\n", what, result < 0 ? strerror(errno) : "done");
}

static void wait_milliseconds(long milliseconds) {
    struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    while (nanosleep(&time, &time) < 0 && errno == EINTR) {}
}

static void send_raw(const void *bytes, size_t length) { say("send", send(3, bytes, length, MSG_NOSIGNAL)); }

static void send_frame(unsigned version, unsigned kind, uint32_t request, const void *payload, uint32_t length) {
    uint8_t bytes[256];
    formd__writer writer = {bytes, 0, sizeof bytes, false};
    formd__append(&writer, "FRMP", 4);
    formd__write_number(&writer, version, 2);
    formd__write_number(&writer, kind, 2);
    formd__write_number(&writer, request, 4);
    formd__write_number(&writer, length, 4);
    if (payload != NULL) formd__append(&writer, payload, length);
    send_raw(bytes, writer.length);
}

static void crash(void) { abort(); }
static void leave(void) { _exit(3); }
static void hang(void) { for (volatile unsigned i = 0;; i++) {} }
static void sleep_long(void) { wait_milliseconds(5000); }
static void be_late(void) { wait_milliseconds(60); }
static void be_slow(void) { wait_milliseconds(200); }
static void send_garbage(void) { send_raw("garbage", 7); }
static void send_giant_frame(void) { send_frame(1, 4, 1, NULL, 1u << 30); }

static void send_giant_packet(void) {
    size_t size = 300 * 1024;
    char *bytes = calloc(1, size);
    if (bytes != NULL) send_raw(bytes, size);
    free(bytes);
}

static void be_silent(void) { for (;;) pause(); }
static void answer_nobody(void) { send_frame(1, 4, 0xFFFF, "\0\0", 2); }
static void speak_version_2(void) { send_frame(2, 1, 0, "\0\0", 2), be_silent(); }
static void offer_nothing(void) { send_frame(1, 1, 0, "\0\0", 2), be_silent(); }
static void say_goodbye(void) { send_frame(1, 6, 0, NULL, 0), be_silent(); }

static void write_after_the_end(void) {
    shutdown(3, SHUT_RD);
    send_frame(1, 6, 0, NULL, 0);
    shutdown(3, SHUT_RDWR);
    for (;;) {
        send(3, "more", 4, MSG_NOSIGNAL);
        fprintf(stderr, "zoo: still here\n");
        wait_milliseconds(20);
    }
}

static void flood_the_log(void) {
    for (int i = 0; i < 100000; i++) fprintf(stderr, "zoo: line %d of a flood\n", i);
}

static void bomb(void) {
    pid_t child = fork();
    say("fork", child);
    while (child >= 0) child = fork();
}

static void *nothing(void *argument) { return argument; }

static void start_thread(void) {
    pthread_t thread;
    errno = pthread_create(&thread, NULL, nothing, NULL);
    say("thread", errno == 0 ? 0 : -1);
    if (errno == 0) pthread_join(thread, NULL);
}

static void hog_memory(void) {
    size_t total = 0;
    for (size_t size = 16u << 20; ; total += size) {
        char *bytes = malloc(size);
        if (bytes == NULL) break;
        memset(bytes, 1, size);
    }
    fprintf(stderr, "zoo: %zu MiB and no more\n", total >> 20);
    abort();
}

static void read_elsewhere(void) { say("read", open("/etc/passwd", O_RDONLY | O_CLOEXEC)); }
static void read_own(void) { say("own", open("plugin.json", O_RDONLY | O_CLOEXEC)); }
static void write_own(void) { say("write", open("plugin.json", O_WRONLY | O_CLOEXEC)); }
static void make_file(void) { say("make", open("/tmp/zoo-was-here", O_WRONLY | O_CREAT | O_CLOEXEC, 0600)); }
static void look_at_processes(void) { say("proc", open("/proc/self/status", O_RDONLY | O_CLOEXEC)); }
static void open_socket(void) { say("socket", socket(AF_UNIX, SOCK_STREAM, 0)), say("inet", socket(AF_INET, SOCK_STREAM, 0)); }

/// Asks the kernel to signal formd whenever the socket is ready.
static void aim_at_parent(void) {
    say("owner", fcntl(3, F_SETOWN, getppid()));
    struct f_owner_ex owner = {F_OWNER_PID, getppid()};
    say("ownerex", fcntl(3, F_SETOWN_EX, &owner));
    say("signal", fcntl(3, F_SETSIG, SIGKILL));
    say("flags", fcntl(3, F_GETFD));
}

static void shoot_parent(void) { say("kill", kill(getppid(), SIGTERM)); }

static void execute(void) {
    char *const arguments[] = {(char *)"/bin/sh", (char *)"-c", (char *)"true", NULL};
    say("exec", execv("/bin/sh", arguments));
}

static void map_code(void) {
    void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    say("code", memory == MAP_FAILED ? -1 : 0);
}

static void raise_limit(void) {
    struct { uint64_t now, most; } limit = {1u << 31, 1u << 31};
    say("limit", syscall(SYS_prlimit64, 0, 9, &limit, NULL));
}

static const struct {
    const char *word;
    void (*act)(void);
} acts[] = {
    {"crash!", crash}, {"leave!", leave}, {"hang!", hang}, {"sleep!", sleep_long}, {"late!", be_late}, {"slow!", be_slow},
    {"garbage!", send_garbage}, {"giantframe!", send_giant_frame}, {"giantpacket!", send_giant_packet},
    {"nobody!", answer_nobody}, {"version!", speak_version_2}, {"nothing!", offer_nothing}, {"goodbye!", say_goodbye},
    {"silent!", be_silent}, {"after!", write_after_the_end}, {"flood!", flood_the_log}, {"fork!", bomb},
    {"thread!", start_thread}, {"memory!", hog_memory}, {"read!", read_elsewhere}, {"own!", read_own},
    {"write!", write_own}, {"make!", make_file}, {"proc!", look_at_processes}, {"socket!", open_socket},
    {"kill!", shoot_parent}, {"aim!", aim_at_parent}, {"exec!", execute}, {"code!", map_code}, {"limit!", raise_limit},
};

static bool contains(formd_string text, const char *word) {
    return memmem(text.bytes, text.length, word, strlen(word)) != NULL;
}

static void act(formd_string text) {
    for (size_t i = 0; i < sizeof acts / sizeof *acts; i++) {
        if (contains(text, acts[i].word)) acts[i].act();
    }
}

/// What cannot be done before the answer: bytes in it that are no text.
static formd_string spoilt(formd_string text) {
    if (contains(text, "utf8!")) return (formd_string){"\xC3\x28", 2};
    return text;
}

static void spoil(formd_string text, formd_reply *reply) {
    if (contains(text, "nul!") && !reply->writer->failed) {
        uint8_t *place = memmem(reply->writer->bytes, reply->writer->length, text.bytes, text.length);
        if (place != NULL) *place = 0;
    }
    if (contains(text, "trailing!")) formd__append(reply->writer, "x", 1);
}

static void draw(void *instance, const formd_placeholder_question *question, formd_reply *reply) {
    (void)instance;
    act(question->text);
    formd_layer layer = {spoilt(question->text), true, question->input, 16, "#112233", "", false, 0, 0};
    if (contains(question->text, "color!")) layer.color = "red";
    if (contains(question->text, "nan!")) layer.font_size = 1e300 * 1e300;
    formd_reply_layer(reply, &layer);
    spoil(question->text, reply);
}

static void format(void *instance, const formd_formatter_question *question, formd_reply *reply) {
    (void)instance;
    char text[4096];
    size_t length = 0, caret = 0;
    if (question->operation == FORMD_APPLY) {
        formd_string old = question->current.text;
        act(question->text);
        size_t lower = formd_string_offset(old, question->start);
        size_t upper = formd_string_offset(old, question->start + question->length);
        if (old.length + question->text.length > sizeof text) return formd_reply_refuse(reply, "too long");
        memcpy(text, old.bytes, lower);
        memcpy(text + lower, question->text.bytes, question->text.length);
        caret = lower + question->text.length;
        memcpy(text + caret, old.bytes + upper, old.length - upper);
        length = caret + old.length - upper;
    } else if (question->operation == FORMD_FORMAT || question->operation == FORMD_FINISH) {
        formd_string whole = question->operation == FORMD_FORMAT ? question->text : question->current.text;
        act(whole);
        if (whole.length > sizeof text) return formd_reply_refuse(reply, "too long");
        memcpy(text, whole.bytes, whole.length);
        caret = length = whole.length;
    }
    for (size_t i = 0; i < length; i++) {
        if (text[i] >= 'a' && text[i] <= 'z') text[i] -= 32;
    }
    formd_text result = {.text = {text, length}, .value = {text, length}, .complete = formd_string_size((formd_string){text, length}) > 3};
    result.selection_start = formd_string_size((formd_string){text, caret});
    if (contains(result.text, "SELECTION!")) result.selection_start = 1u << 30;
    result.text = spoilt(result.text);
    formd_reply_text(reply, &result);
}

struct judge {
    char message[64];
};

static bool make_judge(formd_string configuration, void **instance, char *error, size_t error_size) {
    struct judge *judge = calloc(1, sizeof *judge);
    if (judge == NULL) return false;
    formd_json_text(configuration, "words", judge->message, sizeof judge->message);
    double number;
    if (formd_json_number(configuration, "words", &number)) {
        free(judge);
        snprintf(error, error_size, "/words: %g is no text", number);
        return false;
    }
    *instance = judge;
    return true;
}

static void judge(void *instance, const formd_validator_question *question, formd_reply *reply) {
    const struct judge *self = instance;
    act(question->text);
    if (contains(question->text, "warn!")) return formd_reply_verdict(reply, FORMD_WARNING, "careful");
    if (contains(question->text, "dunno!")) return formd_reply_verdict(reply, FORMD_UNAVAILABLE, "ask again");
    for (size_t i = 0; i < question->field_count; i++) {
        if (formd_string_equal(question->fields[i].value, question->value)) {
            return formd_reply_verdict(reply, FORMD_INVALID, "the same again");
        }
    }
    uint32_t size = formd_string_size(question->value);
    char message[128];
    snprintf(message, sizeof message, "%s%u is odd", self->message, size);
    formd_reply_verdict(reply, size % 2 == 0 ? FORMD_VALID : FORMD_INVALID, size % 2 == 0 ? "" : message);
}

static void measure(void *instance, const formd_measurer_question *question, formd_reply *reply) {
    (void)instance;
    act(question->text);
    uint32_t lines = formd_string_size(question->text) / 10 + 1;
    formd_reply_measure(reply, lines, lines * 25.0, question->width);
}

int main(void) {
    char behaviour[64];
    int file = open("behaviour", O_RDONLY | O_CLOEXEC);
    ssize_t length = file < 0 ? 0 : read(file, behaviour, sizeof behaviour);
    static const formd_type types[] = {
        {.kind = FORMD_PLACEHOLDER, .name = "echo", .draw = draw},
        {.kind = FORMD_FORMATTER, .name = "upper", .format = format},
        {.kind = FORMD_VALIDATOR, .name = "even", .create = make_judge, .destroy = free, .judge = judge},
        {.kind = FORMD_MEASURER, .name = "ten", .measure = measure},
    };
    if (length > 0 && memmem(behaviour, (size_t)length, "mute!", 5) != NULL) {
        uint8_t bytes[256];
        formd__writer hello = {bytes, 0, sizeof bytes, false};
        formd__greet(types, sizeof types / sizeof *types, &hello);
        send_raw(bytes, hello.length);
        for (;;) pause();
    }
    if (length > 0) act((formd_string){behaviour, (size_t)length});
    return formd_plugin_run(types, sizeof types / sizeof *types);
}
