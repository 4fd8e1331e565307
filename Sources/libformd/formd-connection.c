#include "formd-private.h"

/* A session's connection to formd: opens and follows the session, sends calls, and recovers.
 *
 * A connection is in one of these states:
 *
 *  - opening: `task` is there; its end is the end of formd_session_open_async();
 *  - following: `is_following`; calls are sent at once;
 *  - lost: formd or the bus has gone; calls wait in `waiting`. When formd's name gets an owner, or the bus is reached
 *    again, the session is followed again, or opened again and restored;
 *  - ended: `has_ended`; calls fail.
 *
 * `interruption` grows with each loss, so that an answer from before a loss is recognized. The object lives as long as
 * answers can come; `session` is NULL once the program has given up the session.
 *
 * GDBus delivers the signals and the answers of a connection in the order in which they arrived, because all are
 * dispatched in one main context. So when an answer comes, the Changed that formd has sent before it was taken in. */

#define PROPERTIES_TYPE "a{sv}"
#define FOLLOW_ANSWER "(t" CHANGES_TYPE "as)"
#define CHANGED_TYPE "(t" CHANGES_TYPE "as" CHANGES_TYPE ")"
#define FIRST_DELAY 100
#define LONGEST_DELAY 10000
#define MOST_WAITING 10000
/* How long an answer may take before the session counts as slow, in milliseconds. */
#define PATIENCE 2000
/* The largest message that is taken in, and how often formd may break its contract. */
#define LARGEST_MESSAGE (32 << 20)
#define MOST_BREACHES 5

/* The delays in milliseconds before the attempts to find a session that another program opens again meanwhile. */
static const guint attempts[] = {100, 400, 1000, 3000};

struct _Connection {
    FormdSession *session;
    GMainContext *context;
    Opening *opening;
    GTask *task;
    GCancellable *cancellable;
    GDBusConnection *bus;
    gulong closed_handler;
    guint owner_subscription, session_subscription;
    GSource *retry;
    guint delay;
    guint attempt;
    guint breaches;
    guint interruption;
    gboolean is_following, has_ended;
    guint64 next_serial;
    guint unanswered; /* calls of the program */
    gint64 last_answer;
    GSource *watch; /* for slow answers; NULL while there is nothing to wait for */
    GQueue waiting; /* of Call, in order of their serials */
    Recovery *recovery;
};

typedef struct {
    Connection *connection;
    FormdObject *field; /* NULL for the session */
    char *interface, *method;
    GVariant *arguments;
    GTask *task; /* NULL if nobody waits for the answer */
    guint64 serial;
} Call;

/* What an answer of the connection's own calls belongs to. */
typedef struct {
    Connection *connection;
    guint interruption;
} Question;

static void connect_bus(Connection *self);
static void begin(Connection *self);
static void restore(Connection *self);

static void free_opening(Opening *opening) {
    g_free(opening->address);
    g_free(opening->form);
    g_free(opening->path);
    g_variant_unref(opening->options);
    g_free(opening);
}

static void clear(gpointer data) {
    Connection *self = data;
    free_opening(self->opening);
    g_main_context_unref(self->context);
    g_object_unref(self->cancellable);
}

static void release(gpointer self) { g_atomic_rc_box_release_full(self, clear); }

Connection *_formd_connection_new(FormdSession *session, Opening *opening) {
    Connection *self = g_atomic_rc_box_new0(Connection);
    self->session = session;
    self->opening = opening;
    self->context = g_main_context_ref_thread_default();
    self->cancellable = g_cancellable_new();
    g_queue_init(&self->waiting);
    return self;
}

static Question *ask(Connection *self) {
    Question *question = g_new0(Question, 1);
    question->connection = g_atomic_rc_box_acquire(self);
    question->interruption = self->interruption;
    return question;
}

/* The answer to a question; NULL if it failed, or if it is out of date: then there is no error either. */
static GVariant *answer(gpointer data, GObject *bus, GAsyncResult *result, Connection **self, GError **error) {
    Question *question = data;
    g_autoptr(GError) failure = NULL;
    GVariant *value = g_dbus_connection_call_finish(G_DBUS_CONNECTION(bus), result, &failure);
    *self = question->connection;
    gboolean is_current = (*self)->session != NULL && question->interruption == (*self)->interruption;
    g_free(question);
    if (!is_current) {
        g_clear_pointer(&value, g_variant_unref);
    } else if (failure != NULL) {
        if (!_formd_error_is_unreached(failure)) _formd_error_translate(failure);
        g_propagate_error(error, g_steal_pointer(&failure));
    }
    return value;
}

