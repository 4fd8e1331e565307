/// A tape of grapheme clusters.
struct ClusterTape: MaskTape {
    private let program: MaskProgram
    private let input: [Character]
    /// Whether a character that would melt into the one before it is dropped.
    private let keepsClustersApart: Bool
    private(set) var text: [Character] = []
    private(set) var value: [Character] = []
    /// Which characters of the input were literals of the mask.
    private(set) var literals: Set<Int> = []
    private let notesLiterals: Bool

    init(_ program: MaskProgram, input: [Character], keepsClustersApart: Bool, notesLiterals: Bool = false) {
        self.program = program
        self.input = input
        self.keepsClustersApart = keepsClustersApart
        self.notesLiterals = notesLiterals
    }

    var inputCount: Int { input.count }
    var count: Int { text.count }

    func isEqual(_ index: Int, literal node: Int) -> Bool {
        input[index] == program.characters[node]
    }

    func accepts(_ index: Int, cell node: Int) -> Bool {
        let character = input[index]
        guard program.classes[Int(program.nodes[node].characterClass)].contains(character) else { return false }
        return !keepsClustersApart || !merges(character)
    }

    func mayFollow(_ index: Int, optional node: Int) -> Bool {
        program.followers.mayBegin(input[index], after: node, classes: program.classes)
    }

    func isAcceptedAnywhere(_ index: Int) -> Bool {
        program.accepts(input[index])
    }

    mutating func write(literal node: Int, isValue: Bool) {
        text.append(program.characters[node])
        if isValue { value.append(program.characters[node]) }
    }

    mutating func write(input index: Int) {
        text.append(input[index])
        value.append(input[index])
    }

    mutating func note(literalAt index: Int) {
        if notesLiterals { literals.insert(index) }
    }

    func endsWith(literal node: Int) -> Bool { text.last == program.characters[node] }
    func valueEndsWith(literal node: Int) -> Bool { value.last == program.characters[node] }
    mutating func removeLast() { text.removeLast() }
    mutating func removeLastOfValue() { value.removeLast() }

    /// Whether `character` and the last one written would be one cluster.
    private func merges(_ character: Character) -> Bool {
        guard let last = text.last, !(last.isASCII && character.isASCII && last != "\r") else { return false }
        let pair = program.isReversed ? [character, last] : [last, character]
        return String(pair).count < 2
    }
}
