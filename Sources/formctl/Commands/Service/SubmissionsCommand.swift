import ArgumentParser
import DBus
import EventLoop
import FormClient
import FormContract
import FormModel

struct SubmissionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "submissions",
        abstract: "Show, retry and discard submissions that have not arrived where their forms send them.",
        discussion: "On the system bus it needs root or the daemon's user.",
        subcommands: [
            ListSubmissionsCommand.self, ShowSubmissionCommand.self, RetrySubmissionCommand.self,
            DiscardSubmissionCommand.self,
        ],
        defaultSubcommand: ListSubmissionsCommand.self
    )
}

struct ListSubmissionsCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the submissions that have not arrived, the oldest first.",
        discussion: """
            Prints the key, the form, the user's ID, when the form was submitted, the state, the number of attempts since \
            the daemon started, and why the last one has failed. The states are "ready", "underway", "delayed" until the \
            next attempt, and "refused" by the target.
            """
    )

    @OptionGroup var options: GlobalOptions

    func run(_ forms: Forms) async throws {
        let names = ["key", "form", "uid", "submitted", "state", "attempts", "reason"]
        try report(names: names, try await forms.manager("ListSubmissions").rows) { row in
            var row = row
            if row.count > 3, case .uint64(let submitted) = row[3] {
                row[3] = .string(localTime(Int(clamping: submitted)))
            }
            return row
        }
    }
}

struct ShowSubmissionCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print a submission as its target gets it, a JSON object with the answers."
    )

    @Argument(help: "The submission's key.") var key: String
    @OptionGroup var options: GlobalOptions

    func run(_ forms: Forms) async throws {
        let document = try await forms.manager("GetSubmission", .string(key)).first?.string ?? ""
        try StandardOutput.write(document.split(separator: "\n").map(String.init))
    }
}

struct RetrySubmissionCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Deliver a submission now, also one that was refused.",
        discussion: "Without a key, all submissions that are delayed or refused."
    )

    @Argument(help: "The submission's key.") var key: String?
    @OptionGroup var options: GlobalOptions

    func run(_ forms: Forms) async throws {
        if let key { return _ = try await forms.manager("RetrySubmission", .string(key)) }
        for row in try await forms.manager("ListSubmissions").rows {
            guard row.count > 4, ["delayed", "refused"].contains(row[4].string) else { continue }
            do throws(BusError) {
                _ = try await forms.manager("RetrySubmission", row[0])
            } catch {
                // It may have arrived meanwhile.
                guard error.name == Contract.Failure.invalidArgument.name else { throw error }
            }
        }
    }
}

struct DiscardSubmissionCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "discard",
        abstract: "Delete a submission that will never arrive. Its answers are lost."
    )

    @Argument(help: "The submission's key.") var key: String
    @OptionGroup var options: GlobalOptions

    func run(_ forms: Forms) async throws {
        try await forms.manager("DiscardSubmission", .string(key))
    }
}