/* While the session is being opened, the program can cancel that. Later, only the end of the session cancels. */
static GCancellable *cancellable(Connection *self) {
    return self->task != NULL ? g_task_get_cancellable(self->task) : self->cancellable;
}

static void call(Connection *self, const char *path, const char *interface, const char *method, GVariant *arguments,
                 const char *type, GAsyncReadyCallback callback, gpointer data) {
    /* Only a program that opens a session starts formd. A formd that somebody has stopped stays stopped. */
    GDBusCallFlags flags = self->task != NULL ? G_DBUS_CALL_FLAGS_NONE : G_DBUS_CALL_FLAGS_NO_AUTO_START;
    g_main_context_push_thread_default(self->context);
    g_dbus_connection_call(self->bus, FORMD_NAME, path, interface, method, arguments,
                           type != NULL ? G_VARIANT_TYPE(type) : NULL, flags, -1, cancellable(self), callback, data);
    g_main_context_pop_thread_default(self->context);
}

/* --- Calls of the program */

static void free_call(gpointer data) {
    Call *this = data;
    g_clear_object(&this->field);
    g_clear_object(&this->task);
    g_free(this->interface);
    g_free(this->method);
    g_variant_unref(this->arguments);
    release(this->connection);
    g_free(this);
}

/* Reports the failure of a call, and frees it. */
static void fail(Call *this, GError *error) {
    FormdSession *session = this->connection->session;
    if (this->task != NULL) {
        g_task_return_error(this->task, g_error_copy(error));
    } else if (session != NULL) {
        g_autoptr(FormdSession) kept = g_object_ref(session);
        _formd_session_refused(kept, this->field != NULL ? this->field : FORMD_OBJECT(kept), this->method, error);
    }
    free_call(this);
}

static void fail_new(Call *this, FormdError code, const char *message) {
    g_autoptr(GError) error = g_error_new_literal(FORMD_ERROR, (gint)code, message);
    fail(this, error);
}

static gint order_of_calls(gconstpointer one, gconstpointer other, gpointer data) {
    (void)data;
    const Call *first = one, *second = other;
    return first->serial < second->serial ? -1 : first->serial > second->serial;
}

static void lost(Connection *self);
static void watch(Connection *self, guint delay);

static gboolean check_answers(gpointer data) {
    Connection *self = data;
    gint64 passed = (g_get_monotonic_time() - self->last_answer) / 1000;
    g_clear_pointer(&self->watch, g_source_unref);
    if (self->session == NULL || self->unanswered == 0) return G_SOURCE_REMOVE;
    if (passed < PATIENCE) watch(self, (guint)(PATIENCE - passed));
    else _formd_session_set_responsive(self->session, FALSE);
    return G_SOURCE_REMOVE;
}

static void watch(Connection *self, guint delay) {
    if (self->watch != NULL) return;
    self->watch = g_timeout_source_new(delay);
    g_source_set_callback(self->watch, check_answers, g_atomic_rc_box_acquire(self), release);
    g_source_attach(self->watch, self->context);
}

static void stop(GSource **source) {
    if (*source != NULL) g_source_destroy(*source);
    g_clear_pointer(source, g_source_unref);
}

static void called(GObject *bus, GAsyncResult *result, gpointer data) {
    Call *this = data;
    Connection *self = this->connection;
    g_autoptr(GError) error = NULL;
    GVariant *value = g_dbus_connection_call_finish(G_DBUS_CONNECTION(bus), result, &error);
    self->unanswered--;
    self->last_answer = g_get_monotonic_time();
    if (self->unanswered > 0 && self->session != NULL) watch(self, PATIENCE);
    if (self->session != NULL) _formd_session_set_responsive(self->session, TRUE);
    if (value != NULL) {
        if (this->task != NULL) g_task_return_pointer(this->task, value, (GDestroyNotify)g_variant_unref);
        else g_variant_unref(value);
        free_call(this);
    } else if (self->session != NULL && !self->has_ended && _formd_error_is_unreached(error)) {
        /* formd was gone before it got the call. It gets the call when it is back. */
        g_queue_insert_sorted(&self->waiting, this, order_of_calls, NULL);
        lost(self);
    } else {
        _formd_error_translate(error);
        fail(this, error);
    }
}

