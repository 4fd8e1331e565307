import FormEngine
import FormModel
import FormTraces
import Foundation
import Masks
import TextEditing

/// The vectors of one file: those of the folder that `FORMD_VECTORS` names, or the copies in the test bundle.
struct Vectors<Vector: Decodable & Sendable> {
    let vectors: [Vector]

    /// nil, with a note: a folder was named and has no file of this name. Throws where the file cannot be read.
    init?(_ name: String) throws {
        let copy = Bundle.module.url(forResource: name, withExtension: "json", subdirectory: "Vectors")
        guard let data = try VectorFolder().contents(of: name + ".json", copy: copy) else { return nil }
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

extension MaskDefinition {
    /// Every mask of the vectors, with its affine ones, once.
    static func ofVectors() throws -> [MaskDefinition] {
        var definitions: [MaskDefinition] = []
        for vector in try Vectors<ApplyVector>("inputmask_apply")?.vectors ?? [] {
            var definition = MaskDefinition(mask: vector.mask)
            definition.notations = try vector.notations.map { try $0.notation }
            definition.isReversed = vector.reversed
            definition.isLenient = true
            if !definitions.contains(definition) { definitions.append(definition) }
        }
        for vector in try Vectors<SessionVector>("inputmask_listener")?.vectors ?? [] {
            guard let mask = vector.mask, var (definition, _) = try? vector.formatter(mask) else { continue }
            definition.compatibility = nil
            definition.autocomplete = true
            definition.autoskip = false
            if !definitions.contains(definition) { definitions.append(definition) }
        }
        var others = try (Vectors<AffinityVector>("inputmask_affinity")?.vectors ?? []).map {
            MaskDefinition(mask: $0.mask)
        }
        for vector in try Vectors<CompileVector>("inputmask_compile")?.vectors ?? [] {
            var definition = MaskDefinition(mask: vector.mask)
            definition.notations = try vector.notations.map { try $0.notation }
            definition.isReversed = vector.reversed
            others.append(definition)
        }
        for var definition in others {
            definition.isLenient = true
            if !definitions.contains(definition), (try? MaskFormatter(definition)) != nil {
                definitions.append(definition)
            }
        }
        return definitions
    }
}
