/// So that a declaration reads `("text", "s")`. A literal that is not one complete type traps: it is a mistake in the
/// program.
extension ValueType: ExpressibleByStringLiteral {
    package init(stringLiteral: String) {
        guard let type = ValueType(stringLiteral) else {
            preconditionFailure("not one complete type: \(stringLiteral)")
        }
        self = type
    }
}
