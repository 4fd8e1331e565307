/// Which characters may follow the optional cells of a mask: what the rest of it can begin with.
///
/// A character that neither fits an optional cell nor begins the rest is junk. It is dropped; the group goes on.
struct MaskFollowers: Sendable {
    private var runs: [Run] = []
    /// For each node its run, an index of `runs`.
    private var runOfNode: [UInt16] = []
    /// The classes of all cells, each once.
    private(set) var classesInUse: [UInt16] = []

    /// What may come from some optional cell on, up to and with the next cell that must be filled.
    private struct Run {
        var ascii = ASCIISet()
        var classes: Set<UInt16> = []
        var literals: Set<Character> = []
    }

    init(nodes: [MaskNode], characters: [Character], classes: [ASCIISet]) {
        for node in nodes where !node.kind.isLiteral && !classesInUse.contains(node.characterClass) {
            classesInUse.append(node.characterClass)
        }
        guard nodes.contains(where: { $0.kind == .optional }) else { return }
        runs.append(Run())
        for (node, character) in zip(nodes, characters) {
            let run = runs.count - 1
            runOfNode.append(UInt16(clamping: run))
            if node.kind.isLiteral {
                runs[run].literals.insert(character)
                if node.ascii > 0, node.ascii < 128 { runs[run].ascii.insert(node.ascii) }
            } else {
                runs[run].classes.insert(node.characterClass)
                runs[run].ascii.formUnion(classes[Int(node.characterClass)])
            }
            if node.kind == .mandatory { runs.append(Run()) }
        }
    }

    /// - Parameters:
    ///   - byte: below 128.
    ///   - node: an optional cell.
    func mayBegin(_ byte: UInt8, after node: Int) -> Bool {
        runs[Int(runOfNode[node])].ascii.contains(byte)
    }

    func mayBegin(_ character: Character, after node: Int, classes: [CharacterClass]) -> Bool {
        let run = runs[Int(runOfNode[node])]
        return run.literals.contains(character) || run.classes.contains { classes[Int($0)].contains(character) }
    }
}
