import Formatters
import FormModel
import FormPlugin
import Rules
import TextEditing

/// Validates texts: evaluates the rules, formatters, pickers and conditions of a form's fields. Changes nothing.
struct Judge {
    let fields: [FormField]
    let context: FormContext
    let attempt: Attempt

    /// Validates a field's text; `nil` if the field has nothing that validates it.
    ///
    /// An empty text is invalid if the field is required; otherwise it passes all rules but those that validate empty
    /// texts. A text above the maximum length, which only a program can have set, is invalid. With
    /// `validateWithFormatter` the formatter decides in place of the rules.
    ///
    /// - Parameter needsMessage: whether the message is needed; otherwise it may be empty.
    func verdict(of field: FormField, needsMessage: Bool) -> Verdict? {
        let verdict = verdictWithoutAnswers(of: field, needsMessage: needsMessage)
        guard needsMessage, let verdict, !field.plan.messageAnswers.isEmpty else { return verdict }
        return showingAnswers(verdict, of: field)
    }

    private func verdictWithoutAnswers(of field: FormField, needsMessage: Bool) -> Verdict? {
        guard attempt.hasTime(for: field.work) else { return .unavailable("") }
        if field.plan.computed != nil, field.text.isEmpty, !field.isRequired, let fault = fault(of: field) {
            return .warning(needsMessage ? message(of: fault, in: field) : "")
        }
        let text = field.judgedText
        var hasJudge = field.plan.hasJudge
        for check in FieldCheck.inOrder {
            guard let verdict = verdict(of: check, field, text, needsMessage: needsMessage) else { continue }
            guard case .valid = verdict else { return verdict }
            if check == .formatter { hasJudge = true }
        }
        guard hasJudge else { return nil }
        return decidesByFormatter(field) ? .valid : verdictOfRules(about: subject(text, of: field), field, needsMessage)
    }

    /// Whether the formatter decides about the field in place of the rules.
    func decidesByFormatter(_ field: FormField) -> Bool {
        field.formatter != nil && field.definition.validatesWithFormatter
    }

    /// The verdict of one check about a text; `nil` if the field does not have the check.
    func verdict(of check: FieldCheck, _ field: FormField, _ text: String, needsMessage: Bool) -> Verdict? {
        switch check {
        case .required:
            guard field.isRequired else { return nil }
            guard text.isEmpty || field.isToggledOff else { return .valid }
            guard needsMessage else { return .invalid("") }
            return .invalid(field.definition.requiredMessage?.text(in: context.locale) ?? context.text(.required))
        case .maxLength:
            guard let maximum = field.maxLength else { return nil }
            let limited = field.formatter == nil ? text : field.value
            // There are never fewer bytes than grapheme clusters.
            guard limited.utf8.count > maximum, limited.clusterCount > maximum else { return .valid }
            return .invalid(needsMessage ? context.text(.tooLong(maximum: maximum)) : "")
        case .formatter:
            guard field.formatter != nil, let formatter = field.formatter(asking: attempt),
                field.definition.validatesWithFormatter || formatter.complains
            else { return nil }
            if text.isEmpty { return .valid }
            if formatter.complains,
                let complaint = formatter.complaint(about: field.formattedText, today: context.today)
            {
                return verdict(complaint, needsMessage: needsMessage)
            }
            if !field.definition.validatesWithFormatter || field.flags.contains(.complete) { return .valid }
            // That a day does not exist says more than that it is incomplete.
            return complaint(ofPickerOf: field, about: text).map { verdict($0, needsMessage: needsMessage) }
                ?? .invalid(needsMessage ? context.text(.wrongFormat) : "")
        case .input:
            guard field.plan.choosesDate || field.plan.leastChosen > 1 || isUnlisted(field) else { return nil }
            let complaint = text.isEmpty ? nil : complaint(ofPickerOf: field, about: text)
            return complaint.map { verdict($0, needsMessage: needsMessage) } ?? .valid
        }
    }

