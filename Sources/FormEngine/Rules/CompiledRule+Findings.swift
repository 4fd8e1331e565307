import FormModel
import PCRE2

extension CompiledRule {
    /// nil: nothing is wrong.
    func finding(_ subject: RuleSubject) -> Finding? {
        let text = subject.text
        switch rule.kind {
        case .length(let length): return finding(subject, length: length)
        case .regex: return findingOfPattern(text)
        case .textField(let rule): return finding(subject, textField: rule)
        case .minimum, .maximum, .step: return findingOfNumber(subject.value)
        case .phone:
            let isValid =
                rule.compatibility == .formController
                ? PhoneNumber.isFormController(text) : PhoneNumber.isValid(text)
            return isValid ? nil : Finding(.phone)
        case .email(.simple): return findingOfPattern(text, .email)
        case .email(let profile):
            return EmailAddress.isValid(text, isInternational: profile == .international) ? nil : Finding(.email)
        case .luhn:
            return switch Luhn.check(text) {
            case .valid: nil
            case .notANumber: Finding(.wrongFormat)
            case .wrongDigit: Finding(.mistyped)
            }
        case .iban: return findingOfAccount(text)
        case .oneOf: return listed.contains(subject.value) || listed.contains(text) ? nil : Finding(.notListed)
        case .equals:
            guard let other = subject.other else { return Finding(.checkUnavailable) }
            return subject.value == other ? nil : Finding(.notEqual)
        case .date(let rule): return finding(subject, date: rule)
        case .url(let schemes):
            let best = schemes.contains("https") ? "https" : schemes.first ?? ""
            return WebAddress.isValid(text, schemes: schemes) ? nil : Finding(.url(scheme: best))
        case .uuid: return UniqueIdentifier.isValid(text) ? nil : Finding(.uuid)
        case .ipv4: return InternetAddress.isIPv4(text) ? nil : Finding(.ipv4)
        case .ipv6: return InternetAddress.isIPv6(text) ? nil : Finding(.ipv6)
        // A plug-in's rule is judged elsewhere; where there is no plug-in, nobody can.
        case .plugin: return Finding(.checkUnavailable)
        }
    }

    private func finding(_ subject: RuleSubject, length rule: LengthRule) -> Finding? {
        switch Length(of: subject, unit: rule.unit, minimum: rule.minimum, maximum: rule.maximum) {
        case .short(let minimum): Finding(.tooShort(minimum: minimum), message: rule.shortMessage)
        case .long(let maximum): Finding(.tooLong(maximum: maximum), message: rule.longMessage)
        case .fitting: nil
        }
    }

    private func finding(_ subject: RuleSubject, textField rule: TextFieldRule) -> Finding? {
        let text = subject.text
        let global = rule.globalErrorMessage
        guard !text.isEmpty else {
            guard rule.minLength > 0, rule.isRequiredField else { return nil }
            return Finding(.required, message: rule.messages.empty ?? global)
        }
        switch Length(of: subject, unit: .grapheme, minimum: rule.minLength, maximum: rule.maxLength) {
        case .short(let minimum):
            return Finding(.tooShort(minimum: minimum), message: rule.messages.short ?? global)
        case .long(let maximum):
            return Finding(.tooLong(maximum: maximum), message: rule.messages.large ?? global)
        case .fitting:
            return findingOfPattern(text, message: rule.messages.notValid ?? global)
        }
    }

    private func findingOfPattern(
        _ text: String,
        _ fault: DefaultMessage = .wrongFormat,
        message: LocalizedText? = nil
    ) -> Finding? {
        guard let pattern else { return nil }
        return switch pattern.match(text) {
        case .matched: nil
        case .notMatched: Finding(fault, message: message)
        case .limitReached: Finding(.checkUnavailable)
        }
    }

    private func findingOfNumber(_ text: String) -> Finding? {
        if rule.compatibility == .formController, Int64(text) == nil { return Finding(.notAWholeNumber) }
        guard let number = DecimalNumber(text) else { return Finding(.notANumber) }
        switch rule.kind {
        case .minimum(let minimum) where number < minimum: return Finding(.tooSmall(minimum: "\(minimum)"))
        case .maximum(let maximum) where number > maximum: return Finding(.tooLarge(maximum: "\(maximum)"))
        case .step(let rule) where number.differs(from: rule.base, byMultipleOf: rule.step) != true:
            return Finding(.offStep(step: "\(rule.step)", base: "\(rule.base)"))
        default: return nil
        }
    }

    private func findingOfAccount(_ text: String) -> Finding? {
        switch BankAccount.check(text) {
        case .valid: nil
        case .notAnAccount: Finding(.iban)
        case .unknownCountry: Finding(.ibanCountry)
        case .wrongLength(let length): Finding(.ibanLength(length))
        case .wrongCheckDigits: Finding(.mistyped)
        }
    }

    /// A text in the rule's format, or the value of a formatter that knows dates.
    private func finding(_ subject: RuleSubject, date rule: DateRule) -> Finding? {
        var reading = rule.format.read(subject.text)
        if reading == .notADate, subject.value != subject.text {
            reading = DatePattern.iso.read(subject.value)
        }
        switch reading {
        case .notADate: return Finding(.date(rule.format))
        case .noSuchDay: return Finding(.noSuchDate)
        case .days(let days):
            if let bound = rule.minimum {
                guard let minimum = day(of: bound) else { return Finding(.checkUnavailable) }
                if days.upperBound < minimum { return Finding(.dateTooEarly(minimum: rule.format.text(of: minimum))) }
            }
            if let bound = rule.maximum {
                guard let maximum = day(of: bound) else { return Finding(.checkUnavailable) }
                if days.lowerBound > maximum { return Finding(.dateTooLate(maximum: rule.format.text(of: maximum))) }
            }
            return nil
        }
    }

    private func day(of bound: DateBound) -> CalendarDay? {
        switch bound {
        case .day(let day): day
        case .today: today()
        }
    }
}

/// A text's length against its bounds, both included.
private enum Length {
    case short(minimum: Int)
    case fitting
    case long(maximum: Int)

    init(of subject: RuleSubject, unit: LengthUnit, minimum: Int, maximum: Int?) {
        let text = subject.text
        let count =
            switch unit {
            case _ where subject.isSimple: text.utf8.count
            case .grapheme: text.clusterCount
            case .codePoint: text.unicodeScalars.count
            case .utf16: text.utf16.count
            }
        self =
            if count < minimum {
                .short(minimum: minimum)
            } else if let maximum, count > maximum {
                .long(maximum: maximum)
            } else {
                .fitting
            }
    }
}
