/* formd-gtk: shows a form in a window, and prints its values when it is submitted. The exit statuses are those of
 * `formctl run`. */

#include <adwaita.h>
#include <formd-gtk.h>
#include <json-glib/json-glib.h>

#include <stdio.h>
#include <unistd.h>

enum { SUBMITTED = 0, CANCELLED = 1, WRONG = 2, TIMED_OUT = 3, NO_DAEMON = 4 };

typedef struct {
    char *form, *address, *draft, *locale, *token, *attach;
    gboolean with_secrets;
    int timeout;
    GtkApplication *application;
    FormdSession *session;
    int status;
} Run;

static void end(Run *run, int status) {
    run->status = status;
    g_application_quit(G_APPLICATION(run->application));
}

static void fail(Run *run, int status, const char *message) {
    fprintf(stderr, "formd-gtk: %s\n", message);
    end(run, status);
}

/* --- The values */

/* The numbers of a group's rows, in order; NULL if there is no such group. */
static GVariant *rows_of(FormdSession *session, const char *group) {
    GVariant *groups = formd_session_get_groups(session);
    gsize count = groups != NULL ? g_variant_n_children(groups) : 0;
    for (gsize index = 0; index < count; index++) {
        g_autoptr(GVariant) entry = g_variant_get_child_value(groups, index);
        const char *name;
        g_variant_get_child(entry, 0, "&s", &name);
        if (strcmp(name, group) == 0) return g_variant_get_child_value(entry, 2);
    }
    return NULL;
}

/* Removes the secret fields of a form, or of a row, whose fields' names begin with `prefix`. */
static void remove_secrets(Run *run, JsonObject *object, const char *prefix) {
    g_autoptr(GList) keys = json_object_get_members(object);
    for (GList *key = keys; key != NULL; key = key->next) {
        g_autofree char *name = g_strconcat(prefix, key->data, NULL);
        FormdField *field = formd_session_get_field(run->session, name);
        g_autoptr(GVariant) rows = rows_of(run->session, name);
        JsonNode *member = json_object_get_member(object, key->data);
        if (field != NULL && formd_field_get_secret(field)) {
            json_object_remove_member(object, key->data);
        } else if (rows != NULL && JSON_NODE_HOLDS_ARRAY(member)) {
            JsonArray *array = json_node_get_array(member);
            guint count = MIN(json_array_get_length(array), (guint)g_variant_n_children(rows));
            for (guint index = 0; index < count; index++) {
                guint row;
                g_variant_get_child(rows, index, "u", &row);
                g_autofree char *inner = g_strdup_printf("%s_%u_", name, row);
                JsonNode *element = json_array_get_element(array, index);
                if (JSON_NODE_HOLDS_OBJECT(element)) remove_secrets(run, json_node_get_object(element), inner);
            }
        }
    }
}

static void submitted(FormdGtkView *view, const char *document, Run *run) {
    (void)view;
    g_autoptr(JsonParser) parser = json_parser_new_immutable();
    g_autofree char *printed = NULL;
    if (run->with_secrets) {
        printed = g_strdup(document);
    } else if (json_parser_load_from_data(parser, document, -1, NULL) &&
               JSON_NODE_HOLDS_OBJECT(json_parser_get_root(parser))) {
        g_autoptr(JsonParser) mutable = json_parser_new();
        json_parser_load_from_data(mutable, document, -1, NULL);
        JsonNode *root = json_parser_get_root(mutable);
        remove_secrets(run, json_node_get_object(root), "");
        printed = json_to_string(root, FALSE);
    } else {
        fail(run, NO_DAEMON, "the daemon's answer is no JSON object");
        return;
    }
    printf("%s\n", printed);
    gboolean is_written = fflush(stdout) == 0;
    formd_session_close(run->session);
    if (is_written) end(run, SUBMITTED);
    else fail(run, NO_DAEMON, "the values could not be written");
}

/* --- The window */

