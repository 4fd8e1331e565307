/* formd-gtk: shows a form in a window. Its options and exit statuses are those of `formctl run --window`, which it
 * executes: that finds or starts formd, opens the session, and starts this program again with the option --for-formctl,
 * to show the session. So how a form is run is written once, for terminals and windows. */

#include <adwaita.h>
#include <formd-gtk.h>
#include "formd-gtk-words.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

/* What formctl learns from the exit status. The status after the first additional button is FIRST_BUTTON, that after the
 * next one is one more. */
enum { ENDED = 0, CANCELLED = 1, WRONG = 2, NO_DAEMON = 4, FIRST_BUTTON = 32 };

const char *_formd_gtk_word(FormdSession *session, unsigned word);

typedef struct {
    char *address, *path, *message;
    char **buttons;
    gboolean is_faithful, is_kiosk, hides_cancel, starts_at_cancel, asks;
    GtkApplication *application;
    GtkWidget *window, *cancel;
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

static gboolean is_submitted(Run *run) { return strcmp(formd_session_get_state(run->session), "submitted") == 0; }

/* --- Leaving */

/* Whether the user has filled in something that leaving would lose. */
static gboolean is_modified(Run *run) {
    g_autoptr(GListModel) elements = g_object_ref(G_LIST_MODEL(run->session));
    for (guint index = 0; index < g_list_model_get_n_items(elements); index++) {
        g_autoptr(FormdElement) element = g_list_model_get_item(elements, index);
        FormdField *field = formd_element_get_field(element);
        if (field != NULL && formd_field_get_modified(field)) return TRUE;
    }
    return FALSE;
}

static void answered(AdwMessageDialog *dialog, const char *response, Run *run) {
    (void)dialog;
    if (strcmp(response, "leave") == 0) end(run, CANCELLED);
}

static void leave(Run *run) {
    gboolean has_ended = formd_session_get_close_reason(run->session) != NULL || is_submitted(run);
    if (!run->asks || has_ended || !is_modified(run)) {
        end(run, CANCELLED);
        return;
    }
    GtkWidget *dialog = adw_message_dialog_new(GTK_WINDOW(run->window), _formd_gtk_word(run->session, WORD_LEAVE_QUESTION), NULL);
    adw_message_dialog_add_responses(ADW_MESSAGE_DIALOG(dialog), "stay", _formd_gtk_word(run->session, WORD_STAY), "leave",
                                     _formd_gtk_word(run->session, WORD_LEAVE), NULL);
    adw_message_dialog_set_response_appearance(ADW_MESSAGE_DIALOG(dialog), "leave", ADW_RESPONSE_DESTRUCTIVE);
    adw_message_dialog_set_default_response(ADW_MESSAGE_DIALOG(dialog), "stay");
    adw_message_dialog_set_close_response(ADW_MESSAGE_DIALOG(dialog), "stay");
    g_signal_connect(dialog, "response", G_CALLBACK(answered), run);
    gtk_window_present(GTK_WINDOW(dialog));
}

static gboolean close_requested(GtkWindow *window, Run *run) {
    (void)window;
    if (!run->is_kiosk || is_submitted(run)) leave(run);
    return TRUE;
}

static gboolean escaped(GtkWidget *window, GVariant *arguments, gpointer data) {
    (void)window, (void)arguments;
    Run *run = data;
    if (!run->is_kiosk && !run->hides_cancel) leave(run);
    return TRUE;
}

static void button_pressed(GtkWidget *button, Run *run) {
    end(run, FIRST_BUTTON + GPOINTER_TO_INT(g_object_get_data(G_OBJECT(button), "index")));
}

static void closed(FormdSession *session, const char *reason, Run *run) {
    (void)session, (void)reason;
    if (run->status == -1) end(run, ENDED);
}

/* --- The window */

static void update(Run *run) {
    gtk_button_set_label(GTK_BUTTON(run->cancel), formd_session_get_label(run->session, is_submitted(run) ? "done" : "cancel"));
    gtk_widget_set_visible(run->cancel, !(run->hides_cancel || run->is_kiosk) || is_submitted(run));
}

/* Gives the focus to the first field that can have it, where GTK may have put it, too. */
static void focus_first(Run *run) {
    GListModel *elements = G_LIST_MODEL(run->session);
    for (guint index = 0; index < g_list_model_get_n_items(elements); index++) {
        g_autoptr(FormdElement) element = g_list_model_get_item(elements, index);
        FormdField *field = formd_element_get_field(element);
        gboolean is_shown = field != NULL && formd_element_get_visible(element) &&
                            formd_element_get_page(element) == formd_session_get_page(run->session);
        if (!is_shown || !formd_field_get_enabled(field) || strcmp(formd_field_get_field_type(field), "note") == 0) continue;
        formd_field_focus(field);
        return;
    }
}

static void show(Run *run) {
    GtkWidget *window = adw_application_window_new(run->application), *header = adw_header_bar_new();
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), *clamp = adw_clamp_new();
    GtkWidget *view = g_object_new(FORMD_GTK_TYPE_VIEW, "session", run->session, "faithful", run->is_faithful, "asks-owner",
                                   TRUE, NULL);
    run->window = window;
    g_object_bind_property(run->session, "title", window, "title", G_BINDING_SYNC_CREATE);
    adw_clamp_set_maximum_size(ADW_CLAMP(clamp), 720);
    adw_clamp_set_child(ADW_CLAMP(clamp), view);
    gtk_widget_set_vexpand(clamp, TRUE);
    gtk_box_append(GTK_BOX(box), header);
    gtk_box_append(GTK_BOX(box), clamp);
    adw_application_window_set_content(ADW_APPLICATION_WINDOW(window), box);

    run->cancel = gtk_button_new();
    g_signal_connect_swapped(run->cancel, "clicked", G_CALLBACK(leave), run);
    adw_header_bar_pack_start(ADW_HEADER_BAR(header), run->cancel);
    for (int index = 0; run->buttons != NULL && run->buttons[index] != NULL; index++) {
        GtkWidget *button = gtk_button_new_with_label(run->buttons[index]);
        g_object_set_data(G_OBJECT(button), "index", GINT_TO_POINTER(index));
        g_signal_connect(button, "clicked", G_CALLBACK(button_pressed), run);
        adw_header_bar_pack_end(ADW_HEADER_BAR(header), button);
    }
    g_signal_connect_swapped(run->session, "notify::labels", G_CALLBACK(update), run);
    g_signal_connect_swapped(run->session, "notify::state", G_CALLBACK(update), run);
    update(run);

    GtkEventController *shortcuts = gtk_shortcut_controller_new();
    GtkShortcutAction *action = gtk_callback_action_new(escaped, run, NULL);
    gtk_shortcut_controller_add_shortcut(GTK_SHORTCUT_CONTROLLER(shortcuts),
                                         gtk_shortcut_new(gtk_keyval_trigger_new(GDK_KEY_Escape, 0), action));
    gtk_widget_add_controller(window, shortcuts);
    gtk_window_set_default_size(GTK_WINDOW(window), 480, 640);
    if (run->is_kiosk) {
        gtk_widget_set_visible(header, FALSE);
        gtk_window_fullscreen(GTK_WINDOW(window));
    }
    g_signal_connect(window, "close-request", G_CALLBACK(close_requested), run);
    g_signal_connect(run->session, "closed", G_CALLBACK(closed), run);
    if (run->message != NULL) formd_gtk_view_show_message(FORMD_GTK_VIEW(view), run->message);
    gtk_window_present(GTK_WINDOW(window));
    if (run->starts_at_cancel) gtk_widget_grab_focus(run->cancel);
    else if (formd_session_get_focused_field(run->session)[0] == '\0') focus_first(run);
}

