import EventLoop
import FormEngine
import FormModel
@testable import FormRuntime
import FormStore
import FormdTesting
import Foundation
import Testing

/// What formd has stored in each version of the format that was ever released.
@Suite("Stored formats", .loop)
struct StoredFormatTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The folders in `Tests/StoredFormats`, by the version of the format.
    static let folders = BuiltProducts.project + "/Tests/StoredFormats"
    static let versions = (try? FileManager.default.contentsOfDirectory(atPath: folders).sorted()) ?? []

    @LoopActor
    private func start() throws -> RuntimeHarness {
        let harness = try RuntimeHarness()
        try harness.keepSessions(in: folder.path + "/state", FileCalls())
        return harness
    }

    @LoopActor
    private func session(_ token: String, in harness: RuntimeHarness) async throws -> Session {
        let identifier = SessionIdentifier(owner: 0, token: try SessionIdentifier.Token(token))
        return try #require(try await harness.session(identifier))
    }

    @LoopActor
    private func values(of session: Session) -> [String: String] {
        Dictionary(session.form.values(includingSecrets: false).map { ($0.field, $0.value) }) { $1 }
    }

    private func version(of file: String) throws -> UInt8 {
        try Data(contentsOf: URL(filePath: "\(folder.path)/state/sessions/\(file)"))[16]
    }

    @Test("sessions and drafts of each version are restored, and stored in the present one", arguments: versions)
    @LoopActor
    func restored(_ version: String) async throws {
        try FileManager.default.copyItem(
            atPath: "\(Self.folders)/\(version)",
            toPath: folder.path + "/state"
        )
        do {
            let harness = try start()
            let written = try await session("written", in: harness)
            #expect(
                values(of: written) == [
                    "name": "Ada Lovelace", "delivery": "2030-03-01", "items_2_what": "cocoa", "items_2_count": "3",
                    "items_2_price": "15.3", "total": "15.3", "note": "",
                ]
            )
            #expect(written.draft == "saved" && written.definition.name == "order")
            for _ in 0..<2 { try await harness.perform([.undo], on: written) }
            #expect(values(of: written)["items_1_count"] == "1")
            let sent = try await session("sent", in: harness)
            #expect(values(of: sent) == ["phone": "9161", "notes": "one\ntwo", "price": "1234.5"])
            #expect((0...3).map { sent.form.field($0).text } == ["+7 (916) 1", "", "one\ntwo", "1.234,5"])
            try await harness.perform([.field(0, .insertText("2"))], on: sent)
            harness.runtime.shutDown()
            await harness.runtime.store?.finish(within: .seconds(60))
        }
        #expect(try self.version(of: "0-written") == 2 && self.version(of: "0-sent") == 2)
        let harness = try start()
        #expect(try await session("sent", in: harness).form.field(0).text == "+7 (916) 2")
        let drafts = try await harness.drafts(of: 0)
        #expect(drafts.map(\.name) == ["saved"])
        // Nothing needs the definitions' files any more.
        let definitions = folder.path + "/state/definitions"
        #expect(try await eventually { try FileManager.default.contentsOfDirectory(atPath: definitions).isEmpty })
    }
}
