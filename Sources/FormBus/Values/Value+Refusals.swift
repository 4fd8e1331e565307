import DBus
import FormEngine

extension Value {
    /// `a(ss)`: characters, each with the word for what refused it.
    static func refusals(_ refusals: [Refusal]) -> Value {
        .array("(ss)", refusals.map { .structure([.string($0.character), .string($0.reason.rawValue)]) })
    }
}
