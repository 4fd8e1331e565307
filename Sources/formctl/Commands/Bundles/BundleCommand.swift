import ArgumentParser
import DBus
import EventLoop
import FormClient
import FormModel

struct BundleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bundle",
        abstract: "Publish forms for many kiosks, and show and change which version of them the daemon uses.",
        discussion: "On the system bus all but make and check need root or the daemon's user.",
        subcommands: [
            BundleStatusCommand.self, UpdateBundleCommand.self, RollBackBundleCommand.self, ResumeBundleCommand.self,
            MakeBundleCommand.self, CheckBundleCommand.self,
        ],
        defaultSubcommand: BundleStatusCommand.self
    )
}

struct BundleStatusCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show which version of the bundle is in use, since when, where it is from, and the last error."
    )

    @OptionGroup var options: GlobalOptions

    func run(_ forms: Forms) async throws {
        let statistics = try await forms.manager("GetStatistics").first?.propertyChanges ?? []
        guard let bundle = statistics.first(where: { $0.name == "bundle" })?.value.entries else {
            throw CommandFailure(.refused, "the daemon has no bundle, or you may not know of it")
        }
        try report(BundleReport(bundle))
    }
}

struct UpdateBundleCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "update",
        abstract: "Look for a new version of the bundle now, take it up, and show which one is in use then.",
        discussion: "Exit status 1 if it cannot be fetched or taken up. Everything stays as it was then."
    )

    @OptionGroup var options: GlobalOptions

    func run(_ forms: Forms) async throws {
        let bundle = BundleReport(try await forms.manager("UpdateBundle").first?.entries ?? [])
        try report(bundle)
        if !bundle.error.isEmpty { throw ExitCode(CommandFailure.Status.refused.rawValue) }
    }
}

struct RollBackBundleCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "rollback",
        abstract: "Go back to a version of the bundle that is kept.",
        discussion: """
            Without a version, to the one before that in use. The daemon stays there until a version is published that is \
            greater than all before, or until "formctl bundle resume".
            """
    )

    @Argument(help: "A version that \"formctl bundle\" shows as kept.") var version: UInt64?
    @OptionGroup var options: GlobalOptions

    func validate() throws {
        if version == 0 { throw ValidationError("A version is at least 1.") }
    }

    func run(_ forms: Forms) async throws {
        try await forms.manager("RollBackBundle", .uint64(version ?? 0))
    }
}

struct ResumeBundleCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "Use the latest version of the bundle again, after \"formctl bundle rollback\"."
    )

    @OptionGroup var options: GlobalOptions

    func run(_ forms: Forms) async throws {
        try await forms.manager("ResumeBundle")
    }
}

/// What the daemon says of its bundle.
private struct BundleReport {
    let entries: [(name: String, value: Value)]

    init(_ entries: [Value.Entry]) {
        self.entries = entries.map { (name: $0.key.text, value: $0.value.variant ?? $0.value) }
    }

    var error: String { entries.first { $0.name == "error" }?.value.string ?? "" }

    private static let times: Set<String> = ["since", "looked", "errorSince"]

    var lines: [String] {
        aligned(
            entries.map { name, value in
                if Self.times.contains(name), let seconds = value.uint64 {
                    return [name, seconds == 0 ? "-" : localTime(Int(clamping: seconds))]
                }
                let text = value.elements.map { $0.map(\.text).joined(separator: " ") } ?? value.text
                return [name, text.isEmpty ? "-" : text]
            }
        )
    }
}

extension FormdCommand {
    fileprivate func report(_ bundle: BundleReport) throws {
        try report(json: JSONText(bundle.entries), lines: bundle.lines)
    }
}
