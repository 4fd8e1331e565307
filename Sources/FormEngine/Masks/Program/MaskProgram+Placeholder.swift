extension MaskProgram {
    /// Shown for what is still to come: literals as they are, cells as their symbols, nothing for an endless cell.
    ///
    /// That of a reversed mask stands in the order of filling, as the original has it; the tail of a result does not.
    package var placeholder: String { placeholder(from: 0) }

    /// What is still to come after `result`: literals as they are, cells as their symbols.
    package func tail(of result: MaskResult) -> String { tail(from: result.tail) }

    func tail(from node: Int) -> String {
        if characters.isEmpty, !isReversed, table.treads.count == nodes.count {
            let count = nodes.count - node
            return String(unsafeUninitializedCapacity: count) { tail in
                for index in 0..<count { tail[index] = nodes[node + index].ascii }
                return count
            }
        }
        let tail = placeholder(from: node)
        return isReversed ? String(tail.reversed()) : tail
    }

    /// The node that waits for the next character behind a text that is in step with the mask; nil: the text is not.
    func nodeReached(by text: String) -> Int? {
        let treads = table.treads
        return text.utf8.withContiguousStorageIfAvailable { bytes -> Int? in
            guard bytes.count <= treads.count else { return nil }
            for index in bytes.indices {
                guard bytes[index] < 128, treads[index].accepted.contains(bytes[index]) else { return nil }
            }
            return bytes.count
        } ?? nil
    }

    private func placeholder(from node: Int) -> String {
        var placeholder = ""
        for index in node..<max(node, nodes.count) {
            if nodes[index].kind == .endless { break }
            if nodes[index].kind != .gate { placeholder.append(character(of: index)) }
        }
        return placeholder
    }

    /// Characters of the shortest complete text, an endless cell counted as one.
    package var acceptableTextLength: Int { neededNodes.count { $0.kind != .optional } }
    package var totalTextLength: Int { nodes.count { $0.kind != .gate } }
    package var acceptableValueLength: Int { neededNodes.count { $0.kind != .optional && $0.kind != .free } }
    package var totalValueLength: Int { nodes.count { $0.kind != .free && $0.kind != .gate } }

    var potential: MaskPotential {
        MaskPotential(
            neededCells: neededNodes.count { $0.kind == .mandatory || $0.kind == .range },
            literals: literalCount,
            significantLiterals: nodes.count { $0.isSignificant }
        )
    }

    /// The nodes without the parts that may be left out.
    private var neededNodes: [MaskNode] {
        guard hasParts else { return Array(nodes) }
        var needed: [MaskNode] = []
        var index = 0
        while index < nodes.count {
            if nodes[index].kind == .gate {
                index = Int(nodes[index].index)
            } else {
                needed.append(nodes[index])
                index += 1
            }
        }
        return needed
    }
}
