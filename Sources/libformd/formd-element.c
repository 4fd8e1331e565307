#include "formd-private.h"

static gboolean flag(GVariant *entry, const char *key) {
    gboolean value = FALSE;
    g_variant_lookup(entry, key, "b", &value);
    return value;
}

/* Takes in an entry of Structure, of the type a{sv}. A member with another type counts as missing. */
void _formd_element_update(FormdElement *self, GVariant *entry, FormdField *field) {
    guint depth = 0, page = 0, span = 12;
    const char *title = "";
    g_variant_lookup(entry, "depth", "u", &depth);
    g_variant_lookup(entry, "page", "u", &page);
    g_variant_lookup(entry, "span", "u", &span);
    g_variant_lookup(entry, "title", "&s", &title);
    _formd_element_set_depth(self, depth);
    _formd_element_set_page(self, page);
    _formd_element_set_span(self, CLAMP(span, 1, 12));
    _formd_element_set_visible(self, flag(entry, "visible"));
    _formd_element_set_can_add(self, flag(entry, "canAdd"));
    _formd_element_set_can_remove(self, flag(entry, "canRemove"));
    _formd_element_set_can_move(self, flag(entry, "canMove"));
    _formd_element_set_title(self, title);
    _formd_element_set_field(self, field);
}
