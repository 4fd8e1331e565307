#include "formd-private.h"

/* Restores a session that formd has lost and that was opened again: the number of rows in each group, the texts that the
 * user has changed, the focus, and what a program has set. Rows get new numbers then, and with them the fields in them new
 * names.
 *
 * `next` compares what was known with what there is now, so a restoration that was interrupted goes on, and what another
 * client has restored or a user has typed meanwhile is left alone. */

#define TEXTS_PER_TRANSACTION 200

typedef struct {
    char *name;
    char *value; /* NULL for a secret, whose text programs do not know */
    gboolean is_sent, is_done, is_refused;
} KnownText;

struct _Recovery {
    FormdSession *session;               /* not owned: the connection, which owns the recovery, ends first */
    GVariant *known[SESSION_PROPERTIES]; /* the session's properties as they were */
    GPtrArray *texts;                    /* of KnownText */
    GHashTable *refused;                 /* the groups whose rows cannot be as many as they were */
    char *group;                         /* to which the last transaction has added a row, or from which it removed one */
    gboolean is_one_by_one;              /* because a transaction with several texts was refused */
    gboolean has_focused;
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

/* The fields in the order of the form. */
static GPtrArray *fields_of(FormdSession *session) {
    GPtrArray *fields = g_ptr_array_new();
    GVariant *paths = formd_session_get_fields(session);
    gsize count = paths != NULL ? g_variant_n_children(paths) : 0;
    for (gsize index = 0; index < count; index++) {
        const char *path;
        g_variant_get_child(paths, index, "&o", &path);
        FormdField *field = formd_session_get_field(session, strrchr(path, '/') + 1);
        if (field != NULL) g_ptr_array_add(fields, field);
    }
    return fields;
}

/* Remembers the session as the user knows it. To be called before the new state is taken in. */
Recovery *_formd_recovery_new(FormdSession *session) {
    Recovery *self = g_new0(Recovery, 1);
    self->session = session;
    for (unsigned property = 0; property < SESSION_PROPERTIES; property++) {
        GVariant *value = _formd_object_variant(FORMD_OBJECT(session), property);
        self->known[property] = value != NULL ? g_variant_ref(value) : NULL;
    }
    self->refused = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    self->texts = g_ptr_array_new_with_free_func(free_known_text);
    g_autoptr(GPtrArray) fields = fields_of(session);
    for (guint index = 0; index < fields->len; index++) {
        FormdField *field = fields->pdata[index];
        if (!formd_field_get_modified(field) || formd_field_get_computed(field)) continue;
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
    for (unsigned property = 0; property < SESSION_PROPERTIES; property++) {
        g_clear_pointer(&self->known[property], g_variant_unref);
    }
    g_ptr_array_unref(self->texts);
    g_hash_table_unref(self->refused);
    g_free(self->group);
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

/* The operation that adds or removes a row; NULL if somebody has typed into the row to remove. */
static GVariant *row_operation(Recovery *self, const char *group, GVariant *present, gboolean is_added) {
    if (is_added) return g_variant_new_parsed("('AddRow', {'group': <%s>, 'position': <-1>})", group);
    guint last;
    g_variant_get_child(present, g_variant_n_children(present) - 1, "u", &last);
    g_autofree char *prefix = g_strdup_printf("%s_%u_", group, last);
    g_autoptr(GPtrArray) fields = fields_of(self->session);
    for (guint index = 0; index < fields->len; index++) {
        FormdField *field = fields->pdata[index];
        const char *name = formd_object_get_name(FORMD_OBJECT(field));
        if (g_str_has_prefix(name, prefix) && formd_field_get_modified(field)) return NULL;
    }
    return g_variant_new_parsed("('RemoveRow', {'group': <%s>, 'row': <%u>})", group, last);
}

/* How the names in each row began and begin. With `operation`, stops at the first group that has another number of rows,
 * and gets what to do about it. */
static GPtrArray *prefixes_of_rows(Recovery *self, GVariant **operation) {
    GPtrArray *prefixes = g_ptr_array_new_with_free_func(free_prefix);
    GVariant *groups = self->known[SESSION_GROUPS];
    gsize count = groups != NULL ? g_variant_n_children(groups) : 0;
    for (gsize index = 0; index < count; index++) {
        g_autoptr(GVariant) entry = g_variant_get_child_value(groups, index);
        const char *before;
        g_variant_get_child(entry, 0, "&s", &before);
        g_autoptr(GVariant) rows = g_variant_get_child_value(entry, 2);
        g_autofree char *now = present_name(prefixes, before);
        g_autoptr(GVariant) present = present_rows(self, now);
        if (present == NULL) continue;
        gsize known = g_variant_n_children(rows), there = g_variant_n_children(present);
        if (operation != NULL && known != there && !g_hash_table_contains(self->refused, now) &&
            (*operation = row_operation(self, now, present, there < known)) != NULL) {
            self->group = g_steal_pointer(&now);
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

/* The operations of the next transaction, for Apply; NULL if nothing is left. */
GVariant *_formd_recovery_next(Recovery *self) {
    GVariant *row = NULL;
    g_clear_pointer(&self->group, g_free);
    g_autoptr(GPtrArray) prefixes = prefixes_of_rows(self, &row);
    if (row != NULL) return g_variant_ref_sink(g_variant_new_array(NULL, &row, 1));
    GVariantBuilder operations;
    g_variant_builder_init(&operations, G_VARIANT_TYPE("a(sa{sv})"));
    guint count = 0, most = self->is_one_by_one ? 1 : TEXTS_PER_TRANSACTION;
    for (guint index = 0; index < self->texts->len; index++) {
        KnownText *known = self->texts->pdata[index];
        known->is_sent = FALSE;
        if (known->value == NULL || known->is_done || known->is_refused || count == most) continue;
        g_autofree char *name = present_name(prefixes, known->name);
        FormdField *field = formd_session_get_field(self->session, name);
        if (field == NULL || formd_field_get_modified(field)) continue;
        g_variant_builder_add_parsed(&operations,
            "('SetText', {'field': <%s>, 'text': <%s>, 'options': <{'validate': <false>}>})", name, known->value);
        known->is_sent = TRUE;
        count++;
    }
    GVariant *focus = self->known[SESSION_FOCUSED_FIELD];
    g_autofree char *name = present_name(prefixes, focus != NULL ? g_variant_get_string(focus, NULL) : "");
    if (count == 0 && !self->has_focused && formd_session_get_focused_field(self->session)[0] == '\0' &&
        formd_session_get_field(self->session, name) != NULL) {
        g_variant_builder_add_parsed(&operations, "('FocusField', {'field': <%s>})", name);
        count++;
    }
    g_autoptr(GVariant) all = g_variant_ref_sink(g_variant_builder_end(&operations));
    return count > 0 ? g_steal_pointer(&all) : NULL;
}

/* Notes that formd has performed the last transaction, or has refused it for good. */
void _formd_recovery_note(Recovery *self, gboolean is_refused) {
    guint sent = 0;
    for (guint index = 0; index < self->texts->len; index++) sent += ((KnownText *)self->texts->pdata[index])->is_sent;
    if (self->group != NULL) {
        if (is_refused) g_hash_table_add(self->refused, g_steal_pointer(&self->group));
    } else if (sent == 0) {
        self->has_focused = TRUE;
    } else if (is_refused && sent > 1) {
        self->is_one_by_one = TRUE;
    } else {
        for (guint index = 0; index < self->texts->len; index++) {
            KnownText *known = self->texts->pdata[index];
            if (known->is_sent) *(is_refused ? &known->is_refused : &known->is_done) = TRUE;
        }
    }
}

/* The present names of the fields whose texts are lost. */
GStrv _formd_recovery_missing(Recovery *self) {
    g_autoptr(GPtrArray) prefixes = prefixes_of_rows(self, NULL);
    g_autoptr(GStrvBuilder) names = g_strv_builder_new();
    for (guint index = 0; index < self->texts->len; index++) {
        KnownText *known = self->texts->pdata[index];
        g_autofree char *name = present_name(prefixes, known->name);
        FormdField *field = formd_session_get_field(self->session, name);
        gboolean is_unknown = known->value == NULL && field != NULL && formd_field_get_text(field)[0] == '\0';
        if (field == NULL || known->is_refused || is_unknown) g_strv_builder_add(names, name);
    }
    return g_strv_builder_end(names);
}

/* Sets what a program can set, such as the language, as it was. */
void _formd_recovery_restore_properties(Recovery *self) {
    FormdObject *session = FORMD_OBJECT(self->session);
    for (unsigned property = 0; property < SESSION_PROPERTIES; property++) {
        GVariant *before = self->known[property], *now = _formd_object_variant(session, property);
        if (!_formd_session_properties[property].is_writable || before == NULL) continue;
        if (now == NULL || !g_variant_equal(before, now)) _formd_object_write(session, property, before);
    }
}
