import FormBundles
import FormdTesting
import Foundation
import Testing

/// The judge is minisign, and signify for its own signatures.
@Suite("Signatures of bundles", .timeLimit(.minutes(3)))
struct SignatureTests {
    private func bytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path))) }

    /// Why a signature is refused; `nil` if it is not.
    private func error(_ document: [UInt8], _ signature: [UInt8], _ keys: [PublicKey]) -> BundleError.Name? {
        do throws(BundleError) {
            try DetachedSignature(signature).check(document, by: keys)
            return nil
        } catch {
            return error.name
        }
    }

    @Test("what minisign signs is accepted, and nothing else", arguments: [[], ["-l"], ["-t", "house 12 — für alle"]])
    func minisign(options: [String]) async throws {
        let publisher = try await BundlePublisher()
        let document = Array("some bytes\n".utf8)
        try await publisher.publish(Data(document), options: options)
        let path = publisher.place + "/house.json"
        let signature = try bytes(path + ".minisig")
        let (key, stranger) = (
            try #require(PublicKey(try publisher.key())), try #require(PublicKey(try publisher.key("stranger")))
        )
        #expect(error(document, signature, [key]) == nil)
        #expect(error(document, signature, [stranger, key]) == nil)
        #expect(error(document, signature, [stranger]) == .unknownKey)
        for index in document.indices {
            var changed = document
            changed[index] ^= 1
            #expect(error(changed, signature, [key]) == .wrongSignature)
        }
        #expect(error(Array(document.dropLast()), signature, [key]) == .wrongSignature)
        #expect(error(document + [0], signature, [key]) == .wrongSignature)
        #expect(error(document, [], [key]) == .wrongSignature)

        // Whatever byte of the signature changes: if we accept it, minisign does. It ignores the first line.
        let start = try #require(signature.firstIndex(of: UInt8(ascii: "\n")))
        var accepted = 0
        for index in signature.indices {
            var changed = signature
            changed[index] ^= 1
            guard error(document, changed, [key]) == nil else { continue }
            accepted += 1
            #expect(index <= start, "\(index)")
            try Data(changed).write(to: URL(filePath: path + ".minisig"))
            let judged = try await Tool.run("minisign", ["-V", "-q", "-P", try publisher.key(), "-m", path])
            #expect(judged.status == 0, "\(index): \(judged.errors)")
        }
        #expect(accepted < start)
        // The first two lines of the older kind of signature are those of signify.
        let lines = signature.indices.filter { signature[$0] == UInt8(ascii: "\n") }
        for length in signature.indices.dropLast() {
            let isSignify = options == ["-l"] && [lines[1], lines[1] + 1].contains(length)
            #expect((error(document, Array(signature[..<length]), [key]) == nil) == isSignify, "\(length)")
        }
    }

    @Test("what signify signs is accepted, and nothing else")
    func signify() async throws {
        let folder = try TemporaryFolder()
        let document = Array("some bytes\n".utf8)
        let path = folder.path + "/house.json"
        try Data(document).write(to: URL(filePath: path))
        func run(_ arguments: String...) async throws -> Tool.Result {
            try await Tool.run("signify-openbsd", arguments)
        }
        let files = ["-p", folder.path + "/house.pub", "-s", folder.path + "/house.sec"]
        #expect(try await run("-G", "-n", files[0], files[1], files[2], files[3]).status == 0)
        #expect(try await run("-S", files[2], files[3], "-m", path).status == 0)
        let signature = try bytes(path + ".sig")
        let key = try #require(PublicKey(try String(contentsOfFile: files[1], encoding: .utf8)))
        #expect(error(document, signature, [key]) == nil)
        #expect(error(document + [0], signature, [key]) == .wrongSignature)
        let start = try #require(signature.firstIndex(of: UInt8(ascii: "\n")))
        for index in signature.indices where index > start {
            var changed = signature
            changed[index] ^= 1
            #expect(error(document, changed, [key]) != nil, "\(index)")
        }
    }
}
