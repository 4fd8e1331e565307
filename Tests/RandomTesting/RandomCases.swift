import Foundation

/// How many random cases tests have.
package enum RandomCases {
    /// `FORMD_CASES` is the factor by which there are more or fewer cases than usual.
    private static let factor = ProcessInfo.processInfo.environment["FORMD_CASES"].flatMap { Double($0) } ?? 1

    /// The number of cases, at least 1, instead of the usual one.
    package static func count<Number: BinaryInteger>(_ usual: Number) -> Number {
        max(1, Number((Double(usual) * factor).rounded()))
    }
}
