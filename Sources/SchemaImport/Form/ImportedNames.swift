import FormModel

/// The identifiers of a form that is made of something whose names may have any characters.
package struct ImportedNames: Sendable {
    private var taken: Set<String> = []
    /// The number that a name gets next which is taken already, by the name.
    private var nextNumbers: [String: Int] = [:]

    package init() {}

    package var count: Int { taken.count }

    /// Keeps a name that the form itself gives to an element.
    package mutating func reserve(_ name: String) { taken.insert(name) }

    /// An identifier that no other element has, as similar to the name as identifiers can be.
    ///
    /// - Parameter room: characters that are kept for a number and for what the form itself adds to the identifier.
    package mutating func identifier(for name: String, room: Int) -> String {
        let identifier = Self.identifier(like: name, room: room)
        var candidate = identifier
        while !taken.insert(candidate).inserted {
            let number = nextNumbers[identifier, default: 2]
            nextNumbers[identifier] = number + 1
            candidate = "\(identifier)_\(number)"
        }
        return candidate
    }

    /// The name with `_` in place of what identifiers cannot have.
    package static func identifier(like name: String, room: Int) -> String {
        var identifier = String(
            name.unicodeScalars.map { scalar -> Character in
                let isLegal = scalar.isASCII && (scalar.properties.isAlphabetic || "0"..."9" ~= scalar)
                return isLegal ? Character(scalar) : "_"
            }
        )
        if identifier.first.map({ $0.isNumber }) ?? true { identifier = "_" + identifier }
        return String(identifier.prefix(DefinitionLimits.identifier - room))
    }
}
