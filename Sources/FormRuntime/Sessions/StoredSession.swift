import EventLoop
import FormEngine
import FormModel
import FormStore

/// A session that is kept on disk and has not been read since the daemon started: what its file says first.
package struct StoredSession: Sendable {
    package let identifier: SessionIdentifier
    /// The file's name.
    let file: String
    /// The form's name; empty for a definition that the owner sent.
    package let form: String
    /// The name of the definition's file.
    let definition: String
    package let members: SessionMembers
    let options: SessionOptions
    /// What the owner's account counts.
    let fields: Int
    let bytes: Int

    /// Throws what is wrong with the entries.
    init(file: String, _ entries: [String: String]) throws {
        func entry<Value>(_ name: EntryName, _ read: (String) -> Value?) throws(StoreFormatError) -> Value {
            guard let value = entries[name.rawValue].flatMap(read) else {
                throw StoreFormatError("its entry \(name.rawValue) is missing, or means nothing")
            }
            return value
        }
        let owner = try entry(.owner) { UInt32($0) }
        identifier = SessionIdentifier(owner: owner, token: try entry(.token) { try? SessionIdentifier.Token($0) })
        self.file = file
        guard file == Self.file(of: identifier) else {
            throw StoreFormatError("it has the name of another session")
        }
        form = try entry(.form) { $0 }
        definition = try entry(.definition) { $0.contains("/") || $0.hasPrefix(".") ? nil : $0 }
        members = SessionMembers(opener: owner, granted: try entry(.members, Self.roles))
        options = SessionOptions(
            idleTimeout: try entry(.idleTimeout) { UInt32($0) },
            audience: try entry(.audience) { SessionOptions.Audience(rawValue: $0) }
        )
        fields = try entry(.fields) { Int($0).flatMap { 0...1_000_000 ~= $0 ? $0 : nil } }
        bytes = try entry(.bytes) { Int($0).flatMap { 0...(1 << 30) ~= $0 ? $0 : nil } }
    }

    private enum EntryName: String {
        case owner, token, form, definition, members, idleTimeout, audience, fields, bytes
    }

    static func file(of identifier: SessionIdentifier) -> String { "\(identifier.owner)-\(identifier.token)" }

    /// The entries that a session's file begins with.
    @LoopActor
    static func entries(of session: Session) -> [String: String] {
        let members = session.members.granted.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.rawValue)" }
        let entries: [EntryName: String] = [
            .owner: String(session.owner),
            .token: session.identifier.token.description,
            .form: session.definition.name,
            .definition: definitionFile(of: session.form.compiled, owner: session.owner),
            .members: members.joined(separator: " "),
            .idleTimeout: String(session.idleTimeout.components.seconds),
            .audience: session.audience.rawValue,
            .fields: String(session.definition.maximumFieldCount),
            .bytes: String(session.bytes),
        ]
        return Dictionary(uniqueKeysWithValues: entries.map { ($0.key.rawValue, $0.value) })
    }

    private static func roles(_ text: String) -> [UInt32: Role]? {
        var roles: [UInt32: Role] = [:]
        for member in text.split(separator: " ") {
            let parts = member.split(separator: "=")
            guard parts.count == 2, let user = UInt32(parts[0]), let role = Role(rawValue: String(parts[1])) else {
                return nil
            }
            roles[user] = role
        }
        return roles
    }

    /// The name of the file that holds a definition. The owner is a part of it: no user's definition is another one's.
    static func definitionFile(of form: CompiledForm, owner: UInt32) -> String {
        // FNV-1a, in two halves that begin differently. Whoever finds two definitions with one name has mixed up their own.
        var (one, two) = (UInt64(0xCBF2_9CE4_8422_2325), UInt64(0x9AE1_6A3B_2F90_404F))
        for byte in form.definition.source.utf8 {
            one = (one ^ UInt64(byte)) &* 0x100_0000_01B3
            two = (two &+ UInt64(byte)) &* 0x9E37_79B9_7F4A_7C15
        }
        return "\(owner)-\(String(one, radix: 36))\(String(two, radix: 36))"
    }
}
