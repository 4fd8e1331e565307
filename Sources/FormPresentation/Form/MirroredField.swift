import DBus
package import FormClient

/// A field of the mirror, with what the screen derives from its properties.
@dynamicMemberLookup
package struct MirroredField: Sendable {
    let mirror: SessionMirror
    package let name: String

    package init(_ name: String, in mirror: SessionMirror) {
        self.name = name
        self.mirror = mirror
    }

    package subscript<Item>(dynamicMember key: KeyPath<FieldProperties, PropertyKey<Item>>) -> Item {
        mirror[FieldProperties.all[keyPath: key], of: name]
    }

    package var isComputed: Bool { self.computed }

    /// Whether the focus stops at the field.
    package var takesFocus: Bool {
        self.visible && self.enabled && self.focusable && face != .note && face != .computed
    }

    /// Whether users can change the text.
    package var takesEdits: Bool { self.enabled && !self.readOnly && !isComputed }

    /// The appearance of the field.
    package enum Face: Sendable, Hashable {
        case note, text, textView, computed, toggle, slider, date
        /// A single line with a list that opens.
        case menu
        /// The options one below the other, or beside one another.
        case list, buttons, rating
        /// A line of a table.
        case grid
    }

    /// With more options than these, the list is always a menu.
    private static let mostListed: UInt32 = 12
    /// The maximum number of visible options if the definition has no preference.
    private static let mostListedUnasked: UInt32 = 6

    package var face: Face {
        switch self.type {
        case "note": return .note
        case "textView": return isComputed ? .computed : .textView
        default: break
        }
        if isComputed { return .computed }
        switch self.input {
        case "toggle": return .toggle
        case "date": return .date
        case "options": return choiceFace
        default: return self.display == "slider" ? .slider : .text
        }
    }

    private var choiceFace: Face {
        let count = self.optionCount
        guard count <= Self.mostListed else { return .menu }
        switch self.display {
        case "list": return .list
        case "buttons": return .buttons
        case "rating": return self.multiple ? .buttons : .rating
        case "grid": return .grid
        case "menu": return .menu
        default: return count <= Self.mostListedUnasked ? .list : .menu
        }
    }

    /// Whether the options are visible without opening a list.
    package var showsOptions: Bool { [.list, .buttons, .rating, .grid].contains(face) }

    /// Whether the text is edited character by character.
    package var isTyped: Bool { [.text, .textView, .date, .slider].contains(face) }

    /// The indices of the chosen options.
    package var chosen: [UInt32] {
        if self.multiple { return self.selectedOptions }
        return UInt32(exactly: self.selectedOption).map { [$0] } ?? []
    }

    /// Whether arrow keys step a number, a date or a time, as far as a client can know.
    package var steps: Bool {
        if face == .slider || face == .date { return true }
        let purpose = self.keyboard["purpose"]?.string ?? ""
        return ["integer", "decimal", "date", "time"].contains(purpose)
    }

    /// Whether the expected text is written from left to right in every language: a number, an address, or the text of
    /// a mask.
    package var expectsLeftToRight: Bool {
        let purpose = self.keyboard["purpose"]?.string ?? ""
        return steps || !self.maskTail.isEmpty || ["phone", "email", "url"].contains(purpose)
    }

    /// Whether the field has a button that reveals or hides a secret.
    package var hasReveal: Bool {
        let button = self.actionButton
        return button["present"]?.bool == true && (self.secureEntry || button["image"]?.string == "eyeOn")
    }

    /// The visible placeholders that differ from the label.
    package var shownPlaceholders: [(text: String, followsText: Bool)] {
        self.placeholders.compactMap { layer in
            guard layer["visible"]?.bool == true, let text = layer["text"]?.string, !text.isEmpty,
                text != self.label, layer["service"]?.string != "floating"
            else { return nil }
            return (text, layer["anchor"]?.string == "text")
        }
    }

    /// The first and the last day that can be chosen, and the first day that the calendar shows.
    package var dateRange: (first: Day?, last: Day?, initial: Day?) {
        let texts = mirror["DateRange", of: name]?.members?.map { $0.string ?? "" } ?? []
        guard texts.count == 3 else { return (nil, nil, nil) }
        return (Day(texts[0]), Day(texts[1]), Day(texts[2]))
    }

    /// The markup of one of the texts: `text`, `label`, `hint`.
    package func markup(of part: String) -> [MarkupRun] {
        (mirror["Markup", of: name]?.elements ?? []).compactMap { MarkupRun($0, in: part) }
    }
}

extension SessionMirror {
    /// Whether the user has changed something that would be lost.
    package var hasInput: Bool {
        fieldNames.contains { name in
            let field = MirroredField(name, in: self)
            return field.modified && !field.isComputed
        }
    }

    /// The text of the note that the form shows behind the submission; `nil` without one.
    package var endNote: String? {
        let note = MirroredField("form_end", in: self)
        return note.face == .note && note.visible && !note.text.isEmpty ? note.text : nil
    }
}

extension MirroredField {
    /// The text of a note with the addresses of its links inserted, because a terminal does not show them otherwise.
    package var noteText: (text: String, runs: [MarkupRun]) {
        var scalars = Array(self.text.unicodeScalars)
        var runs = markup(of: "text")
        let links = runs.filter { $0.kind == "link" }.sorted { $0.range.upperBound > $1.range.upperBound }
        for link in links where link.range.upperBound <= scalars.count {
            let shown = String(String.UnicodeScalarView(scalars[link.range]))
            let address = " <\(link.address)>".unicodeScalars
            guard !link.address.hasSuffix(shown) else { continue }
            scalars.insert(contentsOf: address, at: link.range.upperBound)
            runs = runs.map { $0.making(room: address.count, at: link.range.upperBound) }
        }
        return (String(String.UnicodeScalarView(scalars)), runs)
    }
}

/// A part of a text with a style of its own.
package struct MarkupRun: Sendable, Hashable {
    package var range: Range<Int>
    package let kind: String
    package let address: String

    /// `nil` if the run belongs to another text.
    init?(_ value: Value, in part: String) {
        guard let members = value.members, members.count == 5, members[0].string == part,
            let start = members[1].uint32, let length = members[2].uint32, let kind = members[3].string
        else { return nil }
        range = Int(start)..<Int(start) + Int(length)
        self.kind = kind
        address = members[4].string ?? ""
    }

    /// The run after a text of length `room` was inserted at `place`.
    func making(room: Int, at place: Int) -> MarkupRun {
        var copy = self
        let start = range.lowerBound >= place ? range.lowerBound + room : range.lowerBound
        let end = range.upperBound > place ? range.upperBound + room : range.upperBound
        copy.range = start..<max(start, end)
        return copy
    }
}
