@testable import PluginHost
import Testing

@Suite("The answer of a program that receives a submission")
struct TargetAnswerTests {
    @Test(
        "nothing and no errors are an acceptance, errors a refusal, anything else is no answer",
        arguments: [
            ("", .accepted), (" \n", .accepted), ("{}", .accepted), (#"{"errors": {}}"#, .accepted),
            (#"{"errors": {"name": "Taken"}}"#, .refused(["name": "Taken"])), ("done", nil), ("[]", nil), ("{", nil),
            (#"{"errors": {"name": ""}}"#, nil), (#"{"errors": {"name": 1}}"#, nil), (#"{"errors": []}"#, nil),
            (#"{"error": {"name": "Taken"}}"#, nil), (#"{"errors": {"name": "a\u0000"}}"#, nil), ("\u{FF}", nil),
        ] as [(String, TargetAnswer?)]
    )
    func reading(output: String, expected: TargetAnswer?) {
        let answer = TargetAnswer(output: Array(output.utf8))
        if let expected { return #expect(answer == expected) }
        guard case .failed(let reason) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(!reason.contains("name") && !reason.contains("done"))
    }
}
