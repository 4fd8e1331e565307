import DBus
import FormEngine

extension Value {
    /// `a(sa{sv})`: the field, and what one of its rules says.
    static func explanations(_ explanations: [RuleExplanation]) -> Value {
        .array(
            .structure([.string, .properties]),
            explanations.map { explanation in
                var members: [(String, Value)] = [
                    ("rule", .string(explanation.rule)),
                    ("verdict", .string(explanation.verdict.rawValue)),
                    ("message", .string(explanation.message)),
                    (
                        "parameters",
                        .dictionary(
                            .string,
                            .string,
                            explanation.parameters.map { Entry(.string($0.name), .string($0.value)) }
                        )
                    ),
                    ("read", .texts(explanation.read)),
                    ("cost", .uint64(explanation.nanoseconds)),
                ]
                if let position = explanation.position {
                    members.append(("position", .uint32(UInt32(clamping: position))))
                }
                return .structure([.string(explanation.field), .properties(members)])
            }
        )
    }
}
