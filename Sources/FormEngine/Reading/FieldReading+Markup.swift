import FormModel

/// A part of one of a field's texts that is drawn in its own way.
package struct MarkupReading: Sendable, Hashable {
    package enum Part: String, Sendable {
        case text, label, hint
        /// An option's label. The run's start is the option's place in the list.
        case option
    }

    package var part: Part
    package var run: MarkupRun
}

extension FieldReading {
    /// Styles in the texts, each text's outer ones before those inside, and pictures.
    package var markup: [MarkupReading] {
        var markup: [MarkupReading] = []
        func add(_ part: MarkupReading.Part, _ runs: [MarkupRun]) {
            markup += runs.map { MarkupReading(part: part, run: $0) }
        }
        func image(_ name: String, at start: Int = 0) -> MarkupRun {
            MarkupRun(start: start, length: 0, style: .image, target: name)
        }
        if let name = field.definition.image { add(field.isNote ? .text : .label, [image(name)]) }
        if let shown = field.shown?.value {
            add(.text, shown.note.runs)
            add(.label, shown.label.runs)
            if field.overrides?.value.hint == nil { add(.hint, shown.hint.runs) }
        }
        if case .options(let list) = field.plan.picker {
            for (place, option) in list.options.prefix(Self.shownOptions).enumerated() {
                if let name = option.image { add(.option, [image(name, at: place)]) }
            }
        }
        return markup
    }
}

extension MarkupReading: PropertyConvertible {
    /// The text's name, start and length in code points, the style, and a link's address or a picture's name.
    var propertyValue: PropertyValue {
        .tuple([
            .string(part.rawValue), .number(run.start), .number(run.length), .string(run.style.rawValue),
            .string(run.target),
        ])
    }
}
