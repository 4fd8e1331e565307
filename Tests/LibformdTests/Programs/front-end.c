/* A form in a terminal, on libformd: front-end ADDRESS FORM. The vectors for clients are played to it: keys come from
 * standard input, and what is drawn is what formd says. */

#include <formd.h>
#include <glib-unix.h>
#include <stdio.h>
#include <unistd.h>

static GMainLoop *loop;

static void complain(const GError *error) {
    printf("! %s\n", error->message);
    fflush(stdout);
}

static void draw_field(FormdField *field) {
    if (!formd_field_get_visible(field)) return;
    const char *text = formd_field_get_text(field);
    printf("%s: ", formd_field_get_label(field));
    if (formd_field_get_focused(field)) {
        const char *caret = g_utf8_offset_to_pointer(text, MIN(formd_field_get_caret(field), g_utf8_strlen(text, -1)));
        printf("%.*s|%s\n", (int)(caret - text), text, caret);
    } else {
        printf("%s\n", text);
    }
    if (formd_field_get_hint_visible(field)) printf("    %s\n", formd_field_get_hint_text(field));
}

static void draw(FormdSession *session) {
    printf("\033[H\033[J%s\n", formd_session_get_title(session));
    GVariantIter fields;
    const char *path;
    GVariant *paths = formd_session_get_fields(session);
    if (paths == NULL) return;
    g_variant_iter_init(&fields, paths);
    while (g_variant_iter_next(&fields, "&o", &path)) {
        FormdField *field = formd_session_get_field(session, strrchr(path, '/') + 1);
        if (field != NULL) draw_field(field);
    }
    fflush(stdout);
}

static void refused(FormdSession *session, FormdObject *object, const char *method, const GError *error) {
    (void)session, (void)object, (void)method;
    complain(error);
}

static void problem(FormdSession *session, const GError *error) {
    (void)session;
    complain(error);
}

static void closed(FormdSession *session, const char *reason) {
    (void)session;
    printf("closed: %s\n", reason);
    g_main_loop_quit(loop);
}

static void submitted(GObject *session, GAsyncResult *result, gpointer data) {
    (void)data;
    g_autoptr(GError) error = NULL;
    g_autoptr(GVariant) values = formd_session_submit_finish(FORMD_SESSION(session), result, &error);
    if (values == NULL) {
        complain(error);
        return;
    }
    GVariantIter iterator;
    const char *field, *text;
    g_variant_iter_init(&iterator, values);
    while (g_variant_iter_next(&iterator, "{&s&s}", &field, &text)) printf("%s=%s\n", field, text);
    fflush(stdout);
}

static void press(FormdSession *session, const char *key) {
    FormdField *keyboard = formd_session_get_keyboard(session);
    switch (key[0]) {
    case '\t': formd_session_focus_next(session); break;
    case '\r':
    case '\n': formd_field_press_return(keyboard); break;
    case '\002': formd_field_move_caret(keyboard, "character", -1, FALSE); break;
    case '\006': formd_field_move_caret(keyboard, "character", 1, FALSE); break;
    case '\177': formd_field_delete(keyboard, "character", -1); break;
    case '\027': formd_field_delete(keyboard, "word", -1); break;
    case '\023': formd_session_submit_async(session, NULL, submitted, NULL); break;
    default: formd_field_insert_text(keyboard, key);
    }
}

static gboolean typed(gint descriptor, GIOCondition condition, gpointer data) {
    (void)condition;
    static GString *unread;
    if (unread == NULL) unread = g_string_new(NULL);
    char bytes[4096];
    ssize_t count = read(descriptor, bytes, sizeof bytes);
    if (count <= 0) {
        formd_session_close(data);
        return G_SOURCE_REMOVE;
    }
    g_string_append_len(unread, bytes, count);
    const char *end;
    g_utf8_validate(unread->str, (gssize)unread->len, &end);
    for (const char *key = unread->str; key < end; key = g_utf8_next_char(key)) {
        g_autofree char *character = g_strndup(key, (gsize)(g_utf8_next_char(key) - key));
        press(data, character);
    }
    g_string_erase(unread, 0, end - unread->str);
    return G_SOURCE_CONTINUE;
}

static void opened(GObject *source, GAsyncResult *result, gpointer data) {
    (void)source;
    FormdSession **session = data;
    g_autoptr(GError) error = NULL;
    *session = formd_session_open_finish(result, &error);
    if (*session == NULL) {
        complain(error);
        g_main_loop_quit(loop);
        return;
    }
    g_signal_connect(*session, "changed", G_CALLBACK(draw), NULL);
    g_signal_connect(*session, "refused", G_CALLBACK(refused), NULL);
    g_signal_connect(*session, "problem", G_CALLBACK(problem), NULL);
    g_signal_connect(*session, "closed", G_CALLBACK(closed), NULL);
    draw(*session);
    formd_session_focus_next(*session);
    g_unix_fd_add(STDIN_FILENO, G_IO_IN | G_IO_HUP, typed, *session);
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    loop = g_main_loop_new(NULL, FALSE);
    FormdSession *session = NULL;
    formd_session_open_async(argv[1], argv[2], NULL, NULL, opened, &session);
    g_main_loop_run(loop);
    return session == NULL;
}
