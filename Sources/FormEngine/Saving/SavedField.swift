package import FormModel

/// The properties of a field that are saved, because they cannot be derived from the rest of the form.
protocol SavedFieldProperties {
    var text: FormText { get }
    var selection: TextSelection { get }
    var isCaretAtStart: Bool { get }
    var value: String { get }
    var completionLength: Int { get }
    var choice: Choice { get }
    var lastEdit: LastEdit { get }
    var message: ShownMessage? { get }
    var flags: FieldFlags { get }
    var overrides: Boxed<FieldOverrides>? { get }
    var revision: UInt64 { get }
}

extension FormField: SavedFieldProperties {}

extension FormField {
    /// How many bytes are copied when a change of the field is restored: its texts, and about as much time as 2 KiB take
    /// for the field itself.
    var bytesToRestore: Int { 2_048 + (isSecret ? 0 : text.string.utf8.count + value.utf8.count) }
}

/// The saved state of a field.
///
/// Of a secret field only what a program set is saved: neither text nor message, nor whether the user has typed.
struct SavedField: SavedFieldProperties {
    var text = FormText.empty
    var selection = TextSelection(start: 0)
    var isCaretAtStart = false
    var value = ""
    var completionLength = 0
    var choice = Choice.none
    var lastEdit = LastEdit.none
    var message: ShownMessage?
    var flags: FieldFlags = []
    var overrides: Boxed<FieldOverrides>?
    var revision: UInt64 = 0

    /// An empty state, which other states are compared with.
    init() {}

    init(_ field: FormField) {
        revision = field.revision
        guard !field.isSecret else {
            flags = field.flags.intersection(.ofSecrets)
            overrides = field.overrides
            if let own = overrides?.value, own.initialText != nil {
                var kept = own
                kept.initialText = nil
                overrides = Boxed(kept)
            }
            return
        }
        text = field.text
        selection = field.selection
        isCaretAtStart = field.isCaretAtStart
        value = field.value
        completionLength = field.completionLength
        choice = field.choice
        lastEdit = field.lastEdit
        message = field.message
        flags = field.flags
        overrides = field.overrides
    }

    /// The parts of a record, one bit each. Unchanged parts are not written.
    fileprivate struct Parts: OptionSet {
        let rawValue: UInt64

        static let text = Self(rawValue: 1 << 0)
        static let selection = Self(rawValue: 1 << 1)
        static let value = Self(rawValue: 1 << 2)
        static let completion = Self(rawValue: 1 << 3)
        static let choice = Self(rawValue: 1 << 4)
        static let lastEdit = Self(rawValue: 1 << 5)
        static let message = Self(rawValue: 1 << 6)
        static let flags = Self(rawValue: 1 << 7)
        static let overrides = Self(rawValue: 1 << 8)
        static let revision = Self(rawValue: 1 << 9)
        static let all = Self(rawValue: 1 << 10 - 1)
    }
}

// MARK: - Writing

extension FieldChange {
    /// Writes the parts that the change has changed.
    func write(to writer: inout SavedWriter) {
        if now.isSecret || before.isSecret {
            SavedField(now).write(since: SavedField(before), to: &writer)
        } else {
            // Copies of the properties would take longer than writing them.
            now.write(since: before, to: &writer)
        }
    }
}

extension SavedFieldProperties {
    /// Writes the parts that differ from an earlier state of the field.
    func write(since old: some SavedFieldProperties, to writer: inout SavedWriter) {
        typealias Parts = SavedField.Parts
        var parts: Parts = []
        if text != old.text { parts.insert(.text) }
        if selection != old.selection || isCaretAtStart != old.isCaretAtStart { parts.insert(.selection) }
        if !value.hasSameCodePoints(as: old.value) { parts.insert(.value) }
        if completionLength != old.completionLength { parts.insert(.completion) }
        if choice != old.choice { parts.insert(.choice) }
        if lastEdit != old.lastEdit { parts.insert(.lastEdit) }
        if message != old.message { parts.insert(.message) }
        if flags != old.flags { parts.insert(.flags) }
        if overrides !== old.overrides { parts.insert(.overrides) }
        if revision != old.revision { parts.insert(.revision) }
        writer.number(parts.rawValue)
        if parts.contains(.text) { writer.text(text.string, since: old.text.string) }
        if parts.contains(.selection) {
            writer.number(selection.start)
            writer.number(selection.length)
            writer.flag(isCaretAtStart)
        }
        if parts.contains(.value) { writer.text(value, since: old.value) }
        if parts.contains(.completion) { writer.number(completionLength) }
        if parts.contains(.choice) { choice.write(to: &writer) }
        if parts.contains(.lastEdit) { writer.text(lastEdit.rawValue) }
        if parts.contains(.message) { writer.optional(message) { $1.write(to: &$0) } }
        if parts.contains(.flags) { writer.number(UInt64(flags.rawValue)) }
        if parts.contains(.overrides) { writer.optional(overrides) { $1.value.write(to: &$0) } }
        if parts.contains(.revision) { writer.number(revision) }
    }
}

