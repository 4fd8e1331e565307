#include "formd-gtk-private.h"

/* A field as formd draws it: what the properties Presentation and Placeholders describe, with the frames, colours and
 * fonts of the form's style. A real entry, text view or button is where the text is, so that keys, input methods and
 * assistive technologies find what they expect. */

typedef struct {
    GtkWidget parent_instance;
    FormdField *field;
    Face face;
    GtkWidget *control, *focus, *button;
    GtkCssProvider *css;
    char *style;              /* what `css` has loaded */
    GVariant *layers, *before; /* the placeholders, and those from which they move */
    gboolean has_hint, had_hint;
    gint64 start;              /* of the transition, in microseconds */
    double progress;           /* of the transition: 0 to 1 */
    guint ticks;
} Drawn;

typedef struct {
    GtkWidgetClass parent_class;
} DrawnClass;

static GType drawn_get_type(void);
G_DEFINE_TYPE(Drawn, drawn, GTK_TYPE_WIDGET)

/* --- Reading the properties. What is missing or has another type is not drawn. */

static GVariant *part_of(GVariant *dictionary, const char *key) {
    return dictionary != NULL ? g_variant_lookup_value(dictionary, key, G_VARIANT_TYPE_VARDICT) : NULL;
}

static gboolean read_frame(GVariant *part, graphene_rect_t *frame) {
    double x, y, width, height;
    if (part == NULL || !g_variant_lookup(part, "frame", "(dddd)", &x, &y, &width, &height)) return FALSE;
    *frame = GRAPHENE_RECT_INIT((float)CLAMP(x, -1e5, 1e5), (float)CLAMP(y, -1e5, 1e5), (float)CLAMP(width, 0, 1e5),
                                (float)CLAMP(height, 0, 1e5));
    return TRUE;
}

/* A colour `#RRGGBB` or `#AARRGGBB`. */
static gboolean read_color(GVariant *part, const char *key, GdkRGBA *color) {
    const char *text = "";
    if (part == NULL || !g_variant_lookup(part, key, "&s", &text) || text[0] != '#') return FALSE;
    gsize length = strlen(text);
    char *end;
    guint64 value = g_ascii_strtoull(text + 1, &end, 16);
    if ((length != 7 && length != 9) || *end != '\0') return FALSE;
    float alpha = length == 9 ? (float)(value >> 24 & 255) / 255 : 1;
    *color = (GdkRGBA){(float)(value >> 16 & 255) / 255, (float)(value >> 8 & 255) / 255, (float)(value & 255) / 255, alpha};
    return TRUE;
}

static double read_number(GVariant *part, const char *key, double missing) {
    double number = missing;
    if (part != NULL) g_variant_lookup(part, key, "d", &number);
    return CLAMP(number, 0, 1000);
}

/* --- Drawing */

static PangoLayout *layout_new(Drawn *self, const char *text, double size, const char *family) {
    g_autofree char *cut = _formd_gtk_cut(text);
    PangoLayout *layout = gtk_widget_create_pango_layout(GTK_WIDGET(self), cut);
    PangoContext *context = gtk_widget_get_pango_context(GTK_WIDGET(self));
    g_autoptr(PangoFontDescription) font = pango_font_description_copy(pango_context_get_font_description(context));
    pango_font_description_set_absolute_size(font, MAX(size, 1) * PANGO_SCALE);
    if (family[0] != '\0') pango_font_description_set_family(font, family);
    pango_layout_set_font_description(layout, font);
    return layout;
}

static void draw_layout(GtkSnapshot *snapshot, PangoLayout *layout, float x, float y, const GdkRGBA *color) {
    gtk_snapshot_save(snapshot);
    gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT(x, y));
    gtk_snapshot_append_layout(snapshot, layout, color);
    gtk_snapshot_restore(snapshot);
}

static void draw_line(GtkSnapshot *snapshot, GVariant *line) {
    graphene_rect_t frame;
    GdkRGBA color;
    if (!read_frame(line, &frame) || !read_color(line, "color", &color)) return;
    GskRoundedRect rounded;
    gsk_rounded_rect_init_from_rect(&rounded, &frame, (float)read_number(line, "cornerRadius", 0));
    gtk_snapshot_push_rounded_clip(snapshot, &rounded);
    gtk_snapshot_append_color(snapshot, &color, &frame);
    gtk_snapshot_pop(snapshot);
}

