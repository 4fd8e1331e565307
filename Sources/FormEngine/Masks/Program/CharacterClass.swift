import FormModel

/// What a cell of a mask accepts. A grapheme cluster belongs to a class if all its scalars do.
struct CharacterClass: Sendable {
    private let membership: Membership
    let ascii: ASCIISet

    private enum Membership {
        case named(CharacterSetName)
        case listed(Set<Unicode.Scalar>)

        func contains(_ scalar: Unicode.Scalar) -> Bool {
            switch self {
            // No cell takes a control character that its set does not name.
            case .named(.nonWhitespace):
                CharacterSetName.nonWhitespace.contains(scalar) && scalar.properties.generalCategory != .control
            case .named(let name): name.contains(scalar)
            case .listed(let scalars): scalars.contains(scalar)
            }
        }
    }

    /// Those of `MaskSymbol.BuiltIn`, in its order.
    static let builtIn = [CharacterClass(.digits), CharacterClass(.letters), CharacterClass(.alphanumerics)]

    private static let named = Dictionary(
        uniqueKeysWithValues: CharacterSetName.allCases.map { ($0, CharacterClass($0)) }
    )

    private init(_ name: CharacterSetName) {
        let membership = Membership.named(name)
        self.membership = membership
        ascii = ASCIISet(where: membership.contains)
    }

    init(_ set: MaskNotation.NotationSet) {
        switch set {
        case .named(let name):
            self = Self.named[name] ?? CharacterClass(name)
        case .characters(let text):
            let scalars = Set(text.unicodeScalars)
            membership = .listed(scalars)
            var ascii = ASCIISet()
            for scalar in scalars where scalar.isASCII { ascii.insert(UInt8(scalar.value)) }
            self.ascii = ascii
        }
    }

    func contains(_ character: Character) -> Bool {
        character.unicodeScalars.allSatisfy(membership.contains)
    }
}
