/// Answers that were given before, bounded.
///
/// By its hash a question belongs into one of many sets, each of which has room for a few; there the answer gives way that
/// was not used for the longest time. So every step costs the same, and little.
struct AnswerMemory<Question: Hashable, Answer> {
    /// Answers in one set.
    private static var setSize: Int { 8 }

    private let sets: Int
    // Set after set; nothing before the first answer comes.
    private var hashes: [Int] = []
    private var entries: [(question: Question, answer: Answer)?] = []
    private var lastUses: [UInt] = []
    private var uses: UInt = 0

    /// - Parameter capacity: answers, rounded up to full sets.
    init(capacity: Int) {
        sets = max(1, (capacity + Self.setSize - 1) / Self.setSize)
    }

    mutating func answer(to question: Question) -> Answer? {
        guard !entries.isEmpty, let place = place(of: question, question.hashValue) else { return nil }
        uses &+= 1
        lastUses[place] = uses
        return entries[place]?.answer
    }

    mutating func remember(_ answer: Answer, to question: Question) {
        if entries.isEmpty {
            hashes = Array(repeating: 0, count: sets * Self.setSize)
            entries = Array(repeating: nil, count: sets * Self.setSize)
            lastUses = Array(repeating: 0, count: sets * Self.setSize)
        }
        let hash = question.hashValue
        var chosen = places(hash).lowerBound
        if let known = place(of: question, hash) {
            chosen = known
        } else {
            for place in places(hash) where lastUses[place] < lastUses[chosen] { chosen = place }
        }
        uses &+= 1
        hashes[chosen] = hash
        entries[chosen] = (question, answer)
        lastUses[chosen] = uses
    }

    var count: Int {
        lastUses.count { $0 > 0 }
    }

    private func place(of question: Question, _ hash: Int) -> Int? {
        for place in places(hash) where hashes[place] == hash && entries[place]?.question == question { return place }
        return nil
    }

    private func places(_ hash: Int) -> Range<Int> {
        let start = Int(UInt(bitPattern: hash) % UInt(sets)) * Self.setSize
        return start..<start + Self.setSize
    }
}