static void draw_border(GtkSnapshot *snapshot, GVariant *border) {
    graphene_rect_t frame;
    GdkRGBA color;
    if (!read_frame(border, &frame) || frame.size.height <= 0 || !read_color(border, "color", &color)) return;
    float width = (float)read_number(border, "width", 1);
    GskRoundedRect rounded;
    gsk_rounded_rect_init_from_rect(&rounded, &frame, (float)read_number(border, "cornerRadius", 0));
    gtk_snapshot_append_border(snapshot, &rounded, (float[]){width, width, width, width},
                               (GdkRGBA[]){color, color, color, color});
}

/* How wide the text is, for a layer that follows its end. */
static float text_width(Drawn *self, GVariant *text) {
    const char *family = "";
    if (text != NULL) g_variant_lookup(text, "fontFamily", "&s", &family);
    g_autoptr(PangoLayout) layout = layout_new(self, formd_field_get_text(self->field), read_number(text, "fontSize", 16), family);
    int width;
    pango_layout_get_pixel_size(layout, &width, NULL);
    return (float)width;
}

/* A form without placeholders would not say what belongs in its fields. */
static void draw_label(Drawn *self, GtkSnapshot *snapshot, const graphene_rect_t *text) {
    g_autoptr(GVariant) hint = part_of(formd_field_get_presentation(self->field), "hint");
    const char *label = formd_field_get_label(self->field);
    GdkRGBA color;
    int height;
    if (label[0] == '\0' || !read_color(hint, "color", &color)) return;
    g_autoptr(PangoLayout) layout = layout_new(self, label, read_number(hint, "fontSize", 12), "");
    pango_layout_set_width(layout, (int)MAX(text->size.width, 1) * PANGO_SCALE);
    pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END);
    pango_layout_get_pixel_size(layout, NULL, &height);
    draw_layout(snapshot, layout, text->origin.x, MAX(text->origin.y - (float)height, 0), &color);
}

/* --- Transitions. Placeholders move and appear, and hints appear, as in the libraries from which the styles are: within a
 * quarter of a second, faster in the middle. What disappears does so at once. */

#define DURATION 250000

static gboolean animate(GtkWidget *widget, GdkFrameClock *clock, gpointer data) {
    (void)data;
    Drawn *self = (Drawn *)widget;
    gint64 now = gdk_frame_clock_get_frame_time(clock);
    if (self->start == 0) self->start = now;
    double part = MIN((double)(now - self->start) / DURATION, 1);
    self->progress = part * part * (3 - 2 * part);
    gtk_widget_queue_draw(widget);
    if (part < 1) return G_SOURCE_CONTINUE;
    self->ticks = 0;
    return G_SOURCE_REMOVE;
}

/* Begins a transition if the placeholders or the visibility of the hint differ from what was drawn. */
static void follow_placeholders(Drawn *self) {
    GVariant *layers = formd_field_get_placeholders(self->field);
    gboolean has_hint = formd_field_get_hint_visible(self->field);
    gboolean is_same = layers == self->layers ||
                       (layers != NULL && self->layers != NULL && g_variant_equal(layers, self->layers));
    if (is_same && has_hint == self->has_hint) return;
    g_clear_pointer(&self->before, g_variant_unref);
    self->before = self->layers;
    self->layers = layers != NULL ? g_variant_ref(layers) : NULL;
    self->had_hint = self->has_hint;
    self->has_hint = has_hint;
    gboolean is_animated = self->before != NULL && _formd_gtk_animates(GTK_WIDGET(self));
    self->start = 0;
    self->progress = is_animated ? 0 : 1;
    if (is_animated && self->ticks == 0) self->ticks = gtk_widget_add_tick_callback(GTK_WIDGET(self), animate, NULL, NULL);
}

static float mixed(Drawn *self, float before, float now) { return before + (now - before) * (float)self->progress; }

