import FormModel

/// A rule of a definition, ready to judge. A pure function of its arguments.
package protocol RuleJudge: AnyObject, Sendable {
    /// What the rule says of `text`; its message is in the language of `locale`, a BCP 47 tag.
    func judge(text: String, locale: String) -> Verdict

    /// The same for a rule that wants to know more than the text that is shown.
    ///
    /// - Parameter locale: nil: nobody reads the message, and it may be empty.
    func judge(_ subject: RuleSubject, locale: String?) -> Verdict
}

extension RuleJudge {
    package func judge(_ subject: RuleSubject, locale: String?) -> Verdict {
        judge(text: subject.text, locale: locale ?? "en")
    }
}

extension CompiledRule: RuleJudge {}
