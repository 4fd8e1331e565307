import EventLoop

/// An option of another program: how many values follow it, and what it changes in the dialog that is being read.
struct CompatOption<State>: Sendable {
    /// -1 for an option that is refused.
    var count = 1
    let apply: @Sendable (inout State, [String]) throws(CompatMistake) -> Void

    /// An option for the appearance, which has no effect on a form.
    static func ignored(_ count: Int = 0) -> Self { Self(count: count) { _, _ in } }

    static var unsupported: Self { ignored(-1) }

    static func flag(_ key: any WritableKeyPath<State, Bool> & Sendable) -> Self {
        Self(count: 0) { state, _ in state[keyPath: key] = true }
    }

    static func text(_ key: any WritableKeyPath<State, String> & Sendable) -> Self {
        Self { state, values in state[keyPath: key] = values[0] }
    }

    static func text(_ key: any WritableKeyPath<State, String?> & Sendable) -> Self {
        Self { state, values in state[keyPath: key] = values[0] }
    }

    static func number(_ key: any WritableKeyPath<State, Int> & Sendable) -> Self {
        Self { (state, values) throws(CompatMistake) in state[keyPath: key] = try Self.number(values[0]) }
    }

    /// Applies the options among the arguments, wherever they are. Returns the others in their order.
    static func read(
        _ arguments: [String],
        _ options: [String: Self],
        into state: inout State
    ) throws(CompatMistake) -> [String] {
        var rest = arguments[...]
        var words: [String] = []
        while let argument = rest.popFirst() {
            if argument == "--" { return words + rest }
            // A text such as `--- Title ---` is no option.
            guard argument.hasPrefix("--"), argument.dropFirst(2).first?.isLetter ?? false else {
                words.append(argument)
                continue
            }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let option = options[parts[0]] else { throw CompatMistake("there is no option \(parts[0].quoted)") }
            guard option.count >= 0 else { throw CompatMistake("\(parts[0]) is not supported") }
            var values = Array(parts.dropFirst())
            while values.count < option.count {
                guard let value = rest.popFirst() else { throw CompatMistake("\(parts[0]) needs a value") }
                values.append(value)
            }
            do throws(CompatMistake) {
                try option.apply(&state, values)
            } catch {
                throw CompatMistake("\(parts[0]): \(error.message)")
            }
        }
        return words
    }

    static func number(_ text: String) throws(CompatMistake) -> Int {
        guard let number = Int(text) else { throw CompatMistake("\(text.quoted) is no number") }
        return number
    }
}

extension Array {
    /// The elements in groups of `count`; `nil` if some are left over.
    func groups(of count: Int) -> [[Element]]? {
        guard count > 0, self.count.isMultiple(of: count) else { return nil }
        return stride(from: 0, to: self.count, by: count).map { Array(self[$0..<$0 + count]) }
    }
}
