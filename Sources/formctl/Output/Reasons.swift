/// Why a form cannot be submitted, in sentences.
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
        return lines
    }
}