    /// The text and the value of a field, as its rules get them.
    func subject(_ text: String, of field: FormField) -> RuleSubject {
        let isText = field.plan.picker == nil && field.formatter == nil
        return RuleSubject(
            text: text,
            value: isText ? text : field.fieldValue,
            today: context.today,
            isSimple: field.text.isSimple
        )
    }

    /// The verdict of the first rule that fails, otherwise of the first that warns. If the definition demands all
    /// messages, they are those of all rules that fail, one per line, otherwise of all that warn.
    private func verdictOfRules(about subject: RuleSubject, _ field: FormField, _ needsMessage: Bool) -> Verdict {
        let showsAll = field.definition.showsAllMessages
        var (failures, warnings): ([Verdict], [Verdict]) = ([], [])
        for rule in field.plan.rules {
            switch ask(rule, about: subject, of: field, needsMessage: needsMessage) {
            case .valid: break
            case .warning(let message): warnings.append(.warning(message))
            case let failure:
                if !showsAll { return failure }
                failures.append(failure)
            }
        }
        guard showsAll else { return warnings.first ?? .valid }
        func joined(_ verdicts: [Verdict]) -> String {
            verdicts.map(\.message).filter { !$0.isEmpty }.joined(separator: "\n")
        }
        let isInvalid = failures.contains { if case .invalid = $0 { true } else { false } }
        if isInvalid { return .invalid(joined(failures)) }
        if failures.contains(where: { $0 != .pending }) { return .unavailable(joined(failures)) }
        return !failures.isEmpty ? .pending : warnings.isEmpty ? .valid : .warning(joined(warnings))
    }

    /// Evaluates one rule. A rule that compares the text with a hidden field passes.
    func ask(_ rule: RulePlan, about subject: RuleSubject, of field: FormField, needsMessage: Bool = true) -> Verdict {
        if subject.text.isEmpty, !rule.judgesEmptyText { return .valid }
        guard attempt.hasTimeForRule(rule.work + subject.text.work) else {
            return .unavailable(needsMessage ? context.text(.checkUnavailable) : "")
        }
        let verdict: Verdict
        if let plugin = rule.plugin {
            verdict = ask(plugin.type, rule, plugin.fields, subject.text, of: field, .verdict)
        } else {
            var subject = subject
            if let other = rule.other.flatMap(field.place.field(at:)) {
                if fields[other].isHidden { return .valid }
                subject.reading = RuleReading(other: value(of: other))
            } else if rule.computes {
                let values = values(for: field)
                let condition = rule.condition?.holds(values)
                subject.reading = RuleReading(operands: rule.operandTexts(values), condition: condition)
            }
            verdict = rule.judge?.judge(subject, locale: needsMessage ? context.locale : nil) ?? .valid
        }
        attempt.counts.rules &+= 1
        if rule.severity == .warning, case .invalid(let message) = verdict { return .warning(message) }
        return verdict
    }

    /// Whether a rule that is evaluated at each edit accepts a text. A plug-in without an answer must not block typing,
    /// so the text is then accepted.
    func admits(_ rule: RulePlan, _ text: String, of field: FormField) -> Bool {
        guard attempt.hasTime(for: rule.work + text.work) else { return false }
        guard let plugin = rule.plugin else {
            let subject = RuleSubject(text: text, value: text, today: context.today)
            return rule.judge?.judge(subject, locale: nil).isValid ?? true
        }
        switch ask(plugin.type, rule, plugin.fields, text, of: field, .edit) {
        case .invalid: return false
        case .valid, .warning, .pending, .unavailable: return true
        }
    }

    private func ask(
        _ type: TypeReference,
        _ rule: RulePlan,
        _ others: [Int],
        _ text: String,
        of field: FormField,
        _ stage: QuestionStage
    ) -> Verdict {
        var isSecret = field.isSecret
        var question = ValidatorQuestion(text: text, value: text, locale: context.locale)
        if stage != .edit { question.value = field.fieldValue }
        for slot in others {
            guard let other = field.place.field(at: slot) else { continue }
            question.fields[fields[other].id] = value(of: other)
            if fields[other].isSecret { isSecret = true }
        }
        let asker = Asker(attempt: attempt, field: field.index, isSecret: isSecret)
        return rule.rule.verdict(type, question, stage, asker, context.form.types.messages)
    }

