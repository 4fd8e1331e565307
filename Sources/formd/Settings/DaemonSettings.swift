import DBus
import FormModel
import FormRuntime
import Glibc
import Logging
import PluginHost
import PostgreSQLAddress

/// The settings of the daemon that files contain and options of the command line override.
struct DaemonSettings: Sendable {
    var socket: String?
    /// The name of the group whose users may connect to the socket.
    var socketGroup: String?
    /// The permissions of the private socket; `nil` for the default, which depends on the group.
    var socketMode: mode_t?
    /// The folders with forms; empty to use the standard folders.
    var forms: [String] = []
    /// The folder of stored sessions, or `none`; `nil` for the default folder.
    var state: String?
    /// The database of the sessions that several daemons share; `nil` if they are not shared.
    var store: DatabaseAddress?
    /// The names of the plug-ins that may see secrets if their manifests ask for it.
    var pluginSecrets: [String] = []
    var logLevel = Logger.Level.info
    var bundle = BundleSettings()
    var limits = DaemonLimits()
}

/// The limits that an administrator can change. Those of definitions are fixed, because a form must open on every
/// machine.
struct DaemonLimits: Sendable {
    var runtime = Limits()
    var plugins = PluginLimits()
    var peers = PeerBus.Limits()
    var connections = 256
    var connectionsPerUser = 64
    var authenticationTime = Duration.seconds(5)
    /// How long a daemon need not be heard of in the shared store until others may go on with its sessions.
    var storeLease = Duration.seconds(30)

    /// The processor time of one call, of which rules have two thirds, in milliseconds.
    var callTime: Int {
        get { Int(runtime.workTime / .milliseconds(1)) }
        set {
            runtime.workTime = .milliseconds(newValue)
            runtime.timeForRules = .milliseconds(newValue) * 2 / 3
        }
    }
}

extension DaemonSettings {
    /// The levels of the log that can be asked for.
    static let logLevels: [Logger.Level] = [.debug, .info, .notice, .warning, .error]

    /// The keys of a settings file.
    static let keys = KeyTable<DaemonSettings>("the settings") {
        Key("socket", \.socket, path, "Serves a private socket at this path, alone or in addition to a bus.")
        Key("socketGroup", \.socketGroup, .string(limit: 256), "Allows the users of this group to connect as well.")
        Key("socketMode", \.socketMode, mode, "The socket's permissions; 600 by default, or 660 with a group.")
        Key("forms", \.forms, path.list("folders", to: 64), "Folders with forms, instead of the standard ones.")
        Key("state", \.state, stateFolder, "The folder of stored sessions and drafts.")
        Key("store", \.store, database, "The database of sessions that several daemons share.")
        Key(
            "pluginSecrets",
            \.pluginSecrets,
            ValueReader.identifier.list("plug-ins", to: 64),
            "Plug-ins that receive secrets if their manifests request them."
        )
        Key("logLevel", \.logLevel, level, "The lowest level of the messages to log.")
        Key("bundle", \.bundle, BundleSettings.keys, "Forms that are published for many kiosks.")
        Key("limits", \.limits, DaemonLimits.keys, "See the next table.")
    }

    static let path = ValueReader.string(limit: 4_096).map("an absolute path") { path, value, context in
        path.hasPrefix("/") && !path.utf8.contains(0)
            ? path : context.error("\(quoted(path)) is not an absolute path", at: value)
    }

    private static let stateFolder = ValueReader.string(limit: 4_096).map("an absolute path, or `none`") {
        path,
        value,
        context in
        path.hasPrefix("/") || path == "none"
            ? path : context.error("\(quoted(path)) is neither an absolute path nor “none”", at: value)
    }

    private static let database = ValueReader.string(limit: DatabaseAddress.maximumLength)
        .map("an address `postgresql://…`") { text, value, context in
            do throws(DatabaseAddressError) {
                return try DatabaseAddress(text)
            } catch {
                return context.error("\(quoted(text)) is no address of a database: \(error)", at: value)
                    as DatabaseAddress?
            }
        }

    private static let mode = ValueReader.string(limit: 4).map("octal digits, at most `777`") { text, value, context in
        guard let mode = mode_t(text, radix: 8), mode <= 0o777 else {
            return context.error("\(quoted(text)) is not octal, or exceeds 777", at: value) as mode_t?
        }
        return mode
    }

