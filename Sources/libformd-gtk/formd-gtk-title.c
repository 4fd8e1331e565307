#include "formd-gtk-private.h"

/* A field's title in its control: large in an empty field, small above the text of a field that has a text or the focus,
 * as in AdwEntryRow. */

#define SMALL 0.8f
#define TOP 5
#define SIDE 10
#define DURATION 150000

typedef struct {
    GtkWidget parent_instance;
    GtkWidget *control, *label;
    FormdField *field;
    gboolean has_focus;
    gboolean is_small;
    double progress; /* 0: large, 1: small */
    gint64 start;    /* of the animation, in microseconds */
    guint ticks;
} Title;

typedef struct {
    GtkWidgetClass parent_class;
} TitleClass;

static GType title_get_type(void);
G_DEFINE_TYPE(Title, title, GTK_TYPE_WIDGET)

static gboolean animate(GtkWidget *widget, GdkFrameClock *clock, gpointer data) {
    (void)data;
    Title *self = (Title *)widget;
    gint64 now = gdk_frame_clock_get_frame_time(clock);
    if (self->start == 0) self->start = now;
    double part = MIN((double)(now - self->start) / DURATION, 1), eased = 1 - (1 - part) * (1 - part);
    self->progress = self->is_small ? eased : 1 - eased;
    gtk_widget_queue_allocate(widget);
    if (part < 1) return G_SOURCE_CONTINUE;
    self->ticks = 0;
    return G_SOURCE_REMOVE;
}

static void update(Title *self) {
    gboolean is_small = self->has_focus || formd_field_get_text(self->field)[0] != '\0';
    if (is_small == self->is_small) return;
    self->is_small = is_small;
    if (!_formd_gtk_animates(GTK_WIDGET(self))) {
        self->progress = is_small ? 1 : 0;
        gtk_widget_queue_allocate(GTK_WIDGET(self));
        return;
    }
    self->start = 0;
    if (self->ticks == 0) self->ticks = gtk_widget_add_tick_callback(GTK_WIDGET(self), animate, NULL, NULL);
}

static void text_changed(GtkWidget *widget) { update((Title *)widget); }

static void focus_changed(GtkEventControllerFocus *controller, GParamSpec *spec, Title *self) {
    (void)spec;
    self->has_focus = gtk_event_controller_focus_contains_focus(controller);
    update(self);
}

static void measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                    int *minimum_baseline, int *natural_baseline) {
    (void)minimum_baseline, (void)natural_baseline;
    gtk_widget_measure(((Title *)widget)->control, orientation, for_size, minimum, natural, NULL, NULL);
}

static void size_allocate(GtkWidget *widget, int width, int height, int baseline) {
    (void)baseline;
    Title *self = (Title *)widget;
    gtk_widget_allocate(self->control, width, height, -1, NULL);
    /* The entry may have buttons beside it. */
    GtkWidget *entry = GTK_IS_ENTRY(self->control) ? self->control : gtk_widget_get_first_child(self->control);
    int room = MAX((entry != NULL ? gtk_widget_get_width(entry) : width) - 2 * SIDE, 1), least, wanted, high;
    gtk_widget_measure(self->label, GTK_ORIENTATION_HORIZONTAL, -1, &least, &wanted, NULL, NULL);
    int wide = MAX(MIN(wanted, room), least);
    gtk_widget_measure(self->label, GTK_ORIENTATION_VERTICAL, wide, &high, NULL, NULL, NULL);
    float scale = 1 - (1 - SMALL) * (float)self->progress;
    float y = (float)((height - high) / 2) * (1 - (float)self->progress) + TOP * (float)self->progress;
    gboolean is_rtl = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL;
    float x = is_rtl ? (float)(width - SIDE) - (float)wide * scale : SIDE;
    GskTransform *transform = gsk_transform_translate(NULL, &GRAPHENE_POINT_INIT(x, y));
    gtk_widget_allocate(self->label, wide, high, -1, gsk_transform_scale(transform, scale, scale));
}

static void dispose(GObject *object) {
    Title *self = (Title *)object;
    g_clear_pointer(&self->control, gtk_widget_unparent);
    g_clear_pointer(&self->label, gtk_widget_unparent);
    g_clear_object(&self->field);
    G_OBJECT_CLASS(title_parent_class)->dispose(object);
}

static void title_init(Title *self) { (void)self; }

static void title_class_init(TitleClass *class) {
    G_OBJECT_CLASS(class)->dispose = dispose;
    GTK_WIDGET_CLASS(class)->measure = measure;
    GTK_WIDGET_CLASS(class)->size_allocate = size_allocate;
    gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(class), "formtitle");
}

GtkWidget *_formd_gtk_title_new(GtkWidget *control, GtkWidget *label, FormdField *field) {
    Title *self = g_object_new(title_get_type(), NULL);
    self->control = control;
    self->label = label;
    self->field = g_object_ref(field);
    gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
    gtk_label_set_wrap(GTK_LABEL(label), FALSE);
    gtk_label_set_single_line_mode(GTK_LABEL(label), TRUE);
    gtk_widget_set_can_target(label, FALSE);
    gtk_widget_set_parent(control, GTK_WIDGET(self));
    gtk_widget_set_parent(label, GTK_WIDGET(self));
    GtkEventController *focus = gtk_event_controller_focus_new();
    g_signal_connect(focus, "notify::contains-focus", G_CALLBACK(focus_changed), self);
    gtk_widget_add_controller(GTK_WIDGET(self), focus);
    _formd_gtk_follow(field, GTK_WIDGET(self), text_changed, (const char *const[]){"text", NULL});
    self->is_small = formd_field_get_text(field)[0] != '\0';
    self->progress = self->is_small ? 1 : 0;
    return GTK_WIDGET(self);
}
