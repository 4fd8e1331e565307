#include "formd-gtk-private.h"

#include <json-glib/json-glib.h>
#include <math.h>

/* A number between bounds as a GtkScale. Its bounds and step are in the form's definition only, which is loaded once the
 * slider is shown. */

typedef struct {
    FormdField *field;
    GtkWidget *scale;
    double least, step;
    double wanted;    /* the value after the steps that formd has not answered */
    guint unanswered; /* steps */
    gboolean is_loaded;
} Slider;

static void free_slider(gpointer data) {
    Slider *self = data;
    g_object_unref(self->field);
    g_free(self);
}

/* A number, or a string with one. */
static gboolean number_of(JsonObject *object, const char *key, double *number) {
    JsonNode *node = json_object_get_member(object, key);
    if (node == NULL || !JSON_NODE_HOLDS_VALUE(node)) return FALSE;
    const char *text = json_node_get_value_type(node) == G_TYPE_STRING ? json_node_get_string(node) : NULL;
    *number = text != NULL ? g_ascii_strtod(text, NULL) : json_node_get_double(node);
    return isfinite(*number);
}

/* The input of the field with this name. A field in a row has the names and numbers of its groups before its own. */
static JsonObject *find_input(JsonNode *node, const char *name) {
    if (JSON_NODE_HOLDS_ARRAY(node)) {
        JsonArray *array = json_node_get_array(node);
        for (guint index = 0; index < json_array_get_length(array); index++) {
            JsonObject *found = find_input(json_array_get_element(array, index), name);
            if (found != NULL) return found;
        }
    }
    if (!JSON_NODE_HOLDS_OBJECT(node)) return NULL;
    JsonObject *object = json_node_get_object(node);
    JsonNode *identifier = json_object_get_member(object, "id"), *input = json_object_get_member(object, "input");
    const char *id = identifier != NULL && JSON_NODE_HOLDS_VALUE(identifier) ? json_node_get_string(identifier) : NULL;
    if (id != NULL && input != NULL && JSON_NODE_HOLDS_OBJECT(input)) {
        gsize length = strlen(name), own = strlen(id);
        gboolean ends = length > own && name[length - own - 1] == '_' && g_str_has_suffix(name, id);
        if (strcmp(id, name) == 0 || ends) return json_node_get_object(input);
    }
    /* Fields, sections and groups are in arrays. */
    JsonNode *fields = json_object_get_member(object, "fields");
    return fields != NULL ? find_input(fields, name) : NULL;
}

static void update_slider(GtkWidget *scale) {
    Slider *self = g_object_get_data(G_OBJECT(scale), "formd-slider");
    const char *value = formd_field_get_value(self->field);
    if (self->is_loaded && self->unanswered == 0) gtk_range_set_value(GTK_RANGE(scale), value[0] != '\0' ? g_ascii_strtod(value, NULL) : self->least);
    gtk_accessible_update_property(GTK_ACCESSIBLE(scale), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT,
                                   formd_field_get_text(self->field), -1);
}

static void defined(GObject *session, GAsyncResult *result, gpointer data) {
    g_autoptr(GtkWidget) scale = data;
    Slider *self = g_object_get_data(G_OBJECT(scale), "formd-slider");
    g_autoptr(GVariant) answer = formd_object_call_finish(FORMD_OBJECT(session), result, NULL);
    g_autoptr(JsonParser) parser = json_parser_new();
    if (answer == NULL || !g_variant_is_of_type(answer, G_VARIANT_TYPE("(s)"))) return;
    const char *definition;
    g_variant_get(answer, "(&s)", &definition);
    if (!json_parser_load_from_data(parser, definition, -1, NULL) || json_parser_get_root(parser) == NULL) return;
    JsonObject *input = find_input(json_parser_get_root(parser), formd_object_get_name(FORMD_OBJECT(self->field)));
    double most;
    if (input == NULL || !number_of(input, "min", &self->least) || !number_of(input, "max", &most)) return;
    if (!number_of(input, "step", &self->step) || self->step <= 0) self->step = 1;
    if (self->least >= most) return;
    self->is_loaded = TRUE;
    gtk_range_set_range(GTK_RANGE(scale), self->least, most);
    gtk_range_set_increments(GTK_RANGE(scale), self->step, self->step * 10);
    gtk_widget_set_sensitive(scale, TRUE);
    update_slider(scale);
}

