/// A match rule, as the D-Bus specification defines it: the argument of `AddMatch` and `BecomeMonitor` that selects the
/// messages for a connection. A missing key matches every message.
struct MatchRule: Hashable, Sendable {
    enum ArgumentTest: Hashable, Sendable {
        /// Matches an equal string.
        case equals(String)
        /// Matches an equal string or path. If one of the two ends with `/`, it also matches if the other begins with
        /// it.
        case path(String)
        /// Matches an equal string, and a string that begins with this one and a dot.
        case namespace(String)
    }

    var kind: Message.Kind?
    var sender: BusName?
    var interface: InterfaceName?
    var member: MemberName?
    var path: ObjectPath?
    /// Matches the path itself and every path below it.
    var pathNamespace: ObjectPath?
    var destination: BusName?
    /// The tests of arguments, by the argument's index (0 to 63).
    var arguments: [Int: ArgumentTest] = [:]

    /// The parts of a message that match rules test.
    struct Subject {
        enum Argument {
            case string(String)
            case path(String)
            case other
        }

        var kind: Message.Kind?
        /// All names of the sender. `destinations` are all names of the destination.
        var senders: [BusName] = []
        var destinations: [BusName] = []
        var interface: InterfaceName?
        var member: MemberName?
        var path: ObjectPath?
        var arguments: [Argument] = []
    }

    func matches(_ subject: Subject) -> Bool {
        if let kind, kind != subject.kind { return false }
        if let member, member != subject.member { return false }
        if let interface, interface != subject.interface { return false }
        if let path, path != subject.path { return false }
        if let pathNamespace, subject.path?.isEqualToOrBelow(pathNamespace) != true { return false }
        if let sender, !subject.senders.contains(sender) { return false }
        if let destination, !subject.destinations.contains(destination) { return false }
        return arguments.allSatisfy { index, test in
            subject.arguments.indices.contains(index) && test.accepts(subject.arguments[index])
        }
    }
}

extension MatchRule.ArgumentTest {
    /// Compares bytes, because a bus distinguishes two encodings of the same character.
    func accepts(_ argument: MatchRule.Subject.Argument) -> Bool {
        switch (self, argument) {
        case (.equals(let wanted), .string(let text)):
            wanted.utf8.elementsEqual(text.utf8)
        case (.namespace(let wanted), .string(let text)):
            wanted.utf8.elementsEqual(text.utf8) || text.utf8.starts(with: (wanted + ".").utf8)
        case (.path(let wanted), .string(let text)), (.path(let wanted), .path(let text)):
            wanted.utf8.elementsEqual(text.utf8)
                || wanted.utf8.last == UInt8(ascii: "/") && text.utf8.starts(with: wanted.utf8)
                || text.utf8.last == UInt8(ascii: "/") && wanted.utf8.starts(with: text.utf8)
        case (_, .other), (.equals, .path), (.namespace, .path):
            false
        }
    }
}

extension Message {
    /// The parts of the message that match rules test.
    /// - Parameters:
    ///   - senders: all names of the sender.
    ///   - destinations: all names of the destination.
    func subject(senders: [BusName], destinations: [BusName]) -> MatchRule.Subject {
        MatchRule.Subject(
            kind: kind,
            senders: senders,
            destinations: destinations,
            interface: interface,
            member: member,
            path: path,
            arguments: leadingArguments()
        )
    }

    /// The arguments that a match rule can test: strings and paths among the first 64.
    private func leadingArguments() -> [MatchRule.Subject.Argument] {
        guard let values = try? arguments() else { return [] }
        return values.prefix(64).map { value in
            switch value {
            case .string(let text): .string(text)
            case .objectPath(let path): .path(path.string)
            default: .other
            }
        }
    }
}
