// A text measurer that measures text as GTK draws it: with Pango on cairo's font map, sizes in logical pixels, and metrics
// rounded to whole pixels.

#define _GNU_SOURCE
#define FORMD_PLUGIN_IMPLEMENTATION
#include <formd-plugin.h>

#include <link.h>
#include <malloc.h>
#include <pango/pangocairo.h>
#include <sys/mman.h>

/// The expensive parts of a measurement, which are kept between measurements.
struct measurer {
    PangoContext *context;
    PangoWrapMode wrap;
    /// The font family for forms that do not name one.
    char family[128];
};

static bool make(formd_string configuration, void **instance, char *error, size_t error_size) {
    struct measurer *measurer = g_new0(struct measurer, 1);
    char wrap[32] = "wordCharacter";
    measurer->wrap = PANGO_WRAP_WORD_CHAR;
    formd_json_text(configuration, "wrap", wrap, sizeof wrap);
    if (strcmp(wrap, "word") == 0) {
        measurer->wrap = PANGO_WRAP_WORD;
    } else if (strcmp(wrap, "character") == 0) {
        measurer->wrap = PANGO_WRAP_CHAR;
    } else if (strcmp(wrap, "wordCharacter") != 0) {
        snprintf(error, error_size, "/wrap: %s is none of word, character, wordCharacter", wrap);
        g_free(measurer);
        return false;
    }
    if (!formd_json_text(configuration, "family", measurer->family, sizeof measurer->family)) {
        g_strlcpy(measurer->family, "sans-serif", sizeof measurer->family);
    }
    PangoFontMap *fonts = pango_cairo_font_map_get_default();
    measurer->context = pango_font_map_create_context(fonts);
    *instance = measurer;
    return true;
}

static void destroy(void *instance) {
    struct measurer *measurer = instance;
    g_object_unref(measurer->context);
    g_free(measurer);
}

/// Converts pixels to Pango's unit. A length that is too large becomes the largest possible one.
static int units(double pixels) {
    double most = G_MAXINT / 2;
    return (int)CLAMP(pixels * PANGO_SCALE, 0, most);
}

/// Releases the read-only pages of one library, which can be read again from its file. Pages that are needed again come
/// from the page cache.
static int give_back(struct dl_phdr_info *library, size_t size, void *unused) {
    (void)size;
    (void)unused;
    for (int i = 0; i < library->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &library->dlpi_phdr[i];
        if (segment->p_type != PT_LOAD || segment->p_flags & PF_W) continue;
        uintptr_t page = sysconf(_SC_PAGESIZE);
        uintptr_t start = (library->dlpi_addr + segment->p_vaddr) & -page;
        uintptr_t end = (library->dlpi_addr + segment->p_vaddr + segment->p_memsz + page - 1) & -page;
        madvise((void *)start, end - start, MADV_DONTNEED);
    }
    return 0;
}

/// Releases memory that is no longer needed. It must be called after each measurement, and acts after the first and the
/// eighth one. Loading two dozen libraries and searching the fonts use three times as many pages as measuring does.
/// Both are done after the first measurement; the preparation of each font is mostly done after the eighth.
static void settle(void) {
    static unsigned count;
    count += 1;
    if (count != 1 && count != 8) return;
    dl_iterate_phdr(give_back, NULL);
    malloc_trim(0);
}

static void measure(void *instance, const formd_measurer_question *question, formd_reply *reply) {
    struct measurer *measurer = instance;
    char *family = question->font_family.length == 0
        ? g_strdup(measurer->family)
        : g_strndup(question->font_family.bytes, question->font_family.length);
    PangoFontDescription *font = pango_font_description_new();
    pango_font_description_set_family(font, family);
    pango_font_description_set_absolute_size(font, units(question->font_size));

    PangoLayout *layout = pango_layout_new(measurer->context);
    pango_layout_set_font_description(layout, font);
    pango_layout_set_wrap(layout, measurer->wrap);
    pango_layout_set_width(layout, units(question->width));
    pango_layout_set_text(layout, question->text.bytes, (int)question->text.length);
    if (question->line_height > 0) {
        PangoAttrList *attributes = pango_attr_list_new();
        pango_attr_list_insert(attributes, pango_attr_line_height_new_absolute(units(question->line_height)));
        pango_layout_set_attributes(layout, attributes);
        pango_attr_list_unref(attributes);
    }
    int width, height;
    pango_layout_get_pixel_size(layout, &width, &height);
    formd_reply_measure(reply, (uint32_t)CLAMP(pango_layout_get_line_count(layout), 1, 65535), height, width);

    g_object_unref(layout);
    pango_font_description_free(font);
    g_free(family);
    settle();
}

int main(void) {
    static const formd_type types[] = {
        {.kind = FORMD_MEASURER, .name = "pango", .create = make, .destroy = destroy, .measure = measure},
    };
    // Fontconfig reads its files on a separate thread. With a single arena, malloc reserves no memory for that thread.
    mallopt(M_ARENA_MAX, 1);
    return formd_plugin_run(types, 1);
}
