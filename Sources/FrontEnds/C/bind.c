/* Two entries of a program's own window, of which formd keeps the texts: bind WINDOW.ui [ADDRESS]. Prints the values as
 * JSON. Masks, validation, undo and translated messages come from formd; the window is the program's. */
#include <formd-gtk.h>

#include <stdio.h>

static const char definition[] =
    "{\"fields\": ["
    "{\"id\": \"name\", \"placeholders\": [\"Name\"], \"required\": true},"
    "{\"id\": \"phone\", \"placeholders\": [\"Phone\"],"
    " \"formatter\": {\"type\": \"mask\", \"mask\": \"+7 ([000]) [000]-[00]-[00]\"},"
    " \"validators\": [{\"type\": \"length\", \"min\": 18, \"message\": \"Enter the whole number\"}]}]}";

static GtkBuilder *builder;
static GMainLoop *loop;
static int status = 1;

static void show_error(FormdField *field) {
    const char *hint = formd_field_get_valid(field) ? "" : formd_field_get_hint_text(field);
    gtk_label_set_text(GTK_LABEL(gtk_builder_get_object(builder, "hint")), hint);
}

static void bind(FormdSession *session, const char *name) {
    FormdField *field = formd_session_get_field(session, name);
    GtkWidget *entry = GTK_WIDGET(gtk_builder_get_object(builder, name));
    formd_gtk_bind_text(field, entry);
    g_signal_connect(field, "notify::hint-text", G_CALLBACK(show_error), NULL);
    g_object_bind_property(field, "placeholder", entry, "placeholder-text", G_BINDING_SYNC_CREATE);
    /* formd validates a field that loses the focus. */
    GtkEventController *focus = gtk_event_controller_focus_new();
    g_signal_connect_swapped(focus, "enter", G_CALLBACK(formd_field_focus), field);
    gtk_widget_add_controller(entry, focus);
}

static void submitted(GObject *session, GAsyncResult *result, gpointer data) {
    (void)data;
    g_autoptr(GError) error = NULL;
    g_autofree char *document = formd_session_submit_document_finish(FORMD_SESSION(session), result, &error);
    if (document == NULL) return; /* The fields show their errors. */
    puts(document);
    status = 0;
    g_main_loop_quit(loop);
}

static void submit(GtkButton *button, FormdSession *session) {
    (void)button;
    formd_session_submit_document_async(session, NULL, submitted, NULL);
}

static void opened(GObject *source, GAsyncResult *result, gpointer data) {
    (void)source, (void)data;
    g_autoptr(GError) error = NULL;
    FormdSession *session = formd_session_open_finish(result, &error);
    if (session == NULL) {
        fprintf(stderr, "%s\n", error->message);
        g_main_loop_quit(loop);
        return;
    }
    bind(session, "name");
    bind(session, "phone");
    g_signal_connect(gtk_builder_get_object(builder, "submit"), "clicked", G_CALLBACK(submit), session);
    gtk_window_present(GTK_WINDOW(gtk_builder_get_object(builder, "window")));
}

int main(int argc, char **argv) {
    if (argc < 2 || !gtk_init_check()) return 2;
    builder = gtk_builder_new_from_file(argv[1]);
    loop = g_main_loop_new(NULL, FALSE);
    g_signal_connect_swapped(gtk_builder_get_object(builder, "window"), "close-request", G_CALLBACK(g_main_loop_quit), loop);
    formd_session_open_definition_async(argc > 2 ? argv[2] : NULL, definition, NULL, NULL, opened, NULL);
    g_main_loop_run(loop);
    return status;
}