/* Moves a layer between its former place and its present one; one that was not visible appears. */
static void move_layer(Drawn *self, gsize index, gboolean moves, graphene_rect_t *frame, GdkRGBA *color, double *size) {
    gsize count = self->before != NULL ? g_variant_n_children(self->before) : 0;
    g_autoptr(GVariant) layer = index < count ? g_variant_get_child_value(self->before, index) : NULL;
    gboolean was_visible = FALSE;
    graphene_rect_t place;
    GdkRGBA tone;
    if (self->progress >= 1) return;
    if (layer != NULL) g_variant_lookup(layer, "visible", "b", &was_visible);
    if (!was_visible || !read_frame(layer, &place) || !read_color(layer, "color", &tone)) {
        color->alpha *= (float)self->progress;
        return;
    }
    *color = (GdkRGBA){mixed(self, tone.red, color->red), mixed(self, tone.green, color->green),
                       mixed(self, tone.blue, color->blue), mixed(self, tone.alpha, color->alpha)};
    *size = (double)mixed(self, (float)read_number(layer, "fontSize", 16), (float)*size);
    if (!moves) return;
    graphene_rect_interpolate(&place, frame, self->progress, frame);
}

static void draw_placeholders(Drawn *self, GtkSnapshot *snapshot, GVariant *text) {
    GVariant *layers = formd_field_get_placeholders(self->field);
    gsize count = layers != NULL ? g_variant_n_children(layers) : 0;
    graphene_rect_t text_frame = GRAPHENE_RECT_INIT(0, 0, 0, 0);
    read_frame(text, &text_frame);
    if (count == 0) draw_label(self, snapshot, &text_frame);
    for (gsize index = 0; index < count; index++) {
        g_autoptr(GVariant) layer = g_variant_get_child_value(layers, index);
        const char *shown = "", *anchor = "";
        gboolean is_visible = FALSE;
        graphene_rect_t frame;
        GdkRGBA color;
        g_variant_lookup(layer, "visible", "b", &is_visible);
        g_variant_lookup(layer, "text", "&s", &shown);
        g_variant_lookup(layer, "anchor", "&s", &anchor);
        if (!is_visible || !read_frame(layer, &frame) || !read_color(layer, "color", &color)) continue;
        double size = read_number(layer, "fontSize", 16);
        gboolean follows_text = strcmp(anchor, "text") == 0;
        move_layer(self, index, !follows_text, &frame, &color, &size);
        g_autoptr(PangoLayout) layout = layout_new(self, shown, size, "");
        if (follows_text) {
            double top = 0, left = 0, bottom, right;
            if (text != NULL) g_variant_lookup(text, "padding", "(dddd)", &top, &left, &bottom, &right);
            frame.origin.x = text_frame.origin.x + (float)left + text_width(self, text) + (float)read_number(layer, "space", 0);
        }
        pango_layout_set_width(layout, (int)MAX(frame.size.width, 1) * PANGO_SCALE);
        pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END);
        draw_layout(snapshot, layout, frame.origin.x, frame.origin.y, &color);
    }
}

/* The display of a value that is not typed. */
static void draw_value(Drawn *self, GtkSnapshot *snapshot, GVariant *text) {
    graphene_rect_t frame;
    GdkRGBA color;
    const char *family = "";
    double top = 0, left = 0, bottom = 0, right = 0;
    if (!read_frame(text, &frame) || !read_color(text, "color", &color)) return;
    g_variant_lookup(text, "fontFamily", "&s", &family);
    g_variant_lookup(text, "padding", "(dddd)", &top, &left, &bottom, &right);
    g_autoptr(PangoLayout) layout = layout_new(self, formd_field_get_text(self->field), read_number(text, "fontSize", 16), family);
    pango_layout_set_width(layout, (int)MAX(frame.size.width - left - right, 1) * PANGO_SCALE);
    pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END);
    draw_layout(snapshot, layout, frame.origin.x + (float)left, frame.origin.y + (float)top, &color);
}

static void draw_hint(Drawn *self, GtkSnapshot *snapshot, GVariant *hint) {
    graphene_rect_t frame;
    GdkRGBA color;
    const char *family = "";
    if (!formd_field_get_hint_visible(self->field) || !read_frame(hint, &frame) || !read_color(hint, "color", &color)) return;
    g_variant_lookup(hint, "fontFamily", "&s", &family);
    g_autoptr(PangoLayout) layout = layout_new(self, formd_field_get_hint_text(self->field), read_number(hint, "fontSize", 12), family);
    pango_layout_set_width(layout, (int)MAX(frame.size.width, 1) * PANGO_SCALE);
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
    if (!self->had_hint) color.alpha *= (float)self->progress;
    draw_layout(snapshot, layout, frame.origin.x, frame.origin.y, &color);
}

