import FormModel
import Foundation

/// The vectors of one file: those of the folder that `FORMD_VECTORS` names, or the copies in the test bundle.
struct Vectors<Vector: Decodable & Sendable> {
    let vectors: [Vector]

    /// nil, with a note: the folder has no file of this name.
    init?(_ name: String) throws {
        let file: URL?
        if let folder = ProcessInfo.processInfo.environment["FORMD_VECTORS"] {
            file = URL(filePath: folder).appending(path: name + ".json")
        } else {
            file = Bundle.module.url(forResource: name, withExtension: "json", subdirectory: "Vectors")
        }
        guard let file, let data = try? Data(contentsOf: file) else {
            print("\(name): no such file, 0 vectors")
            return nil
        }
        vectors = try JSONDecoder().decode(Contents.self, from: data).vectors
        print("\(name): \(vectors.count) vectors")
    }

    private struct Contents: Decodable {
        var vectors: [Vector]
    }
}

struct NotationVector: Decodable, Sendable {
    var char: String
    var set: String?
    var `class`: String?
    var optional: Bool?

    var notation: MaskNotation {
        get throws {
            let named: MaskNotation.NotationSet? =
                switch `class` {
                case "nonspace": .named(.nonWhitespace)
                case "hex": .named(.hexDigits)
                case .some(let name): CharacterSetName(rawValue: name).map { .named($0) }
                case nil: nil
                }
            guard let character = char.first, let set = named ?? set.map({ .characters($0) }) else {
                throw VectorError(reason: "a notation that the tests do not know: \(self)")
            }
            return MaskNotation(character: character, set: set, isOptional: optional ?? false)
        }
    }
}

struct VectorError: Error {
    var reason: String
}