    /// Whether validating a field again would change neither its verdict nor its message. Known without a validation
    /// only for a field whose single rule compares it with another field: hundreds of fields may compare with the same
    /// field, and few of its keys change their verdicts.
    func repeats(_ field: FormField, comparedWith value: String?, mayRaise: Bool) -> Bool {
        guard field.plan.onlyCompares, !field.isHidden, field.overrides == nil, field.formatter == nil,
            !field.flags.contains(.demanded)
        else { return false }
        let isAsked = value != nil && !field.text.isEmpty
        let passes = !isAsked || value.map(field.text.string.hasSameCodePoints) ?? false
        let showsJudgement = field.message?.isJudged == true
        // The verdict would change no message: a passing field shows none, and a failing field shows its error already
        // or may not raise one yet.
        guard passes == field.flags.contains(.passes),
            passes ? !showsJudgement : field.hasError || !mayRaise && !field.flags.contains(.touched)
        else { return false }
        if isAsked { attempt.counts.rules &+= 1 }
        return true
    }

    // MARK: Answers in texts

    /// The answer of a field that a text shows; empty for a secret, and for a hidden field that does not keep its
    /// value. A long answer is truncated.
    func answer(of index: Int) -> String {
        let field = fields[index]
        guard field.isRelevant, !field.isSecret, !field.isNote, !field.showsPrefixOnly else { return "" }
        return String(field.text.string.prefix(Self.longestAnswer))
    }

    /// The maximum number of grapheme clusters of an answer in a text.
    private static let longestAnswer = 200

    /// Fills answers into a verdict's message.
    func showingAnswers(_ verdict: Verdict, of field: FormField) -> Verdict {
        func filled(_ message: String) -> String {
            Insertion.pieces(of: message).map { piece in
                switch piece {
                case .text(let text): return text
                case .answer(let name):
                    guard let slot = field.plan.messageAnswers[name] else { return "{{\(name)}}" }
                    return field.place.field(at: slot).map(answer) ?? ""
                }
            }.joined()
        }
        return switch verdict {
        case .invalid(let message): .invalid(filled(message))
        case .warning(let message): .warning(filled(message))
        case .valid, .unavailable, .pending: verdict
        }
    }

    // MARK: Values of other fields

    /// The value of a field, as conditions and rules of other fields read it.
    func value(of index: Int) -> String {
        let field = fields[index]
        return field.isRelevant ? field.fieldValue : ""
    }

    /// Whether a condition holds; `nil` if there is none, or if the time budget is used up.
    func holds(_ condition: CompiledCondition?, of field: FormField) -> Bool? {
        guard let condition, attempt.hasTime(for: condition.work) else { return nil }
        attempt.counts.conditions &+= 1
        return condition.holds(values(for: field)) == true
    }

    /// The values that a field's conditions and its computation read.
    func values(for field: FormField) -> FieldValues<FieldPlace> { FieldValues(judge: self, reader: field.place) }

    /// The text of a computed field. Throws the reason if it has none.
    func text(of computed: CompiledComputation, for field: FormField) throws(ComputingFault) -> String {
        let digits = field.definition.formatter?.kind.fractionDigits
        let text = try computed.value(values(for: field)).rounded(to: digits).text
        // Few texts are long enough for this check, which copies the form's types.
        if text.utf8.count > 1_024, context.form.types.isTooLong(text) { throw .tooLong }
        return text
    }

    /// Why a computed field has no value; `nil` if it has one, or if an operand is empty.
    func fault(of field: FormField) -> ComputingFault? {
        guard let computed = field.plan.computed, attempt.hasTime(for: field.plan.computedWork) else { return nil }
        do throws(ComputingFault) {
            _ = try text(of: computed, for: field)
            return nil
        } catch {
            return error
        }
    }