static void perform(Call *this) {
    Connection *self = this->connection;
    if (this->task != NULL && g_task_return_error_if_cancelled(this->task)) {
        free_call(this);
        return;
    }
    const char *path = this->field != NULL ? this->field->path : FORMD_OBJECT(self->session)->path;
    GCancellable *cancellation = this->task != NULL ? g_task_get_cancellable(this->task) : NULL;
    /* formd will perform what it got, however late, so an edit does not fail by time. */
    int timeout = this->task != NULL ? -1 : G_MAXINT;
    if (self->unanswered++ == 0) self->last_answer = g_get_monotonic_time();
    watch(self, PATIENCE);
    g_main_context_push_thread_default(self->context);
    g_dbus_connection_call(self->bus, FORMD_NAME, path, this->interface, this->method, this->arguments, NULL,
                           G_DBUS_CALL_FLAGS_NO_AUTO_START, timeout, cancellation, called, this);
    g_main_context_pop_thread_default(self->context);
}

void _formd_connection_call(Connection *self, FormdObject *object, const char *interface, const char *method,
                            GVariant *arguments, GTask *task) {
    Call *this = g_new0(Call, 1);
    this->connection = g_atomic_rc_box_acquire(self);
    this->field = object != FORMD_OBJECT(self->session) ? g_object_ref(object) : NULL;
    this->interface = g_strdup(interface);
    this->method = g_strdup(method);
    this->arguments = g_variant_ref(arguments);
    this->task = task;
    this->serial = self->next_serial++;
    if (self->has_ended) {
        fail_new(this, FORMD_ERROR_UNKNOWN_SESSION, "the session has ended");
    } else if (self->is_following && self->recovery == NULL && g_queue_is_empty(&self->waiting) &&
               !g_dbus_connection_is_closed(self->bus)) {
        perform(this);
    } else if (self->waiting.length >= MOST_WAITING) {
        fail_new(this, FORMD_ERROR_LIMIT_EXCEEDED, "10,000 calls are waiting for formd");
    } else {
        g_queue_push_tail(&self->waiting, this);
    }
}

/* --- The states */

static void end(Connection *self, const char *reason) {
    if (self->has_ended) return;
    g_autoptr(FormdSession) session = g_object_ref(self->session);
    self->has_ended = TRUE;
    self->is_following = FALSE;
    self->interruption++;
    g_clear_pointer(&self->recovery, _formd_recovery_free);
    _formd_session_end(session, reason);
    Call *this;
    while ((this = g_queue_pop_head(&self->waiting)) != NULL) {
        fail_new(this, FORMD_ERROR_UNKNOWN_SESSION, "the session has ended");
    }
}

static void lost(Connection *self) {
    if (self->session == NULL || self->has_ended || self->task != NULL) return;
    self->is_following = FALSE;
    self->interruption++;
    _formd_session_set_connected(self->session, FALSE);
}

/* The session is followed. Sends what has waited, in order. */
static void ready(Connection *self) {
    g_autoptr(FormdSession) session = g_object_ref(self->session);
    self->attempt = 0;
    _formd_session_set_connected(session, TRUE);
    guint interruption = self->interruption;
    while (self->session != NULL && interruption == self->interruption && !g_queue_is_empty(&self->waiting)) {
        perform(g_queue_pop_head(&self->waiting));
    }
    if (self->task == NULL) return;
    GTask *task = g_steal_pointer(&self->task);
    g_task_return_pointer(task, g_object_ref(session), g_object_unref);
    g_object_unref(task);
}

/* The session could not be opened. */
static void fail_to_open(Connection *self, const GError *error) {
    GTask *task = g_steal_pointer(&self->task);
    GError *copy = g_error_copy(error);
    if (_formd_error_is_unreached(copy)) _formd_error_translate(copy);
    g_task_return_error(task, copy);
    g_object_unref(task);
}

static gboolean try_again(gpointer data) {
    Connection *self = data;
    g_clear_pointer(&self->retry, g_source_unref);
    if (self->bus != NULL) begin(self);
    else connect_bus(self);
    return G_SOURCE_REMOVE;
}

