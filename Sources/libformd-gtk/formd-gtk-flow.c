#include "formd-gtk-private.h"

/* The layout of a form's rows, of which each shows an element. Elements are below one another, and beside one another if
 * they want fewer than twelve columns and there is room for columns. With a session the layout is formd's own instead:
 * its frames, and the heights of its fields. */

#define COLUMNS 12
#define GAP 12
/* The least width with columns: that of formd's own layout. */
#define LEAST_WIDTH 480
#define INDENTATION 12
#define DEEPEST 8

typedef struct {
    GtkLayoutManager parent_instance;
    FormdSession *session; /* whose layout is drawn; not owned; NULL for a layout by GTK */
    int width;             /* that formd was told last */
} Flow;

typedef struct {
    GtkLayoutManagerClass parent_class;
} FlowClass;

static GType flow_get_type(void);
G_DEFINE_TYPE(Flow, flow, GTK_TYPE_LAYOUT_MANAGER)

static GQuark element_quark(void) { return g_quark_from_static_string("formd-element"); }

void _formd_gtk_set_element(GtkWidget *row, FormdElement *element) {
    g_object_set_qdata_full(G_OBJECT(row), element_quark(), g_object_ref(element), g_object_unref);
}

FormdElement *_formd_gtk_get_element(GtkWidget *row) { return g_object_get_qdata(G_OBJECT(row), element_quark()); }

static GtkWidget *first_laid_out(GtkWidget *child) {
    while (child != NULL && !gtk_widget_should_layout(child)) child = gtk_widget_get_next_sibling(child);
    return child;
}

static int span_of(GtkWidget *row, int width) {
    guint span = formd_element_get_span(_formd_gtk_get_element(row));
    return width < LEAST_WIDTH ? COLUMNS : CLAMP((int)span, 1, COLUMNS);
}

/* --- formd's own layout */

/* The frame of something besides fields, or of a field in a layout with columns. */
static gboolean find_frame(FormdSession *session, const char *kind, const char *name, GdkRectangle *frame) {
    GVariant *frames = formd_session_get_frames(session);
    gsize count = frames != NULL ? g_variant_n_children(frames) : 0;
    for (gsize index = 0; index < count; index++) {
        const char *of, *its;
        double x, y, width, height;
        g_variant_get_child(frames, index, "(&s&sdddd)", &of, &its, &x, &y, &width, &height);
        if (strcmp(of, kind) != 0 || strcmp(its, name) != 0) continue;
        *frame = (GdkRectangle){(int)CLAMP(x, 0, 1e5), (int)CLAMP(y, 0, 1e7), (int)CLAMP(width, 0, 1e5),
                                (int)CLAMP(height, 0, 1e6)};
        return TRUE;
    }
    return FALSE;
}

/* Gives a row formd's frame, or the place below what is before it. Moves `*y` behind it. */
static GdkRectangle frame_of_row(Flow *self, GtkWidget *row, int width, int *y) {
    FormdElement *element = _formd_gtk_get_element(row);
    const char *kind = formd_element_get_kind(element), *name = formd_element_get_id(element);
    FormdField *field = formd_element_get_field(element);
    GdkRectangle frame = {0, *y, width, 0};
    const char *framed = strcmp(kind, "group") == 0 ? "addRow" : field != NULL ? "field" : kind;
    if (!find_frame(self->session, framed, name, &frame) && field != NULL) {
        frame.height = (int)CLAMP(formd_field_get_height(field), 0, 1e6);
    }
    int least = 0;
    gtk_widget_measure(row, GTK_ORIENTATION_VERTICAL, frame.width, &least, NULL, NULL, NULL);
    if (field == NULL || frame.height < least) frame.height = MAX(frame.height, least);
    *y = MAX(*y, frame.y + frame.height);
    return frame;
}

static int measure_frames(Flow *self, GtkWidget *widget, int width) {
    int y = 0;
    for (GtkWidget *row = first_laid_out(gtk_widget_get_first_child(widget)); row != NULL;
         row = first_laid_out(gtk_widget_get_next_sibling(row))) {
        frame_of_row(self, row, width, &y);
    }
    return y;
}

/* --- GTK's layout */

/* A row's place in its line. */
typedef struct {
    GtkWidget *row;
    int x, width;
} Cell;

