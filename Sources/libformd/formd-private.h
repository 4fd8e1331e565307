#pragma once

/* What the library's files share. Nothing here is exported. */

#include "formd.h"

#include <string.h>

#define FORMD_NAME "org.formd.Forms1"
#define FORMD_ROOT "/org/formd/Forms1"

typedef struct {
    const char *name;      /* in the contract */
    const char *dashed;    /* as a GObject property */
    const char *signature; /* of D-Bus */
    gboolean is_writable;
} FormdProperty;

#include "formd-property-table.h"

/* --- Errors */

gboolean _formd_error_is_unreached(const GError *error);
void _formd_error_translate(GError *error);

/* --- Objects */

struct _FormdObject {
    GObject parent_instance;
    FormdSession *session; /* not owned; NULL once the session is disposed of */
    char *name;            /* "" for the session and the keyboard */
    char *path;            /* NULL before the session is open */
    GVariant **values;     /* by index in the table of properties; NULL if unknown */
};

struct _FormdObjectClass {
    GObjectClass parent_class;
    const FormdProperty *properties;
    unsigned count;
    GParamSpec **specs;
    const char *interface;
};

void _formd_object_class_install(FormdObjectClass *class, const char *interface, const FormdProperty *properties,
                                 unsigned count);
gboolean _formd_object_class_accepts(FormdObjectClass *class, const char *name, GVariant *value, GError **error);
gsize _formd_object_size(FormdObject *self);
gboolean _formd_object_store(FormdObject *self, const char *name, GVariant *value);
GVariant *_formd_object_variant(FormdObject *self, unsigned property);
const char *_formd_object_string(FormdObject *self, unsigned property);
gboolean _formd_object_boolean(FormdObject *self, unsigned property);
guint _formd_object_uint32(FormdObject *self, unsigned property);
int _formd_object_int32(FormdObject *self, unsigned property);
guint64 _formd_object_uint64(FormdObject *self, unsigned property);
double _formd_object_double(FormdObject *self, unsigned property);
const char **_formd_object_strv(FormdObject *self, unsigned property);
void _formd_object_write(FormdObject *self, unsigned property, GVariant *value);
void _formd_object_send(FormdObject *self, const char *method, GVariant *arguments);
void _formd_object_event(FormdObject *self, const char *name, GVariant *arguments);

FormdField *_formd_field_new(FormdSession *session, const char *name, char *path);

/* --- Elements */

void _formd_element_update(FormdElement *self, GVariant *entry, FormdField *field);

/* --- The session's state (formd-session.c) */

#define CHANGES_TYPE "a(sa{sv})"

gboolean _formd_session_take_in(FormdSession *self, gboolean is_whole, guint64 revision, GVariant *changes,
                                GVariant *removed, GVariant *events, GError **error);
void _formd_session_set_connected(FormdSession *self, gboolean is_connected);
void _formd_session_set_responsive(FormdSession *self, gboolean is_responsive);
void _formd_session_end(FormdSession *self, const char *reason);
void _formd_session_refused(FormdSession *self, FormdObject *object, const char *method, const GError *error);
void _formd_session_reopened(FormdSession *self, GStrv missing);
void _formd_session_problem(FormdSession *self, const GError *problem);

gboolean _formd_transaction_is_consistent(FormdSession *session, GHashTable *known, guint64 revision, GVariant *changes,
                                          GVariant *removed, GError **error);

/* --- The session's connection (formd-connection.c) */

typedef struct _Connection Connection;

typedef struct {
    char *address;
    char *form;        /* or a definition; NULL to attach */
    gboolean is_definition;
    char *path;        /* to attach */
    GVariant *options; /* a{sv} */
} Opening;

Connection *_formd_connection_new(FormdSession *session, Opening *opening);
void _formd_connection_open(Connection *self, GTask *task);
void _formd_connection_dispose(Connection *self);
void _formd_connection_call(Connection *self, FormdObject *object, const char *interface, const char *method,
                            GVariant *arguments, GTask *task);
Connection *_formd_session_connection(FormdSession *self);

/* --- Opening again (formd-recovery.c) */

typedef struct _Recovery Recovery;

Recovery *_formd_recovery_new(FormdSession *session);
void _formd_recovery_free(Recovery *self);
GVariant *_formd_recovery_next(Recovery *self);
void _formd_recovery_note(Recovery *self, gboolean is_refused);
GStrv _formd_recovery_missing(Recovery *self);
void _formd_recovery_restore_properties(Recovery *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Recovery, _formd_recovery_free)
