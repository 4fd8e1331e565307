// Usage: formd-http post KEY URL MILLISECONDS [AUTHORITIES [CERTIFICATE PRIVATE-KEY]]
//        formd-http get USER-AGENT LIMIT URL MILLISECONDS [AUTHORITIES [CERTIFICATE PRIVATE-KEY]]
//
// formd runs this program, confined. An empty argument stands for one that is left out. A line on standard error says why it
// fails; it contains nothing that a user has typed.
//
// post: for a submission whose form names the target `http`. Sends its standard input in one POST, with the header
// Idempotency-Key. Ends with 0 if the server accepts (2xx), with 65 if it refuses (4xx), with what it answered on standard
// output, and with 1 otherwise.
//
// get: for a bundle of forms. Writes what the server answers with 200 to standard output, and ends with 0; with 65 if that has
// more than LIMIT bytes, and with 1 otherwise.

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <curl/curl.h>
#include <netdb.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>

enum { refused = 65 };

/// The part of an answer to a POST that is read.
static struct {
    char bytes[64 << 10];
    size_t length;
} answer;

/// What is fetched, and how much of it has been written.
static struct {
    CURL *curl;
    size_t limit, length;
} fetched;

__attribute__((noreturn, format(printf, 2, 3))) static void end(int status, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(status);
}

static size_t take(const char *bytes, size_t size, size_t count, void *unused) {
    (void)unused;
    size_t room = sizeof answer.bytes - answer.length;
    size_t length = size * count;
    // An answer that is longer ends the transfer. It is only looked at if it is one of 4xx.
    memcpy(answer.bytes + answer.length, bytes, length < room ? length : room);
    answer.length += length < room ? length : room;
    return length <= room ? length : 0;
}

/// Ends the transfer if the server answers something else than the file, or a longer one.
static size_t pass_on(const char *bytes, size_t size, size_t count, void *unused) {
    (void)unused;
    long status = 0;
    curl_easy_getinfo(fetched.curl, CURLINFO_RESPONSE_CODE, &status);
    fetched.length += size * count;
    return status == 200 && fetched.length <= fetched.limit ? size * fwrite(bytes, size, count, stdout) : 0;
}

/// Looks up a host, because libcurl would do that in a thread. Returns a list for CURLOPT_RESOLVE.
static struct curl_slist *resolve(const char *url) {
    CURLU *parts = curl_url();
    char *host = NULL, *port = NULL;
    if (parts == NULL || curl_url_set(parts, CURLUPART_URL, url, 0) != CURLUE_OK ||
        curl_url_get(parts, CURLUPART_HOST, &host, 0) != CURLUE_OK ||
        curl_url_get(parts, CURLUPART_PORT, &port, CURLU_DEFAULT_PORT) != CURLUE_OK)
        end(1, "the URL cannot be used");
    struct in_addr unused;
    if (host[0] == '[' || inet_pton(AF_INET, host, &unused) == 1) return NULL;

    struct addrinfo *found, hints = {.ai_socktype = SOCK_STREAM};
    int error = getaddrinfo(host, port, &hints, &found);
    if (error != 0) end(1, "%s: %s", host, gai_strerror(error));
    char *line = NULL;
    size_t size;
    FILE *text = open_memstream(&line, &size);
    if (text == NULL) end(1, "no memory");
    fprintf(text, "%s:%s:", host, port);
    for (struct addrinfo *one = found; one != NULL; one = one->ai_next) {
        char address[NI_MAXHOST];
        if (getnameinfo(one->ai_addr, one->ai_addrlen, address, sizeof address, NULL, 0, NI_NUMERICHOST) != 0) continue;
        fprintf(text, "%s%s", one == found ? "" : ",", address);
    }
    fclose(text);
    return curl_slist_append(NULL, line);
}

static struct curl_slist *with(struct curl_slist *headers, const char *header) {
    headers = curl_slist_append(headers, header);
    if (headers == NULL) end(1, "no memory");
    return headers;
}