/* Puts into `cells` the rows of the line that begins with `row`. Returns the first row of the next line. */
static GtkWidget *next_line(GtkWidget *row, int width, Cell *cells, int *count) {
    int column = 0;
    *count = 0;
    while (row != NULL && column < COLUMNS) {
        FormdElement *element = _formd_gtk_get_element(row);
        int span = span_of(row, width), indentation = (int)MIN(formd_element_get_depth(element), DEEPEST) * INDENTATION;
        if (column + span > COLUMNS) break;
        double unit = (double)(width - indentation + GAP) / COLUMNS;
        int start = (int)(unit * column), end = (int)(unit * (column + span)) - GAP;
        cells[(*count)++] = (Cell){row, indentation + start, MAX(end - start, 0)};
        column += span;
        row = first_laid_out(gtk_widget_get_next_sibling(row));
    }
    return row;
}

static int height_of_line(const Cell *cells, int count) {
    int height = 0;
    for (int index = 0; index < count; index++) {
        int natural;
        gtk_widget_measure(cells[index].row, GTK_ORIENTATION_VERTICAL, cells[index].width, NULL, &natural, NULL, NULL);
        height = MAX(height, natural);
    }
    return height;
}

static GtkSizeRequestMode request_mode(GtkLayoutManager *manager, GtkWidget *widget) {
    (void)manager, (void)widget;
    return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void measure(GtkLayoutManager *manager, GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                    int *natural, int *minimum_baseline, int *natural_baseline) {
    Flow *self = (Flow *)manager;
    (void)minimum_baseline, (void)natural_baseline;
    *minimum = *natural = 0;
    GtkWidget *row = first_laid_out(gtk_widget_get_first_child(widget));
    if (orientation == GTK_ORIENTATION_HORIZONTAL) {
        for (; row != NULL; row = first_laid_out(gtk_widget_get_next_sibling(row))) {
            int least, wanted;
            int indentation = (int)MIN(formd_element_get_depth(_formd_gtk_get_element(row)), DEEPEST) * INDENTATION;
            gtk_widget_measure(row, orientation, -1, &least, &wanted, NULL, NULL);
            *minimum = MAX(*minimum, least + indentation);
            *natural = MAX(*natural, wanted + indentation);
        }
        return;
    }
    if (for_size < 0) measure(manager, widget, GTK_ORIENTATION_HORIZONTAL, -1, minimum, &for_size, NULL, NULL);
    int height = 0, count;
    Cell cells[COLUMNS];
    if (self->session != NULL) {
        height = measure_frames(self, widget, for_size);
    } else {
        while (row != NULL) {
            row = next_line(row, for_size, cells, &count);
            height += height_of_line(cells, count);
        }
    }
    *minimum = *natural = height;
}

static void allocate(GtkLayoutManager *manager, GtkWidget *widget, int width, int height, int baseline) {
    Flow *self = (Flow *)manager;
    (void)height, (void)baseline;
    gboolean is_rtl = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL;
    GtkWidget *row = first_laid_out(gtk_widget_get_first_child(widget));
    int y = 0, count;
    if (self->session != NULL) {
        if (width != self->width) formd_session_set_width(self->session, CLAMP(width, 1, 65536));
        self->width = width;
        /* formd mirrors its frames itself. */
        for (; row != NULL; row = first_laid_out(gtk_widget_get_next_sibling(row))) {
            GdkRectangle frame = frame_of_row(self, row, width, &y);
            gtk_widget_size_allocate(row, &frame, -1);
        }
        return;
    }
    Cell cells[COLUMNS];
    while (row != NULL) {
        row = next_line(row, width, cells, &count);
        int line = height_of_line(cells, count);
        for (int index = 0; index < count; index++) {
            int x = is_rtl ? width - cells[index].x - cells[index].width : cells[index].x;
            gtk_widget_size_allocate(cells[index].row, &(GdkRectangle){x, y, cells[index].width, line}, -1);
        }
        y += line;
    }
}

static void flow_init(Flow *self) { (void)self; }

static void flow_class_init(FlowClass *class) {
    GTK_LAYOUT_MANAGER_CLASS(class)->get_request_mode = request_mode;
    GTK_LAYOUT_MANAGER_CLASS(class)->measure = measure;
    GTK_LAYOUT_MANAGER_CLASS(class)->allocate = allocate;
}

GtkLayoutManager *_formd_gtk_flow_new(void) { return g_object_new(flow_get_type(), NULL); }

void _formd_gtk_flow_set_session(GtkLayoutManager *flow, FormdSession *session) {
    ((Flow *)flow)->session = session;
    gtk_layout_manager_layout_changed(flow);
}
