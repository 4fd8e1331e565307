/// An option of a command line and its effect. Parsing, validation and the help use this declaration.
struct CommandLineOption<Settings>: Sendable {
    /// The name with its hyphens.
    let name: String
    /// The name of the value in the help; `nil` for an option without a value.
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
    /// Parses arguments in order: `--name`, `--name value` or `--name=value`.
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

    /// The options with their descriptions, in lines of at most 80 columns.
    var help: String {
        map { option in
            let name = "  " + option.name + (option.value.map { " <\($0)>" } ?? "")
            let lines = Self.lines(of: option.help, width: 80 - Self.indentation.count)
            let isShort = name.count + 2 <= Self.indentation.count
            let first = isShort ? name + Self.indentation.dropFirst(name.count) : name + "\n" + Self.indentation
            return first + lines.joined(separator: "\n" + Self.indentation)
        }.joined(separator: "\n")
    }

    /// The indentation of an option's description.
    private static var indentation: String { String(repeating: " ", count: 26) }

    /// The text wrapped at spaces.
    private static func lines(of text: String, width: Int) -> [String] {
        text.split(separator: " ").reduce(into: []) { lines, word in
            if let line = lines.last, line.count + 1 + word.count <= width {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(String(word))
            }
        }
    }
}
