/// Which messages a connection asks for: the rules of `AddMatch` and `BecomeMonitor` as the D-Bus specification has
/// them. A key that is absent matches everything.
struct MatchRule: Hashable, Sendable {
    enum ArgumentTest: Hashable, Sendable {
        /// A string that equals.
        case equals(String)
        /// A string or path that equals, or of which one is a folder (ends in `/`) that holds the other.
        case path(String)
        /// A string that equals, or continues with a dot.
        case namespace(String)
    }

    var kind: Message.Kind?
    var sender: BusName?
    var interface: InterfaceName?
    var member: MemberName?
    var path: ObjectPath?
    /// The path itself and everything below it.
    var pathNamespace: ObjectPath?
    var destination: BusName?
    /// By the argument's index, 0 to 63.
    var arguments: [Int: ArgumentTest] = [:]

    /// What a rule looks at in a message.
    struct Subject {
        enum Argument {
            case string(String)
            case path(String)
            case other
        }

        var kind: Message.Kind?
        /// Every name under which the sender is known; so are the destination's.
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
    /// Compares bytes: on a bus, two spellings of one character differ.
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
