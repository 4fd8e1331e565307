#include "formd-private.h"

/**
 * FormdElement:
 *
 * An element of a form: a field, a note, the heading of a section, a group of rows, a row or a review. The session is the
 * list of its elements from top to bottom. An element stays the same object as long as it is part of the form.
 */
struct _FormdElement {
    GObject parent_instance;
    char *kind, *id, *title;
    guint depth, page, span;
    gboolean visible, can_add, can_remove, can_move;
    FormdField *field;
};

struct _FormdElementClass {
    GObjectClass parent_class;
};

G_DEFINE_FINAL_TYPE(FormdElement, formd_element, G_TYPE_OBJECT)

enum { NONE, KIND, ID, TITLE, DEPTH, PAGE, SPAN, VISIBLE, CAN_ADD, CAN_REMOVE, CAN_MOVE, FIELD, PROPERTIES };
static GParamSpec *specs[PROPERTIES];

static void get_property(GObject *object, guint property, GValue *value, GParamSpec *spec) {
    FormdElement *self = FORMD_ELEMENT(object);
    switch (property) {
    case KIND: g_value_set_string(value, self->kind); break;
    case ID: g_value_set_string(value, self->id); break;
    case TITLE: g_value_set_string(value, self->title); break;
    case DEPTH: g_value_set_uint(value, self->depth); break;
    case PAGE: g_value_set_uint(value, self->page); break;
    case SPAN: g_value_set_uint(value, self->span); break;
    case VISIBLE: g_value_set_boolean(value, self->visible); break;
    case CAN_ADD: g_value_set_boolean(value, self->can_add); break;
    case CAN_REMOVE: g_value_set_boolean(value, self->can_remove); break;
    case CAN_MOVE: g_value_set_boolean(value, self->can_move); break;
    case FIELD: g_value_set_object(value, self->field); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, property, spec);
    }
}

static void finalize(GObject *object) {
    FormdElement *self = FORMD_ELEMENT(object);
    g_free(self->kind);
    g_free(self->id);
    g_free(self->title);
    g_clear_object(&self->field);
    G_OBJECT_CLASS(formd_element_parent_class)->finalize(object);
}

static void formd_element_init(FormdElement *self) { (void)self; }

static void formd_element_class_init(FormdElementClass *class) {
    GObjectClass *object_class = G_OBJECT_CLASS(class);
    object_class->get_property = get_property;
    object_class->finalize = finalize;
    GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;
    /**
     * FormdElement:kind: (getter get_kind)
     *
     * `field`, `note`, `section`, `group`, `row`, `review` or `end`.
     */
    specs[KIND] = g_param_spec_string("kind", NULL, NULL, NULL, flags);
    /**
     * FormdElement:id: (getter get_id)
     *
     * The field's name, the section's or group's identifier, or GROUP_ROW.
     */
    specs[ID] = g_param_spec_string("id", NULL, NULL, NULL, flags);
    /**
     * FormdElement:title: (getter get_title)
     *
     * The title of a section or review, or the label of a group or row; empty if there is none.
     */
    specs[TITLE] = g_param_spec_string("title", NULL, NULL, NULL, flags);
    /**
     * FormdElement:depth: (getter get_depth)
     *
     * The number of sections, groups and rows that contain the element.
     */
    specs[DEPTH] = g_param_spec_uint("depth", NULL, NULL, 0, G_MAXUINT, 0, flags);
    /**
     * FormdElement:page: (getter get_page)
     *
     * The index of the page; 0 in a form without pages.
     */
    specs[PAGE] = g_param_spec_uint("page", NULL, NULL, 0, G_MAXUINT, 0, flags);
    /**
     * FormdElement:span: (getter get_span)
     *
     * The width: 1 to 12 columns of twelve.
     */
    specs[SPAN] = g_param_spec_uint("span", NULL, NULL, 0, G_MAXUINT, 0, flags);
    /**
     * FormdElement:visible: (getter get_visible)
     *
     * Whether the element is part of the form at present.
     */
    specs[VISIBLE] = g_param_spec_boolean("visible", NULL, NULL, FALSE, flags);
    /**
     * FormdElement:can-add: (getter get_can_add)
     *
     * Whether a row can be added to the group.
     */
    specs[CAN_ADD] = g_param_spec_boolean("can-add", NULL, NULL, FALSE, flags);
    /**
     * FormdElement:can-remove: (getter get_can_remove)
     *
     * Whether the row can be removed.
     */
    specs[CAN_REMOVE] = g_param_spec_boolean("can-remove", NULL, NULL, FALSE, flags);
    /**
     * FormdElement:can-move: (getter get_can_move)
     *
     * Whether the row can be moved.
     */
    specs[CAN_MOVE] = g_param_spec_boolean("can-move", NULL, NULL, FALSE, flags);
    /**
     * FormdElement:field: (getter get_field)
     *
     * The field of a `field`, `note` or `end`; otherwise %NULL.
     */
    specs[FIELD] = g_param_spec_object("field", NULL, NULL, FORMD_TYPE_FIELD, flags);
    g_object_class_install_properties(object_class, PROPERTIES, specs);
}

FormdElement *_formd_element_new(const char *kind, const char *identifier) {
    FormdElement *self = g_object_new(FORMD_TYPE_ELEMENT, NULL);
    self->kind = g_strdup(kind);
    self->id = g_strdup(identifier);
    return self;
}

