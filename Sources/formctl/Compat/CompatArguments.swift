/// Reads the arguments of another program, one after the other.
struct CompatArguments {
    private var rest: ArraySlice<String>
    /// The text behind the equals sign of the last option, until it is read.
    private var attached: String?

    init(_ arguments: [String]) {
        rest = arguments[...]
    }

    var isEmpty: Bool { rest.isEmpty }

    /// Reads the next argument; of `--option=value` only the option.
    mutating func next() -> String? {
        guard let argument = rest.popFirst() else { return nil }
        attached = nil
        guard argument.hasPrefix("--"), let equals = argument.firstIndex(of: "=") else { return argument }
        attached = String(argument[argument.index(after: equals)...])
        return String(argument[..<equals])
    }

    /// Reads the value of an option, or an argument.
    mutating func value(of option: String) throws(CompatMistake) -> String {
        defer { attached = nil }
        guard let value = attached ?? rest.popFirst() else { throw CompatMistake("\(option) needs a value") }
        return value
    }

    mutating func number(of option: String) throws(CompatMistake) -> Int {
        let text = try value(of: option)
        guard let number = Int(text) else { throw CompatMistake("\(option) takes a number, not \(text.quoted)") }
        return number
    }

    /// Reads all arguments that are left.
    mutating func values() -> [String] {
        defer { rest = [] }
        return Array(rest)
    }
}

extension Array {
    /// The elements in groups of `count`; `nil` if some are left over.
    func groups(of count: Int) -> [ArraySlice<Element>]? {
        guard count > 0, self.count.isMultiple(of: count) else { return nil }
        return stride(from: 0, to: self.count, by: count).map { self[$0..<$0 + count] }
    }
}
