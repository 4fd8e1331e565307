package import FormModel

/// What an administrator publishes for many kiosks: definitions of forms, messages, and the plug-ins that they need.
package struct FormBundle: Sendable, Hashable {
    package var name = ""
    /// A later bundle has a greater one.
    package var version = 0
    /// The definitions by the names of the forms, as their authors have written them.
    package var forms: [String: String] = [:]
    /// Texts that replace formd's own messages, by language and by the name of the message.
    package var messages: [String: [String: String]] = [:]
    /// The SHA-256 of the programs of plug-ins, by the names of the plug-ins.
    package var plugins: [String: String] = [:]

    /// The maximum length of a bundle in bytes.
    package static let maximumLength = 16 << 20
    package static let versions = 1...((1 << 53) - 1)

    private static let maximumForms = 4_096

    package init() {}

    /// Reads a bundle. Throws `malformed` with the position of the first error.
    ///
    /// - Parameter messageNames: the messages that may be replaced.
    package init(_ json: [UInt8], messageNames: Set<String>) throws(BundleError) {
        let document: JSONDocument
        do throws(JSONSyntaxError) {
            document = try JSONDocument(json, limit: Self.maximumLength)
        } catch {
            throw BundleError(.malformed, "\(error)")
        }
        let context = DecodingContext(document: document)
        Self.keys(messageNames).read(document.root, into: &self, context)
        if let error = context.diagnostics().first(where: { $0.severity == .error }) {
            throw BundleError(.malformed, "\(error)")
        }
    }

    /// The bundle as a JSON text.
    package var json: JSONText {
        func object<Value>(_ entries: [String: Value], _ text: (Value) -> JSONText) -> JSONText {
            .object(entries.sorted { $0.key < $1.key }.map { JSONText.Member($0.key, text($0.value)) })
        }
        return [
            "bundle": .string(name), "version": .number(version), "forms": object(forms) { .string($0) },
            "messages": object(messages) { object($0) { .string($0) } }, "plugins": object(plugins) { .string($0) },
        ]
    }

    /// The name and the version for people.
    package var shown: String { "\(name) \(version)" }

    /// Whether a text may be the name of a bundle. It is a part of the names of files, and of a header of HTTP.
    package static func isName(_ text: String) -> Bool {
        1...64 ~= text.utf8.count && text.utf8.first != UInt8(ascii: ".")
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }

    // MARK: Keys

    private static func keys(_ messageNames: Set<String>) -> KeyTable<FormBundle> {
        KeyTable("a bundle") {
            Key("bundle", \.name, nameReader, isRequired: true)
            Key("version", \.version, .integer(in: versions, ""), isRequired: true)
            Key("forms", \.forms, table("forms", to: maximumForms, definition) { isFormName($0) }, isRequired: true)
            Key("messages", \.messages, table("languages", to: 256, texts(messageNames), LanguageTag.isWellFormed))
            Key("plugins", \.plugins, table("plug-ins", to: 256, digest) { !$0.isEmpty })
        }
    }

    private static let nameReader = ValueReader.string(limit: 64).map { name, value, context in
        isName(name) ? name : context.error("\(quoted(name)) is not the name of a bundle", at: value)
    }

    private static let definition = ValueReader.string(limit: DefinitionLimits.definitionSize)

    private static let digest = ValueReader.string(limit: 64).map { text, value, context in
        text.utf8.count == 64 && text.utf8.allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
            ? text.lowercased() : context.error("\(quoted(text)) is not a SHA-256 in hexadecimal digits", at: value)
    }

    private static func texts(_ names: Set<String>) -> ValueReader<[String: String]> {
        table("messages", to: 1_024, .string(limit: 4_096)) { names.contains($0) }
    }

    /// A form is a file elsewhere.
    private static func isFormName(_ name: String) -> Bool {
        1...250 ~= name.utf8.count && !name.hasPrefix(".")
            && name.utf8.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "/") }
    }

    /// An object whose keys are names.
    private static func table<Value: Sendable>(
        _ things: String,
        to limit: Int,
        _ reader: ValueReader<Value>,
        _ isName: @escaping @Sendable (String) -> Bool
    ) -> ValueReader<[String: Value]> {
        ValueReader("object", schema: .table(of: reader.schema())) { value, context in
            guard let object = value.object else { return context.error("it is not an object", at: value) }
            guard object.count <= limit else {
                return context.error("there are \(object.count) \(things); the limit is \(limit)", at: value)
            }
            var entries: [String: Value] = [:]
            for member in object.members {
                if !isName(member.key) {
                    context.error("\(quoted(member.key)) cannot be used among \(things)", at: member.site)
                }
                if let entry = reader.read(member.value, context) { entries[member.key] = entry }
            }
            return entries
        }
    }
}
