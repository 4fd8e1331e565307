import CLibYAML
import FormImport
import FormModel

/// Reads a document of YAML as JSON, in which every scalar without quotation marks that is neither a boolean nor empty
/// is a string.
struct YAMLDocument {
    let document: JSONDocument

    /// The maximum size of a document in bytes. GitHub's issue forms have some thousand.
    private static let size = 1 << 20

    /// Throws `NoForm` if the text is no YAML.
    init(_ text: String) throws(NoForm) {
        guard text.utf8.count <= Self.size else {
            throw NoForm(description: "the document has more than \(Self.size) bytes")
        }
        var reader = try YAMLReader(text)
        let json = try reader.document()
        do throws(JSONSyntaxError) {
            document = try JSONDocument(json.line)
        } catch {
            throw NoForm(description: "\(error)")
        }
    }
}

extension JSONValue {
    /// A text, or what a scalar without quotation marks looks like.
    var scalar: String? { string ?? bool.map { "\($0)" } ?? numberText }
}

/// Makes values of the events of a document.
private struct YAMLReader {
    /// A value, and about how many bytes it takes.
    private struct Part {
        let value: JSONText
        let bytes: Int
    }

    private let events: YAMLEvents
    private var anchors: [String: Part] = [:]
    /// About how many more bytes the values may take. Aliases can repeat a small text without end.
    private var budget = 8 << 20

    private static let maximumDepth = 32

    init(_ text: String) throws(NoForm) { events = try YAMLEvents(text) }

    /// The only document of the text.
    mutating func document() throws(NoForm) -> JSONText {
        guard let first = try events.next() else { throw NoForm(description: "the document is empty") }
        let value = try part(first, depth: 0).value
        guard try events.next() == nil else { throw NoForm(description: "the text has more than one document") }
        return value
    }

    private mutating func part(_ event: YAMLEvents.Event, depth: Int) throws(NoForm) -> Part {
        guard depth < Self.maximumDepth else { throw Self.tooLarge }
        let before = budget
        let value: JSONText
        switch event.kind {
        case .scalar(let text, let isPlain):
            try take(text.utf8.count)
            value = isPlain ? Self.plain(text) : .string(text)
        case .alias(let name):
            guard let known = anchors[name] else {
                throw NoForm(description: "nothing before *\(name) has that name")
            }
            try take(known.bytes)
            return known
        case .sequence:
            try take(0)
            var elements: [JSONText] = []
            while let element = try events.next() { elements.append(try part(element, depth: depth + 1).value) }
            value = .array(elements)
        case .mapping:
            try take(0)
            var members: [JSONText.Member] = []
            while let key = try events.next() {
                guard case .scalar(let name, _) = key.kind else {
                    throw NoForm(description: "a key is not a text")
                }
                try take(name.utf8.count)
                guard let event = try events.next() else { break }
                members.append(.init(name, try part(event, depth: depth + 1).value))
            }
            value = .object(members)
        }
        let part = Part(value: value, bytes: before - budget)
        if let anchor = event.anchor { anchors[anchor] = part }
        return part
    }

    private mutating func take(_ bytes: Int) throws(NoForm) {
        budget -= bytes + 16
        if budget < 0 { throw Self.tooLarge }
    }

    private static var tooLarge: NoForm { NoForm(description: "the document is too large or too deep") }

    private static func plain(_ text: String) -> JSONText {
        switch text {
        case "true", "True", "TRUE": true
        case "false", "False", "FALSE": false
        case "", "~", "null": .null
        default: .string(text)
        }
    }
}

/// What libyaml finds in a text. The type is safe because the parser and the text stay in place until `deinit`, and nothing
/// else has a pointer to either.
@safe private final class YAMLEvents {
    struct Event {
        enum Kind {
            /// Plain means: without quotation marks, and without a type.
            case scalar(String, isPlain: Bool)
            case alias(String)
            case sequence, mapping
        }

        let kind: Kind
        /// The name under which aliases repeat the value.
        var anchor: String?
    }

    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let text: UnsafeMutableBufferPointer<UInt8>

    init(_ text: String) throws(NoForm) {
        unsafe parser = .allocate(capacity: 1)
        unsafe self.text = .allocate(capacity: text.utf8.count)
        _ = unsafe self.text.initialize(fromContentsOf: text.utf8)
        guard unsafe yaml_parser_initialize(parser) == 1 else {
            throw NoForm(description: "there is no memory for the document")
        }
        unsafe yaml_parser_set_input_string(parser, self.text.baseAddress, self.text.count)
    }

    deinit {
        unsafe yaml_parser_delete(parser)
        unsafe parser.deallocate()
        unsafe text.deallocate()
    }

    /// The next value, or the beginning of one; `nil` at the end of a sequence, of a mapping, and of the text.
    func next() throws(NoForm) -> Event? {
        while true {
            var event = unsafe yaml_event_t()
            guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw problem }
            defer { unsafe yaml_event_delete(&event) }
            let data = unsafe event.data
            switch unsafe event.type {
            case YAML_STREAM_START_EVENT, YAML_DOCUMENT_START_EVENT, YAML_DOCUMENT_END_EVENT: continue
            case YAML_SCALAR_EVENT:
                let scalar = unsafe data.scalar
                let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
                let isPlain = unsafe scalar.style == YAML_PLAIN_SCALAR_STYLE && scalar.tag == nil
                let text = unsafe String(decoding: bytes, as: UTF8.self)
                return unsafe Event(kind: .scalar(text, isPlain: isPlain), anchor: Self.name(scalar.anchor))
            case YAML_ALIAS_EVENT: return unsafe Event(kind: .alias(Self.name(data.alias.anchor) ?? ""))
            case YAML_SEQUENCE_START_EVENT:
                return unsafe Event(kind: .sequence, anchor: Self.name(data.sequence_start.anchor))
            case YAML_MAPPING_START_EVENT:
                return unsafe Event(kind: .mapping, anchor: Self.name(data.mapping_start.anchor))
            default: return nil
            }
        }
    }

    private static func name(_ text: UnsafeMutablePointer<UInt8>?) -> String? {
        unsafe text.map { unsafe String(cString: $0) }
    }

    private var problem: NoForm {
        let reason = unsafe parser.pointee.problem.map { unsafe String(cString: $0) } ?? "this is no YAML"
        return unsafe NoForm(description: "line \(parser.pointee.problem_mark.line + 1): \(reason)")
    }
}