/* The user closes the window. A draft keeps what was typed. */
static gboolean closed_by_user(GtkWindow *window, Run *run) {
    (void)window;
    if (run->attach == NULL) formd_session_close(run->session);
    end(run, CANCELLED);
    return FALSE;
}

static void closed(FormdSession *session, const char *reason, Run *run) {
    (void)session;
    if (run->status != -1) return;
    g_autofree char *message = g_strdup_printf("the session was closed: %s", reason);
    fail(run, NO_DAEMON, message);
}

static void show(Run *run) {
    GtkWidget *window = adw_application_window_new(run->application), *header = adw_header_bar_new();
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), *view = formd_gtk_view_new(run->session);
    GtkWidget *clamp = adw_clamp_new();
    g_object_bind_property(run->session, "title", window, "title", G_BINDING_SYNC_CREATE);
    adw_clamp_set_maximum_size(ADW_CLAMP(clamp), 720);
    adw_clamp_set_child(ADW_CLAMP(clamp), view);
    gtk_widget_set_vexpand(clamp, TRUE);
    gtk_box_append(GTK_BOX(box), header);
    gtk_box_append(GTK_BOX(box), clamp);
    adw_application_window_set_content(ADW_APPLICATION_WINDOW(window), box);
    gtk_window_set_default_size(GTK_WINDOW(window), 480, 640);
    g_signal_connect(view, "submitted", G_CALLBACK(submitted), run);
    g_signal_connect(window, "close-request", G_CALLBACK(closed_by_user), run);
    g_signal_connect(run->session, "closed", G_CALLBACK(closed), run);
    gtk_window_present(GTK_WINDOW(window));
}

/* --- Opening */

static void opened(GObject *source, GAsyncResult *result, gpointer data) {
    (void)source;
    Run *run = data;
    g_autoptr(GError) error = NULL;
    run->session = formd_session_open_finish(result, &error);
    if (run->session != NULL) {
        show(run);
    } else {
        gboolean is_wrong = error->domain == FORMD_ERROR && error->code != FORMD_ERROR_DISCONNECTED;
        fail(run, is_wrong ? WRONG : NO_DAEMON, error->message);
    }
    g_application_release(G_APPLICATION(run->application));
}

static gboolean timed_out(gpointer data) {
    Run *run = data;
    if (run->session != NULL && run->attach == NULL) formd_session_close(run->session);
    end(run, TIMED_OUT);
    return G_SOURCE_REMOVE;
}

static GVariant *session_options(Run *run) {
    GVariantDict options;
    g_variant_dict_init(&options, NULL);
    g_variant_dict_insert(&options, "layout", "s", "none");
    g_variant_dict_insert(&options, "locale", "s", run->locale != NULL ? run->locale : "en");
    if (run->draft != NULL) g_variant_dict_insert(&options, "draft", "s", run->draft);
    if (run->token != NULL) g_variant_dict_insert(&options, "token", "s", run->token);
    return g_variant_dict_end(&options);
}

static char *read_definition(const char *path, GError **error) {
    char *definition = NULL;
    if (strcmp(path, "-") != 0) {
        g_file_get_contents(path, &definition, NULL, error);
        return definition;
    }
    g_autoptr(GIOChannel) input = g_io_channel_unix_new(STDIN_FILENO);
    g_io_channel_read_to_end(input, &definition, NULL, error);
    return definition;
}

