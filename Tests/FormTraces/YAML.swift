package import Yams

/// A YAML value with its plain scalars resolved.
package indirect enum YAML: Sendable, Equatable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case list([YAML])
    case map([String: YAML])

    package init(_ node: Node) {
        switch node {
        case .scalar(let scalar):
            let isPlain = scalar.style == .plain || scalar.style == .any
            if isPlain, scalar.string == "nil" || node.null != nil {
                self = .null
            } else if isPlain, let bool = node.bool {
                self = .bool(bool)
            } else if isPlain, let number = Double(scalar.string) {
                self = .number(number)
            } else {
                self = .string(scalar.string)
            }
        case .sequence(let sequence): self = .list(sequence.map(YAML.init))
        case .mapping(let mapping):
            var map: [String: YAML] = [:]
            for (key, value) in mapping { map[key.string ?? ""] = YAML(value) }
            self = .map(map)
        case .alias: self = .null
        }
    }

    package subscript(_ key: String) -> YAML? {
        if case .map(let map) = self { return map[key] }
        return nil
    }

    package var map: [String: YAML] { if case .map(let map) = self { map } else { [:] } }
    package var list: [YAML] { if case .list(let list) = self { list } else { [] } }
    package var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
    package var number: Double? { if case .number(let number) = self { number } else { nil } }
    package var int: Int? { number.flatMap { Int(exactly: $0) } }

    package var text: String {
        switch self {
        case .null: ""
        case .bool(let bool): String(bool)
        case .number(let number): Int(exactly: number).map(String.init) ?? String(number)
        case .string(let string): string
        case .list, .map: "\(self)"
        }
    }
}
