/// An option that a command line may have, and what it does. Parsing, checks and help read this one declaration.
struct CommandLineOption<Settings>: Sendable {
    /// With its hyphens.
    let name: String
    /// What the value is called in the help; `nil` for an option without one.
    let value: String?
    let help: String
    let set: @Sendable (inout Settings, String) throws(UsageError) -> Void

    init(
        _ name: String,
        value: String? = nil,
        _ help: String,
        set: @escaping @Sendable (inout Settings, String) throws(UsageError) -> Void
    ) {
        self.name = name
        self.value = value
        self.help = help
        self.set = set
    }
}

/// Why a command line cannot be understood.
struct UsageError: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}

extension [CommandLineOption<Formd>] {
    /// Takes arguments one after the other: `--name`, `--name value` or `--name=value`.
    func apply(_ arguments: some Sequence<String>, to settings: inout Formd) throws(UsageError) {
        var rest = Array<String>(arguments)[...]
        while let argument = rest.popFirst() {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let option = first(where: { $0.name == parts[0] }) else {
                throw UsageError(
                    argument.hasPrefix("-") ? "Unknown option '\(parts[0])'" : "Unexpected argument '\(argument)'"
                )
            }
            if option.value == nil {
                guard parts.count == 1 else { throw UsageError("'\(option.name)' takes no value") }
                try option.set(&settings, "")
            } else {
                guard let value = parts.count > 1 ? parts[1] : rest.popFirst() else {
                    throw UsageError("Missing value for '\(option.name)'")
                }
                try option.set(&settings, value)
            }
        }
    }

    /// The options, one below the other.
    var help: String {
        let names = map { $0.name + ($0.value.map { " <\($0)>" } ?? "") }
        let width = names.map(\.utf8.count).max() ?? 0
        return zip(names, self).map { name, option in
            "  " + name + String(repeating: " ", count: width + 2 - name.utf8.count) + option.help
        }.joined(separator: "\n")
    }
}
