import ArgumentParser
import EventLoop
import FormModel
import FormTerminal

/// Asks one question, for scripts that need no definition for it.
struct AskCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ask",
        abstract: "Ask one question in the terminal, and print the answer.",
        discussion: """
            mail=$(formctl ask "Your address?" --type email --required)
            size=$(formctl ask Size? --type choice --option S --option M --option L --default M)
            formctl ask "Delete it?" --type yesno --default no

            The question is asked on the terminal even if standard output is redirected. The answer is one line, or \
            one for each option with --several; a number has a point, a date is 2026-02-28, and yesno answers yes or \
            no. The exit status is that of "formctl run".
            """
    )

    enum Kind: String, ExpressibleByArgument, CaseIterable {
        case text, lines, email, number, date, password, choice, yesno
    }

    @Argument(help: "The question.") var question: String
    @Option(help: "What is asked for.") var type = Kind.text
    @Option(name: .customLong("option"), help: "An option of a choice; may be repeated.") var options: [String] = []
    @Flag(help: "Several options can be chosen.") var several = false
    @Option(help: "The answer that is there before anything is typed; may be repeated with --several.")
    var `default`: [String] = []
    @Flag(help: "An empty answer is refused.") var required = false
    @Option(help: ArgumentHelp("A text below the answer.", valueName: "text")) var hint: String?
    @Option(help: ArgumentHelp("End after this time.", valueName: "seconds")) var timeout: Double?

    func validate() throws {
        guard (type == .choice) != options.isEmpty else {
            throw ValidationError("--option belongs to --type choice, which needs some.")
        }
        if several, type != .choice { throw ValidationError("--several belongs to --type choice.") }
        guard several || `default`.count < 2 else { throw ValidationError("Only --several takes several --default.") }
    }

    func run() throws {
        let command = try RunCommand.parse(["-", "--with-secrets"] + (timeout.map { ["--timeout", "\($0)"] } ?? []))
        let definition = definition
        let status = try EventLoop.run {
            let run = FormRun(command, definition: definition) { values in
                let answer = (try? JSONDocument(values))?.root.object?["answer"]
                let texts = answer?.elements?.map { $0.string ?? "" } ?? [answer?.string ?? answer?.numberText ?? ""]
                try StandardOutput.write(texts)
            }
            return await run.status()
        }
        if status != 0 { throw ExitCode(status) }
    }

    private var definition: String {
        var members: [JSONText.Member] = [.init("id", "answer"), .init("label", .string(question))]
        if required { members.append(.init("required", true)) }
        if let hint { members.append(.init("hint", .string(hint))) }
        let value = several ? JSONText.array(`default`.map(JSONText.string)).line : `default`.first ?? ""
        if !`default`.isEmpty { members.append(.init("value", .string(value))) }
        switch type {
        case .text: break
        case .lines: members.append(.init("type", "textView"))
        case .email: members.append(.init("extends", "email"))
        case .number: members.append(.init("formatter", .object([.init("type", "number")])))
        case .date: members.append(.init("input", .object([.init("type", "date"), .init("format", "yyyy-MM-dd")])))
        case .password: members.append(.init("mode", .object([.init("type", "password")])))
        case .choice, .yesno:
            let options = type == .yesno ? ["yes", "no"] : options
            var input: [JSONText.Member] = [
                .init("type", "options"), .init("options", .array(options.map(JSONText.string))),
            ]
            if several { input.append(.init("multiple", true)) }
            members.append(.init("input", .object(input)))
        }
        return JSONText.object([.init("fields", .array([.object(members)]))]).line
    }
}
