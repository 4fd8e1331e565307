/* bench-window ADDRESS KEYS FILE…: how long a form in a window takes, beside an empty window of GTK in the same run, and a
 * key in its first widget. Prints in nanoseconds, on a line each: for each FILE, a definition, what its window takes more
 * than the empty one, from opening the session until the first frame is drawn; then the time of each key, from the widget
 * until the widget shows what formd has made of it. Needs a display. */
#include <formd-gtk.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static gint64 now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static gboolean is_painted;
static FormdSession *session;

static void painted(void) { is_painted = TRUE; }

/* Shows a window with this content, and waits until its first frame is drawn. */
static GtkWidget *show(GtkWidget *content) {
    GtkWidget *window = gtk_window_new();
    gtk_window_set_default_size(GTK_WINDOW(window), 480, 640);
    if (content != NULL) gtk_window_set_child(GTK_WINDOW(window), content);
    gtk_window_present(GTK_WINDOW(window));
    is_painted = FALSE;
    g_signal_connect(gtk_widget_get_frame_clock(window), "after-paint", G_CALLBACK(painted), NULL);
    while (!is_painted) g_main_context_iteration(NULL, TRUE);
    return window;
}

static void opened(GObject *source, GAsyncResult *result, gpointer data) {
    (void)source, (void)data;
    g_autoptr(GError) error = NULL;
    session = formd_session_open_finish(result, &error);
    if (session == NULL) g_error("%s", error->message);
}

static void settle(gint64 nanoseconds) {
    for (gint64 end = now() + nanoseconds; now() < end;) {
        if (!g_main_context_iteration(NULL, FALSE)) g_usleep(500);
    }
}

/* The first entry below a widget. */
static GtkWidget *find_entry(GtkWidget *widget) {
    if (GTK_IS_ENTRY(widget)) return widget;
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child != NULL; child = gtk_widget_get_next_sibling(child)) {
        GtkWidget *found = find_entry(child);
        if (found != NULL) return found;
    }
    return NULL;
}

int main(int argc, char **argv) {
    if (argc < 4 || !gtk_init_check()) return 2;
    /* The first window pays for GTK's start. */
    gtk_window_destroy(GTK_WINDOW(show(NULL)));
    GtkWidget *window = NULL;
    for (int index = 3; index < argc; index++) {
        g_autofree char *definition = NULL;
        if (!g_file_get_contents(argv[index], &definition, NULL, NULL)) return 2;
        settle(100000000);
        gint64 start = now();
        GtkWidget *empty = show(NULL);
        gint64 alone = now() - start;
        gtk_window_destroy(GTK_WINDOW(empty));
        settle(100000000);
        if (window != NULL) gtk_window_destroy(GTK_WINDOW(window));
        g_clear_object(&session);
        start = now();
        GVariantDict options;
        g_variant_dict_init(&options, NULL);
        g_variant_dict_insert(&options, "layout", "s", "none");
        formd_session_open_definition_async(argv[1], definition, g_variant_dict_end(&options), NULL, opened, NULL);
        while (session == NULL) g_main_context_iteration(NULL, TRUE);
        window = show(formd_gtk_view_new(session));
        printf("%" G_GINT64_FORMAT "\n", MAX(now() - start - alone, 0));
    }
    settle(2000000000);
    GtkWidget *entry = find_entry(window);
    GtkEditable *text = gtk_editable_get_delegate(GTK_EDITABLE(entry));
    gtk_widget_grab_focus(entry);
    settle(200000000);
    for (int key = atoi(argv[2]); key > 0; key--) {
        size_t length = strlen(gtk_editable_get_text(text));
        gint64 start = now();
        g_signal_emit_by_name(text, "insert-at-cursor", "a");
        while (strlen(gtk_editable_get_text(text)) == length) g_main_context_iteration(NULL, TRUE);
        printf("%" G_GINT64_FORMAT "\n", now() - start);
        settle(3000000);
    }
    return 0;
}
