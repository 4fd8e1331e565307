import FormModel

/// What a target says about a submission.
package enum TargetAnswer: Sendable, Hashable {
    case accepted
    /// The errors by field; at least one.
    case refused([String: String])
    /// Why the submission has not arrived, so that it is delivered again later. Does not contain what the target wrote,
    /// because that may quote the user.
    case failed(String)

    /// The length of an answer in bytes.
    static let maximumLength = 64 << 10

    /// Reads how the program of a target has ended.
    ///
    /// - Parameter isOurs: whether it is one of formd's own. Only such a one's line on standard error is used: another's may
    ///   quote the user.
    init(_ ending: ProgramRun.Ending, isOurs: Bool) {
        switch ending.status {
        case .success(0): self = isOurs ? .accepted : TargetAnswer(output: ending.output)
        case .success(TargetCommand.refused) where isOurs: self = TargetAnswer(refusal: ending.output, ending.complaint)
        case .success where isOurs: self = .failed(ending.complaint)
        case .success(let code): self = .failed("it exited with status \(code)")
        case .failure(.tooLong): self = .failed("its answer is longer than 64 KiB")
        case .failure(.ended(let reason)): self = .failed(reason)
        }
    }

    /// Reads what a program that ended successfully wrote: nothing, or `{"errors": {FIELD: MESSAGE}}`.
    init(output: [UInt8]) {
        if output.allSatisfy({ $0 == 0x20 || 0x09...0x0D ~= $0 }) {
            self = .accepted
            return
        }
        guard let document = try? JSONDocument(output), let object = document.root.object else {
            self = .failed("its answer is not a JSON object")
            return
        }
        guard object.members.allSatisfy({ $0.key == "errors" }) else {
            self = .failed("its answer has other keys than \"errors\"")
            return
        }
        guard let findings = Self.findings(in: object) else {
            self = .failed("its answer has errors without fields or messages, or with NUL")
            return
        }
        self = findings.isEmpty ? .accepted : .refused(findings)
    }

    /// Reads what a server has answered that refuses a submission: an object that has, among others, a key `errors` as
    /// that of a program.
    ///
    /// - Parameter status: what is known besides.
    init(refusal: [UInt8], _ status: String) {
        guard let document = try? JSONDocument(refusal), let object = document.root.object else {
            self = .failed("\(status), and no JSON object")
            return
        }
        guard let findings = Self.findings(in: object), !findings.isEmpty else {
            self = .failed("\(status), and no errors of fields")
            return
        }
        self = .refused(findings)
    }

    /// The errors by field; `nil` if they are not as they have to be.
    private static func findings(in answer: JSONObject) -> [String: String]? {
        guard let errors = answer["errors"] else { return [:] }
        guard let members = errors.object?.members else { return nil }
        var findings: [String: String] = [:]
        for member in members {
            guard let message = member.value.string, !message.isEmpty, !message.utf8.contains(0),
                !member.key.utf8.contains(0)
            else { return nil }
            findings[member.key] = message
        }
        return findings
    }
}
