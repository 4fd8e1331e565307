import EventLoop
import FormPlugin
package import PluginWire

/// The contents of a plug-in's `plugin.json`. It is read without running any of the plug-in's code.
package struct PluginManifest: Sendable, Hashable {
    /// An identifier. Of several plug-ins with one name, the first in the search path is used.
    package var name: String
    /// The plug-in's version; shown, never compared.
    package var version: String
    /// A path below the manifest's folder.
    package var program: String
    /// At least one type, without duplicates.
    package var types: [TypeIdentity]
    /// Whether the plug-in requests access to secrets. The administrator decides.
    package var secrets: Bool
    /// Absolute paths that the plug-in requests in addition to its own folder and the system's libraries.
    package var reads: [String]
    /// Whether it may start threads.
    package var threads: Bool
}

/// Why a plug-in is not used, for the person who installed it.
package struct PluginRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    package var description: String

    package init(_ description: String) {
        self.description = description
    }
}

extension PluginManifest {
    /// Parses the text of a `plugin.json`. Strict: unknown keys are refused, and so are kinds of types that this daemon
    /// does not support.
    package init(json: [UInt8]) throws(PluginRefusal) {
        // The version is read first, because the other keys may have another meaning in another version.
        if let claim: Claim = try? ConfigurationText(json).decoded(), claim.protocol != Int(WireFrame.version) {
            throw PluginRefusal(
                "it speaks version \(claim.protocol) of the protocol, formd speaks version \(WireFrame.version)"
            )
        }
        let document: Document
        do throws(ConfigurationError) {
            document = try ConfigurationText(json).decoded()
        } catch {
            throw PluginRefusal("plugin.json: \(error)")
        }
        try self.init(document)
    }

    /// The key that every version of the protocol has.
    private struct Claim: Decodable {
        var `protocol`: Int
    }

    /// The file's keys before they are checked.
    fileprivate struct Document: Decodable {
        var name: String
        var version: String
        var program: String
        var types: [OfferedType]
        var secrets: Bool
        var reads: [String]
        var threads: Bool
    }

    fileprivate struct OfferedType: Decodable {
        var kind: String
        var name: String
    }

    private static let readLimit = 64

    private init(_ document: Document) throws(PluginRefusal) {
        guard PluginIdentifier.isValid(document.name) else {
            throw PluginRefusal("/name: \(Self.quoted(document.name)) is not an identifier")
        }
        guard (1...64).contains(document.version.utf8.count), document.version.utf8.allSatisfy(Self.isPrintable) else {
            throw PluginRefusal("/version: 1 to 64 printable ASCII characters are expected")
        }
        guard document.reads.count <= Self.readLimit else {
            throw PluginRefusal("/reads: \(document.reads.count) paths are more than \(Self.readLimit)")
        }
        for (index, path) in document.reads.enumerated() {
            guard PluginSettings.isPlain(path) else {
                throw PluginRefusal("/reads/\(index): \(Self.quoted(path)) is not an absolute path")
            }
        }
        self.init(
            name: document.name,
            version: document.version,
            program: try Self.program(document.program),
            types: try Self.types(document.types),
            secrets: document.secrets,
            reads: document.reads,
            threads: document.threads
        )
    }

    private static func program(_ path: String) throws(PluginRefusal) -> String {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let isBelow = !path.utf8.contains(0) && parts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
        guard isBelow else {
            throw PluginRefusal("/program: \(quoted(path)) is not a path below the plug-in's folder")
        }
        return path
    }

    private static func types(_ offered: [OfferedType]) throws(PluginRefusal) -> [TypeIdentity] {
        guard (1...Hello.maximumTypes).contains(offered.count) else {
            throw PluginRefusal("/types: \(offered.count) are not between 1 and \(Hello.maximumTypes)")
        }
        var types: [TypeIdentity] = []
        for (index, type) in offered.enumerated() {
            guard let kind = TypeKind(name: type.kind) else {
                let known = TypeKind.allCases.map(\.description).joined(separator: ", ")
                throw PluginRefusal("/types/\(index)/kind: \(quoted(type.kind)) is not one of: \(known)")
            }
            guard PluginIdentifier.isValid(type.name) else {
                throw PluginRefusal("/types/\(index)/name: \(quoted(type.name)) is not an identifier")
            }
            let identity = TypeIdentity(kind, type.name)
            guard !types.contains(identity) else {
                throw PluginRefusal("/types/\(index): \(identity) is listed twice")
            }
            types.append(identity)
        }
        return types
    }

    private static func isPrintable(_ byte: UInt8) -> Bool {
        (0x20...0x7E).contains(byte)
    }

    /// A text from the manifest, short enough for one line of the log.
    private static func quoted(_ text: String) -> String {
        "\"\(text.printable(limit: 80))\""
    }
}

extension PluginManifest.Document {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case name, version, program, `protocol`, types, secrets, reads, threads
    }

    fileprivate init(from decoder: any Decoder) throws {
        try decoder.refuseKeys(except: CodingKeys.self)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        version = try container.decode(String.self, forKey: .version)
        program = try container.decode(String.self, forKey: .program)
        // Its value was checked before.
        _ = try container.decode(Int.self, forKey: .protocol)
        types = try container.decode([PluginManifest.OfferedType].self, forKey: .types)
        secrets = try container.decodeIfPresent(Bool.self, forKey: .secrets) ?? false
        reads = try container.decodeIfPresent([String].self, forKey: .reads) ?? []
        threads = try container.decodeIfPresent(Bool.self, forKey: .threads) ?? false
    }
}

extension PluginManifest.OfferedType {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case kind, name
    }

    fileprivate init(from decoder: any Decoder) throws {
        try decoder.refuseKeys(except: CodingKeys.self)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        kind = try container.decode(String.self, forKey: .kind)
        name = try container.decode(String.self, forKey: .name)
    }
}
