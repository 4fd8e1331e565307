import TextEditing

/// The characters that a cell of a mask accepts. A grapheme cluster belongs to a class if all its code points do.
struct CharacterClass: Sendable {
    private var membership: Membership
    private(set) var ascii: ASCIISet
    /// The case that letters get, where the class contains the result.
    private(set) var letterCase = MaskCase.asTyped

    private enum Membership {
        case named(CharacterSetName)
        case listed(Set<Unicode.Scalar>)

        func contains(_ scalar: Unicode.Scalar) -> Bool {
            switch self {
            // A set contains control characters only if it lists them.
            case .named(.nonWhitespace):
                CharacterSetName.nonWhitespace.contains(scalar) && scalar.properties.generalCategory != .control
            case .named(let name): name.contains(scalar)
            case .listed(let scalars): scalars.contains(scalar)
            }
        }
    }

    /// The classes of the built-in symbols, in the order of `MaskSymbol.BuiltIn`.
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
            ascii = ASCIISet(listing: scalars)
        }
    }

    /// The class for letters whose case is converted. A class of listed characters then also contains those that are
    /// converted to a listed one.
    func with(_ letterCase: MaskCase) -> CharacterClass {
        var changed = self
        changed.letterCase = letterCase
        guard letterCase != .asTyped, case .listed(var scalars) = membership else { return changed }
        for scalar in scalars {
            let properties = scalar.properties
            for other in (properties.lowercaseMapping + properties.uppercaseMapping).unicodeScalars
            where Character(other).changed(to: letterCase) == Character(scalar) {
                scalars.insert(other)
            }
        }
        changed.membership = .listed(scalars)
        changed.ascii = ASCIISet(listing: scalars)
        return changed
    }

    /// What a cell of this class shows for a character that it accepts.
    func changed(_ character: Character) -> Character {
        guard letterCase != .asTyped, let changed = character.changed(to: letterCase), contains(changed) else {
            return character
        }
        return changed
    }

    func contains(_ character: Character) -> Bool {
        character.unicodeScalars.allSatisfy(membership.contains)
    }
}

extension Character {
    /// The character in another case and in normalization form C; `nil` if that is more than one character.
    fileprivate func changed(to letterCase: MaskCase) -> Character? {
        let text =
            switch letterCase {
            case .asTyped: String(self)
            case .upper: uppercased().composed
            case .lower: lowercased().composed
            }
        return text.count == 1 ? text.first : nil
    }
}

extension ASCIISet {
    fileprivate init(listing scalars: Set<Unicode.Scalar>) {
        self.init()
        for scalar in scalars where scalar.isASCII { insert(UInt8(scalar.value)) }
    }
}
