#include "formd-private.h"

/* The number of options that one call loads. */
#define PAGE_SIZE 100

static void load(FormdOption *self, guint index, const char *value, const char *label) {
    g_object_freeze_notify(G_OBJECT(self));
    _formd_option_set_loaded(self, TRUE);
    _formd_option_set_index(self, index);
    _formd_option_set_value(self, value);
    _formd_option_set_label(self, label);
    g_object_thaw_notify(G_OBJECT(self));
}

/**
 * FormdOptions:
 *
 * The options of a field as a list of [class@Formd.Option], which formd searches and which are loaded when they are
 * needed: a list of 50,000 options has its length at once, and loads 100 options around each that is asked for.
 */
struct _FormdOptions {
    GObject parent_instance;
    FormdField *field;
    char *filter;
    guint count;
    GHashTable *items;      /* by position */
    GHashTable *requested;  /* the pages */
    guint generation;       /* grows when all that was loaded is out of date */
    guint loading;          /* calls without an answer */
};

struct _FormdOptionsClass {
    GObjectClass parent_class;
};

static GType get_item_type(GListModel *model) {
    (void)model;
    return FORMD_TYPE_OPTION;
}

static guint get_n_items(GListModel *model) { return FORMD_OPTIONS(model)->count; }

static gpointer get_item(GListModel *model, guint position);

static void list_model_init(GListModelInterface *interface) {
    interface->get_item_type = get_item_type;
    interface->get_n_items = get_n_items;
    interface->get_item = get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE(FormdOptions, formd_options, G_TYPE_OBJECT,
                              G_IMPLEMENT_INTERFACE(G_TYPE_LIST_MODEL, list_model_init))

enum { NONE, FIELD, FILTER, LOADING, PROPERTIES };
static GParamSpec *specs[PROPERTIES];

typedef struct {
    GWeakRef options;
    guint generation, page;
} Request;

static void set_loading(FormdOptions *self, int change) {
    gboolean was = self->loading > 0;
    self->loading = (guint)((int)self->loading + change);
    if (was != (self->loading > 0)) g_object_notify_by_pspec(G_OBJECT(self), specs[LOADING]);
}

static gboolean is_behind(gpointer position, gpointer option, gpointer total) {
    (void)option;
    return GPOINTER_TO_UINT(position) >= *(guint *)total;
}

/* Takes in a page. The first page of a list that was filtered again also tells how long the list is. */
static void answered(GObject *field, GAsyncResult *result, gpointer data) {
    Request *request = data;
    g_autoptr(FormdOptions) self = g_weak_ref_get(&request->options);
    guint generation = request->generation, page = request->page;
    g_weak_ref_clear(&request->options);
    g_free(request);
    g_autoptr(GVariant) answer = formd_object_call_finish(FORMD_OBJECT(field), result, NULL);
    if (self == NULL) return;
    set_loading(self, -1);
    if (generation != self->generation) return;
    if (answer == NULL || !g_variant_is_of_type(answer, G_VARIANT_TYPE("(ua(uss))"))) {
        /* The page is asked for again when one of its options is. */
        g_hash_table_remove(self->requested, GUINT_TO_POINTER(page));
        return;
    }
    guint total, index, position = page * PAGE_SIZE;
    const char *value, *label;
    g_autoptr(GVariantIter) options = NULL;
    g_variant_get(answer, "(ua(uss))", &total, &options);
    guint before = self->count;
    self->count = total;
    if (total < before) g_hash_table_foreach_remove(self->items, is_behind, &total);
    while (position < MIN((page + 1) * PAGE_SIZE, total) &&
           g_variant_iter_next(options, "(u&s&s)", &index, &value, &label)) {
        FormdOption *option = g_hash_table_lookup(self->items, GUINT_TO_POINTER(position));
        if (option == NULL) {
            option = g_object_new(FORMD_TYPE_OPTION, NULL);
            g_hash_table_insert(self->items, GUINT_TO_POINTER(position), option);
        }
        load(option, index, value, label);
        position++;
    }
    if (total > before) g_list_model_items_changed(G_LIST_MODEL(self), before, 0, total - before);
    if (total < before) g_list_model_items_changed(G_LIST_MODEL(self), total, before - total, 0);
}

static void request_page(FormdOptions *self, guint page) {
    if (!g_hash_table_add(self->requested, GUINT_TO_POINTER(page))) return;
    Request *request = g_new0(Request, 1);
    g_weak_ref_init(&request->options, self);
    request->generation = self->generation;
    request->page = page;
    set_loading(self, 1);
    GVariant *arguments = g_variant_new("(suu)", self->filter, page * PAGE_SIZE, PAGE_SIZE);
    formd_object_call_async(FORMD_OBJECT(self->field), "ListOptions", arguments, NULL, answered, request);
}

static gpointer get_item(GListModel *model, guint position) {
    FormdOptions *self = FORMD_OPTIONS(model);
    if (position >= self->count) return NULL;
    FormdOption *option = g_hash_table_lookup(self->items, GUINT_TO_POINTER(position));
    if (option == NULL) {
        option = g_object_new(FORMD_TYPE_OPTION, NULL);
        g_hash_table_insert(self->items, GUINT_TO_POINTER(position), option);
    }
    if (!formd_option_get_loaded(option)) request_page(self, position / PAGE_SIZE);
    return g_object_ref(option);
}

/* Forgets everything. The length of a filtered list is not known before its first page. */
static void reload(FormdOptions *self) {
    guint before = self->count;
    self->generation++;
    g_hash_table_remove_all(self->items);
    g_hash_table_remove_all(self->requested);
    self->count = self->filter[0] == '\0' ? formd_field_get_option_count(self->field) : 0;
    g_list_model_items_changed(G_LIST_MODEL(self), 0, before, self->count);
    if (self->filter[0] != '\0') request_page(self, 0);
}

static void get_property(GObject *object, guint property, GValue *value, GParamSpec *spec) {
    FormdOptions *self = FORMD_OPTIONS(object);
    switch (property) {
    case FIELD: g_value_set_object(value, self->field); break;
    case FILTER: g_value_set_string(value, self->filter); break;
    case LOADING: g_value_set_boolean(value, self->loading > 0); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, property, spec);
    }
}

