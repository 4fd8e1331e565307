#include "formd-private.h"

#define BROKEN(...) return (g_set_error(error, FORMD_ERROR, FORMD_ERROR_PROTOCOL, __VA_ARGS__), FALSE)

/* Whether the property Fields lists exactly these fields. */
static gboolean lists(GVariant *paths, GHashTable *names, GError **error) {
    gsize count = paths != NULL ? g_variant_n_children(paths) : 0;
    g_autoptr(GHashTable) listed = g_hash_table_new(g_str_hash, g_str_equal);
    for (gsize index = 0; index < count; index++) {
        const char *path;
        g_variant_get_child(paths, index, "&o", &path);
        const char *name = strrchr(path, '/') + 1;
        if (!g_hash_table_contains(names, name)) BROKEN("Fields lists \"%.80s\", of which formd has sent nothing", name);
        g_hash_table_add(listed, (gpointer)name);
    }
    guint there = g_hash_table_size(names), known = g_hash_table_size(listed);
    if (known != there) BROKEN("formd has sent %u fields, of which Fields lists %u", there, known);
    return TRUE;
}

/* Whether a transaction follows the contract: types of properties, names, the revision, and which fields there are after it.
 * `known` are the session's fields; NULL if the transaction is the whole state, which does not depend on them. */
gboolean _formd_transaction_is_consistent(FormdSession *session, GHashTable *known, guint64 revision, GVariant *changes,
                                          GVariant *removed, GError **error) {
    if (known != NULL && revision < formd_session_get_revision(session)) {
        BROKEN("revision %" G_GUINT64_FORMAT " came after a later one", revision);
    }
    g_autoptr(GTypeClass) field_class = g_type_class_ref(FORMD_TYPE_FIELD);
    FormdObjectClass *classes[] = {(gpointer)field_class, (gpointer)G_OBJECT_GET_CLASS(session)};
    g_autoptr(GHashTable) mentioned = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GVariant) fields = NULL;
    gboolean has_other_fields = known == NULL || g_variant_n_children(removed) > 0;
    GVariantIter objects;
    const char *name;
    GVariantIter *properties;
    g_variant_iter_init(&objects, changes);
    while (g_variant_iter_next(&objects, "(&sa{sv})", &name, &properties)) {
        g_autoptr(GVariantIter) owned = properties;
        g_autofree char *path = g_strconcat("/", name, NULL);
        gboolean is_session = name[0] == '\0';
        if (!is_session && (!g_variant_is_object_path(path) || strchr(name, '/') != NULL)) {
            BROKEN("formd sent a field with the name \"%.80s\"", name);
        }
        if (!is_session) g_hash_table_add(mentioned, (gpointer)name);
        if (known != NULL && !is_session && !g_hash_table_contains(known, name)) has_other_fields = TRUE;
        g_autoptr(GVariant) value = NULL;
        const char *property;
        while (g_variant_iter_next(owned, "{&sv}", &property, &value)) {
            if (!_formd_object_class_accepts(classes[is_session], property, value, error)) return FALSE;
            if (is_session && strcmp(property, "Fields") == 0) {
                g_clear_pointer(&fields, g_variant_unref);
                fields = g_variant_ref(value);
                has_other_fields = TRUE;
            }
            g_clear_pointer(&value, g_variant_unref);
        }
    }
    if (!has_other_fields) return TRUE;
    g_autoptr(GHashTable) gone = g_hash_table_new(g_str_hash, g_str_equal);
    g_variant_iter_init(&objects, removed);
    while (known != NULL && g_variant_iter_loop(&objects, "&s", &name)) {
        if (!g_hash_table_contains(known, name)) BROKEN("the unknown field \"%.80s\" was removed", name);
        g_hash_table_add(gone, (gpointer)name);
    }
    GHashTableIter iterator;
    if (known != NULL) g_hash_table_iter_init(&iterator, known);
    while (known != NULL && g_hash_table_iter_next(&iterator, (gpointer *)&name, NULL)) {
        if (!g_hash_table_contains(gone, name)) g_hash_table_add(mentioned, (gpointer)name);
    }
    return lists(fields != NULL || known == NULL ? fields : formd_session_get_fields(session), mentioned, error);
}
