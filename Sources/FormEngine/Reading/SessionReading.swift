package import FormModel
import FormPlugin

/// The properties of the Session interface, derived from the state of a session.
package struct SessionReading: Sendable {
    let session: SessionState
    let context: FormContext
    /// Increases by one with each transaction that changed something.
    package let revision: UInt64
}

/// Whether the form has been submitted since its last change.
package enum SubmissionState: String, Sendable {
    case editing, submitted
}

/// A group, as clients read it.
package struct GroupReading: Sendable, Hashable {
    /// The full name. Inside a row it starts with the row's name: `orders_3_items`.
    package var id: String
    /// The title of a row.
    package var label: String
    /// The numbers of the rows, in their order.
    package var rows: [Int]
    package var minimum: Int
    package var maximum: Int
}

/// A page, as clients read it.
package struct PageReading: Sendable, Hashable {
    package var title: String
    /// The names of the page's fields.
    package var fields: [String]
}

/// An element of the form, as clients read it.
package struct ElementReading: Sendable, Hashable {
    /// `field`, `note`, `section`, `group`, `row`, `review` or `end`.
    package var kind: String
    package var id: String
    /// The number of sections, groups and rows that contain it.
    package var depth: Int
    package var isVisible: Bool
    /// The index of its page, counted from 0; 0 in a form without pages.
    package var page: Int
    /// The title of a section or a review, the label of a group or a row; otherwise empty.
    package var title: String
    /// The width in columns of twelve.
    package var span: Int
    /// Whether users may add a row to the group; `nil` for other elements.
    package var canAdd: Bool?
    /// Whether users may remove or move the row; `nil` for other elements.
    package var canRemove: Bool?
    package var canMove: Bool?
}

extension SessionReading {
    package var canUndo: Bool { !session.history.undo.isEmpty }
    package var canRedo: Bool { !session.history.redo.isEmpty }

    /// The revision in which a property of the session last changed; 0 if none has.
    package var lastChange: UInt64 { session.revision }
    package var form: String { context.form.definition.name }
    package var title: String { title(context.form.definition.title, .form) }
    /// How often the form was submitted since the session was opened.
    package var submissions: UInt64 { session.submissions }
    package var state: SubmissionState { session.isSubmitted ? .submitted : .editing }
    /// Whether the session was restored after a restart of the daemon, and has not been edited since. Its secrets are
    /// empty.
    package var isRestored: Bool { session.isRestored }
    /// The names of the draft's fields whose texts could not be applied.
    package var leftOut: [String] { context.leftOut }
    /// Whether no field shows an error.
    package var isValid: Bool { session.tally.errors == 0 }
    /// Whether every visible and enabled field would pass a validation.
    package var isComplete: Bool { session.tally.incomplete == 0 }
    /// The index of the focused field.
    package var focusedField: Int? { session.focus }
    /// Whether `focusNext` and `focusPrevious` find a field.
    package var hasNext: Bool { session.hasNext }
    package var hasPrevious: Bool { session.hasPrevious }
    package var locale: String { context.locale }
    /// The languages that the definition has texts in, as BCP 47 tags.
    package var languages: [String] { context.form.definition.languages }
    /// The labels of buttons, by the buttons' names.
    package var labels: [(name: String, text: String)] {
        ButtonLabel.allCases.map { ($0.rawValue, context.text($0)) }
    }
    /// Whether heights, frames and colours are computed.
    package var isLaidOut: Bool { context.isLaidOut }
    /// In logical pixels, like all heights.
    package var width: Double { context.width }
    package var textScale: Double { context.traits.textScale }
    package var colorScheme: ColorScheme { context.traits.colorScheme }
    package var isRightToLeft: Bool { context.isRightToLeft }
    package var contentHeight: Double { session.contentHeight }
    package var scrollOffset: Double { session.viewport.scrollOffset }
    /// The elements besides fields, from top to bottom; empty without a layout.
    package var frames: [SupplementaryFrame] { session.pageLayout?.value.frames ?? [] }

    /// The names of all fields, in the form's order.
    package var fields: [String] { context.placement.fields.map(\.id) }

    /// A field's name; empty for `nil`.
    package func name(ofField index: Int?) -> String {
        index.map { context.placement.fields[$0].id } ?? ""
    }

    /// The page that is shown, counted from 0.
    package var page: Int { session.page }

    /// The pages; empty if the form has none.
    package var pages: [PageReading] {
        context.placement.pages.enumerated().map { position, page in
            PageReading(
                title: title(page.title, .page(position)),
                fields: page.fields.map { context.placement.fields[$0].id }
            )
        }
    }

