import ArgumentParser
import FormClient

/// The options of a new session that the commands which open one share.
struct SessionArguments: ParsableArguments, Sendable {
    @Option(help: "The session's name in its path: 1 to 64 of A-Z, a-z, 0-9 and _. Random if not given.")
    var token: String?

    @Option(help: "The language and region of texts and numbers: de-CH.")
    var locale: String?

    @Option(
        help: ArgumentHelp("Store the values as a draft of this name, and begin with its values.", valueName: "name")
    )
    var draft: String?

    @Option(help: ArgumentHelp("Warn a user who does nothing after this time.", valueName: "seconds"))
    var idle: UInt32?

    @Option(help: ArgumentHelp("With --idle: the time between the warning and the action; 10 s.", valueName: "seconds"))
    var idleGrace: UInt32?

    @Option(help: "With --idle: the action after the warning; reset empties the form for the next visitor.")
    var idleAction: IdleAction?

    enum IdleAction: String, ExpressibleByArgument, CaseIterable {
        case reset, close
    }

    func validate() throws {
        guard idle != nil || idleGrace == nil && idleAction == nil else {
            throw ValidationError("--idle-grace and --idle-action need --idle.")
        }
    }

    var options: [SessionOption] {
        var options: [SessionOption] = []
        if let token { options.append(.token(token)) }
        if let locale { options.append(.locale(locale)) }
        if let draft { options.append(.draft(draft)) }
        if let idle { options.append(.idle(warn: idle, grace: idleGrace ?? 10, closes: idleAction == .close)) }
        return options
    }
}