static void schedule(Connection *self, guint delay) {
    if (self->retry != NULL) return;
    self->retry = g_timeout_source_new(delay);
    g_source_set_callback(self->retry, try_again, g_atomic_rc_box_acquire(self), release);
    g_source_attach(self->retry, self->context);
}

static void schedule_longer(Connection *self) {
    self->delay = self->delay == 0 ? FIRST_DELAY : MIN(self->delay * 2, LONGEST_DELAY);
    schedule(self, self->delay);
}

static void drop_bus(Connection *self) {
    if (self->bus == NULL) return;
    g_signal_handler_disconnect(self->bus, self->closed_handler);
    g_dbus_connection_signal_unsubscribe(self->bus, self->owner_subscription);
    if (self->session_subscription != 0) g_dbus_connection_signal_unsubscribe(self->bus, self->session_subscription);
    self->session_subscription = 0;
    g_clear_object(&self->bus);
}

static void close_flushed(GObject *bus, GAsyncResult *result, gpointer data) {
    (void)data;
    g_dbus_connection_flush_finish(G_DBUS_CONNECTION(bus), result, NULL);
    g_dbus_connection_close(G_DBUS_CONNECTION(bus), NULL, NULL, NULL);
}

/* The program has given up the session. What it has sent still goes out. */
void _formd_connection_dispose(Connection *self) {
    self->session = NULL;
    self->interruption++;
    g_cancellable_cancel(self->cancellable);
    stop(&self->retry);
    stop(&self->watch);
    g_clear_pointer(&self->recovery, _formd_recovery_free);
    if (self->bus != NULL && !g_dbus_connection_is_closed(self->bus)) {
        g_main_context_push_thread_default(self->context);
        g_dbus_connection_flush(self->bus, NULL, close_flushed, NULL);
        g_main_context_pop_thread_default(self->context);
    }
    drop_bus(self);
    Call *this;
    while ((this = g_queue_pop_head(&self->waiting)) != NULL) {
        fail_new(this, FORMD_ERROR_DISCONNECTED, "the session was given up");
    }
    release(self);
}

/* --- Following */

/* formd broke its contract. The session is followed again, because it is unknown what has changed. */
static void breach(Connection *self, const GError *error) {
    g_autoptr(FormdSession) session = g_object_ref(self->session);
    lost(self);
    _formd_session_problem(session, error);
    if (self->session == NULL || self->has_ended) return;
    if (++self->breaches > MOST_BREACHES) end(self, "contract");
    else schedule(self, FIRST_DELAY);
}

/* Takes in a state or a Changed. Does nothing with one that breaks the contract. */
static gboolean take_in(Connection *self, gboolean is_whole, GVariant *message, GError **error) {
    guint64 revision;
    g_autoptr(GVariant) changes = NULL, removed = NULL, events = NULL;
    if (!g_variant_is_of_type(message, G_VARIANT_TYPE(is_whole ? FOLLOW_ANSWER : CHANGED_TYPE))) {
        g_set_error(error, FORMD_ERROR, FORMD_ERROR_PROTOCOL, "formd sent a transaction of the type %s",
                    g_variant_get_type_string(message));
        return FALSE;
    }
    if (g_variant_get_size(message) > LARGEST_MESSAGE) {
        g_set_error(error, FORMD_ERROR, FORMD_ERROR_PROTOCOL, "formd sent more than %d bytes", LARGEST_MESSAGE);
        return FALSE;
    }
    g_variant_get_child(message, 0, "t", &revision);
    changes = g_variant_get_child_value(message, 1);
    removed = g_variant_get_child_value(message, 2);
    if (!is_whole) events = g_variant_get_child_value(message, 3);
    return _formd_session_take_in(self->session, is_whole, revision, changes, removed, events, error);
}