    /// The elements of the form, from top to bottom. A section is visible if one of its fields is.
    package var structure: [ElementReading] {
        let hidden = session.hidden?.value
        return context.placement.outline.enumerated().map { position, item in
            let isVisible =
                switch item.kind {
                case .field, .note, .end: hidden.shows(field: item.fields.lowerBound)
                case .section: item.fields.contains { hidden.shows(field: $0) }
                case .group, .row, .review: hidden.shows(item.parts)
                }
            return ElementReading(
                kind: item.kind.rawValue,
                id: item.id,
                depth: item.depth,
                isVisible: isVisible,
                page: item.page ?? 0,
                title: title(item.title, .item(position)),
                span: item.span,
                canAdd: item.kind == .group ? item.takesRow : nil,
                canRemove: item.kind == .row ? item.canGo : nil,
                canMove: item.kind == .row ? item.canMove : nil
            )
        }
    }

    /// A title with the answers filled in.
    private func title(_ text: LocalizedText?, _ owner: Placement.Title.Owner) -> String {
        session.titles?.value[owner] ?? text?.text(in: context.locale) ?? ""
    }

    /// The groups, in the form's order.
    package var groups: [GroupReading] {
        let items = context.placement.outline.enumerated().filter { $0.element.kind == .group }
        return zip(context.placement.groups, items).map { group, item in
            GroupReading(
                id: group.name,
                label: title(group.definition.label, .item(item.offset)),
                rows: group.rows,
                minimum: group.definition.minimum,
                maximum: group.definition.maximum
            )
        }
    }
}

// MARK: - Table of properties

/// The properties of a session, in the contract's order. See `FieldProperty`.
package enum SessionProperty: Int, CaseIterable, Sendable {
    case form, title, state, valid, complete, revision, focusedField, hasNext, hasPrevious, fields, structure, groups,
        page, pages
    case locale, languages, labels, direction, textScale, colorScheme, width, frames, contentHeight, scrollOffset
    case canUndo, canRedo, restored, leftOut

    package typealias Declaration = PropertyDeclaration<SessionReading, SessionAspects, Operation>

    /// In the order of the cases.
    package static let table: [Declaration] = allCases.map(\.declared)

    package var declaration: Declaration { Self.table[rawValue] }

    static let dependents = PropertyDependents<SessionProperty> { $0.declaration.aspects }

    private var declared: Declaration {
        switch self {
        case .form: Declaration("Form", [], .string { $0.form })
        case .title: Declaration("Title", [.titles, .language], .string { $0.title })
        case .state: Declaration("State", [.submission], .string { $0.state.rawValue })
        case .valid: Declaration("Valid", [.errors], .boolean { $0.isValid })
        case .complete: Declaration("Complete", [.incomplete], .boolean { $0.isComplete })
        // Changes with any other property, but not in a transaction that changes only fields.
        case .revision: Declaration("Revision", [.revision], .counter { $0.revision })
        case .focusedField: Declaration("FocusedField", [.focus, .rows], .string { $0.name(ofField: $0.focusedField) })
        case .hasNext: Declaration("HasNext", [.reach], .boolean { $0.hasNext })
        case .hasPrevious: Declaration("HasPrevious", [.reach], .boolean { $0.hasPrevious })
        // The bus adapter replaces the names by object paths.
        case .fields: Declaration("Fields", [.rows], .structured("ao") { PropertyValue.strings($0.fields) })
        case .structure:
            Declaration("Structure", [.rows, .hidden, .titles, .language], .structured("aa{sv}") { $0.structure })
        case .groups:
            Declaration("Groups", [.rows, .titles, .language], .structured("a(ssauuu)") { $0.groups })
        case .page: Declaration("Page", [.page], .number { $0.page })
        case .pages: Declaration("Pages", [.rows, .titles, .language], .structured("a(sas)") { $0.pages })
        case .locale: Declaration("Locale", [.language], .string { $0.locale }) { $0.string.map { .setLocale($0) } }
        case .languages: Declaration("Languages", [], .strings { $0.languages })
        case .labels:
            Declaration(
                "Labels",
                [.language],
                .structured("a{ss}") { reading -> PropertyValue in
                    .record(reading.labels.map { PropertyValue.Member(name: $0.name, value: .string($0.text)) })
                }
            )
        case .direction: Declaration("Direction", [.language], .string { $0.isRightToLeft ? "rtl" : "ltr" })
        case .textScale:
            Declaration("TextScale", [.traits], .double { $0.textScale }) { $0.double.map { .setTextScale($0) } }
        case .colorScheme:
            Declaration("ColorScheme", [.traits], .string { $0.colorScheme.rawValue }) {
                $0.string.flatMap { ColorScheme(rawValue: $0) }.map { .setColorScheme($0) }
            }
        case .width: Declaration("Width", [.traits], .double { $0.width }) { $0.double.map { .setWidth($0) } }
        case .frames: Declaration("Frames", [.frames], .structured("a(ssdddd)") { $0.frames })
        case .contentHeight: Declaration("ContentHeight", [.height], .double { $0.contentHeight })
        case .scrollOffset: Declaration("ScrollOffset", [.scroll], .double { $0.scrollOffset })
        case .canUndo: Declaration("CanUndo", [.history], .boolean { $0.canUndo })
        case .canRedo: Declaration("CanRedo", [.history], .boolean { $0.canRedo })
        case .restored: Declaration("Restored", [.restored], .boolean { $0.isRestored })
        case .leftOut: Declaration("LeftOut", [], .strings { $0.leftOut })
        }
    }
}