static void snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
    Drawn *self = (Drawn *)widget;
    GVariant *presentation = formd_field_get_presentation(self->field);
    g_autoptr(GVariant) text = part_of(presentation, "text"), line = part_of(presentation, "line");
    g_autoptr(GVariant) border = part_of(presentation, "border"), hint = part_of(presentation, "hint");
    graphene_rect_t all = GRAPHENE_RECT_INIT(0, 0, (float)gtk_widget_get_width(widget), (float)gtk_widget_get_height(widget));
    GdkRGBA background;
    if (read_color(presentation, "background", &background)) gtk_snapshot_append_color(snapshot, &background, &all);
    draw_border(snapshot, border);
    draw_line(snapshot, line);
    draw_placeholders(self, snapshot, text);
    if (self->face == FACE_MENU || self->face == FACE_DATE) draw_value(self, snapshot, text);
    if (self->control != NULL) gtk_widget_snapshot_child(widget, self->control, snapshot);
    if (gtk_widget_get_visible(self->button)) gtk_widget_snapshot_child(widget, self->button, snapshot);
    draw_hint(self, snapshot, hint);
}

/* --- Layout */

static void measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                    int *minimum_baseline, int *natural_baseline) {
    (void)for_size, (void)minimum_baseline, (void)natural_baseline;
    double height = formd_field_get_height(((Drawn *)widget)->field);
    *minimum = orientation == GTK_ORIENTATION_VERTICAL ? (int)CLAMP(height + 0.5, 0, 1e6) : 120;
    *natural = orientation == GTK_ORIENTATION_VERTICAL ? *minimum : 320;
}

/* Gives a child at least the size that it needs, centred in the frame. */
static void allocate_child(GtkWidget *child, const graphene_rect_t *frame) {
    int wide, high;
    gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &wide, NULL, NULL, NULL);
    wide = MAX(wide, (int)frame->size.width);
    gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, wide, &high, NULL, NULL, NULL);
    high = MAX(high, (int)frame->size.height);
    GtkAllocation place = {(int)frame->origin.x, (int)(frame->origin.y + (frame->size.height - (float)high) / 2), wide, high};
    gtk_widget_size_allocate(child, &place, -1);
}

static void size_allocate(GtkWidget *widget, int width, int height, int baseline) {
    (void)baseline;
    Drawn *self = (Drawn *)widget;
    GVariant *presentation = formd_field_get_presentation(self->field);
    g_autoptr(GVariant) text = part_of(presentation, "text"), button = part_of(presentation, "button");
    graphene_rect_t frame = GRAPHENE_RECT_INIT(0, 0, (float)width, (float)height);
    read_frame(text, &frame);
    double top = 0, left = 0, bottom = 0, right = 0;
    if (text != NULL) g_variant_lookup(text, "padding", "(dddd)", &top, &left, &bottom, &right);
    frame = GRAPHENE_RECT_INIT(frame.origin.x + (float)left, frame.origin.y + (float)top,
                               MAX(frame.size.width - (float)(left + right), 0), MAX(frame.size.height - (float)(top + bottom), 0));
    if (self->control != NULL) allocate_child(self->control, &frame);
    if (read_frame(button, &frame)) allocate_child(self->button, &frame);
    else if (gtk_widget_get_visible(self->button)) gtk_widget_size_allocate(self->button, &(GtkAllocation){0, 0, 1, 1}, -1);
}

/* --- Following the field */

static void update(GtkWidget *widget) {
    Drawn *self = (Drawn *)widget;
    GVariant *presentation = formd_field_get_presentation(self->field);
    g_autoptr(GVariant) text = part_of(presentation, "text");
    GdkRGBA color, tint;
    if (read_color(text, "color", &color) && read_color(text, "tint", &tint)) {
        g_autofree char *color_text = gdk_rgba_to_string(&color), *tint_text = gdk_rgba_to_string(&tint);
        char size[G_ASCII_DTOSTR_BUF_SIZE];
        g_autofree char *style = g_strdup_printf("* { color: %s; caret-color: %s; font-size: %spx; }", color_text, tint_text,
            g_ascii_formatd(size, sizeof size, "%.2f", read_number(text, "fontSize", 16)));
        if (g_strcmp0(style, self->style) != 0) {
            gtk_css_provider_load_from_data(self->css, style, -1);
            g_free(self->style);
            self->style = g_steal_pointer(&style);
        }
    }
    follow_placeholders(self);
    GVariant *action = formd_field_get_action_button(self->field);
    gboolean is_visible = FALSE;
    const char *image = "";
    if (action != NULL) {
        g_variant_lookup(action, "visible", "b", &is_visible);
        g_variant_lookup(action, "image", "&s", &image);
    }
    gtk_widget_set_visible(self->button, is_visible);
    if (is_visible) gtk_button_set_icon_name(GTK_BUTTON(self->button), _formd_gtk_icon(image));
    gtk_widget_set_sensitive(widget, formd_field_get_enabled(self->field));
    if (self->focus != NULL) {
        gtk_accessible_update_property(GTK_ACCESSIBLE(self->focus), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       formd_field_get_label(self->field), -1);
        _formd_gtk_describe(self->focus, self->field);
    }
    gtk_widget_queue_resize(widget);
    gtk_widget_queue_draw(widget);
}

