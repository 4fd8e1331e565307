import DBus

extension RawRepresentable where RawValue == String, Self: CaseIterable {
    /// The case with this name. Throws an error that lists the valid names.
    init(word: String, argument: String) throws {
        guard let value = Self(rawValue: word) else {
            let words = Self.allCases.map(\.rawValue).joined(separator: ", ")
            throw BusError.invalidArgument("\(argument) \"\(word.prefix(80))\" is none of \(words)")
        }
        self = value
    }
}

/// The entries of an `a{sv}`, read by name and type.
struct Options {
    private let values: [String: Value]

    /// Throws for an unknown key, so that a misspelt option is reported.
    init(_ values: [String: Value], allowed: Set<String>) throws {
        if let unknown = values.keys.filter({ !allowed.contains($0) }).min() {
            let known = allowed.sorted().joined(separator: ", ")
            throw BusError.invalidArgument("unknown option \"\(unknown.prefix(80))\"; the options are \(known)")
        }
        self.values = values
    }

    /// Returns `nil` if the option is not given. Throws if its type is wrong.
    func value<Item: BusDecodable>(_ key: String, _ type: Item.Type = Item.self) throws -> Item? {
        guard let value = values[key] else { return nil }
        guard let item = Item(busValue: value) else {
            throw BusError.invalidArgument("option \"\(key)\" is of type \(value.type), not \(Item.busType)")
        }
        return item
    }
}