    /// The message of a computed field without a value. It names the answers that are of the wrong kind.
    func message(of fault: ComputingFault, in field: FormField) -> String {
        let message = context.text(fault.message)
        guard fault == .notANumber || fault == .notADate, let computed = field.plan.computed else { return message }
        let labels = computed.misfits(values(for: field)).compactMap { slot -> String? in
            let label =
                field.place.field(at: slot).flatMap { fields[$0].definition.label?.text(in: context.locale) } ?? ""
            return label.isEmpty ? nil : label
        }
        return labels.isEmpty ? message : "\(message): \(labels.joined(separator: ", "))"
    }

    /// Whether the condition of a part of the form holds; `nil` if the time budget is used up.
    func holds(_ part: Placement.Part) -> Bool? {
        guard attempt.hasTime(for: part.plan.condition.work) else { return nil }
        attempt.counts.conditions &+= 1
        return part.plan.condition.holds(FieldValues(judge: self, reader: part)) ?? part.plan.isVisibleIfUnknown
    }

    // MARK: Formatters and pickers

    /// Whether a field with a list of options has a text that is none of them, because the typing is not finished, or a
    /// choice that is not offered.
    func isUnlisted(_ field: FormField) -> Bool {
        switch field.plan.picker {
        case .options where field.choice == .none: !field.text.isEmpty
        case .options, .several:
            field.offer.map { offer in field.choice.indices.contains { offer.number(of: $0) == nil } } ?? false
        case .date, .toggle, nil: false
        }
    }

    func complaint(ofPickerOf field: FormField, about text: String) -> FormatterComplaint? {
        switch field.plan.picker {
        case .options: isUnlisted(field) ? FormatterComplaint(.notListed) : nil
        case .several where isUnlisted(field): FormatterComplaint(.notListed)
        case .several(let selection):
            field.choice.indices.count < selection.least
                ? FormatterComplaint(.tooFewChosen(minimum: selection.least)) : nil
        case .date(let picker): picker.complaint(about: text, today: context.today, locale: context.locale)
        case .toggle, nil: nil
        }
    }

    func verdict(_ complaint: FormatterComplaint, needsMessage: Bool) -> Verdict {
        let message = needsMessage ? context.text(complaint.reason, own: complaint.message) : ""
        return complaint.reason == .checkUnavailable ? .unavailable(message) : .invalid(message)
    }
}

/// The checks of a field that come before its rules. The names are those in `Explain`.
enum FieldCheck: String {
    case required, maxLength, formatter, input

    static let inOrder: [FieldCheck] = [.required, .maxLength, .formatter, .input]
}

/// The values that the conditions and computations of one reader use.
struct FieldValues<Reader: FieldReader>: ValueSource {
    fileprivate let judge: Judge
    fileprivate let reader: Reader

    func value(at slot: Int) -> String? {
        reader.field(at: slot).map { judge.value(of: $0) }
    }

    func column(at slot: Int) -> [String] {
        let fields = reader.reads[slot]
        guard judge.attempt.hasTime(for: fields.count / 4) else { return [] }
        return fields.map { judge.value(of: $0) }
    }

    func rows(at slot: Int) -> Int { reader.rows[slot] }

    func choices(at slot: Int) -> [String]? {
        guard let index = reader.field(at: slot), case .several(let selection) = judge.fields[index].plan.picker else {
            return nil
        }
        return judge.fields[index].isRelevant ? selection.values(of: judge.fields[index].choice) : []
    }

    func isNumber(at slot: Int) -> Bool {
        reader.field(at: slot).map { judge.fields[$0].definition.valueKind == .number } ?? false
    }

    func hasSecret(_ slots: [Int]) -> Bool {
        reader.fields(at: slots).contains { judge.fields[$0].isSecret }
    }

    var today: CalendarDay { judge.context.today }
}
