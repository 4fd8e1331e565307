#include "formd-private.h"

/* Restores a session that formd has lost and that was opened again: the number of rows in each group, the texts that the
 * user has changed, and the focus. Rows get new numbers then, and with them the fields in them new names. */

typedef struct {
    char *name;
    char *value; /* NULL for a secret, whose text programs do not know */
} KnownText;

struct _Recovery {
    FormdSession *session; /* not owned: the connection, which owns the recovery, ends first */
    GVariant *groups;      /* as they were; NULL in a form without groups */
    GPtrArray *texts;      /* of KnownText */
    char *focused;
};

typedef struct {
    char *before, *now; /* how the names in a row begin */
} Prefix;

static void free_known_text(gpointer data) {
    KnownText *known = data;
    g_free(known->name);
    g_free(known->value);
    g_free(known);
}

static void free_prefix(gpointer data) {
    Prefix *prefix = data;
    g_free(prefix->before);
    g_free(prefix->now);
    g_free(prefix);
}

/* Remembers the session as the user knows it. To be called before the new state is taken in. */
Recovery *_formd_recovery_new(FormdSession *session) {
    Recovery *self = g_new0(Recovery, 1);
    self->session = session;
    GVariant *groups = formd_session_get_groups(session);
    self->groups = groups != NULL ? g_variant_ref(groups) : NULL;
    self->focused = g_strdup(formd_session_get_focused_field(session));
    self->texts = g_ptr_array_new_with_free_func(free_known_text);
    GVariant *paths = formd_session_get_fields(session);
    gsize count = paths != NULL ? g_variant_n_children(paths) : 0;
    for (gsize index = 0; index < count; index++) {
        const char *path;
        g_variant_get_child(paths, index, "&o", &path);
        FormdField *field = formd_session_get_field(session, strrchr(path, '/') + 1);
        if (field == NULL || !formd_field_get_modified(field) || formd_field_get_computed(field)) continue;
        KnownText *known = g_new0(KnownText, 1);
        known->name = g_strdup(formd_object_get_name(FORMD_OBJECT(field)));
        const char *value = formd_field_get_value(field);
        gboolean is_known = value[0] != '\0' || formd_field_get_text(field)[0] == '\0';
        known->value = is_known ? g_strdup(value) : NULL;
        g_ptr_array_add(self->texts, known);
    }
    return self;
}

void _formd_recovery_free(Recovery *self) {
    g_clear_pointer(&self->groups, g_variant_unref);
    g_ptr_array_unref(self->texts);
    g_free(self->focused);
    g_free(self);
}

/* The present name of a field or a group. The names of inner rows follow those of the rows around them, so the last
 * match is the longest. */
static char *present_name(GPtrArray *prefixes, const char *name) {
    for (guint index = prefixes->len; index > 0; index--) {
        Prefix *prefix = prefixes->pdata[index - 1];
        if (g_str_has_prefix(name, prefix->before)) return g_strconcat(prefix->now, name + strlen(prefix->before), NULL);
    }
    return g_strdup(name);
}

static GVariant *present_rows(Recovery *self, const char *group) {
    GVariant *groups = formd_session_get_groups(self->session);
    gsize count = groups != NULL ? g_variant_n_children(groups) : 0;
    for (gsize index = 0; index < count; index++) {
        g_autoptr(GVariant) entry = g_variant_get_child_value(groups, index);
        const char *name;
        g_variant_get_child(entry, 0, "&s", &name);
        if (strcmp(name, group) == 0) return g_variant_get_child_value(entry, 2);
    }
    return NULL;
}

/* How the names in each row began and begin. With `group`, stops at the first group that has another number of rows. */
static GPtrArray *prefixes_of_rows(Recovery *self, char **group, gsize *wanted) {
    GPtrArray *prefixes = g_ptr_array_new_with_free_func(free_prefix);
    gsize count = self->groups != NULL ? g_variant_n_children(self->groups) : 0;
    for (gsize index = 0; index < count; index++) {
        g_autoptr(GVariant) entry = g_variant_get_child_value(self->groups, index);
        const char *before;
        g_variant_get_child(entry, 0, "&s", &before);
        g_autoptr(GVariant) rows = g_variant_get_child_value(entry, 2);
        g_autofree char *now = present_name(prefixes, before);
        g_autoptr(GVariant) present = present_rows(self, now);
        if (present == NULL) continue;
        gsize known = g_variant_n_children(rows), there = g_variant_n_children(present);
        if (group != NULL && known != there) {
            *group = g_steal_pointer(&now);
            *wanted = known;
            return prefixes;
        }
        for (gsize row = 0; row < MIN(known, there); row++) {
            guint number_before, number_now;
            g_variant_get_child(rows, row, "u", &number_before);
            g_variant_get_child(present, row, "u", &number_now);
            Prefix *prefix = g_new0(Prefix, 1);
            prefix->before = g_strdup_printf("%s_%u_", before, number_before);
            prefix->now = g_strdup_printf("%s_%u_", now, number_now);
            g_ptr_array_add(prefixes, prefix);
        }
    }
    return prefixes;
}

/* The next call that makes the rows as many as they were; FALSE if there is nothing left to do. */
gboolean _formd_recovery_next_row(Recovery *self, const char **method, GVariant **arguments) {
    g_autofree char *group = NULL;
    gsize wanted = 0;
    g_ptr_array_unref(prefixes_of_rows(self, &group, &wanted));
    if (group == NULL) return FALSE;
    g_autoptr(GVariant) present = present_rows(self, group);
    gsize there = g_variant_n_children(present);
    if (there < wanted) {
        *method = "AddRow";
        *arguments = g_variant_new("(si)", group, -1);
    } else {
        guint last;
        g_variant_get_child(present, there - 1, "u", &last);
        *method = "RemoveRow";
        *arguments = g_variant_new("(su)", group, last);
    }
    return TRUE;
}

/* The texts to restore, by the fields' present names: pairs of a name and a value, which is NULL for a secret. */
GPtrArray *_formd_recovery_texts(Recovery *self) {
    g_autoptr(GPtrArray) prefixes = prefixes_of_rows(self, NULL, NULL);
    GPtrArray *texts = g_ptr_array_new_with_free_func(g_free);
    for (guint index = 0; index < self->texts->len; index++) {
        KnownText *known = self->texts->pdata[index];
        g_ptr_array_add(texts, present_name(prefixes, known->name));
        g_ptr_array_add(texts, g_strdup(known->value));
    }
    return texts;
}

/* The present name of the field that had the focus; an empty text if none had it. */
char *_formd_recovery_focus(Recovery *self) {
    g_autoptr(GPtrArray) prefixes = prefixes_of_rows(self, NULL, NULL);
    return present_name(prefixes, self->focused);
}
