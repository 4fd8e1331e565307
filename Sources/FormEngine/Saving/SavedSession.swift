import FormModel

// The saved state of a form besides its fields and its history.

extension FormContext {
    /// Writes language, layout traits and date, but not the rows.
    func write(to writer: inout SavedWriter) {
        writer.text(locale)
        writer.text(traits.mode.rawValue)
        writer.double(traits.width)
        writer.double(traits.textScale)
        writer.text(traits.colorScheme.rawValue)
        writer.number(today.dayNumber)
    }

    convenience init(_ reader: inout SavedReader, _ form: CompiledForm, _ placement: Placement) throws(SavedFormError) {
        let locale = try reader.locale()
        let mode = try reader.word(LayoutMode.self)
        let (width, textScale) = (try reader.double(), try reader.double())
        let scheme = try reader.word(ColorScheme.self)
        let traits = LayoutTraits(mode: mode, width: width, textScale: textScale, colorScheme: scheme)
        try SavedFormError.check { () throws(FormError) in try traits.check() }
        let number = try reader.number()
        guard let today = CalendarDay(dayNumber: number) else { throw SavedFormError("there is no day \(number)") }
        self.init(locale: locale, traits: traits, today: today, form: form, placement: placement)
    }
}

extension SavedReader {
    mutating func locale() throws(SavedFormError) -> String {
        let locale = try text()
        return try SavedFormError.check { () throws(FormError) in try FormContext.checkedLocale(locale) }
    }
}

extension SavedFormError {
    /// Turns an error of the form into a `SavedFormError`.
    static func check<Value>(_ body: () throws(FormError) -> Value) throws(SavedFormError) -> Value {
        do throws(FormError) {
            return try body()
        } catch {
            throw SavedFormError(error.message)
        }
    }
}

extension SessionState {
    /// Writes the state without the refusals of the last edit, and without what is derived from the fields.
    func write(to writer: inout SavedWriter) {
        writer.optional(focus) { $0.number($1) }
        writer.optional(scrollTarget) { $0.number($1) }
        writer.optional(viewport == Viewport() ? nil : viewport) { writer, viewport in
            for length in [viewport.height, viewport.keyboardInset, viewport.scrollOffset] { writer.double(length) }
        }
        writer.flag(isSubmitted)
        for moment in [opened, submitted] { writer.optional(moment) { $0.number($1) } }
        writer.list((hidden?.value.parts ?? []).sorted()) { $0.number($1) }
        writer.number(page)
        writer.number(revision)
        writer.flag(isRestored)
    }

    /// Throws for indices of fields, parts and pages that the form does not have.
    init(_ reader: inout SavedReader, _ placement: Placement) throws(SavedFormError) {
        func field(_ reader: inout SavedReader) throws(SavedFormError) -> Int {
            try reader.index(below: placement.fields.count, "a field")
        }
        func moment(_ reader: inout SavedReader) throws(SavedFormError) -> Int {
            try reader.number(in: 0...253_402_300_799, "the second")
        }
        focus = try reader.optional(field)
        scrollTarget = try reader.optional(field)
        if try reader.flag() {
            let (height, inset) = (try reader.double(), try reader.double())
            var viewport = Viewport()
            try SavedFormError.check { () throws(FormError) in
                try viewport.resize(height: height, keyboardInset: inset)
            }
            viewport.scrollOffset = max(0, try reader.double())
            self.viewport = viewport
        }
        isSubmitted = try reader.flag()
        opened = try reader.optional(moment)
        submitted = try reader.optional(moment)
        let parts = try reader.list { reader throws(SavedFormError) in
            try reader.index(below: placement.parts.count, "a part of the form")
        }
        if !parts.isEmpty { hidden = Boxed(HiddenElements(parts: Set(parts))) }
        page = try reader.index(below: max(1, placement.pages.count), "a page")
        revision = try reader.unsigned()
        isRestored = try reader.flag()
    }
}

/// A record for the journal: the whole state of a form, or the changes of a transaction and of those that joined it.
package struct SavedRecord: Sendable {
    package var bytes: [UInt8]
    /// The form's revision after the record.
    package var revision: UInt64
    /// Whether the record contains the whole form, so that earlier records are not needed.
    package var isWhole: Bool
    /// Whether earlier records contain data that must be deleted, such as the text of a field that has become secret.
    package var replacesOlder = false
    /// About how many bytes are copied when the record is restored. The record itself has only the difference, but the
    /// changed texts may be long.
    package var bytesToRestore = 0
}

/// Which record a transaction makes for the store.
package enum Saving: Sendable {
    /// The transaction makes no record, because the form is not stored.
    case nothing
    /// The record contains what the transaction changes. After changes of rows or of the language, and when a field has
    /// become secret, it contains the whole form.
    case change
    /// The record contains the whole form.
    case whole
}
