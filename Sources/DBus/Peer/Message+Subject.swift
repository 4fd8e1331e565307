extension Message {
    /// What match rules look at.
    /// - Parameters:
    ///   - senders: every name under which the sender is known; so are the destination's.
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

    /// The arguments that a match rule can look at: strings and paths among the first 64.
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