static void dispose(GObject *object) {
    Drawn *self = (Drawn *)object;
    g_clear_pointer(&self->control, gtk_widget_unparent);
    g_clear_pointer(&self->button, gtk_widget_unparent);
    g_clear_object(&self->css);
    g_clear_object(&self->field);
    g_clear_pointer(&self->style, g_free);
    g_clear_pointer(&self->layers, g_variant_unref);
    g_clear_pointer(&self->before, g_variant_unref);
    G_OBJECT_CLASS(drawn_parent_class)->dispose(object);
}

static void drawn_init(Drawn *self) {
    self->css = gtk_css_provider_new();
    self->progress = 1;
}

static void drawn_class_init(DrawnClass *class) {
    G_OBJECT_CLASS(class)->dispose = dispose;
    GTK_WIDGET_CLASS(class)->measure = measure;
    GTK_WIDGET_CLASS(class)->size_allocate = size_allocate;
    GTK_WIDGET_CLASS(class)->snapshot = snapshot;
    gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(class), "formdrawn");
}

GtkWidget *_formd_gtk_drawn_new(FormdField *field) {
    Face face = _formd_gtk_face(field);
    /* formd draws no stars and no tables. */
    if (face == FACE_NOTE || face == FACE_RATING || face == FACE_GRID) return _formd_gtk_field_new(field);
    Drawn *self = g_object_new(drawn_get_type(), NULL);
    self->field = g_object_ref(field);
    /* formd's layout has one line for options, whatever their number is. */
    self->face = face >= FACE_MENU ? FACE_MENU : face;
    _formd_gtk_set_field(GTK_WIDGET(self), field);
    if (face == FACE_TEXT || face == FACE_TEXT_VIEW) {
        self->control = self->focus = face == FACE_TEXT ? gtk_entry_new() : gtk_text_view_new();
        _formd_gtk_set_field(self->control, field);
        if (face == FACE_TEXT_VIEW) gtk_text_view_set_wrap_mode(GTK_TEXT_VIEW(self->control), GTK_WRAP_WORD_CHAR);
        if (face == FACE_TEXT_VIEW) gtk_text_view_set_accepts_tab(GTK_TEXT_VIEW(self->control), FALSE);
        formd_gtk_bind_text(field, self->control);
        if (face == FACE_TEXT) _formd_gtk_follow_secret(field, self->control);
    } else {
        self->control = self->face == FACE_MENU ? _formd_gtk_menu_new(field, FACE_MENU, &self->focus)
                                                : _formd_gtk_control_new(field, &self->focus);
        /* Its text is drawn by formd's rules. */
        if (self->face == FACE_MENU || self->face == FACE_DATE) gtk_widget_set_opacity(self->control, 0);
    }
    gtk_style_context_add_provider(gtk_widget_get_style_context(self->control), GTK_STYLE_PROVIDER(self->css),
                                   GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
    gtk_widget_set_parent(self->control, GTK_WIDGET(self));
    self->button = gtk_button_new();
    gtk_widget_add_css_class(self->button, "flat");
    gtk_widget_set_focusable(self->button, FALSE);
    g_signal_connect_object(self->button, "clicked", G_CALLBACK(formd_field_press_action_button), field, G_CONNECT_SWAPPED);
    gtk_widget_set_parent(self->button, GTK_WIDGET(self));
    _formd_gtk_follow(field, GTK_WIDGET(self), update, (const char *const[]){
        "presentation", "placeholders", "text", "height", "hint-text", "hint-visible", "action-button", "label", "valid",
        "required", "enabled", NULL});
    return GTK_WIDGET(self);
}