static void on_signal(GDBusConnection *bus, const char *sender, const char *path, const char *interface,
                      const char *name, GVariant *arguments, gpointer data) {
    (void)bus, (void)sender, (void)path, (void)interface;
    Connection *self = data;
    if (self->session == NULL || self->has_ended) return;
    if (strcmp(name, "Changed") == 0 && self->is_following) {
        g_autoptr(GError) error = NULL;
        if (!take_in(self, FALSE, arguments, &error)) breach(self, error);
    } else if (strcmp(name, "Closed") == 0 && g_variant_is_of_type(arguments, G_VARIANT_TYPE("(s)"))) {
        const char *reason;
        g_variant_get(arguments, "(&s)", &reason);
        /* formd may be restarted, and return the session from its disk. */
        if (strcmp(reason, "shutdown") == 0) lost(self);
        else end(self, reason);
    } else if (strcmp(name, "SubscriptionEnded") == 0 && g_variant_is_of_type(arguments, G_VARIANT_TYPE("(s)"))) {
        const char *reason;
        g_variant_get(arguments, "(&s)", &reason);
        if (strcmp(reason, "slow") != 0) return;
        lost(self);
        begin(self);
    } else if (strcmp(name, "IdleWarning") == 0 && g_variant_is_of_type(arguments, G_VARIANT_TYPE("(u)"))) {
        g_autoptr(GVariant) seconds = g_variant_get_child_value(arguments, 0);
        GVariantDict dictionary;
        g_variant_dict_init(&dictionary, NULL);
        g_variant_dict_insert_value(&dictionary, "seconds", seconds);
        g_autoptr(GVariant) named = g_variant_ref_sink(g_variant_dict_end(&dictionary));
        _formd_object_event(FORMD_OBJECT(self->session), name, named);
    }
}

static void subscribe(Connection *self) {
    if (self->session_subscription != 0) return;
    g_main_context_push_thread_default(self->context);
    self->session_subscription = g_dbus_connection_signal_subscribe(
        self->bus, FORMD_NAME, FORMD_NAME ".Session", NULL, FORMD_OBJECT(self->session)->path, NULL,
        G_DBUS_SIGNAL_FLAGS_NONE, on_signal, g_atomic_rc_box_acquire(self), release);
    g_main_context_pop_thread_default(self->context);
}

static void open_form(Connection *self);

/* Whether the session may be reached later after this error, though formd is there. */
static gboolean may_pass(const GError *error) {
    return g_error_matches(error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT) ||
           g_error_matches(error, FORMD_ERROR, FORMD_ERROR_LIMIT_EXCEEDED) ||
           g_error_matches(error, FORMD_ERROR, FORMD_ERROR_PLUGIN_UNAVAILABLE);
}

static void reach_later(Connection *self, const GError *error) {
    schedule_longer(self);
    _formd_session_problem(self->session, error);
}

static void follow_failed(Connection *self, const GError *error) {
    if (self->task != NULL) {
        fail_to_open(self, error);
        return;
    }
    gboolean is_gone = g_error_matches(error, FORMD_ERROR, FORMD_ERROR_UNKNOWN_SESSION);
    if (_formd_error_is_unreached(error) || g_error_matches(error, FORMD_ERROR, FORMD_ERROR_DISCONNECTED)) {
        /* The next owner of formd's name, or the next connection, starts another attempt. */
    } else if (is_gone && self->opening->form != NULL) {
        if (self->recovery == NULL) self->recovery = _formd_recovery_new(self->session);
        open_form(self);
    } else if (is_gone || g_error_matches(error, FORMD_ERROR, FORMD_ERROR_STORE_UNAVAILABLE)) {
        if (self->attempt < G_N_ELEMENTS(attempts)) schedule(self, attempts[self->attempt++]);
        else end(self, "unreachable");
    } else if (g_error_matches(error, FORMD_ERROR, FORMD_ERROR_PROTOCOL)) {
        breach(self, error);
    } else if (may_pass(error)) {
        reach_later(self, error);
    } else {
        end(self, "unreachable");
    }
}

static void followed(GObject *bus, GAsyncResult *result, gpointer data) {
    Connection *self;
    g_autoptr(GError) error = NULL;
    g_autoptr(GVariant) state = answer(data, bus, result, &self, &error);
    guint64 revision = 0, known = self->session != NULL ? formd_session_get_revision(self->session) : 0;
    if (state != NULL) g_variant_get_child(state, 0, "t", &revision);
    /* Revisions never go back in one session, so another client has opened a lost session again. */
    if (revision < known && state != NULL && self->opening->form != NULL && self->recovery == NULL) {
        self->recovery = _formd_recovery_new(self->session);
    }
    guint interruption = self->interruption;
    if (state != NULL) self->is_following = TRUE;
    if (error != NULL || (state != NULL && !take_in(self, TRUE, state, &error))) {
        follow_failed(self, error);
    } else if (state != NULL && self->session != NULL && interruption == self->interruption) {
        /* No handler has given up the session, or run a main loop in which formd was lost. */
        self->delay = 0;
        if (self->recovery != NULL) restore(self);
        else ready(self);
    }
    release(self);
}