    private static let level = ValueReader<Logger.Level>.choice(among: logLevels)
}

extension DaemonLimits {
    /// The keys of `limits`.
    static let keys = KeyTable<DaemonLimits>("the limits", words: "an object") {
        Key("callTime", \.callTime, .integer(in: 1...60_000, "ms"), "Processor time of a call; rules have two thirds.")
        Key("bytesPerUser", \.runtime.bytesPerUser, bytes, "Memory of a user's sessions, calls and replies.")
        Key("bytesOfAll", \.runtime.bytesOfAll, bytes, "The same of all users; one has half of what the others leave.")
        Key("bytesCertain", \.runtime.bytesCertain, bytes, "What a user may have in any case.")
        Key("bytesUnread", \.runtime.bytesUnread, bytes, "What a user above `bytesPerUser` may have unread.")
        Key("waitingCalls", \.runtime.waitingCalls, count, "Calls of one user that wait for their turn.")
        Key("sessionsPerUser", \.runtime.sessionsPerUser, count)
        Key("fieldsPerUser", \.runtime.fieldsPerUser, .integer(in: 1...100_000_000, "fields"))
        Key(
            "queuedTransactions",
            \.runtime.queuedTransactions,
            count,
            "Calls of one user that wait for one session: for a plug-in or the disk."
        )
        Key("operationsPerTransaction", \.runtime.operationsPerTransaction, count, "Operations of one `Apply`.")
        Key("subscribersPerSession", \.runtime.subscribersPerSession, count)
        Key("membersPerSession", \.runtime.membersPerSession, count, "Users with a role in one session.")
        Key("draftsPerUser", \.runtime.draftsPerUser, count)
        Key("draftBytesPerUser", \.runtime.draftBytesPerUser, bytes)
        Key("submissionsPerUser", \.runtime.submissionsPerUser, count, "Submissions that have not arrived.")
        Key("submissionBytesPerUser", \.runtime.submissionBytesPerUser, bytes)
        Key(
            "submissionTime",
            \.runtime.submissionTime,
            milliseconds,
            "Of a program, server or database that receives a submission."
        )
        Key("submissionAge", \.runtime.submissionAge, milliseconds, "After which a waiting submission is reported.")
        Key("bundleTime", \.runtime.bundleTime, milliseconds, "For fetching a bundle.")
        Key("idleTimeout", \.runtime.idleTimeout, idleTime, "After which an idle session is closed; 0: never.")
        Key("connections", \.connections, count, "Connections to the private socket.")
        Key("connectionsPerUser", \.connectionsPerUser, count)
        Key("authenticationTime", \.authenticationTime, milliseconds, "Until a connection must be authenticated.")
        Key("storeLease", \.storeLease, milliseconds, "After which others may go on with a lost daemon's sessions.")
        Key("matchRules", \.peers.matchRules, count, "Of one connection to the private socket.")
        Key("messageBytes", \.peers.incomingMessage, bytes, "The largest message to the private socket.")
        Key("signalBytes", \.peers.outgoingQueue, bytes, "Unread signals of a connection to the private socket.")
        Key("pluginStart", \.plugins.hello, milliseconds, "Until a plug-in's process must have said hello.")
        Key("pluginWait", \.plugins.late, milliseconds, "What a transaction waits for plug-ins.")
        Key("pluginTime", \.plugins.dead, milliseconds, "After which a process that does not answer is killed.")
        Key("pluginIdle", \.plugins.idle, milliseconds, "How long an idle process is kept.")
        Key("pluginFailures", \.plugins.failures, count, "Within five minutes, until the quarantine.")
        Key("questionBytes", \.plugins.questionSize, .integer(in: 1_024...(16 << 20), "bytes"))
    }

    private static let bytes = ValueReader.integer(in: 1_024...(1 << 40), "bytes")
    private static let count = ValueReader.integer(in: 1...1_000_000, "")

    private static let milliseconds = ValueReader<Int>.integer(in: 1...3_600_000, "ms")
        .map(show: { (time: Duration) in "\(Int(time / .milliseconds(1)))" }) { number, _, _ in
            Duration.milliseconds(number)
        }

    private static let idleTime = ValueReader<Int>.integer(in: 0...Int(UInt32.max), "s")
        .map(show: { (time: UInt32) in "\(time)" }) { number, _, _ in UInt32(number) }
}
