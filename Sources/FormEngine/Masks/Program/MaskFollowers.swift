/// Which characters may follow the optional cells of a mask and enter its optional parts: what the rest of it, or the
/// part, can begin with.
///
/// A character that neither fits an optional cell nor begins the rest is junk. It is dropped; the group goes on.
struct MaskFollowers: Sendable {
    private var runs: [Beginning] = []
    /// For each node its run, an index of `runs`.
    private var runOfNode: [UInt16] = []
    private var parts: [Int: Beginning] = [:]
    /// The classes of all cells, each once.
    private(set) var classesInUse: [UInt16] = []

    /// What some node and those after it can begin with, up to and with the next cell that must be filled.
    private struct Beginning {
        var ascii = ASCIISet()
        var classes: Set<UInt16> = []
        var literals: Set<Character> = []

        mutating func formUnion(_ other: Beginning) {
            ascii.formUnion(other.ascii)
            classes.formUnion(other.classes)
            literals.formUnion(other.literals)
        }

        mutating func add(_ node: MaskNode, _ character: Character?, classes table: [CharacterClass]) {
            if node.kind.isLiteral {
                literals.insert(character ?? Character(Unicode.Scalar(node.ascii)))
                if node.ascii > 0 { ascii.insert(node.ascii) }
            } else {
                classes.insert(node.characterClass)
                ascii.formUnion(table[Int(node.characterClass)].ascii)
            }
        }

        func contains(_ character: Character, classes table: [CharacterClass]) -> Bool {
            literals.contains(character) || classes.contains { table[Int($0)].contains(character) }
        }
    }

    init(nodes: [MaskNode], characters: [Int: Character], classes: [CharacterClass]) {
        for node in nodes where node.kind.isCell && !classesInUse.contains(node.characterClass) {
            classesInUse.append(node.characterClass)
        }
        guard nodes.contains(where: { $0.kind == .optional || $0.kind == .gate }) else { return }

        // What a gate lets through: what begins its part, and what begins the rest.
        var passed: [Int: Beginning] = [:]
        func beginning(at start: Int, upTo end: Int) -> Beginning {
            var beginning = Beginning()
            for index in start..<end {
                if nodes[index].kind == .gate {
                    beginning.formUnion(passed[index] ?? Beginning())
                    break
                }
                beginning.add(nodes[index], characters[index], classes: classes)
                if nodes[index].kind.mustBeFilled { break }
            }
            return beginning
        }
        for gate in nodes.indices.reversed() where nodes[gate].kind == .gate {
            let end = Int(nodes[gate].index)
            let part = beginning(at: gate + 1, upTo: end)
            parts[gate] = part
            var both = beginning(at: end, upTo: nodes.count)
            both.formUnion(part)
            passed[gate] = both
        }

        runs.append(Beginning())
        for (index, node) in nodes.enumerated() {
            runOfNode.append(UInt16(clamping: runs.count - 1))
            if let both = passed[index] {
                runs[runs.count - 1].formUnion(both)
                runs.append(both)
                runOfNode[index] = UInt16(clamping: runs.count - 1)
                runs.append(Beginning())
            } else {
                runs[runs.count - 1].add(node, characters[index], classes: classes)
                if node.kind.mustBeFilled { runs.append(Beginning()) }
            }
        }
    }

    /// - Parameters:
    ///   - byte: below 128.
    ///   - node: an optional cell or a gate.
    func mayFollow(_ byte: UInt8, node: Int) -> Bool {
        runs[Int(runOfNode[node])].ascii.contains(byte)
    }

    func mayFollow(_ character: Character, node: Int, classes: [CharacterClass]) -> Bool {
        runs[Int(runOfNode[node])].contains(character, classes: classes)
    }

    func mayEnter(_ byte: UInt8, gate: Int) -> Bool {
        parts[gate]?.ascii.contains(byte) ?? false
    }

    func mayEnter(_ character: Character, gate: Int, classes: [CharacterClass]) -> Bool {
        parts[gate]?.contains(character, classes: classes) ?? false
    }
}

extension MaskNode {
    /// The class of a cell; that of digits for a digit of a range.
    fileprivate var characterClass: UInt16 { kind == .range ? MaskSymbol.BuiltIn.digit.rawValue : index }
}

extension MaskNode.Kind {
    fileprivate var mustBeFilled: Bool { self == .mandatory || self == .range }
}
