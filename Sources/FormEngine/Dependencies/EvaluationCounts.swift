/// How often a form asked what.
package struct EvaluationCounts: Sendable, Hashable {
    package var rules: UInt64 = 0
    package var conditions: UInt64 = 0

    package init() {}

    package static func += (left: inout EvaluationCounts, right: EvaluationCounts) {
        left.rules &+= right.rules
        left.conditions &+= right.conditions
    }
}