static void follow(Connection *self) {
    subscribe(self);
    call(self, FORMD_OBJECT(self->session)->path, FORMD_NAME ".Session", "Follow", g_variant_new("(a{sv})", NULL),
         FOLLOW_ANSWER, followed, ask(self));
}

static void opened(GObject *bus, GAsyncResult *result, gpointer data) {
    Connection *self;
    g_autoptr(GError) error = NULL;
    g_autoptr(GVariant) value = answer(data, bus, result, &self, &error);
    if (error != NULL) {
        gboolean is_away = _formd_error_is_unreached(error) ||
                           g_error_matches(error, FORMD_ERROR, FORMD_ERROR_DISCONNECTED);
        if (self->task != NULL) fail_to_open(self, error);
        else if (may_pass(error)) reach_later(self, error);
        else if (!is_away) end(self, "unreachable");
    } else if (value != NULL) {
        FormdObject *session = FORMD_OBJECT(self->session);
        const char *path;
        g_variant_get(value, "(&o)", &path);
        if (!g_str_has_prefix(path, FORMD_ROOT "/session/")) {
            g_autoptr(GError) wrong = g_error_new(FORMD_ERROR, FORMD_ERROR_PROTOCOL, "formd opened a session at %s", path);
            if (self->task != NULL) fail_to_open(self, wrong);
            else end(self, "unreachable");
        } else {
            if (session->path == NULL) session->path = g_strdup(path);
            follow(self);
        }
    }
    release(self);
}

/* Opens the session, or opens it again at its path. */
static void open_form(Connection *self) {
    const char *path = FORMD_OBJECT(self->session)->path;
    GVariantDict options;
    g_variant_dict_init(&options, self->opening->options);
    if (path != NULL) {
        g_variant_dict_insert(&options, "token", "s", strrchr(path, '/') + 1);
        g_variant_dict_insert(&options, "attach", "b", TRUE);
    }
    call(self, FORMD_ROOT, FORMD_NAME ".Manager", self->opening->is_definition ? "OpenDefinition" : "OpenSession",
         g_variant_new("(s@a{sv})", self->opening->form, g_variant_dict_end(&options)), "(o)", opened, ask(self));
}

static void begin(Connection *self) {
    if (self->session == NULL || self->has_ended || self->bus == NULL) return;
    FormdObject *session = FORMD_OBJECT(self->session);
    if (session->path == NULL) session->path = g_strdup(self->opening->path);
    if (session->path == NULL) open_form(self);
    else follow(self);
}

/* --- Restoring */

static void restored(Connection *self) {
    g_autoptr(Recovery) recovery = g_steal_pointer(&self->recovery);
    g_autoptr(FormdSession) session = g_object_ref(self->session);
    g_auto(GStrv) missing = _formd_recovery_missing(recovery);
    guint interruption = self->interruption;
    _formd_session_reopened(session, missing);
    if (self->session == NULL || interruption != self->interruption) return;
    _formd_recovery_restore_properties(recovery);
    ready(self);
}

/* Whether an error says that formd will not perform the transaction however often it is asked. */
static gboolean is_refusal(const GError *error) {
    return error->domain == FORMD_ERROR && error->code > FORMD_ERROR_PROTOCOL &&
           error->code != FORMD_ERROR_UNKNOWN_SESSION && error->code != FORMD_ERROR_STORE_UNAVAILABLE;
}

static void applied(GObject *bus, GAsyncResult *result, gpointer data) {
    Connection *self;
    g_autoptr(GError) error = NULL;
    g_autoptr(GVariant) value = answer(data, bus, result, &self, &error);
    if (g_error_matches(error, FORMD_ERROR, FORMD_ERROR_STALE_REVISION)) {
        /* Another client restores the session, or a user types. Some time later it is clear what is left. */
        schedule(self, (guint)g_random_int_range(20, 100));
    } else if (value != NULL || (error != NULL && is_refusal(error))) {
        _formd_recovery_note(self->recovery, error != NULL);
        restore(self);
    } else if (error != NULL) {
        follow_failed(self, error);
    }
    release(self);
}

