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
            case .named(let name): name.contains(scalar)
            case .listed(let scalars): scalars.contains(scalar)
            }
        }
    }

    init(_ name: CharacterSetName) {
        self.init(membership: .named(name))
    }

    init(_ set: MaskNotation.NotationSet) {
        switch set {
        case .named(let name): self.init(name)
        case .characters(let text): self.init(membership: .listed(Set(text.unicodeScalars)))
        }
    }

    private init(membership: Membership) {
        self.membership = membership
        ascii = ASCIISet(where: membership.contains)
    }

    func contains(_ character: Character) -> Bool {
        character.unicodeScalars.allSatisfy(membership.contains)
    }
}
