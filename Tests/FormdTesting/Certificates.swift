import Foundation

/// Certificates that OpenSSL's command has made: an authority `house`, which has signed those of a `server` at 127.0.0.1 and
/// localhost and of a `kiosk`; and a `stranger`, who has signed that of a `burglar`.
package final class Certificates: Sendable {
    private let folder: TemporaryFolder

    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    package init() async throws {
        folder = try TemporaryFolder()
        try await make("house")
        try await make("stranger")
        try await make("server", "house", ["subjectAltName=IP:127.0.0.1,DNS:localhost"])
        try await make("kiosk", "house")
        try await make("burglar", "stranger")
    }

    /// The path of a certificate, or with `key` of its private key.
    package func file(_ name: String, _ suffix: String = "pem") -> String { "\(folder.path)/\(name).\(suffix)" }

    private func make(_ name: String, _ by: String? = nil, _ extensions: [String] = []) async throws {
        let signing = by.map { ["-CA", file($0), "-CAkey", file($0, "key")] } ?? []
        let made = try await Tool.run(
            "/usr/bin/openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                "-keyout", file(name, "key"), "-out", file(name), "-subj", "/CN=\(name)",
            ] + signing + extensions.flatMap { ["-addext", $0] }
        )
        guard made.status == 0 else { throw Failure(description: made.errors) }
    }
}
