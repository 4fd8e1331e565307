import FormModel
import Sandbox

/// A program that is run for a submission or a file.
struct TargetCommand {
    private(set) var program: ConfinedProgram
    /// How long it may run before it is killed.
    let limit: Duration

    /// A request of `formd-http` ends with this status if a server refuses a submission, or if a file is too long.
    static let refused: Int32 = 65

    /// Throws if somebody else could change the program.
    ///
    /// - Parameters:
    ///   - key: the submission's idempotency key.
    ///   - launcher: the path of the launcher; formd's own programs are beside it.
    init(
        _ target: SubmissionDefinition,
        _ key: String,
        beside launcher: String,
        within limit: Duration,
        _ limits: PluginLimits
    ) throws(PluginRefusal) {
        if target.target == .http {
            try self.init(http: ["post", key], target.server, beside: launcher, within: limit, limits)
        } else {
            try self.init(target.program ?? "", within: limit, limits)
            (program.reads, program.writes, program.usesNetwork) = (target.reads, target.writes, target.usesNetwork)
        }
    }

    /// A request.
    init(
        http arguments: [String],
        _ server: SubmissionDefinition.Server,
        beside launcher: String,
        within limit: Duration,
        _ limits: PluginLimits
    ) throws(PluginRefusal) {
        // It ends in time itself, and says why.
        try self.init(launcher.parent + "/formd-http", within: limit + .seconds(1), limits)
        let files = [server.authorities, server.certificate, server.privateKey]
        program.arguments = arguments + [server.url, String(Int(limit / .milliseconds(1)))] + files.map { $0 ?? "" }
        program.reads = files.compactMap { $0 }
        program.usesNetwork = true
    }

    private init(_ path: String, within limit: Duration, _ limits: PluginLimits) throws(PluginRefusal) {
        let file = try TrustedFile(path)
        guard file.isRegular, file.isExecutable else { throw PluginRefusal("\(file.path) cannot be executed") }
        let folder = file.path.parent
        _ = try TrustedFile(folder)
        program = ConfinedProgram(
            file.path,
            in: folder,
            addressSpace: limits.addressSpace,
            descriptors: limits.descriptors
        )
        self.limit = limit
    }
}

extension String {
    /// The folder of an absolute path.
    fileprivate var parent: String { "/" + split(separator: "/").dropLast().joined(separator: "/") }
}
