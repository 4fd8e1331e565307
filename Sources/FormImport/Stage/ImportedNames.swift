import FormModel

/// Makes identifiers for the elements of an imported form, whose original names may contain any characters.
package struct ImportedNames: Sendable {
    private var taken: Set<String> = []
    /// The next number to append to a name that is taken already.
    private var nextNumbers: [String: Int] = [:]

    package init() {}

    package var count: Int { taken.count }

    /// Reserves a name that the form itself uses for an element.
    package mutating func reserve(_ name: String) { taken.insert(name) }

    /// An identifier that no other element has, as similar to the name as possible.
    ///
    /// - Parameter room: the number of characters to reserve for a number and for additions of the form.
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

    /// The name with `_` in place of characters that identifiers cannot contain.
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