package typealias SessionProperties = PropertySet<SessionProperty>

extension SessionReading {
    /// The properties that differ from those at another moment.
    ///
    /// - Parameter aspects: the aspects of the state that differ.
    func properties(differingFrom other: SessionReading, in aspects: SessionAspects) -> SessionProperties {
        SessionProperty.dependents.properties(of: aspects)
            .filter { SessionProperty.table[$0].differs(self, other) }
    }
}

extension SessionState {
    /// The aspects that differ from those at another moment.
    func aspects(differingFrom other: SessionState) -> SessionAspects {
        var aspects: SessionAspects = []
        if focus != other.focus { aspects.insert(.focus) }
        if isSubmitted != other.isSubmitted { aspects.insert(.submission) }
        if isRestored != other.isRestored { aspects.insert(.restored) }
        if tally.errors != other.tally.errors { aspects.insert(.errors) }
        if tally.incomplete != other.tally.incomplete { aspects.insert(.incomplete) }
        if page != other.page { aspects.insert(.page) }
        if hasNext != other.hasNext || hasPrevious != other.hasPrevious { aspects.insert(.reach) }
        if contentHeight != other.contentHeight { aspects.insert(.height) }
        if viewport.scrollOffset != other.viewport.scrollOffset { aspects.insert(.scroll) }
        if pageLayout !== other.pageLayout { aspects.insert(.frames) }
        if hidden !== other.hidden { aspects.insert(.hidden) }
        if titles !== other.titles { aspects.insert(.titles) }
        let (history, other) = (history, other.history)
        if history.undo.isEmpty != other.undo.isEmpty || history.redo.isEmpty != other.redo.isEmpty {
            aspects.insert(.history)
        }
        return aspects
    }
}

extension FormContext {
    /// The aspects that differ between two contexts.
    func aspects(differingFrom other: FormContext) -> SessionAspects {
        guard self !== other else { return [] }
        var aspects: SessionAspects = []
        if locale != other.locale { aspects.insert(.language) }
        if traits != other.traits { aspects.insert(.traits) }
        if placement !== other.placement { aspects.insert(.rows) }
        return aspects
    }
}

extension GroupReading: PropertyConvertible {
    /// Full name, label of a row, row numbers, minimum and maximum number of rows.
    var propertyValue: PropertyValue {
        .tuple([
            .string(id), .string(label), .array(rows.map { .number($0) }), .number(minimum), .number(maximum),
        ])
    }
}

extension ElementReading: PropertyConvertible {
    /// A title, and what users may do with rows, are left out where there is none.
    var propertyValue: PropertyValue {
        .record([
            "kind": .string(kind),
            "id": .string(id),
            "depth": .number(depth),
            "visible": .boolean(isVisible),
            "page": .number(page),
            "span": .number(span),
            "title": title.isEmpty ? nil : .string(title),
            "canAdd": canAdd.map { .boolean($0) },
            "canRemove": canRemove.map { .boolean($0) },
            "canMove": canMove.map { .boolean($0) },
        ])
    }
}

extension PageReading: PropertyConvertible {
    /// Title, and the names of the fields.
    var propertyValue: PropertyValue { .tuple([.string(title), .strings(fields)]) }
}

extension SupplementaryFrame: PropertyConvertible {
    /// Kind, name, x, y, width, height.
    var propertyValue: PropertyValue {
        .tuple([
            .string(kind.rawValue), .string(name), .double(frame.x), .double(frame.y), .double(frame.width),
            .double(frame.height),
        ])
    }
}
