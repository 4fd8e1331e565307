import DBus
import EventLoop

/// An error that ends the tool with a message for the user and an exit status.
struct CommandFailure: Error {
    /// The exit statuses of all subcommands.
    enum Status: Int32 {
        case success = 0
        /// The daemon refused a call, a form is not valid, a file cannot be read, or the user cancelled a form.
        case refused = 1
        /// The command line is wrong, or what it names for a form to run.
        case usage = 2
        /// The awaited event did not happen in time.
        case timedOut = 3
        /// No daemon could be reached, or the session of a form that runs was closed.
        case noDaemon = 4
        /// A form that was to be submitted without a user is not complete.
        case incomplete = 5
    }

    let status: Status
    /// The message without the tool's name.
    let message: String

    init(_ status: Status, _ message: String) {
        self.status = status
        self.message = message
    }
}

extension CommandFailure {
    /// A failed call.
    init(_ error: BusError, at place: BusAddress) {
        if error.isMissingDaemon {
            self.init(.noDaemon, "no formd \(place.phrase); start it with \(place.startCommand)")
            return
        }
        if error.isMissingReply {
            self.init(.noDaemon, "formd \(place.phrase) does not answer: \(error.message.escapingControls)")
            return
        }
        self.init(refusing: error)
    }

    /// A call that the daemon refused. The message starts with the last component of the error's name.
    init(refusing error: BusError) {
        let word = error.name.string.split(separator: ".").last ?? "Failed"
        let message = error.message.escapingControls
        self.init(.refused, message.isEmpty ? String(word) : "\(word): \(message)")
    }

    /// A failed connection.
    init(connecting error: any Error, to place: BusAddress) {
        let error = (error as? BusError) ?? BusError(.failed, "\(error)")
        let reason = (error.message.isEmpty ? error.name.string : error.message).escapingControls
        if error.name == "org.freedesktop.DBus.Error.BadAddress" {
            self.init(.usage, "nothing can be \(place.phrase): \(reason)")
        } else {
            self.init(.noDaemon, "nothing answers \(place.phrase) (\(reason)); start formd with \(place.startCommand)")
        }
    }
}

extension BusError {
    fileprivate var isMissingDaemon: Bool {
        switch name {
        case .serviceUnknown, .nameHasNoOwner: true
        default: name.string.hasPrefix("org.freedesktop.DBus.Error.Spawn.")
        }
    }

    fileprivate var isMissingReply: Bool {
        switch name {
        case .noReply, .disconnected, "org.freedesktop.DBus.Error.Timeout": true
        default: false
        }
    }
}

extension BusAddress {
    fileprivate var phrase: String {
        switch self {
        case .session: "on the session bus"
        case .system: "on the system bus"
        case .at(let address): "at \(address.escapingControls)"
        }
    }

    fileprivate var startCommand: String {
        switch self {
        case .session: "\"systemctl --user start formd\", or \"formd\""
        case .system: "\"systemctl start formd\", or \"formd --system\""
        case .at: "\"formd --socket PATH\", which is at unix:path=PATH then"
        }
    }
}
