import FormModel

extension Form {
    /// What every rule and condition says at the moment, in the order of fields and rules. Changes nothing.
    ///
    /// - Parameter clock: nanoseconds since some moment.
    package func explain(clock: () -> UInt64) -> [RuleExplanation] {
        var form = self
        var explanations: [RuleExplanation] = []
        for index in fields.indices { form.explain(index, clock: clock, into: &explanations) }
        return explanations
    }

    private mutating func explain(_ index: Int, clock: () -> UInt64, into explanations: inout [RuleExplanation]) {
        let field = compiled.fields[index]
        let own = readable(index)
        func entry(_ rule: String, _ verdict: RuleExplanation.Word, _ message: String = "") -> RuleExplanation {
            RuleExplanation(field: field.definition.id, rule: rule, read: [own], verdict: verdict, message: message)
        }
        explainConditions(of: index, clock: clock, into: &explanations)
        if fields[index].hasError, !fields[index].flags.contains(.judged) {
            explanations.append(entry("error", .shown, fields[index].errorMessage ?? ""))
        }
        let isAsked = fields[index].isJudged
        let text = fields[index].judgedText(field)
        if fields[index].isRequired(field) {
            let message = field.definition.requiredMessage?.text(in: session.locale)
            let isMissing = isAsked && text.isEmpty
            explanations.append(
                entry(
                    "required",
                    !isAsked ? .notAsked : isMissing ? .invalid : .valid,
                    isMissing ? message ?? say(.required) : ""
                )
            )
        }
        if let maximum = fields[index].maxLength(field) {
            let limited = fields[index].formatter(field) == nil ? text : fields[index].value
            let isLong = isAsked && limited.count > maximum
            var entry = entry("maxLength", !isAsked ? .notAsked : isLong ? .invalid : .valid)
            entry.parameters = [RuleParameter("max", String(maximum))]
            if isLong { entry.message = say(.tooLong(maximum: maximum)) }
            explanations.append(entry)
        }
        let formatter = fields[index].formatter(field)
        let judgesByFormatter = field.validatesWithFormatter && formatter != nil
        if judgesByFormatter || formatter?.complains == true {
            var entry = entry("formatter", .notAsked)
            if isAsked, !text.isEmpty {
                let isIncomplete = judgesByFormatter && !fields[index].flags.contains(.complete)
                entry.take(clock) {
                    complaint(ofFormatterOf: field).map { verdict($0, speaks: true) }
                        ?? (isIncomplete ? .invalid(say(.wrongFormat)) : .valid)
                }
            }
            explanations.append(entry)
        }
        if case .date = field.picker {
            var entry = entry("input", .notAsked)
            if isAsked, !text.isEmpty {
                entry.take(clock) {
                    complaint(ofCalendarOf: field, about: text).map { verdict($0, speaks: true) } ?? .valid
                }
            }
            explanations.append(entry)
        }
        let subject = subject(text, of: field)
        for (position, rule) in field.rules.enumerated() {
            let definition = field.definition.rules[position]
            var entry = entry(definition.typeName, .notAsked)
            entry.position = position
            entry.parameters = definition.parameters
            if let other = rule.other { entry.read.append(readable(other)) }
            let isEmpty = text.isEmpty && !rule.judgesEmptyText
            let hasNobody = rule.other.map { fields[$0].isHidden } ?? false
            if isAsked, !judgesByFormatter, !isEmpty, !hasNobody {
                entry.take(clock) { ask(rule, about: subject, at: index) }
            }
            explanations.append(entry)
        }
        if fields[index].flags.contains(.pending) { explanations.append(entry("pending", .pending)) }
    }

    private mutating func explainConditions(
        of index: Int,
        clock: () -> UInt64,
        into explanations: inout [RuleExplanation]
    ) {
        let field = compiled.fields[index]
        guard let conditions = field.conditions else { return }
        let all = [
            ("visibleWhen", conditions.visible, field.definition.visibleWhen),
            ("enabledWhen", conditions.enabled, field.definition.enabledWhen),
            ("requiredWhen", conditions.required, field.definition.requiredWhen),
        ]
        for (name, condition, definition) in all {
            guard let condition, let definition else { continue }
            let start = clock()
            let holds = condition.holds { readValue(of: $0) }
            explanations.append(
                RuleExplanation(
                    field: field.definition.id,
                    rule: name,
                    read: Set(definition.fields.compactMap { compiled.definition.indices[$0] }).sorted().map(readable),
                    nanoseconds: clock() &- start,
                    verdict: holds ? .holds : .fails
                )
            )
        }
    }

    /// A field's text as anybody may see it.
    private func readable(_ index: Int) -> FieldValue {
        let state = fields[index]
        let text = state.isSecret ? state.publishedText : state.judgedText(compiled.fields[index])
        return FieldValue(field: compiled.fields[index].definition.id, value: text)
    }
}

extension RuleExplanation {
    /// Asks, and notes down what the answer was and took.
    fileprivate mutating func take(_ clock: () -> UInt64, _ ask: () -> Verdict) {
        let start = clock()
        let verdict = ask()
        nanoseconds = clock() &- start
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
