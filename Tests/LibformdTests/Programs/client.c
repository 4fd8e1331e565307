/* Uses libformd in C: client ADDRESS [COUNT]. Fills in a form, under valgrind; or opens and gives up COUNT sessions. Ends with
 * 0 if everything was as it should be. */

#include <formd.h>
#include <malloc.h>
#include <stdio.h>

static void keep(GObject *object, GAsyncResult *result, gpointer data) {
    (void)object;
    *(GAsyncResult **)data = g_object_ref(result);
}

static GAsyncResult *wait_for(GAsyncResult **result) {
    while (*result == NULL) g_main_context_iteration(NULL, TRUE);
    return *result;
}

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "line %d: %s\n", __LINE__, #condition);                                                    \
            return 1;                                                                                                  \
        }                                                                                                              \
    } while (0)

static void append(FormdField *field, GParamSpec *spec, GString *texts) {
    (void)spec;
    g_string_append_printf(texts, "%s|", formd_field_get_text(field));
}

static void count(FormdSession *session, const char *name, GVariant *arguments, guint *events) {
    (void)session, (void)name, (void)arguments;
    ++*events;
}

static int fill_in(const char *address) {
    g_autoptr(GError) error = NULL;
    g_autoptr(GAsyncResult) opened = NULL, submitted = NULL, refused = NULL, unknown = NULL;
    formd_session_open_async(address, "nothing", NULL, NULL, keep, &unknown);
    g_autoptr(FormdSession) none = formd_session_open_finish(wait_for(&unknown), &error);
    CHECK(none == NULL && g_error_matches(error, FORMD_ERROR, FORMD_ERROR_UNKNOWN_FORM));
    g_clear_error(&error);

    formd_session_open_async(address, "order", g_variant_new_parsed("{'locale': <'de'>}"), NULL, keep, &opened);
    g_autoptr(FormdSession) session = formd_session_open_finish(wait_for(&opened), &error);
    CHECK(session != NULL && strcmp(formd_session_get_title(session), "Bestellung") == 0);
    FormdField *name = formd_session_get_field(session, "name");
    g_autoptr(GString) texts = g_string_new(NULL);
    guint events = 0;
    g_signal_connect(name, "notify::text", G_CALLBACK(append), texts);
    g_signal_connect(session, "event::EditingBegan", G_CALLBACK(count), &events);
    formd_field_focus(name);
    formd_field_insert_text(formd_session_get_keyboard(session), "ab");
    formd_field_set_composition(name, "ni", 2);
    formd_field_insert_text(name, "n");
    formd_session_add_row(session, "items", -1);

    formd_session_submit_async(session, NULL, keep, &refused);
    g_autoptr(GVariant) nothing = formd_session_submit_finish(session, wait_for(&refused), &error);
    CHECK(nothing == NULL && g_error_matches(error, FORMD_ERROR, FORMD_ERROR_NOT_VALID));
    g_clear_error(&error);
    CHECK(strcmp(texts->str, "ab|abn|") == 0 && events >= 1);

    g_autoptr(GListModel) elements = g_object_ref(G_LIST_MODEL(session));
    for (guint index = 0; index < g_list_model_get_n_items(elements); index++) {
        g_autoptr(FormdElement) element = g_list_model_get_item(elements, index);
        FormdField *field = formd_element_get_field(element);
        if (field == NULL) continue;
        if (formd_field_get_required(field)) formd_field_set_text(field, "ab");
        if (strcmp(formd_element_get_id(element), "phone") == 0) formd_field_set_text(field, "+7 (916) 123-45-67");
    }
    formd_session_submit_async(session, NULL, keep, &submitted);
    g_autoptr(GVariant) values = formd_session_submit_finish(session, wait_for(&submitted), &error);
    const char *value = NULL;
    CHECK(values != NULL && g_variant_lookup(values, "name", "&s", &value) && strcmp(value, "ab") == 0);
    g_autofree const char **edits = formd_field_get_allowed_edits(name);
    CHECK(edits != NULL && g_strv_contains(edits, "typing"));
    formd_session_close(session);
    while (formd_session_get_close_reason(session) == NULL) g_main_context_iteration(NULL, TRUE);
    CHECK(strcmp(formd_session_get_close_reason(session), "submitted") == 0);
    return 0;
}

static guint descriptors(void) {
    g_autoptr(GDir) folder = g_dir_open("/proc/self/fd", 0, NULL);
    guint count = 0;
    while (g_dir_read_name(folder) != NULL) count++;
    return count;
}

/* Waits until the connections of the sessions that were given up are closed. */
static gboolean settle(guint count) {
    gint64 end = g_get_monotonic_time() + 20 * G_USEC_PER_SEC;
    while (descriptors() > count && g_get_monotonic_time() < end) {
        while (g_main_context_iteration(NULL, FALSE)) continue;
        g_usleep(1000);
    }
    return descriptors() <= count;
}

/* Notes the least use of memory of some sessions: more is used while a thread has not yet freed what it must. */
static void note(gsize *least) { *least = MIN(*least, mallinfo2().uordblks); }

static int open_and_give_up(const char *address, guint count) {
    guint before = 0;
    gsize first = G_MAXSIZE, last = G_MAXSIZE;
    for (guint turn = 0; turn < count; turn++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(GAsyncResult) opened = NULL;
        formd_session_open_async(address, "plain", g_variant_new_parsed("{'durable': <false>, 'lifetime': <'connection'>}"),
                                 NULL, keep, &opened);
        g_autoptr(FormdSession) session = formd_session_open_finish(wait_for(&opened), &error);
        CHECK(session != NULL);
        formd_session_focus_next(session);
        formd_field_insert_text(formd_session_get_keyboard(session), "a");
        g_clear_object(&session);
        /* Two more than the first session leaves, which GLib's own threads need at times. */
        if (before == 0) before = descriptors() + 2;
        CHECK(settle(before));
        /* What GLib allocates once is there after the first quarter. */
        if (turn >= count / 4 && turn < count / 2) note(&first);
    }
    /* A connection, a field or a state that each session leaves would cost more; smaller things valgrind finds. */
    gsize limit = first + count / 2 * 256;
    gint64 end = g_get_monotonic_time() + 20 * G_USEC_PER_SEC;
    do {
        g_usleep(1000);
        while (g_main_context_iteration(NULL, FALSE)) continue;
        note(&last);
    } while (last > limit && g_get_monotonic_time() < end);
    if (last > limit) fprintf(stderr, "%zu bytes more after %u sessions\n", last - first, count / 2);
    return last > limit;
}

int main(int argc, char **argv) {
    if (argc == 3) return open_and_give_up(argv[1], (guint)g_ascii_strtoull(argv[2], NULL, 10));
    if (argc != 2) return 2;
    int outcome = fill_in(argv[1]);
    /* The closing of the connection takes a few turns of the loop. */
    for (int turn = 0; turn < 20; turn++) {
        g_usleep(10000);
        while (g_main_context_iteration(NULL, FALSE)) continue;
    }
    return outcome;
}