static void set_number(FormdElement *self, guint *member, guint value, unsigned property) {
    if (*member == value) return;
    *member = value;
    g_object_notify_by_pspec(G_OBJECT(self), specs[property]);
}

static void set_flag(FormdElement *self, GVariant *entry, const char *key, gboolean *member, unsigned property) {
    gboolean value = FALSE;
    g_variant_lookup(entry, key, "b", &value);
    if (*member == value) return;
    *member = value;
    g_object_notify_by_pspec(G_OBJECT(self), specs[property]);
}

/* Takes in an entry of Structure, of the type a{sv}. A member with another type counts as missing. */
void _formd_element_update(FormdElement *self, GVariant *entry, FormdField *field) {
    guint depth = 0, page = 0, span = 12;
    const char *title = "";
    g_variant_lookup(entry, "depth", "u", &depth);
    g_variant_lookup(entry, "page", "u", &page);
    g_variant_lookup(entry, "span", "u", &span);
    g_variant_lookup(entry, "title", "&s", &title);
    set_number(self, &self->depth, depth, DEPTH);
    set_number(self, &self->page, page, PAGE);
    set_number(self, &self->span, CLAMP(span, 1, 12), SPAN);
    set_flag(self, entry, "visible", &self->visible, VISIBLE);
    set_flag(self, entry, "canAdd", &self->can_add, CAN_ADD);
    set_flag(self, entry, "canRemove", &self->can_remove, CAN_REMOVE);
    set_flag(self, entry, "canMove", &self->can_move, CAN_MOVE);
    if (g_strcmp0(self->title, title) != 0) {
        g_free(self->title);
        self->title = g_strdup(title);
        g_object_notify_by_pspec(G_OBJECT(self), specs[TITLE]);
    }
    if (g_set_object(&self->field, field)) g_object_notify_by_pspec(G_OBJECT(self), specs[FIELD]);
}

/**
 * formd_element_get_kind: (get-property kind)
 * @self: an element
 *
 * Returns: `field`, `note`, `section`, `group`, `row`, `review` or `end`
 */
const char *formd_element_get_kind(FormdElement *self) {
    g_return_val_if_fail(FORMD_IS_ELEMENT(self), NULL);
    return self->kind;
}

/**
 * formd_element_get_id: (get-property id)
 * @self: an element
 *
 * Returns: the field's name, the section's or group's identifier, or GROUP_ROW
 */
const char *formd_element_get_id(FormdElement *self) {
    g_return_val_if_fail(FORMD_IS_ELEMENT(self), NULL);
    return self->id;
}

/**
 * formd_element_get_title: (get-property title)
 * @self: an element
 *
 * Returns: the title of a section or review, or the label of a group or row; empty if there is none
 */
const char *formd_element_get_title(FormdElement *self) {
    g_return_val_if_fail(FORMD_IS_ELEMENT(self), NULL);
    return self->title;
}

/**
 * formd_element_get_depth: (get-property depth)
 * @self: an element
 *
 * Returns: the number of sections, groups and rows that contain the element
 */
guint formd_element_get_depth(FormdElement *self) {
    g_return_val_if_fail(FORMD_IS_ELEMENT(self), 0);
    return self->depth;
}

/**
 * formd_element_get_page: (get-property page)
 * @self: an element
 *
 * Returns: the index of the page; 0 in a form without pages
 */
guint formd_element_get_page(FormdElement *self) {
    g_return_val_if_fail(FORMD_IS_ELEMENT(self), 0);
    return self->page;
}

/**
 * formd_element_get_span: (get-property span)
 * @self: an element
 *
 * Returns: the width: 1 to 12 columns of twelve
 */
guint formd_element_get_span(FormdElement *self) {
    g_return_val_if_fail(FORMD_IS_ELEMENT(self), 0);
    return self->span;
}

/**
 * formd_element_get_visible: (get-property visible)
 * @self: an element
 *
 * Returns: whether the element is part of the form at present
 */
gboolean formd_element_get_visible(FormdElement *self) {
    g_return_val_if_fail(FORMD_IS_ELEMENT(self), FALSE);
    return self->visible;
}

/**
 * formd_element_get_can_add: (get-property can-add)
 * @self: an element
 *
 * Returns: whether a row can be added to the group
 */
gboolean formd_element_get_can_add(FormdElement *self) {
    g_return_val_if_fail(FORMD_IS_ELEMENT(self), FALSE);
    return self->can_add;
}

/**
 * formd_element_get_can_remove: (get-property can-remove)
 * @self: an element
 *
 * Returns: whether the row can be removed
 */
gboolean formd_element_get_can_remove(FormdElement *self) {
    g_return_val_if_fail(FORMD_IS_ELEMENT(self), FALSE);
    return self->can_remove;
}

/**
 * formd_element_get_can_move: (get-property can-move)
 * @self: an element
 *
 * Returns: whether the row can be moved
 */
gboolean formd_element_get_can_move(FormdElement *self) {
    g_return_val_if_fail(FORMD_IS_ELEMENT(self), FALSE);
    return self->can_move;
}

/**
 * formd_element_get_field: (get-property field)
 * @self: an element
 *
 * Returns: (transfer none) (nullable): the field of a `field`, `note` or `end`; otherwise %NULL
 */
FormdField *formd_element_get_field(FormdElement *self) {
    g_return_val_if_fail(FORMD_IS_ELEMENT(self), NULL);
    return self->field;
}
