import FormModel

// The saved state of a form besides its fields and its history.

extension SavedFormat where Value == String {
    static let locale = SavedFormat.text.map({ $0 }) { locale throws(SavedFormError) in
        try SavedFormError.check { () throws(FormError) in try FormContext.checkedLocale(locale) }
    }
}

extension LayoutTraits {
    fileprivate static let saved = SavedFormat(
        LayoutTraits(),
        [
            .init(\.mode, .word), .init(\.width, .double), .init(\.textScale, .double), .init(\.colorScheme, .word),
        ]
    ).map({ $0 }) { traits throws(SavedFormError) in
        try SavedFormError.check { () throws(FormError) in try traits.check() }
        return traits
    }
}

extension FormContext {
    /// Writes language, layout traits and date, but not the rows.
    func write(to writer: inout SavedWriter) {
        writer.text(locale)
        LayoutTraits.saved.write(&writer, traits)
        writer.number(today.dayNumber)
    }

    convenience init(_ reader: inout SavedReader, _ form: CompiledForm, _ placement: Placement) throws(SavedFormError) {
        let locale = try SavedFormat.locale.read(&reader)
        let traits = try LayoutTraits.saved.read(&reader)
        let number = try reader.number()
        guard let today = CalendarDay(dayNumber: number) else { throw SavedFormError("there is no day \(number)") }
        self.init(locale: locale, traits: traits, today: today, form: form, placement: placement)
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

extension Viewport {
    fileprivate static let saved = SavedFormat(
        Viewport(),
        [.init(\.height, .double), .init(\.keyboardInset, .double), .init(\.scrollOffset, .double)]
    ).map({ $0 }) { viewport throws(SavedFormError) in
        var checked = viewport
        try SavedFormError.check { () throws(FormError) in
            try checked.resize(height: viewport.height, keyboardInset: viewport.keyboardInset)
        }
        checked.scrollOffset = max(0, viewport.scrollOffset)
        return checked
    }
}

extension SessionState {
    /// How often the form was submitted, and in the lowest bit whether it is submitted now. Earlier versions wrote only
    /// that bit.
    fileprivate var savedSubmissions: UInt64 {
        get { submissions << 1 | (isSubmitted ? 1 : 0) }
        set { (submissions, isSubmitted) = (newValue >> 1, newValue & 1 == 1) }
    }

    /// The state without history and row numbers, which have formats of their own, without the refusals of the last
    /// edit, and without what is derived from the fields. Reading throws for indices of fields, parts and pages that
    /// the form does not have.
    ///
    /// - Parameter state: the state that is read into.
    static func saved(_ placement: Placement, in state: SessionState = SessionState()) -> SavedFormat<SessionState> {
        let field = SavedFormat.index(below: placement.fields.count, "a field").optional
        let moment = SavedFormat.number(in: 0...253_402_300_799, "the second").optional
        let parts = SavedFormat.index(below: placement.parts.count, "a part of the form").list
        return SavedFormat(
            state,
            [
                .init(\.focus, field), .init(\.scrollTarget, field),
                .init(
                    \.viewport,
                    Viewport.saved.optional.map({ $0 == Viewport() ? nil : $0 }) { $0 ?? Viewport() }
                ),
                .init(\.savedSubmissions, .counter), .init(\.opened, moment), .init(\.submitted, moment),
                .init(
                    \.hidden,
                    parts.map({ ($0?.value.parts ?? []).sorted() }) {
                        $0.isEmpty ? nil : Boxed(HiddenElements(parts: Set($0)))
                    }
                ),
                .init(\.page, .index(below: max(1, placement.pages.count), "a page")), .init(\.revision, .counter),
                .init(\.isRestored, .flag),
            ]
        )
    }
}