static void load(GtkWidget *scale) {
    Slider *self = g_object_get_data(G_OBJECT(scale), "formd-slider");
    FormdSession *session = formd_object_get_session(FORMD_OBJECT(self->field));
    if (session == NULL || self->is_loaded) return;
    formd_object_call_async(FORMD_OBJECT(session), "GetDefinition", NULL, NULL, defined, g_object_ref(scale));
}

static void stepped(GObject *field, GAsyncResult *result, gpointer data) {
    g_autoptr(GtkWidget) scale = data;
    g_autoptr(GVariant) answer = formd_object_call_finish(FORMD_OBJECT(field), result, NULL);
    Slider *self = g_object_get_data(G_OBJECT(scale), "formd-slider");
    self->unanswered--;
    update_slider(scale);
}

/* The place of the last step that is not above a value; -1 below all steps. */
static int place_of(Slider *self, double value, double most) {
    double place = floor((CLAMP(value, self->least - self->step, most + self->step) - self->least) / self->step + 1e-9);
    return (int)CLAMP(place, -1, 1e9);
}

/* The user moves the slider. Steps are understood in every language, and stay between the bounds. */
static gboolean change_value(GtkRange *range, GtkScrollType scroll, double value, Slider *self) {
    (void)scroll;
    double most = gtk_adjustment_get_upper(gtk_range_get_adjustment(range));
    const char *text = formd_field_get_value(self->field);
    gboolean is_empty = self->unanswered == 0 && text[0] == '\0';
    /* formd counts the steps of an empty field from 0. */
    if (self->unanswered == 0) self->wanted = is_empty ? 0 : g_ascii_strtod(text, NULL);
    int place = (int)round((CLAMP(value, self->least, most) - self->least) / self->step);
    int steps = place - place_of(self, self->wanted, most);
    self->wanted = self->least + place * self->step;
    gtk_range_set_value(range, self->wanted);
    if (steps == 0 && is_empty && self->wanted == 0) formd_field_set_text(self->field, "0");
    else if (steps == 0 && is_empty) steps = -1;
    if (steps == 0) return TRUE;
    self->unanswered++;
    formd_object_call_async(FORMD_OBJECT(self->field), steps > 0 ? "StepUp" : "StepDown",
                            g_variant_new("(u)", (guint)ABS(steps)), NULL, stepped, g_object_ref(range));
    return TRUE;
}

static char *format_value(GtkScale *scale, double value, gpointer data) {
    (void)scale, (void)value;
    return g_strdup(formd_field_get_text(((Slider *)data)->field));
}

GtkWidget *_formd_gtk_slider_new(FormdField *field, GtkWidget **focus) {
    Slider *self = g_new0(Slider, 1);
    GtkWidget *scale = gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, 1, 1);
    self->field = g_object_ref(field);
    self->scale = scale;
    g_object_set_data_full(G_OBJECT(scale), "formd-slider", self, free_slider);
    gtk_scale_set_draw_value(GTK_SCALE(scale), TRUE);
    gtk_scale_set_value_pos(GTK_SCALE(scale), GTK_POS_RIGHT);
    gtk_scale_set_format_value_func(GTK_SCALE(scale), format_value, self, NULL);
    gtk_widget_set_hexpand(scale, TRUE);
    gtk_widget_set_sensitive(scale, FALSE);
    g_signal_connect(scale, "change-value", G_CALLBACK(change_value), self);
    g_signal_connect(scale, "map", G_CALLBACK(load), NULL);
    _formd_gtk_follow(field, scale, update_slider, (const char *const[]){"value", "text", NULL});
    *focus = scale;
    return scale;
}