/// A handle for a request within a time, with the files of TLS from the end of the command line.
static CURL *request(const char *url, const char *milliseconds, int count, char *arguments[]) {
    const char *files[3] = {NULL};
    for (int i = 0; i < 3 && i < count; i++) files[i] = arguments[i][0] == '\0' ? NULL : arguments[i];
    if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) end(1, "libcurl cannot begin");
    CURL *curl = curl_easy_init();
    if (curl == NULL) end(1, "libcurl cannot begin");
    static char reason[CURL_ERROR_SIZE];
    curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, reason);
    curl_easy_setopt(curl, CURLOPT_PRIVATE, reason);
    curl_easy_setopt(curl, CURLOPT_URL, url);
    // formd passes on an address with http:// only if its host is this machine.
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(curl, CURLOPT_PROXY, "");
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, strtol(milliseconds, NULL, 10));
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, 10000L);
    curl_easy_setopt(curl, CURLOPT_RESOLVE, resolve(url));
    curl_easy_setopt(curl, CURLOPT_USERAGENT, "formd");
    curl_easy_setopt(curl, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    if (files[0] != NULL) {
        curl_easy_setopt(curl, CURLOPT_CAINFO, files[0]);
        // Otherwise the system's authorities would count as well.
        curl_easy_setopt(curl, CURLOPT_CAPATH, NULL);
    }
    if (files[1] != NULL) {
        curl_easy_setopt(curl, CURLOPT_SSLCERT, files[1]);
        curl_easy_setopt(curl, CURLOPT_SSLKEY, files[2] != NULL ? files[2] : files[1]);
    }
    return curl;
}

__attribute__((noreturn)) static void fail(CURL *curl, CURLcode result, long status, bool has_certificate) {
    char *reason = NULL;
    curl_easy_getinfo(curl, CURLINFO_PRIVATE, &reason);
    const char *why = reason != NULL && reason[0] != '\0' ? reason : curl_easy_strerror(result);
    // In TLS 1.3 the client has done its part when the server looks at its certificate.
    bool is_ended = result == CURLE_SEND_ERROR || result == CURLE_RECV_ERROR || result == CURLE_GOT_NOTHING;
    if (!is_ended || status != 0) end(1, "%s", why);
    end(1, "the server ended the connection, perhaps because of %s certificate: %s",
        has_certificate ? "this" : "a missing", why);
}

static int post(int count, char *arguments[]) {
    if (count < 3) end(1, "it needs a key, a URL and a time");
    struct stat document;
    if (fstat(0, &document) < 0) end(1, "the submission cannot be read");
    CURL *curl = request(arguments[1], arguments[2], count - 3, arguments + 3);

    char idempotency[128];
    snprintf(idempotency, sizeof idempotency, "Idempotency-Key: \"%s\"", arguments[0]);
    struct curl_slist *headers = with(with(NULL, "Content-Type: application/json"), "Accept: application/json");
    // Without the last one, a server that does not know it would get a long submission a second late.
    headers = with(with(headers, idempotency), "Expect:");
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(curl, CURLOPT_POST, 1L);
    curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)document.st_size);
    curl_easy_setopt(curl, CURLOPT_READDATA, stdin);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take);

    CURLcode result = curl_easy_perform(curl);
    long status = 0;
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    // A server that has said what it thinks of the submission may end the connection as it likes.
    if (result != CURLE_OK && (result != CURLE_WRITE_ERROR || status < 200))
        fail(curl, result, status, count > 4 && arguments[4][0] != '\0');
    if (status >= 200 && status < 300) return 0;
    if (status < 400 || status >= 500) end(1, "the server answered %ld", status);
    if (result != CURLE_OK) end(1, "the server answered %ld, and more than 64 KiB", status);
    fwrite(answer.bytes, 1, answer.length, stdout);
    if (fflush(stdout) != 0) end(1, "the answer cannot be written");
    end(refused, "the server answered %ld", status);
}

static int get(int count, char *arguments[]) {
    if (count < 4) end(1, "it needs a user agent, a limit, a URL and a time");
    CURL *curl = request(arguments[2], arguments[3], count - 4, arguments + 4);
    fetched.curl = curl;
    fetched.limit = strtoul(arguments[1], NULL, 10);
    curl_easy_setopt(curl, CURLOPT_USERAGENT, arguments[0]);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, pass_on);

    CURLcode result = curl_easy_perform(curl);
    long status = 0;
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    if (status == 200 && fetched.length > fetched.limit) end(refused, "it has more than %zu bytes", fetched.limit);
    if (status != 0 && status != 200) end(1, "the server answered %ld", status);
    if (result != CURLE_OK) fail(curl, result, status, count > 5 && arguments[5][0] != '\0');
    if (fflush(stdout) != 0) end(1, "the file cannot be passed on");
    return 0;
}

int main(int count, char *argv[]) {
    if (count > 1 && strcmp(argv[1], "post") == 0) return post(count - 2, argv + 2);
    if (count > 1 && strcmp(argv[1], "get") == 0) return get(count - 2, argv + 2);
    end(1, "it needs the word post or get");
}
