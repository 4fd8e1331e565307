package import FormModel
import TextEditing

// The saved state of fields: what cannot be derived from the rest of the form. A record lists, for each field, the
// properties that differ from an earlier state of it, or from a new field.

/// A property of a field's state, with its comparison and its format. The position in the list is its bit in records.
struct SavedProperty: Sendable {
    let differs: @Sendable (FormField, FormField) -> Bool
    let write: @Sendable (inout SavedWriter, _ now: FormField, _ old: FormField) -> Void
    let read: @Sendable (inout SavedReader, FormField, SavedDefinitions, FormContext) throws(SavedFormError) -> Void

    private init(
        differs: @escaping @Sendable (FormField, FormField) -> Bool,
        write: @escaping @Sendable (inout SavedWriter, FormField, FormField) -> Void,
        read:
            @escaping @Sendable (inout SavedReader, FormField, SavedDefinitions, FormContext) throws(SavedFormError) ->
            Void
    ) {
        self.differs = differs
        self.write = write
        self.read = read
    }

    /// A property that is saved as a whole.
    private init<Value: Equatable & SendableMetatype>(
        _ path: any ReferenceWritableKeyPath<FormField, Value> & Sendable,
        _ format: SavedFormat<Value>
    ) {
        self.init(
            differs: { $0[keyPath: path] != $1[keyPath: path] },
            write: { writer, now, _ in format.write(&writer, now[keyPath: path]) },
            read: { reader, field, _, _ throws(SavedFormError) in field[keyPath: path] = try format.read(&reader) }
        )
    }

    /// New properties are added at the end.
    static let all: [SavedProperty] = [
        SavedProperty(
            differs: { $0.text != $1.text },
            write: { $0.text($1.text.string, since: $2.text.string) },
            read: { reader, field, _, context throws(SavedFormError) in
                let text = FormText(try reader.text(since: field.text.string))
                guard context.form.isWithinLimits(text) else {
                    throw SavedFormError("the text of \(field.id) is longer than a text may be, or contains U+0000")
                }
                field.text = text
            }
        ),
        SavedProperty(
            differs: { $0.selection != $1.selection || $0.isCaretAtStart != $1.isCaretAtStart },
            write: { writer, field, _ in
                writer.number(field.selection.start)
                writer.number(field.selection.length)
                writer.flag(field.isCaretAtStart)
            },
            read: { reader, field, _, _ throws(SavedFormError) in
                let start = try reader.number(in: 0...field.text.count, "the caret of \(field.id)")
                let length = try reader.number(in: 0...field.text.count - start, "the selection of \(field.id)")
                field.selection = TextSelection(start: start, length: length)
                field.isCaretAtStart = try reader.flag()
            }
        ),
        SavedProperty(
            differs: { !$0.value.hasSameCodePoints(as: $1.value) },
            write: { $0.text($1.value, since: $2.value) },
            read: { reader, field, _, _ throws(SavedFormError) in field.value = try reader.text(since: field.value) }
        ),
        SavedProperty(\.completionLength, .number(in: 0...Int.max, "the completion of a text")),
        SavedProperty(
            differs: { $0.choice != $1.choice },
            write: { writer, field, _ in field.choice.write(to: &writer) },
            read: { reader, field, _, _ throws(SavedFormError) in field.choice = try Choice(&reader, field.plan.picker)
            }
        ),
        SavedProperty(\.lastEdit, .word),
        SavedProperty(\.message, ShownMessage.saved.optional),
        SavedProperty(
            \.flags,
            SavedFormat.counter.map({ UInt64($0.rawValue) }) {
                FieldFlags(rawValue: UInt32(truncatingIfNeeded: $0)).intersection(.kept)
            }
        ),
        SavedProperty(
            differs: { $0.overrides !== $1.overrides },
            write: { writer, field, _ in FieldOverrides.saved.optional.write(&writer, field.overrides?.value) },
            read: { reader, field, definitions, context throws(SavedFormError) in
                try definitions.apply(try FieldOverrides.saved.optional.read(&reader), to: field, context)
            }
        ),
        SavedProperty(\.revision, .counter),
    ]
}

