import ArgumentParser
import DBus
import EventLoop
import FormClient
import FormModel

struct WhyCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "why",
        abstract: "Explain in plain words why a form cannot be submitted.",
        discussion: """
            Prints for each field that prevents the submission its error, the rule that fails, and the values that the \
            rule read. Changes nothing. --json prints the result of every rule and condition. Exit status 1 if the \
            form cannot be submitted.
            """
    )

    @Argument(help: SessionArgument.help) var session: SessionArgument
    @OptionGroup var options: GlobalOptions

    func run(_ forms: Forms) async throws {
        let session = forms.session(session)
        let state = try await session.get(\.state)
        let entries = try await session.call("Explain").first?.elements ?? []
        let explanations = entries.compactMap { Explanation($0) }
        let reasons = Reasons(explanations, isSubmitted: state == "submitted")
        try report(
            json: [
                "submittable": .boolean(reasons.isSubmittable),
                "state": .string(state),
                "explanations": .array(explanations.map(\.json)),
            ],
            lines: reasons.lines
        )
        if !reasons.isSubmittable { throw ExitCode(CommandFailure.Status.refused.rawValue) }
    }
}

/// The reasons why a form cannot be submitted, as sentences.
struct Reasons {
    let isSubmittable: Bool
    let lines: [String]

    init(_ explanations: [Explanation], isSubmitted: Bool) {
        let obstacles = explanations.filter { ["invalid", "unavailable", "pending"].contains($0.verdict) }
        isSubmittable = obstacles.isEmpty && !isSubmitted
        var lines: [String] = []
        if isSubmitted {
            lines.append("The form has been submitted. An edit, SetErrors or Reset makes it ready for another time.")
        } else if obstacles.isEmpty {
            lines.append("The form can be submitted.")
        } else {
            let count = Set(obstacles.map(\.field)).count
            lines.append(
                "The form cannot be submitted: \(count == 1 ? "1 field is" : "\(count) fields are") in the way."
            )
        }
        for obstacle in obstacles { lines += Self.lines(obstacle, explanations) }
        for remark in explanations where remark.verdict == "warning" || remark.verdict == "shown" {
            let origin = remark.verdict == "shown" ? "a program set this; Submit withdraws it" : "a warning"
            lines.append(
                "\(remark.field.escapingControls): \(remark.message.escapingControls) (\(origin): not in the way)"
            )
        }
        self.lines = lines
    }

    private static func lines(_ obstacle: Explanation, _ explanations: [Explanation]) -> [String] {
        let message = obstacle.message.isEmpty ? "in error, without words" : obstacle.message.escapingControls
        var lines = ["\(obstacle.field.escapingControls): \(message)"]
        switch (obstacle.verdict, obstacle.rule) {
        case ("pending", _): lines = ["\(obstacle.field.escapingControls): \(obstacle.reason) has not answered yet"]
        case (_, "required"):
            let demand = explanations.first {
                $0.field == obstacle.field && $0.rule == "requiredWhen" && $0.verdict == "holds"
            }
            lines.append("  it is empty and required" + (demand.map { " because of \($0.texts)" } ?? ""))
        case ("unavailable", _): lines.append("  \(obstacle.reason) could not decide about \(obstacle.texts)")
        default: lines.append("  \(obstacle.reason) read \(obstacle.texts)")
        }
        return lines + explanations.filter { $0.field == obstacle.field }.compactMap(\.reasonForPart)
    }
}

/// One entry of the reply to `Session.Explain`.
struct Explanation {
    let field: String
    let rule: String
    let verdict: String
    let message: String
    let parameters: [(name: String, value: String)]
    /// The texts that the rule read, by field.
    let read: [(field: String, text: String)]
    private let properties: [(String, Value)]

    init?(_ value: Value) {
        guard let members = value.members, members.count == 2, let field = members[0].string,
            let properties = members[1].propertyChanges
        else { return nil }
        func string(_ name: String) -> String { properties.first { $0.0 == name }?.1.string ?? "" }
        func pairs(_ name: String) -> [(String, String)] {
            (properties.first { $0.0 == name }?.1.entries ?? []).map { ($0.key.string ?? "", $0.value.string ?? "") }
        }
        self.field = field
        self.properties = properties
        rule = string("rule")
        verdict = string("verdict")
        message = string("message")
        parameters = pairs("parameters")
        read = pairs("read")
    }

    var json: JSONText { JSONText([("field", .string(field))] + properties) }

    /// The source of the verdict: `the rule length (min 3)`
    var reason: String {
        let source =
            switch rule {
            case "required": "it is required"
            case "maxLength": "its maximum length"
            case "formatter": "its formatter"
            case "input": "its options or calendar"
            case "error": "a program"
            case "pending": "a rule of a plug-in"
            default: "the rule \(rule.escapingControls)"
            }
        let parameters = parameters.map { "\($0.name.escapingControls) \($0.value.escapingControls)" }
        return source + (parameters.isEmpty ? "" : " (\(parameters.joined(separator: ", ")))")
    }

    /// Why the section, the group or the page that contains the field is visible: `it stands in the section pets, which
    /// is there because of "yes" in kind`. `nil` for any other entry.
    var reasonForPart: String? {
        guard rule == "visibleWhen", verdict == "holds", let part = parameters.first, part.name != "form" else {
            return nil
        }
        return "  it stands in the \(part.name) \(part.value.escapingControls), which is there because of \(texts)"
    }

    /// The texts that the rule read, with the field's name for those of other fields.
    var texts: String {
        read.map { $0.field == field ? $0.text.quoted : "\($0.text.quoted) in \($0.field.escapingControls)" }
            .joined(separator: " and ")
    }
}
