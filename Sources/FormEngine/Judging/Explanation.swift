import FormModel
import Rules

extension Judge {
    /// Evaluates every rule and condition of a form and reports the results, in the order of fields and rules.
    ///
    /// Throws `limitExceeded` if the time is used up.
    ///
    /// - Parameter clock: a monotonic clock, in nanoseconds.
    func explain(clock: () -> UInt64) throws(FormError) -> [RuleExplanation] {
        var explanations: [RuleExplanation] = []
        for field in fields {
            // The value of each node of a computation is worked out by itself.
            guard attempt.hasTime(for: field.work + 2 * field.plan.computedWork) else { throw attempt.outOfTime }
            explanations += explainComputation(of: field, clock)
            explanations += explainConditions(of: field, clock) + explainRules(of: field, clock)
        }
        try attempt.checkTime()
        return explanations
    }

    /// The computation of a computed field, with the value of each operand.
    private func explainComputation(of field: FormField, _ clock: () -> UInt64) -> [RuleExplanation] {
        guard let computed = field.plan.computed else { return [] }
        let read = readable(field.place.fields(at: computed.reads))
        var entry = RuleExplanation(field: field.id, rule: "computed", read: read, verdict: .valid)
        if !field.isSecret {
            entry.parameters = [RuleParameter("tree", computed.explained(values(for: field)))]
        }
        let start = clock()
        let verdict = fault(of: field).map { Verdict.warning(message(of: $0, in: field)) } ?? .valid
        entry.take(verdict, nanoseconds: clock() &- start)
        return [entry]
    }

    private func explainConditions(of field: FormField, _ clock: () -> UInt64) -> [RuleExplanation] {
        func entry(_ rule: String, _ parameters: [RuleParameter], _ reads: Set<Int>, _ holds: () -> Bool?)
            -> RuleExplanation
        {
            let start = clock()
            let verdict: RuleExplanation.Word = holds() == true ? .holds : .fails
            return RuleExplanation(
                field: field.id,
                rule: rule,
                parameters: parameters,
                read: readable(reads),
                nanoseconds: clock() &- start,
                verdict: verdict
            )
        }
        let parts = field.place.parts.map { number in
            let part = context.placement.parts[number]
            let reads = part.fields(at: part.plan.condition.reads)
            return entry("visibleWhen", [part.plan.name], reads) { holds(part) }
        }
        let conditions = field.plan.conditions
        let own = [
            ("visibleWhen", conditions?.visible), ("enabledWhen", conditions?.enabled),
            ("requiredWhen", conditions?.required),
        ]
        return parts
            + own.compactMap { name, condition in
                condition.map { condition in
                    entry(name, [], field.place.fields(at: condition.reads)) { holds(condition, of: field) }
                }
            }
    }

    private func explainRules(of field: FormField, _ clock: () -> UInt64) -> [RuleExplanation] {
        var explanations: [RuleExplanation] = []
        func entry(_ rule: String, _ verdict: RuleExplanation.Word, _ message: String = "") -> RuleExplanation {
            RuleExplanation(field: field.id, rule: rule, read: [readable(field)], verdict: verdict, message: message)
        }
        if let message = field.message, message.severity == .error, !message.isJudged {
            explanations.append(entry("error", .shown, message.text ?? ""))
        }
        let isAsked = field.isJudged
        let text = field.judgedText
        for check in FieldCheck.inOrder {
            var entry = entry(check.rawValue, .notAsked)
            if check == .maxLength {
                entry.parameters = field.maxLength.map { [RuleParameter("max", String($0))] } ?? []
            }
            let start = clock()
            guard attempt.hasTime(for: field.work),
                let verdict = verdict(of: check, field, text, needsMessage: true)
            else { continue }
            if isAsked, !text.isEmpty || check == .required || check == .maxLength {
                entry.take(verdict, nanoseconds: clock() &- start)
            }
            explanations.append(entry)
        }
        let subject = subject(text, of: field)
        for (position, rule) in field.plan.rules.enumerated() {
            var entry = entry(rule.rule.kind.typeName, .notAsked)
            entry.position = position
            entry.parameters = rule.rule.kind.parameters
            let other = rule.other.flatMap(field.place.field(at:)).map { fields[$0] }
            if let other { entry.read.append(readable(other)) }
            if rule.computes {
                entry.read += readable(field.place.fields(at: rule.reads))
                let values = values(for: field)
                let trees = rule.operands.map { $0.explained(values) }
                let all = trees + (rule.condition.map { [$0.explained(values)] } ?? [])
                entry.parameters.append(RuleParameter("tree", all.joined(separator: "; ")))
            }
            let isEmpty = text.isEmpty && !rule.judgesEmptyText
            if isAsked, !decidesByFormatter(field), !isEmpty, other?.isHidden != true {
                let start = clock()
                let verdict = showingAnswers(ask(rule, about: subject, of: field), of: field)
                entry.take(verdict, nanoseconds: clock() &- start)
            }
            explanations.append(entry)
        }
        if field.flags.contains(.pending) { explanations.append(entry("pending", .pending)) }
        return explanations
    }

    private func readable(_ indices: Set<Int>) -> [FieldValue] { indices.sorted().map { readable(fields[$0]) } }

    /// A field's value as it is published.
    private func readable(_ field: FormField) -> FieldValue {
        FieldValue(field: field.id, value: field.isSecret ? field.publishedText : field.judgedText)
    }
}

extension RuleExplanation {
    fileprivate mutating func take(_ verdict: Verdict, nanoseconds: UInt64) {
        self.nanoseconds = nanoseconds
        self.verdict = Word(verdict)
        message = verdict.message
    }
}

extension RuleExplanation.Word {
    fileprivate init(_ verdict: Verdict) {
        self =
            switch verdict {
            case .valid: .valid
            case .warning: .warning
            case .invalid: .invalid
            case .unavailable: .unavailable
            case .pending: .pending
            }
    }
}
