import FormEngine
import FormModel

/// A command of a trace taken apart: `type 'x' in a`, `replace [1,3) with 'ZZ'`, `a.next = nil`.
struct TraceCommand {
    private var text: Substring
    /// What stands in quotes.
    let string: String

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
        string = TraceDefinition.unescaped(inside)
        text = outside[...]
    }

    private var prefixedField: String?

    mutating func takeName() -> String {
        if let dot = text.firstIndex(of: "."), text[..<dot].allSatisfy(\.isLetter) {
            prefixedField = String(text[..<dot])
            text = text[text.index(after: dot)...]
        }
        let name = text.prefix { $0.isLetter || $0 == "_" }
        text = text.dropFirst(name.count)
        return String(name)
    }

    /// `… in a`, `focus a` or `a.next`.
    func takeField(among names: [String]) -> Int? {
        if let prefixedField { return names.firstIndex(of: prefixedField) }
        guard let last = text.split(separator: " ").last else { return nil }
        return names.count > 1 ? names.firstIndex(of: String(last)) : nil
    }

    /// The first number.
    var count: Int { numbers.first ?? 0 }

    var range: (Int, Int) {
        let numbers = numbers
        return numbers.count >= 2 ? (numbers[0], numbers[1]) : (0, 0)
    }

    private var numbers: [Int] {
        text.split { !$0.isNumber }.compactMap { Int($0) }
    }

    var action: EditAction? {
        let name = text.split(separator: " ").first.map(String.init)
        return name == "select_all" ? .selectAll : name.flatMap(EditAction.init(rawValue:))
    }

    func actions() throws -> EditActions {
        if text.contains("nil") { return [] }
        let names = text.split { !($0.isLetter || $0 == "_") }.map { YAML.string(String($0)) }
        return names == [.string("all")]
            ? try TraceDefinition.actions(.string("all"))
            : try TraceDefinition.actions(.list(names))
    }
}
