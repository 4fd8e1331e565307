import FormModel

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
        var places = ReadPlaces()
        computed.collect(&places)
        var entry = RuleExplanation(
            field: field.id,
            rule: "computed",
            read: read(places, from: field.place),
            verdict: .valid
        )
        if !field.isSecret {
            entry.parameters = [RuleParameter("tree", computed.explained(values(for: field)))]
        }
        let start = clock()
        let verdict = fault(of: field).map { Verdict.warning(message(of: $0, in: field)) } ?? .valid
        entry.take(verdict, nanoseconds: clock() &- start)
        return [entry]
    }

    /// The values of the fields and column cells at these places of the reader's references, each once.
    private func read(_ places: ReadPlaces, from reader: some FieldReader) -> [FieldValue] {
        var read = Set(places.fields.compactMap { reader.reads[$0] })
        for column in places.columns { read.formUnion(reader.columns[column]) }
        return read.sorted().map { readable(fields[$0]) }
    }

    private func explainConditions(of field: FormField, _ clock: () -> UInt64) -> [RuleExplanation] {
        let parts = field.place.parts.map { explain(context.placement.parts[$0], of: field, clock) }
        guard let conditions = field.plan.conditions else { return parts }
        let all = [
            ("visibleWhen", conditions.visible), ("enabledWhen", conditions.enabled),
            ("requiredWhen", conditions.required),
        ]
        return parts
            + all.compactMap { name, condition in
                guard let condition else { return nil }
                let start = clock()
                let holds = holds(condition, of: field) == true
                return RuleExplanation(
                    field: field.id,
                    rule: name,
                    read: read(condition.reads, from: field.place),
                    nanoseconds: clock() &- start,
                    verdict: holds ? .holds : .fails
                )
            }
    }

    /// The condition of a page, a section or a group that contains the field.
    private func explain(_ part: Placement.Part, of field: FormField, _ clock: () -> UInt64) -> RuleExplanation {
        let start = clock()
        let holds = holds(part) == true
        return RuleExplanation(
            field: field.id,
            rule: "visibleWhen",
            parameters: [part.plan.name],
            read: read(part.plan.condition.reads, from: part),
            nanoseconds: clock() &- start,
            verdict: holds ? .holds : .fails
        )
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
            let other = rule.other.flatMap { field.place.reads[$0] }.map { fields[$0] }
            if let other { entry.read.append(readable(other)) }
            if rule.computes {
                entry.read += read(rule.reads, from: field.place)
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