static void opened(GObject *source, GAsyncResult *result, gpointer data) {
    (void)source;
    Run *run = data;
    g_autoptr(GError) error = NULL;
    run->session = formd_session_open_finish(result, &error);
    if (run->session != NULL) show(run);
    else fail(run, NO_DAEMON, error->message);
    g_application_release(G_APPLICATION(run->application));
}

static void activate(GApplication *application, Run *run) {
    g_application_hold(application);
    formd_session_attach_async(run->address, run->path, NULL, opened, run);
}

static int show_for_formctl(int argc, char **argv) {
    Run run = {.status = -1};
    gboolean is_for_formctl;
    const GOptionEntry entries[] = {
        {"for-formctl", 0, 0, G_OPTION_ARG_NONE, &is_for_formctl, NULL, NULL},
        {"address", 0, 0, G_OPTION_ARG_STRING, &run.address, NULL, NULL},
        {"session", 0, 0, G_OPTION_ARG_STRING, &run.path, NULL, NULL},
        {"message", 0, 0, G_OPTION_ARG_STRING, &run.message, NULL, NULL},
        {"extra-button", 0, 0, G_OPTION_ARG_STRING_ARRAY, &run.buttons, NULL, NULL},
        {"faithful", 0, 0, G_OPTION_ARG_NONE, &run.is_faithful, NULL, NULL},
        {"kiosk", 0, 0, G_OPTION_ARG_NONE, &run.is_kiosk, NULL, NULL},
        {"hide-cancel", 0, 0, G_OPTION_ARG_NONE, &run.hides_cancel, NULL, NULL},
        {"start-at-cancel", 0, 0, G_OPTION_ARG_NONE, &run.starts_at_cancel, NULL, NULL},
        {"ask", 0, 0, G_OPTION_ARG_NONE, &run.asks, NULL, NULL},
        G_OPTION_ENTRY_NULL,
    };
    g_autoptr(GError) error = NULL;
    g_autoptr(GOptionContext) context = g_option_context_new(NULL);
    g_option_context_add_main_entries(context, entries, NULL);
    if (!g_option_context_parse(context, &argc, &argv, &error) || run.path == NULL || !g_variant_is_object_path(run.path)) {
        fprintf(stderr, "formd-gtk: %s\n", error != NULL ? error->message : "--session is no path of a session");
        return WRONG;
    }
    if (!gtk_init_check()) {
        fprintf(stderr, "formd-gtk: there is no display\n");
        return NO_DAEMON;
    }
    run.application = GTK_APPLICATION(adw_application_new("org.formd.Window", G_APPLICATION_NON_UNIQUE));
    g_signal_connect(run.application, "activate", G_CALLBACK(activate), &run);
    g_application_run(G_APPLICATION(run.application), 0, NULL);
    g_clear_object(&run.session);
    g_object_unref(run.application);
    return run.status == -1 ? CANCELLED : run.status;
}

/* Executes the formctl beside this program, otherwise the one in PATH. */
static int execute_formctl(char **argv) {
    g_autofree char *own = g_file_read_link("/proc/self/exe", NULL);
    g_autofree char *folder = g_path_get_dirname(own != NULL ? own : "");
    g_autofree char *beside = g_build_filename(folder, "formctl", NULL);
    g_autoptr(GPtrArray) arguments = g_ptr_array_new();
    g_ptr_array_add(arguments, "formctl");
    g_ptr_array_add(arguments, "run");
    g_ptr_array_add(arguments, "--window");
    for (char **argument = argv + 1; *argument != NULL; argument++) g_ptr_array_add(arguments, *argument);
    g_ptr_array_add(arguments, NULL);
    execv(beside, (char **)arguments->pdata);
    execvp("formctl", (char **)arguments->pdata);
    fprintf(stderr, "formd-gtk: formctl, which opens the form, cannot be executed: %s\n", g_strerror(errno));
    return NO_DAEMON;
}

int main(int argc, char **argv) {
    gboolean is_for_formctl = argc > 1 && strcmp(argv[1], "--for-formctl") == 0;
    return is_for_formctl ? show_for_formctl(argc, argv) : execute_formctl(argv);
}
