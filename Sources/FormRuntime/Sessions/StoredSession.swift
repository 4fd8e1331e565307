import EventLoop
import FormEngine
import FormModel
import FormStore

/// A session on disk that has not been read since the daemon started: the entries at the beginning of its file.
package struct StoredSession: Sendable {
    package let identifier: SessionIdentifier
    /// The file's name.
    let file: String
    /// The form's name; empty for a definition that the owner sent.
    package let form: String
    /// The name of the definition's file, for a session that an earlier version has stored.
    let definitionFile: String?
    /// The definition, for a session that is not stored on disk.
    let source: String?
    package let members: SessionMembers
    let options: SessionOptions
    /// The common beginning of the keys of the session's submissions; `nil` if they go to no target.
    let submissionSeries: String?
    /// The session's identity in the shared store; `nil` if it is not shared.
    let sharing: SharedIdentity?
    /// The values that the owner's account counts.
    let fields: Int
    let bytes: Int
    /// Whether the check of idle sessions has tried to read it.
    var isChecked = false
    /// Whether its draft was discarded since the daemon started.
    var isDraftDiscarded = false

    /// Throws an error that describes invalid entries.
    ///
    /// - Parameter file: the name of the file with the entries; `nil` if they are not from a file.
    init(file: String? = nil, _ entries: [String: String]) throws {
        func entry<Value>(_ name: EntryName, _ read: (String) -> Value?) throws(StoreFormatError) -> Value {
            guard let value = entries[name.rawValue].flatMap(read) else {
                throw StoreFormatError("its entry \(name.rawValue) is missing, or means nothing")
            }
            return value
        }
        let owner = try entry(.owner) { UInt32($0) }
        identifier = SessionIdentifier(owner: owner, token: try entry(.token) { try? SessionIdentifier.Token($0) })
        self.file = Self.file(of: identifier)
        guard file == nil || file == self.file else {
            throw StoreFormatError("it has the name of another session")
        }
        form = try entry(.form) { $0 }
        let hasDefinitionFile = entries[EntryName.definition.rawValue] != nil
        definitionFile =
            hasDefinitionFile ? try entry(.definition) { $0.contains("/") || $0.hasPrefix(".") ? nil : $0 } : nil
        source = entries[EntryName.source.rawValue]
        // It becomes a part of a file's name.
        let series = entries[EntryName.submissions.rawValue].flatMap { try? SessionIdentifier.Token($0) }
        submissionSeries = series?.description
        sharing = SharedIdentity(entries)
        members = SessionMembers(
            opener: owner,
            granted: try entry(.members, Self.roles),
            // Files of earlier versions do not tell who has accepted a role.
            accepted: entries[EntryName.accepted.rawValue].map {
                Set($0.split(separator: " ").compactMap { UInt32($0) })
            }
        )
        var options = SessionOptions(
            idleTimeout: try entry(.idleTimeout) { UInt32($0) },
            audience: try entry(.audience) { SessionOptions.Audience(rawValue: $0) }
        )
        options.idle = try entry(.idle) { text -> IdlePolicy?? in
            text.isEmpty ? .some(nil) : Self.policy(text).map { .some($0) }
        }
        options.locale = try entry(.locale) { $0 }
        options.traits.textScale = try entry(.textScale) { Double($0) }
        options.traits.colorScheme = try entry(.colorScheme) { ColorScheme(rawValue: $0) }
        // Sessions on disk are detached, so that their entries do not contain the lifetime.
        if entries[EntryName.lifetime.rawValue] != nil {
            options.lifetime = try entry(.lifetime) { SessionOptions.Lifetime(rawValue: $0) }
        }
        options.draft = try entry(.draft) { $0.isEmpty ? .some(nil) : $0 }
        self.options = options
        fields = try entry(.fields) { Int($0).flatMap { 0...1_000_000 ~= $0 ? $0 : nil } }
        bytes = try entry(.bytes) { Int($0).flatMap { 0...(1 << 30) ~= $0 ? $0 : nil } }
    }

    private enum EntryName: String {
        case owner, token, form, members, idleTimeout, idle, audience, locale, textScale, colorScheme, fields, bytes
        case draft, accepted
        /// Only of sessions whose submissions go to a target.
        case submissions
        /// Only in files of version 1.
        case definition
        /// Not in files on disk.
        case lifetime, source
    }

    static func file(of identifier: SessionIdentifier) -> String { "\(identifier.owner)-\(identifier.token)" }

    /// The idle time after which the session is handled, in seconds; `nil` if it never is.
    var patience: Int? {
        let timeout = options.idleTimeout.flatMap { $0 == 0 ? nil : Int($0) }
        return [timeout, options.idle?.warn].compactMap(\.self).min()
    }

    /// The entries at the beginning of a session's file.
    @LoopActor
    static func entries(of session: Session) -> [String: String] {
        let (idle, options) = (session.idleWatch?.policy, session.options)
        let entries: [EntryName: String] = [
            .owner: String(session.owner),
            .token: session.identifier.token.description,
            .form: session.definition.name,
            .idleTimeout: String(session.idleTimeout.components.seconds),
            .idle: idle.map { "\($0.warn) \($0.grace) \($0.action.rawValue)" } ?? "",
            .audience: session.audience.rawValue,
            .locale: options.locale,
            .textScale: String(options.traits.textScale),
            .colorScheme: options.traits.colorScheme.rawValue,
            .fields: String(session.definition.maximumFieldCount),
            .bytes: String(session.bytes),
            .draft: session.draft ?? "",
        ]
        var all = Self.entries(of: session.members).merging(entries.map { ($0.key.rawValue, $0.value) }) { $1 }
        all[EntryName.submissions.rawValue] = session.submissionSeries
        all[SharedIdentity.entry] = session.sharing?.text
        return all
    }

    /// The entries of another daemon's session, for a user who goes on with it here.
    static func entries(
        _ entries: [String: String],
        for user: UInt32,
        _ token: SessionIdentifier.Token,
        as identity: SharedIdentity?
    ) -> [String: String] {
        var all = entries.merging(Self.entries(of: SessionMembers(opener: user))) { $1 }
        all[EntryName.owner.rawValue] = String(user)
        all[EntryName.token.rawValue] = token.description
        all[SharedIdentity.entry] = identity?.text
        return all
    }

    /// The entries of another daemon's session that is only shown here.
    static func entries(watching entries: [String: String], as identifier: SessionIdentifier) -> [String: String] {
        var all = Self.entries(entries, for: identifier.owner, identifier.token, as: nil)
        let more: [EntryName: String] = [
            .lifetime: SessionOptions.Lifetime.members.rawValue, .idle: "", .idleTimeout: "0", .draft: "",
        ]
        for (name, value) in more { all[name.rawValue] = value }
        return all
    }

    /// The entries of a session that is not stored on disk, with its definition.
    @LoopActor
    static func bundled(_ session: Session) -> [String: String] {
        let more: [EntryName: String] = [
            .lifetime: session.lifetime.rawValue, .source: session.definition.source,
        ]
        return entries(of: session).merging(more.map { ($0.key.rawValue, $0.value) }) { $1 }
    }

    /// The entry with the users who have a role in a session.
    static func entries(of members: SessionMembers) -> [String: String] {
        let granted = members.granted.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.rawValue)" }
        let accepted = members.accepted.sorted().map(String.init)
        return [
            EntryName.members.rawValue: granted.joined(separator: " "),
            EntryName.accepted.rawValue: accepted.joined(separator: " "),
        ]
    }

    private static func policy(_ text: String) -> IdlePolicy? {
        let parts = text.split(separator: " ").map(String.init)
        guard parts.count == 3, let warn = Int(parts[0]), let grace = Int(parts[1]),
            let action = IdlePolicy.Action(rawValue: parts[2]), IdlePolicy.seconds.contains(warn),
            IdlePolicy.seconds.contains(grace)
        else { return nil }
        return IdlePolicy(warn: warn, grace: grace, action: action)
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
}

extension SessionIdentifier {
    /// The session of a file; `nil` if no session's file has this name.
    init?(file: String) {
        guard let dash = file.firstIndex(of: "-"), let owner = UInt32(file[..<dash]),
            let token = try? Token(String(file[dash...].dropFirst()))
        else { return nil }
        self.init(owner: owner, token: token)
    }
}
