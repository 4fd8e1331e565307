/// Where a database is, and how formd shows who it is: `postgresql://user@host:port/database?parameter=value`, as libpq
/// writes it (PostgreSQL's documentation, "Connection URIs"), for one host over IP, and without a password.
package struct DatabaseAddress: Sendable, Hashable, CustomStringConvertible {
    /// The text that was parsed.
    package let description: String
    package private(set) var host = ""
    package private(set) var port = 5432
    package private(set) var user = ""
    package private(set) var database = ""
    package private(set) var encryption = Encryption.verifyFull
    /// The absolute paths of the files with the authorities that may have signed the server's certificate; the certificate
    /// that formd shows, and its key; and the passwords, one on a line.
    package private(set) var authorities: String?
    package private(set) var certificate: String?
    package private(set) var privateKey: String?
    package private(set) var passwordFile: String?
    /// How long making the connection may take for each address of the host, in seconds.
    package private(set) var connectTimeout = 10

    /// What `sslmode` says, with libpq's meanings.
    package enum Encryption: String, Sendable, CaseIterable {
        case disable, allow, prefer, require
        case verifyAuthority = "verify-ca"
        case verifyFull = "verify-full"
    }

    /// Where the system has the certificates of the authorities that it trusts.
    package static let systemAuthorities = "/etc/ssl/certs/ca-certificates.crt"
    package static let maximumLength = 2_048

    /// Throws the reason if the text is no such address.
    package init(_ text: String) throws(DatabaseAddressError) {
        description = text
        guard text.utf8.count <= Self.maximumLength, text.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
            throw DatabaseAddressError("it is longer than \(Self.maximumLength) characters, or has others than ASCII's")
        }
        guard let scheme = ["postgresql://", "postgres://"].first(where: text.hasPrefix) else {
            throw DatabaseAddressError("it does not begin with postgresql://")
        }
        let parts = text.dropFirst(scheme.count).split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let place = parts[0].split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        try readServer(place[0])
        database = place.count > 1 && !place[1].isEmpty ? try Self.decoded(place[1]) : user
        encryption = Self.isLoopback(host) ? .prefer : .verifyFull
        var seen: Set<Substring> = []
        for parameter in parts.dropFirst().first?.split(separator: "&") ?? [] {
            let pair = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2, seen.insert(pair[0]).inserted else {
                throw DatabaseAddressError("the parameter \(pair[0]) has no value, or two")
            }
            try read(pair[0], try Self.decoded(pair[1]))
        }
        if privateKey != nil, certificate == nil { throw DatabaseAddressError("sslkey needs sslcert") }
        if encryption == .verifyAuthority || encryption == .verifyFull, authorities == nil {
            authorities = Self.systemAuthorities
        }
    }

    private mutating func readServer(_ text: Substring) throws(DatabaseAddressError) {
        guard let at = text.lastIndex(of: "@"), at != text.startIndex else {
            throw DatabaseAddressError("it names no user: postgresql://USER@HOST/DATABASE")
        }
        let name = text[..<at]
        guard !name.contains(":") else {
            // It would be shown to everybody who lists processes.
            throw DatabaseAddressError("it contains a password; put that into a file, and name it with passfile=/PATH")
        }
        user = try Self.decoded(name)
        var rest = text[text.index(after: at)...]
        if rest.first == "[", let end = rest.firstIndex(of: "]") {
            host = String(rest[rest.index(after: rest.startIndex)..<end])
            rest = rest[rest.index(after: end)...]
        } else {
            let end = rest.firstIndex(of: ":") ?? rest.endIndex
            host = try Self.decoded(rest[..<end])
            rest = rest[end...]
        }
        guard !host.contains(",") else { throw DatabaseAddressError("it names several hosts") }
        guard !host.isEmpty, !host.hasPrefix("/"), !host.hasPrefix("@") else {
            // A process that may open sockets of Unix could reach every program of the machine.
            throw DatabaseAddressError("it names no host; formd reaches databases over IP only, such as at 127.0.0.1")
        }
        guard !rest.isEmpty else { return }
        guard rest.first == ":", let number = Int(rest.dropFirst()), 1...65_535 ~= number else {
            throw DatabaseAddressError("\(rest.dropFirst()) is not the number of a port")
        }
        port = number
    }

    private mutating func read(_ parameter: Substring, _ value: String) throws(DatabaseAddressError) {
        func path() throws(DatabaseAddressError) -> String {
            guard value.hasPrefix("/") else { throw DatabaseAddressError("\(parameter) is not an absolute path") }
            return value
        }
        switch parameter {
        case "sslmode":
            guard let mode = Encryption(rawValue: value) else {
                let modes = Encryption.allCases.map(\.rawValue).joined(separator: ", ")
                throw DatabaseAddressError("sslmode is none of \(modes)")
            }
            encryption = mode
        case "sslrootcert": authorities = try path()
        case "sslcert": certificate = try path()
        case "sslkey": privateKey = try path()
        case "passfile": passwordFile = try path()
        case "connect_timeout":
            guard let seconds = Int(value), 2...60 ~= seconds else {
                throw DatabaseAddressError("connect_timeout is not a number of seconds from 2 to 60")
            }
            connectTimeout = seconds
        case "password", "sslpassword":
            throw DatabaseAddressError("it contains a password; put that into a file, and name it with passfile=/PATH")
        default:
            throw DatabaseAddressError(
                "it has the parameter \(parameter); known are sslmode, sslrootcert, sslcert, sslkey, passfile, and "
                    + "connect_timeout"
            )
        }
    }

    /// The files that whoever connects has to read.
    package var files: [String] { [authorities, certificate, privateKey, passwordFile].compactMap { $0 } }

    /// libpq's parameters, each as `name=value`.
    package var parameters: [String] {
        var parameters = [
            "host=\(host)", "port=\(port)", "user=\(user)", "dbname=\(database)", "sslmode=\(encryption.rawValue)",
            "connect_timeout=\(connectTimeout)",
        ]
        let files = [
            ("sslrootcert", authorities), ("sslcert", certificate), ("sslkey", privateKey ?? certificate),
            ("passfile", passwordFile),
        ]
        for case (let name, let path?) in files { parameters.append("\(name)=\(path)") }
        return parameters
    }

    private static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || host == "::1" || host.hasPrefix("127.") && host.allSatisfy { $0.isNumber || $0 == "." }
    }

    private static func decoded(_ text: Substring) throws(DatabaseAddressError) -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2)
            guard digits.count == 2, let value = UInt8(String(Substring(digits)), radix: 16), value != 0 else {
                throw DatabaseAddressError("\(text) has % without two hexadecimal digits")
            }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        guard let decoded = String(validating: bytes, as: UTF8.self) else {
            throw DatabaseAddressError("\(text) is not UTF-8")
        }
        return decoded
    }
}

/// Why a text is not the address of a database.
package struct DatabaseAddressError: Error, Sendable, Hashable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}
