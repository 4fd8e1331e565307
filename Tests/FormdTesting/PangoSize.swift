import CPango

/// What Pango says in this process, asked as GTK asks it: a layout of cairo's font map, sizes in logical pixels.
package struct PangoSize: Equatable {
    package let lines: Int
    package let height: Double
    package let width: Double

    /// - Parameters:
    ///   - family: empty: the one that has no name.
    ///   - lineHeight: 0: the font's own.
    package init(of text: String, family: String = "", fontSize: Double, lineHeight: Double, width: Double) {
        let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 1, 1)
        let cairo = cairo_create(surface)
        let layout = pango_cairo_create_layout(cairo)
        let font = pango_font_description_new()
        defer {
            g_object_unref(UnsafeMutableRawPointer(layout))
            pango_font_description_free(font)
            cairo_destroy(cairo)
            cairo_surface_destroy(surface)
        }
        pango_font_description_set_family(font, family.isEmpty ? "sans-serif" : family)
        pango_font_description_set_absolute_size(font, (fontSize * Double(PANGO_SCALE)).rounded(.down))
        pango_layout_set_font_description(layout, font)
        pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
        pango_layout_set_width(layout, Int32(width * Double(PANGO_SCALE)))
        pango_layout_set_text(layout, text, -1)
        if lineHeight > 0 {
            let attributes = pango_attr_list_new()
            pango_attr_list_insert(
                attributes,
                pango_attr_line_height_new_absolute(Int32(lineHeight * Double(PANGO_SCALE)))
            )
            pango_layout_set_attributes(layout, attributes)
            pango_attr_list_unref(attributes)
        }
        var pixels: (width: Int32, height: Int32) = (0, 0)
        pango_layout_get_pixel_size(layout, &pixels.width, &pixels.height)
        lines = Int(pango_layout_get_line_count(layout))
        height = Double(pixels.height)
        self.width = Double(pixels.width)
    }
}