extension SavedWriter {
    /// Writes the number of unchanged bytes at both ends of a text, and the bytes between them. So a key in a long text
    /// takes a few bytes.
    fileprivate mutating func text(_ text: String, since old: String) {
        var (text, old) = (text, old)
        text.withUTF8 { new in
            old.withUTF8 { old in
                let most = min(new.count, old.count)
                var prefix = 0
                while prefix < most, new[prefix] == old[prefix] { prefix += 1 }
                var suffix = 0
                while suffix < most - prefix, new[new.count - 1 - suffix] == old[old.count - 1 - suffix] { suffix += 1 }
                number(prefix)
                number(suffix)
                utf8(new[prefix..<new.count - suffix])
            }
        }
    }
}

extension ShownMessage {
    fileprivate func write(to writer: inout SavedWriter) {
        writer.flag(severity == .error)
        writer.flag(isJudged)
        writer.optional(text) { $0.text($1) }
    }

    fileprivate init(_ reader: inout SavedReader) throws(SavedFormError) {
        severity = try reader.flag() ? .error : .warning
        isJudged = try reader.flag()
        text = try reader.optional { reader throws(SavedFormError) in try reader.text() }
    }

    static func write(_ message: ShownMessage?, to writer: inout SavedWriter) {
        writer.optional(message) { $1.write(to: &$0) }
    }

    static func read(_ reader: inout SavedReader) throws(SavedFormError) -> ShownMessage? {
        try reader.optional { reader throws(SavedFormError) in try ShownMessage(&reader) }
    }
}

extension Choice {
    fileprivate func write(to writer: inout SavedWriter) {
        switch self {
        case .none: writer.number(0)
        case .one(let number):
            writer.number(1)
            writer.number(Int(number))
        case .several(let places):
            writer.number(2)
            writer.list(places) { $0.number(Int($1)) }
        }
    }

    /// Throws if the field's picker does not have this choice.
    fileprivate init(_ reader: inout SavedReader, _ picker: Picker?) throws(SavedFormError) {
        switch try reader.number(in: 0...2, "the kind of a choice") {
        case 1:
            let range =
                switch picker {
                case .options(let list): 0...max(0, list.options.count - 1)
                case .toggle: 0...1
                case .date: Int(Int32.min)...Int(Int32.max)
                case .several, nil: throw SavedFormError("a field has a choice that nothing offers")
                }
            self = Choice(try reader.number(in: range, "a choice"))
        case 2:
            guard case .several(let selection) = picker else {
                throw SavedFormError("a field has several choices, and takes one")
            }
            let last = max(0, selection.list.options.count - 1)
            self = Choice(
                places: try reader.list { reader throws(SavedFormError) in try reader.number(in: 0...last, "a choice") }
            )
        default: self = .none
        }
    }
}

extension FieldOverrides {
    fileprivate func write(to writer: inout SavedWriter) {
        for text in [hint, placeholder, initialText, formatterJSON, modeJSON, configurationJSON] {
            writer.optional(text) { $0.text($1) }
        }
        writer.optional(maxLength) { $0.optional($1) { $0.number($1) } }
        writer.optional(isReadOnly) { $0.flag($1) }
        for neighbour in [next, previous] {
            writer.optional(neighbour) { writer, neighbour in
                switch neighbour {
                case .formOrder: writer.text("")
                case .field(let id): writer.text(id)
                }
            }
        }
        for lines in [hintLines, textLines] { writer.optional(lines) { $0.number($1) } }
    }

    fileprivate init(_ reader: inout SavedReader) throws(SavedFormError) {
        func text() throws(SavedFormError) -> String? {
            try reader.optional { reader throws(SavedFormError) in try reader.text() }
        }
        func neighbour() throws(SavedFormError) -> Neighbour? {
            try text().map { $0.isEmpty ? .formOrder : .field($0) }
        }
        func lines() throws(SavedFormError) -> Int? {
            try reader.optional { reader throws(SavedFormError) in try reader.number(in: 1...10_000, "the lines") }
        }
        hint = try text()
        placeholder = try text()
        initialText = try text()
        formatterJSON = try text()
        modeJSON = try text()
        configurationJSON = try text()
        maxLength = try reader.optional { reader throws(SavedFormError) in
            try reader.optional { reader throws(SavedFormError) in
                try reader.number(in: 0...Int.max, "the maximum length")
            }
        }
        isReadOnly = try reader.optional { reader throws(SavedFormError) in try reader.flag() }
        next = try neighbour()
        previous = try neighbour()
        hintLines = try lines()
        textLines = try lines()
    }
}

// MARK: - Reading

