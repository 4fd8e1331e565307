import EventLoop
import FormBundles
import FormModel
import PostgreSQLAddress

/// Where forms are published for many kiosks, and who may sign them.
struct BundleSettings: Sendable, Hashable {
    enum Source: Sendable, Hashable {
        case server(url: String)
        case database(DatabaseAddress)
    }

    /// `nil` if there is no bundle.
    var source: Source?
    var name: String?
    var publicKeys: [PublicKey] = []
    /// The seconds between two looks; 0 to look only when asked.
    var interval = 300
    var kiosk: String?
    var authorities: String?
    var certificate: String?
    var privateKey: String?

    /// The server with this address, and its files.
    func server(_ url: String) -> SubmissionDefinition.Server {
        var server = SubmissionDefinition.Server()
        server.url = url
        (server.authorities, server.certificate, server.privateKey) = (authorities, certificate, privateKey)
        return server
    }

    /// What is wrong with the settings of all files together.
    var problems: [String] {
        guard self != BundleSettings() else { return [] }
        var problems: [String] = []
        if source == nil { problems.append("a bundle needs the key “source”") }
        if name == nil { problems.append("a bundle needs the key “name”") }
        if publicKeys.isEmpty { problems.append("a bundle needs the key “publicKeys”: who may sign it") }
        if case .database = source, authorities != nil || certificate != nil || privateKey != nil {
            problems.append("the certificates of a database are in its address: sslrootcert, sslcert and sslkey")
        }
        if privateKey != nil, certificate == nil { problems.append("“privateKey” of a bundle needs “certificate”") }
        return problems
    }

    /// The keys of `bundle`.
    static let keys = KeyTable<BundleSettings>("the bundle", words: "an object") {
        Key("source", \.source, address, "Where it is published: a folder of a server, or a database.")
        Key("name", \.name, plainName, "The name of its file, without `.json`.")
        Key("publicKeys", \.publicKeys, publicKey.list("keys", to: 16), "Who may sign it: keys of minisign or signify.")
        Key("interval", \.interval, .integer(in: 0...86_400, "s"), "How often it is looked for; 0: when asked.")
        Key("kiosk", \.kiosk, plainName, "What this machine is called in the server's log.")
        Key("authorities", \.authorities, DaemonSettings.path, "Who may have signed the server's certificate.")
        Key("certificate", \.certificate, DaemonSettings.path, "What formd shows to the server.")
        Key("privateKey", \.privateKey, DaemonSettings.path, "The certificate's key.")
    }

    private static let plainName = ValueReader.string(limit: 64).map("1 to 64 letters, digits, `.` `_` `-`") {
        name,
        value,
        context in
        FormBundle.isName(name) ? name : context.error("\(quoted(name)) has other characters, or none", at: value)
    }

    private static let publicKey = ValueReader.string(limit: 256).map("a key in Base64", show: \.text) {
        text,
        value,
        context in
        PublicKey(text) ?? context.error("\(quoted(text)) is not a public key of minisign or signify", at: value)
    }

    private static let address: ValueReader<Source> = ValueReader.string(limit: 2_048).map(
        "an address with `https://` or `postgresql://`"
    ) { address, value, context in
        guard !address.hasPrefix("postgres") else {
            do throws(DatabaseAddressError) {
                return .database(try DatabaseAddress(address))
            } catch {
                return context.error("the address of a database cannot be used: \(error)", at: value)
            }
        }
        guard address.utf8.allSatisfy({ 0x21...0x7E ~= $0 }), let scheme = address.firstRange(of: "://") else {
            return context.error("\(quoted(address)) is not an address that begins with https://", at: value)
        }
        let authority = address[scheme.upperBound...].prefix { !"/?#".contains($0) }
        if authority.contains("@") {
            return context.error("the address contains the name of a user, which everybody could see", at: value)
        }
        let host =
            authority.hasPrefix("[") ? authority.prefix { $0 != "]" }.dropFirst() : authority.prefix { $0 != ":" }
        switch address[..<scheme.lowerBound] {
        case "https" where !host.isEmpty: return .server(url: address)
        case "http" where ["localhost", "127.0.0.1", "::1"].contains(host): return .server(url: address)
        default: return context.error("\(quoted(address)) is not an address that begins with https://", at: value)
        }
    }
}