static void set_property(GObject *object, guint property, const GValue *value, GParamSpec *spec) {
    FormdOptions *self = FORMD_OPTIONS(object);
    switch (property) {
    case FIELD: self->field = g_value_dup_object(value); break;
    case FILTER: formd_options_set_filter(self, g_value_get_string(value)); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, property, spec);
    }
}

static void constructed(GObject *object) {
    FormdOptions *self = FORMD_OPTIONS(object);
    G_OBJECT_CLASS(formd_options_parent_class)->constructed(object);
    if (self->field == NULL) return;
    self->count = formd_field_get_option_count(self->field);
    /* Other options, or the same in another language. */
    g_signal_connect_object(self->field, "notify::options", G_CALLBACK(reload), self, G_CONNECT_SWAPPED);
    g_signal_connect_object(self->field, "notify::option-count", G_CALLBACK(reload), self, G_CONNECT_SWAPPED);
}

static void finalize(GObject *object) {
    FormdOptions *self = FORMD_OPTIONS(object);
    g_clear_object(&self->field);
    g_free(self->filter);
    g_hash_table_unref(self->items);
    g_hash_table_unref(self->requested);
    G_OBJECT_CLASS(formd_options_parent_class)->finalize(object);
}

static void formd_options_init(FormdOptions *self) {
    self->filter = g_strdup("");
    self->items = g_hash_table_new_full(NULL, NULL, NULL, g_object_unref);
    self->requested = g_hash_table_new(NULL, NULL);
}

static void formd_options_class_init(FormdOptionsClass *class) {
    GObjectClass *object_class = G_OBJECT_CLASS(class);
    object_class->get_property = get_property;
    object_class->set_property = set_property;
    object_class->constructed = constructed;
    object_class->finalize = finalize;
    GParamFlags flags = G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;
    /**
     * FormdOptions:field: (getter get_field)
     *
     * The field whose options these are.
     */
    specs[FIELD] = g_param_spec_object("field", NULL, NULL, FORMD_TYPE_FIELD,
                                       flags | G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY);
    /**
     * FormdOptions:filter: (getter get_filter) (setter set_filter)
     *
     * The list has only the options whose labels contain this text, regardless of case.
     */
    specs[FILTER] = g_param_spec_string("filter", NULL, NULL, "", flags | G_PARAM_READWRITE);
    /**
     * FormdOptions:loading: (getter get_loading)
     *
     * Whether options are being loaded.
     */
    specs[LOADING] = g_param_spec_boolean("loading", NULL, NULL, FALSE, flags | G_PARAM_READABLE);
    g_object_class_install_properties(object_class, PROPERTIES, specs);
}

/**
 * formd_options_new:
 * @field: a field
 *
 * Returns: (transfer full): the options of the field
 */
FormdOptions *formd_options_new(FormdField *field) {
    g_return_val_if_fail(FORMD_IS_FIELD(field), NULL);
    return g_object_new(FORMD_TYPE_OPTIONS, "field", field, NULL);
}

/**
 * formd_options_get_field: (get-property field)
 * @self: options
 *
 * Returns: (transfer none): the field
 */
FormdField *formd_options_get_field(FormdOptions *self) {
    g_return_val_if_fail(FORMD_IS_OPTIONS(self), NULL);
    return self->field;
}

/**
 * formd_options_get_filter: (get-property filter)
 * @self: options
 *
 * Returns: the text that the labels contain
 */
const char *formd_options_get_filter(FormdOptions *self) {
    g_return_val_if_fail(FORMD_IS_OPTIONS(self), NULL);
    return self->filter;
}

/**
 * formd_options_set_filter: (set-property filter)
 * @self: options
 * @filter: (nullable): at most 256 characters, which are looked for regardless of case
 *
 * Searches the options. The list is empty until formd has answered.
 */
void formd_options_set_filter(FormdOptions *self, const char *filter) {
    g_return_if_fail(FORMD_IS_OPTIONS(self));
    if (filter == NULL) filter = "";
    if (strcmp(self->filter, filter) == 0) return;
    g_free(self->filter);
    self->filter = g_utf8_substring(filter, 0, MIN(g_utf8_strlen(filter, -1), 256));
    reload(self);
    g_object_notify_by_pspec(G_OBJECT(self), specs[FILTER]);
}

/**
 * formd_options_get_loading: (get-property loading)
 * @self: options
 *
 * Returns: whether options are being loaded
 */
gboolean formd_options_get_loading(FormdOptions *self) {
    g_return_val_if_fail(FORMD_IS_OPTIONS(self), FALSE);
    return self->loading > 0;
}