extension SavedField {
    /// Reads a record into a field, and checks it against the field's definition.
    ///
    /// - Parameter definitions: parses the JSON that a program set.
    static func read(
        _ reader: inout SavedReader,
        into field: FormField,
        _ context: FormContext,
        _ definitions: SavedDefinitions
    ) throws(SavedFormError) {
        let parts = Parts(rawValue: try reader.unsigned())
        guard parts.isSubset(of: .all) else {
            throw SavedFormError("the field \(field.id) has parts that nobody knows")
        }
        if parts.contains(.text) {
            let text = FormText(try self.text(&reader, since: field.text.string))
            guard context.form.isWithinLimits(text) else {
                throw SavedFormError("the text of \(field.id) is longer than a text may be, or contains U+0000")
            }
            field.text = text
        }
        if parts.contains(.selection) {
            let start = try reader.number(in: 0...field.text.count, "the caret of \(field.id)")
            let length = try reader.number(in: 0...field.text.count - start, "the selection of \(field.id)")
            field.selection = TextSelection(start: start, length: length)
            field.isCaretAtStart = try reader.flag()
        }
        guard field.selection.end <= field.text.count else {
            throw SavedFormError("the selection of \(field.id) is not in its text")
        }
        if parts.contains(.value) { field.value = try text(&reader, since: field.value) }
        if parts.contains(.completion) { field.completionLength = try reader.number() }
        guard 0...field.text.count ~= field.completionLength else {
            throw SavedFormError("\(field.id) has been completed by more than its text")
        }
        if parts.contains(.choice) { field.choice = try Choice(&reader, field.plan.picker) }
        if parts.contains(.lastEdit) { field.lastEdit = try reader.word(LastEdit.self) }
        if parts.contains(.message) { field.message = try ShownMessage.read(&reader) }
        if parts.contains(.flags) {
            let flags = FieldFlags(rawValue: UInt32(truncatingIfNeeded: try reader.unsigned()))
            field.flags = flags.intersection(.kept)
        }
        field.set(.note, field.plan.isNote)
        if field.plan.definition.isSecret { field.set(.secret, true) }
        if parts.contains(.overrides) {
            let own = try reader.optional { reader throws(SavedFormError) in try FieldOverrides(&reader) }
            try definitions.apply(own, to: field, context)
        }
        if parts.contains(.revision) { field.revision = try reader.unsigned() }
    }

    private static func text(_ reader: inout SavedReader, since old: String) throws(SavedFormError) -> String {
        let count = old.utf8.count
        let prefix = try reader.number(in: 0...count, "the start of a text")
        let suffix = try reader.number(in: 0...count - prefix, "the end of a text")
        let middle = try reader.utf8()
        if prefix == 0, suffix == 0 { return try SavedReader.text(middle) }
        var (old, bytes) = (old, [UInt8]())
        bytes.reserveCapacity(prefix + middle.count + suffix)
        old.withUTF8 { old in
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: old[..<prefix]))
            bytes.append(contentsOf: middle)
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: old[(count - suffix)...]))
        }
        return try SavedReader.text(bytes)
    }
}

extension FieldFlags {
    /// The flags that are saved: all of them.
    fileprivate static let kept = Self(rawValue: 1 << 21 - 1)
    /// The flags that are saved of a secret field: those that do not reveal whether the user has typed.
    fileprivate static let ofSecrets: Self = [
        .disabled, .focused, .secure, .secret, .passes, .possible, .hintVisible, .hidden, .off, .blocked, .demanded,
        .vetoed,
    ]
}

// MARK: - JSON set by programs

/// Parses the definitions that programs set in the open session. They are saved as JSON.
package struct SavedDefinitions {
    let formatter: (String) throws -> FormatterDefinition
    let mode: (String) throws -> FieldMode
    let configuration: (String, FieldDefinition) throws -> FieldDefinition

    package init(
        formatter: @escaping (String) throws -> FormatterDefinition,
        mode: @escaping (String) throws -> FieldMode,
        configuration: @escaping (String, FieldDefinition) throws -> FieldDefinition
    ) {
        self.formatter = formatter
        self.mode = mode
        self.configuration = configuration
    }

    fileprivate func apply(
        _ overrides: FieldOverrides?,
        to field: FormField,
        _ context: FormContext
    ) throws(SavedFormError) {
        var overrides = overrides
        do {
            let plan = field.place.plan
            field.plan =
                try overrides?.configurationJSON.map { json in
                    FieldPlan(try configuration(json, plan.definition), configuring: plan)
                } ?? plan
            if let json = overrides?.formatterJSON {
                let definition = json.isEmpty ? nil : try formatter(json)
                let made = try definition.map(context.form.types.fieldFormatter)
                field.formatter = made?.localized(to: context.locale) ?? made
            }
            if let json = overrides?.modeJSON { overrides?.mode = try mode(json) }
        } catch {
            throw SavedFormError("what a program set of \(field.id) cannot be read any more: \(error)")
        }
        field.overrides = overrides.map { Boxed($0) }
    }
}