extension FormField {
    /// How many bytes are copied when a change of the field is restored: its texts, and about as much time as 2 KiB
    /// take for the field itself.
    var bytesToRestore: Int { 2_048 + (isSecret ? 0 : text.string.utf8.count + value.utf8.count) }

    /// Writes what differs from an earlier state of the field; by default from a new field. Of secrets nothing is
    /// written that tells the text.
    func write(since old: FormField? = nil, to writer: inout SavedWriter) {
        let (now, old) = (withoutSecret, old?.withoutSecret ?? FormField(at: place))
        let properties = SavedProperty.all
        let differs = properties.map { $0.differs(now, old) }
        writer.number(differs.enumerated().reduce(UInt64(0)) { $0 | ($1.element ? 1 << UInt64($1.offset) : 0) })
        for (property, differs) in zip(properties, differs) where differs { property.write(&writer, now, old) }
    }

    /// Reads a record of the field, and checks it against the field's definition.
    ///
    /// - Parameter definitions: parses the JSON that a program set.
    func read(
        _ reader: inout SavedReader,
        _ context: FormContext,
        _ definitions: SavedDefinitions
    ) throws(SavedFormError) {
        let bits = try reader.unsigned()
        guard bits < 1 << UInt64(SavedProperty.all.count) else {
            throw SavedFormError("the field \(id) has parts that nobody knows")
        }
        for (bit, property) in SavedProperty.all.enumerated() where bits & 1 << UInt64(bit) != 0 {
            try property.read(&reader, self, definitions, context)
        }
        guard selection.end <= text.count else { throw SavedFormError("the selection of \(id) is not in its text") }
        guard completionLength <= text.count else {
            throw SavedFormError("\(id) has been completed by more than its text")
        }
        set(.note, plan.isNote)
        if plan.definition.isSecret { set(.secret, true) }
        close()
    }
}

extension FieldFlags {
    /// The flags that are saved: all of them.
    fileprivate static let kept = Self(rawValue: 1 << 21 - 1)
}

extension ShownMessage {
    static let saved = SavedFormat(
        ShownMessage(severity: .error, isJudged: false),
        [
            .init(\.severity, SavedFormat.flag.map({ $0 == .error }) { $0 ? .error : .warning }),
            .init(\.isJudged, .flag), .init(\.text, SavedFormat.text.optional),
        ]
    )
}

extension Choice {
    fileprivate func write(to writer: inout SavedWriter) {
        switch self {
        case .none: writer.number(0)
        case .one(let number):
            writer.number(1)
            writer.number(Int(number))
        case .several(let indices):
            writer.number(2)
            writer.list(indices) { $0.number(Int($1)) }
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
            let index = SavedFormat.number(in: 0...max(0, selection.list.options.count - 1), "a choice")
            self = Choice(indices: try index.list.read(&reader))
        default: self = .none
        }
    }
}

extension FieldOverrides {
    fileprivate static let saved: SavedFormat<FieldOverrides> = {
        let text = SavedFormat.text.optional
        let lines = SavedFormat.number(in: 1...10_000, "the lines").optional
        let neighbour = text.map({ $0.map(\.name) }) { $0.map { $0.isEmpty ? Neighbour.formOrder : .field($0) } }
        return SavedFormat(
            FieldOverrides(),
            [
                .init(\.hint, text), .init(\.placeholder, text), .init(\.initialText, text),
                .init(\.formatterJSON, text), .init(\.modeJSON, text), .init(\.configurationJSON, text),
                .init(\.maxLength, SavedFormat.number(in: 0...Int.max, "the maximum length").optional.optional),
                .init(\.isReadOnly, SavedFormat.flag.optional), .init(\.next, neighbour),
                .init(\.previous, neighbour), .init(\.hintLines, lines), .init(\.textLines, lines),
            ]
        )
    }()
}

extension Neighbour {
    fileprivate var name: String { if case .field(let id) = self { id } else { "" } }
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
                    try context.form.plan(try configuration(json, plan.definition), configuring: plan)
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
