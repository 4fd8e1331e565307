import FormPlugin

/// What a field waits for: answers that were not there when their transaction ended.
struct AwaitedAnswers: Sendable {
    /// What its formatter was asked, and the unformatted text that stands in for the answer.
    var format: (question: TypeQuestion, text: String)?
    /// Heights are by the reference metrics.
    var measures = false
}

extension Form {
    /// Whether answers are missing that `refresh` would take.
    package var awaitsAnswers: Bool {
        asksPlugins && (!awaited.isEmpty || fields.contains { $0.flags.contains(.pending) })
    }

    /// Whether the attempt at a transaction has asked something that nobody has answered yet. Brings all that is derived
    /// up to date first: that asks, too.
    mutating func isAttemptOpen() -> Bool {
        guard asksPlugins, let oracle = compiled.types.oracle else { return false }
        updateDependants()
        dirtyDependants()
        // It grows while a field's settling touches others.
        var place = 0
        while place < saved.count {
            settle(configured(saved[place].index))
            place += 1
        }
        return oracle.isOpen
    }

    /// A rule that a plug-in judges by other fields, too, is asked again when one of those has changed.
    private mutating func dirtyDependants() {
        guard !compiled.dependants.isEmpty else { return }
        for place in saved.indices {
            guard fields[saved[place].index].flags.contains(.textDirty) else { continue }
            for index in compiled.dependants[saved[place].index] ?? [] {
                touch(index)
                fields[index].flags.insert(.verdictDirty)
                if fields[index].flags.isSuperset(of: [.error, .judged]) { runValidation(of: index) }
            }
        }
    }

    /// Remembers which fields wait for an answer that was late.
    mutating func noteLateAnswers() {
        guard asksPlugins, let oracle = compiled.types.oracle else { return }
        for late in oracle.late where fields.indices.contains(late.field) {
            switch late.stage {
            case .edit:
                let text = fields[late.field].text
                // What was asked on the way, such as whether a shorter piece would fit, is nobody's any more.
                guard late.question.question.unformatted == text else { continue }
                awaited[late.field, default: AwaitedAnswers()].format = (late.question, text)
            case .verdict: break
            case .measure: awaited[late.field, default: AwaitedAnswers()].measures = true
            }
        }
    }

    /// Takes what plug-ins have answered since: a text that has not changed since it was typed is formatted, a verdict
    /// that is awaited is given, and what was measured is laid out. What is still not answered stays awaited.
    mutating func refresh() {
        let waiting = awaited
        awaited = [:]
        for (index, answers) in waiting.sorted(by: { $0.key < $1.key }) {
            touch(index)
            if let format = answers.format { takeFormat(format.question, for: format.text, index) }
            if answers.measures { fields[index].flags.formUnion([.textDirty, .hintDirty]) }
        }
        for index in fields.indices where fields[index].flags.contains(.pending) {
            touch(index)
            fields[index].flags.insert(.verdictDirty)
            if fields[index].flags.contains(.pendingIsShown) { runValidation(of: index) }
        }
    }

    private mutating func takeFormat(_ question: TypeQuestion, for text: String, _ index: Int) {
        guard let oracle = compiled.types.oracle, fields[index].text == text else { return }
        guard case .answer(.formatter(let answer)) = oracle.reply(to: question, of: .edit, field: index) else { return }
        let result = FormattedText(answer)
        guard result.text.string.unicodeScalars.count <= compiled.types.maximumTextSize else { return }
        fields[index].take(result)
        fields[index].textOrigin = .mask
        updateModified(index)
    }
}

extension PluginQuestion {
    /// The text that stands in for a formatter's answer.
    fileprivate var unformatted: String? {
        guard case .formatter(let question) = self else { return nil }
        return switch question.operation {
        case .apply(let edit, let current): current.applying(edit).text
        case .format(let text): text
        case .finish(let current): current.text
        case .prefix: nil
        }
    }
}

extension FieldStorage {
    /// Whether a plug-in's verdict is awaited, and whether it is to be shown when it comes.
    mutating func notePending(_ verdict: Verdict?, isShown: Bool = false) {
        guard case .pending = verdict else {
            flags.subtract([.pending, .pendingIsShown])
            return
        }
        flags.insert(.pending)
        if isShown { flags.insert(.pendingIsShown) }
    }
}