static void activate(GApplication *application, Run *run) {
    g_autoptr(GError) error = NULL;
    gboolean is_file = run->form != NULL && (strchr(run->form, '/') != NULL || g_str_has_suffix(run->form, ".json") ||
                                             strcmp(run->form, "-") == 0);
    g_application_hold(application);
    if (run->timeout > 0) g_timeout_add_seconds((guint)run->timeout, timed_out, run);
    if (run->attach != NULL) {
        g_autofree char *path = strchr(run->attach, '/') != NULL ? g_strdup(run->attach)
            : g_strdup_printf("/org/formd/Forms1/session/%u/%s", (unsigned)getuid(), run->attach);
        if (g_variant_is_object_path(path)) {
            formd_session_attach_async(run->address, path, NULL, opened, run);
            return;
        }
        fail(run, WRONG, "--attach needs the path or the token of a session");
    } else if (is_file) {
        g_autofree char *definition = read_definition(run->form, &error);
        if (definition != NULL && g_utf8_validate(definition, -1, NULL)) {
            formd_session_open_definition_async(run->address, definition, session_options(run), NULL, opened, run);
            return;
        }
        fail(run, WRONG, error != NULL ? error->message : "the definition is not UTF-8");
    } else {
        formd_session_open_async(run->address, run->form, session_options(run), NULL, opened, run);
        return;
    }
    g_application_release(application);
}

/* The user's language as a BCP 47 tag: `de_CH.UTF-8` is `de-CH`. */
static char *user_locale(void) {
    for (const char *const *name = g_get_language_names(); *name != NULL; name++) {
        if (strcmp(*name, "C") == 0 || strpbrk(*name, ".@") != NULL) continue;
        return g_strdelimit(g_strdup(*name), "_", '-');
    }
    return g_strdup("en");
}

int main(int argc, char **argv) {
    Run run = {.status = -1};
    g_auto(GStrv) rest = NULL;
    const GOptionEntry entries[] = {
        {"address", 0, 0, G_OPTION_ARG_STRING, &run.address, "Talk to the daemon at this D-Bus address", "ADDRESS"},
        {"attach", 0, 0, G_OPTION_ARG_STRING, &run.attach, "Show this open session, by its path or token", "SESSION"},
        {"draft", 0, 0, G_OPTION_ARG_STRING, &run.draft, "Store the values as a draft of this name", "NAME"},
        {"locale", 0, 0, G_OPTION_ARG_STRING, &run.locale, "The language and region: de-CH", "TAG"},
        {"timeout", 0, 0, G_OPTION_ARG_INT, &run.timeout, "End after this time", "SECONDS"},
        {"token", 0, 0, G_OPTION_ARG_STRING, &run.token, "The last part of the session's path", "TOKEN"},
        {"with-secrets", 0, 0, G_OPTION_ARG_NONE, &run.with_secrets, "Print the values of secret fields, too", NULL},
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_STRING_ARRAY, &rest, NULL, "FORM|FILE"},
        G_OPTION_ENTRY_NULL,
    };
    g_autoptr(GError) error = NULL;
    g_autoptr(GOptionContext) context = g_option_context_new("- show a form in a window");
    g_option_context_add_main_entries(context, entries, NULL);
    gboolean is_parsed = g_option_context_parse(context, &argc, &argv, &error);
    guint count = rest != NULL ? g_strv_length(rest) : 0;
    if (!is_parsed || count + (run.attach != NULL) != 1) {
        fprintf(stderr, "formd-gtk: %s\n", error != NULL ? error->message : "give one form, or --attach");
        return WRONG;
    }
    run.form = count == 1 ? rest[0] : NULL;
    if (run.locale == NULL) run.locale = user_locale();
    if (!gtk_init_check()) {
        fprintf(stderr, "formd-gtk: there is no display\n");
        return NO_DAEMON;
    }
    run.application = GTK_APPLICATION(adw_application_new("org.formd.Window", G_APPLICATION_NON_UNIQUE));
    g_signal_connect(run.application, "activate", G_CALLBACK(activate), &run);
    g_application_run(G_APPLICATION(run.application), 0, NULL);
    g_clear_object(&run.session);
    /* The closing of the session still has to go out. */
    for (int turn = 0; turn < 50 && run.status != NO_DAEMON; turn++) {
        if (!g_main_context_iteration(NULL, FALSE)) g_usleep(2000);
    }
    g_object_unref(run.application);
    return run.status == -1 ? CANCELLED : run.status;
}
