/// A rule of a definition, ready to judge. A pure function of its arguments.
package protocol RuleJudge: Sendable {
    /// What the rule says of `text`; its message is in the language of `locale`, a BCP 47 tag.
    func judge(text: String, locale: String) -> Verdict
}

extension CompiledRule: RuleJudge {}
