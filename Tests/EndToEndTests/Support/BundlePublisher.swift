import FormdTesting
import Foundation
import Testing

/// Somebody who publishes bundles: keys of minisign, and a folder in which a server or nobody looks.
struct BundlePublisher {
    let folder: TemporaryFolder
    /// Where bundles are published.
    let place: String

    init(in place: String? = nil) async throws {
        folder = try TemporaryFolder()
        self.place = place ?? folder.path
        for name in ["house", "stranger"] { try await makeKey(name) }
    }

    private func makeKey(_ name: String) async throws {
        let path = "\(folder.path)/\(name)"
        let made = try await Tool.run("minisign", ["-G", "-W", "-p", path + ".pub", "-s", path + ".key"])
        try #require(made.status == 0, "\(made.errors)")
    }

    /// The public key in Base64.
    func key(_ name: String = "house") throws -> String {
        let text = try String(contentsOfFile: "\(folder.path)/\(name).pub", encoding: .utf8)
        return String(text.split(separator: "\n").last ?? "")
    }

    static func form(_ title: String) -> String {
        #"{"title": "\#(title)", "fields": [{"id": "a", "required": true}]}"#
    }

    static func document(
        _ version: Int,
        name: String = "house",
        forms: [String: String],
        messages: [String: [String: String]] = [:],
        plugins: [String: String] = [:]
    ) throws -> Data {
        let bundle: [String: Any] = [
            "bundle": name, "version": version, "forms": forms, "messages": messages, "plugins": plugins,
        ]
        return try JSONSerialization.data(withJSONObject: bundle, options: .sortedKeys)
    }

    /// Publishes a bundle with the forms `f` and `version`, whose title is the version.
    func publish(_ version: Int, _ extra: [String: String] = [:]) async throws {
        let forms = ["f": Self.form("Form \(version)"), "version": Self.form("\(version)")].merging(extra) { $1 }
        try await publish(try Self.document(version, forms: forms))
    }

    /// Signs a document, and puts it where it is looked for, its signature last.
    func publish(_ document: Data, signedBy key: String = "house", options: [String] = []) async throws {
        let file = "\(folder.path)/new.json"
        try document.write(to: URL(filePath: file))
        let signed = try await Tool.run(
            "minisign",
            ["-S"] + options + ["-s", "\(folder.path)/\(key).key", "-m", file, "-x", file + ".minisig"]
        )
        try #require(signed.status == 0, "\(signed.errors)")
        let signature = try Data(contentsOf: URL(filePath: file + ".minisig"))
        try document.write(to: URL(filePath: place + "/house.json"), options: .atomic)
        try signature.write(to: URL(filePath: place + "/house.json.minisig"), options: .atomic)
    }
}
