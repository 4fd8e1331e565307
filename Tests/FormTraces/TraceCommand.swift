/// A command of a trace taken apart: `type 'x' in a`, `replace [1,3) with 'ZZ'`, `a.next = nil`.
struct TraceCommand {
    private var text: Substring
    private var prefixedField: String?
    /// What stands in quotes.
    let string: String
    let name: String

    init(_ command: String) {
        var outside = ""
        var inside = ""
        var quote: Character?
        for character in command {
            if let open = quote {
                if character == open { quote = nil } else { inside.append(character) }
            } else if character == "\"" || character == "'" {
                quote = character
            } else {
                outside.append(character)
            }
        }
        string = inside.replacing("\\n", with: "\n")
        text = outside[...]
        if let dot = text.firstIndex(of: "."), text[..<dot].allSatisfy(\.isLetter) {
            prefixedField = String(text[..<dot])
            text = text[text.index(after: dot)...]
        }
        name = String(text.prefix { $0.isLetter || $0 == "_" })
        text = text.dropFirst(name.count)
    }

    /// `… in a`, `focus a` or `a.next`; the only field where there is one.
    func field(among names: [String]) -> String {
        if let prefixedField { return prefixedField }
        if let last = text.split(separator: " ").last.map(String.init), names.count > 1, names.contains(last) {
            return last
        }
        return names.first ?? ""
    }

    func mentions(_ word: String) -> Bool { text.contains(word) }

    /// The first number.
    var count: Int { numbers.first ?? 0 }

    var range: (start: Int, end: Int) {
        let numbers = numbers
        return numbers.count >= 2 ? (numbers[0], numbers[1]) : (0, 0)
    }

    private var numbers: [Int] {
        text.split { !$0.isNumber }.compactMap { Int($0) }
    }

    /// `cut`, `select_all`, …, as the bus names it.
    var action: String {
        TraceDefinition.camelCased(text.split(separator: " ").first.map(String.init) ?? "")
    }

    /// `[cut, copy]`, `all` or `nil`.
    var actions: [String] {
        let names = text.split { !($0.isLetter || $0 == "_") }.map(String.init)
        return names == ["nil"] ? [] : TraceDefinition.actions(names)
    }
}