/* Performs one transaction after the other. Each requires the revision for which it was made, so that of several clients
 * that have opened the session again only one restores a text, and what a user has typed meanwhile is kept. */
static void restore(Connection *self) {
    g_autoptr(GVariant) operations = _formd_recovery_next(self->recovery);
    if (operations == NULL) {
        restored(self);
        return;
    }
    GVariantDict options;
    g_variant_dict_init(&options, NULL);
    g_variant_dict_insert(&options, "ifRevision", "t", formd_session_get_revision(self->session));
    call(self, FORMD_OBJECT(self->session)->path, FORMD_NAME ".Session", "Apply",
         g_variant_new("(@a(sa{sv})@a{sv})", operations, g_variant_dict_end(&options)), "(t" CHANGES_TYPE ")", applied,
         ask(self));
}

/* --- The bus */

static void on_owner_changed(GDBusConnection *bus, const char *sender, const char *path, const char *interface,
                             const char *name, GVariant *arguments, gpointer data) {
    (void)bus, (void)sender, (void)path, (void)interface, (void)name;
    Connection *self = data;
    if (self->session == NULL || self->task != NULL) return;
    if (!g_variant_is_of_type(arguments, G_VARIANT_TYPE("(sss)"))) return;
    const char *owner;
    g_variant_get_child(arguments, 2, "&s", &owner);
    lost(self);
    if (owner[0] != '\0') begin(self);
}

static void on_closed(GDBusConnection *bus, gboolean is_remote, GError *error, gpointer data) {
    (void)bus, (void)is_remote, (void)error;
    Connection *self = data;
    g_atomic_rc_box_acquire(self);
    drop_bus(self);
    if (self->task != NULL) {
        g_autoptr(GError) failure = g_error_new_literal(FORMD_ERROR, FORMD_ERROR_DISCONNECTED, "the connection was closed");
        fail_to_open(self, failure);
    } else if (!self->has_ended) {
        lost(self);
        if (self->session != NULL) schedule_longer(self);
    }
    release(self);
}

static void on_connected(GObject *source, GAsyncResult *result, gpointer data) {
    (void)source;
    Connection *self = data;
    g_autoptr(GError) error = NULL;
    GDBusConnection *bus = g_dbus_connection_new_for_address_finish(result, &error);
    if (self->session == NULL) {
        g_clear_object(&bus);
    } else if (bus != NULL) {
        self->bus = bus;
        self->closed_handler = g_signal_connect(bus, "closed", G_CALLBACK(on_closed), self);
        g_main_context_push_thread_default(self->context);
        self->owner_subscription = g_dbus_connection_signal_subscribe(
            bus, "org.freedesktop.DBus", "org.freedesktop.DBus", "NameOwnerChanged", "/org/freedesktop/DBus",
            FORMD_NAME, G_DBUS_SIGNAL_FLAGS_NONE, on_owner_changed, g_atomic_rc_box_acquire(self), release);
        g_main_context_pop_thread_default(self->context);
        begin(self);
    } else if (self->task != NULL) {
        fail_to_open(self, error);
    } else {
        schedule_longer(self);
    }
    release(self);
}

static void connect_bus(Connection *self) {
    g_autoptr(GError) error = NULL;
    const char *address = self->opening->address;
    g_autofree char *found = NULL;
    if (address == NULL || strcmp(address, "session") == 0 || strcmp(address, "system") == 0) {
        GBusType type = g_strcmp0(address, "system") == 0 ? G_BUS_TYPE_SYSTEM : G_BUS_TYPE_SESSION;
        address = found = g_dbus_address_get_for_bus_sync(type, cancellable(self), &error);
    }
    if (address == NULL) {
        if (self->task != NULL) fail_to_open(self, error);
        else schedule_longer(self);
        return;
    }
    GDBusConnectionFlags flags =
        G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION;
    g_main_context_push_thread_default(self->context);
    g_dbus_connection_new_for_address(address, flags, NULL, cancellable(self), on_connected,
                                      g_atomic_rc_box_acquire(self));
    g_main_context_pop_thread_default(self->context);
}

void _formd_connection_open(Connection *self, GTask *task) {
    self->task = task;
    connect_bus(self);
}
